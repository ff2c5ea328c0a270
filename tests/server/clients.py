"""Clients of the tests: a browser with its cookies, and a socket that reads frames."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType
from aiohttp.test_utils import TestServer

from cardroom.ledger import PlayerId
from cardroom.office.bookings import BookingDesk, Limits
from cardroom.office.card_readings import CardReadings
from cardroom.office.tickets import TicketDesk
from cardroom.room.people import Role
from cardroom.room.records import AccountChange
from cardroom.rulebook import edition
from cardroom.server.app import create_app
from cardroom.server.config.settings import Settings
from cardroom.server.people.passwords import Passwords
from cardroom.server.services import Ports, Services
from tests.room.fakes import MemoryStore
from tests.room.tournament_fakes import MemoryTournaments
from tests.server.fakes import (
    FakeAccounts,
    FakeAudit,
    FakeBank,
    FakeBookings,
    FakeCases,
    FakeClock,
    FakeLibrary,
    FakeOrders,
    FakeOutbox,
    FakeRoom,
    FakeScores,
    FakeSessions,
    FakeTokens,
)

ORIGIN = "http://room.test"
PASSWORD = "three small fish"
QUICK = Settings(
    origins=frozenset({ORIGIN}),
    build="test",
    first_message_ms=200,
    stream_blank_ms=50,
    requests_burst=1_000_000,
    entries_burst=1_000_000,
    sockets_per_address=1_000_000,
)


class World:
    """A whole network side over fakes, on a loopback port."""

    def __init__(self, settings: Settings = QUICK, passwords: Passwords | None = None) -> None:
        self.clock = FakeClock()
        self.room = FakeRoom(self.clock)
        self.accounts = FakeAccounts()
        self.sessions = FakeSessions()
        self.bank = FakeBank()
        self.library = FakeLibrary()
        self.cases = FakeCases()
        self.outbox = FakeOutbox()
        ports = Ports(
            desk=self.room, attendance=self.room, switchboard=self.room.board, lobby=self.room,
            bank=self.bank, library=self.library, scores=FakeScores(), administration=self.room,
            audit=FakeAudit(), cases=self.cases, accounts=self.accounts, sessions=self.sessions,
            outbox=self.outbox, clock=self.clock, tokens=FakeTokens(), rules=edition("en-2.7"),
            card_readings=CardReadings(self.cases, self.cases),
            tickets=TicketDesk(
                MemoryTournaments(MemoryStore(Random(1))), self.accounts, self.cases,
                clock=self.clock, currency="EUR",
            ),
            bookings=BookingDesk(
                FakeBookings(), self.bank, FakeOrders(), self.accounts, self.cases,
                clock=self.clock, limits=Limits(largest=10_000_000, alone=1_000_000),
            ),
        )  # fmt: skip
        self.services = Services(ports, settings, passwords=passwords)
        self.server = TestServer(create_app(self.services))
        self._browsers: list[ClientSession] = []

    @property
    def url(self) -> str:
        return str(self.server.make_url("")).rstrip("/")

    async def __aenter__(self) -> "World":
        await self.server.start_server()
        return self

    async def __aexit__(self, *_: object) -> None:
        for browser in self._browsers:
            await browser.close()
        await self.server.close()

    def browser(self, origin: str | None = ORIGIN) -> "Browser":
        session = ClientSession(self.url, cookie_jar=CookieJar(unsafe=True))
        self._browsers.append(session)
        return Browser(self, session, origin)

    async def guest(self) -> "Browser":
        browser = self.browser()
        assert (await browser.post("/api/guest"))[0] == 200
        return browser

    async def person(self, name: str, role: Role = "player") -> "Browser":
        """Somebody with a name; the role is given before the login."""
        browser = self.browser()
        status, said = await browser.post("/api/register", name=name, password=PASSWORD)
        assert status == 200, said
        await self.accounts.change(PlayerId(said["player"]), AccountChange(role=role))
        return browser

    async def program(self, owner: "Browser", name: str, **wish: Any) -> "Browser":
        status, said = await owner.post("/api/programs", name=name, **wish)
        assert status == 200, said
        program = self.browser(origin=None)
        program.token = said["token"]
        program.player = PlayerId(said["player"])
        return program


class Browser:
    """One client with its cookies, or a program with its token."""

    def __init__(self, world: World, session: ClientSession, origin: str | None) -> None:
        self.world = world
        self.session = session
        self.origin = origin
        self.csrf = ""
        self.token = ""
        self.player = PlayerId(0)

    def headers(self) -> dict[str, str]:
        found = {"Origin": self.origin, "X-CSRF-Token": self.csrf}
        found["Authorization"] = f"Bearer {self.token}" if self.token else ""
        return {name: value for name, value in found.items() if value}

    async def post(
        self, path: str, headers: Mapping[str, str] | None = None, **body: Any
    ) -> tuple[int, Any]:
        used = self.headers() if headers is None else headers
        async with self.session.post(path, json=body, headers=used) as response:
            said = msgspec.json.decode(await response.read())
            if "csrf" in said:
                self.csrf = said["csrf"]
                self.player = PlayerId(said["player"])
            return response.status, said

    async def get(self, path: str) -> tuple[int, Any]:
        async with self.session.get(path, headers=self.headers()) as response:
            said = msgspec.json.decode(await response.read())
            self.csrf = said.get("csrf") or self.csrf
            return response.status, said

    async def ticket(self) -> str:
        status, said = await self.post("/api/ticket")
        assert status == 200, said
        ticket: str = said["ticket"]
        return ticket

    @asynccontextmanager
    async def dial(self, ticket: str | None = None) -> AsyncIterator["Wire"]:
        """An open socket, before its hello."""
        word = await self.ticket() if ticket is None else ticket
        path = f"/api/socket?ticket={word}"
        headers = {} if self.origin is None else {"Origin": self.origin}
        async with self.session.ws_connect(path, headers=headers, autoping=True) as ws:
            yield Wire(ws)

    @asynccontextmanager
    async def socket(
        self, *channels: str, have: Mapping[str, int] | None = None
    ) -> AsyncIterator["Wire"]:
        """A socket after its hello, listening to some channels."""
        async with self.dial() as wire:
            await wire.send(t="hello", protocols=[1], resume=have is not None, have=have or {})
            assert (await wire.read())["t"] == "hello"
            for number, channel in enumerate(channels):
                await wire.send(t="subscribe", id=f"sub-{number}", ch=channel)
                assert await wire.until("sync:end")
            yield wire


class Wire:
    """The client's end of a socket."""

    def __init__(self, ws: ClientWebSocketResponse) -> None:
        self.ws = ws

    async def send(self, **message: Any) -> None:
        await self.ws.send_bytes(b"") if not message else await self.ws.send_str(
            msgspec.json.encode(message).decode()
        )

    async def read(self, within_s: float = 30.0) -> dict[str, Any]:
        message = await self.ws.receive(within_s)
        assert message.type is WSMsgType.TEXT, (message.type, self.ws.close_code)
        frame: dict[str, Any] = msgspec.json.decode(message.data)
        return frame

    async def until(self, kind: str) -> list[dict[str, Any]]:
        """All frames up to the first of a kind."""
        frames = [await self.read()]
        while frames[-1]["t"] != kind:
            frames.append(await self.read())
        return frames

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a request and read on until it is answered."""
        await self.send(**message)
        while True:
            frame = await self.read()
            if frame["t"] in {"ack", "refused"}:
                return frame

    async def act(self, request_id: str = "a-1", **changes: Any) -> dict[str, Any]:
        act = {"t": "act", "ch": "table:7", "id": request_id, "hand": 991, "turn": 17}
        return await self.ask(**({**act, "a": "raise", "to": 180} | changes))

    async def close_code(self, within_s: float = 30.0) -> int | None:
        """Read on until the server hangs up, and say why it did."""
        async with asyncio.timeout(within_s):
            while not self.ws.closed:
                await self.ws.receive()
        return self.ws.close_code


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something has become true, at most half a minute."""
    async with asyncio.timeout(90):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def eventually(condition: Callable[[], Awaitable[bool]]) -> None:
    """Ask until something has become true, at most for half a minute."""
    for _ in range(600):
        if await condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it has not become true")
