"""A simulated room from one seed: its players, its faults, its crashes, its last hour."""

import asyncio
import contextlib
from collections.abc import Coroutine
from random import Random
from typing import Any

import msgspec

from cardroom.engine.cards import Card
from cardroom.errors import Refused, Unavailable
from cardroom.ledger import Kind, PlayerId, SettledHand, TableId, read_account
from cardroom.room.requests import Play
from cardroom.room.restoring import restore_tables
from cardroom.room.room import Room
from cardroom.room.shuffle import Bits, shuffled
from cardroom.room.table_task import TableTask
from tests.room.fakes import MemoryStore
from tests.room.rooms import QUICK, Shell
from tests.simulation.faults import Faults, Injected
from tests.simulation.gate import Gate
from tests.simulation.invariants import verify, verify_hands, verify_promises
from tests.simulation.network import CALM, Connection, Trace, Weather
from tests.simulation.player import SimPlayer

EDITIONS = ("en-2.7", "en-2.2", "fr-2.2", "nl-3.0")
STAKES = (
    Play(id="p", game="nl-holdem", format="ordinary", small_blind=5, big_blind=10),
    Play(id="p", game="pl-omaha", format="ordinary", small_blind=5, big_blind=10),
)
PURSE = 3_000
PACE = msgspec.structs.replace(QUICK, street_change_ms=60)


class SimStore(MemoryStore):
    """Verifies everything whenever a hand was settled."""

    world: "World"

    async def settle(self, hand: SettledHand) -> object:
        if self.fails_next_settle:
            self.world.injure(hand.table)
        answer = await super().settle(hand)
        self.world.verify()
        return answer


class World:
    """One evening in a room where everything goes wrong that can."""

    def __init__(self, seed: int, *, seconds: int = 25) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.trace = Trace()
        self.process = 0
        self.promises: set[tuple[TableId, PlayerId]] = set()
        self.injured: set[tuple[int, TableId]] = set()
        """Tables with a fault, by process: only those may freeze."""
        self.corrupted: set[TableTask] = set()
        """Tables with a wrong stack that have not noticed it yet."""
        self.edition = EDITIONS[seed % len(EDITIONS)]
        self.stake = STAKES[seed // len(EDITIONS) % len(STAKES)]
        self.lags: dict[PlayerId, int] = {}
        self._seconds = seconds
        self._weather = CALM
        self._jump_ms = 0
        self._is_down = False
        self.bombs: set[str] = set()
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self._broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.store = SimStore(Random(seed + 1))
        self.store.world = self
        self.players = [
            SimPlayer(self, number, Random(1000 * seed + number))
            for number in range(1, self.chance.randrange(4, 8))
        ]
        self._start()
        for player in self.players:
            self.shell.fund(player.player, PURSE)

    @property
    def room(self) -> Room:
        return self.shell.room

    @property
    def now_ms(self) -> int:
        return self.room.house.clock.now_ms()

    @property
    def hands(self) -> int:
        return sum(len(hands) for hands in self.store.hands.values())

    def broken(self, error: BaseException) -> None:
        """Something is not as it must be: the evening ends here."""
        if not self._broken.done():
            self._broken.set_exception(error)

    def verify(self) -> None:
        try:
            if not self._is_down:
                verify(self)
        except AssertionError as error:
            self.broken(error)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something inside the room's process."""
        task = asyncio.create_task(work)
        self._tasks[task] = None
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)
        if not task.cancelled():
            error = task.exception()
            if error is not None and not isinstance(error, Refused | Unavailable):
                self.broken(error)

    # The evening

    async def evening(self) -> None:
        """Play with faults, then without, then go home."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self.broken(_error_of(context)))
        evening = asyncio.create_task(self._evening())
        await asyncio.wait([evening, self._broken], return_when=asyncio.FIRST_COMPLETED)
        evening.cancel()
        self._is_down = True
        if self._broken.done():
            await self._broken
        await evening

    async def _evening(self) -> None:
        for player in self.players:
            player.connect()
        lives = [asyncio.create_task(player.live()) for player in self.players]
        trouble = asyncio.create_task(Faults(self).trouble())
        for _ in range(self._seconds):
            await asyncio.sleep(1)
            self.verify()
        trouble.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await trouble
        await self._come_to_rest()
        for life in lives:
            life.cancel()
        await self._play_on()
        await self._go_home()
        await self.room.stop()

    async def _come_to_rest(self) -> None:
        """Everything is mended, everybody is there, every request is answered."""
        self.store.is_out = False
        self.store.fails_next_settle = ""
        self.bombs.clear()
        if self._is_down:
            await self.restart()
        self.set_weather(CALM)
        for player in self.players:
            player.is_good = True
            if player.connection is None:
                player.connect()
            player.behave(self._tables_of(player))
        for _ in range(120):
            await asyncio.sleep(1)
            if not self._unanswered():
                break
        for task in tuple(self.room.tasks.values()):
            if task.frozen and self.chance.randrange(2):
                await self.room.unfreeze(task.number)

    async def _play_on(self) -> None:
        """Whoever can play does: at every table with enough players hands are finished."""
        before = {task: task.table.number for task in self._playing()}
        # A hand of six players whose lines are dead waits half a minute for each of them.
        for _ in range(300):
            await asyncio.sleep(1)
            if not self._standing_still(before) and not self._unanswered():
                return
        raise AssertionError(f"stands still: {self._standing_still(before)} {self._unanswered()}")

    def _standing_still(self, before: dict[TableTask, int]) -> list[TableId]:
        """Tables that could deal then and can now, and have finished no hand since."""
        return [
            task.number
            for task in self._playing()
            if task in before and task.table.number == before[task]
        ]

    def _playing(self) -> list[TableTask]:
        """The tables that can deal: three players in the game, or a hand in progress."""
        return [
            task
            for task in self.room.tasks.values()
            if not task.frozen
            and (
                task.table.deal is not None
                or sum(one.is_ready and one.standing == "playing" for one in task.table.in_order())
                >= 3
            )
        ]

    def _tables_of(self, player: SimPlayer) -> list[TableId]:
        """Where a player sits, as his own channel says."""
        return [table.table for table in self.room.lobby.tables_of(player.player)]

    def _unanswered(self) -> list[object]:
        return [*self.gate.open.values(), *(one for p in self.players for one in p.waiting)]

    async def _go_home(self) -> None:
        """Everybody leaves, from frozen tables too, and has his money."""
        for player in self.players:
            player.go_home(self._tables_of(player))
        for _ in range(40):
            await asyncio.sleep(0.5)
            if not any(table.players for table in self.room.lobby.tables):
                break
        await self.room.house.vault.flush()
        self.verify()
        verify_hands(self)
        for table in self.room.lobby.tables:
            assert not table.players, f"{table.players} could not leave table {table.table}"
            assert not self.store.escrow(table.table), "money was left on the table"
        cash = rake = 0
        for account, balance in self.store.ledger.balances.items():
            cash += balance if read_account(account).kind is Kind.PLAYER_CASH else 0
            rake += balance if read_account(account).kind is Kind.RAKE else 0
        assert cash + rake == PURSE * len(self.players), "money was made or lost"

    # The process

    def _start(self) -> None:
        self.process += 1
        self.shell = Shell(
            self.seed * 100 + self.process,
            store=self.store,
            name=self.edition,
            pace=PACE,
            presence=self,
            shuffle=self._shuffle,
            jump_ms=self._jump_ms,
        )
        self.gate = Gate(self)

    async def crash(self) -> None:
        """The process is killed: lines break, nothing is tidied up."""
        self._is_down = True
        seated = {
            (table.table, player) for table in self.room.lobby.tables for player in table.players
        }
        self.promises &= seated
        self.bombs.clear()
        self.gate.crash()
        for task in tuple(self._tasks):
            task.cancel()
        for player in self.players:
            player.drop(told=False)
        await self.room.halt()

    async def restart(self) -> None:
        self._start()
        await restore_tables(self.room, "again")
        self._is_down = False
        left = {place for place in self.promises if place in self._paid_out() | self._broke()}
        verify_promises(self, left)
        self.promises -= left
        loop = asyncio.get_running_loop()
        for player in self.players:
            loop.call_later(self.chance.randrange(2500) / 1000, self.reconnect, player)

    def _broke(self) -> set[tuple[TableId, PlayerId]]:
        """Who has left a table without a cent: no transfer tells, but the kept table does."""
        return {
            (number, player)
            for number, player in self.promises
            if not self.store.escrow(number).get(player)
            and b'"player":%d,' % player not in self.store.kept.get(number, b"")
        }

    def _paid_out(self) -> set[tuple[TableId, PlayerId]]:
        """Who has left a table, as the ledger knows."""
        seats: dict[tuple[TableId, PlayerId], bool] = {}
        for transfer in self.store.ledger.transfers:
            kind, *rest = transfer.key.split(":")
            if kind in {"buy_in", "cash_out"}:
                seats[TableId(int(rest[0])), PlayerId(int(rest[1]))] = kind == "cash_out"
        return {place for place, gone in seats.items() if gone}

    def reconnect(self, player: SimPlayer) -> None:
        """A player comes back, unless he is there, or the room is not."""
        if player.connection is None and not self._is_down:
            player.wire.weather = self._weather
            player.connect()

    def hang_up(self, connection: Connection) -> None:
        """The room notices that a line is dead."""
        if self._is_down:
            return
        for name in connection.channels:
            channel = self.room.house.switchboard.find(name, connection.viewer)
            if channel is not None:
                channel.part(connection)
        self.room.gone(connection.viewer, on_purpose=False)

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

    def _shuffle(self, bits: Bits) -> list[Card]:
        if "shuffle" in self.bombs:
            self._go_off("shuffle")
            raise Injected("no shuffle")
        return shuffled(bits)

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
        self.store.trouble_permille = weather.store_permille
        self.store.delay_ms_max = weather.store_ms
        for player in self.players:
            player.wire.weather = weather

    def injure(self, *tables: TableId) -> None:
        """From now on these tables may freeze."""
        self.injured.update((self.process, table) for table in tables)

    def _go_off(self, bomb: str) -> None:
        self.bombs.discard(bomb)
        self.injure(*self.room.tasks)


def _error_of(context: dict[str, Any]) -> BaseException:
    error = context.get("exception")
    return error if isinstance(error, BaseException) else AssertionError(str(context))
