"""Reports of players and measures of the house in the database; neither is ever changed."""

from collections.abc import Iterable
from typing import cast

import msgspec

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import CaseId, PlayerId, Reason, Transfer
from cardroom.ledger.cases import is_by_room
from cardroom.ledger.transfers import read_transfer
from cardroom.office import outbox_messages
from cardroom.office.card_readings import DEEDS, CardReading, read
from cardroom.office.cases import AnyCaseEntry, Case, CaseClosed, Entered, owner_of
from cardroom.office.review.entries import players_of
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.requests import Report
from cardroom.store.databases.database import One, Script
from cardroom.store.house.outgoing import say
from cardroom.store.store import Store

_report = msgspec.json.Decoder(Report)
_entry: msgspec.json.Decoder[AnyCaseEntry] = msgspec.json.Decoder(AnyCaseEntry)


class StoredReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report as it was made (FAIR-12)."""

    case: CaseId
    reporter: PlayerId
    at_ms: int
    report: Report


class StoredMeasure(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody of the house did to an account, and why."""

    actor: PlayerId
    subject: PlayerId
    deed: str
    reason: str
    at_ms: int


class StoredCases:
    """The case book of the store, behind the port of the server; `tells` fills the outbox."""

    def __init__(self, store: Store, *, tells: bool = False) -> None:
        self._store = store
        self._tells = tells

    async def report(self, caller: Caller, report: Report, at_ms: int) -> CaseId:
        """Open a case; the same report id of the same player again is the same case (FAIR-12)."""
        tells = self._tells
        case = await self._store.run_script(
            lambda: open_report(caller.player, report, at_ms, tells=tells)
        )
        return cast("CaseId", case)

    async def record(
        self, actor: PlayerId, subject: PlayerId, deed: str, reason: str, at_ms: int
    ) -> None:
        """Note who did what to whom and why; the same at the same moment is noted once."""
        measure = StoredMeasure(actor=actor, subject=subject, deed=deed, reason=reason, at_ms=at_ms)
        await self._store.run_script(lambda: record_measure(measure, tells=self._tells))

    async def reports(self, after: int, limit: int) -> list[StoredReport]:
        """Reports in the order in which they were made."""
        return await self._store.ask(lambda: _reports(after, limit))

    async def case(self, number: CaseId) -> Case | None:
        """A case with everything that was entered."""
        found = await self._store.ask(lambda: _cases(number - 1, 1))
        return found[0] if found and found[0].number == number else None

    async def cases(self, after: int, limit: int) -> list[Case]:
        """Cases in the order of their reports."""
        return await self._store.ask(lambda: _cases(after, limit))

    async def enter(
        self, case: CaseId, number: int, actor: PlayerId, entry: AnyCaseEntry, at_ms: int
    ) -> None:
        """Write the entry with a number in a case, once; another one with it is refused."""
        content = msgspec.json.encode(entry)
        await self._store.run_script(lambda: _enter(case, number, entry, (actor, at_ms, content)))

    async def own(self, player: PlayerId, limit: int) -> list[Case]:
        """Cases that a player has reported or that concern them, newest first."""
        numbers = await self._store.ask(lambda: _own_cases(player, limit))
        found = [await self.case(CaseId(number)) for number in numbers]
        return [one for one in found if one is not None]

    async def opened_ms(self, case: CaseId) -> int:
        """When a case was opened."""
        found = await self.reports(case - 1, 1)
        return found[0].at_ms if found else 0

    async def seized(self, case: CaseId) -> list[Transfer]:
        """What was seized in a case."""
        return await self._store.ask(lambda: _seized(case))

    async def let_in_ms(self, player: PlayerId) -> int:
        """When an account that was kept out was last let in again; 0 if never."""
        lifted = [one.at_ms for one in await self.measures(player) if one.deed == "unbarred"]
        return max(lifted, default=0)

    async def booked(self, key: str) -> Transfer | None:
        """The transfer that was booked under a key."""
        return await self._store.stored_transfer(key)

    async def stacks_held(self, player: PlayerId) -> list[Transfer]:
        """Stacks and winnings of a player that are held in any case."""
        found = await self._store.ask(_stacks)
        return [hold for hold in found if owner_of(hold) == player]

    async def measures(self, subject: PlayerId) -> list[StoredMeasure]:
        """Everything that was done to one account."""
        return await self._store.ask(lambda: _measures(subject))

    async def readings(self, player: PlayerId, until_ms: int, limit: int) -> list[CardReading]:
        """What the house has read of a player's hands until a moment, newest first (FAIR-03)."""
        return await self._store.ask(lambda: _readings(player, until_ms, limit))


def open_report(reporter: PlayerId, report: Report, at_ms: int, *, tells: bool) -> Script[object]:
    """Keep a report as a case, once for its id."""
    content = msgspec.json.encode(report)
    known = yield One(
        "select id, content from reports where reporter = $1 and request = $2",
        (reporter, report.id),
    )
    if known:
        case, kept = known[0]
        if bytes(kept) != content:
            raise AccessRefused(Net.FORM, "id_with_another_content")
        return CaseId(case)
    ((last,),) = yield One("select coalesce(max(id), 0) from reports")
    yield One(
        "insert into reports (id, reporter, request, at_ms, content) values ($1, $2, $3, $4, $5)",
        (last + 1, reporter, report.id, at_ms, content),
    )
    yield from _concerns(CaseId(last + 1), report.players)
    if tells:
        yield from say(outbox_messages.of_report(last + 1, reporter, report, at_ms))
    return CaseId(last + 1)


def record_measure(measure: StoredMeasure, *, tells: bool) -> Script[object]:
    """Note what was done to whom; the same at the same moment is noted once."""
    values = msgspec.structs.astuple(measure)
    known = yield One(
        "select 1 from measures where actor = $1 and subject = $2 and deed = $3 and reason = $4"
        " and at_ms = $5",
        values,
    )
    if not known:
        ((last,),) = yield One("select coalesce(max(id), 0) from measures")
        yield One(
            "insert into measures (id, actor, subject, deed, reason, at_ms)"
            " values ($1, $2, $3, $4, $5, $6)",
            (last + 1, *values),
        )
        if tells:
            yield from say(outbox_messages.of_measure(*values))
    return None


def _reports(after: int, limit: int) -> Script[list[StoredReport]]:
    rows = yield One(
        "select id, reporter, at_ms, content from reports where id > $1 order by id limit $2",
        (after, limit),
    )
    return [
        StoredReport(
            case=CaseId(case),
            reporter=PlayerId(reporter),
            at_ms=at_ms,
            report=_report.decode(bytes(content)),
        )
        for case, reporter, at_ms, content in rows
    ]


def _cases(after: int, limit: int) -> Script[list[Case]]:
    reports = yield from _reports(after, limit)
    rows = yield One(
        "select case_id, actor, at_ms, content from case_entries where case_id = any($1)"
        " order by id",
        ([one.case for one in reports],),
    )
    entered: dict[int, list[Entered]] = {one.case: [] for one in reports}
    for case, actor, at_ms, content in rows:
        number = len(entered[case]) + 1
        entry = _entry.decode(bytes(content))
        entered[case].append(
            Entered(number=number, actor=PlayerId(actor), at_ms=at_ms, entry=entry)
        )
    stacks = yield from _stacks()
    return [
        Case(
            one.case,
            one.reporter,
            one.report,
            entered[one.case],
            [hold for hold in stacks if hold.case == one.case],
        )
        for one in reports
    ]


def _stacks() -> Script[list[Transfer]]:
    """What the room holds now, stacks and winnings: few, and open only until their review ends."""
    rows = yield One(
        "select transfers.content from set_aside join transfers on transfers.seq = set_aside.opened"
        " where set_aside.closed is null and set_aside.reason = $1 order by set_aside.opened",
        (Reason.HOLD_PLACED.value,),
    )
    return [hold for (content,) in rows if is_by_room(hold := read_transfer(content))]


def _enter(
    case: CaseId, number: int, entry: AnyCaseEntry, values: tuple[object, ...]
) -> Script[object]:
    known = yield One(
        "select actor, at_ms, content from case_entries where case_id = $1 order by id", (case,)
    )
    if len(known) >= number:
        actor, at_ms, content = known[number - 1]
        if (actor, at_ms, bytes(content)) != values:
            raise OperatorRefused("FAIR-04", "case_has_changed", {"entries": len(known)})
        return None
    ((last,),) = yield One("select coalesce(max(id), 0) from case_entries")
    yield One(
        "insert into case_entries (id, case_id, actor, at_ms, content) values ($1, $2, $3, $4, $5)",
        (last + 1, case, *values),
    )
    yield from _concerns(case, players_of(entry))
    if isinstance(entry, CaseClosed):
        yield One("update alerts set state = 'closed' where case_id = $1", (case,))
    return None


def _concerns(case: CaseId, players: Iterable[int]) -> Script[None]:
    """Note whom a case concerns, so that they find it; an account that nobody has is left out."""
    for player in sorted(set(players)):
        yield One(
            "insert into case_players (key, case_id, player)"
            " select $1, $2, id from players where id = $3"
            " and not exists (select 1 from case_players where key = $1)",
            (f"{case}:{player}", case, player),
        )


def _own_cases(player: PlayerId, limit: int) -> Script[list[int]]:
    rows = yield One(
        "select id from reports where reporter = $1"
        " union select case_id from case_players where player = $1"
        " order by 1 desc limit $2",
        (player, limit),
    )
    return [case for (case,) in rows]


def _seized(case: CaseId) -> Script[list[Transfer]]:
    """What was seized in a case; holds that were ever closed are few."""
    rows = yield One(
        "select transfers.content from set_aside join transfers on transfers.seq = set_aside.closed"
        " where set_aside.reason = $1 order by set_aside.closed",
        (Reason.HOLD_PLACED.value,),
    )
    closings = [read_transfer(content) for (content,) in rows]
    return [one for one in closings if one.case == case and one.reason is Reason.HOLD_CONFISCATED]


def _measures(subject: PlayerId) -> Script[list[StoredMeasure]]:
    rows = yield One(
        "select actor, subject, deed, reason, at_ms from measures where subject = $1 order by id",
        (subject,),
    )
    return [
        StoredMeasure(
            actor=PlayerId(actor), subject=PlayerId(who), deed=deed, reason=reason, at_ms=at_ms
        )
        for actor, who, deed, reason, at_ms in rows
    ]


def _readings(player: PlayerId, until_ms: int, limit: int) -> Script[list[CardReading]]:
    rows = yield One(
        "select at_ms, deed, reason from measures where subject = $1 and deed = any($2)"
        " and at_ms <= $3 order by id desc limit $4",
        (player, list(DEEDS), until_ms, limit),
    )
    return [read(at_ms, deed, reason) for at_ms, deed, reason in rows]
