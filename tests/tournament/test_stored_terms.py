"""Terms that were stored are read again, also by a later release with other switches."""

import json
from typing import Any

import msgspec
import pytest

from cardroom.rulebook import edition, house_rules
from cardroom.tournament.definition.examples import FORMATS, definition_of
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.stored_terms import decode_terms, encode_terms
from cardroom.tournament.terms import Terms
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE


def terms(name: str = "freezeout", edition_name: str = "nl-3.0") -> Terms:
    definition = definition_of(name, {"edition": edition_name})
    timed = definition.kind in {"scheduled", "phased"}
    return terms_of(definition, edition(edition_name), starts_ms=7 if timed else None)


def changed(stored: bytes, **parts: Any) -> bytes:
    """Stored terms as an earlier release wrote them."""
    data = json.loads(stored)
    for part, change in parts.items():
        change(data[part])
    return json.dumps(data).encode()


@rule("TRN-01", "TRN-25")
@pytest.mark.parametrize("name", FORMATS)
def test_terms_come_back_as_they_were(name: str) -> None:
    made = terms(name)
    assert decode_terms(encode_terms(made)) == made


@rule("TRN-01")
@pytest.mark.parametrize("edition_name", ONLINE)
def test_every_edition_comes_back(edition_name: str) -> None:
    made = terms("sit-and-go-5", edition_name)
    assert decode_terms(encode_terms(made)) == made


@rule("TRN-01", "TAMB-101")
def test_a_switch_that_came_later_is_as_the_edition_says() -> None:
    def forget(rules: dict[str, Any]) -> None:
        del rules["play"]["absent_hands_max"]
        del rules["timetable"]
        rules["levels"]["break_minute"] = 40

    old = changed(encode_terms(terms()), rules=forget)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(old, type=Terms)
    read = decode_terms(old)
    assert read.rules.play.absent_hands_max == 100
    assert read.rules.timetable == terms().rules.timetable
    assert read.rules.levels.break_minute == 40, "what was stored holds"


@rule("TRN-01")
def test_a_switch_that_is_gone_is_left_out() -> None:
    def add(rules: dict[str, Any]) -> None:
        rules["play"]["shoes_allowed"] = True
        rules["dress"] = {"tie": 1}

    assert decode_terms(changed(encode_terms(terms()), rules=add)) == terms()


@rule("TRN-01", "TAMB-93")
def test_house_rules_are_read_by_the_edition_that_they_build_on() -> None:
    house = house_rules('inherits = "fr-2.2"\nname = "club"\n[TRN-09]\nlate_levels = 9\n', "c.toml")
    definition = definition_of("freezeout", {"edition": "club"}, lambda _: house)
    made = terms_of(definition, house, starts_ms=7)

    def forget(rules: dict[str, Any]) -> None:
        del rules["phased"]["phase_word"]

    read = decode_terms(changed(encode_terms(made), rules=forget))
    assert read == made
    assert (read.edition, read.rules.registration.late_levels) == ("club", 9)
    assert read.rules.phased.phase_word.lower() == "flight"


@pytest.mark.parametrize(
    "stored", [b"", b"[]", b"{}", b'{"edition": 3}', b'{"rules": {}}', b"\xff"]
)
def test_what_are_no_terms_is_refused(stored: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        decode_terms(stored)
