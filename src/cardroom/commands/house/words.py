"""What the parts of `cardroom admin` have in common: their types, and the words that they take."""

import argparse
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from cardroom.commands.room_client import RoomClient

Answer = dict[str, Any]
Deed = Callable[[RoomClient, argparse.Namespace], Awaitable[Answer]]
Words = dict[str, dict[str, Any]]
Deeds = dict[str, tuple[str, Words, Deed]]

FOR_EVER_MS = 2**53
DAY_MS = 86_400_000


class Printed(NamedTuple):
    """How an answer is printed: its rows, or a sentence where it has none."""

    rows: Callable[[Answer], list[Answer]]
    nothing: str


NAME: Words = {"name": {"metavar": "NAME"}}
REASON: Words = {"--reason": {"required": True, "metavar": "TEXT", "help": "recorded with it"}}
TABLE: Words = {"table": {"metavar": "TABLE", "type": int, "help": "its number"}}
LIMIT: Words = {
    "--limit": {"type": int, "default": 50, "metavar": "N", "help": "rows, at most 200; default 50"}
}
DAYS: Words = {
    "--days": {"type": int, "default": 0, "metavar": "N", "help": "for how long; default: for ever"}
}


def days_from_now(days: int) -> int:
    """When this many days are over; for ever without any."""
    return time.time_ns() // 1_000_000 + days * DAY_MS if days else FOR_EVER_MS
