"""Hand for hand when things go wrong: tables that may not deal, roll-backs, restarts (H4H-02)."""

import pytest

from cardroom.errors import ActionRefused
from cardroom.ledger import CaseId
from cardroom.tournament.events import SynchronisedHandStarted
from cardroom.tournament.ids import EntryId, TableNumber
from tests.rule import rule
from tests.tournament.arena import Arena
from tests.tournament.desks import example


def bubble() -> Arena:
    """Five players at tables of three and two, two places paid: hand for hand is on."""
    registration = {"late_levels": 0, "minimum_entries": 2}
    definition = example(
        "hand-for-hand", seats=3, hand_for_hand_places=3, registration=registration
    )
    arena = Arena(definition)
    arena.enter(*range(1, 7))
    arena.start()
    first, loser = (one.entry for one in arena.at(1)[:2])
    arena.shove(1, first, loser)
    assert sorted(arena.sizes()) == [2, 3]
    assert arena.events_of(SynchronisedHandStarted)
    return arena


def table_of(arena: Arena, players: int) -> TableNumber:
    return next(n for n, table in arena.tournament.tables.items() if len(table.seats) == players)


def restored(arena: Arena) -> Arena:
    """The same tournament in a room that has only its events."""
    other = Arena(arena.definition)
    other.ledger = arena.ledger
    other.now_ms = arena.now_ms
    other.tournament.restore(arena.events, arena.now_ms, down_since_ms=arena.now_ms)
    return other


@rule("H4H-02", "TAMB-59", "TAMB-63")
def test_a_rolled_back_table_of_absent_players_waits_until_it_may_deal() -> None:
    arena = bubble()
    number = table_of(arena, 2)
    arena.deal(number)
    for entrant in arena.at(number):
        arena.tournament.sit_out(entrant.player, arena.now_ms)
    arena.tournament.roll_back(number, "fault", arena.now_ms)
    arena.take_step()
    assert number not in arena.tournament.ready, "one hand per 5 s where all are absent"
    with pytest.raises(ActionRefused):
        arena.deal(number)
    arena.tick(arena.now_ms + 5_000)
    assert number in arena.tournament.ready
    arena.walk(number)
    arena.walk(table_of(arena, 3))
    assert len(arena.events_of(SynchronisedHandStarted)) == 2 or arena.tournament.next_deadline_ms


@rule("H4H-02", "TAMB-57", "TAMB-59", "TRN-25")
def test_a_table_that_lost_its_second_player_is_not_waited_for_even_after_a_restart() -> None:
    arena = bubble()
    small, large = table_of(arena, 2), table_of(arena, 3)
    arena.deal(large)
    arena.tournament.disqualify(arena.at(small)[0].player, CaseId(1), arena.now_ms)
    arena.take_step()
    assert small not in arena.tournament.ready
    again = restored(arena)
    assert list(again.tournament.ready) == [large], "its hand was rolled back"
    assert small not in again.tournament.hand_for_hand.unfinished
    again.walk(large)
    assert again.tournament.hand_for_hand.group is None or len(again.tournament.tables) > 1


@rule("H4H-02", "TAMB-97", "TRN-25")
def test_a_synchronised_hand_goes_on_after_every_table_was_restored() -> None:
    arena = bubble()
    for number in list(arena.tournament.ready):
        arena.deal(number)
    again = restored(arena)
    assert sorted(again.tournament.ready) == sorted(again.tournament.tables)
    for number in list(again.tournament.ready):
        again.walk(number)
    assert again.tournament.is_running


@rule("H4H-03", "TAMB-59", "TAMB-89")
@pytest.mark.parametrize("bust_first", [True, False])
def test_a_player_disqualified_in_a_synchronised_hand_finishes_below_a_bust_elsewhere(
    bust_first: bool,
) -> None:
    """Five are in when the hand begins: the disqualified one is 5th, whoever commits first."""
    arena = bubble()
    small, large = table_of(arena, 2), table_of(arena, 3)
    bad = arena.at(large)[0]
    winner, loser = (one.entry for one in arena.at(small))
    arena.give({winner: 5_000, loser: 1_000})
    arena.deal_shove(small, winner, loser)
    arena.deal(large)
    arena.tournament.disqualify(bad.player, CaseId(1), arena.now_ms)
    arena.fold_out(large)
    for number in (small, large) if bust_first else (large, small):
        arena.commit(number)
    assert arena.tournament.places[bad.entry] == 5
    assert arena.tournament.places[EntryId(loser)] == 4
