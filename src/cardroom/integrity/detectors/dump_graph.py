"""D5, the dump graph: who lost to whom, how concentrated that is, and rings of such players.

Chains through deposits and withdrawals need the books of the cashier; they are not read here.
"""

from collections.abc import Mapping

from msgspec import Struct

from cardroom.integrity.detectors.relational import Pair
from cardroom.integrity.detectors.value_transfer import Transfer


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
