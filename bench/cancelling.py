"""How long cash tables wait while a tournament with thousands of refunds is cancelled.

`python -m bench.cancelling` settles hands at some tables all the time, cancels tournaments of
different sizes meanwhile, and compares the waits in one run: quiet, and around each cancellation.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec

from bench.store import fund
from cardroom.ledger import Ledger, PlayerId, TournamentId, TournamentMoney
from cardroom.ledger.banking import deposit
from cardroom.room.tournaments.records import NewTournament, StepToWrite
from cardroom.rulebook import edition
from cardroom.store import Store
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from cardroom.tournament.definition.examples import definition_of
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk.desk import Desk
from cardroom.tournament.journal import Step
from cardroom.tournament.tournament import Tournament
from tests.store.private_postgres import PrivatePostgres
from tests.store.sample_tables import SampleTable

SIZES = (20, 200, 2_000)
TABLES = 24
PAUSE_S = 0.02
"""Between two hands of a table."""
QUIET_S = 4.0
FIRST_PLAYER = 1_000_000


class Cancelled:
    """A tournament before its start: the steps of its entries, and the one that cancels it."""

    def __init__(self, number: TournamentId, epoch: int, players: int) -> None:
        self._number, self._epoch = number, epoch
        self._steps, self._events = 0, 0
        definition = definition_of("freezeout", {})
        terms = terms_of(definition, edition(definition.edition), starts_ms=10**9)
        ledger = Ledger()
        self.money = [
            deposit(
                PlayerId(player),
                definition.price_cents,
                definition.currency,
                reference=f"bench-{number}-{player}",
                at_ms=1,
            )
            for player in range(FIRST_PLAYER, FIRST_PLAYER + players)
        ]
        for transfer in self.money:
            ledger.apply(transfer)
        money = TournamentMoney(number, definition.currency)
        desk = Desk(terms, definition, money, balance=ledger.balance, takes=lambda _: True)
        self._tournament = Tournament(number, terms, desk, Random(number).randrange)
        self.entering: list[StepToWrite] = []
        for player in range(FIRST_PLAYER, FIRST_PLAYER + players):
            self._tournament.register(PlayerId(player), 2)
            step = self._tournament.take_step()
            for transfer in step.transfers:
                ledger.apply(transfer)
            self.entering.append(self._next(step))
        self._tournament.cancel(3)
        self.cancelling = self._next(self._tournament.take_step())

    def _next(self, step: Step) -> StepToWrite:
        self._steps += 1
        written = StepToWrite(
            tournament=self._number,
            epoch=self._epoch,
            number=self._steps,
            first_event=self._events + 1,
            at_ms=3,
            events=tuple(step.events),
            transfers=tuple(step.transfers),
        )
        self._events += len(step.events)
        return written


class Tables:
    """Tables that settle one hand after the other, and how long each of them took."""

    def __init__(self, store: Store, tables: list[SampleTable]) -> None:
        self._store = store
        self.waits: list[tuple[float, float]] = []
        self._running = True
        self._tasks = [asyncio.create_task(self._play(table)) for table in tables]

    async def _play(self, table: SampleTable) -> None:
        while self._running:
            hand = table.hand()
            started = time.perf_counter()
            await self._store.settle(hand)
            self.waits.append((started, time.perf_counter() - started))
            table.stacks = hand.stacks
            await asyncio.sleep(PAUSE_S)

    async def stop(self) -> None:
        self._running = False
        await asyncio.gather(*self._tasks)


async def measure(address: str) -> list[dict[str, object]]:
    """Quiet, then each size of cancellation, in one run."""
    rows: list[dict[str, object]] = []
    async with await Store.open(address) as store:
        tournaments = StoredTournaments(store)
        cancelled = [await _entered(store, tournaments, size) for size in SIZES]
        tables = Tables(store, await fund(store, TABLES, first=100_000))
        await asyncio.sleep(1)
        began = time.perf_counter()
        await asyncio.sleep(QUIET_S)
        quiet = [wait for at, wait in tables.waits if at >= began]
        rows.append(_row("quiet", 0.0, quiet, quiet))
        for size, one in zip(SIZES, cancelled, strict=True):
            began = time.perf_counter()
            await asyncio.sleep(0.3)
            started = time.perf_counter()
            await tournaments.write_steps([one.cancelling])
            took = time.perf_counter() - started
            await asyncio.sleep(0.7)
            waits = [wait for at, wait in tables.waits if at >= began]
            rows.append(_row(f"{size:,} refunds", took, waits, quiet))
        await tables.stop()
    return rows


async def _entered(store: Store, tournaments: StoredTournaments, size: int) -> Cancelled:
    new = NewTournament(
        key=f"bench-{size}", name="Bench", template="bench", definition=b"d", terms=b"t",
        currency="EUR", created_ms=1,
    )  # fmt: skip
    claim = await tournaments.create_tournament(new, "bench")
    one = Cancelled(claim.tournament, claim.epoch, size)
    for transfer in one.money:
        await store.transfer(transfer)
    for start in range(0, size, 100):
        await tournaments.write_steps(one.entering[start : start + 100])
    return one


def _row(what: str, took: float, waits: list[float], quiet: list[float]) -> dict[str, object]:
    def ms(share: float) -> float:
        return round(1000 * statistics.quantiles(waits, n=1000)[int(1000 * share) - 1], 1)

    return {
        "what": what,
        "its own ms": round(1000 * took, 1),
        "hands": len(waits),
        "p50 ms": ms(0.5),
        "p99 ms": ms(0.99),
        "longest ms": round(1000 * max(waits), 1),
        "longest, times the quiet p99": round(
            max(waits) / statistics.quantiles(quiet, n=100)[98], 1
        ),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    database = parser.parse_args().database
    with tempfile.TemporaryDirectory(prefix="cardroom-bench-") as folder:
        server = PrivatePostgres() if database == "postgresql" else None
        try:
            address = server.address() if server else str(Path(folder) / "room.db")
            for row in asyncio.run(measure(address)):
                print(msgspec.json.encode({"database": database} | row).decode())
        finally:
            if server:
                server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main())
