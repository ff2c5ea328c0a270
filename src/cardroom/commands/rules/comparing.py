"""`cardroom rules diff`: what differs between two editions, or between house rules and one."""

import argparse
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from cardroom.commands.editions import chosen_rules
from cardroom.commands.printing import write_json
from cardroom.commands.rules.layout import (
    console,
    in_words,
    is_rows,
    pieces,
    rows_table,
    table,
)
from cardroom.rulebook import Edition, RuleField, switches
from cardroom.rulebook.switch import group_of
from cardroom.rulebook.texts import rule_texts


class Difference(msgspec.Struct, frozen=True):
    """One switch with two values."""

    rule: str
    rules: tuple[str, ...]
    switch: str
    left: Any
    right: Any


def configure(parser: argparse.ArgumentParser) -> None:
    """Take two editions."""
    for side in ("left", "right"):
        parser.add_argument(
            side, metavar="EDITION", help="an edition such as en-2.7, or a file of house rules"
        )


def run(args: argparse.Namespace) -> int:
    """Show the differences."""
    left, right = chosen_rules(args.left), chosen_rules(args.right)
    found = differences(left, right)
    if args.json:
        write_json(
            {
                "left": left.name,
                "right": right.name,
                "parts_only_left": _parts(left, right),
                "parts_only_right": _parts(right, left),
                "differences": found,
            }
        )
    else:
        _print(left, right, found, console())
    return 0


def differences(left: Edition, right: Edition) -> list[Difference]:
    """Every switch of the parts that both have, where the two say different things."""
    order = {name: place for place, name in enumerate(rule_texts())}
    found = [
        Difference(known.rule, known.rules, ".".join(known.path), *values)
        for known in switches(Edition)
        if _in_both(known, left, right)
        and (values := (known.value(left), known.value(right)))[0] != values[1]
    ]
    return sorted(found, key=lambda one: order[one.rule])


def print_differences(found: list[Difference], left: str, right: str, out: Console) -> None:
    """A table of single values, then one for every value that is a table itself."""
    parts = [part for one in found for part in _parts_of(one)]
    plain = [
        (rule, name, in_words(one), in_words(other))
        for rule, name, one, other in parts
        if not (is_rows(one) or is_rows(other))
    ]
    if plain:
        out.print(table(["Rule", "Switch", left, right], plain, fixed=2))
    for rule, name, one, other in parts:
        if is_rows(one) or is_rows(other):
            out.print(Text(f"\n{rule}  {name}, rows that differ", style="bold"))
            only = [(left, row) for row in one or () if row not in (other or ())]
            only += [(right, row) for row in other or () if row not in (one or ())]
            out.print(rows_table(only, out.width) if only else "The same rows in another order.")


def _print(left: Edition, right: Edition, found: list[Difference], out: Console) -> None:
    for one, other in ((left, right), (right, left)):
        for part in _parts(one, other):
            out.print(f"Only {one.name} has the part '{part}'.")
    if found:
        print_differences(found, left.name, right.name, out)
        out.print(f"\n{len(found)} {'switch differs' if len(found) == 1 else 'switches differ'}.")
    else:
        out.print(f"{left.name} and {right.name} set every switch that both have to the same.")


def _parts_of(one: Difference) -> list[tuple[str, str, Any, Any]]:
    """The pieces of two values that differ, each with the rule and its name."""
    name = one.switch.rpartition(".")[2]
    left, right = dict(pieces(name, one.left)), dict(pieces(name, one.right))
    return [
        (one.rule, piece, left.get(piece), right.get(piece))
        for piece in {**left, **right}
        if left.get(piece) != right.get(piece)
    ]


def _in_both(known: RuleField, left: Edition, right: Edition) -> bool:
    part = known.path[0]
    return getattr(left, part) is not None and getattr(right, part) is not None


def _parts(one: Edition, other: Edition) -> list[str]:
    """The parts that only the first has."""
    return [
        name
        for name, hint in Edition.__annotations__.items()
        if group_of(hint) and getattr(one, name) is not None and getattr(other, name) is None
    ]
