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
    House,
    place,
    player,
)
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE


@rule("CASH-06")
@pytest.mark.parametrize("name", ONLINE)
def test_without_a_free_seat_the_player_waits_is_told_the_place_and_may_leave(name: str) -> None:
    house = House(name)
    house.full(*SIX)
    first, second = house.want(1), house.want(2)
    assert (place(first), place(second)) == (1, 2)
    assert isinstance(first, Queued)
    house.leave_queue(player(1), first.entry)
    assert house.queued(player(1)) == ()
    assert [queued.place for queued in house.queued(player(2))] == [1]
    assert QueueLeft(player=player(1), stake=NL10, entry=first.entry, cause="player") in (
        house.told()
    )
    with pytest.raises(SeatRefused, match="not waiting"):
        house.leave_queue(player(1), first.entry)


@rule("CASH-06")
def test_nobody_leaves_the_queue_for_somebody_else() -> None:
    house = House()
    house.full(*SIX)
    waiting = house.want(1)
    assert isinstance(waiting, Queued)
    with pytest.raises(SeatRefused, match="not waiting"):
        house.leave_queue(player(2), waiting.entry)
    assert len(house.queued(player(1))) == 1


@rule("AMB-39", "CASH-06")
@pytest.mark.parametrize("name", ONLINE)
def test_a_seat_that_opens_goes_to_the_first_in_the_queue(name: str) -> None:
    house = House(name)
    table = house.full(*SIX)
    house.want(1)
    house.want(2)
    freed = house.seat_of(table, 13).seat
    house.leave(player(13), table, house.now_ms)
    (offer,) = house.offers_of(player(1))
    assert (offer.table, offer.seat) == (table, freed)
    assert house.queued(player(1)) == ()
    assert [queued.place for queued in house.queued(player(2))] == [1]


@rule("AMB-39")
def test_a_seat_that_opens_passes_over_who_sits_there() -> None:
    house = House()
    table = house.full(*SIX)
    house.want(11)
    house.want(1)
    house.leave(player(13), table, house.now_ms)
    assert [queued.place for queued in house.queued(player(11))] == [1]
    assert len(house.offers_of(player(1))) == 1


@rule("AMB-39", "CASH-06")
@pytest.mark.parametrize("name", ONLINE)
def test_three_different_players_who_wait_open_a_table(name: str) -> None:
    house = House(name)
    assert place(house.want(1)) == 1
    assert place(house.want(1)) == 2
    assert place(house.want(2)) == 3
    house.take_news()
    offer = house.want(3)
    assert isinstance(offer, SeatOffered)
    told = house.told()
    assert sum(isinstance(event, TableOpened) for event in told) == 1
    offered = [event for event in told if isinstance(event, SeatOffered)]
    assert [event.player for event in offered] == [1, 2, 3]
    assert {event.table for event in offered} == {offer.table}
    assert len({event.seat for event in offered}) == 3
    assert len(house.queued(player(1))) == 1


@rule("AMB-39")
def test_the_queue_is_per_stake() -> None:
    house = House()
    house.want(1, NL10)
    house.want(2, NL10)
    assert place(house.want(3, NL25)) == 1
    assert house.tables == ()


@rule("AMB-39", "CASH-06")
def test_a_house_may_allow_one_queue_entry_for_each_stake() -> None:
    house = House("en-2.7", ("AMB-39", "several_queue_entries", False))
    house.want(1)
    with pytest.raises(SeatRefused, match="waiting already"):
        house.want(1)
    assert place(house.want(1, NL25)) == 1
    assert len(house.queued(player(1))) == 2


@rule("AMB-39")
def test_how_many_players_open_a_table_is_a_switch() -> None:
    house = House("en-2.7", ("AMB-39", "players_to_open", 2))
    house.want(1)
    assert isinstance(house.want(2), SeatOffered)


@rule("AMB-39")
def test_who_waits_and_has_spent_the_money_opens_no_table_and_keeps_the_place() -> None:
    house = House()
    house.give(player(1), 500)
    house.want(1)
    house.want(2)
    house.spend(player(1), 500)
    assert place(house.want(3)) == 3
    house.give(player(1), 500)
    house.wait(1)
    assert [len(house.offers_of(player(number))) for number in (1, 2, 3)] == [1, 1, 1]


@rule("AMB-21", "CASH-06")
def test_who_waits_for_the_last_table_of_the_limit_is_served_when_a_seat_opens() -> None:
    house = House("en-2.2")
    house.full(1, key=BANZAI_NL5)
    assert place(house.want(1, BANZAI_NL5)) == 1
    table = house.open(BANZAI_NL5)
    assert [offer.table for offer in house.offers_of(player(1))] == [table]


@rule("AMB-21", "BANZ-04")
def test_where_queue_entries_do_not_count_the_queue_still_seats_nobody_over_the_limit() -> None:
    house = House("en-2.2", ("AMB-21", "table_limit_counts", ["seat", "seat_in_sit_out"]))
    house.full(1, key=BANZAI_NL5)
    assert [place(house.want(1, BANZAI_NL5)) for _ in range(3)] == [1, 2, 3]
    house.open(BANZAI_NL5)
    house.open(BANZAI_NL5)
    assert len(house.offers_of(player(1))) == 1
    assert len(house.queued(player(1))) == 2


def test_the_number_of_tables_is_limited_and_the_queue_then_grows() -> None:
    house = House(limits=LobbyLimits(tables=1))
    house.full(*SIX)
    with pytest.raises(SeatRefused, match="too many tables"):
        house.open()
    assert [place(house.want(number)) for number in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert len(house.tables) == 1


@rule("CASH-04", "AMB-39")
@pytest.mark.parametrize("name", ONLINE)
def test_newcomers_are_seated_where_three_play_and_never_at_the_table_that_emptied(
    name: str,
) -> None:
    house = House(name)
    playing, emptied = house.full(11, 12, 13), house.full(14, 15, 16)
    house.walk(playing)
    house.walk(emptied)
    for number in (14, 15, 16):
        house.leave(player(number), emptied, house.now_ms)
    assert [house.offered(number).table for number in (1, 2, 3)] == [playing] * 3
    assert place(house.want(4)) == 1, "too few for another table: wait, and know it"


@rule("CASH-06", "AMB-39")
def test_too_few_wait_beside_an_emptied_table_and_the_third_fills_it() -> None:
    house = House()
    table = house.full(11, 12, 13)
    house.walk(table)
    for number in (11, 12, 13):
        house.leave(player(number), table, house.now_ms)
    assert (place(house.want(1)), place(house.want(2))) == (1, 2)
    assert house.gathered(NL10) == 2
    assert house.offered(3).table == table
    assert [len(house.offers_of(player(number))) for number in (1, 2)] == [1, 1]


@rule("CASH-06", "CASH-07", "AMB-39")
def test_who_is_left_alone_at_a_table_gets_company_when_two_wait() -> None:
    house = House()
    table = house.full(11, 12, 13)
    house.walk(table)
    house.leave(player(13), table, house.now_ms)
    house.walk(table)
    house.leave(player(12), table, house.now_ms)
    assert house.table(table).needed == 3
    assert place(house.want(1)) == 1
    assert house.gathered(NL10) == 2
    assert house.offered(2).table == table
    assert [offer.table for offer in house.offers_of(player(1))] == [table]


@rule("CASH-07", "AMB-39", "SIT-01")
def test_who_comes_back_from_sitting_out_makes_room_for_those_who_wait() -> None:
    house = House()
    table = house.full(11, 12)
    house.sit_out(player(11), table, house.now_ms)
    house.walk(house.full(14, 15, 16))
    house.wait(1)
    house.sit_out(player(12), table, house.now_ms)
    assert house.table(table).ready == 0
    house.come_back(player(11), table, house.now_ms)
    house.come_back(player(12), table, house.now_ms)
    assert house.table(table).ready == 2
    tables = {house.offered(number).table for number in range(20, 27)}
    assert table in tables
