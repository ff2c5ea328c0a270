"""What a transfer must be by itself: refused whatever the balances are."""

import msgspec
import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import Account, Reason, Transfer, settle_hand
from cardroom.ledger.accounts import escrow, player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.cases import confiscate_hold, place_hold
from cardroom.ledger.overrides import adjust, reverse
from cardroom.ledger.reasons import CLOSES, MOVES, SETS_ASIDE
from cardroom.ledger.suspense import suspend
from cardroom.ledger.tables import buy_in
from cardroom.ledger.transfers import AMOUNT_MAX, ENTRIES_MAX, KEY_LENGTH_MAX, NOTE_LENGTH_MAX
from cardroom.ledger.verifying import verify_amount, verify_form
from tests.ledger.scene import ANN, BEN, CASE, HANDS, SUNDAY, TABLE, busy_quarter, cash
from tests.rule import rule

replace = msgspec.structs.replace
BANK = Account("bank:clearing:EUR")
GOOD = deposit(ANN, 100, "EUR", reference="a", at_ms=1)


def refused(transfer: Transfer) -> tuple[str, str]:
    with pytest.raises(TransferRefused) as refusal:
        verify_form(transfer)
    return refusal.value.rule, refusal.value.reason


def test_every_reason_says_where_money_comes_from_and_goes_to() -> None:
    assert set(MOVES) == set(Reason)


def test_what_is_set_aside_moves_only_by_its_own_reasons() -> None:
    for kind in SETS_ASIDE.values():
        openings = {reason for reason, move in MOVES.items() if kind in move.into}
        closings = {reason for reason, move in MOVES.items() if kind in move.out_of}
        assert all(SETS_ASIDE.get(reason) is kind for reason in openings)
        assert all(SETS_ASIDE[CLOSES[reason]] is kind for reason in closings)


@pytest.mark.parametrize("amount", [True, 1.0, "1", None, 0, -1, AMOUNT_MAX + 1])
def test_an_amount_is_a_positive_whole_number(amount: object) -> None:
    with pytest.raises(TransferRefused, match="not an amount"):
        verify_amount(amount)
    with pytest.raises(TransferRefused, match="not an amount"):
        buy_in(TABLE, ANN, amount, "EUR", request="1", at_ms=1)  # type: ignore[arg-type]


def test_the_largest_amount_still_moves() -> None:
    verify_form(deposit(ANN, AMOUNT_MAX, "EUR", reference="a", at_ms=1))


@pytest.mark.parametrize("amount", [True, 100.0, "100"])
def test_an_entry_of_another_type_is_refused(amount: object) -> None:
    entries = ((BANK, -100), (cash(ANN), amount))
    assert refused(replace(GOOD, entries=entries)) == ("I1", "not_an_amount")


def test_an_entry_of_nothing_is_refused() -> None:
    entries = ((BANK, 0), (cash(ANN), 0))
    assert refused(replace(GOOD, entries=entries)) == ("I1", "not_an_amount")


def test_entries_come_sorted_and_once_per_account() -> None:
    backwards = tuple(reversed(GOOD.entries))
    assert refused(replace(GOOD, entries=backwards)) == ("I1", "entries_not_sorted")
    twice = ((BANK, -50), (BANK, -50), (cash(ANN), 100))
    assert refused(replace(GOOD, entries=twice)) == ("I1", "entries_not_sorted")


def test_each_currency_sums_to_zero_by_itself() -> None:
    entries = ((BANK, -100), (player_cash(ANN, "CHF"), 100))
    assert refused(replace(GOOD, entries=entries)) == ("I1", "does_not_sum_to_zero")


def test_a_reason_moves_only_its_own_kinds_of_account_and_only_one_way() -> None:
    drain = ((BANK, 100), (cash(ANN), -100))
    assert refused(replace(GOOD, entries=drain)) == ("I1", "account_not_for_this_reason")
    skip = ((BANK, -100), (escrow(TABLE, ANN, "EUR"), 100))
    assert refused(replace(GOOD, entries=skip)) == ("I1", "account_not_for_this_reason")


def test_nobody_buys_in_with_the_cash_of_another() -> None:
    entries = ((cash(ANN), -100), (escrow(TABLE, BEN, "EUR"), 100))
    gift = Transfer("buy_in:9:2:x", Reason.BOUGHT_IN, 1, entries)
    assert refused(gift) == ("I1", "several_players")


def test_a_ticket_without_its_money_is_refused() -> None:
    entries = (
        (Account("house:tickets:EUR-1000-sunday"), -1),
        (Account("player:1:tickets:EUR-1000-sunday"), 1),
    )
    ticket = Transfer("ticket:x", Reason.TICKET_ISSUED, 1, entries)
    assert refused(ticket) == ("I1", "ticket_money_missing")


def test_the_money_behind_tickets_does_not_move_without_them() -> None:
    entries = (
        (Account("house:overlay:EUR"), 10),
        (Account("house:ticket_money:EUR"), -10),
    )
    moved = Transfer("adjustment:x", Reason.ADJUSTED, 1, entries, operator="op", note="why")
    assert refused(moved) == ("I1", "ticket_money_missing")


@pytest.mark.parametrize("at_ms", [-1, 1.5, True, 2**53 + 1])
def test_a_time_is_a_whole_number_of_milliseconds(at_ms: object) -> None:
    assert refused(replace(GOOD, at_ms=at_ms)) == ("I1", "not_a_time")


def test_only_suspense_falls_due() -> None:
    assert refused(replace(GOOD, due_ms=1)) == ("I1", "not_a_time")
    item = suspend(ANN, 1, cash(ANN), reference="s", after_days=90, at_ms=1)
    verify_form(item)
    assert refused(replace(item, due_ms=True)) == ("I1", "not_a_time")


def test_keys_notes_and_entries_have_limits() -> None:
    assert refused(replace(GOOD, key="")) == ("I1", "text_too_long_or_empty")
    assert refused(replace(GOOD, key="k" * (KEY_LENGTH_MAX + 1)))[1] == "text_too_long_or_empty"
    assert refused(replace(GOOD, note="n" * (NOTE_LENGTH_MAX + 1)))[1] == "text_too_long_or_empty"
    verify_form(replace(GOOD, key="k" * KEY_LENGTH_MAX, note="n" * NOTE_LENGTH_MAX))
    many = tuple(
        (Account(f"player:{10**6 + number}:cash:EUR"), 1 if number % 2 else -1)
        for number in range(ENTRIES_MAX + 2)
    )
    wide = Transfer("adjustment:x", Reason.ADJUSTED, 1, many[:-2], operator="op", note="why")
    verify_form(wide)
    assert refused(replace(wide, entries=many)) == ("I1", "too_many_entries")


@rule("CASH-01")
def test_an_override_needs_an_operator_and_a_reason_in_words() -> None:
    moved = adjust(1, BANK, cash(ANN), request="1", operator="", note="why", at_ms=1)
    assert refused(moved) == ("CASH-01", "operator_and_note_needed")
    assert refused(replace(moved, operator="op", note="")) == (
        "CASH-01",
        "operator_and_note_needed",
    )
    hold = place_hold(CASE, ANN, 1, cash(ANN), number=1, at_ms=1)
    seized = confiscate_hold(hold, operator="op", note="", at_ms=2)
    assert refused(seized) == ("CASH-01", "operator_and_note_needed")


def test_an_override_does_not_reach_what_is_set_aside() -> None:
    held = Account("case:5:held:1:EUR")
    moved = adjust(1, held, cash(ANN), request="1", operator="op", note="why", at_ms=1)
    assert refused(moved) == ("I1", "account_not_for_this_reason")


@rule("FAIR-04")
def test_what_closes_a_hold_has_the_one_key_for_it() -> None:
    hold = place_hold(CASE, ANN, 1, cash(ANN), number=1, at_ms=1)
    seized = confiscate_hold(hold, operator="op", note="why", at_ms=2)
    verify_form(seized)
    assert refused(replace(seized, key="closed:other")) == ("I11", "closes_nothing")
    assert refused(replace(seized, closes="")) == ("I11", "closes_nothing")
    assert refused(replace(GOOD, closes="hold:5:1:1")) == ("I11", "closes_nothing")


@rule("AMB-24")
def test_what_reverses_a_transfer_has_the_one_key_for_it() -> None:
    back = reverse(GOOD, operator="op", note="why", at_ms=2)
    verify_form(back)
    assert refused(replace(back, key="reversed:other")) == ("I7", "reverses_nothing")
    assert refused(replace(back, reverses="")) == ("I7", "reverses_nothing")
    assert refused(replace(GOOD, reverses="deposit:b")) == ("I7", "reverses_nothing")


def test_only_a_hand_has_the_key_of_a_hand() -> None:
    assert refused(replace(GOOD, key="hand:9:1:1")) == ("I7", "not_the_key_of_a_hand")
    settled = settle_hand(HANDS[0])
    assert refused(replace(settled, key="mine")) == ("I7", "not_the_key_of_a_hand")


def test_a_tournament_is_closed_under_its_own_key() -> None:
    closed = SUNDAY.close(0, {}, at_ms=1)
    verify_form(closed)
    assert refused(replace(closed, tournament=8)) == ("I8", "closes_no_tournament")


def test_money_is_set_aside_on_one_account() -> None:
    hold = place_hold(CASE, ANN, 2, cash(ANN), number=1, at_ms=1)
    two = (
        (Account("case:5:held:1:EUR"), 1),
        (Account("case:6:held:1:EUR"), 1),
        (cash(ANN), -2),
    )
    assert refused(replace(hold, entries=two)) == ("I11", "sets_nothing_aside")
    assert refused(replace(hold, entries=())) == ("I11", "sets_nothing_aside")


def test_every_ready_made_transfer_has_the_right_form() -> None:
    for transfer in busy_quarter():
        verify_form(transfer)
