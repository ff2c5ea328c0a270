"""The chip race of section 4.1, card by card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardroom.cards import DECK, card_names, parse_cards
from cardroom.errors import FloorRefused
from cardroom.floor.chips.race import ChipRace, RaceLine, RaceSeat, chip_race
from cardroom.rulebook.live import LiveRules
from tests.floor.rulings.asking import RULES
from tests.rule import rule

LIVE = RULES.live
IN_PLAY = (25, 100, 500, 1000)
EXAMPLE = [
    RaceSeat(seat=1, chips=7, rest=3000),
    RaceSeat(seat=2, chips=4, rest=1500),
    RaceSeat(seat=3, chips=1),
    RaceSeat(seat=4, chips=2, rest=2200),
    RaceSeat(seat=5, chips=9, rest=900),
    RaceSeat(seat=7, chips=3, rest=5000),
]
CARDS = parse_cards("9c4dKh 6s Qd2s Ks AcAd8h")


def race(seats: list[RaceSeat], cards: str = "", rules: LiveRules = LIVE) -> ChipRace:
    deck = parse_cards(cards) if cards else DECK
    return chip_race(rules, removed=25, in_play=IN_PLAY, seats=seats, cards=deck)


def line(found: ChipRace, seat: int) -> RaceLine:
    return next(one for one in found.lines if one.seat == seat)


@rule("LIVE-18", "LAMB-03", "LAMB-13", "LHC-49")
def test_the_worked_example_of_the_catalogue_is_raced_as_printed() -> None:
    found = chip_race(LIVE, removed=25, in_play=IN_PLAY, seats=EXAMPLE[::-1], cards=CARDS)
    assert (found.target, found.awarded, found.change) == (100, 3, 150)
    after = {one.seat: (one.before, one.after) for one in found.lines}
    assert after == {
        1: (3175, 3200),
        2: (1600, 1600),
        3: (25, 100),
        4: (2250, 2200),
        5: (1125, 1200),
        7: (5075, 5100),
    }
    assert [one.seat for one in found.lines if one.won] == [1, 5, 7]
    assert [one.seat for one in found.lines if one.rescued] == [3]
    assert [card_names(line(found, seat).cards) for seat in (1, 3, 4, 5, 7)] == [
        *("9c4dKh", "6s", "Qd2s", "Ks", "AcAd8h"),
    ]
    assert line(found, 7).best == parse_cards("Ad")[0]
    assert line(found, 2).cards == ()


@rule("LIVE-18", "LHC-50")
def test_one_seat_alone_wins_a_chip_for_half_of_it_and_loses_less() -> None:
    two = race([RaceSeat(seat=4, chips=2, rest=1000), RaceSeat(seat=5, chips=4, rest=100)])
    assert (two.awarded, line(two, 4).after) == (1, 1100)
    one = race([RaceSeat(seat=4, chips=1, rest=1000)])
    assert (one.awarded, line(one, 4).after) == (0, 1000)
    everything = race([RaceSeat(seat=4, chips=1)])
    assert (line(everything, 4).after, line(everything, 4).rescued) == (100, True)


@rule("LIVE-18")
@pytest.mark.parametrize(
    ("odd", "awarded"), [(0, 0), (1, 0), (2, 1), (5, 1), (6, 2), (9, 2), (10, 3), (13, 3)]
)
def test_odd_chips_are_rounded_commercially(odd: int, awarded: int) -> None:
    seats = [RaceSeat(seat=seat, chips=min(3, odd - 3 * (seat - 1))) for seat in range(1, 6)]
    played = [one for one in seats if one.chips > 0]
    assert race(played).awarded == awarded


@rule("LAMB-15")
def test_an_absent_players_chips_are_exchanged_before_a_witness() -> None:
    found = race([RaceSeat(seat=1, chips=6, rest=500, present=False)])
    assert (line(found, 1).witnessed, line(found, 1).after) == (True, 700)
    assert line(race(EXAMPLE), 1).witnessed is False


@rule("LAMB-48")
def test_a_chip_that_is_no_multiple_is_refused_and_the_next_multiple_named() -> None:
    seats = [RaceSeat(seat=1, chips=3)]
    chips = (2000, 5000, 10000)
    with pytest.raises(FloorRefused) as refused:
        chip_race(LIVE, removed=2000, in_play=chips, seats=seats, cards=DECK)
    assert refused.value.rule == "LAMB-48"
    assert refused.value.details == {"next": 5000, "next_multiple": 10000}
    lenient = replace(LIVE, chips=replace(LIVE.chips, race_needs_multiple=False))
    found = chip_race(lenient, removed=2000, in_play=chips, seats=seats, cards=DECK)
    assert (found.target, found.awarded, found.rescue_chip) == (10000, 1, 5000)
    with pytest.raises(FloorRefused, match="no higher chip"):
        chip_race(LIVE, removed=10000, in_play=chips, seats=seats, cards=DECK)


@rule("LIVE-18")
def test_a_race_needs_a_card_of_one_deck_for_every_odd_chip_and_each_seat_once() -> None:
    with pytest.raises(FloorRefused, match="not enough cards"):
        race(EXAMPLE, "9c4d")
    with pytest.raises(FloorRefused, match="not of one deck"):
        race(EXAMPLE, "9c9c4d5d6d7d8d9dTdJd")
    with pytest.raises(FloorRefused, match="named twice"):
        race([RaceSeat(seat=1, chips=1), RaceSeat(seat=1, chips=2)])


@rule("LIVE-18", "LAMB-13")
@given(
    chips=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 20)), min_size=1, max_size=10),
    deck=st.permutations(DECK),
)
def test_every_race_keeps_everybody_in_and_awards_one_chip_at_most(
    chips: list[tuple[int, int]], deck: list[int]
) -> None:
    seats = [
        RaceSeat(seat=seat, chips=count, rest=100 * rest)
        for seat, (count, rest) in enumerate(chips, start=1)
    ]
    found = chip_race(LIVE, removed=25, in_play=IN_PLAY, seats=seats, cards=deck)
    assert sum(one.won for one in found.lines) == found.awarded
    odd = sum(one.odd for one in found.lines)
    rescued = sum(one.rescued for one in found.lines)
    assert found.change == 100 * found.awarded + 100 * rescued - 25 * odd
    for one in found.lines:
        assert (one.after > 0) == (one.before > 0)
        assert one.after % 100 == 0
        assert -75 <= one.after - one.before <= 100
        assert len(one.cards) == one.odd
