"""Every betting sequence of two and three players with tiny stacks, against a brute-force model."""

from itertools import product

import pytest

from cardroom.cards import parse_cards
from cardroom.engine import Hand, HandStarted, forced_bets, replay, stacked_deck
from tests.engine.brute_force import BIG, Done, Model
from tests.engine.script import ONLINE
from tests.rule import rule

BOARD = parse_cards("2c 7d 9h Ts 3s")
CARDS = {1: "4c 5c", 2: "Ah Kd", 3: "Ac Kh", 4: "Qc Qd"}
"""By rank: ace-king twice, so that hands can tie."""


class Exhaustion:
    """Walks through every sequence of legal actions in both and counts what it compares."""

    def __init__(self, stacks: tuple[int, ...], ranks: tuple[int, ...]) -> None:
        self.ranks = tuple(2 if rank == 3 else rank for rank in ranks)
        seats = tuple(range(1, len(stacks) + 1))
        small, big = (2, 1) if len(stacks) == 2 else (1, 2)
        posts = forced_bets(
            ONLINE,
            seats=seats,
            button=len(stacks),
            small_blind=(small, 1),
            big_blind=(big, BIG),
        )
        started = HandStarted("nl-holdem", len(stacks), seats, stacks, BIG, posts)
        hole = {seat: parse_cards(CARDS[rank]) for seat, rank in zip(seats, ranks, strict=True)}
        self.deck = stacked_deck(started, hole, BOARD)
        self.decisions = 0
        self.hands = 0
        model = Model(stacks, ((),))
        while model.actor() is None and len(model.streets) < 4:
            model = Model(stacks, (*model.streets, ()))
        self.walk(Hand(ONLINE, started, self.deck), model)

    def walk(self, hand: Hand, model: Model) -> None:
        actor = model.actor()
        assert hand.options is None or hand.options.seat - 1 == actor
        if actor is None:
            self.compare_end(hand, model)
            return
        self.decisions += 1
        actions = model.actions(actor)
        self.compare_options(hand, actions)
        for done in actions:
            child = replay(ONLINE, hand.events, self.deck)
            perform(child, done)
            self.walk(child, model.after(done))

    def compare_options(self, hand: Hand, actions: list[Done]) -> None:
        options = hand.options
        assert options is not None
        raises = [done.to for done in actions if done.what == "raise"]
        own = hand.bets[options.seat]
        assert options.check == any(done.what == "check" for done in actions)
        assert [own + options.call] == [d.to for d in actions if d.what in {"check", "call"}]
        assert (options.raise_from, options.raise_to) == (
            (min(raises), max(raises)) if raises else (0, 0)
        )

    def compare_end(self, hand: Hand, model: Model) -> None:
        self.hands += 1
        assert hand.is_over
        assert [hand.stacks[seat] for seat in sorted(hand.stacks)] == model.finals(self.ranks)


def perform(hand: Hand, done: Done) -> None:
    seat = done.player + 1
    if done.what == "raise":
        hand.raise_to(seat, done.to)
    else:
        getattr(hand, done.what)(seat)


@rule("BET-01", "BET-03", "BET-08", "BET-11", "BET-13", "BET-14", "POT-01", "AMB-38", "AMB-50")
@pytest.mark.parametrize(
    ("players", "largest", "ranks", "hands"),
    [
        (2, 8, (2, 3), 6_757),
        (2, 7, (4, 1), 2_796),
        (3, 5, (2, 1, 3), 14_082),
        (3, 4, (2, 3, 4), 2_793),
    ],
)
def test_every_betting_sequence_of_tiny_stacks_agrees_with_the_model(
    players: int, largest: int, ranks: tuple[int, ...], hands: int
) -> None:
    stacks = product(range(1, largest + 1), repeat=players)
    assert sum(Exhaustion(each, ranks).hands for each in stacks) == hands


@rule("BET-13", "BET-14", "AMB-44")
@pytest.mark.parametrize("stacks", [(8, 7, 6), (3, 8, 5), (7, 4, 8)])
def test_every_betting_sequence_of_deeper_stacks_agrees_with_the_model(
    stacks: tuple[int, ...],
) -> None:
    assert Exhaustion(stacks, (2, 3, 4)).hands > 1000
