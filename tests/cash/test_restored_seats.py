"""A player who lost a seat wrongly is offered it again, by the operator's word."""

import pytest

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby_events import OfferLapsed, Queued, SeatOffered
from cardroom.errors import OperatorRefused, Refused, SeatRefused
from cardroom.ledger import TableId
from tests.cash.lobbies import BANZAI_NL5, NL10, House, player
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE

ALL = ("void_hand", "move_money", "restore_seat")


def restore(house: House, number: int, table: TableId, seat: int | None = None) -> SeatOffered:
    return house.lobby.restore_seat(player(number), table, seat, house.now_ms)


def lost(house: House, number: int, table: TableId) -> int:
    """A player loses his seat: which one it was."""
    seat = house.seat_of(table, number).seat
    house.leave(player(number), table, house.now_ms)
    return seat


def refused(house: House, number: int, table: TableId, seat: int | None = None) -> Refused:
    """The refusal; nothing has changed by it."""
    before = (
        house.offers_of(player(number)),
        house.queued(player(number)),
        house.free_seats(table),
    )
    house.told()
    with pytest.raises((SeatRefused, OperatorRefused)) as refusal:
        restore(house, number, table, seat)
    assert house.told() == []
    places = (house.offers_of(player(number)), house.queued(player(number)))
    assert (*places, house.free_seats(table)) == before
    return refusal.value


@rule("CASH-01", "RAT-02")
@pytest.mark.parametrize(
    ("name", "least"), [(name, 500 if name == "en-2.2" else 1_000) for name in ONLINE]
)
def test_the_seat_is_offered_for_the_stack_that_the_rules_ask_for(name: str, least: int) -> None:
    house = House(name)
    table = house.full(1, 2, 3)
    seat = lost(house, 3, table)
    offer = restore(house, 3, table, seat)
    assert (offer.table, offer.seat, offer.until_ms) == (table, seat, house.now_ms + 60_000)
    assert (offer.buy_in.least, offer.buy_in.most, offer.buy_in.rule) == (least, 1_000, "RAT-02")
    house.buy_in(player(3), table, 1_000, house.now_ms)
    assert house.seat_of(table, 3).seat == seat


@rule("CASH-01", "CASH-04", "AMB-39")
def test_queue_and_chance_are_passed_over() -> None:
    house = House()
    table = house.full(1, 2, 3)
    house.full(4)
    assert isinstance(house.want(1), SeatOffered)
    waiting = house.want(1)
    assert isinstance(waiting, Queued)
    lost(house, 3, table)
    assert restore(house, 3, table).table == table
    assert house.queued(player(1)) == (waiting,)


@rule("CASH-01")
def test_a_seat_that_is_not_taken_in_time_goes_to_the_others() -> None:
    house = House()
    table = house.full(1, 2, 3, 4, 5, 6)
    seat = lost(house, 6, table)
    restore(house, 6, table)
    assert isinstance(house.want(7), Queued)
    house.told()
    house.wait(60)
    lapsed, offered = house.told()
    assert lapsed == OfferLapsed(player=player(6), table=table, seat=seat, cause="too_late")
    assert isinstance(offered, SeatOffered)
    assert (offered.player, offered.seat) == (player(7), seat)


@rule("CASH-01")
def test_the_same_word_again_is_the_same_offer_and_another_seat_is_refused() -> None:
    house = House()
    table = house.full(1, 2, 3)
    offer = restore(house, 4, table)
    house.wait(5)
    assert restore(house, 4, table) == restore(house, 4, table, offer.seat) == offer
    assert house.free_seats(table) == 2
    other = next(one for one in house.table(table).free_seats if one != offer.seat)
    assert refused(house, 4, table, other).reason == "seat_offered_already"


@rule("CASH-01", "AMB-39")
def test_who_waits_again_uses_his_place_in_the_queue_up() -> None:
    house = House(limits=LobbyLimits(seats_per_player=1))
    house.give(player(3), 1_000)
    table = house.full(1, 2, 3)
    lost(house, 3, table)
    house.spend(player(3), 1)
    assert isinstance(house.want(3), Queued)
    house.give(player(3), 1)
    restore(house, 3, table)
    assert house.queued(player(3)) == ()
    assert house.waiting[NL10] == 0


@rule("CASH-01")
def test_an_edition_without_this_override_restores_nothing() -> None:
    house = House("en-2.7", ("CASH-01", "overrides", ["void_hand", "move_money"]))
    table = house.full(1, 2)
    refusal = refused(house, 3, table)
    assert (refusal.rule, refusal.reason) == ("CASH-01", "not_in_this_edition")
    assert set(House().rules.conduct.overrides) == set(ALL)


@rule("CASH-01", "CASH-04", "CRASH-02")
def test_a_table_that_gives_no_seats_restores_none() -> None:
    house = House()
    table = house.full(1, 2, 3)
    with pytest.raises(SeatRefused, match="no such table"):
        restore(house, 4, TableId(99))
    assert refused(house, 1, table).reason == "already_seated_here"
    house.offer_no_more(table, house.now_ms)
    frozen = refused(house, 4, table)
    assert (frozen.rule, frozen.reason) == ("CRASH-02", "table_is_frozen")
    house.offer_again(table, house.now_ms)
    house.deal_at(table)
    house.close_table(table, house.now_ms)
    assert refused(house, 4, table).reason == "table_is_closing"


@rule("CASH-01", "CASH-05")
def test_a_seat_that_is_not_free_is_refused_with_those_that_are() -> None:
    house = House()
    table = house.full(1, 2, 3, 4, 5)
    (free,) = house.table(table).free_seats
    for taken in (house.seat_of(table, 1).seat, 0, 7):
        assert refused(house, 6, table, taken).details == {"free": [free]}
    restore(house, 6, table)
    refusal = refused(house, 7, table)
    assert (refusal.reason, refusal.details) == ("seat_is_not_free", {"free": []})


@rule("CASH-01", "RAT-02")
def test_who_cannot_bring_what_he_left_with_is_refused() -> None:
    house = House()
    house.give(player(3), 1_000)
    table = house.full(1, 2, 3)
    lost(house, 3, table)
    house.spend(player(3), 1)
    refusal = refused(house, 3, table)
    assert (refusal.rule, refusal.reason) == ("RAT-02", "not_enough_money")
    assert refusal.details == {"from": 1_000}


@rule("CASH-01", "AMB-39", "BANZ-08")
def test_no_override_reaches_beyond_the_limits_on_seats() -> None:
    house = House(limits=LobbyLimits(seats_per_player=1))
    table = house.full(1, 2)
    house.full(3)
    assert refused(house, 3, table).reason == "too_many_tables"
    banzai = house.full(4, 5, key=BANZAI_NL5)
    house.exclude(player(6), house.now_ms, excluded=True)
    refusal = refused(house, 6, banzai)
    assert (refusal.rule, refusal.reason) == ("BANZ-08", "banzai_excluded")
