import json

import pytest

from cardroom.commands.main import main
from cardroom.engine import decode_events, replay
from cardroom.rulebook import edition


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["demo", *words]) == 0
    return capsys.readouterr().out


def test_the_same_seed_tells_the_same_hand(capsys: pytest.CaptureFixture[str]) -> None:
    first = shown(capsys, "--seed", "7")
    assert shown(capsys, "--seed", "7") == first
    assert shown(capsys, "--seed", "8") != first
    assert "cardroom demo --game nl-holdem --seed 7" in first


def test_the_hand_is_told_with_players_pots_and_stacks(capsys: pytest.CaptureFixture[str]) -> None:
    printed = shown(capsys, "--seed", "3")
    for part in ("Ada (small blind)", "posts the big blind", "Main pot", "Afterwards"):
        assert part in printed


@pytest.mark.parametrize("game", ["nl-holdem", "pl-omaha", "fl-holdem"])
def test_for_programs_the_events_are_printed_and_can_be_replayed(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    printed = json.loads(shown(capsys, "--json", "--game", game, "--seed", "5"))
    hand = replay(edition("en-2.7").hand, decode_events(json.dumps(printed["events"])))
    assert printed["seed"] == 5
    assert hand.is_over
    assert sum(hand.stacks.values()) == sum(hand.started.stacks)


def test_without_a_seed_every_hand_is_another(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = {json.loads(shown(capsys, "--json"))["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_an_unknown_game_is_a_mistake_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--game", "stud"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
