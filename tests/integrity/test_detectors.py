"""What single detectors say of spots that are made up for them."""

from random import Random

import pytest

from cardroom.integrity.actor_spots import STRATUM_MIN, ActorSpots
from cardroom.integrity.detectors.any_change import any_change_tests
from cardroom.integrity.detectors.dump_graph import Edge, dump_edges, rings
from cardroom.integrity.detectors.hidden_information import hidden_information_tests
from cardroom.integrity.detectors.relational import relational_tests
from cardroom.integrity.detectors.superusers import superuser_findings
from cardroom.integrity.detectors.value_transfer import CollusionTable, value_tests
from cardroom.integrity.hands import CALL, FOLD, RAISE
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import GIFT


def spot(
    actor: int, partner: int, act: int, *, gain: float = 0.0, events: int = 0, hidden: float = 0.5
) -> Spot:
    return Spot(0, actor, partner, 1, 10_001, act, events, gain, True, hidden)


def honest(actor: int, others: list[int], *, raises: int = 6, calls: int = 14) -> list[Spot]:
    """The same play against everybody."""
    acts = [RAISE] * raises + [CALL] * calls
    return [spot(actor, other, act) for other in others for act in acts]


def found(tests: dict, pair: tuple[int, int], name: str) -> float:  # type: ignore[type-arg]
    (one,) = [one for one in tests[pair] if one.test == name]
    return float(one.p)


def test_a_player_who_never_raises_one_partner_plays_softly_and_only_there() -> None:
    spots = [*honest(0, [2, 3, 4]), *honest(0, [1], raises=0, calls=20)]
    tests = relational_tests({0: ActorSpots(spots)})
    assert found(tests, (0, 1), "soft_play") < 0.01
    assert found(tests, (0, 2), "soft_play") > 0.3
    assert found(tests, (0, 1), "raises") == 1


def test_what_everybody_does_to_a_player_is_no_finding() -> None:
    """Nobody raises player 9: it is their image, not an agreement."""
    alone = {0: ActorSpots([*honest(0, [2, 3, 4]), *honest(0, [9], raises=0, calls=20)])}
    together = {
        actor: ActorSpots([*honest(actor, [2, 3, 4]), *honest(actor, [9], raises=0, calls=20)])
        for actor in (0, 5, 6, 7)
    }
    apart = found(relational_tests(alone), (0, 9), "soft_play")
    shared = found(relational_tests(together), (0, 9), "soft_play")
    assert apart < 0.01 < 0.2 < shared


def test_a_style_towards_everybody_is_no_finding() -> None:
    tests = relational_tests({0: ActorSpots(honest(0, [1, 2, 3], raises=20, calls=0))})
    assert all(one.p > 0.9 for pair in tests.values() for one in pair)


def test_gifts_to_one_partner_are_seen_as_events_and_as_value() -> None:
    gifts = [spot(0, 1, CALL, gain=9.0, events=1 << GIFT) for _ in range(6)]
    actors = {0: ActorSpots([*honest(0, [1, 2, 3, 4]), *gifts])}
    assert found(relational_tests(actors), (0, 1), "gift") < 1e-3
    value = value_tests(actors, Random(1).randrange, rounds=300)
    assert found(value, (0, 1), "value_transfer") < 0.01
    assert found(value, (0, 2), "value_transfer") > 0.5


def test_another_mix_of_actions_is_seen_whatever_it_is() -> None:
    folds = [spot(0, 1, FOLD) for _ in range(20)]
    actors = {0: ActorSpots([*honest(0, [2, 3, 4]), *folds])}
    tests = any_change_tests(actors, Random(1).randrange, rounds=300)
    assert found(tests, (0, 1), "any_change") < 1e-6 < found(tests, (0, 3), "any_change")


def sighted(actor: int, partner: int, count: int, chance: Random, *, sees: bool) -> list[Spot]:
    """Goes on against weak hands and folds to strong ones, or does so at random."""
    made = []
    for _ in range(count):
        hidden = chance.random()
        goes_on = hidden < 0.5 if sees else chance.random() < 0.5
        made.append(spot(actor, partner, CALL if goes_on else FOLD, hidden=hidden))
    return made


def test_decisions_that_follow_one_partners_cards_are_seen() -> None:
    chance = Random(1)
    spots = [*sighted(0, 1, 40, chance, sees=True)]
    for other in (2, 3, 4):
        spots += sighted(0, other, 40, chance, sees=False)
    tests = hidden_information_tests({0: ActorSpots(spots)}, chance.randrange, rounds=300)
    assert found(tests, (0, 1), "hidden_cards") < 0.01
    assert min(found(tests, (0, one), "hidden_cards") for one in (2, 3, 4)) > 0.05


def test_one_who_sees_everybodys_cards_stands_out_among_those_who_do_not() -> None:
    chance = Random(2)
    actors = {}
    for actor in range(6):
        others = [one for one in range(6) if one != actor]
        spots = [
            one for other in others for one in sighted(actor, other, 20, chance, sees=actor == 0)
        ]
        actors[actor] = ActorSpots(spots)
    first, second, *_ = superuser_findings(actors, chance.randrange, rounds=300)
    assert (first.player, first.q < 1e-3) == (0, True)
    assert second.q > 0.05


def test_a_kind_of_spot_that_is_hardly_ever_met_joins_its_coarse_kind() -> None:
    rare = [Spot(0, 0, 1, 7, 10_001, CALL, 0, 0.0, True, 0.5) for _ in range(STRATUM_MIN - 1)]
    usual = [Spot(0, 0, 1, 8, 10_001, CALL, 0, 0.0, True, 0.5) for _ in range(STRATUM_MIN)]
    assert set(ActorSpots([*rare, *usual]).strata) == {8, 10_001}


def test_the_collusion_table_adds_up_what_two_gave_each_other() -> None:
    table = CollusionTable()
    moved = [[-6.0, 0.0, 0.0], [5.0, -2.0, 0.0], [1.0, 2.0, 0.0]]
    for _ in range(3):
        table.add([0, 1, 2], moved)
    assert table.transfers[0, 1].gained == 15
    assert table.transfers[0, 1].ahead == 12
    assert table.transfers[0, 1].t == pytest.approx(3**0.5)
    assert table.total_impact(0, 1) == 15 + 0 - 18 - 6
    assert table.marginal_impact(0, 1) == 12 - 6
    assert table.least_impact(0, 1) == min(15 - 18, 0 - 6)
    assert table.transfers[2, 0].hands == 3


def test_losses_to_one_player_are_a_concentrated_edge() -> None:
    table = CollusionTable()
    for winner in (1, 2, 3, 1, 1):
        moved = [[0.0] * 4 for _ in range(4)]
        moved[0][0] = -8.0
        moved[winner][0] = 8.0
        table.add([0, 1, 2, 3], moved)
    heaviest = dump_edges(table.transfers)[0]
    assert (heaviest.loser, heaviest.winner) == (0, 1)
    assert heaviest.share > heaviest.expected == pytest.approx(1 / 3)


def test_a_ring_is_found_and_a_single_pair_is_none() -> None:
    edges = [Edge(one, other, 50.0, 0.9, 0.2, 6.0) for one, other in ((1, 2), (2, 3), (3, 1))]
    assert rings([*edges, Edge(7, 8, 50.0, 0.9, 0.2, 4.0)]) == [[1, 2, 3]]
    assert rings([Edge(7, 8, 50.0, 0.9, 0.2, 4.0)]) == []
