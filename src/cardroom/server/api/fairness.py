"""HTTP: the decks that players verify: the room's key, its log, and alarms about a proof."""

from typing import Annotated, Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.fairness.keys import fingerprint
from cardroom.fairness.log import LogKind
from cardroom.room.fair.house import FairHouse
from cardroom.room.net import Net
from cardroom.room.requests import EVIDENCE_LENGTH_MAX, REPORT_LENGTH_MAX, Number, Report, RequestId
from cardroom.room.tables.shuffling import REVEAL_MS
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit


class LogHead(msgspec.Struct, frozen=True, kw_only=True):
    """How far the log went at a moment, signed: keep one, and compare it later."""

    size: int
    at_ms: int
    root: bytes
    signature: bytes


class FairnessCard(msgspec.Struct, frozen=True, kw_only=True):
    """By which keys and terms the decks of this room are made."""

    protocol: str
    key: bytes
    """The public key by which the room signs its lists (Ed25519)."""
    fingerprint: str
    auditor: bytes
    """The public key for which the secrets of all decks are sealed (X25519)."""
    auditor_fingerprint: str
    reveal_ms: int
    may_deal: bool
    """Whether the monitor has found the cards as those of a fair shuffle so far."""
    head: LogHead


class DeckLogRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record of the log; `hash` covers it and all before it."""

    number: int
    kind: LogKind
    content: bytes
    hash: bytes


class DeckLogPage(msgspec.Struct, frozen=True, kw_only=True):
    """Stored records in their order; the next page is `after` the number behind the last."""

    records: list[DeckLogRecord]


class NewAlarm(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A proof that does not fit, with all evidence."""

    id: RequestId
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=REPORT_LENGTH_MAX)]
    evidence: Annotated[str, msgspec.Meta(max_length=EVIDENCE_LENGTH_MAX)]
    table: Number
    hand: Number


class OpenedCase(msgspec.Struct, frozen=True, kw_only=True):
    """The number of the case."""

    case: int


async def fairness(visit: Visit, _body: None) -> FairnessCard:
    """The room's keys, and how far its log goes."""
    house = _house(visit)
    head = house.log.head
    return FairnessCard(
        protocol="CCO/1",
        key=house.key.public,
        fingerprint=fingerprint(house.key.public),
        auditor=house.auditor,
        auditor_fingerprint=fingerprint(house.auditor),
        reveal_ms=REVEAL_MS,
        may_deal=house.monitor.may_deal,
        head=LogHead(size=head.size, at_ms=head.at_ms, root=head.root, signature=head.signature),
    )


async def deck_log(visit: Visit, _body: None) -> DeckLogPage:
    """The public part of the log: who keeps a copy sees every change to it."""
    found = await _house(visit).log.records(visit.number("after", 0), visit.limit)
    return DeckLogPage(
        records=[
            DeckLogRecord(number=one.number, kind=one.kind, content=one.content, hash=one.hash)
            for one in found
        ]
    )


async def alarm(visit: Visit, body: NewAlarm) -> OpenedCase:
    """A player's client has found a proof that does not fit: it becomes a case (FAIR-12)."""
    report = Report(
        id=body.id,
        kind="shuffle",
        players=(),
        text=body.text,
        table=body.table,
        hand=body.hand,
        evidence=body.evidence,
    )
    now_ms = visit.services.clock.now_ms()
    return OpenedCase(case=await visit.services.reports.report(visit.caller, report, now_ms))


def _house(visit: Visit) -> FairHouse:
    house = visit.services.ports.fair
    if house is None:
        raise AccessRefused(Net.UNKNOWN, "not_verifiable")
    return house


ANYONE: dict[str, Any] = {"method": "GET", "access": "anyone"}
ROUTES = (
    Route(
        **ANYONE, path="/api/fairness", handler=fairness, answer=FairnessCard,
        summary="The keys by which decks are made that players verify",
    ),
    Route(
        **ANYONE, path="/api/fairness/log", handler=deck_log, answer=DeckLogPage,
        query=("after", "limit"), summary="The hash-chained log of all decks",
    ),
    Route(
        method="POST", path="/api/fairness/alarms", handler=alarm, body=NewAlarm,
        answer=OpenedCase, scope="chat",
        summary="Report a proof that does not fit, with all evidence",
    ),
)  # fmt: skip
