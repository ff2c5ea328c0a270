"""A cash table: who is dealt in, the blinds, the clock, and what a hand has moved."""

import pytest

from cardroom.cash.events import ServerDecided
from cardroom.errors import ActionRefused
from cardroom.ledger import PlayerId
from tests.cash.tables import TestTable, three_handed, where
from tests.rule import rule


@rule("CASH-07", "OMA-07")
@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha"])
def test_a_hand_starts_with_three_players_who_are_not_sitting_out(game: str) -> None:
    table = TestTable(game=game)  # type: ignore[arg-type]
    table.join(1, 2)
    assert table.deal_next() is None
    table.join(3)
    table.sit_out(PlayerId(3), 0)
    assert table.deal_next() is None
    table.come_back(PlayerId(3), 0)
    assert table.deal_next() is not None


@rule("CASH-08", "AMB-37")
@pytest.mark.parametrize(("drawn", "button"), [(0, 2), (1, 4), (2, 5)])
def test_the_first_button_falls_by_chance(drawn: int, button: int) -> None:
    table = TestTable()
    table.join(2, 4, 5)
    deal = table.cash_table.plan(0, lambda seats: drawn if seats == 3 else -1)
    assert deal is not None
    assert deal.button == button


@rule("CASH-07", "AMB-30", "HC-43", "OMA-07")
@pytest.mark.parametrize(("leaver", "expected"), [(1, (3, 3, 2)), (2, (3, 3, 1)), (3, (2, 2, 1))])
def test_two_players_get_one_more_hand_after_a_hand_of_three(
    leaver: int, expected: tuple[int, int, int]
) -> None:
    table = three_handed()
    table.leave(PlayerId(leaver), 0)
    assert where(table.deal_next()) == expected
    table.fold_out()
    assert table.deal_next() is None
    table.join(5)
    assert table.deal_next() is not None


@rule("AMB-31")
def test_a_newcomer_who_waits_counts_toward_three() -> None:
    table = three_handed()
    table.leave(PlayerId(1), 0)
    table.join(6)
    deal = table.deal_next()
    assert deal is not None
    assert len(deal.dealt_in) == 3


@rule("CASH-12", "BET-02")
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop() -> None:
    table = three_handed()
    table.leave(PlayerId(1), 0)
    deal = table.deal_next()
    assert where(deal) == (3, 3, 2)
    assert table.actor == PlayerId(3)
    table.say(3, "call")
    table.say(2, "check")
    assert table.actor == PlayerId(2)


@rule("CASH-13")
def test_the_two_players_after_the_button_post_the_blinds_of_the_stake() -> None:
    table = three_handed()
    assert where(table.deal_next()) == (2, 3, 1)
    assert table.hand is not None
    assert table.hand.bets == {3: 5, 1: 10, 2: 0}


@rule("CASH-14", "AMB-35")
def test_a_post_is_a_live_bet_of_one_big_blind_that_may_be_checked() -> None:
    table = three_handed()
    table.join(5)
    table.sit_out(PlayerId(1), 0)
    table.join(6)
    table.post_or_wait(PlayerId(6), post=True)
    assert where(table.deal_next()) == (2, 3, 5)
    assert table.hand is not None
    assert table.hand.bets[6] == 10
    assert table.hand.actor == 6
    options = table.hand.options
    assert options is not None
    assert (options.check, options.raise_from) == (True, 20)


@rule("TIME-02", "SIT-08", "AMB-58")
def test_when_time_is_over_the_server_folds_and_the_player_sits_out_after_the_hand() -> None:
    table = three_handed()
    table.deal_next()
    assert table.actor == PlayerId(2)
    assert table.deadline_ms == 25_000
    assert not table.expire(24_999)
    assert table.expire(25_000)
    assert ServerDecided(2) in table.take_news()
    assert table.hand is not None
    assert 2 not in table.hand.live
    table.now_ms = 25_000
    table.fold_out()
    table.tidy(25_000, table.balance)
    assert table.occupants[2].is_out
    assert table.occupants[2].out_cause == "server_decision"


@rule("TIME-02")
def test_when_time_is_over_the_server_checks_if_that_is_free() -> None:
    table = three_handed()
    table.deal_next()
    table.say(2, "call")
    table.say(3, "call")
    assert table.actor == PlayerId(1)
    deadline = table.deadline_ms
    assert deadline is not None
    assert table.expire(deadline)
    assert table.hand is not None
    assert 1 in table.hand.live


@rule("TIME-03", "AMB-60")
def test_a_player_who_rejoins_within_half_an_hour_finds_the_bank_as_it_was_left() -> None:
    table = three_handed()
    table.deal_next()
    table.wait(14)
    table.say(2, "fold")
    table.fold_out()
    assert table.occupants[2].bank.left_ms == 11_000
    table.leave(PlayerId(2), table.now_ms)
    table.wait(1800)
    table.join(2)
    assert (table.occupants[2].bank.left_ms, table.occupants[2].bank.hands) == (11_000, 1)
    table.leave(PlayerId(2), table.now_ms)
    table.wait(1801)
    table.join(2)
    assert table.occupants[2].bank.left_ms == 15_000


@rule("AMB-49")
def test_an_action_out_of_turn_is_refused_and_the_clock_runs_on() -> None:
    table = three_handed()
    table.deal_next()
    clock = table.clock
    with pytest.raises(ActionRefused):
        table.say(1, "fold")
    with pytest.raises(ActionRefused):
        table.say(2, "jump")
    assert table.clock is clock


@rule("CASH-18", "RAKE-01")
def test_the_settled_hand_carries_edition_deltas_and_rake() -> None:
    table = three_handed()
    table.deal_next()
    table.say(2, "call")
    table.say(3, "call")
    table.say(1, "check")
    table.say(3, "raise", 100)
    table.say(1, "fold")
    table.say(2, "fold")
    settled = table.settlement(epoch=1, edition="en-2.7", currency="EUR", at_ms=5)
    assert settled.deltas == {1: -10, 2: -10, 3: 19}
    assert (settled.rake, settled.rake_cap, settled.edition) == (1, 50, "en-2.7")
    table.finish()
    assert table.stacks() == {1: 990, 2: 990, 3: 1019}
