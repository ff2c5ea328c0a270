"""The operator's file: what a room is called, what it deals, where it listens, where money is kept.

Every key has a default; `CARDROOM_SECTION_KEY` in the environment overrides the file.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from cardroom.errors import InvalidFile
from cardroom.office.entrance.house_settings import HouseSettings, RefillRule
from cardroom.office.entrance.logos import Logo, read_logo
from cardroom.rulebook import Edition, edition, house_rules
from cardroom.rulebook.cash.stakes import read_stake
from cardroom.rulebook.source import Source
from cardroom.server.config.contradictions import contradictions
from cardroom.server.config.options import HOUSE_NAME, Config
from cardroom.server.config.text_files import text_of
from cardroom.struct_errors import portable, struct_error

PREFIX = "CARDROOM_"
OTHER_WORDS = ("TOKEN", "BACKUPS_KEPT", "PURE", "WITHOUT_CLIENT", "RECORD", "WATCH")
OF_OTHERS = frozenset(f"{PREFIX}{word}" for word in OTHER_WORDS)
"""Variables for `cardroom admin`, for backups, for building and for our own tests."""

PATTERNS = {
    "^[A-Z]{3}$": "three capital letters, such as EUR",
    portable(HOUSE_NAME).replace("\\", "\\\\"): "one line without < and >",
}


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
        raise _wrong(source, data, error, from_environment) from None
    for wrong, section, key, reason in contradictions(config):
        if wrong:
            raise _at(source, reason, section, key, from_environment)
    _verify_stakes(source, config, from_environment)
    try:
        logo_of(config)
    except ValueError as error:
        raise _at(source, str(error), "house", "logo", from_environment) from None
    return config


def logo_of(config: Config) -> Logo | None:
    """The picture that the file names; ValueError says what is wrong with it."""
    if not config.house.logo:
        return None
    try:
        content = Path(config.house.logo).read_bytes()
    except OSError as error:
        raise ValueError(f"{config.house.logo} cannot be read: {error.strerror}") from None
    return read_logo(content)


def settings_of_house(config: Config) -> HouseSettings:
    """What the file says about the house, before administrators change it."""
    room, refills = config.room, config.refills
    rule = RefillRule()
    if room.play_money and refills.hours:
        to = refills.to or room.play_money
        rule = RefillRule(to=to, below=refills.below or max(1, to // 10), hours=refills.hours)
    return HouseSettings(
        registration=config.access.registration,
        guests=config.access.guests,
        name=config.house.name.strip(),
        welcome=config.house.welcome.strip(),
        logo=logo_of(config),
        refill=rule,
    )


def _verify_stakes(source: Source, config: Config, from_environment: set[str]) -> None:
    """Refuse words that name no stake; whether the edition offers it is seen at start."""
    for text in config.practice.stakes:
        if read_stake(text) is None:
            if "practice.stakes" in from_environment:
                raise _at(source, _no_stake(text), "practice", "stakes", from_environment)
            raise source.error(_no_stake(text), "practice", "stakes", text)
    for text in config.programs.stakes:
        if read_stake(text) is None:
            raise _at(source, _no_stake(text), "programs", "stakes", from_environment)


def _no_stake(text: str) -> str:
    return f"'{text}' is not a stake: game:format:small:big, such as nl-holdem:ordinary:5:10"


def _overridden(data: dict[str, Any], environment: Mapping[str, str]) -> set[str]:
    """Put values of the environment into the data; which keys came from there."""
    found: set[str] = set()
    known: set[str] = set(OF_OTHERS)
    for section in Config.__struct_fields__:
        start = f"{PREFIX}{section}_".upper()
        defaults = msgspec.structs.asdict(getattr(Config(), section))
        for name in sorted(environment):
            if name.startswith(start):
                key = name.removeprefix(start).lower()
                if key not in defaults:
                    continue
                known.add(name)
                table = data.setdefault(section, {})
                if isinstance(table, dict):
                    table[key] = _value(environment[name], defaults[key])
                    found.add(f"{section}.{key}")
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known:
            raise InvalidFile("environment", "no such option", key=name)
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


def _wrong(
    source: Source,
    data: dict[str, Any],
    error: msgspec.ValidationError,
    from_environment: set[str],
) -> InvalidFile:
    """Name the option that does not fit, and say what it must be."""
    wrong = struct_error(data, Config, error, PATTERNS)
    if wrong.unknown:
        return source.error("no such option", *wrong.path, wrong.unknown)
    section, key = [*map(str, wrong.path), "", ""][:2]
    return _at(source, wrong.reason, section, key, from_environment)


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
    return read_config(text_of(str(path)), str(path), environment)


def rules_of(config: Config) -> Edition:
    """The edition or the house rules that the room plays by."""
    if not config.room.house_rules:
        return edition(config.room.edition)
    return house_rules(text_of(config.room.house_rules), config.room.house_rules)
