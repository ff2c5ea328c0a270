"""The guide to tournament files says what is true."""

import re
import tomllib
from datetime import UTC
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from cardroom.commands.main import main
from cardroom.errors import InvalidFile
from cardroom.rulebook import edition
from cardroom.simulation.tournament.disruptions import CALM
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import FORMATS, target_of, text_of
from cardroom.tournament.definition.file import read_definition
from cardroom.tournament.timetable import HouseDefaults, read_timetable
from cardroom.tournament.timetable.file import DemandTable
from cardroom.tournament.timetable.starts import StartTable

GUIDE = (Path(__file__).parents[3] / "docs" / "guides" / "tournaments.md").read_text("utf-8")
NOW_MS = 1_794_916_800_000
"""Noon on 17 November 2026, UTC."""
FORMATS_FOLDER = Path(__file__).parents[3] / "src" / "cardroom" / "tournament" / "formats"
TOML: list[str] = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
TIMETABLE = [text for text in TOML if "[schedule]" in text or "[on_demand]" in text]
EXAMPLES = [text for text in TOML if text not in TIMETABLE]
KEYS = GUIDE.partition("## All keys")[2].partition("\n## ")[0]
HELD = GUIDE.partition("## Put it on the timetable")[2].partition("\n## ")[0]
SUNDAY, *OTHERS = EXAMPLES
COMMANDS: list[str] = re.findall(r"^cardroom simulate .*$", GUIDE, re.MULTILINE)


def fields(group: Any, table: str = "") -> set[str]:
    """Every key that a file may set, as the guide writes it."""
    found: set[str] = set()
    for name, hint in get_type_hints(group).items():
        parts = [part for part in (hint, *get_args(hint)) if isinstance(part, type)]
        inner = [part for part in parts if issubclass(part, msgspec.Struct)]
        if inner and not table:
            found |= fields(inner[0], f"[{name}] ")
        else:
            found.add(f"{table}{name}")
    return found


def described() -> set[str]:
    """Every key in the guide's table."""
    found = set()
    for row in re.findall(r"^\| (`[^|]*`) \|", KEYS, re.MULTILINE):
        first, *others = re.findall(r"`([^`]+)`", row)
        table = first.partition(" ")[0] + " " if first.startswith("[") else ""
        found |= {first, *(f"{table}{other}" for other in others)}
    return found


def test_the_guide_describes_every_key_and_no_other() -> None:
    assert described() == fields(Definition)


def test_the_guide_describes_every_key_of_the_timetable_and_no_other() -> None:
    rows = "\n".join(line for line in HELD.splitlines() if line.startswith("| "))
    named = set(re.findall(r"`([a-z_]+)(?: = [^`]+)?`", rows)) - {"kind", "price_cents", "false"}
    days = {"weekdays"}
    assert named - days == {*StartTable.__struct_fields__, *DemandTable.__struct_fields__}


def test_the_files_of_the_guide_make_a_timetable() -> None:
    files = {f"{number}.toml": text for number, text in enumerate(TIMETABLE)}
    house = HouseDefaults(edition("nl-3.0"), "EUR")
    found = read_timetable(files, house=house, zone=UTC, now_ms=0)
    assert [one.name for one in found.scheduled] == ["Evening 10"]
    assert [one.name for one in found.on_demand] == ["HexaPro 1", "HexaPro 2", "HexaPro 5"]
    starts = re.findall(r"^\| .* \| (.*`(?:at|every_minutes|starts) = .*) \|$", HELD, re.MULTILINE)
    assert len(starts) > 4
    for row in starts:
        lines = [one for one in re.findall(r"`([^`]+)`", row) if " = " in one]
        words = [line for line in lines if not line.startswith("kind")]
        if words[0].startswith("at") and "until" in row:
            words.insert(0, "every_minutes = 30")
        form = "phased" if "final" in row else "freezeout"
        text = f'name = "x"\nedition = "house"\nformat = "{form}"\n[schedule]\n' + "\n".join(words)
        assert read_timetable({"x.toml": text}, house=house, zone=UTC, now_ms=0).scheduled


def held(*texts: str) -> InvalidFile:
    """Why files named evening, late and satellite are refused together."""
    names = ("evening.toml", "late.toml") if len(texts) > 1 else ("evening.toml",)
    files = dict(zip(names, texts, strict=True))
    with pytest.raises(InvalidFile) as refused:
        read_timetable(
            files, house=HouseDefaults(edition("nl-3.0"), "EUR"), zone=UTC, now_ms=NOW_MS
        )
    return refused.value


def test_the_mistakes_of_the_timetable_are_named_like_that() -> None:
    evening = TIMETABLE[0]
    satellite = text_of("satellite") + '\n[schedule]\nat = "18:00"\n'
    at = 'at = "20:00"'
    for error in (
        held(evening.replace("freezeout", "freezeuot")),
        held(evening.replace("20:00", "8pm")),
        held(evening.replace(at, 'starts = "2026-11-16 20:00"')),
        held(evening.replace(at, 'at = ["20:00", "20:00"]')),
        held(evening, evening),
        held(satellite),
    ):
        assert f": {error.key}: {error.reason}" in HELD


def test_the_first_example_of_the_guide_is_a_tournament() -> None:
    sunday = read_definition(SUNDAY, "sunday.toml")
    assert (sunday.seats, sunday.fee_cents, sunday.registration.late_levels) == (6, 500, 4)


def whole(text: str) -> str:
    """A complete file as it is; else the freezeout with these lines in the places for them."""
    if "name = " in text:
        return text
    keys, bracket, tables = text.partition("\n[") if "[" in text else (text, "", "")
    return SUNDAY.replace("[blinds]", f"{keys}\n[blinds]") + bracket + tables


@pytest.mark.parametrize("text", OTHERS)
def test_every_other_example_of_the_guide_is_a_tournament_that_can_be_played(text: str) -> None:
    definition = read_definition(whole(text), "guide.toml")
    rules, target = edition(definition.edition), target_of(definition)
    scenario = Scenario(definition, rules, chance=Random(1), disruptions=CALM, target=target)
    scenario.play(6)
    assert scenario.summary.hands > 0


def test_the_examples_of_the_guide_make_every_kind() -> None:
    kinds = {read_definition(whole(text), "guide.toml").kind for text in (SUNDAY, *OTHERS)}
    assert kinds == {"scheduled", "sit_and_go", "phased", "hexapro"}


def test_every_key_is_set_in_an_example_of_the_guide() -> None:
    shown: set[str] = set()
    for text in EXAMPLES:
        for key, value in tomllib.loads(text).items():
            inside = {f"[{key}] {name}" for name in value} if isinstance(value, dict) else {key}
            shown |= inside
    assert shown == fields(Definition)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_guide_runs(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As written, but once and with few players; files as the guide has them."""
    (tmp_path / "sunday.toml").write_text(SUNDAY, encoding="utf-8")
    (tmp_path / "club.toml").write_text('inherits = "nl-3.0"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = re.sub(r"--players \d+", "--players 8", command)
    assert main([*words.split()[1:], "--count", "1"]) == 0
    assert capsys.readouterr().out


def test_every_packaged_example_stands_in_the_guide() -> None:
    assert {f"{name}.toml" for name in FORMATS} == {file.name for file in FORMATS_FOLDER.iterdir()}
    for name in FORMATS:
        assert f"`{name}.toml`" in GUIDE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SUNDAY.replace('kind = "scheduled"\n', ""), "kind: missing; one of scheduled, sit_and_go"),
        (SUNDAY + "seats = 6", "line 10: [blinds] seats: unknown key here; it belongs at the beg"),
        (SUNDAY.replace("nl-3.0", "club.toml"), "line 3: edition: there is no file 'club.toml'"),
        (SUNDAY.replace("price_cents", "price_cent"), "line 5: price_cent: unknown key"),
        (
            SUNDAY + "levels = [{ small = 5, big = 10 },\n{ small = 20, big = 10 }]",
            "[blinds] levels, row 2, big: is below the small blind",
        ),
        (SUNDAY.replace("nl-3.0", "en-2.2") + "[bounty]", "bounty: en-2.2 has no bounty"),
        (
            text_of("satellite").replace("price_cents = 550\n", "price_cents = 5500\n"),
            "[satellite] seat_price_cents: must be above the price of the satellite, 5500 (TYP-04)",
        ),
    ],
)
def test_the_mistakes_in_the_guide_are_named_like_that(text: str, said: str) -> None:
    assert said in GUIDE
    with pytest.raises(InvalidFile, match=re.escape(said)):
        read_definition(text, "sunday.toml")
