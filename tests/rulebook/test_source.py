"""Tests of the way back from a key to its line."""

import pytest

from cardroom.errors import InvalidFile
from cardroom.rulebook.source import TOO_DEEP, TOO_LONG, Source, header, places, written

TEXT = """\
inherits = "live"  # line 1

[LIVE-3]
table_languages = ["de", "en"]

["LIVE-27.p1"]
clock_s = 40

[LIVE-41]
penalties = [  # line 10
    # a comment, with [brackets], "quotes" and commas
    { type = "DEVICE, really", rules = ["LIVE-5.p1"] },

    { type = "STALLING", rules = [] }, { type = "ADVICE", rules = [] },
]

[[RAKE-07.stakes]]
cap = 1
[[RAKE-07.stakes]]
cap = 2

[HEX-09]
level_times.regular = [
    { minutes = 5 },
]
level_times.highroller = []
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("inherits",), 1),
        (("LIVE-3",), 3),
        (("LIVE-3", "table_languages"), 4),
        (("LIVE-3", "table_languages", 1), 4),
        (("LIVE-27.p1", "clock_s"), 7),
        (("LIVE-41", "penalties"), 10),
        (("LIVE-41", "penalties", 0), 12),
        (("LIVE-41", "penalties", 0, "type"), 12),
        (("LIVE-41", "penalties", 1), 14),
        (("LIVE-41", "penalties", 2), 14),
        (("RAKE-07", "stakes", 0), 17),
        (("RAKE-07", "stakes", 1, "cap"), 20),
        (("HEX-09", "level_times"), 23),
        (("HEX-09", "level_times", "regular", 0, "minutes"), 24),
        (("HEX-09", "level_times", "highroller"), 26),
        (("LIVE-3", "no_such_key"), 3),
        (("LIVE-99",), None),
    ],
)
def test_a_key_leads_back_to_its_line(path: tuple[str | int, ...], line: int | None) -> None:
    assert Source("house.toml", TEXT).line_of(*path) == line


def test_every_table_key_and_row_has_a_place() -> None:
    assert len({path for path, _ in places(TEXT)}) == 22


def test_a_path_is_written_as_the_operator_reads_it() -> None:
    assert written(("inherits",)) == "inherits"
    assert written(("CASH-99",)) == "[CASH-99]"
    assert written(("RAKE-07", "stakes", 2, "cap")) == "[RAKE-07] stakes, row 3, cap"


def test_a_rule_with_a_point_is_written_with_the_quotes_that_toml_wants() -> None:
    assert header("LIVE-3") == "[LIVE-3]"
    assert header("LIVE-27.p1") == '["LIVE-27.p1"]'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = ", "house.toml, line 1: not valid TOML: invalid value"),
        ('a = "x', "house.toml, line 1: not valid TOML: "),
        ("[A-1]\nb = 1\nb = 2", "house.toml, line 3: [A-1] b: set twice"),
        ("[A-1]\n[A-1]", "house.toml, line 2: the table is there twice"),
        ("a = [1,\n", "house.toml, line 1: not valid TOML: "),
        ("[A-1]\nb = " + "[" * 60 + "]" * 60, f"house.toml, line 1: [A-1]: {TOO_DEEP}"),
        ("[A-1]\nb = " + "[" * 3000 + "]" * 3000, f"house.toml, line 2: [A-1] b: {TOO_DEEP}"),
        ("a = " + "{b = " * 3000 + "1" + "}" * 3000, f"house.toml, line 1: a: {TOO_DEEP}"),
        (".".join("a" * 40_000) + " = 1", f"house.toml, line 1: {TOO_DEEP}"),
        ("a = 1\n[" + " . ".join(["'a'"] * 10_000) + "]", f"house.toml, line 2: {TOO_DEEP}"),
        ("a = {" + ".".join("a" * 30_000) + " = 1}", f"house.toml, line 1: {TOO_DEEP}"),
        ("a = 1\nb = " + "9" * 6000, f"house.toml, line 2: {TOO_LONG}"),
        ("[A-1]\nb = 0x" + "f" * 6000, f"house.toml, line 2: [A-1] b: {TOO_LONG}"),
    ],
)
def test_broken_toml_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(InvalidFile) as refused:
        Source("house.toml", text)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_a_file_of_many_lists_that_lie_side_by_side_is_read() -> None:
    text = "a = [" + "[[1], [2]]," * 2000 + "]"
    assert len(Source("house.toml", text).data["a"]) == 2000
