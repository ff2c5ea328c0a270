"""The route table: one row per operation of the HTTP API, from which requests are dispatched and
the OpenAPI document is made."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
from aiohttp import web

from cardroom.room.net import Net
from cardroom.room.people import Scope
from cardroom.server.api.visits import Access, Visit
from cardroom.server.limits import HTTP_BODY_BYTES_MAX

JSON = "application/json"
NDJSON = "application/x-ndjson"
RULE_SAYS_NO = 409
STATUS: dict[str, int] = {
    Net.FORM: 400,
    Net.SESSION: 401,
    Net.SCOPE: 403,
    Net.ORIGIN: 403,
    Net.ROLE: 403,
    Net.UNKNOWN: 404,
    Net.CHANNEL: 404,
    Net.RATE: 429,
    Net.BUSY: 503,
}
"""The status of a refusal; any other rule is 409."""

Handler = Callable[[Visit, Any], Awaitable[object]]


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """One operation. `entry` counts it against the stricter limit for coming in.

    A program may use it when it has the `scope`; without one it is for persons only.
    """

    method: Literal["GET", "POST"]
    path: str
    handler: Handler
    summary: str
    access: Access = "session"
    scope: Scope | None = None
    body: type[msgspec.Struct] | None = None
    answer: Any = None
    query: tuple[str, ...] = ()
    params: type[msgspec.Struct] | None = None
    """The query as a struct, which the handler gets instead of a body."""
    media_type: str = JSON
    other_media_types: tuple[str, ...] = ()
    """Of a file that comes in several forms."""
    signed_body: type[msgspec.Struct] | None = None
    """A body that the handler reads itself, because what counts is the signature of its bytes."""
    body_bytes_max: int = HTTP_BODY_BYTES_MAX
    entry: bool = False


class Done(msgspec.Struct, frozen=True):
    """It was done."""

    done: bool = True


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """It was not done and nothing has changed: the rule, a reason word, what would be legal."""

    rule: str
    reason: str
    d: dict[str, Any] = {}


def status_of(rule: str) -> int:
    """The status of a refusal by a rule."""
    return STATUS.get(rule, RULE_SAYS_NO)


def json_response(answer: object, status: int = 200) -> web.Response:
    """A struct as the body of an answer."""
    return web.Response(body=msgspec.json.encode(answer), status=status, content_type=JSON)
