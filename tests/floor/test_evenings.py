"""Evenings on the floor from the draw to one player; `make simulate-floor` plays thousands."""

import pytest

from cardroom.floor.events import HandForHandOver
from tests.floor.evenings import play_evening
from tests.rule import rule


@rule("LIVE-16.2", "LIVE-14.p2", "LIVE-29.b", "LIVE-29.c")
@pytest.mark.parametrize("seed", range(40))
def test_an_evening_with_mistakes_ends_with_one_player_and_a_log_that_others_can_check(
    seed: int,
) -> None:
    play_evening(seed, players=5 + 2 * seed)


def test_some_evenings_are_played_hand_for_hand() -> None:
    rooms = [play_evening(seed, players=30) for seed in range(5)]
    over = [
        isinstance(entry.event, HandForHandOver) for room in rooms for entry in room.log.active()
    ]
    assert sum(over) >= 3
