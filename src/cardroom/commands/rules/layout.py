"""How rules look in the terminal: values, tables of rows, JSON."""

import os
import sys
from typing import Any

import msgspec
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.rulebook.switch import Rules

PIPED_WIDTH = 120
"""Columns to use when the output goes to a file or a program, unless COLUMNS says otherwise."""


def console() -> Console:
    """The terminal that tables are drawn for."""
    known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(highlight=False, width=None if known else PIPED_WIDTH)


def write_json(data: Any) -> None:
    """Write what a program reads: indented, with the keys in their order."""
    encoded = msgspec.json.format(msgspec.json.encode(data), indent=2)
    sys.stdout.write(encoded.decode() + "\n")


def written(value: Any) -> str:
    """A value on one line, much as house rules write it; `–` where there is none."""
    match value:
        case None:
            return "–"
        case bool():
            return str(value).lower()
        case tuple() | list():
            between = "; " if any(isinstance(entry, Rules) for entry in value) else ", "
            return between.join(map(written, value)) or "none"
        case dict():
            return ", ".join(f"{key} {written(entry)}" for key, entry in value.items()) or "none"
        case Rules():
            return written(_fields(value))
    return str(value) or "none"


def drawn(value: Any) -> RenderableType:
    """A value as it reads best: rows of fields as a table, anything else in words."""
    if is_rows(value):
        return rows_table(value)
    if isinstance(value, Rules) and any(map(is_rows, _fields(value).values())):
        parts: list[RenderableType] = []
        for name, part in _fields(value).items():
            parts += [Text(f"{name}:"), Padding(drawn(part), (0, 0, 0, 2))]
        return Group(*parts)
    return Text(written(value))


def is_rows(value: Any) -> bool:
    """Whether a value is a table of its own: rows of named fields."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(row, Rules) for row in value)


def table(*columns: str) -> Table:
    """A plain table with headings and no frame."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold")
    return made


def rows_table(rows: tuple[Rules, ...]) -> Table:
    """Rows of named fields as a table with a column for each; numbers to the right."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name, value in _fields(rows[0]).items():
        number = isinstance(value, int) and not isinstance(value, bool)
        made.add_column(name.replace("_", " "), justify="right" if number else "left")
    for row in rows:
        made.add_row(*map(written, _fields(row).values()))
    return made


def _fields(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.__struct_fields__}
