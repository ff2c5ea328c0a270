"""Whole freezeouts: from the registrations to the winner, with scripted players."""

import random
import time
from heapq import heappop, heappush

from bench.harness import Ceiling, Check, Task, Work, both_builds

NOTES = """
- Six to a table, 3,000 chips, blinds that rise every five minutes of simulated time; a hand takes
  20 to 40 s of it. Players fold three times of four when facing a bet and go all-in now and then.
  Nine hands are dealt per player in a large field, twelve in one of 100: its last tables play
  longer, with fewer players at them.
- A player's share is everything: registration, seat draw, shuffled decks, every decision with its
  clock, eliminations, balancing, breaking, hand for hand, prizes and their transfers; the news are
  read after every hand. Only the engine is compiled.
- Per hand the calls of functions are the same for 100 and for 4,000 players within two parts in a
  hundred (counted with a profiler). What grows with the field is memory: the processor's caches
  hold a hundred players, not ten thousand.
- A round is at least 2,000 players: single tournaments of 100 differ by a third in their length,
  and a median of a few of them made the growth look larger than it is.
"""

DEFINITION = """
name = "Freezeout"
edition = "en-2.7"
kind = "scheduled"
price_cents = 1_000
starting_stack = 3_000
breaks = false

[blinds]
level_s = 300

[registration]
late_levels = 0
"""

FOLD, CALL, SHOVE = 0.72, 0.93, 0.96
BET = 0.9
PLAYERS_MIN = 2_000
"""How many play in one round: small tournaments differ in length, and only many of them compare."""


class Played:
    """One tournament; tables finish their hands in the order of the simulated clock."""

    def __init__(self, players: int, chance: random.Random) -> None:
        from cardroom.ledger import PlayerId, TournamentId
        from cardroom.ledger.tournaments import TournamentMoney
        from cardroom.rulebook import edition
        from cardroom.tournament.definition.file import read_definition
        from cardroom.tournament.definition.to_terms import terms_of
        from cardroom.tournament.desk.desk import Desk
        from cardroom.tournament.tournament import Tournament

        definition = read_definition(DEFINITION, "bench")
        terms = terms_of(definition, edition("en-2.7"), starts_ms=0)
        money = TournamentMoney(TournamentId(1), "EUR")
        desk = Desk(terms, definition, money, balance=lambda _: 10**9, takes=lambda _: True)
        self.tournament = Tournament(TournamentId(1), terms, desk, chance.randrange)
        self.chance = chance
        self.now_ms = 0
        self.hands = 0
        self._finishing: list[tuple[int, int]] = []
        self._deck = list(range(52))
        for player in range(1, players + 1):
            self.tournament.register(PlayerId(player), 0)

    def play(self) -> None:
        """To the last hand."""
        tournament = self.tournament
        tournament.start(0)
        self._deal()
        while tournament.is_running:
            self.now_ms, table = heappop(self._finishing)
            tournament.commit(table, self.now_ms)
            tournament.take_step()
            self._deal()

    def _deal(self) -> None:
        for table in list(self.tournament.ready):
            self.chance.shuffle(self._deck)
            self.tournament.deal(table, self._deck, self.now_ms)
            self._decide(table)
            self.hands += 1
            lasts_ms = 20_000 + int(20_000 * self.chance.random())
            heappush(self._finishing, (self.now_ms + lasts_ms, table))

    def _decide(self, number: int) -> None:
        table = self.tournament.tables[number]
        act, now_ms, chance = self.tournament.act, self.now_ms, self.chance.random
        while (player := table.actor) is not None:
            options, drawn = table.hand.options, chance()
            if options.call == 0:
                if drawn < BET or not options.raise_to:
                    act(player, "check", 0, now_ms)
                else:
                    act(player, "raise", options.raise_from, now_ms)
            elif drawn < FOLD:
                act(player, "fold", 0, now_ms)
            elif drawn < CALL or not options.raise_to:
                act(player, "call", 0, now_ms)
            else:
                to = options.raise_to if drawn > SHOVE else options.raise_from
                act(player, "raise", to, now_ms)


def freezeouts(players: int) -> Work:
    """Plays tournaments until enough players have played; the unit of work is a player."""
    from cardroom.odds.ranking import prepare

    prepare()
    chance = random.Random(5)

    def work() -> int:
        times = max(1, PLAYERS_MIN // players)
        for _ in range(times):
            played = Played(players, chance)
            played.play()
            assert sorted(played.tournament.places.values()) == list(range(1, players + 1))
        return times * players

    return work


def a_thousand_players() -> str:
    """A freezeout of 1,000 players, to be played in less than a minute."""
    from cardroom.odds.ranking import prepare

    prepare()
    begun = time.process_time()
    played = Played(1_000, random.Random(5))
    played.play()
    seconds = time.process_time() - begun
    assert seconds < 60, f"{seconds:.1f} s"
    return f"{played.hands:,} hands in {seconds:.1f} s of CPU time in this process (goal 60 s)"


TASKS = [
    Task(
        "A freezeout from the first registration to the winner, per player",
        "player",
        [
            *both_builds(lambda: freezeouts(100), "100 players"),
            *both_builds(lambda: freezeouts(1_000), "1,000 players"),
            *both_builds(lambda: freezeouts(10_000), "10,000 players"),
        ],
        [
            Ceiling(f"cardroom {build}, {large} players", 1.2, f"cardroom {build}, 100 players")
            for build in ("pure", "compiled")
            for large in ("1,000", "10,000")
        ],
    )
]
CHECKS = (Check("A freezeout of 1,000 players", a_thousand_players),)
