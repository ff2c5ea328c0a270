"""A task beside the tables that dies is logged, counted and started again."""

import asyncio

import pytest

from cardroom.room.metrics import Metrics
from cardroom.server.background import Background
from cardroom.server.readiness import Readiness


class Carrier:
    """Dies the first times it is started; `runs` once it has been started often enough."""

    def __init__(self, dies: int) -> None:
        self.starts = 0
        self.runs = asyncio.Event()
        self._dies = dies

    async def work(self) -> None:
        self.starts += 1
        if self.starts <= self._dies:
            raise ValueError(self.starts)
        self.runs.set()
        await asyncio.Event().wait()


async def end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_task_that_dies_is_logged_counted_and_started_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    metrics, carrier = Metrics(), Carrier(dies=2)
    background = Background(metrics, first_pause_s=0.001)
    task = background.start("cashier", carrier.work)
    await carrier.runs.wait()
    assert carrier.starts == 3
    assert background.failing == {}
    assert metrics.sums()["background_failures_total"] == 2
    assert "the task 'cashier' has failed and is started again: ValueError" in caplog.text
    await end(task)


@pytest.mark.parametrize("is_needed", [True, False])
async def test_the_room_is_unready_while_what_it_needs_waits_to_be_started_again(
    is_needed: bool,
) -> None:
    background, carrier = Background(Metrics(), first_pause_s=60), Carrier(dies=1)
    readiness = Readiness(None)
    readiness.watch_failing(background.failing)
    task = background.start("cashier", carrier.work, is_needed=is_needed)
    for _ in range(5):
        await asyncio.sleep(0)
    assert carrier.starts == 1
    await readiness.look()
    assert readiness.lacks == (("task_failed_cashier",) if is_needed else ())
    await end(task)


async def test_a_task_that_ends_by_itself_is_started_again_too() -> None:
    starts: list[int] = []
    again = asyncio.Event()

    async def work() -> None:
        starts.append(1)
        if len(starts) == 2:
            again.set()
            await asyncio.Event().wait()

    background = Background(Metrics(), first_pause_s=0.001)
    task = background.start("webhooks", work)
    await again.wait()
    await end(task)
