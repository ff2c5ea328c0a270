"""The money of the tournament: what was taken, what is in the pools, prizes, deals, payments."""

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.events import RebuyPaid
from cardroom.floor.log import LogEntry
from cardroom.floor.money_events import (
    AddOnSold,
    BountyPaid,
    DealAccepted,
    DealAgreed,
    DealProposed,
    DealRefused,
    EntryWithdrawn,
    HeldPrizeDecided,
    PrizePaid,
    PrizesFixed,
    TournamentCancelled,
    TournamentClosed,
)
from cardroom.floor.seat_events import EntryTaken
from cardroom.floor.terms import Split
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents

NOTHING = Split()


def plus(one: Split, other: Split, sign: int = 1) -> Split:
    """Two amounts together, part by part; with -1 the other is taken away."""
    return Split(
        prize=one.prize + sign * other.prize,
        bounty=one.bounty + sign * other.bounty,
        fee=one.fee + sign * other.fee,
        staff=one.staff + sign * other.staff,
    )


class Talks(msgspec.Struct):
    """A deal that was proposed and is not decided."""

    proposed: DealProposed
    accepted: set[EntryId]


class Till:
    """What the cash desk has taken and paid for this tournament."""

    def __init__(self) -> None:
        self.pools = NOTHING
        """What is in the pools now."""
        self.paid_by: dict[EntryId, Split] = {}
        """What each entry has paid in all."""
        self.rebuys: dict[EntryId, int] = {}
        self.addons: dict[EntryId, int] = {}
        self.prizes: tuple[Cents, ...] | None = None
        """First place first; None until they are fixed."""
        self.added: Cents = 0
        """What the house paid in for a guarantee."""
        self.paid: dict[EntryId, Cents] = {}
        """Prizes that were paid or decided otherwise."""
        self.seized: set[EntryId] = set()
        self.bounties: dict[EntryId, EntryId] = {}
        """Whose bounty was paid, and to whom."""
        self.talks: Talks | None = None
        self.deal: DealAgreed | None = None
        self.cancelled: TournamentCancelled | None = None
        self.closed = False

    @property
    def owed_bounties(self) -> dict[EntryId, Cents]:
        """Bounties that nobody has been paid, by the entry on whose head they are."""
        cancelled = self.cancelled.settlements if self.cancelled is not None else ()
        given_back = {one.entry for one in cancelled if one.refund.bounty}
        settled = given_back | set(self.bounties)
        return {
            entry: paid.bounty
            for entry, paid in self.paid_by.items()
            if paid.bounty and entry not in settled
        }

    def verify_open(self) -> None:
        """Nothing happens any more after the end (LIVE-6, LIVE-7)."""
        if self.closed:
            raise FloorRefused("LIVE-7", "the_tournament_is_closed")
        if self.cancelled is not None:
            raise FloorRefused("LIVE-7", "the_tournament_is_cancelled")

    def verify_playing(self) -> None:
        """Whether it is still played for something."""
        self.verify_open()
        if self.deal is not None:
            raise FloorRefused("LIVE-6", "a_deal_ended_the_tournament")

    def apply(self, entry: LogEntry) -> None:
        """Follow the log."""
        match entry.event:
            case EntryTaken(entry=player, price=price):
                self._take(player, price)
            case RebuyPaid(player=player, price=price):
                self._take(player, price)
                self.rebuys[player] = self.rebuys.get(player, 0) + 1
            case AddOnSold(entry=player, price=price):
                self._take(player, price)
                self.addons[player] = self.addons.get(player, 0) + 1
            case EntryWithdrawn(entry=player, refund=refund):
                self.pools = plus(self.pools, refund, -1)
                self.paid_by.pop(player, None)
            case PrizesFixed(prizes=prizes, added=added):
                self.prizes, self.added = prizes, added
                self.pools = plus(self.pools, Split(prize=added))
            case PrizePaid(entry=player, amount=amount):
                self._pay(player, Split(prize=amount))
            case HeldPrizeDecided(entry=player, amount=amount, outcome=outcome):
                self._pay(player, Split(prize=amount))
                if outcome == "seized":
                    self.seized.add(player)
            case BountyPaid(entry=player, to=to, amount=amount):
                self.pools = plus(self.pools, Split(bounty=amount), -1)
                self.bounties[player] = to
            case DealProposed() as proposed:
                self.talks = Talks(proposed, set())
            case DealAccepted(entry=player):
                assert self.talks is not None
                self.talks.accepted.add(player)
            case DealRefused():
                self.talks = None
            case DealAgreed() as agreed:
                self.deal, self.talks = agreed, None
            case TournamentCancelled(settlements=settlements) as cancelled:
                self.cancelled = cancelled
                for one in settlements:
                    self.pools = plus(self.pools, one.refund, -1)
            case TournamentClosed():
                self.pools, self.closed = NOTHING, True
            case _:
                pass

    def _take(self, player: EntryId, price: Split) -> None:
        self.pools = plus(self.pools, price)
        self.paid_by[player] = plus(self.paid_by.get(player, NOTHING), price)

    def _pay(self, player: EntryId, amount: Split) -> None:
        self.pools = plus(self.pools, amount, -1)
        self.paid[player] = self.paid.get(player, 0) + amount.prize
