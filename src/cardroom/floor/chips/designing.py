"""A structure from what a house has: chips, players and hours give blinds that the chips can pay.

The blinds grow evenly, in round amounts, until the whole field is worth so few big blinds that it
is over; that level ends when the hours do. Every amount is a multiple of the smallest chip that is
still wanted, so that small chips leave play in the breaks.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.errors import FloorRefused
from cardroom.floor.chips.colour_up import colour_up_plan
from cardroom.floor.chips.denominations import next_denomination
from cardroom.floor.chips.starting_stack import starting_stack
from cardroom.floor.terms import ChipKind, Level
from cardroom.rulebook.live import LiveRules
from cardroom.units import Chips

LENGTHS_MIN = (5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 75, 90, 120)
"""Lengths of levels that people like."""
GROWTH_PERCENT = 140
"""What the blinds of a level are of those before, if the hours allow it."""
ROUND = (10, 15, 20, 25, 30, 40, 50, 60, 80)
"""Small blinds, up to a power of ten."""
FIRST_STEPS = 4
"""As many multiples of the smallest chip are round, too."""
SPARE_LEVELS = 3
"""Levels after the estimated end: an evening may take longer."""
PLAYING_LEVELS_MIN = 4


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a house has and wants."""

    chips: Annotated[tuple[ChipKind, ...], Meta(min_length=1, max_length=20)]
    players: Annotated[int, Meta(ge=2, le=10_000)]
    minutes: Annotated[int, Meta(ge=30, le=2_880)]
    """How long it may take, with the breaks."""
    entries: Annotated[int, Meta(ge=0, le=20_000)] = 0
    """Starting stacks to hand out, with re-entries; 0: one for each player."""
    depth: Annotated[int, Meta(ge=10, le=1_000)] = 100
    """Big blinds in a starting stack, if there are chips enough."""
    level_minutes: Annotated[int, Meta(ge=0, le=240)] = 0
    """0: the length that fits best."""
    break_every: Annotated[int, Meta(ge=0, le=20)] = 4
    """A break after this many levels; 0: none."""
    break_minutes: Annotated[int, Meta(ge=1, le=240)] = 15
    over_at: Annotated[int, Meta(ge=5, le=100)] = 20
    """It is nearly over when all chips together are this many big blinds."""


class Leaving(msgspec.Struct, frozen=True, kw_only=True):
    """A chip that leaves play: in a break if there is one, otherwise before a level."""

    removed: Chips
    target: Chips
    before_level: int
    """Counted with the breaks; the level or break in which the chip is no longer there."""
    in_break: bool
    minute: int


class Shortage(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that the house lacks to exchange one that leaves play."""

    removed: Chips
    lacks: Chips
    """The value for which there are no larger chips."""


class Design(msgspec.Struct, frozen=True, kw_only=True):
    """A structure with all that follows from it."""

    starting_stack: Chips
    starting_chips: dict[Chips, int]
    level_minutes: int
    levels: tuple[Level, ...]
    leaving: tuple[Leaving, ...]
    ends_minute: int
    """When it is probably over."""
    total: Chips
    """All chips that are handed out at the start."""
    depth: int
    """Big blinds in a starting stack."""
    shortages: tuple[Shortage, ...]


def design(rules: LiveRules, wish: Wish) -> Design:
    """Blinds, stack, colour-ups and the estimated end, or a refusal that says what is missing."""
    values = sorted(chip.value for chip in wish.chips)
    if len(set(values)) < len(values):
        raise FloorRefused("LIVE-18", "a_chip_is_named_twice")
    for value in values[:-1]:
        next_denomination(rules, value, values)
    entries = max(wish.entries, wish.players)
    first_big = 2 * values[0]
    mix = starting_stack(wish.chips, entries, first_big * wish.depth)
    stack = sum(chip * count for chip, count in mix.items())
    if stack < 10 * first_big:
        details = {"stack": stack, "big_blind": first_big}
        raise FloorRefused("LIVE-18", "too_few_chips_for_a_stack", details)
    total = stack * entries
    length = wish.level_minutes or _best_length(wish, total, first_big)
    blinds = _ladder(values, total // wish.over_at, _playing_levels(wish, length))
    levels = _with_breaks(wish, length, blinds)
    leaving = _leaving(rules, values, levels)
    return Design(
        starting_stack=stack,
        starting_chips=mix,
        level_minutes=length,
        levels=levels,
        leaving=leaving,
        ends_minute=_end(levels, total, wish.over_at),
        total=total,
        depth=stack // first_big,
        shortages=_shortages(wish.chips, mix, entries, leaving),
    )


def _playing_levels(wish: Wish, length: int) -> int:
    """How many levels of a length fit into the time beside the breaks, at least a few."""
    count = 0
    used = 0
    while True:
        pause = wish.break_every and count and count % wish.break_every == 0
        used += length + (wish.break_minutes if pause else 0)
        if used > wish.minutes:
            return max(count, PLAYING_LEVELS_MIN)
        count += 1


def _best_length(wish: Wish, total: Chips, first_big: Chips) -> int:
    """The length with which the blinds grow as people like it."""
    last = max(total // wish.over_at, first_big)

    def off(length: int) -> int:
        """How far the levels are from those that this growth needs."""
        steps, big = 1, first_big
        while big < last:
            steps, big = steps + 1, max(big + 1, big * GROWTH_PERCENT // 100)
        return abs(_playing_levels(wish, length) - steps)

    return min(LENGTHS_MIN, key=off)


def _ladder(values: Sequence[Chips], last_big: Chips, count: int) -> list[Chips]:
    """Small blinds that grow evenly up to half of `last_big`, and a few more."""
    first = values[0]
    last = max(last_big // 2, first)
    found = [first]
    for step in range(1, count + SPARE_LEVELS):
        # The amount on an even curve: first^(n-step) * last^step, of which the n-th root.
        n = count - 1
        if step <= n:
            wanted = _root(first ** (n - step) * last**step, n)
        else:
            wanted = found[-1] * GROWTH_PERCENT // 100
        found.append(_next_round(values, found[-1], wanted))
    return found


def _root(value: int, degree: int) -> int:
    """The largest integer whose power is not above a value."""
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle - 1)
    return low


def _next_round(values: Sequence[Chips], above: Chips, wanted: Chips) -> Chips:
    """The round small blind above the last one that is nearest to what is wanted."""
    candidates = [one for one in _round_amounts(values, max(wanted, above) * 10) if one > above]
    return min(candidates, key=lambda one: (abs(one - wanted), one))


def _round_amounts(values: Sequence[Chips], up_to: Chips) -> list[Chips]:
    """Round amounts that the chips pay which are still in play at that height."""
    first = values[0]
    amounts = {first * step for step in range(1, FIRST_STEPS + 1)}
    power = 1
    while power <= up_to:
        amounts.update(one * power // 10 for one in ROUND if one * power % 10 == 0)
        power *= 10
    # A chip is no longer wanted once the small blind is two of the next one.
    smallest = {one: max((chip for chip in values if 2 * chip <= one), default=first)
                for one in amounts}  # fmt: skip
    payable = [one for one in amounts if first <= one <= up_to and one % smallest[one] == 0]
    # Beyond all round numbers, twice the last always is one.
    return sorted([*payable, *(first << shift for shift in range(64) if first << shift > up_to)])


def _with_breaks(wish: Wish, length: int, blinds: Sequence[Chips]) -> tuple[Level, ...]:
    found: list[Level] = []
    for place, small in enumerate(blinds):
        if place and wish.break_every and place % wish.break_every == 0:
            found.append(Level(minutes=wish.break_minutes))
        found.append(Level(minutes=length, small_blind=small, big_blind=2 * small))
    return tuple(found)


def _leaving(
    rules: LiveRules, values: Sequence[Chips], levels: Sequence[Level]
) -> tuple[Leaving, ...]:
    """Each removal in the first break from which the chip is no longer needed (LIVE-18)."""
    ante = rules.button.ante_big_blinds
    amounts = [
        [one for one in (level.small_blind, level.big_blind, ante * level.big_blind) if one]
        for level in levels
    ]
    found = []
    for one in colour_up_plan(rules, values, amounts):
        later = range(one.before_level, len(levels) + 1)
        at = next((n for n in later if levels[n - 1].is_break), one.before_level)
        found.append(
            Leaving(
                removed=one.removed,
                target=one.target,
                before_level=at,
                in_break=levels[at - 1].is_break,
                minute=sum(level.minutes for level in levels[: at - 1]),
            )
        )
    return tuple(found)


def _end(levels: Sequence[Level], total: Chips, over_at: int) -> int:
    """The minute at the end of the first level in which the field is worth so few big blinds."""
    minute = 0
    for level in levels:
        minute += level.minutes
        if level.big_blind * over_at >= total:
            break
    return minute


def _shortages(
    chips: Sequence[ChipKind], mix: dict[Chips, int], entries: int, leaving: Sequence[Leaving]
) -> tuple[Shortage, ...]:
    """Exchanges for which the house has too few larger chips beside those in play."""
    free = {chip.value: chip.owned - mix.get(chip.value, 0) * entries for chip in chips}
    held = {chip.value: mix.get(chip.value, 0) * entries for chip in chips}
    found = []
    for one in leaving:
        owed = held[one.removed] * one.removed
        for chip in sorted(value for value in free if value > one.removed):
            given = min(free[chip], owed // chip)
            free[chip] -= given
            held[chip] += given
            owed -= given * chip
        # Less than one of the next chip is raced off, and needs at most one chip more.
        if owed >= one.target:
            found.append(Shortage(removed=one.removed, lacks=owed))
    return tuple(found)
