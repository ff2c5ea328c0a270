"""The audit: every invariant broken on purpose in what is stored, and the offender named."""

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.ledger import (
    GENESIS,
    Account,
    Invariant,
    Kind,
    Reason,
    Transfer,
    canonical,
)
from cardroom.ledger.accounts import house
from cardroom.ledger.audit import BREACHES_TOLD
from cardroom.ledger.banking import deposit
from cardroom.ledger.cases import confiscate_hold
from cardroom.ledger.findings import HANDS_REFUSED, REFUSALS
from cardroom.ledger.invariants import SENTENCES
from cardroom.ledger.overrides import reverse
from cardroom.ledger.suspense import suspend
from cardroom.ledger.tables import buy_in
from tests.ledger.scene import (
    ANN,
    BEN,
    CAT,
    DAY_MS,
    HANDS,
    SUNDAY,
    TABLE,
    audit,
    booked,
    busy_quarter,
    cash,
    first,
    said,
    seated,
    stored,
    totals,
)
from tests.rule import rule

replace = msgspec.structs.replace


def changed(transfers: list[Transfer], key: str, **fields: object) -> list[Transfer]:
    """The transfers with one of them changed, as if it had been stored like that."""
    assert key in [one.key for one in transfers]
    return [replace(one, **fields) if one.key == key else one for one in transfers]


def test_there_are_twelve_invariants_and_each_has_its_sentence() -> None:
    assert [one.value for one in Invariant] == [f"I{number}" for number in range(1, 13)]
    assert set(SENTENCES) == set(Invariant)


def test_an_honest_quarter_passes_the_audit_from_zero() -> None:
    transfers = busy_quarter()
    ledger = booked(transfers)
    records = stored(transfers)
    report = audit(records, totals(records)._replace(balances=ledger.balances))
    assert report.breaches == ()
    assert (report.transfers, report.hands) == (len(transfers), 2)
    assert report.accounts == len(ledger.balances)
    assert report.head == ledger.head.hex()


def test_entries_that_do_not_sum_to_zero_are_found() -> None:
    gift = ((house(Kind.BANK, "EUR"), -5000), (cash(ANN), 5001))
    report = audit(stored(changed(busy_quarter(), "deposit:bank-1", entries=gift)))
    assert first(report) == ("I1", "deposit:bank-1", "does_not_sum_to_zero")
    sentence = "Transfer 1 (deposit:bank-1): its entries sum not to zero but EUR to 1."
    assert said(report)[0] == sentence


def test_an_account_below_zero_is_found() -> None:
    transfers = [*seated(), buy_in(TABLE, ANN, 4001, "EUR", request="2", at_ms=3)]
    report = audit(stored(transfers))
    assert first(report) == ("I2", "buy_in:9:1:2", "insufficient_funds")
    assert said(report) == [
        "Transfer 7 (buy_in:9:1:2): it takes 4001 from player:1:cash:EUR, which has 4000."
    ]


def test_balances_that_do_not_sum_to_zero_are_found() -> None:
    records = stored(seated())
    balances = dict(booked(seated()).balances) | {cash(ANN): 4001}
    report = audit(records, totals(records)._replace(balances=balances))
    assert said(report)[1] == "At the end: the balances in EUR sum to 1 and not to 0."
    assert [breach.rule for breach in report.breaches] == ["I4", "I3"]


def test_a_balance_that_is_not_the_sum_of_its_entries_is_found() -> None:
    swapped = dict(booked(seated()).balances)
    swapped[cash(ANN)] -= 1
    swapped[cash(BEN)] += 1
    records = stored(seated())
    report = audit(records, totals(records)._replace(balances=swapped))
    assert first(report) == ("I4", "", "balance_differs")
    assert said(report)[0] == "At the end: player:1:cash:EUR is 3999, its entries are 4000."
    assert report.breaches_found == 2


def test_a_balance_without_entries_and_entries_without_a_balance_are_found() -> None:
    balances = dict(booked(seated()).balances)
    del balances[cash(ANN)]
    balances[Account("player:77:cash:EUR")] = 4000
    records = stored(seated())
    report = audit(records, totals(records)._replace(balances=balances))
    assert "At the end: player:1:cash:EUR is 0, its entries are 4000." in said(report)
    assert "At the end: player:77:cash:EUR is 4000, its entries are 0." in said(report)


def test_booked_entries_that_differ_from_the_transfer_are_found() -> None:
    records = stored(busy_quarter())
    account, amount = records[0].entries[1]
    records[0] = records[0]._replace(entries=(records[0].entries[0], (account, amount + 1)))
    report = audit(records)
    assert first(report) == ("I4", "deposit:bank-1", "entries_differ")
    booked_is = "booked is player:1:cash:EUR 5001 instead of 5000"
    assert said(report)[0] == f"Transfer 1 (deposit:bank-1): {booked_is}."


def test_a_key_that_comes_twice_is_found() -> None:
    again = deposit(ANN, 1, "EUR", reference="bank-1", at_ms=12)
    assert first(audit(stored([*seated(), again]))) == ("I7", "deposit:bank-1", "key_again")


@rule("TAMB-40")
def test_a_tournament_that_keeps_or_overpays_money_is_found() -> None:
    short = [one for one in busy_quarter() if one.key != "prize:7:1"]
    report = audit(stored(short))
    assert first(report) == ("I8", "tournament_closed:7", "pool_not_empty")
    left = "it closes tournament 7 and leaves 1300 on tournament:7:places:EUR"
    assert said(report)[0] == f"Transfer 15 (tournament_closed:7): {left}."


def test_money_for_a_closed_tournament_is_found() -> None:
    late = SUNDAY.add_house_money(SUNDAY.places, 1, number=1, at_ms=12)
    report = audit(stored([*busy_quarter(), late]))
    assert first(report) == ("I8", "house:7:1", "tournament_is_closed")


@rule("CRASH-04", "AMB-23")
def test_suspense_that_outlives_the_day_it_falls_due_is_found_once() -> None:
    item = suspend(CAT, 40, cash(CAT), reference="s1", after_days=90, at_ms=11)
    records = stored([*seated(), item])
    assert audit(records, now_ms=91 * DAY_MS - 1).breaches == ()
    report = audit(records, now_ms=91 * DAY_MS)
    assert first(report) == ("I9", "suspense:s1", "overdue_for_charity")
    assert said(report) == [
        (
            "Transfer 7 (suspense:s1): suspense:s1, 40 on player:3:suspense:EUR, was due to charity"
            " at 7776000011 ms, on day 90, and is still in suspense on day 91."
        )
    ]
    later = [deposit(ANN, 1, "EUR", reference=f"{day}", at_ms=day * DAY_MS) for day in (91, 92)]
    assert audit(stored([*seated(), item, *later])).breaches_found == 1
    backdated = audit(stored([*seated(), *later, item]), now_ms=92 * DAY_MS)
    assert first(backdated) == ("I9", "suspense:s1", "overdue_for_charity")


@rule("FAIR-04")
def test_a_hold_that_is_released_and_also_confiscated_is_found() -> None:
    transfers = busy_quarter()
    hold = next(one for one in transfers if one.reason is Reason.HOLD_PLACED)
    twice = confiscate_hold(hold, operator="op", note="again", at_ms=12)
    report = audit(stored([*transfers, twice]))
    assert first(report) == ("I7", "closed:hold:5:2:1", "key_again")
    assert report.breaches[1].rule == "I11"


def test_a_hold_that_is_closed_in_part_is_found() -> None:
    part = ((Account("case:5:held:2:EUR"), -499), (cash(BEN), 499))
    report = audit(stored(changed(busy_quarter(), "closed:hold:5:2:1", entries=part)))
    assert first(report) == ("I11", "closed:hold:5:2:1", "not_what_was_set_aside")
    takes = "of what hold:5:2:1 set aside it takes case:5:held:2:EUR -499 instead of -500"
    assert said(report)[0] == f"Transfer 17 (closed:hold:5:2:1): {takes}."


def test_a_changed_transfer_breaks_the_chain_where_it_was_changed() -> None:
    records = stored(busy_quarter())
    other = stored(changed(busy_quarter(), "withdrawal:w1", note="rewritten"))
    place = next(at for at, one in enumerate(other) if b"rewritten" in one.content)
    records[place] = records[place]._replace(content=other[place].content)
    report = audit(records)
    assert first(report) == ("I12", "withdrawal:w1", "hash_does_not_follow")
    assert [breach.position for breach in report.breaches] == [place + 1]
    stored_is = f"but stored is {records[place].hash[:8].hex()}"
    assert stored_is in said(report)[0]


@pytest.mark.parametrize("gone", [0, 3, 7])
def test_a_transfer_that_was_taken_out_breaks_the_chain_after_it(gone: int) -> None:
    records = stored(busy_quarter())
    del records[gone]
    assert ("I12", gone + 1) in [(one.rule, one.position) for one in audit(records).breaches]


def test_transfers_cut_off_at_the_end_are_missed_by_the_head() -> None:
    records = stored(busy_quarter())
    cut = records[:-2]
    beside = totals(cut)._replace(head=records[-1].hash, transfers=len(records))
    report = audit(cut, beside)
    assert first(report) == ("I12", "", "head_differs")
    ends = [one.hash[:8].hex() for one in (records[-1], cut[-1])]
    assert said(report) == [
        f"At the end: the head is 19 transfers up to {ends[0]}, read 17 up to {ends[1]}."
    ]


def test_an_end_that_was_cut_off_with_its_head_is_missed_by_whoever_noted_it() -> None:
    records = stored(busy_quarter())
    noted = records[-1].hash
    assert audit(records, noted=[noted, records[3].hash, GENESIS]).breaches == ()
    report = audit(records[:-2], noted=[noted, records[3].hash])
    assert first(report) == ("I12", "", "noted_hash_missing")
    assert noted.hex() in said(report)[0]


def test_a_reversal_that_takes_back_something_else_is_found() -> None:
    original = deposit(ANN, 100, "EUR", reference="a", at_ms=1)
    back = reverse(original, operator="op", note="why", at_ms=2)
    records = stored([original, back])
    right = records[1]
    assert audit(records).breaches == ()
    alone = [records[0], right._replace(reversed=None)]
    assert first(audit(alone)) == ("AMB-24", "reversed:deposit:a", "nothing_to_reverse")
    other = canonical(deposit(ANN, 99, "EUR", reference="a", at_ms=1))
    report = audit([records[0], right._replace(reversed=other)])
    assert first(report) == ("AMB-24", "reversed:deposit:a", "not_the_reverse")
    assert "player:1:cash:EUR -100 instead of -99" in said(report)[0]
    unreadable = right._replace(reversed=b"{")
    assert first(audit([records[0], unreadable]))[2] == "nothing_to_reverse"


def test_two_transfers_that_changed_places_break_the_chain() -> None:
    records = stored(busy_quarter())
    records[0], records[2] = records[2], records[0]
    assert first(audit(records)) == ("I12", "deposit:bank-2", "hash_does_not_follow")


def test_bytes_that_are_no_transfer_are_found_and_the_audit_goes_on() -> None:
    records = stored(busy_quarter())
    records[1] = records[1]._replace(content=b'{"key": true}')
    report = audit(records)
    assert report.breaches[0].rule == "I12"
    assert report.breaches[0].what == "unreadable"
    assert report.transfers == len(records)


def test_an_account_that_does_not_exist_is_found_and_the_audit_goes_on() -> None:
    odd = ((Account("bank:clearing:EUR"), -5000), (Account("tournament:x:EUR"), 5000))
    transfers = changed(busy_quarter(), "deposit:bank-1", entries=odd)
    report = audit(stored(transfers))
    assert first(report) == ("I1", "deposit:bank-1", "unknown_account")
    assert report.transfers == len(transfers)


def test_only_the_first_hundred_findings_are_told_but_all_are_counted() -> None:
    poor = [buy_in(TABLE, ANN, 1, "EUR", request=f"{number}", at_ms=1) for number in range(150)]
    report = audit(stored(poor))
    assert (len(report.breaches), report.breaches_found) == (BREACHES_TOLD, 150)
    assert report.breaches[0].key == "buy_in:9:1:0"


ANYTHING = st.builds(
    Transfer,
    key=st.sampled_from(["a", "hand:9:1:1", "closed:a", "reversed:a", "tournament_closed:7"]),
    reason=st.sampled_from(Reason),
    at_ms=st.sampled_from([-1, 0, 5, 200 * DAY_MS]),
    entries=st.lists(
        st.tuples(
            st.sampled_from(
                [
                    Account("player:1:cash:EUR"),
                    Account("player:1:suspense:EUR"),
                    Account("player:1:tickets:EUR-5-any"),
                    Account("case:5:held:1:EUR"),
                    Account("tournament:7:places:EUR"),
                    Account("tournament:x:places:EUR"),
                    Account("bank:clearing:EUR"),
                    Account("nonsense"),
                ]
            ),
            st.integers(-3, 3),
        ),
        max_size=3,
    ).map(tuple),
    closes=st.sampled_from(["", "a"]),
    reverses=st.sampled_from(["", "a"]),
    tournament=st.sampled_from([0, 7]),
)


@given(transfers=st.lists(ANYTHING, max_size=6), with_hands=st.booleans())
def test_whatever_nonsense_is_stored_the_audit_reads_it_to_the_end(
    transfers: list[Transfer], with_hands: bool
) -> None:
    records = stored(transfers, HANDS if with_hands else [])
    report = audit(records)
    assert report.transfers == len(transfers)
    assert all(re.fullmatch(SENTENCE, breach.sentence) for breach in report.breaches)


SENTENCE = r"(Transfer \d+( \(.+\))?|At the end): [^A-Z].+[^.]\."


@pytest.mark.parametrize("module", ["verifying", "books", "accounts", "settling"])
def test_every_refusal_has_its_sentence(module: str) -> None:
    source = Path(f"src/cardroom/ledger/{module}.py").read_text(encoding="utf-8")
    words = set(re.findall(r'[Rr]efused\([^"{]*(?:"[A-Z0-9-]+", )?"([a-z_]+)"', source))
    assert words, "the words were not found"
    assert words <= set(HANDS_REFUSED if module == "settling" else REFUSALS)
