"""`cardroom rules show`: one rule in words, with its values, its code and its tests."""

import argparse
from typing import Any

import msgspec
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from cardroom.commands.printing import write_json
from cardroom.commands.rules import places
from cardroom.commands.rules.layout import (
    console,
    in_words,
    is_rows,
    pieces,
    rows_table,
    table,
)
from cardroom.errors import UsageError
from cardroom.ledger import invariants
from cardroom.room import net
from cardroom.rulebook import EDITIONS, Edition, RuleField, edition, rule_fields
from cardroom.rulebook.suggestions import nearest_rules
from cardroom.rulebook.texts import RuleText, rule_texts
from cardroom.struct_errors import wanted


def configure(parser: argparse.ArgumentParser) -> None:
    """Take the ID of a rule."""
    parser.add_argument("rule", metavar="RULE-ID", help="such as BET-14 or LIVE-27.p1")


def run(args: argparse.Namespace) -> int:
    """Show everything there is about one rule."""
    beside = _beside(args.rule.upper())
    if beside is not None:
        _show_beside(beside, args)
        return 0
    rule = found_rule(args.rule)
    kept = [known for known in rule_fields(Edition) if rule.id in known.rules]
    if args.json:
        write_json(_as_json(rule, kept))
    else:
        _print(rule, kept, console())
    return 0


def _beside(word: str) -> RuleText | None:
    """What a refusal names and no catalogue has: a rule of the network or of the money."""
    for sentences, title, file in (
        (net.SENTENCES, "A rule of the network", "docs/guides/protocol.md"),
        (invariants.SENTENCES, "What is always true of the money", "docs/guides/money.md"),
    ):
        for known, sentence in sentences.items():
            if known == word:
                return RuleText(id=word, title=title, text=sentence, file=file)
    return None


def _show_beside(rule: RuleText, args: argparse.Namespace) -> None:
    if args.json:
        write_json(msgspec.structs.asdict(rule))
        return
    out = console()
    out.print(Text.assemble((rule.id, "bold"), "  ", (rule.title, "bold")))
    out.print(f"{rule.file}\n", style="dim")
    out.print(rule.text)


def found_rule(word: str) -> RuleText:
    """The rule of this ID, in capital or small letters."""
    ids = {name.upper(): name for name in rule_texts()}
    if word.upper() in ids:
        return rule_texts()[ids[word.upper()]]
    close = [name for name in ids.values() if name.upper().startswith(f"{word.upper()}.")]
    *most, last = close or nearest_rules(word.upper()) or [""]
    near = f"{', '.join(most)} or {last}" if most else last
    hint = f"Did you mean {near}?" if near else "See 'cardroom rules list'."
    raise UsageError(f"There is no rule '{word}'. {hint}")


def _as_json(rule: RuleText, kept: list[RuleField]) -> dict[str, object]:
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
                "ruling": known.is_ruling,
                "may_be": wanted(known.type),
                "values": {name: known.value(edition(name)) for name in EDITIONS},
            }
            for known in kept
        ],
        "code": places.code(rule.id),
        "tests": places.tests(rule.id),
    }


def _print(rule: RuleText, kept: list[RuleField], out: Console) -> None:
    out.print(Text.assemble((rule.id, "bold"), "  ", (_own_title(rule), "bold")))
    out.print(f"docs/rules/{rule.file}\n", style="dim")
    out.print(Markdown(rule.text))
    _heading("Values", out)
    chosen = [known for known in kept if not known.is_ruling]
    if chosen:
        _print_values("Switch", chosen, out)
    else:
        out.print("No switch: nothing about this rule can be set.")
    if decided := [known for known in kept if known.is_ruling]:
        _heading("Rulings", out)
        _print_values("Ruling", decided, out)
    _heading("Code", out)
    _print_code(kept, places.code(rule.id), out)
    _heading("Tests", out)
    _print_tests(places.tests(rule.id), out)


def _own_title(rule: RuleText) -> str:
    """The title, unless it only repeats how the text begins."""
    beginning = rule.title.removesuffix(" …")
    return "" if beginning in rule.text.replace("`", "").replace("*", "") else rule.title


def _heading(title: str, out: Console) -> None:
    out.print(Text(f"\n{title}", style="bold"))


def _print_values(kind: str, kept: list[RuleField], out: Console) -> None:
    """Single values in one table, then every value that is a table itself."""
    values = [value for known in kept for value in _values(known)]
    plain = [
        (name, editions, in_words(value)) for name, editions, value in values if not is_rows(value)
    ]
    if plain:
        out.print(table([kind, "Editions", "Value"], plain))
    for name, editions, value in values:
        if is_rows(value):
            out.print(f"\n{name} in {editions}")
            rows = rows_table([("", row) for row in value], out.width - 2)
            out.print(Padding(rows, (0, 0, 0, 2)))


def _values(known: RuleField) -> list[tuple[str, str, Any]]:
    """What the editions say, field by field: name, the editions that agree, their value."""
    found: dict[str, list[tuple[list[str], Any]]] = {}
    for name in EDITIONS:
        for field, value in pieces(known.name, known.value(edition(name))):
            same = next((names for names, other in found.get(field, []) if other == value), None)
            if same is not None:
                same.append(name)
            elif value is not None:
                found.setdefault(field, []).append(([name], value))
    return [
        (field, ", ".join(names), value) for field, said in found.items() for names, value in said
    ]


def _print_code(kept: list[RuleField], found: list[places.Place], out: Console) -> None:
    for known in kept:
        how = "a ruling" if known.is_ruling else f"set as {known.key}: {wanted(known.type)}"
        out.print(f"  edition.{'.'.join(known.path)}, {how}", soft_wrap=True)
    for place in found:
        out.print(f"  {place.file}:{place.line} {place.name}", soft_wrap=True)
    if not found:
        out.print("  No function names this rule yet.")


def _print_tests(found: list[places.Place] | None, out: Console) -> None:
    if found is None:
        out.print("  The tests are not installed here; they are in tests/ of the source.")
        return
    for place in found:
        out.print(f"  {place.file}:{place.line} {place.name}", soft_wrap=True)
    if not found:
        out.print("  No test shows this rule yet; it is listed in docs/rules/owed.txt.")
