"""The seams of the back office: what it and the server need of the store and of each other."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from cardroom.ledger import CaseId, PlayerId, TableId, Transfer
from cardroom.office.operator_pages import AuditState, TableOverview
from cardroom.room.people import Caller
from cardroom.room.records import (
    Account,
    AccountChange,
    CashierOrder,
    Handed,
    Holdings,
    MoneyOrder,
    NewAccount,
    OutboxMessage,
    Receipt,
    Session,
    StatementLine,
)
from cardroom.units import Cents

Answer = Mapping[str, object]
"""What an accepted request is answered with, as the `d` of its ack."""


class CashierDesk(Protocol):
    """Money of one player outside the tables, in the room's currency."""

    async def welcome(self, player: PlayerId) -> None:
        """Give a new account its play money, once."""

    async def balance(self, player: PlayerId) -> Cents: ...

    async def statement(self, player: PlayerId, before: int, limit: int) -> list[StatementLine]:
        """Every transfer in or out of the cash, newest first."""

    async def holdings(self, player: PlayerId) -> Holdings:
        """Cash, stacks, tickets, and what is held."""

    async def book(self, caller: Caller, order: CashierOrder, approved_by: str = "") -> Answer:
        """Carry out a booking, once per reference; who asked and who approved is recorded."""


class AuditDesk(Protocol):
    """The audit of the ledger, run beside the room."""

    def state(self) -> AuditState: ...

    def begin(self) -> AuditState:
        """Start an audit, unless one is running."""


class Administration(Protocol):
    """What the operator may see of the running room and do with it."""

    def overview(self) -> Answer:
        """All tables with their players."""

    def open_tables(self) -> list[TableOverview]:
        """All tables as the operator sees them."""

    async def freeze(self, table: TableId) -> None:
        """Stop a table; its hand never was (CASH-01)."""

    async def unfreeze(self, table: TableId) -> None: ...

    async def close_table(self, table: TableId) -> None:
        """No new seats; everybody leaves, after the hand in progress."""

    async def open_stake(self, caller: Caller, stake: str) -> Answer: ...

    async def close_stake(self, caller: Caller, stake: str) -> Answer: ...

    async def announce(self, caller: Caller, text: str) -> None: ...

    async def drain(self, caller: Caller, at_ms: int) -> None:
        """Deal no new hands after a moment, to restart; another moment takes its place."""

    async def resume(self, caller: Caller) -> None:
        """Call a restart off: deal again."""

    def is_seated(self, player: PlayerId) -> bool:
        """Whether a player has a seat anywhere."""

    async def put_out(self, player: PlayerId, case: CaseId | None) -> None:
        """Take a player's seats and places in queues, after the hands in progress (AMB-70).

        The stacks are held in the case, if there is one.
        """

    def let_in(self, player: PlayerId) -> None:
        """A player is no longer suspended: stacks that are still at tables are theirs again."""


class AccountStore(Protocol):
    """Accounts; a method that writes has written when it returns."""

    async def add(self, new: NewAccount) -> Account | None:
        """Make an account; None when its name is taken."""

    async def find(self, player: PlayerId) -> Account | None: ...

    async def find_by_name(self, name_key: str) -> Account | None: ...

    async def search(self, beginning: str, limit: int) -> list[Account]:
        """Accounts whose names begin so, in their order."""

    async def programs_of(self, owner: PlayerId) -> list[Account]:
        """The programs that a person answers for."""

    async def change(self, player: PlayerId, change: AccountChange) -> Account | None:
        """Change an account; None when the new name is taken or nobody has the number."""


class SessionStore(Protocol):
    """Who is logged in."""

    async def begin(self, session: Session) -> None: ...

    async def find(self, token_hash: bytes) -> Session | None: ...

    async def expire(self, token_hash: bytes, at_ms: int) -> None:
        """Let a session end at a moment; it never ends later than it would have."""

    async def end_all(self, player: PlayerId, but: str = "") -> None:
        """End all sessions of a player, but those of one family."""

    async def forget_expired(self, before_ms: int) -> None: ...


class OrderStore(Protocol):
    """What players asked of the operator's own cashier; every method may be repeated."""

    async def find(self, reference: str) -> MoneyOrder | None: ...

    async def of_player(self, player: PlayerId, limit: int) -> list[MoneyOrder]:
        """A player's orders, newest first."""

    async def unfinished(self, limit: int) -> list[MoneyOrder]:
        """Orders that are not booked to their end, oldest first."""

    async def to_carry(self, after: MoneyOrder | None, limit: int) -> list[MoneyOrder]:
        """A page of those that wait for us: not taken by the cashier, or closed and not booked."""

    async def counts(self) -> tuple[int, int]:
        """How many orders are not booked to their end, and how many of these are parked."""

    # Each step below reads the order in the transaction that changes it and moves its money.

    async def open(self, order: MoneyOrder, maximum: int, receipt: Receipt) -> MoneyOrder:
        """Keep an order and set its money aside; the same reference again is the kept one.

        Refused with `maximum` open orders already, or where the id belongs to another request.
        """

    async def hand_over(self, reference: str, at_ms: int) -> Handed | None:
        """Note that the order goes to the cashier now; None when it need not."""

    async def hand_back(self, handed: Handed) -> None:
        """Note that the order could not even be sent; it is where it was before."""

    async def note_taken(self, reference: str, at_ms: int, pay_at: str) -> MoneyOrder:
        """Note that the cashier has taken an order and will answer later."""

    async def park(self, reference: str, why: str) -> MoneyOrder:
        """Send an open order no more, for a reason; or again, without one."""

    async def close(
        self,
        reference: str,
        outcome: Literal["confirmed", "refused"],
        said: str,
        at_ms: int,
        *,
        by_hand: bool = False,
    ) -> MoneyOrder:
        """Close an order and move its money; the same again changes nothing, the other is refused.

        Not `by_hand` while the cashier has it.
        """


class Outbox(Protocol):
    """Messages for the operator's systems, written with what they tell about."""

    async def waiting(self, limit: int) -> Sequence[OutboxMessage]: ...

    async def mark_delivered(self, messages: Sequence[int], at_ms: int) -> None: ...

    async def replay(self, after: int, limit: int) -> Sequence[OutboxMessage]:
        """Messages again, delivered or not, for an operator who lost some."""


class SuspenseStore(Protocol):
    """Money that could not be credited; it waits for its player, and then for charity."""

    async def due_in_suspense(self, now_ms: int, limit: int) -> Sequence[Transfer]:
        """What was set aside, is open and has fallen due, oldest first (CRASH-04, AMB-23)."""

    async def move(self, transfer: Transfer, under: None) -> object:
        """Apply a transfer once."""


class SuspenseBook(Protocol):
    """What lies in suspense, for who looks after it."""

    async def in_suspense(self, limit: int) -> Sequence[Transfer]:
        """Everything that was set aside and is open, what falls due first at the beginning."""

    async def booked(self, key: str) -> Transfer | None:
        """The transfer that was booked under a key."""
