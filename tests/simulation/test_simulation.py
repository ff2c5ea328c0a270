"""A whole room in one thread from one seed, with everything that goes wrong in the world."""

import asyncio

import pytest

from tests.room.virtual import run
from tests.rule import rule
from tests.simulation import run as runs
from tests.simulation.evening import spend
from tests.simulation.faults import FAULTS, HALL_FAULTS
from tests.simulation.run import Outcome, play, simulate
from tests.simulation.watching import Watcher, watch
from tests.simulation.with_tournaments.programme import holds_tournaments
from tests.simulation.world import World

SEEDS = 100
"""`make simulate` plays 20,000."""
SHARD = 25


@rule("CRASH-01", "CRASH-02", "AMB-24", "AMB-69", "AMB-49", "TIME-02")
@pytest.mark.parametrize("first", range(0, SEEDS, SHARD))
def test_no_fault_makes_or_loses_money_breaks_a_promise_or_stops_the_game(first: int) -> None:
    outcomes = [simulate(seed) for seed in range(first, first + SHARD)]
    assert sum(outcome.hands for outcome in outcomes) > SHARD
    assert sum(outcome.crashes for outcome in outcomes) > 0
    assert sum(outcome.voided for outcome in outcomes) > 0
    assert all_kinds(outcomes) >= set(FAULTS)


@rule("TRN-19", "TRN-22", "TRN-25", "TAMB-40", "TAMB-60", "TAMB-68", "BAL-01", "CXL-01")
@pytest.mark.parametrize("first", range(2_000, 2_050, 25))
def test_a_room_holds_cash_tables_and_tournaments_through_every_fault(first: int) -> None:
    seeds = [seed for seed in range(first, first + 25) if holds_tournaments(seed)]
    outcomes = [simulate(seed) for seed in seeds]
    assert len(seeds) in {12, 13}
    assert sum(outcome.tournaments for outcome in outcomes) > len(seeds)
    assert sum(outcome.chip_hands for outcome in outcomes) > 5 * len(seeds)
    assert sum(outcome.hands for outcome in outcomes) > len(seeds)
    assert sum(outcome.crashes for outcome in outcomes) > 0
    assert all_kinds(outcomes) >= set(HALL_FAULTS)


def all_kinds(outcomes: list[Outcome]) -> set[str]:
    """The kinds of faults that struck, in one evening or the other."""
    return {kind for outcome in outcomes for kind in outcome.faults}


@pytest.mark.parametrize("seed", [1, 7, 12])
def test_the_same_seed_gives_the_same_trace(seed: int) -> None:
    first, second = simulate(seed), simulate(seed)
    assert first == second
    assert first.frames > 100
    assert simulate(seed + 1).trace != first.trace


@pytest.mark.parametrize("first", range(5_000, 5_020, 10))
def test_events_after_a_snapshot_lead_to_the_next_snapshot_for_every_viewer(first: int) -> None:
    async def evening(seed: int) -> int:
        world = World(seed)
        watchers: list[Watcher] = []
        watching = asyncio.create_task(watch(world, watchers))
        try:
            await spend(world)
        finally:
            watching.cancel()
        return sum(watcher.compared for watcher in watchers)

    compared = sum(run(evening(seed)) for seed in range(first, first + 10))
    assert compared > 1_000


def test_a_seed_that_waits_for_nothing_is_a_finding_and_the_next_one_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def never(seed: int) -> None:
        await asyncio.Future()

    monkeypatch.setattr(runs, "LONGEST_S", 1)
    monkeypatch.setattr(runs, "_evening", never)
    found = play(range(7, 9), go_on=True)
    assert [one.seed for one in found.findings] == [7, 8]
    assert found.findings[0].why == "Endless: the evening does not end in 1 s"
