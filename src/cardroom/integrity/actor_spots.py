"""All spots of one player, in strata and by partner: what every test starts from."""

from collections import Counter
from collections.abc import Callable, Sequence

from cardroom.integrity.spot import Spot

STRATUM_MIN = 6
"""A finer stratum with fewer spots of a player joins its coarse one."""


def _stratum_numbers(spots: Sequence[Spot]) -> list[int]:
    """The stratum of each spot: the fine one, or the coarse one where the fine is hardly met."""
    sizes = Counter([spot.stratum for spot in spots])
    return [spot.coarse if sizes[spot.stratum] < STRATUM_MIN else spot.stratum for spot in spots]


class ActorSpots:
    """The spots of one actor. Partners may be exchanged only within a stratum."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self.spots = spots
        """In the order in which they were played."""
        self.numbers = _stratum_numbers(spots)
        """The stratum of each of them."""
        self.strata: dict[int, list[Spot]] = {}
        for spot, number in zip(spots, self.numbers, strict=True):
            self.strata.setdefault(number, []).append(spot)
        self.partners = Counter(spot.partner for spot in spots)
        self._drawn: dict[int, dict[int, int]] = {}
        for number, held in self.strata.items():
            for partner, count in Counter(spot.partner for spot in held).items():
                self._drawn.setdefault(partner, {})[number] = count

    def drawn(self, partner: int) -> dict[int, int]:
        """How many spots of each stratum are with this partner."""
        return self._drawn.get(partner, {})

    def groups(
        self, partner: int, value: Callable[[Spot], float]
    ) -> tuple[list[tuple[list[float], int]], float]:
        """The values of each stratum with how many are the partner's, and the partner's sum."""
        groups = []
        observed = 0.0
        for number, count in self.drawn(partner).items():
            held = self.strata[number]
            groups.append(([value(spot) for spot in held], count))
            observed += sum([value(spot) for spot in held if spot.partner == partner])
        return groups, observed
