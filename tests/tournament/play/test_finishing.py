"""Who finishes where, hand for hand, and when the event is over."""

import pytest

from cardroom.ledger import CaseId
from cardroom.tournament.definition import Definition
from cardroom.tournament.events import (
    HandDealt,
    HandForHandEnded,
    HandForHandStarted,
    Moved,
    PrizeWon,
    TournamentEnded,
)
from cardroom.tournament.ids import EntryId, TableNumber
from tests.rule import rule
from tests.tournament.arena import EDITIONS, Arena, freezeout
from tests.tournament.desks import example


def near_the_money(seed: int = 1, **changes: object) -> Arena:
    """100 entries, 15 places, 16 left at three tables: hand for hand (THC-01, THC-23)."""
    arena = Arena(freezeout(**changes), seed=seed)  # type: ignore[arg-type]
    arena.enter(*range(1, 101))
    arena.start()
    arena.play_down_to(17)
    arena.play_down_to(16)
    assert len(arena.tournament.tables) == 3
    assert arena.tournament.hand_for_hand.is_on
    return arena


def two_victims(arena: Arena, chips_a: int, chips_b: int) -> tuple[EntryId, EntryId]:
    """A at the first table and B at the third, with these stacks."""
    first, third = (list(arena.tournament.tables)[place] for place in (0, 2))
    a, b = arena.at(first)[0].entry, arena.at(third)[0].entry
    arena.give({a: chips_a, b: chips_b})
    return a, b


def knock_out(arena: Arena, victim: EntryId) -> None:
    """The victim loses all chips; the hand is not committed yet."""
    table = arena.entrant(victim).table
    winner = max((one for one in arena.at(table) if one.entry != victim), key=lambda one: one.stack)
    arena.deal_shove(table, winner.entry, victim)


@rule("THC-23", "H4H-02", "H4H-03", "H4H-04", "TAMB-59", "TAMB-60", "TAMB-17")
@pytest.mark.parametrize("a_first", [True, False])
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_in_a_synchronised_hand_the_stack_decides_not_the_time(
    edition_name: str, a_first: bool
) -> None:
    arena = near_the_money(edition_name=edition_name)
    a, b = two_victims(arena, 4000, 2500)
    for victim in (a, b):
        knock_out(arena, victim)
    other = next(iter(arena.tournament.ready))
    arena.deal(other)
    for victim in (a, b) if a_first else (b, a):
        arena.now_ms += 40_000
        arena.commit(arena.entrant(victim).table)
        assert victim not in arena.tournament.places, "final with the last table"
        assert not arena.tournament.ready, "who is first waits for the others"
    arena.fold_out(other)
    arena.commit(other)
    places = arena.tournament.places
    assert (places[a], places[b]) == (15, 16)
    assert (arena.won(a), arena.won(b)) == (2552 - 1000, -1000)
    assert arena.tournament.left == 14
    assert not arena.tournament.hand_for_hand.is_on
    assert len(arena.events_of(HandForHandEnded)) == 1


@rule("THC-24", "TRN-21", "TAMB-60")
def test_equal_stacks_are_placed_at_random_and_no_prize_is_split() -> None:
    better = set()
    for seed in range(6):
        arena = near_the_money(seed)
        a, b = two_victims(arena, 3000, 3000)
        for victim in (a, b):
            knock_out(arena, victim)
        other = next(iter(arena.tournament.ready))
        arena.deal(other)
        arena.fold_out(other)
        for table in (arena.entrant(a).table, arena.entrant(b).table, other):
            arena.commit(table)
        assert sorted((arena.won(a), arena.won(b))) == [-1000, 1552]
        better.add(arena.tournament.places[a])
    assert better == {15, 16}


@rule("THC-25", "TAMB-60", "TAMB-61")
def test_without_hand_for_hand_the_later_hand_finishes_higher() -> None:
    arena = Arena(freezeout())
    arena.enter(*range(1, 101))
    arena.start()
    arena.play_down_to(40)
    first, second = list(arena.tournament.ready)[:2]
    a, b = arena.at(first)[0].entry, arena.at(second)[0].entry
    arena.give({a: 9000, b: 500})
    arena.give({arena.at(first)[1].entry: 20_000})
    knock_out(arena, a)
    knock_out(arena, b)
    arena.commit(first)
    arena.now_ms += 2000
    arena.commit(second)
    assert (arena.tournament.places[b], arena.tournament.places[a]) == (39, 40)


@rule("THC-26", "TRN-20", "TAMB-61", "TRN-22", "TAMB-62")
def test_of_two_who_are_out_in_one_hand_more_chips_finish_higher() -> None:
    arena = Arena(freezeout())
    arena.enter(*range(1, 12))
    arena.start()
    arena.play_down_to(4)
    a, b, c, _ = (one.entry for one in arena.at(next(iter(arena.tournament.ready))))
    arena.give({a: 500, b: 900, c: 40_000})
    arena.shove(next(iter(arena.tournament.ready)), c, a, b)
    assert (arena.tournament.places[b], arena.tournament.places[a]) == (3, 4)
    assert (arena.won(b), arena.won(a)) == (2209 - 1000, -1000), "credited at once"


def satellite() -> Definition:
    return example(
        "satellite",
        price_cents=550,
        fee_cents=50,
        registration={"late_levels": 0},
        satellite={"target": "sunday", "seat_price_cents": 5500},
    )


@rule("THC-27", "TRN-19", "TAMB-26", "TAMB-67")
@pytest.mark.parametrize(("left", "fourth", "fifth"), [(5, True, 1500), (6, False, 1500)])
def test_a_satellite_ends_when_seats_are_left_for_all(left: int, fourth: bool, fifth: int) -> None:
    arena = Arena(satellite())
    arena.enter(*range(1, 48))
    arena.start()
    arena.play_down_to(left)
    table = next(iter(arena.tournament.ready))
    bigger, smaller, winner = (one.entry for one in arena.at(table)[:3])
    arena.give({bigger: 2000, smaller: 1200, winner: 50_000})
    arena.shove(table, winner, bigger, smaller)
    assert arena.tournament.is_over
    assert arena.events_of(TournamentEnded)[0].cause == "identical_prizes"  # type: ignore[attr-defined]
    won = {one.entry: one for one in arena.events_of(PrizeWon) if isinstance(one, PrizeWon)}
    assert sum(one.award.seat for one in won.values()) == 4
    cash = smaller if fourth else bigger
    assert won[cash].award.cents == fifth
    assert (bigger in won and won[bigger].award.seat) == fourth
    assert (smaller in won) == fourth
    assert arena.won(cash) == fifth - 550


@rule("THC-28", "TAMB-58", "H4H-01")
def test_hand_for_hand_waits_until_registration_is_closed() -> None:
    definition = freezeout(seats=9, registration={"late_levels": 1})
    arena = Arena(definition)
    arena.enter(*range(1, 101))
    arena.start()
    arena.play_down_to(16)
    assert len(arena.tournament.tables) == 2
    assert not arena.tournament.hand_for_hand.is_on
    first, second = arena.tournament.ready
    arena.deal(first)
    arena.tick(arena.now_ms + 600_000)
    assert len(arena.events_of(HandForHandStarted)) == 1
    assert not arena.tournament.ready, "a hand in progress is finished first"
    arena.fold_out(first)
    arena.commit(first)
    assert set(arena.tournament.ready) == {first, second}
    arena.deal(second)
    dealt = arena.events_of(HandDealt)[-2:]
    assert [hand.synchronised for hand in dealt if isinstance(hand, HandDealt)] == [False, True]


@rule("TAMB-58", "H4H-01")
def test_a_satellite_plays_hand_for_hand_until_its_end() -> None:
    """Four seats and a cash place: with five left at two tables of three it goes on."""
    definition = example(
        "satellite",
        seats=3,
        registration={"late_levels": 0},
        satellite={"target": "sunday", "seat_price_cents": 5500},
    )
    arena = Arena(definition)
    arena.enter(*range(1, 48))
    arena.start()
    arena.play_down_to(6)
    assert (len(arena.tournament.tables), arena.tournament.hand_for_hand.is_on) == (2, True)
    arena.play_down_to(5)
    assert arena.tournament.is_in_the_money
    (other,) = arena.tournament.ready
    arena.walk(other)
    assert arena.tournament.hand_for_hand.is_on
    assert len(arena.tournament.ready) == 2, "the next hand of both tables"
    plain = near_the_money()
    for table in list(plain.tournament.ready)[1:]:
        plain.walk(table)
    plain.play_down_to(15)
    assert not plain.tournament.hand_for_hand.is_on, "a tournament for cash stops in the money"


@rule("THC-28", "H4H-01")
def test_one_table_never_plays_hand_for_hand() -> None:
    arena = Arena(freezeout())
    arena.enter(*range(1, 7))
    arena.start()
    arena.play_down_to(1)
    assert arena.events_of(HandForHandStarted) == []


@rule("TAMB-59", "TAMB-45")
def test_the_clock_runs_on_and_all_tables_play_one_level() -> None:
    arena = near_the_money()
    tables = list(arena.tournament.ready)
    level = arena.tournament.level
    arena.deal(tables[0])
    arena.tick(arena.now_ms + 600_000)
    assert arena.tournament.level == level + 1
    for table in tables[1:]:
        arena.deal(table)
    for table in tables:
        arena.fold_out(table)
        arena.commit(table)
    for table in list(arena.tournament.ready):
        arena.deal(table)
    dealt = [hand for hand in arena.events_of(HandDealt) if isinstance(hand, HandDealt)][-6:]
    assert [hand.level for hand in dealt] == [level] * 3 + [level + 1] * 3


@rule("TRN-19", "TYP-03")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_a_freezeout_ends_when_one_player_has_all_chips(edition_name: str) -> None:
    arena = Arena(freezeout(edition_name))
    entries = arena.enter(*range(1, 31))
    arena.start()
    arena.play_down_to(1)
    assert arena.tournament.ended == "one_player_left"
    assert sorted(arena.tournament.places.values()) == list(range(1, 31))
    (winner,) = arena.tournament.stacks.items()
    assert winner == (next(e for e, p in arena.tournament.places.items() if p == 1), 150_000)
    money = arena.tournament.desk.money
    assert [arena.ledger.balance(one) for one in (money.places, money.fees)] == [0, 0]
    assert sum(arena.won(entry) for entry in entries) == -30 * 100


@rule("TAMB-60", "TAMB-70", "TRN-08")
def test_places_wait_until_nobody_can_enter_any_more() -> None:
    arena = Arena(freezeout(registration={"late_levels": 1}))
    arena.enter(*range(1, 22))
    arena.start()
    arena.play_down_to(20)
    (out,) = set(arena.tournament.desk.entries) - set(arena.tournament.field.entrants)
    assert arena.tournament.places == {}
    arena.enter(22)
    arena.tick(arena.now_ms + 600_000)
    assert arena.tournament.places == {out: 22}, "a later entry pushes the place down"


@rule("H4H-02", "TRN-25", "TAMB-97")
def test_a_rolled_back_synchronised_hand_is_dealt_again_before_the_others_go_on() -> None:
    arena = near_the_money()
    tables = list(arena.tournament.ready)
    for table in tables:
        arena.deal(table)
    before = [hand for hand in arena.events_of(HandDealt) if isinstance(hand, HandDealt)][-1]
    for table in tables[:2]:
        arena.fold_out(table)
        arena.commit(table)
    arena.tournament.roll_back(TableNumber(tables[2]), "crash", arena.now_ms)
    assert list(arena.tournament.ready) == [tables[2]]
    arena.deal(tables[2])
    after = [hand for hand in arena.events_of(HandDealt) if isinstance(hand, HandDealt)][-1]
    assert (after.positions, after.dealt_in) == (before.positions, before.dealt_in)


@rule("TAMB-61", "TAMB-69")
def test_places_wait_for_a_player_of_an_earlier_hand_who_may_still_buy_back() -> None:
    """Window and late registration are over; A of table 1 is asked, B of table 2 has declined."""
    arena = Arena(example("rebuy"))
    arena.enter(*range(1, 13))
    arena.start()
    start = arena.now_ms
    victims = []
    for table in (1, 2):
        arena.walk(table)
    arena.tick(start + 899_000)
    for table in (1, 2):
        loser, winner = (one.entry for one in arena.at(table)[:2])
        arena.give({winner: 5_000})
        arena.deal_shove(table, winner, loser)
        victims.append(loser)
    arena.tick(start + 900_000)
    assert not arena.tournament.desk.registration_open
    for table in (1, 2):
        arena.commit(table)
    a, b = victims
    arena.tournament.decline_rebuy(arena.tournament.player_of(b), arena.now_ms)
    arena.take_step()
    assert arena.tournament.places == {}
    arena.tick(arena.now_ms + 15_000)
    assert arena.tournament.places == {a: 12, b: 11}


@rule("TAMB-59", "TAMB-53")
def test_moves_wait_for_the_end_of_the_synchronised_hand() -> None:
    """Tables of 6, 5 and 5 play hand for hand; a player of a smaller table is out."""
    arena = near_the_money()
    tables = sorted(arena.tournament.ready, key=lambda number: len(arena.at(number)))
    loser, winner = (one.entry for one in arena.at(tables[0])[:2])
    arena.give({winner: 100_000})
    arena.deal_shove(tables[0], winner, loser)
    for table in tables[1:]:
        arena.deal(table)
        arena.fold_out(table)
    moved = len(arena.events_of(Moved))
    arena.commit(tables[0])
    arena.commit(tables[2])
    assert sorted(arena.sizes()) == [4, 5, 6]
    assert len(arena.events_of(Moved)) == moved
    arena.commit(tables[1])
    assert sorted(arena.sizes()) == [5, 5, 5]
    assert len(arena.events_of(Moved)) == moved + 1


@rule("TAMB-97", "TAMB-45", "TAMB-59")
def test_a_rolled_back_synchronised_hand_is_dealt_again_at_the_level_then_in_force() -> None:
    arena = near_the_money()
    tables = list(arena.tournament.ready)
    level = arena.tournament.level
    for table in tables:
        arena.deal(table)
    arena.tick(arena.now_ms + 600_000)
    arena.tournament.roll_back(TableNumber(tables[2]), "crash", arena.now_ms)
    arena.deal(tables[2])
    dealt = [hand for hand in arena.events_of(HandDealt) if isinstance(hand, HandDealt)][-4:]
    assert [hand.level for hand in dealt] == [level, level, level, level + 1]


def heads_up_tables(left: int, **changes: object) -> Arena:
    """21 entries at tables of two, four places: hand for hand with five left."""
    arena = Arena(freezeout(seats=2, **changes))  # type: ignore[arg-type]
    arena.enter(*range(1, 22))
    arena.start()
    arena.play_down_to(left)
    return arena


@rule("H4H-02", "TAMB-57")
def test_a_player_who_is_alone_at_a_table_is_not_waited_for_hand_for_hand() -> None:
    arena = heads_up_tables(5)
    assert arena.tournament.hand_for_hand.is_on
    assert sorted(arena.sizes()) == [1, 2, 2]
    assert len(arena.tournament.ready) == 2
    arena.play_down_to(1)
    assert arena.tournament.ended == "one_player_left"


@rule("H4H-02", "TRN-23")
def test_a_table_left_without_a_second_player_holds_nobody_up_in_a_synchronised_hand() -> None:
    arena = heads_up_tables(6, hand_for_hand_places=3)
    assert arena.tournament.hand_for_hand.is_on
    first, *others = arena.tournament.ready
    for table in others:
        arena.walk(table)
    arena.tournament.disqualify(arena.at(first)[0].player, CaseId(1), arena.now_ms)
    arena.take_step()
    assert len(arena.tournament.ready) == 2, "the next synchronised hand"
