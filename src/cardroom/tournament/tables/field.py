"""The field: seats players, deals at the tables, and says which of them may deal now."""

from collections.abc import Sequence

from cardroom.engine.action_clock import ClockTerms
from cardroom.engine.chance import RandBelow, drawn
from cardroom.engine.deadlines import Deadlines
from cardroom.engine.hand import Hand
from cardroom.ledger import PlayerId
from cardroom.tournament.due import Due
from cardroom.tournament.events import (
    CameBack,
    ChipsAdded,
    ConnectionBack,
    ConnectionLost,
    HandDealt,
    HandFinished,
    HandRolledBack,
    KnockedOut,
    OutCause,
    Seated,
    SeatsExchanged,
    TableOpened,
    WentAway,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Journal
from cardroom.tournament.tables.balancing import Balancing
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.field_state import FEWEST, FieldState
from cardroom.tournament.tables.keeping_apart import KeepingApart, PartnersOf
from cardroom.tournament.tables.seat_choice import draw, free_seats
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import Terms
from cardroom.units import Chips, Seat

Newcomer = tuple[EntryId, PlayerId, Chips]


class Field(FieldState):
    """Everything between the desk and the prizes; knows nothing of money."""

    def __init__(
        self,
        terms: Terms,
        journal: Journal,
        deadlines: Deadlines[Due],
        rand_below: RandBelow,
        partners_of: PartnersOf,
    ) -> None:
        super().__init__(terms)
        self._journal = journal
        self._deadlines = deadlines
        self._rand_below = rand_below
        self._apart = KeepingApart(self, partners_of)
        self.balancing = Balancing(self, journal, rand_below, self._apart)
        self.ready: dict[TableNumber, None] = {}
        """Tables that can deal, as far as they themselves are concerned, in order of readiness."""
        self._new: set[TableNumber] = set()
        """Tables opened for late entrants that have not dealt yet (TAMB-48)."""

    # Seats

    def draw_seats(self, newcomers: Sequence[Newcomer], at_ms: int) -> None:
        """Seat everybody at the start, absent players included (TRN-04, TRN-05, TAMB-47)."""
        by_entry = {entry: (player, stack) for entry, player, stack in newcomers}
        for seats in draw(list(by_entry), self.terms.seats, self._rand_below):
            table = self._open(at_ms)
            for entry, seat in seats:
                player, stack = by_entry[entry]
                self._journal.record(Seated(entry, player, table, seat, stack, at_ms))
            self.refresh(table, at_ms)
        self._separate(at_ms)

    def _separate(self, at_ms: int) -> None:
        """Partners whom the draw has brought together exchange seats with others (AMB-74)."""
        while (exchange := self._apart.draw_exchange(self._rand_below)) is not None:
            one, other = exchange
            self._journal.record(
                SeatsExchanged(
                    entry=one.entry, table=other.table, seat=other.seat,
                    other=other.entry, other_table=one.table, other_seat=one.seat,
                    cause="kept_apart", at_ms=at_ms,
                )
            )  # fmt: skip

    def seat_late(self, newcomer: Newcomer, at_ms: int) -> None:
        """A late entrant: smallest table with a free seat, or a new table (TAMB-47, TAMB-48).

        A table where a partner sits comes after all others that have a seat (AMB-74).
        """
        entry, player, stack = newcomer
        if not self.tables or self.sizes.smallest == self.terms.seats:
            table = self._open(at_ms)
            self._new.add(table)
        else:
            avoided = self._apart.tables_of(player)
            if not self.sizes.has_free_seat(other_than=avoided):
                avoided = set()
            table = self.sizes.draw_smallest(self._rand_below, other_than=avoided)
        free = free_seats(self.tables[table].seats, self.terms.seats)
        seat = drawn(free, self._rand_below)
        self._journal.record(Seated(entry, player, table, seat, stack, at_ms))
        self.refresh(table, at_ms)

    def _open(self, at_ms: int) -> TableNumber:
        table = TableNumber(self.opened + 1)
        self._journal.record(TableOpened(table, at_ms))
        return table

    def balance_tables(self, at_ms: int) -> None:
        """Break and balance tables as far as their hands allow (BAL-01, TAMB-53)."""
        touched = self.balancing.balance(at_ms)
        if self._new:
            touched |= self._new
        for table in sorted(touched):
            self.refresh(table, at_ms)

    # Who may deal

    def refresh(self, number: TableNumber, at_ms: int) -> None:
        """Find out again whether a table can deal; look again when only time is missing."""
        table = self.tables.get(number)
        if table is None:
            self._new.discard(number)
        if table is None or not self._can_deal(table):
            self.ready.pop(number, None)
            return
        due_ms = max(self._new_table_from(table, at_ms), self._absent_from(table))
        if due_ms > at_ms:
            self.ready.pop(number, None)
            if table.looked_at_ms != due_ms:
                table.looked_at_ms = due_ms
                self._deadlines.add(due_ms, Due("table", number))
        else:
            self.ready[number] = None

    def can_deal(self, number: TableNumber) -> bool:
        """Whether a table plays, or will play when its time comes."""
        table = self.tables.get(number)
        return table is not None and (table.dealt_hand is not None or self._can_deal(table))

    def refresh_all(self, at_ms: int) -> None:
        """Find out again which tables can deal, after a restart."""
        self._new = {one.number for one in self.tables.values() if one.is_late and not one.hands}
        for number in self.tables:
            self.refresh(number, at_ms)

    def _can_deal(self, table: Table) -> bool:
        """Two players are needed; a player who may buy back is waited for (TAMB-57, TAMB-69)."""
        return table.dealt_hand is None and len(table.seats) >= FEWEST and table.offers == 0

    def _new_table_from(self, table: Table, at_ms: int) -> int:
        """A new table deals when the sizes are even, or after a while anyway (TAMB-48)."""
        if table.number not in self._new:
            return 0
        seating = self.terms.rules.seating
        if self.sizes.largest - self.sizes.smallest <= seating.new_table_spread_max:
            return 0
        assert table.two_since_ms is not None
        due_ms = table.two_since_ms + seating.new_table_wait_s * 1000
        return due_ms if due_ms > at_ms else 0

    def _absent_from(self, table: Table) -> int:
        """Where everybody is absent the hands come one by one, slowly (TAMB-63)."""
        if table.dealt_ms is None or not table.all_away:
            return 0
        return table.dealt_ms + self.terms.rules.play.absent_table_hand_s * 1000

    # Hands

    def announce(
        self, number: TableNumber, at_ms: int, *, level: int, clock: ClockTerms, synchronised: bool
    ) -> None:
        """Fix the next hand at the level in force; its cards come after it (TAMB-45, TAMB-50)."""
        assert number in self.ready, "the table cannot deal now"
        del self.ready[number]
        self._new.discard(number)
        table = self.tables[number]
        positions, players = table.plan()
        dealt_in = tuple([(entrant.seat, entrant.entry) for entrant in players])
        event = HandDealt(number, table.hands + 1, level, positions, dealt_in, at_ms, synchronised)
        self._journal.record(event)
        table.clock_terms = clock

    def finish(self, number: TableNumber, at_ms: int) -> tuple[Hand, list[Entrant]]:
        """Commit a hand that is over; the players who have no chips after it."""
        table = self.tables[number]
        hand, dealt = table.hand, table.dealt_hand
        assert hand is not None
        assert dealt is not None
        assert hand.is_over
        stacks = tuple(hand.stacks.items())
        self._journal.record(
            HandFinished(number, dealt.number, stacks, self._banks_used(table), at_ms)
        )
        table.end_hand()
        busted = []
        for seat, stack in stacks:
            entrant = table.seats[seat]
            timed_out, entrant.timed_out = entrant.timed_out, False
            if stack == 0:
                busted.append(entrant)
            elif timed_out:
                self._journal.record(WentAway(entrant.entry, "timed_out"))
        return hand, busted

    def _banks_used(self, table: Table) -> tuple[tuple[Seat, int], ...]:
        assert table.dealt_hand is not None
        used = []
        for (seat, _), before_ms in zip(table.dealt_hand.dealt_in, table.banks_ms, strict=True):
            left_ms = table.seats[seat].bank.left_ms
            if left_ms != before_ms:
                used.append((seat, left_ms))
        return tuple(used)

    def roll_back(self, number: TableNumber, reason: str, at_ms: int) -> None:
        """The hand never was: stacks, banks and positions as before it (TRN-25, TAMB-97)."""
        table = self.tables[number]
        assert table.dealt_hand is not None
        if table.hand is not None and not table.hand.is_over:
            table.hand.void(reason)
        self._journal.record(HandRolledBack(number, table.dealt_hand.number, reason, at_ms))
        table.end_hand()
        self.refresh(number, at_ms)

    # Players

    def knock_out(self, entrant: Entrant, cause: OutCause, at_ms: int) -> None:
        """A player is out and the seat is free (TYP-03)."""
        chips = entrant.before if cause == "busted" else entrant.stack
        self._journal.record(KnockedOut(entrant.entry, entrant.table, chips, cause, at_ms))

    def add_chips(self, entrant: Entrant, chips: Chips) -> None:
        """A re-buy or an add-on is on the table (TAMB-69)."""
        self._journal.record(ChipsAdded(entrant.entry, chips))

    def go_away(self, entrant: Entrant, at_ms: int, *, logged_in: bool = True) -> None:
        """Sit out: every turn is a fold; without anybody there, hands come slowly (TAMB-63)."""
        if entrant.away is None:
            self._journal.record(
                WentAway(entrant.entry, "player" if logged_in else "not_logged_in")
            )
            self.pass_turn(entrant, at_ms)
            self.refresh(entrant.table, at_ms)

    def come_back(self, entrant: Entrant, at_ms: int) -> None:
        """Play again; a table where everybody was absent may deal at once (TAMB-63)."""
        if (entrant.away is not None or entrant.timed_out) and not entrant.disqualified:
            self._journal.record(CameBack(entrant.entry))
            self.refresh(entrant.table, at_ms)

    def lose_connection(self, entrant: Entrant, at_ms: int) -> None:
        """A player is out of reach; a running turn gets its extra time (TTB-03, TAMB-90)."""
        if entrant.connection.is_lost:
            return
        self._journal.record(ConnectionLost(entrant.entry, at_ms))
        self.tables[entrant.table].lose_connection(entrant, at_ms)

    def reconnect(self, entrant: Entrant, at_ms: int) -> None:
        """A player is in reach again: the running deadline stays (TAMB-90).

        Who was absent without having asked for it plays on (TRN-05).
        """
        if entrant.connection.is_lost:
            self._journal.record(ConnectionBack(entrant.entry))
        if entrant.away != "player":
            self.come_back(entrant, at_ms)

    def pass_turn(self, entrant: Entrant, at_ms: int) -> None:
        """Whose turn it is has gone: it is over at once (TAMB-63)."""
        table = self.tables[entrant.table]
        if table.hand is not None and table.actor == entrant.player:
            table.turn_passes(at_ms)
