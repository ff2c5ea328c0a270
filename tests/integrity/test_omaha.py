"""Pot-limit Omaha in the review: four cards, two of which play, compared only with each other."""

from random import Random

import pytest

from cardroom.cards import parse_cards
from cardroom.engine.hand import Hand
from cardroom.integrity.decision_times import timed_decisions
from cardroom.integrity.equities import DealEquities, four_card_strength, own_strength
from cardroom.integrity.hands import NOBODY, ReviewedHand
from cardroom.integrity.reading import reviewed_hand
from cardroom.integrity.scan import Scan, is_alert
from cardroom.integrity.spots import OMAHA_CARDS, OMAHA_STRATA, moved_by, spots_of
from cardroom.odds import equity
from cardroom.rulebook import edition
from tests.integrity.pools import CHEATS, ROUNDS, hands
from tests.rule import rule

NAMES = {1: "Ann", 2: "Bo", 3: "Cy"}
HOLE = "AhAdKh2c KsKdQsJs 9h8h7d6d"
BOARD = "Th 9d 2h 3c 4s"


def checked_down(*, heads_up: bool = False) -> ReviewedHand:
    """Three players see every street, or two after the button has folded, and nobody bets."""
    hole = {seat: parse_cards(cards) for seat, cards in enumerate(HOLE.split(), 1)}
    hand = Hand.deal(
        "pl-omaha",
        stacks=dict.fromkeys(NAMES, 10_000),
        blinds=(50, 100),
        rules=edition("en-2.7").hand,
        rand_below=Random(1).randrange,
        hole=hole,
        board=parse_cards(BOARD),
    )
    if heads_up:
        hand.fold(3)
    while hand.waits_for == "action":
        assert hand.actor is not None
        assert hand.options is not None
        (hand.call if hand.options.call else hand.check)(hand.actor)
    read = reviewed_hand(hand.events, NAMES, key="1", think_ms=[900] * 40)
    assert read is not None
    return read


@rule("OMA-02")
def test_equities_of_four_cards_are_exact_after_the_flop() -> None:
    hand = checked_down()
    assert hand.is_complete
    for street in (3, 4):
        shares = DealEquities(hand).shares(street, 0b011)
        exact = equity([hand.hole[0], hand.hole[1]], hand.board[:street], hand.hole[2], omaha=True)
        assert shares[0] == pytest.approx(float(exact.hands[0].share))
    assert sum(DealEquities(hand).shares(0, 0b111).values()) == pytest.approx(1)


def test_own_strength_of_four_cards_follows_what_plays() -> None:
    board = parse_cards("Ah Kd 2c")
    three, nothing = parse_cards("AsAc7h6d"), parse_cards("Js9s8h7h")
    assert own_strength(three, board) > 0.9 > own_strength(nothing, board)
    assert four_card_strength(parse_cards("AsAcKsKc")) == 1.0
    assert four_card_strength(parse_cards("2c2d7h2s")) < four_card_strength(parse_cards("AsKsQdJd"))


def test_omaha_is_compared_with_omaha_only() -> None:
    hand = checked_down(heads_up=True)
    equities = DealEquities(hand)
    spots = spots_of(hand, 0, [0, 1, 2], equities, moved_by(hand, equities))
    timed = timed_decisions(hand, 0)
    assert len([spot for spot in spots if spot.partner != NOBODY]) == 8
    assert all(spot.setting & OMAHA_CARDS for spot in spots)
    assert all(spot.stratum >= OMAHA_STRATA and spot.coarse > 10_000 for spot in spots)
    assert {one.same for _, one in timed} == {-1}
    assert all(one.stratum >= OMAHA_STRATA for _, one in timed)


@pytest.mark.parametrize(("kind", "alerts"), [("dump", [set(CHEATS)]), (None, [])])
def test_a_pair_who_dump_chips_in_omaha_are_the_only_alert(
    kind: str | None, alerts: list[set[str]]
) -> None:
    scan = Scan()
    for hand in hands(kind, count=250, game="pl-omaha"):
        scan.add(hand)
    assert (scan.hands, scan.unreadable) == (250, 0)
    found = [one for one in scan.judged(Random(1).randrange, rounds=ROUNDS) if is_alert(one)]
    assert [{scan.names[player] for player in one.players} for one in found] == alerts
