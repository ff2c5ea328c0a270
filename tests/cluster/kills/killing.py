"""Kills gateways and hosts of a room of several processes during play, and counts every cent.

`make kill-cluster` kills 200 processes, on PostgreSQL and NATS, two gateways and two hosts: any of
them at any moment, sometimes two at once, while people play for money, wait in queues, pay in and
out, and play tournaments. Every process is started again. As in `tests/server/kills`, transfers and
hands are read from the raw rows and played again by code that shares nothing with the server.

It is done room by room, and goes on where it was stopped; `--seconds` begins no further room.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.harness import HERE
from bench.kept_batches import KeptBatches, add_options, enough, path_of, slice_of
from tests.cluster.kills.roaming import Roaming, RoamingEntrant, RoamingWaiter
from tests.cluster.private_nats import PrivateNats
from tests.cluster.real_cluster import ClusterPlace
from tests.cluster.table_players import UNIT
from tests.server.kills.kill_rows import Rows, postgres_rows
from tests.server.kills.killing import HIGHER, PLAYERS, QUICK, KilledRoom
from tests.server.operators import SECRET
from tests.server.seating import STAKE
from tests.server.tournaments.files import HEXAPRO, folder_with
from tests.server.tournaments.killing import GENEROUS
from tests.simulation.with_tournaments.contests import MOVES_TOURNAMENTS
from tests.store.private_postgres import PrivatePostgres

ROLES = {"east": "gateway", "west": "gateway", "north": "host", "south": "host"}
ENTRANTS = 3
KILLS_PER_ROOM = 20
"""Each room then comes to its end and is counted; what was found is kept, and a run that was
stopped goes on with the next room."""
KILLS_PER_GAME = 4
"""Kills for each game that an entrant buys."""
BACK_S = 300.0
PEACE_S = 600.0
VERIFY_EVERY = 5
DEEDS_MAX = 60
LIFE_S_MAX = 20.0
SNAPSHOT = "begin isolation level repeatable read, read only"


class KilledCluster(KilledRoom):
    """One database with its players and its cashier, through many lives of four processes."""

    deed = "kills"
    """What is done to processes, and counted under this name."""

    def __init__(
        self, place: ClusterPlace, rows: Rows, seed: int, *, games: int, files: Path
    ) -> None:
        super().__init__(place.database, rows, seed)
        self.deals_s: list[float] = []
        """From each kill of a host to the next deal at the table that it ran."""
        self._place = place
        http = self._http
        numbers = range(PLAYERS + 1)
        people = [Roaming(http, self._gateway, one, saves=one == 0) for one in numbers]
        waiters = [
            RoamingWaiter(http, self._gateway, PLAYERS + number, stake)
            for number, stake in enumerate((HIGHER, HIGHER, STAKE), 1)
        ]
        self._roaming = [*people, *waiters]
        self._players = [*self._roaming]
        self._waiters: list[RoamingWaiter] = waiters  # type: ignore[assignment]
        self._entrants = [
            RoamingEntrant(http, self._gateway, number, games) for number in range(ENTRANTS)
        ]
        self._games = games
        self._books.others = dict.fromkeys(MOVES_TOURNAMENTS, lambda *_: None)
        self._files = files
        self._lives: list[asyncio.Task[None]] = []

    def _gateway(self) -> str:
        """A gateway that lives; without any, one that did."""
        names = [name for name, role in ROLES.items() if role == "gateway"]
        living = [name for name in names if self._place.lives(name)]
        address = self._place[self._chance.choice(living or names)].address
        self._address = address
        return address

    async def kill(self, kills: int) -> AsyncIterator[int]:
        """Kill this many processes while the others go on, then let everything end in peace."""
        async with self._http, self._operator.open():
            self._place.more |= {
                **QUICK,
                **GENEROUS,
                "CARDROOM_ROOM_CURRENCY": "EUR",
                "CARDROOM_ROOM_PLAY_MONEY": "0",
                "CARDROOM_CASHIER_URL": self._operator.url,
                "CARDROOM_CASHIER_SECRETS": SECRET,
                "CARDROOM_TOURNAMENTS_STARTER": "false",
                "CARDROOM_TOURNAMENTS_FOLDER": str(self._files),
            }
            await self._start(*ROLES)
            lives = [*(one.live() for one in self._roaming), self._call_on()]
            lives += [one.live() for one in self._entrants]
            self._lives = [asyncio.create_task(life) for life in lives]
            try:
                while self.found[self.deed] < kills:
                    await self._kill_some(kills - self.found[self.deed])
                    if self.found[self.deed] % VERIFY_EVERY == 0:
                        await self._verify_meanwhile()
                    yield self.found[self.deed]
                await self._end()
                # Players stay until hands have ended, and nobody's place in a queue runs out.
                await asyncio.to_thread(self._stop)
            finally:
                for life in self._lives:
                    life.cancel()
                await asyncio.gather(*self._lives, return_exceptions=True)
        await self._rows.wait_for_silence()
        self._verify()
        self._verify_book()
        self._audit()

    async def _start(self, *names: str) -> None:
        roles = {name: (ROLES[name],) for name in names}
        await asyncio.to_thread(lambda: self._place.start(**roles))

    def _stop(self) -> None:
        for name in sorted(ROLES, key=lambda one: ROLES[one], reverse=True):
            self._place[name].stop()

    # Killing

    async def _kill_some(self, most: int) -> None:
        """Kill one process at some moment, or two; start them again; see that everybody is back."""
        await self._let_live()
        self._verify_lives()
        count = 2 if self._chance.randrange(4) == 0 else 1
        dying = self._chance.sample(list(ROLES), min(count, most))
        was_there = [UNIT in await self._place.units(self._http, name) for name in dying]
        seated = self._seated()
        killed_ms = time.time_ns() // 1_000_000
        for name in dying:
            self._place.kill(name)
            self.found["kills"] += 1
            self.found[f"{ROLES[name]}s"] += 1
        await self._start(*dying)
        await self._until_back(seated)
        if any(was_there) and count == 1 and len(seated) > 1:
            self.deals_s.append((await self._next_deal(killed_ms) - killed_ms) / 1000)

    async def _next_deal(self, after_ms: int) -> int:
        """When a hand began, once somebody has heard of one: they may still hear of older ones."""
        async with asyncio.timeout(BACK_S):
            while True:
                started = [at for one in self._roaming for at in one.deals.started_ms]
                deals = [at for at in started if at > after_ms]
                if deals:
                    return min(deals)
                await asyncio.sleep(0.05)

    def _seated(self) -> list[Roaming]:
        """Who has chips at a table, and plays; and who waits in a queue."""
        rows = self._rows.execute(
            "select name from accounts where name like 'table:%:escrow:%' and balance > 0"
        )
        players = {int(name.split(":")[3]) for (name,) in rows.fetchall()}
        seated = [one for one in self._roaming if one.player in players and not one.saves]
        return seated + [one for one in self._waiters if one.places and one not in seated]

    async def _until_back(self, seated: list[Roaming]) -> None:
        """Wait until the room has done something for everybody who was there, and deals again."""
        before = {one: one.deeds for one in seated}
        hands = sum(len(one.deals.started_ms) for one in self._roaming)
        until = time.monotonic() + BACK_S
        while True:
            self._verify_lives()
            missing = [one for one, deeds in before.items() if one.deeds <= deeds]
            deals = sum(len(one.deals.started_ms) for one in self._roaming) - hands
            if not missing and deals:
                break
            if time.monotonic() > until:
                who = "\n".join(map(self._state, missing or seated))
                raise AssertionError(f"{deals} deals after a kill, not back: {who}")
            await asyncio.sleep(0.05)
        self.found["returns"] += len(before)

    def _state(self, one: Roaming) -> str:
        """What somebody waits for, for whoever looks into a run that has failed."""
        waiting: Any = self._lives[self._roaming.index(one)].get_coro()
        places = []
        while getattr(waiting, "cr_frame", None) is not None:
            places.append(f"{waiting.cr_code.co_name}:{waiting.cr_frame.f_lineno}")
            waiting = waiting.cr_await
        return f"{one} in {' '.join(places)}"

    def _verify_lives(self) -> None:
        """Who has met something that must not be ends it."""
        for life in self._lives:
            if life.done():
                life.result()

    async def _let_live(self) -> None:
        until, deeds = time.monotonic() + LIFE_S_MAX, self._deeds
        deeds += self._chance.choice((0, self._chance.randrange(DEEDS_MAX), DEEDS_MAX))
        while time.monotonic() < until and self._deeds < deeds:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.005)
        await asyncio.sleep(self._chance.uniform(0, 0.2))

    async def _call_on(self) -> None:
        while True:
            await self._call_later()

    # What must be so

    async def _verify_meanwhile(self) -> None:
        """Compare what is stored at one moment, while everybody plays on."""
        for is_last in (False, True):
            try:
                self._rows.execute(SNAPSHOT)
                try:
                    self._verify()
                finally:
                    self._rows.execute("commit")
            except AssertionError:
                # Somebody's place may be gone rightly, and they have not read it yet.
                if is_last:
                    raise
                await asyncio.sleep(2)
            else:
                return

    async def _end(self) -> None:
        """Every order, every game comes to its end."""
        for one in self._players:
            one.is_done = True
        until = time.monotonic() + PEACE_S
        while (waits := await self._unplayed()) or self._unfinished:
            self._verify_lives()
            if time.monotonic() > until:
                who = "\n".join(map(str, [*self._players, *self._entrants]))
                raise AssertionError(f"{self._unfinished} orders, {waits} wait for ever: {who}")
            await asyncio.sleep(0.2)
        self.found["registrations"] = sum(one.entries_asked for one in self._entrants)
        assert self.found["registrations"] == self._games * ENTRANTS

    async def _unplayed(self) -> list[Any]:
        """Games that are not over; each entrant has what they bought, once."""
        waiting: list[Any] = []
        for one in self._entrants:
            entries = None if one.games_left or not one.is_answered else await one.entries()
            if entries is None:
                waiting.append(one)
                continue
            assert len(entries) == one.entries_asked, (str(one), entries, one.acknowledged)
            waiting += [entry for entry in entries if entry["place"] is None]
        return waiting


async def kill(kills: int, seed: int, kind: type[KilledCluster] = KilledCluster) -> dict[str, Any]:
    """Strike this many processes of one room: what was found."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cardroom-kill-")))
        server = PrivatePostgres("max_connections=100")
        stack.callback(server.remove)
        nats = PrivateNats()
        stack.callback(nats.remove)
        (folder / "keys").mkdir()
        database = await server.new_database("killed")
        place = stack.enter_context(ClusterPlace(nats, database, folder / "keys"))
        rows = await postgres_rows(database)
        stack.callback(rows.close)
        games = 1 + kills // KILLS_PER_GAME
        files = folder_with(folder, HEXAPRO)
        room = kind(place, rows, seed, games=games, files=files)
        started = time.monotonic()
        async for count in room.kill(kills):
            rate = (time.monotonic() - started) / count
            line = f"\rseed {seed}: {count} of {kills} {kind.deed}, {rate:.1f} s each "
            print(line, end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    found: Counter[str] = room.found
    return {"seed": seed, "found": dict(found), "deals_s": room.deals_s}


class OneRoom:
    """Kills this many processes of a room of its own, by the number of the room."""

    def __init__(self, kills: int, seed: int) -> None:
        self._kills = kills
        self._seed = seed

    def __call__(self, number: int) -> dict[str, Any]:
        return asyncio.run(kill(self._kills, self._seed + number))


def together(rooms: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What was found in all rooms."""
    found: Counter[str] = Counter()
    for room in rooms:
        found.update(room["found"])
    deals_s = [one for room in rooms for one in room["deals_s"]]
    deals = {"measured": len(deals_s)}
    if deals_s:
        deals["median_ms"] = round(1000 * statistics.median(deals_s))
        deals["largest_ms"] = round(1000 * max(deals_s))
    seeds = [room["seed"] for room in rooms]
    return {"seeds": seeds, **found, "next_deal_after_a_killed_host": deals}


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill gateways and hosts during play")
    parser.add_argument("--kills", type=int, default=200, help="how many at least (200)")
    parser.add_argument("--seed", type=int, default=2026)
    add_options(parser)
    # A second room beside the first would mostly wait: each has four processes.
    parser.set_defaults(workers=1)
    options = parser.parse_args()
    each = min(options.kills, KILLS_PER_ROOM)
    sources = (HERE / "src").rglob("*.py")
    settings = {"seed": options.seed, "kills": each}
    path = path_of("kill-cluster", settings, *sources, folder=options.kept)
    kept: KeptBatches[dict[str, Any]] = KeptBatches(path, dict[str, Any])
    lines = kept.lines(OneRoom(each, options.seed), slice_of(options))
    rooms = [line.result for line in enough(lines, _kills_of, options.kills)]
    print(json.dumps(together(rooms)), flush=True)
    return 0 if sum(map(_kills_of, rooms)) >= options.kills else 1


def _kills_of(room: dict[str, Any]) -> int:
    return int(room["found"]["kills"])


if __name__ == "__main__":
    sys.exit(main())
