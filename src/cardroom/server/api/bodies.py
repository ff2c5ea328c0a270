"""The body of an HTTP request: read once, stripped of the blanks around what people wrote, and
refused in words that say which field is wrong and what it must be."""

import asyncio
from typing import Any, TypeVar

import msgspec
from aiohttp import web
from aiohttp.http import HttpProcessingError

from cardroom.errors import UNREADABLE
from cardroom.server.limits import BODY_S
from cardroom.server.sockets.messages import BadMessage, verify_depth, verify_strict
from cardroom.struct_errors import struct_error

WRITTEN = frozenset(
    {"reason", "text", "note", "how", "receipt", "evidence", "said", "answer", "welcome"}
)
"""Fields that people write for people: blanks around them say nothing, and count for nothing."""

PATTERNS = {
    "^[A-Za-z0-9._:-]{1,100}$": "1 to 100 letters, digits, dots, colons, hyphens and underscores",
    "^[0-9A-Za-z-]+$": "letters, digits and hyphens",
    "^([A-Z]{3})?$": "three capital letters, such as EUR",
    "^[A-Z]{3}-[0-9]+-[a-z0-9_]+$": "a ticket, such as EUR-500-any",
}

Body = TypeVar("Body", bound=msgspec.Struct)


async def read_body(request: web.Request, kind: type[Body]) -> Body:
    """The body as a struct, or a refusal that says what does not fit."""
    if request.content_type != "application/json":
        raise BadMessage("not_json", "Content-Type must be application/json")
    return fitting(await read_bytes(request), kind)


async def read_bytes(request: web.Request) -> bytes:
    """The body as it was sent, if it comes in time and is not nested beyond reason."""
    try:
        async with asyncio.timeout(BODY_S):
            content = await request.read()
    except TimeoutError:
        raise BadMessage("body_too_slow", f"within {BODY_S} seconds") from None
    except (web.RequestPayloadError, HttpProcessingError) as error:
        raise BadMessage("not_json", f"the body cannot be read: {error}") from None
    verify_depth(content)
    return content


def fitting(content: bytes, kind: type[Body]) -> Body:
    """The struct in a JSON text; a reason of nothing but blanks is an empty one."""
    try:
        value = msgspec.json.decode(content)
    except UNREADABLE as error:
        # A number beyond all bounds is a DecodeError too.
        raise BadMessage("not_json", str(error)) from None
    verify_strict(content, value)
    body = stripped(value)
    try:
        # Keys of a JSON object are text, also where they are numbers.
        return msgspec.convert(body, kind, str_keys=True)
    except msgspec.ValidationError as error:
        wrong = struct_error(body, kind, error, PATTERNS)
        raise BadMessage("does_not_fit", str(wrong)) from None


def stripped(value: Any, *, is_written: bool = False) -> Any:
    """A JSON value without the blanks around what people wrote in it."""
    if isinstance(value, dict):
        return {key: stripped(one, is_written=key in WRITTEN) for key, one in value.items()}
    if isinstance(value, list):
        return [stripped(one, is_written=is_written) for one in value]
    return value.strip() if is_written and isinstance(value, str) else value
