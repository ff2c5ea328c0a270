"""Kills processes that write the steps of a tournament, and looks at what they left.

`python -m tests.store.crashes.step_crashing --database sqlite --kills 30`: each worker claims the
tournaments and goes on where the last one was killed. After every kill the stored steps are the
first ones of the event, whole, and not fewer than were acknowledged; at the end the audit is clean.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from typing import NoReturn

from cardroom.ledger import TournamentId, Transfer
from cardroom.ledger.verifying import tournament_closing_key
from cardroom.room.tournaments.records import StepToWrite
from cardroom.simulation.tournament.disruptions import Disruptions
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store, replay_by
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.store.crashes.crash_worker import until_available
from tests.store.crashes.crashing import _forgotten, _hear, _listen
from tests.store.played_tournaments import Recorded, announce, played, under
from tests.store.private_postgres import PrivatePostgres

LIFE_S = 0.05
FACTS_MAX = 30


class StepKilling:
    """One event, written by workers that are killed."""

    def __init__(self, address: str, server: PrivatePostgres | None, seed: int) -> None:
        self._address = address
        self._server = server
        self._chance = random.Random(seed)
        self._event: Recorded = played(
            "phased", players=4, seed=5, disruptions=Disruptions(cancels_per_tournament=0)
        )
        self._acknowledged = 0
        self.found = Counter[str]()

    def kill_one(self) -> bool:
        """Start a worker and kill it at a random moment; whether the event is over by then."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            self._become_worker(writing)
        os.close(writing)
        heard = _hear(reading, self._chance.randrange(1, FACTS_MAX))
        if b"over" not in heard:
            heard += _listen(reading, self._chance.uniform(0, LIFE_S))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reading, "rb") as pipe:
            heard += pipe.read()
        self.found["kills"] += 1
        if self._server:
            asyncio.run(_forgotten(self._address))
        # The last line may have been cut off by the kill.
        lines = heard.split(b"\n")[:-1]
        places = [int(line) for line in lines if line != b"over"]
        self._acknowledged = max([self._acknowledged, *places])
        asyncio.run(self._verify())
        return b"over" in lines

    def _become_worker(self, pipe: int) -> NoReturn:
        try:
            asyncio.run(self._work(pipe))
        except BaseException:  # noqa: BLE001 - whatever it is, this process ends here
            traceback.print_exc()
        os._exit(1)

    async def _work(self, pipe: int) -> None:
        """Go on where the last owner was killed; tell the place of every deed that is written."""
        async with await until_available(lambda: Store.open(self._address)) as store:
            claims = await announce(StoredTournaments(store), self._event)
            epochs = {claim.tournament: claim.epoch for claim in claims}
            first = await self._written(store)
            for place, deed in enumerate(self._event.deeds[first:], first):
                if isinstance(deed, StepToWrite):
                    await store.write_steps([under(deed, epochs[deed.tournament])])
                else:
                    await store.transfer(deed)
                os.write(pipe, f"{place + 1}\n".encode())
            os.write(pipe, b"over\n" * FACTS_MAX)
            await asyncio.sleep(60)

    async def _written(self, store: Store) -> int:
        """How many deeds are there: all steps in their order, and the money between them."""
        tournaments = StoredTournaments(store)
        stored: dict[TournamentId, int] = {}
        for number in range(1, len(self._event.tournaments) + 1):
            found = await tournaments.tournament(TournamentId(number))
            stored[TournamentId(number)] = 0 if found is None else found.steps
        for place, deed in enumerate(self._event.deeds):
            if isinstance(deed, StepToWrite):
                if stored[deed.tournament] < deed.number:
                    return place
            elif await store.stored_transfer(deed.key) is None:
                return place
        return len(self._event.deeds)

    async def _verify(self) -> None:
        async with await until_available(lambda: Store.open(self._address)) as store:
            there = await self._written(store)
            assert there >= self._acknowledged, f"{self._acknowledged} were acknowledged"
            self.found["there" if there > self._acknowledged else "absent"] += 1
            deeds = self._event.deeds[:there]
            await self._verify_whole(store, deeds)
            self.found["steps"] = sum(isinstance(deed, StepToWrite) for deed in deeds)

    async def _verify_whole(self, store: Store, deeds: list[Transfer | StepToWrite]) -> None:
        """Nothing of a later step is there: no event, no transfer, no hand."""
        steps = [deed for deed in deeds if isinstance(deed, StepToWrite)]
        transfers = len(deeds) - len(steps) + sum(len(step.transfers) for step in steps)
        standing = await store.standing()
        assert standing.head.transfers == transfers
        assert standing.head.hands == sum(step.hand is not None for step in steps)
        tournaments = StoredTournaments(store)
        for number in {step.tournament for step in steps}:
            events = [event for step in steps if step.tournament == number for event in step.events]
            assert list(await tournaments.events(number)) == events

    async def finish(self) -> None:
        """The last owner writes what is left, in larger pieces; the audit finds nothing."""
        async with await Store.open(self._address) as store:
            await self._go_on(store)
            report = await audit_store(
                store, replay_by({}), now_ms=10**13, show_progress=lambda _read, _of: None
            )
            assert report.breaches == (), report.breaches
            last = len(self._event.tournaments)
            assert await store.stored_transfer(tournament_closing_key(last)) is not None
            self.found["hands"] = report.chip_hands

    async def _go_on(self, store: Store) -> None:
        claims = await announce(StoredTournaments(store), self._event)
        epochs = {claim.tournament: claim.epoch for claim in claims}
        batch: list[StepToWrite] = []
        for deed in self._event.deeds[await self._written(store) :]:
            if isinstance(deed, StepToWrite):
                batch.append(under(deed, epochs[deed.tournament]))
            else:
                await store.write_steps(batch)
                batch = []
                await store.transfer(deed)
        await store.write_steps(batch)


def kill(database: str, kills: int, seed: int) -> Counter[str]:
    """Kill this many workers on one kind of database, then let one finish; what was found."""
    with tempfile.TemporaryDirectory(prefix="cardroom-crash-") as folder:
        server = PrivatePostgres() if database == "postgresql" else None
        try:
            address = server.address() if server else str(Path(folder) / "room.db")
            killing = StepKilling(address, server, seed)
            is_over = False
            while not is_over:
                is_over = killing.kill_one() or killing.found["kills"] >= kills
            asyncio.run(killing.finish())
            return killing.found
        finally:
            if server:
                server.remove()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seed", type=int, default=None)
    args = parser.parse_args()
    seed = random.randrange(2**32) if args.seed is None else args.seed
    print(f"seed {seed}", file=sys.stderr)
    found = kill(args.database, args.kills, seed)
    print(json.dumps({"database": args.database, "seed": seed} | found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
