"""`cardroom rules diff`: what differs between two editions, or between house rules and one."""

import argparse
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cardroom.commands.editions import chosen_rules
from cardroom.commands.rules.layout import console, is_rows, table, write_json, written
from cardroom.rulebook import Edition, Switch, switches
from cardroom.rulebook.switch import Rules, group_of


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
    return [
        Difference(known.rule, known.rules, ".".join(known.path), *values)
        for known in switches(Edition)
        if _in_both(known, left, right)
        and (values := (known.value(left), known.value(right)))[0] != values[1]
    ]


def print_differences(found: list[Difference], left: str, right: str, out: Console) -> None:
    """A table of single values, then one for every switch that is a table itself."""
    plain = [one for one in found if not (is_rows(one.left) or is_rows(one.right))]
    if plain:
        listed = table("Rule", "Switch", left, right)
        for one in plain:
            listed.add_row(one.rule, _name(one), written(one.left), written(one.right))
        out.print(listed)
    for one in found:
        if one not in plain:
            out.print(Text(f"\n{one.rule}  {_name(one)}, rows that differ", style="bold"))
            out.print(_rows_that_differ(one, left, right))


def _print(left: Edition, right: Edition, found: list[Difference], out: Console) -> None:
    for one, other in ((left, right), (right, left)):
        for part in _parts(one, other):
            out.print(f"Only {one.name} has the part '{part}'.")
    if found:
        print_differences(found, left.name, right.name, out)
    else:
        out.print(f"{left.name} and {right.name} set every switch that both have to the same.")


def _name(one: Difference) -> str:
    return one.switch.rpartition(".")[2]


def _rows_that_differ(one: Difference, left: str, right: str) -> Table:
    sides = ((left, one.left, one.right), (right, one.right, one.left))
    fields = next(row.__struct_fields__ for _, rows, _ in sides for row in rows)
    listed = table("only in", *(field.replace("_", " ") for field in fields))
    for name, rows, others in sides:
        for row in rows:
            if row not in others:
                listed.add_row(name, *(written(getattr(row, field)) for field in fields))
    return listed


def _in_both(known: Switch, left: Edition, right: Edition) -> bool:
    part = known.path[0]
    return getattr(left, part) is not None and getattr(right, part) is not None


def _parts(one: Edition, other: Edition) -> list[str]:
    """The parts that only the first has."""
    return [
        name
        for name, hint in Edition.__annotations__.items()
        if _is_part(hint) and getattr(one, name) is not None and getattr(other, name) is None
    ]


def _is_part(hint: object) -> bool:
    group: type[Rules] | None = group_of(hint)
    return group is not None
