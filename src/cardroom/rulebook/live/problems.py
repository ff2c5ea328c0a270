"""What must hold between the switches of a live tournament."""

from collections import Counter
from collections.abc import Iterator

from cardroom.rulebook.live import LiveRules
from cardroom.rulebook.live.floor import FloorRules

Found = tuple[str, str, str]


def problems(live: LiveRules) -> Iterator[Found]:
    """Everything that does not fit together, as rule, switch and reason."""
    yield from _clocks(live.floor)
    yield from _day_end(live.floor)
    yield from _repeated(live)
    if live.seating.reentry_may_reopen and live.seating.reentry_ends_at_paid_places:
        yield "LAMB-39", "reentry_may_reopen", "re-entry that ends at the paid places never reopens"
    if live.seating.halt_below and live.seating.halt_below <= 2:
        yield "LIVE-14.p1", "halt_below", "must be 0 or at least 3: two players are heads-up"
    if live.rulings.misdeal_extra_cards == 1 and live.rulings.one_extra_card == "returned":
        yield "LIVE-33.a", "misdeal_extra_cards", "one extra card cannot be both returned and fatal"


def _clocks(floor: FloorRules) -> Iterator[Found]:
    """A countdown is the end of its clock, and turbo is no slower (LIVE-27.p1, LIVE-27.p3)."""
    if floor.countdown_s > floor.clock_s:
        yield "LIVE-27.p1", "countdown_s", f"longer than the clock of {floor.clock_s} s"
    if floor.turbo_countdown_s > floor.turbo_clock_s:
        yield "LIVE-27.p3", "turbo_countdown_s", f"longer than the clock of {floor.turbo_clock_s} s"
    if floor.turbo_clock_s > floor.clock_s:
        yield "LIVE-27.p3", "turbo_clock_s", f"longer than the ordinary clock of {floor.clock_s} s"


def _day_end(floor: FloorRules) -> Iterator[Found]:
    """The window has a beginning before its end (LIVE-28)."""
    first, last = floor.dayend_window_min
    if not 0 <= first < last:
        yield "LIVE-28", "dayend_window_min", f"{first} to {last} minutes is not a window"


def _repeated(live: LiveRules) -> Iterator[Found]:
    """Lists of choices name each choice once (LAMB-03, LIVE-28, LIVE-41)."""
    lists: list[tuple[str, str, tuple[object, ...]]] = [
        ("LAMB-03", "suit_order", live.button.suit_order),
        ("LIVE-28", "dayend_cards", live.floor.dayend_cards),
        ("LIVE-6", "deal_methods", live.floor.deal_methods),
        ("LIVE-3", "table_languages", live.conduct.table_languages),
        ("LIVE-41", "penalties", tuple(penalty.type for penalty in live.conduct.penalties)),
    ]
    for rule, key, entries in lists:
        for entry, count in Counter(entries).items():
            if count > 1:
                yield rule, key, f"{entry} is listed {count} times"
