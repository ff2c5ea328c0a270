"""Whatever stands in a file of house rules: it is used, or refused in one line. Never a crash."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.errors import InvalidFile
from cardroom.rulebook import EDITIONS, Edition, edition, house_rules, rule_fields
from cardroom.rulebook.source import header
from cardroom.rulebook.switch import RuleField

QUICK = settings(max_examples=200, derandomize=True)

NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 9, 100, 101, 100_000, 2**53, 2**64])
PLAIN = NUMBERS | st.booleans() | st.sampled_from(["", "none", "starting_stack", "nl-holdem", "…"])
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["regular", "cap", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


def toml(value: Any) -> str:
    """A value as TOML; None is left out, as there is no word for it."""
    if isinstance(value, dict):
        fields = (f"{key} = {toml(one)}" for key, one in value.items() if one is not None)
        return f"{{ {', '.join(fields)} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def refusal(text: str) -> InvalidFile | None:
    """Why house rules are refused; None when they are good."""
    try:
        house_rules(text, "house.toml")
    except InvalidFile as refused:
        return refused
    return None


def used_or_refused(name: str, known: RuleField, value: Any) -> None:
    """Set one switch; a refusal names file, line and rule in one line."""
    line = f"{known.name} = {toml(value)}"
    refused = refusal(f'inherits = "{name}"\n{header(known.rule)}\n{line}\n')
    if refused is not None:
        assert (refused.file, refused.line) == ("house.toml", 3)
        assert header(known.rule) in refused.key
        assert "\n" not in str(refused)


def plain(value: Any) -> Any:
    """A value in lists, dicts, numbers and words."""
    return json.loads(msgspec.json.encode(value))


def owners(known: RuleField) -> list[str]:
    return [name for name in EDITIONS if known.value(edition(name)) is not None]


@given(st.sampled_from(list(rule_fields(Edition))), ANYTHING)
@QUICK
def test_any_value_for_any_switch_is_used_or_refused(known: RuleField, value: Any) -> None:
    for name in owners(known)[-1:]:
        used_or_refused(name, known, value)


@given(st.sampled_from([one for one in rule_fields(Edition) if owners(one)]), st.data())
@QUICK
def test_a_published_value_with_one_part_changed_is_used_or_refused(
    known: RuleField, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(owners(known)))
    value = plain(known.value(edition(name)))
    used_or_refused(name, known, _changed(value, data))


def _changed(value: Any, data: st.DataObject) -> Any:
    """The value with one number, word, row or field replaced or dropped, somewhere inside."""
    if isinstance(value, list) and value and data.draw(st.booleans()):
        place = data.draw(st.integers(0, len(value) - 1))
        new = [] if data.draw(st.booleans()) else [_changed(value[place], data)]
        return [*value[:place], *new, *value[place + 1 :]]
    if isinstance(value, dict) and value and data.draw(st.booleans()):
        field = data.draw(st.sampled_from(sorted(value)))
        return {**value, field: _changed(value[field], data)}
    return data.draw(PLAIN)


@given(st.text(alphabet='[]{}=".,#\n abLIVE-3', max_size=60))
@QUICK
def test_any_text_is_read_or_refused(text: str) -> None:
    refused = refusal(f'inherits = "live"\n{text}')
    if refused is not None:
        assert refused.file == "house.toml"
        assert "\n" not in str(refused)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_house_may_repeat_everything_that_an_edition_says(name: str) -> None:
    said: dict[str, list[str]] = {}
    for known in rule_fields(Edition):
        value = known.value(edition(name))
        if value is not None:
            said.setdefault(header(known.rule), []).append(f"{known.name} = {toml(plain(value))}")
    lines = [f'inherits = "{name}"']
    for table, values in said.items():
        lines += [table, *values]
    house = house_rules("\n".join(lines), "house.toml")
    assert all(known.value(house) == known.value(edition(name)) for known in rule_fields(Edition))
