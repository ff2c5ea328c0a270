"""Stakes, not tables: the assignment, the queue, new tables, and the limits on both."""

from collections import Counter

import pytest

from cardroom.cash.hall import LobbyLimits
from cardroom.cash.lobby_events import (
    EntryNumber,
    OfferLapsed,
    Queued,
    QueueLeft,
    SeatOffered,
    TableOpened,
)
from cardroom.errors import SeatRefused
from cardroom.rulebook.cash import StakeKey
from tests.cash.lobbies import (
    BANZAI_NL1,
    BANZAI_NL5,
    DEEP,
    NL10,
    NL25,
    House,
    player,
)
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE

SIX = (11, 12, 13, 14, 15, 16)


def place(answer: SeatOffered | Queued) -> int:
    assert isinstance(answer, Queued)
    return answer.place


@rule("CASH-04", "AMB-39")
@pytest.mark.parametrize("name", ONLINE)
def test_the_player_names_a_stake_and_is_offered_a_seat_with_its_legal_buy_in(name: str) -> None:
    house = House(name)
    table = house.open()
    offer = house.offered(1)
    assert (offer.table, offer.stake) == (table, NL10)
    assert 1 <= offer.seat <= 6
    assert (offer.buy_in.least, offer.buy_in.most) == (500, 1000)
    assert offer.until_ms == house.now_ms + 60_000
    assert house.offers_of(player(1)) == (offer,)


@rule("CASH-19", "AMB-06")
@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("en-2.2", DEEP),
        ("en-2.2", StakeKey("nl-holdem", "banzai", 250, 500)),
        ("en-2.7", StakeKey("nl-holdem", "banzai", 500, 1000)),
        ("nl-3.0", StakeKey("nl-holdem", "ordinary", 7, 14)),
    ],
)
def test_a_stake_that_the_edition_does_not_offer_is_refused(name: str, key: StakeKey) -> None:
    with pytest.raises(SeatRefused) as refusal:
        House(name).want(1, key)
    assert (refusal.value.rule, refusal.value.reason) == ("CASH-19", "no_such_stake")


@rule("CASH-04", "RAT-01", "AMB-39")
def test_emptier_and_known_tables_are_likelier_as_their_weights_say() -> None:
    house = House()
    known = house.full(1, 2, 3, 4, 5)
    house.leave(player(5), known, house.now_ms)
    emptier, fuller = house.full(6, 7), house.full(8, 9, 10, 11, 12)
    seen: Counter[int] = Counter()
    draws = iter(range(4 * 2 + 4 + 1))
    for drawn in draws:
        house._below = lambda total, drawn=drawn: drawn if total == 13 else 0  # type: ignore[misc]
        offer = house.offered(5)
        seen[offer.table] += 1
        house.decline(player(5), offer.table, house.now_ms)
    assert seen == {known: 8, emptier: 4, fuller: 1}


@rule("AMB-39")
def test_every_free_seat_of_the_table_is_as_likely() -> None:
    house = House()
    table = house.full(1, 2)
    free = house.table(table).free_seats
    seats = []
    for drawn in range(4):
        house._below = lambda total, drawn=drawn: drawn % total  # type: ignore[misc]
        seats.append(house.offered(9).seat)
        house.decline(player(9), table, house.now_ms)
    assert seats == free


@rule("CASH-04", "AMB-39")
def test_nobody_is_offered_a_second_seat_at_a_table() -> None:
    house = House()
    first, second = house.open(), house.open()
    assert {house.offered(1).table, house.sit(1)} == {first, second}
    assert place(house.want(1)) == 1


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


@rule("CASH-05", "BANZ-05", "AMB-19")
@pytest.mark.parametrize(
    ("name", "key", "seats"),
    [*((name, NL10, 6) for name in ONLINE), ("en-2.2", BANZAI_NL5, 6)]
    + [(name, BANZAI_NL5, 5) for name in ("fr-2.2", "en-2.7", "nl-3.0")],
)
def test_a_table_takes_as_many_players_as_it_has_seats(
    name: str, key: StakeKey, seats: int
) -> None:
    house = House(name)
    table = house.open(key)
    offers = [house.offered(number, key) for number in range(1, seats + 1)]
    assert {offer.table for offer in offers} == {table}
    assert sorted(offer.seat for offer in offers) == list(range(1, seats + 1))
    assert place(house.want(99, key)) == 1


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


def test_an_offered_seat_is_kept_for_a_minute_and_then_goes_to_the_next() -> None:
    house = House()
    table = house.full(*SIX[:5])
    offer = house.offered(1)
    house.want(2)
    house.wait(59.999)
    assert house.offers_of(player(1)) == (offer,)
    house.take_news()
    house.wait(0.001)
    assert house.offers_of(player(1)) == ()
    assert [kept.seat for kept in house.offers_of(player(2))] == [offer.seat]
    lapsed = OfferLapsed(player=player(1), table=table, seat=offer.seat, cause="too_late")
    assert lapsed in house.told()
    with pytest.raises(SeatRefused, match="no seat offered"):
        house.buy_in(player(1), table, 1000, house.now_ms)


def test_a_buy_in_that_comes_too_late_is_refused_even_before_the_seat_was_taken_back() -> None:
    house = House()
    house.open()
    offer = house.offered(1)
    with pytest.raises(SeatRefused, match="no seat offered"):
        house.buy_in(player(1), offer.table, 1000, offer.until_ms)
    house.buy_in(player(1), offer.table, 1000, offer.until_ms - 1)


def test_a_declined_seat_goes_to_the_next() -> None:
    house = House()
    table = house.full(*SIX[:5])
    house.want(1)
    house.want(2)
    house.decline(player(1), table, house.now_ms)
    assert len(house.offers_of(player(2))) == 1
    with pytest.raises(SeatRefused, match="no seat offered"):
        house.decline(player(1), table, house.now_ms)


@rule("AMB-65", "CASH-16")
def test_who_cannot_pay_the_least_buy_in_of_the_stake_is_refused() -> None:
    house = House()
    house.open()
    house.give(player(1), 499)
    with pytest.raises(SeatRefused) as refusal:
        house.want(1)
    assert (refusal.value.reason, refusal.value.details) == ("not_enough_money", {"from": 500})
    house.give(player(1), 1)
    assert isinstance(house.want(1), SeatOffered)


@rule("AMB-65", "RAT-02")
def test_a_table_whose_rejoin_the_player_cannot_pay_is_passed_over_for_another() -> None:
    house = House()
    left = house.full(1, 2, 3)
    house.give(player(9), 1000)
    house.sit_at(left, 9, amount=900)
    house.leave(player(9), left, house.now_ms)
    house.spend(player(9), 400)
    assert place(house.want(9)) == 1
    other = house.open()
    assert [offer.table for offer in house.offers_of(player(9))] == [other]


@rule("AMB-39")
def test_money_for_one_seat_keeps_one_seat() -> None:
    house = House()
    house.open()
    house.open()
    house.give(player(1), 999)
    house.want(1)
    with pytest.raises(SeatRefused, match="not enough money"):
        house.want(1)


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


@rule("BANZ-04", "AMB-21", "HC-52")
@pytest.mark.parametrize(
    ("name", "limit", "other_stake"),
    [("en-2.2", 2, True), ("en-2.7", 4, True), ("fr-2.2", 4, True), ("nl-3.0", 4, False)],
)
def test_one_banzai_table_too_many_is_refused_and_gives_no_place_in_the_queue(
    name: str, limit: int, other_stake: bool
) -> None:
    house = House(name)
    for _ in range(limit):
        house.sit_at(house.open(BANZAI_NL5), 1)
    house.open(BANZAI_NL5)
    house.open(BANZAI_NL1)
    with pytest.raises(SeatRefused) as refusal:
        house.want(1, BANZAI_NL5)
    assert (refusal.value.rule, refusal.value.reason) == ("BANZ-04", "banzai_table_limit")
    assert (house.queued(player(1)), len(house.tables_of(player(1)))) == ((), limit)
    if other_stake:
        assert isinstance(house.want(1, BANZAI_NL1), SeatOffered)
    else:
        with pytest.raises(SeatRefused, match="banzai table limit"):
            house.want(1, BANZAI_NL1)


@rule("AMB-21")
def test_seats_in_sit_out_offered_seats_and_queue_entries_count_toward_the_limit() -> None:
    house = House("en-2.7")
    out = house.full(1, key=BANZAI_NL5)
    house.sit_out(player(1), out, house.now_ms)
    house.open(BANZAI_NL5)
    assert isinstance(house.want(1, BANZAI_NL5), SeatOffered)
    assert place(house.want(1, BANZAI_NL5)) == 1
    entry = house.want(1, BANZAI_NL5)
    with pytest.raises(SeatRefused, match="banzai table limit"):
        house.want(1, BANZAI_NL5)
    assert isinstance(entry, Queued)
    house.leave_queue(player(1), entry.entry)
    assert place(house.want(1, BANZAI_NL5)) == 2


@rule("AMB-21")
def test_a_seat_freed_by_leaving_counts_as_free_at_once() -> None:
    house = House("en-2.2")
    tables = [house.full(1, key=BANZAI_NL5) for _ in range(2)]
    house.open(BANZAI_NL5)
    house.leave(player(1), tables[0], house.now_ms)
    assert isinstance(house.want(1, BANZAI_NL5), SeatOffered)


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


def test_the_number_of_places_of_one_player_is_limited() -> None:
    house = House(limits=LobbyLimits(places_per_player=3))
    house.full(1)
    house.open()
    house.want(1)
    house.want(1)
    with pytest.raises(SeatRefused) as refusal:
        house.want(1)
    assert (refusal.value.reason, refusal.value.details) == ("too_many_tables", {"tables": 3})


def test_the_number_of_tables_is_limited_and_the_queue_then_grows() -> None:
    house = House(limits=LobbyLimits(tables=1))
    house.full(*SIX)
    with pytest.raises(SeatRefused, match="too many tables"):
        house.open()
    assert [place(house.want(number)) for number in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert len(house.tables) == 1


def test_a_refused_request_changes_nothing() -> None:
    house = House(limits=LobbyLimits(places_per_player=1))
    house.want(1)
    house.take_news()
    for refused in (
        lambda: house.want(1),
        lambda: house.want(2, StakeKey("nl-holdem", "ordinary", 1, 1)),
        lambda: house.leave_queue(player(1), EntryNumber(99)),
    ):
        with pytest.raises(SeatRefused):
            refused()
    assert house.take_news() == []
    assert house.queued(player(2)) == ()
    assert [queued.place for queued in house.queued(player(1))] == [1]
