"""`cardroom rules list`: the rules of the catalogue, or what one edition sets."""

import argparse

from cardroom.commands.editions import chosen_rules
from cardroom.commands.rules.layout import console, table, write_json, written
from cardroom.errors import UsageError
from cardroom.rulebook import Edition, Switch, switches
from cardroom.rulebook.texts import RuleText, rule_texts


def configure(parser: argparse.ArgumentParser) -> None:
    """Take a group of rules and an edition."""
    parser.add_argument(
        "--group", metavar="BET", help="only the rules whose ID begins with these letters"
    )
    parser.add_argument(
        "--edition",
        metavar="EDITION",
        help="list what this edition, or this file of house rules, sets for each rule",
    )


def run(args: argparse.Namespace) -> int:
    """List rules with their titles, or switches with their values."""
    rules = [rule for rule in rule_texts().values() if _wanted(rule, args.group)]
    if args.edition is None:
        _list_rules(rules, as_json=args.json)
    else:
        _list_switches(rules, chosen_rules(args.edition), as_json=args.json)
    return 0


def _wanted(rule: RuleText, group: str | None) -> bool:
    if group is None:
        return True
    groups = list(dict.fromkeys(known.group for known in rule_texts().values()))
    if group.upper() not in groups:
        raise UsageError(f"There is no group '{group}'; there are {', '.join(groups)}.")
    return rule.group == group.upper()


def _list_rules(rules: list[RuleText], *, as_json: bool) -> None:
    if as_json:
        write_json([{"id": rule.id, "title": rule.title, "file": rule.file} for rule in rules])
        return
    listed = table("Rule", "Title")
    listed.columns[0].no_wrap = True
    listed.columns[1].no_wrap, listed.columns[1].overflow = True, "ellipsis"
    for rule in rules:
        listed.add_row(rule.id, rule.title)
    console().print(listed)


def _list_switches(rules: list[RuleText], edition: Edition, *, as_json: bool) -> None:
    order = {rule.id: place for place, rule in enumerate(rules)}
    found = [
        known
        for known in switches(Edition)
        if known.rule in order and getattr(edition, known.path[0]) is not None
    ]
    found.sort(key=lambda known: order[known.rule])
    if as_json:
        write_json([_as_json(known, edition) for known in found])
        return
    listed = table("Rule", "Switch", f"Value in {edition.name}")
    listed.columns[1].no_wrap = True
    for known in found:
        listed.add_row(known.rule, known.name, _short(written(known.value(edition))))
    console().print(listed)


def _short(value: str, most: int = 160) -> str:
    """Long tables only by their beginning; `rules show` has them in full."""
    return value if len(value) <= most else f"{value[:most].rsplit(' ', 1)[0]} …"


def _as_json(known: Switch, edition: Edition) -> dict[str, object]:
    return {
        "rule": known.rule,
        "rules": known.rules,
        "switch": ".".join(known.path),
        "value": known.value(edition),
    }
