"""Reads what people type for the floor, and turns what it refuses into one sentence."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec

from cardroom.commands.editions import chosen_rules
from cardroom.commands.ruling.words import read_chips
from cardroom.engine.positions import Positions
from cardroom.errors import FloorRefused, UsageError
from cardroom.floor.rulings.ruling import table_rules
from cardroom.rulebook.live import LiveRules

Value = TypeVar("Value")


def live_rules(args: argparse.Namespace) -> LiveRules:
    """The live part of the rules that were asked for."""
    return table_rules(chosen_rules(args.rules)).live


def read(option: str, reader: Callable[[str], Value], text: str) -> Value:
    """What an option says; a mistake names the option."""
    try:
        return reader(text)
    except (ValueError, msgspec.ValidationError) as error:
        raise UsageError(f"{option}: {error}.") from error


def read_amounts(text: str) -> list[int]:
    """Amounts with slashes between them: `100/200/200`."""
    return [read_chips(word) for word in text.split("/")]


def read_last(text: str) -> Positions:
    """Button, small blind and big blind of the last hand: `1/2/3`."""
    seats = read_amounts(text)
    if len(seats) != 3 or not all(1 <= seat <= 10 for seat in seats):
        raise ValueError(f"'{text[:20]}' is not three seats: write button/small/big such as 1/2/3")
    return Positions(*seats)


def read_parts(word: str, example: str) -> tuple[int, list[int]]:
    """A number, a colon and amounts with slashes: `17:1/8000`."""
    number, colon, rest = word.partition(":")
    if not colon:
        raise ValueError(f"'{word[:20]}' is not of the form {example}")
    return read_chips(number), read_amounts(rest)


@contextmanager
def refusals() -> Iterator[None]:
    """What the floor refuses is a mistake in what was typed: one sentence with its rule."""
    try:
        yield
    except FloorRefused as error:
        text = str(error)
        raise UsageError(f"{text[0].upper()}{text[1:]}.") from error
