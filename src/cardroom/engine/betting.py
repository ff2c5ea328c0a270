"""The chips and rights of everyone dealt in: who acts, what may be done, what an action changes.

Players are kept by place: 0 is the first seat clockwise from the button, the last is the button or
the seat nearest before it. Questions change nothing; the other methods apply what was recorded.
"""

from typing import Final

from cardroom.engine.games import FIXED_LIMIT, POT_LIMIT
from cardroom.rulebook import HandRules

NOBODY: Final = -1


class Betting:
    """Stacks, bets and the state of the betting round (BET)."""

    def __init__(
        self, rules: HandRules, limit: int, stacks: list[int], big_blind: int, big_bet: int
    ) -> None:
        count = len(stacks)
        self.rules = rules
        self.limit = limit
        self.size = count
        self.big_blind = big_blind
        self.big_bet = big_bet
        self.stacks = stacks
        self.bets: list[int] = [0] * count
        self.collected: list[int] = [0] * count
        """What each has put in before this street; dead money is not in it."""
        self.dead = 0
        self.chips_in = 0
        self.short_blinds = 0
        self.folded: list[bool] = [False] * count
        self.live = count
        self.active = count
        self.acted: list[bool] = [False] * count
        """Who has acted since the betting was last opened to all; those may only call or fold."""
        self.acted_at: list[int] = [0] * count
        self.current = 0
        self.raise_increment = big_blind
        self.last_full = 0
        self.short_all_in_sum = 0
        """What undersized all-ins since the last call have added (AMB-42)."""
        self.raises = 0
        self.uncapped = False
        self.actor = NOBODY
        self.aggressors: list[int] = []

    # Questions

    def to_call(self, place: int) -> int:
        """What a call adds: up to the highest bet, or all of a smaller stack (BET-06, BET-11)."""
        owed = self.current - self.bets[place]
        stack = self.stacks[place]
        # Asked at every turn: `min` would cost as much as the rest.
        if stack < owed:
            return stack
        return owed

    def totals(self) -> list[int]:
        """What each has put in that others can match: everything but dead money (POT-01)."""
        return [self.collected[place] + self.bets[place] for place in range(self.size)]

    def closed(self, place: int) -> bool:
        """Whether the betting was not reopened to one who has acted (BET-13, AMB-42, LAMB-19)."""
        if not self.acted[place]:
            return False
        if self.rules.short_all_in_reopen == "facing_full_raise":
            return self.current - self.acted_at[place] < self.raise_increment
        return True

    def capped(self) -> bool:
        """Whether this street has seen all the raises of a fixed-limit round (LIVE-36.p1)."""
        if self.limit != FIXED_LIMIT or self.uncapped:
            return False
        cap: int = self.rules.limit_raise_cap
        return 0 < cap <= self.raises

    def minimum_raise_to(self) -> int:
        """The smallest full bet or raise, as a total (BET-08, BET-09, AMB-44, AMB-46)."""
        completed = self.last_full + self.raise_increment
        if self.last_full == self.current:
            return completed
        if self.rules.minimum_over_short_all_in == "last_full_plus_step":
            return max(completed, self.current + 1)
        return self.current + self.raise_increment

    def pot_limit(self, place: int) -> int:
        """The largest pot-limit total: a call, then as much as is in the pot (OMA-03, AMB-48)."""
        pot = self.chips_in
        if self.short_blinds and self.rules.short_blinds_count_in_full:
            pot += self.short_blinds
        return self.current + pot + self.current - self.bets[place]

    def raise_bounds(self, place: int) -> tuple[int, int]:
        """The minimum and the maximum total of a bet or raise; two zeros when there is none."""
        all_in = self.stacks[place] + self.bets[place]
        if all_in <= self.current or (self.limit == FIXED_LIMIT and self.capped()):
            return 0, 0
        if self.active == 1 and not self.rules.raise_against_all_in:
            return 0, 0
        minimum = self.minimum_raise_to()
        closed = self.acted[place] and self.closed(place)
        if closed and not (all_in < minimum and self.rules.closed_may_go_all_in):
            return 0, 0
        if all_in <= minimum:
            return all_in, all_in
        if self.limit == FIXED_LIMIT:
            return minimum, minimum
        if self.limit == POT_LIMIT:
            maximum = self.pot_limit(place)
            if maximum < all_in:
                return minimum, max(minimum, maximum)
        return minimum, all_in

    # What a recorded event changes

    def post(self, place: int, by: int, *, live: bool, matched: bool) -> None:
        """Take a forced bet; only a `live` one is a bet, only a `matched` one builds pots."""
        self.stacks[place] -= by
        self.chips_in += by
        if live:
            self.bets[place] += by
        elif matched:
            self.collected[place] += by
        else:
            self.dead += by
        if self.stacks[place] == 0:
            self.active -= 1

    def open_preflop(self, last_poster: int, current: int) -> None:
        """Let the betting begin after the blinds, left of the big blind (BET-02)."""
        self.current = current
        self.last_full = current
        if not self.rules.posters_may_raise:
            for place in range(self.size):
                self.acted[place] = self.bets[place] >= current
        self._pass_on(last_poster)

    def open_street(self, *, late: bool) -> None:
        """Let the first active seat after the button begin, if two can still bet (BET-02)."""
        for place in range(self.size):
            bet = self.bets[place]
            if bet:
                self.collected[place] += bet
                self.bets[place] = 0
            self.acted[place] = False
        self.current = 0
        self.last_full = 0
        self.raise_increment = (
            self.big_bet if late and self.limit == FIXED_LIMIT else self.big_blind
        )
        self.short_all_in_sum = 0
        self.short_blinds = 0
        self.raises = 0
        self.uncapped = False
        self.actor = NOBODY
        if self.active >= 2:
            if self.rules.showdown_first == "last_aggressor_of_last_street":
                self.aggressors.clear()
            self._pass_on(self.size - 1)

    def fold(self, place: int) -> None:
        """Give up a hand, on its turn or killed by the floor (BET-04)."""
        self.folded[place] = True
        self.live -= 1
        if self.stacks[place] > 0:
            self.active -= 1
        if self.live == 1:
            self.actor = NOBODY
        elif self.actor != NOBODY:
            self._pass_on(place if place == self.actor else self.actor - 1)

    def check(self, place: int) -> None:
        """Note that a player has acted without betting (BET-05)."""
        self.acted[place] = True
        self.acted_at[place] = self.current
        self._pass_on(place)

    def call(self, place: int, by: int) -> None:
        """Put in a call; it ends a run of undersized all-ins (AMB-42, AMB-43)."""
        self._put(place, by)
        self.short_all_in_sum = 0
        self.acted[place] = True
        self.acted_at[place] = self.current
        self._pass_on(place)

    def raise_to(self, place: int, to: int) -> None:
        """Put in a bet or raise and see to whom it opens the betting (BET-12..14)."""
        minimum = self.minimum_raise_to()
        by = to - self.bets[place]
        if to < minimum or (
            to == minimum and by == self.stacks[place] and not self._exact_is_full()
        ):
            self._undersized(to - self.current)
        else:
            self._full(minimum, to)
        self._put(place, by)
        self.current = to
        self.acted[place] = True
        self.acted_at[place] = to
        self.aggressors.append(place)
        self._pass_on(place)

    def return_uncalled(self, place: int, by: int) -> None:
        """Give back what nobody matched (AMB-50)."""
        self.stacks[place] += by
        self.chips_in -= by
        bet = self.bets[place]
        self.bets[place] = max(0, bet - by)
        self.collected[place] -= max(0, by - bet)

    def take_back(self) -> None:
        """Undo everything that was put in; the stacks are set by who knows them (CRASH-01)."""
        for place in range(self.size):
            self.bets[place] = 0
            self.collected[place] = 0
        self.dead = 0
        self.chips_in = 0
        self.actor = NOBODY

    def _exact_is_full(self) -> bool:
        full: bool = self.rules.exact_minimum_is_full_raise
        return full

    def _undersized(self, increment: int) -> None:
        self.short_all_in_sum += increment
        if (
            self.rules.short_all_in_reopen != "consecutive_no_call"
            or self.short_all_in_sum < self.raise_increment
        ):
            return
        if self.short_all_in_sum > self.raise_increment or self._exact_is_full():
            self._reopen()

    def _full(self, minimum: int, to: int) -> None:
        if self.limit != FIXED_LIMIT:
            self.raise_increment += to - minimum
        if self.current > 0:
            self.raises += 1
            cap: int = self.rules.limit_raise_cap
            if self.raises == cap and self.live == 2 and self.rules.limit_cap_ends_with_two:
                self.uncapped = True
        self.last_full = to
        self._reopen()

    def _reopen(self) -> None:
        self.short_all_in_sum = 0
        for place in range(self.size):
            self.acted[place] = False

    def _put(self, place: int, by: int) -> None:
        self.stacks[place] -= by
        self.bets[place] += by
        self.chips_in += by
        if self.stacks[place] == 0:
            self.active -= 1

    def _pass_on(self, place: int) -> None:
        """Find who acts next clockwise; nobody when the street is over (BET-01, BET-03)."""
        size = self.size
        acted = self.acted
        bets = self.bets
        current = self.current
        seat = place
        for _ in range(size):
            seat += 1
            if seat == size:
                seat = 0
            if acted[seat] and bets[seat] >= current:
                continue
            if self.folded[seat] or self.stacks[seat] == 0:
                continue
            owes = self.active > 1 or bets[seat] < self._highest_beside(seat)
            self.actor = seat if owes else NOBODY
            return
        self.actor = NOBODY

    def _highest_beside(self, place: int) -> int:
        """The highest bet of another live player: nobody need match more than that."""
        highest = 0
        for other in range(self.size):
            if other != place and not self.folded[other] and self.bets[other] > highest:
                highest = self.bets[other]
        return highest
