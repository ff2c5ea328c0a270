"""`cardroom rules show`: one rule in words, with its values, its code and its tests."""

import argparse

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from cardroom.commands.rules import places
from cardroom.commands.rules.layout import console, drawn, table, write_json
from cardroom.errors import UsageError
from cardroom.rulebook import EDITIONS, Edition, Switch, edition, switches
from cardroom.rulebook.suggestions import nearest_rules
from cardroom.rulebook.texts import RuleText, rule_texts


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the ID of a rule."""
    parser.add_argument("rule", metavar="RULE-ID", help="such as BET-14 or LIVE-27.p1")


def run(args: argparse.Namespace) -> int:
    """Show everything there is about one rule."""
    rule = found_rule(args.rule)
    kept = [known for known in switches(Edition) if rule.id in known.rules]
    if args.json:
        write_json(_as_json(rule, kept))
    else:
        _print(rule, kept, console())
    return 0


def found_rule(word: str) -> RuleText:
    """The rule of this ID, in capital or small letters."""
    ids = {name.upper(): name for name in rule_texts()}
    if word.upper() in ids:
        return rule_texts()[ids[word.upper()]]
    close = [name for name in ids.values() if name.upper().startswith(f"{word.upper()}.")]
    near = " or ".join(close or nearest_rules(word.upper()))
    hint = f"Did you mean {near}?" if near else "See 'cardroom rules list'."
    raise UsageError(f"There is no rule '{word}'. {hint}")


def _as_json(rule: RuleText, kept: list[Switch]) -> dict[str, object]:
    return {
        "id": rule.id,
        "title": rule.title,
        "text": rule.text,
        "file": rule.file,
        "switches": [
            {
                "rule": known.rule,
                "rules": known.rules,
                "switch": ".".join(known.path),
                "values": {name: known.value(edition(name)) for name in EDITIONS},
            }
            for known in kept
        ],
        "code": places.code(rule.id),
        "tests": places.tests(rule.id),
    }


def _print(rule: RuleText, kept: list[Switch], out: Console) -> None:
    out.print(Text.assemble((rule.id, "bold"), "  ", (rule.title, "bold")))
    out.print(f"docs/rules/{rule.file}\n", style="dim")
    out.print(Markdown(rule.text))
    _heading("Values", out)
    for known in kept:
        _print_values(known, out)
    if not kept:
        out.print("No switch: the rule is the same in every edition, or it sets nothing.")
    _heading("Code", out)
    _print_places(places.code(rule.id), "No code names this rule yet.", out)
    _heading("Tests", out)
    shown = places.tests(rule.id)
    missing = "No test shows this rule yet; it stands in docs/rules/owed.txt."
    if shown is None:
        missing = "The tests are not installed here; they stand in tests/ of the source."
    _print_places(shown or [], missing, out)


def _heading(title: str, out: Console) -> None:
    out.print(Text(f"\n{title}", style="bold"))


def _print_values(known: Switch, out: Console) -> None:
    """The values of one switch, editions with the same value together."""
    under = "" if "." not in known.rule else '"'
    out.print(Text(f"{'.'.join(known.path)}, set as [{under}{known.rule}{under}] {known.name}"))
    values = table("", "")
    values.show_header = False
    values.columns[0].no_wrap = True
    for names, value in _same_values(known):
        values.add_row(", ".join(names), drawn(value))
    out.print(Padding(values, (0, 0, 0, 2)))


def _same_values(known: Switch) -> list[tuple[list[str], object]]:
    groups: list[tuple[list[str], object]] = []
    for name in EDITIONS:
        value = known.value(edition(name))
        same = next((names for names, other in groups if other == value), None)
        if same is not None:
            same.append(name)
        elif value is not None:
            groups.append(([name], value))
    return groups


def _print_places(found: list[places.Place], missing: str, out: Console) -> None:
    if not found:
        out.print(missing)
    for place in found:
        out.print(f"  {place.file}:{place.line}  {place.name}", soft_wrap=True)
