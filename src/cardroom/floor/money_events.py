"""What happens to the money of a live tournament. Every event has its amounts: the log says all."""

from typing import Literal

import msgspec

from cardroom.floor.event import FloorEvent, Keys
from cardroom.floor.seat_events import RESULTS, Place, of_entry, of_members, of_payments
from cardroom.floor.terms import Split
from cardroom.rulebook.live.floor import DealMethod
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips

POOL = "all:pool"
"""The key of the prize pool: prizes rely on everything that was paid into it."""
PRIZES = "prizes"
PAID_OUT = "all:paid_out"
"""The key of what left the pools: who empties or divides the rest relies on all of it."""


def of_prize(entry: EntryId) -> str:
    """The key of what a player wins."""
    return f"prize:{entry}"


class AddOnSold(FloorEvent, frozen=True, tag="addon_sold"):
    """A player bought an add-on (LIVE-11.p2)."""

    entry: EntryId
    chips: Chips
    price: Split

    @property
    def writes(self) -> Keys:
        return frozenset({f"addon:{self.entry}", POOL, "all:chips", of_payments(self.entry)})

    @property
    def reads(self) -> Keys:
        return frozenset({of_entry(self.entry), f"addon:{self.entry}", "terms:addon"})


class EntryWithdrawn(FloorEvent, frozen=True, tag="entry_withdrawn"):
    """A player leaves before the start and gets the money back."""

    entry: EntryId
    refund: Split
    stack: Chips
    place: Place | None = None
    """The seat that is free again."""

    @property
    def writes(self) -> Keys:
        keys = {of_entry(self.entry), POOL, "all:chips", f"gone:{self.entry}"}
        if self.place is not None:
            keys |= {self.place.key, of_members(self.place.table)}
        return frozenset(keys)

    @property
    def reads(self) -> Keys:
        return frozenset({of_entry(self.entry), of_payments(self.entry)})


class PrizesFixed(FloorEvent, frozen=True, tag="prizes_fixed"):
    """Entries are over: the prizes, first place first, and what the house adds to the pool."""

    prizes: tuple[Cents, ...]
    added: Cents = 0

    @property
    def writes(self) -> Keys:
        return frozenset({PRIZES})

    @property
    def reads(self) -> Keys:
        return frozenset({POOL, "terms:paid", "terms:guarantee", "terms:prize_step"})


class PrizePaid(FloorEvent, frozen=True, tag="prize_paid"):
    """The desk has paid a player, against a slip."""

    entry: EntryId
    place: int
    amount: Cents

    @property
    def writes(self) -> Keys:
        return frozenset({of_prize(self.entry), PAID_OUT})

    @property
    def reads(self) -> Keys:
        return frozenset({PRIZES, RESULTS, of_entry(self.entry), of_prize(self.entry)})


class BountyPaid(FloorEvent, frozen=True, tag="bounty_paid"):
    """The bounty of a player is paid to who knocked them out, or to themselves at the end."""

    entry: EntryId
    to: EntryId
    amount: Cents

    @property
    def writes(self) -> Keys:
        return frozenset({f"bounty:{self.entry}", PAID_OUT})

    @property
    def reads(self) -> Keys:
        keys = {of_entry(self.entry), of_payments(self.entry), of_payments(self.to)}
        return frozenset(keys | {f"bounty:{self.entry}"})


class HeldPrizeDecided(FloorEvent, frozen=True, tag="held_prize_decided"):
    """The manager decides about the prize of a disqualified player (LAMB-54)."""

    entry: EntryId
    place: int
    amount: Cents
    outcome: Literal["paid", "seized"]

    @property
    def writes(self) -> Keys:
        return frozenset({of_prize(self.entry), PAID_OUT})

    @property
    def reads(self) -> Keys:
        return frozenset({PRIZES, RESULTS, of_entry(self.entry), of_prize(self.entry)})


class DealProposed(FloorEvent, frozen=True, tag="deal_proposed"):
    """The players left talk about a deal; the clock stands meanwhile (LIVE-6)."""

    method: DealMethod
    stacks: dict[EntryId, Chips]
    amounts: dict[EntryId, Cents]
    level: int
    left_ms: int
    clock_ran: bool

    @property
    def writes(self) -> Keys:
        return frozenset({"deal", "level_clock"})

    @property
    def reads(self) -> Keys:
        left = {of_entry(entry) for entry in self.stacks}
        return frozenset({PRIZES, RESULTS, "all:chips", *left})


class DealAccepted(FloorEvent, frozen=True, tag="deal_accepted"):
    """One player says yes."""

    entry: EntryId

    @property
    def writes(self) -> Keys:
        return frozenset({f"deal:{self.entry}"})

    @property
    def reads(self) -> Keys:
        return frozenset({"deal"})


class DealRefused(FloorEvent, frozen=True, tag="deal_refused"):
    """One player says no: play goes on at once, with the time that was left (LIVE-6)."""

    entry: EntryId

    @property
    def writes(self) -> Keys:
        return frozenset({"deal", "level_clock"})

    @property
    def reads(self) -> Keys:
        return frozenset({"deal"})


class DealAgreed(FloorEvent, frozen=True, tag="deal_agreed"):
    """Everybody has said yes, and the floor confirms it: the tournament is over (LIVE-6)."""

    amounts: dict[EntryId, Cents]
    places: dict[EntryId, int]

    @property
    def writes(self) -> Keys:
        return frozenset({"deal", RESULTS})

    @property
    def reads(self) -> Keys:
        keys = {"deal", PRIZES, *(f"deal:{entry}" for entry in self.amounts)}
        return frozenset(keys | {of_entry(entry) for entry in self.amounts})


class Settlement(msgspec.Struct, frozen=True, kw_only=True):
    """What one player gets when a tournament is called off."""

    entry: EntryId
    refund: Split


class TournamentCancelled(FloorEvent, frozen=True, tag="tournament_cancelled"):
    """Management calls the event off and confirms what everybody gets (LIVE-7, LAMB-38)."""

    settlements: tuple[Settlement, ...]

    @property
    def writes(self) -> Keys:
        return frozenset({RESULTS, PRIZES})

    @property
    def reads(self) -> Keys:
        entries = (of_entry(one.entry) for one in self.settlements)
        return frozenset({POOL, PAID_OUT, PRIZES, *entries})


class TournamentClosed(FloorEvent, frozen=True, tag="tournament_closed"):
    """Everything is paid: fees go to the house, and the staff gets its share."""

    left: Split

    @property
    def writes(self) -> Keys:
        return frozenset({"closed"})

    @property
    def reads(self) -> Keys:
        return frozenset({POOL, PRIZES, RESULTS, PAID_OUT})
