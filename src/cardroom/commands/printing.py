"""What commands print alike: `--json`, and a sign of life during long work."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec


def as_json(data: Any) -> str:
    """What a program reads: indented, with the keys in their order."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def write_json(data: Any) -> None:
    """Print it."""
    sys.stdout.write(as_json(data) + "\n")


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal that something takes its time."""
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield
