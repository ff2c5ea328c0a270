"""`cardroom loadtest`: plays over real sockets and says what it found; nothing is timed here."""

import json

import pytest

from cardroom.commands.load.measured import percentile
from cardroom.commands.main import main


def test_thirty_players_play_against_a_room_and_a_bare_server(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["loadtest", "--players", "30", "--seconds", "6", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["tables"] >= 5
    for side in ("room", "bare"):
        figures = result[side]
        assert figures["players"] == 30
        assert figures["actions"] > 0
        assert figures["messages"] > figures["actions"]
        assert 0 < figures["p50_ms"] <= figures["p99_ms"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "5"], "--players is from 6 to 20000."),
        (["--players", "many"], "Argument --players: invalid int value: 'many'."),
        (["--seconds", "0"], "--seconds is more than 0, and --every not less."),
    ],
)
def test_what_cannot_be_measured_is_told_in_one_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["loadtest", *words]) == 2
    assert capsys.readouterr().err.startswith(f"cardroom: {complaint}")


def test_a_percentile_is_a_value_that_was_measured() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (percentile(values, 50), percentile(values, 99), percentile([], 99)) == (50.0, 99.0, 0.0)
