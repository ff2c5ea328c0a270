"""What holds for every push of chips, however it is read."""

from collections import Counter
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from cardroom.floor import LANGUAGES, decide, explain
from cardroom.floor.rulings.chips import ChipPile, Motion
from cardroom.floor.rulings.disputes import Dispute
from cardroom.floor.rulings.pots import PotsToShare
from cardroom.floor.rulings.ruling import ChipMove, Ruling
from cardroom.floor.rulings.spot import Barred, ChipsPushed, Limit
from tests.floor.rulings.asking import LIVE, house
from tests.rule import rule

CHIPS = (25, 100, 500, 1000, 5000)
AGGRESSIVE = {"bet", "raise", "all_in"}
HOUSES = {
    "as published": LIVE,
    "last chips": house("wagers", last_chips_exempt=True, option_oversized_chip="half_bet_test"),
    "mild": house("wagers", small_opening_bet="half_bet_test", overlooked_raise_may_reraise=True),
    "by chip": house("wagers", announced_one_chip_raise="by_chip", raise_motions_silent=2),
}
SAID = ("", "raise", "call", "all-in", "fold", "check", "2000", "raise 1500", "bet 300", "boom")


@st.composite
def situations(draw: st.DrawFn) -> dict[str, Any]:
    """A place in the betting that can be, without the chips."""
    big_blind = draw(st.sampled_from([100, 400, 600]))
    bets = st.integers(min_value=0, max_value=50).map(lambda number: number * 100)
    bet = draw(st.just(0) | st.just(big_blind) | bets)
    raise_size = draw(st.integers(1, bet)) if bet > big_blind else 0
    own = draw(st.just(0) | st.integers(0, bet))
    return {"big_blind": big_blind, "bet": bet, "raise_size": raise_size, "own": own}


def motions() -> st.SearchStrategy[Motion]:
    piles = st.builds(ChipPile, st.sampled_from(CHIPS), st.integers(1, 4))
    return st.lists(piles, min_size=1, max_size=3).map(lambda found: Motion(tuple(found)))


@st.composite
def pushes(draw: st.DrawFn) -> ChipsPushed:
    situation = draw(situations())
    pushed = tuple(draw(st.lists(motions(), min_size=1, max_size=3)))
    worth = sum(motion.worth for motion in pushed)
    pulled_back = draw(st.booleans())
    least = max(1, worth - situation["own"] if pulled_back else worth)
    stack = draw(st.just(least) | st.integers(least, least + 6000))
    return ChipsPushed(
        **situation,
        motions=pushed,
        said=draw(st.sampled_from(SAID)),
        said_after=draw(st.booleans()),
        pulled_back=pulled_back,
        stack=stack,
        game=draw(st.sampled_from(get_args(Limit))),
        pot=situation["bet"] + situation["own"] + draw(st.integers(0, 3000)),
        barred=draw(st.sampled_from(get_args(Barred)[:1] * 3 + get_args(Barred))),
    )


def moved(facts: ChipsPushed, moves: tuple[ChipMove, ...]) -> Counter[str]:
    """Where the player's chips are after the ruling; before it they are where they fell."""
    pushed = sum(motion.worth for motion in facts.motions)
    front = pushed if facts.pulled_back else facts.own + pushed
    assert facts.stack is not None
    piles = Counter({"bet": front, "stack": facts.stack + facts.own - front})
    for move in moves:
        piles[move.source] -= move.chips
        piles[move.target] += move.chips
        assert move.chips > 0
    return piles


def outcomes(ruling: Ruling) -> list[tuple[int, tuple[ChipMove, ...]]]:
    """Every way in which the ruling can end: its total in front and its moves."""
    if ruling.options:
        ends = [(option.bet_to, option.chip_moves) for option in ruling.options]
    else:
        ends = [(ruling.amounts.bet_to, ruling.chip_moves)]
    return [(bet_to, moves) for bet_to, moves in ends if bet_to is not None]


@rule("LIVE-36.p3")
@given(facts=pushes(), name=st.sampled_from(sorted(HOUSES)))
def test_a_ruling_never_creates_or_loses_a_chip(facts: ChipsPushed, name: str) -> None:
    ruling = decide(HOUSES[name], facts)
    assert facts.stack is not None
    for bet_to, moves in outcomes(ruling):
        piles = moved(facts, moves)
        assert sum(piles.values()) == facts.stack + facts.own
        assert min(piles.values()) >= 0
        assert piles["bet"] == bet_to
        assert facts.own <= bet_to
    for language in LANGUAGES:
        assert explain(ruling, language)


@given(facts=pushes(), name=st.sampled_from(sorted(HOUSES)))
def test_a_ruling_is_legal_in_the_betting_it_belongs_to(facts: ChipsPushed, name: str) -> None:
    ruling = decide(HOUSES[name], facts)
    total = ruling.amounts.bet_to
    everything = (facts.stack or 0) + facts.own
    minimum = facts.bet + (facts.raise_size or facts.big_blind)
    match ruling.decision:
        case "check":
            assert total == facts.bet == facts.own
        case "call":
            assert total == min(facts.bet, everything)
        case "bet" | "raise":
            assert total is not None
            assert total >= minimum
            assert facts.barred == "no"
            assert facts.game != "split-limit" or total == minimum
        case "all_in":
            assert total == everything > facts.bet
        case "fold":
            assert (total, ruling.hand_status) == (facts.own, "folded")
        case "complete_or_forfeit":
            assert {option.choice for option in ruling.options} >= {"complete", "forfeit"}
        case _:
            raise AssertionError(ruling)


@given(situation=situations(), motion=motions(), extra=st.sampled_from(CHIPS))
def test_one_more_chip_never_turns_a_raise_into_a_call(
    situation: dict[str, Any], motion: Motion, extra: int
) -> None:
    fewer = decide(LIVE, ChipsPushed(**situation, motions=(motion,)))
    more = Motion((*motion.piles, ChipPile(extra)))
    if fewer.decision in AGGRESSIVE:
        ruling = decide(LIVE, ChipsPushed(**situation, motions=(more,)))
        assert ruling.decision in AGGRESSIVE
        assert (ruling.amounts.bet_to or 0) >= (fewer.amounts.bet_to or 0)


@rule("LIVE-37.p5")
@given(situation=situations(), one=motions(), other=motions())
def test_more_value_is_a_call_only_by_the_rules_about_one_and_several_chips(
    situation: dict[str, Any], one: Motion, other: Motion
) -> None:
    small, large = sorted((one, other), key=lambda motion: motion.worth)
    fewer = decide(LIVE, ChipsPushed(**situation, motions=(small,)))
    more = decide(LIVE, ChipsPushed(**situation, motions=(large,)))
    if fewer.decision in AGGRESSIVE and more.decision not in AGGRESSIVE:
        assert {"LIVE-37.p1", "LIVE-37.p5"} & set(more.rule_ids)


@rule("LIVE-20", "LIVE-26.p1")
@given(
    bets=st.dictionaries(st.integers(1, 10), st.integers(1, 5000), min_size=2, max_size=10),
    ante=st.integers(0, 600),
    unit=st.sampled_from([1, 25, 100]),
    data=st.data(),
)
def test_pots_pay_out_exactly_what_is_in_the_middle(
    bets: dict[int, int], ante: int, unit: int, data: st.DataObject
) -> None:
    seats = sorted(bets)
    folded = data.draw(st.sets(st.sampled_from(seats), max_size=len(seats) - 1))
    live = [seat for seat in seats if seat not in folded]
    order = data.draw(st.permutations(live))
    cut = data.draw(st.integers(1, len(order)))
    winners = (tuple(order[:cut]), *((seat,) for seat in order[cut:]))
    facts = PotsToShare(
        bets=bets, button=1, unit=unit, ante=ante, folded=tuple(folded), winners=winners
    )
    ruling = decide(LIVE, facts)
    assert sum(move.chips for move in ruling.chip_moves) == sum(bets.values()) + ante
    assert all(sum(pot.shares.values()) == pot.chips for pot in ruling.pots)


@rule("LIVE-25.a")
@given(
    paid=st.dictionaries(st.integers(1, 10), st.integers(0, 900)),
    due=st.dictionaries(st.integers(1, 10), st.integers(0, 900)),
)
def test_a_corrected_pot_leaves_everyone_with_what_is_due(
    paid: dict[int, int], due: dict[int, int]
) -> None:
    difference = sum(paid.values()) - sum(due.values())
    right = {**due, 10: due.get(10, 0) + max(0, difference)}
    wrong = {**paid, 10: paid.get(10, 0) + max(0, -difference)}
    ruling = decide(LIVE, Dispute(paid=wrong, due=right))
    stacks = Counter(wrong)
    for move in ruling.chip_moves:
        stacks[move.seat] -= move.chips
        stacks[move.to_seat] += move.chips
    assert {seat: chips for seat, chips in stacks.items() if chips} == {
        seat: chips for seat, chips in right.items() if chips
    }
