"""From a TOML file to a definition. What does not fit is refused with file, line, key, reason.

The file says what is special; the rest comes from the edition that it names (TAMB-93).
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

import msgspec

from cardroom.errors import InvalidFile
from cardroom.rulebook import EDITIONS, Edition, edition
from cardroom.rulebook.misfits import bare, misfit, shown
from cardroom.rulebook.source import Source
from cardroom.rulebook.suggestions import did_you_mean
from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.definition import HEXAPRO, Definition
from cardroom.tournament.definition_defaults import with_defaults
from cardroom.tournament.definition_problems import problems

UNKNOWN = re.compile(r"Object contains unknown field `(?P<key>.+?)`")
MISSING = re.compile(r"Object missing required field `(?P<key>.+?)`")

HEXAPRO_KEYS = ("name", "edition", "kind", "price_cents", "currency")
"""What a file says of a game with a drawn pool; all else is the edition's (HEX-01, HXT-01)."""

ONLINE = tuple(name for name in EDITIONS if name != "live")
Values = dict[str, Any]
Editions = Callable[[str], Edition | None]
"""Finds the rules that a file names; None when nothing is called so."""


def published(name: str) -> Edition | None:
    """One of the published editions with tournaments."""
    return edition(name) if name in ONLINE else None


def read_definition(
    text: str,
    file: str,
    *,
    changes: Mapping[str, Any] | None = None,
    editions: Editions = published,
) -> Definition:
    """The tournament that `text` defines; `file` is its name in messages.

    `changes` replace keys of the file (a command's options), `editions` finds house rules too.
    """
    source = Source(file, text)
    values: Values = {**source.data, **(changes or {})}
    named, rules = tournament_rules(source, values, editions)
    values["edition"] = named.name
    _verify_sections(source, values)
    found = _converted(source, with_defaults(values, rules))
    for problem in problems(found, rules):
        raise source.error(problem.reason, *problem.path)
    return found


def tournament_rules(
    source: Source, values: Values, editions: Editions
) -> tuple[Edition, TournamentRules]:
    """The edition that a file names, and its rules for tournaments: it must name one (TAMB-93)."""
    known = ", ".join(ONLINE)
    name = values.get("edition")
    if name is None:
        raise source.error(f"missing; every tournament names its edition: {known}", "edition")
    if not isinstance(name, str):
        raise source.error(f"must be text in quotes, not {shown(name)}", "edition")
    found = editions(name)
    if found is None:
        near = did_you_mean(name, ONLINE)
        raise source.error(f"{shown(name)} is not one of {known}{near}", "edition")
    if found.tournament is None:
        raise source.error(f"{shown(name)} has no tournaments", "edition")
    return found, found.tournament


def _verify_sections(source: Source, values: Values) -> None:
    """What is a table must be written as one, before defaults are laid under it."""
    for key, hint in get_type_hints(Definition, include_extras=True).items():
        if key in values and _is_section(hint) and not isinstance(values[key], dict):
            raise source.error(f"must be a table [{key}], not {shown(values[key])}", key)
    for key in values:
        # Its game is refused later with the rule that names it, if it is not Hold'em (TAMB-97).
        if values.get("kind") in HEXAPRO and key not in (*HEXAPRO_KEYS, "game"):
            known = ", ".join(HEXAPRO_KEYS)
            raise source.error(f"HexaPro is played as its edition says; set only {known}", key)


def _is_section(hint: Any) -> bool:
    """Whether a field of the definition is a table of the file."""
    parts = [part for part in getattr(hint, "__args__", (hint,)) if part is not type(None)]
    return len(parts) == 1 and isinstance(parts[0], type) and issubclass(parts[0], msgspec.Struct)


def _converted(source: Source, values: Values) -> Definition:
    try:
        return msgspec.convert(values, Definition)
    except msgspec.ValidationError as error:
        raise _misfit(source, values, error) from None


def _misfit(source: Source, values: Values, error: msgspec.ValidationError) -> InvalidFile:
    """Name the line of what is wrong; for an unknown key its own, not that of its table."""
    wrong = misfit(values, Definition, error)
    if unknown := UNKNOWN.match(str(error)):
        fields = _fields(wrong.path)
        near = did_you_mean(unknown["key"], fields) or f"; there are {', '.join(fields)}"
        return source.error(f"unknown key{near}", *wrong.path, unknown["key"])
    if missing := MISSING.match(str(error)):
        return source.error("missing", *wrong.path, missing["key"])
    return source.error(wrong.reason, *wrong.path)


def _fields(path: tuple[str | int, ...]) -> list[str]:
    """The keys that a table or a row of the file may have."""
    hint: Any = Definition
    for step in path:
        hint = _inside(hint, step)
    return list(get_type_hints(hint))


def _inside(hint: Any, step: str | int) -> Any:
    inner = get_type_hints(hint, include_extras=True)[step] if isinstance(step, str) else hint
    inner = bare(inner)
    parts = [part for part in getattr(inner, "__args__", ()) if part not in {type(None), ...}]
    return bare(parts[0]) if parts else inner
