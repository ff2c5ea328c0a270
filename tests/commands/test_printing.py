"""Lists on a terminal: nothing is cut off, and what players wrote stays text."""

import pytest

from cardroom.commands.printing import write_rows

STAKE = "nl-holdem:ordinary:10:20"
ROW = {"stake": STAKE, "rake": "4 % up to 150", "who may sit": "person, guest", "set by": "Robin"}


def printed(capsys: pytest.CaptureFixture[str], *rows: dict[str, str]) -> str:
    write_rows(tuple(rows[0]), rows)
    return capsys.readouterr().out


@pytest.mark.parametrize("columns", ["40", "60", "80", "200"])
def test_a_narrow_terminal_shows_every_word_whole(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = printed(capsys, ROW)
    assert "…" not in out
    assert all(word in out for text in (*ROW, *ROW.values()) for word in text.split())
    assert max(map(len, out.splitlines())) <= int(columns)


def test_a_file_gets_every_row_on_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = ROW | {"note": "as the club agreed on Friday " * 10}
    (line,) = (line for line in printed(capsys, wide).splitlines() if STAKE in line)
    assert all(text.strip() in line for text in wide.values())


def test_what_players_wrote_is_neither_markup_nor_a_command_to_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = printed(capsys, {"text": "[/b] see [red]this[/red]\n\x1b[2J"})
    assert "[/b] see [red]this[/red] \ufffd[2J" in out
    assert "\x1b" not in out
