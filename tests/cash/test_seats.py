"""What a player does with a seat at a cash table: sits out, comes back, tops up, leaves."""

import pytest

from cardroom.cash.events import Left
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from tests.cash.tables import ONLINE, TestTable, three_handed, where
from tests.rule import rule


@rule("SIT-01")
def test_a_player_who_sits_out_keeps_the_seat_and_pays_nothing() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(1), 0)
    before = table.stacks()[1]
    deal = table.deal_next()
    assert deal is not None
    assert 1 not in deal.dealt_in
    table.fold_out()
    assert table.stacks()[1] == before


@rule("SIT-04")
def test_sitting_out_during_a_hand_takes_effect_after_it() -> None:
    table = three_handed()
    table.deal_next()
    table.sit_out(PlayerId(1), 0)
    assert not table.occupants[1].is_out
    table.fold_out()
    table.tidy(0, table.balance)
    assert table.occupants[1].is_out


@rule("SIT-05", "AMB-63", "CASH-09")
def test_sitting_out_next_big_blind_passes_it_on_and_nobody_pays_for_the_absent() -> None:
    table = three_handed()
    table.join(4, 5)
    table.sit_out_next_big_blind(PlayerId(4), on=True)
    assert where(table.deal_next()) == (2, 3, 5)
    assert table.occupants[4].is_out


@rule("SIT-03", "AMB-61", "AMB-12", "HC-49")
def test_a_player_is_removed_after_more_than_ten_minutes_in_sit_out() -> None:
    table = three_handed()
    table.sit_out(PlayerId(1), 0)
    table.wait(600)
    table.tidy(table.now_ms, table.balance)
    assert table.has(PlayerId(1))
    table.wait(0.001)
    table.tidy(table.now_ms, table.balance)
    assert not table.has(PlayerId(1))


@rule("SIT-02")
def test_sitting_out_lasts_until_the_player_comes_back() -> None:
    table = three_handed()
    table.sit_out(PlayerId(1), 0)
    table.wait(599)
    table.come_back(PlayerId(1), table.now_ms)
    table.wait(599)
    table.tidy(table.now_ms, table.balance)
    assert table.has(PlayerId(1))
    with pytest.raises(SeatRefused) as refused:
        table.come_back(PlayerId(1), table.now_ms)
    assert refused.value.rule == "SIT-02"


@rule("AMB-67")
def test_who_leaves_in_mid_hand_checks_or_folds_at_once_and_goes_after_it() -> None:
    table = three_handed()
    table.deal_next()
    table.leave(PlayerId(3), 0)
    assert table.has(PlayerId(3))
    table.say(2, "raise", 30)
    assert table.hand is not None
    assert 3 not in table.hand.live
    assert table.actor == PlayerId(1)
    table.leave(PlayerId(1), 0)
    assert table.hand.is_over
    table.finish()
    table.tidy(0, table.balance)
    assert table.players == (PlayerId(2),)


@rule("AMB-67")
def test_the_cause_of_leaving_is_kept_until_the_hand_is_over() -> None:
    table = three_handed()
    table.deal_next()
    table.leave(PlayerId(1), 0, cause="operator")
    table.fold_out()
    table.take_news()
    table.tidy(0, table.balance)
    assert any(isinstance(event, Left) and event.cause == "operator" for event in table.take_news())


@rule("AMB-40")
def test_a_top_up_during_a_hand_is_added_after_it() -> None:
    table = TestTable()
    table.join(1, 2, 3, stack=600)
    table.deal_next()
    table.top_up(PlayerId(1), 300, 1000)
    assert table.occupants[1].stack == 600
    table.fold_out()
    before = table.occupants[1].stack
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == before + 300


@rule("AMB-40")
@pytest.mark.parametrize(("amount", "balance"), [(0, 1000), (401, 1000), (400, 399), (True, 1000)])
def test_a_top_up_beyond_the_maximum_or_the_balance_is_refused(amount: int, balance: int) -> None:
    table = TestTable()
    table.join(1, stack=600)
    with pytest.raises(SeatRefused) as refused:
        table.top_up(PlayerId(1), amount, balance)
    assert refused.value.rule == "AMB-40"
    assert table.occupants[1].stack == 600


@rule("AMB-68")
def test_a_busted_player_sits_out_and_may_buy_in_again_without_having_left() -> None:
    table = TestTable()
    table.join(1, 2, 3)
    table.occupants[1].stack = 0
    table.tidy(0, table.balance)
    assert table.occupants[1].out_cause == "busted"
    with pytest.raises(SeatRefused) as refused:
        table.come_back(PlayerId(1), 0)
    assert refused.value.rule == "AMB-68"
    with pytest.raises(SeatRefused):
        table.top_up(PlayerId(1), 499, 10_000)
    table.top_up(PlayerId(1), 500, 10_000)
    table.come_back(PlayerId(1), 0)
    assert table.occupants[1].is_ready


@rule("CASH-17", "AMB-41", "HC-53")
@pytest.mark.parametrize(
    ("initial", "stack", "balance", "after"),
    [(800, 635, 5000, 800), (800, 635, 100, 735), (1800, 900, 5000, 1800), (800, 820, 5000, 820)],
)
def test_auto_top_up_refills_to_the_initial_buy_in_within_the_balance(
    initial: int, stack: int, balance: int, after: int
) -> None:
    table = TestTable("en-2.7")
    table.join(1, stack=initial)
    table.set_auto_top_up(PlayerId(1), on=True)
    table.occupants[1].stack = stack
    table.balances[PlayerId(1)] = balance
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == after


@rule("CASH-17", "HC-53")
@pytest.mark.parametrize("name", ONLINE)
def test_auto_top_up_is_off_by_default_and_absent_where_the_edition_has_none(name: str) -> None:
    table = TestTable(name)
    table.join(1)
    assert not table.occupants[1].auto_top_up
    if name in {"en-2.7", "nl-3.0"}:
        table.set_auto_top_up(PlayerId(1), on=True)
    else:
        with pytest.raises(SeatRefused):
            table.set_auto_top_up(PlayerId(1), on=True)


@rule("AMB-41", "BANZ-09")
@pytest.mark.parametrize(("name", "after"), [("en-2.7", 320), ("nl-3.0", 400)])
def test_banzai_tops_up_all_or_nothing_where_only_the_exact_stack_is_legal(
    name: str, after: int
) -> None:
    table = TestTable(name, table_format="banzai", blinds=(25, 50))
    table.join(1)
    table.set_auto_top_up(PlayerId(1), on=True)
    table.occupants[1].stack = 320
    table.balances[PlayerId(1)] = 80
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == after
    table.balances[PlayerId(1)] = 5000
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == 500


@rule("AMB-41")
def test_auto_top_up_buys_a_busted_player_in_again_but_tops_up_nobody_who_sits_out() -> None:
    table = TestTable()
    table.join(1, 2, stack=800)
    for player in (1, 2):
        table.set_auto_top_up(PlayerId(player), on=True)
    table.occupants[1].stack = 0
    table.occupants[2].stack = 100
    table.sit_out(PlayerId(2), 0)
    table.tidy(0, table.balance)
    assert table.stacks() == {1: 800, 2: 100}
    assert table.occupants[1].is_ready


@rule("AMB-40", "AMB-41")
def test_asked_and_automatic_top_up_together_spend_no_more_than_there_is() -> None:
    table = TestTable()
    table.join(1, 2, 3, stack=800)
    table.set_auto_top_up(PlayerId(1), on=True)
    table.deal_next()
    table.top_up(PlayerId(1), 100, 100)
    table.fold_out()
    table.occupants[1].stack = 635
    table.balances[PlayerId(1)] = 100
    table.tidy(0, table.balance)
    assert table.occupants[1].stack == 735


@rule("AMB-67")
def test_who_leaves_after_the_hand_plays_it_to_its_end() -> None:
    table = three_handed()
    table.deal_next()
    table.leave_after(PlayerId(3), 0, on=True)
    table.say(2, "raise", 30)
    # The turn is theirs like anybody's: nobody checks or folds for them.
    assert table.actor == PlayerId(3)
    table.say(3, "call")
    table.say(1, "fold")
    table.fold_out()
    stack = table.occupants[3].stack
    table.tidy(0, table.balance)
    left = [event for event in table.take_news() if isinstance(event, Left)]
    assert left == [Left(3, PlayerId(3), stack, 0, "player")]


@rule("AMB-67")
def test_who_thinks_better_of_leaving_stays_and_without_a_hand_there_is_nothing_to_wait_for() -> (
    None
):
    table = three_handed()
    table.deal_next()
    table.leave_after(PlayerId(3), 0, on=True)
    table.leave_after(PlayerId(3), 0, on=False)
    table.fold_out()
    table.tidy(0, table.balance)
    assert table.has(PlayerId(3))
    table.leave_after(PlayerId(3), 0, on=True)
    assert not table.has(PlayerId(3))


@rule("SIT-05")
def test_who_posts_by_hand_sits_out_at_a_big_blind_that_they_did_not_say_to_post() -> None:
    table = three_handed()
    table.join(4, 5)
    # Four waits for the big blind: the word is asked for from the next one on.
    table.set_posting(PlayerId(4), by_hand=True)
    assert table.occupants[4].sit_out == "not"
    deal = table.deal_next()
    assert deal is not None
    assert deal.big_blind == 4
    assert table.occupants[4].sit_out == "next_big_blind"
    table.fold_out()
    for _ in range(5):
        deal = table.deal_next()
        assert deal is not None
        if table.occupants[4].is_out:
            break
        assert deal.big_blind != 4
        table.fold_out()
    assert table.occupants[4].out_cause == "next_big_blind"


@rule("SIT-05")
def test_big_blinds_are_posted_as_they_come_once_the_player_wants_that() -> None:
    table = three_handed()
    table.set_posting(PlayerId(1), by_hand=True)
    assert table.occupants[1].sit_out == "next_big_blind"
    table.set_posting(PlayerId(1), by_hand=False)
    assert (table.occupants[1].sit_out, table.occupants[1].posts_by_hand) == ("not", False)


@rule("AMB-40")
def test_a_top_up_without_money_is_off_the_stack_again() -> None:
    table = three_handed()
    table.play_on(1)
    seat, before = min(table.stacks().items(), key=lambda one: one[1])
    table.top_up(PlayerId(seat), 1, 10_000)
    assert table.stacks()[seat] == before + 1
    table.refuse_top_up(PlayerId(seat), 1, "I2", "insufficient_funds")
    assert table.stacks()[seat] == before
