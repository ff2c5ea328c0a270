"""What the room needs, looked at again and again: logged once when lost, once when back."""

import asyncio
import logging

import pytest

from cardroom.server.readiness import Readiness


class Shelf:
    """A database that answers as the test says."""

    def __init__(self) -> None:
        self.found: tuple[str, str] | None = None
        self.answers = asyncio.Event()
        self.answers.set()
        self.written: list[bool] = []

    async def look(self, write: bool) -> tuple[str, str] | None:
        self.written.append(write)
        await self.answers.wait()
        return self.found


async def test_what_is_lost_and_found_again_is_logged_once_each(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shelf = Shelf()
    readiness = Readiness(shelf.look)
    with caplog.at_level(logging.INFO):
        for found in (None, ("full", "the disk is full"), ("full", "still"), None, None):
            shelf.found = found
            await readiness.look()
            assert readiness.lacks == (("database_full",) if found else ())
    assert [record.getMessage() for record in caplog.records] == [
        "the room is not ready: the disk is full",
        "the room has again what it lacked",
    ]
    assert shelf.written == [True, False, True, True, False]


async def test_a_task_that_ends_makes_the_room_unready() -> None:
    async def fail() -> None:
        raise ValueError

    readiness = Readiness(None)
    steady = asyncio.create_task(asyncio.sleep(60), name="charity")
    readiness.watch(steady)
    await readiness.look()
    assert not readiness.lacks
    failing = asyncio.create_task(fail(), name="cashier")
    readiness.watch(failing)
    await asyncio.wait([failing])
    steady.cancel()
    await asyncio.wait([steady])
    await readiness.look()
    assert readiness.lacks == ("task_ended_charity", "task_ended_cashier")


async def test_a_database_that_owes_an_answer_is_not_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardroom.server.readiness.ANSWER_S", 0.01)
    shelf = Shelf()
    shelf.answers.clear()
    readiness = Readiness(shelf.look)
    for _ in range(3):
        await readiness.look()
        assert readiness.lacks == ("database_out_of_reach",)
    assert len(shelf.written) == 1
    shelf.answers.set()
    await readiness.look()
    assert readiness.lacks == ()
