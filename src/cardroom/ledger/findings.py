"""Findings of the audit in words: one sentence each, with transfer, account and figures."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import Account, PlayerId, find_account
from cardroom.ledger.hands import SettledHand
from cardroom.ledger.transfers import (
    ENTRIES_MAX,
    KEY_LENGTH_MAX,
    NOTE_LENGTH_MAX,
    Entry,
    Transfer,
)
from cardroom.units import Cents

TOLD_MAX = 3
"""Differences that one sentence tells; of the others it tells the number."""
HASH_TOLD = 8
"""Bytes of a hash that a sentence tells: enough to find it by."""


class Breach(msgspec.Struct, frozen=True):
    """Something that is wrong: which rule, at which transfer, and what, as a word and in words.

    Positions count from 1; 0 is the end, where what is stored beside the transfers is compared.
    """

    rule: str
    key: str
    position: int
    what: str
    sentence: str = ""


class Found(NamedTuple):
    """What a finding is about: the transfer, what it closes if that is open, what was refused."""

    transfer: Transfer
    opened: Transfer | None
    details: Mapping[str, Any]


def refused(refusal: TransferRefused, transfer: Transfer, opened: Transfer | None) -> str:
    """What is wrong with a transfer that would be refused today."""
    say = REFUSALS.get(refusal.reason)
    return say(Found(transfer, opened, refusal.details)) if say else str(refusal)


def hand_refused(refusal: TransferRefused, hand: SettledHand) -> str:
    """What is wrong with a hand that would be refused today."""
    say = HANDS_REFUSED.get(refusal.reason)
    return say(hand) if say else str(refusal)


def entries_differ(expected: Iterable[Entry], found: Iterable[Entry]) -> str:
    """Where two lists of entries differ: `house:rake:EUR 25 instead of 24`."""
    return differences(dict(expected), dict(found)) or "the same entries in another order"


def deltas_differ(expected: Mapping[PlayerId, Cents], found: Mapping[PlayerId, Cents]) -> str:
    """Where two results of a hand differ."""
    return differences(
        {f"player {who}": won for who, won in expected.items()},
        {f"player {who}": won for who, won in found.items()},
    )


def differences(expected: Mapping[Any, Any], found: Mapping[Any, Any]) -> str:
    """The first places where two mappings differ, what was found before what was expected."""
    names = [
        name
        for name in sorted(expected.keys() | found.keys())
        if expected.get(name, 0) != found.get(name, 0)
    ]
    parts = [f"{name} {found.get(name, 0)} instead of {expected.get(name, 0)}" for name in names]
    more = [f"{len(parts) - TOLD_MAX} more"] if len(parts) > TOLD_MAX else []
    return ", ".join(parts[:TOLD_MAX] + more)


def short(hashed: bytes) -> str:
    """The beginning of a hash."""
    return hashed[:HASH_TOLD].hex()


def _moves(found: Found) -> str:
    return f"{found.details.get('amount')} on {found.details.get('account')}"


def _sums(found: Found) -> str:
    sums: dict[str, int] = {}
    for account, amount in found.transfer.entries:
        parts = find_account(account)
        asset = str(parts.asset if parts else account)
        sums[asset] = sums.get(asset, 0) + amount
    wrong = [f"{asset} to {total}" for asset, total in sorted(sums.items()) if total]
    return f"its entries sum not to zero but {', '.join(wrong)}"


def _taken(found: Found) -> str:
    account = Account(found.details["account"])
    amount = -dict(found.transfer.entries)[account]
    return f"it takes {amount} from {account}, which has {found.details['at_most']}"


def _not_all_closed(found: Found) -> str:
    opened, closed = found.opened, found.transfer
    assert opened is not None
    aside = [(account, -amount) for account, amount in opened.entries if amount > 0]
    taken = [entry for entry in closed.entries if entry[1] < 0]
    return f"of what {closed.closes} set aside it takes {entries_differ(aside, taken)}"


def _pool_left(found: Found) -> str:
    account = Account(found.details["account"])
    left = found.details["left"] + dict(found.transfer.entries).get(account, 0)
    return f"it closes tournament {found.transfer.tournament} and leaves {left} on {account}"


def _lengths(found: Found) -> str:
    key, note = len(found.transfer.key), len(found.transfer.note)
    return (
        f"its key has {key} characters and its note {note}: 1 to {KEY_LENGTH_MAX} and at most"
        f" {NOTE_LENGTH_MAX} are right"
    )


def _too_early(found: Found) -> str:
    item, due_ms = found.transfer.closes, found.details["from_ms"]
    return f"it gives {item} to charity at {found.transfer.at_ms} ms, which is due at {due_ms} ms"


Saying = Callable[[Found], str]

REFUSALS: dict[str, Saying] = {
    "account_not_for_this_reason": lambda found: (
        f"it moves {_moves(found)}, which '{found.transfer.reason.value}' may not"
    ),
    "closes_no_tournament": lambda found: (
        f"it closes tournament {found.transfer.tournament} under the key of another"
    ),
    "closes_nothing": lambda found: (
        f"a transfer for '{found.transfer.reason.value}' with this key cannot close"
        f" '{found.transfer.closes}'"
    ),
    "does_not_sum_to_zero": _sums,
    "entries_not_sorted": lambda found: (
        f"its entries are not in order, or {found.details.get('account')} comes twice"
    ),
    "insufficient_funds": _taken,
    "not_an_amount": lambda found: f"it moves {_moves(found)}, which is not an amount",
    "not_a_time": lambda found: (
        f"its time is {found.transfer.at_ms}, it falls due at {found.transfer.due_ms}: one of them"
        " is not possible"
    ),
    "not_the_key_of_a_hand": lambda found: (
        f"a transfer for '{found.transfer.reason.value}' does not have such a key"
    ),
    "not_the_reverse": lambda found: (
        f"it reverses {found.transfer.reverses} by"
        f" {entries_differ(found.details['entries'], found.transfer.entries)}"
    ),
    "not_what_was_set_aside": _not_all_closed,
    "not_yet_due": _too_early,
    "nothing_to_close": lambda found: (
        f"it closes {found.transfer.closes}, which is not set aside, or closed before"
    ),
    "nothing_to_reverse": lambda found: (
        f"it reverses {found.transfer.reverses}, which was not applied before it"
    ),
    "operator_and_note_needed": lambda found: (
        f"'{found.transfer.reason.value}' needs an operator and a note, it has"
        f" '{found.transfer.operator}' and '{found.transfer.note}'"
    ),
    "pool_not_empty": _pool_left,
    "reversal_is_final": lambda found: (
        f"it reverses {found.transfer.reverses}, which is a reversal itself"
    ),
    "reverses_nothing": lambda found: (
        f"a transfer for '{found.transfer.reason.value}' with this key cannot reverse"
        f" '{found.transfer.reverses}'"
    ),
    "sets_nothing_aside": lambda found: (
        f"'{found.transfer.reason.value}' sets aside on one account, it has"
        f" {sum(amount > 0 for _, amount in found.transfer.entries)} that gain"
    ),
    "several_players": lambda _: "it moves the money of several players at once",
    "text_too_long_or_empty": _lengths,
    "ticket_money_missing": lambda _: (
        "the money behind tickets does not follow the tickets that it moves"
    ),
    "too_many_entries": lambda found: (
        f"it has {len(found.transfer.entries)} entries, at most {ENTRIES_MAX} are right"
    ),
    "tournament_is_closed": lambda _: "it moves the pools of a tournament that is closed",
    "unknown_account": lambda found: f"there is no account such as {found.details.get('account')}",
}
"""What a refusal of a transfer means in an audit, as the end of a sentence."""

HANDS_REFUSED: dict[str, Callable[[SettledHand], str]] = {
    "does_not_sum_to_zero": lambda hand: (
        f"the deltas of the hand sum to {sum(hand.deltas.values())} and its rake is {hand.rake}"
    ),
    "hand_for_chips": lambda _: "the hand is one for chips, and moves no money",
    "not_an_amount": lambda _: "the hand has an amount that is none",
    "not_an_id": lambda _: "the hand has a table or a player without a number",
    "rake_above_cap": lambda hand: f"the rake of the hand is {hand.rake}, its cap {hand.rake_cap}",
    "seat_missing": lambda _: "the hand names no seat for a player who was dealt in",
    "stack_missing": lambda _: "the hand names no stack for a player who was dealt in",
    "too_large": lambda hand: (
        f"the hand has {len(hand.stacks)} stacks and {len(hand.history)} bytes of history"
    ),
}
"""What a refusal of a hand means in an audit, as the end of a sentence."""
