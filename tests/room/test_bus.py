"""The bus and its inboxes: order between two actors, a bound for each kind, and nobody waits."""

import asyncio
from typing import Any, NamedTuple

import pytest

from cardroom.cash.messages import PlayerArrived, PlayerGone, RemovePlayer, TableReport
from cardroom.errors import SeatRefused, TransferRefused, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import (
    MESSAGES_MAX,
    REQUESTS_MAX,
    Inbox,
    InboxFull,
    Letter,
    LocalBus,
    table_address,
)
from cardroom.room.cash.lobby_actor import MESSAGES_MAX as LOBBY_MESSAGES_MAX
from cardroom.room.cash.messages import LOBBY
from cardroom.room.requests import Chat, Leave, Sit
from cardroom.room.services import SteadyClock
from cardroom.room.tables.messages import PlayerRequest, Release
from cardroom.rulebook.cash.stakes import StakeKey
from tests.room.inside import delivered, inside
from tests.room.rooms import NL10 as PLAY
from tests.room.rooms import Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import VirtualClock, run
from tests.rule import rule

A, B = table_address(1), table_address(2)
NL10 = StakeKey("nl-holdem", "ordinary", 5, 10)


class Note(NamedTuple):
    """Something to say."""

    number: int


def a_bus() -> tuple[LocalBus, Inbox, Inbox]:
    bus, clock = LocalBus(), SteadyClock(VirtualClock())
    return bus, bus.open(A, clock), bus.open(B, clock)


async def read(inbox: Inbox) -> list[object]:
    """Everything that waits."""
    found: list[object] = []
    while len(inbox):
        letter = await inbox.take(0)
        assert letter is not None
        found.append(letter.message)
    return found


def report(ready: int, table: int = 1, changes: int = 0) -> TableReport:
    return TableReport(
        table=TableId(table),
        stake=NL10,
        taken=(),
        ready=ready,
        needed=3,
        has_dealt=False,
        seat_changes=changes,
        at_ms=1,
    )


def test_players_cannot_crowd_out_what_actors_say_to_each_other() -> None:
    async def story() -> None:
        bus, _, inbox = a_bus()
        asked = [asyncio.create_task(bus.ask(B, Note(n))) for n in range(REQUESTS_MAX + 1)]
        await asyncio.sleep(0)
        with pytest.raises(SeatRefused, match="busy"):
            await asked[-1]
        for number in range(MESSAGES_MAX):
            bus.send(B, Note(number), sender=A)
        assert len(inbox) == REQUESTS_MAX + MESSAGES_MAX
        with pytest.raises(InboxFull):
            bus.send(B, Note(0), sender=A)
        await inbox.take(0)
        again = asyncio.create_task(bus.ask(B, Note(0)))
        await asyncio.sleep(0)
        assert not again.done(), "room for one request is there again"
        for task in (again, *asked[:-1]):
            task.cancel()

    run(story())


@pytest.mark.parametrize("wait_s", [30.0, 2.0, 0.4])
def test_an_actor_that_is_woken_often_has_one_alarm_and_it_rings_in_time(
    wait_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next moment is later than the last one was, earlier, or the same."""

    async def story() -> None:
        bus, _, inbox = a_bus()
        loop = asyncio.get_running_loop()
        set_alarms: list[float] = []
        call_at = loop.call_at

        def noted(when: float, *given: Any) -> asyncio.TimerHandle:
            set_alarms.append(when)
            return call_at(when, *given)

        monkeypatch.setattr(loop, "call_at", noted)
        for number in range(50):
            reading = asyncio.create_task(inbox.take(2.0))
            await asyncio.sleep(0)
            bus.send(B, Note(number), sender=A)
            letter = await reading
            assert letter is not None
            assert letter.message == Note(number)
        assert len(set_alarms) == 1
        waited_from = loop.time()
        assert await inbox.take(wait_s) is None
        assert loop.time() - waited_from == pytest.approx(wait_s)
        assert len(set_alarms) <= 2
        reading = asyncio.create_task(inbox.take(5.0))
        await asyncio.sleep(0)
        bus.close(B)
        assert await reading is None
        assert inbox._alarm is None

    run(story())


def test_two_actors_with_full_inboxes_that_write_to_each_other_never_stand_still() -> None:
    async def story() -> None:
        bus, *inboxes = a_bus()
        heard = [0, 0]

        async def actor(own: int) -> None:
            """Answer every message with one to the other, and every request, too."""
            while True:
                letter = await inboxes[own].take(None)
                assert letter is not None
                heard[own] += 1
                bus.send((B, A)[own], Note(heard[own]), sender=(A, B)[own])
                letter.reply(heard[own])

        asked = [
            asyncio.create_task(bus.ask(address, Note(0)))
            for address in (A, B)
            for _ in range(REQUESTS_MAX)
        ]
        await asyncio.sleep(0)
        for address in (A, B):
            for number in range(MESSAGES_MAX // 2):
                bus.send(address, Note(number), sender="room")
        tasks = [asyncio.create_task(actor(0)), asyncio.create_task(actor(1))]
        async with asyncio.timeout(10):
            answers = await asyncio.gather(*asked)
        assert len(answers) == 2 * REQUESTS_MAX
        assert min(heard) > MESSAGES_MAX // 2
        for task in tasks:
            task.cancel()

    run(story())


def test_the_newest_word_about_something_takes_the_place_of_one_that_nobody_has_read() -> None:
    async def story() -> None:
        bus, _, inbox = a_bus()
        ann, ben = PlayerId(1), PlayerId(2)
        said: list[object] = [
            report(1),
            Note(1),
            report(2),
            report(3, table=2),
            PlayerGone(player=ann, at_ms=1),
            PlayerGone(player=ben, at_ms=1),
            PlayerArrived(player=ann, at_ms=2),
            report(4),
            report(5, changes=2),
        ]
        for one in said:
            bus.send(B, one, sender=A)
        assert await read(inbox) == [
            report(4),
            Note(1),
            report(3, table=2),
            PlayerArrived(player=ann, at_ms=2),
            PlayerGone(player=ben, at_ms=1),
            report(5, changes=2),
        ], "who has sat down and left is not passed over"
        bus.send(B, report(5), sender=A)
        assert await read(inbox) == [report(5)], "what was read is not replaced"

    run(story())


def test_reports_of_all_tables_that_there_may_be_find_room_in_the_lobby() -> None:
    async def story() -> None:
        tables = 20_000
        inbox = Inbox(SteadyClock(VirtualClock()), messages_max=LOBBY_MESSAGES_MAX)
        for step in range(10):
            for table in range(tables):
                inbox.put(Letter(report(step, table)))
        assert len(inbox) == tables < LOBBY_MESSAGES_MAX

    run(story())


@rule("CRASH-02")
def test_a_table_that_reads_nothing_for_far_too_long_stops_and_its_lobby_goes_on() -> None:
    async def story() -> None:
        scene = await Scene.open()
        room, store = scene.shell.room, scene.shell.store
        store.is_out = True
        await scene.act("fold")
        await scene.act("fold")
        await delivered()
        for number in range(MESSAGES_MAX):
            room.services.bus.send(table_address(TABLE), Release(number))
        await room.operator.close_table(TABLE)
        await delivered()
        scene.shell.fund(9)
        store.is_out = False
        answer = await room.ask(Client(scene.shell, 9).caller, PLAY)
        assert len(answer["queued"]) == 1  # type: ignore[arg-type]
        await asyncio.sleep(60)
        assert scene.task.frozen == "InboxFull"
        await room.stop()

    run(story())


def test_a_buy_in_at_a_table_that_reads_nothing_is_answered_and_the_seat_still_offered() -> None:
    async def story() -> None:
        scene = await Scene.open()
        room, store = scene.shell.room, scene.shell.store
        scene.shell.fund(9)
        newcomer = Client(scene.shell, 9)
        await room.ask(newcomer.caller, PLAY)
        await scene.act("fold")
        store.is_out = True
        await scene.act("fold")
        await delivered()
        for number in range(MESSAGES_MAX):
            room.services.bus.send(A, Release(number))
        sits = PlayerRequest(newcomer.caller, Sit(id="s", ch=A, amount=1000))
        with pytest.raises(Unavailable):
            await room.services.bus.ask(LOBBY, sits)
        assert len(inside(room).offers_of(newcomer.viewer)) == 1
        assert not room.lobby.lobby.table(TABLE).taking
        store.is_out = False
        await room.stop()

    run(story())


def test_a_table_that_cannot_be_opened_leaves_nobody_waiting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        shell = Shell(1)

        async def refuse(table: TableId, owner: str, stake: str) -> int:
            await asyncio.sleep(5)
            raise TransferRefused("CRASH-01", "unit_has_another_owner")

        shell.store.claim_table = refuse  # type: ignore[method-assign]
        for player in (1, 2, 3):
            shell.fund(player)
        clients = [Client(shell, player) for player in (1, 2, 3)]
        for client in clients:
            await shell.room.ask(client.caller, PLAY)
        (offer,) = inside(shell.room).offers_of(clients[0].viewer)
        sits = Sit(id="s", ch=table_address(offer.table), amount=1000)
        with pytest.raises(SeatRefused, match="no such table"):
            await shell.room.ask(clients[0].caller, sits)
        await delivered()
        assert not any(inside(shell.room).offers_of(client.viewer) for client in clients)
        assert not shell.room.lobby.lobby.tables
        assert "could not be opened" in caplog.text
        await shell.room.stop()

    run(story())


@rule("CRASH-02")
def test_a_message_that_meets_a_table_in_the_moment_of_its_stop_is_read_after_it() -> None:
    async def story() -> None:
        scene = await Scene.open()
        room = scene.shell.room
        chat = asyncio.create_task(scene.ask(2, Chat(id="c", ch=A, text="hello")))
        scene.task.fail(RuntimeError("planted"))
        room.services.bus.send(A, RemovePlayer(player=PlayerId(1), at_ms=scene.now_ms))
        await asyncio.sleep(1)
        assert scene.task.frozen == "RuntimeError"
        assert not scene.task.table.has(PlayerId(1))
        assert await chat == {}
        await room.stop()

    run(story())


def test_a_player_hears_that_a_table_is_busy_and_others_play_on() -> None:
    async def story() -> None:
        scene = await Scene.open()
        bus, caller = scene.shell.room.services.bus, scene.clients[PlayerId(1)].caller
        says = [Chat(id=f"c{n}", ch=A, text="hello") for n in range(REQUESTS_MAX + 5)]
        asked = [asyncio.create_task(bus.ask(A, PlayerRequest(caller, one))) for one in says]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in answers if isinstance(one, SeatRefused)]
        assert len(refused) == 5
        assert {one.reason for one in refused} == {"table_is_busy"}
        await scene.ask(1, Leave(id="l", ch=A))
        assert inside(scene.shell.room).tables
        await scene.shell.room.stop()

    run(story())
