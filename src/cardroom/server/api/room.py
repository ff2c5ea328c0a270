"""HTTP: the lobby, the player's money, and requests to the room."""

from typing import Any

import msgspec
from aiohttp import web

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.room.cash.lobby_views import LobbyView
from cardroom.room.frames import AnyFrame, SnapshotFrame, TurnFrame
from cardroom.room.net import Net
from cardroom.room.notices import Turn
from cardroom.room.records import FOR_EVER_MS, Holdings, StatementLine
from cardroom.room.requests import (
    Act,
    Action,
    Amount,
    Number,
    RequestId,
)
from cardroom.room.tournaments.requests import RoomRequest
from cardroom.server.api.routes import Route, status_of
from cardroom.server.api.visits import Visit
from cardroom.server.sockets.messages import Ack
from cardroom.server.sockets.subscriptions import Subscriptions
from cardroom.units import Cents


class Money(msgspec.Struct, frozen=True, kw_only=True):
    """What a player can spend."""

    balance: Cents
    currency: str


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A page of transfers, newest first; the next page is `before` the last `seq`."""

    lines: list[StatementLine]


class HttpAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The `act` message without its type and channel."""

    id: RequestId
    hand: Number
    turn: Number
    a: Action
    to: Amount = 0


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Any request of the WebSocket, by HTTP."""

    request: RoomRequest


class TableNow(msgspec.Struct, frozen=True, kw_only=True):
    """A table, and the turn of the player who asks: what a stream sends at its beginning."""

    v: int
    table: dict[str, Any]
    turn: Turn | None


class Frames:
    """Listens to a channel for a moment."""

    def __init__(self, viewer: PlayerId) -> None:
        self.viewer = viewer
        self._heard: list[AnyFrame] = []

    def deliver(self, frame: bytes) -> None:
        """Keep a frame."""
        self._heard.append(msgspec.json.decode(frame, type=AnyFrame))

    def read(self) -> TableNow:
        """What was heard; refused where spectators see everything later."""
        snapshots = [one for one in self._heard if isinstance(one, SnapshotFrame)]
        if not snapshots:
            raise AccessRefused(Net.CHANNEL, "only_from_a_seat")
        turns = [one.d for one in self._heard if isinstance(one, TurnFrame)]
        return TableNow(v=snapshots[0].v, table=snapshots[0].d, turn=turns[0] if turns else None)


class _Said(msgspec.Struct):
    """What decides the status of an answer."""

    t: str
    rule: str = ""


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
    before = visit.number("before", FOR_EVER_MS)
    bank = visit.services.ports.bank
    return Statement(lines=await bank.statement(visit.account.player, before, visit.limit))


async def holdings(visit: Visit, _body: None) -> Holdings:
    """Everything that is the player's: cash, stacks, tickets, what is held."""
    return await visit.services.ports.bank.holdings(visit.account.player)


async def act(visit: Visit, body: HttpAct) -> web.Response:
    """Fold, check, call or raise."""
    channel = f"table:{visit.path_number('table')}"
    wanted = Act(id=body.id, ch=channel, hand=body.hand, turn=body.turn, a=body.a, to=body.to)
    return await answer_request(visit, wanted)


async def look_at_table(visit: Visit, _body: None) -> TableNow:
    """A table as its player sees it now, with the decision that is wanted of them."""
    channel = f"table:{visit.path_number('table')}"
    await visit.services.ports.desk.until_open(channel)
    frames = Frames(visit.account.player)
    subscriptions = Subscriptions(visit.services.switchboard)
    try:
        subscriptions.join(frames, visit.caller, channel)
    finally:
        subscriptions.end(frames)
    return frames.read()


async def ask(visit: Visit, body: Asked) -> web.Response:
    """Anything that can be asked by socket."""
    return await answer_request(visit, body.request)


async def answer_request(visit: Visit, request: RoomRequest) -> web.Response:
    """Carry out a request as if it came by socket; the status says how it went."""
    services, account = visit.services, visit.account
    live = services.registry.live(visit.session.family, visit.caller, account.muted_until_ms)
    answer = await services.handler.answer(live, request)
    if answer is None:
        raise AccessRefused(Net.BUSY, "being_carried_out")
    said = msgspec.json.decode(answer, type=_Said)
    status = 200 if said.t == "ack" else status_of(said.rule)
    return web.Response(body=answer, status=status, content_type="application/json")


READ: dict[str, Any] = {"method": "GET", "scope": "read"}
ROUTES = (
    Route(
        **READ, path="/api/lobby", handler=lobby, answer=LobbyView, access="anyone",
        summary="The stakes that are offered",
    ),
    Route(**READ, path="/api/balance", handler=balance, answer=Money, summary="Your own money"),
    Route(
        **READ, path="/api/statement", handler=statement, answer=Statement,
        query=("before", "limit"), summary="Your own transfers, newest first",
    ),
    Route(
        **READ, path="/api/cashier", handler=holdings, answer=Holdings,
        summary="Everything that is one's own: cash, stacks, tickets, what is held",
    ),
    Route(
        **READ, path="/api/table/{table}", handler=look_at_table, answer=TableNow,
        summary="A table as you see it now, and your turn there",
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
