"""Which method fits which field, how far each can be off, and that cents do not depend on it."""

from fractions import Fraction
from random import Random

import pytest

from cardroom.tournament.icm import integral
from cardroom.tournament.icm import worth as worth_module
from cardroom.tournament.icm.exact import icm
from cardroom.tournament.icm.integral import by_integral
from cardroom.tournament.icm.set_arrays import by_floats
from cardroom.tournament.icm.sets import by_integers
from cardroom.tournament.icm.worth import Worth, icm_cents, in_cents, is_certain, worth
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.rounding import largest_remainder
from tests.rule import rule
from tests.tournament.euros import entries


def quiet(done: int, total: int) -> None:
    assert 0 <= done <= total


def field(chance: Random, players: int, paid: int) -> tuple[list[int], list[int]]:
    """Stacks of all sizes, and prizes that fall."""
    stacks = [int(100 * 2 ** chance.uniform(0, 12)) for _ in range(players)]
    return stacks, sorted((chance.randrange(1, 10**6) for _ in range(paid)), reverse=True)


def furthest(found: list[Fraction], exact: list[Fraction]) -> Fraction:
    return max(abs(one - other) for one, other in zip(found, exact, strict=True))


@rule("TAMB-84")
@pytest.mark.parametrize(("players", "paid"), [(2, 2), (6, 3), (10, 10), (9, 9), (14, 4)])
def test_bounds_hold_against_the_exact_worth(players: int, paid: int) -> None:
    chance = Random(players * 100 + paid)
    for _ in range(5):
        stacks, prizes = field(chance, players, paid)
        exact = icm(stacks, prizes)
        for found, error in (by_integers(stacks, prizes, quiet), by_floats(stacks, prizes)):
            assert furthest(found, exact) <= error
            assert error < Fraction(1, 10**6)


@rule("TAMB-84")
@pytest.mark.parametrize(("players", "paid"), [(2, 1), (3, 3), (9, 5), (10, 10), (20, 4)])
def test_the_integral_is_no_further_off_than_it_says(players: int, paid: int) -> None:
    chance = Random(players * 100 + paid)
    for _ in range(5):
        stacks, prizes = field(chance, players, paid)
        found, error = by_integral(stacks, [float(prize) for prize in prizes], quiet)
        assert furthest([Fraction(share) for share in found], icm(stacks, prizes)) <= error
        assert error < 0.05, "five hundredths of a cent"


@rule("TAMB-84")
def test_stacks_from_one_chip_to_a_hundred_million_are_no_trouble() -> None:
    stacks = [10**power for power in range(9)]
    prizes = [1_000_00, 600_00, 400_00, 300_00, 200_00, 150_00, 100_00, 80_00, 50_00]
    found, error = by_integral(stacks, [float(prize) for prize in prizes], quiet)
    assert furthest([Fraction(share) for share in found], icm(stacks, prizes)) <= error


@rule("TAMB-84")
@pytest.mark.parametrize(("players", "paid"), [(33, 1), (60, 2), (130, 2)])
def test_large_fields_with_few_prizes_are_shown_against_the_exact_worth(
    players: int, paid: int
) -> None:
    stacks, prizes = field(Random(players), players, paid)
    found, error = by_integral(stacks, [float(prize) for prize in prizes], quiet)
    assert furthest([Fraction(share) for share in found], icm(stacks, prizes)) <= error


@rule("TAMB-84")
@pytest.mark.parametrize(("players", "paid"), [(9, 9), (20, 4), (300, 120)])
def test_groups_may_be_folded_in_either_way(
    players: int, paid: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacks, prizes = field(Random(players), players, paid)
    found = []
    for loops in (1, 1000):
        monkeypatch.setattr(integral, "LOOPS_MAX", loops)
        found.append(by_integral(stacks, [float(prize) for prize in prizes], quiet)[0])
    assert found[0] == pytest.approx(found[1], abs=1e-12 * prizes[0])


@rule("TAMB-84")
def test_the_worth_of_a_large_field_is_all_prizes() -> None:
    stacks, prizes = field(Random(700), 700, 105)
    found, error = by_integral(stacks, [float(prize) for prize in prizes], quiet)
    assert sum(found) == pytest.approx(sum(prizes), abs=700 * error)


@rule("TAMB-84")
def test_the_integral_agrees_with_all_sets_of_twenty_players() -> None:
    stacks, prizes = field(Random(20), 20, 20)
    by_sets, bound = by_floats(stacks, prizes)
    found, error = by_integral(stacks, [float(prize) for prize in prizes], quiet)
    assert furthest([Fraction(share) for share in found], by_sets) <= bound + Fraction(error)


@rule("TAMB-40", "TAMB-84")
@pytest.mark.parametrize(
    ("players", "paid", "method"),
    [(2, 1, "exact"), (11, 11, "exact"), (20, 4, "exact"), (16, 9, "sets"), (60, 9, "integral")],
)
def test_every_field_has_a_method_and_every_cent_an_owner(
    players: int, paid: int, method: str
) -> None:
    stacks, prizes = field(Random(players), players, paid)
    found = worth(stacks, prizes, quiet)
    assert found.method == method
    assert (found.error == 0) == (method == "exact")
    cents = in_cents(found, entries(stacks), prizes, quiet)
    assert sum(cents.values()) == sum(prizes)
    assert cents == icm_cents(entries(stacks), prizes)


@rule("TAMB-40", "TAMB-84")
def test_cents_found_within_a_bound_are_the_exact_ones() -> None:
    """Twelve players: too many for the rational method in a room, few enough for a test."""
    chance = Random(12)
    for _ in range(3):
        stacks, prizes = field(chance, 12, 6)
        found = worth(stacks, prizes, quiet)
        assert found.method == "sets"
        exact = dict(zip(entries(stacks), icm(stacks, prizes), strict=True))
        wanted = largest_remainder(exact, sum(prizes), entries(stacks))
        assert in_cents(found, entries(stacks), prizes, quiet) == wanted


@rule("TAMB-40")
def test_a_cent_that_the_error_could_move_is_counted_anew_with_more_digits() -> None:
    stacks, prizes = field(Random(5), 12, 6)
    exact = icm_cents(entries(stacks), prizes)
    vague = Worth(tuple(Fraction(sum(prizes), 12) for _ in stacks), Fraction(10**6), "sets")
    assert in_cents(vague, entries(stacks), prizes, quiet) == exact


@rule("TAMB-40")
def test_certain_is_what_no_error_of_that_size_can_change() -> None:
    stacks = entries([10, 20, 30])
    shares = dict(zip(stacks, [Fraction("1.5"), Fraction("2.4"), Fraction("3.1")], strict=True))
    assert is_certain(shares, 7, stacks, Fraction("0.04"))
    assert not is_certain(shares, 7, stacks, Fraction("0.06"))
    assert is_certain(shares, 8, stacks, Fraction("0.14"))
    assert is_certain(dict.fromkeys(stacks, Fraction(3)), 9, stacks, Fraction(1))
    assert is_certain(dict.fromkeys(stacks, Fraction("2.99")), 9, stacks, Fraction(1))


@rule("TAMB-40")
def test_a_tie_of_equal_stacks_is_certain_unless_another_stack_is_near_it() -> None:
    halves = {EntryId(1): Fraction("1.5"), EntryId(2): Fraction("1.5"), EntryId(3): Fraction("2.0")}
    stacks = entries([10, 10, 20])
    assert is_certain(halves, 5, stacks, Fraction("0.01"))
    assert not is_certain(halves, 5, stacks, Fraction("0.3")), "across a whole cent"
    near = {**halves, EntryId(3): Fraction("2.495")}
    assert not is_certain(near, 5, stacks, Fraction("0.01"))
    assert is_certain(near, 5, stacks, Fraction("0.001"))


@rule("TAMB-84")
def test_without_numpy_small_fields_are_the_same_and_large_ones_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stacks, prizes = field(Random(7), 13, 8)
    fast = icm_cents(entries(stacks), prizes)
    monkeypatch.setattr(worth_module, "numpy_is_installed", lambda: False)
    assert icm_cents(entries(stacks), prizes) == fast
    with pytest.raises(ValueError, match="numpy"):
        worth([100] * 21, [5], quiet)


def test_equal_stacks_of_a_large_field_are_worth_the_same() -> None:
    found = worth([500, 700] * 40, [900, 500, 300], quiet)
    assert len(set(found.shares)) == 2
    assert set(worth([500] * 30, [7] * 30, quiet).shares) == {Fraction(7)}


@rule("TAMB-40", "TAMB-84")
def test_a_tie_near_a_whole_cent_is_not_certain() -> None:
    """Ten tie at .101; the eleventh at .99 may be above its next cent, and then behind them."""
    stacks = entries([*[10] * 10, 20])
    shares = dict(zip(stacks, [*[Fraction("1.101")] * 10, Fraction("2.99")], strict=True))
    assert sum(shares.values()) == 14
    assert not is_certain(shares, 14, stacks, Fraction("0.06"))
    assert is_certain(shares, 14, stacks, Fraction("0.001"))
