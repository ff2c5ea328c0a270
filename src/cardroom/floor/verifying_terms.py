"""Whether the terms of a live tournament can be played: chips, levels, prices, windows."""

from typing import Any

import msgspec

from cardroom.errors import FloorRefused
from cardroom.floor.chips.colour_up import Removal, colour_up_plan
from cardroom.floor.terms import FloorTerms
from cardroom.rulebook.live import LiveRules

CHANGEABLE = frozenset(
    {
        "levels", "entries_until_level", "paid", "price", "rebuy", "addon", "guarantee", "expected",
        "turbo", "breaking_order", "host", "logo", "prize_step",
    }
)  # fmt: skip
"""What management may alter once there are entries (LIVE-7)."""


def verify_terms(rules: LiveRules, terms: FloorTerms) -> None:
    """Refuse terms that cannot be played, in one sentence."""
    levels = terms.levels
    if levels[0].is_break:
        raise FloorRefused("LIVE-31", "the_first_level_is_a_break")
    if terms.entries_until_level > len(levels):
        raise FloorRefused("LIVE-12", "no_such_level", {"levels": len(levels)})
    for number, level in enumerate(levels, start=1):
        blinds = 0 < level.small_blind <= level.big_blind
        if not blinds and (level.small_blind or level.big_blind):
            raise FloorRefused("LIVE-31", "blinds_do_not_fit", {"level": number})
    _verify_purchases(rules, terms)
    _verify_paid(terms)
    _verify_chips(terms)
    removals(rules, terms)


def removals(rules: LiveRules, terms: FloorTerms) -> tuple[Removal, ...]:
    """When each chip leaves play; a structure that the chips cannot pay is refused (LIVE-19)."""
    if not terms.chips:
        return ()
    ante = rules.button.ante_big_blinds
    amounts = [
        [one for one in (level.small_blind, level.big_blind, ante * level.big_blind) if one]
        for level in terms.levels
    ]
    return colour_up_plan(rules, [chip.value for chip in terms.chips], amounts)


def _verify_purchases(rules: LiveRules, terms: FloorTerms) -> None:
    """An add-on only with re-buys, and with a break in which it is sold (LIVE-11.p2)."""
    if terms.rebuy is not None and not 0 < terms.rebuy.until_level <= len(terms.levels):
        raise FloorRefused("LIVE-11.p1", "no_such_level", {"levels": len(terms.levels)})
    if terms.addon is None:
        return
    if terms.rebuy is None:
        if rules.seating.addon_needs_rebuys:
            raise FloorRefused("LIVE-11.p2", "an_add_on_needs_re_buys")
        return
    if addon_level(terms) is None:
        raise FloorRefused("LIVE-11.p2", "no_break_after_the_re_buys")


def addon_level(terms: FloorTerms) -> int | None:
    """The break in which add-ons are sold: the first one after the re-buys (LIVE-11.p2)."""
    after = terms.rebuy.until_level if terms.rebuy is not None else 0
    breaks = (number for number, one in enumerate(terms.levels, start=1) if one.is_break)
    return next((number for number in breaks if number > after), None)


def _verify_paid(terms: FloorTerms) -> None:
    for row in terms.paid:
        if row.percents and (len(row.percents) != row.places or sum(row.percents) != 100):
            raise FloorRefused("LIVE-29", "percents_do_not_fit", {"entries": row.entries})


def _verify_chips(terms: FloorTerms) -> None:
    """The chips of a starting stack are its value, and the house owns enough of them."""
    mixes = [(terms.starting_chips, terms.starting_stack)]
    mixes += [(one.mix, one.chips) for one in (terms.rebuy, terms.addon) if one is not None]
    owned = {chip.value: chip.owned for chip in terms.chips}
    if len(owned) < len(terms.chips):
        raise FloorRefused("LIVE-18", "a_chip_is_named_twice")
    for mix, worth in mixes:
        if not mix:
            continue
        if min(mix) < 1 or sum(chip * count for chip, count in mix.items()) != worth:
            raise FloorRefused("LIVE-18", "chips_are_not_the_stack", {"stack": worth})
        if owned and not set(mix) <= set(owned):
            raise FloorRefused("LIVE-18", "not_a_chip_of_the_house")
    for chip, count in terms.starting_chips.items():
        needed = count * terms.expected
        if owned.get(chip) and needed > owned[chip]:
            details = {"chip": chip, "needed": needed, "owned": owned[chip]}
            raise FloorRefused("LIVE-18", "not_enough_chips", details)


def with_changed(terms: FloorTerms, field: str, value: Any) -> FloorTerms:
    """The terms with one field altered; a ValueError says what does not fit."""
    plain = msgspec.to_builtins(terms) | {field: value}
    return msgspec.convert(plain, FloorTerms, str_keys=True)
