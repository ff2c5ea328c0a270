"""HTTP: reports of the house as JSON and as CSV."""

from typing import Annotated, Any
from zoneinfo import ZoneInfo

import msgspec
from aiohttp import web

from cardroom.errors import AccessRefused
from cardroom.office.house_reports import (
    BalanceReport,
    HouseReports,
    Period,
    RakeReport,
    ResultReport,
    SessionReport,
    Table,
)
from cardroom.office.report_files import write_table
from cardroom.room.net import Net
from cardroom.room.records import FOR_EVER_MS
from cardroom.room.requests import Number
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit
from cardroom.server.sockets.messages import BadMessage

CSV = "text/csv"
ZoneName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_+/-]{1,60}\Z")]


class PeriodQuery(msgspec.Struct, frozen=True, kw_only=True):
    """From a moment on, up to another one which is not in it; `zone` says when a day begins."""

    since_ms: Number = 0
    until_ms: Number = FOR_EVER_MS
    zone: ZoneName = "UTC"


class TableQuery(PeriodQuery, frozen=True, kw_only=True):
    """Which table of a report, and its period; balances are those of now."""

    table: Table = "rake-by-day"


async def rake_report(visit: Visit, query: PeriodQuery) -> RakeReport:
    """The rake of a period by day, stake and player, with the fees of tournaments, and what the
    ledger has booked in the same time."""
    return await _reports(visit).rake(_period(query))


async def session_report(visit: Visit, query: PeriodQuery) -> SessionReport:
    """Who played when, for how long and with what result, the latest first."""
    return await _reports(visit).sessions(_period(query))


async def result_report(visit: Visit, query: PeriodQuery) -> ResultReport:
    """What everybody won or lost in cash hands, and in tournaments that ended in the period."""
    return await _reports(visit).results(_period(query))


async def balance_report(visit: Visit, _body: None) -> BalanceReport:
    """All money now, by kind of account and by player."""
    return await _reports(visit).balances()


async def report_file(visit: Visit, query: TableQuery) -> web.Response:
    """One table of a report with all its rows, as CSV for spreadsheets."""
    text = await write_table(_reports(visit), query.table, _period(query))
    name = f'attachment; filename="{query.table}.csv"'
    headers = {"Content-Disposition": name}
    return web.Response(text=text, content_type=CSV, charset="utf-8", headers=headers)


def _period(query: PeriodQuery) -> Period:
    try:
        zone = ZoneInfo(query.zone)
    except (KeyError, ValueError, OSError):
        raise BadMessage("no_such_zone", query.zone) from None
    return Period(since_ms=query.since_ms, until_ms=query.until_ms, zone=zone)


def _reports(visit: Visit) -> HouseReports:
    reports = visit.services.ports.house_reports
    if reports is None:
        raise AccessRefused(Net.UNKNOWN, "no_reports")
    return reports


ALL = "/api/admin/reports"
RISK: dict[str, Any] = {"method": "GET", "access": "risk"}
PERIOD: dict[str, Any] = {**RISK, "params": PeriodQuery}

ROUTES = (
    Route(
        **PERIOD, path=f"{ALL}/rake", handler=rake_report, answer=RakeReport,
        summary="The rake of a period by day, stake and player",
    ),
    Route(
        **PERIOD, path=f"{ALL}/sessions", handler=session_report, answer=SessionReport,
        summary="Sessions of a period, the latest first",
    ),
    Route(
        **PERIOD, path=f"{ALL}/results", handler=result_report, answer=ResultReport,
        summary="What everybody won or lost in a period",
    ),
    Route(
        **RISK, path=f"{ALL}/balances", handler=balance_report, answer=BalanceReport,
        summary="All money now, by kind of account and by player",
    ),
    Route(
        **RISK, path=f"{ALL}/file", handler=report_file, params=TableQuery, media_type=CSV,
        summary="One table of a report as CSV",
    ),
)  # fmt: skip
