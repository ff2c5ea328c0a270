"""The structure designer: what it makes can be played with the chips that the house owns."""

from random import Random

import pytest

from cardroom.errors import FloorRefused
from cardroom.floor.chips.designing import Design, Wish, design
from cardroom.floor.paper import floor_file, read_floor_file
from cardroom.floor.terms import ChipKind, FloorTerms
from cardroom.floor.verifying_terms import verify_terms
from tests.floor.rulings.asking import LIVE
from tests.rule import rule

assert LIVE.live is not None
RULES = LIVE.live
CASE = {25: 400, 100: 600, 500: 400, 1_000: 400, 5_000: 200}


def wanted(chips: dict[int, int], **more: int) -> Wish:
    return Wish(
        chips=tuple(ChipKind(value=value, owned=owned) for value, owned in chips.items()), **more
    )


def designed(chips: dict[int, int] | None = None, **more: int) -> Design:
    return design(RULES, wanted(chips or CASE, **{"players": 30, "minutes": 300, **more}))


def test_a_club_gets_the_structure_that_clubs_play() -> None:
    found = designed()
    assert (found.starting_stack, found.depth, found.level_minutes) == (5_000, 100, 15)
    assert found.starting_chips == {25: 8, 100: 13, 500: 3, 1_000: 2}
    blinds = [(one.small_blind, one.big_blind) for one in found.levels if not one.is_break]
    assert blinds[:8] == [
        (25, 50), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400), (300, 600), (400, 800),
    ]  # fmt: skip
    assert found.levels[4].is_break
    # All chips of 25 leave in the second break, when nothing needs them any more.
    first = found.leaving[0]
    assert (first.removed, first.target, first.before_level, first.in_break) == (25, 100, 10, True)
    assert found.shortages == ()


@rule("LIVE-19", "LAMB-48")
@pytest.mark.parametrize("seed", range(60))
def test_every_design_can_be_played_with_the_chips_owned(seed: int) -> None:
    """Blinds grow, each can be paid, nobody gets a chip that is not there, and the time is kept."""
    chance = Random(seed)
    smallest = chance.choice([1, 5, 25, 100, 500])
    ratios = [chance.choice([2, 4, 5, 10]) for _ in range(chance.randrange(1, 5))]
    values = [smallest]
    for ratio in ratios:
        values.append(values[-1] * ratio)
    chips = {value: chance.randrange(200, 3_000) for value in values}
    players, minutes = chance.randrange(2, 200), chance.randrange(60, 1_000)
    wish = wanted(chips, players=players, minutes=minutes, break_every=chance.randrange(7))
    try:
        found = design(RULES, wish)
    except FloorRefused as refusal:
        assert refusal.reason == "too_few_chips_for_a_stack"  # noqa: PT017
        return
    for chip, count in found.starting_chips.items():
        assert count * players <= chips[chip]
    assert sum(c * n for c, n in found.starting_chips.items()) == found.starting_stack
    blinds = [one.small_blind for one in found.levels if not one.is_break]
    assert blinds == sorted(set(blinds))
    gone: set[int] = set()
    for number, level in enumerate(found.levels, start=1):
        gone |= {one.removed for one in found.leaving if one.before_level <= number}
        left = min(value for value in values if value not in gone)
        assert level.small_blind % left == 0
        assert level.big_blind % left == 0
    for one in found.leaving:
        assert found.levels[one.before_level - 1].is_break == one.in_break
    terms = FloorTerms(
        starting_stack=found.starting_stack,
        levels=found.levels,
        chips=wish.chips,
        starting_chips=found.starting_chips,
        expected=players,
    )
    verify_terms(RULES, terms)
    file = read_floor_file(floor_file('A "quoted" name', terms), "the file")
    assert (file.name, file.tournament) == ('A "quoted" name', terms)


@pytest.mark.parametrize("minutes", [120, 180, 240, 300, 420, 600])
def test_the_estimated_end_is_near_the_hours_that_were_asked_for(minutes: int) -> None:
    found = designed(minutes=minutes)
    assert abs(found.ends_minute - minutes) <= minutes // 5


def test_fewer_chips_make_a_smaller_stack_and_the_house_learns_what_is_missing() -> None:
    poor = designed({25: 300, 100: 400, 500: 60, 1_000: 10})
    assert poor.starting_stack < 5_000
    assert [one.removed for one in poor.shortages]
    assert all(one.lacks > 0 for one in poor.shortages)


def test_re_entries_need_chips_too() -> None:
    assert designed(entries=60).total == designed(entries=60).starting_stack * 60
    assert designed(players=100, entries=150).starting_stack < designed(players=20).starting_stack


@rule("LAMB-48")
def test_chips_that_make_no_stack_or_no_race_are_refused() -> None:
    for chips, players, rule_id, reason in (
        ({25: 10, 100: 10}, 30, "LIVE-18", "too_few_chips_for_a_stack"),
        ({2_000: 500, 5_000: 500}, 5, "LAMB-48", "no_higher_chip_is_a_multiple"),
    ):
        with pytest.raises(FloorRefused) as refused:
            designed(chips, players=players)
        assert (refused.value.rule, refused.value.reason) == (rule_id, reason)
    twice = (ChipKind(value=25, owned=100), ChipKind(value=25, owned=100))
    with pytest.raises(FloorRefused, match="twice"):
        design(RULES, Wish(chips=twice, players=5, minutes=120))
