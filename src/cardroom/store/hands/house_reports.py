"""Reports of the house out of the store: read in portions, counted in threads, one at a time."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from functools import partial

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import Kind, house, read_account
from cardroom.office.house_reports import (
    ROWS_MAX,
    BalanceReport,
    FeeRow,
    Period,
    RakeReport,
    ResultReport,
    SessionReport,
)
from cardroom.office.report_rows import (
    BalanceTally,
    Named,
    by_rake,
    cut,
    named,
    player_row,
    rake_row,
    result_rows,
    session_row,
)
from cardroom.office.report_tally import Counted, PaidHand, Tally, counted, worthless
from cardroom.room.net import Net
from cardroom.store.hands import report_reading
from cardroom.store.hands.report_reading import Numbers
from cardroom.store.store import Store
from cardroom.units import Cents

READ_AT_ONCE = 500
HANDS_MAX = 200_000
"""Hands that one report reads; a longer period is asked for in parts."""


class StoredHouseReports:
    """HouseReports of the office, on the store; nobody at a table waits for a report."""

    def __init__(self, store: Store, currency: str) -> None:
        self._store = store
        self._currency = currency
        self._one_at_a_time = asyncio.Lock()

    async def rake(self, period: Period, most: int | None = ROWS_MAX) -> RakeReport:
        """The rake of a period, by day, stake and player, beside what the ledger says."""
        async with self._one_at_a_time:
            # Tables play on while the hands are read: both sides count the same ones.
            numbers = await self._hands_of(period)
            tally = await self._tallied(period, numbers)
            ledger = await self._booked(period, numbers)
            fees = await self._fees(period, tally)
        kept, left_out = cut(by_rake(tally.players), most)
        names = await self._names([player for player, _ in kept])
        return RakeReport(
            currency=self._currency,
            hands=tally.all.hands,
            rake=tally.all.rake,
            ledger=ledger,
            fees=sum(one.fees for one in fees),
            days=[rake_row(day, tally.days[day]) for day in sorted(tally.days)],
            stakes=[rake_row(stake, one) for stake, one in by_rake(tally.stakes)],
            players=[player_row(player, names[player], one) for player, one in kept],
            fee_days=fees,
            left_out=left_out,
        )

    async def sessions(self, period: Period, most: int | None = ROWS_MAX) -> SessionReport:
        """The sessions of a period, the latest first; a hand that was taken back has no result."""
        async with self._one_at_a_time:
            tally = await self._with_sessions(period)
        found = tally.sessions
        kept, _ = cut(found, most)
        names = await self._names({one.player for one in kept})
        return SessionReport(
            currency=self._currency,
            sessions=[session_row(one, names[one.player]) for one in kept],
            count=len(found),
            players=len({one.player for one in found}),
            minutes=sum(one.ended_ms - one.began_ms for one in found) // 60_000,
        )

    async def results(self, period: Period, most: int | None = ROWS_MAX) -> ResultReport:
        """What everybody won or lost in a period, in cash hands and in tournaments."""
        async with self._one_at_a_time:
            tally = await self._tallied(period, await self._hands_of(period))
            entered = await self._store.ask(
                partial(
                    report_reading.tournaments, period.since_ms, period.until_ms, self._currency
                )
            )
        rows = result_rows(tally.players, entered)
        kept, left_out = cut(rows, most)
        names = await self._names([row.player for row in kept])
        return ResultReport(
            currency=self._currency,
            players=[named(row, names[PlayerId(row.player)]) for row in kept],
            hands=tally.all.hands,
            cash=sum(row.cash for row in rows),
            rake=sum(row.rake for row in rows),
            paid=sum(row.paid for row in rows),
            won=sum(row.won for row in rows),
            left_out=left_out,
        )

    async def balances(self, most: int | None = ROWS_MAX) -> BalanceReport:
        """All money now: by kind of account, and by player."""
        tally = BalanceTally()
        async with self._one_at_a_time:
            last = 0
            while True:
                read = await self._store.ask(
                    partial(report_reading.accounts_after, last, self._currency, READ_AT_ONCE)
                )
                for row in read:
                    tally.add(read_account(row.name), row.balance)
                if len(read) < READ_AT_ONCE:
                    break
                last = read[-1].id
        owners, left_out = cut(tally.owners, most)
        names = await self._names([player for player, _ in owners])
        return tally.report(self._currency, owners, names, left_out)

    # Reading

    async def _tallied(self, period: Period, numbers: Numbers) -> Tally:
        tally = Tally(period.zone)
        async for _, portion in self._portions(period, numbers):
            await asyncio.to_thread(tally.add, portion)
        for key, at_ms in await self._store.ask(report_reading.taken_back):
            if period.since_ms <= at_ms < period.until_ms:
                paid, history = await self._store.ask(partial(report_reading.one_hand, key))
                if paid.currency == self._currency:
                    tally.take_back(counted(paid, history), at_ms)
        return tally

    async def _with_sessions(self, period: Period) -> Tally:
        tally = Tally(period.zone)
        void = {key for key, _ in await self._store.ask(report_reading.taken_back)}
        async for keys, portion in self._portions(period, await self._hands_of(period)):
            worth = [
                worthless(one) if key in void else one
                for key, one in zip(keys, portion, strict=True)
            ]
            await asyncio.to_thread(tally.note_sessions, worth)
        return tally

    async def _portions(
        self, period: Period, numbers: Numbers
    ) -> AsyncIterator[tuple[list[str], list[Counted]]]:
        """The hands of a period, some at a time, with their keys."""
        if numbers.last - numbers.first >= HANDS_MAX:
            raise AccessRefused(Net.FORM, "too_many_hands", {"at_most": HANDS_MAX})
        first = numbers.first
        while True:
            read = await self._store.ask(
                partial(
                    report_reading.paid_hands,
                    Numbers(first, numbers.last),
                    period.since_ms,
                    period.until_ms,
                    READ_AT_ONCE,
                )
            )
            own = [one for one in read if one[2].currency == self._currency]
            hands = await asyncio.to_thread(_counted, [(paid, text) for *_, paid, text in own])
            yield [key for _, key, *_ in own], hands
            if len(read) < READ_AT_ONCE:
                return
            first = read[-1][0] + 1

    async def _hands_of(self, period: Period) -> Numbers:
        asked = partial(report_reading.hands_in, period.since_ms, period.until_ms)
        return await self._store.ask(asked)

    async def _booked(self, period: Period, numbers: Numbers) -> Cents:
        """What the ledger has booked to the account of the rake in a period."""
        account = house(Kind.RAKE, self._currency)
        by_hands = await self._store.ask(
            partial(
                report_reading.booked_by_hands, account, numbers, period.since_ms, period.until_ms
            )
        )
        beside = await self._beside_hands(Kind.RAKE, period)
        return by_hands + sum(amount for _, amount in beside)

    async def _fees(self, period: Period, tally: Tally) -> list[FeeRow]:
        """The fees of tournaments that became the house's, by day."""
        days: dict[str, Cents] = {}
        for at_ms, amount in await self._beside_hands(Kind.HOUSE_FEES, period):
            day = tally.day(at_ms)
            days[day] = days.get(day, 0) + amount
        return [FeeRow(name=day, fees=days[day]) for day in sorted(days)]

    async def _beside_hands(self, kind: Kind, period: Period) -> list[tuple[int, Cents]]:
        since_ms, until_ms = period.since_ms, period.until_ms
        numbers = await self._store.ask(partial(report_reading.transfers_in, since_ms, until_ms))
        account = house(kind, self._currency)
        found = await self._store.ask(partial(report_reading.booked_beside_hands, account, numbers))
        return [one for one in found if since_ms <= one[0] < until_ms]

    async def _names(self, players: Iterable[int]) -> dict[PlayerId, Named]:
        """The names of players, each with one; who has no account is called by the number."""
        wanted = [PlayerId(one) for one in players]
        found: dict[PlayerId, Named] = {one: Named(f"player{one}", None) for one in wanted}
        for place in range(0, len(wanted), READ_AT_ONCE):
            asked = partial(report_reading.names, wanted[place : place + READ_AT_ONCE])
            found |= await self._store.ask(asked)
        return found


def _counted(hands: list[tuple[PaidHand, bytes]]) -> list[Counted]:
    return [counted(hand, history) for hand, history in hands]
