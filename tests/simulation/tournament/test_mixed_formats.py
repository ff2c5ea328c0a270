"""Formats and house rules mix freely: they are drawn at random, and the tournament is played."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from cardroom.errors import InvalidFile
from cardroom.rulebook import edition, house_rules
from cardroom.simulation.tournament.disruptions import Disruptions
from cardroom.simulation.tournament.scenarios import Scenario
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import FORMATS, definition_of, target_of
from tests.rule import rule

LATER = ("fr-2.2", "en-2.7", "nl-3.0")
FLIPPED = (
    "[TAMB-66]\noverlay_counts_bounties = true",
    "[TRN-19]\nidentical_prizes_end = false",
    "[TAMB-82]\npot_without_overlay = false",
    "[TAMB-59]\nlevel_clock_runs = false",
    "[TAMB-45]\nclock_stops_for = []",
    "[TAMB-46]\npending_rebuys_count_as_left = false\nearly_close_ends_purchases = false",
    "[TAMB-70]\nearlier_entry_keeps_place = false\nreentry_counts_as_entry = false",
    "[TAMB-49]\nfirst_button_counts_absent = false",
    "[TAMB-56]\nfinal_table_redraw = true",
    "[BAL-01]\nspread_max = 2",
    "[TAMB-42]\nsingle_places_tables = 0",
    "[TAMB-69]\npurchases_count_as_entries = true\naddons_per_entry = 2",
    "[TAMB-71]\naddons_carry_bounty = true",
    "[TAMB-73]\nprogressive_added_percent = 100",
    "[TAMB-54]\nredraw_second_big_blind = false",
    "[TYP-11]\nvip_voided_by = []",
    "[BRK-04]\nbreak_level_min = 1",
)
"""Switches set otherwise than in all editions."""


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
        disruptions=Disruptions(),
        target=target_of(definition),
    )
    scenario.play(2 + chance.randrange(16))
    assert scenario.summary.entries >= 2


@rule("TRN-01", "TAMB-93")
@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_house_rules_say_a_tournament_is_played_to_the_last_cent(seed: int) -> None:
    chance = Random(seed)
    flipped = "\n".join(chance.sample(FLIPPED, chance.randrange(1, 8)))
    house = house_rules(f'inherits = "{chance.choice(LATER)}"\nname = "h"\n{flipped}\n', "h.toml")
    name = chance.choice([one for one in FORMATS if one != "highroller"])
    definition = definition_of(name, {"edition": "h"}, lambda _: house)
    scenario = Scenario(
        definition,
        house,
        chance=chance,
        disruptions=Disruptions(),
        target=target_of(definition, lambda _: house),
    )
    scenario.play(3 + chance.randrange(16))
    assert scenario.summary.tournaments >= 1
