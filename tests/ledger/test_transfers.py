"""Transfers: frozen, with canonical bytes that are stored for ever and a chain over them."""

import msgspec
import pytest

from cardroom.ledger import GENESIS, Account, Reason, Transfer, canonical, chain
from cardroom.ledger.transfers import merged, moved, read_transfer
from tests.ledger.scene import busy_quarter

CASH, BANK = Account("player:1:cash:EUR"), Account("bank:clearing:EUR")
DEPOSIT = Transfer("deposit:a", Reason.DEPOSITED, 5, ((BANK, -100), (CASH, 100)))


def test_the_canonical_bytes_of_a_transfer_are_stored_for_ever() -> None:
    assert canonical(DEPOSIT) == (
        b'{"key":"deposit:a","reason":"deposited","at_ms":5,'
        b'"entries":[["bank:clearing:EUR",-100],["player:1:cash:EUR",100]]}'
    )
    assert chain(GENESIS, canonical(DEPOSIT)).hex() == (
        "8ef77d56a1ca17e45c60dbfe1ee2e97f5a063aa7edad70ac7aa19ac31c8e2a0b"
    )


def test_a_transfer_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        DEPOSIT.key = "deposit:b"  # type: ignore[misc]


def test_every_transfer_is_read_back_from_its_bytes() -> None:
    for transfer in busy_quarter():
        assert read_transfer(canonical(transfer)) == transfer


@pytest.mark.parametrize("amount", ["true", "1.0", "1.5", '"1"', "null"])
def test_stored_amounts_are_whole_numbers(amount: str) -> None:
    broken = canonical(DEPOSIT).replace(b",100]", f",{amount}]".encode())
    with pytest.raises(msgspec.ValidationError):
        read_transfer(broken)


def test_a_field_nobody_knows_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        read_transfer(canonical(DEPOSIT).replace(b'"at_ms"', b'"tip":1,"at_ms"'))


def test_entries_are_merged_per_account_and_sorted() -> None:
    assert merged([(CASH, 70), (BANK, -100), (CASH, 30)]) == DEPOSIT.entries
    assert merged([(CASH, 5), (CASH, -5)]) == ()
    assert moved(100, BANK, CASH) == DEPOSIT.entries


def test_a_chain_depends_on_what_came_before_and_on_the_content() -> None:
    one = chain(GENESIS, b"a")
    assert one != chain(GENESIS, b"b")
    assert one != chain(one, b"a")
