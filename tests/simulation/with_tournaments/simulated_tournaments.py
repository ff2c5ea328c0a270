"""The tournaments of a simulated room: their house in every process, what players see of them, and
what must be true of them at every moment."""

import asyncio
from collections.abc import Sequence
from datetime import UTC
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import msgspec

from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.ledger.tickets import read_ticket
from cardroom.room.notices import ChatSaid
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.table_numbers import TableNumbers
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.status import own_entry, status_of
from cardroom.room.tournaments.board import TournamentBoard
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.house.offers import Offered
from cardroom.room.tournaments.pages.own import own_tournaments
from cardroom.room.tournaments.records import StepToWrite, TicketGrant
from cardroom.room.tournaments.requests import (
    BuyBack,
    BuyGames,
    Register,
    RoomRequest,
    Unregister,
)
from cardroom.room.tournaments.services import TournamentServices
from cardroom.rulebook import edition
from cardroom.server.sockets.front_desk import Door, FrontDesk, NameBook
from cardroom.store import Store
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import TableNumber
from tests.room.rooms import EUR
from tests.simulation.injected import Injected
from tests.simulation.with_tournaments.contests import Contests
from tests.simulation.with_tournaments.gated import GatedTournaments
from tests.simulation.with_tournaments.programme import plans_of, timetable_of

if TYPE_CHECKING:
    from tests.simulation.world import World

OPENING_MS = 1_800_000_000_000 + 1_000_000
"""What the clock says when the evening begins."""
STANDS_MS = 75_000
"""A table with enough players deals within this: a new table waits a minute (TAMB-48)."""
PURSE = 900
"""What players bring for tournaments, on top of what they bring for cash tables."""


class Offer(NamedTuple):
    """A tournament as the lobby shows it."""

    number: int
    template: str
    on_demand: bool
    is_open: bool


class SimulatedTournaments:
    """Everything about tournaments in one simulated room, through all its processes."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.chance = Random(world.seed + 3)
        self.plans = plans_of(world.seed, world.edition)
        self.contests = Contests(world.database.raw, world.books, self.plans, world.edition)
        self.closes = False
        """Nobody enters any more: the evening ends."""
        self.fault = ""
        """What happens to the next step: `refused`, or our own mistake `before` or `after`."""
        self.injured: set[tuple[int, int]] = set()
        """Tournaments with a fault, by process: only those may stop."""
        self.promised: dict[tuple[int, int], None] = {}
        """Entries that players were told they have, by tournament and entry."""
        self.house: TournamentHouse
        self.desk: FrontDesk
        self._watched: set[TournamentActor] = set()
        self._changes = -1

    # Processes

    def numbers(self, store: Store) -> TableNumbers:
        """Numbers for all tables of one process, cash tables too."""
        stored = self._gated(store)
        return TableNumbers(stored.reserve_tables)

    def _gated(self, store: Store) -> Any:
        part = StoredTournaments(store, tells=True)
        return GatedTournaments(part, self.world.gate_of_store, self._step_stored, self._fault_of)

    def start(self, store: Store, numbers: TableNumbers) -> None:
        """The house of one process, as `server/main.py` sets it up."""
        world, room = self.world, self.world.room
        services, stored = room.services, self._gated(store)
        rules = edition(world.edition)
        offered = Offered(timetable_of(world.edition, self.plans, OPENING_MS))
        self.services = TournamentServices(
            store=stored,
            prizes=stored,
            schedules=stored,
            money=services.money,
            wallets=services.wallets,
            bus=services.bus,
            clock=services.clock,
            bits=services.bits,
            switchboard=services.switchboard,
            presence=self,
            names=NameBook(),
            pace=services.pace,
            currency=EUR,
            numbers=numbers,
            owner=room.process,
            board=TournamentBoard(),
            takes=offered.takes,
            facts=self._facts,
            money_moved=world.shell.me.money_moved,
            tells=True,
            fair=services.fair,
            reel_ms=1_000,
        )
        house = self.house = TournamentHouse(self.services, offered, UTC, rules)
        world.shell.me.tournaments_of = lambda player: own_tournaments(house, player)
        room.operator.join(house.tables)
        self.desk = FrontDesk(room, cast("NameBook", self.services.names), house)
        self.door = Door(room, house)
        self._watched = set()

    async def open(self) -> None:
        """Restore what is stored and open what is offered; then everything is as it was."""
        await self.house.open()
        self.read()
        for contest in self.contests.by_number.values():
            contest.idle_since_ms.clear()
        for number, entry in self.promised:
            players = self.contests.by_number[number].players
            assert entry in players, f"entry {entry} of {number} was promised and is lost"
        for actor in self.house.actors.values():
            self._watch(actor)

    async def give_tickets(self, store: Store) -> None:
        """A promotion: some players have a ticket for the evening, or for any tournament."""
        stored = StoredTournaments(store)
        prices = {plan.price for plan in self.plans if plan.kind != "hexapro"}
        words = [one for one in ("EUR-100-evening", "EUR-100-any") if 100 in prices]
        for player in self.world.players[:3]:
            for word in words[: self.chance.randrange(3)]:
                grant = TicketGrant(player.player, read_ticket(word))
                await stored.grant_ticket(grant, f"gift{player.player}.{word[8:]}", 1)

    async def crash(self) -> None:
        """Everything ends at once."""
        await self.house.halt()

    async def _facts(self, player: PlayerId) -> dict[str, int]:
        return {"deposits": 1, "hands": 0, "tournaments": 0}

    # Who is in reach (Presence)

    def is_here(self, player: PlayerId) -> bool:
        return self.world.players[player - 1].connection is not None

    def lag_ms(self, player: PlayerId) -> int:
        return self.world.lag_ms(player)

    def doubt_ms(self, player: PlayerId) -> int:
        return self.world.doubt_ms(player)

    # What players see

    def is_contest_table(self, table: int) -> bool:
        """Whether a table is stored as one of a tournament."""
        sql = "select 1 from tournament_tables where table_id = ?"
        return self.world.database.raw.execute(sql, (table,)).fetchone() is not None

    @property
    def offers(self) -> list[Offer]:
        """The tournaments that the lobby shows."""
        games = self.house.games.offers
        return [
            Offer(
                actor.id,
                actor.charter.template,
                actor.charter.template in games,
                actor.tournament.desk.registration_open and not actor.tournament.is_over,
            )
            for actor in self.house.actors.values()
        ]

    def deal_of(self, tournament: int) -> int | None:
        """The number of the deal that is proposed in a tournament."""
        actor = self.house.actors.get(TournamentId(tournament))
        view = None if actor is None else actor.deals.view()
        return None if view is None else view.deal

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        """Carry out a request of a player, at whichever desk."""
        return await self.desk.ask(caller, request)

    # Faults

    def _fault_of(self, steps: Sequence[StepToWrite]) -> str:
        fault, self.fault = self.fault, ""
        if fault:
            self.injured.update((self.world.process, step.tournament) for step in steps)
        return fault

    # What staff do

    def _some_actor(self) -> TournamentActor | None:
        actors = [one for one in self.house.actors.values() if not one.tournament.is_over]
        return self.chance.choice(actors) if actors else None

    async def pause(self, seconds: float) -> None:
        """Stop a tournament, and let it go on."""
        actor = self._some_actor()
        if actor is not None:
            desk = self.house.staff(actor.id)
            await desk.pause()
            await asyncio.sleep(seconds)
            await desk.resume()

    async def cancel_some(self) -> None:
        """Cancel a tournament that has entries."""
        actor = self._some_actor()
        if actor is not None and actor.tournament.entries:
            await self.cancel(actor)

    async def cancel(self, actor: TournamentActor) -> None:
        """Cancel as previewed: everybody gets exactly what the preview said (CXL-11)."""
        desk = self.house.staff(actor.id)
        preview = await desk.preview_cancel()
        before = {one.player: self._cash_of(actor.id, one.player) for one in self.world.players}
        await desk.cancel(preview.step)
        self.read()
        got = {player: self._cash_of(actor.id, player) - had for player, had in before.items()}
        paid = {player: amount for player, amount in got.items() if amount}
        assert paid == {who: one for who, one in preview.cash.items() if one}, (
            f"the preview of {actor.id} said {preview.cash}, booked is {paid}"
        )

    def _cash_of(self, tournament: int, player: int) -> int:
        """What a tournament has paid a player in cash so far, less what they paid."""
        self.read()
        return self.contests.cash[tournament, player]

    async def look_into(self) -> None:
        """Let tournaments go on that have stopped."""
        for actor in list(self.house.actors.values()):
            if actor.stopped:
                await self.house.staff(actor.id).try_again()

    # What is stored

    def read(self) -> None:
        """Read what was written since the last time, if anything was."""
        changes = self.world.database.raw.total_changes
        if changes != self._changes:
            self._changes = changes
            self.world.books.read()
            self.contests.read()

    def _step_stored(self) -> None:
        """A step is in the store, and nobody has heard of it yet."""
        try:
            self.read()
            self.contests.verify()
            for actor in self.house.actors.values():
                self._watch(actor)
        except AssertionError as error:
            self.world.broken(error)

    def _watch(self, actor: TournamentActor) -> None:
        if actor not in self._watched:
            self._watched.add(actor)
            actor.listeners.append(self)

    # Listening to announcements

    def stored(self, actor: TournamentActor, events: Sequence[TournamentEvent]) -> None:
        """A step is announced: memory and store now agree."""
        if events:
            self._compare(actor)

    def rebuilt(self, actor: TournamentActor) -> None:
        """The tournament was built again from what is stored."""
        self._compare(actor)

    def look(self, actor: TournamentActor) -> None:
        """We look by ourselves."""

    def said(self, actor: TournamentActor, line: ChatSaid) -> None:
        """Talk changes nothing."""

    def _compare(self, actor: TournamentActor) -> None:
        try:
            self.read()
            self.contests.verify_actor(actor)
            self._verify_board(actor)
        except AssertionError as error:
            self.world.broken(error)

    def _verify_board(self, actor: TournamentActor) -> None:
        """The house reads of a tournament what is true."""
        board = self.services.board
        assert board.statuses[actor.id] == status_of(actor), f"status of tournament {actor.id}"
        living = {player: own_entry(actor, player) for player in actor.tournament.desk.living}
        assert board.players_of(actor.id) == living, f"players of tournament {actor.id}"

    # What must be true at every moment

    def verify(self) -> None:
        """Cheap enough for every second."""
        self.read()
        self.contests.verify()
        process = self.world.process
        for number, actor in self.house.actors.items():
            # A fault may strike it while it is built again.
            is_expected = actor.stopped == Injected.__name__ or (process, number) in self.injured
            assert not actor.stopped or is_expected, (
                f"tournament {number} stopped by itself: {actor.stopped}"
            )
            self._verify_deals(actor)

    def _verify_deals(self, actor: TournamentActor) -> None:
        """Tables with enough players do not wait, but for a pause, an offer, a deal, the store."""
        contest = self.contests.by_number.get(actor.id)
        if contest is None or actor.stopped or actor.deals.view() is not None:
            return
        if self.world.gate_of_store.is_out:
            contest.idle_since_ms.clear()
        for table, since_ms in contest.idle_since_ms.items():
            number = actor.table_ids.get(TableNumber(table))
            task = None if number is None else self.house.tables.tasks.get(number)
            if task is not None and task.frozen:
                continue
            waited_ms = actor.clock.now_ms() - since_ms
            assert waited_ms <= STANDS_MS, f"table {table} of {actor.id} deals nothing"

    # What is acknowledged is stored

    def acknowledged(self, player: PlayerId, request: RoomRequest, answer: Answer) -> None:
        """A request was answered: the store has what it led to, and no crash loses it."""
        self.read()
        match request:
            case Register() | BuyGames():
                # In a game on demand it is the queue that chooses; an id again is answered empty.
                for number in cast("list[int]", answer.get("tournaments", [])):
                    self._promise(player, number, None)
                if isinstance(request, Register) and "entry" in answer:
                    self._promise(player, request.tournament, cast("int", answer["entry"]))
            case Unregister(tournament=number):
                contest = self.contests.by_number[number]
                back = [one for one in contest.given_back if contest.players[one] == player]
                assert back, f"{player} has left {number}, and nothing is stored"
            case BuyBack(tournament=number):
                contest = self.contests.by_number[number]
                asked = [one for one in contest.asked if contest.players[one] == player]
                assert asked, f"{player} has bought back in {number}, and nothing is stored"

    def _promise(self, player: PlayerId, number: int, entry: int | None) -> None:
        contest = self.contests.by_number.get(number)
        assert contest is not None, f"{player} is in {number}, which has stored nothing"
        mine = [one for one, who in contest.players.items() if who == player]
        assert mine if entry is None else entry in mine, (
            f"{player} is not in {number} with {entry}: {contest.players} {contest.plan.name}"
        )
        self.promised[number, mine[-1] if entry is None else entry] = None

    # Players hear only what is stored

    def hear(self, player: PlayerId, notice: dict[str, Any]) -> None:
        """A player hears something on their own channel: the store has it."""
        if "tournament" in notice:
            try:
                self._verify_notice(player, notice)
            except AssertionError as error:
                self.world.broken(error)

    def _verify_notice(self, player: PlayerId, notice: dict[str, Any]) -> None:
        self.read()
        number = notice["tournament"]
        contest = self.contests.by_number.get(number)
        assert contest is not None, f"{player} hears of {number}, which has stored nothing"
        entries = [entry for entry, who in contest.players.items() if who == player]
        match notice["type"]:
            case "tournament_entered":
                assert notice["entry"] in entries, f"{player} hears of an entry that is not stored"
            case "tournament_left":
                assert contest.given_back & set(entries), f"{player} has not left {number}"
            case "tournament_out":
                assert set(entries) - set(contest.living), f"{player} is not out of {number}"
            case "tournament_result":
                known = [contest.results[one] for one in entries if one in contest.results]
                wanted = notice["place"], notice.get("prize", 0)
                assert any(one[0] == wanted[0] and wanted[1] in (0, one[1]) for one in known), (
                    f"{player} hears {wanted} of {number}, stored are {known}"
                )
            case "bounty_won":
                assert contest.bounties_won[player] >= notice["cash"], f"{player}: {notice}"
            case "tournament_over":
                assert contest.ended, f"{player} hears that {number} is over"

    def shown(self, table: TableId, event: dict[str, Any]) -> None:
        """Nobody is shown who has won a hand for chips before it is stored (TRN-25)."""
        if event["type"] == "pot_awarded":
            number = self.house.tables.tasks[table].table.number
            sql = "select 1 from hands where table_id = ? and number = ? and status = 'settled'"
            found = self.world.database.raw.execute(sql, (table, number)).fetchone()
            assert found is not None, f"hand {number} of table {table} is shown before it is stored"


class ContestReferee:
    """Listens to one table of a tournament from its first moment."""

    viewer = PlayerId(998)

    def __init__(self, hall: SimulatedTournaments, table: TableId) -> None:
        self._hall = hall
        self._table = table

    def deliver(self, frame: bytes) -> None:
        """Hear what the rail hears."""
        message = msgspec.json.decode(frame)
        if message["t"] == "event":
            try:
                self._hall.shown(self._table, message["d"])
            except AssertionError as error:
                self._hall.world.broken(error)
