"""What chance decides in a tournament: drawn with its players, kept with its proof, never twice."""

import asyncio
from collections.abc import Sequence
from random import Random

import pytest

from cardroom.errors import EntryRefused
from cardroom.fairness.draws.draw_list import read_draw_list
from cardroom.fairness.draws.proof import FAILURES_MAX
from cardroom.fairness.draws.questions import read_start
from cardroom.room.fair.house import FairHouse
from cardroom.room.tables.shuffling import REVEAL_MS
from cardroom.room.tournaments.records import StepToWrite
from cardroom.room.tournaments.requests import Unregister
from cardroom.tournament.events import MultiplierDrawn, Seated, TournamentStarted
from tests.room.fair_rooms import fair_house
from tests.room.tournaments.drawing_players import DrawingPlayer, DrawScene
from tests.room.tournaments.rooms import format_of
from tests.room.virtual import run
from tests.rule import rule


def events_of(scene: DrawScene, kind: type) -> list[object]:
    return [one for one in scene.store.stored[scene.tournament] if isinstance(one, kind)]


async def started(scene: DrawScene, *, within_s: float = 60) -> None:
    async with asyncio.timeout(within_s):
        while not events_of(scene, TournamentStarted):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def listed(scene: DrawScene) -> None:
    """Until the list of the start is stored."""
    async with asyncio.timeout(60):
        while not any(state == "listed" for _, state in scene.states()):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@rule("HEX-01", "TAMB-79", "TRN-04")
def test_three_players_draw_prize_and_seats_of_their_hexapro_game_together() -> None:
    async def story() -> None:
        scene = DrawScene(1, 3)
        await scene.open(format_of("hexapro"))
        await started(scene)
        (proof,) = scene.check_draws()
        assert [one.player for one in proof.seeds] == [0, 1, 2, 3]
        (drawn,) = events_of(scene, MultiplierDrawn)
        assert isinstance(drawn, MultiplierDrawn)
        assert proof.numbers[0].value == drawn.number
        assert proof.outcome.multiplier_tenths == drawn.multiplier_tenths
        seated = [(one.entry, one.table, one.seat) for one in events_of(scene, Seated)]  # type: ignore[attr-defined]
        assert [(one.entry, one.table, one.seat) for one in proof.outcome.seats] == seated
        assert scene.states() == [(1, "listed"), (1, "drawn")]
        await scene.stop()

    run(story())


@rule("HEX-01")
def test_the_room_is_fixed_to_its_secret_before_anybody_enters() -> None:
    async def story() -> None:
        scene = DrawScene(1, 3)
        await scene.open(format_of("hexapro"))
        await started(scene)
        (proof,) = scene.proofs()
        found = read_draw_list(proof.list)
        assert found is not None
        for player in scene.drawing():
            (invited,) = player.heard("draw_committed")
            (asked,) = player.heard("draw_listed")
            frames = [one["d"].get("type") for one in player.frames if one["t"] == "event"]
            assert frames.index("draw_committed") < frames.index("draw_listed")
            assert frames.index("draw_listed") < frames.index("tournament_seated")
            assert asked["number"] == invited["context"]["number"] == 1
        await scene.stop()

    run(story())


@rule("TRN-04")
def test_a_start_without_contributions_waits_for_nobody_and_says_so() -> None:
    async def story() -> None:
        scene = DrawScene(2, 12)
        for player in scene.drawing():
            player.commits = False
        await scene.open(format_of("freezeout"), in_s=60)
        await started(scene, within_s=120)
        (proof,) = scene.check_draws()
        assert [one.player for one in proof.seeds] == [0]
        (event,) = events_of(scene, TournamentStarted)
        assert isinstance(event, TournamentStarted)
        assert event.at_ms - (scene.actor.starts_ms or 0) < 50
        assert scene.states() == [(1, "drawn")]
        await scene.stop()

    run(story())


@rule("HEX-01")
def test_a_seed_that_does_not_come_costs_half_a_second_and_the_contribution() -> None:
    async def story() -> None:
        scene = DrawScene(3, 3)
        silent = scene.drawing()[1]
        silent.reveals = False
        await scene.open(format_of("hexapro"))
        loop = asyncio.get_running_loop()
        began = loop.time()
        await started(scene)
        assert loop.time() - began < 2 * REVEAL_MS / 1000 + 1
        (proof,) = scene.check_draws()
        assert [one.player for one in proof.seeds] == [0, 1, 3]
        assert len(proof.attempts) == 1
        assert scene.states() == [(1, "listed"), (1, "failed"), (2, "listed"), (2, "drawn")]
        (failed,) = silent.heard("draw_failed")
        assert failed["missing"] == [2]
        assert [one.what for one in scene.logged()] == ["listed", "withheld", "listed"]
        fair = scene.room.services.fair
        assert isinstance(fair, FairHouse)
        assert fair.withheld[silent.viewer].aborted == 1
        await scene.stop()

    run(story())


@rule("HEX-01")
def test_two_who_send_the_same_seed_cannot_make_the_proof_of_a_draw_look_wrong() -> None:
    async def story() -> None:
        scene = DrawScene(3, 3)
        for player in scene.drawing()[:2]:
            player.chance = Random("the same")
        await scene.open(format_of("hexapro"))
        await started(scene)
        (proof,) = scene.check_draws()
        assert len(proof.attempts) == 1
        assert len(proof.seeds) == 3, "one of the two, the third, and the seed source"
        await scene.stop()

    run(story())


@rule("HEX-01")
def test_after_some_failed_draws_the_seed_source_alone_contributes() -> None:
    async def story() -> None:
        scene = DrawScene(4, 6)
        people = scene.drawing()
        await scene.open(format_of("freezeout"), in_s=60)
        for player in people:
            player.reveals = False
        await asyncio.sleep(1)
        # One of them reveals in each draw, and is silent in the next.
        for number, player in enumerate(people[:3], 1):
            _reveal_until(player, number)
        await started(scene, within_s=120)
        (proof,) = scene.check_draws()
        assert len(proof.attempts) <= FAILURES_MAX
        assert [one.player for one in proof.seeds] == [0]
        await scene.stop()

    run(story())


def _reveal_until(player: DrawingPlayer, last: int) -> None:
    """Have a player reveal in the first draws and not in the one with this number."""
    reveal = player.reveal

    def sometimes(news: dict[str, object]) -> None:
        player.reveals = int(str(news["number"])) < last
        reveal(news)

    player.reveal = sometimes  # type: ignore[method-assign]


@rule("HEX-01", "TRN-25")
def test_a_crash_between_the_list_and_the_draw_changes_nothing() -> None:
    async def story(crashes: int) -> object:
        scene = DrawScene(5, 3)
        for player in scene.drawing():
            player.reveals = False
        await scene.open(format_of("hexapro"))
        await listed(scene)
        for _ in range(crashes):
            await scene.crash(down_s=5)
        for player in scene.drawing():
            player.reveals = True
            view = scene.actor.draws.start.view(player.viewer)
            assert view is not None
            if view.listed is not None:
                player.reveal(player.heard("draw_listed")[-1])
        await started(scene, within_s=120)
        (proof,) = scene.check_draws()
        assert [one.player for one in proof.seeds] == [0, 1, 2, 3]
        assert proof.attempts == ()
        await scene.stop()
        return proof

    first = run(story(0))
    assert run(story(1)) == first
    assert run(story(3)) == first


@rule("HEX-01", "TRN-25")
def test_who_does_not_come_back_after_a_crash_has_withheld_a_seed() -> None:
    async def story() -> None:
        scene = DrawScene(6, 3)
        for player in scene.drawing():
            player.reveals = False
        await scene.open(format_of("hexapro"))
        await listed(scene)
        await scene.crash(down_s=5)
        for player in scene.drawing()[:2]:
            player.reveals = True
            player.reveal(player.heard("draw_listed")[-1])
        await started(scene, within_s=120)
        (proof,) = scene.check_draws()
        assert [one.player for one in proof.seeds] == [0, 1, 2]
        assert len(proof.attempts) == 1
        await scene.stop()

    run(story())


@rule("TRN-25")
def test_a_list_whose_players_are_others_by_now_is_given_up_in_the_log() -> None:
    async def story() -> None:
        scene = DrawScene(7, 8)
        late = scene.people.pop()
        for player in scene.drawing():
            player.reveals = False
        await scene.open(format_of("freezeout"), in_s=60)
        await listed(scene)
        # The room is down at the start, and comes back with a start that was moved.
        await scene.crash(delay_s=300)
        late.room = scene.room
        scene.room.fund(late.viewer)
        await late.register(scene.tournament)
        for player in scene.drawing():
            player.reveals = True
        await started(scene, within_s=600)
        (proof,) = scene.check_draws()
        found = read_draw_list(proof.list)
        assert found is not None
        question = read_start(found.question)
        assert question is not None
        assert len(question.entrants) == 8
        assert [one.player for one in proof.seeds] == list(range(8))
        states = [(1, "listed"), (1, "void"), (2, "listed"), (2, "drawn")]
        assert scene.states() == states
        assert "void" in [one.what for one in scene.logged()]
        await scene.stop()

    run(story())


@rule("TRN-25")
@pytest.mark.parametrize("crash_at", [(1, "failed"), (2, "listed")])
def test_a_failed_draw_is_no_part_of_a_start_with_other_players(crash_at: tuple[int, str]) -> None:
    async def story() -> None:
        scene = DrawScene(12, 8)
        late = scene.people.pop()
        silent, *others = scene.drawing()
        silent.reveals = False
        for player in others:
            _reveal_until(player, 2)
        await scene.open(format_of("freezeout"), in_s=60)
        async with asyncio.timeout(120):
            while crash_at not in scene.states():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        # The room is down at the start, and comes back with a start that was moved.
        await scene.crash(delay_s=300)
        late.room = scene.room
        scene.room.fund(late.viewer)
        await late.register(scene.tournament)
        for player in others:
            del player.reveal
        for player in scene.drawing():
            player.reveals = True
        await started(scene, within_s=600)
        (proof,) = scene.check_draws()
        assert proof.attempts == ()
        assert (1, "failed") in scene.states()
        await scene.stop()

    run(story())


@rule("BAL-03", "BAL-06", "TAMB-54", "TRN-25")
def test_everything_that_is_drawn_in_play_has_a_proof_through_crashes_and_failures() -> None:
    async def story() -> None:
        scene = DrawScene(8, 26, failures_permille=20)
        await scene.open(format_of("freezeout", seats=6), in_s=60)
        await started(scene, within_s=600)
        for _ in range(3):
            await asyncio.sleep(240)
            if not scene.actor.tournament.is_over:
                await scene.crash()
        await scene.play_out()
        proofs = scene.check_draws()
        numbers = [read_draw_list(one.list).context.number for one in proofs]  # type: ignore[union-attr]
        assert numbers == sorted(set(numbers))
        told = [told.what for proof in proofs for told in proof.outcome.told]
        assert {"moved"} <= set(told)
        scene.check()
        await scene.stop()

    run(story())


@rule("TRN-25")
def test_a_step_that_is_refused_is_drawn_the_same_again() -> None:
    async def story(fails: bool) -> object:
        scene = DrawScene(9, 5)
        for player in scene.drawing():
            player.commits = False
        if fails:
            _fail_the_start(scene)
        await scene.open(format_of("sit-and-go-5"))
        await started(scene)
        (proof,) = scene.check_draws()
        await scene.stop()
        return proof

    assert run(story(fails=True)) == run(story(fails=False))


def _fail_the_start(scene: DrawScene) -> None:
    write = scene.store.write_steps
    failed: list[Sequence[StepToWrite]] = []

    async def fail_once(steps: Sequence[StepToWrite]) -> None:
        if any(step.draws for step in steps) and not failed:
            failed.append(steps)
            raise RuntimeError("a mistake of ours before it was stored")
        await write(steps)

    scene.store.write_steps = fail_once  # type: ignore[method-assign]


@rule("TRN-12")
def test_nobody_leaves_between_the_list_and_the_draw() -> None:
    async def story() -> None:
        scene = DrawScene(10, 8)
        for player in scene.drawing():
            player.reveals = False
        await scene.open(format_of("freezeout"), in_s=60)
        await listed(scene)
        leaving = Unregister(id="u", ch=f"tournament:{scene.tournament}")
        with pytest.raises(EntryRefused):
            await scene.people[0].ask(leaving)
        assert scene.actor.tournament.has_started
        await scene.stop()

    run(story())


def test_a_room_whose_keys_are_others_gives_the_list_up() -> None:
    async def story() -> None:
        scene = DrawScene(11, 3)
        for player in scene.drawing():
            player.reveals = False
        await scene.open(format_of("hexapro"))
        await listed(scene)
        scene._make_fair = lambda: fair_house(99, scene.log)
        await scene.crash(down_s=5)
        await started(scene, within_s=120)
        assert scene.states()[:2] == [(1, "listed"), (1, "void")]
        scene.check_draws()
        await scene.stop()

    run(story())
