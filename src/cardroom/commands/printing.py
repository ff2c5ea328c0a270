"""What commands print alike: `--json`, lists, and a sign of life during long work."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.cells import cell_len

Row = Mapping[str, Any]
BORDER = 3
"""What a column of a grid needs beside its text; the grid has one more."""


def as_json(data: Any) -> str:
    """What a program reads: indented, with the keys in their order."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def write_json(data: Any) -> None:
    """Print it."""
    sys.stdout.write(as_json(data) + "\n")


def write_rows(columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Print a list with nothing cut off: a grid, or one line for each value where the terminal is
    too narrow for its words. In a pipe or a file a grid is as wide as it needs to be.

    Cells may hold what players wrote: they are text, never markup or commands to the terminal.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [[printable(str(row[column])) for column in columns] for row in rows]
    console = Console()
    whole = [max(map(cell_len, texts)) for texts in zip(columns, *cells, strict=True)]
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(width=sum(whole) + BORDER * len(columns) + 1)
    room = console.width - BORDER * len(columns) - 1
    widths = _widths(
        whole, [_longest_word(texts) for texts in zip(columns, *cells, strict=True)], room
    )
    if widths is None:
        for texts in cells:
            lines = (f"{column}: {text}" for column, text in zip(columns, texts, strict=True))
            print("\n".join(lines), end="\n\n")
        return
    grid = Table()
    for column, width in zip(columns, widths, strict=True):
        grid.add_column(Text(column), width=width)
    for texts in cells:
        grid.add_row(*map(Text, texts))
    console.print(grid)


def _widths(whole: Sequence[int], words: Sequence[int], room: int) -> list[int] | None:
    """How wide each column becomes: as its longest word, and wider from the left while there is
    room; None where not even the words have room."""
    spare = room - sum(words)
    if spare < 0:
        return None
    widths: list[int] = []
    for wish, word in zip(whole, words, strict=True):
        wider = min(wish - word, spare)
        spare -= wider
        widths.append(word + wider)
    return widths


def _longest_word(texts: Sequence[str]) -> int:
    return max(cell_len(word) for text in texts for word in text.split() or [""])


def printable(text: str) -> str:
    """The same text in one line, without characters that a terminal would obey."""
    return "".join(char if char.isprintable() else "\ufffd" for char in " ".join(text.split()))


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal that something takes its time."""
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
