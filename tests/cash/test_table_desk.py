"""What a table tells the lobby, and what it does with the lobby's messages, however late."""

import pytest

from cardroom.cash.messages import (
    CloseTable,
    NextBigBlindAsked,
    PlayerArrived,
    PlayerGone,
    PlayerSatOut,
    RemovePlayer,
    SeatNotTaken,
    SitOutEverywhere,
    TableReport,
    ToLobby,
)
from cardroom.cash.table_desk import TableDesk
from cardroom.errors import SeatRefused
from cardroom.ledger import TableId
from tests.cash.lobbies import NL25, SampleLobby, player
from tests.rule import rule

TABLE = TableId(1)
HERO = player(11)


def seated() -> tuple[SampleLobby, TableDesk]:
    """Three players at a table, with nothing left to say."""
    lobby = SampleLobby()
    lobby.full(11, 12, 13)
    return lobby, lobby.front._desks[TABLE]


def said(lobby: SampleLobby, desk: TableDesk) -> list[ToLobby]:
    return desk.reports.take(lobby.now_ms)


def everywhere(lobby: SampleLobby, *, began_at: int) -> SitOutEverywhere:
    return SitOutEverywhere(
        player=HERO,
        cause="player",
        began_at=TableId(began_at),
        at_ms=lobby.now_ms,
        until_ms=lobby.now_ms + 500_000,
    )


def test_a_table_reports_who_sits_there_when_that_is_different_and_not_otherwise() -> None:
    lobby, desk = seated()
    desk.leave(player(13), lobby.now_ms)
    (report,) = said(lobby, desk)
    assert isinstance(report, TableReport)
    assert {one.player for one in report.taken} == {11, 12}
    assert (report.ready, report.needed) == (2, 3)
    desk.table.set_auto_top_up(HERO, on=False)
    desk.process_events(lobby.now_ms)
    assert said(lobby, desk) == []


def test_a_hand_is_no_news_for_the_lobby_but_for_the_first() -> None:
    lobby, desk = seated()
    lobby.walk(TABLE)
    deal = desk.plan(lobby.now_ms, lobby.chance.randrange)
    assert deal is not None
    assert lobby.front.lobby.table(TABLE).needed == 2
    lobby.walk(TABLE)
    assert said(lobby, desk) == []


@rule("CASH-04", "AMB-65")
def test_a_buy_in_that_the_table_refuses_leaves_the_seat_offered() -> None:
    lobby, desk = seated()
    free = desk.table.free_seats[0]
    with pytest.raises(SeatRefused):
        desk.buy_in(player(14), free, 1, lobby.now_ms)
    refused = SeatNotTaken(table=TABLE, player=player(14), at_ms=lobby.now_ms)
    assert said(lobby, desk) == [refused]


@rule("SIT-04", "AMB-62")
def test_who_came_back_before_the_lobbys_word_arrived_plays_on() -> None:
    lobby, desk = seated()
    desk.sit_out(HERO, lobby.now_ms)
    assert PlayerSatOut(table=TABLE, player=HERO, cause="player", at_ms=lobby.now_ms) in said(
        lobby, desk
    )
    desk.come_back(HERO, lobby.now_ms)
    desk.receive(everywhere(lobby, began_at=TABLE), lobby.now_ms)
    assert not desk.table.occupant(HERO).is_out


@rule("SIT-04", "SIT-06", "AMB-61")
def test_the_lobbys_word_sets_the_deadline_where_it_began_and_sits_out_elsewhere() -> None:
    lobby, desk = seated()
    desk.sit_out(HERO, lobby.now_ms)
    desk.receive(everywhere(lobby, began_at=TABLE), lobby.now_ms)
    assert desk.table.occupant(HERO).out_until_ms == lobby.now_ms + 500_000
    desk.come_back(HERO, lobby.now_ms)
    desk.receive(everywhere(lobby, began_at=7), lobby.now_ms)
    assert desk.table.occupant(HERO).is_out


@rule("SIT-05")
def test_the_next_big_blind_is_passed_on_once() -> None:
    lobby, desk = seated()
    desk.next_big_blind(HERO, lobby.now_ms, on=True)
    asked = NextBigBlindAsked(table=TABLE, player=HERO, on=True, at_ms=lobby.now_ms)
    assert said(lobby, desk) == [asked]


@rule("TIME-01", "AMB-70")
def test_what_is_wanted_of_somebody_who_has_left_meanwhile_changes_nothing() -> None:
    lobby, desk = seated()
    desk.leave(HERO, lobby.now_ms)
    said(lobby, desk)
    before = desk.table.occupants.copy()
    for message in (
        PlayerGone(player=HERO, at_ms=lobby.now_ms),
        PlayerArrived(player=HERO, at_ms=lobby.now_ms),
        RemovePlayer(player=HERO, at_ms=lobby.now_ms),
        everywhere(lobby, began_at=7),
    ):
        desk.receive(message, lobby.now_ms)
    assert desk.table.occupants == before
    assert said(lobby, desk) == []


def test_a_table_that_closes_in_mid_hand_plays_it_out_and_gives_no_seat() -> None:
    lobby, desk = seated()
    lobby.deal_at(TABLE)
    desk.receive(CloseTable(at_ms=lobby.now_ms), lobby.now_ms)
    assert len(desk.table.players) == 3
    with pytest.raises(SeatRefused, match="closing"):
        desk.buy_in(player(14), desk.table.free_seats[0], 1000, lobby.now_ms)
    lobby.front.close_table(TABLE, lobby.now_ms)
    lobby.fold_out(TABLE)
    assert TABLE not in lobby.front._desks


@rule("TIME-01")
def test_who_is_lost_on_the_way_to_a_table_is_lost_there() -> None:
    lobby = SampleLobby()
    lobby.full(12, 13, 14)
    offer = lobby.offered(11)
    front = lobby.front.lobby
    seat = front.take_offer(HERO, offer.table, lobby.now_ms)
    front.lose_connection(HERO, lobby.now_ms)
    assert front.take_messages() == [], "the lobby does not know of the seat yet"
    desk = lobby.front._desks[offer.table]
    desk.buy_in(HERO, seat, offer.buy_in.most, lobby.now_ms)
    lobby.process_events(offer.table, lobby.now_ms)
    assert desk.table.occupant(HERO).connection.is_lost


@rule("CASH-04")
def test_an_offer_that_is_being_taken_neither_lapses_nor_is_taken_twice() -> None:
    lobby = SampleLobby()
    table = lobby.open(NL25)
    offer = lobby.offered(11, NL25)
    front = lobby.front.lobby
    front.take_offer(HERO, table, lobby.now_ms)
    for refused in (front.take_offer, front.decline):
        with pytest.raises(SeatRefused, match="no seat offered"):
            refused(HERO, table, lobby.now_ms)
    lobby.wait(120)
    assert lobby.offers_of(HERO) == (offer,)
    front.receive(SeatNotTaken(table=table, player=HERO, at_ms=lobby.now_ms))
    assert lobby.offers_of(HERO) == (), "its time was over meanwhile"


@rule("AMB-24")
def test_stacks_that_were_put_right_are_reported_when_they_change_who_is_ready() -> None:
    lobby, desk = seated()
    desk.table.occupant(HERO).stack = 0
    assert said(lobby, desk) == []
    desk.reports.look_again()
    (report,) = said(lobby, desk)
    assert isinstance(report, TableReport)
    assert report.ready == 2
