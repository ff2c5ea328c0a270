"""Practice players in tournaments: bolder among few, all-in or nothing with a short stack."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardroom.cards import parse_cards
from cardroom.room.practice.thinking import CHARACTERS, Character, Seen, Thinking
from cardroom.room.practice.tournament_thinking import SHORT_STACK, TournamentThinking
from cardroom.room.shuffle import shuffled
from tests.room.fakes import SeededBits

BIG_BLIND = 20
DEEP = 25
FLOP = tuple(parse_cards("Kc 8d 3h"))
HANDS = 400


def turn_of(depth: int, *, call: int = BIG_BLIND, pot: int = 30) -> dict[str, Any]:
    """Seat 1 is to act with a stack of this many big blinds."""
    return {
        "seat": 1,
        "call": call,
        "check": call == 0,
        "raise_from": max(call, BIG_BLIND) * 2,
        "raise_to": depth * BIG_BLIND,
        "pot": pot,
    }


def seen_of(players: int, depth: int, **more: Any) -> Seen:
    stacks = (depth * BIG_BLIND,) * players
    return Seen(seats=tuple(range(1, players + 1)), stacks=stacks, big_blind=BIG_BLIND, **more)


def actions(
    character: Character, seen: Seen, turn: dict[str, Any], kind: type[Thinking]
) -> list[tuple[str, int]]:
    """What it does with many hands, always the same ones."""
    cards, mind = SeededBits(Random(5)), kind(character, SeededBits(Random(5)))
    return [mind.decide(seen._replace(hole=tuple(shuffled(cards)[:2])), turn) for _ in range(HANDS)]


def counts(
    character: Character,
    seen: Seen,
    turn: dict[str, Any],
    kind: type[Thinking] = TournamentThinking,
) -> Counter[str]:
    return Counter(action for action, _ in actions(character, seen, turn, kind))


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda one: one.name)
def test_a_short_stack_goes_all_in_or_folds_before_the_flop(character: Character) -> None:
    for players in (2, 3, 6):
        turn = turn_of(SHORT_STACK)
        done = actions(character, seen_of(players, SHORT_STACK), turn, TournamentThinking)
        assert set(done) == {("raise", turn["raise_to"]), ("fold", 0)}


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda one: one.name)
def test_the_shorter_the_stack_the_more_hands_go_all_in(character: Character) -> None:
    pushed = [
        counts(character, seen_of(2, depth), turn_of(depth))["raise"] for depth in (2, 6, 10, 12)
    ]
    assert pushed == sorted(pushed, reverse=True)
    assert pushed[0] > pushed[-1]


def test_fewer_players_play_and_raise_more_hands() -> None:
    found = {
        players: [counts(one, seen_of(players, DEEP), turn_of(DEEP)) for one in CHARACTERS]
        for players in (2, 3, 6)
    }
    folds = {players: sum(one["fold"] for one in done) for players, done in found.items()}
    assert folds[2] < folds[3] < folds[6]
    for heads_up, three, six in zip(found[2], found[3], found[6], strict=True):
        assert heads_up["raise"] > three["raise"] > six["raise"]


def test_even_the_rock_plays_many_hands_heads_up() -> None:
    seen, turn = seen_of(2, DEEP), turn_of(DEEP, call=10)
    assert counts(CHARACTERS[0], seen, turn, Thinking)["fold"] > HANDS * 3 // 4
    assert counts(CHARACTERS[0], seen, turn)["fold"] < HANDS * 3 // 5


def test_an_all_in_is_not_called_with_everything() -> None:
    turn = turn_of(DEEP, call=DEEP * BIG_BLIND, pot=DEEP * BIG_BLIND + 30) | {"raise_to": 0}
    for character in CHARACTERS:
        assert counts(character, seen_of(3, DEEP), turn)["fold"] > HANDS // 3


def test_everybody_grows_bolder_the_longer_few_players_play() -> None:
    for character in CHARACTERS:
        first = counts(character, seen_of(2, DEEP, short_handed=1), turn_of(DEEP))
        later = counts(character, seen_of(2, DEEP, short_handed=15), turn_of(DEEP))
        assert later["fold"] < first["fold"]
        deep = [
            counts(character, seen_of(2, 75, short_handed=hands), turn_of(75)) for hands in (1, 15)
        ]
        assert deep[0] == deep[1], "with a deep stack there is time to wait"


def test_a_pair_is_bet_among_few() -> None:
    hole = tuple(parse_cards("Kd Qs"))
    turn = turn_of(DEEP, call=0, pot=60)
    for character in CHARACTERS:
        mind = TournamentThinking(character, SeededBits(Random(6)))
        seen = seen_of(2, DEEP, hole=hole, board=FLOP)
        bets = [mind.decide(seen, turn)[0] for _ in range(100)]
        assert bets.count("raise") > 60, character.name


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda one: one.name)
def test_at_a_larger_table_with_a_deep_stack_they_play_as_for_cash(character: Character) -> None:
    seen, turn = seen_of(6, DEEP), turn_of(DEEP)
    joined = Seen()
    for known in (seen, joined, seen._replace(board=FLOP)):
        as_for_cash = actions(character, known, turn, Thinking)
        assert actions(character, known, turn, TournamentThinking) == as_for_cash


def test_a_mind_counts_the_hands_that_few_players_were_dealt() -> None:
    mind = TournamentThinking(CHARACTERS[0], SeededBits(Random(7)))
    for players in (4, 3, 3, 2):
        mind.read("table:1", started(players))
        mind.read("table:1", {"type": "hole_dealt", "hole": [[1, 2]]})
    seen = mind.seen("table:1")
    assert (seen.short_handed, seen.hole, seen.seats) == (3, (1, 2), (1, 2))
    assert mind.is_short_handed("table:1")
    mind.read("table:1", started(4))
    assert not mind.is_short_handed("table:1")
    assert mind.seen("table:1").short_handed == 0


def started(players: int) -> dict[str, Any]:
    seats = list(range(1, players + 1))
    return {"type": "hand_started", "seats": seats, "stacks": [500] * players, "big_blind": 20}
