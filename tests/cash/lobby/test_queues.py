"""The queue of a stake: who waits, who is served first, and when a table opens."""

import pytest

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby_events import (
    Queued,
    QueueLeft,
    SeatOffered,
    TableOpened,
)
from cardroom.errors import SeatRefused
from tests.cash.lobbies import (
    BANZAI_NL5,
    NL10,
    NL25,
    SIX,
    SampleLobby,
    place,
    player,
)
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE


@rule("CASH-06")
@pytest.mark.parametrize("name", ONLINE)
def test_without_a_free_seat_the_player_waits_is_told_the_place_and_may_leave(name: str) -> None:
    lobby = SampleLobby(name)
    lobby.full(*SIX)
    first, second = lobby.want(1), lobby.want(2)
    assert (place(first), place(second)) == (1, 2)
    assert isinstance(first, Queued)
    lobby.leave_queue(player(1), first.entry)
    assert lobby.queued(player(1)) == ()
    assert [queued.place for queued in lobby.queued(player(2))] == [1]
    assert QueueLeft(player=player(1), stake=NL10, entry=first.entry, cause="player") in (
        lobby.lobby_events()
    )
    with pytest.raises(SeatRefused, match="not waiting"):
        lobby.leave_queue(player(1), first.entry)


@rule("CASH-06")
def test_nobody_leaves_the_queue_for_somebody_else() -> None:
    lobby = SampleLobby()
    lobby.full(*SIX)
    waiting = lobby.want(1)
    assert isinstance(waiting, Queued)
    with pytest.raises(SeatRefused, match="not waiting"):
        lobby.leave_queue(player(2), waiting.entry)
    assert len(lobby.queued(player(1))) == 1


@rule("AMB-39", "CASH-06")
@pytest.mark.parametrize("name", ONLINE)
def test_a_seat_that_opens_goes_to_the_first_in_the_queue(name: str) -> None:
    lobby = SampleLobby(name)
    table = lobby.full(*SIX)
    lobby.want(1)
    lobby.want(2)
    freed = lobby.seat_of(table, 13).seat
    lobby.leave(player(13), table, lobby.now_ms)
    (offer,) = lobby.offers_of(player(1))
    assert (offer.table, offer.seat) == (table, freed)
    assert lobby.queued(player(1)) == ()
    assert [queued.place for queued in lobby.queued(player(2))] == [1]


@rule("AMB-39")
def test_a_seat_that_opens_passes_over_who_sits_there() -> None:
    lobby = SampleLobby()
    table = lobby.full(*SIX)
    lobby.want(11)
    lobby.want(1)
    lobby.leave(player(13), table, lobby.now_ms)
    assert [queued.place for queued in lobby.queued(player(11))] == [1]
    assert len(lobby.offers_of(player(1))) == 1


@rule("AMB-39", "CASH-06")
@pytest.mark.parametrize("name", ONLINE)
def test_three_different_players_who_wait_open_a_table(name: str) -> None:
    lobby = SampleLobby(name)
    assert place(lobby.want(1)) == 1
    assert place(lobby.want(1)) == 2
    assert place(lobby.want(2)) == 3
    lobby.take_news()
    offer = lobby.want(3)
    assert isinstance(offer, SeatOffered)
    events = lobby.lobby_events()
    assert sum(isinstance(event, TableOpened) for event in events) == 1
    offered = [event for event in events if isinstance(event, SeatOffered)]
    assert [event.player for event in offered] == [1, 2, 3]
    assert {event.table for event in offered} == {offer.table}
    assert len({event.seat for event in offered}) == 3
    assert len(lobby.queued(player(1))) == 1


@rule("AMB-39")
def test_the_queue_is_per_stake() -> None:
    lobby = SampleLobby()
    lobby.want(1, NL10)
    lobby.want(2, NL10)
    assert place(lobby.want(3, NL25)) == 1
    assert lobby.tables == ()


@rule("AMB-39", "CASH-06")
def test_a_house_may_allow_one_queue_entry_for_each_stake() -> None:
    lobby = SampleLobby("en-2.7", ("AMB-39", "several_queue_entries", False))
    lobby.want(1)
    with pytest.raises(SeatRefused, match="waiting already"):
        lobby.want(1)
    assert place(lobby.want(1, NL25)) == 1
    assert len(lobby.queued(player(1))) == 2


@rule("AMB-39")
def test_how_many_players_open_a_table_is_a_switch() -> None:
    lobby = SampleLobby("en-2.7", ("AMB-39", "players_to_open", 2))
    lobby.want(1)
    assert isinstance(lobby.want(2), SeatOffered)


@rule("AMB-39")
def test_who_waits_and_has_spent_the_money_opens_no_table_and_keeps_the_place() -> None:
    lobby = SampleLobby()
    lobby.give(player(1), 500)
    lobby.want(1)
    lobby.want(2)
    lobby.spend(player(1), 500)
    assert place(lobby.want(3)) == 3
    lobby.give(player(1), 500)
    lobby.wait(1)
    assert [len(lobby.offers_of(player(number))) for number in (1, 2, 3)] == [1, 1, 1]


@rule("AMB-21", "CASH-06")
def test_who_waits_for_the_last_table_of_the_limit_is_served_when_a_seat_opens() -> None:
    lobby = SampleLobby("en-2.2")
    lobby.full(1, key=BANZAI_NL5)
    assert place(lobby.want(1, BANZAI_NL5)) == 1
    table = lobby.open(BANZAI_NL5)
    assert [offer.table for offer in lobby.offers_of(player(1))] == [table]


@rule("AMB-21", "BANZ-04")
def test_where_queue_entries_do_not_count_the_queue_still_seats_nobody_over_the_limit() -> None:
    lobby = SampleLobby("en-2.2", ("AMB-21", "table_limit_counts", ["seat", "seat_in_sit_out"]))
    lobby.full(1, key=BANZAI_NL5)
    assert [place(lobby.want(1, BANZAI_NL5)) for _ in range(3)] == [1, 2, 3]
    lobby.open(BANZAI_NL5)
    lobby.open(BANZAI_NL5)
    assert len(lobby.offers_of(player(1))) == 1
    assert len(lobby.queued(player(1))) == 2


def test_the_number_of_tables_is_limited_and_the_queue_then_grows() -> None:
    lobby = SampleLobby(limits=LobbyLimits(tables=1))
    lobby.full(*SIX)
    with pytest.raises(SeatRefused, match="too many tables"):
        lobby.open()
    assert [place(lobby.want(number)) for number in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert len(lobby.tables) == 1


@rule("CASH-04", "AMB-39")
@pytest.mark.parametrize("name", ONLINE)
def test_newcomers_are_seated_where_three_play_and_never_at_the_table_that_emptied(
    name: str,
) -> None:
    lobby = SampleLobby(name)
    playing, emptied = lobby.full(11, 12, 13), lobby.full(14, 15, 16)
    lobby.walk(playing)
    lobby.walk(emptied)
    for number in (14, 15, 16):
        lobby.leave(player(number), emptied, lobby.now_ms)
    assert [lobby.offered(number).table for number in (1, 2, 3)] == [playing] * 3
    assert place(lobby.want(4)) == 1, "too few for another table: wait, and know it"


@rule("CASH-06", "AMB-39")
def test_too_few_wait_beside_an_emptied_table_and_the_third_fills_it() -> None:
    lobby = SampleLobby()
    table = lobby.full(11, 12, 13)
    lobby.walk(table)
    for number in (11, 12, 13):
        lobby.leave(player(number), table, lobby.now_ms)
    assert (place(lobby.want(1)), place(lobby.want(2))) == (1, 2)
    assert lobby.gathered(NL10) == 2
    assert lobby.offered(3).table == table
    assert [len(lobby.offers_of(player(number))) for number in (1, 2)] == [1, 1]


@rule("CASH-06", "CASH-07", "AMB-39")
def test_who_is_left_alone_at_a_table_gets_company_when_two_wait() -> None:
    lobby = SampleLobby()
    table = lobby.full(11, 12, 13)
    lobby.walk(table)
    lobby.leave(player(13), table, lobby.now_ms)
    lobby.walk(table)
    lobby.leave(player(12), table, lobby.now_ms)
    assert lobby.table(table).needed == 3
    assert place(lobby.want(1)) == 1
    assert lobby.gathered(NL10) == 2
    assert lobby.offered(2).table == table
    assert [offer.table for offer in lobby.offers_of(player(1))] == [table]


@rule("CASH-07", "AMB-39", "SIT-01")
def test_who_comes_back_from_sitting_out_makes_room_for_those_who_wait() -> None:
    lobby = SampleLobby()
    table = lobby.full(11, 12)
    lobby.sit_out(player(11), table, lobby.now_ms)
    lobby.walk(lobby.full(14, 15, 16))
    lobby.wait(1)
    lobby.sit_out(player(12), table, lobby.now_ms)
    assert lobby.table(table).ready == 0
    lobby.come_back(player(11), table, lobby.now_ms)
    lobby.come_back(player(12), table, lobby.now_ms)
    assert lobby.table(table).ready == 2
    tables = {lobby.offered(number).table for number in range(20, 27)}
    assert table in tables
