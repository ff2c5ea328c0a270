"""Entering a cash game: posting or waiting, as a newcomer and after missed blinds."""

import pytest

from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from tests.cash.tables import ONLINE, TestTable, three_handed, where
from tests.rule import rule

MUST_WAIT = {("en-2.2", "pl-omaha"), ("nl-3.0", "nl-holdem")}


@rule("SIT-07", "CASH-14", "OMA-06", "AMB-17", "AMB-36", "HC-45")
@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha"])
@pytest.mark.parametrize("name", ONLINE)
def test_who_missed_the_big_blind_may_post_unless_the_edition_says_wait(
    name: str, game: str
) -> None:
    table = TestTable(name, game=game)  # type: ignore[arg-type]
    table.join(1, 2, 3, 4)
    table.play_on(1)
    absent = PlayerId(next(seat for seat in (1, 2, 3, 4) if seat not in _next_two(table)))
    table.sit_out(absent, 0)
    table.play_on(4)
    table.come_back(absent, table.now_ms)
    if (name, game) in MUST_WAIT:
        with pytest.raises(SeatRefused) as refused:
            table.post_or_wait(absent, post=True)
        assert refused.value.rule == "SIT-07"
    else:
        table.post_or_wait(absent, post=True)
        assert _posts(table, absent) == 10


def _posts(table: TestTable, player: PlayerId) -> int:
    """What a player has put in who was let in by a post; hands go by until the button is past."""
    for _ in range(4):
        deal = table.deal_next()
        assert deal is not None
        if player in deal.dealt_in.values():
            assert [deal.dealt_in[seat] for seat in deal.posts] == [player]
            hand = table.cash_table.hand
            assert hand is not None
            return table.cash_table.occupant(player).stack - hand.stacks[deal.posts[0]]
        table.fold_out()
    raise AssertionError("never dealt in")


def _next_two(table: TestTable) -> set[int]:
    """The seats of the next two big blinds: who sits out here misses one later."""
    assert table.last is not None
    order = (1, 2, 3, 4, 1, 2, 3, 4)
    start = order.index(table.last.big_blind)
    return set(order[start + 1 : start + 3])


@rule("CASH-14", "OMA-06", "HC-45")
@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha"])
@pytest.mark.parametrize("name", ONLINE)
def test_a_newcomer_may_post_except_where_the_edition_makes_him_wait(name: str, game: str) -> None:
    table = TestTable(name, game=game)  # type: ignore[arg-type]
    table.join(1)
    if (name, game) == ("en-2.2", "pl-omaha"):
        with pytest.raises(SeatRefused) as refused:
            table.post_or_wait(PlayerId(1), post=True)
        assert refused.value.rule == "CASH-14"
    else:
        table.post_or_wait(PlayerId(1), post=True)
        table.post_or_wait(PlayerId(1), post=False)


@rule("AMB-36")
def test_the_big_blind_who_sits_out_after_it_has_missed_the_small_blind() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(3), 0)
    assert where(table.deal_next()) == (2, None, 4)
    table.fold_out()
    assert table.occupants[3].missed_blind
    table.come_back(PlayerId(3), 0)
    assert table.occupants[3].standing == "waiting"


@rule("CASH-10", "AMB-36")
def test_who_is_back_before_the_next_deal_has_the_small_blind_after_the_big_one() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(3), 0)
    table.come_back(PlayerId(3), 0)
    assert where(table.deal_next()) == (2, 3, 4)


@rule("AMB-36")
def test_who_missed_no_blind_is_dealt_in_again_without_posting() -> None:
    table = TestTable()
    table.join(1, 2, 3, 4, 5)
    table.play_on(1)
    assert table.last is not None
    button = table.last.button
    table.sit_out(PlayerId(button), 0)
    table.play_on(1)
    table.come_back(PlayerId(button), 0)
    deal = table.deal_next()
    assert deal is not None
    assert (button in deal.dealt_in, deal.posts) == (True, ())


@rule("AMB-72", "CASH-12", "CASH-14")
def test_a_newcomer_who_posts_and_is_then_heads_up_pays_the_small_blind_and_no_more() -> None:
    table = three_handed()
    table.leave(PlayerId(2), 0)
    table.leave(PlayerId(3), 0)
    table.join(2, player=9)
    table.post_or_wait(PlayerId(9), post=True)
    deal = table.deal_next()
    assert where(deal) == (2, 2, 1)
    hand = table.cash_table.hand
    assert hand is not None
    paid = {post.seat: (post.kind, post.amount) for post in hand.started.posts}
    assert paid == {2: ("small_blind", 5), 1: ("big_blind", 10)}
    table.fold_out()
    table.join(6)
    assert where(table.deal_next()) == (1, 1, 2)
