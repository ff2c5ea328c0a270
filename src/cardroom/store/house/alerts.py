"""Alerts of the review in the database: kept once for their evidence, found by strength."""

from collections.abc import Sequence
from functools import partial
from typing import cast

import msgspec

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.integrity.judged_before import JudgedBefore
from cardroom.ledger import CaseId, PlayerId
from cardroom.office.review.alerts import AlertState, HouseAlert, NewAlert
from cardroom.room.net import Net
from cardroom.room.requests import Report
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.house.casebook import open_report
from cardroom.store.reading import PAGE_MAX
from cardroom.store.store import Store

SELECT = "select id, at_ms, content, case_id, state from alerts"
_new = msgspec.json.Decoder(NewAlert)


class StoredAlerts:
    """AlertStore of the office, on the store."""

    def __init__(self, store: Store, *, tells: bool = False) -> None:
        self._store = store
        self._tells = tells

    async def add(self, new: Sequence[NewAlert], at_ms: int) -> int:
        """Keep alerts whose evidence is new; how many these were."""
        return cast("int", await self._store.run_script(partial(_add, new, at_ms)))

    async def find(self, number: int) -> HouseAlert | None:
        found = await self._store.ask(lambda: _listed(f"{SELECT} where id = $1", (number,)))
        return found[0] if found else None

    async def by_strength(
        self, states: Sequence[AlertState], skip: int, limit: int
    ) -> list[HouseAlert]:
        """The strongest first, of equal ones the oldest."""
        sql = f"{SELECT} where state = any($1) order by strength desc, id limit $2 offset $3"
        values = (list(states), min(limit, PAGE_MAX), skip)
        return await self._store.ask(lambda: _listed(sql, values))

    async def of_case(self, case: CaseId) -> list[HouseAlert]:
        """What a case was opened for."""
        sql = f"{SELECT} where case_id = $1 order by id"
        return await self._store.ask(lambda: _listed(sql, (case,)))

    async def of_player(self, player: PlayerId) -> list[HouseAlert]:
        """All about one player, newest first."""
        sql = f"{SELECT} where first = $1 or second = $1 order by id desc"
        return await self._store.ask(lambda: _listed(sql, (player,)))

    async def open_case(
        self, number: int, actor: PlayerId, report: Report, at_ms: int
    ) -> HouseAlert:
        """Open a case for an alert, both at once; refused where it has one."""
        opened = await self._store.run_script(
            partial(_open_case, number, actor, report, at_ms, tells=self._tells)
        )
        return cast("HouseAlert", opened)

    async def judged_before(self) -> JudgedBefore:
        """Up to which hands pairs and players have had alerts."""
        return await self._store.ask(_judged_before)


def _add(new: Sequence[NewAlert], at_ms: int) -> Script[object]:
    count = 0
    for one in new:
        known = yield One("select 1 from alerts where evidence = $1", (one.evidence,))
        if known:
            continue
        ((last,),) = yield One("select coalesce(max(id), 0) from alerts")
        yield One(
            "insert into alerts"
            " (id, kind, first, second, evidence, strength, until_hand, at_ms, content)"
            " values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            (
                last + 1, one.kind, one.first, one.second, one.evidence, one.strength,
                one.until_hand, at_ms, msgspec.json.encode(one),
            ),
        )  # fmt: skip
        count += 1
    return count


def _open_case(
    number: int, actor: PlayerId, report: Report, at_ms: int, *, tells: bool
) -> Script[object]:
    found = yield from _listed(f"{SELECT} where id = $1", (number,))
    if not found:
        raise AccessRefused(Net.UNKNOWN, "no_such_alert")
    if found[0].case is not None:
        raise OperatorRefused("FAIR-04", "alert_has_a_case", {"case": found[0].case})
    case = yield from open_report(actor, report, at_ms, tells=tells)
    yield One("update alerts set case_id = $2, state = 'open' where id = $1", (number, case))
    found = yield from _listed(f"{SELECT} where id = $1", (number,))
    return found[0]


def _listed(sql: str, values: tuple[object, ...]) -> Script[list[HouseAlert]]:
    rows = yield One(sql, values)
    return [_read(row) for row in rows]


def _read(row: Row) -> HouseAlert:
    number, at_ms, content, case, state = row
    return HouseAlert(
        number=number, at_ms=at_ms, new=_new.decode(bytes(content)), case=case, state=state
    )


def _judged_before() -> Script[JudgedBefore]:
    pairs = yield One(
        "select first, second, max(until_hand) from alerts where kind = 'pair'"
        " group by first, second"
    )
    single = "select first, max(until_hand) from alerts where kind = $1 group by first"
    players = yield One(single, ("superuser",))
    programs = yield One(single, ("bot",))
    named = {(str(one), str(other)): until for one, other, until in pairs}
    return JudgedBefore(
        pairs={(min(names), max(names)): int(until) for names, until in named.items()},
        players={str(player): int(until) for player, until in players},
        programs={str(player): int(until) for player, until in programs},
    )
