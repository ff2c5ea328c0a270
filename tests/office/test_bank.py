"""What somebody has, for whoever asks first, and what an administrator may book."""

import msgspec
import pytest

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import PlayerId, Transfer
from cardroom.ledger.accounts import withdrawal
from cardroom.office.bank import Bank
from cardroom.room.people import Caller
from cardroom.room.records import CashierOrder, Holding, StatementLine
from cardroom.rulebook.cash.conduct import ConductRules
from tests.cash.tables import cash_rules
from tests.room.rooms import EUR, Shell
from tests.room.virtual import run
from tests.rule import rule

ROBIN = Caller(player=PlayerId(99), name="Robin", kind="person", role="administrator")


class NothingElse:
    """Statements of people who have money nowhere else."""

    async def statement(self, player: PlayerId, before: int, limit: int) -> list[StatementLine]:
        return []

    async def holdings(self, player: PlayerId) -> list[Holding]:
        return []

    async def booked(self, key: str) -> Transfer | None:
        return None


def bank_of(shell: Shell, rules: ConductRules) -> Bank:
    house = shell.room.services
    return Bank(
        house.wallets, NothingElse(), house.switchboard, house.clock, rules, currency=EUR,
        play_money=700, seats_of=lambda player: shell.me.view(player).seats,
    )  # fmt: skip


def test_who_has_not_been_here_yet_sees_what_he_has() -> None:
    async def story() -> None:
        shell = Shell(1)
        shell.fund(7, 5_000)
        bank = bank_of(shell, cash_rules().conduct)
        found = await bank.holdings(PlayerId(7))
        assert (found.balance, found.elsewhere) == (5_000, [])
        await shell.room.stop()

    run(story())


@rule("CASH-01", "FAIR-13")
def test_a_house_without_this_override_moves_no_money_of_its_own() -> None:
    async def story() -> None:
        shell = Shell(1)
        shell.fund(7, 5_000)
        knows = cash_rules().conduct
        strict = bank_of(shell, msgspec.structs.replace(knows, overrides=("void_hand",)))
        for amount in (100, -100):
            order = adjustment(amount)
            with pytest.raises(OperatorRefused) as refusal:
                await strict.book(ROBIN, order)
            assert (refusal.value.rule, refusal.value.reason) == ("CASH-01", "not_in_this_edition")
            assert await strict.balance(PlayerId(7)) == 5_000
        paid = msgspec.structs.replace(adjustment(100), kind="deposit", reference="r-2")
        assert await strict.book(ROBIN, paid) == {"balance": 5_100}
        await strict.welcome(PlayerId(7))
        assert await strict.balance(PlayerId(7)) == 5_800
        assert await bank_of(shell, knows).book(ROBIN, adjustment(100)) == {"balance": 5_900}
        await shell.room.stop()

    run(story())


def test_a_reference_stands_for_one_booking_of_one_kind() -> None:
    async def story() -> None:
        shell = Shell(1)
        shell.fund(7, 5_000)
        bank = bank_of(shell, cash_rules().conduct)
        for _ in range(2):
            assert await bank.book(ROBIN, adjustment(100)) == {"balance": 5_100}
        changes: list[dict[str, object]] = [
            {"amount": 101}, {"player": PlayerId(8)}, {"kind": "deposit"}, {"kind": "withdrawal"},
        ]  # fmt: skip
        for change in changes:
            with pytest.raises(AccessRefused, match="id with another content"):
                await bank.book(ROBIN, msgspec.structs.replace(adjustment(100), **change))
        assert await bank.balance(PlayerId(7)) == 5_100
        out = msgspec.structs.replace(adjustment(5_100), kind="withdrawal", reference="r-3")
        for _ in range(2):
            assert await bank.book(ROBIN, out) == {"balance": 0}
        assert shell.store.ledger.balances[withdrawal(PlayerId(7), EUR)] == 0
        await shell.room.stop()

    run(story())


def adjustment(amount: int) -> CashierOrder:
    return CashierOrder(
        kind="adjustment",
        player=PlayerId(7),
        amount=amount,
        reference="r-1",
        reason="a broken line",
    )
