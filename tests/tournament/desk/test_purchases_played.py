"""Re-buys and add-ons while a tournament is played: offers, answers, the pause (TAMB-69)."""

import pytest

from cardroom.errors import EntryRefused, Refused
from cardroom.ledger import CaseId, PlayerId
from cardroom.tournament.desk_events import RebuyOffered
from cardroom.tournament.events import (
    KnockedOut,
    PauseEnded,
    PauseStarted,
    StructureFixed,
)
from cardroom.tournament.ids import TableNumber
from tests.rule import rule
from tests.tournament.arena import Arena, losing_pair
from tests.tournament.desks import example


def rebuy_arena(players: int = 6, **changes: object) -> Arena:
    arena = Arena(example("rebuy", **changes))
    arena.enter(*range(1, players + 1))
    arena.start()
    return arena


@rule("THC-38", "TYP-08", "TAMB-69")
def test_a_bust_inside_the_window_holds_the_seat_for_fifteen_seconds() -> None:
    arena = rebuy_arena()
    table, winner, loser = losing_pair(arena)
    start = arena.now_ms
    arena.walk(table)
    arena.tick(start + 3 * 300_000 - 1000)
    arena.deal_shove(table, winner, loser)
    arena.tick(start + 3 * 300_000)
    assert arena.tournament.level == 4
    arena.commit(table)
    assert arena.events_of(RebuyOffered) == [RebuyOffered(loser, arena.now_ms + 15_000)]
    assert not arena.tournament.ready
    assert arena.tournament.left == 6, "who may buy back counts"
    arena.tournament.rebuy(arena.tournament.player_of(loser), arena.now_ms + 14_000)
    arena.take_step()
    assert arena.entrant(loser).stack == 1500
    assert (arena.tournament.entries, arena.tournament.left) == (6, 6)


@rule("THC-38", "TAMB-69", "TAMB-60", "TAMB-46")
def test_an_offer_that_is_not_answered_puts_the_player_out() -> None:
    arena = rebuy_arena()
    table, winner, loser = losing_pair(arena)
    arena.shove(table, winner, loser)
    arena.tick(arena.now_ms + 14_999)
    assert arena.events_of(KnockedOut) == []
    arena.tick(arena.now_ms + 1)
    assert len(arena.events_of(KnockedOut)) == 1
    assert list(arena.tournament.ready) == [table]
    with pytest.raises(Refused):
        arena.tournament.rebuy(arena.tournament.player_of(loser), arena.now_ms)


@rule("TAMB-69", "THC-38")
def test_a_re_buy_asked_for_during_a_hand_waits_for_its_end() -> None:
    arena = rebuy_arena()
    arena.deal(1)
    player = arena.tournament.tables[TableNumber(1)].actor
    assert player is not None
    entrant = arena.tournament.field.find(player)
    assert entrant is not None
    arena.tournament.rebuy(player, arena.now_ms)
    arena.fold_out(1)
    assert entrant.stack == 1500
    arena.commit(1)
    assert entrant.stack == 3000
    assert arena.won(entrant.entry) == -600


@rule("TAMB-69", "THC-38")
def test_a_re_buy_asked_for_by_a_player_who_then_wins_is_dropped_free_of_charge() -> None:
    arena = rebuy_arena()
    loser, winner, *_ = arena.at(1)
    arena.give({winner.entry: 1200, loser.entry: 1380})
    arena.deal_shove(1, winner.entry, loser.entry)
    arena.tournament.rebuy(winner.player, arena.now_ms)
    arena.commit(1)
    assert winner.stack >= 2400
    assert arena.won(winner.entry) == -300


@rule("TAMB-69", "TAMB-46", "TYP-08")
def test_add_ons_are_sold_in_a_pause_after_the_last_hand_of_the_window() -> None:
    arena = rebuy_arena()
    start = arena.now_ms
    arena.deal(1)
    arena.tick(start + 900_000)
    with pytest.raises(EntryRefused):
        arena.tournament.add_on(PlayerId(1), arena.now_ms)
    arena.fold_out(1)
    arena.commit(1)
    assert arena.events_of(PauseStarted) == [
        PauseStarted("add_on", arena.now_ms, arena.now_ms + 60_000)
    ]
    assert not arena.tournament.ready
    arena.tournament.add_on(PlayerId(1), arena.now_ms)
    with pytest.raises(EntryRefused):
        arena.tournament.add_on(PlayerId(1), arena.now_ms)
    arena.take_step()
    assert arena.events_of(StructureFixed) == []
    arena.tick(arena.now_ms + 60_000)
    assert len(arena.events_of(PauseEnded)) == 1
    (fixed,) = arena.events_of(StructureFixed)
    assert isinstance(fixed, StructureFixed)
    assert fixed.pool == 7 * 270
    assert sum(arena.tournament.stacks.values()) == 6 * 1500 + 3000


@rule("TAMB-69", "TAMB-46")
def test_without_add_ons_purchases_end_with_the_last_hand_of_the_window() -> None:
    arena = Arena(example("vip"))
    arena.enter(*range(1, 8))
    arena.start()
    start = arena.now_ms
    tables = list(arena.tournament.ready)
    for table in tables:
        arena.deal(table)
    arena.tick(start + 900_000)
    assert arena.events_of(StructureFixed) == []
    for table in tables:
        arena.fold_out(table)
        arena.commit(table)
    assert len(arena.events_of(StructureFixed)) == 1


@rule("TRN-19", "TAMB-69")
def test_one_player_left_has_won_although_the_window_for_re_buys_is_open() -> None:
    """No late registration, re-buys for six levels: who is out has declined, nobody can buy."""
    arena = rebuy_arena(2, registration={"late_levels": 0}, rebuy={"until_level": 6})
    table, winner, loser = losing_pair(arena)
    arena.shove(table, winner, loser)
    assert arena.tournament.is_running, "an offer is open"
    arena.tournament.decline_rebuy(arena.tournament.player_of(loser), arena.now_ms)
    arena.take_step()
    assert arena.tournament.ended == "one_player_left"
    assert (arena.won(winner), arena.won(loser)) == (2 * 2_70 - 3_00, -3_00)


@rule("TRN-23", "TAMB-69", "TAMB-89")
def test_a_disqualified_player_who_loses_all_chips_is_not_offered_a_re_buy() -> None:
    arena = rebuy_arena()
    table, winner, loser = losing_pair(arena)
    arena.deal_shove(table, winner, loser)
    arena.tournament.disqualify(arena.tournament.player_of(loser), CaseId(1), arena.now_ms)
    arena.commit(table)
    assert arena.events_of(RebuyOffered) == []
    assert arena.tournament.left == 5


@rule("TRN-23", "TAMB-69", "TAMB-89")
def test_who_is_disqualified_while_an_offer_is_open_is_out_at_once() -> None:
    arena = rebuy_arena()
    table, winner, loser = losing_pair(arena)
    arena.shove(table, winner, loser)
    arena.tournament.disqualify(arena.tournament.player_of(loser), CaseId(1), arena.now_ms)
    arena.take_step()
    assert not arena.tournament.desk.offers
    assert arena.tournament.left == 5
    assert table in arena.tournament.ready


@rule("BRK-03", "TAMB-69")
def test_a_pause_waits_for_the_answer_to_an_open_offer() -> None:
    arena = rebuy_arena()
    table, winner, loser = losing_pair(arena)
    arena.shove(table, winner, loser)
    arena.tournament.pause(arena.now_ms)
    arena.take_step()
    assert arena.events_of(PauseStarted) == []
    arena.tournament.decline_rebuy(arena.tournament.player_of(loser), arena.now_ms)
    arena.take_step()
    assert len(arena.events_of(PauseStarted)) == 1
