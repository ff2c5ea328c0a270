"""Kills a real server during tournaments, and counts every entry, prize and cent at the end.

`python -m tests.server.tournaments.killing --players 500` plays one multi-table tournament with
re-entries and three kills: during registration, in the middle, at the final table. `--games 200`
plays this many HexaPro games side by side, with kills. `make kill-tournaments` runs both on SQLite
and PostgreSQL.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from cardroom.commands.room_client import RoomClient, RoomSaidNo, new_session
from cardroom.commands.staff import make_administrator, make_token
from cardroom.errors import UsageError
from tests.server.kills.killing import QUICK
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import PASSWORD, PLAY_MONEY, audit
from tests.server.tournaments.files import HEXAPRO, folder_with
from tests.server.tournaments.kill_players import KillEntrant
from tests.store.private_postgres import PrivatePostgres, free_port

LARGE = """
name = "Killed"
format = "reentry"
edition = "house"
[blinds]
level_s = 600
[registration]
late_levels = 4
max_entries = 3
"""
"""Forty minutes of late registration: also a slow machine has players out, and back, by then."""
GAMES_EACH = 10
"""How many HexaPro games one player buys: three players at a table, ten tables each."""
OPENS_IN_S = 900
GENEROUS = {
    "CARDROOM_LIMITS_CONNECTIONS_PER_ADDRESS": "100000",
    "CARDROOM_LIMITS_SOCKETS_PER_ADDRESS": "100000",
    "CARDROOM_LIMITS_REQUESTS_EVERY_MS": "1",
    "CARDROOM_LIMITS_REQUESTS_BURST": "1000000",
    "CARDROOM_LIMITS_ENTRIES_EVERY_MS": "1",
    "CARDROOM_LIMITS_ENTRIES_BURST": "1000000",
    "CARDROOM_LOGS_LEVEL": "WARNING",
}
Question = Callable[[], Awaitable[bool]]


class KilledTournaments:
    """One database with its players, through several lives of the server."""

    def __init__(self, database: str, folder: Path, players: int, *, enters_again: int) -> None:
        self.found: Counter[str] = Counter()
        self._database = database
        self._files = folder_with(folder, HEXAPRO)
        self._port = free_port()
        self._address = f"http://127.0.0.1:{self._port}"
        self._http = new_session(connections=players + 100)
        self.players = [
            KillEntrant(self._http, self._address, number, enters_again=enters_again)
            for number in range(players)
        ]
        self._observer = RoomClient(self._http, self._address)
        self._token = ""

    async def appoint(self) -> None:
        """Make an operator while nobody else is at the database: it may be slow later on."""
        await make_administrator(self._database, "Robin", PASSWORD)
        self._token = await make_token(self._database, "Robin", 1)

    @asynccontextmanager
    async def open(self) -> AsyncIterator["KilledTournaments"]:
        """Everybody is there; at the end they go."""
        async with self._http:
            lives = [asyncio.create_task(one.live()) for one in self.players]
            self._lives: Sequence[asyncio.Task[None]] = lives
            try:
                yield self
            finally:
                for life in lives:
                    life.cancel()
                await asyncio.gather(*lives, return_exceptions=True)

    @asynccontextmanager
    async def room(self) -> AsyncIterator[RoomProcess]:
        """One life of the server."""
        environment = {
            **QUICK, **GENEROUS, "CARDROOM_TOURNAMENTS_FOLDER": str(self._files),
            "CARDROOM_PACE_RETURN_AFTER_RESTART_MS": "3000",
        }  # fmt: skip
        made = await asyncio.to_thread(
            lambda: RoomProcess(
                self._database, port=self._port, environment=environment, start_s=OPENS_IN_S
            )
        )
        try:
            yield made
        finally:
            await asyncio.to_thread(made.__exit__, None, None, None)

    async def kill_when(self, room: RoomProcess, question: Question) -> None:
        """Kill the server as soon as something is so."""
        await self.until(question)
        room.kill()
        self.found["kills"] += 1

    async def until(self, question: Question) -> None:
        """Wait; a player who has met something that must not be ends it."""
        while True:
            for life in self._lives:
                if life.done():
                    life.result()
            with contextlib.suppress(UsageError):
                if await question():
                    return
            await asyncio.sleep(0.1)

    async def get(self, path: str) -> Any:
        return await self._observer.get(path)

    # One multi-table tournament

    async def large(self) -> None:
        """Register, start, play to the end; three kills on the way."""
        async with self.room() as room:
            number = await self._create()
            for one in self.players:
                one.want("register", ch=f"tournament:{number}")
            await self.kill_when(room, lambda: self._entered(number, len(self.players) // 2))
        async with self.room() as room:
            await self.kill_when(room, lambda: self._left(number, len(self.players) // 2))
        async with self.room() as room:
            await self.kill_when(room, lambda: self._final_table(number))
        async with self.room():
            await self.until(lambda: self._finished(number))
            await self.until(self._all_answered)
            await self._count([number])
        self.found["re_entries"] = self.found["entries"] - len(self.players)
        assert self.found["re_entries"] > 0, "nobody has entered again"
        self._audit()

    async def _create(self) -> int:
        """An operator creates it; it starts once everybody had time to come."""
        robin = RoomClient(self._http, self._address, token=self._token)
        # Enough for a kill during registration, and for everybody to come back after it.
        in_s = 25 + len(self.players) // 4
        while True:
            starts_ms = int(1000 * (time.time() + in_s))
            try:
                made = await robin.post(
                    "/api/admin/tournaments", id="killed", toml=LARGE, file="killed.toml",
                    starts_ms=starts_ms, reason="to be killed",
                )  # fmt: skip
            except RoomSaidNo:
                raise
            except UsageError:
                # With everybody at the door the room may answer late; the same id is the same one.
                continue
            return int(made["tournament"])

    async def _entered(self, number: int, entries: int) -> bool:
        return bool((await self.get(f"/api/tournaments/{number}"))["row"]["entries"] >= entries)

    async def _left(self, number: int, left: int) -> bool:
        row = (await self.get(f"/api/tournaments/{number}"))["row"]
        return bool(row["phase"] != "registering" and row["left"] <= left)

    async def _final_table(self, number: int) -> bool:
        page = await self.get(f"/api/tournaments/{number}")
        return page["row"]["phase"] == "finished" or len(page["tables"]) == 1

    async def _finished(self, number: int) -> bool:
        state = (await self.get(f"/api/tournaments/{number}/results"))["tournament"]["state"]
        assert state != "cancelled", "the tournament was cancelled"
        return bool(state == "finished")

    async def _all_answered(self) -> bool:
        return all(one.is_answered for one in self.players)

    # Many games side by side

    async def games(self) -> None:
        """Buy, play all of them to the end; kills while they are bought and played."""
        total = GAMES_EACH * len(self.players) // 3
        async with self.room() as room:
            for one in self.players:
                one.want("buy_games", offer="HexaPro 1", games=GAMES_EACH)
            await self.kill_when(room, lambda: self._bought(len(self.players) // 2))
        for share in (4, 2):
            async with self.room() as room:
                await self.kill_when(room, lambda share=share: self._over(total // share))  # type: ignore[misc]
        async with self.room():
            await self.until(lambda: self._over(total))
            await self.until(self._all_answered)
            await self._count(await self._past())
        self._audit()

    async def _bought(self, players: int) -> bool:
        return sum(bool(one.acknowledged) for one in self.players) >= players

    async def _over(self, games: int) -> bool:
        return len(await self._past()) >= games

    async def _past(self) -> list[int]:
        found: list[int] = []
        before = 2**53
        while True:
            path = f"/api/tournaments/past?limit=100&before={before}"
            page = (await self.get(path))["tournaments"]
            found += [one["tournament"] for one in page]
            if len(page) < 100:
                return found
            before = page[-1]["tournament"]

    # What must be so

    async def _count(self, tournaments: Sequence[int]) -> None:
        """Every entry was paid once, every place is taken once, nobody has a cent too many."""
        paid: Counter[int] = Counter()
        won: Counter[int] = Counter()
        entries: Counter[int] = Counter()
        for number in tournaments:
            rows = await self._results(number)
            assert sorted(row["place"] for row in rows) == list(range(1, len(rows) + 1)), rows
            for row in rows:
                entries[row["player"]] += 1
                won[row["player"]] += row["prize"] + row["bounties"]
        for one in self.players:
            own = (await one.client.get("/api/entries?limit=200"))["entries"]
            paid[one.client.player] = sum(row["paid"] for row in own if not row["is_given_back"])
            asked = one.entries_asked
            assert len(own) == asked == entries[one.client.player], (own, one.acknowledged)
            balance = (await one.client.get("/api/balance"))["balance"]
            expected = PLAY_MONEY - paid[one.client.player] + won[one.client.player]
            assert balance == expected, (one.client.player, balance, expected)
        self.found["tournaments"] = len(tournaments)
        self.found["entries"] = entries.total()
        self.found["paid"] = paid.total()
        self.found["won"] = won.total()

    async def _results(self, number: int) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        while True:
            path = f"/api/tournaments/{number}/results?limit=100&offset={len(rows)}"
            page = await self.get(path)
            rows += page["results"]
            if len(rows) >= page["count"]:
                return rows

    def _audit(self) -> None:
        audited = audit(self._database)
        assert audited.returncode == 0, audited.stdout + audited.stderr
        self.found["audits"] += 1


async def kill(database: str, players: int, games: int) -> Counter[str]:
    """Kill servers during tournaments; what was found."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cardroom-kill-")))
        server = PrivatePostgres() if database == "postgresql" else None
        if server:
            stack.callback(server.remove)
        address = await server.new_database("killed") if server else sqlite_in(folder)
        count = max(3, 3 * games // GAMES_EACH) if games else players
        made = KilledTournaments(address, folder, count, enters_again=0 if games else 1)
        await made.appoint()
        async with made.open():
            await (made.games() if games else made.large())
    return made.found


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill real servers during tournaments")
    parser.add_argument("--players", type=int, default=500, help="of one large tournament (500)")
    parser.add_argument("--games", type=int, default=0, help="this many HexaPro games instead")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    options = parser.parse_args()
    started = time.monotonic()
    try:
        found = asyncio.run(kill(options.database, options.players, options.games))
    except RoomSaidNo as no:
        print(no, file=sys.stderr)
        return 1
    took = {"database": options.database, "seconds": round(time.monotonic() - started)}
    print(json.dumps(took | found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
