"""Questions for the book in the words of the examples: chips as `500x4`, in a few arguments."""

from typing import Any

from msgspec.structs import replace

from cardroom.floor import decide
from cardroom.floor.rulings.chips import read_motions
from cardroom.floor.rulings.ruling import Ruling, TableRules, table_rules
from cardroom.floor.rulings.situations import Facts
from cardroom.floor.rulings.spot import ChipsPushed
from cardroom.rulebook import Edition, edition

LIVE = edition("live")
RULES = table_rules(LIVE)


def ask(facts: Facts, rules: Edition = LIVE) -> Ruling:
    """What the book decides."""
    return decide(rules, facts)


def pushed(chips: str, *, rules: Edition = LIVE, **facts: Any) -> Ruling:
    """Chips such as `500x4`, or `600/1000` in two motions; nothing is an empty text."""
    motions = read_motions(chips) if chips else ()
    return decide(rules, ChipsPushed(motions=motions, **facts))


def house(group: str, **changes: Any) -> Edition:
    """The live rules with some switches of one group changed; `hand` is the hand's own."""
    if group == "hand":
        return replace(LIVE, hand=replace(LIVE.hand, **changes))
    live = RULES.live
    changed = replace(getattr(live, group), **changes)
    return replace(LIVE, live=replace(live, **{group: changed}))


__all__ = ["LIVE", "RULES", "TableRules", "ask", "house", "pushed"]
