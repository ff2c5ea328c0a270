"""The money of the cash tables: every change of a stack has its transfer in the ledger."""

from collections.abc import Callable

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.ledger import CaseId, PlayerId, SettledHand, TableId, Transfer, settle_hand
from cardroom.ledger.cases import hold_stack
from cardroom.ledger.tables import buy_in, cash_out, top_up
from cardroom.units import Cents

Move = Callable[[Transfer | None, PlayerRecord | None], object]
"""Applies a transfer or refuses it, and keeps what must be remembered about its player: both or
neither. A player who leaves with nothing moves no money, and is remembered all the same."""


def by_ledger(apply: Callable[[Transfer], object]) -> Move:
    """Move money in a ledger such as `Ledger.apply`, where nothing outlives the process."""

    def move(transfer: Transfer | None, _record: PlayerRecord | None) -> None:
        if transfer is not None:
            apply(transfer)

    return move


class Cashier:
    """Writes and moves the transfers; each has a request number of its own in its epoch."""

    def __init__(self, move: Move, *, currency: str, epoch: int) -> None:
        self._move = move
        self.currency = currency
        self.epoch = epoch
        self._requests = 0

    def buy_in(
        self,
        table: TableId,
        player: PlayerId,
        amount: Cents,
        at_ms: int,
        record: PlayerRecord | None = None,
    ) -> Transfer:
        """From cash to the table; refused when the cash is not there."""
        request = self._request()
        money = buy_in(table, player, amount, self.currency, request=request, at_ms=at_ms)
        return self._moved(money, record)

    def top_up(self, table: TableId, player: PlayerId, amount: Cents, at_ms: int) -> Transfer:
        """More of the same."""
        request = self._request()
        return self._moved(
            top_up(table, player, amount, self.currency, request=request, at_ms=at_ms)
        )

    def cash_out(
        self,
        table: TableId,
        player: PlayerId,
        amount: Cents,
        at_ms: int,
        record: PlayerRecord | None = None,
    ) -> None:
        """What is left goes back to the player's cash (AMB-63); of nothing there is no transfer."""
        if amount == 0:
            self._move(None, record)
            return
        request = self._request()
        money = cash_out(table, player, amount, self.currency, request=request, at_ms=at_ms)
        self._moved(money, record)

    def hold(
        self,
        table: TableId,
        player: PlayerId,
        amount: Cents,
        at_ms: int,
        record: PlayerRecord,
        *,
        case: CaseId,
    ) -> None:
        """What a suspended player leaves with is withheld in a case (AMB-70)."""
        if amount == 0:
            self.remember(record)
            return
        request = self._request()
        money = hold_stack(case, player, amount, table, self.currency, request=request, at_ms=at_ms)
        self._moved(money, record)

    def remember(self, record: PlayerRecord) -> None:
        """Keep what must be remembered about a player, though no money moves."""
        self._move(None, record)

    def settle(self, hand: SettledHand) -> Transfer:
        """All that a finished hand moves, at once (CRASH-01)."""
        return self._moved(settle_hand(hand))

    def _moved(self, transfer: Transfer, record: PlayerRecord | None = None) -> Transfer:
        self._move(transfer, record)
        return transfer

    def _request(self) -> str:
        self._requests += 1
        return f"{self.epoch}.{self._requests}"
