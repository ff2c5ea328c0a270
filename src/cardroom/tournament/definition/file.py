"""From a TOML file to a definition. What does not fit is refused with file, line, key, reason.

The file says what is special; the rest comes from the edition that it names (TAMB-93).
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from cardroom.errors import InvalidFile
from cardroom.rulebook import EDITIONS, Edition, edition
from cardroom.rulebook.source import Source
from cardroom.rulebook.suggestions import did_you_mean
from cardroom.rulebook.tournament import TournamentRules
from cardroom.struct_errors import shown, struct_error
from cardroom.tournament.definition import HEXAPRO, Definition
from cardroom.tournament.definition.defaults import with_defaults
from cardroom.tournament.definition.messages import (
    PATTERNS,
    in_words,
    missing,
    sections,
    unknown,
)
from cardroom.tournament.definition.problems import problems

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
    return definition_in(source, {**source.data, **(changes or {})}, editions)


def definition_in(source: Source, values: Values, editions: Editions) -> Definition:
    """The tournament that these values define; mistakes name their lines in `source`."""
    named, rules = tournament_rules(source, values, editions)
    if "kind" not in values:
        # Everything else that is asked for depends on it.
        raise source.error(missing("kind"), "kind")
    values = {**values, "edition": named.name}
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
        raise source.error(_no_rules(name), "edition")
    if found.tournament is None:
        raise source.error(f"{shown(name)} has no tournaments", "edition")
    return found, found.tournament


def _no_rules(name: str) -> str:
    """That no edition is called so, or that no house rules lie there."""
    if name.endswith(".toml"):
        return f"there is no file {shown(name)} with house rules beside this one"
    near = did_you_mean(name, ONLINE) or "; house rules are a file beside this one, as club.toml"
    return f"{shown(name)} is not one of {', '.join(ONLINE)}{near}"


def _verify_sections(source: Source, values: Values) -> None:
    """What is a table must be written as one, before defaults are laid under it."""
    for (key,) in sections():
        if key in values and not isinstance(values[key], dict):
            raise source.error(f"must be a table [{key}], not {shown(values[key])}", key)
    for key in values:
        # Its game is refused later with the rule that names it, if it is not Hold'em (TAMB-97).
        if values.get("kind") in HEXAPRO and key not in (*HEXAPRO_KEYS, "game"):
            known = ", ".join(HEXAPRO_KEYS)
            raise source.error(f"HexaPro is played as its edition says; set only {known}", key)


def _converted(source: Source, values: Values) -> Definition:
    try:
        return msgspec.convert(values, Definition)
    except msgspec.ValidationError as error:
        raise _wrong(source, values, error) from None


def _wrong(source: Source, values: Values, error: msgspec.ValidationError) -> InvalidFile:
    """Name the line of what is wrong; for an unknown key its own, not that of its table."""
    wrong = struct_error(values, Definition, error, PATTERNS)
    if wrong.unknown:
        return source.error(unknown(wrong.path, wrong.unknown), *wrong.path, wrong.unknown)
    if wrong.missing:
        return source.error(missing(wrong.missing), *wrong.path, wrong.missing)
    return source.error(in_words(wrong.reason, wrong.path), *wrong.path)
