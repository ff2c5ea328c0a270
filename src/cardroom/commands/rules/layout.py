"""How rules look in the terminal: values, tables of rows, JSON."""

import os
import sys
from collections.abc import Sequence
from typing import Any, TypeGuard

from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from cardroom.rulebook.switch import Rules

EMPTY = (None, "", ())
PIPED_WIDTH = 120
"""Columns to use when the output goes to a file or a program, unless COLUMNS says otherwise."""


def console() -> Console:
    """The terminal that tables are drawn for."""
    known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(highlight=False, markup=False, emoji=False, width=None if known else PIPED_WIDTH)


def in_words(value: Any) -> str:
    """A value on one line, much as house rules write it; `–` where there is none."""
    match value:
        case None:
            return "–"
        case bool():
            return str(value).lower()
        case tuple() | list():
            between = "; " if any(isinstance(entry, Rules) for entry in value) else ", "
            return between.join(map(in_words, value)) or "none"
        case dict():
            return ", ".join(f"{key} {in_words(entry)}" for key, entry in value.items()) or "none"
        case Rules():
            return in_words(_fields(value))
    return str(value) or "–"


def is_rows(value: Any) -> TypeGuard[tuple[Rules, ...]]:
    """Whether a value is a table of its own: rows of named fields."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(row, Rules) for row in value)


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str | Text]], *, fixed: int = 1
) -> Table:
    """A plain table without a frame, whose first `fixed` columns are never made narrower."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, heading in enumerate(headings):
        width = max(len(cell) for cell in (heading, *(row[place] for row in rows)))
        made.add_column(heading, overflow="fold", width=width if place < fixed else None)
    for row in rows:
        made.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
    return made


def rows_table(labelled: Sequence[tuple[str, Rules]], width: int) -> Table:
    """Rows of named fields, each with a label before it unless no row has one.

    Every column is as wide as its longest value; where that is too much, fields go downwards.
    """
    rows = [{"": label, **_fields(row)} for label, row in labelled]
    names = [name for name in rows[0] if any(row[name] not in EMPTY for row in rows)]
    columns = [[name.replace("_", " "), *(in_words(row[name]) for row in rows)] for name in names]
    if sum(map(_width, columns)) + len(columns) > width:
        return _grid([list(row) for row in zip(*columns, strict=True)])
    return _grid(columns)


def _grid(columns: list[list[str]]) -> Table:
    made = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for heading, *cells in columns:
        number = all(cell.lstrip("-").isdigit() or cell == "–" for cell in cells)
        justify: JustifyMethod = "right" if number else "left"
        made.add_column(heading, justify=justify, width=_width([heading, *cells]))
    for row in zip(*(column[1:] for column in columns), strict=True):
        made.add_row(*map(Text, row))
    return made


def _width(column: list[str]) -> int:
    """Room for the longest value, and for the longest word of the heading."""
    heading, *cells = column
    return max(len(part) for part in (*heading.split(), *cells, ""))


def pieces(name: str, value: Any) -> list[tuple[str, Any]]:
    """A value with its name; of a group of fields, every field."""
    if not isinstance(value, Rules):
        return [(name, value)]
    return [
        piece
        for field, inner in _fields(value).items()
        for piece in pieces(f"{name}.{field}", inner)
    ]


def _fields(rules: Rules) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in rules.__struct_fields__}
