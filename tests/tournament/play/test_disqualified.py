"""Players whom the house puts out or looks into: place, chips, prize, bounty (TRN-23, TRN-24)."""

import pytest

from cardroom.errors import OperatorRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.accounts import held
from cardroom.tournament.events import (
    HandDealt,
    KnockedOut,
    PrizeWon,
)
from cardroom.tournament.ids import TableNumber
from tests.rule import rule
from tests.tournament.arena import Arena, freezeout
from tests.tournament.desks import example


@rule("TRN-23", "TRN-24", "TAMB-89", "TAMB-62")
def test_a_disqualified_player_takes_the_place_of_the_moment_and_the_prize_is_held() -> None:
    arena = Arena(freezeout())
    arena.enter(*range(1, 12))
    arena.start()
    arena.play_down_to(3)
    table = next(iter(arena.tournament.ready))
    bad = arena.at(table)[0]
    chips = sum(arena.tournament.stacks.values())
    arena.tournament.disqualify(bad.player, CaseId(9), arena.now_ms)
    arena.take_step()
    assert arena.tournament.places[bad.entry] == 3
    assert sum(arena.tournament.stacks.values()) == chips - bad.stack
    assert arena.won(bad.entry) == -1000
    assert arena.ledger.balance(held(CaseId(9), bad.player, "EUR")) == 2209
    (won,) = arena.events_of(PrizeWon)
    assert isinstance(won, PrizeWon)
    assert won.held
    arena.play_down_to(1)
    assert arena.tournament.is_over


@rule("TRN-24", "TAMB-62")
def test_what_a_player_under_review_wins_is_held() -> None:
    arena = Arena(example("bounty", registration={"late_levels": 0}))
    a, b = arena.enter(1, 2)
    arena.start()
    arena.tournament.review(PlayerId(1), CaseId(5), arena.now_ms)
    with pytest.raises(OperatorRefused):
        arena.tournament.review(PlayerId(1), CaseId(6), arena.now_ms)
    arena.shove(1, a, b)
    assert arena.tournament.places[a] == 1
    assert arena.won(a) == -1000
    prize, two_bounties = 900, 900
    assert arena.ledger.balance(held(CaseId(5), PlayerId(1), "EUR")) == prize + two_bounties


@rule("TRN-23", "TAMB-89")
def test_a_player_disqualified_during_a_hand_leaves_after_it() -> None:
    arena = Arena(example("bounty"))
    arena.enter(1, 2, 3)
    arena.start()
    arena.deal(1)
    player = arena.tournament.tables[TableNumber(1)].actor
    assert player is not None
    arena.tournament.disqualify(player, CaseId(2), arena.now_ms)
    with pytest.raises(OperatorRefused):
        arena.tournament.disqualify(player, CaseId(2), arena.now_ms)
    assert arena.tournament.tables[TableNumber(1)].actor != player
    assert arena.tournament.left == 3
    arena.fold_out(1)
    arena.commit(1)
    assert arena.tournament.left == 2
    assert arena.ledger.balance(held(CaseId(2), player, "EUR")) == 450


@rule("TRN-23", "TAMB-89")
def test_a_disqualified_player_takes_the_chips_of_now_out_of_play() -> None:
    """The big blind of the first hand was lost: 4,980 of 5,000 chips leave with the player."""
    arena = Arena(freezeout())
    arena.enter(1, 2, 3)
    arena.start()
    arena.walk(1)
    poorest = min(arena.at(1), key=lambda one: one.stack)
    chips = poorest.stack
    arena.tournament.disqualify(poorest.player, CaseId(1), arena.now_ms)
    arena.take_step()
    (out,) = arena.events_of(KnockedOut)
    assert isinstance(out, KnockedOut)
    assert (out.entry, out.chips) == (poorest.entry, chips)
    assert chips < 5_000
    assert sum(arena.tournament.stacks.values()) == 15_000 - chips


@rule("TRN-23", "TAMB-61", "TAMB-89")
def test_a_player_disqualified_during_a_hand_has_a_place_as_soon_as_it_is_over() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2, 3, 4)
    arena.start()
    arena.deal(1)
    player = arena.at(1)[0].player
    entry = arena.at(1)[0].entry
    arena.tournament.disqualify(player, CaseId(1), arena.now_ms)
    arena.fold_out(1)
    arena.commit(1)
    assert arena.tournament.places == {entry: 4}


@rule("TAMB-97", "TRN-23", "TAMB-50")
def test_a_rolled_back_hand_without_one_of_its_players_is_planned_anew() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2, 3, 4)
    arena.start()
    arena.walk(1)
    arena.deal(1)
    live = arena.tournament.tables[TableNumber(1)]
    assert live.dealt_hand is not None
    blind = live.seats[live.dealt_hand.positions.big_blind]
    arena.tournament.roll_back(TableNumber(1), "crash", arena.now_ms)
    arena.tournament.disqualify(blind.player, CaseId(1), arena.now_ms)
    arena.deal(1)
    dealt = arena.events_of(HandDealt)[-1]
    assert isinstance(dealt, HandDealt)
    assert dealt.positions.big_blind in live.seats
    assert len(dealt.dealt_in) == 3


@rule("TRN-19", "TRN-23", "TAMB-89")
@pytest.mark.parametrize("name", ["bounty", "freezeout", "sit-and-go-2"])
def test_the_last_two_players_disqualified_in_one_hand_end_the_tournament(name: str) -> None:
    changes = {} if name == "sit-and-go-2" else {"registration": {"late_levels": 4}}
    arena = Arena(example(name, **changes))
    a, b = arena.enter(1, 2)
    arena.start()
    arena.deal(1)
    arena.tournament.disqualify(PlayerId(1), CaseId(3), arena.now_ms)
    arena.tournament.disqualify(PlayerId(2), CaseId(3), arena.now_ms)
    arena.take_step()
    arena.commit(1)
    assert arena.tournament.ended == "nobody_left"
    assert sorted(arena.tournament.places) == [a, b]
    assert sorted(arena.tournament.places.values()) == [1, 2]
    money = arena.tournament.desk.money
    pools = [arena.ledger.balance(pool) for pool in (money.places, money.bounties, money.fees)]
    assert pools == [0, 0, 0]
    assert arena.won(a) == arena.won(b) == -arena.definition.price_cents
    fees = 2 * arena.definition.fee_cents
    holds = sum(arena.ledger.balance(held(CaseId(3), PlayerId(one), "EUR")) for one in (1, 2))
    assert holds == 2 * arena.definition.price_cents - fees


@rule("TRN-23", "TAMB-89", "CXL-01")
def test_a_tournament_whose_last_players_were_disqualified_in_the_hand_can_be_cancelled() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2)
    arena.start()
    arena.deal(1)
    for player in (1, 2):
        arena.tournament.disqualify(PlayerId(player), CaseId(3), arena.now_ms)
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    assert arena.tournament.is_over
    assert sorted(arena.tournament.places.values()) == [1, 2]
    assert arena.ledger.balance(arena.tournament.desk.money.places) == 0


@rule("TRN-23", "TAMB-89")
def test_who_is_disqualified_in_a_hand_finishes_below_all_who_bust_in_it() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2, 3, 4)
    arena.start()
    winner, loser, bad, _ = (one.entry for one in arena.at(1))
    arena.deal_shove(1, winner, loser)
    arena.tournament.disqualify(arena.tournament.player_of(bad), CaseId(1), arena.now_ms)
    arena.commit(1)
    assert arena.tournament.places == {bad: 4, loser: 3}


@rule("TRN-25", "TAMB-89", "TAMB-97")
def test_who_was_disqualified_in_a_hand_that_is_rolled_back_leaves_at_once() -> None:
    arena = Arena(freezeout())
    arena.enter(1, 2, 3, 4)
    arena.start()
    arena.deal(1)
    bad = arena.at(1)[0]
    arena.tournament.disqualify(bad.player, CaseId(1), arena.now_ms)
    arena.tournament.roll_back(TableNumber(1), "fault", arena.now_ms)
    arena.take_step()
    assert arena.tournament.places == {bad.entry: 4}
    arena.walk(1)
    assert arena.tournament.left == 3
