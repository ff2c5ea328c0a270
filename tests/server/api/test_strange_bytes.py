"""Bytes that no client of ours sends, against the real server: a clean refusal, never a 500."""

import asyncio
import json
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.server.sockets.messages import BadMessage, decode
from tests.server.open_servers import OpenServer, open_server
from tests.server.process.test_hostile import cookie_of

SEED = 20261117
REQUESTS = 400
GET, POST = "GET", "POST"
JSON = {b"Content-Type": b"application/json"}
LONG = b"a" * 256
SOCKET = {
    b"Upgrade": b"websocket",
    b"Connection": b"close, upgrade",
    b"Sec-WebSocket-Version": b"13",
}

STRANGE: dict[str, tuple[str, bytes, dict[bytes, bytes], bytes]] = {
    "cookie": (GET, b"/api/me", {b"Cookie": b"cardroom=\xff\xfe"}, b""),
    "bearer": (GET, b"/api/me", {b"Authorization": b"Bearer \xff\xfe"}, b""),
    "csrf": (POST, b"/api/logout", {**JSON, b"X-CSRF-Token": b"\xff"}, b"{}"),
    "host": (POST, b"/api/login", {**JSON, b"Host": b"\xff"}, b"{}"),
    "nul": (GET, b"/%00", {}, b""),
    "nul in a folder": (GET, b"/assets/%00.js", {}, b""),
    "long": (GET, b"/" + LONG, {}, b""),
    "long with a dot": (GET, b"/" + LONG + b".js", {}, b""),
    "long in all": (GET, b"/a" * 1_100, {}, b""),
    "key": (GET, b"/api/hands/hand%00", {}, b""),
    "shared": (GET, b"/api/shared/%00", {}, b""),
    "rule": (GET, b"/api/rules/%00", {}, b""),
    "query": (GET, b"/api/hands?game=%00", {}, b""),
    "name": (POST, b"/api/login", JSON, rb'{"name":"\u0000","password":"three small fish"}'),
    "twice": (POST, b"/api/login", JSON, b'{"name":"Ana","name":"Bo_","password":"three fish"}'),
    "no text": (POST, b"/api/login", JSON, b'{"name":"\xff","password":"x"}'),
    "half a pair": (POST, b"/api/login", JSON, rb'{"name":"\ud800","password":"x"}'),
    "signature": (GET, b"/api/me", {b"Cardroom-Signature": b"v1=\xff"}, b""),
    "socket key": (GET, b"/api/socket?ticket=a", {**SOCKET, b"Sec-WebSocket-Key": b"\xff"}, b""),
    "letter": (GET, b"/api/socket?ticket=a", {**SOCKET, b"Sec-WebSocket-Key": "é".encode()}, b""),
    "deep": (POST, b"/api/login", JSON, b"[" * 600 + b"]" * 600),
    "deep objects": (POST, b"/api/login", JSON, b'{"a":' * 600 + b"1" + b"}" * 600),
    "endless": (POST, b"/api/login", JSON, b'{"name":1e999}'),
    "no gzip": (POST, b"/api/login", {**JSON, b"Content-Encoding": b"gzip"}, b"\x1f\x8b\xff\xff"),
}


class Sender:
    """Somebody who is logged in and writes requests byte by byte."""

    def __init__(self, server: OpenServer, client: RoomClient) -> None:
        self._server = server
        self._own = {
            b"Origin": server.address.rstrip("/").encode(),
            b"Cookie": cookie_of(client).encode(),
            b"X-CSRF-Token": client.csrf.encode(),
        }

    async def status(
        self, method: str, path: bytes, headers: dict[bytes, bytes], body: bytes
    ) -> int:
        sent = {b"Host": b"room", b"Connection": b"close", **self._own, **headers}
        if body:
            sent[b"Content-Length"] = str(len(body)).encode()
        lines = [b"%s: %s\r\n" % one for one in sent.items()]
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        writer.write(b"%s %s HTTP/1.1\r\n%s\r\n" % (method.encode(), path, b"".join(lines)) + body)
        try:
            async with asyncio.timeout(90):
                answer = await reader.read()
        finally:
            writer.close()
        return int(answer.split()[1])


async def logged_in(server: OpenServer) -> Sender:
    client = RoomClient(server.http, server.address)
    await client.register("Ana", "three small fish")
    return Sender(server, client)


async def test_what_is_no_text_or_too_long_is_refused_in_so_many_words(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_server(tmp_path) as server:
        sender = await logged_in(server)
        said = {name: await sender.status(*request) for name, request in STRANGE.items()}
    assert said == dict.fromkeys(STRANGE, 400)
    assert not [one for one in caplog.records if one.exc_info]


PATHS = (
    b"/", b"/api/me", b"/api/hands", b"/api/hands/", b"/api/shared/", b"/api/rules/", b"/api/login",
    b"/api/register", b"/api/ask", b"/api/table/1/act", b"/api/socket", b"/api/stream/table/",
    b"/metrics", b"/assets/", b"/api/statement", b"/api/programs", b"/api/stream/me?since=",
)  # fmt: skip
NAMES = (
    b"Cookie", b"Authorization", b"X-CSRF-Token", b"Origin", b"Content-Type", b"X-Forwarded-For",
    b"Content-Encoding", b"Range", b"If-None-Match", b"If-Modified-Since", b"Accept-Encoding",
    b"Upgrade", b"Sec-WebSocket-Key", b"Expect", b"Host",
)  # fmt: skip
BODIES: tuple[dict[str, Any], ...] = (
    {"name": "Ana", "password": "three small fish"},
    {"request": {"t": "chat", "id": "c", "ch": "table:1", "text": "hello"}},
    {"id": "a", "hand": 1, "turn": 1, "a": "fold"},
    {"name": "Robot", "scopes": ["read"]},
)


def noise(rng: random.Random) -> bytes:
    kind = rng.randrange(5)
    if kind == 0:
        return b"%%%02x" % rng.randrange(256) * rng.randint(1, 3)
    if kind == 1:
        return bytes(rng.choices(range(0x80, 0x100), k=rng.randint(1, 9)))
    if kind == 2:
        return b"x" * rng.choice((1, 255, 256, 3_000))
    if kind == 3:
        return rng.choice((b"..%2f..%2f", b"%2e%2e/", b"?a=%00", b";", b"#", b"[", b"'", b"//"))
    return bytes(rng.choices(range(0x21, 0x7F), k=rng.randint(1, 9)))


def made(rng: random.Random) -> tuple[str, bytes, dict[bytes, bytes], bytes]:
    path = rng.choice(PATHS) + (noise(rng) if rng.random() < 0.6 else b"")
    headers = {rng.choice(NAMES): noise(rng) for _ in range(rng.randrange(3))}
    if rng.random() < 0.4:
        return GET, path, headers, b""
    body = bytearray(json.dumps(rng.choice(BODIES)).encode())
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(body))
        body[place : place + rng.randrange(3)] = rng.choice(
            (rb"\u0000", rb"\ud800", b"\xff", b'"', b"{", b"1e999", b"null", b'"a":1,"a":2,')
        )
    return POST, path, {**JSON, **headers}, bytes(body)


async def test_whatever_bytes_come_nothing_breaks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(SEED)
    async with open_server(tmp_path) as server:
        sender = await logged_in(server)
        for _ in range(REQUESTS):
            request = made(rng)
            assert await sender.status(*request) < 500, request
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR and one.exc_info]


@pytest.mark.parametrize(
    "frame",
    [
        b'{"t":"ping","n":1,"n":2}',
        rb'{"t":"ping","n":1,"\u006e":2}',
        b'{"t":"act","id":"a","ch":"table:1","hand":1,"turn":1,"a":"fold","a":"raise","to":9}',
        rb'{"t":"chat","id":"a","ch":"table:1","text":"\u0000"}',
    ],
)
def test_a_frame_with_a_key_twice_or_a_nul_is_refused(frame: bytes) -> None:
    with pytest.raises(BadMessage, match="does not fit"):
        decode(frame)


def test_text_that_looks_like_keys_is_only_text() -> None:
    decode(rb'{"t":"chat","id":"a","ch":"table:1","text":"\"a\":1,\"a\":2 \\u0000"}')


async def test_a_frame_with_a_key_twice_is_refused_over_the_socket(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        client = RoomClient(server.http, server.address)
        await client.guest()
        line = await client.connect()
        await line.ws.send_str('{"t":"subscribe","id":"s","ch":"lobby","ch":"me"}')
        (refused,) = [one for one in await line.until("refused") if one["t"] == "refused"]
        assert (refused["rule"], refused["id"]) == ("NET-01", "s")
        with pytest.raises(RoomSaidNo):
            await line.ask("unsubscribe")
        await line.close()
