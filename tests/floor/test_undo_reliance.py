"""Undoing names what relies on an entry, and never leaves a floor that nobody can open or run."""

from typing import Any

import pytest

from cardroom.errors import FloorRefused
from tests.floor.commanding import LEVELS, Desk
from tests.floor.staff import by
from tests.rule import rule


def refused(desk: Desk, entry: int, **how: Any) -> tuple[str, dict[str, object]]:
    with pytest.raises(FloorRefused) as no:
        desk.undo(entry, **how)
    return no.value.reason, dict(no.value.details)


@rule("LIVE-12", "LIVE-1")
def test_a_bust_out_is_not_undone_under_a_re_entry() -> None:
    desk = Desk()
    desk.start(4)
    bust = desk.do("finish_hand", table=1, out=[2])
    again = desk.do("enter", player="Player 2", kind="re-entry", previous=2)
    assert refused(desk, bust.number) == ("others_depend_on_it", {"entries": [again.number]})
    desk.undo(bust.number, with_dependents=True)
    assert sorted(desk.floor.field.places) == [1, 2, 3, 4]
    assert desk.balance("floor:1:places:EUR") == 4 * 4_000


@rule("LIVE-8.2", "LIVE-12")
def test_a_bust_out_is_not_undone_under_a_re_entry_that_waits_for_a_seat() -> None:
    desk = Desk(seats=4)
    desk.start(4)
    bust = desk.do("finish_hand", table=1, out=[2])
    desk.do("enter", player="Quick")
    waits = desk.do("queue_alternate", player="Player 2", previous=2)
    assert waits.number in desk.floor.log.dependents(bust.number)


@rule("LIVE-12")
def test_a_re_entry_is_of_the_player_who_is_out() -> None:
    desk = Desk()
    desk.start(4)
    desk.do("finish_hand", table=1, out=[2])
    no = desk.refused("enter", player="Somebody else", kind="re-entry", previous=2)
    assert no == ("LIVE-12", "not_the_player_of_that_entry")


@rule("LIVE-7", "LIVE-31")
def test_a_structure_that_is_shorter_again_leaves_a_clock_at_its_last_level() -> None:
    desk = Desk()
    desk.start(3)
    longer = desk.do("change_terms", field="levels", value=[*LEVELS, *LEVELS], reason="slow")
    desk.level(9)
    desk.do("start_hand", table=1)
    changed = next(
        one.number for one in desk.floor.log.active() if one.number >= longer.number
        and type(one.event).__name__ == "TermsChanged"
    )  # fmt: skip
    desk.undo(changed)
    assert (desk.state.clock.level, desk.state.clock.following) == (len(LEVELS), None)
    desk.do("finish_hand", table=1)


@rule("LIVE-7", "LIVE-31")
def test_a_hand_goes_on_when_its_level_is_taken_out_of_the_structure() -> None:
    desk = Desk()
    desk.start(3)
    desk.level(5)
    desk.do("start_hand", table=1)
    desk.level(1)
    desk.do("change_terms", field="levels", value=LEVELS[:2], reason="we are late")
    assert desk.state.tables[0].next_hand is not None
    desk.do("finish_hand", table=1)


@rule("LIVE-28")
def test_a_hand_is_not_undone_under_the_bags_that_were_closed_after_it() -> None:
    desk = Desk()
    entries = desk.start(4)
    desk.level(4)
    desk.do("draw_last_hands", card=3)
    last = [desk.do("finish_hand", table=1) for _ in range(3)][-1]
    bags = [desk.do("bag_stack", entry=one, stack=10_000, bag=f"B{one}") for one in entries]
    reason, details = refused(desk, last.number)
    assert (reason, details) == ("others_depend_on_it", {"entries": [one.number for one in bags]})


@rule("LIVE-28", "LAMB-54")
def test_the_bag_of_a_disqualified_player_does_not_stop_the_next_day() -> None:
    desk = Desk()
    entries = desk.start(4)
    desk.level(4)
    desk.do("draw_last_hands", card=3)
    for _ in range(3):
        desk.do("finish_hand", table=1)
    for one in entries:
        desk.do("bag_stack", entry=one, stack=10_000, bag=f"B{one}")
    desk.do("disqualify", entry=1, type="COLLUSION", stack=10_000, reason="seen on film")
    desk.do("start_day")
    assert (desk.state.day, desk.state.chips) == (2, 30_000)


@rule("LIVE-1")
def test_a_console_that_has_not_shown_an_undo_learns_of_it() -> None:
    desk = Desk()
    desk.start(5)
    bust = desk.do("finish_hand", table=1, out=[1])
    seen = desk.floor.log.last
    undone = desk.undo(bust.number)
    with pytest.raises(FloorRefused) as no:
        desk.do("finish_hand", table=1, seen=seen)
    assert (no.value.reason, no.value.details) == (
        *("changed_meanwhile", {"entries": [undone.number]}),
    )
    desk.do("finish_hand", table=1, seen=undone.number)


@rule("LIVE-1")
def test_a_tournament_keeps_a_manager() -> None:
    desk = Desk()
    staffing, mara = desk.performer.staffing, by("manager")
    made = staffing.appoint(1, "Mara", "manager", mara)
    with pytest.raises(FloorRefused) as no:
        staffing.appoint(1, "Mara", "display", mara)
    assert no.value.reason == "the_last_manager"
    assert refused(desk, made.number)[0] == "the_last_manager"
    dan = staffing.appoint(2, "Dan", "manager", mara)
    staffing.appoint(1, "Mara", "floor", mara)
    assert refused(desk, dan.number)[0] == "the_last_manager"
    assert desk.floor.lists.staff[2] == ("Dan", "manager")
