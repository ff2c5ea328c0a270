"""Statistics of a player's own play: what one hand adds, and the shares that many hands give.

A hand adds whole numbers to named counters; that is all the room has to store. Every share has a
counter for how often something was done and one for how often it could have been. Sums of money
are kept by position, stake and hour of the day (UTC) under names such as `cents@button`.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from cardroom.engine import Event, HandStarted
from cardroom.history.counting import Watcher
from cardroom.history.moments import HOUR_MS
from cardroom.units import Cents, Seat

Player = TypeVar("Player", bound=Hashable)
Counters = dict[str, int]

AT = "@"
HUNDRED_PERCENT = 10_000
SESSION_PAUSE_MS = 30 * 60_000
"""After this pause without a hand the next one begins a new session."""

SHARES = {
    "vpip": ("vpip", ("hands",), ("walks",)),
    "pfr": ("pfr", ("hands",), ("walks",)),
    "three_bet": ("three_bet", ("three_bet_chance",), ()),
    "fold_to_three_bet": ("fold_to_three_bet", ("fold_to_three_bet_chance",), ()),
    "aggression": ("aggressive", ("aggressive", "passive", "gave_up"), ()),
    "flops_seen": ("flops_seen", ("hands",), ()),
    "went_to_showdown": ("showdowns", ("flops_seen",), ()),
    "won_at_showdown": ("showdowns_won", ("showdowns",), ()),
    "hands_won": ("hands_won", ("hands",), ()),
}
"""Each share: the counter of what was done, those of the chances, those that are no chance."""


class Share(Struct, frozen=True):
    """How often something was done, out of how many chances."""

    times: int
    chances: int

    @property
    def exact(self) -> Fraction | None:
        """The share itself; None when there was no chance yet."""
        return Fraction(self.times, self.chances) if self.chances else None

    @property
    def basis_points(self) -> int | None:
        """The share in hundredths of a percent, half of one rounded up: 2 of 3 are 6667."""
        if not self.chances:
            return None
        return (2 * HUNDRED_PERCENT * self.times + self.chances) // (2 * self.chances)


class Result(Struct, frozen=True):
    """What was won or lost over a number of hands."""

    hands: int
    cents: Cents

    def big_blinds_per_hundred(self, big_blind: Cents) -> Fraction | None:
        """The usual measure of a result; None before the first hand."""
        return Fraction(100 * self.cents, big_blind * self.hands) if self.hands else None


def count(
    events: Sequence[Event],
    seats: Mapping[Seat, Player],
    deltas: Mapping[Player, Cents],
    *,
    at_ms: int,
) -> dict[Player, Counters]:
    """What a settled hand adds to the counters of each player who was dealt in.

    A player without a delta won and lost nothing. Counters that stay as they are left out.
    """
    started = events[0]
    assert isinstance(started, HandStarted), "a hand begins with its start"
    watcher = Watcher(started)
    for event in events[1:]:
        watcher.see(event)
    return {
        seats[seat]: _with_results(
            counters,
            deltas.get(seats[seat], 0),
            (watcher.position(seat), stake_name(started), f"hour-{at_ms // HOUR_MS % 24:02d}"),
        )
        for seat, counters in watcher.counters().items()
    }


def stake_name(started: HandStarted) -> str:
    """Game and big blind in cents: `nl-holdem-10`."""
    return f"{started.game}-{started.big_blind}"


def total(hands: Iterable[Mapping[str, int]]) -> Counters:
    """The counters of many hands together: a session, a month, a lifetime."""
    summed: Counters = {}
    for counters in hands:
        for name, add in counters.items():
            summed[name] = summed.get(name, 0) + add
    return summed


def shares(counters: Mapping[str, int]) -> dict[str, Share]:
    """The usual shares out of counters."""
    return {
        name: Share(counters.get(done, 0), _sum(counters, chances) - _sum(counters, none))
        for name, (done, chances, none) in SHARES.items()
    }


def aggression_factor(counters: Mapping[str, int]) -> Fraction | None:
    """Bets and raises for every call, after the flop; None before the first call."""
    calls = counters.get("passive", 0)
    return Fraction(counters.get("aggressive", 0), calls) if calls else None


def results(counters: Mapping[str, int]) -> dict[str, Result]:
    """What was won or lost: under an empty name all of it, else by position, stake and hour."""
    places = {name.partition(AT)[2] for name in counters if name.partition(AT)[0] == "hands"}
    return {
        place: Result(
            counters[f"hands{AT}{place}" if place else "hands"],
            counters.get(f"cents{AT}{place}" if place else "cents", 0),
        )
        for place in sorted(places)
    }


def sessions(times_ms: Iterable[int], *, pause_ms: int = SESSION_PAUSE_MS) -> list[list[int]]:
    """The times of hands, in order, cut where a pause is longer than a player takes."""
    found: list[list[int]] = []
    for at_ms in sorted(times_ms):
        if found and at_ms - found[-1][-1] <= pause_ms:
            found[-1].append(at_ms)
        else:
            found.append([at_ms])
    return found


def _sum(counters: Mapping[str, int], names: Iterable[str]) -> int:
    return sum(counters.get(name, 0) for name in names)


def _with_results(counters: Counters, cents: Cents, places: Iterable[str]) -> Counters:
    counted = {**counters, "cents": cents}
    for place in places:
        counted[f"hands{AT}{place}"] = 1
        counted[f"cents{AT}{place}"] = cents
    return {name: add for name, add in counted.items() if add}
