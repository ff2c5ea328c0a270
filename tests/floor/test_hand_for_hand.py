"""Hand for hand on the floor: tables together, all-ins hidden, ties, and its end."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from cardroom.errors import FloorRefused
from cardroom.floor.floor import Floor
from cardroom.floor.seating.seating import Seating
from cardroom.tournament.ids import EntryId
from tests.floor.rulings.asking import LIVE, house
from tests.floor.staff import TERMS, by, decode_log, encode_log, floor
from tests.rule import rule

PRIZES = (5000, 3000, 2000, 1500, 1200, 1000, 900, 800, 700, 600)


class Bubble:
    """Three tables of four players each, ten places paid."""

    def __init__(self, rules: Any = LIVE) -> None:
        self.room = floor(rules, replace(TERMS, seats=4, paid=()))
        self.seating = Seating(self.room)
        chance = random.Random(3).randrange
        for _ in range(3):
            self.seating.open_table(by())
        for number in range(12):
            self.seating.take_entry(f"player {number}", "initial", by(), chance)
        for table in (1, 2, 3):
            self.seating.draw_button(table, by(), rand_below=chance)

    def entry(self, table: int, number: int = 0) -> EntryId:
        return list(self.room.field.tables[table].players.values())[number]

    def done(self, table: int, *out: tuple[EntryId, int]) -> int:
        gone = [entry for entry, _ in out]
        return self.seating.finish_hand(table, by(), gone, dict(out)).number


def refused(call: Any, *args: Any, **more: Any) -> tuple[str, str, dict[str, object]]:
    with pytest.raises(FloorRefused) as error:
        call(*args, **more)
    return error.value.rule, error.value.reason, error.value.details


@rule("LHC-48")
def test_all_ins_wait_hidden_until_all_tables_are_done_and_are_resolved_one_by_one() -> None:
    bubble = Bubble()
    room, h4h = bubble.room, bubble.room.hand_for_hand
    room.announce_hand_for_hand(12, 10, by())
    bubble.done(1)
    assert refused(room.deal_synchronised, (1, 2, 3), by(), still_playing=(2,)) == (
        *("LIVE-29", "tables_have_not_finished", {"tables": [2]}),
    )
    room.deal_synchronised((1, 2, 3), by())
    room.hold_table(1, by())
    room.hold_table(3, by())
    assert (h4h.shows_cards(room.rules, 1), h4h.held) == (False, (1, 3))
    assert refused(room.resolve_table, 1, by()) == (
        *("LIVE-29.a", "wait_for_the_other_tables", {"tables": [2]}),
    )
    assert refused(bubble.done, 1) == ("LIVE-29.a", "not_now", {"table": "held"})
    bubble.done(2)
    assert refused(bubble.done, 2)[2] == {"table": "done"}
    room.resolve_table(1, by())
    assert h4h.shows_cards(room.rules, 1)
    assert refused(room.resolve_table, 3, by())[2] == {"tables": [1]}
    assert refused(bubble.seating.finish_hand, 1, by(), [bubble.entry(1)])[1] == (
        "starting_stacks_are_needed"
    )
    bubble.done(1, (bubble.entry(1), 8000))
    assert refused(room.deal_synchronised, (1, 2, 3), by())[2] == {"tables": [3]}
    room.resolve_table(3, by())
    bubble.done(3, (bubble.entry(3), 5000))
    assert h4h.is_hand_over
    open_house = Bubble(house("floor", h4h_hides_all_in_cards=False))
    open_house.room.announce_hand_for_hand(12, 10, by())
    open_house.room.deal_synchronised((1, 2), by())
    open_house.room.hold_table(1, by())
    assert open_house.room.hand_for_hand.shows_cards(open_house.room.rules, 1)


@rule("LIVE-29.b", "LHC-45")
def test_it_ends_after_the_whole_hand_and_ties_share_the_prize() -> None:
    bubble = Bubble()
    room = bubble.room
    assert refused(room.announce_hand_for_hand, 10, 10, by())[1] == "in_the_money_already"
    assert refused(room.deal_synchronised, (1, 2, 3), by())[1] == "not_hand_for_hand"
    assert refused(room.end_hand_for_hand, 9, 10, by())[1] == "not_hand_for_hand"
    bubble.done(2, (bubble.entry(2), 100))
    room.announce_hand_for_hand(room.field.left, 10, by())
    assert refused(room.announce_hand_for_hand, 11, 10, by())[1] == "hand_for_hand_already"
    assert refused(room.deal_synchronised, (1, 1), by())[1] == "name_each_table_once"
    room.deal_synchronised((1, 2, 3), by())
    bubble.done(1)
    assert refused(room.end_hand_for_hand, 11, 10, by())[1] == "tables_have_not_finished"
    bubble.done(2)
    bubble.done(3)
    assert refused(room.end_hand_for_hand, 11, 10, by())[1] == "not_in_the_money_yet"
    room.deal_synchronised((1, 2, 3), by())
    ann, cid = bubble.entry(1), bubble.entry(2)
    bubble.done(1, (ann, 8000))
    bubble.done(2, (cid, 4000))
    bubble.done(3)
    places = room.results.ranked(room.rules, room.field.left, PRIZES)
    assert {one.entry: (one.place, one.prize) for one in places[:2]} == {
        ann: (10, 300),
        cid: (10, 300),
    }
    assert (room.hand_for_hand.hand, room.field.left) == (2, 9)
    room.end_hand_for_hand(9, 10, by())
    assert room.hand_for_hand.phase == "normal"
    again = Floor(room.edition, room.terms, decode_log(encode_log(room.log.entries)))
    assert again.hand_for_hand.phase == "normal"


def test_undoing_a_finished_table_takes_the_next_hand_with_it() -> None:
    bubble = Bubble()
    room = bubble.room
    room.announce_hand_for_hand(12, 10, by())
    room.deal_synchronised((1, 2, 3), by())
    done = bubble.done(1)
    bubble.done(2)
    bubble.done(3)
    dealt = room.deal_synchronised((1, 2, 3), by()).number
    assert room.log.dependents(done) == (dealt,)
    room.undo(done, by(reason="still playing"), with_dependents=True)
    assert room.hand_for_hand.tables == {1: "playing", 2: "done", 3: "done"}
