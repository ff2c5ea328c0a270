"""A player who lost a seat wrongly is offered it again, by the operator's word."""

import pytest

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby_events import OfferLapsed, Queued, SeatOffered
from cardroom.errors import OperatorRefused, Refused, SeatRefused
from cardroom.ledger import TableId
from tests.cash.lobbies import BANZAI_NL5, NL10, SampleLobby, player
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE

ALL = ("void_hand", "move_money", "restore_seat")


def restore(
    lobby: SampleLobby, number: int, table: TableId, seat: int | None = None
) -> SeatOffered:
    return lobby.front.restore_seat(player(number), table, seat, lobby.now_ms)


def lost(lobby: SampleLobby, number: int, table: TableId) -> int:
    """A player loses his seat: which one it was."""
    seat = lobby.seat_of(table, number).seat
    lobby.leave(player(number), table, lobby.now_ms)
    return seat


def refused(lobby: SampleLobby, number: int, table: TableId, seat: int | None = None) -> Refused:
    """The refusal; nothing has changed by it."""
    before = (
        lobby.offers_of(player(number)),
        lobby.queued(player(number)),
        lobby.free_seats(table),
    )
    lobby.lobby_events()
    with pytest.raises((SeatRefused, OperatorRefused)) as refusal:
        restore(lobby, number, table, seat)
    assert lobby.lobby_events() == []
    places = (lobby.offers_of(player(number)), lobby.queued(player(number)))
    assert (*places, lobby.free_seats(table)) == before
    return refusal.value


@rule("CASH-01", "RAT-02")
@pytest.mark.parametrize(
    ("name", "least"), [(name, 500 if name == "en-2.2" else 1_000) for name in ONLINE]
)
def test_the_seat_is_offered_for_the_stack_that_the_rules_ask_for(name: str, least: int) -> None:
    lobby = SampleLobby(name)
    table = lobby.full(1, 2, 3)
    seat = lost(lobby, 3, table)
    offer = restore(lobby, 3, table, seat)
    assert (offer.table, offer.seat, offer.until_ms) == (table, seat, lobby.now_ms + 60_000)
    assert (offer.buy_in.least, offer.buy_in.most, offer.buy_in.rule) == (least, 1_000, "RAT-02")
    lobby.buy_in(player(3), table, 1_000, lobby.now_ms)
    assert lobby.seat_of(table, 3).seat == seat


@rule("CASH-01", "CASH-04", "AMB-39")
def test_queue_and_chance_are_passed_over() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2, 3)
    lobby.full(4)
    assert isinstance(lobby.want(1), SeatOffered)
    waiting = lobby.want(1)
    assert isinstance(waiting, Queued)
    lost(lobby, 3, table)
    assert restore(lobby, 3, table).table == table
    assert lobby.queued(player(1)) == (waiting,)


@rule("CASH-01")
def test_a_seat_that_is_not_taken_in_time_goes_to_the_others() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2, 3, 4, 5, 6)
    seat = lost(lobby, 6, table)
    restore(lobby, 6, table)
    assert isinstance(lobby.want(7), Queued)
    lobby.lobby_events()
    lobby.wait(60)
    lapsed, offered = lobby.lobby_events()
    assert isinstance(lapsed, OfferLapsed)
    assert (lapsed.player, lapsed.table, lapsed.seat) == (player(6), table, seat)
    assert lapsed.cause == "too_late"
    assert isinstance(offered, SeatOffered)
    assert (offered.player, offered.seat) == (player(7), seat)


@rule("CASH-01")
def test_the_same_word_again_is_the_same_offer_and_another_seat_is_refused() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2, 3)
    offer = restore(lobby, 4, table)
    lobby.wait(5)
    assert restore(lobby, 4, table) == restore(lobby, 4, table, offer.seat) == offer
    assert lobby.free_seats(table) == 2
    other = next(one for one in lobby.table(table).free_seats if one != offer.seat)
    assert refused(lobby, 4, table, other).reason == "seat_offered_already"


@rule("CASH-01", "AMB-39")
def test_who_waits_again_uses_his_place_in_the_queue_up() -> None:
    lobby = SampleLobby(limits=LobbyLimits(seats_per_player=1))
    lobby.give(player(3), 1_000)
    table = lobby.full(1, 2, 3)
    lost(lobby, 3, table)
    lobby.spend(player(3), 1)
    assert isinstance(lobby.want(3), Queued)
    lobby.give(player(3), 1)
    restore(lobby, 3, table)
    assert lobby.queued(player(3)) == ()
    assert lobby.waiting[NL10] == 0


@rule("CASH-01")
def test_an_edition_without_this_override_restores_nothing() -> None:
    lobby = SampleLobby("en-2.7", ("CASH-01", "overrides", ["void_hand", "move_money"]))
    table = lobby.full(1, 2)
    refusal = refused(lobby, 3, table)
    assert (refusal.rule, refusal.reason) == ("CASH-01", "not_in_this_edition")
    assert set(SampleLobby().rules.conduct.overrides) == set(ALL)


@rule("CASH-01", "CASH-04", "CRASH-02")
def test_a_table_that_gives_no_seats_restores_none() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2, 3)
    with pytest.raises(SeatRefused, match="no such table"):
        restore(lobby, 4, TableId(99))
    assert refused(lobby, 1, table).reason == "already_seated_here"
    lobby.offer_no_more(table, lobby.now_ms)
    frozen = refused(lobby, 4, table)
    assert (frozen.rule, frozen.reason) == ("CRASH-02", "table_is_frozen")
    lobby.offer_again(table, lobby.now_ms)
    lobby.deal_at(table)
    lobby.close_table(table, lobby.now_ms)
    assert refused(lobby, 4, table).reason == "table_is_closing"


@rule("CASH-01", "CASH-05")
def test_a_seat_that_is_not_free_is_refused_with_those_that_are() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2, 3, 4, 5)
    (free,) = lobby.table(table).free_seats
    for taken in (lobby.seat_of(table, 1).seat, 0, 7):
        assert refused(lobby, 6, table, taken).details == {"free": [free]}
    restore(lobby, 6, table)
    refusal = refused(lobby, 7, table)
    assert (refusal.reason, refusal.details) == ("seat_is_not_free", {"free": []})


@rule("CASH-01", "RAT-02")
def test_who_cannot_bring_what_he_left_with_is_refused() -> None:
    lobby = SampleLobby()
    lobby.give(player(3), 1_000)
    table = lobby.full(1, 2, 3)
    lost(lobby, 3, table)
    lobby.spend(player(3), 1)
    refusal = refused(lobby, 3, table)
    assert (refusal.rule, refusal.reason) == ("RAT-02", "not_enough_money")
    assert refusal.details == {"from": 1_000}


@rule("CASH-01", "AMB-39", "BANZ-08")
def test_no_override_reaches_beyond_the_limits_on_seats() -> None:
    lobby = SampleLobby(limits=LobbyLimits(seats_per_player=1))
    table = lobby.full(1, 2)
    lobby.full(3)
    assert refused(lobby, 3, table).reason == "too_many_tables"
    banzai = lobby.full(4, 5, key=BANZAI_NL5)
    lobby.exclude(player(6), lobby.now_ms, excluded=True)
    refusal = refused(lobby, 6, banzai)
    assert (refusal.rule, refusal.reason) == ("BANZ-08", "banzai_excluded")
