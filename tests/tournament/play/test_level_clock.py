"""When the level clock stands: in pauses, hand for hand, and while the server is down."""

import pytest

from cardroom.tournament.events import (
    HandForHandStarted,
    LevelStarted,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.play.level_clock import HOUR_MS, MINUTE_MS
from cardroom.tournament.record import decode_events, encode_events
from tests.rule import rule
from tests.tournament.arena import Arena, house
from tests.tournament.desks import START_MS

BOTH = pytest.mark.parametrize("on", [True, False], ids=["on", "off"])
NO_LATE = {"late_levels": 0}


def levels(arena: Arena) -> list[tuple[int, int]]:
    """Which level began how many seconds after the start."""
    started = [one for one in arena.events_of(LevelStarted) if isinstance(one, LevelStarted)]
    return [(one.level, (one.at_ms - START_MS) // 1000) for one in started]


@rule("TAMB-59")
@BOTH
def test_the_level_clock_runs_during_hand_for_hand_unless_the_rules_stop_it(on: bool) -> None:
    """Seven entries at two tables of four: the first two places are paid."""
    arena = house(
        "freezeout",
        f"[TAMB-59] level_clock_runs = {str(on).lower()}",
        hand_for_hand_places=4,
        seats=4,
        registration=NO_LATE,
    )
    arena.enter(*range(1, 8))
    arena.start()
    for table in list(arena.tournament.ready):
        arena.walk(table)
    arena.tick(START_MS + 60_000)
    table = next(iter(arena.tournament.ready))
    loser, winner = arena.at(table)[:2]
    arena.shove(table, winner.entry, loser.entry)
    assert len(arena.events_of(HandForHandStarted)) == 1
    arena.tick(START_MS + 1_500_000)
    assert levels(arena) == ([(1, 0), (2, 600), (3, 1200)] if on else [(1, 0)])
    if not on:
        arena.play_down_to(2)
        assert not arena.tournament.hand_for_hand.is_on
        arena.tick(START_MS + 1_500_000 + 539_999)
        assert levels(arena) == [(1, 0)]
        arena.tick(START_MS + 1_500_000 + 540_000)
        assert levels(arena) == [(1, 0), (2, 2_040)]


@rule("TAMB-45")
@pytest.mark.parametrize(("stops", "second_level_s"), [('["staff_pause"]', 900), ("[]", 600)])
def test_the_clock_stands_in_a_pause_of_staff_only_where_the_rules_say_so(
    stops: str, second_level_s: int
) -> None:
    arena = house("freezeout", f"[TAMB-45] clock_stops_for = {stops}", registration=NO_LATE)
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    arena.tournament.pause(START_MS + 100_000)
    arena.tick(START_MS + 400_000)
    arena.tournament.resume(START_MS + 400_000)
    arena.tick(START_MS + 1_000_000)
    assert levels(arena) == [(1, 0), (2, second_level_s)]


@rule("TAMB-45", "TAMB-69")
def test_the_clock_runs_on_in_the_pause_for_add_ons() -> None:
    """Re-buys end after three levels of five minutes; the pause of 60 s is not one of the stops."""
    arena = house("rebuy")
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    arena.tick(START_MS + 900_000)
    assert not arena.tournament.ready, "the pause"
    arena.tick(START_MS + 1_200_000)
    assert levels(arena) == [(1, 0), (2, 300), (3, 600), (4, 900), (5, 1_200)]


@rule("TAMB-45", "TAMB-64")
@pytest.mark.parametrize(("stops", "third_level_min"), [('["break"]', 10), ("[]", 5)])
def test_the_clock_stands_in_a_break_only_where_the_rules_say_so(
    stops: str, third_level_min: int
) -> None:
    """Start at 19:45 with levels of ten minutes: the break at 19:55 stands in level 2."""
    arena = house("freezeout", f"[TAMB-45] clock_stops_for = {stops}", registration=NO_LATE)
    eight = START_MS // HOUR_MS * HOUR_MS
    arena = Arena(
        arena.definition,
        rules=arena.rules,
        starts_ms=eight - 15 * MINUTE_MS,
    )
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    arena.tick(eight + 20 * MINUTE_MS)
    third = [one for one in arena.events_of(LevelStarted) if isinstance(one, LevelStarted)][2]
    assert third.at_ms == eight + third_level_min * MINUTE_MS


@rule("TRN-09")
def test_the_end_of_late_registration_is_known_while_the_clock_runs() -> None:
    """Three levels of ten minutes; a pause of staff moves the end by as much."""
    arena = house(
        "freezeout",
        '[TAMB-45] clock_stops_for = ["staff_pause"]',
        registration={"late_levels": 3},
    )
    clock = arena.tournament.level_clock
    arena.enter(1, 2, 3)
    arena.start()
    assert clock.ends_of(3) is None, "before the first deal"
    arena.walk(1)
    assert clock.ends_of(3) == START_MS + 1_800_000
    arena.tick(START_MS + 700_000)
    assert (clock.level, clock.ends_of(3)) == (2, START_MS + 1_800_000)
    assert clock.ends_of(1) is None, "it is over"
    arena.tournament.pause(START_MS + 700_000)
    assert clock.ends_of(3) is None
    arena.tournament.resume(START_MS + 900_000)
    assert clock.ends_of(3) == START_MS + 2_000_000
    arena.tick(START_MS + 2_000_000)
    assert not arena.tournament.desk.registration_open


@rule("TAMB-45", "TRN-25")
@pytest.mark.parametrize(("stops", "second_level_s"), [('["crash_recovery"]', 4_200), ("[]", 600)])
def test_the_clock_stands_while_the_server_is_down_only_where_the_rules_say_so(
    stops: str, second_level_s: int
) -> None:
    """Down from 100 s after the start for an hour: level 1 has 500 s left, or is over long ago."""
    arena = house(
        "freezeout", f"[TAMB-45] clock_stops_for = {stops}", registration=NO_LATE, breaks=False
    )
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    arena.tournament = arena._made()
    up_ms = START_MS + 3_700_000
    stored = decode_events(encode_events(arena.events))
    arena.tournament.restore(stored, up_ms, down_since_ms=START_MS + 100_000)
    arena.take_step()
    arena.tick(START_MS + 4_200_000)
    assert levels(arena)[:2] == [(1, 0), (2, second_level_s)]


@rule("TAMB-45", "TAMB-64", "BRK-01")
def test_a_break_that_fell_due_while_the_server_was_down_is_not_held_afterwards() -> None:
    arena = house("freezeout", registration=NO_LATE)
    eight = START_MS // HOUR_MS * HOUR_MS
    arena = Arena(arena.definition, rules=arena.rules, starts_ms=eight - 20 * MINUTE_MS)
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    arena.tick(eight - 8 * MINUTE_MS)
    arena.tournament = arena._made()
    stored = decode_events(encode_events(arena.events))
    down_ms, up_ms = eight - 8 * MINUTE_MS, eight + 3 * MINUTE_MS
    arena.tournament.restore(stored, up_ms, down_since_ms=down_ms)
    arena.take_step()
    arena.tick(up_ms + 30 * MINUTE_MS)
    assert TableNumber(1) in arena.tournament.ready
    started = [one for one in arena.events_of(LevelStarted) if isinstance(one, LevelStarted)]
    # Level 2 began at 19:50 and had eight minutes left when the server went down.
    assert started[2].at_ms == up_ms + 8 * MINUTE_MS


@rule("TTB-07", "TRN-25", "TAMB-69")
def test_an_offer_to_buy_back_that_was_open_when_the_server_went_down_stands_again() -> None:
    arena = house("rebuy")
    arena.enter(1, 2, 3)
    arena.start()
    loser, winner = (one.entry for one in arena.at(1)[:2])
    arena.shove(1, winner, loser)
    arena.tournament = arena._made()
    up_ms = START_MS + 3_600_000
    stored = decode_events(encode_events(arena.events))
    arena.tournament.restore(stored, up_ms, down_since_ms=START_MS + 5_000)
    arena.take_step()
    arena.tick(up_ms + 14_999)
    assert arena.tournament.left == 3
    again = arena._made()
    again.restore(decode_events(encode_events(arena.events)), up_ms, down_since_ms=up_ms)
    assert again.desk.offers == {loser: up_ms + 15_000}
    arena.tick(up_ms + 15_000)
    assert arena.tournament.left == 2


@rule("TAMB-45", "TAMB-64", "BRK-01")
def test_a_break_that_is_not_over_when_the_server_is_back_goes_on_to_its_end() -> None:
    eight = START_MS // HOUR_MS * HOUR_MS
    arena = house("freezeout", registration=NO_LATE)
    arena = Arena(arena.definition, rules=arena.rules, starts_ms=eight - 20 * MINUTE_MS)
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    arena.tick(eight - 4 * MINUTE_MS)
    arena.tournament = arena._made()
    stored = decode_events(encode_events(arena.events))
    down_ms, up_ms = eight - 4 * MINUTE_MS, eight - 2 * MINUTE_MS
    arena.tournament.restore(stored, up_ms, down_since_ms=down_ms)
    arena.take_step()
    arena.tick(eight - 1)
    assert not arena.tournament.ready
    arena.tick(eight)
    assert TableNumber(1) in arena.tournament.ready
