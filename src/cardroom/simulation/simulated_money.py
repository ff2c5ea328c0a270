"""The money of a simulation: one ledger, players who find a deposit, pools for tournaments."""

from cardroom.ledger import Account, Ledger, PlayerId, TournamentId, Transfer
from cardroom.ledger.accounts import Kind, house, player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.ticketing import issue_ticket
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import TournamentMoney
from cardroom.units import Cents

DEPOSIT_PRICES = 50
"""A player without money deposits this many entry prices."""


class SimulatedMoney:
    """What the tables or tournaments of one simulation share."""

    def __init__(self, currency: str) -> None:
        self.currency = currency
        self.ledger = Ledger()
        self._tournaments = 0
        self._requests = 0

    def new_money(self) -> TournamentMoney:
        """The pools of one more tournament."""
        self._tournaments += 1
        return TournamentMoney(TournamentId(self._tournaments), self.currency)

    def balance(self, account: Account) -> Cents:
        """What an account has now."""
        return self.ledger.balance(account)

    def takes(self, ticket: Ticket) -> bool:
        """Every third kind of ticket is of no use any more (TAMB-87)."""
        return ticket.value % 3 != 0

    def move(self, transfer: Transfer) -> None:
        """Let the ledger verify and apply a transfer."""
        self.ledger.apply(transfer)

    def cash(self, player: PlayerId) -> Cents:
        """What a player has to pay with."""
        return self.ledger.balance(player_cash(player, self.currency))

    def fund(self, player: PlayerId, price: Cents, at_ms: int) -> None:
        """See to it that a player can pay a price."""
        if self.cash(player) < price:
            self.deposit(player, DEPOSIT_PRICES * price, at_ms)

    def deposit(self, player: PlayerId, amount: Cents, at_ms: int) -> None:
        """A player brings money from outside."""
        reference = f"sim-{self._next()}"
        money = deposit(player, amount, self.currency, reference=reference, at_ms=at_ms)
        self.ledger.apply(money)

    def give_ticket(self, player: PlayerId, ticket: Ticket, at_ms: int) -> None:
        """A promotion: the house pays for a ticket."""
        overlay = house(Kind.OVERLAY, self.currency)
        request = str(self._next())
        self.ledger.apply(issue_ticket(ticket, player, overlay, request=request, at_ms=at_ms))

    def _next(self) -> int:
        self._requests += 1
        return self._requests

    def verify(self) -> None:
        """All accounts of an asset together are zero (I3)."""
        sums: dict[str, int] = {}
        for account, amount in self.ledger.balances.items():
            asset = account.rpartition(":")[2]
            sums[asset] = sums.get(asset, 0) + amount
        assert not any(sums.values()), f"money was made or lost: {sums}"
