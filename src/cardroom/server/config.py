"""The operator's file: what a room is called, what it deals, where it listens, where money is kept.

Every key has a default; `CARDROOM_SECTION_KEY` in the environment overrides the file.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from cardroom.errors import InvalidFile, UsageError
from cardroom.rulebook.source import Source
from cardroom.server.contradictions import contradictions
from cardroom.server.options import Config

PREFIX = "CARDROOM_"


def read_config(text: str, file: str, environment: Mapping[str, str]) -> Config:
    """Read the file, lay the environment over it, and refuse what does not fit."""
    source = Source(file, text)
    data: dict[str, Any] = {
        name: dict(table) if isinstance(table, dict) else table
        for name, table in source.data.items()
    }
    from_environment = _overridden(data, environment)
    try:
        config = msgspec.convert(data, Config)
    except msgspec.ValidationError as error:
        raise _misfit(source, str(error), from_environment) from None
    for wrong, section, key, reason in contradictions(config):
        if wrong:
            raise _at(source, reason, section, key, from_environment)
    return config


def _overridden(data: dict[str, Any], environment: Mapping[str, str]) -> set[str]:
    """Put values of the environment into the data; which keys came from there."""
    found: set[str] = set()
    for section in Config.__struct_fields__:
        start = f"{PREFIX}{section}_".upper()
        defaults = msgspec.structs.asdict(getattr(Config(), section))
        for name in sorted(environment):
            if name.startswith(start):
                key = name.removeprefix(start).lower()
                if key not in defaults:
                    raise InvalidFile("environment", "no such option", key=name)
                table = data.setdefault(section, {})
                if isinstance(table, dict):
                    table[key] = _value(environment[name], defaults[key])
                    found.add(f"{section}.{key}")
    return found


def _value(word: str, like: object) -> object:
    """The word as the option wants it: true or false, a number, a list by commas, `stake=count`."""
    match like:
        case bool() if word in {"true", "false"}:
            return word == "true"
        case int() if re.fullmatch("-?[0-9]+", word):
            return int(word)
        case tuple():
            return [part.strip() for part in word.split(",") if part.strip()]
        case dict():
            pairs = (part.partition("=") for part in word.split(",") if part.strip())
            return {name.strip(): _value(count.strip(), 0) for name, _, count in pairs}
        case _:
            return word


def _misfit(source: Source, message: str, from_environment: set[str]) -> InvalidFile:
    said, _, place = message.partition(" - at `$")
    path = [part for part in place.rstrip("`").replace("[...]", "").split(".") if part]
    reason = said[0].lower() + said[1:]
    unknown = re.fullmatch("object contains unknown field `(.*)`", reason)
    if unknown:
        return source.error("no such option", *path[:1], unknown[1])
    section, key = [*path, "", ""][:2]
    return _at(source, reason, section, key, from_environment)


def _at(
    source: Source, reason: str, section: str, key: str, from_environment: set[str]
) -> InvalidFile:
    """An error with the line of the file, or the variable of the environment, that it is about."""
    if f"{section}.{key}" in from_environment:
        return InvalidFile("environment", reason, key=f"{PREFIX}{section}_{key}".upper())
    return source.error(reason, *filter(None, (section, key)))


def load_config(path: Path | None, environment: Mapping[str, str]) -> Config:
    """The operator's file, or all defaults without one."""
    if path is None:
        return read_config("", "defaults", environment)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from None
    return read_config(text, str(path), environment)
