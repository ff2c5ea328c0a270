"""What the staff does around the tables: days, chips, lists, screens, people."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from cardroom.engine.positions import NextHand
from cardroom.floor.event import NOTHING, FloorEvent, Keys, at_table
from cardroom.floor.seat_events import (
    TABLES,
    DrawnBy,
    Redrawn,
    of_entry,
    of_hand,
    of_members,
    of_positions,
)
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips

StaffRole = Literal["manager", "deputy", "floor", "cashier", "display"]
Name = Annotated[str, Meta(min_length=1, max_length=100)]


# Before and between the hands


class SeatsHeld(FloorEvent, frozen=True, tag="seats_held"):
    """This many seats of a table are kept for late players; 0 gives them to the draw (LIVE-8.1)."""

    table: int
    seats: int

    @property
    def writes(self) -> Keys:
        return frozenset({f"held:{self.table}"})

    @property
    def reads(self) -> Keys:
        return frozenset({f"table:{self.table}"})


class AlternateQueued(FloorEvent, frozen=True, tag="alternate_queued"):
    """A player waits for a seat (LIVE-8.2); `previous` is the entry before of a re-entry."""

    number: int
    player: str
    previous: EntryId | None = None

    @property
    def writes(self) -> Keys:
        return frozenset({f"alternate:{self.number}"})

    @property
    def reads(self) -> Keys:
        return NOTHING if self.previous is None else frozenset({of_entry(self.previous)})


class AlternateLeft(FloorEvent, frozen=True, tag="alternate_left"):
    """A player waits no longer: seated, or gone."""

    number: int

    @property
    def writes(self) -> Keys:
        return frozenset({f"alternate:{self.number}"})

    @property
    def reads(self) -> Keys:
        return self.writes


class HandStarted(FloorEvent, frozen=True, tag="hand_started"):
    """The shuffle begins: level, positions and players of the hand are those of now (LIVE-31)."""

    table: int
    level: int
    hand: NextHand | None = None
    """None in logs of releases that did not keep it."""

    @property
    def writes(self) -> Keys:
        return frozenset({of_hand(self.table)})

    @property
    def reads(self) -> Keys:
        keys = {f"table:{self.table}", of_positions(self.table), at_table(self.table)}
        return frozenset(keys | {of_members(self.table)})


class HandMisdealt(FloorEvent, frozen=True, tag="hand_misdealt"):
    """The hand does not count and is dealt again, with the same positions (LAMB-04)."""

    table: int

    @property
    def writes(self) -> Keys:
        return frozenset({of_hand(self.table)})

    @property
    def reads(self) -> Keys:
        return self.writes


class HandDeclaredDead(FloorEvent, frozen=True, tag="hand_declared_dead"):
    """The floor declares a player's hand invalid, by a rule of the book (LIVE-5.p1, LIVE-10)."""

    entry: EntryId
    table: int
    rule: str

    @property
    def reads(self) -> Keys:
        return frozenset({of_entry(self.entry)})


class DeckChanged(FloorEvent, frozen=True, tag="deck_changed"):
    """A table has another deck (LIVE-23)."""

    table: int

    @property
    def reads(self) -> Keys:
        return frozenset({f"table:{self.table}"})


class BlindsPosted(FloorEvent, frozen=True, tag="blinds_posted"):
    """The stack of a player without an ID check is blinded off (LAMB-34)."""

    entry: EntryId
    posted: Chips
    finished: int

    @property
    def reads(self) -> Keys:
        return frozenset({f"log:{self.finished}", of_entry(self.entry)})


# Days


class LastHandsDrawn(FloorEvent, frozen=True, tag="last_hands_drawn"):
    """The card of the day's end: every table plays this many hands more (LIVE-28)."""

    card: int
    level_left_ms: int
    in_hand: tuple[int, ...]
    """Tables with a hand in progress, which does not count (LAMB-35)."""
    drawn_by: DrawnBy

    @property
    def writes(self) -> Keys:
        return frozenset({"day"})

    @property
    def reads(self) -> Keys:
        return frozenset({"level_clock"})


class StackBagged(FloorEvent, frozen=True, tag="stack_bagged"):
    """The chips of a player are counted, signed for and bagged for the night (8.6)."""

    entry: EntryId
    stack: Chips
    bag: str
    table: int = 0
    """Where the last hand was played; 0 in logs of releases that did not keep it."""

    @property
    def writes(self) -> Keys:
        return frozenset({f"bag:{self.entry}"})

    @property
    def reads(self) -> Keys:
        return frozenset({"day", of_entry(self.entry), of_positions(self.table)})


class DayStarted(FloorEvent, frozen=True, tag="day_started"):
    """The next day: new seats by lot or the old ones, and the button is drawn again (LIVE-16)."""

    day: int
    moves: tuple[Redrawn, ...]
    tables: tuple[int, ...]

    @property
    def writes(self) -> Keys:
        keys = {"day", TABLES}
        for table in self.tables:
            keys |= {f"table:{table}", of_positions(table), of_members(table), of_hand(table)}
        for move in self.moves:
            keys |= {of_entry(move.entry), move.origin.key, move.place.key}
        return frozenset(keys)

    @property
    def reads(self) -> Keys:
        return frozenset({"day", "all:chips", *(f"bag:{move.entry}" for move in self.moves)})


class IdChecked(FloorEvent, frozen=True, tag="id_checked"):
    """A player has shown a valid photo ID: the stack is released (LIVE-9)."""

    entry: EntryId
    day: int

    @property
    def writes(self) -> Keys:
        return frozenset({f"id:{self.entry}/{self.day}"})

    @property
    def reads(self) -> Keys:
        return frozenset({of_entry(self.entry), "day"})


# Chips


class StackNoted(FloorEvent, frozen=True, tag="stack_noted"):
    """Somebody has counted a stack."""

    entry: EntryId
    stack: Chips

    @property
    def writes(self) -> Keys:
        return frozenset({f"stack:{self.entry}"})

    @property
    def reads(self) -> Keys:
        return frozenset({of_entry(self.entry)})


class ChipsExchanged(FloorEvent, frozen=True, tag="chips_exchanged"):
    """Small chips for large ones of the same value, or the wish for it until the player is back
    (LIVE-19)."""

    entry: EntryId
    small: Chips
    large: Chips
    given: int
    received: int

    @property
    def is_pending(self) -> bool:
        """Whether the player was away: nothing was touched."""
        return self.given == 0

    @property
    def writes(self) -> Keys:
        return frozenset({f"colour_up:{self.entry}"})

    @property
    def reads(self) -> Keys:
        return frozenset({of_entry(self.entry)})


class TableCounted(FloorEvent, frozen=True, tag="table_counted"):
    """All chips of a table, by denomination: the audit compares the sum of all tables."""

    table: int
    chips: dict[Chips, int]

    @property
    def writes(self) -> Keys:
        return frozenset({f"counted:{self.table}"})

    @property
    def reads(self) -> Keys:
        return frozenset({f"table:{self.table}"})


# People and screens


class StaffAppointed(FloorEvent, frozen=True, tag="staff_appointed"):
    """An account of the room works at this tournament."""

    account: int
    name: Name
    role: StaffRole

    @property
    def writes(self) -> Keys:
        return frozenset({f"staff:{self.account}"})


class StaffDismissed(FloorEvent, frozen=True, tag="staff_dismissed"):
    """An account no longer works at this tournament."""

    account: int

    @property
    def writes(self) -> Keys:
        return frozenset({f"staff:{self.account}"})

    @property
    def reads(self) -> Keys:
        return self.writes


class DisplayOpened(FloorEvent, frozen=True, tag="display_opened"):
    """A screen of the hall may show the tournament; its code is made from the number."""

    number: int
    label: str

    @property
    def writes(self) -> Keys:
        return frozenset({f"display:{self.number}"})


class DisplayClosed(FloorEvent, frozen=True, tag="display_closed"):
    """The code of a screen is worth nothing any more."""

    number: int

    @property
    def writes(self) -> Keys:
        return frozenset({f"display:{self.number}"})

    @property
    def reads(self) -> Keys:
        return self.writes


class SecretRenewed(FloorEvent, frozen=True, tag="secret_renewed"):
    """The secret on a player's receipt is worth nothing any more; there is a new one."""

    entry: EntryId

    @property
    def writes(self) -> Keys:
        return frozenset({f"secret:{self.entry}"})


class Announced(FloorEvent, frozen=True, tag="announced"):
    """A sentence for all screens of the hall; an empty one takes the last away."""

    text: Annotated[str, Meta(max_length=300)]

    @property
    def writes(self) -> Keys:
        return frozenset({"announcement"})


class IncidentNoted(FloorEvent, frozen=True, tag="incident_noted"):
    """Something about a player that was reported to the staff (LIVE-45.p2)."""

    entry: EntryId
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class TermsChanged(FloorEvent, frozen=True, tag="terms_changed"):
    """Management alters the event: one field, its old and its new value (LIVE-7)."""

    field: str
    old: Any
    new: Any

    @property
    def writes(self) -> Keys:
        return frozenset({f"terms:{self.field}"})
