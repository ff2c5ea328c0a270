"""Formats mix freely: tables of a file are drawn at random, and the tournament is played."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from cardroom.errors import InvalidFile
from cardroom.rulebook import edition
from cardroom.tournament.definition import Definition
from cardroom.tournament.examples import definition_of, target_of
from cardroom.tournament.simulation.scenarios import Scenario
from cardroom.tournament.simulation.trouble import Trouble

LATER = ("fr-2.2", "en-2.7", "nl-3.0")


def mixed(chance: Random) -> dict[str, Any]:
    """The keys of a tournament file, drawn at random."""
    price = chance.randrange(50, 3_000)
    late = chance.randrange(5)
    changes: dict[str, Any] = {
        "edition": chance.choice(LATER),
        "price_cents": price,
        "seats": chance.choice([2, 3, 6, 9, 10]),
        "starting_stack": chance.choice([300, 1_500, 5_001]),
        "game": chance.choice(["nl-holdem", "pl-omaha"]),
        "hand_for_hand_places": chance.randrange(4),
        "guarantee_cents": chance.choice([0, 20 * price + 7]),
        "blinds": {"level_s": chance.choice([60, 180, 300])},
        "registration": {"late_levels": late, "max_entries": chance.randrange(1, 4) if late else 1},
    }
    tables: dict[str, dict[str, Any]] = {
        "rebuy": {"rebuys_max": chance.randrange(4), "until_level": chance.randrange(1, 5)},
        "addon": {"chips": chance.randrange(1, 4_000)},
        "bounty": {"style": "progressive", "percent": chance.choice([1, 33, 99])},
        "multi_buy_in": {"max_price_cents": 3 * price + 1},
        "satellite": {"target": "sunday", "seat_price_cents": price + chance.randrange(1, 9_000)},
        "phased": {"first_phase_levels": chance.randrange(1, 6)},
    }
    changes |= {name: table for name, table in tables.items() if chance.randrange(3) == 0}
    if "phased" in changes:
        changes["kind"] = "phased"
    return changes


def drawn(chance: Random) -> Definition:
    """The first drawn file that is a tournament."""
    while True:
        with suppress(InvalidFile):
            return definition_of("freezeout", mixed(chance))


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_file_combines_is_played_to_the_last_cent(seed: int) -> None:
    chance = Random(seed)
    definition = drawn(chance)
    scenario = Scenario(
        definition,
        edition(definition.edition),
        chance=chance,
        trouble=Trouble(),
        target=target_of(definition),
    )
    scenario.play(2 + chance.randrange(16))
    assert scenario.summary.entries >= 2
