"""Small chips for large ones of the same value, and the plan when each chip leaves play."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.chips.denominations import next_denomination
from cardroom.rulebook.live import LiveRules
from cardroom.units import Chips


class ColourUp(msgspec.Struct, frozen=True, kw_only=True):
    """An exchange at one seat; `pending` waits until the player is back (LIVE-19)."""

    state: Literal["done", "pending"]
    given: int
    """Small chips that the player hands over."""
    received: int
    """Large chips that the player gets for them."""
    chips: dict[Chips, int]
    """The player's chips afterwards."""


def colour_up(
    rules: LiveRules, chips: Mapping[Chips, int], small: Chips, large: Chips, *, present: bool
) -> ColourUp:
    """Swap as many small chips as make whole large ones; the value stays the same (LIVE-19).

    Without the player nothing is touched, except at a race (LAMB-15).
    """
    if large <= small or large % small:
        raise FloorRefused("LAMB-48", "not_a_multiple", {"small": small, "large": large})
    if not present and rules.chips.colour_up_needs_player:
        return ColourUp(state="pending", given=0, received=0, chips=dict(chips))
    ratio = large // small
    received = chips.get(small, 0) // ratio
    after = {**chips, small: chips.get(small, 0) - received * ratio}
    after[large] = after.get(large, 0) + received
    kept = {chip: count for chip, count in sorted(after.items()) if count}
    return ColourUp(state="done", given=received * ratio, received=received, chips=kept)


class Removal(msgspec.Struct, frozen=True, kw_only=True):
    """A denomination leaves play before a level begins: its odd chips are raced for the next."""

    before_level: int
    removed: Chips
    target: Chips


def colour_up_plan(
    rules: LiveRules, denominations: Sequence[Chips], levels: Sequence[Sequence[Chips]]
) -> tuple[Removal, ...]:
    """When each chip is no longer needed: every later amount can be paid with larger chips.

    `levels` hold the amounts that must be paid in each: small blind, big blind, ante. A structure
    that the chips cannot pay is refused, and so is one with a race that cannot be (LAMB-48).
    """
    chips = sorted(set(denominations))
    if not chips or not levels:
        raise FloorRefused("LIVE-19", "a_plan_needs_chips_and_levels")
    for number, level in enumerate(levels, start=1):
        for amount in level:
            if amount % chips[0]:
                details = {"level": number, "amount": amount, "smallest": chips[0]}
                raise FloorRefused("LIVE-19", "cannot_be_paid_with_these_chips", details)
    plan: list[Removal] = []
    while len(chips) > 1:
        needed = [
            number
            for number, level in enumerate(levels, start=1)
            if any(amount % chips[1] for amount in level)
        ]
        before = max(needed, default=0) + 1
        if before > len(levels):
            break
        target = next_denomination(rules, chips[0], chips)
        earliest = plan[-1].before_level if plan else 2
        plan.append(Removal(before_level=max(before, earliest), removed=chips[0], target=target))
        chips.pop(0)
    return tuple(plan)
