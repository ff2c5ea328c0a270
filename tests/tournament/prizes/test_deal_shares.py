"""Deals: three ways to share, an amount left to play for, and all players or none."""

from collections.abc import Callable, Mapping, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import EntryRefused
from cardroom.rulebook.tournament.prizes import DealKind
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.deal_shares import DEALS, by_chips, by_icm, deal_shares, even
from tests.rule import rule
from tests.rulebook.tournament_editions import ONLINE, tournament
from tests.tournament.arena import Arena, freezeout
from tests.tournament.euros import cents, entries

RULES = tournament("en-2.7").prizes
STACKS = entries([5_000, 3_000, 2_000])
PRIZES = cents("50.00 30.00 20.00")
KINDS: list[DealKind] = ["even", "chips", "icm"]
Deal = Callable[..., dict[EntryId, int]]


def shares(
    deal: Deal, stacks: Mapping[EntryId, int], prizes: Sequence[int], kept: int = 0
) -> list[int]:
    return list(deal(stacks, prizes, left_to_play_for=kept).values())


@rule("TAMB-98")
def test_an_even_deal_gives_everybody_the_same() -> None:
    assert shares(even, STACKS, PRIZES) == cents("33.34 33.33 33.33")


@rule("TAMB-98")
def test_a_deal_by_chips_leaves_everybody_the_lowest_prize() -> None:
    assert shares(by_chips, STACKS, PRIZES) == cents("40.00 32.00 28.00")


@rule("TAMB-98", "TAMB-84")
def test_a_deal_by_icm_is_the_worth_of_the_stacks() -> None:
    assert shares(by_icm, STACKS, PRIZES) == cents("38.39 32.75 28.86")


@rule("TAMB-98")
def test_an_amount_left_to_play_for_comes_from_what_lies_above_the_lowest_prize() -> None:
    assert shares(even, STACKS, PRIZES, 10_00) == [30_00] * 3
    assert shares(by_chips, STACKS, PRIZES, 10_00) == cents("35.00 29.00 26.00")
    assert shares(by_icm, STACKS, PRIZES, 10_00) == cents("33.80 29.56 26.64")
    for deal in DEALS.values():
        assert shares(deal, STACKS, PRIZES, 40_00) == [20_00] * 3


@rule("TAMB-98")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("kept", [-1, 40_01])
def test_nobody_deals_the_lowest_prize_away(kind: DealKind, kept: int) -> None:
    with pytest.raises(EntryRefused, match="too much left to play for") as refused:
        DEALS[kind](STACKS, PRIZES, left_to_play_for=kept)
    assert refused.value.details == {"from": 0, "to": 40_00}


@rule("TAMB-98")
@pytest.mark.parametrize("name", ONLINE)
def test_all_players_left_agree_or_nothing_happens(name: str) -> None:
    rules = tournament(name).prizes
    with pytest.raises(EntryRefused, match="not all agree") as refused:
        deal_shares(rules, "icm", STACKS, PRIZES, [EntryId(1), EntryId(3)])
    assert refused.value.details == {"missing": [2]}
    found = deal_shares(rules, "icm", STACKS, PRIZES, list(STACKS), left_to_play_for=10_00)
    assert sum(found.values()) == 90_00


@rule("TAMB-98")
def test_a_house_may_allow_some_deals_or_none() -> None:
    no_deals = msgspec.structs.replace(RULES, deals=("even",))
    with pytest.raises(EntryRefused, match="no such deal"):
        deal_shares(no_deals, "chips", STACKS, PRIZES, list(STACKS))
    assert deal_shares(no_deals, "even", STACKS, PRIZES, list(STACKS))


@rule("TAMB-98")
def test_there_is_no_deal_before_the_money_and_none_of_a_winner_alone() -> None:
    with pytest.raises(EntryRefused, match="not in the money"):
        even(STACKS, PRIZES[:2])
    with pytest.raises(EntryRefused, match="not in the money"):
        even(entries([9_000]), [50_00])


@rule("TAMB-98", "TAMB-40")
@given(
    st.sampled_from(KINDS),
    st.lists(st.tuples(st.integers(1, 10**6), st.integers(0, 10**7)), min_size=2, max_size=7),
    st.integers(0, 100),
)
def test_a_deal_shares_all_but_the_amount_left_and_more_chips_never_get_less(
    kind: DealKind, players: list[tuple[int, int]], percent: int
) -> None:
    stacks = entries(stack for stack, _ in players)
    prizes = sorted((prize for _, prize in players), reverse=True)
    kept = (sum(prizes) - len(prizes) * prizes[-1]) * percent // 100
    found = DEALS[kind](stacks, prizes, left_to_play_for=kept)
    assert sum(found.values()) + kept == sum(prizes)
    assert min(found.values()) >= prizes[-1]
    order = sorted(stacks, key=lambda entry: (-stacks[entry], entry))
    assert [found[entry] for entry in order] == sorted(found.values(), reverse=True)


def four_left(*stacks: int) -> tuple[Arena, list[EntryId]]:
    """21 entries of 9.00; the last four play for 82.44, 45.72, 33.48 and 27.36."""
    arena = Arena(freezeout())
    arena.enter(*range(1, 22))
    arena.start()
    arena.play_down_to(4)
    left = sorted(arena.tournament.stacks)
    arena.give(dict(zip(left, stacks, strict=True)))
    return arena, left


@rule("TAMB-98", "TRN-22")
@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("even", [47_25, 47_25, 47_25, 47_25]),
        ("chips", [59_18, 51_23, 43_27, 35_32]),
    ],
)
def test_a_deal_is_paid_to_the_cent_and_ends_the_event(kind: DealKind, wanted: list[int]) -> None:
    arena, left = four_left(40_000, 30_000, 20_000, 10_000)
    arena.tournament.agree_deal(kind, left, arena.now_ms)
    arena.take_step()
    assert [arena.won(entry) + 10_00 for entry in left] == wanted
    assert arena.tournament.ended == "deal"
    assert [arena.tournament.places[entry] for entry in left] == [1, 2, 3, 4]


@rule("TAMB-98")
def test_there_is_no_deal_outside_the_money_nor_in_a_hand_nor_twice() -> None:
    arena = Arena(freezeout())
    arena.enter(*range(1, 22))
    arena.start()
    arena.play_down_to(5)
    with pytest.raises(EntryRefused, match="not at the final table in the money"):
        arena.tournament.agree_deal("even", list(arena.tournament.stacks), arena.now_ms)
    arena, left = four_left(40_000, 30_000, 20_000, 10_000)
    table = next(iter(arena.tournament.ready))
    arena.deal(table)
    with pytest.raises(EntryRefused, match="not now"):
        arena.tournament.agree_deal("even", left, arena.now_ms)
    arena.fold_out(table)
    arena.commit(table)
    arena.tournament.agree_deal("even", left, arena.now_ms, left_to_play_for=10_00)
    with pytest.raises(EntryRefused, match="not now"):
        arena.tournament.agree_deal("even", left, arena.now_ms)


@rule("TAMB-98", "CXL-07")
def test_after_a_deal_a_cancelled_tournament_pays_the_shares_and_divides_what_was_left() -> None:
    """10.00 were left to play for: by chips 4.00, 3.00, 2.00 and 1.00 on top of 44.75 each."""
    arena, left = four_left(42_000, 31_500, 21_000, 10_500)
    arena.tournament.agree_deal("even", left, arena.now_ms, left_to_play_for=10_00)
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    with_fee = [48_75 + 1_00, 47_75 + 1_00, 46_75 + 1_00, 45_75 + 1_00]
    assert [arena.won(entry) + 10_00 for entry in left] == with_fee
