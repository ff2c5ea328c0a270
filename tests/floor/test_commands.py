"""Commands of the staff on seats, hands, time and conduct, by the rules of the live rulebook."""

from typing import Any

import msgspec
import pytest

from cardroom.floor.chips.race import RaceSeat
from cardroom.floor.commands import AnyCommand
from cardroom.floor.log import LogEntry
from cardroom.floor.papers import papers
from tests.floor.commanding import LEVELS, Desk
from tests.floor.rulings.asking import house
from tests.rule import rule


def event(entry: LogEntry) -> Any:
    return entry.event


@rule("LIVE-1", "LIVE-45.p1", "LIVE-35.p3")
def test_repeated_disorder_is_counted_and_only_the_manager_overrides() -> None:
    desk = Desk()
    ann, *_ = desk.start(4)
    for sanction, hands in (("warning", 0), ("missed_hands", 2)):
        desk.do("penalise", entry=ann, type="OUT_OF_TURN", sanction=sanction, missed_hands=hands)
    assert [one.previous for one in desk.floor.discipline.penalties] == [0, 1]
    (seat,) = [one for one in desk.state.tables[0].players if one.entry == ann]
    assert seat.misses_hands == 2
    hand = desk.state.tables[0].next_hand
    assert hand is not None
    assert hand.killed == (seat.seat,)
    facts = {"type": "time", "seated": False}
    ruling = desk.do("ask_the_book", table=1, facts=facts, role="floor")
    case: dict[str, Any] = {
        "ruling": ruling.number,
        "decision": "give the time",
        "reason": "fair to all",
    }
    assert desk.refused("override_ruling", role="floor", **case)[1] == "not_in_this_role"
    desk.do("override_ruling", role="deputy", **case)
    assert event(ruling).ruling.decision == "refused"
    refused = desk.refused("penalise", entry=ann, type="ABUSE_DIRECT", sanction="disqualification")
    assert refused == ("LAMB-36", "count_the_chips_of_the_player")
    desk.do("disqualify", entry=ann, type="ABUSE_DIRECT", stack=9_000, reason="abuse")
    (result,) = desk.state.results
    assert (result.how, result.place, desk.state.chips) == ("disqualified", 4, 31_000)


@rule("LIVE-43")
def test_nobody_is_shown_the_cards_that_would_have_come() -> None:
    types = {"SOFT_PLAY", "RABBIT_HUNT", "ANGLE_SHOOT", "COLLUSION"}
    desk = Desk()
    ann, *_ = desk.start(3)
    for kind in sorted(types):
        desk.do("penalise", entry=ann, type=kind, sanction="warning")
    assert {one.type for one in desk.floor.discipline.penalties} == types
    assert not desk.floor.rules.conduct.rabbit_hunting
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": "rabbit_hunt", "table": 1}, AnyCommand)


@rule("LIVE-5.p1", "LIVE-23")
def test_a_hand_is_declared_dead_with_a_rule_and_a_reason_and_decks_change_between_hands() -> None:
    desk = Desk()
    ann, *_ = desk.start(3)
    assert desk.refused("declare_dead", entry=ann, rule="LIVE-5.p1") == (
        "LIVE-1",
        "say_what_and_why",
    )
    dead = desk.do("declare_dead", entry=ann, rule="LIVE-5.p1", reason="a phone on the table")
    assert (event(dead).rule, dead.reason) == ("LIVE-5.p1", "a phone on the table")
    desk.do("change_deck", table=1)
    desk.do("start_hand", table=1)
    assert desk.refused("change_deck", table=1) == ("LIVE-23", "a_hand_is_in_progress")
    desk.do("misdeal", table=1, reason="two cards exposed")
    changed = desk.do("change_deck", table=1, role="floor")
    assert changed.operator.name == "Fay"


@rule("LIVE-8.1", "LIVE-8.2")
@pytest.mark.parametrize(
    ("order", "first"), [("fifo", "Nia"), ("reentry_first", "Player 2"), ("new_first", "Nia")]
)
def test_seats_are_held_for_late_players_and_alternates_follow_the_policy(
    order: str, first: str
) -> None:
    paid = [{"entries": 1, "places": 1, "percents": [100]}]
    rules = house("seating", alternates_order=order)
    desk = Desk(rules, seats=3, entries_until_level=3, paid=paid)
    desk.do("open_tables", count=1)
    desk.do("hold_seats", table=1, seats=1)
    for name in ("Player 1", "Player 2"):
        desk.do("enter", player=name)
    assert desk.refused("enter", player="Player 3") == ("LIVE-8.2", "no_seat_is_free")
    assert desk.refused("queue_alternate", player="Nia") == ("LIVE-8.2", "a_seat_is_free")
    desk.do("enter", player="Player 3", kind="late")
    desk.do("queue_alternate", player="Nia")
    desk.do("draw_button", table=1)
    desk.do("start_clock")
    desk.do("finish_hand", table=1, out=[2])
    desk.do("enter", player="Late", kind="late")
    desk.do("queue_alternate", player="Player 2", previous=2)
    desk.do("finish_hand", table=1, out=[4])
    assert "alternate_waits" in {one.kind for one in desk.state.alerts}
    taken = event(desk.do("seat_alternate"))
    assert (taken.player, taken.kind, taken.stack) == (first, "alternate", 10_000)
    assert len(desk.state.alternates) == 1


@rule("LIVE-12", "LHC-51")
def test_re_entries_end_when_the_paid_places_are_reached_and_get_another_seat() -> None:
    desk = Desk(entries_until_level=4)
    desk.start(5)
    desk.do("finish_hand", table=1, out=[5])
    old = desk.floor.field.old_places[5]  # type: ignore[index]
    again = event(desk.do("enter", player="Player 5", kind="re-entry", previous=5))
    assert (again.entry, again.previous) == (6, 5)
    assert again.place != old
    twice = desk.refused("enter", player="Player 5", kind="re-entry", previous=5)
    assert twice == ("LIVE-12", "re_entered_already")
    for out in (6, 4, 3):
        desk.do("finish_hand", table=1, out=[out])
    closed = desk.refused("enter", player="Player 3", kind="re-entry", previous=3)
    assert closed == ("LIVE-12", "entries_are_closed")


@rule("LIVE-13.p1", "LIVE-14.p1", "LIVE-22.p1", "LIVE-22.p2")
def test_a_short_table_stops_players_move_with_tickets_and_a_table_breaks_by_lot() -> None:
    desk = Desk(seats=6, entries_until_level=1)
    desk.start(12, tables=2)
    desk.level(2)
    for _ in range(3):
        desk.do("finish_hand", table=2, out=[desk.players_at(2)[0]])
    state = desk.state
    assert [one.table for one in state.alerts if one.kind == "table_halted"] == [2]
    assert state.tables[1].waits_for == "the_table_stops"
    moved = event(desk.do("balance"))
    (ticket,) = desk.state.tickets
    assert (ticket.entry, ticket.place) == (moved.entry, moved.place)
    (paper,) = papers(desk.floor, "move_tickets")
    assert (paper.stack, paper.hands_to_big_blind) == (10_000, moved.hands_to_big_blind)  # type: ignore[union-attr]
    big_blinds = []
    for _ in range(moved.hands_to_big_blind):
        finished = event(desk.do("finish_hand", table=2))
        big_blinds.append(finished.positions.big_blind)
    assert big_blinds[-1] == moved.place.seat
    desk.do("arrive", entry=moved.entry)
    assert desk.refused("arrive", entry=moved.entry) == ("LIVE-22.p1", "no_move_is_open")
    desk.do("start_hand", table=1)
    assert desk.refused("break_table", table=1) == ("LIVE-13.p1", "a_hand_is_in_progress")
    someone: dict[str, Any] = {"entry": desk.players_at(1)[0], "cause": "special_need"}
    seat = desk.floor.field.table(2).open_seats[0]
    assert desk.refused("move", **someone, table=2, seat=seat)[1] == "a_hand_is_in_progress"
    desk.do("misdeal", table=1)
    assert [one.entry for one in desk.floor.lists.blind_dodges] == [moved.entry]
    shown = [one for one in desk.state.alerts if one.kind == "blind_dodge"]
    assert [(one.entry, one.table) for one in shown] == [(moved.entry, moved.place.table)]
    for table in (1, 1, 2):
        desk.do("finish_hand", table=table, out=[desk.players_at(table)[0]])
    assert desk.state.breaks == 2
    broken = event(desk.do("break_table", table=2))
    assert {one.place.table for one in broken.moves} == {1}
    assert len({one.place.seat for one in broken.moves}) == 3
    assert [one.number for one in desk.state.tables] == [1]


@rule("LIVE-27.p1", "LIVE-27.p3")
@pytest.mark.parametrize(("turbo", "clock_s", "spoken_s"), [(False, 60, 10), (True, 30, 5)])
def test_a_clock_is_called_and_its_last_seconds_are_spoken(
    turbo: bool, clock_s: int, spoken_s: int
) -> None:
    desk = Desk(turbo=turbo)
    ann, *_ = desk.start(3)
    desk.do("call_clock", entry=ann)
    desk.now_s = clock_s - spoken_s
    clock = desk.state.tables[0].clock
    assert clock is not None
    assert (clock.left_ms, clock.counting_down) == (1000 * spoken_s, True)
    desk.now_s = clock_s
    assert [one.entry for one in desk.state.alerts if one.kind == "clock_expired"] == [ann]
    assert event(desk.do("stop_called_clock", table=1)).hand_dead


@rule("LIVE-28", "LIVE-9", "LAMB-34", "LIVE-21.p1", "LHC-55")
def test_a_day_ends_with_drawn_hands_and_bags_and_the_next_begins_with_ids() -> None:
    desk = Desk(entries_until_level=1)
    entries = desk.start(6)
    desk.level(4, left_min=4)
    assert desk.refused("draw_last_hands") == ("LIVE-28", "not_in_the_window")
    desk.level(4, left_min=6)
    desk.do("start_hand", table=1)
    drawn = desk.do("draw_last_hands", card=3)
    assert desk.state.clock.paused
    for left in (4, 3, 2, 1):
        assert desk.state.tables[0].hands_left == left
        assert (
            desk.refused("bag_stack", entry=1, stack=10_000, bag="1")[1] == "the_table_still_plays"
        )
        desk.do("finish_hand", table=1)
    assert desk.refused("finish_hand", table=1) == ("LIVE-28", "the_day_is_over_at_this_table")
    assert desk.state.status == "day_over"
    stacks = [4_000, 16_000, 10_000, 10_000, 10_000, 10_000]
    for entry, stack in zip(entries, stacks, strict=True):
        desk.do("bag_stack", entry=entry, stack=stack, bag=f"B{entry}")
    (sheet,) = papers(desk.floor, "bagging_sheets")
    assert (sheet.stack_height, len(sheet.lines)) == (20, 6)  # type: ignore[union-attr]
    desk.do("start_day")
    state = desk.state
    assert (state.day, state.clock.level, state.clock.paused) == (2, 5, True)
    assert state.tables[0].waits_for == "draw_the_button_first"
    carried = {one.entry: one.stack for one in state.tables[0].players}
    assert carried == dict(zip(entries, stacks, strict=True))
    assert not any(one.released for one in state.tables[0].players)
    desk.do("draw_button", table=1)
    desk.do("resume_clock")
    hand = desk.state.tables[0].next_hand
    assert hand is not None
    missing = desk.floor.field.table(1).players[hand.positions.big_blind]
    for entry in entries:
        if entry != missing:
            desk.do("check_id", entry=entry)
    assert desk.refused("check_id", entry=min(set(entries) - {missing})) == (
        *("LIVE-9", "checked_already"),
    )
    now = desk.state.tables[0].next_hand
    assert now is not None
    assert now.killed == (hand.positions.big_blind,)
    desk.do("finish_hand", table=1)
    after = {one.entry: one.stack for one in desk.state.tables[0].players}
    assert after[missing] == carried[missing] - 800  # type: ignore[operator]
    assert drawn.number < desk.floor.log.last


@rule("LIVE-29", "LIVE-29.a", "LAMB-41", "LHC-48")
@pytest.mark.parametrize("minutes", [0, 3])
def test_hand_for_hand_holds_all_ins_and_the_clock_runs_or_is_charged(minutes: int) -> None:
    rules = house("floor", h4h_minutes_per_hand=minutes)
    paid = [{"entries": 1, "places": 10, "percents": [10] * 10}]
    desk = Desk(rules, seats=6, entries_until_level=1, paid=paid)
    desk.start(12, tables=2)
    desk.level(2, left_min=15)
    desk.do("finish_hand", table=1, out=[desk.players_at(1)[0]])
    desk.do("announce_hand_for_hand")
    desk.do("deal_synchronised")
    desk.do("hold_table", table=1)
    assert [one.shows_cards for one in desk.state.tables] == [False, True]
    assert desk.refused("resolve_table", table=1)[1] == "wait_for_the_other_tables"
    one, two = desk.players_at(1)[0], desk.players_at(2)[0]
    desk.do("finish_hand", table=2, out=[two], stacks={two: 3_000})
    desk.do("resolve_table", table=1)
    desk.do("finish_hand", table=1, out=[one], stacks={one: 9_000})
    places = {row.entry: (row.place, row.tied, row.prize) for row in desk.state.results}
    assert places[one] == places[two] == (10, 2, 2_400)  # type: ignore[index]
    desk.now_s = 60
    left_ms = desk.state.clock.left_ms
    assert left_ms == (12 * 60_000 if minutes else 14 * 60_000)
    desk.do("end_hand_for_hand")
    assert desk.state.hand_for_hand.phase == "normal"
    assert not desk.state.clock.paused


@rule("LIVE-18", "LIVE-19")
def test_chips_are_raced_exchanged_and_audited_by_denomination() -> None:
    desk = Desk(
        chips=[{"value": 25, "owned": 200}, {"value": 100, "owned": 500}],
        starting_stack=1_000,
        starting_chips={25: 8, 100: 8},
        levels=[{"minutes": 20, "small_blind": 25, "big_blind": 50},
                {"minutes": 20, "small_blind": 100, "big_blind": 200}],
    )  # fmt: skip
    ann, *_ = desk.start(3)
    desk.do("count_table", table=1, chips={25: 24, 100: 24})
    assert (desk.state.audit.difference, desk.state.audit.denominations) == (0, {})
    desk.do("count_table", table=1, chips={25: 23, 100: 24})
    assert (desk.state.audit.difference, desk.state.audit.denominations) == (-25, {25: -1})
    assert "chips_differ" in {one.kind for one in desk.state.alerts}
    swap: dict[str, Any] = {"entry": ann, "chips": {25: 8}, "small": 25, "large": 100}
    desk.do("exchange", **swap, present=False)
    assert [one.entry for one in desk.state.tables[0].players if one.colour_up] == [ann]
    desk.do("exchange", **swap, present=True)
    seats = [
        RaceSeat(seat=seat, chips=0 if entry == ann else 8, rest=1_000 if entry == ann else 800)
        for seat, entry in desk.floor.field.table(1).players.items()
    ]
    raced = desk.do("race", table=1, removed=25, seats=[msgspec.to_builtins(one) for one in seats])
    assert event(raced).drawn_by == "software"
    (plan,) = desk.state.colour_up_plan
    assert (plan.removed, plan.before_level) == (25, 2)
    desk.do("count_table", table=1, chips={25: 0, 100: 30})
    assert (desk.state.audit.difference, desk.state.audit.denominations) == (0, {})
    assert desk.state.chips == 3_000


def test_bad_input_is_one_refusal_and_nothing_has_changed() -> None:
    desk = Desk()
    desk.start(4)
    assert desk.refused("move", entry=1, table=1, seat=10, cause="special_need") == (
        *("LIVE-22.p1", "the_seat_is_taken"),
    )
    assert desk.refused("draw_button", table=7) == ("LIVE-8", "no_such_table")
    desk.do("finish_hand", table=1, out=[4])
    assert desk.refused("finish_hand", table=1, out=[4])[1] == "not_dealt_in_at_this_table"
    assert desk.refused("finish_hand", table=1, out=[3, 3])[1] == "not_dealt_in_at_this_table"
    with pytest.raises(msgspec.ValidationError):
        desk.do("note_stack", entry=1, stack=-5)
    assert desk.refused("note_stack", entry=1, stack=50_000)[1] == "not_a_stack"
    assert (
        desk.refused("draw_button", table=1, cards={1: "Zz", 2: "As", 3: "Ks"})[1] == "not_a_card"
    )


@rule("LIVE-7")
def test_management_alters_an_event_with_old_and_new_value_in_the_log() -> None:
    desk = Desk()
    desk.start(3)
    assert (
        desk.refused("change_terms", field="seats", value=8, reason="x")[1] == "cannot_be_altered"
    )
    assert desk.refused("change_terms", field="turbo", value=True)[1] == "say_why"
    assert desk.refused("change_terms", field="turbo", value="yes", reason="x")[1] == "does_not_fit"
    desk.now_s = 60
    shorter = [{**one, "minutes": 10} for one in LEVELS]
    changed = desk.do("change_terms", field="levels", value=shorter, reason="the hall closes early")
    desk.now_s = 19 * 60 + 30
    assert desk.state.clock.level == 1
    desk.now_s = 25 * 60
    assert (desk.state.clock.level, desk.state.clock.left_ms) == (2, 5 * 60_000)
    assert changed.number <= desk.floor.log.last
    logged = [one.event for one in desk.floor.log.entries if one.reason == "the hall closes early"]
    assert event(desk.floor.log.entries[-1]).old[0]["minutes"] == 20
    assert len(logged) == 2
