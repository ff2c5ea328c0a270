"""The terms of an entry in words say what the definition says."""

from collections import Counter
from typing import Any

import pytest

from cardroom.rulebook import edition
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import FORMATS, definition_of
from cardroom.tournament.entry_terms import EVERY_LOBBY, Topic, entry_terms, in_minutes
from cardroom.units import euros
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE
from tests.rulebook.tournament_editions import tournament

NO_ANTES = {
    "blinds": {"level_s": 600, "levels": [{"small": 5, "big": 10}, {"small": 10, "big": 20}]},
    "registration": {"late_levels": 0},
}


def words(definition: Definition) -> dict[Topic, str]:
    rules = edition(definition.edition).tournament
    assert rules is not None
    found = entry_terms(definition, rules)
    assert max(Counter(one.topic for one in found).values()) == 1, "every topic once"
    return {one.topic: one.words for one in found}


def said(name: str, topic: Topic, **changes: Any) -> str:
    return words(definition_of(name, changes))[topic]


@rule("TRN-03", "TRN-09", "TRN-12", "PRZ-04", "PRZ-05")
@pytest.mark.parametrize("name", FORMATS)
def test_every_lobby_says_all_that_the_rulebooks_want_there(name: str) -> None:
    definition = definition_of(name, {})
    found = words(definition)
    assert set(EVERY_LOBBY) <= set(found)
    assert all(text.endswith(".") and not text[0].islower() for text in found.values())
    present = {
        "add_on": definition.addon,
        "bounty": definition.bounty,
        "guarantee": definition.guarantee_cents,
        "satellite": definition.satellite,
        "freeroll": definition.freeroll,
        "phases": definition.phased,
    }
    assert set(found) - set(EVERY_LOBBY) == {topic for topic, holds in present.items() if holds}


@rule("TRN-03")
@pytest.mark.parametrize("name", FORMATS)
def test_the_figures_are_those_of_the_definition(name: str) -> None:
    definition = definition_of(name, {})
    found = words(definition)
    levels = definition.blinds.levels
    assert f"{len(levels)} levels" in found["blinds"]
    assert f"from {levels[0].small:,}/{levels[0].big:,} to" in found["blinds"]
    assert f"{levels[-1].small:,}/{levels[-1].big:,}" in found["blinds"]
    assert f"{definition.seats} seats" in found["stack"]
    if definition.price_cents:
        assert f"{euros(definition.price_cents)} EUR" in found["price"]
    else:
        assert found["price"] == "Entry is free."
    if definition.fee_cents:
        assert f"fee of {euros(definition.fee_cents)} EUR" in found["price"]
    if not definition.is_hexapro:
        assert in_minutes(definition.blinds.level_s) in found["blinds"]
        assert f"{definition.starting_stack:,} chips" in found["stack"]
    assert ("no breaks" in found["breaks"]) is not definition.breaks
    assert ("no re-buys" in found["rebuy"]) is (definition.rebuy is None)
    assert ("no re-entry" in found["re_entry"]) is (definition.registration.max_entries == 1)


@rule("TRN-03", "TRN-09", "TRN-11", "TRN-12", "TRN-15", "TYP-08", "BRK-02")
@pytest.mark.parametrize(
    ("topic", "changes", "text"),
    [
        ("late_registration", {"registration": {"late_levels": 6}}, "the end of level 6"),
        ("late_registration", {"registration": {"late_levels": 0}}, "Nobody can enter after"),
        ("unregistration", {"registration": {"unregistration_closes_s": 90}}, "90 s before the"),
        ("unregistration", {"registration": {"unregistration_closes_s": 0}}, "until the start."),
        ("unregistration", {"registration": {"unregistration": False}}, "cannot be given back"),
        ("start", {"registration": {"minimum_entries": 12}}, "fewer than 12 entries"),
        ("re_entry", {"registration": {"max_entries": 3}}, "3 entries in all"),
        ("rebuy", {"rebuy": {"until_level": 2, "rebuys_max": 1}}, "level 2, once: 5,000 chips"),
        ("rebuy", {"rebuy": {"rebuys_max": 0}}, "as often as you like: 5,000 chips for 10.00 EUR"),
        ("rebuy", {"rebuy": {"rebuys_max": 4}}, "at most 4 times"),
        ("breaks", {"breaks": False}, "There are no breaks."),
        ("breaks", {"breaks": True}, "Breaks of 5 minutes at 55 minutes past the hour."),
        ("blinds", {"blinds": {"level_s": 3_600}}, "28 levels of 1 hour"),
        ("blinds", NO_ANTES, "no antes"),
        ("price", {"fee_cents": 150}, "the fee of 1.50 EUR is part of it"),
        ("guarantee", {"guarantee_cents": 500_000}, "5,000.00 EUR are guaranteed."),
        ("bounty", {"bounty": {"style": "regular", "percent": 40}}, "3.60 EUR of an entry"),
        ("price", {"multi_buy_in": {"max_price_cents": 4_000}}, "10.00 EUR to 40.00 EUR"),
        ("stack", {"multi_buy_in": {"max_price_cents": 4_000}}, "in proportion at others"),
    ],
)
def test_what_a_definition_changes_is_said(
    topic: Topic, changes: dict[str, Any], text: str
) -> None:
    assert text in said("freezeout", topic, **changes)


@rule("HEX-01", "HEX-04", "HXT-01", "HXT-05")
@pytest.mark.parametrize("edition_name", ONLINE)
def test_a_drawn_pool_is_described_as_its_edition_draws_it(edition_name: str) -> None:
    for game in tournament(edition_name).hexapro_games:
        name = game.code.removeprefix("hexapro_")
        price = game.buy_ins_cents[0]
        found = words(definition_of(name, {"edition": edition_name, "price_cents": price}))
        low = min(prize.multiplier for prize in game.prizes)
        assert f": {float(low):g} to 1,000 times the buy-in." in found["prizes"]
        kept = "6.000 %" if game.code == "hexapro_highroller" else "6.853 %"
        assert f"the house keeps {kept} of the buy-ins" in found["price"]
        assert ("The draw decides" in found["stack"]) is (len(game.stacks) > 1)


@rule("TRN-03", "TYP-04", "TYP-09", "TYP-10", "TYP-11")
def test_what_is_said_in_numbers_comes_with_them_for_other_languages() -> None:
    def figures(name: str, topic: Topic, **changes: Any) -> dict[str, int]:
        definition = definition_of(name, changes)
        rules = edition(definition.edition).tournament
        assert rules is not None
        return next(one.figures for one in entry_terms(definition, rules) if one.topic == topic)

    seat = {"seat_price": 5_500, "guaranteed_seats": 1, "is_package": 0}
    assert figures("satellite", "satellite") == seat
    package = {"target": "vegas", "seat_price_cents": 99_900, "package": "a weekend in town"}
    assert figures("satellite", "satellite", satellite=package)["is_package"] == 1
    bounty = definition_of("progressive", {})
    part = bounty.entry_price(bounty.price_cents).bounty
    assert figures("progressive", "bounty") == {"bounty": part, "added_percent": 50}
    assert figures("vip-ticket", "bounty")["vip_ticket"] == 5_500
    assert figures("phased", "phases", edition="fr-2.2") == {"levels": 6}
    freeroll = definition_of("freeroll", {}).freeroll
    assert freeroll is not None
    assert figures("freeroll", "freeroll") == {"added": freeroll.added_cents}
    stack = definition_of("freezeout", {}).starting_stack
    assert figures("freezeout", "stack") == {"chips": stack}


@rule("PRZ-02", "PRZ-03", "TAMB-43")
def test_a_sit_and_go_says_what_its_places_win() -> None:
    assert said("sit-and-go-5", "prizes") == "The first 2 places win 30.88 / 16.62 EUR."
    assert said("sit-and-go-2", "prizes", edition="nl-3.0") == "The winner gets 19.20 EUR."


@rule("TYP-04", "TYP-05", "TYP-06", "TYP-12", "TAMB-78")
def test_a_format_of_its_own_has_a_sentence_of_its_own() -> None:
    seat = "Every 55.00 EUR in the pool are a seat in 'sunday'; 1 is guaranteed."
    assert said("satellite", "satellite") == seat
    package = {"target": "vegas", "seat_price_cents": 99_900, "package": "a weekend in town"}
    terms = said("satellite", "satellite", satellite=package)
    assert terms == "Every 999.00 EUR in the pool are a weekend in town."
    assert "deposits: 1, hands this week: 100" in said("freeroll", "freeroll")
    assert said("phased", "phases", edition="fr-2.2").startswith("A flight ends after 6 levels")
    assert "50 % of it added to their own bounty" in said("progressive", "bounty")
    assert said("vip-ticket", "bounty").endswith("carries a ticket worth 55.00 EUR.")
