"""Reports of the house: to the cent what the ledger says, by whatever they are sorted."""

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar
from zoneinfo import ZoneInfo

import msgspec
import pytest

from cardroom.ledger import SettledHand, Transfer
from cardroom.ledger.accounts import Kind, house
from cardroom.office.house_reports import Period, RakeRow
from cardroom.office.report_files import write_table
from cardroom.room.records import NewAccount
from cardroom.store import Store
from cardroom.store.databases.database import Script
from cardroom.store.hands.house_reports import StoredHouseReports
from cardroom.store.hands.report_reading import hands_in, transfers_in
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.rooms import RoomStore
from tests.rule import rule
from tests.store.played_room import play, played, taken_back

T = TypeVar("T")
DAY_MS = 86_400_000
RAKE = house(Kind.RAKE, "EUR")
STAKES = ("nl-holdem:ordinary:5:10", "pl-omaha:ordinary:5:10")
UTC = ZoneInfo("UTC")


def period(since_ms: int = 0, until_ms: int = 2**53, zone: ZoneInfo = UTC) -> Period:
    return Period(since_ms=since_ms, until_ms=until_ms, zone=zone)


def total(rows: Sequence[RakeRow]) -> int:
    return sum(row.rake for row in rows)


async def play_one_hand_a_day(store: Store) -> list[SettledHand]:
    """The same room as `play`, with a day between two hands; the second one is taken back."""
    room = RoomStore(store, tells=False)
    hands: list[SettledHand] = []
    for table in played().tables:
        await room.claim_table(table, "us", "nl-holdem:ordinary:5:10")
    for deed in played().deeds:
        if isinstance(deed, SettledHand):
            stake, at_ms = STAKES[len(hands) % 2], (len(hands) + 1) * DAY_MS
            hands.append(msgspec.structs.replace(deed, at_ms=at_ms, stake=stake))
            await room.settle(hands[-1])
        else:
            await room.move(msgspec.structs.replace(deed, at_ms=len(hands) * DAY_MS), None)
    back = msgspec.structs.replace(taken_back(hands[1]), at_ms=5 * DAY_MS + 1)
    await room.move(back, None)
    return hands


@rule("RAKE-01", "AMB-24")
async def test_rake_by_day_stake_and_player_is_what_the_ledger_has(store: Store) -> None:
    await play(store)
    report = await StoredHouseReports(store, "EUR").rake(period())
    booked = (await store.balances([RAKE]))[RAKE]
    assert booked > 0
    assert report.rake == report.ledger == booked
    assert total(report.days) == total(report.stakes) == total(report.players) == booked


class BusyStore(Store):
    """Something more is written after everything that is read, while there is a rest."""

    rest: ClassVar[list[Transfer | SettledHand]] = []

    async def ask(self, script: Callable[[], Script[T]]) -> T:
        found = await super().ask(script)
        if self.rest:
            await write(self, self.rest.pop(0))
        return found


async def write(store: Store, deed: Transfer | SettledHand) -> None:
    room = RoomStore(store, tells=False)
    await (room.settle(deed) if isinstance(deed, SettledHand) else room.move(deed, None))


@rule("RAKE-01")
async def test_a_report_agrees_with_the_ledger_while_tables_play_on(address: str) -> None:
    tables, deeds = played()
    async with await BusyStore.open(address) as store:
        for table in tables:
            await RoomStore(store, tells=False).claim_table(table, "us", STAKES[0])
        third = [place for place, one in enumerate(deeds) if isinstance(one, SettledHand)][2]
        for deed in deeds[: third + 1]:
            await write(store, deed)
        reports, rest = StoredHouseReports(store, "EUR"), deeds[third + 1 :]
        store.rest.extend(rest)
        report = await reports.rake(period())
        assert len(store.rest) < len(rest)
        store.rest.clear()
        assert report.rake == report.ledger > 0


@rule("AMB-24")
async def test_a_hand_that_was_taken_back_counts_on_the_day_when_it_was(store: Store) -> None:
    hands = await play_one_hand_a_day(store)
    reports = StoredHouseReports(store, "EUR")
    whole = await reports.rake(period())
    assert whole.rake == sum(hand.rake for hand in hands) - hands[1].rake == whole.ledger
    assert {row.name: row.rake for row in whole.stakes} == {
        STAKES[0]: sum(hand.rake for hand in hands[::2]),
        STAKES[1]: sum(hand.rake for hand in hands[1::2]) - hands[1].rake,
    }
    by_day = {row.name: row for row in whole.days}
    assert by_day["1970-01-03"].rake == hands[1].rake
    assert by_day["1970-01-06"].rake == hands[4].rake - hands[1].rake
    for first in range(9):
        week = period(first * DAY_MS, (first + 2) * DAY_MS)
        report = await reports.rake(week)
        own = sum(one.rake for one in hands if week.since_ms <= one.at_ms < week.until_ms)
        back = hands[1].rake if week.since_ms <= 5 * DAY_MS + 1 < week.until_ms else 0
        assert report.rake == report.ledger == own - back, first
        assert total(report.stakes) == total(report.players) == total(report.days) == report.rake


async def test_days_begin_when_they_do_on_the_wall_clock_of_the_room(store: Store) -> None:
    hands = await play_one_hand_a_day(store)
    new_york = period(zone=ZoneInfo("America/New_York"))
    days = (await StoredHouseReports(store, "EUR").rake(new_york)).days
    assert days[0].name == "1970-01-01"
    assert days[0].rake == hands[0].rake


async def test_a_report_reads_only_the_hands_of_its_period(store: Store) -> None:
    hands = await play_one_hand_a_day(store)
    first, last = await store.ask(lambda: hands_in(3 * DAY_MS, 4 * DAY_MS))
    assert (first, last) == (3, 4)
    assert await store.ask(lambda: hands_in(99 * DAY_MS, 100 * DAY_MS)) == (len(hands) + 1, 8)
    all_transfers = await store.ask(lambda: transfers_in(0, 2**53))
    some = await store.ask(lambda: transfers_in(3 * DAY_MS, 4 * DAY_MS))
    assert all_transfers.first == 1
    assert all_transfers.first < some.first <= some.last < all_transfers.last


async def test_sessions_end_with_a_long_pause_and_add_up(store: Store) -> None:
    await play(store)
    reports = StoredHouseReports(store, "EUR")
    at_once = await reports.sessions(period())
    assert at_once.count == at_once.players == len(at_once.sessions)
    whole = await reports.rake(period())
    assert sum(one.rake for one in at_once.sessions) == whole.rake


async def test_every_day_is_a_session_of_its_own(store: Store) -> None:
    hands = await play_one_hand_a_day(store)
    report = await StoredHouseReports(store, "EUR").sessions(period())
    assert report.count == sum(len(hand.deltas) for hand in hands)
    assert report.sessions[0].began_ms == hands[-1].at_ms
    of_void = [one for one in report.sessions if one.began_ms == hands[1].at_ms]
    assert {(one.hands, one.result, one.rake) for one in of_void} == {(1, 0, 0)}


async def test_what_players_lost_together_is_the_rake(store: Store) -> None:
    hands = await play_one_hand_a_day(store)
    report = await StoredHouseReports(store, "EUR").results(period())
    rake = sum(hand.rake for hand in hands) - hands[1].rake
    assert (report.cash, report.rake, report.hands) == (-rake, rake, len(hands) - 1)
    assert sum(row.total for row in report.players) == -rake
    assert [row.total for row in report.players] == sorted(
        (row.total for row in report.players), reverse=True
    )


@rule("CRASH-04")
async def test_balances_add_up_to_nothing_and_name_who_owns_what(store: Store) -> None:
    await play(store)
    report = await StoredHouseReports(store, "EUR").balances()
    assert report.sum == 0
    kinds = {row.name: row.amount for row in report.kinds}
    assert kinds["house:rake"] == (await store.balances([RAKE]))[RAKE]
    rich = next(row for row in report.players if row.name == "Rich")
    assert (rich.withdrawal, rich.held) == (300, 100)
    assert rich.total == rich.cash + rich.tables + rich.withdrawal + rich.suspense + rich.held
    assert report.owed == sum(row.total for row in report.players)


async def test_a_page_is_cut_and_its_file_is_not(store: Store) -> None:
    await play(store)
    reports = StoredHouseReports(store, "EUR")
    page = await reports.rake(period(), most=1)
    assert (len(page.players), page.left_out) == (
        1,
        len((await reports.rake(period())).players) - 1,
    )
    file = await write_table(reports, "rake-by-player", period())
    assert len(file.splitlines()) == 1 + 1 + page.left_out


@pytest.mark.parametrize("name", ["=1+1", "+SUM(A1)", "@cmd", 'He said "hi", twice'])
async def test_no_name_becomes_a_formula_in_a_spreadsheet(store: Store, name: str) -> None:
    new = NewAccount(name=name, name_key="x", kind="person", created_ms=1)
    await StoredAccounts(store).add(new)
    await play(store)
    file = await write_table(StoredHouseReports(store, "EUR"), "balances", period())
    line = next((one for one in file.split("\r\n") if one.startswith("1,")), "")
    quoted = name.replace('"', '""')
    expected = f"'{name}" if name[0] in "=+@" else f'"{quoted}"'
    assert line.startswith(f"1,{expected},person,")
