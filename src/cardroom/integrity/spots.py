"""All decisions of a hand, and whom they concern: what the relational tests compare.

A decision concerns a counterparty when it answers a bet of theirs, or when only the two are live.
It is compared with decisions of the same player in the same kind of spot against others: same
street, number of live players, own strength and size of the bet.
"""

from typing import Final

from cardroom.integrity.equities import DealEquities, own_strength, rank_now
from cardroom.integrity.hands import CALL, FOLD, NOBODY, RAISE, Decision, ReviewedHand
from cardroom.integrity.impacts import impact
from cardroom.integrity.spot import Spot

STRENGTHS = (0.2, 0.4, 0.6, 0.8)
SIZES = (0.35, 0.7, 1.1)
"""Bets as parts of the pot before them: where one size ends and the next begins."""

OMAHA_STRATA = 1_000

GOOD_FOLD, BAD_CALL, NUTS_CHECKED, WEAK_RERAISE, GIFT = range(5)
"""Rare things that partners do and others hardly ever do to each other."""
EVENTS = ("good_fold", "bad_call", "nuts_checked", "weak_reraise", "gift")
GOOD_FOLD_EQUITY = 0.5
BAD_CALL_EQUITY, BAD_CALL_PARTNER = 0.15, 0.7
NUTS = 0.99
WEAK = 0.5
GIFT_BIG_BLINDS = 4.0


def moved_by(hand: ReviewedHand, equities: DealEquities) -> list[dict[int, float]]:
    """What every decision of the hand moved."""
    return [impact(decision, equities) for decision in hand.decisions]


def counterparty(decision: Decision) -> int:
    """Whom a decision concerns, or nobody."""
    others = decision.live & ~(1 << decision.place)
    if others.bit_count() == 1:
        return others.bit_length() - 1
    if decision.to_call and decision.aggressor not in (NOBODY, decision.place):
        return decision.aggressor
    return NOBODY


def spots_of(
    hand: ReviewedHand,
    number: int,
    players: list[int],
    equities: DealEquities,
    moved: list[dict[int, float]],
) -> list[Spot]:
    """All decisions of a hand."""
    strengths: dict[tuple[int, int], float] = {}
    ranks: dict[tuple[int, int], float] = {}
    acted = street = 0
    found = []
    for decision, changes in zip(hand.decisions, moved, strict=True):
        if decision.street != street:
            acted, street = 0, decision.street
        place = decision.place
        others = [one for one in range(len(players)) if one != place and decision.live >> one & 1]
        if (place, street) not in strengths:
            shown = hand.board[:street]
            strengths[place, street] = own_strength(hand.hole[place], shown)
            for one in (place, *others):
                ranks[one, street] = rank_now(hand.hole[one], shown)
        held, rank = strengths[place, street], ranks[place, street]
        beaten = have_acted = 0
        for bit, one in enumerate(others):
            beaten |= (rank >= ranks[one, street]) << bit
            have_acted |= (acted >> one & 1) << bit
        partner = counterparty(decision)
        events, gain = 0, 0.0
        if partner != NOBODY:
            shares = equities.shares(street, decision.live)
            gain = changes.get(partner, 0.0) / hand.big_blind
            events = rare_events(decision, held, shares[place], shares.get(partner, 0.0), gain)
        late = have_acted == (1 << len(others)) - 1
        fine, coarse = strata(decision, held, omaha=hand.is_omaha)
        found.append(
            Spot(
                number,
                players[place],
                NOBODY if partner == NOBODY else players[partner],
                fine,
                coarse,
                decision.act,
                events,
                gain,
                setting(decision, late=late, omaha=hand.is_omaha),
                held,
                tuple([players[one] for one in others]),
                beaten,
                have_acted,
            )
        )
        acted |= 1 << place
    return found


FACED: Final = 1
MANY: Final = 2
POSTFLOP: Final = 4
OMAHA_CARDS: Final = 8
KINDS_OF_SPOT: Final = 16
"""The lowest bits of a setting are kinds of spot within which partners may be exchanged."""
RIVER: Final = 16
BITS_OF_SIZE: Final = 5
BITS_OF_RAISES: Final = 8
LATE_SIZE: Final = 5


def setting(decision: Decision, *, late: bool, omaha: bool) -> int:
    """What a decision is about, whatever the cards: street, live players, bet and raises."""
    found = (FACED if decision.to_call else 0) | (MANY if decision.live.bit_count() > 2 else 0)
    found |= (POSTFLOP if decision.street else 0) | (OMAHA_CARDS if omaha else 0)
    found |= RIVER if decision.street == 5 else 0
    size = bet_size(decision) or (LATE_SIZE if late else 0)
    return found | size << BITS_OF_SIZE | min(3, decision.raises) << BITS_OF_RAISES


def raises_in(number: int) -> int:
    """How many raises there were before a decision of this setting; 3 is as many or more."""
    return number >> BITS_OF_RAISES


def bet_size(decision: Decision) -> int:
    """The size of the bet to call as a part of the pot, from 1 to 4; 0 where there is none."""
    if not decision.to_call:
        return 0
    ratio = decision.to_call / max(1, decision.pot - decision.to_call)
    return 1 + sum([ratio > bound for bound in SIZES])


def strata(decision: Decision, held: float, *, omaha: bool) -> tuple[int, int]:
    """The kind of spot, fine and coarse; the coarse one is for kinds that are hardly ever met.

    Hold'em is compared with hold'em, and Omaha with Omaha.
    """
    many = decision.live.bit_count() > 2
    strength = sum(held >= bound for bound in STRENGTHS)
    size = bet_size(decision)
    fine = ((decision.street * 2 + many) * 5 + strength) * 5 + size
    coarse = ((bool(decision.street) * 2 + many) * 3 + (strength + 1) // 2) * 2 + bool(size)
    game = OMAHA_STRATA if omaha else 0
    return game + fine, game + 10_000 + coarse


def rare_events(decision: Decision, held: float, mine: float, theirs: float, gain: float) -> int:
    """Which of the rare things this decision was."""
    found = 0
    if decision.act == FOLD and decision.to_call and mine >= GOOD_FOLD_EQUITY:
        found |= 1 << GOOD_FOLD
    paid = decision.act != FOLD and decision.chips > 0
    if paid and mine <= BAD_CALL_EQUITY and theirs >= BAD_CALL_PARTNER:
        found |= 1 << BAD_CALL
    alone = decision.live.bit_count() == 2
    best = decision.street == 5 and held >= NUTS
    if decision.act == CALL and alone and best and decision.raises < 2:
        found |= 1 << NUTS_CHECKED
    if decision.act == RAISE and decision.raises and not alone and held < WEAK:
        found |= 1 << WEAK_RERAISE
    if gain >= GIFT_BIG_BLINDS:
        found |= 1 << GIFT
    return found
