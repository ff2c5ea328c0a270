"""One run of the fuzz: a tournament of a format, an edition and a number, and what it shows."""

import traceback
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.cases import place_hold
from cardroom.ledger.tournaments import Price
from cardroom.rulebook import Edition, edition
from cardroom.simulation.tournament.disruptions import Disruptions
from cardroom.simulation.tournament.play import Play
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.tournament.definition import Definition
from cardroom.tournament.terms import Terms
from tests.simulation.tournament.long_runs import Pair, offered
from tests.tournament.faults.play import FaultyPlay
from tests.tournament.faults.strikes import CASES, Strikes, knock_after_the_end
from tests.tournament.faults.variants import players_of, target_of, variant

HELD_BEFORE = 5
"""The first players have money held in every case already."""

ABSENT_HANDS = 4
"""In every fourth run absent players are waited for this many hands only."""

DISRUPTIONS = Disruptions(
    disconnects=100,
    sits_out=100,
    rolls_back=30,
    crashes=20,
    pauses=20,
    disqualifies=20,
    reviews=20,
    deals=200,
    times_out_per_decision=600,
    absent_per_entry=500,
    reenters_per_bust=6_000,
    cancels_per_tournament=1_000,
)


class Run(NamedTuple):
    """The same words play the same run."""

    format: str
    number: int
    seed: int

    @property
    def rerun(self) -> str:
        """The command that plays it once more."""
        words = f"--format {self.format} --number {self.number} --seed {self.seed}"
        return f"python -m tests.tournament.faults.fuzz {words}"


class Shown(NamedTuple):
    """What a run has shown."""

    breach: str | None
    hands: int
    events: int


def editions_of(format_: str) -> list[str]:
    """The editions that offer a format."""
    return [pair.edition for pair in PAIRS if pair.format == format_]


PAIRS: list[Pair] = offered()


class Faulty(Scenario):
    """Every tournament of the scenario is struck by faults."""

    plays: list[FaultyPlay]

    def _open(self, definition: Definition, terms: Terms, carried: Price | None = None) -> Play:
        chance = self._chance
        assert isinstance(chance, Random)
        play = FaultyPlay(
            self.money,
            definition,
            terms,
            chance=chance,
            disruptions=self._disruptions,
            summary=self.summary,
            carried=carried,
        )
        if not self.plays:
            self._hold_money(chance)
        self.plays.append(play)
        Strikes(play)
        return play

    def _hold_money(self, chance: Random) -> None:
        """The cases that come up have held money elsewhere before (I7)."""
        if chance.randrange(2):
            return
        for number in range(1, HELD_BEFORE + 1):
            player = PlayerId(number)
            self.money.fund(player, 100, 1)
            cash = player_cash(player, self.money.currency)
            for case in range(1, CASES + 1):
                for held in (1, 2):
                    hold = place_hold(CaseId(case), player, 1, cash, number=held, at_ms=1)
                    self.money.move(hold)


def play(run: Run) -> Shown:
    """Play one run; whatever is wrong with it becomes a sentence."""
    try:
        return play_openly(run)
    except Exception as error:  # noqa: BLE001 - whatever it is, the others are played all the same
        where = traceback.extract_tb(error.__traceback__)[-1]
        breach = f"{type(error).__name__}: {error} ({where.name}): {run.rerun}"
        return Shown(breach, 0, 0)


def play_openly(run: Run) -> Shown:
    """Play one run; the first breach is raised."""
    chance = Random(f"{run.seed}, {run.format}, {run.number}")
    scenario = _scenario(run, chance)
    if scenario is None:
        return Shown(None, 0, 0)
    scenario.play(players_of(chance))
    for one in scenario.plays:
        knock_after_the_end(one)
    events = sum(len(one.journal) for one in scenario.plays)
    return Shown(None, scenario.summary.hands, events)


def _scenario(run: Run, chance: Random) -> Faulty | None:
    among = editions_of(run.format)
    where = among[chance.randrange(len(among))]
    definition = variant(run.format, where, chance)
    if definition is None:
        return None
    target = target_of(definition, chance)
    rules = _soon_absent(edition(where)) if run.number % 4 == 1 else edition(where)
    scenario = Faulty(definition, rules, chance=chance, disruptions=DISRUPTIONS, target=target)
    scenario.plays = []
    return scenario


def _soon_absent(rules: Edition) -> Edition:
    """Absent players are not waited for long, so that a short run shows it (TAMB-101)."""
    assert rules.tournament is not None
    play = replace(rules.tournament.play, absent_hands_max=ABSENT_HANDS)
    return replace(rules, tournament=replace(rules.tournament, play=play))
