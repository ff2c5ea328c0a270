import msgspec
import pytest

from tests.engine.script import DEEP, LIVE, ONLINE, Script, deal, flop, refusal
from tests.rule import rule

SEATS = ("SB", "BB", "UTG", "MP", "BTN")


def omaha(names: tuple[str, ...] = SEATS, **settings: object) -> Script:
    blinds = {"small": ("SB", 5), "big": ("BB", 10)}
    return deal(names, game="pl-omaha", **{**blinds, **settings})  # type: ignore[arg-type]


@rule("OMA-01", "OMA-03", "AMB-48", "HC-37")
def test_a_pot_limit_raise_is_at_most_the_call_and_then_the_pot() -> None:
    hand = omaha()
    assert len(hand.hand.hole(1)) == 4
    assert hand.raises("UTG") == (20, 35)
    assert hand.play("UTG raises to 35").raises("MP") == (60, 120)
    called = hand.play("MP calls")
    assert called.raises("BTN") == (60, 155)
    assert called.play("BTN folds").raises("SB") == (60, 150)
    assert called.play("SB folds").raises("BB") == (60, 145)


@rule("AMB-48", "HC-37")
def test_pot_limit_in_the_blinds_counts_only_chips_that_were_posted() -> None:
    assert omaha(("SB", "BB", "BTN")).play("BTN folds").raises("SB") == (20, 30)
    completed = omaha(("SB", "BB", "BTN")).play("BTN folds, SB calls")
    assert completed.options("BB").check
    assert completed.raises("BB") == (20, 30)
    assert omaha(small=("", 0)).raises("UTG") == (20, 30)
    assert omaha(posts={"BTN": 10}).raises("UTG") == (20, 45)


@rule("AMB-48", "BET-13", "HC-38")
def test_pot_limit_on_the_flop_and_an_undersized_all_in_within_it() -> None:
    def bet(stack: int) -> Script:
        stacks = {"A": DEEP, "B": stack + 200, "C": 5200}
        hand = deal(stacks, game="pl-omaha", big=("C", 200))
        return hand.play("A calls, B calls, C checks").flop().play("A bets 400")

    hand = bet(DEEP)
    assert hand.raises("B") == (800, 1800)
    assert hand.play("B raises to 1800").raises("C") == (3200, 5000)
    short = bet(700).play("B all-in 700")
    assert short.options("C").call == 700
    assert short.raises("C") == (1100, 3100)
    assert short.play("C calls").closed("A") == 300


@rule("AMB-48", "OMA-03")
def test_no_all_in_goes_above_the_pot_limit() -> None:
    error = refusal(omaha().hand.raise_to, 3, 36)
    assert (error.rule, error.reason) == ("OMA-03", "above_pot_limit")
    assert error.details == {"minimum": 20, "maximum": 35}


@rule("AMB-48")
def test_a_house_may_count_a_short_blind_in_full_for_the_pot_limit() -> None:
    stacks = {"SB": DEEP, "BB": 4, "UTG": DEEP}
    blinds = {"small": ("SB", 5), "big": ("BB", 10), "game": "pl-omaha"}
    assert deal(stacks, **blinds).raises("UTG") == (20, 29)  # type: ignore[arg-type]
    rules = msgspec.structs.replace(ONLINE, short_blinds_count_in_full=True)
    assert deal(stacks, rules=rules, **blinds).raises("UTG") == (20, 35)  # type: ignore[arg-type]


def limit(names: str, **settings: object) -> Script:
    return flop(names, game="fl-holdem", rules=LIVE, big_blind=10, **settings)


def test_fixed_limit_bets_and_raises_are_of_one_size_that_doubles_on_the_turn() -> None:
    hand = limit("AB")
    assert hand.raises("A") == (10, 10)
    assert refusal(hand.hand.raise_to, 1, 20).rule == "LIVE-36.p1"
    assert hand.play("A bets 10").raises("B") == (20, 20)
    assert hand.play("B calls").flop("Ks").raises("A") == (20, 20)


@rule("LIVE-36.p1", "LAMB-20", "LHC-18")
def test_the_cap_stays_when_a_player_folds_after_the_third_raise() -> None:
    hand = limit("ABCD").play("A bets 10, B raises to 20, C raises to 30, D folds")
    hand.play("A raises to 40, B folds")
    assert hand.options("C").raise_from == 0
    assert refusal(hand.hand.raise_to, 3, 50).reason == "no_more_raises_on_this_street"


@rule("LIVE-36.p1", "LAMB-20", "LHC-19")
def test_two_players_before_the_third_raise_go_on_raising_without_a_cap() -> None:
    hand = limit("ABCD").play("A bets 10, B raises to 20, C raises to 30, D folds, A folds")
    hand.play("B raises to 40")
    for total, name in ((50, "C"), (60, "B"), (70, "C")):
        assert hand.raises(name) == (total, total)
        hand.play(f"{name} raises to {total}")


@rule("LAMB-20", "LIVE-36.p1")
def test_before_the_flop_the_big_blind_is_the_bet_and_an_all_in_player_counts_as_left() -> None:
    hand = deal(
        {"SB": DEEP, "BB": DEEP, "UTG": 20, "BTN": DEEP},
        game="fl-holdem", rules=LIVE, small=("SB", 5), big=("BB", 10),
    )  # fmt: skip
    hand.play("UTG raises to 20, BTN raises to 30, SB folds, BB raises to 40")
    assert hand.options("BTN").raise_from == 0


@pytest.mark.parametrize("rules", [ONLINE, LIVE])
@rule("BET-15", "LIVE-36.p1")
def test_no_limit_has_no_cap_in_any_rulebook(rules: object) -> None:
    hand = flop("ABC", rules=rules, big_blind=10)
    hand.play("A bets 10, B raises to 20, C raises to 30, A raises to 40, B raises to 50")
    assert hand.raises("C") == (60, DEEP)


@rule("BET-15")
def test_online_fixed_limit_has_no_cap() -> None:
    hand = flop("ABC", game="fl-holdem", rules=ONLINE, big_blind=10)
    hand.play("A bets 10, B raises to 20, C raises to 30, A raises to 40, B raises to 50")
    assert hand.raises("C") == (60, 60)


@rule("LIVE-38.p2", "LHC-16")
def test_live_an_all_in_below_a_full_raise_does_not_reopen_the_betting() -> None:
    stacks = {"A": DEEP, "B": 1500, "C": DEEP, "SB": DEEP, "BB": DEEP}
    hand = deal(stacks, rules=LIVE, button="C", small=("SB", 200), big=("BB", 400))
    hand.play("A raises to 1200, B all-in 1500")
    assert hand.may("C") == (1500, 2300)
    assert hand.play("C calls, SB folds, BB folds").closed("A") == 300


@rule("LAMB-19", "LHC-17")
def test_live_judges_short_all_ins_singly_where_online_adds_them_up() -> None:
    stacks = {"A": DEEP, "B": 1500, "C": 2100, "D": DEEP}
    script = "A bets 1000, B all-in 1500, C all-in 2100"
    live = flop(stacks, rules=LIVE).play(script)
    assert live.may("D") == (2100, 3100)
    assert live.play("D folds").closed("A") == 1100
    assert flop(stacks, rules=ONLINE).play(f"{script}, D calls").may("A") == (1100, 3100)


@rule("LAMB-19")
def test_a_house_may_reopen_to_whoever_faces_a_full_raise_in_sum() -> None:
    rules = msgspec.structs.replace(ONLINE, short_all_in_reopen="facing_full_raise")
    stacks = {"A": DEEP, "B": DEEP, "C": 18, "E": DEEP, "D": 25}
    hand = flop(stacks, rules=rules)
    hand.play("A bets 10, B calls, C all-in 18, E calls, D all-in 25")
    assert hand.may("A") == (15, 35)
    assert hand.play("A calls, B calls").closed("E") == 7


@rule("AMB-44")
def test_a_house_may_let_a_raise_complete_the_last_full_bet() -> None:
    rules = msgspec.structs.replace(ONLINE, minimum_over_short_all_in="last_full_plus_step")
    stacks = {"A": DEEP, "C": 18, "E": DEEP}
    hand = flop(stacks, rules=rules).play("A bets 10, C all-in 18")
    assert hand.may("E") == (18, 20)
    assert hand.play("E raises to 20").may("A") == (10, 30)


@rule("AMB-45")
def test_a_house_may_let_a_closed_seat_push_a_short_stack() -> None:
    rules = msgspec.structs.replace(ONLINE, closed_may_go_all_in=True)
    hand = flop({"A": 25, "B": DEEP, "C": 18}, rules=rules).play("A bets 10, B calls, C all-in 18")
    assert hand.raises("A") == (25, 25)


@rule("AMB-47", "AMB-16", "AMB-38")
def test_other_readings_of_the_betting_rules_are_switches() -> None:
    def play(script: str, stacks: dict[str, int], **switch: object) -> Script:
        rules = msgspec.structs.replace(ONLINE, **switch)
        return flop(stacks, rules=rules).play(script)

    against = play("A bets 10, C all-in 14", {"A": DEEP, "C": 14}, raise_against_all_in=True)
    assert against.options("A").raise_from == 0, "A has acted"
    exact = {"A": DEEP, "B": DEEP, "C": 20}
    script = "A bets 10, B calls, C all-in 20"
    assert play(script, exact, exact_minimum_is_full_raise=False).closed("A") == 10
    free = play("A checks", {"A": DEEP, "B": DEEP}, fold_instead_of_check=False)
    assert refusal(free.hand.fold, 2).reason == "check_is_free"
    blinds = {"small": ("SB", 5), "big": ("BB", 10)}
    rules = msgspec.structs.replace(ONLINE, call_after_short_blind="posted")
    short = deal({"SB": DEEP, "BB": 6, "UTG": DEEP}, rules=rules, **blinds)  # type: ignore[arg-type]
    assert short.options("UTG").call == 6
    rules = msgspec.structs.replace(ONLINE, posters_may_raise=False)
    hand = deal(("SB", "BB", "UTG"), rules=rules, **blinds)  # type: ignore[arg-type]
    assert hand.play("UTG calls, SB calls").hand.waits_for == "board"
