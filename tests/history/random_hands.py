"""Hands of our own engine from a seed: any game, any forced bets, any legal play."""

import random

from cardroom.cards import DECK
from cardroom.engine.events import Game, HandStarted, Post, Rake
from cardroom.engine.hand import Hand
from cardroom.rulebook import HandRules, edition

GAMES: tuple[Game, ...] = ("nl-holdem", "pl-omaha", "fl-holdem")


def random_hand(seed: int, *, edition_name: str = "en-2.7", raked: bool = False) -> Hand:
    """Play one hand to its end."""
    chance = random.Random(seed)
    rules, started = random_start(chance, edition_name=edition_name, raked=raked)
    deck = list(DECK)
    chance.shuffle(deck)
    return finished(Hand(rules, started, deck), chance)


def random_start(
    chance: random.Random, *, edition_name: str = "en-2.7", raked: bool = False
) -> tuple[HandRules, HandStarted]:
    """How a hand begins: any game, some of ten seats, any forced bets."""
    rules = edition(edition_name).hand
    seats = sorted(chance.sample(range(10), chance.randint(2, 6)))
    button = chance.choice(seats)
    ante_first = rules.short_post_order == "ante_first"
    started = HandStarted(
        game=chance.choice(GAMES),
        button=button,
        seats=tuple(seats),
        stacks=tuple(chance.choice([3, 4, 17, 100, 400, 1000]) for _ in seats),
        big_blind=10,
        posts=_posts(chance, seats, button, ante_first=ante_first),
        rake=Rake(permille=50, cap=30) if raked else None,
    )
    return rules, started


def finished(hand: Hand, chance: random.Random) -> Hand:
    """The hand, played to its end."""
    while not hand.is_over:
        _decide(hand, chance)
    return hand


def _posts(
    chance: random.Random, dealt_in: list[int], button: int, *, ante_first: bool
) -> tuple[Post, ...]:
    """Blinds at their places, now and then an ante, no small blind, or a newcomer's post."""
    seats = sorted(dealt_in, key=lambda seat: (seat <= button, seat))
    if len(seats) == 2:
        seats.reverse()
    blinds = [Post(seats[0], "small_blind", 5), Post(seats[1], "big_blind", 10)]
    if len(seats) > 2 and chance.random() < 0.2:
        blinds = [Post(seats[0], "big_blind", 10)]
    for seat in seats[2:]:
        if chance.random() < 0.1:
            blinds.append(Post(seat, "post", 10))
        if chance.random() < 0.1:
            blinds.append(Post(seat, "dead", 5))
    if chance.random() < 0.7:
        return tuple(blinds)
    kind = chance.choice(["ante", "table_ante"])
    payers = seats if kind == "ante" else seats[-1:]
    antes = [Post(seat, "ante" if kind == "ante" else "table_ante", 2) for seat in payers]
    return (*antes, *blinds) if ante_first else (*blinds, *antes)


def _decide(hand: Hand, chance: random.Random) -> None:
    if hand.waits_for == "showdown":
        _show_or_muck(hand, chance)
        return
    options = hand.options
    assert options is not None
    seat = options.seat
    wish = chance.random()
    if options.raise_from and wish < 0.35:
        to = chance.choice([options.raise_from, options.raise_to])
        hand.raise_to(seat, chance.choice([to, chance.randint(options.raise_from, to)]))
    elif options.check:
        hand.check(seat)
    elif wish < 0.85:
        hand.call(seat)
    else:
        hand.fold(seat)


def _show_or_muck(hand: Hand, chance: random.Random) -> None:
    """Show the hand whose turn it is, or muck it when another one lies open."""
    seat = hand.actor
    assert seat is not None
    if hand.shown and chance.random() < 0.5:
        hand.muck(seat)
    else:
        hand.show(seat)
