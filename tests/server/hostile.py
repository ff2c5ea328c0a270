"""Hostile clients: frames of every kind that is wrong, made from one seed, on raw connections."""

import asyncio
import base64
import random
from collections.abc import Callable

import msgspec

from cardroom.server.limits import MESSAGE_BYTES_MAX

TEXT, BINARY, PING, PONG = 0x81, 0x82, 0x89, 0x8A
Thrown = tuple[int, bytes]
"""The first byte of a frame, and its content."""

HELLO = b'{"t":"hello","protocols":[1]}'
VALID: tuple[dict[str, object], ...] = (
    {"t": "act", "ch": "table:7", "id": "a", "hand": 991, "turn": 17, "a": "raise", "to": 180},
    {"t": "act", "ch": "table:8", "id": "b", "hand": 990, "turn": 3, "a": "fold"},
    {"t": "chat", "ch": "table:7", "id": "c", "text": "hello"},
    {"t": "sit", "ch": "table:7", "id": "d", "amount": 1000},
    {"t": "subscribe", "id": "e", "ch": "table:7"},
    {"t": "unsubscribe", "id": "f", "ch": "lobby"},
    {"t": "ping", "n": 1},
    {"t": "hello", "protocols": [1]},
    {"t": "report", "id": "g", "kind": "other", "players": [1], "text": "x"},
    {"t": "top_up", "ch": "table:7", "id": "h", "amount": 5},
)
WRONG: tuple[object, ...] = (
    None, True, -1, 1.5, 2**53 + 1, "", "7", [], {}, [[]], "x" * 300, "\x00", "table:-1",
    {"seat": 3}, "administrator", "🂡" * 20, float("1e308"),
)  # fmt: skip


def masked(payload: bytes, rng: random.Random, opcode: int = TEXT) -> bytes:
    """One client frame."""
    mask = rng.randbytes(4)
    length = len(payload)
    if length < 126:
        head = bytes([opcode, 0x80 | length])
    elif length < 65_536:
        head = bytes([opcode, 0xFE]) + length.to_bytes(2, "big")
    else:
        head = bytes([opcode, 0xFF]) + length.to_bytes(8, "big")
    key = (mask * (length // 4 + 1))[:length]
    body = (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(length, "big")
    return head + mask + body


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)


def _out_of_turn(rng: random.Random) -> Thrown:
    act = {**VALID[0], "turn": rng.choice([0, 16, 18, 2**53]), "id": str(rng.random())[2:]}
    return TEXT, _json(act)


def _replayed(rng: random.Random) -> Thrown:
    return TEXT, _json({**VALID[0], "turn": 1, "id": rng.choice("abcd")})


def _wrong_type(rng: random.Random) -> Thrown:
    message = dict(rng.choice(VALID))
    return TEXT, _json(message | {rng.choice(list(message)): rng.choice(WRONG)})


def _huge_number(rng: random.Random) -> Thrown:
    return TEXT, _json(rng.choice(VALID)).replace(b"991", b"9" * rng.randint(16, 5000))


def _unknown_field(rng: random.Random) -> Thrown:
    return TEXT, _json({**rng.choice(VALID), "seat": 3, "role": "administrator"})


def _cut(rng: random.Random) -> Thrown:
    body = _json(rng.choice(VALID))
    return TEXT, body[: rng.randrange(len(body))]


def _flipped(rng: random.Random) -> Thrown:
    body = bytearray(_json(rng.choice(VALID)))
    for _ in range(rng.randint(1, 4)):
        body[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
    return TEXT, bytes(body)


def _noise(rng: random.Random) -> Thrown:
    return TEXT, rng.randbytes(rng.randint(0, 64))


def _deep(rng: random.Random) -> Thrown:
    return TEXT, rng.choice([b"[", b'{"a":', b'{"t":"ping","n":[']) * rng.randint(9, 400)


def _binary(rng: random.Random) -> Thrown:
    return BINARY, _json(rng.choice(VALID))


def _ping(rng: random.Random) -> Thrown:
    return PING, rng.randbytes(rng.randint(0, 125))


def _pong(rng: random.Random) -> Thrown:
    return PONG, rng.randrange(1, 20).to_bytes(8, "big")


def _others_seat(rng: random.Random) -> Thrown:
    """What only somebody with a seat may ask, at a table where others sit."""
    wish = rng.choice(("leave", "come_back", "sit_out", "decline"))
    message: dict[str, object] = {"t": wish, "ch": "table:7", "id": str(rng.random())[2:]}
    if rng.random() < 0.5:
        message = {"t": rng.choice(("show", "muck")), "ch": "table:7", "id": "m", "hand": 991}
    if rng.random() < 0.3:
        message |= {rng.choice(("seat", "player")): rng.randrange(9)}
    return TEXT, _json(message)


def _oversized(rng: random.Random) -> Thrown:
    padding = " " * (MESSAGE_BYTES_MAX + rng.randrange(1, 2000))
    return TEXT, _json({**VALID[2], "text": padding})


MAKERS: tuple[tuple[Callable[[random.Random], Thrown], int], ...] = (
    (_out_of_turn, 30), (_replayed, 30), (_wrong_type, 10), (_huge_number, 2), (_unknown_field, 4),
    (_cut, 6), (_flipped, 6), (_others_seat, 10), (_oversized, 1), (_noise, 6),
    (_deep, 2), (_binary, 3), (_ping, 10), (_pong, 10),
)  # fmt: skip


def thrown(rng: random.Random, count: int) -> list[Thrown]:
    """This many hostile messages, a mixture of all kinds."""
    makers, weights = zip(*MAKERS, strict=True)
    return [maker(rng) for maker in rng.choices(makers, weights, k=count)]


def frames(rng: random.Random, count: int, table: str = "table:7") -> list[bytes]:
    """The same as frames, about one table; one in a hundred is itself broken."""
    return [
        _broken_frame(rng)
        if rng.random() < 0.01
        else masked(body.replace(b"table:7", table.encode()), rng, opcode)
        for opcode, body in thrown(rng, count)
    ]


def _broken_frame(rng: random.Random) -> bytes:
    """Unmasked, reserved, unknown, oversized, endless, badly fragmented."""
    return rng.choice(
        [
            b"\x81\x05hello",
            masked(b"{}", rng, 0xC1),
            masked(b"{}", rng, 0x83),
            masked(b"x" * 126, rng, PING),
            masked(b"\x03", rng, 0x88),
            masked(b" " * (MESSAGE_BYTES_MAX + 1), rng),
            b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"mask",
            masked(b'{"t":', rng, 0x01) + masked(b'{"t":', rng, 0x01),
        ]
    )


def upgrade(path: str, cookie: str, origin: str) -> bytes:
    """The request that opens a WebSocket."""
    key = base64.b64encode(b"0123456789abcdef").decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: room\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: {origin}\r\n"
        f"Cookie: {cookie}\r\n\r\n"
    ).encode()


async def attack(port: int, path: str, cookie: str, origin: str, data: bytes) -> None:
    """Open a socket by hand, throw everything at it at once, read until it ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(upgrade(path, cookie, origin))
        await reader.readuntil(b"\r\n\r\n")
        writer.write(data)
        async with asyncio.timeout(5):
            while await reader.read(65_536):
                pass
    except (ConnectionError, TimeoutError, asyncio.IncompleteReadError):
        # Being thrown out is what a hostile client expects.
        return
    finally:
        writer.close()
