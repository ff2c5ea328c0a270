"""What the field is: all that follows from its events, which it trusts."""

from cardroom.ledger import PlayerId
from cardroom.tournament.desk_events import ChipsBought, RebuyDeclined, RebuyOffered
from cardroom.tournament.events import (
    CameBack,
    ChipsAdded,
    ConnectionBack,
    ConnectionLost,
    Disqualified,
    FinalTableDrawn,
    HandDealt,
    HandFinished,
    HandRolledBack,
    KnockedOut,
    Moved,
    Seated,
    SeatsExchanged,
    TableBroken,
    TableOpened,
    TournamentStarted,
    WentAway,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.journal import Handlers
from cardroom.tournament.tables.entrant import Entrant
from cardroom.tournament.tables.sizes import Sizes
from cardroom.tournament.tables.table import Table
from cardroom.tournament.terms import Terms
from cardroom.units import Chips, Seat

FEWEST = 2


class FieldState:
    """All players who are in, and the tables they sit at."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.entrants: dict[EntryId, Entrant] = {}
        self.tables: dict[TableNumber, Table] = {}
        self.sizes = Sizes(terms.seats)
        self.playing = 0
        """Tables with a hand in progress."""
        self.has_started = False
        self.opened = 0
        self.final_table_drawn = False
        self._by_player: dict[PlayerId, Entrant] = {}
        self._waited_for: set[EntryId] = set()
        """Players without chips who may buy back (TAMB-69)."""

    def set_terms(self, terms: Terms) -> None:
        """Play by other terms from the first hand on, as a HexaPro game after its draw."""
        self.terms = terms

    # Questions

    def find(self, player: PlayerId) -> Entrant | None:
        """The seat of a player who is still in."""
        return self._by_player.get(player)

    @property
    def left(self) -> int:
        """The players who are in, those with an offer to buy back included (TAMB-46)."""
        return len(self.entrants)

    @property
    def stacks(self) -> dict[EntryId, Chips]:
        """The chips of the players who are in, between their hands."""
        return {entry: entrant.stack for entry, entrant in self.entrants.items()}

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """The events about tables, seats, stacks and players."""
        return {
            HandDealt: self._apply_dealt,
            HandFinished: self._apply_finished,
            HandRolledBack: self._apply_rolled_back,
            TableOpened: self._apply_opened,
            TableBroken: self._apply_broken,
            FinalTableDrawn: self._apply_final_table,
            Seated: self._apply_seated,
            Moved: self._apply_moved,
            SeatsExchanged: self._apply_exchanged,
            KnockedOut: self._apply_knocked_out,
            Disqualified: self._apply_disqualified,
            ChipsAdded: self._apply_chips,
            RebuyOffered: self._apply_offer,
            RebuyDeclined: self._apply_answer,
            ChipsBought: self._apply_answer,
            WentAway: self._apply_away,
            CameBack: self._apply_back,
            ConnectionLost: self._apply_lost,
            ConnectionBack: self._apply_found,
            TournamentStarted: self._apply_started,
        }

    def _apply_started(self, _: TournamentStarted) -> None:
        self.has_started = True

    def _apply_opened(self, event: TableOpened) -> None:
        self.opened = event.table
        self.tables[event.table] = Table(event.table, self.terms, is_late=self.has_started)
        self.sizes.open(event.table)

    def _apply_broken(self, event: TableBroken) -> None:
        self.sizes.close(event.table)
        del self.tables[event.table]

    def _apply_final_table(self, event: FinalTableDrawn) -> None:
        self.final_table_drawn = True
        table = self.tables[event.table]
        table.seats = {seat: self.entrants[entry] for seat, entry in event.seats}
        for seat, entrant in table.seats.items():
            entrant.seat = seat
        table.last = table.before = table.hand_to_redeal = None

    def _apply_seated(self, event: Seated) -> None:
        entrant = Entrant(
            entry=event.entry,
            player=event.player,
            table=event.table,
            seat=event.seat,
            stack=event.stack,
            bank=self.terms.bank,
        )
        self.entrants[event.entry] = entrant
        self._by_player[event.player] = entrant
        self._sit(entrant, event.table, event.seat, event.at_ms)

    def _apply_moved(self, event: Moved) -> None:
        entrant = self.entrants[event.entry]
        del self.tables[event.origin].seats[entrant.seat]
        self.sizes.change(event.origin, -1)
        self._sit(entrant, event.table, event.seat, event.at_ms)

    def _apply_exchanged(self, event: SeatsExchanged) -> None:
        entrant, other = self.entrants[event.entry], self.entrants[event.other]
        self.tables[event.table].seats[event.seat] = entrant
        self.tables[event.other_table].seats[event.other_seat] = other
        entrant.table, entrant.seat = event.table, event.seat
        other.table, other.seat = event.other_table, event.other_seat

    def _sit(self, entrant: Entrant, number: TableNumber, seat: Seat, at_ms: int) -> None:
        table = self.tables[number]
        assert seat not in table.seats, "the seat is taken"
        table.seats[seat] = entrant
        entrant.table, entrant.seat = number, seat
        self.sizes.change(number, 1)
        if entrant.away is None:
            self._somebody_is_at(number)
        if len(table.seats) == FEWEST and table.two_since_ms is None:
            table.two_since_ms = at_ms

    def _somebody_is_at(self, number: TableNumber) -> None:
        """The hands without anybody there are counted from the beginning (TAMB-101)."""
        self.tables[number].absent_hands = 0
        self.tables[number].nobody_came = False

    def _apply_knocked_out(self, event: KnockedOut) -> None:
        entrant = self.entrants.pop(event.entry)
        del self._by_player[entrant.player]
        del self.tables[entrant.table].seats[entrant.seat]
        self.sizes.change(entrant.table, -1)

    def _apply_disqualified(self, event: Disqualified) -> None:
        self.entrants[event.entry].disqualified = True
        self.entrants[event.entry].away = "player"

    def _apply_chips(self, event: ChipsAdded) -> None:
        self.entrants[event.entry].stack += event.chips

    def _apply_dealt(self, event: HandDealt) -> None:
        table = self.tables[event.table]
        table.before, table.last = table.last, event.positions
        table.dealt_hand, table.hand_to_redeal = event, None
        table.hands = event.number
        table.dealt_ms = event.at_ms
        table.nobody_came = table.all_away
        table.banks_ms = tuple([table.seats[seat].bank.left_ms for seat, _ in event.dealt_in])
        self.sizes.set_idle(event.table, idle=False)
        self.playing += 1

    def _apply_finished(self, event: HandFinished) -> None:
        table = self.tables[event.table]
        assert table.dealt_hand is not None
        seats = table.seats
        for seat, stack in event.stacks:
            if stack == 0:
                seats[seat].before = seats[seat].stack
            seats[seat].stack = stack
        for seat, left_ms in event.banks_ms:
            seats[seat].bank.left_ms = left_ms
        big_blind = table.dealt_hand.positions.big_blind
        for seat, _ in table.dealt_hand.dealt_in:
            entrant = seats[seat]
            entrant.bank.finish_hand()
            entrant.had_big_blind = seat == big_blind
        table.dealt_hand = None
        table.absent_hands = table.absent_hands + 1 if table.nobody_came else 0
        self.sizes.set_idle(event.table, idle=True)
        self.playing -= 1

    def _apply_rolled_back(self, event: HandRolledBack) -> None:
        table = self.tables[event.table]
        assert table.dealt_hand is not None
        for (seat, _), left_ms in zip(table.dealt_hand.dealt_in, table.banks_ms, strict=True):
            table.seats[seat].bank.left_ms = left_ms
            table.seats[seat].timed_out = False
        table.dealt_hand, table.hand_to_redeal = None, table.dealt_hand
        table.last = table.before
        self.sizes.set_idle(event.table, idle=True)
        self.playing -= 1

    def _apply_offer(self, event: RebuyOffered) -> None:
        """The table waits for a player without chips, who may buy back (TAMB-69)."""
        self._waited_for.add(event.entry)
        table = self.tables[self.entrants[event.entry].table]
        table.offers += 1
        self.sizes.set_idle(table.number, idle=False)

    def _apply_answer(self, event: RebuyDeclined | ChipsBought) -> None:
        """Whom the table waited for has bought back or declined."""
        if event.entry not in self._waited_for:
            return
        self._waited_for.remove(event.entry)
        table = self.tables[self.entrants[event.entry].table]
        table.offers -= 1
        if table.offers == 0 and table.dealt_hand is None:
            self.sizes.set_idle(table.number, idle=True)

    def _apply_away(self, event: WentAway) -> None:
        self.entrants[event.entry].away = event.cause

    def _apply_back(self, event: CameBack) -> None:
        entrant = self.entrants[event.entry]
        entrant.away = None
        entrant.timed_out = False
        self._somebody_is_at(entrant.table)

    def _apply_lost(self, event: ConnectionLost) -> None:
        self.entrants[event.entry].connection.lost_at_ms = event.at_ms

    def _apply_found(self, event: ConnectionBack) -> None:
        self.entrants[event.entry].connection.lost_at_ms = None
