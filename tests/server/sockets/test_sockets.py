"""Sockets: tickets, hello, channels, requests, resumption, close codes."""

import asyncio
from contextlib import AsyncExitStack
from uuid import uuid4

import msgspec
import pytest
from aiohttp import WSMsgType

from cardroom.engine.events import Folded
from cardroom.errors import OwnerChanged
from cardroom.room.ports import Answer
from cardroom.server.config.settings import Settings
from cardroom.server.limits import TICKET_MS
from cardroom.server.sockets.messages import CloseCode
from tests.rule import rule
from tests.server.clients import ORIGIN, World, until
from tests.server.fakes import turn_request


async def test_a_guest_sits_at_a_table_and_sees_what_happens(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7") as wire:
        world.room.tables["table:7"].publish(Folded(3))
        event = await wire.read()
        assert (event["t"], event["ch"], event["d"]) == (
            "event", "table:7", {"type": "folded", "seat": 3},
        )  # fmt: skip
        assert (await wire.act())["t"] == "ack"
    assert [type(request).__name__ for _, request in world.room.asked] == ["Act"]


async def test_the_hello_says_who_one_is_and_what_is_spoken(world: World) -> None:
    ana = await world.person("Ana")
    async with ana.dial() as wire:
        await wire.send(t="hello", protocols=[1, 99], client="test/1")
        hello = await wire.read()
    assert hello["protocol"] == 1
    assert hello["me"] == {"player": 1, "name": "Ana", "kind": "person", "role": "player"}


async def test_who_asks_for_it_gets_what_belongs_together_as_one_message(world: World) -> None:
    ana = await world.person("Ana")
    async with ana.dial() as wire:
        await wire.send(t="hello", protocols=[1], gather=True)
        hello = await wire.read()
        assert (hello["t"], "gather" in hello["features"]) == ("hello", True)
        await wire.send(t="subscribe", id="s", ch="table:7")
        joined = msgspec.json.decode((await wire.ws.receive(30)).data)
        assert [one["t"] for one in joined] == ["ack", "sync:begin", "snapshot", "sync:end"]
        world.room.tables["table:7"].publish(Folded(3))
        world.room.tables["table:7"].publish(Folded(4))
        folded = msgspec.json.decode((await wire.ws.receive(30)).data)
        assert [one["d"]["seat"] for one in folded] == [3, 4]
        world.room.tables["table:7"].publish(Folded(5))
        assert (await wire.read())["d"]["seat"] == 5


async def test_an_action_is_refused_with_its_rule_and_what_would_be_legal(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7") as wire:
        refused = await wire.act(to=50)
        assert refused["rule"] == "BET-08"
        assert refused["reason"] == "below_minimum_raise"
        assert refused["d"] == {"minimum": 120}
        assert (await wire.act("a-2", turn=16))["reason"] == "stale_turn"


async def test_the_same_request_again_is_answered_again_and_done_once(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7") as wire:
        first = await wire.act("same")
        assert await wire.act("same") == first
    async with guest.socket("table:7") as wire:
        assert await wire.act("same") == first
    assert len(world.room.asked) == 1


async def test_only_the_last_64_answers_are_remembered(world: World) -> None:
    guest = await world.guest()
    async with guest.socket() as wire:
        for number in range(66):
            world.clock.advance(50)
            await wire.act(f"a-{number}")
        await wire.act("a-2")
        assert len(world.room.asked) == 66
        await wire.act("a-1")
        assert len(world.room.asked) == 67


async def test_what_goes_wrong_in_the_room_is_not_told_and_may_be_tried_again(
    world: World,
) -> None:
    guest = await world.guest()
    async with guest.socket() as wire:
        refused = await wire.act("x", to=666)
        assert (refused["rule"], refused["reason"], refused["d"]) == ("NET-10", "failed", {})
        assert (await wire.act("x"))["t"] == "ack"


@rule("CRASH-01")
async def test_what_another_process_owns_by_now_may_be_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(*_: object) -> Answer:
        raise OwnerChanged("CRASH-01", "unit_has_another_owner", {"epoch": 5})

    guest = await world.guest()
    async with guest.socket() as wire:
        with monkeypatch.context() as patched:
            patched.setattr(world.room, "ask", ask)
            refused = await wire.act("x")
            assert (refused["rule"], refused["reason"], refused["d"]) == (
                "NET-10",
                "unavailable",
                {},
            )
            status, said = await guest.post("/api/games/buy", id="g", offer="HexaPro 1", games=1)
            assert (status, said["rule"], said["reason"]) == (503, "NET-10", "unavailable")
        assert (await wire.act("x"))["t"] == "ack"


async def test_who_comes_back_gets_what_was_missed_and_the_pending_decision(world: World) -> None:
    guest = await world.guest()
    table = world.room.tables["table:7"]
    async with guest.socket("table:7"):
        have = table.v
    table.publish(Folded(1))
    table.publish(Folded(2))
    world.room.owner.turn[guest.player] = turn_request(turn=18)
    async with guest.socket(have={"table:7": have}) as wire:
        frames = await wire.until("sync:end")
        assert [frame["t"] for frame in frames] == [
            "sync:begin", "event", "event", "turn", "sync:end",
        ]  # fmt: skip
        assert [frame["v"] for frame in frames if frame["t"] == "event"] == [have + 1, have + 2]
        assert frames[3]["d"]["turn"] == 18


async def test_who_was_gone_too_long_gets_a_snapshot(world: World) -> None:
    guest = await world.guest()
    async with guest.socket(have={"table:7": 3}) as wire:
        frames = await wire.until("sync:end")
        assert [frame["t"] for frame in frames] == ["sync:begin", "snapshot", "sync:end"]


async def test_a_second_socket_that_hears_a_table_replaces_the_first(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7") as first, guest.socket("table:7") as second:
        assert await first.close_code() == CloseCode.REPLACED
        assert (await second.act())["t"] == "ack"
    await until(lambda: world.room.here[-1][0] != "arrived")
    assert world.room.here == [("arrived", guest.player), ("lost", guest.player)]


async def test_windows_without_tables_live_beside_the_one_that_has_them(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7") as plays, guest.socket("lobby", "me") as looks:
        assert (await plays.act())["t"] == "ack"
        answered = await looks.ask(t="subscribe", id="s-1", ch="lobby")
        assert answered["t"] == "ack", "who asks is answered"
        await looks.ask(t="subscribe", id="s-2", ch="table:7")
        assert await plays.close_code() == CloseCode.REPLACED, "tables are heard in one window"
        assert (await looks.act())["t"] == "ack"
        await looks.ask(t="unsubscribe", id="s-3", ch="table:7")
        async with guest.socket("table:7") as again:
            assert (await again.act())["t"] == "ack"
            assert (await looks.ask(t="subscribe", id="s-4", ch="me"))["t"] == "ack"
    await until(lambda: world.room.here[-1][0] != "arrived")
    assert world.room.here == [("arrived", guest.player), ("lost", guest.player)]


async def test_the_ninth_window_of_a_browser_replaces_the_oldest_without_tables(
    world: World,
) -> None:
    guest = await world.guest()
    async with AsyncExitStack() as windows:
        table = await windows.enter_async_context(guest.socket("table:7"))
        others = [await windows.enter_async_context(guest.socket("lobby")) for _ in range(8)]
        assert await others[0].close_code() == CloseCode.REPLACED
        for window in (table, *others[1:]):
            assert (await window.act(str(uuid4())))["t"] == "ack"


async def test_two_sessions_of_an_account_have_a_socket_each_up_to_eight(world: World) -> None:
    ana = await world.person("Ana")
    async with asyncio.TaskGroup() as group:
        gate, ready = asyncio.Event(), asyncio.Semaphore(0)

        async def listen() -> None:
            browser = world.browser()
            await browser.post("/api/login", name="ana", password="three small fish")
            async with browser.socket("lobby"):
                ready.release()
                await gate.wait()

        for _ in range(8):
            group.create_task(listen())
        for _ in range(8):
            await ready.acquire()
        async with ana.dial() as wire:
            await wire.send(t="hello", protocols=[1])
            assert await wire.close_code() == CloseCode.RATE
        gate.set()


async def test_leaving_on_purpose_is_no_lost_connection(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7") as wire:
        await wire.send(t="bye")
        assert await wire.close_code() == CloseCode.LEFT
    await until(lambda: len(world.room.here) == 2)
    assert world.room.here[-1] == ("left", guest.player)
    async with guest.socket("table:7") as wire:
        await wire.ws.close(code=CloseCode.LEFT)
    await until(lambda: len(world.room.here) == 4)
    assert world.room.here[-1] == ("left", guest.player)


async def test_a_ticket_opens_one_socket_only(world: World) -> None:
    guest = await world.guest()
    ticket = await guest.ticket()
    async with guest.dial(ticket) as first, guest.dial(ticket) as second:
        assert await second.close_code() == CloseCode.NOT_AUTHENTICATED
        await first.send(t="hello", protocols=[1])
        assert (await first.read())["t"] == "hello"


async def test_a_ticket_is_worthless_after_thirty_seconds(world: World) -> None:
    guest = await world.guest()
    ticket = await guest.ticket()
    world.clock.advance(TICKET_MS)
    async with guest.dial(ticket) as wire:
        assert await wire.close_code() == CloseCode.NOT_AUTHENTICATED


async def test_a_stolen_ticket_opens_nothing_without_the_cookie(world: World) -> None:
    guest, thief = await world.guest(), await world.guest()
    async with thief.dial(await guest.ticket()) as wire:
        assert await wire.close_code() == CloseCode.NOT_AUTHENTICATED


@pytest.mark.parametrize("ticket", ["", "guessed", "a" * 500])
async def test_no_socket_without_a_ticket(world: World, ticket: str) -> None:
    guest = await world.guest()
    async with guest.dial(ticket) as wire:
        assert await wire.close_code() == CloseCode.NOT_AUTHENTICATED


async def test_a_refused_socket_says_what_it_needs(world: World) -> None:
    guest, thief = await world.guest(), await world.guest()
    for ticket, said in (
        ("", "no ticket: POST /api/ticket gives one"),
        ("guessed", "unknown, used or older than 30 s: POST /api/ticket gives another"),
        (await guest.ticket(), "needs the cookie of the session that asked for it"),
    ):
        async with thief.dial(ticket) as wire:
            closing = await wire.ws.receive(30)
            assert closing.type is WSMsgType.CLOSE
            assert (closing.data, said in str(closing.extra)) == (CloseCode.NOT_AUTHENTICATED, True)
    async with guest.dial() as wire:
        await wire.send(t="subscribe", id="1", ch="me")
        closing = await wire.ws.receive(30)
        assert closing.data == CloseCode.PROTOCOL
        assert "must be a hello" in str(closing.extra)
    async with guest.session.get("/api/socket?ticket=x") as response:
        answer = await response.json()
    assert (response.status, answer["reason"]) == (400, "not_a_websocket")
    for needed in ("wss://", "POST /api/ticket", "cookie"):
        assert needed in answer["d"]["said"]


@pytest.mark.parametrize(
    "origin", ["http://evil.test", "https://room.test", "null", "http://room.test.evil.test"]
)
async def test_another_page_opens_no_socket(world: World, origin: str) -> None:
    guest = await world.guest()
    path = f"/api/socket?ticket={await guest.ticket()}"
    async with guest.session.get(path, headers={"Origin": origin}) as response:
        assert response.status == 403


async def test_who_says_nothing_first_is_hung_up_on(world: World) -> None:
    guest = await world.guest()
    async with guest.dial() as wire:
        assert await wire.close_code() == CloseCode.PROTOCOL


@pytest.mark.parametrize(
    "first",
    [{"t": "ping"}, {"t": "hello", "protocols": [99]}, {"t": "hello"}, {"t": "bye"}],
)
async def test_the_first_message_is_a_hello_in_a_protocol_we_speak(
    world: World, first: dict[str, object]
) -> None:
    guest = await world.guest()
    async with guest.dial() as wire:
        await wire.send(**first)
        assert await wire.close_code() == CloseCode.PROTOCOL


async def test_channels_that_are_not_there_and_channels_too_many_are_refused(world: World) -> None:
    guest = await world.guest()
    async with guest.socket() as wire:
        refused = await wire.ask(t="subscribe", id="1", ch="table:99")
        assert (refused["rule"], refused["reason"]) == ("NET-03", "no_such_channel")
        assert (await wire.ask(t="unsubscribe", id="2", ch="table:99"))["t"] == "ack"


async def test_who_unsubscribed_hears_nothing_more(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7", "table:8") as wire:
        await wire.ask(t="unsubscribe", id="2", ch="table:7")
        world.room.tables["table:7"].publish(Folded(1))
        world.room.tables["table:8"].publish(Folded(2))
        assert (await wire.read())["ch"] == "table:8"


async def test_a_ping_is_answered_and_the_servers_own_pings_are_measured(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7") as wire:
        await wire.send(t="ping", n=7)
        pong = await wire.read()
        assert (pong["t"], pong["n"]) == ("pong", 7)
        await until(lambda: world.services.registry.lines()[0].lag_ms is not None)
        assert world.services.registry.lag_ms(guest.player) == 0


async def test_a_dead_connection_at_a_table_is_dropped_after_ten_seconds(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("table:7"):
        world.clock.advance(10_000)
        await world.services.registry.look_after()
        assert world.services.registry.is_here(guest.player)
        world.clock.advance(1)
        await world.services.registry.look_after()
        await until(lambda: not world.services.registry.is_here(guest.player))
    assert world.room.here[-1] == ("lost", guest.player)


async def test_a_silent_line_is_in_doubt_until_it_is_heard_or_dead(world: World) -> None:
    guest = await world.guest()
    registry = world.services.registry
    async with guest.socket("table:7") as wire:
        world.clock.advance(7_000)
        assert registry.doubt_ms(guest.player) == 0
        world.clock.advance(1_000)
        assert registry.doubt_ms(guest.player) == 3_000, "dead after ten, and found a second later"
        await wire.send(t="ping", n=1)
        await wire.read()
        assert registry.doubt_ms(guest.player) == 0


async def test_in_the_lobby_one_may_be_silent_for_longer(world: World) -> None:
    guest = await world.guest()
    async with guest.socket("lobby"):
        world.clock.advance(20_000)
        await world.services.registry.look_after()
        await asyncio.sleep(0.05)
        assert world.services.registry.is_here(guest.player)


async def test_a_flood_is_hung_up_on_and_a_burst_is_not(world: World) -> None:
    guest = await world.guest()
    async with guest.socket() as wire:
        for n in range(39):
            await wire.send(t="ping", n=n)
        for n in range(39):
            assert (await wire.read())["n"] == n
        for n in range(60):
            await wire.send(t="ping", n=n)
        assert await wire.close_code() == CloseCode.RATE


async def test_a_reader_who_is_too_slow_is_dropped_and_the_table_plays_on(world: World) -> None:
    slow, quick = await world.guest(), await world.guest()
    table = world.room.tables["table:7"]
    async with slow.socket("table:7") as asleep, quick.socket("table:7") as awake:
        connection = asleep.ws._conn
        assert connection is not None
        assert connection.transport is not None
        connection.transport.pause_reading()
        heard = 0
        while world.services.registry.is_here(slow.player) and heard < 400:
            table.publish({"padding": "x" * 60_000})
            heard += (await awake.read())["t"] == "event"
        assert not world.services.registry.is_here(slow.player)
        assert world.services.registry.is_here(quick.player)
        connection.transport.abort()
    assert heard > 1


async def test_an_address_opens_only_so_many_connections() -> None:

    settings = Settings(origins=frozenset({ORIGIN}), sockets_per_address=1)
    async with World(settings) as small:
        guest = await small.guest()
        async with (
            guest.socket(),
            guest.session.get(
                f"/api/socket?ticket={await guest.ticket()}", headers={"Origin": ORIGIN}
            ) as response,
        ):
            assert response.status == 429


async def test_a_restart_is_announced_and_closes_with_its_code(world: World) -> None:
    guest, boss = await world.guest(), await world.person("Boss", role="administrator")
    async with guest.socket("lobby") as wire:
        status, _ = await boss.post("/api/admin/drain", in_s=30)
        drain = await wire.read()
        assert (status, drain["t"], drain["at"]) == (200, "drain", world.clock.now_ms() + 30_000)
        assert (await guest.get("/health"))[0] == 503
        world.services.registry.close_all(CloseCode.DRAINING)
        assert await wire.close_code() == CloseCode.DRAINING


async def test_a_restart_that_is_called_off_is_told_at_once(world: World) -> None:
    guest, boss = await world.guest(), await world.person("Boss", role="administrator")
    async with guest.socket("lobby") as wire:
        await boss.post("/api/admin/drain", in_s=30)
        await wire.read()
        status, _ = await boss.post("/api/admin/resume")
        called_off = await wire.read()
        assert (status, called_off["t"], called_off["at"]) == (200, "drain", 0)
        assert (await guest.get("/health"))[0] == 200
