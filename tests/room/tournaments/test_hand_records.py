"""Hands for chips as the store gets them."""

import pytest

from cardroom.engine.events import decode_events
from cardroom.engine.hand import replay
from cardroom.ledger import TableId
from cardroom.room.tournaments.actor.hand_records import PlayedHand, hand_record
from cardroom.tournament.events import HandDealt, HandFinished
from tests.room.tournaments.rooms import format_of
from tests.room.tournaments.scenes import Scene
from tests.room.tournaments.test_steps import events, until
from tests.room.virtual import run
from tests.rule import rule


@rule("TRN-25")
@pytest.mark.parametrize("is_void", [False, True])
def test_a_hand_that_was_played_out_and_taken_back_moves_no_chip(is_void: bool) -> None:
    async def story() -> None:
        scene = Scene(31, 5)
        await scene.open(format_of("sit-and-go-5"))
        await until(scene, HandFinished)
        steps = scene.store.steps[scene.tournament]
        committed = next(step.hand for step in steps if step.hand is not None)
        dealt = next(one for one in events(scene) if isinstance(one, HandDealt))
        tournament = scene.actor.tournament
        played = PlayedHand(tournament, dealt)
        rules = tournament.terms.hand_rules
        played.hand = replay(rules, decode_events(committed.history))
        record = hand_record(
            scene.actor.charter, tournament, played,
            table=TableId(7), epoch=1, started_ms=1, at_ms=2, is_void=is_void,
        )  # fmt: skip
        assert any(committed.deltas.values())
        assert record.history == committed.history
        assert any(record.deltas.values()) is not is_void
        assert sum(record.stacks.values()) == sum(committed.stacks.values())
        await scene.stop()

    run(story())
