"""A HexaPro game that does not end: the operator hears of it, and it is settled (HEX-12)."""

import asyncio
import logging

import msgspec
import pytest

from cardroom.errors import Unavailable
from cardroom.room.tournaments.actor.actor import REBUILDS_MAX
from cardroom.room.tournaments.house.staff import StaffDesk
from cardroom.tournament.events import SharePaid, StaffAlerted
from tests.room.tournaments.rooms import format_of
from tests.room.tournaments.scenes import Scene
from tests.room.tournaments.test_staff import cash
from tests.room.virtual import run
from tests.rule import rule

DAY_MS = 86_400_000
ALERT = "is still open and waits for a decision"


def alerts(scene: Scene) -> list[int]:
    """On which days after the start the operator was alerted, by what is stored."""
    started_ms = scene.actor.summary.started_ms
    return [
        (event.at_ms - started_ms) // DAY_MS
        for event in scene.store.stored[scene.tournament]
        if isinstance(event, StaffAlerted)
    ]


def webhooks(scene: Scene) -> list[int]:
    """What the operator's systems hear of it: the moments of the alerts."""
    return [
        msgspec.json.decode(message.body)["at_ms"]
        for step in scene.store.steps[scene.tournament]
        for message in step.messages
        if message.subject == "tournament.left_open"
    ]


async def left_open(scene: Scene) -> None:
    """A game in which a problem came up: staff have paused it, and nobody decides."""
    scene.room.services = scene.room.services._replace(tells=True)
    await scene.open(format_of("hexapro"))
    async with asyncio.timeout(600):
        while not scene.actor.tournament.has_started:  # noqa: ASYNC110 - as a person looks
            await asyncio.sleep(1)
    await StaffDesk(scene.actor).pause()


async def until_day(scene: Scene, day: int) -> None:
    """Until shortly after the beginning of a day of the game."""
    due_ms = scene.actor.summary.started_ms + day * DAY_MS
    await asyncio.sleep((due_ms - scene.actor.clock.now_ms()) / 1000 + 1)


@rule("HEX-12", "CXL-09")
def test_the_operator_is_alerted_on_day_one_and_eighty_and_the_game_is_shared_out_on_day_ninety(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        scene = Scene(61, 3)
        await left_open(scene)
        before = cash(scene)
        heard: list[tuple[int, int]] = []
        for day in (0, 1, 2, 79, 80, 81, 89):
            await until_day(scene, day)
            heard.append((day, caplog.text.count(ALERT)))
        assert heard == [(0, 0), (1, 1), (2, 1), (79, 1), (80, 2), (81, 2), (89, 2)]
        assert alerts(scene) == [1, 80]
        assert len(webhooks(scene)) == 2
        assert scene.actor.tournament.is_running
        actor = scene.actor
        await until_day(scene, 90)
        shares = [one for one in scene.store.stored[actor.id] if isinstance(one, SharePaid)]
        assert actor.tournament.is_cancelled
        assert len(shares) == 3
        assert sum(cash(scene).values()) > sum(before.values())
        assert caplog.text.count(ALERT) == 2
        scene.verify_money()
        await scene.stop()

    with caplog.at_level(logging.WARNING):
        run(story())


@rule("HEX-12", "TRN-25")
def test_a_restart_loses_no_alert_and_repeats_none(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        scene = Scene(62, 3)
        await left_open(scene)
        await until_day(scene, 2)
        assert caplog.text.count(ALERT) == 1
        # Down on the day of the second alert: it comes when the room is back.
        await scene.crash(down_s=(79 * DAY_MS) // 1000)
        await asyncio.sleep(5)
        assert alerts(scene) == [1, 80]
        assert caplog.text.count(ALERT) == 2
        await scene.stop()

    with caplog.at_level(logging.WARNING):
        run(story())


@rule("HEX-12")
def test_a_game_that_has_stopped_alerts_the_operator_too(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        scene = Scene(63, 3)
        await left_open(scene)
        actor = scene.actor

        def broken(at_ms: int) -> None:
            raise AssertionError("our own mistake")

        for _ in range(REBUILDS_MAX + 1):
            actor.tournament.resume = broken  # type: ignore[method-assign]
            with pytest.raises(Unavailable):
                await StaffDesk(actor).resume()
        assert actor.stopped
        heard: list[tuple[int, int]] = []
        for day in (0, 1, 2, 79, 80, 81, 95):
            await until_day(scene, day)
            heard.append((day, caplog.text.count(ALERT)))
        assert heard == [(0, 0), (1, 1), (2, 1), (79, 1), (80, 2), (81, 2), (95, 2)]
        # The operator lets it go on: it is overdue by then, and shared out at once.
        await StaffDesk(actor).try_again()
        await asyncio.sleep(5)
        assert actor.tournament.is_cancelled
        scene.verify_money()
        await scene.stop()

    with caplog.at_level(logging.WARNING):
        run(story())
