import pytest

from cardroom.engine import Rake
from cardroom.engine.events import PotAwarded, UncalledReturned
from cardroom.engine.pots import layers, rake_of, shares, uncalled
from tests.engine.script import DEEP, Script, deal, flop
from tests.rule import rule

ROYAL = "As Ks Qs Js Ts"
"""A board that everybody plays."""
LOW = {"A": "2s 3d", "B": "2d 3h", "C": "2h 3c", "D": "4c 5d"}


def awards(script: Script) -> list[tuple[int, int]]:
    """Net amount and rake of each pot."""
    return [(e.amount, e.rake) for e in script.hand.events if isinstance(e, PotAwarded)]


def returned(script: Script) -> list[tuple[str, int]]:
    found = [e for e in script.hand.events if isinstance(e, UncalledReturned)]
    return [(script.names[event.seat - 1], event.by) for event in found]


@rule("POT-01", "HC-21")
def test_an_all_in_makes_a_main_pot_and_a_side_pot() -> None:
    hand = flop({"C": 100, "A": 1000, "B": 1000}).play("C all-in 100, A all-in 1000, B all-in 1000")
    assert hand.pots() == [(300, "ABC"), (1800, "AB")]


@rule("AMB-50", "AMB-51", "AMB-52", "POT-08", "HC-22")
def test_the_uncalled_part_returns_and_one_rake_is_charged_to_the_pots_by_size() -> None:
    stacks = {"D": DEEP, "A": 500, "B": 1200, "C": DEEP}
    hand = deal(stacks, hole=LOW, board=ROYAL, rake=Rake(60, 300), big_blind=100)
    hand.play("D bets 800, A all-in 500, B all-in 1200, C raises to 2000")
    hand.play("D folds")
    assert returned(hand) == [("C", 800)]
    assert hand.pots() == [(2000, "ABC"), (1700, "BC")]
    assert awards(hand) == [(1880, 120), (1598, 102)]


@rule("AMB-50", "AMB-51", "HC-23")
def test_a_side_pot_whose_other_players_folded_is_won_unopposed_and_raked() -> None:
    hand = flop({"A": 500, "C": DEEP, "D": 3000}).play("A all-in 500, C calls, D calls")
    hand.flop("Ks").play("C bets 1500, D all-in 2500, C folds")
    assert returned(hand) == [("D", 1000)]
    assert hand.pots() == [(1500, "AD"), (3000, "D")]
    assert sum(amount for amount, _ in hand.pots()) == 4500


@rule("AMB-51", "HC-24")
def test_folded_chips_fall_into_the_layers_they_reach_without_pots_of_their_own() -> None:
    hand = flop({"D": DEEP, "C": DEEP, "A": 500, "B": DEEP})
    hand.play("D bets 120, C raises to 300, A all-in 500, B calls, D folds, C folds")
    assert hand.pots() == [(1420, "AB")]


@rule("POT-01", "HC-25")
def test_three_all_ins_of_different_size_make_three_pots() -> None:
    stacks = {"SB": DEEP, "A": 25, "B": 60, "C": 150, "D": DEEP}
    hand = deal(stacks, small=("SB", 1), big=("A", 2))
    hand.play("B all-in 60, C all-in 150, D calls, SB folds, A all-in 25")
    assert hand.pots() == [(101, "ABCD"), (105, "BCD"), (180, "CD")]


@rule("POT-05", "AMB-18", "HC-26")
def test_odd_cents_go_one_each_clockwise_from_the_button() -> None:
    for pot, expected in ((100, {"5": 34, "1": 33, "3": 33}), (101, {"5": 34, "1": 34, "3": 33})):
        assert odd_pot(pot).payouts() == expected


def hands(names: str) -> dict[str, str]:
    return {name: f"{rank}c {rank}d" for name, rank in zip(names, "23456789", strict=False)}


def odd_pot(pot: int) -> Script:
    """Seats 1, 3 and 5 with the button on 3 play the board for this pot; 4 folded the rest."""
    rest = pot - 3 * 30
    hand = deal("12345", button="3", big=("4", rest), hole=hands("12345"), board=ROYAL)
    hand.play("5 raises to 30, 1 calls, 2 folds, 3 calls, 4 folds")
    while not hand.hand.is_over:
        hand.hand.check(hand.hand.actor or 0)
    return hand


@rule("POT-05", "HC-26")
def test_an_odd_cent_goes_first_to_the_seat_after_the_button_and_last_to_the_button() -> None:
    assert shares(1, 2, 1, one_each=True) == [1, 0]
    assert shares(101, 3, 1, one_each=True) == [34, 34, 33]


@rule("AMB-52", "AMB-55", "POT-03", "POT-04", "POT-05", "HC-27")
def test_each_pot_starts_its_odd_cents_anew_and_is_divided_after_the_rake() -> None:
    stacks = {"1": 500, "2": 110, "3": 500, "4": 500, "5": 500, "6": 500}
    settings = {"button": "4", "small": ("5", 5), "big": ("6", 10), "rake": Rake(35, 100)}
    hand = deal(stacks, hole=hands("123456"), board=ROYAL, **settings)  # type: ignore[arg-type]
    hand.play("1 folds, 2 all-in 110, 3 folds, 4 calls, 5 folds, 6 calls")
    hand.play("6 bets 190, 4 calls")
    assert hand.pots() == [(335, "246"), (380, "46")]
    hand.play("6 checks, 4 checks, 6 checks, 4 checks")
    assert awards(hand) == [(323, 12), (367, 13)]
    shared = [e for e in hand.hand.events if isinstance(e, PotAwarded)]
    assert (shared[0].seats, shared[0].shares) == ((6, 2, 4), (108, 108, 107))
    assert (shared[1].seats, shared[1].shares) == ((6, 4), (184, 183))
    assert hand.payouts() == {"2": 108, "4": 290, "6": 292}
    assert hand.hand.rake == 25


@rule("RAKE-02", "AMB-50", "POT-06", "HC-33")
def test_a_walk_wins_the_blinds_without_rake() -> None:
    hand = deal(("SB", "BB", "UTG"), small=("SB", 5), big=("BB", 10), rake=Rake(35, 100))
    hand.play("UTG folds, SB folds")
    assert returned(hand) == [("BB", 5)]
    assert hand.payouts() == {"BB": 10}
    assert hand.hand.rake == 0
    assert "Shown" not in hand.kinds()


@rule("RAKE-02", "HC-33")
def test_there_is_no_rake_without_a_flop_but_on_a_called_all_in_before_it() -> None:
    settings = {"small": ("SB", 5), "big": ("BB", 10), "rake": Rake(35, 100)}
    hand = deal(("SB", "BB", "UTG"), **settings)  # type: ignore[arg-type]
    assert hand.play("UTG raises to 30, SB folds, BB folds").hand.rake == 0
    names = ("SB", "BB", "UTG")
    cards = dict(zip(names, ("2c 3d", "2d 3h", "2h 3c"), strict=True))
    all_in = deal(dict.fromkeys(names, 100), hole=cards, board=ROYAL, **settings)  # type: ignore[arg-type]
    assert all_in.play("UTG all-in 100, SB folds, BB calls").hand.rake == 7


@rule("AMB-50", "RAKE-06", "POT-06", "HC-34")
def test_an_uncalled_bet_is_not_raked() -> None:
    hand = deal(("SB", "BB", "UTG", "BTN"), small=("SB", 5), big=("BB", 10), rake=Rake(35, 100))
    hand.play("UTG folds, BTN calls, SB calls, BB checks").flop()
    hand.play("SB bets 20, BB folds, BTN folds")
    assert returned(hand) == [("SB", 20)]
    assert awards(hand) == [(29, 1)]
    assert hand.stacks()["SB"] == DEEP - 10 + 29


@rule("AMB-50", "HC-35")
def test_the_winner_of_a_heads_up_all_in_gets_the_pot_less_the_capped_rake() -> None:
    cards = {"A": "As Ad", "B": "2c 3d"}
    hand = deal(
        {"A": 4000, "B": 1250},
        hole=cards,
        board="Ks Qs 9d 8c 4h",
        rake=Rake(55, 100),
        small=("B", 25),
        big=("A", 50),
    )
    hand.play("B calls, A all-in 4000, B all-in 1250")
    assert returned(hand) == [("A", 2750)]
    assert awards(hand) == [(2400, 100)]
    assert hand.stacks() == {"A": 2750 + 2400, "B": 0}


@rule("AMB-52", "HC-36")
def test_a_capped_rake_is_split_over_the_pots_by_the_largest_remainder() -> None:
    cards = {"A": "2c 3d", "B": "2d 3h", "C": "2h 3c"}
    hand = deal(
        {"SB": DEEP, "BB": DEEP, "A": 1000, "B": 4000, "C": 4000, "F": DEEP},
        small=("SB", 25),
        big=("BB", 50),
        hole=cards,
        board=ROYAL,
        rake=Rake(55, 200),
    )
    hand.play("A all-in 1000, B all-in 4000, C all-in 4000, F folds, SB folds, BB folds")
    assert hand.pots() == [(3075, "ABC"), (6000, "BC")]
    assert [rake for _, rake in awards(hand)] == [68, 132]


@rule("RAKE-03", "RAKE-04", "RAKE-06", "AMB-53")
@pytest.mark.parametrize(
    ("pot", "permille", "cap", "fee"),
    [(10, 20, 50, 1), (25, 20, 50, 1), (75, 20, 50, 2), (43, 35, 100, 2), (100, 35, 100, 4),
     (100, 45, 100, 5), (1000, 55, 200, 55), (2500, 55, 100, 100)],
)  # fmt: skip
def test_rake_rounds_half_a_cent_up_then_is_capped_then_is_at_least_a_cent(
    pot: int, permille: int, cap: int, fee: int
) -> None:
    assert rake_of([pot], Rake(permille, cap)) == [fee]


@rule("AMB-52")
def test_equal_remainders_go_to_the_earlier_pot() -> None:
    assert rake_of([50, 50], Rake(10, 100)) == [1, 0]
    assert sum(rake_of([333, 333, 334], Rake(50, 1000))) == 50


@rule("AMB-50")
def test_only_a_single_highest_total_has_an_uncalled_part_and_folded_chips_count_as_called() -> (
    None
):
    assert uncalled([30, 30, 10]) == (-1, 0)
    assert uncalled([10, 30, 20]) == (1, 10)
    assert uncalled([0, 0]) == (-1, 0)


@rule("AMB-51")
def test_what_a_killed_hand_put_in_above_all_others_falls_into_the_top_pot() -> None:
    assert layers([50, 50, 80], [False, False, True], 0) == ([180], [[0, 1]])


@rule("POT-02", "POT-03", "POT-07")
def test_the_best_hand_wins_each_pot_it_is_in() -> None:
    cards = {"A": "9c 9d", "B": "Kh 2s", "C": "Qh 2d"}
    hand = flop({"A": 100, "B": 400, "C": 400}, hole=cards)
    hand.play("A all-in 100, B all-in 400, C all-in 400").flop("4s").flop("5c")
    assert hand.payouts() == {"A": 300, "B": 600}
    assert hand.kinds()[-2:] == ["PotAwarded", "PotAwarded"]
    assert set(hand.hand.shown) == {1, 2, 3}
