"""What the room tells players besides the events of hands and tables: turns, clocks, chat, news.

Everything here is sent as the `d` of a message. Times are the server's, in milliseconds.
"""

from typing import Literal

import msgspec

from cardroom.engine.answers import Pot
from cardroom.ledger import PlayerId
from cardroom.units import Cents, Seat


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """A decision is wanted: everything that is needed to make it, without arithmetic.

    `turn` is the token that the answer carries. `call` is what a call adds, 0 when checking is
    free; a bet or raise is a total from `raise_from` to `raise_to`, both 0 when there is none.
    `deadline_ms` is when the normal time ends, `bank_ms` what the timebank adds.
    """

    hand: int
    turn: int
    seat: Seat
    call: int
    raise_from: int
    raise_to: int
    pot: int
    deadline_ms: int
    bank_ms: int
    check: bool
    closed: bool = False


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered fact of a channel that is no event of a hand."""


class ClockStarted(Notice, frozen=True, kw_only=True, tag="clock_started"):
    """The action clock of a seat runs: everybody sees the same countdown.

    It comes again when the time changes: a lost connection is worth more of it (TIME-02).
    """

    hand: int
    seat: Seat
    deadline_ms: int
    bank_ms: int
    pots: tuple[Pot, ...] = ()
    """The pots as they would be if the betting ended now, main pot first."""
    whole_ms: int = 0
    """How long the decision time is in all: whoever comes later sees how much of it is gone."""


class ChatSaid(Notice, frozen=True, kw_only=True, tag="chat_said"):
    """Somebody at the table said something."""

    player: PlayerId
    name: str
    text: str


class Announced(Notice, frozen=True, kw_only=True, tag="announced"):
    """The house says something to everybody who listens to the channel."""

    text: str


class TableFrozen(Notice, frozen=True, kw_only=True, tag="table_frozen"):
    """A table stopped after a malfunction; its hand never was (CASH-03, CRASH-01)."""

    reason: str


class BalanceChanged(Notice, frozen=True, kw_only=True, tag="balance_changed"):
    """What the player can spend now."""

    balance: Cents
    currency: str


class CashierAnswered(Notice, frozen=True, kw_only=True, tag="cashier_answered"):
    """The operator's cashier has paid, credited or refused what the player asked for."""

    reference: str
    kind: Literal["deposit", "withdrawal"]
    amount: Cents
    outcome: Literal["confirmed", "refused"]
    said: str


AnyNotice = ClockStarted | ChatSaid | Announced | TableFrozen | BalanceChanged | CashierAnswered
