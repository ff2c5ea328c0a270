"""One tournament, one task, one inbox: every decision about it is a step, in one order.

A step is decided, stored, and only then told: its events, its transfers, the hand that it commits,
all in one unit. Betting is the tables' own; dealing, committing, moves, entries, connections and
what the operator does come through here. When the store refuses a step, or when we have made a
mistake, the tournament is built again from what is stored.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from cardroom.engine.chance import RandBelow
from cardroom.errors import Refused, Unavailable
from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.room.bus import Letter
from cardroom.room.incidents import log, report
from cardroom.room.noticeboard import PlayerNotice
from cardroom.room.notices import ChatSaid
from cardroom.room.people import AccountKind
from cardroom.room.sealed import Opaque
from cardroom.room.tournaments.actor.balances import Balances
from cardroom.room.tournaments.actor.clock import TournamentClock
from cardroom.room.tournaments.actor.dealing import Dealing
from cardroom.room.tournaments.actor.deals import DealTalks, Proposal
from cardroom.room.tournaments.actor.draws import TournamentDraws
from cardroom.room.tournaments.actor.inbox import TournamentInbox, answer
from cardroom.room.tournaments.actor.outbox_messages import messages_of
from cardroom.room.tournaments.actor.player_news import PlayerNews
from cardroom.room.tournaments.actor.publishing import StepPublisher
from cardroom.room.tournaments.actor.reach import Reach
from cardroom.room.tournaments.actor.refunded_tickets import refunded_tickets, renewed_tickets
from cardroom.room.tournaments.actor.status import StatusPublisher
from cardroom.room.tournaments.actor.stopping import StepStopped, TriedAgain
from cardroom.room.tournaments.actor.stored import Found, read_tournament
from cardroom.room.tournaments.actor.summary import TournamentSummary
from cardroom.room.tournaments.actor.tables import TournamentTables
from cardroom.room.tournaments.actor.timing import Timing
from cardroom.room.tournaments.actor.writing import StepWriter, Write
from cardroom.room.tournaments.changes import notices_of
from cardroom.room.tournaments.charter import Charter
from cardroom.room.tournaments.messages import FromTable, ToTournament, tournament_address
from cardroom.room.tournaments.notices import MovedBy
from cardroom.room.tournaments.records import StepToWrite, TournamentDraw
from cardroom.room.tournaments.services import TournamentServices
from cardroom.room.tournaments.tables.opening import TableHost
from cardroom.tournament.events import (
    TournamentEnded,
    TournamentEvent,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.prizes.awards import Structure
from cardroom.tournament.tournament import Tournament
from cardroom.units import Cents

REBUILDS_MAX = 5
REBUILD_WINDOW_MS = 60_000
"""How often in a minute a tournament is built again; then the operator must look into it."""

T = TypeVar("T")


class TournamentListener(Protocol):
    """Whoever follows what is stored of a tournament: its channel, the lists, the house."""

    def stored(self, actor: "TournamentActor", events: Sequence[TournamentEvent]) -> None:
        """A step is stored."""

    def rebuilt(self, actor: "TournamentActor") -> None:
        """The tournament was built again from what is stored."""

    def look(self, actor: "TournamentActor") -> None:
        """Show what has changed: asked in the tournament's turn, so that all of it is stored."""

    def said(self, actor: "TournamentActor", line: ChatSaid) -> None:
        """Somebody has said something in its chat."""


Receive = Callable[["TournamentActor", ToTournament[Any]], Awaitable[object]]
"""Does what a message asks of a tournament, in its turn; tables are answered by `Dealing`."""


class TournamentActor(Opaque):
    """The task of one tournament."""

    def __init__(
        self,
        services: TournamentServices,
        charter: Charter,
        host: TableHost,
        receive: Receive,
    ) -> None:
        self.charter = charter
        address = tournament_address(charter.id)
        self.inbox = TournamentInbox(services.bus, address, services.clock)
        self.balances = Balances(services.wallets, services.prizes, services.clock)
        self.listeners: list[TournamentListener] = []
        self._is_done = asyncio.Event()
        self.stopped = ""
        """Why it could not go on; empty while it does."""
        self.starts_ms = charter.terms.starts_ms
        """When it starts; later than announced, where staff or a crash have moved it (TAMB-100)."""
        self.moved_by: MovedBy = ""
        """Who has moved the start."""
        self.planned_ms = charter.terms.starts_ms
        """When it was to start, had the room not been down."""
        self.practice_players = charter.announced.practice_players
        """How many practice players may enter, by now."""
        self.summary = TournamentSummary()
        self.is_paid = False
        """Whether its money is closed: nothing is stored of it any more."""
        self.deals = DealTalks(self)
        self.reach = Reach(self, services.presence)
        self.dealing = Dealing(self, services)
        self.status = StatusPublisher(self, services.board)
        self._timing = Timing(self)
        self.services = services
        self._host = host
        self._receive = receive
        self._clock: TournamentClock | None = None
        self._rebuilt_ms: list[int] = []
        self._down_since_ms: int | None = None
        """Since when nothing of it is stored, until it goes on; an hour of this is no level."""
        self._planned: tuple[object, tuple[Structure, Cents]] | None = None
        self.draws = TournamentDraws(self, services)
        self.tournament: Tournament
        self.tables: TournamentTables
        self._writer: StepWriter
        self._publisher: StepPublisher

    @property
    def is_done(self) -> bool:
        """Whether nothing follows any more, and its tables are closed."""
        return self._is_done.is_set()

    async def done(self) -> None:
        """Return when nothing follows any more."""
        await self._is_done.wait()

    @property
    def id(self) -> TournamentId:
        return self.charter.id

    def planned_prizes(self) -> tuple[Structure, Cents]:
        """The prizes for the entries so far, and what the house adds for them (TRN-08, PRZ-05);
        worked out again only when something was paid."""
        desk = self.tournament.desk
        paid = (desk.count, desk.purchases, desk.pool)
        if self._planned is None or self._planned[0] != paid:
            self._planned = paid, self.tournament.payouts.planned()
        return self._planned[1]

    @property
    def admits(self) -> frozenset[AccountKind]:
        """Who may enter: people, and others where the operator lets them (FAIR-07)."""
        kinds = self.charter.admits - {"practice"}
        return kinds | {"practice"} if self.practice_players else kinds

    @property
    def clock(self) -> TournamentClock:
        """Its own time, once it was opened."""
        assert self._clock is not None
        return self._clock

    @property
    def table_ids(self) -> Mapping[TableNumber, TableId]:
        """The numbers of its tables in the room, broken ones too."""
        return self._writer.tables

    @property
    def epoch(self) -> int:
        return self._writer.epoch

    @property
    def steps(self) -> int:
        """How many steps of it are stored."""
        return self._writer.steps

    @property
    def events(self) -> int:
        """How many events of it are stored."""
        return self._writer.events

    # Life

    async def open(self) -> None:
        """Build the tournament from what is stored, which is nothing of a new one."""
        found = await read_tournament(self.services, self.charter)
        if self._clock is None:
            self._clock = TournamentClock(self.services.clock, found.claimed.last_ms)
        self._writer = StepWriter(
            self.services, found.claimed, steps=found.steps, events=len(found.events)
        )
        self._writer.tables.update(found.tables)
        self.is_paid = found.is_done
        self.draws.restore(found.draws)
        self.tournament = self.trial(self.draws.below)
        self.tables = TournamentTables(
            self.services,
            self.tournament,
            self._host,
            self.clock,
            name=self.charter.name,
            epoch=found.claimed.epoch,
        )
        self.dealing.forget()
        self.deals.forget()
        self.summary = TournamentSummary()
        news = PlayerNews(self.services.switchboard, self.charter, self._writer.tables)
        self._publisher = StepPublisher(self.services, self.tournament, self.tables, news)
        self._note(found.events)
        if found.events:
            await self._go_on(found)
        else:
            self.status.publish_all()
        self._down_since_ms = None
        self.draws.start.invite_all()
        await self.reach.note_everybody()

    async def _go_on(self, found: Found) -> None:
        """Go on where the stored events end; time that nothing was stored in is no playing time."""
        now = self.clock.now_ms()
        if self._down_since_ms is None:
            self._down_since_ms = found.claimed.last_ms
        down_since_ms = min(self._down_since_ms, now)
        self.tournament.restore(found.events, now, down_since_ms=down_since_ms)
        self.status.publish_all()
        step = await self._store_step(now)
        await self._publisher.run_tables(now)
        if step is not None:
            await self._publisher.tell_players(step)
            self._tell_listeners(step.events)

    async def restore(self) -> None:
        """Open it for the first time in this process; what fails stops this tournament alone."""
        try:
            await self.open()
        except StepStopped as stop:
            await self.rebuild(stop.cause, is_mistake=stop.is_mistake)

    async def try_again(self) -> None:
        """The operator has looked into it: build it again from what is stored, and go on."""
        self.stopped = ""
        self._rebuilt_ms = self._rebuilt_ms[-1:]
        await self.rebuild(TriedAgain())

    def trial(self, draw: RandBelow) -> Tournament:
        """The tournament before its first event, with chance of somebody's own."""
        desk = self.charter.desk(self.balances, self.services.takes)
        desk.starts_ms = self.starts_ms
        return Tournament(
            self.charter.id,
            self.charter.terms,
            desk,
            draw,
            partners_of=self.services.partners_of,
        )

    def move_start(self, starts_ms: int | None, by: MovedBy, planned_ms: int | None) -> None:
        """Start then and not as announced; entries can be given back until shortly before."""
        self.starts_ms = self.tournament.desk.starts_ms = starts_ms
        self.moved_by, self.planned_ms = by, planned_ms

    def kind_of(self, player: PlayerId) -> AccountKind:
        """What kind of account a player has."""
        return self.services.names.kind(player)

    async def facts_of(self, player: PlayerId) -> Mapping[str, int]:
        """What the room knows of a player who enters a freeroll (TAMB-78)."""
        return await self.services.facts(player)

    async def run(self) -> None:
        """Live until nothing follows any more."""
        while not self.is_done:
            letter = await self.inbox.take(self._timing.wait_s())
            try:
                if letter is not None and _is_read_first(letter):
                    await self._read(letter)
                    letter = None
                await self._timing.let_time_pass()
                if letter is not None:
                    await self._read(letter)
            except StepStopped as stop:
                if letter is not None:
                    letter.fail(stop.answer)
                await self.rebuild(stop.cause, is_mistake=stop.is_mistake)
            except Exception as error:  # noqa: BLE001 - our own mistake: what is stored counts
                await self.rebuild(error)
            finally:
                if letter is not None:
                    letter.fail(Unavailable("the tournament was interrupted"))
        self.inbox.close()

    async def _read(self, letter: Letter) -> None:
        """Do what a table, a player or the house asks, in our turn."""
        message = letter.message
        if isinstance(message, FromTable):
            await answer(letter, self.dealing.receive(message))
        else:
            assert isinstance(message, ToTournament), f"no message to a tournament: {message}"
            await answer(letter, self._receive(self, message))

    async def answer(self, letter: Letter) -> None:
        """Do what a message asks while others wait, and answer it."""
        assert isinstance(letter.message, ToTournament)
        await answer(letter, self._receive(self, letter.message))

    def finish(self) -> None:
        """Nothing follows any more: close the tables."""
        self.tables.close_all()
        self._is_done.set()
        self.status.publish_status()

    # Steps

    async def decide(
        self,
        decision: Callable[[int], T],
        *,
        write: Write | None = None,
        with_it: Callable[[], Mapping[str, Any]] | None = None,
        **more: Any,
    ) -> T:
        """Decide something, store it with all that follows from it, and tell it.

        A refusal has changed nothing, but time has passed: what that brought is stored all the
        same. `with_it` answers after the decision what else is stored with it.
        """
        at_ms = self.clock.now_ms()
        try:
            outcome = decision(at_ms)
        except Refused:
            step = await self._store_step(at_ms)
            if step is not None:
                await self._tell(step)
            raise
        papers = {**more, **(with_it() if with_it is not None else {})}
        step = await self._store_step(at_ms, write=write, **papers)
        if step is not None:
            await self._tell(step)
        return outcome

    async def _store_step(
        self, at_ms: int, *, write: Write | None = None, **more: Any
    ) -> StepToWrite | None:
        """Have what was decided stored as one; None when there is nothing."""
        step = self.tournament.take_step()
        if not (step.events or step.transfers or more or self.draws.has_drawn):
            return None
        self.status.publish(step.events, self._publisher.news.players)
        more.setdefault("is_last", self._is_last(step.events))
        if self.services.tells:
            more["messages"] = messages_of(self.charter, step.events, self._publisher.news.players)
        expires_ms = self.services.ticket_expiry(at_ms)
        tickets = refunded_tickets(step.transfers, expires_ms)
        if self.tournament.is_cancelled:
            prizes = self.services.prizes
            tickets += await renewed_tickets(prizes, step.transfers, at_ms, expires_ms)
        if tickets:
            more["tickets"] = tickets
        notices = notices_of(
            self.charter, step.events, self.registered_people, self._publisher.news.players
        )
        if notices:
            more["notices"] = self._to_people(notices)
        more["draws"] = (*more.get("draws", ()), *await self._draw_papers(step.events))
        prepared = await self._writer.prepare(step, at_ms, self.dealing.void_record, **more)
        try:
            await (write or self._writer.write)(prepared)
        except Exception as error:
            raise StepStopped(error, is_joint=write is not None) from error
        self._writer.stored(prepared)
        self.draws.stored(prepared.draws)
        self.is_paid |= prepared.is_last
        self._note(prepared.events)
        self.status.note_stored(prepared.events)
        return prepared

    async def _draw_papers(self, events: Sequence[TournamentEvent]) -> tuple[TournamentDraw, ...]:
        try:
            return await self.draws.papers(events)
        except Unavailable as error:
            raise StepStopped(error) from error

    async def store_draw(self, draw: TournamentDraw) -> None:
        """Have a draw stored that has come to no decision yet."""
        await self._store_step(self.clock.now_ms(), draws=(draw,))

    def registered_people(self) -> list[PlayerId]:
        """Everybody who is registered and is not the house's own."""
        return [one for one in self.tournament.desk.living if self.kind_of(one) != "practice"]

    def _to_people(self, notices: Sequence[PlayerNotice]) -> tuple[PlayerNotice, ...]:
        return tuple(one for one in notices if self.kind_of(one.player) != "practice")

    def _is_last(self, events: Sequence[TournamentEvent]) -> bool:
        """Whether nothing more is to be stored: over, and no seats are left to be given."""
        tournament = self.tournament
        ended = any(isinstance(event, TournamentEnded) for event in events)
        goes_on = tournament.ended == "phase_over" or tournament.payouts.has_seats
        return ended and (tournament.is_cancelled or not goes_on)

    async def rebuild(self, error: Exception, *, is_mistake: bool = True) -> None:
        """Drop what is not stored: void hands, tables from their events, another epoch.

        A tournament that makes mistakes again and again stops.
        """
        is_expected = isinstance(error, TriedAgain) or not is_mistake
        level = logging.INFO if is_expected else logging.ERROR
        report(f"tournament {self.id} is built again from what is stored", error, level)
        self.tables.close_all()
        now = self.clock.now_ms()
        if self._down_since_ms is None:
            self._down_since_ms = now
        self._rebuilt_ms = [one for one in self._rebuilt_ms if one > now - REBUILD_WINDOW_MS]
        if is_mistake:
            self._rebuilt_ms.append(now)
        if len(self._rebuilt_ms) > REBUILDS_MAX:
            self.stopped = type(error).__name__
            log.error("tournament %s has stopped", self.id)
            self.status.publish_status()
            return
        try:
            await self.open()
        except StepStopped as stop:
            await self.rebuild(stop.cause, is_mistake=stop.is_mistake)
            return
        except Exception as second_error:  # noqa: BLE001 - it stays as it is, for the operator to see
            self.stopped = type(second_error).__name__
            report(f"tournament {self.id} could not be built again", second_error)
            self.status.publish_status()
            return
        for listener in self.listeners:
            listener.rebuilt(self)

    # Telling what is stored

    def _note(self, events: Sequence[TournamentEvent]) -> None:
        """Remember what stored events say."""
        self._publisher.news.note(events)
        self.summary.note(events)
        self.dealing.note(events)

    async def _tell(self, step: StepToWrite) -> None:
        """Tell everybody what is stored, and wake who may deal now."""
        await self._publisher.tell(step)
        self._tell_listeners(step.events)
        self.draws.start.invite(step.events)
        self.deals.look()
        self.tables.let_deal()

    def _tell_listeners(self, events: Sequence[TournamentEvent]) -> None:
        for listener in self.listeners:
            listener.stored(self, events)

    # Deals about the prizes (DealTable)

    async def agree_deal(self, proposal: Proposal) -> None:
        """All players left have agreed: the deal is made (TAMB-98)."""
        await self.decide(
            lambda at_ms: self.tournament.agree_deal(
                proposal.kind,
                list(proposal.accepted),
                at_ms,
                left_to_play_for=proposal.left_to_play_for,
            )
        )

    def deal_changed(self) -> None:
        """Tell what is proposed now; where nothing is, the tables go on."""
        self._tell_listeners(())
        self.tables.let_deal()


def _is_read_first(letter: Letter) -> bool:
    """Whether a message changes nothing but the draw of a start, which may be due by now."""
    message = letter.message
    return isinstance(message, ToTournament) and message.while_starting == "read"
