"""Webhooks: signed, tried again, delivered at least once under the same id."""

from collections.abc import Mapping

import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from cardroom.room.metrics import Metrics
from cardroom.room.records import OutboxMessage
from cardroom.server.signatures import is_signed
from cardroom.server.webhooks import FIRST_RETRY_MS, LAST_RETRY_MS, Courier, HttpPost
from tests.server.fakes import FakeClock, FakeOutbox

SETTLED = OutboxMessage(id=1, subject="hand.settled", body=b'{"hand":991}')
WON = OutboxMessage(id=2, subject="player.won", body=b"{}")
SENT = {"1": b'{"type":"hand.settled","hand":991}', "2": b'{"type":"player.won"}'}


class Operator:
    """A receiver that refuses what it is told to."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, bytes]] = []
        self.refuses: set[str] = set()

    async def __call__(self, headers: Mapping[str, str], body: bytes) -> bool:
        self.seen.append((headers["webhook-id"], body))
        return headers["webhook-id"] not in self.refuses


def courier(outbox: FakeOutbox, post: Operator, clock: FakeClock) -> Courier:
    return Courier(outbox, post, ["new secret", "old secret"], clock, Metrics())


async def test_every_message_is_delivered_in_order_and_marked() -> None:
    outbox, post, clock = FakeOutbox([SETTLED, WON]), Operator(), FakeClock()
    deliverer = courier(outbox, post, clock)
    assert await deliverer.round() == 2
    assert await deliverer.round() == 0
    assert post.seen == list(SENT.items())
    assert outbox.delivered == {1: clock.now_ms(), 2: clock.now_ms()}


async def test_what_is_not_taken_is_tried_again_later_and_later_and_holds_up_nobody() -> None:
    outbox, post, clock = FakeOutbox([SETTLED, WON]), Operator(), FakeClock()
    post.refuses = {"1"}
    deliverer = courier(outbox, post, clock)
    assert await deliverer.round() == 1
    assert list(outbox.delivered) == [2]
    waits = []
    for _ in range(14):
        waited = 0
        tries = len(post.seen)
        while len(post.seen) == tries:
            clock.advance(FIRST_RETRY_MS)
            waited += FIRST_RETRY_MS
            await deliverer.round()
        waits.append(waited)
    assert waits[:4] == [FIRST_RETRY_MS * 2**n for n in range(4)]
    assert waits[-1] == LAST_RETRY_MS
    post.refuses = set()
    clock.advance(LAST_RETRY_MS)
    assert await deliverer.round() == 1
    assert {number for number, _ in post.seen} == {"1", "2"}


async def test_after_a_restart_an_unmarked_message_comes_again_under_its_id() -> None:
    class Forgetful(FakeOutbox):
        async def mark_delivered(self, messages: object, at_ms: int) -> None:
            raise ConnectionError("the process died here")

    outbox, post = Forgetful([SETTLED]), Operator()
    with pytest.raises(ConnectionError):
        await courier(outbox, post, FakeClock()).round()
    survivor = FakeOutbox(outbox.messages)
    await courier(survivor, post, FakeClock()).round()
    assert post.seen == [("1", SENT["1"])] * 2


async def test_over_a_real_connection_the_operator_can_verify_what_came() -> None:
    verified: list[bool] = []
    clock = FakeClock()

    async def receive(request: web.Request) -> web.Response:
        body = await request.read()
        verified.append(is_signed(["old secret"], request.headers, body, clock.now_ms()))
        return web.Response(status=500 if len(verified) == 1 else 204)

    app = web.Application()
    app.router.add_post("/hook", receive)
    async with TestServer(app) as server, ClientSession() as session:
        post = HttpPost(session, str(server.make_url("/hook")))
        outbox = FakeOutbox([SETTLED])
        deliverer = Courier(outbox, post, ["new secret", "old secret"], clock, Metrics())
        assert await deliverer.round() == 0
        clock.advance(FIRST_RETRY_MS)
        assert await deliverer.round() == 1
    assert verified == [True, True]


async def test_an_operator_out_of_reach_is_just_not_taken() -> None:
    async with ClientSession() as session:
        post = HttpPost(session, "http://127.0.0.1:1/hook")
        assert not await post({}, b"{}")
