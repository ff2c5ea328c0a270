"""The journal: events reach the parts in their order, and a step is taken out once."""

from typing import get_args

from cardroom.tournament.events import BreaksChanged, LevelStarted, StaffAlerted
from cardroom.tournament.journal import Journal, Step
from cardroom.tournament.record import AnyEvent
from tests.rule import rule
from tests.tournament.arena import Arena, freezeout


@rule("TAMB-46")
def test_the_parts_apply_an_event_in_the_order_in_which_they_subscribed() -> None:
    journal, seen = Journal(), list[str]()
    journal.subscribe({LevelStarted: lambda event: seen.append(f"first {event.level}")})
    journal.subscribe({LevelStarted: lambda event: seen.append(f"second {event.level}")})
    journal.record(LevelStarted(2, 0))
    journal.record(BreaksChanged(on=True, at_ms=0))
    assert seen == ["first 2", "second 2"]


@rule("TRN-25")
def test_a_step_is_taken_out_once_and_a_replay_belongs_to_none() -> None:
    journal, seen = Journal(), list[int]()
    journal.subscribe({LevelStarted: lambda event: seen.append(event.level)})
    level = LevelStarted(2, 0)
    journal.record(level)
    assert journal.take_step() == Step([level], [])
    journal.replay([level])
    assert journal.take_step() == Step([], [])
    assert seen == [2, 2]


@rule("TRN-25", "HEX-12")
def test_every_kind_of_event_but_an_alert_of_staff_changes_some_part() -> None:
    arena = Arena(freezeout())
    handled = set(arena.tournament.journal._handlers)
    assert set(get_args(AnyEvent)) - handled == {StaffAlerted}
    assert handled <= set(get_args(AnyEvent)), "only events that are stored"
