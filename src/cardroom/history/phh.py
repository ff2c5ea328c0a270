"""Reads the PHH format: `.phh` holds one hand, `.phhs` many, as tables [1], [2] and so on.

The format is TOML. A file of many hands is cut into its hands line by line and each hand parsed on
its own, so that a file of any size needs the memory of one hand.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NoReturn

from cardroom.errors import InvalidFile
from cardroom.history.fields import read_fields
from cardroom.history.record import HandRecord, Place

HAND_LINES_MAX = 5_000
"""No hand is this long; a file without heads of hands is not read to its end first."""

_HEAD = re.compile(r"\[\s*([^\[\]]*?)\s*\]\s*(?:#.*)?$")
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class _Text:
    """The lines of one hand and where they are."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.lines: list[str] = []

    def refuse(self, reason: str, *, line: int | None = None, key: str = "") -> NoReturn:
        """Say what is wrong; without a line the one where the key is set is named."""
        place = self.place
        number = line if line is not None else self._line_of(key.partition("[")[0])
        path = ".".join(part for part in (self._table, key) if part)
        raise InvalidFile(place.file, reason, line=number, key=path)

    @property
    def _table(self) -> str:
        return "" if self.place.number is None else f"[{self.place.number}]"

    def _line_of(self, key: str) -> int:
        for offset, line in enumerate(self.lines):
            if key and line.partition("=")[0].strip().strip("\"'") == key:
                return self.place.line + offset
        return self.place.line


def read_hands(lines: Iterable[str], file: str) -> Iterator[tuple[Place, HandRecord]]:
    """Read every hand of a `.phh` or `.phhs` file, one at a time; InvalidFile names the fault."""
    for text in _split(lines, file):
        yield text.place, _read(text)


def read_hand(text: str, file: str = "<text>") -> HandRecord:
    """Read a text that holds one hand."""
    hands = [record for _, record in read_hands(text.split("\n"), file)]
    if len(hands) != 1:
        raise InvalidFile(file, f"holds {len(hands)} hands, not one")
    return hands[0]


def _split(lines: Iterable[str], file: str) -> Iterator[_Text]:
    """Cut the lines at the heads of the hands; lines without any head are one hand."""
    text = _Text(Place(file, None, 1))
    numbers: set[int] = set()
    for count, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        if line.startswith("[") and (head := _HEAD.match(line)):
            if _says_something(text):
                yield text
            text = _Text(Place(file, _number(head[1], numbers, file, count), count))
            text.lines.append("")
            continue
        text.lines.append(line)
        if len(text.lines) > HAND_LINES_MAX:
            text.refuse(f"a hand of more than {HAND_LINES_MAX} lines", line=count)
    if _says_something(text) or not numbers:
        yield text


def _says_something(text: _Text) -> bool:
    """Tell a hand from the empty lines and comments above the first one."""
    return text.place.number is not None or any(
        line.strip() and not line.lstrip().startswith("#") for line in text.lines
    )


def _number(name: str, numbers: set[int], file: str, line: int) -> int:
    bare = name.strip("\"'")
    if not bare.isdecimal():
        raise InvalidFile(file, "hands are numbered", line=line, key=f"[{name}]")
    number = int(bare)
    if number in numbers:
        raise InvalidFile(file, "this number is used twice", line=line, key=f"[{number}]")
    numbers.add(number)
    return number


def _read(text: _Text) -> HandRecord:
    try:
        values = tomllib.loads("\n".join(text.lines), parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        found = _TOML_PLACE.search(said)
        offset = int(found[1]) - 1 if found and found[1] else len(text.lines) - 1
        text.refuse(_TOML_PLACE.sub("", said), line=text.place.line + offset)
    return read_fields(values, text.refuse)
