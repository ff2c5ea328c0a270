"""What a stored hand has counted: the counts themselves are added up, only their hash is kept."""

from collections.abc import Callable
from typing import NamedTuple

from cardroom.engine.events import decode_events
from cardroom.errors import UNREADABLE
from cardroom.ledger import SettledHand, Statistic
from cardroom.office import outbox_messages
from cardroom.room.counting import counted
from cardroom.store.postings import digest_of, record_of


class Way(NamedTuple):
    """Whether a room counts what its hands say about players, and tells its operator of them."""

    counts: bool
    tells: bool


WAYS = (Way(True, True), Way(True, False), Way(False, True), Way(False, False))


class Recounted(NamedTuple):
    """What a hand has counted, and the way of the room that stored it."""

    statistics: tuple[Statistic, ...]
    way: Way


def recount(
    hand: SettledHand,
    digest: bytes,
    count: Callable[[], tuple[Statistic, ...]],
    likely: Way = WAYS[0],
) -> Recounted | None:
    """What a hand has counted, by its digest: all, or nothing where no room played it.

    A room that tells nobody writes no message. The likely way is tried first; none fits a hand
    that is not the one that was stored.
    """
    result = record_of(hand).result
    for way in sorted(WAYS, key=lambda one: one != likely):
        statistics = count() if way.counts else ()
        outbox = (outbox_messages.of_hand(hand),) if way.tells else ()
        if digest_of(result, outbox, statistics, hand.history) == digest:
            return Recounted(statistics, way)
    return None


def counted_in(hand: SettledHand, digest: bytes) -> tuple[Statistic, ...]:
    """What a stored hand added to the statistics; nothing where its history tells of no hand."""

    def count() -> tuple[Statistic, ...]:
        try:
            events = decode_events(hand.history)
        except UNREADABLE:
            return ()
        return counted(events, hand.seats, hand.deltas, at_ms=hand.at_ms)

    found = recount(hand, digest, count, Way(False, False))
    return () if found is None else found.statistics
