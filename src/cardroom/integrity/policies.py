"""How likely each action was in each spot: what everybody does there, made a player's own.

Everybody's actions are counted by setting and own strength; few counts lean on those of a wider
kind of spot. What a player does more or less often than that, with and without a bet to call, is
then multiplied in; finer habits would be learned from what a cheat does. It says what was to be
expected of the player and is never a threshold: only the exchange of partners is.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import BITS_OF_RAISES, FACED, OMAHA_CARDS, POSTFLOP

ACTS: Final = 3
BINS: Final = 8
"""So many kinds of own strength."""
LEAST: Final = 0.004
"""Nothing that can be done is less likely than this."""

Chances = tuple[float, float, float]
"""How likely a fold, a call and a raise are."""

POPULATION: Final = (4.0, 6.0, 8.0, 8.0)
"""How many spots of the wider kind each finer kind leans on."""
OWN: Final = 6.0
"""So many expected spots keep a player's own habits from being read out of few."""


class _Cell:
    """The actions of one kind of spot: counted, and as they were expected."""

    def __init__(self) -> None:
        self.counts = [0.0] * ACTS
        self.expected = [0.0] * ACTS


def policies(actors: Mapping[int, Sequence[Spot]]) -> dict[int, list[Chances]]:
    """The chances of every spot of every actor, in the order of the spots."""
    spots = [spot for held in actors.values() for spot in held]
    chances = [[1 / ACTS] * ACTS for _ in spots]
    for level, prior in enumerate(POPULATION):
        _lean([_kind(spot, level) for spot in spots], spots, chances, prior)
    _make_own([_own_kind(spot) for spot in spots], spots, chances, OWN)
    rows = iter(chances)
    return {actor: [_possible(spot, next(rows)) for spot in held] for actor, held in actors.items()}


def _bin(spot: Spot) -> int:
    return min(BINS - 1, int(spot.held * BINS))


def _kind(spot: Spot, level: int) -> int:
    """From every decision with or without a bet to one setting with one strength."""
    wide = spot.setting & (FACED | POSTFLOP | OMAHA_CARDS)
    if level == 0:
        return wide
    if level == 1:
        return wide * BINS + _bin(spot)
    if level == 2:
        return (spot.setting & ((1 << BITS_OF_RAISES) - 1)) * BINS + _bin(spot)
    return spot.setting * BINS + _bin(spot)


def _own_kind(spot: Spot) -> int:
    return (spot.setting & (FACED | POSTFLOP | OMAHA_CARDS)) << 20 | spot.actor


def _cells(kinds: list[int], spots: list[Spot], chances: list[list[float]]) -> dict[int, _Cell]:
    cells: dict[int, _Cell] = {}
    for place, spot in enumerate(spots):
        kind = kinds[place]
        cell = cells.get(kind)
        if cell is None:
            cell = cells[kind] = _Cell()
        cell.counts[spot.act] += 1
        row, expected = chances[place], cell.expected
        for act in range(ACTS):
            expected[act] += row[act]
    return cells


def _lean(kinds: list[int], spots: list[Spot], chances: list[list[float]], prior: float) -> None:
    """Replace the chances of a wide kind of spot by those of a finer one that leans on them."""
    cells = _cells(kinds, spots, chances)
    for place, kind in enumerate(kinds):
        cell, row = cells[kind], chances[place]
        total = sum(cell.counts) + prior
        for act in range(ACTS):
            row[act] = (cell.counts[act] + prior * row[act]) / total


def _make_own(
    kinds: list[int], spots: list[Spot], chances: list[list[float]], prior: float
) -> None:
    """Multiply what the actor does more often than was expected in a kind of spot."""
    cells = _cells(kinds, spots, chances)
    for cell in cells.values():
        count = sum(cell.counts)
        for act in range(ACTS):
            usual = max(1e-9, cell.expected[act])
            leaning = prior * usual / count
            cell.counts[act] = (cell.counts[act] + leaning) / (usual + leaning)
    for place, kind in enumerate(kinds):
        cell, row = cells[kind], chances[place]
        total = 0.0
        for act in range(ACTS):
            row[act] *= cell.counts[act]
            total += row[act]
        for act in range(ACTS):
            row[act] /= total


def _possible(spot: Spot, row: list[float]) -> Chances:
    """Who faces no bet does not fold, and nothing else is out of the question."""
    fold, call, raised = [max(LEAST, one) for one in row]
    if not spot.setting & FACED:
        fold = 0.0
    total = fold + call + raised
    return fold / total, call / total, raised / total
