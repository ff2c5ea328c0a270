"""The books: balances, what is set aside, what is closed. They grow with the accounts."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import TOURNAMENT_POOLS, Account, TournamentId, find_account
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.reasons import CLOSES, MOVES_POOLS, SETS_ASIDE
from cardroom.ledger.transfers import Reason, Transfer
from cardroom.ledger.verifying import (
    tournaments_touched,
    verify_balances,
    verify_closing,
    verify_form,
    verify_tournament_closing,
)
from cardroom.units import Cents

_CLOSED: Final = Reason.TOURNAMENT_CLOSED


class Books:
    """What transfers have led to so far: verify one against it, then apply it."""

    def __init__(self) -> None:
        self._balances: dict[Account, Cents] = {}
        self._open: dict[str, Transfer] = {}
        self._pools: dict[TournamentId, set[Account]] = {}
        self._closed: set[TournamentId] = set()

    @property
    def balances(self) -> Mapping[Account, Cents]:
        """Every account that was ever moved, with its balance."""
        return MappingProxyType(self._balances)

    @property
    def open(self) -> Mapping[str, Transfer]:
        """What is set aside and not closed: withdrawals, holds, suspense, by key."""
        return MappingProxyType(self._open)

    def balance(self, account: Account) -> Cents:
        return self._balances.get(account, 0)

    def verify(self, transfer: Transfer) -> None:
        """Refuse what would break I1, I2, I8 or I11; change nothing."""
        verify_form(transfer)
        if transfer.reason in CLOSES:
            verify_closing(transfer, self._open.get(transfer.closes))
        verify_balances(transfer, self._balances)
        if transfer.reason in MOVES_POOLS:
            self._verify_pools(transfer)

    def _verify_pools(self, transfer: Transfer) -> None:
        """A closed tournament is not moved again; one that closes is empty after it (I8)."""
        closed = self._closed & tournaments_touched(transfer)
        closing = transfer.reason is _CLOSED
        if closed or (closing and transfer.tournament in self._closed):
            raise TransferRefused(
                Invariant.POOL_IS_PAID_OUT, "tournament_is_closed", {"key": transfer.key}
            )
        if closing:
            pools = self._pools.get(TournamentId(transfer.tournament), set())
            verify_tournament_closing(transfer, {pool: self._balances[pool] for pool in pools})

    def apply(self, transfer: Transfer) -> None:
        """Take in a transfer, trusting it."""
        balances, reason = self._balances, transfer.reason
        for account, amount in transfer.entries:
            has = balances.get(account)
            if has is None:
                self._remember(account)
                has = 0
            balances[account] = has + amount
        if reason in SETS_ASIDE:
            self._open[transfer.key] = transfer
        elif reason in CLOSES:
            self._open.pop(transfer.closes, None)
        elif reason is _CLOSED:
            self._closed.add(TournamentId(transfer.tournament))

    def _remember(self, account: Account) -> None:
        """A new account; those of a tournament's pools are found again when it closes (I8)."""
        parts = find_account(account)
        if parts is not None and parts.kind in TOURNAMENT_POOLS:
            self._pools.setdefault(TournamentId(parts.ids[0]), set()).add(account)
