"""How a simulated player decides honestly: from their own cards, the board and the bets alone."""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from cardroom.cards import DECK, Card
from cardroom.odds.many_hands import card_sums, strengths_with
from cardroom.odds.ranking import omaha_strength, strength
from cardroom.simulation.population.styles import PlayStyle
from cardroom.simulation.scripts import Chance

OPPONENTS = 12
"""How many hands of an opponent a player thinks of."""
RAISES_MAX = 4
HOLDEM: Final = 2
"""Hole cards; in Omaha there are four."""
FLUSH_DRAW: Final = 4


class Situation(NamedTuple):
    """What the player to act sees, amounts in chips."""

    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    pot: int
    to_call: int
    live: int
    raises: int
    last_to_act: bool


class Move(NamedTuple):
    """A decision: fold, call (or check) or raise by a part of the pot, in a thousand."""

    act: str
    size: int = 0


def perceived(situation: Situation, noise: int, chance: Chance) -> float:
    """What the player thinks the hand is worth, from 0 to 1: now, with something for draws."""
    off = (chance.randrange(2001) - 1000) * noise / 1_000_000
    hole, board = situation.hole, situation.board
    if not board:
        return first_look(hole) + off
    held = made_strength(hole, board)
    others = _possible_hands(hole, board, chance)
    if len(hole) == HOLDEM:
        strengths = strengths_with(list(board), others, card_sums(others))
    else:
        strengths = [made_strength(other, board) for other in others]
    beaten = 0
    for other in strengths:
        beaten += held > other
    return beaten / OPPONENTS + _draws(hole, board) + off


def made_strength(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """What a hand is worth now: all its cards in hold'em, two of four in Omaha (OMA-02)."""
    return strength([*hole, *board]) if len(hole) == HOLDEM else omaha_strength(hole, board)


def _possible_hands(
    hole: Sequence[Card], board: Sequence[Card], chance: Chance
) -> list[list[Card]]:
    """What opponents may hold: different cards, of those not seen."""
    taken = 0
    for card in (*hole, *board):
        taken |= 1 << card
    stub = [card for card in DECK if not taken >> card & 1]
    left = len(stub)
    hands = []
    for _ in range(OPPONENTS):
        places = [chance.randrange(left)]
        while len(places) < len(hole):
            place = chance.randrange(left)
            if place not in places:
                places.append(place)
        hands.append([stub[place] for place in places])
    return hands


def first_look(hole: Sequence[Card]) -> float:
    """Cards before the flop: high cards, pairs, suited and connected ones are worth more; four are
    worth their best two, and all pairs of them a little."""
    if len(hole) != HOLDEM:
        twos = [first_look(two) for two in combinations(hole, 2)]
        return (max(twos) + sum(twos) / len(twos)) / 2
    low, high = sorted([card >> 2 for card in hole])
    if low == high:
        return 0.5 + high / 24
    close = max(0, 4 - (high - low)) * 0.02
    return (high + 1) * 0.032 + (low + 1) * 0.02 + close + (hole[0] & 3 == hole[1] & 3) * 0.05


def _draws(hole: Sequence[Card], board: Sequence[Card]) -> float:
    if len(board) == 5:
        return 0.0
    shown = [card & 3 for card in board]
    own = [card & 3 for card in hole]
    if len(hole) == HOLDEM:
        flush = any(shown.count(suit) + own.count(suit) == FLUSH_DRAW for suit in own)
    else:
        flush = any(shown.count(suit) == 2 and own.count(suit) > 1 for suit in own)
    return 0.18 if flush else 0.0


def honest_move(situation: Situation, style: PlayStyle, chance: Chance) -> Move:
    """What a player of this style does."""
    held = perceived(situation, style.noise, chance)
    bolder = style.positional if situation.last_to_act else 0
    held += (style.loose + bolder) / 1000 * (1.0 if not situation.board else 0.4)
    return move_with(held, situation, style, chance)


def move_with(held: float, situation: Situation, style: PlayStyle, chance: Chance) -> Move:
    """What a player of this style does who takes the hand to be worth this much."""
    size = max(250, style.size + chance.randrange(401) - 200)
    crowd = 0.03 * (situation.live - 2)
    roll = chance.randrange(1000)
    if situation.to_call == 0:
        if held > 0.58 + crowd and roll < style.aggression:
            return Move("raise", size)
        if roll < style.bluffs * 2:
            return Move("raise", size)
        return Move("call")
    odds = situation.to_call / (situation.pot + situation.to_call)
    if situation.board:
        needed = 0.46 + 0.75 * odds + 0.05 * situation.raises + crowd
        raising = 0.72 + 0.09 * situation.raises + crowd
    else:
        needed = 0.36 + 0.75 * odds + 0.07 * situation.raises
        raising = 0.60 + 0.10 * situation.raises
    needed -= style.sticky / 1000
    if held > raising and situation.raises < RAISES_MAX and roll < style.aggression:
        return Move("raise", size)
    if held > needed:
        return Move("call")
    if situation.raises < 2 and roll < style.bluffs // 3:
        return Move("raise", size)
    return Move("fold")
