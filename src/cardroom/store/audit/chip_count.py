"""The chips of a tournament, counted from its events: none is made, and none is lost.

Started, re-bought and added on is in play or removed: with disqualified players (TAMB-89), or as
the stacks of a flight that did not move on (TAMB-76).
"""

from collections.abc import Iterable
from typing import NamedTuple

from cardroom.ledger import PlayerId, SettledHand
from cardroom.tournament.desk.entries import person_of
from cardroom.tournament.desk_events import ChipsBought, Registered, Unregistered
from cardroom.tournament.events import (
    ChipsAdded,
    FinalTableDrawn,
    HandFinished,
    KnockedOut,
    Moved,
    MultiplierDrawn,
    Seated,
    SeatsExchanged,
    TournamentEnded,
    TournamentEvent,
)
from cardroom.tournament.ids import EntryId, PersonId, TableNumber
from cardroom.units import Chips, Seat

Survivors = dict[PersonId, Chips]
"""The largest stack of each person at the end of a first phase."""


class Place(NamedTuple):
    """Where an entry sits."""

    table: TableNumber
    seat: Seat


class ChipCount:
    """Follows the chips of one tournament from event to event; it says what is wrong."""

    def __init__(self, brought: Survivors | None) -> None:
        """`brought` is what players bring to a second phase (TAMB-76)."""
        self._brought = brought
        self._players: dict[EntryId, PlayerId] = {}
        self._persons: dict[EntryId, PersonId] = {}
        self._bought: dict[EntryId, Chips] = {}
        """Stacks that were bought and are not on a table yet."""
        self._stacks: dict[EntryId, Chips] = {}
        self._places: dict[EntryId, Place] = {}
        self._seats: dict[Place, EntryId] = {}
        self._is_drawn = False
        self._owed: Chips = 0
        """Re-buys and add-ons that were paid and are not on the table yet."""
        self.started: Chips = 0
        self.added: Chips = 0
        self.removed: Chips = 0
        self.in_play: Chips = 0
        self.survivors: Survivors = {}
        self.before_hand: dict[PlayerId, Chips] = {}
        """The stacks before the last hand, of those dealt in."""
        self.after_hand: dict[PlayerId, Chips] = {}

    def read(self, event: TournamentEvent) -> Iterable[str]:
        """Follow one event; what is wrong with it."""
        match event:
            case Registered():
                yield from self._enter(event)
            case Unregistered(entry=entry):
                self._bought.pop(entry, None)
            case MultiplierDrawn():
                self._is_drawn = True
            case Seated():
                yield from self._seat(event)
            case ChipsBought(chips=chips):
                self._owed += chips
            case ChipsAdded(entry=entry, chips=chips):
                self._owed -= chips
                self.added += chips
                self.in_play += chips
                yield from self._add(entry, chips)
            case Moved(entry=entry, table=table, seat=seat):
                yield from self._sit(entry, Place(table, seat))
            case SeatsExchanged(entry=entry, other=other):
                self._rise(entry)
                self._rise(other)
                yield from self._sit(entry, Place(event.table, event.seat))
                yield from self._sit(other, Place(event.other_table, event.other_seat))
            case FinalTableDrawn(table=table, seats=seats):
                for _, entry in seats:
                    self._rise(entry)
                for seat, entry in seats:
                    yield from self._sit(entry, Place(table, seat))
            case HandFinished():
                yield from self._finish(event)
            case KnockedOut():
                yield from self._leave(event)
            case TournamentEnded(cause="phase_over"):
                self._move_on()

    def verify(self) -> Iterable[str]:
        """The chips add up after a step."""
        if self.started + self.added != self.in_play + self.removed:
            yield (
                f"{self.started:,} chips were started with and {self.added:,} bought, but"
                f" {self.in_play:,} are in play and {self.removed:,} were removed"
            )
        if self._owed:
            yield f"{self._owed:,} chips were bought that did not come to a table"

    def _enter(self, event: Registered) -> Iterable[str]:
        self._players[event.entry] = event.player
        person = person_of(event.player, event.person)
        self._persons[event.entry] = person
        self._bought[event.entry] = event.stack
        if self._brought is not None and event.payment.means == "none":
            largest = self._brought.get(person, 0)
            if event.stack != largest:
                yield (
                    f"player {event.player} brings {event.stack:,} chips from a first phase, where"
                    f" their largest stack was {largest:,}"
                )

    def _seat(self, event: Seated) -> Iterable[str]:
        bought = self._bought.pop(event.entry, None)
        if bought is None or (not self._is_drawn and bought != event.stack):
            yield (
                f"player {event.player} sits down with {event.stack:,} chips and has bought"
                f" {bought or 0:,}"
            )
        self.started += event.stack
        self.in_play += event.stack
        self._stacks[event.entry] = event.stack
        yield from self._sit(event.entry, Place(event.table, event.seat))

    def _sit(self, entry: EntryId, place: Place) -> Iterable[str]:
        self._rise(entry)
        if place in self._seats:
            yield f"seat {place.seat} of table {place.table} has two players"
        self._places[entry] = place
        self._seats[place] = entry

    def _rise(self, entry: EntryId) -> None:
        place = self._places.pop(entry, None)
        if place is not None and self._seats.get(place) == entry:
            del self._seats[place]

    def _add(self, entry: EntryId, chips: Chips) -> Iterable[str]:
        if entry not in self._stacks:
            yield f"entry {entry} gets {chips:,} chips and is not in play"
        self._stacks[entry] = self._stacks.get(entry, 0) + chips

    def _finish(self, event: HandFinished) -> Iterable[str]:
        self.before_hand, self.after_hand = {}, {}
        for seat, stack in event.stacks:
            entry = self._seats.get(Place(event.table, seat))
            if entry is None:
                yield f"hand {event.number} of table {event.table} has a stack on an empty seat"
                continue
            player = self._players[entry]
            self.before_hand[player], self.after_hand[player] = self._stacks[entry], stack
            self.in_play += stack - self._stacks[entry]
            self._stacks[entry] = stack
        before, after = sum(self.before_hand.values()), sum(self.after_hand.values())
        if before != after:
            yield (
                f"hand {event.number} of table {event.table} began with {before:,} chips and ended"
                f" with {after:,}"
            )

    def _leave(self, event: KnockedOut) -> Iterable[str]:
        stack = self._stacks.pop(event.entry, 0)
        self._rise(event.entry)
        self.in_play -= stack
        if event.cause == "disqualified":
            self.removed += stack
            if event.chips != stack:
                yield f"entry {event.entry} left with {event.chips:,} chips and had {stack:,}"
        elif stack:
            yield f"entry {event.entry} is out and has {stack:,} chips"

    def _move_on(self) -> None:
        """A first phase is over: what is in play leaves it, to the second phase or for good."""
        for entry, stack in self._stacks.items():
            person = self._persons[entry]
            self.survivors[person] = max(self.survivors.get(person, 0), stack)
        self.removed += self.in_play
        self.in_play = 0
        self._stacks = {}

    def compare(self, hand: SettledHand) -> Iterable[str]:
        """The record of a hand says what its event did to the stacks."""
        if hand.stacks != self.after_hand:
            yield f"the record of {hand.key} leaves other stacks than its event"
        moved = {
            player: self.after_hand[player] - self.before_hand[player] for player in self.after_hand
        }
        if hand.deltas != moved:
            yield f"the record of {hand.key} moves other chips than its event"
