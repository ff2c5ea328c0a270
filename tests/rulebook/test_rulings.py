"""A switch has a choice; a ruling has one possible value, which house rules cannot change."""

from typing import Literal, get_args, get_origin

import msgspec
import pytest

from cardroom.errors import InvalidFile
from cardroom.rulebook import (
    EDITIONS,
    Edition,
    RuleField,
    edition,
    house_rules,
    rule_fields,
    rulings,
    switches,
)
from cardroom.struct_errors import bare
from tests.rule import rule


def has_one_possible_value(found: RuleField) -> bool:
    """Whether a type takes a single word or number."""
    kind = bare(found.type)
    if get_origin(kind) is Literal:
        return len(get_args(kind)) == 1
    limits = [one for one in found.type.__metadata__ if isinstance(one, msgspec.Meta)]
    return any(one.ge is not None and one.ge == one.le for one in limits)


@pytest.mark.parametrize("found", list(rule_fields(Edition)), ids=lambda found: found.key)
def test_what_has_one_possible_value_is_a_ruling_and_nothing_else_is(found: RuleField) -> None:
    assert found.is_ruling == has_one_possible_value(found)


def test_switches_and_rulings_together_are_everything_an_edition_says() -> None:
    everything = {found.key for found in rule_fields(Edition)}
    chosen = {found.key for found in switches(Edition)}
    decided = {found.key for found in rulings(Edition)}
    assert chosen | decided == everything
    assert not chosen & decided


def test_editions_that_have_a_part_agree_on_its_rulings() -> None:
    for found in rulings(Edition):
        said = {found.value(edition(name)) for name in EDITIONS} - {None}
        assert len(said) == 1, found.key


@rule("AMB-36")
def test_house_rules_cannot_change_a_ruling() -> None:
    text = 'inherits = "en-2.7"\n[AMB-36]\ndead_small_blind_charged = "always"\n'
    with pytest.raises(InvalidFile) as refused:
        house_rules(text, "club.toml")
    assert str(refused.value) == (
        "club.toml, line 3: [AMB-36] dead_small_blind_charged: "
        "a ruling that house rules cannot change: it is never"
    )


@rule("AMB-36")
def test_house_rules_that_repeat_a_ruling_are_read() -> None:
    text = 'inherits = "en-2.7"\n[AMB-36]\ndead_small_blind_charged = "never"\n'
    assert house_rules(text, "club.toml").cash == edition("en-2.7").cash
