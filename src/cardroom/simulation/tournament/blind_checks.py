"""Nobody who changes tables has the big blind twice running, where it can be helped (BTN-02)."""

from cardroom.tournament.events import (
    HandDealt,
    HandFinished,
    HandRolledBack,
    KnockedOut,
    Moved,
    Seated,
    SeatsExchanged,
    TableBroken,
    TableOpened,
    TournamentEvent,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.units import Seat


class BlindChecks:
    """Follows every player's last big blind from table to table (TAMB-54, TAMB-56)."""

    def __init__(self, seats: int) -> None:
        self._seats_max = seats
        self._tables: dict[TableNumber, dict[Seat, EntryId]] = {}
        self._deals: dict[TableNumber, list[HandDealt]] = {}
        self._redeals: set[TableNumber] = set()
        self._moved: list[Moved] = []
        """Out of the table that is being broken."""
        self._had: set[EntryId] = set()
        """Had the big blind in their last hand."""

    def read(self, event: TournamentEvent) -> None:
        """Follow one event."""
        match event:
            case TableOpened(table=table):
                self._tables[table], self._deals[table] = {}, []
            case Seated(entry=entry, table=table, seat=seat):
                self._tables[table][seat] = entry
            case SeatsExchanged(entry=entry, other=other):
                self._tables[event.table][event.seat] = entry
                self._tables[event.other_table][event.other_seat] = other
            case KnockedOut(entry=entry, table=table):
                self._stand(entry, table)
            case Moved():
                self._move(event)
            case TableBroken():
                self._after_break()
            case HandDealt(table=table):
                self._deals[table] = [*self._deals[table][-1:], event]
                self._redeals.discard(table)
            case HandRolledBack(table=table):
                self._deals[table].pop()
                self._redeals.add(table)
            case HandFinished(table=table):
                self._finish(self._deals[table][-1])

    def _finish(self, deal: HandDealt) -> None:
        entries = dict(deal.dealt_in)
        self._had -= set(entries.values())
        self._had.add(entries[deal.positions.big_blind])

    def _stand(self, entry: EntryId, table: TableNumber) -> None:
        there = self._tables[table]
        self._tables[table] = {seat: one for seat, one in there.items() if one != entry}

    def _move(self, event: Moved) -> None:
        others = set(self._tables[event.origin].values()) - self._had - {event.entry}
        self._stand(event.entry, event.origin)
        self._tables[event.table][event.seat] = event.entry
        if event.cause == "table_broken":
            self._moved.append(event)
        elif self._is_second(event):
            assert not others, f"another player could have moved there (TAMB-54): {event}"

    def _after_break(self) -> None:
        """All have moved: nobody has it twice who could sit elsewhere (TAMB-56)."""
        for event in self._moved:
            if not self._is_second(event):
                continue
            free = self._free_elsewhere(event)
            assert not free, f"big blind twice running, {free} were free (TAMB-56): {event}"
            for other in self._moved:
                spared = other.entry in self._had or self._comes_next(other)
                assert spared, f"should have changed places with {other} (TAMB-56): {event}"
        self._moved = []

    def _is_second(self, event: Moved) -> bool:
        dealt = self._deals[event.table] and event.table not in self._redeals
        return bool(dealt) and event.entry in self._had and self._is_next(event.table, event.seat)

    def _comes_next(self, event: Moved) -> bool:
        """Whether the first hand there brings the big blind; where one is dealt again, it may."""
        return event.table in self._redeals or self._is_next(event.table, event.seat)

    def _free_elsewhere(self, event: Moved) -> list[Seat]:
        """Seats of that table where a player would not be next."""
        there = self._tables[event.table]
        without = {seat: entry for seat, entry in there.items() if seat != event.seat}
        free = [seat for seat in range(1, self._seats_max + 1) if seat not in there]
        self._tables[event.table] = without
        found = [seat for seat in free if not self._is_next(event.table, seat)]
        self._tables[event.table] = there
        return found

    def _is_next(self, table: TableNumber, seat: Seat) -> bool:
        """Whether a player who sits down there is the first one after the last big blind."""
        last = self._deals[table][-1].positions.big_blind
        seats = [*self._tables[table], seat]
        return min(seats, key=lambda one: (one - last - 1) % self._seats_max) == seat
