"""Stored hands as the review reads them, and one review from its first hand to its report.

A review works on bytes as they were stored and on nothing else, so that it can run in a process of
its own: nobody at a table waits for it.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import msgspec

from cardroom.engine.events import decode_events
from cardroom.integrity.hands import ReviewedHand
from cardroom.integrity.judged_before import JudgedBefore
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.scan import ROUNDS, Report, Scan
from cardroom.units import Seat


class RawHand(NamedTuple):
    """A settled hand with all cards, as it was stored."""

    number: int
    key: str
    result: bytes
    history: bytes
    times: bytes = b"[]"
    """How long every decision took, where that is known."""


class PlayedAt(msgspec.Struct, frozen=True):
    """What is needed of the result of a hand: where, when and who."""

    table: int
    at_ms: int
    seats: dict[Seat, int]


_played = msgspec.json.Decoder(PlayedAt)
_times = msgspec.json.Decoder(tuple[int, ...])


def read_hand(raw: RawHand) -> ReviewedHand | None:
    """A stored hand, its players by their numbers; None where it never was."""
    where = _played.decode(raw.result)
    return reviewed_hand(
        list(decode_events(raw.history)),
        {seat: str(player) for seat, player in where.seats.items()},
        key=raw.key,
        table=str(where.table),
        think_ms=_times.decode(raw.times),
        number=raw.number,
        at_ms=where.at_ms,
    )


class ReviewPass:
    """One review: takes pages of hands, then judges all pairs together."""

    def __init__(self, before: JudgedBefore, *, rounds: int = ROUNDS) -> None:
        self._scan = Scan(before)
        self._rounds = rounds

    def take(self, page: Sequence[RawHand]) -> int:
        """Read more hands; how many were read in all."""
        for raw in page:
            hand = read_hand(raw)
            if hand is None:
                self._scan.unreadable += 1
            else:
                self._scan.add(hand)
        return self._scan.hands

    def report(self, seed: int) -> Report:
        """What was found; the same hands with the same seed give the same report."""
        return self._scan.report(Random(seed).randrange, rounds=self._rounds)  # noqa: S311
