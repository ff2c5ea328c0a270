"""The seams of the room: what it and the server need of the world and of each other.

Every port is small; its fake is beside the tests' helpers (`tests/server/fakes.py`).
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from cardroom.cash.lobby_events import EntryNumber
from cardroom.cash.places import LobbyPlace
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.ledger import Account as LedgerAccount
from cardroom.ledger import CaseId, PlayerId, SettledHand, TableId, TournamentId, Transfer
from cardroom.room.bus import MESSAGES_MAX, REQUESTS_MAX, Inbox, Letter
from cardroom.room.cash.lobby_views import LobbyView
from cardroom.room.hand_pages import (
    HandExport,
    HandFilter,
    HandPage,
    PlayStatistics,
    Replay,
    StoredHand,
    TournamentHand,
)
from cardroom.room.notices import Turn
from cardroom.room.people import AccountKind, Caller
from cardroom.room.records import (
    Document,
    HandForm,
    Receipt,
)
from cardroom.room.requests import Report
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.rulebook.cash.stakes import StakeKey
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


# What actors need of each other


class Bus(Protocol):
    """Carries messages between actors by address, such as `table:7` or `lobby:cash`.

    Messages are frozen structs. Order is kept between two actors, not among three, and a message
    may be late. Nobody waits to send one. What is no actor may wait for an answer, and so may a
    table for its tournament, which never waits for the table in turn.
    """

    def open(
        self,
        address: str,
        clock: Clock,
        *,
        requests_max: int = REQUESTS_MAX,
        messages_max: int = MESSAGES_MAX,
    ) -> Inbox:
        """The inbox of an actor, on its own time; what it is sent before it runs waits there."""

    def close(self, address: str) -> None:
        """An actor is no more: what it has not read is refused."""

    def send(self, to: str, message: object, *, sender: str = ...) -> None:
        """Tell an actor something; who is no more hears nothing. InboxFull when it is broken."""

    async def ask(self, to: str, message: object) -> Any:
        """Have an actor do something in its turn: its answer, or the refusal that it raised."""

    def pass_on(self, letter: Letter, to: str, message: object, *, sender: str) -> None:
        """Have another actor answer a letter."""


# What the server needs of the room


class Desk(Protocol):
    """Where players' requests go."""

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        """Carry out a request, or raise Refused and change nothing."""

    def admits(self, place: str) -> frozenset[AccountKind]:
        """Who may play at a table (`table:7`), a stake (`nl-holdem:ordinary:5:10`), in a tournament
        (`tournament:3`) (FAIR-07)."""

    def has_seat(self, table: TableId, player: PlayerId) -> bool:
        """Whether a player sits at a table."""

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
    """Hears who is in reach (TIME-01)."""

    def arrived(self, player: PlayerId) -> None:
        """The player has a socket or stream again."""

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """The last connection of the player is gone; on purpose when the client said so."""


class LobbyDesk(Protocol):
    """The stakes that are offered."""

    async def lobby(self) -> LobbyView: ...


class HandLibrary(Protocol):
    """Settled hands, as their players may see them."""

    async def hands(self, player: PlayerId, wanted: HandFilter) -> HandPage: ...

    async def hand(self, player: PlayerId, key: str, form: HandForm) -> Document | None:
        """One hand with own and shown cards only; None when the player was not dealt in."""

    async def export(self, player: PlayerId, wanted: HandExport, form: HandForm) -> Document:
        """All own hands of a period or a tournament as one file, oldest first.

        Refused when there are too many for one.
        """

    async def replay(self, player: PlayerId, key: str) -> Replay | None:
        """The same hand, to be watched again."""

    async def share(self, player: PlayerId, key: str, word: str, at_ms: int) -> str | None:
        """The word that shows an own hand to others, `word` itself or the one it has already."""

    async def shared(self, word: str) -> Replay | None:
        """The hand that a word shows, as the rail saw it."""

    async def hands_of_tournament(
        self, tournament: TournamentId, table: int, before: int, limit: int
    ) -> list[TournamentHand]:
        """Settled hands of a tournament, newest first, before a number; of one table, or of all
        where that is 0."""

    async def watched(self, tournament: TournamentId, key: str) -> Replay | None:
        """A settled hand of a tournament as the rail saw it; None where it has no such hand."""

    async def audited(self, key: str) -> tuple[Replay, list[PlayerId]] | None:
        """A hand that is over with all its cards, and who played it; for the house (FAIR-03)."""

    async def hands_of_table(self, table: TableId, limit: int) -> list[Replay]:
        """The last hands of a table as the rail saw them, newest first, with the voided ones."""


class Scorebook(Protocol):
    """Statistics of a player's own play."""

    async def statistics(self, player: PlayerId, since_ms: int) -> PlayStatistics:
        """What was counted since a moment; 0 is lifetime."""


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
        """How long until we know whether a silent player is lost; 0 if they are not."""


# What the server needs of the store


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
        are written with it, or nothing is. Refused with PlayerChanged when the record was not made
        from the stored one.
        """

    async def move_all(self, transfers: Sequence[Transfer], receipt: Receipt) -> None:
        """Apply transfers of one booking, all or nothing and once, with its receipt."""

    async def receipt(self, player: PlayerId, request: str) -> bytes | None:
        """The hash over the content that was carried out under an id."""

    async def remember(self, record: PlayerRecord) -> None:
        """Write what must be remembered about a player when no money moves.

        Refused with PlayerChanged when the record was not made from the stored one.
        """

    async def remembered_of(self, player: PlayerId) -> PlayerRecord | None:
        """What is stored about one player."""

    async def settle(self, hand: SettledHand) -> object:
        """Write one finished hand, all or nothing, at most once."""

    async def void(self, hand: SettledHand, epoch: int) -> None:
        """Keep the record of a hand that never was; the epoch is ours, the hand may be older.

        It keeps its number and is listed as void (AMB-69).
        """


class HandRecords(Protocol):
    """Hands as they were written, for who looks into them."""

    async def stored_hand(self, key: str) -> StoredHand | None: ...


class TableStore(Protocol):
    """Tables between their hands, so that they are there again after a restart."""

    async def claim_table(self, table: TableId, owner: str, stake: str) -> int:
        """Run a table: its epoch. The pool of its stake is claimed as a whole with the first."""

    async def claim_pool(self, stake: StakeKey, owner: str) -> None:
        """Run the pool of a stake, whether it has tables or not."""

    async def pools(self) -> Sequence[StakeKey]:
        """The stakes whose pool a process has run at some time."""

    async def keep_table(
        self,
        table: TableId,
        epoch: int,
        record: bytes,
        noted: Sequence[Receipt] = (),
        arrived: Sequence[PlayerId] = (),
    ) -> None:
        """Keep what a table was like; of a table that is gone, nothing (`b""`).

        With it the receipts of requests that will move money there after the hand. Players who have
        arrived since the last time need no place in the lobby any more.
        """

    async def kept_tables(self) -> Sequence[tuple[TableId, bytes]]: ...

    async def keep_place(self, place: LobbyPlace, owner: str) -> None:
        """Keep a place in the lobby, new or changed, while the pool of its stake is ours."""

    async def drop_place(self, number: EntryNumber, stake: StakeKey, owner: str) -> None:
        """Forget a place in the lobby; a seat that is paid stays until its table has it."""

    async def places(self) -> Sequence[LobbyPlace]:
        """All places in the lobby, at each stake in the order in which their players came."""

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
    """Names of players, what kind of account they have, and the person behind it."""

    def name(self, player: PlayerId) -> str: ...

    def kind(self, player: PlayerId) -> AccountKind: ...

    def person(self, player: PlayerId) -> PlayerId:
        """The owner of a program; everybody else answers for themselves."""
