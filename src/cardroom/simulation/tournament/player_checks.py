"""What every player paid and got: the transfers must say what the events say (TRN-22, TAMB-62)."""

from collections import Counter

from cardroom.ledger import Kind, PlayerId, Transfer, read_account
from cardroom.tournament.desk_events import ChipsBought, Registered, Unregistered
from cardroom.tournament.events import BountyTaken, PrizeWon, SharePaid, TournamentEvent
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents

_PAID_WITHOUT_MONEY = {"none", "seat"}


class PlayerChecks:
    """No prize, bounty, refund or price goes to anybody else's account, held or not."""

    def __init__(self) -> None:
        self._players: dict[EntryId, PlayerId] = {}
        self._prices: dict[EntryId, Cents] = {}
        self._expected: Counter[PlayerId] = Counter()
        self._moved: Counter[PlayerId] = Counter()
        self._seats_won: set[PlayerId] = set()
        """Who gets a seat, a ticket or cash elsewhere (TAMB-68)."""

    def read(self, event: TournamentEvent) -> None:
        """Note what an event says that a player pays or gets."""
        match event:
            case Registered(entry=entry, player=player, price=price, payment=payment):
                self._players[entry], self._prices[entry] = player, price.total
                if payment.means not in _PAID_WITHOUT_MONEY:
                    self._expected[player] -= price.total
            case Unregistered(entry=entry, refund=refund):
                if refund.means != "none":
                    self._give(entry, self._prices[entry])
            case ChipsBought(entry=entry, price=price):
                self._give(entry, -price.total)
            case PrizeWon(entry=entry, award=award, held=held):
                if award.seat and not held:
                    self._seats_won.add(self._players[entry])
                self._give(entry, award.cents)
            case BountyTaken(by=by, cash=cash):
                self._give(by, cash)
            case SharePaid(entry=entry, pot=pot, fees=fees, bounty=bounty):
                self._give(entry, pot + fees + bounty)

    def _give(self, entry: EntryId, amount: Cents) -> None:
        self._expected[self._players[entry]] += amount

    def pay(self, transfer: Transfer) -> None:
        """Count what a transfer gives to players or takes from them, tickets at their worth."""
        for account, amount in transfer.entries:
            parts = read_account(account)
            if parts.kind in {Kind.PLAYER_CASH, Kind.HELD}:
                self._moved[PlayerId(parts.ids[-1])] += amount
            elif parts.kind is Kind.PLAYER_TICKETS:
                self._moved[PlayerId(parts.ids[-1])] += amount * int(parts.asset.split("-")[1])

    def verify(self) -> None:
        """Everybody has what the events say."""
        for player in (self._expected.keys() | self._moved.keys()) - self._seats_won:
            expected, moved = self._expected[player], self._moved[player]
            assert moved == expected, f"player {player} should have {expected} and has {moved}"
