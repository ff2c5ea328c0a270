"""A hand that is over counts, even when the tournament would have ended before its commit."""

import pytest

from cardroom.errors import OperatorRefused
from cardroom.tournament.events import HandFinished, HandRolledBack, SharePaid
from cardroom.tournament.ids import TableNumber
from tests.rule import rule
from tests.tournament.arena import Arena, drawn
from tests.tournament.desks import example

DAY_MS = 86_400_000


@rule("HEX-12", "TRN-25", "CXL-09")
def test_a_hand_committed_when_the_game_is_overdue_counts_before_it_is_settled() -> None:
    arena = drawn("hexapro", "en-2.7", 1_000, 43_706)
    winner, loser, _ = (one.entry for one in arena.at(1))
    arena.deal_shove(1, winner, loser)
    arena.now_ms += 91 * DAY_MS
    arena.commit(1)
    assert not arena.events_of(HandRolledBack)
    assert arena.tournament.places[loser] == 3
    assert arena.tournament.ended == "cancelled"
    shares = [one for one in arena.events_of(SharePaid) if isinstance(one, SharePaid)]
    assert loser not in [one.entry for one in shares]
    assert len(shares) == 2


@rule("HEX-12", "TRN-19")
def test_a_hand_that_ends_an_overdue_game_has_a_winner() -> None:
    arena = drawn("hexapro", "en-2.7", 1_000, 43_706)
    winner, second, third = (one.entry for one in arena.at(1))
    arena.deal_shove(1, winner, second, third)
    arena.now_ms += 91 * DAY_MS
    arena.commit(1)
    assert arena.tournament.ended == "one_player_left"
    assert arena.tournament.places[winner] == 1


@rule("TAMB-46", "TAMB-67", "TAMB-69", "TRN-25")
def test_a_hand_committed_after_an_offer_ran_out_counts_although_that_ends_the_tournament() -> None:
    """Three seats for six entries; the fourth player's time to buy back ends meanwhile."""
    satellite = {"target": "sunday", "seat_price_cents": 1_000}
    arena = Arena(example("satellite", seats=3, satellite=satellite, rebuy={"until_level": 3}))
    arena.enter(*range(1, 7))
    arena.start()
    while arena.tournament.left > 4:
        table = next(iter(arena.tournament.ready))
        loser, winner = sorted(arena.at(table), key=lambda one: one.stack)[:2]
        arena.shove(table, winner.entry, loser.entry)
        arena.tournament.decline_rebuy(loser.player, arena.now_ms)
        arena.take_step()
    busts, plays = list(arena.tournament.ready)
    arena.deal(plays)
    arena.fold_out(plays)
    loser, winner = sorted(arena.at(busts), key=lambda one: one.stack)
    arena.shove(busts, winner.entry, loser.entry)
    assert arena.tournament.left == 4
    finished = len(arena.events_of(HandFinished))
    arena.now_ms += 60_000
    arena.commit(plays)
    assert len(arena.events_of(HandFinished)) == finished + 1
    assert not arena.events_of(HandRolledBack)
    assert arena.tournament.ended == "identical_prizes"


@rule("TRN-25")
def test_the_commit_of_a_hand_that_was_rolled_back_is_refused() -> None:
    arena = Arena(example("bounty"))
    arena.enter(1, 2, 3)
    arena.start()
    arena.deal(1)
    arena.fold_out(1)
    arena.tournament.roll_back(TableNumber(1), "fault", arena.now_ms)
    arena.take_step()
    with pytest.raises(OperatorRefused, match="TRN-25"):
        arena.commit(1)
    assert not arena.events_of(HandFinished)
