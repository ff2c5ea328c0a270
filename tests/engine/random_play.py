"""Random hands from a seed: any game, rules, seats, forced bets, and legal play to the end."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from cardroom.cards import DECK
from cardroom.engine import Hand, HandStarted, Options, Post, Rake, forced_bets
from cardroom.engine.events import Game
from cardroom.errors import ActionRefused
from cardroom.rulebook import HandRules
from tests.engine.script import LIVE, ONLINE

GAMES: tuple[Game, ...] = ("nl-holdem", "pl-omaha", "fl-holdem")
MOST_DECISIONS = 2_000


def random_rules(rng: random.Random) -> HandRules:
    """Online rules, live rules, or every switch set by chance."""
    chosen = rng.randrange(3)
    if chosen < 2:
        return (ONLINE, LIVE)[chosen]
    values: dict[str, Any] = {}
    for name, hint in get_type_hints(HandRules).items():
        if get_origin(hint) is Literal:
            values[name] = rng.choice(get_args(hint))
        else:
            values[name] = rng.choice([False, True]) if hint is bool else rng.choice([0, 3])
    return HandRules(**values)


def random_start(rng: random.Random, rules: HandRules) -> HandStarted:
    """Seats, stacks and forced bets: antes, dead blinds, short posts, extra and dead posts."""
    game = rng.choice(GAMES)
    seats = rng.sample(range(11), rng.randint(2, 10))
    big = rng.choice([2, 10, 100])
    deep = rng.choice([3, 12, 40, 400])
    stacks = tuple(rng.randint(1, big * rng.randint(1, deep)) for _ in seats)
    button = rng.randint(0, 10)
    order = sorted(seats, key=lambda seat: (seat <= button, seat))
    heads_up = len(seats) == 2
    small_seat = order[-1] if heads_up else order[0]
    big_seat = order[0] if heads_up else order[1]
    others = [seat for seat in order[2:] if rng.random() < 0.1]
    extra = [Post(seat, rng.choice(["post", "dead"]), big) for seat in others]
    posts = forced_bets(
        rules,
        seats=seats,
        button=button,
        small_blind=(None if rng.random() < 0.15 else small_seat, max(1, big // 2)),
        big_blind=(big_seat, big),
        ante=rng.choice([0, 0, max(1, big // 5), big]),
        extra=extra,
    )
    rake = rng.choice([None, Rake(rng.randint(1, 80), rng.randint(1, 3 * big))])
    unit = rng.choice([1, 1, 1, 5])
    return HandStarted(game, button, tuple(seats), stacks, big, posts, rake, unit)


def start(seed: int) -> tuple[random.Random, Hand]:
    """A random hand before its first decision."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    deck = rng.sample(DECK, len(DECK))
    return rng, Hand(rules, random_start(rng, rules), deck)


def act(rng: random.Random, hand: Hand) -> None:
    """Take one legal decision by chance."""
    options = hand.options
    if options is None:
        show_or_muck(rng, hand)
    elif rng.random() < 0.01:
        hand.kill(rng.choice(hand.live), "LIVE-32")
    else:
        bet(rng, hand, options)


def bet(rng: random.Random, hand: Hand, options: Options) -> None:
    """Bet by chance; folding is rarer than calling, and all-ins are common."""
    chance = rng.random()
    if options.raise_from and chance < 0.35:
        hand.raise_to(options.seat, raise_size(rng, options))
    elif options.check:
        hand.check(options.seat)
    elif chance < 0.8:
        hand.call(options.seat)
    else:
        hand.fold(options.seat)


def raise_size(rng: random.Random, options: Options) -> int:
    """A legal total: often the least, sometimes all of it."""
    shape = rng.random()
    if shape < 0.4:
        return options.raise_from
    if shape < 0.65:
        return options.raise_to
    return rng.randint(options.raise_from, options.raise_to)


def show_or_muck(rng: random.Random, hand: Hand) -> None:
    """At the showdown the seat to act mucks or shows; the last to claim a pot must show."""
    if rng.random() < 0.4:
        with suppress(ActionRefused):
            hand.muck(hand.actor or 0)
            return
    hand.show(hand.actor or 0)


def steps(seed: int) -> Iterator[tuple[random.Random, Hand]]:
    """The hand before each decision and after the last."""
    rng, hand = start(seed)
    for _ in range(MOST_DECISIONS):
        yield rng, hand
        if hand.is_over:
            return
        act(rng, hand)
    raise AssertionError("the hand does not end")


def play(seed: int) -> Hand:
    """A random hand, played to its end."""
    for _, hand in steps(seed):
        last = hand
    return last


def fingerprint(hand: Hand) -> bytes:
    """Everything that a hand answers, to see whether something changed."""
    answers = [
        hand.events, hand.actor, hand.options, hand.stacks, hand.bets, hand.pots, hand.uncalled,
        hand.board, hand.street, hand.live, hand.shown, hand.waits_for, hand.payouts, hand.is_over,
    ]  # fmt: skip
    return msgspec.json.encode(answers)
