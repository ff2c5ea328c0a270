"""Phased tournaments: whose stack moves on, and what the second phase is played for."""

import pytest

from cardroom.errors import EntryRefused
from cardroom.ledger import Ledger, PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.rulebook import edition
from cardroom.tournament.definition_terms import terms_of
from cardroom.tournament.entries import Survivor
from cardroom.tournament.flights import Flight, moving_on, pools_of, second_phase
from tests.rule import rule
from tests.tournament.desks import ANN, BEN, DEPOSIT, START_MS, Scene, example

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
    assert (second.entries_before, second.pool_before) == (180, 405_000)
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
    second = Scene(example("phased"), tournament=3, ledger=ledger, carried=pools_of(over))
    for scene, result in zip(flights, over, strict=True):
        transfer = scene.money.carry_over(second.money, result.pools, at_ms=START_MS)
        ledger.apply(transfer)
        ledger.apply(scene.money.close(0, {}, at_ms=START_MS))
    assert second.pools() == (9_000, 0, 1_000)
    assert (second.desk.pool, second.desk.fees) == (9_000, 1_000)
    for player, survivor in moving_on(over).items():
        second.register(player, survivor=survivor)
    stacks = {entry.player: entry.stack for entry in second.desk.entries.values()}
    assert stacks == {ANN: 20_000, BEN: 5_000}
    assert (second.desk.pool, second.desk.fees) == (9_000, 1_000)


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
        scene.settle()
    assert flights[0].cash(ANN) == DEPOSIT
