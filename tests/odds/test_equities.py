"""Equity is exact to the board, or sampled with an error that holds."""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.cards import UNKNOWN, card_names, parse_cards
from cardroom.odds import equities as module
from cardroom.odds import runout_arrays, runouts
from cardroom.odds.equities import SAMPLES_MAX, Equity, equity
from cardroom.odds.equity_question import EquityQuestion, verified
from cardroom.odds.ranking import omaha_strength, strength
from tests.rule import rule


def of(*hands: str, board: str = "", dead: str = "", omaha: bool = False) -> Equity:
    held = [parse_cards(hand) for hand in hands]
    return equity(held, parse_cards(board), parse_cards(dead), omaha=omaha)


def no_progress(done: int, total: int) -> None:
    assert 0 <= done <= total


def test_ace_king_suited_against_queens_is_known_to_the_board() -> None:
    found = of("AhKh", "QsQd")
    assert (found.boards, found.exact) == (1_712_304, True)
    assert [(hand.wins, hand.ties) for hand in found.hands] == [(787_966, 6_732), (917_606, 6_732)]
    assert found.hands[0].share == Fraction(787_966 + 6_732 // 2, 1_712_304)
    assert found.hands[0].error == 0


def test_three_hands_before_the_flop_are_known_to_the_board() -> None:
    found = of("AhKh", "QsQd", "7c7d")
    assert found.boards == 1_370_754
    assert [hand.wins for hand in found.hands] == [533_482, 583_049, 251_560]
    assert {hand.ties for hand in found.hands} == {2_663}


@rule("OMA-02")
def test_two_omaha_hands_before_the_flop_are_known_to_the_board() -> None:
    found = of("AhKhQd2c", "QsQhJdTd", omaha=True)
    assert (found.boards, [hand.wins for hand in found.hands]) == (1_086_008, [499_913, 583_647])


@rule("POT-04", "HAND-04")
def test_hands_that_differ_in_suits_only_share_evenly() -> None:
    found = of("AhKh", "AsKs")
    assert [hand.share for hand in found.hands] == [Fraction(1, 2)] * 2
    assert found.hands[0].wins == found.hands[1].wins > 0


@rule("POT-04", "HC-39")
def test_a_royal_flush_on_the_board_is_shared_by_ten_and_by_nobody_in_omaha() -> None:
    holes = ["2c3d", "2d3c", "4c5d", "4d5c", "6c7d", "6d7c", "8c9d", "8d9c", "2h3h", "4h5h"]
    found = of(*holes, board="AsKsQsJsTs")
    assert {(hand.wins, hand.ties, hand.share) for hand in found.hands} == {(0, 1, Fraction(1, 10))}
    found = of("2c3d7h8s", "2d3c7d9h", board="AsKsQsJsTs", omaha=True)
    assert [hand.share for hand in found.hands] == [0, 1]


def test_dead_cards_never_come() -> None:
    assert of("AhAd", "KhKd", board="2c7d9sJh").hands[1].share == Fraction(2, 44)
    assert of("AhAd", "KhKd", board="2c7d9sJh", dead="Ks").hands[1].share == Fraction(1, 43)


@st.composite
def small_deals(draw: st.DrawFn) -> EquityQuestion:
    omaha = draw(st.booleans())
    held = 4 if omaha else 2
    count = draw(st.integers(2, 4))
    shown = draw(st.integers(3, 5))
    # Few suits and ranks at a time, so that flushes and ties are common.
    deck = draw(st.sampled_from([range(52), range(12, 52), range(0, 52, 2)]))
    cards = draw(st.permutations(deck))
    hands = [cards[held * place : held * (place + 1)] for place in range(count)]
    board = cards[held * count : held * count + shown]
    dead = cards[held * count + shown : held * count + shown + draw(st.integers(0, 3))]
    return verified(hands, board, dead, omaha=omaha)


def one_by_one(question: EquityQuestion) -> dict[int, int]:
    """Every board run out and every hand ranked."""
    outcomes: dict[int, int] = {}
    for rest in combinations(question.stub, question.to_come):
        board = [*question.board, *rest]
        strengths = [
            omaha_strength(hand, board) if question.omaha else strength([*hand, *board])
            for hand in question.hands
        ]
        mask = sum(1 << i for i, each in enumerate(strengths) if each == max(strengths))
        outcomes[mask] = outcomes.get(mask, 0) + 1
    return outcomes


@settings(max_examples=60)
@given(small_deals())
def test_counting_by_ranks_and_suits_equals_running_out_every_board(
    question: EquityQuestion,
) -> None:
    expected = one_by_one(question)
    assert runouts.count_outcomes(question, no_progress) == expected
    assert runout_arrays.count_outcomes(question, no_progress) == expected


@pytest.mark.parametrize("omaha", [False, True])
@pytest.mark.parametrize("shown", [0, 1, 2])
def test_plain_python_and_numpy_count_the_same_before_the_flop(shown: int, omaha: bool) -> None:
    cards = random.Random(shown).sample(range(52), 24)
    held = 4 if omaha else 2
    hands = [cards[held * place : held * (place + 1)] for place in range(2 + shown)]
    question = verified(hands, cards[20 : 20 + shown], cards[23:], omaha=omaha)
    plain = runouts.count_outcomes(question, no_progress)
    assert plain == runout_arrays.count_outcomes(question, no_progress)
    assert sum(plain.values()) == question.boards


def test_without_numpy_the_count_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = of("AhKh", "QsQd", board="Th9h2c")
    monkeypatch.setattr(module, "numpy_is_installed", lambda: False)
    assert of("AhKh", "QsQd", board="Th9h2c") == expected


@pytest.mark.parametrize("omaha", [False, True])
def test_samples_come_within_their_stated_error(omaha: bool) -> None:
    hands = [parse_cards("AhKhQd2c"), parse_cards("QsQhJdTd")]
    if not omaha:
        hands = [hand[:2] for hand in hands]
    chance = random.Random(7)
    steps: list[tuple[int, int]] = []
    found = equity(
        *(hands, (), ()),
        omaha=omaha,
        sample=chance.sample,
        samples=20_000,
        limit=1_000,
        progress=lambda done, total: steps.append((done, total)),
    )
    exact = equity(hands, omaha=omaha)
    assert (found.boards, found.exact) == (20_000, False)
    assert steps[-1] == (20_000, 20_000)
    for sampled, counted in zip(found.hands, exact.hands, strict=True):
        assert 0.003 < sampled.error < 0.004
        assert abs(sampled.share - counted.share) < 3 * sampled.error


def test_few_boards_are_counted_even_when_samples_are_offered() -> None:
    chance = random.Random(1)
    hands = [parse_cards("AhKh"), parse_cards("QsQd")]
    found = equity(hands, parse_cards("Th9h2c"), sample=chance.sample)
    assert (found.exact, found.boards) == (True, 990)


def test_too_many_boards_without_chance_are_refused() -> None:
    hands = [parse_cards("AhKh"), parse_cards("QsQd")]
    with pytest.raises(ValueError, match="1712304 boards are more than 1000"):
        equity(hands, limit=1_000)
    for samples in (0, SAMPLES_MAX + 1):
        with pytest.raises(ValueError, match=f"not {samples}"):
            equity(hands, limit=0, sample=random.Random(1).sample, samples=samples)


@pytest.mark.parametrize(
    ("hands", "board", "omaha", "reason"),
    [
        (["AhKh"], "", False, "2 to 10 hands, not 1"),
        (["2c3c"] * 11, "", False, "2 to 10 hands, not 11"),
        (["AhKh", "QsQdQc"], "", False, "'QsQdQc' are not the 2 hole cards of hold'em"),
        (["AhKh", "QsQd"], "", True, "'AhKh' are not the 4 hole cards of Omaha"),
        (["AhKh", "QsQd"], "2c3c4c5c6c7c", False, "5 cards at most, not 6"),
        (["AhKh", "QsAh"], "", False, "'Ah' is there 2 times"),
        (["AhKh", "QsQd"], "2c3cKh", False, "'Kh' is there 2 times"),
        (["AhKh", "Qs??"], "", False, "every card must be known"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(
    hands: list[str], board: str, omaha: bool, reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        of(*hands, board=board, omaha=omaha)


def test_cards_from_no_deck_and_decks_without_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="52 is no card"):
        equity([(0, 1), (2, 52)])
    with pytest.raises(ValueError, match="every card must be known"):
        equity([(0, 1), (2, 3)], dead=[UNKNOWN])
    with pytest.raises(ValueError, match="4 cards are left for 5"):
        equity([(0, 1), (2, 3)], dead=range(4, 48))


def test_the_last_five_cards_are_the_only_board() -> None:
    found = equity([(0, 1), (50, 51)], dead=range(2, 45))
    assert (found.boards, card_names(found.hands[1].hole)) == (1, "AhAs")
    assert found.hands[1].wins == 1
