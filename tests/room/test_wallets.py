"""The vault: nobody spends a cent twice, what belongs together is written in its order."""

import asyncio
import logging
from random import Random

import pytest
from msgspec.structs import replace

from cardroom.cash.cashier import PlayerNote
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import PlayerChanged, TransferRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit, request_withdrawal
from cardroom.ledger.tables import buy_in, cash_out
from cardroom.room.ordered_writes import about_player, about_table
from cardroom.room.wallets import Wallets
from tests.room.fakes import MemoryStore
from tests.room.rooms import EUR
from tests.room.virtual import run
from tests.rule import rule

ANA, BEN = PlayerId(1), PlayerId(2)
TABLE, OTHER = TableId(1), TableId(2)


async def opened() -> tuple[Wallets, MemoryStore]:
    store = MemoryStore(Random(1))
    for player in (ANA, BEN):
        money = deposit(player, 1000, EUR, reference=f"d{player}", at_ms=1)
        store.ledger.apply(money)
    for table in (TABLE, OTHER):
        await store.claim_table(table, "test", "")
    wallets = Wallets(store, EUR, store.epochs.get)
    for player in (ANA, BEN):
        await wallets.look_up(player)
    return wallets, store


def test_a_cent_is_spent_once_even_before_the_store_knows() -> None:
    async def story() -> None:
        wallets, store = await opened()
        wallets.move(buy_in(TABLE, ANA, 700, EUR, request="1", at_ms=2))
        with pytest.raises(TransferRefused) as refused:
            wallets.move(buy_in(OTHER, ANA, 400, EUR, request="2", at_ms=2))
        assert refused.value.details == {"balance": 300}
        assert store.escrow(TABLE) == {}
        await wallets.flush()
        assert store.escrow(TABLE) == {ANA: 700}

    run(story())


@pytest.mark.parametrize("seed", range(5))
def test_what_one_player_moves_is_stored_in_its_order_through_any_weather(seed: int) -> None:
    async def story() -> None:
        wallets, store = await opened()
        store._chance = Random(seed)
        store.failures_permille = 400
        for number in range(10):
            table = TABLE if number % 2 else OTHER
            wallets.move(buy_in(table, ANA, 1000, EUR, request=f"i{number}", at_ms=2))
            wallets.move(cash_out(table, ANA, 1000, EUR, request=f"o{number}", at_ms=2))
        await wallets.flush(about_player(ANA))
        keys = [transfer.key.split(":")[-1] for transfer in store.ledger.transfers[2:]]
        assert keys == [f"{way}{number}" for number in range(10) for way in "io"]
        assert wallets.balance(ANA) == 1000

    run(story())


def test_others_do_not_wait_for_a_write_that_hangs() -> None:
    async def story() -> None:
        wallets, store = await opened()
        hangs = asyncio.Event()

        async def slow() -> object:
            return await hangs.wait()

        wallets.write(slow, TABLE)
        wallets.move(buy_in(TABLE, ANA, 500, EUR, request="1", at_ms=2))
        wallets.move(buy_in(OTHER, BEN, 500, EUR, request="2", at_ms=2))
        await wallets.flush(about_table(OTHER))
        assert (store.escrow(TABLE), store.escrow(OTHER)) == ({}, {BEN: 500})
        assert wallets.is_writing(about_player(ANA))
        hangs.set()
        await wallets.flush()
        assert store.escrow(TABLE) == {ANA: 500}

    run(story())


def test_what_the_store_refuses_is_taken_back_and_the_table_is_told() -> None:
    async def story() -> None:
        wallets, store = await opened()
        refused: list[TableId] = []
        wallets.on_refused = lambda table, _: refused.append(table)
        await store.claim_table(TABLE, "somebody else", "")
        wallets._epoch_of = lambda _: 1
        wallets.move(buy_in(TABLE, ANA, 500, EUR, request="1", at_ms=2))
        assert wallets.balance(ANA) == 500
        await wallets.flush()
        assert (wallets.balance(ANA), refused) == (1000, [TABLE])

    run(story())


def test_a_deposit_counts_once_it_is_stored_and_a_withdrawal_at_once() -> None:
    async def story() -> None:
        wallets, store = await opened()
        money = deposit(ANA, 300, EUR, reference="x", at_ms=5)
        booking = asyncio.create_task(wallets.book(money))
        await asyncio.sleep(0)
        assert wallets.balance(ANA) == 1000
        assert await booking
        assert wallets.balance(ANA) == 1300
        asked = request_withdrawal(ANA, 1300, EUR, reference="w", at_ms=6)
        going = asyncio.create_task(wallets.book(asked))
        await asyncio.sleep(0)
        assert wallets.balance(ANA) == 0
        assert await going
        assert store.ledger.balance("player:1:cash:EUR") == wallets.balance(ANA) == 0  # type: ignore[arg-type]

    run(story())


@pytest.mark.parametrize("seed", range(10))
def test_a_booking_counts_once_although_answers_are_lost_and_it_is_sent_again(seed: int) -> None:
    async def story() -> None:
        wallets, store = await opened()
        store._chance = Random(seed)
        store.failures_permille = 400
        money = deposit(ANA, 300, EUR, reference="x", at_ms=5)
        wallets.move(buy_in(TABLE, ANA, 100, EUR, request="1", at_ms=2))
        assert await wallets.book(money)
        assert not await wallets.book(money)
        await wallets.flush()
        assert wallets.balance(ANA) == 1200
        assert store.ledger.balance("player:1:cash:EUR") == 1200  # type: ignore[arg-type]

    run(story())


def test_what_was_given_up_is_not_written() -> None:
    async def story() -> None:
        wallets, store = await opened()
        store.is_out = True
        wallets.move(buy_in(TABLE, ANA, 500, EUR, request="1", at_ms=2))
        await asyncio.sleep(1)
        await wallets.abandon()
        store.is_out = False
        await asyncio.sleep(30)
        assert store.escrow(TABLE) == {}

    run(story())


def test_a_refused_write_is_logged_with_whom_it_is_about_and_why(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        wallets, _ = await opened()
        first = deposit(ANA, 100, EUR, reference="again", at_ms=2)
        other = deposit(ANA, 200, EUR, reference="again", at_ms=3)
        await wallets.book(first)
        with pytest.raises(TransferRefused):
            await wallets.book(other)
        wallets.move(buy_in(TABLE, ANA, 100, EUR, request="1", at_ms=2))
        wallets.move(buy_in(TABLE, ANA, 200, EUR, request="1", at_ms=2))
        await wallets.flush()

    with caplog.at_level(logging.INFO, "cardroom.room"):
        run(story())
    logged = [(one.levelname, one.getMessage().partition(" at ")[0]) for one in caplog.records]
    why = "was refused: TransferRefused key_with_another_content (I7)"
    assert logged == [
        ("INFO", f"a write about player 1 {why}"),
        ("ERROR", f"a write about player 1, table 1 {why}"),
    ]


def test_a_balance_that_changed_behind_the_room_is_read_again() -> None:
    """Whatever waits to be written meanwhile counts once, before the reading and after it."""

    async def story() -> None:
        wallets, store = await opened()
        changed: list[PlayerId] = []
        wallets.on_balance = changed.append
        store.ledger.apply(deposit(ANA, 50, EUR, reference="behind", at_ms=3))
        wallets.move(buy_in(TABLE, ANA, 100, EUR, request="1", at_ms=2))
        reading = asyncio.create_task(wallets.refresh(ANA))
        await asyncio.sleep(0)
        wallets.move(buy_in(OTHER, ANA, 200, EUR, request="2", at_ms=2))
        assert await reading == 750
        await wallets.flush()
        assert wallets.balance(ANA) == store.ledger.balance("player:1:cash:EUR") == 750  # type: ignore[arg-type]
        assert changed == [ANA]

    run(story())


@rule("CASH-16")
def test_a_seat_is_paid_by_the_store_or_refused_to_whoever_asked() -> None:
    async def story() -> None:
        wallets, store = await opened()
        stopped: list[TableId] = []
        wallets.on_refused = lambda table, _: stopped.append(table)
        # Somebody else spends the money that the room still sees.
        store.ledger.apply(buy_in(OTHER, ANA, 900, EUR, request="x", at_ms=1))
        record = PlayerRecord(player=ANA, until_ms=9, version=1)
        with pytest.raises(TransferRefused):
            await wallets.buy(buy_in(TABLE, ANA, 500, EUR, request="1", at_ms=2), record, None)
        assert (wallets.balance(ANA), store.players, stopped) == (100, {}, [])
        await wallets.buy(buy_in(TABLE, ANA, 100, EUR, request="2", at_ms=2), record, None)
        assert (store.escrow(TABLE), store.players) == ({ANA: 100}, {ANA: record})
        assert wallets.balance(ANA) == 0

    run(story())


@rule("RAT-02", "BANZ-04")
@pytest.mark.parametrize("seed", range(5))
def test_what_must_be_remembered_is_made_again_when_somebody_else_was_quicker(seed: int) -> None:
    async def story() -> None:
        wallets, store = await opened()
        store._chance = Random(seed)
        store.failures_permille = 300
        theirs = PlayerRecord(player=ANA, until_ms=1, sat_at=(OTHER,), version=1)
        store.players[ANA] = theirs

        def remake(stored: PlayerRecord | None) -> PlayerRecord:
            assert stored is not None
            sat_at = (*stored.sat_at, TABLE)
            return replace(stored, sat_at=sat_at, version=stored.version + 1)

        ours = PlayerRecord(player=ANA, until_ms=1, sat_at=(TABLE,), version=1)
        stale = buy_in(TABLE, ANA, 500, EUR, request="1", at_ms=2)
        with pytest.raises(PlayerChanged):
            await wallets.buy(stale, ours, None)
        assert store.players[ANA] == theirs
        money = buy_in(TABLE, ANA, 500, EUR, request="2", at_ms=2)
        wallets.move(money, PlayerNote(ours, remake))
        await wallets.flush()
        assert store.players[ANA].sat_at == (OTHER, TABLE)
        assert store.escrow(TABLE) == {ANA: 500}

    run(story())


def test_a_step_of_a_tournament_is_paid_at_once_and_won_when_it_is_stored() -> None:
    async def story() -> None:
        wallets, store = await opened()
        steps: list[str] = []

        async def write() -> None:
            assert wallets.balance(ANA) == 300
            assert wallets.balance(BEN) == 1000
            steps.append("written")

        pays = buy_in(TABLE, ANA, 700, EUR, request="1", at_ms=2)
        wins = cash_out(TABLE, BEN, 200, EUR, request="2", at_ms=2)
        await wallets.book_step(write, [pays, wins])
        assert steps == ["written"]
        assert (wallets.balance(ANA), wallets.balance(BEN)) == (300, 1200)
        assert store.escrow(TABLE) == {}

    run(story())


def test_a_step_that_the_store_refuses_costs_nobody_anything() -> None:
    async def story() -> None:
        wallets, _ = await opened()

        async def write() -> None:
            raise TransferRefused("I2", "insufficient_funds")

        with pytest.raises(TransferRefused):
            await wallets.book_step(write, [buy_in(TABLE, ANA, 700, EUR, request="1", at_ms=2)])
        assert wallets.balance(ANA) == 1000
        with pytest.raises(TransferRefused) as refused:
            await wallets.book_step(write, [buy_in(TABLE, ANA, 1001, EUR, request="2", at_ms=2)])
        assert refused.value.reason == "not_enough_money"

    run(story())


@rule("CRASH-02")
def test_what_a_step_has_paid_counts_although_we_fail_after_it_is_stored() -> None:
    async def story() -> None:
        wallets, store = await opened()
        wins = deposit(BEN, 500, EUR, reference="prize", at_ms=2)

        async def write() -> None:
            await store.move(wins, None)
            raise RuntimeError("a mistake of ours after it was stored")

        with pytest.raises(RuntimeError):
            await wallets.book_step(write, [wins])
        assert wallets.balance(BEN) == 1500

    run(story())


def test_who_is_looked_up_while_a_step_is_written_has_what_it_brings() -> None:
    async def story() -> None:
        _, store = await opened()
        wallets = Wallets(store, EUR, store.epochs.get)
        wins = deposit(BEN, 500, EUR, reference="prize", at_ms=2)

        async def write() -> None:
            await wallets.look_up(BEN)
            await store.move(wins, None)

        await wallets.book_step(write, [wins])
        assert wallets.balance(BEN) == 1500

    run(story())
