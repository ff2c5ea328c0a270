"""HTTP: the lobby, the own money, hands and statistics, and requests to the room."""

from typing import Any

import msgspec
from aiohttp import web

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.room.notices import LobbyView
from cardroom.room.records import HandForm, HandSummary, StatementLine
from cardroom.room.requests import (
    Act,
    Action,
    Amount,
    AnyRequest,
    Number,
    RequestId,
)
from cardroom.server.messages import Ack, BadMessage
from cardroom.server.routes import Route
from cardroom.server.visits import Visit
from cardroom.units import Cents

FORMS: tuple[HandForm, ...] = ("events", "text", "ohh", "phh")


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """What a player can spend."""

    balance: Cents
    currency: str


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A page of transfers, oldest first; the next page is `after` the last `seq`."""

    lines: list[StatementLine]


class Hands(msgspec.Struct, frozen=True, kw_only=True):
    """A page of settled hands, newest first; the next page is `before` the last `seq`."""

    hands: list[HandSummary]


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """What was counted about the player's own play."""

    since_ms: int
    counts: dict[str, int]


class HttpAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The `act` message without its type and channel."""

    id: RequestId
    hand: Number
    turn: Number
    a: Action
    to: Amount = 0


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Any request of the WebSocket, by HTTP."""

    request: AnyRequest


async def lobby(visit: Visit, _body: None) -> LobbyView:
    """All stakes."""
    return await visit.services.ports.lobby.lobby()


async def balance(visit: Visit, _body: None) -> Money:
    """The player's own money."""
    ports = visit.services.ports
    currency = (await ports.lobby.lobby()).currency
    return Money(balance=await ports.bank.balance(visit.account.player), currency=currency)


async def statement(visit: Visit, _body: None) -> Statement:
    """Where the money came from and went."""
    after = visit.number("after", 0)
    bank = visit.services.ports.bank
    return Statement(lines=await bank.statement(visit.account.player, after, visit.limit))


async def hands(visit: Visit, _body: None) -> Hands:
    """The own hands."""
    before = visit.number("before", 2**53)
    library = visit.services.ports.library
    return Hands(hands=await library.hands(visit.account.player, before, visit.limit))


async def hand(visit: Visit, _body: None) -> web.Response:
    """One own hand as a file."""
    form = visit.request.query.get("form", "events")
    if form not in FORMS:
        raise BadMessage("does_not_fit", f"form is one of {', '.join(FORMS)}")
    key = visit.request.match_info["key"]
    found = await visit.services.ports.library.hand(visit.account.player, key, form)
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_hand")
    headers = {"Content-Disposition": f'attachment; filename="{_plain(found.name)}"'}
    return web.Response(body=found.body, content_type=found.media_type, headers=headers)


async def statistics(visit: Visit, _body: None) -> Statistics:
    """The own statistics, since a moment or ever."""
    since_ms = visit.number("since_ms", 0)
    counts = await visit.services.ports.library.statistics(visit.account.player, since_ms)
    return Statistics(since_ms=since_ms, counts=dict(counts))


async def act(visit: Visit, body: HttpAct) -> web.Response:
    """Fold, check, call or raise."""
    channel = f"table:{visit.path_number('table')}"
    wanted = Act(id=body.id, ch=channel, hand=body.hand, turn=body.turn, a=body.a, to=body.to)
    return await _ask(visit, wanted)


async def ask(visit: Visit, body: Asked) -> web.Response:
    """Anything that can be asked by socket."""
    return await _ask(visit, body.request)


async def _ask(visit: Visit, request: AnyRequest) -> web.Response:
    services, account = visit.services, visit.account
    live = services.registry.live(visit.session.family, visit.caller, account.muted_until_ms)
    answer = await services.clerk.answer(live, request)
    if answer is None:
        raise AccessRefused(Net.BUSY, "being_carried_out")
    status = 200 if answer.startswith(b'{"t":"ack"') else 409
    return web.Response(body=answer, status=status, content_type="application/json")


def _plain(name: str) -> str:
    return "".join(char if char.isalnum() or char in "-_." else "-" for char in name)


READ: dict[str, Any] = {"method": "GET", "scope": "read"}
ROUTES = (
    Route(
        **READ, path="/api/lobby", handler=lobby, answer=LobbyView, access="anyone",
        summary="The stakes that are offered",
    ),
    Route(**READ, path="/api/balance", handler=balance, answer=Money, summary="The own money"),
    Route(
        **READ, path="/api/statement", handler=statement, answer=Statement,
        query=("after", "limit"), summary="The own transfers, oldest first",
    ),
    Route(
        **READ, path="/api/hands", handler=hands, answer=Hands, query=("before", "limit"),
        summary="The own settled hands, newest first",
    ),
    Route(
        **READ, path="/api/hands/{key}", handler=hand, query=("form",),
        media_type="application/octet-stream",
        summary="One own hand: events, text, ohh or phh; own and shown cards only",
    ),
    Route(
        **READ, path="/api/statistics", handler=statistics, answer=Statistics,
        query=("since_ms",), summary="The own statistics",
    ),
    Route(
        method="POST", path="/api/table/{table}/act", handler=act, body=HttpAct, answer=Ack,
        scope="play", summary="Act in a hand",
    ),
    Route(
        method="POST", path="/api/ask", handler=ask, body=Asked, answer=Ack, scope="play",
        summary="Any request of the WebSocket",
    ),
)  # fmt: skip
