"""Seats on the floor: draws, hands, moves, broken tables, levels."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from cardroom.cards import parse_cards
from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.levels import Levels
from cardroom.floor.seat_events import (
    ButtonDrawn,
    EntryTaken,
    HandFinished,
    Place,
    TableBroken,
    TableOpened,
)
from cardroom.floor.seating.seating import Seating
from cardroom.floor.terms import FloorTerms, PaidFrom
from cardroom.tournament.ids import EntryId
from tests.floor.rulings.asking import LIVE, house
from tests.floor.staff import TERMS, by, decode_log, encode_log, floor
from tests.rule import rule

MINUTE = 60


class Evening:
    """A floor with its deciders and a seeded draw."""

    def __init__(self, tables: int = 1, rules: Any = LIVE, terms: FloorTerms = TERMS) -> None:
        self.room: Floor = floor(rules, terms)
        self.seating = Seating(self.room)
        self.levels = Levels(self.room)
        self.chance = random.Random(7)
        for _ in range(tables):
            self.seating.open_table(by())

    def enter(self, count: int, kind: Any = "initial", at_s: int = 0) -> list[EntryId]:
        found = []
        for _ in range(count):
            who = f"player {len(self.room.field.names)}"
            taken = self.seating.take_entry(who, kind, by(at_s=at_s), self.chance.randrange)
            assert isinstance(taken.event, EntryTaken)
            found.append(taken.event.entry)
        return found

    def draw(self, table: int = 1) -> ButtonDrawn:
        drawn = self.seating.draw_button(table, by(), rand_below=self.chance.randrange).event
        assert isinstance(drawn, ButtonDrawn)
        return drawn


def refused(call: Any, *args: Any, **more: Any) -> tuple[str, str]:
    with pytest.raises(FloorRefused) as error:
        call(*args, **more)
    return error.value.rule, error.value.reason


def test_seats_are_drawn_uniformly_and_every_seat_once() -> None:
    counts = dict.fromkeys(range(1, 10), 0)
    for seed in range(900):
        evening = Evening()
        evening.chance = random.Random(seed)
        (entry,) = evening.enter(1)
        counts[evening.room.field.place(entry).seat] += 1
    assert all(60 < count < 140 for count in counts.values())
    evening = Evening(2)
    evening.enter(18)
    assert len(set(evening.room.field.places.values())) == 18
    assert refused(evening.enter, 1) == ("LIVE-8.2", "no_seat_is_free")


def test_late_seats_are_held_until_somebody_comes_late() -> None:
    evening = Evening(rules=house("seating", reserved_late_seats=2))
    evening.enter(7)
    assert refused(evening.enter, 1) == ("LIVE-8.2", "no_seat_is_free")
    assert len(evening.enter(2, "late")) == 2


@rule("LHC-51", "LAMB-39")
def test_re_entry_ends_with_its_window_and_for_good_when_the_paid_places_are_reached() -> None:
    levels = (replace(TERMS.levels[0], minutes=20),) * 10
    paid = (PaidFrom(entries=1, places=9), PaidFrom(entries=81, places=13))
    evening = Evening(11, terms=replace(TERMS, levels=levels, entries_until_level=8, paid=paid))
    entries = evening.enter(89)
    evening.levels.start(by(at_s=0))
    for table in evening.room.field.tables:
        evening.draw(table)
    first = entries[0]
    table = evening.room.field.place(first).table
    evening.seating.finish_hand(table, by(), [first])
    in_level_6 = by(at_s=110 * MINUTE)
    again = evening.seating.take_entry(
        "player 0", "re-entry", in_level_6, evening.chance.randrange, previous=first
    ).event
    assert isinstance(again, EntryTaken)
    assert (again.entry, again.stack) == (90, TERMS.starting_stack)
    assert again.place != evening.room.field.old_places[first]
    field = evening.room.field
    while field.left > 13:
        assert evening.seating.is_registering(in_level_6.at_ms)
        crowded = max(field.tables.values(), key=lambda one: len(one.players))
        hand = evening.seating.next_hand(crowded.number, in_level_6.at_ms)
        dealt = [crowded.players[seat] for seat in hand.dealt_in]
        gone = dealt[1:][: field.left - 13]
        evening.seating.finish_hand(
            crowded.number, in_level_6, gone, {entry: 100 + entry for entry in gone}
        )
    assert (field.left, field.entries_closed_ms) == (13, in_level_6.at_ms)
    assert not evening.seating.is_registering(in_level_6.at_ms)
    facts: Any = ("player 0", "re-entry", in_level_6, evening.chance.randrange)
    assert refused(evening.seating.take_entry, *facts, previous=entries[1]) == (
        *("LIVE-12", "entries_are_closed"),
    )
    open_house = Evening(rules=house("seating", reentry_ends_at_paid_places=False))
    open_house.room.field.entries_closed_ms = 0
    assert open_house.seating.is_registering(0)


def test_nobody_enters_after_the_last_level_of_entries() -> None:
    evening = Evening()
    evening.levels.start(by(at_s=0))
    assert evening.enter(1, at_s=40 * MINUTE - 1)
    assert refused(evening.enter, 1, "late", 40 * MINUTE) == ("LIVE-12", "entries_are_closed")


def test_entries_that_make_no_sense_are_refused() -> None:
    evening = Evening()
    take = evening.seating.take_entry
    chance = evening.chance.randrange
    assert refused(take, " ", "initial", by(), chance)[1] == "a_player_has_a_name"
    assert refused(take, "A", "re-entry", by(), chance)[1] == "a_re_entry_names_the_entry_before"
    assert refused(take, "A", "re-entry", by(), chance, previous=EntryId(4))[1] == (
        "the_entry_before_is_not_out"
    )


@rule("LAMB-03", "LIVE-17")
def test_the_button_is_drawn_with_a_card_for_every_player() -> None:
    evening = Evening(terms=replace(TERMS, seats=3))
    evening.enter(2)
    assert refused(evening.draw) == ("LIVE-17", "too_few_players")
    evening.enter(1)
    kings = dict(zip((1, 2, 3), parse_cards("KhKs9c"), strict=True))
    drawn = evening.seating.draw_button(1, by(), cards=kings).event
    assert isinstance(drawn, ButtonDrawn)
    assert (drawn.button, drawn.drawn_by) == (2, "table")
    assert refused(evening.seating.draw_button, 1, by(), cards={1: 5, 2: 6})[1] == (
        "one_card_for_every_player"
    )
    software = evening.draw()
    assert (software.drawn_by, len(set(software.cards.values()))) == ("software", 3)


@rule("LIVE-16.2", "LIVE-16.1", "LHC-01")
def test_positions_follow_from_one_tap_a_hand() -> None:
    evening = Evening(terms=replace(TERMS, seats=6))
    evening.enter(6)
    assert refused(evening.seating.next_hand, 1, 0) == ("LIVE-16", "draw_the_button_first")
    high = dict(zip(range(1, 7), parse_cards("As2c3c4c5c6c"), strict=True))
    evening.seating.draw_button(1, by(), cards=high)
    first = evening.seating.next_hand(1, 0)
    assert (first.positions.button, first.positions.small_blind, first.ante_due) == (1, 2, True)
    small_blind = evening.room.field.tables[1].players[2]
    evening.seating.finish_hand(1, by(), [small_blind])
    dead = evening.seating.next_hand(1, 0)
    assert (dead.positions.button, dead.positions.small_blind, dead.ante_due) == (1, 3, False)
    again = Floor(LIVE, evening.room.terms, decode_log(encode_log(evening.room.log.entries)))
    assert Seating(again).next_hand(1, 0) == dead


@rule("LIVE-29.c")
def test_two_players_out_in_one_hand_need_their_stacks() -> None:
    evening = Evening()
    entries = evening.enter(5)
    evening.draw()
    finish = evening.seating.finish_hand
    assert refused(finish, 1, by(), entries[:2]) == ("LIVE-29.c", "starting_stacks_are_needed")
    assert refused(finish, 1, by(), entries)[1] == "somebody_must_be_left"
    assert refused(finish, 1, by(), [EntryId(99)])[1] == "not_dealt_in_at_this_table"
    done = finish(1, by(), entries[:2], {entries[0]: 500, entries[1]: 800}).event
    assert isinstance(done, HandFinished)
    assert [one.stack for one in done.out] == [500, 800]
    assert refused(evening.room.field.place, entries[0])[1] == "not_in_the_tournament"


def test_a_table_stops_below_four_and_waits_for_a_rebuy() -> None:
    evening = Evening(2)
    entries = evening.enter(14)
    evening.levels.start(by())
    late = 50 * MINUTE
    table = evening.room.field.place(entries[0]).table
    evening.draw(table)
    facts: Any = {"table": table, "chips": 5, "stack": 0, "starting_stack": 10}
    evening.room.announce_rebuy(entries[0], by(), **facts)
    assert refused(evening.seating.next_hand, table, 0) == ("LIVE-11.p1", "a_rebuy_is_on_its_way")
    evening.room.pay_rebuy(entries[0], by())
    evening.room.deliver_rebuy(entries[0], by())
    players = list(evening.room.field.tables[table].players.values())
    gone = players[3:]
    evening.seating.finish_hand(table, by(), gone, dict.fromkeys(gone, 9))
    assert evening.seating.next_hand(table, 0)
    assert refused(evening.seating.next_hand, table, late * 1000) == (
        *("LIVE-14.p1", "the_table_stops"),
    )


@rule("LIVE-14.p2")
def test_a_proposed_move_is_made_with_a_ticket_and_an_arrival() -> None:
    evening = Evening(2)
    evening.enter(13)
    one, two = sorted(evening.room.field.tables.values(), key=lambda table: -len(table.players))
    for table in (one, two):
        evening.draw(table.number)
        evening.seating.finish_hand(table.number, by())
    while len(one.players) - len(two.players) < 2:
        victim = next(iter(two.players.values()))
        evening.seating.finish_hand(two.number, by(), [victim])
    proposal = evening.seating.proposal(0)
    assert (proposal.breaks, len(proposal.moves)) == (None, 1)
    move = proposal.moves[0]
    entry = evening.room.field.tables[move.from_table].players[move.from_seat]
    place = Place(move.to_table, move.to_seat)
    evening.seating.move(entry, place, by(), "balancing", move.hands_to_big_blind)
    assert evening.room.field.travelling == {entry}
    assert evening.room.field.place(entry) == place
    evening.seating.arrive(entry, by())
    assert refused(evening.seating.arrive, entry, by()) == ("LIVE-22.p1", "no_move_is_open")
    again = evening.seating.move
    assert refused(again, entry, place, by(), "balancing")[1] == "the_seat_is_taken"
    assert refused(again, EntryId(99), place, by(), "balancing")[1] == "not_in_the_tournament"


def test_a_broken_table_is_drawn_again_and_nobody_is_lost() -> None:
    evening = Evening(3)
    evening.enter(16)
    before = set(evening.room.field.places)
    broken = evening.seating.break_table(3, by(), evening.chance.randrange)
    assert isinstance(broken.event, TableBroken)
    field = evening.room.field
    assert set(field.places) == before
    assert sorted(field.tables) == [1, 2]
    assert len(set(field.places.values())) == 16
    assert refused(evening.seating.break_table, 2, by(), evening.chance.randrange) == (
        *("LIVE-8", "not_enough_seats_elsewhere"),
    )
    assert refused(field.table, 3) == ("LIVE-8", "no_such_table")
    evening.room.undo(broken.number, by(reason="too early"))
    assert sorted(evening.room.field.tables) == [1, 2, 3]
    opened = evening.seating.open_table(by()).event
    assert isinstance(opened, TableOpened)
    assert opened.table == 4


def test_players_are_reseated_only_for_the_reasons_of_the_house() -> None:
    evening = Evening(rules=house("seating", reseat_reasons=("special_need",)))
    (entry,) = evening.enter(1)
    free = Place(1, evening.room.field.tables[1].open_seats[0])
    assert refused(evening.seating.move, entry, free, by(), "initial_balance") == (
        *("LIVE-8", "not_a_reason_to_reseat"),
    )
    evening.seating.move(entry, free, by(), "special_need")
    assert evening.room.field.place(entry) == free


@rule("LIVE-31")
def test_the_level_clock_runs_through_breaks_pauses_and_corrections() -> None:
    evening = Evening()
    clock = evening.room.level_clock
    assert refused(clock.now, 0) == ("LIVE-31", "the_clock_has_not_started")
    evening.levels.start(by(at_s=0))
    assert refused(evening.levels.start, by())[1] == "the_clock_has_started"
    assert refused(evening.levels.resume, by())[1] == "the_clock_runs"
    assert (clock.now(0).number, clock.now(0).left_ms) == (1, 20 * MINUTE * 1000)
    assert clock.now(20 * MINUTE * 1000).number == 2
    breaks = clock.now(45 * MINUTE * 1000)
    assert (breaks.number, breaks.level.is_break, breaks.left_ms) == (3, True, 5 * MINUTE * 1000)
    evening.levels.pause(by(at_s=45 * MINUTE))
    assert clock.now(99 * MINUTE * 1000).left_ms == 5 * MINUTE * 1000
    assert refused(evening.levels.pause, by(at_s=46 * MINUTE))[1] == "the_clock_stands"
    evening.levels.resume(by(at_s=60 * MINUTE))
    assert clock.now(66 * MINUTE * 1000).number == 4
    evening.levels.correct(2, 60_000, by(at_s=66 * MINUTE, reason="wrong level"))
    assert (clock.now(66 * MINUTE * 1000).number, clock.now(66 * MINUTE * 1000).paused) == (
        2,
        False,
    )
    assert refused(evening.levels.correct, 9, 1, by(reason="x"))[1] == "no_such_level"
    assert refused(evening.levels.correct, 2, 1, by())[1] == "say_how_long_and_why"
    evening.levels.pause(by(at_s=66 * MINUTE))
    evening.levels.correct(1, 60_000, by(at_s=67 * MINUTE, reason="again"))
    assert clock.now(0).paused
    last = clock.now(0)
    assert last.following == TERMS.levels[1]
    evening.levels.resume(by(at_s=0))
    end = clock.now(10**9)
    assert (end.number, end.left_ms, end.following) == (4, 0, None)
