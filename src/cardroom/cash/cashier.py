"""The money of the cash tables: every change of a stack has its transfer in the ledger."""

from collections.abc import Callable
from typing import NamedTuple

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.ledger import CaseId, PlayerId, SettledHand, TableId, Transfer, settle_hand
from cardroom.ledger.cases import hold_stack
from cardroom.ledger.tables import buy_in, cash_out, top_up
from cardroom.units import Cents

Remake = Callable[[PlayerRecord | None], PlayerRecord]
"""Makes a player's record once more, from what somebody else has stored about them meanwhile."""


class PlayerNote(NamedTuple):
    """What must be remembered about a player, and how it is made again if they have changed.

    What cannot be made again is refused then: it must be decided again.
    """

    record: PlayerRecord
    remake: Remake | None = None
    leaves: TableId | None = None
    """The table that the player leaves: it is not stored without them before this is stored."""


Move = Callable[[Transfer | None, PlayerNote | None], object]
"""Applies a transfer or refuses it, and keeps what must be remembered about its player: both or
neither. A player who leaves with nothing moves no money, and is remembered all the same."""


def by_ledger(apply: Callable[[Transfer], object]) -> Move:
    """Move money in a ledger such as `Ledger.apply`, where nothing outlives the process."""

    def move(transfer: Transfer | None, _note: PlayerNote | None) -> None:
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

    def order(self, table: TableId, player: PlayerId, amount: Cents, at_ms: int) -> Transfer:
        """What a buy-in will move from cash to the table, once it is paid."""
        request = self._request()
        return buy_in(table, player, amount, self.currency, request=request, at_ms=at_ms)

    def pay(self, transfer: Transfer, note: PlayerNote) -> None:
        """Move the money of a buy-in; refused when the cash is not there."""
        self._move(transfer, note)

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
        note: PlayerNote | None = None,
    ) -> None:
        """What is left goes back to the player's cash (AMB-63); of nothing there is no transfer."""
        if amount == 0:
            self._move(None, note)
            return
        request = self._request()
        money = cash_out(table, player, amount, self.currency, request=request, at_ms=at_ms)
        self._move(money, note)

    def hold(
        self,
        table: TableId,
        player: PlayerId,
        amount: Cents,
        at_ms: int,
        note: PlayerNote,
        *,
        case: CaseId,
    ) -> None:
        """What a suspended player leaves with is withheld in a case (AMB-70)."""
        if amount == 0:
            self.remember(note)
            return
        request = self._request()
        money = hold_stack(case, player, amount, table, self.currency, request=request, at_ms=at_ms)
        self._move(money, note)

    def remember(self, note: PlayerNote) -> None:
        """Keep what must be remembered about a player, though no money moves."""
        self._move(None, note)

    def settle(self, hand: SettledHand) -> Transfer:
        """All that a finished hand moves, at once (CRASH-01)."""
        return self._moved(settle_hand(hand))

    def _moved(self, transfer: Transfer) -> Transfer:
        self._move(transfer, None)
        return transfer

    def _request(self) -> str:
        self._requests += 1
        return f"{self.epoch}.{self._requests}"
