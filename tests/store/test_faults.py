"""The n-th failure: every call of the database fails once, in turn, and the state is right."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import asyncpg
import pytest

from cardroom.errors import Unavailable
from cardroom.ledger import (
    GENESIS,
    Account,
    PlayerId,
    Reason,
    SettledHand,
    TableId,
    Transfer,
    chain,
)
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.banking import cancel_withdrawal, request_withdrawal
from cardroom.ledger.overrides import take_back
from cardroom.ledger.suspense import resolve_suspense, suspend
from cardroom.ledger.tables import cash_out
from cardroom.store import Patience, Store, connect
from cardroom.store.databases.database import GuardRefused, T
from tests.rule import rule
from tests.store.private_postgres import PrivatePostgres
from tests.store.sample_tables import SampleTable

ONE_ATTEMPT = Patience(attempts=1)
TWO_ATTEMPTS = Patience(attempts=2, pause_s=0)


def lost(address: str) -> Exception:
    """The error of the driver when the disk or the connection fails."""
    if address.startswith("postgresql"):
        closed: Exception = asyncpg.ConnectionDoesNotExistError("connection was closed")
        return closed
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE
    return error


def guarded(address: str) -> Exception:
    """The error of the driver when a guard says no."""
    if address.startswith("postgresql"):
        violated: Exception = asyncpg.CheckViolationError("a guard")
        return violated
    return sqlite3.IntegrityError("a guard")


class NthFails:
    """Raises at the n-th call of the database, once."""

    def __init__(self, error: Exception) -> None:
        self._error = error
        self.left = -1

    def __call__(self, _site: str) -> None:
        self.left -= 1
        if self.left == 0:
            raise self._error


class Evening:
    """A short evening at one table. Whatever is not answered is done again, as the room does."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number
        self.failures = 0

    async def retry_while_unavailable(self, attempt: Callable[[], Awaitable[T]]) -> T:
        try:
            return await attempt()
        except (Unavailable, GuardRefused):
            self.failures += 1
            return await attempt()

    async def play(self) -> SampleTable:
        store, again = self._store, self.retry_while_unavailable
        table = TableId(self._number)
        sample = SampleTable(await again(lambda: store.claim(table, "us")), seed=self._number)
        await again(lambda: asyncio.gather(*(store.transfer(one) for one in sample.funding())))
        first, second, voided = (
            sample.hand(),
            sample.hand(),
            SampleTable(sample.claim, 0).hands(3)[-1],
        )
        await again(lambda: asyncio.gather(store.settle(first), store.settle(second)))
        await again(lambda: store.void(voided))
        await again(lambda: store.transfer(_taken_back(second)))
        player = sample.players[0]
        cash = player_cash(player, "EUR")
        out = cash_out(table, player, 500, "EUR", request="1", at_ms=9)
        await again(lambda: store.transfer(out, sample.claim))
        request = request_withdrawal(player, 300, "EUR", reference=f"w{table}", at_ms=9)
        await again(lambda: store.transfer(request))
        await again(lambda: store.transfer(cancel_withdrawal(request, at_ms=10)))
        item = suspend(player, 200, cash, reference=f"s{table}", after_days=90, at_ms=10)
        await again(lambda: store.transfer(item))
        await again(lambda: store.transfer(resolve_suspense(item, at_ms=10, operator="op")))
        messages = await again(lambda: store.waiting_messages(99))
        await again(lambda: store.mark_delivered([one.id for one in messages], at_ms=11))
        sample.stacks = sample.stacks | {player: sample.stacks[player] - 500}
        return sample


def _taken_back(hand: SettledHand) -> Transfer:
    """A hand is void; the house pays for its winner, who has no cash (AMB-24)."""
    missing = {player: delta for player, delta in hand.deltas.items() if delta > 0}
    return take_back(hand, missing, operator="op", note="malfunction", at_ms=8)


async def verify(store: Store, sample: SampleTable) -> None:
    """Everything of the evening is there, once."""
    table, player = sample.claim.table, sample.players[0]
    cash = player_cash(player, "EUR")
    assert await store.stacks(table) == sample.stacks
    second = next(one for one in await store.hands_of_table(table, 9) if one.hand.number == 2)
    assert second.taken_back is not None
    back = max(0, -second.hand.deltas[player])
    assert await store.balance(cash) == 500 + back
    assert await store.statistics(player) == {"hands": 2}
    hands = await store.hands_of_table(table, 9)
    assert [(found.hand.number, found.is_void) for found in hands] == [
        (3, True),
        (2, False),
        (1, False),
    ]
    assert await store.waiting_messages(9) == []
    assert await store.set_aside(Reason.WITHDRAWAL_REQUESTED, due_ms=99, limit=9) == []
    assert await store.set_aside(Reason.SUSPENDED, due_ms=2**53, limit=9) == []
    moved = [line.transfer.reason for line in await store.statement(cash, before=2**53, limit=9)]
    assert moved[:2] == [Reason.SUSPENSE_RESOLVED, Reason.SUSPENDED]


async def verify_chain(store: Store) -> int:
    """The chain holds from its beginning, every balance is the sum of its entries."""
    standing = await store.standing()
    head, sums = GENESIS, dict[Account, int]()
    async for transfer in store.transfers(until=standing.head.transfers):
        head = chain(head, transfer.content)
        assert transfer.hash == head
        for account, amount in transfer.entries:
            sums[account] = sums.get(account, 0) + amount
    assert head == standing.head.hash
    assert sums == standing.balances
    assert sum(sums.values()) == 0
    return standing.head.transfers


@rule("CRASH-01", "CRASH-02")
@pytest.mark.parametrize(
    ("error", "patience"),
    [(lost, ONE_ATTEMPT), (lost, TWO_ATTEMPTS), (guarded, ONE_ATTEMPT)],
    ids=["unavailable", "tried again", "guard"],
)
async def test_whichever_call_fails_the_evening_ends_right(
    address: str, error: Callable[[str], Exception], patience: Patience
) -> None:
    fails = NthFails(error(address))
    async with await Store.open(connect(address, faults=fails), patience) as store:
        evenings, happened = 0, True
        # Every call is met once; the slower PostgreSQL is spared the same for each kind of failure.
        stride = 3 if address.startswith("postgresql") and patience is TWO_ATTEMPTS else 1
        while happened:
            evenings += 1
            fails.left = evenings * stride
            evening = Evening(store, evenings)
            sample = await evening.play()
            happened = fails.left <= 0
            fails.left = -1
            await verify(store, sample)
            # The first attempt was heard of by the caller, unless another was left or the group
            # that met the guard could be replayed one by one.
            assert evening.failures <= (happened and patience is ONE_ATTEMPT)
        assert evenings * stride > 80
        transfers = await verify_chain(store)
        assert transfers == evenings * (12 + 2 + 1 + 3 + 2)


async def test_whichever_call_of_the_migration_fails_the_next_start_succeeds(
    tmp_path: Path, postgres: PrivatePostgres
) -> None:
    for kind in ("sqlite", "postgresql"):
        nth, happened = 0, True
        while happened:
            nth += 7 if kind == "postgresql" else 1
            address = (
                str(tmp_path / f"{nth}.db")
                if kind == "sqlite"
                else await postgres.new_database(f"fails{nth}")
            )
            fails = NthFails(lost(address))
            fails.left = nth
            with suppress(Unavailable):
                await (await Store.open(connect(address, faults=fails), ONE_ATTEMPT)).close()
            happened = fails.left <= 0
            async with await Store.open(address) as store:
                assert (await store.standing()).head.transfers == 0
                assert await store.register(PlayerId(1), "ann", at_ms=1)
        assert nth > 20
