"""Decisions of one player about another: what the relational tests compare.

A decision concerns a counterparty when it answers a bet of theirs, or when only the two are live.
It is compared with decisions of the same player in the same kind of spot against others: same
street, number of live players, own strength and size of the bet.
"""

from cardroom.integrity.equities import DealEquities, own_strength
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
    """All decisions of a hand that concern somebody."""
    strengths: dict[tuple[int, int], float] = {}
    found = []
    for decision, changes in zip(hand.decisions, moved, strict=True):
        partner = counterparty(decision)
        if partner == NOBODY:
            continue
        place, street = decision.place, decision.street
        if (place, street) not in strengths:
            strengths[place, street] = own_strength(hand.hole[place], hand.board[:street])
        held = strengths[place, street]
        shares = equities.shares(street, decision.live)
        mine, theirs = shares[place], shares.get(partner, 0.0)
        gain = changes.get(partner, 0.0) / hand.big_blind
        together = mine + theirs
        found.append(
            Spot(
                number,
                players[place],
                players[partner],
                *strata(decision, held, omaha=hand.is_omaha),
                decision.act,
                rare_events(decision, held, mine, theirs, gain),
                gain,
                decision.to_call > 0,
                theirs / together if together else 0.5,
            )
        )
    return found


def strata(decision: Decision, held: float, *, omaha: bool) -> tuple[int, int]:
    """The kind of spot, fine and coarse; the coarse one is for kinds that are hardly ever met.

    Hold'em is compared with hold'em, and Omaha with Omaha.
    """
    many = decision.live.bit_count() > 2
    strength = sum(held >= bound for bound in STRENGTHS)
    size = 0
    if decision.to_call:
        ratio = decision.to_call / max(1, decision.pot - decision.to_call)
        size = 1 + sum(ratio > bound for bound in SIZES)
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
