"""The course of one evening: play with faults, then without, then go home with every cent."""

import asyncio
import contextlib
from typing import Any

from cardroom.errors import OperatorRefused, SeatRefused
from cardroom.ledger import TableId
from cardroom.room.cash.owner import CashTableTask
from tests.room.inside import inside
from tests.simulation.faults import Faults
from tests.simulation.invariants import verify_hands, verify_lobby
from tests.simulation.network import CALM
from tests.simulation.player import SimPlayer
from tests.simulation.with_tournaments.ending import play_out, settle_down
from tests.simulation.world import World

SECONDS = 40
RUSH_S = 7
"""When a player gives all orders at once."""
HANDS_IN_PEACE = 6
PEACE_S = 300
"""A hand of six players whose lines are dead waits half a minute for each of them."""


async def spend(world: World) -> None:
    """Live through the whole evening; raises what was not as it must be."""
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: world.broken(_error_of(context)))
    evening = asyncio.create_task(_Evening(world).run())
    await asyncio.wait([evening, world.broke], return_when=asyncio.FIRST_COMPLETED)
    evening.cancel()
    world.is_down = True
    if world.broke.done():
        await world.broke
    await evening


def _error_of(context: dict[str, Any]) -> BaseException:
    error = context.get("exception")
    return error if isinstance(error, BaseException) else AssertionError(str(context))


class _Evening:
    def __init__(self, world: World) -> None:
        self._world = world

    async def run(self) -> None:
        world = self._world
        await world.open()
        for player in world.players:
            player.connect()
        lives = [asyncio.create_task(player.live()) for player in world.players]
        for life in lives:
            world.watch_life(life)
        faults = Faults(world)
        failing = asyncio.create_task(faults.keep_failing())
        repair = asyncio.create_task(faults.repair())
        for second in range(SECONDS):
            await asyncio.sleep(1)
            if second == RUSH_S and not world.is_down:
                world.orders.rush(world.players[world.seed % len(world.players)].caller)
            world.verify()
        failing.cancel()
        repair.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await failing
        await self._come_to_rest()
        for life in lives:
            life.cancel()
        await self._play_on()
        await self._come_to_an_understanding()
        await self._go_home()
        await self._come_to_an_understanding()
        if world.hall is not None:
            await play_out(world.hall)
        await world.room.stop()

    async def _come_to_rest(self) -> None:
        """Everything is mended, everybody is there, every request is answered."""
        world = self._world
        world.gate_of_store.mend()
        world.bombs.clear()
        if world.is_down:
            # Perhaps in the middle of a restart: what has come up of that process ends first.
            promises = set(world.promises)
            await world.crash()
            world.promises |= promises
            await world.restart()
        world.set_weather(CALM)
        world.cashier.is_calm = True
        for player in world.players:
            player.is_good = True
            if player.connection is None:
                player.connect()
            player.behave(self._tables_of(player))
        for _ in range(120):
            await asyncio.sleep(1)
            if not self._unanswered():
                break
        if world.hall is not None:
            await settle_down(world.hall)
        for task in tuple(world.room.tasks.values()):
            if task.frozen and world.chance.randrange(2):
                # Somebody else may have said so a moment before, or the empty table has closed.
                with contextlib.suppress(OperatorRefused, SeatRefused):
                    await world.room.operator.unfreeze(task.number)

    async def _play_on(self) -> None:
        """Whoever can play does: at every table with enough players hands are finished."""
        before = {task: task.table.number for task in self._playing()}
        for _ in range(PEACE_S):
            await asyncio.sleep(1)
            if not self._standing_still(before, HANDS_IN_PEACE) and not self._unanswered():
                return
        still = self._standing_still(before, 1), self._unanswered()
        assert still == ([], []), f"stands still: {still}"

    async def _come_to_an_understanding(self) -> None:
        """Once nothing is on its way for a moment, the lobby knows its tables.

        A table that ends is still there while the store, out of reach until now, keeps it waiting.
        """
        world = self._world
        for _ in range(100):
            await asyncio.sleep(0.1)
            is_ending = any(task._is_ending for task in world.room.tasks.values())
            if not world.bus.on_the_way and not is_ending:
                break
        await asyncio.sleep(0)
        verify_lobby(self._world)

    def _standing_still(self, before: dict[CashTableTask, int], hands: int) -> list[TableId]:
        """Tables that could deal then and can now, and have finished too few hands since."""
        return [
            task.number
            for task in self._playing()
            if task in before and task.table.number < before[task] + hands
        ]

    def _playing(self) -> list[CashTableTask]:
        """The tables that can deal: enough players are ready, or a hand is in progress."""
        return [
            task
            for task in self._world.room.tasks.values()
            if not task.frozen
            and (task.table.deal is not None or task.table.ready >= task.table.needed)
        ]

    def _tables_of(self, player: SimPlayer) -> list[TableId]:
        """Where a player sits, as his own channel says."""
        return [table.table for table in inside(self._world.room).tables_of(player.player)]

    def _unanswered(self) -> list[object]:
        world = self._world
        return [*world.gate.open.values(), *(one for p in world.players for one in p.waiting)]

    async def _go_home(self) -> None:
        """Everybody leaves, from frozen tables too, and has his money; the cashier is done, too."""
        world = self._world
        for player in world.players:
            player.go_home(self._tables_of(player))
        for _ in range(80):
            await asyncio.sleep(0.5)
            is_left = not any(table.players for table in inside(world.room).tables)
            if is_left and not world.orders.waiting:
                break
        await world.room.services.wallets.flush()
        world.verify()
        verify_hands(world)
        for table in inside(world.room).tables:
            assert not table.players, f"{table.players} could not leave table {table.table}"
        left = {
            account: has
            for account, has in world.books.balances.items()
            if account.startswith("table:") and has
        }
        assert not left, f"money was left on the table: {left}"
        world.orders.verify_end(world.database.raw, world.books, world.funded)
