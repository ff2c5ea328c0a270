"""The tables of a live tournament: who sits where, and where button and blinds are."""

from collections.abc import Callable, Iterator

from cardroom.engine.positions import NextHand, Positions, first_live_hand, next_live_hand
from cardroom.errors import FloorRefused
from cardroom.floor.events import SynchronisedHandDealt
from cardroom.floor.house_events import DayStarted, HandMisdealt, HandStarted, SeatsHeld
from cardroom.floor.log import LogEntry
from cardroom.floor.money_events import EntryWithdrawn
from cardroom.floor.seat_events import (
    ButtonDrawn,
    ButtonPlaced,
    EntryTaken,
    HandFinished,
    Out,
    Place,
    PlayerArrived,
    PlayerMoved,
    PlayerRemoved,
    Redrawn,
    TableBroken,
    TableOpened,
)
from cardroom.floor.seating.balancing import TableNow
from cardroom.rulebook.live import LiveRules
from cardroom.tournament.ids import EntryId
from cardroom.units import Seat


class FloorTable:
    """One table: its players by seat, and its last hand."""

    def __init__(self, number: int, seats: int) -> None:
        self.number = number
        self.seats = seats
        self.players: dict[Seat, EntryId] = {}
        self.button: Seat | None = None
        """Drawn for the first hand; None before the draw."""
        self.last: Positions | None = None
        """The last completed hand; None before the first."""
        self.arrived: set[Seat] = set()
        self.hands = 0
        self.hand_level: int | None = None
        """The level of the hand in progress, from its shuffle on; None between hands (LIVE-31)."""
        self.hand: NextHand | None = None
        """The hand in progress, if its beginning was reported: who comes now waits for the next."""
        self._dealt: dict[Seat, EntryId] = {}
        self.since_ms = 0
        """When the last hand was over: since then another one may have begun."""

    @property
    def open_seats(self) -> list[Seat]:
        """Seats without a player, in order."""
        return [seat for seat in range(1, self.seats + 1) if seat not in self.players]

    @property
    def dealt(self) -> dict[Seat, EntryId]:
        """Who got cards in the hand in progress and is still there."""
        return {s: entry for s, entry in self._dealt.items() if self.players.get(s) == entry}

    def begin(self, hand: NextHand | None) -> None:
        """The cards are dealt: positions and players of the hand stay as they are now."""
        if hand is not None and hand == self.hand:
            # A synchronised hand whose shuffle is reported, too: it has begun before.
            return
        self.hand = hand
        self._dealt = {s: self.players[s] for s in hand.dealt_in} if hand is not None else {}

    def finish(self, positions: Positions, at_ms: int) -> None:
        """The hand is over; whoever came during it is still to be dealt in."""
        self.last = positions
        self.arrived = self.arrived - set(self.dealt) if self.hand is not None else set()
        self.hand_level = None
        self.hands += 1
        self.since_ms = at_ms
        self.begin(None)

    def next_hand(self, rules: LiveRules) -> NextHand:
        """Button, blinds, ante and who waits, before the next shuffle (3.1)."""
        if self.last is not None:
            return next_live_hand(rules, self.last, tuple(self.players), self.arrived)
        if self.button is None:
            raise FloorRefused("LIVE-16", "draw_the_button_first", {"table": self.number})
        return first_live_hand(rules, self.button, tuple(self.players))

    def as_it_is(self, rules: LiveRules) -> TableNow:
        """The table for balancing: its last hand, the one in progress, or the first to come."""
        in_progress = self.hand.positions if self.hand is not None else None
        last = in_progress or self.last or self.next_hand(rules).positions
        return TableNow(
            number=self.number,
            last=last,
            occupied=tuple(sorted(self.players)),
            seats=self.seats,
            button=self.button if self.last is None and in_progress is None else None,
        )


class Field:
    """All players who are in the tournament, and those who are out."""

    def __init__(self, paid_places: Callable[[int], int]) -> None:
        self._paid_places = paid_places
        """The places that are paid with this many entries (LAMB-39)."""
        self.tables: dict[int, FloorTable] = {}
        self.places: dict[EntryId, Place] = {}
        self.names: dict[EntryId, str] = {}
        self.travelling: set[EntryId] = set()
        """Players with a move ticket who do not sit yet (LIVE-22.p1)."""
        self.out: list[tuple[int, tuple[Out, ...]]] = []
        """Who went out, hand by hand: the table, and the players."""
        self.disqualified: dict[EntryId, int] = {}
        """The places of players who were disqualified; prizes there are held (LAMB-54)."""
        self.old_places: dict[EntryId, Place] = {}
        self.held: dict[int, int] = {}
        """Seats that are kept for late players, where the floor has said how many (LIVE-8.1)."""
        self.entries_closed_ms: int | None = None
        """When the paid places were reached: from then on nobody enters again (LAMB-39)."""
        self.hands = 0
        """Hands that were finished, at all tables."""

    # Questions

    @property
    def left(self) -> int:
        """Players with chips."""
        return len(self.places)

    def table(self, number: int) -> FloorTable:
        """An open table."""
        if number not in self.tables:
            raise FloorRefused("LIVE-8", "no_such_table", {"table": number})
        return self.tables[number]

    def place(self, entry: EntryId) -> Place:
        """Where a player sits."""
        if entry not in self.places:
            raise FloorRefused("LIVE-8", "not_in_the_tournament", {"entry": entry})
        return self.places[entry]

    def open_places(self, kept_free: int | None = None) -> Iterator[Place]:
        """The open seats of all tables; with a number, without this many for late players.

        The number is for tables where the floor has not said another (LIVE-8.1).
        """
        for number, table in sorted(self.tables.items()):
            free = table.open_seats
            held = 0 if kept_free is None else self.held.get(number, kept_free)
            for seat in free[: max(0, len(free) - held)]:
                yield Place(number, seat)

    # What a recorded event changes

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case TableOpened(table=table, seats=seats):
                self.tables[table] = FloorTable(table, seats)
            case EntryTaken() as taken:
                self.names[taken.entry] = taken.player
                self._sit(taken.entry, taken.place)
            case ButtonDrawn(table=table, button=button):
                self.tables[table].button = button
                self.tables[table].last = None
                self.tables[table].since_ms = entry.at_ms
            case ButtonPlaced(table=table, positions=positions):
                self.tables[table].last = positions
            case HandFinished() as finished:
                self._finish(finished, entry.at_ms)
            case PlayerMoved(entry=player, origin=origin, place=place):
                self._stand(player, origin)
                self._sit(player, place)
                self.travelling.add(player)
            case PlayerRemoved(entry=player, origin=origin):
                self.disqualified[player] = self.left
                self._stand(player, origin)
                self._close_entries(entry.at_ms)
            case EntryWithdrawn(entry=player):
                self._stand(player, self.places[player])
                del self.names[player]
            case SeatsHeld(table=table, seats=seats):
                self.held[table] = seats
            case HandStarted(table=table, level=level, hand=hand):
                self.tables[table].hand_level = level
                self.tables[table].begin(hand)
            case SynchronisedHandDealt(hands=hands):
                for table, hand in hands.items():
                    self.tables[table].begin(hand)
            case HandMisdealt(table=table):
                self.tables[table].hand_level = None
                self.tables[table].begin(None)
            case DayStarted(moves=moves, tables=tables):
                self._sit_down_again(moves, tables)
            case PlayerArrived(entry=player):
                self.travelling.discard(player)
            case TableBroken(table=table, moves=moves):
                for move in moves:
                    self._stand(move.entry, move.origin)
                del self.tables[table]
                for move in moves:
                    self._sit(move.entry, move.place)
                    self.travelling.add(move.entry)
            case _:
                pass

    def _sit_down_again(self, moves: tuple[Redrawn, ...], tables: tuple[int, ...]) -> None:
        """A new day: all players in their new seats, and no table has a button yet (LIVE-16)."""
        hands = {number: table.hands for number, table in self.tables.items()}
        seats = {number: table.seats for number, table in self.tables.items()}
        self.tables = {number: FloorTable(number, seats[number]) for number in tables}
        for number, table in self.tables.items():
            table.hands = hands[number]
        for move in moves:
            self._sit(move.entry, move.place)
        self.travelling = set()

    def _sit(self, entry: EntryId, place: Place) -> None:
        self.places[entry] = place
        table = self.tables[place.table]
        table.players[place.seat] = entry
        if table.last is not None:
            table.arrived.add(place.seat)

    def _stand(self, entry: EntryId, place: Place) -> None:
        del self.places[entry]
        self.travelling.discard(entry)
        table = self.tables[place.table]
        del table.players[place.seat]
        table.arrived.discard(place.seat)
        if table.last is None and table.button == place.seat:
            # Nobody has the button any more, and no hand was played with it: draw again.
            table.button = None

    def _finish(self, event: HandFinished, at_ms: int) -> None:
        self.hands += 1
        self.tables[event.table].finish(event.positions, at_ms)
        for one in event.out:
            self.old_places[one.entry] = self.places[one.entry]
            self._stand(one.entry, self.places[one.entry])
        if event.out:
            self.out.append((event.table, event.out))
        self._close_entries(at_ms)

    def _close_entries(self, at_ms: int) -> None:
        """Nobody re-enters any more once the paid places are reached (LIVE-12, LAMB-39)."""
        paid = self._paid_places(len(self.names))
        if paid and self.left <= paid and self.entries_closed_ms is None:
            self.entries_closed_ms = at_ms
