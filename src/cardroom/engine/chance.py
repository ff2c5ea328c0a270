"""Chance is passed in: one function that draws, and what is made of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

RandBelow = Callable[[int], int]
"""A uniform integer from 0 up to, not including, the number given (TAMB-95)."""

T = TypeVar("T")


def drawn(items: Sequence[T], below: RandBelow) -> T:
    """One of them, each with the same chance; a single one needs no draw."""
    return items[below(len(items))] if len(items) > 1 else items[0]


def shuffled(items: Iterable[T], below: RandBelow) -> list[T]:
    """All of them in random order, every order with the same chance."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed
