"""Section 3.1 a second time, written from its text alone: a walk around the chairs of a table.

It shares no code with `cardroom.engine.positions`, and is as plain as can be: one chair after the
other, clockwise, with a note of what each chair is.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Dealt:
    """One hand: chairs of button, small blind (0 when nobody posts it) and big blind, and more."""

    button: int
    small_chair: int
    small_poster: int
    big: int
    ante: bool
    players: tuple[int, ...]
    waiting: tuple[int, ...]


class Chairs:
    """A table of this many chairs that remembers its last hand."""

    def __init__(self, chairs: int, last: Dealt) -> None:
        self.chairs = chairs
        self.last = last

    def walk(self, start: int) -> Iterator[int]:
        """Every chair once, clockwise, the one after `start` first and `start` itself last."""
        for step in range(1, self.chairs + 1):
            yield (start + step - 1) % self.chairs + 1

    def between(self, start: int, end: int) -> list[int]:
        """The chairs passed on the way clockwise from `start` to `end`."""
        passed: list[int] = []
        for chair in self.walk(start):
            if chair == end:
                break
            passed.append(chair)
        return passed

    def next_hand(self, taken: set[int]) -> Dealt:
        """Deal in whoever is due (3.1 steps 1 to 5; LIVE-16.3, LAMB-45)."""
        last = self.last
        big = next(chair for chair in self.walk(last.big) if chair in taken)
        if len(taken) == 2:
            button = next(iter(taken - {big}))
            return self._remember(button, button, big, taken, [])
        small_chair = last.big
        button = last.small_chair if last.small_chair in taken else last.button
        waiting = [chair for chair in self.between(button, small_chair) if chair in taken]
        grown = last.button == last.small_chair
        if grown or len(taken) - len(waiting) < 3:
            # The live chair before the small blind, counter-clockwise.
            rest = [chair for chair in self.walk(small_chair) if chair in taken - {small_chair}]
            button, waiting = rest[-1], []
        return self._remember(button, small_chair, big, taken, waiting)

    def _remember(
        self, button: int, small_chair: int, big: int, taken: set[int], waiting: list[int]
    ) -> Dealt:
        players = tuple(sorted(taken - set(waiting)))
        dealt = Dealt(
            button=button,
            small_chair=small_chair,
            small_poster=small_chair if small_chair in players else 0,
            big=big,
            ante=button in taken and button != self.last.button,
            players=players,
            waiting=tuple(sorted(waiting)),
        )
        self.last = dealt
        return dealt
