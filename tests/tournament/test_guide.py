"""The guide to tournament files says what is true."""

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from cardroom.errors import InvalidFile
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition_file import read_definition
from cardroom.tournament.examples import FORMATS, text_of

GUIDE = (Path(__file__).parents[2] / "docs" / "guides" / "tournaments.md").read_text("utf-8")
FORMATS_FOLDER = Path(__file__).parents[2] / "src" / "cardroom" / "tournament" / "formats"
(SUNDAY,) = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)


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
    for row in re.findall(r"^\| (`[^|]*`) \|", GUIDE, re.MULTILINE):
        first, *others = re.findall(r"`([^`]+)`", row)
        table = first.partition(" ")[0] + " " if first.startswith("[") else ""
        found |= {first, *(f"{table}{other}" for other in others)}
    return found


def test_the_guide_describes_every_key_and_no_other() -> None:
    assert described() == fields(Definition)


def test_the_first_example_of_the_guide_is_a_tournament() -> None:
    sunday = read_definition(SUNDAY, "sunday.toml")
    assert (sunday.seats, sunday.fee_cents, sunday.registration.late_levels) == (6, 500, 4)


def test_every_packaged_example_stands_in_the_guide() -> None:
    assert {f"{name}.toml" for name in FORMATS} == {file.name for file in FORMATS_FOLDER.iterdir()}
    for name in FORMATS:
        assert f"`{name}.toml`" in GUIDE


@pytest.mark.parametrize(
    ("text", "said"),
    [
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
