"""The money of a tournament, counted from its events and from the transfers of its steps.

After every step, what the events say was paid in and out is what the transfers moved (I8, TAMB-40).
Seats in other tournaments are given after they are won: they are compared when all is closed.
"""

from collections.abc import Iterable

from cardroom.ledger import Kind, Reason, Transfer, read_account
from cardroom.tournament.desk_events import ChipsBought, Registered, Unregistered
from cardroom.tournament.events import BountyTaken, PrizeWon, SharePaid, TournamentEvent
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents

PAYS_IN = frozenset({Reason.ENTERED, Reason.HEXAPRO_ENTERED})
PAYS_OUT = frozenset(
    {
        Reason.ENTRY_REFUNDED,
        Reason.PRIZE_PAID,
        Reason.BOUNTY_PAID,
        Reason.HOLD_PLACED,
        Reason.HEXAPRO_PAID,
    }
)
POOLS = frozenset({Kind.PLACES, Kind.BOUNTIES, Kind.FEES, Kind.HEXAPRO})


class MoneyCount:
    """Follows the money of one tournament from step to step."""

    def __init__(self, given_back: Cents) -> None:
        """`given_back` is what seats were worth that became tickets or cash here (TAMB-68)."""
        self._given_back = given_back
        self._prices: dict[EntryId, Cents] = {}
        self.received: Cents = 0
        """Entries, re-buys and add-ons, by the events."""
        self.owed: Cents = 0
        """Refunds, prizes, bounties and shares, paid or held, by the events."""
        self.seats_won: Cents = 0
        self.seats_taken: Cents = 0
        """What entries with a won seat cost, which satellites have paid (TRN-14)."""
        self.paid_in: Cents = 0
        self.paid_out: Cents = 0
        self.is_closed = False

    def read(self, event: TournamentEvent) -> None:
        """Follow one event."""
        match event:
            case Registered(entry=entry, price=price, payment=payment):
                self._prices[entry] = 0 if payment.means == "none" else price.total
                if payment.means in ("cash", "ticket"):
                    self.received += price.total
                elif payment.means == "seat":
                    self.seats_taken += price.total
            case ChipsBought(price=price):
                self.received += price.total
            case Unregistered(entry=entry):
                self.owed += self._prices.get(entry, 0)
            case SharePaid(pot=pot, fees=fees, bounty=bounty):
                self.owed += pot + fees + bounty
            case PrizeWon(award=award, held=held):
                self.owed += award.cents
                self.seats_won += award.cents if award.seat and not held else 0
            case BountyTaken(cash=cash):
                self.owed += cash

    def pay(self, transfer: Transfer) -> None:
        """Follow one transfer of its steps."""
        amounts = [
            amount for account, amount in transfer.entries if read_account(account).kind in POOLS
        ]
        if transfer.reason in PAYS_IN:
            self.paid_in += sum(amounts)
        elif transfer.reason in PAYS_OUT:
            self.paid_out -= sum(amount for amount in amounts if amount < 0)
        elif transfer.reason is Reason.TOURNAMENT_CLOSED:
            self.is_closed = True

    def verify(self) -> Iterable[str]:
        """What the events say is what was moved; seats may still have to be given."""
        if self.paid_in != self.received:
            yield f"{self.received} were paid in by its events, {self.paid_in} by its transfers"
        if not 0 <= self._missing <= self._may_be_missing + self._given_back:
            yield self._differs

    def finish(self) -> Iterable[str]:
        """At the end all seats that nobody could use were given back, too."""
        if not 0 <= self._missing <= self._may_be_missing:
            yield self._differs

    @property
    def _missing(self) -> Cents:
        """What is to be paid and was not yet."""
        return self.owed + self._given_back - self.paid_out

    @property
    def _may_be_missing(self) -> Cents:
        """Seats that were won and may still have to be given."""
        return 0 if self.is_closed else self.seats_won

    @property
    def _differs(self) -> str:
        seats = f", and {self._given_back} for seats" if self._given_back else ""
        return (
            f"{self.owed} are paid out or held by its events{seats}, {self.paid_out} by its"
            " transfers"
        )
