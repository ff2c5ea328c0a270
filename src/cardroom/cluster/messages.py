"""What gateways and hosts say to each other (decision 0145)."""

from typing import Literal

import msgspec

from cardroom.cash.lobby_events import Queued, SeatOffered
from cardroom.ledger import CaseId, PlayerId, TableId
from cardroom.room.cash.lobby_views import OwnSeat, OwnTournament, StakeRow
from cardroom.room.people import Caller
from cardroom.room.records import Session
from cardroom.room.tournaments.pages.listing import TournamentRow
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.rulebook.cash.added import AddedStake
from cardroom.rulebook.cash.stakes import StakeKey


def host_address(process: str) -> str:
    """Where a host gets what gateways ask of it."""
    return f"host:{process}"


def gateway_address(process: str) -> str:
    """Where a gateway hears what its hosts publish."""
    return f"gateway:{process}"


class ClusterMessage(msgspec.Struct, frozen=True, array_like=True):
    """Something between a gateway and a host."""


# From a gateway to a host


class Join(ClusterMessage, frozen=True):
    """A player begins to listen to a channel, or has missed something: answered by `Joined`."""

    gateway: str
    channel: str
    caller: Caller
    have: int | None = None


class Joined(ClusterMessage, frozen=True):
    """What a listener is sent first, and how far it brings them."""

    frames: tuple[bytes, ...]
    v: int
    asked: int
    """How many decisions have been asked for on the channel so far."""


class Part(ClusterMessage, frozen=True):
    """Nobody in a gateway listens to a channel for a player any more, or for anybody."""

    gateway: str
    channel: str
    player: PlayerId | None = None


# From a host to a gateway


class News(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One thing that a host has for a gateway."""


class Published(News, frozen=True):
    """An event of a channel: for everybody, and sealed for the gateway what single players see."""

    channel: str
    v: int
    asked: int
    public: bytes
    private: dict[PlayerId, bytes] = {}


class TurnAsked(News, frozen=True):
    """A player must decide; the frame is sealed, and empty for gateways without that player.

    Every gateway hears of it, so that one which has missed it notices at the next event.
    """

    channel: str
    v: int
    asked: int
    player: PlayerId
    frame: bytes = b""


class Ended(News, frozen=True):
    """A channel is no more, as far as `v`: who has heard more listens to its next owner."""

    channel: str
    frame: bytes
    v: int


class Reached(News, frozen=True):
    """How far a channel is, for gateways that have missed its last event."""

    channel: str
    v: int
    asked: int


class Batch(ClusterMessage, frozen=True):
    """Everything that one turn of a host's loop has for one gateway, in its order."""

    host: str
    news: tuple[Published | TurnAsked | Ended | Reached, ...]


# What players ask for, where they are, and what is theirs


class PlayerAsks(ClusterMessage, frozen=True):
    """A request of a player, for the host of what it is about: answered as the player will be."""

    gateway: str
    caller: Caller
    request: RoomRequest
    unit: str = ""
    """Which unit of the host is meant, where the request itself does not say so."""


class PlayerHere(ClusterMessage, frozen=True):
    """A player has a connection to a gateway, so far away."""

    gateway: str
    player: PlayerId
    lag_ms: int = 0
    address: str = ""
    """Where they come from, in a room that limits how many of one address sit at a table."""


class PlayerLost(ClusterMessage, frozen=True):
    """The last connection of a player to a gateway is gone."""

    gateway: str
    player: PlayerId
    on_purpose: bool = False


class AllHere(ClusterMessage, frozen=True):
    """Everybody who has a connection to a gateway, with how far away they are."""

    gateway: str
    players: dict[PlayerId, int]
    again: bool = False
    """Whether the gateway has forgotten what the host had said about them."""
    addresses: dict[PlayerId, str] = {}
    """Where they come from, in a room that limits how many of one address sit at a table."""


class WantsPlaces(ClusterMessage, frozen=True):
    """Asks a host what it has of a player: answered by `Places`."""

    player: PlayerId


class Places(ClusterMessage, frozen=True):
    """The seats, offers and places in queues that a player has in one host."""

    seats: tuple[OwnSeat, ...] = ()
    offers: tuple[SeatOffered, ...] = ()
    queued: tuple[Queued, ...] = ()
    tournaments: tuple[OwnTournament, ...] = ()


class OwnNews(ClusterMessage, frozen=True):
    """Something for one player alone, as JSON, and what they have in the host from now on."""

    host: str
    player: PlayerId
    number: int
    """One more than in the last message of the host for this player through the same gateway."""
    event: bytes
    """Empty when only the places have changed."""
    places: Places


class OwnReached(ClusterMessage, frozen=True):
    """The last numbers of news for players, for gateways that have missed the last of them."""

    host: str
    numbers: dict[PlayerId, int]


class HostState(ClusterMessage, frozen=True):
    """What a host runs: with each heartbeat, and whenever it changes."""

    host: str
    number: int
    """Higher than in all that the host has sent before."""
    tables: tuple[TableId, ...]
    rows: tuple[StakeRow, ...]
    """Of the stakes whose pools it runs."""
    epochs: tuple[int, ...] = ()
    """Of the tables, in their order: a host that has lost a table may not know it yet."""


class GivenUp(ClusterMessage, frozen=True):
    """A host had taken a gateway for dead: nobody there is heard as listening any more."""

    host: str


class TournamentRows(ClusterMessage, frozen=True):
    """Tournaments that a host plays, as the list shows them: for the host of the house."""

    rows: tuple[TournamentRow, ...]


# Pages that only the process can make that runs what they are about


class PageAsks(ClusterMessage, frozen=True):
    """An HTTP request that a gateway passes on to a unit: answered by `Page`."""

    unit: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    address: str
    """Of the client, as the gateway has found it out."""


class Page(ClusterMessage, frozen=True):
    """What a gateway answers its client with."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


# What the house does, and where units run


class StaffAsks(ClusterMessage, frozen=True):
    """Something that the house does about a player or to everybody, in every unit of a host."""

    deed: Literal["put_out", "let_in", "announce", "read_banzai"]
    player: PlayerId = PlayerId(0)
    case: CaseId | None = None
    text: str = ""


class StakeWanted(ClusterMessage, frozen=True):
    """An administrator adds a stake: for the host of the house."""

    caller: Caller
    stake: AddedStake
    reason: str


class StakeUnwanted(ClusterMessage, frozen=True):
    """An administrator takes a stake away that was added: for the host that runs it."""

    caller: Caller
    stake: StakeKey
    reason: str


class TablesWanted(ClusterMessage, frozen=True):
    """Asks a host for its tables, as operators see them: answered by `TablesFound`."""


class TablesFound(ClusterMessage, frozen=True):
    """The tables of a host, as JSON: as the list of tables and the overview show them."""

    rows: bytes
    overviews: bytes


class MoveUnit(ClusterMessage, frozen=True):
    """Hand a unit over to another process, between two hands: answered when that has begun."""

    unit: str
    to: str


class DrainHost(ClusterMessage, frozen=True):
    """Hand over all units and take none any more: answered when that has begun."""


class CloseRoom(ClusterMessage, frozen=True):
    """The whole room is to end: no new hand after a moment, then every process stops by itself.

    0 calls it off.
    """

    at_ms: int


# Between gateways


class LimitsUsed(ClusterMessage, frozen=True):
    """What a gateway has let pass since its last word, so that limits hold for all of them."""

    gateway: str
    taken: tuple[tuple[str, str | int | tuple[str, str], int], ...] = ()
    """Tokens by limit and by whom they were taken."""
    guesses: tuple[tuple[str, str, str], ...] = ()
    """What became of log-ins, in their order: failed, waits or succeeded, at which account, from
    where."""
    connected: tuple[tuple[str, str, int], ...] = ()
    """How many connections of a kind many-connected addresses have here."""


class LinesClosed(ClusterMessage, frozen=True):
    """Hang up on a player or a session, or take the chat from a player."""

    player: PlayerId = PlayerId(0)
    family: str = ""
    code: int = 0
    but: str = ""
    muted_until_ms: int | None = None


class SaidInLobby(ClusterMessage, frozen=True):
    """An announcement of the house, for everybody in the lobby."""

    text: str


class TicketAsks(ClusterMessage, frozen=True):
    """Use up a ticket for a socket, which another gateway has issued: answered by `TicketFound`."""

    word: str


class TicketFound(ClusterMessage, frozen=True):
    """The ticket, once; without a session there is no such ticket."""

    session: Session | None = None
    caller: Caller | None = None
    muted_until_ms: int = 0


ROOM_MESSAGES: tuple[type, ...] = (
    PlayerAsks,
    PlayerHere,
    PlayerLost,
    AllHere,
    WantsPlaces,
    Places,
    OwnNews,
    OwnReached,
    HostState,
    GivenUp,
    TournamentRows,
    PageAsks,
    Page,
    StaffAsks,
    StakeWanted,
    StakeUnwanted,
    TablesWanted,
    TablesFound,
    MoveUnit,
    DrainHost,
    CloseRoom,
    LinesClosed,
    LimitsUsed,
    SaidInLobby,
    TicketAsks,
    TicketFound,
)
CHANNEL_MESSAGES: tuple[type, ...] = (Join, Joined, Part, Batch)
