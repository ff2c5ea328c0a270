"""What to say about a rule or a switch that is not there: the nearest thing that is."""

from collections.abc import Iterable
from difflib import get_close_matches

from cardroom.rulebook.edition import Edition
from cardroom.rulebook.source import header
from cardroom.rulebook.switch import RuleField, rule_fields
from cardroom.rulebook.texts import rule_texts


def nearest(word: str, words: Iterable[str], count: int = 3) -> list[str]:
    """The words that look most like `word`, best first."""
    return get_close_matches(word, list(words), n=count, cutoff=0.6)


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """'; did you mean …?' for a message, or nothing when no word looks like it."""
    close = nearest(word, words, count=1)
    return f"; did you mean {close[0]}?" if close else ""


def nearest_rules(rule: str) -> list[str]:
    """The rule IDs most like `rule`: those of its own group first, by number."""
    group, _, number = rule.partition("-")
    family = [known for known in rule_texts() if known.partition("-")[0] == group]
    if family and number:
        return nearest(rule, family) or family[-1:]
    return nearest(rule, rule_texts())


def unknown_rule(rule: str) -> str:
    """That the catalogue has no such rule, and which one may be meant."""
    close = nearest_rules(rule)
    return f"there is no rule {rule}" + (f"; did you mean {close[0]}?" if close else "")


def unknown_switch(table: str, key: str, parts: Iterable[str]) -> str:
    """Why the data has no place for `key` under the rule `table`, and where it may belong."""
    known = list(rule_fields(Edition))
    here = [found for found in known if found.rule == table]
    exact = next((found for found in here if found.name == key), None)
    if exact is not None and exact.path[0] not in set(parts):
        return f"the inherited edition has no part '{exact.path[0]}', to which this belongs"
    if table not in rule_texts():
        return unknown_rule(table)
    elsewhere = [header(found.rule) for found in known if found.name == key]
    if elsewhere:
        return f"belongs under {' or '.join(elsewhere)}"
    return _unknown_name(table, key, here or [found for found in known if table in found.rules])


def _unknown_name(table: str, key: str, related: list[RuleField]) -> str:
    """What to say about an unknown name, given the switches of its rule."""
    if not related:
        return f"the rule {table} has no switch"
    names = {found.name: found.key for found in related}
    close = nearest(key, names, count=1)
    if close and related[0].rule == table:
        return f"unknown switch; did you mean {close[0]}?"
    return f"unknown switch; {table} has {', '.join(names[name] for name in close or names)}"
