"""Money that goes through two accounts: paid in by one, lost to the other, taken out by the other.

It is shown with an alert about the two and never makes one: people pay in, lose, and win elsewhere.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import NamedTuple, Protocol

from cardroom.integrity.detectors.dump_graph import Banked, Chain, Lost, chains
from cardroom.ledger import PlayerId
from cardroom.office.review.alerts import HouseAlert
from cardroom.units import Cents

WITHIN_MS = 7 * 86_400_000
"""From the deposit to the withdrawal; later it is no chain."""
CHAINS_MAX = 20


class MoneyHand(NamedTuple):
    """What everybody won or lost in a hand for money, and when it ended."""

    at_ms: int
    deltas: Mapping[PlayerId, Cents]


class MoneyTrail(Protocol):
    """What players paid in, took out and moved in hands; it only reads."""

    async def banked(self, player: PlayerId, since_ms: int, until_ms: int) -> list[Banked]:
        """Deposits, and withdrawals that were not cancelled, as negative amounts, in order."""

    async def hands(self, players: Sequence[PlayerId], after: int, until: int) -> list[MoneyHand]:
        """The hands after one number and up to another into which all of them were dealt."""


async def chains_of(trail: MoneyTrail, alert: HouseAlert) -> list[Chain]:
    """The chains between the two of an alert about hands, in both directions, latest first."""
    if len(alert.players) != 2 or not alert.new.until_hand:
        return []
    hands = await trail.hands(alert.players, alert.new.after_hand, alert.new.until_hand)
    if not hands:
        return []
    since_ms, until_ms = hands[0].at_ms - WITHIN_MS, hands[-1].at_ms + WITHIN_MS
    banked = [
        one for player in alert.players for one in await trail.banked(player, since_ms, until_ms)
    ]
    found = []
    for giver, taker in permutations(alert.players):
        lost = [
            Lost(giver, taker, amount, hand.at_ms)
            for hand in hands
            if (amount := lost_to(giver, taker, hand.deltas))
        ]
        found += chains(giver, taker, banked, lost, within_ms=WITHIN_MS)
    return sorted(found, key=lambda one: -one.withdrawn_ms)[:CHAINS_MAX]


def lost_to(giver: PlayerId, taker: PlayerId, deltas: Mapping[PlayerId, Cents]) -> Cents:
    """What one lost to another in a hand: their loss, by the part of all winnings that the other
    has; whole cents, rounded down."""
    loss, win = -deltas.get(giver, 0), deltas.get(taker, 0)
    if loss <= 0 or win <= 0:
        return 0
    won = sum([delta for delta in deltas.values() if delta > 0])
    return min(loss, win, loss * win // won)
