"""A second opinion: random legal hands side by side with PokerKit.

Both must agree on whose turn it is, on every legal amount, on the pots and on the payouts. Where
the rulebook decides otherwise, the difference has a name and must be exactly of that kind.
"""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from pokerkit import (
    Automation,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

from cardroom.cards import DECK, card_names
from cardroom.engine import Hand, HandStarted, Options, forced_bets
from cardroom.engine.events import BoardDealt, Game, PotAwarded, Raised
from cardroom.rulebook import HandRules
from tests.engine.random_play import raise_size
from tests.engine.script import ONLINE
from tests.rule import rule

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PULLING,
)
BIG = 10
PEER_CAP = 4
SHORT_BLIND_CALLED = msgspec.structs.replace(ONLINE, call_after_short_blind="posted")
"""Random hands start with blinds and antes of any stack; a short blind is read as the peer does."""


class Pair:
    """One hand in both engines; seat n here is player n - 1 there."""

    def __init__(
        self, rules: HandRules, game: Game, stacks: tuple[int, ...], ante: int, deck: list[int]
    ) -> None:
        count = len(stacks)
        seats = tuple(range(1, count + 1))
        small, big = (count, 1) if count == 2 else (1, 2)
        posts = forced_bets(
            rules,
            seats=seats,
            button=count,
            small_blind=(small, BIG // 2),
            big_blind=(big, BIG),
            ante=ante,
        )
        self.hand = Hand(rules, HandStarted(game, count, seats, stacks, BIG, posts), deck)
        self.peer = peer(game, stacks, ante)
        self.pots: list[tuple[int, tuple[int, ...]]] = []
        self.boards = 0
        self.differences: Counter[str] = Counter()
        for seat in seats:
            self.peer.deal_hole(card_names(self.hand.hole(seat)))
        self.follow()

    def play(self, rng: random.Random) -> None:
        while self.hand.options is not None:
            options = self.hand.options
            assert options.seat == self.peer.actor_index + 1
            assert options.call == self.peer.checking_or_calling_amount
            assert self.hand.chips_in == self.peer.total_pot_amount
            self._compare_raises(options)
            self._act(rng, options)
            self.follow()

    def _compare_raises(self, options: Options) -> None:
        """Compare the least and the greatest raise; a difference must have a name."""
        least = self.peer.min_completion_betting_or_raising_to_amount or 0
        greatest = self.peer.max_completion_betting_or_raising_to_amount or 0
        if (options.raise_from, options.raise_to) != (least, greatest):
            self.differences[difference(self.hand, options, least, greatest)] += 1

    def _act(self, rng: random.Random, options: Options) -> None:
        """Do the same in both; raises only where both allow them."""
        both = options.raise_from and self.peer.min_completion_betting_or_raising_to_amount
        chance = rng.random()
        if both and chance < 0.4:
            total = raise_size(rng, options)
            self.peer.complete_bet_or_raise_to(total)
            self.hand.raise_to(options.seat, total)
        elif options.check or chance < 0.8:
            self.peer.check_or_call()
            (self.hand.check if options.check else self.hand.call)(options.seat)
        else:
            self.peer.fold()
            self.hand.fold(options.seat)

    def follow(self) -> None:
        """Deal the peer the board that our deck gave, then let it show and pay."""
        if self.hand.options is None and self.peer.actor_index is not None:
            assert self.peer.checking_or_calling_amount == 0
            self.differences["AMB-47: a check is asked for although all others are all-in"] += 1
            self.peer.check_or_call()
        boards = [e.cards for e in self.hand.events if isinstance(e, BoardDealt)]
        while self.peer.can_burn_card() or self.peer.can_show_or_muck_hole_cards():
            if self.peer.can_burn_card():
                self.peer.burn_card("??")
                self.peer.deal_board(card_names(boards[self.boards]))
                self.boards += 1
            else:
                self._keep_pots()
                self.peer.show_or_muck_hole_cards(True)
        while self.peer.can_push_chips():
            self.peer.push_chips()

    def _keep_pots(self) -> None:
        if not self.pots:
            seats = [tuple(i + 1 for i in pot.player_indices) for pot in self.peer.pots]
            amounts = [pot.amount for pot in self.peer.pots]
            self.pots = list(zip(amounts, seats, strict=True))


def peer(game: Game, stacks: tuple[int, ...], ante: int) -> Any:
    blinds = (BIG // 2, BIG)
    common: tuple[Any, ...] = (AUTOMATIONS, True, ante, blinds)
    if game == "fl-holdem":
        return FixedLimitTexasHoldem.create_state(*common, BIG, 2 * BIG, stacks, len(stacks))
    kind = NoLimitTexasHoldem if game == "nl-holdem" else PotLimitOmahaHoldem
    return kind.create_state(*common, BIG, stacks, len(stacks))


def raises_this_street(hand: Hand) -> tuple[int, bool]:
    """How many bets and raises this street saw, and whether one was an undersized all-in."""
    fixed = hand.started.game == "fl-holdem"
    step = 2 * BIG if fixed and hand.street in {"turn", "river"} else BIG
    current = BIG if hand.street == "preflop" else 0
    start = max((n for n, e in enumerate(hand.events) if isinstance(e, BoardDealt)), default=0)
    raises = [event.to for event in hand.events[start:] if isinstance(event, Raised)]
    undersized = False
    for to in raises:
        undersized = undersized or to - current < step
        step = step if fixed else max(step, to - current)
        current = to
    return len(raises), undersized


def difference(hand: Hand, options: Options, least: int, greatest: int) -> str:
    """The rule by which our raise differs from the peer's; anything else is a disagreement."""
    raises, undersized = raises_this_street(hand)
    others = [seat for seat in hand.live if seat != options.seat]
    reach = max(hand.stacks[seat] + hand.bets[seat] for seat in others)
    if undersized and (least == 0 or options.closed):
        return "BET-13, BET-14: to whom undersized all-ins reopen the betting"
    if least == greatest == 0 and reach <= max(hand.bets.values()):
        return "AMB-47: a raise against opponents who cannot match it but are not yet all-in"
    if hand.started.game == "fl-holdem" and least == 0 and raises >= PEER_CAP:
        return "BET-15: no cap on fixed-limit raises online"
    raise AssertionError(f"{options} here, {least} to {greatest} there")


def random_pair(seed: int) -> Pair:
    rng = random.Random(seed)
    game: Game = rng.choice(["nl-holdem", "pl-omaha", "fl-holdem"])
    count = rng.randint(2, 6 if game == "pl-omaha" else 9)
    ante = rng.choice([0, 0, 1, 3])
    depth = rng.choice([4, 15, 100])
    stacks = tuple(rng.randint(1, BIG * depth) for _ in range(count))
    pair = Pair(SHORT_BLIND_CALLED, game, stacks, ante, rng.sample(DECK, len(DECK)))
    pair.play(rng)
    return pair


@pytest.mark.parametrize("block", range(4))
@rule("BET-01", "BET-03", "BET-08", "BET-17", "POT-01", "POT-03", "OMA-03", "AMB-48", "AMB-50")
def test_random_hands_agree_with_pokerkit(block: int) -> None:
    for seed in range(block * 60, block * 60 + 60):
        pair = random_pair(seed)
        assert pair.hand.is_over
        if pair.pots:
            ours = [(pot.amount, pot.seats) for pot in pair.hand.pots]
            assert ours == pair.pots, seed
        compare_payouts(pair)


def compare_payouts(pair: Pair) -> None:
    """Stacks are equal once our pots are paid out in the peer's way: see `paid_like_pokerkit`."""
    stacks = pair.hand.stacks
    for event in pair.hand.events:
        if isinstance(event, PotAwarded):
            for seat, share in zip(event.seats, event.shares, strict=True):
                stacks[seat] -= share
    for seat, share in paid_like_pokerkit(pair.hand).items():
        stacks[seat] += share
    assert stacks == {place + 1: stack for place, stack in enumerate(pair.peer.stacks)}


def paid_like_pokerkit(hand: Hand) -> Counter[int]:
    """PokerKit joins neighbouring pots once only the same winners are left (LIVE-26.p1, AMB-55),
    and gives all odd chips of a pot to the first winner (POT-05)."""
    awards = [event for event in hand.events if isinstance(event, PotAwarded)]
    left = {seat for event in awards for seat in event.seats}
    joined: list[tuple[list[int], int, tuple[int, ...]]] = []
    for event, pot in zip(awards, hand.pots, strict=True):
        able = [seat for seat in pot.seats if seat in left]
        amount = event.amount
        if joined and joined[-1][0] == able:
            amount += joined.pop()[1]
        joined.append((able, amount, event.seats))
    paid: Counter[int] = Counter()
    for _, amount, seats in joined:
        each, odd = divmod(amount, len(seats))
        paid.update(dict.fromkeys(seats, each))
        paid[seats[0]] += odd
    return paid


def both(stacks: tuple[int, ...], script: str, game: Game = "nl-holdem", ante: int = 0) -> Pair:
    """Play a script like `3 to 30, 1 calls` in both; seat 1 is the small blind."""
    pair = Pair(ONLINE, game, stacks, ante, list(DECK))
    for part in filter(None, script.split(", ")):
        name, word, *total = part.split()
        assert pair.hand.actor == int(name)
        if word == "to":
            pair.hand.raise_to(int(name), int(total[0]))
            pair.peer.complete_bet_or_raise_to(int(total[0]))
        elif word in {"calls", "checks"}:
            getattr(pair.hand, word.removesuffix("s"))(int(name))
            pair.peer.check_or_call()
        else:
            pair.hand.fold(int(name))
            pair.peer.fold()
        pair.follow()
    return pair


def least_raises(pair: Pair) -> tuple[int, int]:
    """The smallest raise here and there; 0 where there is none."""
    options = pair.hand.options
    assert options is not None
    return options.raise_from, pair.peer.min_completion_betting_or_raising_to_amount or 0


@rule("BET-13", "HC-18")
def test_pokerkit_reopens_the_betting_after_the_first_undersized_raise_before_the_flop() -> None:
    pair = both((500, 500, 500, 13), "3 calls, 4 to 13, 1 folds, 2 calls")
    assert least_raises(pair) == (0, 23)


@rule("BET-14", "AMB-42", "AMB-43")
def test_pokerkit_adds_up_short_all_ins_although_a_call_lies_between_them() -> None:
    stacks = (500, 500, 500, 500, 38, 500, 45)
    pair = both(stacks, "3 to 20, 4 to 30, 5 to 38, 6 calls, 7 to 45, 1 folds, 2 folds, 3 calls")
    assert pair.hand.actor == 4
    assert least_raises(pair) == (0, 55)


@rule("AMB-38", "HC-28")
def test_pokerkit_lets_a_short_big_blind_lower_the_call() -> None:
    pair = both((500, 6, 500), "")
    assert pair.hand.to_call == 10
    assert pair.peer.checking_or_calling_amount == 6


@rule("POT-05")
def test_pokerkit_gives_two_odd_chips_to_one_player() -> None:
    # In the order of the deck everybody plays four fours with a five.
    street = "2 checks, 3 checks, 4 checks"
    script = f"3 calls, 4 calls, 1 folds, 2 checks, {street}, {street}, {street}"
    pair = both((500, 500, 500, 500), script)
    assert pair.hand.payouts == {2: 12, 3: 12, 4: 11}
    assert pair.peer.stacks == [495, 503, 501, 501]


@rule("LIVE-26.p1", "AMB-55")
def test_pokerkit_joins_pots_before_it_divides_them() -> None:
    pair = random_pair(992)
    assert pair.hand.payouts == {3: 2289, 4: 1770}
    assert paid_like_pokerkit(pair.hand) == {3: 2288, 4: 1771}
    compare_payouts(pair)
