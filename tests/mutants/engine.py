"""Bugs in hands: betting, pots, rake, showdown, clocks, hidden cards."""

from tests.mutants.mutant import Mutant

HANDS = (
    "engine/test_pots.py", "engine/test_betting.py", "engine/test_showdown.py",
    "engine/test_golden.py", "engine", "cash",
)  # fmt: skip
CLOCKS = ("engine/test_action_clock.py", "cash", "room/tables/test_turns.py")
MUTANTS = (
    Mutant(
        "rake dropped", "no hand is raked (RAKE-01)", "engine/dealer.py",
        "if rake is None or not self._board:", "if rake is not None or not self._board:", HANDS,
    ),
    Mutant(
        "rake without a flop", "pots that end preflop are raked (RAKE-02)", "engine/dealer.py",
        "if rake is None or not self._board:", "if rake is None:", HANDS,
    ),
    Mutant(
        "rake rounded down", "half a cent is not rounded up (AMB-53)", "engine/pots.py",
        "(base * permille + 500) // 1000", "(base * permille) // 1000", HANDS,
    ),
    Mutant(
        "rake without a cap", "large pots pay too much (RAKE-06)", "engine/pots.py",
        "min(cap, (base * permille + 500) // 1000)", "(base * permille + 500) // 1000", HANDS,
    ),
    Mutant(
        "rake from the last pot", "odd cents of rake by the wrong pot (AMB-52)", "engine/pots.py",
        "largest = remainders.index(max(remainders))", "largest = len(remainders) - 1", HANDS,
    ),
    Mutant(
        "uncalled bet kept", "what nobody called stays in the pot preflop (AMB-50)",
        "engine/dealer.py",
        "        if owner >= 0:\n            self._events.append(UncalledReturned",
        "        if owner >= 0 and self._board:\n            self._events.append(UncalledReturned",
        HANDS,
    ),
    Mutant(
        "odd cent at the wrong seat", "the last winner gets the odd cent (POT-05)",
        "engine/pots.py", "parts[place] += unit", "parts[-1 - place] += unit", HANDS,
    ),
    Mutant(
        "side pots for everybody", "a short all-in can win side pots (POT-01)", "engine/pots.py",
        "if not folded[p] and totals[p] >= level]", "if not folded[p] and totals[p] > 0]", HANDS,
    ),
    Mutant(
        "no ties", "the first of equal hands wins all (POT-04)", "engine/showdown.py",
        "elif strengths[place] == best:", "elif strengths[place] == best < 0:", HANDS,
    ),
    Mutant(
        "the river is not read", "hold'em hands are ranked on four cards (POT-07)",
        "engine/showdown.py", "    cards.extend(board)", "    cards.extend(board[:4])", HANDS,
    ),
    Mutant(
        "minimum raise forgotten", "a big blind is always enough to raise (BET-08)",
        "engine/betting.py", "self.raise_increment += to - minimum",
        "self.raise_increment = self.big_blind", HANDS,
    ),
    Mutant(
        "undersized all-in reopens", "who has acted may raise again (BET-13)", "engine/betting.py",
        "or self.short_all_in_sum < self.raise_increment", "", HANDS,
    ),
    Mutant(
        "pot limit without the call", "pot-limit raises are too small (AMB-48)",
        "engine/betting.py", "return self.current + pot + self.current - self.bets[place]",
        "return self.current + pot", HANDS,
    ),
    Mutant(
        "the second after the button begins", "first to act after the flop (BET-02)",
        "engine/betting.py", "self._pass_on(self.size - 1)", "self._pass_on(0)", HANDS,
    ),
    Mutant(
        "cards of others", "players see each other's cards (FAIR-01)", "engine/views.py",
        "cards if seat == viewer else _hidden(cards)",
        'cards if seat == viewer or viewer != "rail" else _hidden(cards)',
        ("engine/test_views.py", "room/test_secrecy.py"),
    ),
    Mutant(
        "free timebank", "the timebank is never used up (AMB-58)", "engine/timebank.py",
        "self.left_ms -= min(self.left_ms, -(-used_ms // step) * step)",
        "self.left_ms -= min(0, -(-used_ms // step) * step)", CLOCKS,
    ),
    Mutant(
        "timebank by the millisecond", "started quarters are not charged in full (AMB-58)",
        "engine/timebank.py", "min(self.left_ms, -(-used_ms // step) * step)",
        "min(self.left_ms, used_ms)", CLOCKS,
    ),
    Mutant(
        "timebank runs offline", "a lost line may use the timebank (AMB-58)",
        "engine/action_clock.py",
        "        if self._connection.is_lost and self.terms.bank_frozen_offline:\n",
        "        if self.terms.action_ms < 0:\n", CLOCKS,
    ),
    Mutant(
        "extra time for every drop", "a second drop in a decision waits again (AMB-57)",
        "engine/action_clock.py", "self._extra_here = True", "self._extra_here = False", CLOCKS,
    ),
    Mutant(
        "timebank refilled twice as often", "five hands count as ten (AMB-60)",
        "engine/timebank.py", "self.hands += 1", "self.hands += 2", CLOCKS,
    ),
)  # fmt: skip
