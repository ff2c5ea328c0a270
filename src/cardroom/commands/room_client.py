"""A client of a running room: HTTP and one WebSocket, as the admin command and load test need it.

It knows no rules: it logs in, keeps its cookie itself (so that thousands of players can share one
connection pool), and passes messages on.
"""

from collections import deque
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout, ClientWebSocketResponse, WSMsgType

from cardroom.commands.refusals import sentence_of
from cardroom.errors import CardroomError, UsageError

PATIENCE_S = 30.0
PROTOCOL = 1


class RoomSaidNo(UsageError):
    """The room refused a request: its rule and reason."""

    def __init__(self, status: int, said: Mapping[str, Any]) -> None:
        self.status = status
        self.rule = str(said.get("rule", ""))
        self.reason = str(said.get("reason", ""))
        self.details: dict[str, Any] = dict(said.get("d") or {})
        words = sentence_of(self.reason, self.details) if self.reason else f"status {status}"
        super().__init__(f"The room refused: {words} ({self.rule or status}).")


class RoomGone(CardroomError):
    """The room hung up, with a close code if it said one."""

    def __init__(self, code: int | None) -> None:
        self.code = code
        super().__init__(f"The room hung up ({code}).")


class RoomClient:
    """One account's dealings with a room."""

    def __init__(self, session: ClientSession, address: str, *, token: str = "") -> None:
        self.player = 0
        self.name = ""
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        self._session = session
        self._address = address.rstrip("/")
        self._token = token

    # HTTP

    async def get(self, path: str) -> Any:
        """What the room answers to a question, or RoomSaidNo."""
        return await self._request("GET", path, None)

    async def get_text(self, path: str) -> str:
        """A file of text that the room answers with, or RoomSaidNo."""
        return (await self._content("GET", path, None)).decode()

    async def post(self, path: str, **body: Any) -> Any:
        """What the room answers to a request, or RoomSaidNo."""
        return await self._request("POST", path, body)

    async def guest(self) -> None:
        """Come in without a name, to play."""
        self._came_in(await self.post("/api/guest"))
        await self.accept_rules()

    async def register(self, name: str, password: str) -> None:
        """Take a name, to play under it."""
        self._came_in(await self.post("/api/register", name=name, password=password))
        await self.accept_rules()

    async def accept_rules(self) -> None:
        """Accept all rules in force, as players do before their first seat (CASH-18, TRN-01)."""
        for rules in (await self.get("/api/acceptance"))["rules"]:
            if not rules["accepted_ms"]:
                named = {"edition": rules["edition"], "version": rules["version"]}
                await self.post("/api/acceptance", **named)

    async def login(self, name: str, password: str) -> None:
        self._came_in(await self.post("/api/login", name=name, password=password))

    def _came_in(self, said: Mapping[str, Any]) -> None:
        self.player, self.name, self.csrf = said["player"], said["name"], said["csrf"]

    async def _request(self, method: str, path: str, body: object) -> Any:
        return _json(await self._content(method, path, body))

    async def _content(self, method: str, path: str, body: object) -> bytes:
        data = None if body is None else msgspec.json.encode(body)
        try:
            async with self._session.request(
                method, self._address + path, data=data, headers=self._headers()
            ) as response:
                content = await response.read()
                self.cookies |= {name: one.value for name, one in response.cookies.items()}
                status = response.status
        except (ClientError, TimeoutError, OSError) as error:
            raise UsageError(f"The room {self._address} is out of reach: {_why(error)}.") from None
        if status != 200:
            said = _json(content)
            raise RoomSaidNo(status, said if isinstance(said, dict) else {})
        return content

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json"}
        if self._token:
            return headers | {"Authorization": f"Bearer {self._token}"}
        headers["Origin"] = self._address
        if self.csrf:
            headers["X-CSRF-Token"] = self.csrf
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return headers

    # The socket

    async def connect(self, have: Mapping[str, int] | None = None) -> "Line":
        """A socket after its hello; with `have`, taken up where the last one ended."""
        ticket = (await self.post("/api/ticket"))["ticket"]
        ws = await self._session.ws_connect(
            f"{self._address}/api/socket?ticket={ticket}",
            headers=self._headers(),
            max_msg_size=1 << 20,
            compress=0,
        )
        line = Line(ws)
        try:
            await line.send(
                t="hello", protocols=[PROTOCOL], resume=have is not None, have=have or {}
            )
            await line.until("hello")
        except BaseException:
            # Nobody else knows this socket yet, so nobody else can close it.
            await ws.close()
            raise
        return line


class Line:
    """The client's end of a socket."""

    def __init__(self, ws: ClientWebSocketResponse) -> None:
        self.ws = ws
        self.last: dict[str, int] = {}
        """The last number seen of every channel: what `connect(have=...)` wants."""
        self.offers: deque[dict[str, Any]] = deque(maxlen=64)
        """Seats that were offered on the channel `me` and not taken yet."""
        self._later: deque[dict[str, Any]] = deque()

    async def send(self, **message: Any) -> None:
        await self.ws.send_str(msgspec.json.encode(message).decode())

    async def read(self, within_s: float = PATIENCE_S) -> dict[str, Any]:
        """The next message."""
        if self._later:
            return self._later.popleft()
        return await self._receive(within_s)

    async def _receive(self, within_s: float) -> dict[str, Any]:
        received = await self.ws.receive(within_s)
        if received.type is not WSMsgType.TEXT:
            raise RoomGone(self.ws.close_code)
        message: dict[str, Any] = msgspec.json.decode(received.data)
        if "v" in message:
            self.last[message["ch"]] = message["v"]
        if message["t"] == "event" and message["d"]["type"] == "seat_offered":
            self.offers.append(message["d"])
        return message

    async def ask_for_seat(self, stake: Mapping[str, Any]) -> None:
        """Ask for a seat at a stake; the offer comes now or later."""
        await self.subscribe("me")
        await self.ask("play", **stake)

    async def take_seat(self, amount: int) -> str:
        """Wait for an offer, listen and buy in: the channel of the table.

        Who listens first misses no turn; what the channel sends is read afterwards.
        """
        while not self.offers:
            await self.read()
        channel = f"table:{self.offers.popleft()['table']}"
        await self.ask("subscribe", ch=channel)
        await self.ask("sit", ch=channel, amount=amount)
        return channel

    async def until(self, *kinds: str) -> list[dict[str, Any]]:
        """All messages up to the first of some kinds."""
        messages = [await self.read()]
        while messages[-1]["t"] not in kinds:
            messages.append(await self.read())
        return messages

    async def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        """Send a request and wait for its answer: its `d`, or RoomSaidNo.

        What else comes meanwhile is read later.
        """
        request_id = str(uuid4())
        await self.send(t=kind, id=request_id, **content)
        while (message := await self._receive(PATIENCE_S)).get("id") != request_id:
            self._later.append(message)
        if message["t"] == "refused":
            raise RoomSaidNo(409, message)
        answer: dict[str, Any] = message.get("d") or {}
        return answer

    def unread(self) -> list[dict[str, Any]]:
        """What came meanwhile and was not read, taken out."""
        messages = list(self._later)
        self._later.clear()
        return messages

    async def subscribe(self, channel: str) -> list[dict[str, Any]]:
        """Listen to a channel; what is sent first, up to its `sync:end`."""
        await self.ask("subscribe", ch=channel)
        return await self.until("sync:end")

    async def close(self) -> None:
        await self.ws.close()


async def find_account(client: RoomClient, name: str, role: str = "floor") -> dict[str, Any]:
    """An account by its name, as the house sees it; `role` is what the deed itself needs."""
    if not name.isascii() or not name.replace("-", "").replace("_", "").isalnum():
        raise UsageError(f"'{name}' cannot be anybody's name.")
    try:
        return dict(await client.get(f"/api/admin/names/{name}"))
    except RoomSaidNo as no:
        if no.reason != "needs_role":
            raise
        said = {"rule": no.rule, "reason": no.reason, "d": {"role": role}}
        raise RoomSaidNo(no.status, said) from None


def new_session(connections: int = 100) -> ClientSession:
    """A pool of connections without a cookie jar: every client keeps its own cookie."""
    from aiohttp import DummyCookieJar, TCPConnector

    return ClientSession(
        cookie_jar=DummyCookieJar(),
        connector=TCPConnector(limit=connections, limit_per_host=connections),
        timeout=ClientTimeout(total=PATIENCE_S),
    )


def _json(content: bytes) -> Any:
    try:
        return msgspec.json.decode(content)
    except msgspec.DecodeError:
        return {}


def _why(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "no answer"
    found = getattr(error, "os_error", error)
    return getattr(found, "strerror", None) or str(found) or type(error).__name__
