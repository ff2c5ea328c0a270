"""A betting round counted a second time: who acts, and what he may do (BET, AMB-42..48).

Written from the catalogue alone, seat by seat, for hands that are over.
"""

from typing import NamedTuple


class Decision(NamedTuple):
    """What a seat could do when its turn came; raises are totals, both 0 when there is none."""

    seat: int
    call: int
    raise_from: int
    raise_to: int
    pot: int


class SecondBetting:
    """Stacks and bets of everybody dealt in; `order` is clockwise, the button last."""

    def __init__(
        self, order: list[int], stacks: dict[int, int], big_blind: int, *, pot_limit: bool
    ) -> None:
        self.order = order
        self.stacks = stacks
        self.paid = dict.fromkeys(order, 0)
        """What each has put in that counts as a bet, over all streets."""
        self.dead = 0
        self.folded: set[int] = set()
        self._big_blind = big_blind
        self._pot_limit = pot_limit
        self._bets = dict.fromkeys(order, 0)
        self._current = 0
        self._step = big_blind
        self._chain = 0
        self._has_acted: set[int] = set()
        """Who has acted since the betting was last open to all: they may call or fold only."""
        self._to_act: list[int] = []

    @property
    def live(self) -> list[int]:
        return [seat for seat in self.order if seat not in self.folded]

    @property
    def pot(self) -> int:
        return self.dead + sum(self.paid.values())

    def post(self, seat: int, kind: str, owed: int) -> int:
        """Take a forced bet, all of a shorter stack (AMB-38)."""
        by = min(owed, self.stacks[seat])
        if kind == "dead":
            self.stacks[seat] -= by
            self.dead += by
        else:
            self._put(seat, by)
        return by

    def start_street(self, first: int, *, is_preflop: bool) -> None:
        """Begin a street with the first active seat from `first` on (BET-02)."""
        if is_preflop:
            self._current = max(self._big_blind, *self._bets.values())
        else:
            self._bets = dict.fromkeys(self.order, 0)
            self._current, self._step, self._chain = 0, self._big_blind, 0
        self._has_acted = set()
        place = self.order.index(first)
        self._to_act = [
            seat for seat in self.order[place:] + self.order[:place] if self._is_active(seat)
        ]

    def next(self) -> Decision | None:
        """Whose turn it is; nobody when the street is over (BET-03)."""
        while self._to_act and not self._is_active(self._to_act[0]):
            self._to_act.pop(0)
        if len(self.live) == 1 or not self._to_act:
            return None
        seat = self._to_act[0]
        others = [one for one in self.live if one != seat and self._is_active(one)]
        highest = max(self._bets[one] for one in self.live if one != seat)
        if not others and self._bets[seat] >= highest:
            return None
        owed = self._current - self._bets[seat]
        least, most = self._raises(seat, has_others=bool(others))
        return Decision(seat, min(owed, self.stacks[seat]), least, most, self.pot)

    def _raises(self, seat: int, *, has_others: bool) -> tuple[int, int]:
        """From which total to which a seat may raise (BET-08, BET-13, AMB-45, AMB-47, AMB-48)."""
        own, current = self._bets[seat], self._current
        most = own + self.stacks[seat]
        if not has_others or seat in self._has_acted or most <= current:
            return 0, 0
        if self._pot_limit:
            most = min(most, current + self.pot + current - own)
        return min(current + self._step, most), most

    def fold(self, seat: int) -> None:
        self.folded.add(seat)
        self._acted(seat)

    def check(self, seat: int) -> None:
        self._acted(seat)

    def call(self, seat: int, by: int) -> None:
        self._put(seat, by)
        self._chain = 0
        self._acted(seat)

    def raise_to(self, seat: int, to: int) -> None:
        """A bet or raise; an undersized one closes nobody's turn and opens few (BET-13, BET-14)."""
        added = to - self._current
        self._put(seat, to - self._bets[seat])
        if added >= self._step:
            self._step = added
            self._open()
        else:
            self._chain += added
            if self._chain >= self._step:
                self._open()
        self._current = to
        self._acted(seat)
        place = self.order.index(seat)
        self._to_act = self.order[place + 1 :] + self.order[:place]

    def _open(self) -> None:
        self._has_acted.clear()
        self._chain = 0

    def give_back(self) -> tuple[int, int] | None:
        """The part of the highest bet that nobody matched, and whose it is (AMB-50)."""
        (high, seat), (second, _) = sorted(
            ((paid, seat) for seat, paid in self.paid.items()), reverse=True
        )[:2]
        if high == second:
            return None
        self.paid[seat] = second
        self.stacks[seat] += high - second
        return seat, high - second

    def _is_active(self, seat: int) -> bool:
        return seat not in self.folded and self.stacks[seat] > 0

    def _put(self, seat: int, by: int) -> None:
        assert 0 <= by <= self.stacks[seat], f"seat {seat} bet more than it had"
        self.stacks[seat] -= by
        self._bets[seat] += by
        self.paid[seat] += by

    def _acted(self, seat: int) -> None:
        self._has_acted.add(seat)
        if self._to_act and self._to_act[0] == seat:
            self._to_act.pop(0)
