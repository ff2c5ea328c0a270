"""One person, several accounts: nobody takes part in a tournament twice (TRN-11)."""

import pytest

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.tournaments import Price
from cardroom.tournament.desk.entries import Survivor
from cardroom.tournament.desk.flights import Flight, moving_on, verify_flight_entry
from cardroom.tournament.ids import PersonId
from tests.rule import rule
from tests.tournament.arena import Arena
from tests.tournament.desks import ANN, BEN, DEPOSIT, Scene, example

ANNS_OTHER = PlayerId(4_001)
PERSON = PersonId(7_000)


@rule("TRN-11")
@pytest.mark.parametrize("name", ["freezeout", "reentry", "sit-and-go-5"])
def test_one_person_does_not_enter_with_two_accounts(name: str) -> None:
    scene = Scene(example(name))
    scene.fund(ANN, ANNS_OTHER, BEN)
    entry = scene.register(ANN, person=PERSON)
    with pytest.raises(EntryRefused, match="TRN-11"):
        scene.register(ANNS_OTHER, person=PERSON)
    scene.knock_out(entry)
    with pytest.raises(EntryRefused, match="TRN-11"):
        scene.register(ANNS_OTHER, person=PERSON)
    assert scene.cash(ANNS_OTHER) == DEPOSIT
    scene.register(BEN)
    assert scene.replayed().has_other_account(ANNS_OTHER, PERSON)


@rule("TRN-11", "TRN-12")
def test_who_has_given_the_entry_back_may_enter_with_another_account() -> None:
    scene = Scene(example("freezeout"))
    scene.fund(ANN, ANNS_OTHER)
    scene.register(ANN, person=PERSON)
    scene.unregister(ANN)
    scene.register(ANNS_OTHER, person=PERSON)
    with pytest.raises(EntryRefused, match="TRN-11"):
        scene.register(ANN, person=PERSON)


@rule("TRN-11", "TYP-13")
def test_one_person_does_not_enter_two_flights_with_two_accounts() -> None:
    first = Scene(example("phased"))
    first.fund(ANN)
    first.register(ANN, person=PERSON)
    rules = first.terms.rules.phased
    verify_flight_entry(rules, ANN, [first.desk], PERSON)
    with pytest.raises(EntryRefused, match="TRN-11"):
        verify_flight_entry(rules, ANNS_OTHER, [first.desk], PERSON)


@rule("TRN-11", "TYP-13")
def test_of_two_accounts_of_one_person_only_the_largest_stack_moves_on() -> None:
    stacks = {ANN: 3_000, ANNS_OTHER: 5_000}
    survivors = [
        Survivor(player=player, stack=stack, bounty=0, fees=250, person=PERSON)
        for player, stack in stacks.items()
    ]
    flights = [
        Flight(entries=2, pools=Price(0, 0, 0), survivors=(survivor,)) for survivor in survivors
    ]
    assert list(moving_on(flights)) == [ANNS_OTHER]


@rule("TRN-11", "TAMB-70")
def test_a_person_who_is_out_enters_again_with_the_same_account_only() -> None:
    arena = Arena(example("reentry"))
    arena.fund(ANNS_OTHER)
    arena.enter(2, 3, 4)
    arena.fund(ANN)
    entry = arena.tournament.register(ANN, arena.now_ms, person=PERSON)
    arena.take_step()
    arena.start()
    arena.shove(1, next(one.entry for one in arena.at(1) if one.entry != entry), entry)
    with pytest.raises(EntryRefused, match="TRN-11"):
        arena.tournament.register(ANNS_OTHER, arena.now_ms, person=PERSON)
    arena.tournament.register(ANN, arena.now_ms, person=PERSON)
    assert arena.tournament.left == 4
