"""Phased tournaments: whose stack moves on, and what the second phase is played for."""

from fractions import Fraction

import pytest

from cardroom.errors import EntryRefused, SeatRefused
from cardroom.ledger import CaseId, Ledger, PlayerId
from cardroom.ledger.accounts import held
from cardroom.ledger.tournaments import Price
from cardroom.rulebook import edition, house_rules
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.desk.entries import Survivor
from cardroom.tournament.desk.flights import (
    Flight,
    moving_on,
    pools_of,
    second_phase,
    verify_flight_entry,
)
from cardroom.tournament.events import PrizeWon, SharePaid
from cardroom.tournament.tournament import Tournament
from tests.rule import rule
from tests.tournament.arena import Arena
from tests.tournament.desk import phases
from tests.tournament.desks import ANN, BEN, DEPOSIT, START_MS, Scene, example
from tests.tournament.euros import cents

X, Y = PlayerId(901), PlayerId(902)
PHASED = ("fr-2.2", "en-2.7", "nl-3.0")


def flight(entries: int, stacks: dict[PlayerId, int], bounty: int = 0) -> Flight:
    return Flight(
        entries=entries,
        pools=Price(entries * 2_250, entries * bounty, entries * 250),
        survivors=tuple(
            Survivor(player=player, stack=stack, bounty=bounty, fees=250)
            for player, stack in stacks.items()
        ),
    )


def others(first: int, count: int, chips: int) -> dict[PlayerId, int]:
    """That many other survivors who share some chips."""
    share, odd = divmod(chips, count)
    return {PlayerId(first + place): share + (place < odd) for place in range(count)}


def hard_case() -> list[Flight]:
    """THC-36: 40, 60 and 80 entries; X survives twice, Y twice with the same stack."""
    return [
        flight(40, {X: 41_000, **others(100, 7, 400_000 - 41_000)}),
        flight(60, {Y: 30_000, **others(200, 11, 600_000 - 30_000)}),
        flight(80, {X: 38_500, Y: 30_000, **others(300, 13, 800_000 - 68_500)}),
    ]


@rule("TYP-12", "TYP-13", "TAMB-76", "THC-36")
@pytest.mark.parametrize("name", PHASED)
def test_only_the_biggest_stack_of_a_player_moves_on(name: str) -> None:
    flights = hard_case()
    kept = moving_on(flights)
    assert len(kept) == 33
    assert (kept[X].stack, kept[Y].stack) == (41_000, 30_000)
    assert sum(survivor.stack for survivor in kept.values()) == 1_731_500
    terms = terms_of(example("phased", edition=name), edition(name), starts_ms=START_MS)
    second = second_phase(terms, flights, starts_ms=START_MS + 1)
    assert (second.entries_before, pools_of(flights).places) == (180, 405_000)
    assert (terms.ends_after_level, second.first_level, second.ends_after_level) == (6, 7, None)


@rule("TAMB-76")
def test_the_bounties_of_the_other_stacks_come_along() -> None:
    kept = moving_on([flight(4, {X: 100}, bounty=450), flight(4, {X: 90}, bounty=700)])
    assert (kept[X].stack, kept[X].bounty, kept[X].fees) == (100, 1_150, 250)
    last = moving_on([flight(4, {X: 90}, bounty=450), flight(4, {X: 100}, bounty=700)])
    assert (last[X].stack, last[X].bounty) == (100, 1_150)


@rule("TYP-12", "TYP-13", "TAMB-76", "TAMB-40")
def test_the_money_of_all_flights_goes_on_to_the_second_phase() -> None:
    ledger = Ledger()
    flights = [Scene(example("phased"), tournament=number, ledger=ledger) for number in (1, 2)]
    flights[0].fund(ANN, BEN)
    for scene in flights:
        scene.register(ANN, BEN)
    assert flights[0].cash(ANN) == DEPOSIT - 5_000
    over = [flight(2, {ANN: 15_000, BEN: 5_000}), flight(2, {ANN: 20_000})]
    phase = Scene(example("phased"), tournament=3, ledger=ledger, carried=pools_of(over))
    for scene, result in zip(flights, over, strict=True):
        transfer = scene.money.carry_over(phase.money, result.pools, at_ms=START_MS)
        ledger.apply(transfer)
        ledger.apply(scene.money.close(0, {}, at_ms=START_MS))
    assert phase.pools() == (9_000, 0, 1_000)
    assert (phase.desk.pool, phase.desk.fees) == (9_000, 1_000)
    for player, survivor in moving_on(over).items():
        phase.register(player, survivor=survivor)
    stacks = {entry.player: entry.stack for entry in phase.desk.entries.values()}
    assert stacks == {ANN: 20_000, BEN: 5_000}
    assert (phase.desk.pool, phase.desk.fees) == (9_000, 1_000)


def second(flights: list[Flight]) -> Tournament:
    """The second phase of the packaged example."""
    definition = example("phased")
    first = terms_of(definition, edition("en-2.7"), starts_ms=START_MS)
    return phases.second(definition, first, flights)


def shares(tournament: Tournament) -> dict[PlayerId, SharePaid]:
    events = tournament.take_step().events
    paid = [event for event in events if isinstance(event, SharePaid)]
    return {tournament.player_of(share.entry): share for share in paid}


@rule("TAMB-89", "CXL-03")
def test_between_the_phases_too_many_players_share_half_evenly_half_by_chips() -> None:
    tournament = second(hard_case())
    tournament.cancel(START_MS)
    paid = shares(tournament)
    assert len(paid) == 33
    assert sum(share.pot for share in paid.values()) == 405_000
    assert sum(share.fees for share in paid.values()) == 33 * 250
    exact = Fraction(405_000, 66) + Fraction(202_500 * 41_000, 1_731_500)
    assert abs(paid[X].pot - exact) < 1


@rule("TAMB-89", "TAMB-83", "THC-37")
def test_between_the_phases_players_who_are_all_paid_get_the_last_prize_and_a_share() -> None:
    flights = [flight(180, {X: 41_000, **others(100, 19, 1_759_000)})]
    tournament = second(flights)
    tournament.cancel(START_MS)
    paid = shares(tournament)
    lowest = 7_384
    assert sum(share.pot for share in paid.values()) == 405_000
    exact = lowest + Fraction((405_000 - 20 * lowest) * 41_000, 1_800_000)
    assert abs(paid[X].pot - exact) < 1


@rule("THC-36", "THC-37", "TAMB-76")
def test_the_prizes_of_the_second_phase_are_those_of_all_entries() -> None:
    tournament = second(hard_case())
    tournament.start(START_MS + 1)
    structure = tournament.payouts.structure
    assert structure is not None
    assert [award.cents for award in structure] == cents(
        "907.29 464.81 317.37 243.65 199.42 169.93 3*134.24 3*103.36 6*80.28 6*63.90 3*56.55"
    )
    assert tournament.level == 7
    all_paid = second([flight(180, {X: 41_000, **others(100, 19, 1_759_000)})])
    all_paid.start(START_MS + 1)
    assert all_paid.payouts.structure is not None
    assert [award.cents for award in all_paid.payouts.structure] == cents(
        "1023.22 522.81 356.04 272.65 222.62 189.27 3*148.90 3*113.97 6*87.85 2*73.84"
    )


@rule("TAMB-76")
def test_one_player_who_arrives_alone_has_won() -> None:
    tournament = second([flight(4, {X: 40_000})])
    tournament.start(START_MS + 1)
    assert tournament.is_over
    won = [event for event in tournament.take_step().events if isinstance(event, PrizeWon)]
    assert [(prize.place, prize.award.cents) for prize in won] == [(1, 9_000)]


@rule("TYP-13")
def test_nobody_registers_for_the_second_phase_itself() -> None:
    second = Scene(example("phased"), carried=Price(0, 0, 0))
    second.fund(ANN)
    with pytest.raises(EntryRefused, match=r"no direct entry to the second phase \(TYP-13\)"):
        second.register(ANN)
    second.register(BEN, survivor=Survivor(player=BEN, stack=5, bounty=0, fees=250))
    with pytest.raises(EntryRefused, match="tournament has started"):
        second.unregister(BEN)


@rule("CXL-02", "TAMB-87", "THC-44")
def test_two_flight_entries_are_both_given_back() -> None:
    ledger = Ledger()
    flights = [Scene(example("phased"), tournament=number, ledger=ledger) for number in (1, 2)]
    flights[0].fund(ANN)
    for scene in flights:
        scene.register(ANN)
    for scene in flights:
        scene.desk.refund_all(START_MS)
        scene.take_step()
    assert flights[0].cash(ANN) == DEPOSIT


@rule("TYP-13", "TAMB-76")
def test_several_flights_may_be_entered_unless_the_house_says_otherwise() -> None:
    scene = Scene(example("phased"))
    scene.fund(ANN)
    scene.register(ANN)
    verify_flight_entry(scene.terms.rules.phased, ANN, [scene.desk])
    house = house_rules('inherits = "en-2.7"\n[TYP-13]\nseveral_first_phases = false\n', "h.toml")
    assert house.tournament is not None
    verify_flight_entry(house.tournament.phased, BEN, [scene.desk])
    with pytest.raises(EntryRefused, match=r"one flight per person \(TYP-13\)"):
        verify_flight_entry(house.tournament.phased, ANN, [scene.desk])


@rule("TAMB-76")
def test_of_two_equal_stacks_the_first_one_moves_on() -> None:
    first, second = (Survivor(player=X, stack=90, bounty=0, fees=fees) for fees in (2_50, 5_00))
    flights = [
        Flight(entries=2, pools=Price(45_00, 0, 5_00), survivors=(one,)) for one in (first, second)
    ]
    assert moving_on(flights) == {X: first}


@rule("TYP-12", "TAMB-76", "TAMB-45")
def test_a_first_phase_may_end_with_the_last_listed_level() -> None:
    levels = [{"small": 10, "big": 20}, {"small": 20, "big": 40}]
    phase = {"first_phase_levels": 2}
    arena = Arena(example("phased", blinds={"level_s": 600, "levels": levels}, phased=phase))
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    arena.tick(START_MS + 1_199_000)
    assert arena.tournament.is_running
    arena.tick(START_MS + 1_200_000)
    assert arena.tournament.ended == "phase_over"


@rule("TAMB-76", "TRN-09")
def test_a_flight_with_one_player_waits_while_others_may_still_enter() -> None:
    arena = Arena(example("phased", registration={"late_levels": 2}))
    arena.enter(1, 2, 3)
    arena.start()
    arena.play_down_to(1)
    assert arena.tournament.is_running
    arena.enter(4)
    assert arena.tournament.left == 2
    arena.walk(1)
    arena.play_down_to(1)
    arena.tick(arena.now_ms + 2 * 600_000)
    assert arena.tournament.ended == "phase_over"
    assert sum(arena.tournament.survivors.values()) == 40_000


@rule("TAMB-45", "TAMB-76", "TRN-23")
def test_a_flight_left_alone_before_its_first_hand_still_ends() -> None:
    arena = Arena(example("phased", registration={"late_levels": 2}))
    arena.enter(1, 2)
    arena.start()
    arena.tournament.disqualify(PlayerId(1), CaseId(1), arena.now_ms)
    arena.take_step()
    assert arena.tournament.is_running
    arena.tick(arena.now_ms + 2 * 600_000)
    assert arena.tournament.ended == "phase_over"
    assert len(arena.tournament.survivors) == 1


@rule("TAMB-69", "TAMB-76")
def test_the_pause_for_add_ons_comes_before_the_end_of_a_flight() -> None:
    """Re-buys are sold to the last level of the phase: everybody has the 60 s after it."""
    definition = example(
        "phased", phased={"first_phase_levels": 2}, rebuy={"until_level": 2}, addon={}
    )
    arena = Arena(definition)
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    arena.tick(arena.now_ms + 2 * 600_000)
    assert arena.tournament.is_running
    arena.now_ms += 59_000
    arena.tournament.add_on(PlayerId(1), arena.now_ms)
    arena.take_step()
    arena.tick(arena.now_ms + 1_000)
    assert arena.tournament.ended == "phase_over"
    assert sum(arena.tournament.survivors.values()) == 40_000
    with pytest.raises(SeatRefused):
        arena.tournament.add_on(PlayerId(2), arena.now_ms)


@rule("TAMB-89", "TRN-23")
def test_a_flight_that_nobody_survives_is_cancelled_and_its_pot_held() -> None:
    arena = Arena(example("phased", registration={"late_levels": 0}))
    arena.enter(1, 2)
    arena.start()
    arena.deal(1)
    for player in (1, 2):
        arena.tournament.disqualify(PlayerId(player), CaseId(1), arena.now_ms)
    arena.commit(1)
    assert arena.tournament.is_cancelled
    (share,) = [one for one in arena.events_of(SharePaid) if isinstance(one, SharePaid)]
    assert share.pot == 2 * 2_250
    player = arena.tournament.player_of(share.entry)
    assert arena.ledger.balance(held(CaseId(1), player, "EUR")) == 2 * 2_250
