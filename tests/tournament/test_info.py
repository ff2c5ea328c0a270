"""What the lobby shows of a tournament."""

import pytest

from cardroom.rulebook import edition
from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.definition.examples import definition_of
from cardroom.tournament.info import TournamentInfo, info_of, marks_of
from tests.rule import rule
from tests.tournament.arena import Arena

START_MS = 1_700_000_000_000


def rules(name: str) -> TournamentRules:
    found = edition(name).tournament
    assert found is not None
    return found


def info(name: str, **changes: object) -> TournamentInfo:
    definition = definition_of(name, changes)
    starts_ms = START_MS if definition.kind in {"scheduled", "phased"} else None
    return info_of(definition, rules(definition.edition), starts_ms=starts_ms)


@rule("TRN-03", "TRN-09", "TRN-12", "BRK-02")
def test_the_lobby_shows_what_a_player_must_know_before_paying() -> None:
    shown = info("rebuy")
    assert (shown.price, shown.fee, shown.starting_stack, shown.level_s) == (300, 30, 1_500, 300)
    assert (shown.levels[0].small, shown.levels[0].big) == (10, 20)
    assert (shown.late_levels, shown.max_entries) == (3, 1)
    assert shown.unregistration_until_ms == START_MS - 300_000
    assert shown.break_minute == 55
    assert shown.rebuy is not None
    assert shown.rebuy.until_level == 3
    assert shown.addon is not None
    assert shown.addon.chips == 3_000


@rule("TRN-03")
def test_the_lobby_has_the_terms_in_words_too() -> None:
    said = {term.topic: term.words for term in info("rebuy").terms}
    assert said["rebuy"].startswith("Re-buys until the end of level 3")
    assert said["breaks"] == "Breaks of 5 minutes at 55 minutes past the hour."


@rule("TRN-03", "HEX-01", "HEX-05", "HEX-07", "HEX-09")
def test_the_lobby_of_a_hexapro_game_has_its_prizes_with_odds_split_stack_and_levels() -> None:
    draw = info("hexapro").draw
    assert sum(prize.per_100000 for prize in draw) == 100_000
    assert [prize.multiplier_tenths for prize in draw] == sorted(
        (prize.multiplier_tenths for prize in draw), reverse=True
    )
    assert all(sum(prize.percents) == 100 for prize in draw)
    assert {prize.starting_stack for prize in draw} == {500}
    assert {prize.level_s % 60 for prize in draw} == {0}
    extreme = {one.multiplier_tenths: one for one in info("extreme").draw}
    assert (extreme[10].starting_stack, extreme[10].level_s) == (100, 60)
    assert (extreme[10_000].starting_stack, extreme[10_000].level_s) == (500, 180)
    assert info("sit-and-go-5").draw == ()


@rule("BRK-02", "TRN-12")
def test_a_sit_and_go_has_no_breaks_and_no_time_to_un_register_by() -> None:
    shown = info("sit-and-go-5")
    assert (shown.break_minute, shown.unregistration_until_ms) == (None, None)
    never = info("freezeout", registration={"unregistration": False})
    assert never.unregistration_until_ms is None
    assert (shown.unregistration, never.unregistration) == (True, False)


@rule("TYP-01", "TYP-06", "TYP-03")
@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("freezeout", ()),
        ("guaranteed", ("guaranteed",)),
        ("freeroll", ("freeroll",)),
        ("satellite", ("satellite",)),
        ("rebuy", ("rebuy",)),
        ("reentry", ("reentry",)),
        ("multi-buy-in", ("multi_buy_in",)),
        ("vip", ("rebuy", "bounty")),
        ("phased", ("phased",)),
    ],
)
def test_the_lobby_marks_what_a_tournament_is(name: str, marks: tuple[str, ...]) -> None:
    assert marks_of(definition_of(name, {})) == marks


@rule("TYP-01")
@pytest.mark.parametrize(
    ("where", "words"),
    [("en-2.2", ()), ("en-2.7", ()), ("fr-2.2", ("Garanti",)), ("nl-3.0", ("Guaranteed",))],
)
def test_guaranteed_tournaments_are_found_by_the_word_of_the_edition(
    where: str, words: tuple[str, ...]
) -> None:
    assert info("guaranteed", edition=where).search_words == words
    assert info("freezeout", edition=where).search_words == ()


@rule("TAMB-05")
def test_extreme_is_found_by_its_old_name() -> None:
    assert info("extreme").search_words == ("banzai",)


@rule("TYP-05", "TYP-06", "TAMB-78")
def test_a_satellite_names_its_target_and_a_freeroll_its_conditions() -> None:
    assert info("satellite").target == "sunday"
    package = {"target": "vegas", "seat_price_cents": 99_900, "package": "Seat and hotel"}
    assert info("satellite", satellite=package).target == "Seat and hotel"
    facts = [condition.fact for condition in info("freeroll").conditions]
    assert (facts, info("freeroll").price) == (["deposits", "hands_this_week"], 0)


@rule("TYP-12")
@pytest.mark.parametrize(("where", "word"), [("en-2.7", "phase"), ("fr-2.2", "Flight")])
def test_a_first_phase_is_called_as_the_edition_calls_it(where: str, word: str) -> None:
    assert info("phased", edition=where).phase_word == word
    assert info("freezeout", edition=where).phase_word == ""


@rule("TRN-03", "TRN-08", "PRZ-05")
def test_the_lobby_shows_the_prizes_for_the_entries_so_far() -> None:
    """Ten entries pay two places, an eleventh makes it three: final only at the close."""
    arena = Arena(definition_of("freezeout", {}))
    arena.enter(*range(1, 11))
    arena.start()
    shown = []
    for number in (11, 12):
        planned, _ = arena.tournament.payouts.planned()
        lobby = info_of(arena.definition, arena.terms.rules, starts_ms=START_MS, structure=planned)
        shown.append([award.cents for award in lobby.structure])
        arena.enter(number)
    assert shown == [[57_00, 33_00], [48_28, 28_63, 22_09]]
    assert arena.tournament.payouts.structure is None
