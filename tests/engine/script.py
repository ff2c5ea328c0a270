"""Plays short scripts: `A bets 10, B calls, C all-in 18, D folds`."""

from collections.abc import Mapping, Sequence

from cardroom.engine import Hand, HandStarted, Options, Post, Rake, forced_bets, stacked_deck
from cardroom.engine.cards import parse_cards
from cardroom.engine.events import Game
from cardroom.rulebook import HandRules, edition

ONLINE = edition("en-2.7").hand
LIVE = edition("live").hand
LETTERS = "ABCDEFGHIJ"
DEEP = 1_000_000


class Script:
    """A hand whose seats are called by letters, in the order in which they act on the flop."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand

    def seat(self, name: str) -> int:
        return LETTERS.index(name)

    def play(self, text: str) -> "Script":
        """Play actions in order; each must be by the seat whose turn it is."""
        for part in text.split(","):
            self._act(*part.split())
        return self

    def _act(self, name: str, word: str, amount: str = "", *rest: str) -> None:
        seat = self.seat(name)
        if word in {"bets", "raises", "all-in"}:
            total = int(rest[0] if amount == "to" else amount)
            self.raise_or_call(seat, total) if word == "all-in" else self.hand.raise_to(seat, total)
        else:
            {
                "folds": self.hand.fold,
                "checks": self.hand.check,
                "calls": self.hand.call,
                "shows": self.hand.show,
                "mucks": self.hand.muck,
            }[word](seat)

    def raise_or_call(self, seat: int, total: int) -> None:
        """Go all-in for a total on this street; the stack must be just that."""
        before = self.hand.stacks[seat] + self.hand.bets[seat]
        assert before == total, f"the stack makes {before}, not {total}"
        options = self.hand.options
        assert options is not None
        if self.hand.bets[seat] + options.call == total:
            self.hand.call(seat)
        else:
            self.hand.raise_to(seat, total)

    def options(self, name: str) -> Options:
        """What this seat may do; it must be its turn."""
        options = self.hand.options
        assert options is not None
        assert options.seat == self.seat(name), f"it is the turn of {LETTERS[options.seat]}"
        return options

    def may(self, name: str) -> tuple[int, int]:
        """The call and the smallest raise (0: none) of the seat to act."""
        options = self.options(name)
        return options.call, options.raise_from

    def is_closed(self, name: str) -> int:
        """The call of a seat that may only call or fold because the betting is closed to it."""
        options = self.options(name)
        assert options.closed
        assert options.raise_from == options.raise_to == 0
        return options.call

    def pots(self) -> list[tuple[int, str]]:
        """Each pot with the letters that can win it."""
        return [(pot.amount, "".join(LETTERS[s] for s in pot.seats)) for pot in self.hand.pots]

    def stacks(self) -> dict[str, int]:
        return {LETTERS[seat]: stack for seat, stack in sorted(self.hand.stacks.items())}

    def payouts(self) -> dict[str, int]:
        return {LETTERS[seat]: won for seat, won in sorted(self.hand.payouts.items())}


def deal(
    stacks: Mapping[str, int] | str,
    *,
    rules: HandRules = ONLINE,
    game: Game = "nl-holdem",
    button: str = "",
    small: tuple[str, int] = ("", 0),
    big: tuple[str, int] = ("", 0),
    big_blind: int = 2,
    ante: int = 0,
    extra: Sequence[Post] = (),
    hole: Mapping[str, str] | None = None,
    board: str = "",
    rake: Rake | None = None,
    unit: int = 1,
) -> Script:
    """Deal a hand; letters without a stack have a million. The last letter is the button."""
    chips = dict.fromkeys(stacks, DEEP) if isinstance(stacks, str) else dict(stacks)
    seats = tuple(LETTERS.index(name) for name in chips)
    dealer = LETTERS.index(button) if button else max(seats)
    posts = forced_bets(
        rules,
        seats=seats,
        button=dealer,
        small_blind=(LETTERS.index(small[0]) if small[0] else None, small[1]),
        big_blind=(LETTERS.index(big[0]) if big[0] else None, big[1]),
        ante=ante,
        extra=extra,
    )
    started = HandStarted(
        game=game,
        button=dealer,
        seats=seats,
        stacks=tuple(chips.values()),
        big_blind=big[1] or big_blind,
        posts=posts,
        rake=rake,
        unit=unit,
    )
    cards = {LETTERS.index(name): parse_cards(text) for name, text in (hole or {}).items()}
    return Script(Hand(rules, started, stacked_deck(started, cards, parse_cards(board))))


def flop(stacks: Mapping[str, int] | str, **settings: object) -> Script:
    """A hand on the flop without anything in the pot: nobody posts, everybody checks."""
    script = deal(stacks, **settings)  # type: ignore[arg-type]
    for seat in script.hand.seats:
        script.hand.check(seat)
    script.hand.deal_board(parse_cards("2c 7d 9h"))
    return script
