"""What the room stores of its tournaments, written to a real store, passes the audit.

The room plays on a virtual clock over the store in memory, with crashes; the same steps then go to
SQLite, in the order of their transfers.
"""

import asyncio
from pathlib import Path

import msgspec
import pytest

from cardroom.ledger import TournamentId
from cardroom.room.tournaments.records import StepToWrite
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store, replay_by
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.room.tournaments.memory import TournamentMemory
from tests.room.tournaments.rooms import HouseRoom, format_of
from tests.room.tournaments.scenes import Scene
from tests.room.tournaments.test_house import seated
from tests.room.tournaments.test_satellites import (
    PHASED,
    SATELLITE,
    SUNDAY,
    next_of,
    over,
    playing,
)
from tests.room.virtual import run
from tests.rule import rule
from tests.store.played_tournaments import under

CRASHES = 2


class Copying:
    """Writes what a room has stored in memory to a real store."""

    def __init__(self, store: Store, memory: TournamentMemory) -> None:
        self._store = store
        self._memory = memory
        self._left = {number: list(steps) for number, steps in memory.steps.items()}
        self._epochs: dict[TournamentId, int] = {}

    async def copy(self) -> None:
        tournaments = StoredTournaments(self._store)
        for number, new in self._memory.announced.items():
            claim = await tournaments.create_tournament(
                msgspec.structs.replace(new, occurrence=None), "us"
            )
            assert claim.tournament == number
            self._epochs[number] = claim.epoch
        of_step = {
            transfer.key: step
            for steps in self._memory.steps.values()
            for step in steps
            for transfer in step.transfers
        }
        for transfer in self._memory.ledger.transfers:
            step = of_step.get(transfer.key)
            if step is None:
                await self._store.transfer(transfer)
            else:
                await self._up_to(step.tournament, step.number)
        for number in list(self._left):
            await self._up_to(number, 10**9)

    async def _up_to(self, tournament: TournamentId, number: int) -> None:
        """The steps of a tournament up to one of them, in one unit."""
        steps = [step for step in self._left[tournament] if step.number <= number]
        self._left[tournament] = self._left[tournament][len(steps) :]
        epoch = self._epochs[tournament]
        await self._store.write_steps([self._ours(step, epoch) for step in steps])

    def _ours(self, step: StepToWrite, epoch: int) -> StepToWrite:
        void = tuple(msgspec.structs.replace(hand, epoch=epoch) for hand in step.void_hands)
        return msgspec.structs.replace(under(step, epoch), void_hands=void)


def audited(memory: TournamentMemory, path: Path) -> None:
    """Copy everything and find nothing wrong with it."""

    async def work() -> None:
        async with await Store.open(str(path)) as store:
            await Copying(store, memory).copy()
            report = await audit_store(
                store, replay_by({}), now_ms=1, show_progress=lambda _read, _of: None
            )
            assert report.breaches == ()
            assert report.tournaments == len(memory.announced)
            assert report.chip_hands > 0

    asyncio.run(work())


@rule("TRN-25", "TAMB-40")
@pytest.mark.parametrize("name", ["rebuy", "progressive", "hexapro", "sit-and-go-5", "vip-ticket"])
def test_a_tournament_of_the_room_with_crashes_passes_the_audit(name: str, tmp_path: Path) -> None:
    async def story() -> TournamentMemory:
        definition = format_of(name)
        scene = Scene(3, max(6, definition.registration.minimum_entries))
        is_timed = definition.kind in {"scheduled", "phased"}
        await scene.open(definition, in_s=60 if is_timed else None)
        for _ in range(CRASHES):
            await asyncio.sleep(90)
            if scene.actor.summary.ended_ms is None:
                await scene.crash()
        await scene.play_out()
        await scene.stop()
        return scene.store

    audited(run(story()), tmp_path / "room.db")


@rule("TRN-14", "TAMB-68", "TAMB-76")
@pytest.mark.parametrize("files", [(SUNDAY, SATELLITE), (PHASED,)])
def test_satellites_and_phases_of_the_room_pass_the_audit(
    files: tuple[str, ...], tmp_path: Path
) -> None:
    async def story() -> TournamentMemory:
        room = HouseRoom(21, *files)
        await room.open()
        first = next_of(room, "Satellite" if SATELLITE in files else "Phased")
        players = await seated(room, *range(1, 13), money=10_000)
        for player in players:
            await player.register(first.id)
        tasks = playing(players)
        await over(first)
        for task in tasks:
            task.cancel()
        await room.crash()
        return room.store

    audited(run(story()), tmp_path / "room.db")
