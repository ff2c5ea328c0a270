"""Whom a stored step concerns: the tables where seats have changed, and single players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardroom.ledger import Kind, PlayerId, TableId, Transfer, read_account
from cardroom.room.channels import Switchboard
from cardroom.room.notices import Notice
from cardroom.room.tournaments.charter import Charter
from cardroom.room.tournaments.notices import (
    BountyWon,
    RebuyWanted,
    SeatCause,
    TournamentEntered,
    TournamentLeft,
    TournamentOut,
    TournamentOver,
    TournamentResult,
    TournamentSeated,
)
from cardroom.tournament.desk_events import RebuyOffered, Registered, Unregistered
from cardroom.tournament.events import (
    BountyTaken,
    CameBack,
    ChipsAdded,
    ConnectionBack,
    ConnectionLost,
    EndCause,
    FinalTableDrawn,
    HandFinished,
    KnockedOut,
    Moved,
    PlaceTaken,
    PrizeWon,
    Seated,
    SeatsExchanged,
    TournamentEnded,
    TournamentEvent,
    TournamentStarted,
    WentAway,
)
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.tournament import Tournament
from cardroom.units import Chips, Seat

ABOUT_A_SEAT = (WentAway, CameBack, ConnectionLost, ConnectionBack, ChipsAdded)


def touched_tables(
    tournament: Tournament, events: Sequence[TournamentEvent]
) -> dict[TableNumber, None]:
    """The tables whose seats a step has changed, in order."""
    touched: dict[TableNumber, None] = {}
    for event in events:
        if isinstance(event, HandFinished | Seated | KnockedOut | FinalTableDrawn):
            touched[event.table] = None
        elif isinstance(event, Moved):
            touched |= {event.origin: None, event.table: None}
        elif isinstance(event, ABOUT_A_SEAT):
            _add(touched, tournament, event.entry)
        elif isinstance(event, BountyTaken):
            _add(touched, tournament, event.by)
    return touched


def _add(touched: dict[TableNumber, None], tournament: Tournament, entry: EntryId) -> None:
    entrant = tournament.field.entrants.get(entry)
    if entrant is not None:
        touched[entrant.table] = None


def players_paid(transfers: Iterable[Transfer]) -> dict[PlayerId, None]:
    """Whose cash transfers change, each once."""
    found: dict[PlayerId, None] = {}
    for transfer in transfers:
        for account, _ in transfer.entries:
            parts = read_account(account)
            if parts.kind is Kind.PLAYER_CASH:
                found[PlayerId(parts.ids[0])] = None
    return found


class PlayerNews:
    """Tells players on their own channel what a stored step means for them."""

    def __init__(
        self, switchboard: Switchboard, charter: Charter, tables: Mapping[TableNumber, TableId]
    ) -> None:
        self._switchboard = switchboard
        self._charter = charter
        self.tables = tables
        self.players: dict[EntryId, PlayerId] = {}
        """Who has held an entry; one that was given back is forgotten at the desk."""

    def note(self, events: Sequence[TournamentEvent]) -> None:
        """Remember who holds which entry."""
        for event in events:
            if isinstance(event, Registered):
                self.players[event.entry] = event.player

    def telling(self, tournament: Tournament, events: Sequence[TournamentEvent]) -> Iterator[None]:
        """Tell whoever is concerned, one after the other, in the order of the events."""
        starts = any(isinstance(event, TournamentStarted) for event in events)
        cancelled = tournament.is_cancelled
        for event in events:
            match event:
                case Registered(player=player, entry=entry):
                    self._entered(tournament, player, entry)
                case Unregistered(entry=entry):
                    self._left(self.players[entry], cancelled=cancelled)
                case Seated(player=player, table=table, seat=seat, stack=stack):
                    cause: SeatCause = "start" if starts else "late"
                    self._seated(player, table, seat, stack, cause)
                case Moved(entry=entry, table=table, seat=seat, cause=why):
                    player, stack = self._holder(tournament, entry)
                    self._seated(player, table, seat, stack, why)
                case SeatsExchanged():
                    self._exchanged(tournament, event)
                case FinalTableDrawn(table=table, seats=seats):
                    for seat, entry in seats:
                        player, stack = self._holder(tournament, entry)
                        self._seated(player, table, seat, stack, "final_table")
                case TournamentEnded(cause=why):
                    yield from self._telling_end(tournament, why)
                case _:
                    self._tell_result(tournament, event)
            yield

    def telling_seats(self, tournament: Tournament) -> Iterator[None]:
        """After a restart everybody hears where they sit, one after the other."""
        for one in list(tournament.field.entrants.values()):
            self._seated(one.player, one.table, one.seat, one.stack, "restored")
            yield

    def _telling_end(self, tournament: Tournament, cause: EndCause) -> Iterator[None]:
        over = TournamentOver(tournament=self._charter.id, name=self._charter.name, cause=cause)
        for player in list(tournament.desk.living):
            self._to(player, over)
            yield

    def _tell_result(self, tournament: Tournament, event: TournamentEvent) -> None:
        own = self._charter.id
        match event:
            case RebuyOffered(entry=entry, until_ms=until_ms):
                wanted = RebuyWanted(tournament=own, until_ms=until_ms)
                self._to(tournament.player_of(entry), wanted)
            case KnockedOut(entry=entry, cause=why):
                self._to(tournament.player_of(entry), TournamentOut(tournament=own, cause=why))
            case PlaceTaken(entry=entry, place=place):
                self._result(tournament, entry, place)
            case PrizeWon(entry=entry):
                self._prize(tournament, event)
            case BountyTaken(by=by, cash=cash, added=added):
                won = BountyWon(tournament=own, cash=cash, added=added)
                self._to(tournament.player_of(by), won)

    def _to(self, player: PlayerId, notice: Notice) -> None:
        self._switchboard.tell(player, notice)

    def _holder(self, tournament: Tournament, entry: EntryId) -> tuple[PlayerId, Chips]:
        """Who holds an entry, and the chips it has; none if it is out by the end of the step."""
        entrant = tournament.field.entrants.get(entry)
        return tournament.player_of(entry), 0 if entrant is None else entrant.stack

    def _entered(self, tournament: Tournament, player: PlayerId, entry: EntryId) -> None:
        said = TournamentEntered(
            tournament=self._charter.id,
            name=self._charter.name,
            entry=entry,
            starts_ms=tournament.desk.starts_ms,
        )
        self._to(player, said)

    def _left(self, player: PlayerId, *, cancelled: bool) -> None:
        said = TournamentLeft(
            tournament=self._charter.id,
            name=self._charter.name,
            cause="cancelled" if cancelled else "player",
        )
        self._to(player, said)

    def _seated(
        self, player: PlayerId, table: TableNumber, seat: Seat, stack: Chips, cause: SeatCause
    ) -> None:
        said = TournamentSeated(
            tournament=self._charter.id,
            table=self.tables[table],
            seat=seat,
            stack=stack,
            cause=cause,
        )
        self._to(player, said)

    def _exchanged(self, tournament: Tournament, event: SeatsExchanged) -> None:
        """Both hear of their new seat after the one that they have drawn (AMB-74)."""
        player, stack = self._holder(tournament, event.entry)
        self._seated(player, event.table, event.seat, stack, "exchanged")
        player, stack = self._holder(tournament, event.other)
        self._seated(player, event.other_table, event.other_seat, stack, "exchanged")

    def _result(self, tournament: Tournament, entry: EntryId, place: int) -> None:
        said = TournamentResult(
            tournament=self._charter.id,
            name=self._charter.name,
            place=place,
            plays_on=_plays_on(tournament, entry),
        )
        self._to(tournament.player_of(entry), said)

    def _prize(self, tournament: Tournament, event: PrizeWon) -> None:
        said = TournamentResult(
            tournament=self._charter.id,
            name=self._charter.name,
            place=event.place,
            prize=event.award.cents,
            is_seat=event.award.seat,
            held=event.held,
            plays_on=_plays_on(tournament, event.entry),
        )
        self._to(tournament.player_of(event.entry), said)


def _plays_on(tournament: Tournament, entry: EntryId) -> bool:
    """Whether the player of an entry is in with another one."""
    entrant = tournament.field.find(tournament.player_of(entry))
    return entrant is not None and entrant.entry != entry
