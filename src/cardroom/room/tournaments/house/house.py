"""The house of tournaments: opens what the timetable offers, passes requests on, lets time pass.

Every tournament is an actor of its own. What concerns several of them, or none yet, is done here,
one thing after the other.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import tzinfo

from cardroom.errors import EntryRefused, Refused, SeatRefused, Unavailable
from cardroom.ledger import CaseId, PlayerId, TableId, TournamentId
from cardroom.room.incidents import report
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import Answer
from cardroom.room.receipts import receipt_of
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyTableRequest, ComeBack, SitOut
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.tables.running import RunningTables
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.inbox import TournamentInbox, answer
from cardroom.room.tournaments.actor.stopping import StepStopped
from cardroom.room.tournaments.actor.stored import unfinished
from cardroom.room.tournaments.board import TournamentStatus
from cardroom.room.tournaments.charter import Announced, new_tournament, read_charter
from cardroom.room.tournaments.house.adjustments import (
    Adjustment,
    apply_adjustment,
    kept_adjustments,
)
from cardroom.room.tournaments.house.aftermath import Aftermath
from cardroom.room.tournaments.house.entering import carry_out
from cardroom.room.tournaments.house.handlers import receive
from cardroom.room.tournaments.house.heartbeat import Heartbeat
from cardroom.room.tournaments.house.messages import (
    ADDRESS,
    AddOffer,
    CreateTournament,
    EndOffer,
    LookAfter,
    LookAtTimetable,
    PlayerAsksHouse,
    PutOutOf,
)
from cardroom.room.tournaments.house.offers import (
    AddedOffer,
    Offer,
    OfferDesk,
    Offered,
    OfferReader,
)
from cardroom.room.tournaments.house.phases import siblings_of, verify_siblings
from cardroom.room.tournaments.house.queues import GameDesk
from cardroom.room.tournaments.house.scheduling import Scheduling
from cardroom.room.tournaments.house.staff import StaffDesk
from cardroom.room.tournaments.house_messages import (
    PlayerBack,
    PlayerLost,
    PlayerSays,
    PutOut,
    SaySeed,
    TellListeners,
)
from cardroom.room.tournaments.pages.channel import TournamentChannel
from cardroom.room.tournaments.pages.lobby import TournamentList
from cardroom.room.tournaments.records import (
    NewTournament,
    Occurrence,
    StoredTournament,
)
from cardroom.room.tournaments.requests import (
    PAYS,
    AnyTournamentRequest,
    BuyGames,
    CommitDraw,
    GoAway,
    HouseRequest,
    PlayAgain,
    Register,
    RevealDraw,
    TournamentChat,
    Unregister,
)
from cardroom.room.tournaments.services import TournamentServices
from cardroom.room.tournaments.tables.opening import TableHost
from cardroom.room.tournaments.tables.owner import TournamentTableTask
from cardroom.rulebook import EDITIONS, Edition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.ids import PersonId
from cardroom.tournament.terms import Terms
from cardroom.tournament.timetable.occurrences import Occurrence as Planned
from cardroom.tournament.timetable.timetable import HouseDefaults, OnDemand, Timetable

TICK_S = 1.0


class TournamentHouse:
    """All tournaments of a room, and what is done above them."""

    def __init__(
        self,
        services: TournamentServices,
        offered: Offered,
        zone: tzinfo,
        edition: Edition,
    ) -> None:
        self.tables: RunningTables[TournamentTableTask] = RunningTables(
            services.bus, services.clock
        )
        self.services = services
        self._host = TableHost(services, self.tables)
        self.actors: dict[TournamentId, TournamentActor] = {}
        self.list = TournamentList(services.switchboard)
        self.games = GameDesk(services, open_new=self._open_game, find=self.actor)
        self.offered = offered
        self._scheduling = Scheduling(
            services, lambda: offered.timetable, zone, edition, self._announce
        )
        self._offers = OfferDesk(
            offered,
            OfferReader(HouseDefaults(edition, services.currency), zone, services.schedules),
            services,
            scheduling=self._scheduling,
            games=self.games,
        )
        self._aftermath = Aftermath(services, self.actors, self._scheduling)
        self._channels: dict[TournamentId, TournamentChannel] = {}
        self._tasks: dict[TournamentId, asyncio.Task[None]] = {}
        self._inbox = TournamentInbox(services.bus, ADDRESS, services.clock)
        self._heartbeat = Heartbeat(services)
        self._jobs: list[asyncio.Task[None]] = []

    @property
    def timetable(self) -> Timetable:
        """What is offered now."""
        return self.offered.timetable

    def planned(self, from_ms: int, until_ms: int) -> Sequence[Planned]:
        """What the timetable has in a stretch of time, announced or not (TRN-02)."""
        return self._scheduling.planned(from_ms, until_ms)

    # Starting and stopping

    async def open(self) -> None:
        """Restore what is stored, open what is offered, and begin to let time pass."""
        await self._offers.restore()
        waiting = await unfinished(self.services.store)
        adjusted = await kept_adjustments(self.services, [one.id for one in waiting])
        for stored in waiting:
            try:
                await self._restore(stored, adjusted.get(stored.id))
            except Exception as error:  # noqa: BLE001 - the others are restored all the same
                report(f"tournament {stored.id} is not restored", error)
                if stored.id in self.actors:
                    self._forget(stored.id)
        self.games.restore(self.actors)
        await self.games.tidy()
        await self._aftermath.restore()
        await self._scheduling.look()
        await self._tell()
        self._jobs = [
            asyncio.create_task(self._work(), name="tournament house"),
            asyncio.create_task(self._tick(), name="tournament tick"),
            asyncio.create_task(self._heartbeat.run(), name="tournament heartbeat"),
        ]

    async def close(self) -> None:
        """Stop everything; a hand in progress never was when it is restored (TRN-25)."""
        await self.tables.end()
        tasks = [*self._jobs, *self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Unavailable):
            await self._heartbeat.beat()

    async def halt(self) -> None:
        """Stop at once, as a crash does."""
        await self.tables.end()
        tasks = [*self._jobs, *self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Tournaments come and go

    async def _announce(
        self,
        announced: Announced,
        terms: Terms,
        *,
        key: str,
        template: str,
        occurrence: Occurrence,
        flights: tuple[TournamentId, ...] = (),
    ) -> TournamentActor:
        new = new_tournament(
            announced,
            terms,
            key=key,
            template=template,
            created_ms=self.services.clock.now_ms(),
            occurrence=occurrence,
            flights=flights,
        )
        return await self.announce(new)

    async def _open_game(self, offer: OnDemand) -> TournamentActor:
        """Open a further game of an offer."""
        announced = Announced(
            definition=offer.definition,
            practice_players=offer.practice_players,
            programs=offer.programs,
        )
        new = new_tournament(
            announced,
            terms_of(offer.definition, self.timetable.edition_of(offer.definition)),
            key=f"game:{self.services.bits.bits(64):016x}",
            template=offer.name,
            created_ms=self.services.clock.now_ms(),
        )
        return await self.announce(new)

    async def announce(self, new: NewTournament) -> TournamentActor:
        """Store a tournament and run it; the same key again is the same tournament.

        One that runs here is not claimed once more: that would end the claim that it runs by.
        """
        running = self.made_by(new.key)
        if running is not None:
            return running
        store, owner = self.services.store, self.services.owner
        claimed = await retry_while_unavailable(lambda: store.create_tournament(new, owner))
        stored = await retry_while_unavailable(lambda: store.tournament(claimed.tournament))
        assert stored is not None
        actor = await self._run(stored)
        # Whoever created it finds it in the list at once.
        self.list.look(actor)
        self.list.tell()
        self._start(actor)
        return actor

    async def _restore(self, stored: StoredTournament, adjusted: Adjustment | None) -> None:
        """Go on with a tournament of a former process."""
        actor = await self._run(stored)
        if adjusted is not None:
            apply_adjustment(actor, adjusted)
        await self._decide_missed(actor)
        self._start(actor)

    async def _decide_missed(self, actor: TournamentActor) -> None:
        """Decide about a missed start; what was not stored is decided again, or it has stopped."""
        while not actor.stopped:
            try:
                await self._scheduling.decide_missed(actor)
            except StepStopped as stop:
                await actor.rebuild(stop.cause)
            else:
                return

    async def create(self, new: NewTournament) -> TournamentActor:
        """Announce a tournament that no timetable has; done in the house's turn."""
        return self.actor(await self._inbox.ask(CreateTournament(new=new)))

    async def add_offer(self, new: Offer) -> AddedOffer:
        """Offer what a further file says, from now on and after a restart."""
        return await self._inbox.ask(AddOffer(new=new))

    async def end_offer(self, name: str) -> AddedOffer:
        """Stop offering what was added."""
        return await self._inbox.ask(EndOffer(name=name))

    def made_by(self, key: str) -> TournamentActor | None:
        """The tournament that this key has made, if it is still here."""
        return next((one for one in self.actors.values() if one.charter.key == key), None)

    def single_names(self) -> list[str]:
        """The names of tournaments that operators have created, as long as they last."""
        return [
            actor.charter.name
            for actor in self.actors.values()
            if not actor.charter.template and not self._status(actor).is_over
        ]

    def _phased_names(self) -> list[str]:
        """The events of which a phase is announced and nothing is paid out yet."""
        return [
            actor.charter.template
            for actor in self.actors.values()
            if actor.charter.announced.phase != "whole" and not self._status(actor).is_paid
        ]

    async def _run(self, stored: StoredTournament) -> TournamentActor:
        """Build a tournament from what is stored."""
        papers = await retry_while_unavailable(lambda: self.services.store.papers(stored.id))
        actor = TournamentActor(self.services, read_charter(stored, papers), self._host, receive)
        await actor.restore()
        self.actors[actor.id] = actor
        services = self.services
        self._channels[actor.id] = TournamentChannel(
            actor, services.switchboard, services.names, actor.epoch
        )
        actor.listeners.append(self.list)
        return actor

    def _start(self, actor: TournamentActor) -> None:
        name = f"tournament:{actor.id}"
        self._tasks[actor.id] = asyncio.create_task(actor.run(), name=name)

    def _forget(self, tournament: TournamentId) -> None:
        """Nothing follows any more: what is to be known of it is in the store."""
        del self.actors[tournament]
        self._channels.pop(tournament).tell()
        self.list.forget(tournament)
        self.services.board.remove(tournament)
        self.services.switchboard.close(f"tournament:{tournament}")
        self._tasks.pop(tournament, None)

    def actor(self, tournament: TournamentId) -> TournamentActor:
        """A tournament that can be asked; refused for others."""
        found = self.actors.get(tournament)
        if found is None:
            raise EntryRefused("TRN-01", "no_such_tournament")
        return found

    def staff(self, tournament: TournamentId) -> StaffDesk:
        """The operator's side of a tournament."""
        return StaffDesk(self.actor(tournament))

    # What players ask

    async def ask(self, caller: Caller, request: HouseRequest) -> Answer:
        """Carry out a request, or raise Refused and change nothing; answered once it is stored."""
        if isinstance(request, TournamentChat):
            said = PlayerSays(caller=caller, text=request.text)
            return await self.actor(request.tournament).inbox.ask(said)
        if isinstance(request, CommitDraw | RevealDraw):
            seed = SaySeed(caller=caller, request=request)
            return await self.actor(request.tournament).inbox.ask(seed)
        if caller.kind == "practice" or not isinstance(request, PAYS):
            return await self._ask(caller, request, None)
        receipt = receipt_of(caller.player, request.id, request, self.services.clock.now_ms())
        once = self.services.wallets.once
        return await once.do(receipt, lambda: self._ask(caller, request, receipt))

    async def _ask(
        self,
        caller: Caller,
        request: AnyTournamentRequest | BuyGames,
        receipt: Receipt | None,
    ) -> Answer:
        if isinstance(request, BuyGames):
            wanted = PlayerAsksHouse(caller=caller, request=request, receipt=receipt)
            return await self._inbox.ask(wanted)
        actor = self.actor(request.tournament)
        if isinstance(request, Register | Unregister) and self._concerns_several(actor, request):
            wanted = PlayerAsksHouse(caller=caller, request=request, receipt=receipt)
            return await self._inbox.ask(wanted)
        return await carry_out(actor, caller, request, receipt)

    def _concerns_several(self, actor: TournamentActor, request: Register | Unregister) -> bool:
        """Whether the house decides: about a game on demand, or one of several flights."""
        if isinstance(request, Unregister):
            return self.games.knows(actor.id)
        is_flight = actor.charter.announced.phase == "flight"
        return is_flight or actor.charter.template in self.games.offers

    async def _do_for_player(self, message: PlayerAsksHouse) -> Answer:
        """What concerns several tournaments, or a game that waits in a queue."""
        caller, request, receipt = message.caller, message.request, message.receipt
        match request:
            case BuyGames(offer=offer, games=count):
                return await self.games.buy(caller, offer, count, receipt)
            case Register():
                actor = self.actor(request.tournament)
                if actor.charter.template in self.games.offers:
                    return await self._enter_game(actor, caller, request, receipt)
                return await self._enter_flight(actor, caller, request, receipt)
            case Unregister():
                return await self._give_back(caller, self.actor(request.tournament), receipt)

    async def _enter_game(
        self, actor: TournamentActor, caller: Caller, request: Register, receipt: Receipt | None
    ) -> Answer:
        """Take a seat in a game that waits; one that has started takes nobody (TYP-02)."""
        if self.games.knows(actor.id):
            offer = actor.charter.template
            return await self.games.buy(caller, offer, 1, receipt, request)
        return await carry_out(actor, caller, request, receipt)

    async def _enter_flight(
        self, actor: TournamentActor, caller: Caller, request: Register, receipt: Receipt | None
    ) -> Answer:
        """Enter one of several flights, as the others allow (TYP-13); the house asks all of them,
        one entry after the other, so that no two meet in different flights."""
        siblings = siblings_of(actor, self.actors.values(), self.services.board)
        await verify_siblings(actor, siblings, caller.player, PersonId(caller.person))
        return await carry_out(actor, caller, request, receipt)

    async def _give_back(
        self, caller: Caller, actor: TournamentActor, receipt: Receipt | None
    ) -> Answer:
        """Leave a game that waits; it may have started while this waited."""
        if self.games.knows(actor.id):
            return await self.games.give_back(caller.player, actor.id, receipt)
        request = Unregister(id="house", ch=f"tournament:{actor.id}")
        return await carry_out(actor, caller, request, receipt)

    async def at_table(self, caller: Caller, request: AnyTableRequest) -> Answer:
        """A request about a seat at a table of a tournament; its hand is the table's own."""
        tournament = self.tournament_at("table", request.table)
        if tournament is None:
            raise SeatRefused("CASH-04", "no_such_table")
        if not isinstance(request, SitOut | ComeBack):
            raise SeatRefused("TRN-07", "not_in_a_tournament")
        if not self.sits_at(request.table, caller.player):
            raise SeatRefused("TRN-11", "not_seated_here")
        goes = isinstance(request, SitOut) and request.on
        wanted = GoAway if goes else PlayAgain
        return await self.ask(caller, wanted(id=request.id, ch=f"tournament:{tournament}"))

    def tournament_at(self, kind: str, number: int) -> TournamentId | None:
        """The tournament of a table, or the one with that number; None where there is none."""
        found = TournamentId(number)
        if kind == "table":
            task = self.tables.tasks.get(TableId(number))
            if task is None:
                return None
            found = task.table.tournament
        return found if found in self.actors else None

    def admits(self, kind: str, number: int) -> frozenset[AccountKind] | None:
        """Who may enter the tournament of that number or table; None where there is none."""
        found = self.tournament_at(kind, number)
        return None if found is None else self.services.board.statuses[found].admits

    def editions(self) -> Iterable[Edition]:
        """The rules that tournaments are played by, announced or offered."""
        table = self.timetable
        definitions = [one.definition for one in table.scheduled]
        definitions += [one.definition for one in table.on_demand]
        definitions += [actor.charter.definition for actor in self.actors.values()]
        known = {*EDITIONS, *(one.name for one in table.house_rules)}
        named = {one.edition: one for one in definitions if one.edition in known}
        return [table.edition_of(one) for one in named.values()]

    def has_table(self, table: TableId) -> bool:
        """Whether a table is one of a tournament."""
        return table in self.tables.tasks

    def sits_at(self, table: TableId, player: PlayerId) -> bool:
        """Whether a player has a seat at a tournament's table."""
        found = self.tournament_at("table", table)
        return found is not None and self.services.board.sits_at(found, table, player)

    def _status(self, actor: TournamentActor) -> TournamentStatus:
        return self.services.board.statuses[actor.id]

    # Players whom the house puts out

    def plays(self, player: PlayerId) -> bool:
        """Whether a player is in a tournament that has started."""
        board = self.services.board
        return any(board.statuses[one].has_started for one in board.entries_of(player))

    async def put_out(self, player: PlayerId, case: CaseId | None) -> None:
        """Give back what has not started; elsewhere the player sits out, under review (TAMB-102).

        Each tournament decides in its own turn; what one refuses does not save the others.
        """
        for number in list(self.actors):
            try:
                await self._inbox.order(PutOutOf(tournament=number, player=player, case=case))
            except Refused as refusal:
                report(f"player {player} keeps an entry of tournament {number}", refusal)

    async def _put_out_of(self, message: PutOutOf) -> None:
        tournament, player = message.tournament, message.player
        actor = self.actors.get(tournament)
        if actor is None:
            return
        if self.games.knows(tournament):
            if player in self.services.board.players_of(tournament):
                await self.games.give_back(player, tournament, None, by_house=True)
            return
        await actor.inbox.order(PutOut(player=player, case=message.case))

    # Who is in reach

    def arrived(self, player: PlayerId) -> None:
        """The player has a connection again (TAMB-90)."""
        for actor in self._entered_by(player):
            actor.inbox.send(PlayerBack(player=player))

    def gone(self, player: PlayerId) -> None:
        """The last connection of the player is gone (TTB-03)."""
        for actor in self._entered_by(player):
            actor.inbox.send(PlayerLost(player=player))

    def _entered_by(self, player: PlayerId) -> list[TournamentActor]:
        """Where a player has entered; a tournament that is just being restored asks itself."""
        entered = self.services.board.entries_of(player)
        return [self.actors[number] for number in entered if number in self.actors]

    # Time

    async def _work(self) -> None:
        """Do what concerns several tournaments, one thing after the other."""
        while True:
            letter = await self._inbox.take(None)
            if letter is None:
                continue
            try:
                await answer(letter, self._receive(letter.message))
            except Exception as error:  # noqa: BLE001 - the house must go on for everybody else
                report("a job of the tournament house failed", error)
                letter.fail(error)

    async def _receive(self, message: object) -> object:
        match message:
            case PlayerAsksHouse():
                return await self._do_for_player(message)
            case CreateTournament(new=new):
                return (await self.announce(new)).id
            case AddOffer(new=offer):
                return await self._offers.add(offer, self.single_names())
            case EndOffer(name=name):
                return await self._offers.end(name, self._phased_names())
            case PutOutOf():
                await self._put_out_of(message)
            case LookAfter():
                await self._aftermath.look()
                await self.games.look()
            case LookAtTimetable():
                await self._scheduling.look()
            case _:
                raise AssertionError(f"no message to the house of tournaments: {message}")
        return None

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                await self._let_time_pass()
            except Exception as error:  # noqa: BLE001 - time must go on passing for everybody else
                report("the tick of the tournament house failed", error)

    async def _let_time_pass(self) -> None:
        statuses = self.services.board.statuses
        for number in [one for one, status in statuses.items() if status.is_done]:
            self._forget(number)
        await self._inbox.order(LookAfter())
        await self._tell()
        next_ms = self._scheduling.next_ms
        if next_ms is not None and next_ms <= self.services.clock.now_ms():
            await self._inbox.order(LookAtTimetable())

    async def _tell(self) -> None:
        """Tell on the channels what was stored; each tournament is asked in its own turn."""
        for actor in self.actors.values():
            channel = self._channels[actor.id]
            is_due = channel.is_due or self.list.is_old(actor)
            if is_due:
                actor.inbox.send(TellListeners())
        # Those that have nothing to wait for do it before the list is sent.
        await asyncio.sleep(0)
        self.list.tell()
