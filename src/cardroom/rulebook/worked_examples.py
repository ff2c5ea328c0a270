"""The worked examples of the live rules: chips that were pushed, and what the book decides."""

import re
from functools import cache
from importlib.resources import files

import msgspec

ROW = re.compile(r"^\|\s*(?P<id>E\d+)\s*\|(?P<cells>.*)\|\s*$")
SAME_AS = re.compile(r"\bas (E\d+)\b")


class WorkedExample(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table in section 6.2 of the live rules."""

    id: str
    spot: str
    action: str
    decision: str
    rule_ids: tuple[str, ...]


@cache
def worked_examples() -> dict[str, WorkedExample]:
    """All worked examples of the catalogue by their number, in its order."""
    text = (files("cardroom.rulebook") / "catalogue" / "live.md").read_text(encoding="utf-8")
    found: dict[str, WorkedExample] = {}
    for line in text.splitlines():
        row = ROW.match(line)
        if row is None:
            continue
        spot, action, decision, rules = (cell.strip() for cell in row["cells"].split("|"))
        same = SAME_AS.match(spot)
        if same is not None:
            spot = found[same[1]].spot + spot[same.end() :]
        found[row["id"]] = WorkedExample(
            id=row["id"], spot=spot, action=action, decision=decision, rule_ids=_rule_ids(rules)
        )
    return found


def examples_of(rule_ids: tuple[str, ...]) -> tuple[WorkedExample, ...]:
    """The examples of rules, those that share the most of them first."""
    shared = [(len(set(one.rule_ids) & set(rule_ids)), one) for one in worked_examples().values()]
    ranked = sorted(shared, key=lambda pair: -pair[0])
    return tuple(one for count, one in ranked if count)


def _rule_ids(cell: str) -> tuple[str, ...]:
    """`LIVE-37.p5, p6, 38` are LIVE-37.p5, LIVE-37.p6 and LIVE-38."""
    found: list[str] = []
    for word in cell.split(","):
        short = word.strip()
        if short.startswith("p"):
            short = f"{found[-1].partition('.')[0]}.{short}"
        elif short[0].isdigit():
            short = f"LIVE-{short}"
        found.append(short)
    return tuple(found)
