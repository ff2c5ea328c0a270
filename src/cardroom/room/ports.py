"""The seams of the room: what it and the server need of the world and of each other.

Every port is small; its fake stands beside the tests' helpers (`tests/server/fakes.py`).
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from cardroom.cash.memory import PlayerRecord
from cardroom.ledger import Account as LedgerAccount
from cardroom.ledger import CaseId, PlayerId, SettledHand, TableId, Transfer
from cardroom.room.floor_pages import AuditState, FloorTable
from cardroom.room.hand_pages import HandFilter, HandPage, PlayStatistics, Replay, StoredHand
from cardroom.room.notices import LobbyView, Turn
from cardroom.room.people import AccountKind, Caller
from cardroom.room.records import (
    Account,
    AccountChange,
    CashierOrder,
    Document,
    Handed,
    HandForm,
    Holdings,
    MoneyOrder,
    NewAccount,
    OutboxMessage,
    Receipt,
    Session,
    StatementLine,
)
from cardroom.room.requests import AnyRequest, Report
from cardroom.units import Cents

Answer = Mapping[str, object]
"""What an accepted request is answered with, as the `d` of its ack."""


class Clock(Protocol):
    """Tells the time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970; may jump when the clock is set."""

    def monotonic_ms(self) -> int:
        """Milliseconds that only grow, for measuring."""


class Tokens(Protocol):
    """Chance for secrets, from the operating system's generator."""

    def fresh(self) -> str:
        """A secret that nobody can guess: 256 bits, safe in a header and an address."""


# What the server needs of the room


class Desk(Protocol):
    """Where players' requests go."""

    async def ask(self, caller: Caller, request: AnyRequest) -> Answer:
        """Carry out a request, or raise Refused and change nothing."""

    def admits(self, place: str) -> frozenset[AccountKind]:
        """Who may play at a table (`table:7`) or a stake (`nl-holdem:ordinary:5:10`) (FAIR-07)."""

    async def until_open(self, channel: str) -> None:
        """Wait for the table of a channel while it is being opened; else return at once."""


class ChannelOwner(Protocol):
    """The one who publishes a channel: knows what a viewer may see of it now."""

    def verify_listener(self, caller: Caller) -> None:
        """Raise Refused when the caller may not listen."""

    def snapshot(self, viewer: PlayerId) -> object:
        """Everything `viewer` may see, as of the last number of the channel."""

    def pending(self, viewer: PlayerId) -> Turn | None:
        """The decision that is wanted of `viewer` now."""


class Attendance(Protocol):
    """Told who is in reach (TIME-01)."""

    def arrived(self, player: PlayerId) -> None:
        """The player has a socket or stream again."""

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """The last connection of the player is gone; on purpose when the client said so."""


class LobbyDesk(Protocol):
    """The stakes that are offered."""

    async def lobby(self) -> LobbyView: ...


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


class HandLibrary(Protocol):
    """Settled hands, as their players may see them."""

    async def hands(self, player: PlayerId, wanted: HandFilter) -> HandPage: ...

    async def hand(self, player: PlayerId, key: str, form: HandForm) -> Document | None:
        """One hand with own and shown cards only; None when the player was not dealt in."""

    async def replay(self, player: PlayerId, key: str) -> Replay | None:
        """The same hand, to be watched again."""

    async def share(self, player: PlayerId, key: str, word: str, at_ms: int) -> str | None:
        """The word that shows an own hand to others, `word` itself or the one it has already."""

    async def shared(self, word: str) -> Replay | None:
        """The hand that a word shows, as the rail saw it."""

    async def audited(self, key: str) -> tuple[Replay, list[PlayerId]] | None:
        """A hand that is over with all its cards, and who played it; for the house (FAIR-03)."""

    async def hands_of_table(self, table: TableId, limit: int) -> list[Replay]:
        """The last hands of a table as the rail saw them, newest first, with the voided ones."""


class Scorebook(Protocol):
    """Statistics of a player's own play."""

    async def statistics(self, player: PlayerId, since_ms: int) -> PlayStatistics:
        """What was counted since a moment; 0 is lifetime."""


class AuditDesk(Protocol):
    """The audit of the ledger, run beside the room."""

    def state(self) -> AuditState: ...

    def begin(self) -> AuditState:
        """Start an audit, unless one is running."""


class Administration(Protocol):
    """What the operator may see of the running room and do with it."""

    def overview(self) -> Answer:
        """All tables with their players."""

    def floor(self) -> list[FloorTable]:
        """All tables as the floor sees them."""

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


class CaseBook(Protocol):
    """Reports of players and records of the house's decisions (FAIR-04, FAIR-10, FAIR-12)."""

    async def report(self, caller: Caller, report: Report, at_ms: int) -> CaseId:
        """Open a case; the same report id of the same player again is the same case."""

    async def record(
        self, actor: PlayerId, subject: PlayerId, deed: str, reason: str, at_ms: int
    ) -> None:
        """Note who did what to whom and why."""


# What the room needs of the server


class Presence(Protocol):
    """Who is in reach, and how far away."""

    def is_here(self, player: PlayerId) -> bool: ...

    def lag_ms(self, player: PlayerId) -> int:
        """Half the measured round trip plus its jitter; 0 when it was never measured."""

    def doubt_ms(self, player: PlayerId) -> int:
        """How long it takes until it is known whether a silent player is lost; 0 if he is not."""


# What the server needs of the store


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

    async def open(self, order: MoneyOrder, most: int, receipt: Receipt) -> MoneyOrder:
        """Keep an order and set its money aside; the same reference again is the kept one.

        Refused with `most` open orders already, or where the id stands for another request.
        """

    async def hand_over(self, reference: str, at_ms: int) -> Handed | None:
        """Note that the cashier is told of an order now; None when they need not be."""

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


# What the room needs of the store


class MoneyStore(Protocol):
    """Money and hands; a method that writes has written when it returns, and may be repeated."""

    async def balance(self, account: LedgerAccount) -> Cents: ...

    async def move(
        self,
        transfer: Transfer,
        under: tuple[TableId, int] | None,
        record: PlayerRecord | None = None,
        receipt: Receipt | None = None,
    ) -> object:
        """Apply a transfer once; `under` a table and epoch only while they are still ours.

        What must be remembered about its player and the receipt of the request that it carries out
        are written with it, or nothing is.
        """

    async def move_all(self, transfers: Sequence[Transfer], receipt: Receipt) -> None:
        """Apply transfers of one booking, all or nothing and once, with its receipt."""

    async def receipt(self, player: PlayerId, request: str) -> bytes | None:
        """The hash over the content that was carried out under an id."""

    async def remember(self, record: PlayerRecord) -> None:
        """Write what must be remembered about a player when no money moves."""

    async def settle(self, hand: SettledHand) -> object:
        """Write one finished hand, all or nothing, at most once."""

    async def void(self, hand: SettledHand, epoch: int) -> None:
        """Keep the record of a hand that never was; the epoch is ours, the hand may be older.

        It keeps its number and is listed as void (AMB-69).
        """


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


class HandRecords(Protocol):
    """Hands as they were written, for who looks into them."""

    async def stored_hand(self, key: str) -> StoredHand | None: ...


class TableStore(Protocol):
    """Tables between their hands, so that they are there again after a restart."""

    async def claim_table(self, table: TableId, owner: str) -> int:
        """Take over a table: its new epoch."""

    async def keep_table(
        self, table: TableId, epoch: int, record: bytes, noted: Sequence[Receipt] = ()
    ) -> None:
        """Keep what a table was like; of a table that is gone, nothing (`b""`).

        With it the receipts of requests that will move money there after the hand.
        """

    async def kept_tables(self) -> Sequence[tuple[TableId, bytes]]: ...

    async def remembered(self, at_ms: int) -> Sequence[PlayerRecord]:
        """What must be remembered about players and still has an effect at a moment."""

    async def remembered_of(self, player: PlayerId) -> PlayerRecord | None:
        """What is stored about one player."""

    async def stacks(self, table: TableId) -> Mapping[PlayerId, Cents]:
        """The stacks after the last settled hand."""

    async def last_number(self, table: TableId) -> int:
        """The number of the last hand there, settled or void; 0 before the first (AMB-69)."""

    async def last_hand(self, table: TableId) -> SettledHand | None:
        """The last hand that was settled there, as far as it says who sat where."""


class StakeStore(Protocol):
    """Which stakes the operator has closed."""

    async def closed_stakes(self) -> Sequence[str]: ...

    async def keep_stake(self, stake: str, *, closed: bool) -> None:
        """Remember whether a stake is closed, over a restart."""


class Directory(Protocol):
    """Names of players, what kind of account they have, and who stands behind it."""

    def name(self, player: PlayerId) -> str: ...

    def kind(self, player: PlayerId) -> AccountKind: ...

    def person(self, player: PlayerId) -> PlayerId:
        """The owner of a program; everybody else is his own person."""
