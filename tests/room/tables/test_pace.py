"""The pauses of a table: time to see the new cards, and nobody's time to think runs in them."""

import asyncio

import pytest

from cardroom.errors import ActionRefused
from cardroom.ledger import PlayerId
from cardroom.room.people import AccountKind
from cardroom.room.requests import Act, Chat, Intend, Leave, SitOut
from cardroom.room.tables.pace import Pace
from tests.room.fakes import Names
from tests.room.rooms import QUICK
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

CHANNEL = f"table:{TABLE}"
PAUSE_MS = 800
DECISION_MS = 10_000
SLOW = Pace(first_hand_ms=10, street_change_ms=PAUSE_MS)


async def see_a_flop(scene: Scene) -> int:
    """The button calls, the small blind folds, the big blind checks; when that was."""
    await scene.act("call")
    await scene.act("fold")
    await scene.act("check")
    return scene.now_ms


def first_on_the_flop(scene: Scene) -> PlayerId:
    player = scene.task.table.actor
    assert player is not None
    return player


def deadline(scene: Scene) -> int:
    found = scene.task.table.deadline_ms
    assert found is not None
    return found


@rule("TIME-02")
def test_a_new_street_is_told_at_once_and_asked_about_after_a_pause() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=SLOW)
        dealt_ms = await see_a_flop(scene)
        kinds = [event["type"] for event in scene.events(1)]
        assert kinds[-3:] == ["checked", "board_dealt", "pots_stand"]
        player = first_on_the_flop(scene)
        assert scene.task.channel.pending(player) is None
        shown = scene.task.channel.snapshot(player)
        assert shown.clock is None
        assert shown.hand is not None
        assert shown.hand.actor is None, "as for whoever was told the events"
        await asyncio.sleep((PAUSE_MS - 10) / 1000)
        assert len(scene.events(1)) == len(kinds)
        await asyncio.sleep(0.02)
        clock = scene.events(1, "clock_started")[-1]
        assert clock == scene.events(1)[-1]
        assert clock["deadline_ms"] == dealt_ms + PAUSE_MS + DECISION_MS, "the whole time is his"
        assert clock["whole_ms"] == DECISION_MS
        assert scene.clients[player].turns.qsize() > 0
        await scene.shell.room.stop()

    run(story())


@rule("TIME-02", "TIME-04")
def test_no_time_bank_pays_for_the_pause() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=SLOW)
        dealt_ms = await see_a_flop(scene)
        occupant = scene.task.table.occupant(first_on_the_flop(scene))
        bank_ms = occupant.bank.left_ms
        until_ms = dealt_ms + PAUSE_MS + DECISION_MS - 5
        await asyncio.sleep((until_ms - scene.now_ms) / 1000)
        await scene.act("check")
        assert occupant.bank.left_ms == bank_ms
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49")
def test_a_second_click_on_the_street_before_is_no_action_on_the_new_one() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=SLOW)
        await scene.act("call")
        await scene.act("fold")
        big_blind = await scene.turn()
        pending = scene.task.channel.pending(big_blind.viewer)
        assert pending is not None
        await scene.act("check")
        assert first_on_the_flop(scene) == big_blind.viewer, "he is asked again, on the flop"
        again = Act(id="again", ch=CHANNEL, hand=pending.hand, turn=pending.turn, a="check")
        with pytest.raises(ActionRefused) as refused:
            await scene.ask(big_blind.viewer, again)
        assert refused.value.reason == "stale_turn"
        assert len(scene.events(1, "checked")) == 1
        await scene.shell.room.stop()

    run(story())


@rule("TIME-02", "AMB-67")
def test_who_leaves_in_the_pause_takes_nothing_of_it_from_the_next_player() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=SLOW)
        for action in ("call", "call", "check"):
            await scene.act(action)
        dealt_ms = scene.now_ms
        leaver = first_on_the_flop(scene)
        await asyncio.sleep(0.3)
        await scene.ask(leaver, Leave(id="l", ch=CHANNEL))
        assert first_on_the_flop(scene) != leaver
        assert deadline(scene) >= dealt_ms + PAUSE_MS + DECISION_MS
        await scene.turn()
        assert scene.now_ms >= dealt_ms + PAUSE_MS
        clock = scene.events(1, "clock_started")[-1]
        assert clock["deadline_ms"] == dealt_ms + PAUSE_MS + DECISION_MS
        await scene.shell.room.stop()

    run(story())


@rule("TIME-01", "TIME-02")
def test_a_line_that_is_lost_in_the_pause_is_waited_for_from_the_turn_on() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=SLOW)
        dealt_ms = await see_a_flop(scene)
        player = first_on_the_flop(scene)
        await asyncio.sleep(0.5)
        scene.shell.room.gone(player, on_purpose=False)
        await scene.turn()
        clock = scene.events(1, "clock_started")[-1]
        assert clock["deadline_ms"] == dealt_ms + PAUSE_MS + 30_000
        assert clock["bank_ms"] == 0
        await scene.shell.room.stop()

    run(story())


@rule("AMB-49")
def test_what_is_pre_selected_in_the_pause_is_done_after_it() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=SLOW)
        dealt_ms = await see_a_flop(scene)
        player = first_on_the_flop(scene)
        intend = Intend(id="i", ch=CHANNEL, hand=1, street="flop", to_call=0, a="check_fold")
        await scene.ask(player, intend)
        while len(scene.events(1, "checked")) == 1:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        assert PAUSE_MS + 250 <= scene.now_ms - dealt_ms <= PAUSE_MS + 610
        await scene.shell.room.stop()

    run(story())


def test_talk_in_the_pause_neither_ends_nor_lengthens_it() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=SLOW)
        dealt_ms = await see_a_flop(scene)
        for word in "abc":
            await asyncio.sleep(0.2)
            await scene.ask(1, Chat(id=word, ch=CHANNEL, text="nice flop"))
        await scene.turn()
        clock = scene.events(1, "clock_started")[-1]
        assert clock["deadline_ms"] == dealt_ms + PAUSE_MS + DECISION_MS
        await scene.shell.room.stop()

    run(story())


def test_every_street_of_a_run_out_is_worth_a_pause_before_the_next_hand() -> None:
    async def story(pace: Pace) -> int:
        scene = await Scene.open(pace=pace)
        await scene.act("raise", 1_000)
        await scene.act("fold")
        await scene.act("call")
        called_ms = scene.now_ms
        assert len(scene.events(1, "board_dealt")) == 3, "all at once: the client draws them slowly"
        while len(scene.events(1, "hand_dealt")) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await scene.shell.room.stop()
        return int(scene.events(1, "hand_dealt")[-1]["at_ms"]) - called_ms

    slow = Pace(first_hand_ms=10, street_of_run_out_ms=700)
    hold = slow.showdown_ms + slow.each_further_hand_ms + 3 * slow.street_of_run_out_ms
    assert run(story(slow)) == pytest.approx(hold, abs=20)
    assert run(story(QUICK)) == pytest.approx(QUICK.showdown_ms, abs=20)


@rule("AMB-55")
@pytest.mark.parametrize(("kind", "hold_ms"), [("person", 3_000), ("practice", 1_800)])
def test_a_person_who_won_without_a_showdown_has_time_to_show(
    kind: AccountKind, hold_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Names, "kind", lambda _names, _player: kind)

    async def story() -> int:
        scene = await Scene.open(pace=Pace(first_hand_ms=10))
        await scene.act("fold")
        await scene.act("fold")
        folded_ms = scene.now_ms
        while len(scene.events(1, "hand_dealt")) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await scene.shell.room.stop()
        return int(scene.events(1, "hand_dealt")[-1]["at_ms"]) - folded_ms

    assert run(story()) == pytest.approx(hold_ms, abs=40)


@rule("CASH-07", "AMB-30")
def test_a_table_that_cannot_deal_tells_how_many_players_are_missing_and_clears_the_felt() -> None:
    async def story() -> None:
        scene = await Scene.open(pace=QUICK)
        before = len(scene.events(3, "table_waits"))
        await scene.ask(1, Leave(id="l1", ch=CHANNEL))
        await scene.fold_to_one()
        await scene.fold_to_one()
        await asyncio.sleep(1)
        assert [one["players"] for one in scene.events(3, "table_waits")[before:]] == [1]
        snapshot = scene.task.channel.snapshot(PlayerId(2))
        assert (snapshot.waits_for, snapshot.hand) == (1, None)
        await scene.ask(2, SitOut(id="s1", ch=CHANNEL))
        await asyncio.sleep(1)
        assert [one["players"] for one in scene.events(3, "table_waits")[before:]] == [1, 2]
        await scene.shell.room.stop()

    run(story())
