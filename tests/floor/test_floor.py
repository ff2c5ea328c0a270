"""The floor and its log: rulings and overrides, penalties, clocks, re-buys."""

from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition
from hypothesis.stateful import rule as step

from cardroom.errors import FloorRefused
from cardroom.floor.event import FloorEvent
from cardroom.floor.events import ClockStopped, HandMissed, RulingMade, RulingOverridden
from cardroom.floor.floor import Floor
from cardroom.floor.log import LogEntry
from cardroom.floor.rulings.chips import read_motions
from cardroom.floor.rulings.hands import CardsExposed
from cardroom.floor.rulings.spot import ChipsPushed
from cardroom.tournament.ids import EntryId
from tests.floor.commanding import Desk
from tests.floor.rulings.asking import house
from tests.floor.staff import by, decode_log, encode_log, floor
from tests.rule import rule

Event = TypeVar("Event", bound=FloorEvent)
ANN, BOB = EntryId(7), EntryId(8)
PUSH = ChipsPushed(big_blind=400, bet=1200, raise_size=800, motions=read_motions("1000x2"), said="")


def refused(call: Any, *args: Any, **more: Any) -> tuple[str, str, dict[str, object]]:
    with pytest.raises(FloorRefused) as error:
        call(*args, **more)
    return error.value.rule, error.value.reason, error.value.details


def event(entry: LogEntry, kind: type[Event]) -> Event:
    """The event of an entry, which must be of this kind."""
    assert isinstance(entry.event, kind)
    return entry.event


def copy_of(one: Floor) -> Floor:
    """The same floor after a crash: its stored log, read back."""
    return Floor(one.edition, one.terms, decode_log(encode_log(one.log.entries)))


# Rulings, and what the manager decides instead


def test_an_override_is_kept_beside_the_ruling_with_who_when_and_why() -> None:
    room = floor()
    made = room.rule_on(3, PUSH, by(at_s=10))
    room.override(made.number, "raise to 2,000", by("manager", 20, "The dealer spoke first."))
    (case,) = room.cases.cases.values()
    assert event(case.ruling, RulingMade).ruling.decision == "call"
    (override,) = case.overrides
    assert (override.operator.name, override.at_ms, override.reason) == (
        *("Mara", 20_000, "The dealer spoke first."),
    )
    assert room.log.entries[0] == made
    assert copy_of(room).cases.cases == room.cases.cases


def test_only_the_manager_or_the_deputy_overrides_and_only_with_a_reason() -> None:
    room = floor()
    made = room.rule_on(3, CardsExposed(), by()).number
    assert refused(room.override, made, "dead", by("floor", reason="so")) == (
        *("LIVE-1", "not_in_this_role", {"roles": "deputy, manager"}),
    )
    assert refused(room.override, made, "dead", by("manager"))[1] == "say_what_and_why"
    assert refused(room.override, 99, "dead", by("manager", reason="so"))[1] == "no_such_ruling"
    room.override(made, "dead", by("deputy", reason="so"))
    strict = floor(house("rulings", manager_may_override=False))
    asked = strict.rule_on(3, PUSH, by()).number
    assert refused(strict.override, asked, "x", by("manager", reason="so"))[1] == (
        "the_book_is_final_here"
    )


def test_screens_record_nothing_and_the_cashier_only_money() -> None:
    room = floor()
    assert refused(room.rule_on, 3, PUSH, by("display"))[1] == "not_in_this_role"
    assert refused(room.rule_on, 3, PUSH, by("cashier"))[1] == "not_in_this_role"
    assert refused(room.rule_on, 3, PUSH, by(reason="x" * 1001))[1] == "reason_is_too_long"
    assert room.log.last == 0


# Undoing, and two consoles


def test_undoing_is_an_entry_and_what_depends_on_it_is_named_first() -> None:
    room = floor()
    made = room.rule_on(3, PUSH, by()).number
    other = room.rule_on(4, CardsExposed(), by()).number
    override = room.override(made, "raise", by("manager", reason="so")).number
    assert refused(room.undo, made, by("manager", reason="wrong table")) == (
        *("LIVE-1", "others_depend_on_it", {"entries": [override]}),
    )
    assert refused(room.undo, made, by("manager"))[1] == "say_why"
    assert refused(room.undo, made, by("floor", reason="x"), with_dependents=True)[1] == (
        "not_in_this_role"
    )
    room.undo(made, by("manager", reason="wrong table"), with_dependents=True)
    assert list(room.cases.cases) == [other]
    assert room.log.last == 4
    assert refused(room.undo, made, by("manager", reason="again"))[1] == "no_such_entry"
    assert refused(room.undo, 4, by("manager", reason="again"))[1] == "no_such_entry"
    assert copy_of(room).cases.cases == room.cases.cases


def test_undoing_an_old_clock_leaves_the_next_one_alone() -> None:
    room = floor()
    first = room.call_clock(3, ANN, by(at_s=0), turbo=False).number
    stop = room.stop_clock(3, by(at_s=20)).number
    room.call_clock(3, BOB, by(at_s=30), turbo=False)
    assert room.log.dependents(first) == (stop,)
    room.undo(first, by(at_s=40, reason="wrong player"), with_dependents=True)
    assert room.clock(3, 41_000).player == BOB


def test_the_second_console_on_the_same_thing_learns_what_changed() -> None:
    room = floor()
    made = room.rule_on(3, PUSH, by()).number
    seen = room.log.last
    first = room.override(made, "raise", by("manager", reason="so", seen=seen)).number
    late = by("deputy", reason="too", seen=seen)
    assert refused(room.override, made, "call", late) == (
        *("LIVE-1", "changed_meanwhile", {"entries": [first]}),
    )
    room.rule_on(4, PUSH, by(seen=seen))
    room.override(made, "call", by("deputy", reason="too", seen=room.log.last))
    room.undo(first, by("manager", reason="x"))
    (left,) = room.cases.cases[made].overrides
    assert event(left, RulingOverridden).decision == "call"


# Conduct


@rule("LHC-57")
def test_missed_hands_count_down_with_the_players_table_and_blinds_are_posted() -> None:
    room = floor()
    where = {"table": 3, "hand": 41, "level": 6}
    first = room.penalise(ANN, "OUT_OF_TURN", "warning", by(reason="third time"), **where)
    assert room.proposed_sanction(ANN) == "missed_hands"
    room.penalise(ANN, "OUT_OF_TURN", "missed_hands", by(), missed_hands=5, **where)
    assert [one.previous for one in room.discipline.penalties] == [0, 1]
    room.hand_dealt({ANN: 0, BOB: 600}, by())
    (second,) = room.hand_dealt({ANN: 600, BOB: 300}, by())
    assert event(second, HandMissed).posted == 600
    assert room.discipline.missing == {ANN: 3}
    assert room.hand_dealt({BOB: 0}, by()) == ()
    for _ in range(3):
        room.hand_dealt({ANN: 0}, by())
    assert room.discipline.missing == {}
    assert room.hand_dealt({ANN: 0}, by()) == ()
    assert room.log.dependents(first.number) == ()


def test_undoing_missed_hands_names_those_that_were_counted() -> None:
    room = floor()
    where = {"table": 3, "hand": 41, "level": 6}
    given = room.penalise(ANN, "DEVICE", "missed_hands", by(), missed_hands=2, **where).number
    (missed,) = room.hand_dealt({ANN: 0}, by())
    second = room.penalise(ANN, "DEVICE", "missed_hands", by(), missed_hands=1, **where).number
    warned = room.penalise(ANN, "LANGUAGE", "warning", by(), **where).number
    assert room.log.dependents(given) == (missed.number, second)
    assert room.log.dependents(warned) == ()
    room.undo(given, by(reason="wrong player"), with_dependents=True)
    assert room.discipline.missing == {}


def test_a_disqualified_player_gets_nothing_more_until_it_is_undone() -> None:
    desk = Desk()
    ann, *_ = desk.start(4)
    kind: dict[str, Any] = {"entry": ann, "type": "DEVICE"}
    desk.do("penalise", **kind, sanction="missed_hands", missed_hands=2)
    desk.do("disqualify", **kind, stack=9_000, reason="again")
    assert (desk.floor.discipline.missing, desk.floor.discipline.disqualified) == ({}, {ann})
    assert desk.refused("penalise", **kind, sanction="warning")[1] == "not_in_the_tournament"
    desk.undo(desk.floor.log.last)
    desk.do("penalise", **kind, sanction="warning")
    assert not desk.floor.discipline.disqualified


# The called clock


@rule("LAMB-29", "LHC-39")
@pytest.mark.parametrize(("turbo", "clock_s", "countdown_s"), [(False, 60, 10), (True, 30, 5)])
def test_a_called_clock_is_counted_from_its_time_and_ends_with_a_dead_hand(
    turbo: bool, clock_s: int, countdown_s: int
) -> None:
    room = floor()
    room.call_clock(3, ANN, by(at_s=100), turbo=turbo)
    assert refused(room.call_clock, 3, ANN, by(at_s=101), turbo=turbo)[1] == (
        "the_clock_runs_already"
    )
    now = room.clock(3, 1000 * (100 + clock_s - countdown_s) - 1)
    assert (now.counting_down, now.expired) == (False, False)
    assert room.clock(3, 1000 * (100 + clock_s - countdown_s)).counting_down
    assert copy_of(room).clock(3, 1000 * (100 + clock_s)).expired
    ended = room.stop_clock(3, by(at_s=100 + clock_s))
    assert event(ended, ClockStopped).hand_dead is True
    assert refused(room.clock, 3, 0)[1] == "no_clock_runs"


def test_a_player_who_acts_in_time_keeps_the_hand() -> None:
    room = floor()
    room.call_clock(3, ANN, by(at_s=100), turbo=False)
    assert event(room.stop_clock(3, by(at_s=159)), ClockStopped).hand_dead is False
    mild = floor(house("floor", clock_expiry="check_or_fold"))
    mild.call_clock(3, ANN, by(at_s=100), turbo=False)
    assert event(mild.stop_clock(3, by(at_s=190)), ClockStopped).hand_dead is False


# Re-buys


@rule("LHC-52")
def test_an_announced_rebuy_must_be_bought_and_the_table_waits_for_its_chips() -> None:
    room = floor()
    room.announce_rebuy(ANN, by(), table=3, chips=10_000, stack=0, starting_stack=10_000)
    assert (room.may_deal(3), room.may_deal(4)) == (False, True)
    assert refused(room.withdraw_rebuy, ANN, by())[1] == "announced_rebuy_binds"
    assert refused(room.deliver_rebuy, ANN, by())[2] == {"rebuy": "announced"}
    room.pay_rebuy(ANN, by("cashier"))
    assert not room.may_deal(3)
    assert not copy_of(room).may_deal(3)
    room.deliver_rebuy(ANN, by())
    assert room.may_deal(3)
    assert room.rebuys.delivered == [ANN]
    assert refused(room.pay_rebuy, ANN, by())[2] == {"rebuy": "none"}


@rule("LAMB-40")
def test_a_rebuy_needs_a_stack_that_is_not_above_the_starting_stack() -> None:
    room = floor()
    facts: dict[str, Any] = {"table": 3, "chips": 10_000, "starting_stack": 10_000}
    assert refused(room.announce_rebuy, ANN, by(), stack=10_001, **facts) == (
        *("LAMB-40", "stack_is_too_large", {"at_most": 10_000}),
    )
    room.announce_rebuy(ANN, by(), stack=10_000, **facts)
    assert refused(room.announce_rebuy, ANN, by(), stack=0, **facts)[1] == "announced_already"
    broke = floor(house("seating", rebuy_max_stack=0))
    assert refused(broke.announce_rebuy, ANN, by(), stack=1, **facts)[2] == {"at_most": 0}


def test_a_house_may_let_players_take_a_rebuy_back_and_deal_meanwhile() -> None:
    mild = floor(house("seating", announced_rebuy_binds=False, rebuy_holds_next_hand=False))
    facts: dict[str, Any] = {"table": 3, "chips": 10_000, "stack": 0, "starting_stack": 10_000}
    mild.announce_rebuy(ANN, by(), **facts)
    assert mild.may_deal(3)
    mild.withdraw_rebuy(ANN, by())
    assert mild.rebuys.open == {}


# Whatever the staff does


class BusyFloor(RuleBasedStateMachine):
    """Random staff at work: a stored log always makes the same floor again."""

    def __init__(self) -> None:
        super().__init__()
        self.room = floor()

    def attempt(self, call: Any, *args: Any, **more: Any) -> None:
        """What is refused changes nothing."""
        before = self.room.log.last
        try:
            call(*args, **more)
        except FloorRefused:
            assert self.room.log.last == before

    @step(table=st.integers(1, 3), player=st.integers(1, 4), at_s=st.integers(0, 200))
    def clock(self, table: int, player: int, at_s: int) -> None:
        self.attempt(self.room.call_clock, table, EntryId(player), by(at_s=at_s), turbo=False)

    @step(table=st.integers(1, 3), at_s=st.integers(0, 200))
    def stop(self, table: int, at_s: int) -> None:
        self.attempt(self.room.stop_clock, table, by(at_s=at_s))

    @step(player=st.integers(1, 4), hands=st.integers(1, 3))
    def penalise(self, player: int, hands: int) -> None:
        facts: dict[str, Any] = {"table": 1, "hand": 1, "level": 1, "missed_hands": hands}
        self.attempt(self.room.penalise, EntryId(player), "DEVICE", "missed_hands", by(), **facts)

    @step(players=st.sets(st.integers(1, 4)))
    def dealt(self, players: set[int]) -> None:
        self.attempt(self.room.hand_dealt, {EntryId(one): 600 for one in players}, by())

    @step(player=st.integers(1, 4))
    def announce(self, player: int) -> None:
        facts = {"table": 1, "chips": 100, "stack": 0, "starting_stack": 100}
        self.attempt(self.room.announce_rebuy, EntryId(player), by(), **facts)

    @step(player=st.integers(1, 4))
    def pay(self, player: int) -> None:
        self.attempt(self.room.pay_rebuy, EntryId(player), by("cashier"))

    @step(player=st.integers(1, 4))
    def deliver(self, player: int) -> None:
        self.attempt(self.room.deliver_rebuy, EntryId(player), by())

    @precondition(lambda self: self.room.log.last > 0)
    @step(number=st.integers(1, 60), too=st.booleans())
    def undo(self, number: int, too: bool) -> None:
        self.attempt(self.room.undo, number, by("manager", reason="x"), with_dependents=too)

    @invariant()
    def a_stored_log_makes_the_same_floor(self) -> None:
        again = copy_of(self.room)
        assert again.discipline.missing == self.room.discipline.missing
        assert again.clocks.running == self.room.clocks.running
        assert again.rebuys.open == self.room.rebuys.open
        assert all(hands > 0 for hands in self.room.discipline.missing.values())


BusyFloor.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
test_whatever_the_staff_does_the_log_makes_the_same_floor_again = BusyFloor.TestCase
