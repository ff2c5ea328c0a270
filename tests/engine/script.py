"""Deals hands to named seats and plays short scripts: `A bets 10, B calls, C all-in 18`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from cardroom.cards import parse_cards
from cardroom.engine import Hand, HandStarted, Options, Post, Rake, forced_bets, stacked_deck
from cardroom.engine.events import Game
from cardroom.errors import ActionRefused
from cardroom.rulebook import HandRules, edition

ONLINE = edition("en-2.7").hand
LIVE = edition("live").hand
DEEP = 1_000_000
FLOP = parse_cards("2c 7d 9h")


class Script:
    """A hand whose seats have names, in the order in which they act on the flop."""

    def __init__(self, hand: Hand, names: Sequence[str]) -> None:
        self.hand = hand
        self.names = list(names)

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def play(self, text: str) -> "Script":
        """Play actions in order; each must be by the seat whose turn it is."""
        for part in text.split(","):
            self._act(*part.split())
        return self

    def _act(self, name: str, word: str, *rest: str) -> None:
        seat = self.seat(name)
        if word in {"bets", "raises"}:
            self.hand.raise_to(seat, int(rest[-1]))
        elif word == "all-in":
            self._all_in(seat, int(rest[-1]))
        else:
            getattr(self.hand, word.removesuffix("s"))(seat)

    def _all_in(self, seat: int, total: int) -> None:
        options = self.hand.options
        assert options is not None
        own = self.hand.bets[seat]
        assert self.hand.stacks[seat] + own == total, "the stack is another"
        if own + options.call == total:
            self.hand.call(seat)
        else:
            self.hand.raise_to(seat, total)

    def flop(self, cards: str = "2c 7d 9h") -> "Script":
        """Put the next board cards on the table."""
        self.hand.deal_board(parse_cards(cards))
        return self

    def options(self, name: str) -> Options:
        """What this seat may do; it must be its turn."""
        options = self.hand.options
        assert options is not None
        assert options.seat == self.seat(name), f"it is the turn of {self.names[options.seat - 1]}"
        return options

    def may(self, name: str) -> tuple[int, int]:
        """The call and the smallest raise (0: none) of the seat to act."""
        options = self.options(name)
        assert not options.closed
        return options.call, options.raise_from

    def raises(self, name: str) -> tuple[int, int]:
        """The smallest and the largest raise of the seat to act."""
        options = self.options(name)
        return options.raise_from, options.raise_to

    def closed(self, name: str) -> int:
        """The call of a seat that may only call or fold because the betting is closed to it."""
        options = self.options(name)
        assert options.closed
        assert options.raise_from == options.raise_to == 0
        assert refusal(self.hand.raise_to, options.seat, DEEP).rule == "BET-13"
        return options.call

    def pots(self) -> list[tuple[int, str]]:
        """Each pot with the names that can win it."""
        return [(pot.amount, self._names(pot.seats)) for pot in self.hand.pots]

    def stacks(self) -> dict[str, int]:
        return {name: self.hand.stacks[self.seat(name)] for name in self.names}

    def payouts(self) -> dict[str, int]:
        return {self.names[seat - 1]: won for seat, won in sorted(self.hand.payouts.items())}

    def turn(self) -> str | None:
        return None if self.hand.actor is None else self.names[self.hand.actor - 1]

    def count(self, kind: type) -> int:
        return sum(isinstance(event, kind) for event in self.hand.events)

    def kinds(self) -> list[str]:
        """The kinds of all events, in order."""
        return [type(event).__name__ for event in self.hand.events]

    def _names(self, seats: Iterable[int]) -> str:
        names = sorted(self.names[seat - 1] for seat in seats)
        return ("" if all(len(name) == 1 for name in names) else " ").join(names)


def to_the_flop(hand: Hand) -> None:
    """Three seats, the last on the button: it folds, the blinds play on."""
    hand.fold(3)
    hand.call(1)
    hand.check(2)


def refusal(act: Any, *args: object) -> ActionRefused:
    """The refusal of an action; it must be refused and change nothing."""
    hand = getattr(act, "__self__", None)
    before = hand.events if isinstance(hand, Hand) else ()
    with pytest.raises(ActionRefused) as caught:
        act(*args)
    assert not isinstance(hand, Hand) or hand.events == before
    return caught.value


def deal(
    stacks: Mapping[str, int] | Sequence[str],
    *,
    rules: HandRules = ONLINE,
    game: Game = "nl-holdem",
    button: str | int = "",
    small: tuple[str, int] = ("", 0),
    big: tuple[str, int] = ("", 0),
    big_blind: int = 2,
    ante: int = 0,
    posts: Mapping[str, int] | None = None,
    hole: Mapping[str, str] | None = None,
    board: str = "",
    rake: Rake | None = None,
    unit: int = 1,
) -> Script:
    """Deal a hand to named seats 1, 2, 3 ...; names without a stack have a million.

    The last name is the button unless another, or an empty seat, is said to be.
    """
    chips = dict(stacks) if isinstance(stacks, Mapping) else dict.fromkeys(stacks, DEEP)
    names = list(chips)
    number = {name: place + 1 for place, name in enumerate(names)}
    dealer = button if isinstance(button, int) else number[button or names[-1]]
    seats = tuple(number.values())
    forced = forced_bets(
        rules,
        seats=seats,
        button=dealer,
        small_blind=(number.get(small[0]), small[1]),
        big_blind=(number.get(big[0]), big[1]),
        ante=ante,
        extra=[Post(number[name], "post", by) for name, by in (posts or {}).items()],
    )
    started = HandStarted(
        game=game,
        button=dealer,
        seats=seats,
        stacks=tuple(chips.values()),
        big_blind=big[1] or big_blind,
        posts=forced,
        rake=rake,
        unit=unit,
    )
    cards = {number[name]: parse_cards(text) for name, text in (hole or {}).items()}
    return Script(Hand(rules, started, stacked_deck(started, cards, parse_cards(board))), names)


def flop(stacks: Mapping[str, int] | Sequence[str], **settings: Any) -> Script:
    """A hand on the flop without anything in the pot: nobody posted, everybody checked."""
    script = deal(stacks, **settings)
    for seat in script.hand.seats:
        script.hand.check(seat)
    return script.flop()
