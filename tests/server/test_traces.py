"""Traces of a room that is one process: what they show, what they never show, and at what cost."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from aiohttp import ClientSession, web

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.errors import UsageError
from cardroom.room.bus import Inbox, LocalBus
from cardroom.server.config.options import Config
from cardroom.server.sockets.request_handler import RequestHandler
from cardroom.server.tracing.loading import load_traces
from cardroom.server.tracing.spans import ATTRIBUTES, STATUS
from cardroom.store import Store
from tests.server.open_servers import open_server
from tests.server.processes import RoomProcess, sqlite_in
from tests.server.seating import PASSWORD, Seated, three_seated
from tests.server.spans import TRACED, Spans, spans_kept

CHAT = "I had the better kicker"
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture
def spans() -> Iterator[Spans]:
    with spans_kept() as kept:
        yield kept


async def fold_until_paid(player: Seated) -> None:
    while (turn := await player.turn_or_end()) is not None:
        await player.line.ask(
            "act", ch=player.channel, hand=turn["hand"], turn=turn["turn"], a="fold"
        )


class Played(NamedTuple):
    """What nobody but players may know of a hand and of themselves."""

    cards: list[int]
    secrets: list[str]


async def a_hand(folder: Path) -> Played:
    """Three people play a hand and chat."""
    played = Played([], [])
    async with (
        asyncio.timeout(90),
        open_server(folder, traces=TRACED) as server,
        three_seated(server.http, server) as players,
    ):
        for one in players:
            one.line.read = noting(played.cards, one.line.read)  # type: ignore[method-assign]
            played.secrets.extend((one.client.csrf, *one.client.cookies.values()))
        await players[0].line.ask("chat", ch=players[0].channel, text=CHAT)
        await asyncio.gather(*map(fold_until_paid, players))
    return played


def noting(cards: list[int], read: Any) -> Any:
    """Reads messages, and notes the hole cards that they show."""

    async def noted(*args: Any) -> dict[str, Any]:
        message: dict[str, Any] = await read(*args)
        if message["t"] == "event" and message["d"]["type"] == "hole_dealt":
            cards.extend(card for hole in message["d"]["hole"] for card in hole if card >= 0)
        return message

    return noted


async def test_one_trace_goes_from_the_socket_to_the_commit(tmp_path: Path, spans: Spans) -> None:
    await a_hand(tmp_path)
    assert ["socket Act", "table Act", "commit hand"] in spans.ways_to("commit hand")
    hand = next(one for one in spans.all if one.name == "commit hand")
    trace_id = hand.context.trace_id
    same = {one.name for one in spans.all if one.context.trace_id == trace_id}
    assert same >= {"socket Act", "table Act", "commit hand"}


async def test_a_buy_in_is_traced_to_the_money_that_it_moves(tmp_path: Path, spans: Spans) -> None:
    await a_hand(tmp_path)
    sat = [one for one in spans.all if one.name == "socket Sit"]
    assert len(sat) == 3
    for one in sat:
        same = {other.name for other in spans.all if other.context.trace_id == one.context.trace_id}
        assert "table Sit" in same or "lobby Sit" in same, same
        assert any(name.startswith("commit") for name in same), same


async def test_a_request_by_http_is_traced_by_the_pattern_of_its_address(
    tmp_path: Path, spans: Spans
) -> None:
    await a_hand(tmp_path)
    entered = next(one for one in spans.all if one.name == "POST /api/register")
    assert entered.attributes is not None
    assert entered.attributes["http.response.status_code"] == 200
    assert not [one.name for one in spans.all if "socket /api" in one.name]


async def test_nothing_that_is_private_is_in_any_trace(tmp_path: Path, spans: Spans) -> None:
    played = await a_hand(tmp_path)
    written = spans.written()
    assert len(played.cards) == 6
    assert written.count("socket ") > 6
    for secret in (CHAT, "kicker", PASSWORD, "Ana", "Bo_", *played.secrets):
        assert secret
        assert secret not in written, secret
    assert not CARD.findall(written)
    assert not [one for one in values_of(spans) if one in played.cards]


def values_of(spans: Spans) -> list[object]:
    """Every value of every attribute, alone or in a list; but for statuses of HTTP no numbers."""
    found = [
        value
        for one in spans.all
        for name, value in (one.attributes or {}).items()
        if name != STATUS
    ]
    return [part for value in found for part in (value if isinstance(value, tuple) else (value,))]


async def test_spans_have_attributes_from_a_closed_list_and_no_exceptions(
    tmp_path: Path, spans: Spans
) -> None:
    async with (
        asyncio.timeout(90),
        open_server(tmp_path, traces=TRACED) as server,
        three_seated(server.http, server) as players,
    ):
        with pytest.raises(RoomSaidNo):
            await players[0].line.ask("act", ch=players[0].channel, hand=0, turn=99, a="fold")
    refused = [one for one in spans.all if "cardroom.refused" in (one.attributes or {})]
    assert [one.name for one in refused] == ["socket Act"]
    for one in spans.all:
        assert set(one.attributes or {}) <= ATTRIBUTES
        assert {event.name for event in one.events} <= {"read"}


async def test_what_the_room_does_by_itself_is_in_no_trace(tmp_path: Path, spans: Spans) -> None:
    await a_hand(tmp_path)
    roots = {one.name.partition(" ")[0] for one in spans.all if one.parent is None}
    assert roots <= {"socket", "GET", "POST"}


async def test_without_traces_the_room_has_the_same_parts_as_ever(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        bus = server.room.services.bus
        assert type(bus) is LocalBus
        assert {type(inbox) for inbox in bus._inboxes.values()} == {Inbox}
        assert type(server.services.handler) is RequestHandler
        assert type(server._store) is Store
        assert server.services.traces is None


async def test_a_room_sends_its_traces_to_the_operators_collector(tmp_path: Path) -> None:
    bodies: list[bytes] = []

    async def take(request: web.Request) -> web.Response:
        bodies.append(await request.read())
        return web.Response()

    app = web.Application()
    app.router.add_post("/v1/traces", take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    endpoint = f"http://127.0.0.1:{runner.addresses[0][1]}/v1/traces"
    environment = {"CARDROOM_TRACES_ENDPOINT": endpoint, "CARDROOM_CLUSTER_NAME": "east"}
    room = await asyncio.to_thread(RoomProcess, sqlite_in(tmp_path), environment=environment)
    with room:
        async with ClientSession() as http:
            await RoomClient(http, room.address).get("/api/lobby")
        # What is left to send is sent before the process ends.
        assert await asyncio.to_thread(room.stop) == 0
    await runner.cleanup()
    sent = b"".join(bodies)
    assert b"GET /api/lobby" in sent
    assert b"service.name" in sent
    assert b"east" in sent


async def test_traces_without_the_extra_are_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "cardroom.server.tracing.main", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(UsageError, match=r"cardroom-poker\[traces\]"):
        load_traces(Config(traces=TRACED))


def test_without_traces_nothing_of_them_is_loaded() -> None:
    code = (
        "import sys, cardroom.commands.serve; print([name for name in sys.modules if"
        " name.split('.')[0] == 'opentelemetry' or (name.startswith('cardroom.server.tracing.')"
        " and not name.endswith('.loading'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
