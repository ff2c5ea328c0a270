"""How long decisions took, with what made them hard: what the test for programs starts from."""

from math import log2

from msgspec import Struct

from cardroom.integrity.equities import own_strength
from cardroom.integrity.hands import ReviewedHand
from cardroom.integrity.spots import strata

PRICE_MAX = 15
"""The price of a call counts in half powers of two of big blinds, up to this one."""


class TimedDecision(Struct, frozen=True, gc=False):
    """One decision whose time is known."""

    hand: int
    at_ms: int
    """When the hand ended."""
    ms: int
    stratum: int
    """The kind of spot: street, live players, own strength, size of the bet."""
    pot: float
    """The logarithm of the pot in big blinds."""
    act: int
    same: int
    """Before the flop in hold'em: decisions with the same cards in the same situation; else -1."""


def timed_decisions(hand: ReviewedHand, number: int) -> list[tuple[int, TimedDecision]]:
    """The decisions of a hand whose times are known, with the place of who made them."""
    found = []
    for decision in hand.decisions:
        if decision.think_ms <= 0:
            continue
        hole, street = hand.hole[decision.place], decision.street
        held = own_strength(hole, hand.board[:street])
        stratum, _ = strata(decision, held, omaha=hand.is_omaha)
        big_blinds = decision.pot / hand.big_blind
        # The same four cards hardly ever come twice.
        is_known = not street and not hand.is_omaha
        same = _starting_spot(hole, decision.raises, decision.to_call, hand) if is_known else -1
        timed = TimedDecision(
            number,
            hand.at_ms,
            decision.think_ms,
            stratum,
            log2(1 + big_blinds),
            decision.act,
            same,
        )
        found.append((decision.place, timed))
    return found


def _starting_spot(hole: tuple[int, ...], raises: int, to_call: int, hand: ReviewedHand) -> int:
    """Ranks, whether suited, how often it was raised, what a call costs: as one number."""
    low, high = sorted(card >> 2 for card in hole)
    suited = hole[0] & 3 == hole[1] & 3
    price = min(PRICE_MAX, round(2 * log2(1 + to_call / hand.big_blind)))
    cards = (high * 13 + low) * 2 + suited
    return (cards * 8 + min(raises, 7)) * (PRICE_MAX + 1) + price
