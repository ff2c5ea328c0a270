"""The cash part of the online editions, as published or with single switches set otherwise."""

from typing import Any

import msgspec

from cardroom.rulebook.cash import CashRules
from cardroom.rulebook.loading import edition
from cardroom.rulebook.switch import rule_fields

ONLINE = ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0")


def cash(name: str) -> CashRules:
    rules = edition(name).cash
    assert rules is not None
    return rules


def altered(rules: CashRules, rule_id: str, key: str, value: object) -> CashRules:
    """The same rules with one switch set, without asking whether they still fit together."""
    found = next(
        known for known in rule_fields(CashRules) if (known.rule, known.name) == (rule_id, key)
    )
    group, name = found.path
    changed: dict[str, Any] = {name: msgspec.convert(value, found.type)}
    inner = msgspec.structs.replace(getattr(rules, group), **changed)
    return msgspec.structs.replace(rules, **{group: inner})
