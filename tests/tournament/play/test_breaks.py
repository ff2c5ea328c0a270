"""The level clock, synchronised breaks and pauses."""

import pytest

from cardroom.errors import ActionRefused, EntryRefused, OperatorRefused
from cardroom.rulebook import edition
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.events import HandDealt, LevelStarted, PauseDue, PauseEnded, PauseStarted
from cardroom.tournament.play.level_clock import HOUR_MS, MINUTE_MS
from tests.rule import rule
from tests.tournament.arena import EDITIONS, Arena, freezeout

MIDNIGHT = 20_000 * 24 * HOUR_MS


def at(clock: str) -> int:
    """A time of day, UTC: 07:55 or 07:55:40."""
    hours, minutes, *seconds = (int(part) for part in clock.split(":"))
    return MIDNIGHT + hours * HOUR_MS + minutes * MINUTE_MS + sum(seconds) * 1000


def with_breaks(level_s: int, edition_name: str = "en-2.7", late_levels: int = 0) -> Definition:
    return freezeout(
        edition_name,
        breaks=True,
        blinds={"level_s": level_s},
        registration={"late_levels": late_levels},
    )


def begun(start: str, level_s: int, players: int = 12, **more: object) -> Arena:
    """A tournament that has dealt its first hand at every table, and played it."""
    arena = Arena(with_breaks(level_s, **more), starts_ms=at(start))  # type: ignore[arg-type]
    arena.enter(*range(1, players + 1))
    arena.start()
    for table in list(arena.tournament.ready):
        arena.walk(table)
    return arena


@rule("THC-06", "TRN-09", "BRK-01", "TAMB-45", "TAMB-64", "TAMB-46")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_a_break_moves_the_end_of_late_registration(edition_name: str) -> None:
    arena = begun("19:30", 600, late_levels=4, edition_name=edition_name)
    arena.tick(at("19:54:59"))
    for table in list(arena.tournament.ready):
        arena.deal(table)
    arena.tick(at("19:55"))
    for number in (1, 2):
        arena.fold_out(number)
        arena.commit(number)
    assert arena.events_of(PauseStarted) == [PauseStarted("break", at("19:55"), at("20:00"))]
    arena.tick(at("20:14:59"))
    assert arena.tournament.level == 4
    arena.enter(13)
    arena.now_ms = at("20:15")
    with pytest.raises(EntryRefused) as refused:
        arena.enter(14)
    assert refused.value.rule == "TRN-09"
    arena.take_step()
    levels = [event for event in arena.events_of(LevelStarted) if isinstance(event, LevelStarted)]
    assert [one.at_ms for one in levels] == [
        at("19:30"), at("19:40"), at("19:50"), at("20:05"), at("20:15")
    ]  # fmt: skip


@rule("THC-29", "BRK-01", "BRK-03", "TAMB-64")
def test_a_break_begins_when_the_last_table_has_finished() -> None:
    arena = Arena(with_breaks(660), starts_ms=at("07:25"))
    arena.enter(*range(1, 13))
    arena.start()
    # The first deal starts the clock: the third level of eleven minutes has 3:10 left at 07:55.
    arena.now_ms = at("07:25:10")
    arena.walk(1)
    arena.walk(2)
    arena.tick(at("07:54:50"))
    arena.deal(1)
    arena.walk(2)
    arena.now_ms = at("07:55")
    with pytest.raises(ActionRefused):
        arena.deal(2)
    assert not arena.tournament.ready
    arena.now_ms = at("07:55:40")
    arena.fold_out(1)
    arena.commit(1)
    assert arena.tournament.next_deadline_ms == at("08:00:40")
    arena.tick(at("08:00:39"))
    assert not arena.tournament.ready
    arena.tick(at("08:00:40"))
    assert set(arena.tournament.ready) == {1, 2}
    arena.tick(at("08:03:49"))
    assert arena.tournament.level == 3
    arena.tick(at("08:03:50"))
    assert arena.tournament.level == 4


@rule("THC-30", "BRK-04", "TAMB-64")
def test_there_is_no_break_in_the_first_level() -> None:
    arena = begun("07:50", 600)
    arena.tick(at("08:54:59"))
    assert arena.events_of(PauseDue) == []
    arena.tick(at("08:55"))
    assert arena.events_of(PauseDue) == [PauseDue("break", at("08:55"))]
    arena = begun("07:45", 600)
    arena.tick(at("07:55"))
    assert arena.tournament.level == 2, "a level that begins now comes first"
    assert arena.events_of(PauseDue) == [PauseDue("break", at("07:55"))]


@rule("BRK-01")
def test_breaks_come_every_hour_until_the_end() -> None:
    arena = begun("07:25", 600)
    arena.tick(at("11:10"))
    due = [event.at_ms for event in arena.events_of(PauseDue) if isinstance(event, PauseDue)]
    assert due == [at("07:55"), at("08:55"), at("09:55"), at("10:55")]


@rule("TRN-26", "TAMB-45")
def test_a_hand_keeps_the_level_in_force_when_it_was_dealt() -> None:
    arena = Arena(freezeout(), starts_ms=at("12:00"))
    arena.enter(*range(1, 7))
    arena.start()
    arena.tick(at("12:30"))
    assert arena.tournament.level == 1, "the first deal starts the clock"
    arena.deal(1)
    arena.tick(at("12:40"))
    assert arena.tournament.level == 2
    arena.fold_out(1)
    arena.commit(1)
    arena.deal(1)
    dealt = [event for event in arena.events_of(HandDealt) if isinstance(event, HandDealt)]
    assert [hand.level for hand in dealt] == [1, 2]
    hand = arena.tournament.tables[dealt[0].table].hand
    assert hand is not None
    assert hand.started.big_blind == arena.terms.levels[1].big


@rule("TAMB-45")
def test_the_last_listed_level_goes_on_until_the_end() -> None:
    arena = begun("12:00", 60)
    arena.tick(at("23:00"))
    assert arena.tournament.level == len(arena.terms.levels)
    assert arena.terms.level(1000) == arena.terms.levels[-1]


@rule("TAMB-96", "TRN-03", "TRN-23")
def test_staff_may_change_the_length_of_the_levels_to_come() -> None:
    arena = begun("12:00", 600)
    lengths = [300_000] * len(arena.terms.levels)
    with pytest.raises(OperatorRefused):
        arena.tournament.change_level_times(lengths[1:], at("12:05"))
    arena.tournament.change_level_times(lengths, at("12:05"))
    arena.tick(at("12:10"))
    assert arena.tournament.level == 2, "the present level keeps its length"
    arena.tick(at("12:15"))
    assert arena.tournament.level == 3


@rule("TAMB-96", "TRN-03", "BRK-01")
def test_staff_may_switch_breaks_off_and_on() -> None:
    arena = begun("12:00", 600)
    arena.tick(at("12:30"))
    with pytest.raises(OperatorRefused):
        arena.tournament.change_breaks(at("12:30"), on=True)
    arena.tournament.change_breaks(at("12:30"), on=False)
    arena.tick(at("13:10"))
    assert arena.events_of(PauseDue) == []
    arena.tournament.change_breaks(at("13:10"), on=True)
    arena.tick(at("13:55"))
    assert arena.events_of(PauseDue) == [PauseDue("break", at("13:55"))]


@rule("TAMB-45", "TAMB-96", "TRN-03")
def test_staff_may_pause_and_the_clock_stands() -> None:
    arena = begun("12:00", 600)
    arena.now_ms = at("12:04")
    arena.deal(1)
    arena.tournament.pause(at("12:05"))
    assert not arena.tournament.ready
    arena.fold_out(1)
    arena.commit(1)
    with pytest.raises(OperatorRefused):
        arena.tournament.pause(at("12:06"))
    arena.tournament.resume(at("13:05"))
    arena.take_step()
    assert set(arena.tournament.ready) == {1, 2}
    assert arena.events_of(PauseEnded) == [PauseEnded("staff", at("13:05"))]
    arena.tick(at("13:09:59"))
    assert arena.tournament.level == 1
    arena.tick(at("13:10"))
    assert arena.tournament.level == 2
    with pytest.raises(OperatorRefused):
        arena.tournament.resume(at("13:10"))


@rule("BRK-01", "BRK-02", "TAMB-64")
@pytest.mark.parametrize(
    ("offset_minutes", "break_at"),
    [(0, "07:55"), (60, "07:55"), (-300, "07:55"), (330, "08:25"), (345, "08:10"), (-210, "08:25")],
)
def test_minute_55_is_that_of_the_operators_clock(offset_minutes: int, break_at: str) -> None:
    """UTC+5:30 has its minute 55 at minute 25 of UTC, UTC+5:45 at minute 10."""
    definition = with_breaks(600)
    terms = terms_of(
        definition,
        edition("en-2.7"),
        starts_ms=at("07:35"),
        utc_offset_ms=offset_minutes * MINUTE_MS,
    )
    arena = Arena(definition, starts_ms=at("07:35"), terms=terms)
    arena.enter(*range(1, 5))
    arena.start()
    arena.walk(1)
    arena.tick(at("08:30"))
    first = next(one for one in arena.events_of(PauseDue) if isinstance(one, PauseDue))
    assert first.at_ms == at(break_at)
