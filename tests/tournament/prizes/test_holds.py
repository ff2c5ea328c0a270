"""Winnings of players under review or put out: held once, whatever entry or tournament they are."""

import pytest

from cardroom.errors import EntryRefused
from cardroom.ledger import CaseId, Ledger, PlayerId
from cardroom.ledger.accounts import held, player_cash
from cardroom.ledger.banking import deposit
from cardroom.ledger.cases import place_hold
from cardroom.tournament.events import PrizeWon, SharePaid
from tests.rule import rule
from tests.tournament.arena import RICH, Arena, drawn, freezeout
from tests.tournament.desks import example

CASE, BAD = CaseId(5), PlayerId(1)


def held_of(arena: Arena, player: int = 1) -> int:
    return arena.ledger.balance(held(CASE, PlayerId(player), "EUR"))


@rule("TRN-24", "TAMB-62")
def test_one_case_holds_what_a_player_wins_in_two_tournaments() -> None:
    """Prizes of 18.00 and bounties of 9.00 twice, and cash that was held before."""
    ledger = Ledger()
    ledger.apply(deposit(BAD, RICH, "EUR", reference="1", at_ms=1))
    cash = player_cash(BAD, "EUR")
    for number in (1, 2):
        ledger.apply(place_hold(CASE, BAD, 100, cash, number=number, at_ms=1))
    for number in (7, 8):
        bounty = example("bounty", registration={"late_levels": 0})
        arena = Arena(bounty, ledger=ledger, number=number)
        a, b = arena.enter(1, 2)
        arena.start()
        arena.tournament.review(BAD, CASE, arena.now_ms)
        arena.shove(1, a, b)
        assert arena.tournament.is_over
    assert held_of(arena) == 2 * (900 + 900) + 200


@rule("TRN-24", "TAMB-62", "TAMB-70")
def test_a_review_goes_on_when_the_player_enters_again() -> None:
    arena = Arena(example("reentry"))
    first, other, _ = arena.enter(1, 2, 3)
    arena.start()
    arena.tournament.review(BAD, CASE, arena.now_ms)
    arena.shove(1, other, first)
    (again,) = arena.enter(1)
    arena.give({again: 100_000})
    while arena.tournament.is_running:
        table = next(iter(arena.tournament.ready))
        loser = next(one.entry for one in arena.at(table) if one.entry != again)
        arena.shove(table, again, loser)
    assert arena.tournament.places[again] == 1
    assert arena.won(again) == -2 * 1_000
    assert held_of(arena) == 4 * 900


@rule("TRN-24", "TAMB-62")
def test_a_player_who_is_out_can_be_reviewed_before_the_prize_is_paid() -> None:
    """Two are left and three are paid, but re-buys are sold: nobody is paid yet."""
    arena = Arena(example("rebuy", registration={"late_levels": 0}, rebuy={"until_level": 3}))
    arena.enter(*range(1, 12))
    arena.start()
    while arena.tournament.left > 2:
        table = next(iter(arena.tournament.ready))
        loser, winner = sorted(arena.at(table), key=lambda one: one.stack)[:2]
        player = loser.player
        arena.shove(table, winner.entry, loser.entry)
        arena.tournament.decline_rebuy(player, arena.now_ms)
        arena.take_step()
    assert not arena.events_of(PrizeWon)
    arena.tournament.review(player, CASE, arena.now_ms)
    for table in list(arena.tournament.ready):
        arena.walk(table)
    arena.tick(arena.now_ms + 3 * 300_000)
    arena.tick(arena.now_ms + 60_000)
    assert held_of(arena, player) > 0


@rule("TRN-23", "TAMB-70", "TAMB-89")
def test_a_disqualified_player_cannot_enter_again() -> None:
    arena = Arena(example("reentry"))
    arena.enter(1, 2, 3)
    arena.start()
    arena.tournament.disqualify(BAD, CASE, arena.now_ms)
    arena.take_step()
    with pytest.raises(EntryRefused, match="TRN-23"):
        arena.tournament.register(BAD, arena.now_ms)


@rule("TRN-23", "TAMB-69", "TAMB-89")
def test_a_disqualified_player_buys_nothing_any_more() -> None:
    """Asked for in the hand, before or after the decision: no re-buy after it."""
    arena = Arena(example("rebuy"))
    arena.enter(1, 2, 3)
    arena.start()
    arena.deal(1)
    arena.tournament.rebuy(BAD, arena.now_ms)
    arena.tournament.disqualify(BAD, CASE, arena.now_ms)
    with pytest.raises(EntryRefused, match="TRN-23"):
        arena.tournament.rebuy(BAD, arena.now_ms)
    arena.take_step()
    arena.fold_out(1)
    arena.commit(1)
    assert arena.cash(1) == RICH - 300
    assert arena.tournament.left == 2


@rule("TRN-24", "TAMB-89", "CXL-03")
def test_a_share_of_a_cancelled_tournament_is_held_and_the_fee_given_back() -> None:
    arena = Arena(example("bounty"))
    arena.enter(1, 2, 3, 4)
    arena.start()
    arena.tournament.review(BAD, CASE, arena.now_ms)
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    assert held_of(arena) == 450 + 450
    assert arena.cash(1) == RICH - 1_000 + 100
    assert [arena.cash(player) for player in (2, 3, 4)] == [RICH] * 3


@rule("TRN-24", "TAMB-89", "CXL-09")
def test_a_share_of_a_cancelled_hexapro_game_is_held_and_the_fee_given_back() -> None:
    arena = drawn("hexapro", "en-2.7", 1_000, 43_706)
    arena.tournament.review(BAD, CASE, arena.now_ms)
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    assert held_of(arena) == 500
    assert arena.cash(1) == RICH - 1_000 + 69


@rule("TRN-23", "TAMB-89", "CXL-03")
def test_who_was_disqualified_in_the_hand_has_no_share_of_a_cancelled_tournament() -> None:
    arena = Arena(freezeout(registration={"late_levels": 4}))
    arena.enter(1, 2, 3, 4)
    arena.start()
    arena.deal(1)
    arena.tournament.disqualify(BAD, CASE, arena.now_ms)
    arena.tournament.cancel(arena.now_ms)
    arena.take_step()
    shares = [one for one in arena.events_of(SharePaid) if isinstance(one, SharePaid)]
    assert {one.entry: one.pot for one in shares} == {2: 1_200, 3: 1_200, 4: 1_200}
