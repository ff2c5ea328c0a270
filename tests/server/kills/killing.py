"""Kills real servers in the middle of play, and counts every cent after each kill.

`python -m tests.server.kills.killing --kills 1000` is `make kill-server`. Each room has a database,
a cashier who answers late or not at all, and seven players on sockets. After every kill the raw
rows are gone through by the fault simulation's second opinion: every hand is played again, every
order and every acknowledged top-up is there exactly once. Three more players wait in queues or hold
an offered seat: no kill takes a place or a wish from them. At the end the cashier's book is
compared.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from zlib import crc32

from aiohttp import web

from cardroom.commands.room_client import new_session
from tests.server.kills.kill_players import FIRST_DEPOSIT, KillPlayer
from tests.server.kills.kill_rows import Rows, postgres_rows, sqlite_rows
from tests.server.kills.kill_waiters import KillWaiter, is_over
from tests.server.operators import SECRET, Operator, Received, call_back
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import STAKE, audit
from tests.simulation.books import Books
from tests.simulation.catalogue import NL10
from tests.store.private_postgres import PrivatePostgres, free_port

PLAYERS = 6
HIGHER = {**STAKE, "small_blind": 25, "big_blind": 50}
"""Where two wait and nobody plays: a third would open a table."""
AUDIT_EVERY = 50
DEEDS_MAX = 80
"""A server at work answers at most this many requests before its last moments begin."""
LIFE_S_MAX = 30
OPENS_IN_S = 900
"""A long run goes on where the machine is busy with others."""
QUICK = {
    f"CARDROOM_PACE_{name}_MS": str(ms)
    for name, ms in {
        "STREET_CHANGE": 0, "WON_WITHOUT_SHOWDOWN": 20, "CHOICE_TO_SHOW": 20, "SHOWDOWN": 20,
        "EACH_FURTHER_HAND": 0, "STREET_OF_RUN_OUT": 0, "FIRST_HAND": 20,
        "RETURN_AFTER_RESTART": 50,
    }.items()
}  # fmt: skip


class KilledRoom:
    """One database with its players and its cashier, through many lives of the server."""

    def __init__(self, database: str, rows: Rows, seed: int) -> None:
        self.found: Counter[str] = Counter()
        self._database = database
        self._rows = rows
        self._chance = random.Random(seed)
        self._port = free_port()
        self._http = new_session()
        self._operator = Operator()
        self._operator.answers = self._answer
        self._book: dict[str, tuple[str, str, int]] = {}
        """What the cashier has said: outcome, kind and amount of every order, by its reference."""
        self._call_backs: list[str] = []
        address = f"http://127.0.0.1:{self._port}"
        self._address = address
        self._players = [
            KillPlayer(self._http, address, number, saves=number == 0)
            for number in range(PLAYERS + 1)
        ]
        stakes = [HIGHER, HIGHER, STAKE]
        self._waiters = [
            KillWaiter(self._http, address, PLAYERS + 1 + number, stake)
            for number, stake in enumerate(stakes, 1)
        ]
        self._players += self._waiters
        self._books = Books(rows, "en-2.7", NL10)

    async def kill(self, kills: int) -> AsyncIterator[int]:
        """Live and die this often, then live once more in peace."""
        async with self._http, self._operator.open():
            for count in range(1, kills + 1):
                await self._live_and_die()
                self._verify()
                if count % AUDIT_EVERY == 0:
                    await asyncio.to_thread(self._audit)
                yield count
            await self._end_in_peace()

    # The cashier

    def _answer(self, received: Received) -> web.Response:
        """Pay, refuse, promise to call, or break down; one outcome for each reference."""
        kind, amount = received.word["kind"], received.word["amount"]
        # The first deposit is quick: without it nobody plays.
        roll = 9 if amount == FIRST_DEPOSIT else self._chance.randrange(10)
        if roll == 0:
            return web.Response(status=503)
        outcome = (
            "refused"
            if crc32(received.id.encode()) % 5 == 0 and kind == "withdrawal"
            else "confirmed"
        )
        if roll < 3 and received.id not in self._book:
            self._call_backs.append(received.id)
            self._book[received.id] = outcome, kind, amount
            return self._operator.word(reference=received.id, outcome="pending")
        outcome = self._book.setdefault(received.id, (outcome, kind, amount))[0]
        return self._operator.word(reference=received.id, outcome=outcome)

    async def _call_back(self) -> None:
        for reference in list(self._call_backs):
            outcome = self._book[reference][0]
            status, _ = await call_back(
                self._http, self._address, reference=reference, outcome=outcome
            )
            if status == 200:
                self._call_backs.remove(reference)

    # Life and death

    @asynccontextmanager
    async def _room(self) -> AsyncIterator[RoomProcess]:
        environment = {
            **QUICK,
            "CARDROOM_ROOM_CURRENCY": "EUR",
            "CARDROOM_ROOM_PLAY_MONEY": "0",
            "CARDROOM_CASHIER_URL": self._operator.url,
            "CARDROOM_CASHIER_SECRETS": SECRET,
        }
        room = await asyncio.to_thread(
            lambda: RoomProcess(
                self._database, port=self._port, environment=environment, start_s=OPENS_IN_S
            )
        )
        try:
            yield room
        finally:
            if room.process.poll() is None:
                room.process.send_signal(signal.SIGKILL)
            await asyncio.to_thread(room.__exit__, None, None, None)

    async def _live_and_die(self) -> None:
        async with self._room() as room:
            lives = [asyncio.create_task(one.live()) for one in self._players]
            lives.append(asyncio.create_task(self._call_later()))
            await self._let_live()
            for life in lives:
                if life.done() and not life.cancelled() and life.exception() is not None:
                    await life
            room.process.send_signal(signal.SIGKILL)
            room.process.wait()
            self.found["kills"] += 1
            _, pending = await asyncio.wait(lives, timeout=0.5)
            for life in pending:
                life.cancel()
            await asyncio.gather(*pending, return_exceptions=True)
        await self._rows.wait_for_silence()

    @property
    def _deeds(self) -> int:
        return sum(one.deeds for one in self._players)

    async def _let_live(self) -> None:
        """Most die at work, however slow the machine is; the others while everybody comes in."""
        until = time.monotonic() + LIFE_S_MAX
        deeds = self._deeds
        deeds += self._chance.choice((0, self._chance.randrange(DEEDS_MAX), DEEDS_MAX))
        while time.monotonic() < until and self._deeds < deeds:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.005)
        await asyncio.sleep(self._chance.uniform(0, 0.2))

    async def _call_later(self) -> None:
        await asyncio.sleep(self._chance.uniform(0.1, 0.6))
        with contextlib.suppress(OSError, Exception):
            await self._call_back()

    async def _end_in_peace(self) -> None:
        """Nobody dies any more: every order comes to its end, and the cashier's book is right."""
        for one in self._players:
            one.is_done = True
        async with self._room():
            lives = [asyncio.create_task(one.live()) for one in self._players]
            deadline = time.monotonic() + 60
            while self._is_at_work and time.monotonic() < deadline:
                await self._call_back()
                await asyncio.sleep(0.2)
            for life in lives:
                life.cancel()
            await asyncio.gather(*lives, return_exceptions=True)
        await self._rows.wait_for_silence()
        self._verify()
        self._verify_book()
        self._audit()

    # What must be so

    def _open_orders(self) -> int:
        sql = "select count(*) from money_orders where booked = 0"
        (count,) = self._rows.execute(sql).fetchone() or (0,)
        return int(count)

    @property
    def _is_at_work(self) -> bool:
        """Whether orders wait, or somebody has not asked for a seat yet."""
        return bool(self._unfinished) or not all(one.places for one in self._waiters)

    @property
    def _unfinished(self) -> int:
        """Orders that wait, or that were never answered."""
        return self._open_orders() + sum(len(one.orders.open) for one in self._players)

    def _verify(self) -> None:
        self._books.read()
        self.found["hands"] = self._books.hands
        rows = self._rows.execute("select reference, outcome, booked, kind from money_orders")
        orders = {reference: rest for reference, *rest in rows.fetchall()}
        self.found["orders"] = len(orders)
        for one in self._players:
            if one.player:
                self._verify_player(one, orders)
        for waiter in self._waiters:
            self._verify_waiter(waiter)
        for reference, (outcome, *_) in orders.items():
            said = self._book.get(reference)
            assert outcome == "pending" or said is None or said[0] == outcome, (reference, outcome)

    def _verify_player(self, one: KillPlayer, orders: dict[str, list[object]]) -> None:
        for word in one.orders.acknowledged:
            there = [name for name in orders if name.endswith(f"-{one.player}-{word}")]
            assert len(there) == 1, f"order {word} of {one.player} was acknowledged: {there}"
        if not one.saves:
            return
        stored = self._books.top_ups[one.player]
        certain, asked = len(one.top_ups.acknowledged), len(one.top_ups.open)
        assert certain <= stored <= certain + asked, f"{stored} top-ups, acknowledged {certain}"
        self.found["top-ups"] = certain

    def _verify_waiter(self, waiter: KillWaiter) -> None:
        """No kill takes a place in a queue, an offered seat or a wish that was acknowledged."""
        rows = self._rows.execute(
            f"select number, table_id, seat from lobby_places where player = {waiter.player}"
        )
        found = {number: (table, seat) for number, table, seat in rows.fetchall()}
        for entry, place in waiter.places.items():
            if entry not in found and is_over(place):
                continue
            assert entry in found, f"place {entry} of {waiter.player} is not stored"
            if "table" in place:
                assert found[entry] == (place["table"], place["seat"]), found
        rows = self._rows.execute(f"select record from remembered where player = {waiter.player}")
        kept = rows.fetchone()
        by_hand = bool(kept and json.loads(bytes(kept[0])).get("posts_by_hand", False))
        assert by_hand in waiter.by_hand, f"{waiter.player}: {by_hand}, not {waiter.by_hand}"
        self.found["places"] += len(waiter.places)
        self.found["places seen again"] = sum(one.checks for one in self._waiters)

    def _verify_book(self) -> None:
        assert not self._open_orders(), "orders still wait"
        signs = {"deposit": 1, "withdrawal": -1}
        owed = sum(
            signs[kind] * amount
            for said, kind, amount in self._book.values()
            if said == "confirmed"
        )
        holds = -self._books.balances["bank:clearing:EUR"]
        assert holds == owed, f"the bank holds {holds}, the cashier's book says {owed}"
        self.found["cents"] = owed

    def _audit(self) -> None:
        received = audit(self._database)
        assert received.returncode == 0, received.stdout + received.stderr
        self.found["audits"] += 1


async def kill(database: str, kills: int, rooms: int, seed: int) -> Counter[str]:
    """Kill this many servers, in several rooms side by side; what was found."""
    found: Counter[str] = Counter()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cardroom-kill-")))
        server = PrivatePostgres() if database == "postgresql" else None
        if server:
            stack.callback(server.remove)
        started = time.monotonic()

        async def one(number: int, share: int) -> None:
            if server:
                address = await server.new_database(f"killed{number}")
                rows = await postgres_rows(address)
            else:
                (folder / str(number)).mkdir()
                address = sqlite_in(folder / str(number))
                rows = sqlite_rows(folder / str(number) / "room.db")
            room = KilledRoom(address, rows, seed + number)
            async for _ in room.kill(share):
                found["kills"] += 1
                rate = (time.monotonic() - started) / found["kills"]
                line = f"\r{found['kills']} of {kills} kills on {database}, {rate:.2f} s each "
                print(line, end="", file=sys.stderr, flush=True)
            for what, count in room.found.items():
                if what != "kills":
                    found[what] += count
            rows.close()

        shares = [kills // rooms + (number < kills % rooms) for number in range(rooms)]
        async with asyncio.TaskGroup() as group:
            for number, share in enumerate(shares):
                group.create_task(one(number, share))
    print(file=sys.stderr)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill real servers during play")
    parser.add_argument("--kills", type=int, default=1_000, help="how many (1000)")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--rooms", type=int, default=3, help="rooms side by side (3)")
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    rooms = min(options.rooms, options.kills)
    found = asyncio.run(kill(options.database, options.kills, rooms, options.seed))
    print(json.dumps({"database": options.database, "seed": options.seed} | found), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
