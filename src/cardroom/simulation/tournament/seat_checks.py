"""What must hold at the tables, judged from the events alone: seats, chips, blinds, sizes."""

from collections import Counter

from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.desk_events import ChipsBought, RebuyDeclined, RebuyOffered
from cardroom.tournament.events import (
    ChipsAdded,
    FinalTableDrawn,
    HandDealt,
    HandFinished,
    HandForHandEnded,
    HandRolledBack,
    KnockedOut,
    Moved,
    PauseDue,
    PauseEnded,
    Seated,
    SeatsExchanged,
    SynchronisedHandEnded,
    SynchronisedHandStarted,
    TableBroken,
    TableOpened,
    TournamentEvent,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.units import Chips, Seat

HEADS_UP = 2
ORBIT_HANDS_MAX = 40
"""How many hands we look back to find a player's last big blind."""
WAIT_MS_MAX = 45 * 60_000
"""Nobody waits longer for cards, breaks and pauses not counted."""


class SeatChecks:
    """A second, plain model of the field; the first breach ends the simulation."""

    def __init__(self, seats: int, rules: TournamentRules | None = None) -> None:
        self._seats_max = seats
        self._spread_max = 1 if rules is None else rules.balancing.spread_max
        self._absent_count = rules is None or rules.button.first_button_counts_absent
        self.tables: dict[TableNumber, dict[Seat, EntryId]] = {}
        self.stacks: dict[EntryId, Chips] = {}
        self._place: dict[EntryId, tuple[TableNumber, Seat]] = {}
        self._playing: dict[TableNumber, HandDealt] = {}
        self._busy: Counter[TableNumber] = Counter()
        """Hands in progress and players who are waited for, by table."""
        self._busy_tables = 0
        self._is_synchronised = False
        self._sizes: Counter[int] = Counter()
        self._idle_sizes: Counter[int] = Counter()
        self._deals: dict[TableNumber, list[HandDealt]] = {}
        self._redeal: dict[TableNumber, HandDealt] = {}
        self._dealt_ms: dict[EntryId, int] = {}
        self._last_blind: dict[TableNumber, EntryId] = {}
        """Who had the big blind in the last hand; moved, such a player avoids it (TAMB-56)."""
        self._offered: set[EntryId] = set()
        self._halted_ms: int | None = None
        self._halts = 0
        self._paused_ms = 0

    def read(self, event: TournamentEvent) -> None:
        """Follow one event; complain when it cannot be right."""
        match event:
            case HandDealt():
                self._deal(event)
            case HandFinished():
                self._finish(event)
            case HandRolledBack(table=table):
                self._redeal[table] = self._playing.pop(table)
                self._deals[table].pop()
                self._change_busy(table, -1)
            case TableOpened(table=table):
                self.tables[table] = {}
                self._deals[table] = []
                self._count(table, 1)
            case TableBroken(table=table):
                assert not self.tables[table], "a broken table has players"
                self._count(table, -1)
                del self.tables[table]
            case FinalTableDrawn():
                self._draw_again(event)
            case Seated():
                self._seat(event)
            case Moved():
                self._move(event)
            case SeatsExchanged():
                self._exchange(event)
            case KnockedOut():
                self._out(event)
            case ChipsAdded(entry=entry, chips=chips):
                self.stacks[entry] += chips
            case _:
                self._read_time(event)

    def _read_time(self, event: TournamentEvent) -> None:
        """Pauses, and players who may buy back: the tables wait for them."""
        match event:
            case RebuyOffered(entry=entry):
                self._offered.add(entry)
                self._change_busy(self._place[entry][0], 1)
            case RebuyDeclined(entry=entry) | ChipsBought(entry=entry):
                if entry in self._offered:
                    self._offered.discard(entry)
                    self._change_busy(self._place[entry][0], -1)
            case SynchronisedHandStarted():
                self._is_synchronised = True
            case SynchronisedHandEnded() | HandForHandEnded():
                self._is_synchronised = False
            case PauseDue(at_ms=at_ms):
                self._halts += 1
                self._halted_ms = at_ms if self._halted_ms is None else self._halted_ms
            case PauseEnded(at_ms=at_ms):
                self._halts -= 1
                if self._halts == 0 and self._halted_ms is not None:
                    self._paused_ms += at_ms - self._halted_ms
                    self._halted_ms = None

    # Seats and sizes

    def _seat(self, event: Seated) -> None:
        table = self.tables[event.table]
        assert 1 <= event.seat <= self._seats_max, f"no such seat: {event}"
        assert event.seat not in table, f"the seat is taken: {event}"
        assert event.entry not in self._place, f"seated twice: {event}"
        self._sit(event.entry, event.table, event.seat)
        self.stacks[event.entry] = event.stack
        self._dealt_ms[event.entry] = event.at_ms - self._paused_ms

    def _move(self, event: Moved) -> None:
        assert event.origin not in self._playing, "moved out of a hand (TAMB-53)"
        assert event.seat not in self.tables[event.table], f"the seat is taken: {event}"
        if event.cause == "balancing":
            sizes = [size for size, count in self._sizes.items() if count]
            assert len(self.tables[event.origin]) == max(sizes), f"not the largest: {event}"
            assert len(self.tables[event.table]) == min(sizes), f"not the smallest: {event}"
        if self._deals[event.table] and event.table not in self._redeal:
            longest = self._longest_wait(event.table)
            other = event.entry == self._last_blind.get(event.origin)
            assert event.seat == longest or other, f"not the seat: {event}"
        self._stand(event.entry)
        self._sit(event.entry, event.table, event.seat)

    def _exchange(self, event: SeatsExchanged) -> None:
        """Two players of different tables, before anything was dealt (AMB-74)."""
        places = {
            event.entry: (event.other_table, event.other_seat),
            event.other: (event.table, event.seat),
        }
        assert event.table != event.other_table, f"not another table: {event}"
        for entry, (table, _) in places.items():
            assert self._place[entry] == places[entry], f"not in the seat: {event}"
            assert not self._deals[table], f"exchanged after a hand: {event}"
        for entry in places:
            self._stand(entry)
        self._sit(event.entry, event.table, event.seat)
        self._sit(event.other, event.other_table, event.other_seat)

    def _longest_wait(self, table: TableNumber) -> Seat:
        """The free seat that the big blind reaches last; where it is only if need be (TAMB-55)."""
        taken, last = self.tables[table], self._deals[table][-1].positions.big_blind
        from_blind = [(last + step - 1) % self._seats_max + 1 for step in range(self._seats_max)]
        at_blind, *others = from_blind
        waits: dict[Seat, int] = {}
        for place, seat in enumerate(others):
            if seat not in taken:
                waits[seat] = sum(other in taken for other in others[:place])
        return max(reversed(waits), key=waits.__getitem__, default=at_blind)

    def _draw_again(self, event: FinalTableDrawn) -> None:
        """All players of the last table change seats; it begins again (TAMB-56)."""
        assert event.table not in self._playing, "seats drawn in a hand"
        seats = dict(event.seats)
        assert sorted(seats.values()) == sorted(self.tables[event.table].values()), (
            "not the players"
        )
        self.tables[event.table] = seats
        self._place |= {entry: (event.table, seat) for seat, entry in event.seats}
        self._deals[event.table] = []
        self._redeal.pop(event.table, None)

    def _sit(self, entry: EntryId, table: TableNumber, seat: Seat) -> None:
        self._count(table, -1)
        self.tables[table][seat] = entry
        self._place[entry] = (table, seat)
        self._count(table, 1)

    def _stand(self, entry: EntryId) -> None:
        table, seat = self._place.pop(entry)
        self._count(table, -1)
        del self.tables[table][seat]
        self._count(table, 1)

    def _out(self, event: KnockedOut) -> None:
        chips = self.stacks.pop(event.entry)
        left = event.chips if event.cause == "disqualified" else 0
        assert chips == left, f"out with {chips} chips: {event}"
        self._stand(event.entry)

    def _count(self, table: TableNumber, by: int) -> None:
        size = len(self.tables[table])
        self._sizes[size] += by
        if not self._busy[table]:
            self._idle_sizes[size] += by

    def _change_busy(self, table: TableNumber, by: int) -> None:
        size = len(self.tables[table])
        was = self._busy[table]
        self._busy[table] += by
        if was == 0:
            self._busy_tables += 1
            self._idle_sizes[size] -= 1
        elif was + by == 0:
            self._busy_tables -= 1
            self._idle_sizes[size] += 1

    def after_commit(self) -> None:
        """No largest table keeps a player between its hands (BAL-01, BAL-03, TAMB-53, TAMB-56).

        A table that is to be broken is waited for until its hand is over.
        """
        if self._is_synchronised:
            return  # Moves and breaks happen between synchronised hands (TAMB-59).
        sizes = [size for size, count in self._sizes.items() if count]
        largest, smallest = max(sizes, default=0), min(sizes, default=0)
        if len(self.tables) > 1 and len(self.stacks) <= (len(self.tables) - 1) * self._seats_max:
            assert self._busy_tables, f"not broken: {+self._sizes}"
            waits = self._sizes[smallest] > 1 or not self._idle_sizes[smallest]
            assert waits, f"not broken: {+self._sizes}"
        elif largest - smallest > self._spread_max:
            assert not self._idle_sizes[largest], f"not balanced: {+self._sizes}"

    # Hands

    def _deal(self, event: HandDealt) -> None:
        table, positions = event.table, event.positions
        seats = self.tables[table]
        dealt_in = dict(event.dealt_in)
        assert table not in self._playing, "two hands at one table"
        assert len(dealt_in) >= 2, "a hand of one player (TAMB-57)"
        assert all(seats.get(seat) == entry for seat, entry in event.dealt_in), "not in the seat"
        assert all(self.stacks[entry] > 0 for entry in dealt_in.values()), "dealt in without chips"
        redealt = self._redeal.pop(table, None)
        if redealt is None or redealt.dealt_in != event.dealt_in:
            assert len(dealt_in) == len(seats), "somebody was not dealt in (TAMB-52)"
            self._verify_big_blind(event)
        else:
            assert redealt.positions == positions, "not the same positions (TAMB-97)"
        assert positions.button in dealt_in, "the button is not on a player (TAMB-50)"
        assert positions.button != positions.big_blind
        if len(dealt_in) == HEADS_UP:
            assert positions.small_blind == positions.button, "heads-up (BTN-04, TAMB-51)"
        self._verify_waiting(event)
        self._playing[table] = event
        self._deals[table].append(event)
        self._change_busy(table, 1)

    def _verify_big_blind(self, event: HandDealt) -> None:
        """The next player after the last big blind, and nobody twice running (BTN-02, TAMB-50)."""
        before = self._deals[event.table]
        if not before:
            if not self._absent_count:
                return
            highest = max(seat for seat, _ in event.dealt_in)
            assert event.positions.button == highest, "the first button (TAMB-49)"
            return
        last = before[-1].positions.big_blind
        expected = min((seat for seat, _ in event.dealt_in), key=lambda seat: (seat <= last, seat))
        assert event.positions.big_blind == expected, f"the big blind went astray: {event}"
        if len(event.dealt_in) > HEADS_UP:
            self._verify_button(event, last)
        poster = dict(event.dealt_in)[expected]
        assert (last, poster) not in before[-1].dealt_in or last != expected, "twice running"

    def _verify_button(self, event: HandDealt, last: Seat) -> None:
        """Small blind where the big blind was, button on the player before (BTN-03, TAMB-50)."""
        assert event.positions.small_blind == last, f"not the small blind: {event}"
        seats = [seat for seat, _ in event.dealt_in]
        before = min(seats, key=lambda seat: (last - seat - 1) % self._seats_max)
        assert event.positions.button == before, f"not the button: {event}"

    def _verify_waiting(self, event: HandDealt) -> None:
        now = event.at_ms - self._paused_ms
        for _, entry in event.dealt_in:
            waited = now - self._dealt_ms[entry]
            assert waited <= WAIT_MS_MAX or self._seats_max == 2, f"{entry} waited {waited} ms"
            self._dealt_ms[entry] = now

    def _finish(self, event: HandFinished) -> None:
        deal = self._playing.pop(event.table)
        dealt_in = dict(deal.dealt_in)
        after = {dealt_in[seat]: stack for seat, stack in event.stacks}
        assert after.keys() == set(dealt_in.values())
        assert sum(after.values()) == sum(self.stacks[entry] for entry in after), "chips were made"
        self.stacks.update(after)
        self._last_blind[event.table] = dealt_in[deal.positions.big_blind]
        self._change_busy(event.table, -1)
        self._once_an_orbit(event.table)

    def _once_an_orbit(self, table: TableNumber) -> None:
        """Between two big blinds of a player everybody present had exactly one (BTN-02)."""
        deals = self._deals[table]
        del deals[:-ORBIT_HANDS_MAX]
        blind = _big_blind_of(deals[-1])
        for place in range(len(deals) - 2, -1, -1):
            if _big_blind_of(deals[place]) == blind:
                _everyone_once(deals[place:])
                return
            if blind not in deals[place].dealt_in:
                return


def _big_blind_of(deal: HandDealt) -> tuple[Seat, EntryId]:
    seat = deal.positions.big_blind
    return seat, dict(deal.dealt_in)[seat]


def _everyone_once(orbit: list[HandDealt]) -> None:
    present = set(orbit[0].dealt_in)
    for deal in orbit:
        present &= set(deal.dealt_in)
    payers = Counter(_big_blind_of(deal) for deal in orbit[1:])
    for place in present:
        assert payers[place] == 1, f"{place} had {payers[place]} big blinds in {orbit}"
