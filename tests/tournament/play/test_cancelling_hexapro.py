"""HexaPro games that are cancelled: the drawn pool, in every state (CXL-09, TAMB-85)."""

import pytest

from cardroom.tournament.ids import EntryId
from tests.rule import rule
from tests.tournament.arena import EDITIONS, Arena, drawn
from tests.tournament.desks import example
from tests.tournament.play.cancelled import cancel, left_with


def paid(arena: Arena, fee: int, *stacks: int) -> list[int]:
    """Cancel a drawn game with these stacks left: the shares, each with its fee in cash."""
    entries = left_with(arena, *stacks)
    before = [arena.won(entry) for entry in entries]
    shares = cancel(arena)
    assert [shares[entry].fees for entry in entries] == [fee] * len(entries)
    pots = [shares[entry].pot for entry in entries]
    assert [arena.won(entry) for entry in entries] == [
        cash + pot + fee for cash, pot in zip(before, pots, strict=True)
    ]
    return pots


@rule("THC-52", "CXL-09", "TAMB-85", "TAMB-21", "TAMB-22")
@pytest.mark.parametrize(
    ("edition_name", "expected"),
    [
        ("en-2.7", [10025, 8363, 6612]),
        ("fr-2.2", [10025, 8363, 6612]),
        ("en-2.2", [10667, 8333, 6000]),
    ],
)
def test_a_cancelled_hexapro_game_shares_the_drawn_pool(
    edition_name: str, expected: list[int]
) -> None:
    arena = drawn("hexapro", edition_name, 10_00, 50)
    assert arena.tournament.payouts.pool == 250_00
    assert paid(arena, 69, 700, 500, 300) == expected


@rule("THC-53", "CXL-09", "HEX-05", "TAMB-85")
def test_a_cancelled_highroller_and_a_cancelled_game_for_the_winner_alone() -> None:
    arena = drawn("highroller", "nl-3.0", 50_00, 3)
    assert arena.tournament.payouts.pool == 500_00
    assert paid(arena, 3_00, 900, 400, 200) == [232_00, 150_33, 117_67]
    arena = drawn("hexapro", "nl-3.0", 10_00, 6)
    assert arena.tournament.payouts.pool == 100_00
    assert paid(arena, 69, 900, 400, 200) == [52_00, 28_67, 19_33]


@rule("THC-54", "CXL-09", "TAMB-85", "TAMB-80")
@pytest.mark.parametrize("edition_name", EDITIONS)
def test_a_hexapro_game_is_cancelled_when_the_third_has_been_paid(edition_name: str) -> None:
    arena = drawn("hexapro", edition_name, 10_00, 2)
    arena.play_down_to(2)
    (third,) = {EntryId(1), EntryId(2), EntryId(3)} - set(arena.tournament.stacks)
    assert arena.won(third) == 80_00 - 10_00
    assert paid(arena, 69, 1_000, 500) == [548_70, 371_30]


@rule("THC-54", "CXL-09", "TAMB-85", "HEX-05")
def test_a_highroller_and_a_game_for_the_winner_alone_are_cancelled_heads_up() -> None:
    arena = drawn("highroller", "nl-3.0", 25_00, 4_002)
    arena.play_down_to(2)
    assert arena.tournament.payouts.paid == 25_00
    assert paid(arena, 1_50, 1_100, 400) == [144_26, 80_74]
    arena = drawn("hexapro", "en-2.7", 1_00, 18_706)
    arena.play_down_to(2)
    assert arena.tournament.payouts.paid == 0
    assert paid(arena, 7, 1_400, 100) == [2_54, 46]


@rule("THC-55", "CXL-09", "HXT-04", "TAMB-85")
@pytest.mark.parametrize("edition_name", EDITIONS[1:])
def test_a_cancelled_extreme_game(edition_name: str) -> None:
    """125x of 0.50 is 62.50, split 80 / 16 / 4; 1x of 0.20 is 0.20 for the winner."""
    arena = drawn("extreme", edition_name, 50, 202)
    assert arena.tournament.payouts.pool == 62_50
    assert paid(arena, 3, 611, 500, 389) == [23_36, 20_90, 18_24]
    arena = drawn("extreme", edition_name, 20, 57_625)
    assert paid(arena, 1, 130, 100, 70) == [8, 7, 5]


@rule("THC-55", "CXL-09", "TAMB-85")
def test_equal_stacks_of_a_cancelled_hexapro_game_are_worth_the_same() -> None:
    arena = drawn("hexapro", "en-2.7", 5_00, 43_706)
    assert arena.tournament.payouts.pool == 7_50
    assert paid(arena, 34, 500, 500, 500) == [2_50, 2_50, 2_50]


@rule("CXL-01", "CXL-02", "TAMB-81")
def test_a_hexapro_game_that_is_not_drawn_is_refunded() -> None:
    arena = Arena(example("hexapro"))
    arena.enter(1, 2)
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    assert [arena.cash(1), arena.cash(2)] == [100_000_000] * 2
