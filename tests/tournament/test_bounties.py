"""Bounties: who gets them, how they are shared, and what a progressive one leaves behind."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.engine import Hand, HandStarted, forced_bets, stacked_deck
from cardroom.engine.cards import parse_cards
from cardroom.ledger import PlayerId
from cardroom.rulebook import edition
from cardroom.tournament.bounties import eliminators, indivisible, progressive, shares, voids_vip
from cardroom.tournament.events import BountyTaken
from tests.rule import rule
from tests.rulebook.tournament_editions import ONLINE, tournament
from tests.tournament.arena import Arena
from tests.tournament.desks import example

RULES = tournament("en-2.7").bounty
OFFERING = [name for name in ONLINE if tournament(name).bounty.offered]


def all_in(stacks: dict[int, int], hole: dict[int, str], board: str, button: int) -> Hand:
    """Everybody puts everything in before the flop."""
    rules = edition("en-2.7").hand
    seats = sorted(stacks)
    order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    small, big = (button, order[0]) if len(seats) == 2 else (order[0], order[1])
    posts = forced_bets(
        rules, seats=seats, button=button, small_blind=(small, 10), big_blind=(big, 20)
    )
    started = HandStarted(
        "nl-holdem", button, tuple(seats), tuple(stacks[seat] for seat in seats), 20, posts
    )
    cards = {seat: parse_cards(text) for seat, text in hole.items()}
    hand = Hand(rules, started, stacked_deck(started, cards, parse_cards(board)))
    while not hand.is_over:
        options = hand.options
        assert options is not None
        if options.raise_to:
            hand.raise_to(options.seat, options.raise_to)
        elif options.call:
            hand.call(options.seat)
        else:
            hand.check(options.seat)
    return hand


A, B, C, D = 1, 2, 3, 4


@rule("THC-33", "TYP-09", "TAMB-72")
def test_the_winner_of_the_highest_pot_that_a_player_could_win_knocked_him_out() -> None:
    hand = all_in(
        {A: 1_000, B: 3_000, C: 8_000, D: 1_000},
        {A: "JcJd", B: "QcQd", C: "KcKd", D: "AcAd"},
        "2c 7d 9h 3s 5d",
        button=D,
    )
    assert hand.stacks == {A: 0, B: 0, C: 9_000, D: 4_000}
    assert eliminators(hand, A) == (D,)
    assert eliminators(hand, B) == (C,)


@rule("TAMB-72")
@pytest.mark.parametrize(("button", "order"), [(1, (2, 5)), (2, (5, 2)), (4, (5, 2)), (5, (2, 5))])
def test_sharers_of_the_deciding_pot_stand_clockwise_from_the_button(
    button: int, order: tuple[int, ...]
) -> None:
    hand = all_in(
        {1: 500, 2: 900, 4: 500, 5: 900},
        {1: "2c2d", 2: "AcKd", 4: "3c3d", 5: "AdKc"},
        "Ah Kh 7s 8d 9c",
        button=button,
    )
    assert hand.stacks == {1: 0, 2: 1_400, 4: 0, 5: 1_400}
    assert eliminators(hand, 1) == eliminators(hand, 4) == order


@rule("TAMB-72")
def test_a_side_pot_above_the_victims_chips_does_not_decide() -> None:
    """Seat 1 has the main pot's share only: seat 3 wins it, seat 2 the side pot against seat 4."""
    hand = all_in(
        {1: 100, 2: 900, 3: 100, 4: 900},
        {1: "2c2d", 2: "KcKd", 3: "AcAd", 4: "QcQd"},
        "7h 8h 9s 4d 3s",
        button=1,
    )
    assert eliminators(hand, 1) == (3,)
    assert eliminators(hand, 4) == (2,)


@rule("TAMB-72")
def test_heads_up_the_winner_knocks_the_loser_out() -> None:
    hand = all_in({3: 400, 6: 700}, {3: "2c3d", 6: "AcAd"}, "7h 8h Ts Kd Ks", button=6)
    assert eliminators(hand, 3) == (6,)


@rule("TAMB-72")
def test_of_a_hand_that_the_floor_killed_the_main_pot_decides() -> None:
    rules = edition("en-2.7").hand
    started = HandStarted("nl-holdem", 1, (1, 2, 3), (50, 500, 500), 20, ())
    hole = {1: parse_cards("AcAd"), 2: parse_cards("KcKd"), 3: parse_cards("QcQd")}
    deck = stacked_deck(started, hole, parse_cards("2c 7d 9h 3s 5d"))
    hand = Hand(rules, started, deck)
    hand.raise_to(2, 50)
    hand.call(3)
    hand.call(1)
    hand.kill(1, "LIVE-32")
    while not hand.is_over:
        assert hand.actor is not None
        hand.check(hand.actor)
    assert hand.stacks[1] == 0
    assert eliminators(hand, 1) == (2,)


class Purse:
    """Bounties on the players' heads and the cash they have taken."""

    def __init__(self, players: str, bounty: int) -> None:
        self.heads = dict.fromkeys(players, bounty)
        self.cash = dict.fromkeys(players, 0)

    def knocked_out(self, victim: str, *by: str) -> None:
        bounty = self.heads.pop(victim)
        for player, share in zip(by, shares(bounty, len(by)), strict=True):
            cash, added = progressive(RULES, share)
            self.cash[player] += cash
            self.heads[player] += added

    def end(self) -> None:
        """Who is left is paid his own bounty in full."""
        for player, bounty in self.heads.items():
            self.cash[player] += bounty
        self.heads.clear()


@rule("THC-31", "TYP-10", "TAMB-73", "TAMB-75")
def test_a_progressive_bounty_grows_on_whoever_takes_others() -> None:
    purse = Purse("ABCD", 4_50)
    purse.knocked_out("B", "A")
    assert (purse.cash["A"], purse.heads["A"]) == (2_25, 6_75)
    purse.knocked_out("A", "C")
    assert (purse.cash["C"], purse.heads["C"]) == (3_38, 7_87)
    purse.knocked_out("D", "C")
    assert (purse.cash["C"], purse.heads["C"]) == (3_38 + 2_25, 10_12)
    purse.end()
    assert purse.cash == {"A": 2_25, "B": 0, "C": 15_75, "D": 0}
    assert sum(purse.cash.values()) == 4 * 4_50


@rule("THC-32", "TAMB-72", "TAMB-73")
def test_a_shared_bounty_is_shared_first_and_halved_then() -> None:
    assert shares(6_75, 2) == (3_38, 3_37)
    assert progressive(RULES, 3_38) == (1_69, 1_69)
    assert progressive(RULES, 3_37) == (1_69, 1_68)


@rule("TYP-11", "TAMB-24")
@pytest.mark.parametrize("name", OFFERING)
def test_a_vip_who_comes_back_in_any_way_earns_nobody_his_bounty(name: str) -> None:
    rules = tournament(name).bounty
    assert voids_vip(rules, "rebuy")
    assert voids_vip(rules, "reentry")


@rule("TYP-09", "TYP-10", "TYP-11")
def test_one_edition_has_no_bounty_tournaments() -> None:
    assert set(ONLINE) - set(OFFERING) == {"en-2.2"}


@rule("TAMB-74")
def test_a_prize_that_cannot_be_shared_goes_to_more_chips_and_else_by_chance() -> None:
    below = Random(3).randrange
    assert indivisible({2: 900, 5: 800}, below) == 2
    drawn = [indivisible({2: 900, 5: 900, 6: 100}, below) for _ in range(100)]
    assert set(drawn) == {2, 5}


@rule("TAMB-72", "TAMB-73", "TAMB-75", "TAMB-40")
@settings(deadline=None)
@given(
    st.integers(2, 30),
    st.integers(1, 10**7),
    st.integers(0, 2**32),
)
def test_bounties_pay_out_what_was_paid_in_whoever_knocks_out_whom(
    players: int, bounty: int, seed: int
) -> None:
    names = "".join(chr(ord("a") + number) for number in range(players))
    purse, chance = Purse(names, bounty), Random(seed)
    while len(purse.heads) > 1:
        victim, *others = chance.sample(sorted(purse.heads), len(purse.heads))
        purse.knocked_out(victim, *others[: chance.randint(1, min(4, len(others)))])
    purse.end()
    assert sum(purse.cash.values()) == players * bounty
    assert min(purse.cash.values()) >= 0


@rule("TYP-11", "TAMB-24", "TAMB-74")
@pytest.mark.parametrize("voiding", [("rebuy", "reentry"), ("reentry",)])
def test_a_house_may_let_the_knock_out_of_a_vip_stand_who_buys_back(
    voiding: tuple[str, ...],
) -> None:
    """Paid once, when nobody can buy back any more, to whoever was first."""
    arena = Arena(example("vip"))
    bounty = msgspec.structs.replace(arena.terms.rules.bounty, vip_voided_by=voiding)
    rules = msgspec.structs.replace(arena.terms.rules, bounty=bounty)
    arena = Arena(example("vip"), terms=msgspec.structs.replace(arena.terms, rules=rules))
    vip = arena.enter(*range(1, 8))[6]
    arena.start()
    table = arena.entrant(vip).table
    first, second = [one.entry for one in arena.at(table) if one.entry != vip][:2]
    arena.shove(table, first, vip)
    arena.tournament.rebuy(PlayerId(7), arena.now_ms)
    arena.settle()
    arena.give({second: 60_000})
    arena.tick(arena.now_ms + 900_000)
    arena.shove(table, second, vip)
    extra = [one for one in arena.told(BountyTaken) if isinstance(one, BountyTaken) and one.vip]
    assert [(one.by, one.cash) for one in extra] == [
        (second if "rebuy" in voiding else first, 100_00)
    ]
