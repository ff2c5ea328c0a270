"""Short episodes are found where averages see nothing, and bad stretches accuse nobody."""

from random import Random

import pytest

from cardroom.integrity.actor_spots import ActorSpots
from cardroom.integrity.detectors.any_change import any_change_tests
from cardroom.integrity.detectors.episodes import episode_tests
from cardroom.integrity.detectors.relational import Found, Pair, relational_tests
from cardroom.integrity.detectors.value_transfer import value_tests
from cardroom.integrity.hands import CALL
from cardroom.integrity.meetings import Meetings
from cardroom.integrity.policies import policies
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import FACED, GIFT
from tests.integrity.pools import CHEATS, dumped_from

HANDS = 1_000
PLAYERS = range(6)
EPISODE = range(610, 635)
GIVEN = 8.0


def spot(hand: int, partner: int, gain: float) -> Spot:
    """A decision of player 0 that gave a partner this many big blinds."""
    events = 1 << GIFT if gain >= 4 else 0
    return Spot(hand, 0, partner, 1, 10_001, CALL, events, gain, FACED, 0.5, (partner,), 0, 0)


def usual(seed: int) -> list[Spot]:
    """Player 0 meets everybody in turn, and gives away a pot now and then."""
    chance = Random(seed)
    return [
        spot(hand, hand % 5 + 1, GIVEN if chance.random() < 0.11 else chance.random())
        for hand in range(HANDS)
    ]


def met() -> Meetings:
    meetings = Meetings()
    for hand in range(HANDS):
        meetings.add(PLAYERS, hand, lambda _one, _other: False)
    return meetings


def episodes(spots: list[Spot]) -> dict[Pair, list[Found]]:
    return episode_tests({0: ActorSpots(spots)}, met(), Random(1).randrange, rounds=1_000)


def dumped() -> list[Spot]:
    """In 25 hands player 0 gives player 1 all that others get in a thousand, and then no more."""
    often = [one for one in usual(1) if one.hand not in EPISODE]
    spared = [spot(one.hand, 1, 0.5) if one.partner == 1 else one for one in often]
    return sorted([*spared, *[spot(hand, 1, GIVEN) for hand in EPISODE]], key=lambda one: one.hand)


def test_what_was_dumped_in_25_hands_of_1000_is_an_episode_and_no_average() -> None:
    spots = {0: dumped()}
    actors = {0: ActorSpots(spots[0])}
    value, events = episodes(dumped())[0, 1]
    assert (value.test, events.test) == ("value_episode", "event_episode")
    assert max(value.p, events.p) < 1e-5
    averages = [
        *relational_tests(spots, policies(spots))[0, 1],
        *value_tests(actors, Random(1).randrange, rounds=300)[0, 1],
        *any_change_tests(actors, Random(1).randrange, rounds=300)[0, 1],
    ]
    assert min(one.p for one in averages) > 0.01


def test_the_finding_says_from_when_to_when_and_how_much() -> None:
    value, events = episodes(dumped())[0, 1]
    assert value.stretch is not None
    assert value.stretch.first in EPISODE
    assert value.stretch.last in EPISODE
    assert value.stretch.hands >= 20
    assert value.observed > 2 * value.expected > 0
    assert events.observed >= 20


def test_the_partner_alone_has_the_episode() -> None:
    found = episodes(dumped())
    assert min(one.p for other in (2, 3, 4, 5) for one in found[0, other]) > 0.01


@pytest.mark.parametrize("seed", range(4))
def test_a_bad_stretch_against_everybody_is_tilt_and_no_episode(seed: int) -> None:
    tilted = [
        spot(one.hand, one.partner, GIVEN) if one.hand in range(600, 660) else one
        for one in usual(seed)
    ]
    assert min(one.p for found in episodes(tilted).values() for one in found) > 0.01


@pytest.mark.parametrize("seed", range(4))
def test_one_large_pot_is_no_episode(seed: int) -> None:
    once = [spot(one.hand, one.partner, 100.0) if one.hand == 500 else one for one in usual(seed)]
    assert min(one.p for found in episodes(once).values() for one in found) > 0.01


def test_many_decisions_in_one_hand_are_one_thing() -> None:
    """Who pays three times in a hand has lost one pot, not three."""
    again = usual(2) + [spot(500, 1, GIVEN) for _ in range(3)]
    found = episodes(sorted(again, key=lambda one: one.hand))
    assert min(one.p for one in found[0, 1]) > 0.01


def test_who_only_ever_plays_one_opponent_has_nobody_to_be_compared_with() -> None:
    alone = [spot(one.hand, 1, one.gain) for one in dumped()]
    assert [one.p for one in episodes(alone)[0, 1]] == [1.0, 1.0]


def test_hands_before_an_earlier_alert_are_no_part_of_an_episode() -> None:
    meetings = Meetings()
    for hand in range(100):
        meetings.add([3, 7], hand, lambda _one, _other, hand=hand: hand < 40)  # type: ignore[misc]
    assert meetings.count(7, 3) == 60
    assert meetings.among(3, 7, [10, 39, 40, 41]) == [2, 3]
    assert meetings.among(3, 9, [10]) == []


def test_an_alert_says_when_chips_were_dumped() -> None:
    (alert,) = dumped_from(200, 224, count=600, seed=4).alerts
    assert set(alert.players) == set(CHEATS)
    (shown, *_) = [one.episode for one in alert.evidence if one.episode is not None]
    assert 195 <= int(shown.first) <= int(shown.last) <= 230
    assert shown.ended_ms - shown.begun_ms == 60_000 * (int(shown.last) - int(shown.first))
