"""Turns: tokens, deadlines and lag, pre-selected actions, misuse, what everybody sees of time."""

import asyncio
from typing import Any

import pytest

from cardroom.engine.answers import Options
from cardroom.errors import AccessRefused, ActionRefused, SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.cash.restoring import restore_tables
from cardroom.room.net import Net
from cardroom.room.requests import Act, Chat, Intend, Leave
from cardroom.room.tables.turns import (
    ILLEGAL_ACTIONS_MAX,
    LAG_FIRST_MS,
    LAG_GAIN_MS,
    LAG_MS_MAX,
    Turns,
    Wanted,
)
from tests.room.fakes import NoLag
from tests.room.inside import delivered
from tests.room.rooms import Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

CHANNEL = f"table:{TABLE}"


class Far(NoLag):
    """Everybody is this many milliseconds away."""

    def __init__(self, lag: int) -> None:
        self._lag = lag

    def lag_ms(self, player: PlayerId) -> int:
        return self._lag


class Silent(NoLag):
    """Nobody's line answers; how long it takes until it is known to be dead."""

    def __init__(self) -> None:
        self.doubt = 0

    def doubt_ms(self, player: PlayerId) -> int:
        return self.doubt


async def wait_until(scene: Scene, at_ms: int) -> None:
    await asyncio.sleep((at_ms - scene.now_ms) / 1000)


def deadline(scene: Scene) -> int:
    found = scene.task.table.deadline_ms
    assert found is not None
    return found


# Tokens


@rule("AMB-49")
def test_an_answer_to_an_old_turn_is_refused_and_changes_nothing() -> None:
    async def story() -> None:
        scene = await Scene.open()
        first = await scene.turn()
        pending = scene.task.channel.pending(first.viewer)
        assert pending is not None
        await scene.act("call")
        await scene.turn()
        events = len(scene.events(1))
        with pytest.raises(ActionRefused) as refused:
            await scene.act("fold", turn=pending.turn)
        assert refused.value.reason == "stale_turn"
        assert refused.value.details == {"turn": pending.turn + 1}
        assert len(scene.events(1)) == events
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49")
def test_nobody_acts_for_another_and_the_clock_runs_on() -> None:
    async def story() -> None:
        scene = await Scene.open()
        actor = await scene.turn()
        ends_ms = deadline(scene)
        other = next(player for player in scene.clients if player != actor.viewer)
        with pytest.raises(ActionRefused) as refused:
            await scene.act("fold", player=other)
        assert refused.value.rule == "AMB-49"
        with pytest.raises(ActionRefused):
            await scene.act("raise", 11)
        assert (scene.task.table.actor, deadline(scene)) == (actor.viewer, ends_ms)
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49")
def test_a_turn_after_a_restart_never_has_the_token_of_one_before() -> None:
    async def story() -> tuple[int, int]:
        scene = await Scene.open()
        for _ in range(40):
            await scene.fold_to_one()
        before = scene.task.channel.pending((await scene.turn()).viewer)
        await scene.shell.room.halt()
        scene.shell = Shell(2, store=scene.shell.store)
        await restore_tables(scene.shell.room)
        after = scene.task.channel.pending((await scene.turn()).viewer)
        await scene.shell.room.stop()
        assert before is not None
        assert after is not None
        return before.turn, after.turn

    before, after = run(story())
    assert before < after


# Deadlines and lag


@rule("TIME-02", "AMB-58")
def test_who_lets_everything_run_out_checks_or_folds_and_sits_out_after_the_hand() -> None:
    async def story() -> None:
        scene = await Scene.open()
        actor = await scene.turn()
        await wait_until(scene, deadline(scene) - 1)
        assert scene.task.table.actor == actor.viewer
        await asyncio.sleep(0.002)
        assert scene.task.table.actor != actor.viewer
        assert scene.task.table.occupant(actor.viewer).sit_out == "after_this_hand"
        assert [event["type"] for event in scene.events(1)[-4:]] == [
            "server_decided",
            "places_changed",
            "folded",
            "clock_started",
        ]
        await scene.shell.room.stop()

    run(story())


@rule("TIME-02", "AMB-49")
@pytest.mark.parametrize(
    ("lag", "late_ms", "counts"),
    [(0, 1, False), (300, 290, True), (300, 310, False), (9_000, LAG_FIRST_MS - 5, True)],
)
def test_an_action_counts_as_long_as_lag_may_have_delayed_it(
    lag: int, late_ms: int, *, counts: bool
) -> None:
    async def story() -> None:
        scene = await Scene.open(presence=Far(lag))
        actor = await scene.turn()
        pending = scene.task.channel.pending(actor.viewer)
        assert pending is not None
        await wait_until(scene, deadline(scene) + late_ms)
        act = Act(id="a", ch=CHANNEL, hand=1, turn=pending.turn, a="call")
        if counts:
            await scene.ask(actor.viewer, act)
            assert scene.events(1, "called")
            assert scene.task.table.occupant(actor.viewer).sit_out == "not"
        else:
            with pytest.raises(ActionRefused):
                await scene.ask(actor.viewer, act)
            assert scene.events(1, "folded")
        await scene.shell.room.stop()

    run(story())


@rule("TIME-02", "AMB-56", "AMB-58")
def test_what_lag_is_worth_to_one_player_costs_the_next_no_time() -> None:
    async def story() -> None:
        scene = await Scene.open(presence=Far(300))
        actor = await scene.turn()
        pending = scene.task.channel.pending(actor.viewer)
        assert pending is not None
        await wait_until(scene, deadline(scene) + 290)
        act = Act(id="a", ch=CHANNEL, hand=1, turn=pending.turn, a="call")
        await scene.ask(actor.viewer, act)
        assert scene.task.table.occupant(actor.viewer).bank.left_ms == 0
        next_one = await scene.turn()
        assert next_one.viewer != actor.viewer
        clock = scene.events(1, "clock_started")[-1]
        assert clock["deadline_ms"] == scene.now_ms + 10_000
        await scene.shell.room.stop()

    run(story())


def test_lag_is_worth_what_the_quota_allows_and_every_action_gains_some() -> None:
    turns, player = Turns(first=0), PlayerId(1)
    assert turns.lag_allowance_ms(player, 200) == 200
    assert turns.lag_allowance_ms(player, 5_000) == LAG_FIRST_MS
    turns.acted(player, -3_000)
    assert turns.lag_allowance_ms(player, 5_000) == LAG_FIRST_MS + LAG_GAIN_MS
    turns.acted(player, 900)
    assert turns.lag_allowance_ms(player, 5_000) == LAG_FIRST_MS + 2 * LAG_GAIN_MS - 900
    for _ in range(20):
        turns.acted(player, 0)
    assert turns.lag_allowance_ms(player, 5_000) == LAG_MS_MAX


@rule("TIME-01", "TIME-02")
@pytest.mark.parametrize("is_lost", [True, False])
def test_nobodys_time_is_over_while_it_is_in_doubt_whether_his_line_is_lost(is_lost: bool) -> None:
    async def story() -> None:
        silent = Silent()
        scene = await Scene.open(presence=silent)
        actor = await scene.turn()
        silent.doubt = 2_000
        over_ms = deadline(scene)
        await wait_until(scene, over_ms + 1_000)
        assert not scene.events(1, "folded")
        if is_lost:
            scene.shell.room.gone(actor.viewer, on_purpose=False)
            await delivered()
            assert deadline(scene) == scene.now_ms + 30_000
        silent.doubt = 0
        await wait_until(scene, over_ms + 3_500)
        assert bool(scene.events(1, "folded")) == (not is_lost)
        await scene.shell.room.stop()

    run(story())


@rule("TIME-01", "TIME-02")
def test_a_lost_connection_is_worth_more_time_and_everybody_sees_the_new_countdown() -> None:
    async def story() -> None:
        scene = await Scene.open()
        actor = await scene.turn()
        before = scene.events(1, "clock_started")[-1]
        assert before["bank_ms"] > 0
        assert before["whole_ms"] == 10_000
        await asyncio.sleep(5)
        scene.shell.room.gone(actor.viewer, on_purpose=False)
        await delivered()
        after = scene.events(1, "clock_started")[-1]
        assert after["deadline_ms"] == scene.now_ms + 30_000
        assert after["bank_ms"] == 0
        more_ms = after["deadline_ms"] - before["deadline_ms"]
        assert after["whole_ms"] == before["whole_ms"] + more_ms, "counted from the turn's start"
        assert scene.events(1)[-3]["type"] == "connection_lost"
        scene.shell.room.arrived(actor.viewer)
        await delivered()
        back = scene.events(1, "clock_started")[-1]
        assert (back["deadline_ms"], back["bank_ms"]) == (after["deadline_ms"], before["bank_ms"])
        assert deadline(scene) == back["deadline_ms"] + back["bank_ms"]
        await scene.shell.room.stop()

    run(story())


def test_everybody_sees_the_timebank_of_everybody() -> None:
    async def story() -> None:
        scene = await Scene.open()
        actor = await scene.turn()
        rail = Client(scene.shell, 99)
        await rail.listen(CHANNEL)
        clock = scene.events(2, "clock_started")[-1]
        await wait_until(scene, clock["deadline_ms"] + 2_100)
        await scene.act("call")
        await asyncio.sleep(0.1)
        seat = scene.task.table.occupant(actor.viewer).seat
        changed = scene.events(2, "places_changed")[-1]["places"]
        assert [(place["seat"], place["bank_ms"]) for place in changed] == [
            (seat, clock["bank_ms"] - 2_250)
        ]
        await scene.shell.room.stop()

    run(story())


# Pre-selected actions


def options(call: int) -> Options:
    return Options(1, call, 20, 100)


@rule("AMB-49")
@pytest.mark.parametrize(
    ("action", "meant", "call", "done"),
    [
        ("check_fold", 0, 0, "check"),
        ("check_fold", 0, 40, "fold"),
        ("call_any", 0, 40, "call"),
        ("call_any", 20, 0, "check"),
        ("check", 0, 0, "check"),
        ("check", 0, 40, None),
        ("call", 40, 40, "call"),
        ("call", 40, 80, None),
        ("call", 0, 0, None),
        ("fold", 40, 40, "fold"),
        ("fold", 40, 80, None),
        ("fold", 0, 0, None),
    ],
)
def test_a_pre_selected_action_is_dropped_when_the_amount_to_call_changes(
    action: str, meant: int, call: int, done: str | None
) -> None:
    assert Wanted(1, "preflop", meant, action).decide(options(call)) == done


async def intend(scene: Scene, player: PlayerId, action: Any, **other: Any) -> None:
    content: dict[str, Any] = {"hand": 1, "street": "preflop", "to_call": 0, **other}
    await scene.ask(player, Intend(id="i", ch=CHANNEL, a=action, **content))


async def next_player(scene: Scene) -> PlayerId:
    """Who acts after the player whose turn it is, in a hand of three before the flop."""
    hand = scene.task.table.hand
    assert hand is not None
    assert hand.actor is not None
    seats = list(hand.seats)
    seat = seats[(seats.index(hand.actor) + 1) % len(seats)]
    return scene.task.table.occupants[seat].player


@rule("AMB-49")
def test_a_pre_selected_action_is_taken_after_a_human_pause_and_told_to_nobody() -> None:
    async def story() -> None:
        scene = await Scene.open()
        player = await next_player(scene)
        events_before = len(scene.events(1))
        await intend(scene, player, "call_any")
        assert len(scene.events(1)) == events_before
        await scene.act("call")
        started_ms = scene.now_ms
        asked = scene.clients[player].turns.qsize()
        while scene.task.table.actor == player:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        assert 250 <= scene.now_ms - started_ms <= 610
        assert scene.clients[player].turns.qsize() == asked
        assert len(scene.events(1, "called")) == 2
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49")
def test_a_pre_selected_action_can_be_taken_back_and_fits_only_its_own_hand_and_street() -> None:
    async def story() -> None:
        scene = await Scene.open()
        player = await next_player(scene)
        await intend(scene, player, "call_any")
        await intend(scene, player, "none")
        await scene.act("call")
        await asyncio.sleep(1)
        assert scene.task.table.actor == player
        await scene.act("call")
        await intend(scene, player, "check_fold", street="preflop")
        await scene.act("check")
        await asyncio.sleep(1)
        assert scene.task.table.actor == player
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49", "AMB-67")
def test_who_leaves_in_his_turn_passes_nothing_of_it_to_the_next_player() -> None:
    async def story() -> None:
        scene = await Scene.open()
        player = await next_player(scene)
        await intend(scene, player, "fold", to_call=5)
        await scene.act("call")
        asked = {one: client.turns.qsize() for one, client in scene.clients.items()}
        await scene.ask(player, Leave(id="l", ch=CHANNEL))
        following = await scene.turn()
        assert following.viewer != player
        assert following.turns.qsize() == asked[following.viewer] + 1
        await asyncio.sleep(2)
        assert scene.task.table.actor == following.viewer
        await scene.shell.room.stop()

    run(story())


# Misuse


async def misuse(scene: Scene, times: int = ILLEGAL_ACTIONS_MAX) -> None:
    for _ in range(times):
        with pytest.raises(ActionRefused):
            await scene.act("raise", 1)


@rule("AMB-49")
def test_five_illegal_actions_leave_only_check_and_fold_and_the_clock_runs_on() -> None:
    async def story() -> None:
        scene = await Scene.open()
        actor = await scene.turn()
        ends_ms = deadline(scene)
        await misuse(scene)
        with pytest.raises(AccessRefused) as refused:
            await scene.act("call")
        assert (refused.value.rule, refused.value.reason) == (Net.RATE, "too_many_illegal_actions")
        await asyncio.sleep(1)
        assert (scene.task.table.actor, deadline(scene)) == (actor.viewer, ends_ms)
        assert not scene.events(1, "folded")
        await scene.act("fold")
        seat = scene.task.table.occupant(actor.viewer).seat
        assert [event["seat"] for event in scene.events(1, "folded")] == [seat]
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49")
def test_four_illegal_actions_leave_everything_as_it_was() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await misuse(scene, ILLEGAL_ACTIONS_MAX - 1)
        await scene.act("call")
        assert scene.events(1, "called")
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49", "TIME-02")
def test_a_muted_seat_is_asked_on_every_street_and_checks_when_its_time_is_over() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.act("call")
        await scene.act("call")
        big_blind = await scene.turn()
        await misuse(scene)
        await scene.act("check")
        while await scene.turn() is not big_blind:
            await scene.act("check")
        await wait_until(scene, deadline(scene) - 1)
        assert scene.task.table.actor == big_blind.viewer
        await asyncio.sleep(0.002)
        assert scene.task.table.actor != big_blind.viewer
        assert not scene.events(1, "folded")
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49")
def test_illegal_actions_are_forgotten_with_their_hand() -> None:
    async def story() -> None:
        scene = await Scene.open()
        actor = await scene.turn()
        await misuse(scene)
        await scene.fold_to_one()
        while await scene.turn() is not actor:
            await scene.act("call")
        pending = scene.task.channel.pending(actor.viewer)
        assert pending is not None
        await scene.act("check" if pending.check else "call")
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49")
def test_a_muted_seat_that_meant_to_call_is_asked_instead() -> None:
    async def story() -> None:
        scene = await Scene.open()
        player = await next_player(scene)
        for _ in range(ILLEGAL_ACTIONS_MAX):
            with pytest.raises(ActionRefused):
                await scene.act("fold", player=player)
        await intend(scene, player, "call_any")
        asked = scene.clients[player].turns.qsize()
        await scene.act("call")
        await asyncio.sleep(1)
        assert scene.task.table.actor == player
        assert scene.clients[player].turns.qsize() == asked + 1
        await scene.shell.room.stop()

    run(story())


def test_who_has_no_seat_learns_nothing_of_the_turn_by_acting() -> None:
    async def story() -> None:
        scene = await Scene.open()
        railbird = Client(scene.shell, 99)
        act = Act(id="a", ch=CHANNEL, hand=1, turn=0, a="fold")
        with pytest.raises(SeatRefused) as refused:
            await scene.shell.room.ask(railbird.caller, act)
        assert (refused.value.reason, refused.value.details) == (
            "not_seated_here", {"player": 99},
        )  # fmt: skip
        await scene.shell.room.stop()

    run(story())


@rule("FAIR-01")
def test_only_those_who_sit_at_the_table_chat_there() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await scene.ask(1, Chat(id="c", ch=CHANNEL, text="good luck"))
        (said,) = scene.events(2, "chat_said")
        assert (said["player"], said["text"]) == (1, "good luck")
        railbird = Client(scene.shell, 99)
        with pytest.raises(SeatRefused) as refused:
            await scene.shell.room.ask(railbird.caller, Chat(id="c", ch=CHANNEL, text="fold!"))
        assert refused.value.reason == "not_seated_here"
        await scene.shell.room.stop()

    run(story())
