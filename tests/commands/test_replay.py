import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cardroom.commands.main import main
from tests.history.samples import FILES, GOLDEN, HOLDEM, SHARED

Write = Callable[[str, str | bytes], str]
Capture = pytest.CaptureFixture[str]

AGREEING = HOLDEM + "finishing_stacks = [96.50, 99.25, 84.50]\n"
DISAGREEING = HOLDEM + "finishing_stacks = [104.50, 99.25, 76.50]\n"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, text: str | bytes) -> str:
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(file)

    return written


def findings(capsys: Capture, *words: str) -> tuple[int, dict[str, object]]:
    status = main(["replay", "--json", *words])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_no_hand_of_our_own_or_of_other_rooms_disagrees(file: Path, capsys: Capture) -> None:
    status, found = findings(capsys, str(file))
    assert found["disagreements"] == []
    assert (status, found["unreadable"]) == (0, [])
    assert found["agree"] != 0


def test_every_golden_hand_agrees(capsys: Capture) -> None:
    _, found = findings(capsys, *map(str, GOLDEN))
    assert found["hands"] == found["agree"] == 23


def test_the_shared_hands_have_only_the_named_faults(capsys: Capture) -> None:
    """With the files beside the project the counts are those of docs/guides/real-hands.md."""
    _, found = findings(capsys, *map(str, [*GOLDEN, *SHARED]))
    reasons = {"winnings_all_zero": 459, "result_not_recorded": 327, "paid_more_than_put_in": 11}
    assert found["reasons"] == (reasons if SHARED else {})


def test_a_summary_counts_hands_and_lists_disagreements(write: Write, capsys: Capture) -> None:
    many = f"[1]{AGREEING}\n[2]{DISAGREEING}\n[3]{HOLDEM}"
    status = main(["replay", write("x.phhs", many)])
    out = capsys.readouterr().out
    assert status == 1
    assert "3  hands played" in out
    assert "1  agree" in out
    assert "result_not_recorded" in out
    assert "x.phhs [2], line 14: payout_differs: engine (0, 0, 800), file (800, 0, 0)" in out


def test_findings_are_there_for_programs_too(write: Write, capsys: Capture) -> None:
    file = write("x.phh", DISAGREEING)
    status, found = findings(capsys, file)
    assert status == 1
    assert found["disagreements"] == [
        {
            "file": file,
            "hand": None,
            "line": 1,
            "reason": "payout_differs",
            "detail": "engine (0, 0, 800), file (800, 0, 0)",
        }
    ]


def test_only_so_many_disagreements_are_listed(write: Write, capsys: Capture) -> None:
    many = f"[1]{DISAGREEING}\n[2]{DISAGREEING}\n[3]{DISAGREEING}"
    main(["replay", "--show", "1", write("x.phhs", many)])
    out = capsys.readouterr().out
    assert "and 2 more" in out
    assert "[2]" not in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\xff\xfe", "is not UTF-8 text"),
        (b"variant = 3", "line 1: antes: this field is missing"),
        (b"[1]\nvariant = 'NT", "line 2: [1]: Expected"),
    ],
)
def test_a_broken_file_is_named_and_the_others_are_replayed(
    write: Write, capsys: Capture, text: bytes, said: str
) -> None:
    status = main(["replay", write("bad.phh", text), write("good.phh", AGREEING)])
    shown = capsys.readouterr()
    assert status == 2
    assert "bad.phh" in shown.err
    assert said in shown.err
    assert "1  agree" in shown.out


def test_a_file_that_is_not_there_is_a_mistake(capsys: Capture) -> None:
    assert main(["replay", "nowhere.phh"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "cardroom: nowhere.phh: No such file or directory\n")


def test_no_file_at_all_is_a_mistake(capsys: Capture) -> None:
    assert main(["replay"]) == 2
    assert "FILE" in capsys.readouterr().err


def test_hands_can_be_played_by_another_edition(write: Write, capsys: Capture) -> None:
    assert main(["replay", "--edition", "live", write("x.phh", AGREEING)]) == 0
