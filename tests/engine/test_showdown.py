import msgspec
import pytest

from cardroom.cards import parse_cards
from cardroom.engine.events import BoardDealt, Shown
from tests.engine.script import DEEP, LIVE, ONLINE, Script, deal, flop, refusal
from tests.rule import rule

CARDS = {"A": "Ah Kd", "B": "Qh Qd", "C": "5h 4d", "D": "8c 6c"}
BOARD = "2c 7d 9h Ts 3s"


def to_showdown(names: str = "ABC", **settings: object) -> Script:
    """A hand on the flop with cards for everyone; the board gives nobody anything."""
    cards = {name: CARDS[name] for name in names}
    script = deal(names, hole=cards, board=BOARD, big_blind=10, **settings)  # type: ignore[arg-type]
    for seat in script.hand.seats:
        script.hand.check(seat)
    return script


def check_down(script: Script) -> Script:
    while script.hand.options is not None:
        script.hand.check(script.hand.actor or 0)
    return script


def order(script: Script) -> str:
    return "".join(script.names[e.seat - 1] for e in script.hand.events if isinstance(e, Shown))


@rule("POT-02", "AMB-55")
def test_online_all_live_hands_are_shown_from_the_first_seat_after_the_button() -> None:
    hand = check_down(to_showdown().play("A checks, B checks, C checks"))
    assert order(hand) == "ABC"
    assert refusal(hand.hand.muck, 1).reason == "not_at_showdown"


@rule("AMB-55")
def test_online_the_last_aggressor_of_the_last_street_shows_first() -> None:
    hand = to_showdown().play("A checks, B bets 10, C calls, A calls")
    hand.play("A checks, B checks, C checks, A checks, B checks, C bets 20, A calls, B calls")
    assert order(hand) == "CAB"
    passive = to_showdown().play("A checks, B bets 10, C calls, A calls")
    assert order(check_down(passive)) == "ABC"


@rule("LIVE-39.p2", "LAMB-25", "LHC-40")
def test_live_the_last_aggressor_of_the_hand_shows_first() -> None:
    hand = check_down(to_showdown("AB", rules=LIVE).play("A bets 10, B calls"))
    assert hand.turn() == "A"
    passive = check_down(to_showdown("ABC", rules=LIVE))
    assert passive.turn() == "A"


@rule("LAMB-25")
def test_live_a_killed_aggressor_gives_way_to_the_one_before_and_a_call_is_no_aggression() -> None:
    hand = to_showdown(rules=LIVE).play("A checks, B bets 10, C raises to 20, A calls, B calls")
    check_down(hand)
    assert hand.turn() == "C"
    hand.hand.kill(3, "LIVE-32")
    assert hand.turn() == "B"


@rule("LIVE-39.p4", "LIVE-39.p5")
def test_live_a_hand_may_be_mucked_and_the_only_one_who_claims_wins_without_showing() -> None:
    hand = check_down(to_showdown(rules=LIVE).play("A bets 10, B calls, C calls"))
    hand.play("A mucks")
    assert hand.turn() == "B"
    hand.play("B mucks")
    assert hand.payouts() == {"C": 30}
    assert hand.hand.shown == ()


@rule("LIVE-39.p1", "LIVE-39.p5", "LIVE-39.a")
def test_live_the_best_tabled_hand_wins() -> None:
    hand = check_down(to_showdown(rules=LIVE).play("A bets 10, B calls, C calls"))
    hand.play("A shows, B mucks, C shows")
    assert hand.payouts() == {"A": 30}
    assert order(hand) == "AC"


@rule("LIVE-39.p2", "LIVE-39.p1")
def test_live_a_hand_may_be_shown_early_but_mucked_only_in_turn() -> None:
    hand = check_down(to_showdown(rules=LIVE).play("A bets 10, B calls, C calls"))
    assert refusal(hand.hand.muck, 2).details == {"turn": 1}
    hand.play("C shows")
    assert hand.turn() == "A"
    assert refusal(hand.hand.show, 3).rule == "LIVE-39.p1"


@rule("LIVE-39.c", "LHC-41")
def test_live_nobody_mucks_beside_an_all_in_player() -> None:
    cards = {name: CARDS[name] for name in "ABC"}
    hand = flop({"A": 100, "B": DEEP, "C": DEEP}, rules=LIVE, hole=cards)
    hand.play("A all-in 100, B calls, C calls").flop("Ts").play("B bets 50, C calls").flop("3s")
    hand.play("B checks, C checks")
    assert hand.hand.is_over
    assert set(hand.hand.shown) == {1, 2, 3}
    assert "Mucked" not in hand.kinds()


@rule("LIVE-39.c")
def test_live_a_muck_beside_an_all_in_player_is_refused_where_cards_are_still_unknown() -> None:
    hand = flop({"A": 100, "B": DEEP, "C": DEEP}, rules=LIVE)
    hand.play("A all-in 100, B calls, C calls").flop("Ts").play("B checks, C checks").flop("3s")
    hand.play("B checks, C checks")
    assert refusal(hand.hand.muck, hand.hand.actor).rule == "LIVE-39.c"


@rule("LIVE-39.e", "LHC-42")
def test_live_a_mucked_hand_gets_nothing_although_the_board_plays() -> None:
    cards = {"A": "2h 3d", "B": "2d 3h"}
    hand = deal("AB", rules=LIVE, hole=cards, board="As Ks Qs Js Ts", small=("B", 5), big=("A", 10))
    check_down(hand.play("B calls, A checks")).play("A shows, B mucks")
    assert hand.payouts() == {"A": 20}


@rule("LIVE-39.b", "AMB-55")
@pytest.mark.parametrize("rules", [ONLINE, LIVE])
def test_when_no_more_betting_is_possible_all_hands_are_opened_before_the_next_card(
    rules: object,
) -> None:
    cards = {name: CARDS[name] for name in "ABC"}
    hand = deal({"A": 100, "B": 100, "C": 900}, rules=rules, hole=cards, board=BOARD, big_blind=10)  # type: ignore[arg-type]
    hand.play("A all-in 100, B calls, C calls")
    kinds = hand.kinds()
    assert kinds[kinds.index("Shown") :][:6] == ["Shown"] * 3 + ["BoardDealt"] * 3


@rule("LIVE-39.b")
def test_a_house_may_keep_all_in_hands_hidden_until_the_showdown() -> None:
    rules = msgspec.structs.replace(ONLINE, open_hands_when_betting_ends=False)
    cards = {name: CARDS[name] for name in "AB"}
    hand = deal({"A": 100, "B": 100}, rules=rules, hole=cards, board=BOARD, big_blind=10)
    hand.play("A all-in 100, B calls")
    kinds = hand.kinds()
    assert kinds.index("Shown") > kinds.index("BoardDealt")


@rule("LIVE-39.p4")
def test_the_floor_has_a_mucked_hand_shown_but_it_claims_nothing() -> None:
    hand = check_down(to_showdown("AB", rules=LIVE).play("A bets 10, B calls"))
    assert (
        refusal(to_showdown("AB", rules=LIVE).hand.force_show, 1, "collusion").rule == "LIVE-39.p4"
    )
    hand.play("A shows, B mucks")
    hand.hand.force_show(2, "collusion")
    assert hand.hand.events[-1].hole == parse_cards("Qh Qd")  # type: ignore[attr-defined]
    assert hand.payouts() == {"A": 20}
    assert refusal(hand.hand.force_show, 2, "collusion").reason == "nothing_to_show"


@rule("LIVE-39.p4")
def test_the_last_one_who_claims_the_pot_cannot_muck() -> None:
    rules = msgspec.structs.replace(LIVE, may_muck_beside_all_in=True)
    hand = flop({"A": 100, "B": DEEP, "C": DEEP}, rules=rules)
    hand.play("A all-in 100, B calls, C calls").flop("Ts").play("B bets 10, C calls").flop("3s")
    hand.play("B checks, C checks")
    assert hand.turn() == "B"
    hand.play("B mucks")
    assert refusal(hand.hand.muck, 3).reason == "nobody_else_claims_this_pot"


@rule("POT-06")
def test_whoever_is_left_alone_wins_without_showing() -> None:
    hand = to_showdown().play("A bets 10, B folds, C folds")
    assert order(hand) == ""
    assert hand.hand.is_over


def test_after_the_hand_no_further_board_card_is_shown() -> None:
    hand = to_showdown().play("A bets 10, B folds, C folds")
    assert hand.count(BoardDealt) == 1
    assert refusal(hand.hand.deal_board, parse_cards("Ts")).rule == "CASH-15"


def test_a_hand_killed_by_the_floor_leaves_its_bets_and_the_call_stays() -> None:
    hand = deal(("SB", "BB", "UTG", "BTN"), rules=LIVE, small=("SB", 300), big=("BB", 600))
    hand.hand.kill(2, "LIVE-32")
    assert hand.may("UTG") == (600, 1200)
    hand.play("UTG calls, BTN folds, SB calls")
    assert hand.pots() == [(1800, "SB UTG")]
    assert refusal(hand.hand.kill, 2, "LIVE-32").reason == "hand_is_not_live"


def test_killing_the_hand_whose_turn_it_is_passes_the_turn_on_and_the_last_hand_cannot_die() -> (
    None
):
    hand = to_showdown()
    hand.hand.kill(1, "LIVE-27.p1")
    assert hand.turn() == "B"
    hand.hand.kill(3, "LIVE-27.p1")
    assert hand.hand.is_over
    assert refusal(hand.hand.kill, 2, "LIVE-27.p1").rule == "BET-04"


class TestUnknownCards:
    def all_in(self) -> Script:
        hand = flop({"A": 100, "B": 300, "C": 300}).play("A all-in 100, B all-in 300, C calls")
        return hand.flop("Ts").flop("3s")

    def test_a_showdown_with_unknown_cards_waits_for_them(self) -> None:
        hand = self.all_in()
        assert (hand.hand.waits_for, hand.turn()) == ("showdown", "B")
        hand.hand.show(2, parse_cards("Qh Qd"))
        hand.hand.show(3, parse_cards("5h 4d"))
        hand.hand.show(1, parse_cards("Ah Ad"))
        assert hand.payouts() == {"A": 300, "B": 400}

    def test_cards_of_an_all_in_player_may_be_named_before_the_board_is_complete(self) -> None:
        hand = flop({"A": 100, "B": 100}).play("A all-in 100, B calls")
        hand.hand.show(1, parse_cards("Ah Ad"))
        assert hand.hand.shown == (1,)
        hand.hand.show(2, parse_cards("Kh Kd"))
        assert hand.flop("Ts").flop("3s").payouts() == {"A": 200}

    def test_the_winner_of_unknown_cards_is_said_from_outside(self) -> None:
        hand = self.all_in()
        hand.hand.award([[1], [2, 3]])
        assert hand.payouts() == {"A": 300, "B": 200, "C": 200}

    def test_only_who_can_win_a_pot_is_awarded_it(self) -> None:
        hand = self.all_in().hand
        wrong: list[list[list[int]]] = [[[1]], [[1], [1]], [[1], []], [[1], [2], [3]], [[]]]
        wrong.append([[1, 1], [2]])
        for winners in wrong:
            assert refusal(hand.award, winners).rule == "POT-03"
        assert refusal(hand.award, [[1], [7]]).rule == "AMB-49"

    @rule("LIVE-39.a")
    def test_known_cards_speak_and_nobody_says_who_wins(self) -> None:
        hand = check_down(to_showdown(rules=LIVE).play("A bets 10, B calls, C calls"))
        assert refusal(hand.hand.award, [[3]]).rule == "LIVE-39.a"
        assert refusal(hand.hand.show, 1, parse_cards("Ah As")).rule == "LIVE-39.a"
        assert refusal(flop("AB").hand.award, [[1]]).reason == "not_at_showdown"

    @rule("CASH-02")
    def test_a_card_that_is_known_to_lie_elsewhere_is_refused(self) -> None:
        hand = self.all_in().hand
        for cards in ("2c Qd", "Qh Qh", "Qh ??"):
            assert refusal(hand.show, 2, parse_cards(cards)).rule == "CASH-02"
        assert refusal(hand.show, 2, parse_cards("Qh")).reason == "wrong_number_of_cards"
        assert refusal(flop("AB").hand.show, 1, parse_cards("Qh Qd")).reason == "not_at_showdown"

    @rule("CASH-02")
    def test_a_card_that_the_deck_still_holds_is_refused(self) -> None:
        cards = {"A": "Ah Ad"}
        hand = deal({"A": 100, "B": 100}, hole=cards, board=BOARD, big_blind=10)
        hand.play("A all-in 100, B calls")
        assert hand.turn() == "B"
        assert refusal(hand.hand.show, 2, parse_cards("3s Kd")).rule == "CASH-02"
        hand.hand.show(2, parse_cards("3c Kd"))
        assert hand.payouts() == {"A": 200}

    def test_a_hand_killed_while_the_board_is_waited_for_ends_it(self) -> None:
        hand = flop("AB").play("A bets 10, B calls").hand
        hand.kill(2, "LIVE-32")
        assert (hand.is_over, hand.waits_for) == (True, "nothing")
        assert refusal(hand.deal_board, parse_cards("Ks")).rule == "CASH-15"

    @rule("CASH-02", "CASH-15")
    def test_a_board_from_outside_is_verified_too(self) -> None:
        hand = deal("AB", hole={"A": "Ah Ad"}).play("A checks, B checks").hand
        for cards in ("Ah 2c 3c", "2c 2c 3c", "?? 2c 3c"):
            assert refusal(hand.deal_board, parse_cards(cards)).rule == "CASH-02"
        assert refusal(hand.deal_board, parse_cards("2c 3c")).rule == "CASH-15"
        assert refusal(hand.deal_board, (60, 61, 62)).reason == "no_such_card"


@rule("CASH-03")
def test_a_voided_hand_gives_every_stack_back_and_a_paid_one_is_not_voided() -> None:
    hand = deal({"SB": 500, "BB": 7, "UTG": 900}, small=("SB", 5), big=("BB", 10), ante=1)
    hand.play("UTG raises to 100, SB calls").hand.void("server error")
    assert hand.stacks() == {"SB": 500, "BB": 7, "UTG": 900}
    assert hand.hand.is_over
    assert hand.hand.is_void
    assert hand.payouts() == {}
    assert refusal(hand.hand.void, "again").rule == "AMB-24"
    assert refusal(hand.hand.fold, 1).reason == "hand_is_over"
    assert refusal(hand.hand.force_show, 1, "curious").rule == "LIVE-39.p4"
