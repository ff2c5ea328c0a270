"""What single detectors say of spots that are made up for them."""

from random import Random

import pytest

from cardroom.integrity.actor_spots import STRATUM_MIN, ActorSpots
from cardroom.integrity.detectors.any_change import any_change_tests
from cardroom.integrity.detectors.dump_graph import Edge, dump_edges, rings
from cardroom.integrity.detectors.hidden_information import hidden_information_tests
from cardroom.integrity.detectors.relational import Found, Pair, relational_tests
from cardroom.integrity.detectors.superusers import superuser_findings
from cardroom.integrity.detectors.value_transfer import CollusionTable, value_tests
from cardroom.integrity.hands import CALL, FOLD, NOBODY, RAISE
from cardroom.integrity.policies import policies
from cardroom.integrity.spot import Spot
from cardroom.integrity.spots import FACED, MANY, POSTFLOP, RIVER


def spot(
    actor: int,
    partner: int,
    act: int,
    *,
    setting: int = FACED | POSTFLOP,
    held: float = 0.5,
    gain: float = 0.0,
    others: tuple[int, ...] = (),
    beaten: int = 0,
) -> Spot:
    live = others or (partner,)
    where = (1, 10_001)
    return Spot(0, actor, partner, *where, act, 0, gain, setting, held, live, beaten, 0)


def honest(
    actor: int, others: list[int], *, raises: int = 6, calls: int = 14, setting: int = POSTFLOP
) -> list[Spot]:
    """The same play against everybody."""
    acts = [RAISE] * raises + [CALL] * calls
    return [spot(actor, other, act, setting=setting) for other in others for act in acts]


def found(tests: dict[Pair, list[Found]], pair: Pair, name: str) -> float:
    """What a test says of two, whichever of them is named first."""
    both = [*tests.get(pair, []), *tests.get(pair[::-1], [])]
    return min(one.p for one in both if one.test == name)


def agreements(actors: dict[int, list[Spot]]) -> dict[Pair, list[Found]]:
    return relational_tests(actors, policies(actors))


def test_a_player_who_never_raises_one_partner_plays_softly_and_only_there() -> None:
    spots = [*honest(0, [2, 3, 4]), *honest(0, [1], raises=0, calls=20)]
    tests = agreements({0: spots})
    assert found(tests, (0, 1), "soft_play") < 0.01
    assert found(tests, (0, 2), "soft_play") > 0.3


def test_what_two_do_to_each_other_adds_up() -> None:
    """Each of them raises the other a little less: neither is odd alone."""
    others = [2, 3, 4]
    one_sided = {0: [*honest(0, others), *honest(0, [1], raises=2, calls=18)]}
    both = one_sided | {1: [*honest(1, others), *honest(1, [0], raises=2, calls=18)]}
    alone = found(agreements(one_sided), (0, 1), "soft_play")
    assert found(agreements(both), (0, 1), "soft_play") < alone / 3


def test_what_everybody_does_to_a_player_is_no_finding() -> None:
    """Nobody raises player 9: it is their image, not an agreement."""
    alone = {0: [*honest(0, [2, 3, 4]), *honest(0, [9], raises=0, calls=20)]}
    together = {
        actor: [*honest(actor, [2, 3, 4]), *honest(actor, [9], raises=0, calls=20)]
        for actor in (0, 5, 6, 7)
    }
    apart = found(agreements(alone), (0, 9), "soft_play")
    shared = found(agreements(together), (0, 9), "soft_play")
    assert apart < 0.01 < 0.2 < shared


def test_a_style_towards_everybody_is_no_finding() -> None:
    tests = agreements({0: honest(0, [1, 2, 3], raises=20, calls=0)})
    assert all(one.p > 0.9 for pair in tests.values() for one in pair)


def test_raising_the_partner_with_a_third_player_in_is_isolation_and_alone_it_is_not() -> None:
    third, alone = FACED | POSTFLOP | MANY, FACED | POSTFLOP
    for setting, is_found in ((third, True), (alone, False)):
        usual = honest(0, [2, 3, 4], raises=2, calls=18, setting=setting)
        often = honest(0, [1], raises=14, calls=6, setting=setting)
        p = found(agreements({0: [*usual, *often]}), (0, 1), "weak_reraise")
        assert (p < 1e-4) == is_found


def test_paying_off_with_weak_hands_says_more_than_with_strong_ones() -> None:
    """Everybody folds weak hands and calls with strong ones; player 0 calls player 1 with any."""

    def plays(actor: int, partner: int) -> list[Spot]:
        strong = [spot(actor, partner, CALL, held=0.9) for _ in range(10)]
        return strong + [spot(actor, partner, FOLD, held=0.1) for _ in range(10)]

    usual = {actor: [one for other in (5, 6, 7) for one in plays(actor, other)] for actor in (0, 3)}
    for held, is_found in ((0.1, True), (0.9, False)):
        pays = [spot(0, 1, CALL, held=held) for _ in range(8)]
        tests = agreements(usual | {0: [*usual[0], *pays]})
        assert (found(tests, (0, 1), "dumping") < 1e-6) == is_found


def test_a_strong_hand_folded_on_the_river_is_a_gift() -> None:
    river = FACED | POSTFLOP | RIVER
    usual = [spot(0, other, CALL, setting=river, held=0.9) for other in (2, 3, 4) for _ in range(9)]
    folds = [spot(0, 1, FOLD, setting=river, held=0.9) for _ in range(5)]
    assert found(agreements({0: [*usual, *folds]}), (0, 1), "dumping") < 1e-4


def test_gifts_to_one_partner_are_seen_as_value() -> None:
    gifts = [spot(0, 1, CALL, setting=POSTFLOP, gain=9.0) for _ in range(6)]
    actors = {0: ActorSpots([*honest(0, [1, 2, 3, 4]), *gifts])}
    value = value_tests(actors, Random(1).randrange, rounds=300)
    assert found(value, (0, 1), "value_transfer") < 0.01
    assert found(value, (0, 2), "value_transfer") > 0.5


def test_another_mix_of_actions_is_seen_whatever_it_is() -> None:
    folds = [spot(0, 1, FOLD) for _ in range(20)]
    actors = {0: ActorSpots([*honest(0, [2, 3, 4]), *folds])}
    tests = any_change_tests(actors, Random(1).randrange, rounds=300)
    assert found(tests, (0, 1), "any_change") < 1e-6 < found(tests, (0, 3), "any_change")


def sighted(actor: int, partner: int, count: int, chance: Random, *, sees: bool) -> list[Spot]:
    """Goes on against weaker hands and folds to better ones, or does so at random."""
    made = []
    for _ in range(count):
        ahead = chance.random() < 0.5
        goes_on = ahead if sees else chance.random() < 0.5
        made.append(spot(actor, partner, CALL if goes_on else FOLD, beaten=int(ahead)))
    return made


def everywhere(_one: int, _other: int, _hand: int) -> bool:
    return False


def test_decisions_that_follow_one_partners_cards_are_seen() -> None:
    chance = Random(1)
    spots = [*sighted(0, 1, 40, chance, sees=True)]
    for other in (2, 3, 4):
        spots += sighted(0, other, 40, chance, sees=False)
    actors = {0: spots}
    tests = hidden_information_tests(actors, policies(actors), everywhere)
    assert found(tests, (0, 1), "hidden_cards") < 1e-4
    assert min(found(tests, (0, one), "hidden_cards") for one in (2, 3, 4)) > 0.05


def test_who_leaves_the_pot_to_others_when_the_partner_holds_more_shares_cards() -> None:
    """They hardly ever meet: the weaker hand is gone before."""
    chance = Random(3)
    spots = []
    for _ in range(120):
        beaten = chance.randrange(4)
        goes_on = beaten & 1 if chance.random() < 0.6 else chance.random() < 0.5
        act = CALL if goes_on else FOLD
        setting = FACED | MANY
        spots.append(spot(0, 3, act, setting=setting, others=(1, 2, 3), beaten=beaten))
    actors = {0: spots}
    tests = hidden_information_tests(actors, policies(actors), everywhere)
    assert found(tests, (0, 1), "shared_folds") < 1e-4 < found(tests, (0, 2), "shared_folds")
    apart = hidden_information_tests(
        actors, policies(actors), lambda _one, other, _hand: other == 1
    )
    assert (0, 1) not in apart


def test_one_who_sees_everybodys_cards_stands_out_among_those_who_do_not() -> None:
    chance = Random(2)
    actors = {}
    for actor in range(6):
        others = [one for one in range(6) if one != actor]
        actors[actor] = [
            one for other in others for one in sighted(actor, other, 20, chance, sees=actor == 0)
        ]
    first, second, *_ = superuser_findings(actors, policies(actors))
    assert (first.player, first.q < 1e-3) == (0, True)
    assert second.q > 0.05


def test_decisions_that_concern_nobody_speak_of_a_superuser_too() -> None:
    """Bets into several players, always and only when ahead of all of them."""
    chance = Random(5)
    actors = {}
    for actor in range(6):
        others = tuple(one for one in range(6) if one != actor)[:3]
        spots = []
        for _ in range(60):
            beaten = chance.choice([0b111, 0b111, 0b101, 0b001, 0b000])
            bets = beaten == 0b111 if actor == 0 else chance.random() < 0.4
            setting = POSTFLOP | MANY
            act = RAISE if bets else CALL
            spots.append(spot(actor, NOBODY, act, setting=setting, others=others, beaten=beaten))
        actors[actor] = spots
    first, second, *_ = superuser_findings(actors, policies(actors))
    assert (first.player, first.p < 1e-6) == (0, True)
    assert second.p > 1e-3


def spot_in(stratum: int) -> Spot:
    return Spot(0, 0, 1, stratum, 10_001, CALL, 0, 0.0, FACED, 0.5, (1,), 0, 0)


def test_a_kind_of_spot_that_is_hardly_ever_met_joins_its_coarse_kind() -> None:
    rare = [spot_in(7) for _ in range(STRATUM_MIN - 1)]
    usual = [spot_in(8) for _ in range(STRATUM_MIN)]
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
