"""A simulated room from one seed: its processes, its store, its cashier, its ports with faults."""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, cast

import msgspec

from cardroom.cash.records import TableRecord
from cardroom.errors import Refused, Unavailable
from cardroom.fairness.draws.derived import DrawSecrets
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit
from cardroom.office.orders import OrderDesk
from cardroom.room.cash.owner import CashTableTask
from cardroom.room.cash.restoring import restore_tables
from cardroom.room.channels import Channel
from cardroom.room.fair.house import FairHouse
from cardroom.room.fair.log_book import LogBook
from cardroom.room.fair.seed_source import Seeds
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, ChannelOwner
from cardroom.room.records import MoneyOrder
from cardroom.room.requests import AnyRequest, Play
from cardroom.room.room import Room
from cardroom.room.tables.task import TableTask
from cardroom.room.tables.turns import TURNS_PER_EPOCH
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.store import Store
from cardroom.store.house.deck_log import StoredDeckLog
from tests.room.fair_rooms import AUDITOR, KEY
from tests.room.fakes import SeededBits
from tests.room.inside import inside
from tests.room.rooms import EUR, QUICK, Shell
from tests.room.virtual import VirtualClock
from tests.simulation.books import Books
from tests.simulation.catalogue import EDITIONS, STAKES
from tests.simulation.clocks import TableReferee
from tests.simulation.database import MemoryDatabase
from tests.simulation.gate import Gate
from tests.simulation.injected import Injected
from tests.simulation.invariants import verify, verify_promises
from tests.simulation.late_bus import LateBus
from tests.simulation.network import CALM, Connection, Trace, Weather
from tests.simulation.orders import Orders, SimCashier, carry_orders, order_desk
from tests.simulation.player import SimPlayer
from tests.simulation.second_betting import Decision
from tests.simulation.store import GatedStore, StoreGate
from tests.simulation.with_tournaments.contestant import Contestant
from tests.simulation.with_tournaments.programme import holds_tournaments
from tests.simulation.with_tournaments.simulated_tournaments import (
    PURSE,
    ContestReferee,
    SimulatedTournaments,
)

PACE = msgspec.structs.replace(QUICK, street_change_ms=60)


class SimFairHouse(FairHouse):
    """The house's side of the shuffle in one process, from a seed; a bomb keeps it from dealing."""

    def __init__(self, world: "World", chance: Random) -> None:
        bits = SeededBits(chance)
        super().__init__(
            key=KEY,
            auditor=AUDITOR,
            bits=bits,
            seeds=Seeds(SeededBits(Random(chance.random())), f"seeds {world.seed}".encode()),
            draws=DrawSecrets(f"draws {world.seed}".encode()),
            log_book=LogBook(StoredDeckLog(world.store), KEY, VirtualClock().now_ms),
        )
        self._world = world

    def verify_sound(self) -> None:
        """Refuse where a fault was planted."""
        self._world.verify_shuffle()
        super().verify_sound()


class World:
    """The room of one evening, through all its processes; what outlives them is in the database."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.trace = Trace()
        self.process = 0
        self.struck: set[str] = set()
        """The kinds of faults so far."""
        self.promises: set[tuple[TableId, PlayerId]] = set()
        self.injured: set[tuple[int, TableId]] = set()
        """Tables with a fault, by process: only those may freeze."""
        self.ready_since: dict[CashTableTask, tuple[int, int]] = {}
        """Tables that could deal, since when, and the last hand they had dealt then."""
        self.corrupted: dict[CashTableTask, int] = {}
        """Tables with a wrong stack that have not noticed it yet, and the hand of which."""
        self.edition = EDITIONS[seed % len(EDITIONS)]
        self.catalogue = STAKES[self.edition][seed // len(EDITIONS) % 4]
        game, table_format, small, big = self.catalogue[:4]
        self.stake = Play(id="p", game=game, format=table_format, small_blind=small, big_blind=big)  # type: ignore[arg-type]
        self.lags: dict[PlayerId, int] = {}
        self.is_down = True
        self.bombs: set[str] = set()
        self._weather = CALM._replace(bus_ms=(2, 300, 2000, 6000)[seed // 3 % 4])
        self._jump_ms = 0
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self.broke: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Fails when something is not as it must be."""
        self.gate_of_store = StoreGate(Random(seed + 1))
        self.gate_of_store.injure = self.injure
        self.database = MemoryDatabase(self.gate_of_store.statement)
        self.books = Books(self.database.raw, self.edition, self.catalogue)
        self.gate_of_store.refused = self._refused
        self.referees: dict[int, TableReferee] = {}
        self.orders = Orders(self)
        self.cashier = SimCashier(self, Random(seed + 2))
        self.funded = 0
        self.overtaken = 0
        """How often a message overtook another on its way to an actor, in processes that ended."""
        count = self.chance.randrange(4, 9) - 1
        self.hall = SimulatedTournaments(self) if holds_tournaments(seed) else None
        """The room's tournaments, where it holds any: every second room does."""
        self.players = [
            SimPlayer(self, number, Random(1000 * seed + number))
            for number in range(1, 1 + (count if self.hall is None else max(5, count)))
        ]
        if self.hall is not None:
            for player in self.players:
                chance = Random(1000 * seed + 500 + player.player)
                player.contestant = Contestant(player, self.hall, chance)

    async def open(self) -> None:
        """Open the room for the first time, and give everybody something to play with."""
        await self._start()
        most = self.catalogue.most
        for one in self.players:
            purse = self.chance.choice((most, 2 * most - 1, 3 * most))
            purse += 0 if self.hall is None else PURSE
            self.funded += purse
            await self.store.register(one.player, one.caller.name, 1)
            reference = f"purse-{one.player}"
            await self.store.transfer(deposit(one.player, purse, EUR, reference=reference, at_ms=1))
        if self.hall is not None:
            await self.hall.give_tickets(self.store)
            await self.hall.open()
        self.is_down = False

    @property
    def room(self) -> Room:
        return self.shell.room

    @property
    def now_ms(self) -> int:
        return self.room.services.clock.now_ms()

    @property
    def voided(self) -> int:
        """How many hands never were."""
        sql = "select count(*) from hands where status = 'void'"
        (count,) = self.database.raw.execute(sql).fetchone()
        return int(count)

    def is_stored(self, table: int, hand: int) -> bool:
        """Whether the present owner of a table has paid a hand there."""
        sql = (
            "select 1 from hands join tables on tables.id = table_id and tables.epoch = hands.epoch"
            " where table_id = ? and number = ? and status = 'settled'"
        )
        return self.database.raw.execute(sql, (table, hand)).fetchone() is not None

    def broken(self, error: BaseException) -> None:
        """Something is not as it must be: the evening ends here."""
        if not self.broke.done():
            self.broke.set_exception(error)

    def verify(self) -> None:
        try:
            if not self.is_down:
                verify(self)
                if self.hall is not None:
                    self.hall.verify()
        except AssertionError as error:
            self.broken(error)

    def watch_life(self, life: asyncio.Task[None]) -> None:
        """What a player does must not fail by a mistake of the simulation."""
        life.add_done_callback(self._ended)

    def spawn(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[Any]:
        """Do something inside the room's process."""
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)
        if not task.cancelled():
            error = task.exception()
            if error is not None and not isinstance(error, Refused | Unavailable):
                self.broken(error)

    # The process

    async def _start(self) -> None:
        self.process += 1
        store = self.store = await Store.open(self.database)
        sql = "select coalesce(max(id), 0) from tables"
        (last_table,) = self.database.raw.execute(sql).fetchone()
        gated = GatedStore(store, self.gate_of_store, last_table, self.verify)
        self.fair = SimFairHouse(self, Random(self.seed * 100 + self.process))
        await self.fair.log.open()
        self.bus = LateBus(Random(self.seed * 100 + self.process))
        self.bus.late_ms_max = self._weather.bus_ms
        numbers = None if self.hall is None else self.hall.numbers(store)
        if numbers is not None:
            await numbers.fill()
        self.shell = Shell(
            self.seed * 100 + self.process,
            store=gated,  # type: ignore[arg-type]
            name=self.edition,
            pace=PACE,
            presence=self,
            fair=self.fair,
            bus=self.bus,
            jump_ms=self._jump_ms,
            new_table=None if numbers is None else numbers.next,
        )
        self._watch_tables()
        if self.hall is not None and numbers is not None:
            self.hall.start(store, numbers)
        self.gate = Gate(self)
        self.desk: OrderDesk = order_desk(self.shell, store, self.gate_of_store)
        self.spawn(carry_orders(self, self.desk))

    def _watch_tables(self) -> None:
        """Have the referee of every table hear it from its first moment in this process."""
        switchboard = self.room.services.switchboard
        opened = switchboard.open

        def open_and_watch(name: str, owner: ChannelOwner, *, first: int | None = None) -> Channel:
            channel = opened(name, owner, first=first)
            kind, _, number = name.partition(":")
            if kind != "table":
                return channel
            table = int(number)
            if self.hall is not None and self.hall.is_contest_table(table):
                watcher = ContestReferee(self.hall, TableId(table))
                rail = Caller(player=watcher.viewer, name="", kind="person")
                asyncio.get_running_loop().call_soon(channel.join, watcher, rail)
                return channel
            referee = self.referees.setdefault(table, TableReferee(self, table))
            caller = Caller(player=referee.viewer, name="", kind="person")
            asyncio.get_running_loop().call_soon(channel.join, referee, caller)
            return channel

        switchboard.open = open_and_watch  # type: ignore[method-assign]

    async def crash(self) -> None:
        """The process is killed: lines break, nothing is tidied up."""
        self.is_down = True
        seated = {
            (table.table, player) for table in inside(self.room).tables for player in table.players
        }
        self.promises &= seated
        self.bombs.clear()
        self.bus.is_down = True
        self.overtaken += self.bus.overtaken
        self.gate.crash()
        for task in tuple(self._tasks):
            task.cancel()
        for player in self.players:
            player.drop(noticed=False)
        if self.hall is not None:
            await self.hall.crash()
        await self.room.halt()
        self.fair.log.halt()

    async def restart(self) -> None:
        await self._start()
        await restore_tables(self.room)
        # Before the tournaments open: with a slow store a cash table may deal meanwhile.
        self.books.read()
        left = {place for place in self.promises if self._has_left(*place)}
        verify_promises(self, left)
        self.promises -= left
        if self.hall is not None:
            await self.hall.open()
        self.is_down = False
        loop = asyncio.get_running_loop()
        for player in self.players:
            loop.call_later(self.chance.randrange(2500) / 1000, self.reconnect, player)

    def _has_left(self, table: TableId, player: PlayerId) -> bool:
        """Whether the books know that a player has left, or the kept table that a broke one has.

        The table may also have just removed a broke player whose time to buy in again was over.
        """
        if not self.books.rejoining.is_seated(table, player):
            return True
        if self.books.stack(table, player):
            return False
        sql = "select record from kept_tables where table_id = ?"
        found = self.database.raw.execute(sql, (table,)).fetchone()
        record = None if found is None else msgspec.json.decode(found[0], type=TableRecord)
        seats = () if record is None else record.seats
        seat = next((one for one in seats if one.player == player), None)
        if seat is None:
            return True
        removed_ms = 1000 * self.room.services.rules.sitting_out.removed_after_s
        return seat.out_since_ms is not None and self.now_ms - seat.out_since_ms >= removed_ms

    def reconnect(self, player: SimPlayer) -> None:
        """A player comes back, unless he is there, or the room is not."""
        if player.connection is None and not self.is_down:
            player.wire.weather = self._weather
            player.connect()

    def hang_up(self, connection: Connection) -> None:
        """The room notices that a line is dead."""
        if self.is_down:
            return
        for name in connection.channels:
            channel = self.room.services.switchboard.find(name, connection.viewer)
            if channel is not None:
                channel.part(connection)
        if self.hall is None:
            self.room.gone(connection.viewer, on_purpose=False)
        else:
            self.hall.door.gone(connection.viewer, on_purpose=False)

    def arrived(self, player: PlayerId) -> None:
        """A player has a line again."""
        if self.hall is None:
            self.room.arrived(player)
        else:
            self.hall.door.arrived(player)

    async def ask(self, caller: Caller, request: RoomRequest) -> Answer:
        """Have the room do what a player asks, or refuse it."""
        if self.hall is not None:
            return await self.hall.ask(caller, request)
        return await self.room.ask(caller, cast("AnyRequest", request))

    def table_task(self, table: TableId) -> TableTask[Any, Any] | None:
        """A table that runs, whatever is played there."""
        found = self.room.tasks.get(table)
        if found is None and self.hall is not None:
            return self.hall.house.tables.tasks.get(table)
        return found

    # Ports with faults

    def is_here(self, player: PlayerId) -> bool:
        return True

    def lag_ms(self, player: PlayerId) -> int:
        if "measure" in self.bombs:
            self._go_off("measure")
            raise Injected("no measurement")
        return self.lags.get(player, 0)

    def doubt_ms(self, player: PlayerId) -> int:
        return 0

    def verify_shuffle(self) -> None:
        """Whether a deck can be made now."""
        if "shuffle" in self.bombs:
            self._go_off("shuffle")
            raise Injected("no shuffle")

    def _refused(self, key: str) -> None:
        """The store refused what the room had counted; what came before it is in the books."""
        self.books.read()
        self.books.rejoining.refuse(key)

    # The cashier

    def note_turn(self, channel: str, turn: dict[str, Any]) -> None:
        """Remember what a player was asked; when the hand is paid it must have been so."""
        table = int(channel.removeprefix("table:"))
        decision = Decision(
            turn["seat"], turn["call"], turn["raise_from"], turn["raise_to"], turn["pot"]
        )
        epoch = turn["turn"] // TURNS_PER_EPOCH
        self.books.turns[table, epoch, turn["hand"]].add(decision)

    def verify_received(self, order: MoneyOrder) -> None:
        """Whatever the cashier hears of is open, and what he shall pay lies aside.

        He may hear of an order again while his own answer to it is being booked.
        """
        self.books.read()
        sql = "select outcome from money_orders where reference = ?"
        (outcome,) = self.database.raw.execute(sql, (order.reference,)).fetchone()
        said = self.cashier.book.get(order.reference, "pending")
        try:
            told = f"{order.reference} is {outcome}, the cashier was told"
            # It was open when it was handed over, whatever has happened since.
            assert order.outcome == "pending", told
            assert outcome in ("pending", said), told
            if order.kind == "withdrawal":
                aside = self.books.withdrawals.get(f"withdrawal:{order.reference}")
                assert aside is not None, f"{order.reference} was told before it was set aside"
                closed = aside.closed
                assert closed in ("", said), f"{order.reference} was told after it was {closed}"
        except AssertionError as error:
            self.broken(error)

    def call_later(self, seconds: float, call: Callable[..., None], *what: object) -> None:
        """Have something happen that does not die with the process."""
        asyncio.get_running_loop().call_later(seconds, call, *what)

    # What faults need

    def set_clock(self, by_ms: int) -> None:
        """Somebody sets the wall clock."""
        self._jump_ms += by_ms
        self.shell.clock.jump_ms = self._jump_ms

    def forget_promises(self, table: TableId) -> None:
        """The operator closes a table: everybody leaves it."""
        self.promises = {place for place in self.promises if place[0] != table}

    def set_weather(self, weather: Weather) -> None:
        self._weather = weather
        self.bus.late_ms_max = weather.bus_ms
        self.gate_of_store.failures_permille = weather.store_permille
        self.gate_of_store.delay_ms_max = weather.store_ms
        for player in self.players:
            player.wire.weather = weather

    def injure(self, *tables: TableId) -> None:
        """From now on these tables may freeze."""
        self.injured.update((self.process, table) for table in tables)

    def _go_off(self, bomb: str) -> None:
        self.bombs.discard(bomb)
        self.injure(*self.room.tasks)
