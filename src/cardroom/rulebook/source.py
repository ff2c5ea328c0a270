"""TOML text with the way back from a key to its line, for messages that name file, line and key."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from cardroom.errors import InvalidFile

HEADER = re.compile(r"^\s*(?P<open>\[\[?)(?P<name>[^\[\],]+)\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""^\s*(?P<name>(?:"[^"]+"|'[^']+'|[\w-]+)(?:\s*\.\s*[\w-]+)*)\s*=""")
PART = re.compile(r""""([^"]+)"|'([^']+)'|([^."'\s]+)""")
TOKEN = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'|#[^\n]*|[\[\]{},\n]|[^\s"'#\[\]{},]+""")
BROKEN_AT = re.compile(r"\s*\(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
DIGITS = re.compile(r"[\d_]{1000}")
BITS_MAX = 1000
"""Far more than any key allows, and few enough to be written in a message."""
DEPTH_MAX = 50
"""How many tables and lists may lie in one another; the rules need five."""
LONG_NAME = re.compile(
    rf"""(?<![\w.-])(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{DEPTH_MAX}}}"""
)
TOO_DEEP = "tables or lists lie too deep in one another"
TOO_LONG = "a number has too many digits"

Path = tuple[str | int, ...]
"""From the table to a key and, inside a list, to a row (from 0) and its field."""


class Source:
    """One TOML file of rules: tables named by rule IDs, and a few plain keys before them."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self._text = text
        if LONG_NAME.search(text):
            # Python's reader needs memory for the square of the points in a name.
            raise InvalidFile(file, TOO_DEEP, line=self._line_with(LONG_NAME))
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise self._broken(str(error)) from None
        except RecursionError:
            line = deepest(text)
            raise InvalidFile(file, TOO_DEEP, line=line, key=self._key_on(line)) from None
        except ValueError:
            # Python reads no decimal number of more digits than `sys.get_int_max_str_digits`.
            raise InvalidFile(file, TOO_LONG, line=self._line_with(DIGITS)) from None
        for path, value in values(self.data):
            if len(path) > DEPTH_MAX:
                raise self.error(TOO_DEEP, *path[:1])
            if isinstance(value, int) and value.bit_length() > BITS_MAX:
                raise self.error(TOO_LONG, *path)

    def error(self, reason: str, *path: str | int) -> InvalidFile:
        """An error that names this file, the line of what `path` leads to, and its key."""
        return InvalidFile(self.file, reason, line=self.line_of(*path), key=written(path))

    def line_of(self, *path: str | int) -> int | None:
        """The line where `path` is written, or the nearest thing around it that is."""
        lines = dict(reversed(list(places(self._text))))
        for length in range(len(path), 0, -1):
            if path[:length] in lines:
                return lines[path[:length]]
        return None

    def _broken(self, message: str) -> InvalidFile:
        place = BROKEN_AT.search(message)
        line = int(place["line"]) if place and place["line"] else len(self._text.splitlines())
        reason = message[: place.start()] if place else message
        if reason.startswith("Cannot overwrite a value"):
            return InvalidFile(self.file, "set twice", line=line, key=self._key_on(line))
        if re.fullmatch(r"Cannot declare \(.*\) twice", reason):
            return InvalidFile(self.file, "the table is there twice", line=line)
        return InvalidFile(self.file, f"not valid TOML: {reason.lower()}", line=line or None)

    def _line_with(self, pattern: re.Pattern[str]) -> int | None:
        lines = enumerate(self._text.splitlines(), start=1)
        return next((number for number, line in lines if pattern.search(line)), None)

    def _key_on(self, line: int) -> str:
        """The key that is written on a line, with its table."""
        return next((written(path) for path, at in places(self._text) if at == line), "")


def written(path: Path) -> str:
    """A path as an operator reads it: `[RAKE-07] stakes, row 3, cap`."""
    match path:
        case ():
            return ""
        case (only,):
            return header(str(only)) if "-" in str(only) else str(only)
    table, key, *steps = path
    inside = (f"row {step + 1}" if isinstance(step, int) else step for step in steps)
    return ", ".join([f"{header(str(table))} {key}", *inside])


def header(rule: str) -> str:
    """The header of a rule's table; TOML wants quotes around a name with a point."""
    return f'["{rule}"]' if "." in rule else f"[{rule}]"


def places(text: str) -> Iterator[tuple[Path, int]]:
    """Every table, key and row of a TOML text with its line, in the order they are written."""
    table: Path = ()
    counted: dict[Path, int] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if opened := HEADER.match(line):
            table = parts(opened["name"])
            if opened["open"] == "[[":
                counted[table] = counted.get(table, -1) + 1
                yield table, number
                table = (*table, counted[table])
            yield table, number
        elif key := KEY.match(line):
            path = (*table, *parts(key["name"]))
            yield from ((path[:length], number) for length in range(len(table) + 1, len(path) + 1))
            if line[key.end() :].lstrip().startswith("["):
                rest = "\n".join([line[key.end() :], *lines[number:]])
                yield from (((*path, row), number + down) for row, down in enumerate(rows(rest)))


def values(data: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Everything in a file's tables and lists, with the path to it."""
    left: list[tuple[Path, Any]] = [((), data)]
    while left:
        path, value = left.pop()
        yield path, value
        if isinstance(value, dict):
            left += [((*path, key), inside) for key, inside in value.items()]
        elif isinstance(value, list):
            left += [((*path, row), inside) for row, inside in enumerate(value)]


def deepest(text: str) -> int:
    """The line on which most tables and lists are open."""
    line, depth = 1, 0
    most = (0, 1)
    for mark in TOKEN.findall(text):
        line += mark == "\n"
        depth += (mark in {"[", "{"}) - (mark in {"]", "}"})
        most = max(most, (depth, line))
    return most[1]


def parts(name: str) -> tuple[str, ...]:
    """The words between the points of a header or a key."""
    return tuple(first or second or third for first, second, third in PART.findall(name))


def rows(value: str) -> Iterator[int]:
    """For a list that begins `value`: how many lines below its beginning each element starts."""
    depth = below = 0
    due = False
    for mark in TOKEN.findall(value):
        if mark == "\n":
            below += 1
        elif depth == 1 and due and mark != "]" and not mark.startswith("#"):
            yield below
            due = False
        depth += (mark in {"[", "{"}) - (mark in {"]", "}"})
        if depth == 0:
            return
        due = due or (depth == 1 and mark in {"[", ","})
