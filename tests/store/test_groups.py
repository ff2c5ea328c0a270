"""Group commit: shared commits, failures that stay with their unit, nobody waits for ever."""

import asyncio
from collections.abc import Sequence

import pytest

from cardroom.errors import Unavailable
from cardroom.store.databases.database import One, Script, T, TransientError
from cardroom.store.databases.patience import Patience
from cardroom.store.groups import ROWS_MAX, WAITING_MAX, GroupCommit
from tests.rule import rule

QUICK = Patience(attempts=3, pause_s=0.001, pause_s_max=0.002, wait_s=0.4)


class Sheet:
    """A database in memory: a list of words; transient errors come as told."""

    dialect = "sheet"
    touch = ""

    def __init__(self, weather: Sequence[bool] = ()) -> None:
        self.written: list[str] = []
        self.commits = 0
        self._weather = list(weather)
        self.gate = asyncio.Event()
        self.gate.set()

    async def transact(self, script: Script[T]) -> T:
        await self.gate.wait()
        if self._weather and self._weather.pop(0):
            raise TransientError("rain")
        words: list[str] = []
        try:
            step = next(script)
            while True:
                assert isinstance(step, One)
                words.append(step.sql)
                step = script.send([])
        except StopIteration as end:
            self.written += words
            self.commits += 1
            result: T = end.value
            return result

    async def read(self, script: Script[T]) -> T:
        return await self.transact(script)

    async def close(self) -> None:
        self.gate.set()


UNITS_MAX = 64


def rows_of(word: str) -> int:
    """So many that 64 words fill a group; a large one fills more than one."""
    return 2 * ROWS_MAX if word.startswith("large") else ROWS_MAX // UNITS_MAX


def apply(words: Sequence[str]) -> Script[list[object]]:
    outcomes: list[object] = []
    for word in words:
        assert word != "poison", "a unit that breaks its group"
        if word == "no":
            outcomes.append(ValueError("refused"))
        else:
            yield One(word)
            outcomes.append(word.upper())
    return outcomes


async def test_units_that_wait_together_share_a_commit() -> None:
    sheet = Sheet()
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    words = [f"word{number}" for number in range(UNITS_MAX + 1)]
    assert await asyncio.gather(*map(group.commit, words)) == [word.upper() for word in words]
    assert sheet.written == words
    assert sheet.commits == 2
    await group.close()


async def test_a_refused_unit_does_not_hold_up_its_group() -> None:
    sheet = Sheet()
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    first, second, third = await asyncio.gather(
        *map(group.commit, ("a", "no", "b")), return_exceptions=True
    )
    assert (first, third, sheet.written, sheet.commits) == ("A", "B", ["a", "b"], 1)
    assert isinstance(second, ValueError)
    await group.close()


async def test_a_poisoned_unit_is_replayed_alone_and_fails_alone() -> None:
    sheet = Sheet()
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    first, second, third = await asyncio.gather(
        *map(group.commit, ("a", "poison", "b")), return_exceptions=True
    )
    assert (first, third, sheet.written, sheet.commits) == ("A", "B", ["a", "b"], 2)
    assert isinstance(second, AssertionError)
    await group.close()


async def test_bad_weather_is_waited_out() -> None:
    sheet = Sheet(weather=[True, True])
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    assert await group.commit("a") == "A"
    assert sheet.written == ["a"]
    await group.close()


async def test_weather_that_stays_bad_is_told_to_all_and_the_next_group_goes_on() -> None:
    sheet = Sheet(weather=[True] * QUICK.attempts)
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    for outcome in await asyncio.gather(*map(group.commit, "ab"), return_exceptions=True):
        assert isinstance(outcome, Unavailable)
        assert "rain" in str(outcome)
    assert await group.commit("c") == "C"
    assert sheet.written == ["c"]
    await group.close()


async def test_nobody_waits_for_ever_for_a_database_that_does_not_answer() -> None:
    sheet = Sheet()
    sheet.gate.clear()
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    under_way = asyncio.create_task(group.commit("a"))
    await asyncio.sleep(0.01)
    with pytest.raises(Unavailable, match="not answered in time"):
        await group.commit("b")
    with pytest.raises(Unavailable, match="not answered in time"):
        await under_way
    sheet.gate.set()
    assert await group.commit("c") == "C"
    # What was under way is written; what only waited is not: its caller has gone.
    assert sheet.written == ["a", "c"]
    await group.close()


async def test_more_units_than_may_wait_are_turned_away() -> None:
    sheet = Sheet()
    sheet.gate.clear()
    group = GroupCommit(sheet, apply, Patience(), rows_of)
    first = asyncio.create_task(group.commit("a"))
    await asyncio.sleep(0.01)
    queued: list[asyncio.Task[object]] = []
    # A full group queues for the writer; the rest waits.
    for many in (UNITS_MAX, WAITING_MAX):
        queued += [asyncio.create_task(group.commit("b")) for _ in range(many)]
        await asyncio.sleep(0.01)
    with pytest.raises(Unavailable, match="too busy"):
        await group.commit("c")
    sheet.gate.set()
    await asyncio.gather(first, *queued)
    assert sheet.written == ["a"] + ["b"] * (UNITS_MAX + WAITING_MAX)
    await group.close()


async def test_closing_does_not_wait_for_ever_either() -> None:
    sheet = Sheet()
    sheet.gate.clear()
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    waiting = asyncio.create_task(group.commit("a"))
    await asyncio.sleep(0.01)
    await group.close()
    with pytest.raises(Unavailable):
        await waiting


async def test_closing_commits_what_waits_and_takes_no_more() -> None:
    sheet = Sheet()
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    waiting = asyncio.create_task(group.commit("a"))
    await asyncio.sleep(0)
    await group.close()
    assert await waiting == "A"
    with pytest.raises(Unavailable, match="closed"):
        await group.commit("b")


@rule("CXL-01")
async def test_a_large_unit_is_committed_alone_and_after_those_who_wait_with_it() -> None:
    sheet = Sheet()
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    words = ["a", "large1", "b", "large2", "c"]
    assert await asyncio.gather(*map(group.commit, words)) == [word.upper() for word in words]
    assert sheet.written == ["a", "b", "c", "large1", "large2"]
    assert sheet.commits == 3
    await group.close()


async def test_a_large_unit_lets_others_go_first_only_once() -> None:
    sheet = Sheet()
    group = GroupCommit(sheet, apply, QUICK, rows_of)
    sheet.gate.clear()
    first = asyncio.gather(*map(group.commit, ["a", "large", "b"]))
    await asyncio.sleep(0.01)
    later = asyncio.gather(*(group.commit(f"c{number}") for number in range(2 * UNITS_MAX)))
    await asyncio.sleep(0.01)
    sheet.gate.set()
    await asyncio.gather(first, later)
    assert sheet.written[:3] == ["a", "b", "large"]
    await group.close()
