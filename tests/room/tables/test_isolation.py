"""A table that breaks stops alone: its hand never was, its players go with their money."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from cardroom.engine.events import decode_events
from cardroom.errors import (
    ActionRefused,
    OperatorRefused,
    SeatRefused,
    TransferRefused,
    Unavailable,
)
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import Letter
from cardroom.room.ports import Answer
from cardroom.room.requests import Act, Chat, Leave, Play, Sit, TopUp
from cardroom.room.shuffle import Bits, ShuffledDeck, shuffle
from cardroom.room.tables.messages import PlayerRequest
from tests.room.fakes import Names, NoLag
from tests.room.inside import delivered, inside, plant
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

CHANNEL = f"table:{TABLE}"
PAST_EVERY_DEADLINE_S = 120


class Shaky(NoLag, Names):
    """Ports that fail when they are told to."""

    def __init__(self) -> None:
        self.fails = ""

    def lag_ms(self, player: PlayerId) -> int:
        assert self.fails != "lag"
        return 0

    def name(self, player: PlayerId) -> str:
        assert self.fails != "name"
        return f"player{player}"

    def shuffle(self, bits: Bits) -> ShuffledDeck:
        assert self.fails != "shuffle"
        return shuffle(bits)


async def shaky_scene(ports: Shaky) -> Scene:
    return await Scene.open(presence=ports, names=ports, shuffle=ports.shuffle)


async def by_job(scene: Scene, ports: Shaky) -> None:
    with pytest.raises(Unavailable):
        await plant(scene.shell.room, TABLE)


async def by_lag(scene: Scene, ports: Shaky) -> None:
    ports.fails = "lag"
    await asyncio.sleep(PAST_EVERY_DEADLINE_S)


async def by_name(scene: Scene, ports: Shaky) -> None:
    ports.fails = "name"
    scene.shell.room.gone(PlayerId(1), on_purpose=False)
    await asyncio.sleep(0.2)
    ports.fails = ""


async def by_settlement(scene: Scene, ports: Shaky) -> None:
    scene.shell.store.fails_next_settle = "before"
    await scene.act("fold")
    await scene.act("fold")
    await asyncio.sleep(0.2)


@rule("CRASH-02", "AMB-24", "CASH-03")
@pytest.mark.parametrize("breaks", [by_job, by_lag, by_name, by_settlement])
def test_a_table_that_breaks_voids_its_hand_and_freezes(breaks: Callable[..., Any]) -> None:
    async def story() -> None:
        ports = Shaky()
        scene = await shaky_scene(ports)
        await scene.act("raise", 40)
        await breaks(scene, ports)
        ports.fails = ""
        await scene.shell.room.services.wallets.flush()
        assert scene.task.frozen
        assert scene.task.table.deal is None
        assert {one.stack for one in scene.task.table.in_order()} == {1000}
        (void,) = scene.shell.store.voided
        assert (void.table, void.number, void.deltas, void.rake) == (TABLE, 1, {}, 0)
        assert decode_events(void.history)
        assert [event["reason"] for event in scene.events(3, "table_frozen")] == [scene.task.frozen]
        assert [event["number"] for event in scene.events(3, "hand_rolled_back")] == [1]
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-02")
def test_players_of_a_frozen_table_are_answered_and_leave_with_their_money() -> None:
    async def story() -> None:
        scene = await Scene.open()
        turn = await scene.turn()
        await scene.act("raise", 300)
        waiting = asyncio.create_task(plant(scene.shell.room, TABLE))
        late = [asyncio.create_task(scene.ask(1, Chat(id="c", ch=CHANNEL, text="hello")))]
        await asyncio.gather(waiting, *late, return_exceptions=True)
        with pytest.raises(ActionRefused) as refused:
            await scene.ask(turn.viewer, Act(id="a", ch=CHANNEL, hand=1, turn=1, a="fold"))
        assert (refused.value.rule, refused.value.reason) == ("CRASH-02", "table_is_frozen")
        for player in (1, 2, 3):
            await scene.ask(player, Leave(id=f"l{player}", ch=CHANNEL))
        assert scene.shell.store.escrow(TABLE) == {}
        assert set(scene.money().values()) == {100_000}
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-02")
def test_nobody_is_offered_a_seat_at_a_frozen_table() -> None:
    async def story() -> None:
        scene = await Scene.open()
        scene.shell.fund(9)
        newcomer = Client(scene.shell, 9)
        offered = await scene.shell.room.ask(newcomer.caller, NL10)
        assert [offer["table"] for offer in offered["offers"]] == [TABLE]  # type: ignore[attr-defined]
        with pytest.raises(Unavailable):
            await plant(scene.shell.room, TABLE)
        await asyncio.sleep(0.1)
        assert inside(scene.shell.room).offers_of(newcomer.viewer) == ()
        with pytest.raises(SeatRefused) as refused:
            await scene.shell.room.ask(newcomer.caller, Sit(id="s", ch=CHANNEL, amount=1000))
        assert refused.value.rule == "CRASH-02"
        again = await scene.shell.room.ask(newcomer.caller, NL10)
        assert (again["offers"], len(again["queued"])) == ([], 1)  # type: ignore[arg-type]
        await scene.shell.room.operator.unfreeze(TABLE)
        assert [one.table for one in inside(scene.shell.room).offers_of(newcomer.viewer)] == [TABLE]
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-02", "AMB-24")
def test_the_other_tables_do_not_notice() -> None:
    """The neighbours' bytes are the same with and without the broken table."""

    async def evening(*, breaking: bool) -> tuple[bytes, int]:
        shell = Shell(4)
        omaha = Play(id="p", game="pl-omaha", format="ordinary", small_blind=5, big_blind=10)
        clients = [Client(shell, number) for number in range(1, 8)]
        for client in clients:
            shell.fund(client.viewer)
        await asyncio.gather(*(client.sit(1000, omaha) for client in clients[:4]))
        await asyncio.gather(*(client.sit() for client in clients[4:]))
        playing = [
            asyncio.create_task(client.play_on(Random(client.viewer))) for client in clients[:4]
        ]
        await asyncio.sleep(20)
        if breaking:
            with pytest.raises(Unavailable):
                await plant(shell.room, TableId(2))
        await asyncio.sleep(60)
        for task in playing:
            task.cancel()
        frames = b"".join(frame for client in clients[:4] for frame in _stripped(client))
        hands = len(shell.store.hands[TABLE])
        assert bool(shell.room.tasks[TableId(2)].frozen) == breaking
        await shell.room.stop()
        return frames, hands

    def _stripped(client: Client) -> list[bytes]:
        return [frame for frame in client.frames if b'"ch":"table:1"' in frame]

    sound, broken_beside = run(evening(breaking=False)), run(evening(breaking=True))
    assert sound[1] > 5
    assert _without_times(sound[0]) == _without_times(broken_beside[0])


def _without_times(frames: bytes) -> list[bytes]:
    """What was told in which order; the store's own delays differ by a few milliseconds."""
    return [part.split(b'"d":')[-1] for part in frames.split(b'"t":"event"')][:200]


@rule("CRASH-02", "AMB-24", "AMB-69")
def test_an_award_that_does_not_add_up_stops_its_table_and_the_neighbours_play_on() -> None:
    async def evening() -> None:
        shell = Shell(4)
        omaha = Play(id="p", game="pl-omaha", format="ordinary", small_blind=5, big_blind=10)
        clients = [Client(shell, number) for number in range(1, 8)]
        for client in clients:
            shell.fund(client.viewer)
        await asyncio.gather(*(client.sit(1000, omaha) for client in clients[:4]))
        await asyncio.gather(*(client.sit() for client in clients[4:]))
        playing = [asyncio.create_task(one.play_on(Random(one.viewer))) for one in clients]
        await asyncio.sleep(20)
        task = shell.room.tasks[TableId(2)]
        while task.table.hand is None or task.table.hand.is_over:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        before = shell.store.escrow(TableId(2))
        hands = len(shell.store.hands[TABLE]), len(shell.store.hands[TableId(2)])
        # A cent that nobody put in: the pots can never pay it out.
        task.table.hand._betting.chips_in += 1
        await asyncio.sleep(60)
        for one in playing:
            one.cancel()
        await shell.room.services.wallets.flush()
        assert task.frozen == "AssertionError"
        assert task.table.deal is None
        assert len(shell.store.hands[TABLE]) > hands[0]
        assert [(void.table, void.deltas) for void in shell.store.voided] == [(TableId(2), {})]
        assert len(shell.store.hands[TableId(2)]) == hands[1]
        assert {one.player: one.stack for one in task.table.in_order()} == before
        await shell.room.stop()

    run(evening())


@rule("CRASH-01", "CRASH-02")
@pytest.mark.parametrize(("when", "paid"), [("before", False), ("after", True)])
def test_a_settlement_that_breaks_is_paid_or_void_as_the_store_says(
    when: str, *, paid: bool
) -> None:
    async def story() -> None:
        scene = await Scene.open()
        scene.shell.store.fails_next_settle = when
        await scene.act("fold")
        await scene.act("fold")
        await asyncio.sleep(0.5)
        assert scene.task.frozen == "RuntimeError"
        assert len(scene.shell.store.hands.get(TABLE, ())) == paid
        assert len(scene.shell.store.voided) == (not paid)
        assert bool(scene.events(1, "pot_awarded")) == paid
        stacks = {one.player: one.stack for one in scene.task.table.in_order()}
        assert stacks == scene.shell.store.escrow(TABLE)
        assert (len(set(stacks.values())) > 1) == paid
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-02", "AMB-24")
def test_a_stack_that_went_wrong_is_what_the_store_says_after_the_table_stopped() -> None:
    async def story() -> None:
        scene = await Scene.open()
        scene.task.table.in_order()[0].stack += 1
        await scene.act("fold")
        await scene.act("fold")
        await asyncio.sleep(0.5)
        assert scene.task.frozen == "TransferRefused"
        assert {one.stack for one in scene.task.table.in_order()} == {1000}
        assert len(scene.shell.store.voided) == 1
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-01", "AMB-69")
def test_a_table_that_somebody_else_took_over_moves_no_more_money() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.act("raise", 60)
        await scene.shell.store.claim_table(TABLE, "another process", "")
        await scene.act("fold")
        await scene.act("fold")
        await asyncio.sleep(1)
        assert scene.task.frozen == "OwnerChanged"
        assert scene.shell.store.hands == {}
        assert set(scene.shell.store.escrow(TABLE).values()) == {1000}
        assert scene.events(1, "pot_awarded") == []
        await scene.shell.room.stop()

    run(story())


# What the operator may do


@rule("CASH-01", "AMB-69")
def test_the_floor_freezes_a_table_looks_into_it_and_lets_it_play_on() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.act("raise", 60)
        deal = scene.task.table.deal
        await scene.shell.room.operator.freeze(TABLE)
        assert scene.task.frozen == "operator"
        assert scene.task.table.deal is None
        await scene.shell.room.operator.unfreeze(TABLE)
        with pytest.raises(OperatorRefused):
            await scene.shell.room.operator.unfreeze(TABLE)
        await scene.turn()
        assert scene.task.table.number == 2
        assert scene.task.table.deal == deal
        assert scene.events(1, "table_thawed")
        await scene.shell.room.stop()

    run(story())


def test_a_closed_table_sends_everybody_home_after_the_hand() -> None:
    async def story() -> None:
        scene = await Scene.open()
        room = scene.shell.room
        await room.operator.close_table(TABLE)
        await delivered()
        assert scene.task.table.deal is not None
        assert scene.events(1)[-1] == {"type": "table_closing", "table": TABLE}
        await scene.act("fold")
        await scene.act("fold")
        await asyncio.sleep(1)
        assert TABLE not in room.tasks
        assert scene.shell.store.escrow(TABLE) == {}
        assert scene.shell.store.kept == {}
        assert sum(scene.money().values()) == 300_000
        with pytest.raises(SeatRefused):
            await scene.ask(1, Chat(id="c", ch=CHANNEL, text="anybody here?"))
        await room.stop()

    run(story())


def test_who_waits_for_a_table_that_closes_is_told_so() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.shell.room.operator.freeze(TABLE)
        leaving = [scene.ask(player, Leave(id=f"l{player}", ch=CHANNEL)) for player in (1, 2, 3)]
        await scene.shell.room.operator.close_table(TABLE)
        answers = await asyncio.gather(*leaving, return_exceptions=True)
        reasons = {getattr(answer, "reason", "done") for answer in answers}
        assert reasons <= {"no_such_table", "done"}
        await scene.shell.room.stop()

    run(story())


def test_a_drain_lets_the_hand_in_progress_end_and_deals_no_other() -> None:
    async def story() -> None:
        scene = await Scene.open()
        room = scene.shell.room
        draining = asyncio.create_task(room.operator.drain(scene.now_ms + 5_000))
        await scene.fold_to_one()
        await scene.turn()
        assert scene.task.table.number == 2
        await asyncio.sleep(6)
        assert not draining.done()
        await scene.fold_to_one()
        await draining
        await asyncio.sleep(30)
        assert scene.task.table.number == 2
        room.operator.resume()
        await scene.turn()
        assert scene.task.table.number == 3
        await room.stop()

    run(story())


def test_an_announcement_reaches_the_lobby_and_the_tables() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.clients[PlayerId(1)].listen("lobby")
        await scene.shell.room.operator.announce("We restart at ten")
        await delivered()
        announced = [
            frame for frame in scene.clients[PlayerId(1)].frames if b"restart at ten" in frame
        ]
        assert len(announced) == 2
        await scene.shell.room.stop()

    run(story())


def test_a_full_inbox_refuses_and_the_table_plays_on() -> None:
    async def story() -> None:
        scene = await Scene.open()
        asked = [
            asyncio.create_task(scene.ask(1, Chat(id=f"c{number}", ch=CHANNEL, text="hi")))
            for number in range(100)
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [one for one in answers if isinstance(one, SeatRefused)]
        assert {one.reason for one in refused} == {"table_is_busy"}
        assert len(answers) - len(refused) == 64
        await scene.act("fold")
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-02", "AMB-40")
def test_a_top_up_that_the_store_refuses_at_a_frozen_table_is_in_no_stack_after_it() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.act("raise", 300)
        await scene.act("fold")
        await scene.act("fold")
        await scene.shell.room.operator.freeze(TABLE)
        (loser,) = [one for one in scene.task.table.in_order() if one.stack < 1000][:1]

        async def refuses(*_: object) -> object:
            raise TransferRefused("I2", "not_enough_money")

        stored, scene.shell.store.move = scene.shell.store.move, refuses  # type: ignore[method-assign, assignment]
        with pytest.raises(TransferRefused, match="not enough money"):
            await scene.ask(loser.player, TopUp(id="t", ch=CHANNEL, amount=5))
        scene.shell.store.move = stored  # type: ignore[method-assign]
        await scene.shell.room.operator.unfreeze(TABLE)
        await asyncio.sleep(1)
        stacks = {one.player: one.stack for one in scene.task.table.in_order()}
        assert stacks == scene.shell.store.escrow(TABLE)
        await scene.shell.room.stop()

    run(story())


@rule("TIME-02", "AMB-67")
def test_a_request_from_before_the_turn_costs_the_next_player_no_time() -> None:
    async def story() -> None:
        scene = await Scene.open()
        asked = (await scene.turn()).viewer
        before = scene.task.channel.pending(asked)
        assert before is not None

        leave = PlayerRequest(scene.clients[asked].caller, Leave(id="l", ch=CHANNEL))
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        scene.task.inbox.put(Letter(leave, answer, at_ms=scene.now_ms - 60_000))
        await answer
        after = await scene.turn()
        pending = scene.task.channel.pending(after.viewer)
        assert after.viewer != asked
        assert pending is not None
        assert pending.deadline_ms >= before.deadline_ms
        await scene.shell.room.stop()

    run(story())
