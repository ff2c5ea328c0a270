"""All cards of many stored hands, for the review of play: every reading is noted before it begins.

Hands are numbered without gaps in the order in which they ended, so that the beginning of a period
is found by halving.
"""

from collections.abc import Sequence
from functools import partial
from typing import cast

import msgspec
from msgspec.structs import astuple

from cardroom.ledger import PlayerId
from cardroom.office.review.hand_reading import RawHand
from cardroom.office.review.house_review import CardReview, Numbers
from cardroom.store.databases.database import One, Script
from cardroom.store.daybook import BLOCK
from cardroom.store.hands.report_reading import hands_in
from cardroom.store.reading import PAGE_MAX
from cardroom.store.store import Store
from cardroom.units import Cents

FAR_MS = 2**52
SELECT = (
    "select id, at_ms, first_hand, last_hand, asked_by, reason, ended_ms, hands, alerts"
    " from card_reviews"
)


class StoredBulkReader:
    """BulkReader of the office, on the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def numbers(self, since_ms: int) -> Numbers:
        """Which hands ended since a moment."""
        first, last = await self._store.ask(partial(hands_in, since_ms, FAR_MS))
        return Numbers(first, last)

    async def note_reading(
        self, numbers: Numbers, asked_by: PlayerId | None, reason: str, at_ms: int
    ) -> CardReview:
        """Note that these hands are read now, by whom and why (FAIR-03)."""
        written = await self._store.run_script(partial(_note, numbers, asked_by, reason, at_ms))
        return cast("CardReview", written)

    async def page(self, reading: CardReview, after: int, limit: int) -> Sequence[RawHand]:
        """Some hands of a noted reading after one with a number, in the order they ended."""
        return await self._store.ask(partial(_page, reading, after, limit))

    async def note_end(self, reading: CardReview) -> None:
        """Note what came of it."""
        await self._store.run_script(partial(_end, reading))

    async def readings(self, before: int, limit: int) -> list[CardReview]:
        """What was read, newest first."""
        return await self._store.ask(partial(_readings, before, limit))


def _note(numbers: Numbers, asked_by: PlayerId | None, reason: str, at_ms: int) -> Script[object]:
    ((last,),) = yield One("select coalesce(max(id), 0) from card_reviews")
    noted = CardReview(
        number=last + 1,
        at_ms=at_ms,
        first_hand=numbers.first,
        last_hand=numbers.last,
        asked_by=asked_by,
        reason=reason,
    )
    yield One(
        "insert into card_reviews (id, at_ms, first_hand, last_hand, asked_by, reason)"
        " values ($1, $2, $3, $4, $5, $6)",
        astuple(noted)[:6],
    )
    return noted


def _page(reading: CardReview, after: int, limit: int) -> Script[list[RawHand]]:
    rows = yield One(
        "select hands.id, hands.key, hands.result, hands.history, decision_times.times from hands"
        " left join decision_times on decision_times.hand = hands.key"
        " where hands.id > $1 and hands.id <= $2"
        " and hands.status <> 'void' order by hands.id limit $3",
        (after, reading.last_hand, min(limit, PAGE_MAX)),
    )
    return [
        RawHand(number, key, bytes(result), bytes(played), bytes(times or b"[]"))
        for number, key, result, played, times in rows
    ]


def _end(reading: CardReview) -> Script[object]:
    yield One(
        "update card_reviews set ended_ms = $2, hands = $3, alerts = $4 where id = $1",
        (reading.number, reading.ended_ms, reading.hands, reading.alerts),
    )
    return None


def _readings(before: int, limit: int) -> Script[list[CardReview]]:
    rows = yield One(
        f"{SELECT} where id < $1 order by id desc limit $2", (before, min(limit, PAGE_MAX))
    )
    names = CardReview.__struct_fields__
    return [CardReview(**dict(zip(names, row, strict=True))) for row in rows]


class StoredHandResults:
    """HandResults of the office: what was won and lost, without any card."""

    def __init__(self, store: Store, currency: str) -> None:
        self._store = store
        self._currency = currency

    async def deltas(
        self, players: Sequence[PlayerId], after: int, until: int
    ) -> list[dict[PlayerId, Cents]]:
        """Of the hands after one number and up to another into which all of them were dealt."""
        one, *others = players
        found = await self._store.ask(partial(_deltas, one, after, until, self._currency))
        return [deltas for deltas in found if all(other in deltas for other in others)]


class _Result(msgspec.Struct, frozen=True):
    """What is needed of the result of a hand."""

    currency: str
    deltas: dict[PlayerId, Cents]


_result = msgspec.json.Decoder(_Result)


def _deltas(
    player: PlayerId, after: int, until: int, currency: str
) -> Script[list[dict[PlayerId, Cents]]]:
    rows = yield One(
        "select hands.result from dealt_in join hands on hands.id = dealt_in.hand"
        " where dealt_in.block >= $1 and dealt_in.block <= $2 and dealt_in.player = $3"
        " and dealt_in.hand > $4 and dealt_in.hand <= $5 and hands.transfer is not null"
        " and not exists (select 1 from transfers where key = 'reversed:' || hands.key)"
        " order by dealt_in.hand",
        (after // BLOCK, until // BLOCK, player, after, until),
    )
    results = [_result.decode(bytes(content)) for (content,) in rows]
    return [one.deltas for one in results if one.currency == currency]
