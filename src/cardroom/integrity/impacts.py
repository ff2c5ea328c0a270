"""What each decision did to everybody's share of the pot, without the luck of the cards.

An action of player k with `chips` into a pot changes the value of each live player j by

    dV_j = (eq_after_j - eq_before_j) * pot + eq_after_j * chips - [j = k] * chips

and these add up to nothing. A hand's `C(j, k)` is the sum over k's decisions: what j got from k.
"""

from cardroom.integrity.equities import DealEquities
from cardroom.integrity.hands import FOLD, Decision, ReviewedHand


def impact(decision: Decision, equities: DealEquities) -> dict[int, float]:
    """What one decision moved, by place, in chips."""
    place = decision.place
    before = equities.shares(decision.street, decision.live)
    if decision.act == FOLD:
        after = equities.shares(decision.street, decision.live & ~(1 << place))
        return {one: (after.get(one, 0.0) - share) * decision.pot for one, share in before.items()}
    if decision.chips == 0:
        return {}
    return {
        one: share * decision.chips - (decision.chips if one == place else 0)
        for one, share in before.items()
    }


def transfers(hand: ReviewedHand, moved: list[dict[int, float]]) -> list[list[float]]:
    """`C(j, k)` of one hand in big blinds: row j got this from each column k."""
    count = len(hand.players)
    table = [[0.0] * count for _ in range(count)]
    for decision, changes in zip(hand.decisions, moved, strict=True):
        for place, change in changes.items():
            table[place][decision.place] += change / hand.big_blind
    return table
