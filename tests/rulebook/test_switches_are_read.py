"""Every choice that an edition offers is one that the code makes: no switch turns nothing."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_type_hints

import msgspec
import pytest

from cardroom.rulebook import Edition, switches
from cardroom.rulebook.switch import RuleField
from cardroom.tournament.definition import Definition

SOURCE = Path(__file__).parents[2] / "src" / "cardroom"
READERS = {
    "hand": ("engine",),
    "cash": ("cash", "engine", "ledger", "office", "room", "rulebook/cash"),
    "tournament": ("tournament", "rulebook/tournament"),
    "live": ("floor", "engine"),
}
"""Which packages play by which part of an edition."""

NOT_BEHAVIOUR = {
    "[AMB-29] default_edition": "what the operator's configuration starts from",
    "[AMB-25] defects": "what an edition says of its own text",
    "[CASH-03] silent_on": "what an edition says of its own text",
    "[FAIR-03] data_kept": "what the operator's privacy notice names",
    "[FAIR-06] cheating_systems_clause": "a clause of the text",
    "[FAIR-14] chip_dumping_sides": "who a case is about, in words",
    "[BANZ-01] base_games": "bounds what open_games may name; those are played",
    "[TAMB-97] antes_count_as_bet": "true is refused: an ante is never part of a bet",
}
"""Choices that describe an edition and steer nothing, or have one value left; and why."""


STILL_TO_COME = {
    ("live", "seating"),
    ("live", "button"),
    ("live", "floor"),
    ("live", "conduct"),
}
"""Groups of switches for what the live floor does not do yet; rulings are there."""

CHOICES = list(switches(Edition))


def is_to_come(found: RuleField) -> bool:
    """Whether a switch belongs to what is still missing."""
    return found.path[:2] in STILL_TO_COME


PLAYED = [found for found in CHOICES if not is_to_come(found)]


def reads(file: Path) -> set[str]:
    """The names of all attributes that a file reads."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return {node.attr for node in nodes if isinstance(node.ctx, ast.Load)}


READ = {
    part: {name: reads(name) for package in packages for name in (SOURCE / package).rglob("*.py")}
    for part, packages in READERS.items()
}


def keys(group: type[msgspec.Struct]) -> Iterator[str]:
    """The keys of a tournament's own file."""
    for name, hint in get_type_hints(group).items():
        yield name
        for part in (hint, *get_args(hint)):
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                yield from keys(part)


OWN_KEYS = set(keys(Definition))
VERIFIERS = set((SOURCE / "rulebook").rglob("*problems.py"))
DEFAULTS = SOURCE / "tournament" / "definition" / "defaults.py"


def readers(found: RuleField) -> list[Path]:
    """The files that play by a switch; who only verifies it does not count.

    A key of a tournament's own file is no switch: there only its default is.
    """
    files = [file for file, names in READ[found.path[0]].items() if found.name in names]
    files = [file for file in files if file not in VERIFIERS]
    if found.path[0] == "tournament" and found.name in OWN_KEYS:
        files = [file for file in files if file == DEFAULTS or "rulebook" in file.parts]
    return files


@pytest.mark.parametrize("found", PLAYED, ids=lambda found: found.key)
def test_a_choice_of_the_rules_is_read_by_the_code(found: RuleField) -> None:
    if found.key not in NOT_BEHAVIOUR:
        assert readers(found), f"nobody reads {found.key}: it would turn nothing"


def test_what_is_said_to_steer_nothing_is_a_switch_that_nobody_reads() -> None:
    by_key = {found.key: found for found in PLAYED}
    assert not NOT_BEHAVIOUR.keys() - by_key.keys()
    assert not [key for key in NOT_BEHAVIOUR if readers(by_key[key])]


def test_only_parts_of_the_live_floor_are_still_to_come() -> None:
    """When all switches of a group are read, the group leaves the list."""
    assert {found.path[0] for found in CHOICES} == READERS.keys()
    missing = [found.path for found in CHOICES if is_to_come(found) and not readers(found)]
    assert {path[:2] for path in missing} == STILL_TO_COME
