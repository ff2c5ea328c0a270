"""Where every cent of a tournament went, counted from its transfers (TAMB-40)."""

from collections import Counter

from cardroom.ledger import Kind, Reason, Transfer, read_account
from cardroom.ledger.accounts import TOURNAMENT_POOLS
from cardroom.units import Cents

_COUNTED = {
    Reason.ENTERED: "received",
    Reason.HEXAPRO_ENTERED: "received",
    Reason.HOUSE_MONEY_ADDED: "added",
    Reason.HOUSE_MONEY_RETURNED: "added",
    Reason.ENTRY_REFUNDED: "refunds",
    Reason.PRIZE_PAID: "prizes",
    Reason.HOLD_PLACED: "prizes",
    Reason.HEXAPRO_PAID: "prizes",
    Reason.BOUNTY_PAID: "bounties",
    Reason.TOURNAMENT_CLOSED: "fees",
}
_POOLS = TOURNAMENT_POOLS - {Kind.USED_TICKETS} | {Kind.HEXAPRO}


class MoneyChecks:
    """Received and added is prizes, bounties, refunds and fees."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()

    def read(self, transfer: Transfer) -> None:
        """Count what a transfer brings to the pools or takes from them."""
        name = _COUNTED.get(transfer.reason)
        if name is not None:
            self.counted[name] += abs(_into_pools(transfer)) * _sign(transfer)

    def receive(self, transfer: Transfer) -> None:
        """Count a seat that a satellite has paid from pool to pools (TRN-14)."""
        self.counted["received"] += sum(amount for amount in _in_pools(transfer) if amount > 0)

    def verify(self) -> None:
        """Nothing is left and nothing was made; HexaPro's difference is the house's (TAMB-40)."""
        counted = self.counted
        paid = counted["prizes"] + counted["bounties"] + counted["refunds"] + counted["fees"]
        assert paid == counted["received"] + counted["added"], f"money was made or lost: {counted}"


def _into_pools(transfer: Transfer) -> Cents:
    """What all pools together gain; a seat paid from pool to pool counts for the giver."""
    amounts = _in_pools(transfer)
    own = [amount for amount in amounts if amount < 0]
    return sum(own) if own else sum(amounts)


def _in_pools(transfer: Transfer) -> list[Cents]:
    """What each pool gains or loses; cash on top of a seat is a player's (TAMB-67)."""
    return [amount for account, amount in transfer.entries if read_account(account).kind in _POOLS]


def _sign(transfer: Transfer) -> int:
    return -1 if transfer.reason is Reason.HOUSE_MONEY_RETURNED else 1
