"""The ledger in memory: transfers verified, recorded, applied; each key once."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import Account
from cardroom.ledger.books import Books
from cardroom.ledger.hashing import GENESIS, chain
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.transfers import Transfer, canonical
from cardroom.ledger.verifying import verify_reversal
from cardroom.units import Cents


class Answer(Enum):
    """What became of a transfer that was not refused."""

    APPLIED = "applied"
    ALREADY_APPLIED = "already_applied"


class Line(NamedTuple):
    """A line of an account's statement."""

    transfer: Transfer
    amount: Cents
    balance: Cents


class Ledger:
    """Every transfer so far and what they lead to. Its events are the transfers."""

    def __init__(self) -> None:
        self._books = Books()
        self._transfers: dict[str, Transfer] = {}
        self._head = GENESIS

    @property
    def transfers(self) -> Sequence[Transfer]:
        """All transfers, in the order in which they were applied."""
        return tuple(self._transfers.values())

    @property
    def head(self) -> bytes:
        """The hash of the last transfer (I12)."""
        return self._head

    @property
    def balances(self) -> Mapping[Account, Cents]:
        return self._books.balances

    @property
    def open(self) -> Mapping[str, Transfer]:
        """Withdrawals, holds and suspense that nobody has closed yet, by key."""
        return self._books.open

    def balance(self, account: Account) -> Cents:
        return self._books.balance(account)

    def transfer(self, key: str) -> Transfer | None:
        """The transfer that was applied under a key."""
        return self._transfers.get(key)

    def statement(self, account: Account) -> Iterator[Line]:
        """Every transfer that moved an account, with the balance after it (I4)."""
        balance = 0
        for transfer in self._transfers.values():
            for moved, amount in transfer.entries:
                if moved == account:
                    balance += amount
                    yield Line(transfer, amount, balance)

    def apply(self, transfer: Transfer) -> Answer:
        """Apply a transfer once; the same again is answered, another content refused (I7)."""
        known = self._transfers.get(transfer.key)
        if known is not None:
            return _repeated(known, transfer)
        self._books.verify(transfer)
        if transfer.reverses:
            verify_reversal(transfer, self._transfers.get(transfer.reverses))
        self._record(transfer)
        return Answer.APPLIED

    def _record(self, transfer: Transfer) -> None:
        self._transfers[transfer.key] = transfer
        self._head = chain(self._head, canonical(transfer))
        self._books.apply(transfer)


def _repeated(known: Transfer, transfer: Transfer) -> Answer:
    if known != transfer:
        raise TransferRefused(Invariant.KEY_ONCE, "key_with_another_content", {"key": transfer.key})
    return Answer.ALREADY_APPLIED
