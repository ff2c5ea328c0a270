"""A cash hand that never was: stacks, banks, positions and standings as before it."""

import pytest
from msgspec.structs import replace

from cardroom.cash.records import record_of, restore
from cardroom.ledger import PlayerId
from tests.cash.tables import TestTable, three_handed, where
from tests.rule import rule


@rule("CRASH-01", "CRASH-05", "AMB-69", "HC-54")
def test_a_hand_that_is_rolled_back_never_was() -> None:
    table = TestTable()
    table.join(1, stack=1000)
    table.join(2, stack=800)
    table.join(3, stack=500)
    deal = table.deal_next()
    first = table.actor
    assert first is not None
    table.wait(12)
    table.act(first, "raise", 300, table.now_ms)
    for deed in ("call", "call", "check", "check", "check"):
        assert table.actor is not None
        table.act(table.actor, deed, 0, table.now_ms)
    hand = table.hand
    assert hand is not None
    assert (hand.street, [pot.amount for pot in hand.pots]) == ("turn", [900])
    assert table.occupant(first).bank.left_ms < 15_000
    number = table.number
    table.roll_back("crash")
    assert table.stacks() == {1: 1000, 2: 800, 3: 500}
    assert table.occupant(first).bank.left_ms == 15_000
    again = table.deal_next()
    assert again == deal
    assert table.number == number + 1


@rule("AMB-69")
def test_a_newcomer_of_a_rolled_back_hand_enters_again_as_before() -> None:
    table = three_handed()
    table.join(4, 6)
    table.post_or_wait(PlayerId(6), post=True)
    deal = table.deal_next()
    assert deal is not None
    assert (deal.big_blind, deal.posts) == (4, (6,))
    table.roll_back("server error")
    assert table.deal_next() == deal


@rule("AMB-69", "CASH-14")
def test_a_newcomer_of_a_rolled_back_hand_may_still_choose_to_wait() -> None:
    table = three_handed()
    table.join(4, 6)
    table.post_or_wait(PlayerId(6), post=True)
    assert table.deal_next() is not None
    table.roll_back("server error")
    table.post_or_wait(PlayerId(6), post=False)
    again = table.deal_next()
    assert again is not None
    assert (where(again), again.posts) == ((2, 3, 4), ())
    assert 6 not in again.dealt_in


@rule("AMB-69", "CASH-14")
@pytest.mark.parametrize("restarted", ["never", "before_it_was_kept", "after_it_was_kept"])
def test_who_left_after_a_rolled_back_hand_and_took_the_same_seat_is_a_newcomer(
    restarted: str,
) -> None:
    table = three_handed()
    table.join(4)
    deal = table.deal_next()
    assert where(deal) == (2, 3, 4)
    kept = record_of(table.cash_table, epoch=1)
    table.roll_back("server error")
    table.leave(PlayerId(1), 0)
    if restarted == "after_it_was_kept":
        # The table was kept without seat 1, and with the hand that had been planned before.
        kept = replace(record_of(table.cash_table, epoch=1), begun=2, redeal=deal)
    if restarted != "never":
        table = TestTable()
        restore(table.cash_table, kept, {PlayerId(seat): 1000 for seat in (2, 3, 4)})
    table.join(1)
    again = table.deal_next()
    assert where(again) == (2, 3, 4)
    assert again is not None
    assert set(again.dealt_in) == {2, 3, 4}


@rule("AMB-69", "AMB-36", "SIT-07")
def test_who_comes_back_too_late_for_a_hand_dealt_again_has_missed_its_blind() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(3), 0)
    assert where(table.deal_next()) == (2, None, 4)
    table.roll_back("crash")
    table.come_back(PlayerId(3), 0)
    assert where(table.deal_next()) == (2, None, 4)
    table.fold_out()
    deal = table.deal_next()
    assert deal is not None
    assert 3 not in deal.dealt_in
    assert (table.occupants[3].missed_blind, table.occupants[3].standing) == (True, "waiting")


@rule("AMB-69", "AMB-36")
def test_who_comes_back_too_late_for_a_hand_dealt_again_does_not_enter_before_the_blinds() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(2), 0)
    assert where(table.deal_next()) == (1, 3, 4)
    table.come_back(PlayerId(2), 0)
    table.roll_back("crash")
    assert where(table.deal_next()) == (1, 3, 4)
    assert 2 not in table.deal.dealt_in
    table.join(5)
    table.fold_out()
    table.sit_out(PlayerId(3), 0)
    assert where(table.deal_next()) == (1, 4, 5)
    assert set(table.deal.dealt_in) == {1, 4, 5}
    table.fold_out()
    assert where(table.deal_next()) == (4, 5, 1)
    assert set(table.deal.dealt_in) == {1, 2, 4, 5}


@rule("AMB-69")
def test_a_timebank_hand_that_was_cancelled_does_not_count() -> None:
    table = three_handed()
    table.deal_next()
    table.roll_back("server error")
    assert {occupant.bank.hands for occupant in table.occupants.values()} == {0}


@rule("AMB-69")
def test_a_rollback_does_not_miss_who_left_in_mid_hand_without_cards() -> None:
    table = three_handed()
    table.join(4)
    table.sit_out(PlayerId(4), 0)
    deal = table.deal_next()
    table.leave(PlayerId(4), 0)
    table.join(4, player=9)
    table.roll_back("server error")
    assert table.occupants[4].standing == "waiting"
    assert deal is not None
    assert table.stacks() == {1: 1000, 2: 1000, 3: 1000, 4: 1000}


@rule("AMB-36", "CRASH-01")
def test_a_blind_that_went_by_is_missed_also_when_the_kept_table_is_older_than_the_hand() -> None:
    table = TestTable()
    table.join(1, 2, 3, 4)
    table.play_on(1)
    assert table.cash_table.last is not None
    had_big_blind = table.cash_table.last.dealt_in[table.cash_table.last.big_blind]
    table.cash_table.sit_out(had_big_blind, table.now_ms)
    assert table.deal_next() is not None
    kept = record_of(table.cash_table, epoch=1)
    table.fold_out()
    assert table.cash_table.occupant(had_big_blind).missed_blind
    again = TestTable()
    stacks = {one.player: one.stack for one in table.cash_table.in_order()}
    restore(again.cash_table, kept, stacks)
    assert table.cash_table.last is not None
    again.cash_table.catch_up(table.cash_table.number, table.cash_table.last)
    assert again.cash_table.last == table.cash_table.last
    assert again.cash_table.redeal is None
    for seat, occupant in table.cash_table.occupants.items():
        now = again.cash_table.occupants[seat]
        assert (now.standing, now.missed_blind) == (occupant.standing, occupant.missed_blind)


@rule("AMB-36", "AMB-69", "SIT-07")
def test_who_missed_a_blind_and_came_back_in_a_hand_that_never_was_still_waits() -> None:
    table = TestTable("nl-3.0")
    table.join(1, 2, 3, 4)
    table.play_on(1)
    assert table.cash_table.last is not None
    owes = table.cash_table.last.dealt_in[table.cash_table.last.big_blind]
    table.cash_table.sit_out(owes, table.now_ms)
    table.play_on(1)
    assert table.cash_table.occupant(owes).missed_blind
    assert table.deal_next() is not None
    table.cash_table.come_back(owes, table.now_ms)
    kept = record_of(table.cash_table, epoch=1)
    table.cash_table.roll_back("test")
    assert table.cash_table.occupant(owes).standing == "waiting"
    assert [one.standing for one in kept.seats if one.player == owes] == ["waiting"]
