"""Tests of the command line itself: the right subcommand, one sentence for a mistake."""

import subprocess
import sys

import pytest

from cardroom.commands import main as command
from cardroom.commands.main import SUBCOMMANDS, main
from cardroom.errors import ActionRefused, InvalidFile, UsageError
from cardroom.release import release

CARDROOM = [sys.executable, "-m", "cardroom.commands.main"]


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    said = capsys.readouterr().out
    assert all(f"  {name}" in said for name in SUBCOMMANDS)


@pytest.mark.parametrize("words", [["--help"], ["rules", "--help"], ["rules", "show", "--help"]])
def test_help_is_there_on_every_level(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 0
    assert capsys.readouterr().out.startswith("usage: cardroom")


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"cardroom {release()}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rule", "list"], "There is no command 'rule'. Did you mean 'rules'?"),
        (["xyz"], f"There is no command 'xyz'. There are {', '.join(SUBCOMMANDS)}."),
        (["--foo"], "Unrecognized arguments: --foo. See 'cardroom --help'."),
        (["rules"], "The following arguments are required: ACTION."),
        (["rules", "shw", "BET-14"], "Argument ACTION: invalid choice: 'shw'"),
        (["rules", "show"], "The following arguments are required: RULE-ID."),
        (["rules", "list", "--group"], "Argument --group: expected one argument."),
    ],
)
def test_a_wrong_call_is_one_sentence_and_status_2(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"cardroom: {said}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        (UsageError("Say which."), 2, "cardroom: Say which.\n"),
        (InvalidFile("a.toml", "broken", line=3), 2, "cardroom: a.toml, line 3: broken\n"),
        (ActionRefused("BET-08", "too_small"), 1, "cardroom: too small (BET-08)\n"),
        (KeyboardInterrupt(), 130, ""),
        (
            PermissionError(13, "Permission denied", "/var/lib/room.db"),
            2,
            "cardroom: /var/lib/room.db: this user has no permission.\n",
        ),
    ],
)
def test_what_is_raised_on_purpose_becomes_a_sentence_and_a_status(
    raised: BaseException,
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(words: list[str]) -> int:
        raise raised

    monkeypatch.setattr(command, "_run", refuse)
    assert main([]) == status
    assert capsys.readouterr().err == said


def test_our_own_mistakes_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(words: list[str]) -> int:
        raise AssertionError

    monkeypatch.setattr(command, "_run", fail)
    with pytest.raises(AssertionError):
        main([])


@pytest.mark.parametrize("lines", [0, 1])
def test_a_reader_that_has_gone_is_no_mistake(lines: int) -> None:
    process = subprocess.Popen(
        [*CARDROOM, "rules", "list", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(lines):
        process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    complaint = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=30), complaint) == (0, b"")


def test_the_installed_command_runs() -> None:
    words = ["rules", "diff", "en-2.7", "en-2.7"]
    done = subprocess.run([*CARDROOM, *words], capture_output=True, check=True)
    assert done.stdout == b"en-2.7 and en-2.7 set every switch that both have to the same.\n"
