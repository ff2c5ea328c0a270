"""Tests of `cardroom rules check`: broken house rules, through the real command."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardroom.commands.main import main
from cardroom.server.config.text_files import MAX_BYTES

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "house-rules.md"

BROKEN = {
    "probabilities that do not sum to 100,000": (
        """\
inherits = "en-2.7"
[HXT-03]
prizes = [
    { multiplier_tenths = 10000, probability = 1 },
    { multiplier_tenths = 10, probability = 99998 },
]
""",
        "line 3: [HXT-03] prizes: the probabilities add up to 99,999, not 100,000",
    ),
    "a payout over 100 %": (
        """\
inherits = "en-2.7"
[TAMB-43]
sng_payouts = [
    { seats = 5, percents = [65, 36] },
    { seats = 2, percents = [100] },
]
""",
        "line 3: [TAMB-43] sng_payouts: 101 % is paid, not 100",
    ),
    "blinds that do not rise": (
        """\
inherits = "en-2.7"
[HXT-06]
blinds = [
    { small = 10, big = 20 },
    { small = 10, big = 20 },
]
""",
        "line 3: [HXT-06] blinds: the blinds do not rise at level 2",
    ),
    "a cap below zero": (
        """\
inherits = "en-2.7"
[RAKE-07]
nl_holdem = [
    { name = "NL2", small_blind = 1, big_blind = 2, permille = 20, cap = 50 },
    { name = "NL4", small_blind = 2, big_blind = 4, permille = 20, cap = -1 },
]
""",
        "line 5: [RAKE-07] nl_holdem, row 2, cap: must be at least 0, not -1",
    ),
    "a row without its cap": (
        """\
inherits = "en-2.7"
[RAKE-07]
nl_holdem = [
    { name = "NL4", small_blind = 2, big_blind = 4, permille = 20 },
]
""",
        "line 4: [RAKE-07] nl_holdem, row 1: cap is missing",
    ),
    "an unknown rule": (
        'inherits = "en-2.7"\n[CSAH-05]\nseats = 8\n',
        "line 3: [CSAH-05] seats: there is no rule CSAH-05; did you mean CASH-05?",
    ),
    "an unknown switch": (
        'inherits = "en-2.7"\n[CASH-07]\nplayer_to_start = 2\n',
        "line 3: [CASH-07] player_to_start: unknown switch; did you mean players_to_start?",
    ),
    "a value of the wrong type": (
        'inherits = "en-2.7"\n[CASH-07]\nplayers_to_start = "2"\n',
        "line 3: [CASH-07] players_to_start: must be a whole number, not '2'",
    ),
    "a wrong choice": (
        'inherits = "en-2.7"\n[AMB-30]\nheads_up_continuation = "for_ever"\n',
        "line 3: [AMB-30] heads_up_continuation: 'for_ever' is not one of one_hand, unlimited",
    ),
    "an unknown edition": ('inherits = "en-3"\n', "line 1: inherits: 'en-3' is not one of en-2.2"),
    "nothing inherited": ("[CASH-07]\nplayers_to_start = 2\n", "inherits: missing; name the"),
    "broken TOML": ('inherits = "en-2.7\n', "line 1: not valid TOML: "),
    "a switch set twice": (
        'inherits = "en-2.7"\n[CASH-07]\nplayers_to_start = 2\nplayers_to_start = 4\n',
        "line 4: [CASH-07] players_to_start: set twice",
    ),
    "a part that the edition lacks": (
        'inherits = "live"\n[CASH-07]\nplayers_to_start = 2\n',
        "line 3: [CASH-07] players_to_start: the inherited edition has no part 'cash'",
    ),
    "a rule with a point without quotes": (
        'inherits = "live"\n[LIVE-27.p1]\nclock_s = 40\n',
        'line 2: [LIVE-27] p1: write quotes around the rule: ["LIVE-27.p1"]',
    ),
}


@pytest.mark.parametrize(("text", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_broken_house_rules_give_one_line_and_status_2(
    text: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "cardroom.commands.main", "rules", "check", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"cardroom: {file}")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def check(file: Path, capsys: pytest.CaptureFixture[str], *, status: int) -> str:
    assert main(["rules", "check", str(file)]) == status
    out, err = capsys.readouterr()
    return out + err


def test_a_file_that_is_not_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (tmp_path / "none.toml", tmp_path):
        assert check(file, capsys, status=2) == f"cardroom: There is no file '{file}'.\n"


def test_a_file_that_is_no_text_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(b'inherits = "live"\ntitle = "\xff"\n')
    assert check(file, capsys, status=2) == f"cardroom: {file}, line 2: not UTF-8 text\n"


def test_a_file_that_is_far_too_large_is_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text("#" * MAX_BYTES, encoding="utf-8")
    assert "inherits: missing" in check(file, capsys, status=2)
    file.write_text("#" * (MAX_BYTES + 1), encoding="utf-8")
    assert "larger than 1,000,000 bytes" in check(file, capsys, status=2)


def test_good_house_rules_say_what_they_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    file.write_text('inherits = "live"\n["LIVE-27.p1"]\nclock_s = 40\n', encoding="utf-8")
    said = check(file, capsys, status=0)
    assert f"{file}: good. 'club' is live with 1 switch changed." in said
    assert [line.split() for line in said.splitlines()][-1] == ["LIVE-27.p1", "clock_s", "60", "40"]


def test_house_rules_that_change_nothing_are_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    file.write_text('inherits = "live"\n["LIVE-27.p1"]\nclock_s = 60\n', encoding="utf-8")
    assert "with no switches changed." in check(file, capsys, status=0)


def test_check_for_programs_says_good_or_where_it_is_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.toml"
    file.write_text('inherits = "live"\n[LIVE-17]\nmin_players_start = 2\n', encoding="utf-8")
    assert main(["rules", "check", "--json", str(file)]) == 0
    good = json.loads(capsys.readouterr().out)
    assert (good["good"], good["name"], good["inherits"]) == (True, "club", "live")
    assert [(one["rule"], one["left"], one["right"]) for one in good["changes"]] == [
        ("LIVE-17", 3, 2)
    ]
    file.write_text('inherits = "live"\n[LIVE-17]\nmin_players_start = 1\n', encoding="utf-8")
    assert main(["rules", "check", "--json", str(file)]) == 2
    assert json.loads(capsys.readouterr().out) == {
        "good": False,
        "file": str(file),
        "line": 3,
        "key": "[LIVE-17] min_players_start",
        "reason": "must be at least 2, not 1",
    }


def guide_example(tmp_path: Path) -> Path:
    """The example of the operator's guide, written to a file."""
    text = GUIDE.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    file = tmp_path / text.split()[1]
    file.write_text(text, encoding="utf-8")
    return file


def test_the_example_of_the_guide_is_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = guide_example(tmp_path)
    monkeypatch.chdir(tmp_path)
    first, _, changes = check(Path(file.name), capsys, status=0).partition("\n")
    assert first in GUIDE.read_text(encoding="utf-8").splitlines()
    assert "heads_up_continuation  one_hand  unlimited" in changes


@pytest.mark.parametrize(("right", "wrong"), [("seats = 8", "seat = 8"), ("cap = 100", "cap = -1")])
def test_the_mistakes_of_the_guide_are_refused_in_its_words(
    right: str,
    wrong: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = guide_example(tmp_path)
    file.write_text(file.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    said = check(Path(file.name), capsys, status=2).removeprefix("cardroom: ")
    assert said in GUIDE.read_text(encoding="utf-8")
