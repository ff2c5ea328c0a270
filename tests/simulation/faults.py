"""What goes wrong in a simulated room: network, store, process, clock, and our own mistakes."""

import asyncio
from typing import TYPE_CHECKING, Literal

from cardroom.room.cash.owner import CashTableTask
from tests.room.inside import plant
from tests.simulation.network import Weather
from tests.simulation.with_tournaments.simulated_tournaments import SimulatedTournaments

if TYPE_CHECKING:
    from tests.simulation.world import World

FAULTS = (
    *("weather",) * 5,
    *("crash", "crash", "outage", "outage", "jump", "lag"),
    *("job", "shuffle", "measure", "settle", "corrupt", "operator", "close"),
    *("refusal", "statements", "statements", "decide", "decide", "decide"),
)


HALL_FAULTS = (
    *("refuse_step", "refuse_step", "fail_before", "fail_after"),
    *("pause", "cancel", "look_into", "crash"),
)


class Faults:
    """Chooses by chance what goes wrong next, and when."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._chance = world.chance

    async def keep_failing(self) -> None:
        """Make things fail for ever."""
        while True:
            await asyncio.sleep(self._chance.randrange(500, 6000) / 1000)
            faults: tuple[str, ...] = FAULTS
            if self._world.hall is not None and not self._chance.randrange(3):
                faults = HALL_FAULTS
            kind = self._chance.choice(faults)
            self._world.struck.add(kind)
            await getattr(self, f"_{kind}")()

    def _some_table(self) -> CashTableTask | None:
        tasks = list(self._world.room.tasks.values())
        return self._chance.choice(tasks) if tasks else None

    async def _weather(self) -> None:
        chance = self._chance
        weather = Weather(
            delay_ms=chance.choice((5, 5, 60, 100, 1500)),
            lost_permille=chance.choice((0, 0, 30, 200)),
            copied_permille=chance.choice((0, 0, 50, 300)),
            store_permille=chance.choice((0, 0, 50, 300)),
            store_ms=chance.choice((5, 5, 20, 800)),
            bus_ms=chance.choice((2, 300, 2000, 6000)),
        )
        self._world.set_weather(weather)

    async def _outage(self) -> None:
        self._world.gate_of_store.is_out = True
        await asyncio.sleep(self._chance.choice((0.2, 2, 12)))
        self._world.gate_of_store.is_out = False

    async def _jump(self) -> None:
        self._world.set_clock(self._chance.choice((-3_600_000, -500, 700, 3_600_000)))

    async def _lag(self) -> None:
        for player in self._world.players:
            self._world.lags[player.player] = self._chance.choice((0, 80, 400, 3000))

    async def _crash(self) -> None:
        await self._world.crash()
        await asyncio.sleep(self._chance.choice((0, 0.01, 3)))
        await self._world.restart()

    async def _job(self) -> None:
        task = self._some_table()
        if task is not None:
            self._world.injure(task.number)
            self._world.spawn(plant(self._world.room, task.number))

    async def _shuffle(self) -> None:
        self._world.bombs.add("shuffle")

    async def _measure(self) -> None:
        self._world.bombs.add("measure")

    async def _settle(self) -> None:
        self._world.gate_of_store.fails_next_settle = self._chance.choice(("before", "after"))

    async def _refusal(self) -> None:
        """The store refuses what the room has counted already: it is counted back."""
        self._world.gate_of_store.refuses_next_move = True

    async def _statements(self) -> None:
        self._world.gate_of_store.statement_faults += self._chance.randrange(1, 4)

    async def _decide(self) -> None:
        """Somebody of the house closes orders by hand, while they are on their way."""
        sql = "select reference from money_orders where outcome = 'pending'"
        for (reference,) in self._world.database.raw.execute(sql).fetchall():
            outcome: Literal["confirmed", "refused"] = self._chance.choice(("refused", "confirmed"))
            self._world.spawn(self._world.orders.decide(reference, outcome))

    async def _corrupt(self) -> None:
        """A stack is wrong by a cent in mid-hand: the settlement is refused."""
        task = self._some_table()
        hand = None if task is None else task.table.hand
        if task is not None and hand is not None and not hand.is_over:
            self._world.injure(task.number)
            self._world.corrupted[task] = task.table.number
            task.table.occupants[hand.seats[0]].stack += 1

    async def _operator(self) -> None:
        task = self._some_table()
        if task is not None:
            self._world.injure(task.number)
            self._world.spawn(self._world.room.operator.freeze(task.number))

    async def repair(self) -> None:
        """The operator looks into tables that have stopped, and lets them play on."""
        while True:
            await asyncio.sleep(1)
            if self._world.is_down:
                continue
            frozen = [one.number for one in self._world.room.tasks.values() if one.frozen]
            if self._world.hall is not None:
                tables = self._world.hall.house.tables.tasks.values()
                frozen += [one.number for one in tables if one.frozen]
            for number in frozen:
                if not self._chance.randrange(4):
                    self._world.spawn(self._world.room.operator.unfreeze(number))

    # Tournaments

    def _hall(self) -> SimulatedTournaments:
        assert self._world.hall is not None
        return self._world.hall

    async def _refuse_step(self) -> None:
        """The store refuses a step: the tournament is built again from what is stored."""
        self._hall().fault = "refused"

    async def _fail_before(self) -> None:
        self._hall().fault = "before"

    async def _fail_after(self) -> None:
        self._hall().fault = "after"

    async def _pause(self) -> None:
        """Staff stop a tournament for a while."""
        self._world.spawn(self._hall().pause(self._chance.choice((0.5, 3.0))))

    async def _cancel(self) -> None:
        """Staff cancel a tournament, if they have looked at it; now and then at all."""
        if not self._chance.randrange(3):
            self._world.spawn(self._hall().cancel_some())

    async def _look_into(self) -> None:
        """Staff let tournaments go on that have stopped, and look at what a cancellation costs."""
        self._world.spawn(self._hall().look_into())

    async def _close(self) -> None:
        task = self._some_table()
        if task is not None and not self._chance.randrange(3):
            self._world.forget_promises(task.number)
            self._world.spawn(self._world.room.operator.close_table(task.number))
