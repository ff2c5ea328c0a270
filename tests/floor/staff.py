"""Who works on the floor in the tests, and a floor for them."""

from collections.abc import Sequence

import msgspec

from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry, Operator, Role
from cardroom.floor.terms import FloorTerms, Level, PaidFrom
from cardroom.rulebook import Edition
from tests.floor.rulings.asking import LIVE

NAMES: dict[Role, str] = {
    "manager": "Mara",
    "deputy": "Dan",
    "floor": "Fay",
    "cashier": "Cas",
    "display": "Hall",
}


def by(role: Role = "floor", at_s: int = 0, reason: str = "", seen: int | None = None) -> By:
    return By(Operator(NAMES[role], role), 1000 * at_s, reason, seen)


TERMS = FloorTerms(
    seats=9,
    starting_stack=10_000,
    levels=(
        Level(minutes=20, small_blind=100, big_blind=200),
        Level(minutes=20, small_blind=200, big_blind=400),
        Level(minutes=10),
        Level(minutes=20, small_blind=300, big_blind=600),
    ),
    entries_until_level=2,
    paid=(PaidFrom(entries=1, places=1), PaidFrom(entries=20, places=12)),
)


def floor(rules: Edition = LIVE, terms: FloorTerms = TERMS) -> Floor:
    return Floor(rules, terms)


def encode_log(entries: Sequence[LogEntry]) -> list[bytes]:
    """Every entry of a log as the store keeps it."""
    return [msgspec.json.encode(entry) for entry in entries]


def decode_log(stored: Sequence[bytes]) -> list[LogEntry]:
    """A log as it is read from the store."""
    return [msgspec.json.decode(content, type=LogEntry) for content in stored]
