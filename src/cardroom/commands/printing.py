"""What `--json` prints, the same way for every command."""

import sys
from typing import Any

import msgspec


def as_json(data: Any) -> str:
    """What a program reads: indented, with the keys in their order."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def write_json(data: Any) -> None:
    """Print it."""
    sys.stdout.write(as_json(data) + "\n")
