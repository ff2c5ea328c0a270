"""Bounties: who knocked a player out, and what that earns."""

from collections.abc import Mapping
from typing import Literal

from cardroom.engine.chance import RandBelow, drawn
from cardroom.engine.events import HandStarted, PotAwarded
from cardroom.engine.hand import Hand
from cardroom.engine.starting import clockwise
from cardroom.rulebook.tournament.bounty import BountyRules
from cardroom.units import Cents, Chips, Seat

Return = Literal["rebuy", "reentry"]
"""How a player who was knocked out comes back."""


def knocked_out_by(hand: Hand, victim: Seat) -> tuple[Seat, ...]:
    """The winners of the deciding pot, clockwise from the button (TAMB-72).

    It is the highest pot that the victim could win; of a hand that was killed, the main pot.
    """
    assert hand.is_over
    deciding = max((n for n, pot in enumerate(hand.pots) if victim in pot.seats), default=0)
    started = hand.events[0]
    assert isinstance(started, HandStarted)
    awarded = [event for event in hand.events if isinstance(event, PotAwarded)]
    winners = clockwise(awarded[deciding].seats, started.button)
    assert victim not in winners, "a player who wins a pot is not out"
    return tuple(winners)


def shares(amount: Cents, count: int) -> tuple[Cents, ...]:
    """Equal shares for those who knocked a player out; odd cents to the first ones (TAMB-72)."""
    share, odd = divmod(amount, count)
    return tuple(share + (index < odd) for index in range(count))


def progressive(rules: BountyRules, share: Cents) -> tuple[Cents, Cents]:
    """Of a share the cash, and what is added to the taker's own bounty (TYP-10, TAMB-73)."""
    added = share * rules.progressive_added_percent // 100
    return share - added, added


def voids_vip(rules: BountyRules, back: Return) -> bool:
    """Whether a VIP who comes back like this leaves the knockout unpaid (TYP-11, TAMB-24)."""
    return back in rules.vip_voided_by


def indivisible(sharers: Mapping[Seat, Chips], rand_below: RandBelow) -> Seat:
    """Who gets a VIP prize that cannot be shared: most chips at the start, or chance (TAMB-74)."""
    most = max(sharers.values())
    return drawn([seat for seat, chips in sharers.items() if chips == most], rand_below)
