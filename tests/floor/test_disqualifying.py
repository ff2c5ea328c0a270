"""Penalties at the tables: missed hands that follow the player, disqualification, chips, races."""

import random
from fractions import Fraction
from typing import Any

import pytest

from cardroom.cards import DECK
from cardroom.errors import FloorRefused
from cardroom.floor.chips.race import RaceSeat
from cardroom.floor.chips.racing import Racing
from cardroom.floor.disqualifying import Disqualifying
from cardroom.floor.levels import Levels
from cardroom.floor.seat_events import Place
from cardroom.floor.seating.seating import Seating
from cardroom.tournament.ids import EntryId
from tests.floor.staff import TERMS, by, floor
from tests.rule import rule


class Table:
    """One table of six, its button drawn and its clock running."""

    def __init__(self) -> None:
        self.room = floor()
        self.seating = Seating(self.room)
        chance = random.Random(5).randrange
        self.seating.open_table(by())
        self.seating.open_table(by())
        self.entries = [EntryId(number) for number in range(1, 13)]
        for number in self.entries:
            self.seating.take_entry(f"player {number}", "initial", by(), chance)
        for table in (1, 2):
            self.seating.draw_button(table, by(), rand_below=chance)
        Levels(self.room).start(by())

    def penalise(self, entry: EntryId, hands: int) -> None:
        where: dict[str, Any] = {"table": 1, "hand": 1, "level": 1, "missed_hands": hands}
        self.room.penalise(entry, "DEVICE", "missed_hands", by(), **where)


def refused(call: Any, *args: Any, **more: Any) -> tuple[str, str]:
    with pytest.raises(FloorRefused) as error:
        call(*args, **more)
    return error.value.rule, error.value.reason


@rule("LHC-57", "LAMB-55")
def test_missed_hands_follow_the_player_to_another_table_and_blinds_are_posted() -> None:
    game = Table()
    hand = game.seating.next_hand(1, 0)
    big = game.room.field.tables[1].players[hand.positions.big_blind]
    game.penalise(big, 3)
    finished = game.seating.finish_hand(1, by())
    missed = game.room.log.entries[-1].event
    assert getattr(missed, "posted", None) == TERMS.levels[0].big_blind
    assert game.room.discipline.missing == {big: 2}
    game.seating.finish_hand(2, by())
    assert game.room.discipline.missing == {big: 2}
    free = Place(2, game.room.field.tables[2].open_seats[0])
    game.seating.move(big, free, by(), "special_need")
    game.seating.finish_hand(1, by())
    assert game.room.discipline.missing == {big: 2}
    waits = big in [
        game.room.field.tables[2].players[seat] for seat in game.seating.next_hand(2, 0).waiting
    ]
    game.seating.finish_hand(2, by())
    assert game.room.discipline.missing == {big: 2 if waits else 1}
    dependents = game.room.log.dependents(finished.number)
    assert finished.number + 1 in dependents


@rule("LAMB-36", "LAMB-54")
def test_a_disqualified_player_is_last_of_those_left_and_the_chips_leave_play() -> None:
    game = Table()
    out = Disqualifying(game.room)
    entry = game.entries[3]
    before = game.room.chip_count.in_play
    assert before == 12 * TERMS.starting_stack
    where: dict[str, Any] = {"hand": 7, "level": 2}
    assert refused(out.disqualify, entry, "COLLUSION", 0, by(), **where)[0] == "LAMB-36"
    out.disqualify(entry, "COLLUSION", 9_500, by(reason="chips passed"), **where)
    assert game.room.field.disqualified == {entry: 12}
    assert game.room.field.left == 11
    assert game.room.chip_count.in_play == before - 9_500
    assert game.room.chip_count.average(11) == Fraction(before - 9_500, 11)
    assert refused(out.disqualify, entry, "COLLUSION", 5, by(), **where)[1] == (
        "not_in_the_tournament"
    )
    noted = game.room.log.last - 1
    assert game.room.log.dependents(noted) == (noted + 1,)
    game.room.undo(noted, by(reason="not proven"), with_dependents=True)
    assert (game.room.field.left, game.room.chip_count.in_play) == (12, before)


def test_the_last_player_is_not_disqualified() -> None:
    game = Table()
    field = game.room.field
    out = Disqualifying(game.room)
    for entry in game.entries[:-1]:
        out.disqualify(entry, "COLLUSION", 5, by(), hand=1, level=1)
    assert field.left == 1
    assert refused(out.disqualify, game.entries[-1], "COLLUSION", 5, by(), hand=1, level=1) == (
        *("LAMB-54", "nobody_would_be_left"),
    )


@rule("LIVE-18", "LAMB-13")
def test_a_race_in_the_log_changes_the_chips_in_play_once() -> None:
    game = Table()
    racing = Racing(game.room)
    players = game.room.field.tables[1].players
    seats = [RaceSeat(seat=seat, chips=2, rest=9_950) for seat in sorted(players)]
    facts: dict[str, Any] = {"removed": 25, "in_play": (25, 100, 500), "cards": DECK}
    facts["drawn_by"] = "table"
    assert refused(racing.race, 1, by(), seats=seats[1:], **facts)[1] == (
        "name_every_player_of_the_table"
    )
    before = game.room.chip_count.in_play
    raced = racing.race(1, by(), seats=seats, **facts)
    odd = 2 * len(seats)
    expected = 100 * ((2 * odd * 25 + 100) // 200) - 25 * odd
    assert game.room.chip_count.in_play == before + expected
    assert game.room.chip_count.difference(before + expected + 25) == 25
    assert refused(racing.race, 1, by(), seats=seats, **facts)[1] == "raced_already"
    game.room.undo(raced.number, by(reason="wrong count"))
    assert game.room.chip_count.in_play == before


@rule("LHC-52")
def test_chips_of_a_rebuy_are_in_play_when_they_are_delivered() -> None:
    game = Table()
    entry = game.entries[0]
    before = game.room.chip_count.in_play
    facts = {"table": 1, "chips": 5_000, "stack": 0, "starting_stack": 10_000}
    game.room.announce_rebuy(entry, by(), **facts)
    game.room.pay_rebuy(entry, by())
    assert game.room.chip_count.in_play == before
    game.room.deliver_rebuy(entry, by())
    assert game.room.chip_count.in_play == before + 5_000
