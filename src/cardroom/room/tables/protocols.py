"""What the table runner knows of a game: the table that is played, and the owner around it.

The runner knows nothing else. A cash table is one kind of played table and `room/cash/owner.py` its
owner; whatever else is to be played in the room brings these two.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeVar

from cardroom.engine.action_clock import ActionClock
from cardroom.engine.games import FULL_BOARD, HOLE_CARDS
from cardroom.engine.hand import Hand
from cardroom.engine.starting import clockwise
from cardroom.engine.views import HandView
from cardroom.fairness.draws.fair_draw import FairDraw
from cardroom.ledger import PlayerId, TableId
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.fair.notices import FairnessView
from cardroom.room.notices import ClockStarted, Notice
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, Bus, Clock, Presence
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyTableRequest
from cardroom.room.shuffle import Bits, Shuffle, ShuffledDeck
from cardroom.room.tables.pace import Pace
from cardroom.units import Cents, Seat


class Dealt(Protocol):
    """A hand in progress: who has cards in it."""

    @property
    def dealt_in(self) -> Mapping[Seat, PlayerId]: ...


class Outlook(NamedTuple):
    """Whether the next hand can be dealt now.

    If not, `missing` more players must be ready first (CASH-07); with 0 its preparation goes on,
    and whoever ends it nudges the table.
    """

    is_ready: bool
    missing: int = 0


class DealPlan(NamedTuple):
    """A hand that is about to be dealt: nobody comes or goes between this and the cards."""

    number: int
    game: str
    button: Seat
    players: Mapping[Seat, PlayerId]
    button_draw: FairDraw | None = None
    """How the button was drawn, if it was drawn for this hand."""

    @property
    def seats(self) -> list[Seat]:
        """In the order of the deal."""
        return clockwise(tuple(self.players), self.button)

    @property
    def cards(self) -> int:
        """How many cards of the deck can be dealt: hole cards and a full board."""
        return len(self.players) * HOLE_CARDS[self.game] + FULL_BOARD


class PlayedTable(Protocol):
    """A table with its hand: questions, and what a player or the clock does to the hand."""

    @property
    def table(self) -> TableId: ...

    @property
    def number(self) -> int:
        """The number of the hand in progress, or of the last one."""

    @property
    def hand(self) -> Hand | None: ...

    @property
    def deal(self) -> Dealt | None:
        """The hand in progress, until it is paid or void."""

    @property
    def clock(self) -> ActionClock | None: ...

    @property
    def actor(self) -> PlayerId | None:
        """The player whose decision the hand waits for."""

    @property
    def deadline_ms(self) -> int | None:
        """When the table decides for that player."""

    def occupant(self, player: PlayerId) -> object:
        """The player's seat; refused for somebody who has none here."""

    def seat_of(self, player: PlayerId) -> Seat:
        """Where a player sits; refused for somebody who has no seat here."""

    def act(self, player: PlayerId, action: str, to: Cents, at_ms: int) -> None:
        """Carry out a player's own decision, or refuse it (AMB-49)."""

    def expire(self, at_ms: int) -> bool:
        """Decide for the player whose time is over; False when it is not (TIME-02)."""


Played = TypeVar("Played", bound=PlayedTable)
View = TypeVar("View", covariant=True)  # noqa: PLC0105 - one name for what viewers see


class TableContents(NamedTuple):
    """What a viewer may see of the table's hand and clock, as far as it was published."""

    hand: HandView | None
    clock: ClockStarted | None
    frozen: str
    waits_for: int
    fairness: FairnessView | None = None


class Change(NamedTuple):
    """A notice for everybody, and what single players get instead."""

    public: Notice
    private: Mapping[PlayerId, Notice]


class SeatsDisplay(Protocol[View]):
    """What viewers may see of a table besides its hand: the seats, and the game played there."""

    def changes(self) -> Change | None:
        """What has changed at the seats since the last time."""

    def view(self, viewer: PlayerId, contents: TableContents) -> View:
        """The whole table for one viewer."""

    def has_person_at(self, seat: Seat) -> bool:
        """Whether a person sits there who sees what happens."""


class TableOwner(Protocol[View]):
    """What is around the hands of one table: when to deal, what a hand means, what a stop means."""

    @property
    def display(self) -> SeatsDisplay[View]: ...

    # Between the hands

    @property
    def due_ms(self) -> int | None:
        """When something happens by itself between the hands; `process_events` then does it."""

    def process_events(self, at_ms: int) -> None:
        """Do and publish whatever follows from what has happened at the table."""

    def receive(self, message: object, at_ms: int) -> object:
        """Do what another actor says, or refuse it and change nothing; the answer, if any.

        What no table knows is our own mistake: it raises, and the table stops.
        """

    def carry_out(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None, at_ms: int
    ) -> Answer:
        """Do what a player asks about a seat, or refuse it and change nothing.

        The receipt of what moves money is stored with it.
        """

    def grant_return(self, at_ms: int, return_ms: int) -> None:
        """Nobody could come back before this moment: put off what waits for players."""

    # The deal

    def prepare(self, at_ms: int) -> Outlook:
        """Prepare the next hand, asked again whenever the table is nudged."""

    async def announce(self) -> None:
        """Have the store know the prepared hand before anybody hears of it (AMB-69)."""

    def may_deal(self) -> bool:
        """Whether the announced hand can still be dealt, after the store was waited for."""

    def call_off(self) -> None:
        """The announced hand is not dealt after all."""

    def plan(self) -> DealPlan:
        """The announced hand, for whoever makes its deck."""

    def start_hand(self, deck: ShuffledDeck, at_ms: int) -> None:
        """Deal the announced hand."""

    # The end of a hand

    async def store(self, hand: Hand, at_ms: int) -> bool:
        """Write the finished hand; it has happened once this returns (CRASH-01).

        False when it never was after all: then the owner has told so, and nothing is paid.
        """

    def hand_stored(self, at_ms: int) -> None:
        """The finished hand is stored: everything that follows from it."""

    # A stop

    def keep(self) -> None:
        """Have the store remember what the table is like now."""

    def close_seats(self, at_ms: int) -> None:
        """The table has stopped: offer no seats there."""

    def open_seats(self, at_ms: int) -> None:
        """The table plays on."""

    async def is_stored(self) -> bool:
        """Whether the hand that was being written is in the store."""

    async def stored_stacks(self) -> Mapping[PlayerId, Cents]:
        """What the store says that everybody has."""

    def finish_hand(self) -> None:
        """The hand in which the table stopped is stored: it is over."""

    def void_announced(self, reason: str, at_ms: int) -> None:
        """Void the hand that was announced and got no cards, if there is one."""

    def void_hand(self, reason: str, at_ms: int) -> None:
        """The hand in progress never was; its record is kept (CRASH-01, AMB-69)."""

    def agree(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Take over the stacks that are stored."""

    def close(self) -> None:
        """The table is no more."""

    def end(self) -> None:
        """The room stops: a hand in progress is void, unless it is being stored (AMB-69)."""


class RunnerServices(Protocol):
    """What the runner needs of the room."""

    @property
    def bus(self) -> Bus: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def bits(self) -> Bits: ...

    @property
    def shuffle(self) -> Shuffle:
        """Where decks come from in a room without keys."""

    @property
    def fair(self) -> FairHouse | None:
        """Where decks come from that players can verify."""

    @property
    def switchboard(self) -> Switchboard: ...

    @property
    def presence(self) -> Presence: ...

    @property
    def pace(self) -> Pace: ...
