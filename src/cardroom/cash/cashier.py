"""The money of the cash tables: every change of a stack has its transfer in the ledger."""

from collections.abc import Callable

from cardroom.ledger import PlayerId, SettledHand, TableId, Transfer, settle_hand
from cardroom.ledger.tables import buy_in, cash_out, top_up
from cardroom.units import Cents

Move = Callable[[Transfer], object]
"""Applies a transfer or refuses it, such as `Ledger.apply`."""


class Cashier:
    """Writes and moves the transfers; each has a request number of its own in its epoch."""

    def __init__(self, move: Move, *, currency: str, epoch: int) -> None:
        self._move = move
        self.currency = currency
        self.epoch = epoch
        self._requests = 0

    def buy_in(self, table: TableId, player: PlayerId, amount: Cents, at_ms: int) -> Transfer:
        """From cash to the table; refused when the cash is not there."""
        request = self._request()
        return self._moved(
            buy_in(table, player, amount, self.currency, request=request, at_ms=at_ms)
        )

    def top_up(self, table: TableId, player: PlayerId, amount: Cents, at_ms: int) -> Transfer:
        """More of the same."""
        request = self._request()
        return self._moved(
            top_up(table, player, amount, self.currency, request=request, at_ms=at_ms)
        )

    def cash_out(
        self, table: TableId, player: PlayerId, amount: Cents, at_ms: int
    ) -> Transfer | None:
        """What is left goes back to the player's cash (AMB-63); of nothing there is no transfer."""
        if amount == 0:
            return None
        request = self._request()
        return self._moved(
            cash_out(table, player, amount, self.currency, request=request, at_ms=at_ms)
        )

    def settle(self, hand: SettledHand) -> Transfer:
        """All that a finished hand moves, at once (CRASH-01)."""
        return self._moved(settle_hand(hand))

    def _moved(self, transfer: Transfer) -> Transfer:
        self._move(transfer)
        return transfer

    def _request(self) -> str:
        self._requests += 1
        return f"{self.epoch}.{self._requests}"
