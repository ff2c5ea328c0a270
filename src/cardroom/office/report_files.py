"""Reports of the house as CSV: one table a file, money with a point and two decimals."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from cardroom.office.house_reports import HouseReports, Period, Table
from cardroom.units import Cents

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula at the beginning of a cell."""

Cell = str | int


async def write_table(reports: HouseReports, table: Table, period: Period) -> str:
    """One table of a report, with all its rows."""
    match table:
        case "rake-by-day":
            days = await reports.rake(period)
            fees = {one.name: one.fees for one in days.fee_days}
            sums = {one.name: one for one in days.days}
            return _written(
                ("day", "hands", "rake", "fees"),
                (
                    (day, sums[day].hands if day in sums else 0,
                     money(sums[day].rake if day in sums else 0), money(fees.get(day, 0)))
                    for day in sorted({*sums, *fees})
                ),
            )  # fmt: skip
        case "rake-by-stake":
            stakes = (await reports.rake(period)).stakes
            return _written(
                ("stake", "hands", "rake"),
                ((one.name, one.hands, money(one.rake)) for one in stakes),
            )
        case "rake-by-player":
            players = (await reports.rake(period, None)).players
            return _written(
                ("player", "name", "account", "hands", "rake"),
                ((one.player, one.name, one.kind or "", one.hands, money(one.rake))
                 for one in players),
            )  # fmt: skip
        case "sessions":
            return await _sessions(reports, period)
        case "results":
            return await _results(reports, period)
        case "balances":
            return await _balances(reports)


async def _sessions(reports: HouseReports, period: Period) -> str:
    found = (await reports.sessions(period, None)).sessions
    columns = ("player", "name", "account", "began", "ended", "minutes", "hands", "result", "rake")
    return _written(
        columns,
        ((one.player, one.name, one.kind or "", local(one.began_ms, period.zone),
          local(one.ended_ms, period.zone), (one.ended_ms - one.began_ms) // 60_000, one.hands,
          money(one.result), money(one.rake)) for one in found),
    )  # fmt: skip


async def _results(reports: HouseReports, period: Period) -> str:
    found = (await reports.results(period, None)).players
    columns = (
        "player", "name", "account", "hands", "cash", "rake", "entries", "paid", "won", "total",
    )  # fmt: skip
    return _written(
        columns,
        ((one.player, one.name, one.kind or "", one.hands, money(one.cash), money(one.rake),
          one.entries, money(one.paid), money(one.won), money(one.total)) for one in found),
    )  # fmt: skip


async def _balances(reports: HouseReports) -> str:
    found = (await reports.balances(None)).players
    columns = (
        "player", "name", "account", "cash", "tables", "withdrawal", "suspense", "held", "total",
    )  # fmt: skip
    return _written(
        columns,
        ((one.player, one.name, one.kind or "", money(one.cash), money(one.tables),
          money(one.withdrawal), money(one.suspense), money(one.held), money(one.total))
         for one in found),
    )  # fmt: skip


def money(cents: Cents) -> str:
    """Cents as programs and spreadsheets read them: -12.05."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02}"


def local(at_ms: int, zone: ZoneInfo) -> str:
    """A moment on the wall clock of the report, with its offset."""
    moment = datetime.fromtimestamp(at_ms // 1000, UTC).astimezone(zone)
    return moment.isoformat(sep=" ", timespec="minutes")


def _written(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table as CSV by RFC 4180."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([[harmless(cell) for cell in row] for row in rows])
    return file.getvalue()


def harmless(cell: Cell) -> Cell:
    """A cell that no spreadsheet carries out: what begins like a formula gets an apostrophe, unless
    it is a number."""
    if not isinstance(cell, str) or not cell.startswith(FORMULAS):
        return cell
    return cell if cell[1:].replace(".", "", 1).isdigit() else f"'{cell}"
