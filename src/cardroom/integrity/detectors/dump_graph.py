"""D5, the dump graph: who lost to whom, how concentrated that is, and rings of such players.

Chains follow money that one account paid in, lost to another, and that the other took out. All of
this is context: people pay in, lose, and win elsewhere.
"""

from collections import deque
from collections.abc import Iterable, Mapping

from msgspec import Struct

from cardroom.integrity.detectors.relational import Pair
from cardroom.integrity.detectors.value_transfer import Transfer
from cardroom.units import Cents


class Edge(Struct, frozen=True):
    """What one player lost to another above the rest of the table, and how unevenly."""

    loser: int
    winner: int
    big_blinds: float
    share: float
    """Of everything the loser lost this way."""
    expected: float
    """The share of the loser's hands that the two have played together, among all partners."""
    z: float


def dump_edges(transfers: Mapping[Pair, Transfer]) -> list[Edge]:
    """Every edge with money on it, heaviest concentration first."""
    lost: dict[int, float] = {}
    squares: dict[int, float] = {}
    hands: dict[int, int] = {}
    for (loser, _), one in transfers.items():
        weight = max(0.0, one.ahead)
        lost[loser] = lost.get(loser, 0.0) + weight
        squares[loser] = squares.get(loser, 0.0) + one.squares
        hands[loser] = hands.get(loser, 0) + one.hands
    edges = []
    for (loser, winner), one in transfers.items():
        weight = max(0.0, one.ahead)
        if weight == 0 or not squares[loser]:
            continue
        expected = one.hands / hands[loser]
        spread = (expected * (1 - expected) * squares[loser]) ** 0.5
        z = (weight - expected * lost[loser]) / spread if spread else 0.0
        edges.append(Edge(loser, winner, weight, weight / lost[loser], expected, z))
    return sorted(edges, key=lambda edge: -edge.z)


def rings(edges: list[Edge]) -> list[list[int]]:
    """Groups of three or more whose edges hang together most densely (greedy peeling).

    One large pot makes a strong edge: give it only the edges of pairs with an alert.
    """
    strong = [edge for edge in edges if edge.z > 0]
    found: list[list[int]] = []
    while True:
        group = _densest(strong)
        if len(group) < 3:
            return found
        found.append(sorted(group))
        strong = [edge for edge in strong if edge.loser not in group and edge.winner not in group]


def _densest(edges: list[Edge]) -> set[int]:
    """Leave out the player with the least weight again and again; the densest rest counts."""
    left = {player for edge in edges for player in (edge.loser, edge.winner)}
    best: set[int] = set()
    densest = 0.0
    while left:
        inside = [edge for edge in edges if edge.loser in left and edge.winner in left]
        density = sum([edge.z for edge in inside]) / len(left)
        if density > densest:
            best, densest = set(left), density
        weights = dict.fromkeys(sorted(left), 0.0)
        for edge in inside:
            weights[edge.loser] += edge.z
            weights[edge.winner] += edge.z
        left.discard(min(weights, key=lambda player: weights[player]))
    return best


class Banked(Struct, frozen=True):
    """What a player paid into the room, or took out where it is negative."""

    player: int
    amount: Cents
    at_ms: int


class Lost(Struct, frozen=True):
    """What one player lost to another in a hand: an estimate where several won."""

    loser: int
    winner: int
    amount: Cents
    at_ms: int


class Chain(Struct, frozen=True, kw_only=True):
    """Money that one account paid in and lost to another, which took it out soon after."""

    giver: int
    taker: int
    amount: Cents
    deposited_ms: int
    lost_ms: int
    """When the last of it was lost."""
    withdrawn_ms: int


def chains(
    giver: int, taker: int, banked: Iterable[Banked], lost: Iterable[Lost], *, within_ms: int
) -> list[Chain]:
    """Money from the giver's deposits through their losses into the taker's withdrawals.

    What came first goes first. From the deposit to the withdrawal no more than `within_ms` pass.
    """
    steps: list[tuple[int, int, Cents]] = [
        (one.at_ms, _IN if one.amount > 0 else _OUT, abs(one.amount))
        for one in banked
        if one.player == (giver if one.amount > 0 else taker)
    ]
    steps += [
        (one.at_ms, _LOST, one.amount) for one in lost if (one.loser, one.winner) == (giver, taker)
    ]
    paid_in: deque[_Money] = deque()
    passed_on: deque[_Money] = deque()
    found: dict[tuple[int, int], Chain] = {}
    for at_ms, step, amount in sorted(steps):
        if step == _IN:
            paid_in.append(_Money(at_ms, at_ms, amount))
        elif step == _LOST:
            taken = _take(paid_in, amount, at_ms - within_ms)
            passed_on.extend(_Money(one.deposited_ms, at_ms, one.amount) for one in taken)
        else:
            for one in _take(passed_on, amount, at_ms - within_ms):
                key = (one.deposited_ms, at_ms)
                before = found[key].amount if key in found else 0
                found[key] = Chain(
                    giver=giver,
                    taker=taker,
                    amount=before + one.amount,
                    deposited_ms=one.deposited_ms,
                    lost_ms=one.lost_ms,
                    withdrawn_ms=at_ms,
                )
    return list(found.values())


_IN, _LOST, _OUT = range(3)
"""Steps of a chain; those of one moment are taken in this order."""


class _Money(Struct, frozen=True):
    """A sum that came from one deposit."""

    deposited_ms: int
    lost_ms: int
    amount: Cents


def _take(held: deque[_Money], amount: Cents, since_ms: int) -> list[_Money]:
    """Take up to an amount out of what came first, leaving out what was paid in too long ago."""
    taken: list[_Money] = []
    while held and amount:
        one = held.popleft()
        if one.deposited_ms < since_ms:
            continue
        part = min(amount, one.amount)
        taken.append(_Money(one.deposited_ms, one.lost_ms, part))
        amount -= part
        if part < one.amount:
            held.appendleft(_Money(one.deposited_ms, one.lost_ms, one.amount - part))
    return taken
