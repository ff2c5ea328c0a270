"""`cardroom rules list`: the rules of the catalogue, or what one edition sets."""

import argparse

from rich.text import Text

from cardroom.commands.editions import chosen_rules
from cardroom.commands.printing import write_json
from cardroom.commands.rules.layout import console, in_words, is_rows, pieces, table
from cardroom.errors import UsageError
from cardroom.rulebook import Edition, RuleField, rule_fields
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
    """List rules with their titles, or an edition's switches and rulings with their values."""
    rules = _rules_of(args.group)
    if args.edition is None:
        _list_rules(rules, as_json=args.json)
    else:
        _list_values(rules, chosen_rules(args.edition), as_json=args.json)
    return 0


def _rules_of(group: str | None) -> list[RuleText]:
    """The rules of one group, written in capital or small letters; all without a group."""
    rules = list(rule_texts().values())
    if group is None:
        return rules
    groups = dict.fromkeys(rule.group for rule in rules)
    if group.upper() not in groups:
        raise UsageError(f"There is no group '{group}'; there are {', '.join(groups)}.")
    return [rule for rule in rules if rule.group == group.upper()]


def _list_rules(rules: list[RuleText], *, as_json: bool) -> None:
    if as_json:
        write_json([{"id": rule.id, "title": rule.title, "file": rule.file} for rule in rules])
        return
    titles = [(rule.id, Text(rule.title, no_wrap=True, overflow="ellipsis")) for rule in rules]
    console().print(table(["Rule", "Title"], titles))


def _list_values(rules: list[RuleText], edition: Edition, *, as_json: bool) -> None:
    order = {rule.id: place for place, rule in enumerate(rules)}
    found = [
        known
        for known in rule_fields(Edition)
        if known.rule in order and getattr(edition, known.path[0]) is not None
    ]
    found.sort(key=lambda known: order[known.rule])
    if as_json:
        write_json([_as_json(known, edition) for known in found])
        return
    chosen = _rows([known for known in found if not known.is_ruling], edition)
    decided = _rows([known for known in found if known.is_ruling], edition)
    if chosen:
        console().print(table(["Rule", "Switch", f"Value in {edition.name}"], chosen, fixed=2))
    if decided:
        console().print("\nRulings, which house rules cannot change:\n")
        console().print(table(["Rule", "Ruling", f"In {edition.name}"], decided, fixed=2))
    if not chosen and not decided:
        console().print(f"{edition.name} sets nothing under these rules.")


def _rows(found: list[RuleField], edition: Edition) -> list[tuple[str, str, str]]:
    return [
        (known.rule, name, _short(value))
        for known in found
        for name, value in pieces(known.name, known.value(edition))
        if value is not None
    ]


def _short(value: object) -> str:
    """Tables only by their size; `rules show` has them in full."""
    return f"{len(value)} rows" if is_rows(value) else in_words(value)


def _as_json(known: RuleField, edition: Edition) -> dict[str, object]:
    return {
        "rule": known.rule,
        "rules": known.rules,
        "switch": ".".join(known.path),
        "ruling": known.is_ruling,
        "value": known.value(edition),
    }
