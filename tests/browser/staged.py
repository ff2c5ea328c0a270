"""A table that a test sets itself: the browser hears what the test says instead of a room.

Everything the client asks for over HTTP comes from the built files; its socket is the test's own.
What a screen looks like in a rare situation can so be seen at once, and always the same.
"""

import json
import mimetypes
import time
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, Route, WebSocketRoute

from cardroom.server.api.rules import RoomCard
from tests.browser.visitors import CLIENT

ADDRESS = "http://127.0.0.1:9"
"""Nobody listens there: every request is answered here."""
HERO = 11
WAIT_S = 60.0
NAMES = ("Ana-Maria-7", "Bram", "Chloé", "Dirk-Jan", "Practice-Eva", "Fatima")
Json = dict[str, Any]
MYSELF = {"player": HERO, "name": NAMES[0], "kind": "person", "role": "player", "csrf": "c"}
ROOM = msgspec.to_builtins(
    RoomCard(
        edition="en-2.7",
        title="Online rules",
        version="2.7",
        dated="2025-01-01",
        language="en",
        parts=(),
        currency="EUR",
        build="0",
        has_cashier=False,
    )
)
"""What the header of every page asks for."""


def now_ms() -> int:
    return int(time.time() * 1000)


def place(seat: int, **more: Any) -> Json:
    """Somebody at a seat; the first is the one who looks."""
    return {
        "seat": seat,
        "player": HERO + seat - 1,
        "name": NAMES[seat - 1],
        "kind": "person",
        "stack": 1_000,
        "bank_ms": 15_000,
        "standing": "playing",
        "out_since_ms": None,
        "removed_at_ms": None,
        "out_cause": None,
        "connected": True,
        "leaving": False,
    } | more


def in_hand(seat: int, **more: Any) -> Json:
    """A seat that was dealt in."""
    return {
        "seat": seat,
        "stack": 980,
        "bet": 0,
        "live": True,
        "all_in": False,
        "open": False,
        "hole": [51, 46] if seat == 1 else [-1, -1],
        "won": 0,
    } | more


def hand(**more: Any) -> Json:
    """Six players on the turn of a hand that nobody has left."""
    return {
        "game": "nl-holdem",
        "button": 3,
        "street": "turn",
        "board": [0, 17, 34, 51],
        "seats": [in_hand(seat) for seat in range(1, 7)],
        "pots": [{"amount": 120, "seats": [1, 2, 3, 4, 5, 6]}],
        "chips_in": 120,
        "waits_for": "action",
        "actor": 1,
        "options": None,
        "is_over": False,
        "is_void": False,
        "rake": 0,
        "event_count": 9,
    } | more


def clock(
    seat: int = 1, left_ms: int = 15_000, whole_ms: int = 15_000, bank_ms: int = 15_000
) -> Json:
    return {
        "type": "clock_started",
        "hand": 5,
        "seat": seat,
        "deadline_ms": now_ms() + left_ms,
        "bank_ms": bank_ms,
        "pots": [],
        "whole_ms": whole_ms,
    }


def turn(**more: Any) -> Json:
    """A decision: 40 to call, a raise from 80 to everything."""
    return {
        "hand": 5,
        "turn": 31,
        "seat": 1,
        "call": 40,
        "check": False,
        "raise_from": 80,
        "raise_to": 980,
        "pot": 160,
        "deadline_ms": now_ms() + 15_000,
        "bank_ms": 15_000,
        "closed": False,
    } | more


def table(number: int = 7, game: str = "nl-holdem", **more: Any) -> Json:
    """Six people at a table of 0.05/0.10 in the middle of a hand."""
    stake = {
        "game": game,
        "format": "ordinary",
        "name": "10",
        "small_blind": 5,
        "big_blind": 10,
        "seats": 6,
        "min_buy_in": 500,
        "max_buy_in": 1_000,
        "rake_permille": 35,
        "rake_cap": 100,
        "short_handed_cap": 50,
    }
    return {
        "table": number,
        "edition": "en-2.7",
        "game": {"type": "cash", "stake": stake},
        "stake": stake,
        "number": 5,
        "places": [place(seat) for seat in range(1, 7)],
        "hand": hand(game=game),
        "clock": clock(),
        "frozen": "",
        "me": {
            "sit_out": "not",
            "auto_top_up": False,
            "top_up": 0,
            "has_auto_top_up": True,
            "may_post": True,
        },
        "waits_for": 0,
    } | more


def game_of_chips(tournament: int = 3, **more: Any) -> Json:
    """What is played at a table of a tournament."""
    return {
        "type": "tournament",
        "tournament": tournament,
        "name": "Evening",
        "table": 4,
        "seats": 6,
        "level": {"level": 2, "small": 20, "big": 40, "ante": 0, "ends_ms": now_ms() + 300_000},
        "pauses": [],
        "hand_for_hand": False,
        "tables_playing": 0,
        "deals_from_ms": None,
        "multiplier_tenths": 0,
    } | more


def table_of_chips(number: int, **more: Any) -> Json:
    """A table of a tournament between two hands."""
    places = [place(seat, away=None, bounty=0) for seat in range(1, 4)]
    shown = table(number, places=places, hand=None, clock=None)
    return {key: shown[key] for key in shown if key not in {"stake", "me"}} | {
        "game": game_of_chips(),
        **more,
    }


class StagedWindow:
    """A browser window at tables that the test has set."""

    def __init__(
        self,
        browser: Browser,
        *tables: Json,
        size: tuple[int, int] = (1440, 900),
        phone: bool = False,
        settings: Json | None = None,
        motion: bool = False,
        script: str = "",
        is_stopped: bool = False,
        answers: dict[str, Json] | None = None,
        locale: str = "en-GB",
        tournaments: tuple[Json, ...] = (),
    ) -> None:
        """With `is_stopped` the page's time moves only when the test runs its clock; `answers` are
        what the room says over HTTP, by path."""
        self.tables = {f"table:{one['table']}": one for one in tables}
        self.views = {f"tournament:{one['row']['tournament']}": one for one in tournaments}
        self.asked: list[Json] = []
        self.reading: Json = {"hand": 5, "boards": []}
        """What hands lie there, for whoever asks."""
        self.refusals: dict[str, Json] = {}
        """By the kind of a request: the rule and the reason with which it is refused."""
        self.pings = 0
        self.posted: list[tuple[str, Json]] = []
        """What the client has sent over HTTP."""
        self._answers = answers or {}
        self.errors: list[str] = []
        self._socket: WebSocketRoute | None = None
        self._count = 0
        self._is_lost = False
        self._shown: set[str] = set()
        """The channels whose snapshots were sent: what happens before that is lost."""
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=phone,
            is_mobile=phone,
            locale=locale,
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.context.set_default_timeout(WAIT_S * 1_000)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        if settings:
            kept = json.dumps(json.dumps(settings))
            self.page.add_init_script(f"localStorage.setItem('cardroom.settings', {kept})")
        if script:
            self.page.add_init_script(script)
        if is_stopped:
            self.page.clock.install()
        self.page.route("**/*", self._answer)
        self.page.route_web_socket("**/api/socket*", self._connect)
        self.page.goto(f"{ADDRESS}/table/{tables[0]['table']}")
        self.page.locator("[data-table]").first.wait_for()
        self.page.locator("[data-seat]").first.wait_for()
        own = {f"table:{one['table']}" for one in self._seats() + self._tournaments()}
        self.until(lambda: own <= self._shown)
        if is_stopped:
            self.page.clock.pause_at(time.time() + 60)

    # HTTP

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).partition("?")[0]
        if path == "/api/whoever":
            route.fulfill(json={"me": MYSELF})
        elif path == "/api/room":
            route.fulfill(json=ROOM)
        elif path.endswith("/standing"):
            route.fulfill(json={"entries": [], "place": 0, "left": 0})
        elif path == "/api/ticket":
            route.fulfill(json={"ticket": "t", "lasts_ms": 30_000})
        elif path in self._answers:
            if route.request.method == "POST":
                self.posted.append((path, json.loads(route.request.post_data or "{}")))
            route.fulfill(json=self._answers[path])
        else:
            file = CLIENT.parent / path.removeprefix("/")
            file = file if file.is_file() else CLIENT
            kind = mimetypes.guess_type(file.name)[0] or "text/html"
            route.fulfill(body=file.read_bytes(), content_type=kind)

    # The socket

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        if not self._is_lost:
            socket.on_message(lambda text: self._hear(json.loads(text)))

    def _hear(self, message: Json) -> None:
        match message["t"]:
            case "hello":
                me = {key: MYSELF[key] for key in ("player", "name", "kind", "role")}
                self.say(
                    {
                        "t": "hello",
                        "protocol": 1,
                        "build": "0",
                        "me": me,
                        "features": [],
                        "ping_ms": 5000,
                    }
                )
            case "ping":
                self.pings += 1
                self.say({"t": "pong", "n": message["n"], "rtt_ms": None})
            case "subscribe":
                self.say({"t": "ack", "id": message["id"], "d": {}})
                self._snapshot(message["ch"])
            case "read":
                self.say({"t": "ack", "id": message["id"], "d": self.reading})
            case kind:
                self.asked.append(message)
                refusal = self.refusals.get(kind)
                answer = {"t": "refused", **refusal} if refusal else {"t": "ack"}
                self.say({"d": {}, **answer, "id": message["id"]})

    def _seats(self) -> list[Json]:
        """Where the hero sits."""
        return [
            {"table": one["table"], "seat": 1, "stack": 1_000}
            for one in self.tables.values()
            if one["game"]["type"] == "cash"
            and any(seat["player"] == HERO for seat in one["places"])
        ]

    def _tournaments(self) -> list[Json]:
        """The tournaments of the hero, each with the first of its tables that is set."""
        found: dict[int, Json] = {}
        for one in self.tables.values():
            if one["game"]["type"] == "tournament":
                game = one["game"]
                found.setdefault(
                    game["tournament"],
                    {
                        "tournament": game["tournament"],
                        "name": game["name"],
                        "starts_ms": 0,
                        "table": one["table"],
                        "seat": 1,
                        "rebuy_until_ms": None,
                    },
                )
        return list(found.values())

    def _snapshot(self, channel: str) -> None:
        mine = {
            "balance": 50_000,
            "currency": "XPM",
            "seats": self._seats(),
            "offers": [],
            "queued": [],
            "tournaments": self._tournaments(),
        }
        if channel.startswith("tournament") and channel not in self.views:
            return
        board = {"currency": "XPM", "stakes": []}
        known = {"lobby": board, **self.tables, **self.views}
        shown = known.get(channel, mine)
        self.say({"t": "sync:begin", "ch": channel})
        self.say({"t": "snapshot", "ch": channel, "v": self._next(), "d": shown})
        self.say({"t": "sync:end", "ch": channel, "v": self._count})
        self._shown.add(channel)

    def _next(self) -> int:
        self._count += 1
        return self._count

    def say(self, message: Json) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps({"ts": now_ms()} | message))

    # What the test says

    def tell(self, event: Json, number: int = 7) -> None:
        """Something happens at a table."""
        self.happen(f"table:{number}", event)

    def happen(self, channel: str, event: Json) -> None:
        """Something happens in a channel."""
        self.say({"t": "event", "ch": channel, "v": self._next(), "d": event})

    def show(self, wanted: Json) -> None:
        """A table is another all at once, as after a reconnection."""
        channel = f"table:{wanted['table']}"
        self.tables[channel] = wanted
        self._snapshot(channel)

    def ask(self, number: int = 7, **more: Any) -> None:
        """It is the hero's turn."""
        self.say({"t": "turn", "ch": f"table:{number}", "d": turn(**more)})
        self.page.locator(f"[data-table='{number}'] [data-turn]").wait_for()

    def wanted(self, kind: str) -> list[Json]:
        """What the client has asked for, of one kind."""
        return [one for one in self.asked if one["t"] == kind]

    def replace(self) -> None:
        """Another window takes the session over."""
        assert self._socket is not None
        self._socket.close(code=4003, reason="replaced")

    def lose(self) -> None:
        """The connection is gone, and nobody answers any more."""
        assert self._socket is not None
        self._is_lost = True
        self._socket.close(code=1011, reason="lost")

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until something is so."""
        until = time.monotonic() + WAIT_S
        while not is_so():
            assert time.monotonic() < until, self.asked
            self.page.wait_for_timeout(20)

    def close(self) -> None:
        self.context.close()
        assert not self.errors, self.errors
