"""The betting rules once more, written as plainly as the text: nothing is kept, all is recounted.

A hand here is the list of what was done on each street. Every answer is found by reading that list
from its beginning. Slow, small and independent of the engine: it shares no code with it.
Blinds 1/2, no limit, no antes; player 0 sits after the button and the last is the button.
"""

from itertools import groupby
from typing import NamedTuple

BIG = 2
STREETS = 4


class Done(NamedTuple):
    """What a player did; `to` is the total on the street after it."""

    player: int
    what: str
    to: int


class Model:
    """Stacks at the start and everything done since, street by street."""

    def __init__(self, stacks: tuple[int, ...], streets: tuple[tuple[Done, ...], ...]) -> None:
        self.stacks = stacks
        self.streets = streets
        self.count = len(stacks)

    def blinds(self) -> dict[int, int]:
        """Who owes which blind: heads-up the button posts the small one."""
        return {0: BIG, 1: 1} if self.count == 2 else {0: 1, 1: BIG}

    def bet(self, player: int, street: int) -> int:
        """A player's total on one street."""
        own = [done.to for done in self.streets[street] if done.player == player]
        if own:
            return own[-1]
        if street == 0:
            return min(self.stacks[player], self.blinds().get(player, 0))
        return 0

    def put_in(self, player: int) -> int:
        return sum(self.bet(player, street) for street in range(len(self.streets)))

    def behind(self, player: int) -> int:
        return self.stacks[player] - self.put_in(player)

    def folded(self, player: int) -> bool:
        return any(done == (player, "fold", done.to) for street in self.streets for done in street)

    def live(self) -> list[int]:
        return [player for player in range(self.count) if not self.folded(player)]

    def active(self) -> list[int]:
        return [player for player in self.live() if self.behind(player) > 0]

    def current(self) -> int:
        """The total to match: at least the big blind before the flop, also over a short one."""
        totals = [done.to for done in self.streets[-1]]
        return max([BIG if len(self.streets) == 1 else 0, *totals])

    def raises(self) -> list[tuple[int, int, bool]]:
        """Every bet and raise of the street: its place in the list, its increment, whether full."""
        level = BIG if len(self.streets) == 1 else 0
        step = BIG
        found = []
        for place, done in enumerate(self.streets[-1]):
            if done.what == "raise":
                full = done.to - level >= step
                found.append((place, done.to - level, full))
                step = max(step, done.to - level) if full else step
                level = done.to
        return found

    def step(self) -> int:
        return max([BIG, *(increment for _, increment, full in self.raises() if full)])

    def openings(self) -> list[int]:
        """The places in the list that opened the betting to everybody."""
        found = []
        chain = 0
        step = BIG
        raises = {place: (increment, full) for place, increment, full in self.raises()}
        for place, done in enumerate(self.streets[-1]):
            if done.what == "call":
                chain = 0
            if place in raises:
                increment, full = raises[place]
                chain = 0 if full else chain + increment
                step = max(step, increment) if full else step
                if full or chain >= step:
                    found.append(place)
                    chain = 0
        return found

    def last_act(self, player: int) -> int:
        places = [n for n, done in enumerate(self.streets[-1]) if done.player == player]
        return places[-1] if places else -1

    def may_raise(self, player: int) -> bool:
        acted = self.last_act(player)
        return acted < 0 or any(place > acted for place in self.openings())

    def must_act(self, player: int) -> bool:
        street = len(self.streets) - 1
        if player not in self.active():
            return False
        others = [self.bet(other, street) for other in self.live() if other != player]
        if self.active() == [player] and self.bet(player, street) >= max(others):
            return False
        unmatched = self.bet(player, street) < self.current()
        return unmatched or (self.last_act(player) < 0)

    def actor(self) -> int | None:
        """Who is next: clockwise after the last who acted, the big blind, or the button."""
        done = self.streets[-1]
        begins = len(self.streets) > 1 and not done
        if len(self.live()) == 1 or (begins and len(self.active()) < 2):
            return None
        big = 0 if self.count == 2 else 1
        last = done[-1].player if done else (big if len(self.streets) == 1 else self.count - 1)
        for step in range(1, self.count + 1):
            player = (last + step) % self.count
            if self.must_act(player):
                return player
        return None

    def actions(self, player: int) -> list[Done]:
        """Everything the player may do now."""
        street = len(self.streets) - 1
        own = self.bet(player, street)
        all_in = own + self.behind(player)
        current = self.current()
        found = [Done(player, "fold", own)]
        if own >= current:
            found.append(Done(player, "check", own))
        else:
            found.append(Done(player, "call", min(current, all_in)))
        if self.may_raise(player) and all_in > current and self.active() != [player]:
            least = min(all_in, current + self.step())
            found += [Done(player, "raise", total) for total in range(least, all_in + 1)]
        return found

    def after(self, done: Done) -> "Model":
        """The hand after one more action, on the next street if this one is over."""
        streets = (*self.streets[:-1], (*self.streets[-1], done))
        model = Model(self.stacks, streets)
        while model.actor() is None and len(model.streets) < STREETS and len(model.live()) > 1:
            model = Model(self.stacks, (*model.streets, ()))
        return model

    def finals(self, ranks: tuple[int, ...]) -> list[int]:
        """The stacks after the payout, chip by chip: each layer one chip high (AMB-50, AMB-51)."""
        total = [self.put_in(player) for player in range(self.count)]
        final = [self.behind(player) for player in range(self.count)]
        layers: list[tuple[list[int], int]] = []
        for level in range(1, max(total) + 1):
            paying = [player for player in range(self.count) if total[player] >= level]
            if len(paying) == 1:
                final[paying[0]] += 1
                continue
            able = [player for player in paying if player in self.live()]
            layers.append((able or layers[-1][0], len(paying)))
        for able, pot in groupby(layers, key=lambda layer: layer[0]):
            self._pay(final, able, sum(chips for _, chips in pot), ranks)
        return final

    def _pay(self, final: list[int], able: list[int], pot: int, ranks: tuple[int, ...]) -> None:
        best = max(ranks[player] for player in able)
        winners = [player for player in able if ranks[player] == best]
        for chip in range(pot):
            final[winners[chip % len(winners)]] += 1
