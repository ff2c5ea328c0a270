"""What happens to tables, seats and levels of a live tournament."""

from typing import Literal

import msgspec

from cardroom.cards import Card
from cardroom.engine.positions import Positions
from cardroom.floor.chips.race import ChipRace
from cardroom.floor.event import FloorEvent, Keys, at_table
from cardroom.floor.terms import Split
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips, Seat

EntryKind = Literal["initial", "re-entry", "late", "alternate"]
DrawnBy = Literal["table", "software"]
RESULTS = "all:results"
"""The key of who finished where: prizes that were paid rely on every result before them."""
TABLES = "all:tables"
"""The key of which tables there are: a hand that all of them deal relies on it."""
MoveCause = Literal["balancing", "special_need", "initial_balance"]


def of_entry(entry: EntryId) -> str:
    """The key of where a player is."""
    return f"entry:{entry}"


def of_payments(entry: EntryId) -> str:
    """The key of what an entry has paid: its refund and its bounty rely on all of it."""
    return f"all:paid_by:{entry}"


def of_seat(table: int, seat: Seat) -> str:
    """The key of who sits in a seat."""
    return f"seat:{table}/{seat}"


def of_positions(table: int) -> str:
    """The key of a table's button and blinds."""
    return f"positions:{table}"


def of_hand(table: int) -> str:
    """The key of the hand that a table has begun."""
    return f"hand:{table}"


def of_members(table: int) -> str:
    """The key of who sits at a table at all: positions rely on every change of it."""
    return f"all:members:{table}"


class Place(msgspec.Struct, frozen=True):
    """A seat at a table."""

    table: int
    seat: Seat

    @property
    def key(self) -> str:
        """The key of the seat."""
        return of_seat(self.table, self.seat)


class TableOpened(FloorEvent, frozen=True, tag="table_opened"):
    """A table is there; tables break in the reverse order of their opening (LIVE-8)."""

    table: int
    seats: int

    @property
    def writes(self) -> Keys:
        return frozenset({f"table:{self.table}", TABLES})


class EntryTaken(FloorEvent, frozen=True, tag="entry_taken"):
    """A player has paid and drawn a seat (LIVE-8, LIVE-12)."""

    entry: EntryId
    player: str
    kind: EntryKind
    place: Place
    stack: Chips
    price: Split = Split()
    previous: EntryId | None = None
    """The entry before of a player who re-enters (LIVE-12)."""

    @property
    def writes(self) -> Keys:
        members, paid = of_members(self.place.table), of_payments(self.entry)
        keys = {of_entry(self.entry), self.place.key, members, paid}
        return frozenset(keys | {"all:pool", "all:chips"})

    @property
    def reads(self) -> Keys:
        keys = {f"table:{self.place.table}", self.place.key, "terms:price"}
        # A player re-enters because the entry before is out.
        return frozenset(keys | ({of_entry(self.previous)} if self.previous is not None else set()))

    @property
    def concerns(self) -> Keys:
        # The seat is drawn now: whoever else has come meanwhile changes nothing for the cashier.
        return self.reads - {f"table:{self.place.table}", self.place.key}


class ButtonDrawn(FloorEvent, frozen=True, tag="button_drawn"):
    """One card a player, and the highest has the button (LIVE-16)."""

    table: int
    cards: dict[Seat, Card]
    button: Seat
    drawn_by: DrawnBy

    @property
    def writes(self) -> Keys:
        return frozenset({of_positions(self.table)})

    @property
    def reads(self) -> Keys:
        return frozenset({f"table:{self.table}", of_members(self.table)})


class ButtonPlaced(FloorEvent, frozen=True, tag="button_placed"):
    """Where button and blinds of a table's last hand really were, as the floor saw them.

    A misplaced button of a hand that stood, or a hand that nobody reported: the next hand goes on
    from here (LIVE-16.4, LAMB-42).
    """

    table: int
    positions: Positions

    @property
    def writes(self) -> Keys:
        return frozenset({of_positions(self.table)})

    @property
    def reads(self) -> Keys:
        return frozenset({f"table:{self.table}", of_positions(self.table)})


class Out(msgspec.Struct, frozen=True):
    """A player who lost their last chip; the stack is what they had when the hand began."""

    entry: EntryId
    seat: Seat
    stack: Chips | None = None
    order: int = 0
    """Where nobody knows the stacks: 1 for who finishes best of this hand (LAMB-37)."""


class HandFinished(FloorEvent, frozen=True, tag="hand_finished"):
    """A hand is over: where its button and blinds were, and who is out."""

    table: int
    positions: Positions
    out: tuple[Out, ...] = ()

    @property
    def writes(self) -> Keys:
        seats = {of_seat(self.table, one.seat) for one in self.out}
        entries = {of_entry(one.entry) for one in self.out}
        table = {of_positions(self.table), of_members(self.table), at_table(self.table)}
        results = {RESULTS} if self.out else set()
        return frozenset({*table, *seats, *entries, *results})

    @property
    def reads(self) -> Keys:
        # No hand is played while a deal is talked about: it relies on the last refusal.
        return self.writes - {RESULTS} | {"deal", of_hand(self.table)}


class OrderCorrected(FloorEvent, frozen=True, tag="order_corrected"):
    """The floor puts right in which order players went out (LAMB-37).

    `order` names players of different hands, best place first: their hands change places with each
    other. `stacks` are what players of one hand had when it began (LIVE-29.c).
    """

    order: tuple[EntryId, ...] = ()
    stacks: dict[EntryId, Chips] = msgspec.field(default_factory=dict)

    @property
    def writes(self) -> Keys:
        return frozenset({RESULTS})

    @property
    def reads(self) -> Keys:
        return frozenset(of_entry(entry) for entry in {*self.order, *self.stacks})


class PlayerRemoved(FloorEvent, frozen=True, tag="player_removed"):
    """A disqualified player leaves the tournament, and the chips leave play (LAMB-36, LAMB-54)."""

    entry: EntryId
    origin: Place
    stack: Chips

    @property
    def writes(self) -> Keys:
        members = of_members(self.origin.table)
        return frozenset({of_entry(self.entry), self.origin.key, members, "all:chips", RESULTS})

    @property
    def reads(self) -> Keys:
        return frozenset({of_entry(self.entry), f"missing:{self.entry}"})


class ChipsRaced(FloorEvent, frozen=True, tag="chips_raced"):
    """A denomination left play at a table; the race is kept with all its cards (LIVE-18)."""

    table: int
    race: ChipRace
    drawn_by: DrawnBy | None = None
    """None in logs of releases that did not keep it."""

    @property
    def writes(self) -> Keys:
        return frozenset({f"race:{self.table}/{self.race.removed}", "all:chips"})


class PlayerMoved(FloorEvent, frozen=True, tag="player_moved"):
    """A ticket to another seat; the player carries the chips there (LIVE-22.p1)."""

    entry: EntryId
    origin: Place
    place: Place
    cause: MoveCause
    hands_to_big_blind: int | None = None

    @property
    def writes(self) -> Keys:
        members = {of_members(self.origin.table), of_members(self.place.table)}
        return frozenset({of_entry(self.entry), self.origin.key, self.place.key}) | members

    @property
    def reads(self) -> Keys:
        # The seat was chosen by where the blinds were: another hand there, another seat.
        chosen = {of_positions(self.place.table)} if self.cause == "balancing" else set()
        table = f"table:{self.place.table}"
        return frozenset({of_entry(self.entry), self.place.key, table, *chosen})


class PlayerArrived(FloorEvent, frozen=True, tag="player_arrived"):
    """The player sits in the new seat."""

    entry: EntryId

    @property
    def writes(self) -> Keys:
        return frozenset({of_entry(self.entry)})

    @property
    def reads(self) -> Keys:
        return self.writes


class Redrawn(msgspec.Struct, frozen=True):
    """The new place of a player whose table was broken."""

    entry: EntryId
    origin: Place
    place: Place


class TableBroken(FloorEvent, frozen=True, tag="table_broken"):
    """A table is closed; its players drew table, then seat (LIVE-13.p1)."""

    table: int
    moves: tuple[Redrawn, ...]

    @property
    def writes(self) -> Keys:
        keys = {f"table:{self.table}", of_positions(self.table), TABLES}
        for move in self.moves:
            keys |= {of_entry(move.entry), move.origin.key, move.place.key}
            keys |= {of_members(move.place.table)}
        return frozenset(keys | {of_members(self.table)})

    @property
    def reads(self) -> Keys:
        keys = {f"table:{self.table}", of_members(self.table)}
        for move in self.moves:
            keys |= {move.place.key, f"table:{move.place.table}"}
        return frozenset(keys)


class LevelClockRunning(FloorEvent, frozen=True, tag="level_clock_running"):
    """The level clock runs from here, with so much left of this level."""

    level: int
    left_ms: int

    @property
    def writes(self) -> Keys:
        return frozenset({"level_clock"})


class LevelClockPaused(FloorEvent, frozen=True, tag="level_clock_paused"):
    """The level clock stands, with so much left of this level."""

    level: int
    left_ms: int

    @property
    def writes(self) -> Keys:
        return frozenset({"level_clock"})
