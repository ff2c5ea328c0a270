"""Transfers: the frozen events of the ledger, and their canonical bytes."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final

import msgspec

from cardroom.ledger.accounts import Account
from cardroom.units import Cents

HAND_KEY: Final = "hand:"
"""How the key of a hand begins, and no other."""

KEY_LENGTH_MAX: Final = 200
NOTE_LENGTH_MAX: Final = 1000
ENTRIES_MAX: Final = 64
AMOUNT_MAX: Final = 2**53
TIME_MS_MAX: Final = 2**53
DAY_MS = 24 * 3600 * 1000


class Reason(StrEnum):
    """Why money moved: the word in a statement, stored for ever."""

    DEPOSITED = "deposited"
    WITHDRAWAL_REQUESTED = "withdrawal_requested"
    WITHDRAWAL_PAID = "withdrawal_paid"
    WITHDRAWAL_CANCELLED = "withdrawal_cancelled"
    BOUGHT_IN = "bought_in"
    TOPPED_UP = "topped_up"
    CASHED_OUT = "cashed_out"
    HAND_SETTLED = "hand_settled"
    ENTERED = "entered"
    ENTRY_REFUNDED = "entry_refunded"
    PRIZE_PAID = "prize_paid"
    BOUNTY_PAID = "bounty_paid"
    HOUSE_MONEY_ADDED = "house_money_added"
    HOUSE_MONEY_RETURNED = "house_money_returned"
    PHASE_CARRIED_OVER = "phase_carried_over"
    TOURNAMENT_CLOSED = "tournament_closed"
    TICKETS_TAKEN_BACK = "tickets_taken_back"
    HEXAPRO_ENTERED = "hexapro_entered"
    HEXAPRO_PAID = "hexapro_paid"
    FLOOR_ENTERED = "floor_entered"
    FLOOR_REFUNDED = "floor_refunded"
    FLOOR_PRIZE_PAID = "floor_prize_paid"
    FLOOR_PRIZE_SEIZED = "floor_prize_seized"
    FLOOR_MONEY_ADDED = "floor_money_added"
    FLOOR_CLOSED = "floor_closed"
    TICKET_ISSUED = "ticket_issued"
    TICKET_CASHED = "ticket_cashed"
    TICKET_EXPIRED = "ticket_expired"
    VOUCHER_FULFILLED = "voucher_fulfilled"
    HOLD_PLACED = "hold_placed"
    HOLD_RELEASED = "hold_released"
    HOLD_CONFISCATED = "hold_confiscated"
    SUSPENDED = "suspended"
    SUSPENSE_RESOLVED = "suspense_resolved"
    GIVEN_TO_CHARITY = "given_to_charity"
    REVERSED = "reversed"
    ADJUSTED = "adjusted"


Entry = tuple[Account, Cents]
"""One side of a transfer: an account and what it gains, or loses if negative.

A plain pair: nothing is looked for in it when garbage is collected, and a ledger holds millions.
"""


class Transfer(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False
):
    """Money or tickets moved between accounts, at most once per key.

    Entries are sorted by account, one each. Later fields come at the end with a default, so that
    the canonical bytes of old transfers stay what they were.
    """

    key: str
    reason: Reason
    at_ms: int
    entries: tuple[Entry, ...]
    closes: str = ""
    """Key of the withdrawal, hold or suspense that this transfer closes."""
    reverses: str = ""
    """Key of the transfer that this one takes back."""
    hand: str = ""
    tournament: int = 0
    case: int = 0
    operator: str = ""
    note: str = ""
    due_ms: int = 0
    """When money in suspense goes to charity, by the rules at the time (CRASH-04)."""
    record: str = ""
    """The hash of what a hand is replayed from: the chain over the transfers seals that, too."""
    floor: int = 0
    """The live tournament whose money it is."""


def merged(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """One entry per account, sorted; what nets to zero is left out."""
    sums: dict[Account, Cents] = {}
    for account, amount in entries:
        sums[account] = sums.get(account, 0) + amount
    return tuple(sorted([side for side in sums.items() if side[1]]))


def moved(amount: Cents, out_of: Account, into: Account) -> tuple[Entry, ...]:
    """The two sides of one amount."""
    return merged([(out_of, -amount), (into, amount)])


_decoder = msgspec.json.Decoder(Transfer)

canonical: Callable[[Transfer], bytes] = msgspec.json.Encoder().encode
"""The bytes of a transfer: the same content always gives the same bytes."""


def read_transfer(stored: bytes) -> Transfer:
    """The transfer that canonical bytes say; true, floats and unknown fields do not fit."""
    return _decoder.decode(stored)
