"""Players who are all absent do not hand each other the blinds for ever (TAMB-101)."""

import pytest

from cardroom.ledger import PlayerId
from cardroom.tournament.events import (
    HandFinished,
    PlaceTaken,
    PrizeWon,
    TournamentEnded,
)
from cardroom.tournament.ids import EntryId
from cardroom.tournament.record import decode_events, encode_events
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE
from tests.tournament.arena import Arena, freezeout, house
from tests.tournament.desks import example

PACE_MS = 5_000
LONG = {"level_s": 3_600}


def absent_field(arena: Arena, players: int) -> Arena:
    """Everybody has registered, nobody has come."""
    arena.enter(*range(1, players + 1))
    arena.start(absent=[PlayerId(number) for number in range(1, players + 1)])
    return arena


def play(arena: Arena, hands: int) -> None:
    """This many hands at every table, as slowly as it goes, or until the end."""
    for _ in range(hands):
        for table in list(arena.tournament.ready):
            if table in arena.tournament.ready:
                arena.deal(table)
                arena.commit(table)
        if arena.tournament.is_over:
            return
        arena.tick(arena.now_ms + PACE_MS)


def places(arena: Arena) -> dict[EntryId, int]:
    return {
        one.entry: one.place for one in arena.events_of(PlaceTaken) if isinstance(one, PlaceTaken)
    }


def pools(arena: Arena) -> list[int]:
    """What is left of the money: nothing, once it is over."""
    money = arena.tournament.desk.money
    return [arena.ledger.balance(pool) for pool in (money.places, money.bounties, money.fees)]


@rule("TAMB-101", "TAMB-63", "TRN-20")
@pytest.mark.parametrize("edition_name", ONLINE)
def test_two_absent_players_heads_up_are_ranked_by_chips_after_100_hands(
    edition_name: str,
) -> None:
    arena = Arena(example("sit-and-go-2", edition=edition_name, blinds=LONG))
    absent_field(arena, 2)
    short, tall = sorted(arena.tournament.stacks)
    arena.give({short: 1_499, tall: 1_501})
    play(arena, 99)
    assert len(arena.events_of(HandFinished)) == 99
    assert arena.tournament.is_running
    play(arena, 1)
    assert arena.tournament.ended == "all_absent"
    assert places(arena) == {tall: 1, short: 2}
    assert len(arena.events_of(PrizeWon)) == 1
    assert arena.won(tall) > 0 > arena.won(short)
    assert pools(arena) == [0, 0, 0]


@rule("TAMB-101", "TRN-21")
def test_equal_stacks_are_ranked_at_random() -> None:
    winners = set()
    for seed in range(12):
        arena = Arena(example("sit-and-go-2", blinds=LONG), seed=seed)
        absent_field(arena, 2)
        play(arena, 100)
        assert arena.tournament.ended == "all_absent"
        assert len(set(arena.tournament.stacks.values())) == 1
        winners |= {entry for entry, place in places(arena).items() if place == 1}
    assert len(winners) == 2


@rule("TAMB-101")
def test_whoever_comes_back_plays_on_and_the_count_begins_again() -> None:
    arena = absent_field(Arena(example("sit-and-go-2", blinds=LONG)), 2)
    play(arena, 99)
    arena.tournament.come_back(PlayerId(1), arena.now_ms)
    arena.tournament.sit_out(PlayerId(1), arena.now_ms)
    arena.take_step()
    play(arena, 99)
    assert arena.tournament.is_running
    play(arena, 1)
    assert arena.tournament.ended == "all_absent"


@rule("TAMB-101")
def test_a_hand_in_which_somebody_came_back_does_not_count() -> None:
    """Dealt while all were absent, all-in by the blinds, and one is back before it is over."""
    arena = absent_field(Arena(example("sit-and-go-2", blinds=LONG)), 2)
    play(arena, 99)
    arena.deal(1)
    arena.tournament.come_back(PlayerId(2), arena.now_ms)
    arena.commit(1)
    assert arena.tournament.is_running
    assert arena.tournament.tables[next(iter(arena.tournament.tables))].absent_hands == 0


@rule("TAMB-101")
def test_one_player_who_is_there_takes_the_blinds_of_all_others() -> None:
    arena = Arena(example("sit-and-go-2", blinds=LONG))
    arena.enter(1, 2)
    arena.start(absent=[PlayerId(2)])
    for _ in range(300):
        if arena.tournament.is_over:
            break
        arena.deal(1)
        while arena.tournament.tables[next(iter(arena.tournament.tables))].actor is not None:
            arena.tournament.act(PlayerId(1), "call", 0, arena.now_ms)
        arena.commit(1)
    assert arena.tournament.ended == "one_player_left"
    assert arena.tournament.places[EntryId(1)] == 1


@rule("TAMB-101", "TAMB-63")
def test_several_tables_without_anybody_come_to_an_end_together() -> None:
    arena = Arena(freezeout(blinds=LONG))
    absent_field(arena, 14)
    chips = {entry: 1_000 + entry for entry in arena.tournament.stacks}
    arena.give(chips)
    play(arena, 99)
    assert arena.tournament.is_running
    play(arena, 1)
    assert arena.tournament.ended == "all_absent"
    assert sorted(places(arena).values()) == list(range(1, 15))
    stacks = arena.tournament.stacks
    ranked = sorted(stacks, key=lambda entry: places(arena)[entry])
    assert [stacks[entry] for entry in ranked] == sorted(stacks.values(), reverse=True)
    assert pools(arena) == [0, 0, 0]


@rule("TAMB-101")
def test_while_players_can_still_enter_it_goes_on() -> None:
    arena = Arena(example("freezeout", blinds=LONG, registration={"late_levels": 4}))
    absent_field(arena, 4)
    play(arena, 150)
    assert arena.tournament.is_running
    assert arena.tournament.desk.registration_open


@rule("TAMB-101", "TAMB-76")
def test_a_first_phase_ends_with_its_level_all_the_same() -> None:
    arena = Arena(example("phased", blinds=LONG, registration={"late_levels": 0}))
    absent_field(arena, 4)
    play(arena, 120)
    assert arena.tournament.is_running


@rule("TAMB-101", "TAMB-75")
def test_everybody_gets_their_own_bounty() -> None:
    arena = Arena(example("bounty", blinds=LONG, registration={"late_levels": 0}))
    absent_field(arena, 3)
    before = {entry: arena.won(entry) for entry in arena.tournament.stacks}
    play(arena, 100)
    assert arena.tournament.ended == "all_absent"
    gained = {entry: arena.won(entry) - cash for entry, cash in before.items()}
    assert all(gain >= 4_50 for gain in gained.values())
    assert sum(gained.values()) == 3 * 9_00
    assert pools(arena) == [0, 0, 0]


@rule("TAMB-101", "HEX-05")
def test_a_hexapro_game_without_anybody_ends_and_pays() -> None:
    arena = house("hexapro", "[TAMB-101] absent_hands_max = 6")
    absent_field(arena, 3)
    play(arena, 6)
    assert arena.events_of(TournamentEnded) == [TournamentEnded("all_absent", arena.now_ms)]
    assert arena.tournament.multiplier is not None


@rule("TAMB-101", "TRN-25")
def test_the_count_survives_a_restart() -> None:
    arena = absent_field(Arena(example("sit-and-go-2", blinds=LONG)), 2)
    play(arena, 60)
    stored = decode_events(encode_events(arena.events))
    arena.tournament = arena._made()
    arena.tournament.restore(stored, arena.now_ms, down_since_ms=arena.now_ms)
    arena.take_step()
    play(arena, 39)
    assert arena.tournament.is_running
    play(arena, 1)
    assert arena.tournament.ended == "all_absent"


@rule("TAMB-101", "TAMB-57")
def test_at_tables_of_two_a_player_who_sits_alone_is_not_waited_for() -> None:
    """Five players at tables of two: one of them never gets a hand."""
    arena = Arena(freezeout(seats=2, blinds=LONG))
    absent_field(arena, 5)
    assert sorted(arena.sizes()) == [1, 2, 2]
    play(arena, 99)
    assert arena.tournament.is_running
    play(arena, 1)
    assert arena.tournament.ended == "all_absent"
    assert sorted(places(arena).values()) == [1, 2, 3, 4, 5]


@rule("TAMB-101", "TAMB-53")
def test_two_players_who_each_sit_alone_are_brought_together_first() -> None:
    """Tables of two: a pair at each loses one player, and those left have not met yet."""
    none_late = {"late_levels": 0}
    switch = "[TAMB-101] absent_hands_max = 2"
    arena = house("freezeout", switch, seats=2, blinds=LONG, registration=none_late)
    absent_field(arena, 4)
    losers = [arena.at(table)[0].entry for table in (1, 2)]
    for table, loser in zip((1, 2), losers, strict=True):
        winner = next(one.entry for one in arena.at(table) if one.entry != loser)
        arena.give({loser: 1, winner: 9_999})
    while arena.tournament.left > 2:
        assert arena.tournament.is_running
        play(arena, 1)
    assert arena.tournament.is_running
    assert arena.sizes() == [2]
    play(arena, 2)
    assert arena.tournament.ended == "all_absent"
