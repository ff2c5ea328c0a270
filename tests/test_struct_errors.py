"""Tests of what people read when a value does not fit."""

from datetime import date
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
import pytest
from msgspec import Meta

from cardroom.rulebook import Edition, rule_fields
from cardroom.rulebook.switch import Rules
from cardroom.struct_errors import struct_error, wanted

T = TypeVar("T")
Game = Literal["holdem", "omaha"]
Many = Literal["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


class Row(Rules, frozen=True, kw_only=True):
    cap: Annotated[int, Meta(ge=0)]
    game: Game = "holdem"


class Pair(Rules, Generic[T], frozen=True, kw_only=True):
    first: T
    second: T | None = None


class Bet(msgspec.Struct, tag="bet", forbid_unknown_fields=True):
    to: int


class Chat(msgspec.Struct, tag="chat", forbid_unknown_fields=True):
    to: str


class Empty(msgspec.Struct, forbid_unknown_fields=True):
    pass


Sent = Bet | Chat
Rows = tuple[Row, ...]
OneOrMore = Game | Annotated[tuple[Game, ...], Meta(min_length=1)]
Small = Annotated[int, Meta(ge=1, le=5)]


@pytest.mark.parametrize(
    ("hint", "value", "path", "reason"),
    [
        (int, "5", (), "must be a whole number, not '5'"),
        (int, True, (), "must be a whole number, not true"),
        (int, 1.5, (), "must be a whole number, not 1.5"),
        (int, date(2026, 11, 15), (), "must be a whole number, not 2026-11-15"),
        (bool, "true", (), "must be true or false, not 'true'"),
        (str, 3, (), "must be text in quotes, not 3"),
        (OneOrMore, ["poker"], (0,), "'poker' is not one of holdem, omaha"),
        (OneOrMore, "poker", (), "'poker' is not one of holdem, omaha"),
        (Rows, 3, (), "must be a list, not 3"),
        (int, {"a": 1}, (), "must be a whole number, not a table"),
        (bool, [1], (), "must be true or false, not a list"),
        (Small, 0, (), "must be at least 1, not 0"),
        (Small, 9, (), "must be at most 5, not 9"),
        (
            Annotated[int, Meta(multiple_of=5)],
            3,
            (),
            "must be a whole number that is a multiple of 5, not 3",
        ),
        (Game, "stud", (), "'stud' is not one of holdem, omaha"),
        (Many, "sevn", (), "'sevn' is not known; did you mean seven?"),
        (Small | Game, "all", (), "'all' is not one of holdem, omaha or a number"),
        (tuple[int, int], [1], (), "must have 2 entries"),
        (Annotated[tuple[int, ...], Meta(min_length=1)], [], (), "must have at least 1 entry"),
        (Annotated[str, Meta(min_length=2)], "a", (), "must have at least 2 letters"),
        (Annotated[str, Meta(pattern="^[a-z]$")], "A", (), "'A' does not match ^[a-z]$"),
        (Rows, [{"cap": 1}, {}], (1,), "cap is missing"),
        (Rows, [{"cap": 1, "cpa": 1}], (0,), "unknown field cpa; there are cap, game"),
        (Rows, [{"cap": 1}, {"cap": -1}], (1, "cap"), "must be at least 0, not -1"),
        (Rows, [{"cap": 1, "game": "x"}], (0, "game"), "'x' is not one of holdem, omaha"),
        (Rows, [3], (0,), "must be a table, not 3"),
        (tuple[int, str], [1, 2], (1,), "must be text in quotes, not 2"),
        (Pair[Small], {"first": 1, "second": 9}, ("second",), "must be at most 5, not 9"),
        (Pair[Small], {"x": 1}, (), "unknown field x; there are first, second"),
        (Row | None, {"x": 1}, (), "unknown field x; there are cap, game"),
        (Pair[Rows], {"first": [{}]}, ("first", 0), "cap is missing"),
        (Row | None, {"cap": "x"}, ("cap",), "must be a whole number, not 'x'"),
        (Sent, {"type": "chat", "to": 5}, ("to",), "must be text in quotes, not 5"),
        (Sent, {"type": "bet", "to": "5"}, ("to",), "must be a whole number, not '5'"),
        (Sent, {"type": "bet", "by": 5}, (), "unknown field by; there are to"),
        (Empty, {"id": 5}, (), "unknown field id; there are none"),
        (Sent, {"type": "bet"}, (), "to is missing"),
        (Sent, {"type": "nod"}, ("type",), "'nod' is not known"),
        (dict[str, int], {"a": 1, "b": "x"}, ("b",), "must be a whole number, not 'x'"),
        (dict[Game, int], {"holdem": 1, "stud": 2}, (), "'stud' is not one of holdem, omaha"),
        (dict[int, Small] | None, {1: 1, 2: 9}, (2,), "must be at most 5, not 9"),
    ],
)
def test_a_value_that_does_not_fit_is_explained(
    hint: Any, value: Any, path: tuple[str | int, ...], reason: str
) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(value, hint)
    found = struct_error(value, hint, refused.value)
    assert found.path == path
    assert found.reason == reason


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        ({"1": 5}, ("1",), "must be text in quotes, not 5"),
        ({"1": "a", "9": "b"}, (), "must be at most 5, not '9'"),
        ({"x": "a"}, (), "must be a whole number, not 'x'"),
    ],
)
def test_a_table_with_numbers_as_keys_is_explained_where_it_may_be_left_out(
    value: Any, path: tuple[str, ...], reason: str
) -> None:
    hint: Any = dict[Small, str] | None
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(value, hint, str_keys=True)
    found = struct_error(value, hint, refused.value)
    assert (found.path, found.reason) == (path, reason)


def test_patterns_are_put_into_words_where_there_are_any() -> None:
    hint = Annotated[str, Meta(pattern=r"^[a-z]\Z")]
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert("A", hint)
    words = {"^[a-z]$": "one small letter"}
    assert (
        struct_error("A", hint, refused.value, words).reason == "must be one small letter, not 'A'"
    )
    assert struct_error("A", hint, refused.value).reason == "'A' does not match ^[a-z]$"


def test_an_error_names_the_field_that_is_missing_or_unknown_and_reads_as_one_line() -> None:
    value = {"first": {"x": 1}}
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(value, Pair[Row])
    found = struct_error(value, Pair[Row], refused.value)
    assert (found.path, found.unknown, found.missing) == (("first",), "x", "")
    assert str(found) == "first unknown field x; there are cap, game"
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert({}, Row)
    found = struct_error({}, Row, refused.value)
    assert (found.missing, str(found)) == ("cap", "cap is missing")


@pytest.mark.parametrize(
    ("hint", "words"),
    [
        (int, "a whole number"),
        (Small, "1 to 5"),
        (Annotated[int, Meta(ge=0, le=0)], "0"),
        (Annotated[int, Meta(ge=3)], "at least 3"),
        (bool, "true or false"),
        (str, "text in quotes"),
        (Game, "holdem or omaha"),
        (Small | Game, "1 to 5 or holdem or omaha"),
        (tuple[Game, ...], "list of holdem or omaha"),
        (Rows, "rows of cap, game"),
        (Row | None, "fields cap, game"),
    ],
)
def test_what_fits_is_said_in_words(hint: Any, words: str) -> None:
    assert wanted(hint) == words


def test_every_switch_says_what_fits_it() -> None:
    assert all(wanted(known.type) for known in rule_fields(Edition))
