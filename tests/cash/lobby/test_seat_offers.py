"""Stakes, not tables: the assignment of seats, and the limits on it."""

from collections import Counter

import pytest

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby_events import (
    EntryNumber,
    OfferLapsed,
    Queued,
    SeatOffered,
)
from cardroom.errors import SeatRefused
from cardroom.rulebook.cash import StakeKey
from tests.cash.lobbies import (
    BANZAI_NL1,
    BANZAI_NL5,
    DEEP,
    NL10,
    SIX,
    SampleLobby,
    place,
    player,
)
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE


@rule("CASH-04", "AMB-39")
@pytest.mark.parametrize("name", ONLINE)
def test_the_player_names_a_stake_and_is_offered_a_seat_with_its_legal_buy_in(name: str) -> None:
    lobby = SampleLobby(name)
    table = lobby.open()
    offer = lobby.offered(1)
    assert (offer.table, offer.stake) == (table, NL10)
    assert 1 <= offer.seat <= 6
    assert (offer.buy_in.least, offer.buy_in.most) == (500, 1000)
    assert offer.until_ms == lobby.now_ms + 60_000
    assert lobby.offers_of(player(1)) == (offer,)


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
        SampleLobby(name).want(1, key)
    assert (refusal.value.rule, refusal.value.reason) == ("CASH-19", "no_such_stake")


@rule("CASH-04", "RAT-01", "AMB-39")
def test_emptier_and_known_tables_are_likelier_as_their_weights_say() -> None:
    lobby = SampleLobby()
    known = lobby.full(1, 2, 3, 4, 5)
    lobby.leave(player(5), known, lobby.now_ms)
    emptier, fuller = lobby.full(6, 7), lobby.full(8, 9, 10, 11, 12)
    seen: Counter[int] = Counter()
    draws = iter(range(4 * 2 + 4 + 1))
    for drawn in draws:
        lobby.front.lobby._queues._offers._below = lambda total, drawn=drawn: (
            drawn if total == 13 else 0
        )  # type: ignore[misc]
        offer = lobby.offered(5)
        seen[offer.table] += 1
        lobby.decline(player(5), offer.table, lobby.now_ms)
    assert seen == {known: 8, emptier: 4, fuller: 1}


@rule("AMB-39")
def test_every_free_seat_of_the_table_is_as_likely() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2)
    free = lobby.table(table).free_seats
    seats = []
    for drawn in range(4):
        lobby.front.lobby._queues._offers._below = lambda total, drawn=drawn: drawn % total  # type: ignore[misc]
        seats.append(lobby.offered(9).seat)
        lobby.decline(player(9), table, lobby.now_ms)
    assert seats == free


@rule("CASH-04", "AMB-39")
def test_nobody_is_offered_a_second_seat_at_a_table() -> None:
    lobby = SampleLobby()
    first, second = lobby.open(), lobby.open()
    assert {lobby.offered(1).table, lobby.sit(1)} == {first, second}
    assert place(lobby.want(1)) == 1


@rule("CASH-05", "BANZ-05", "AMB-19")
@pytest.mark.parametrize(
    ("name", "key", "seats"),
    [*((name, NL10, 6) for name in ONLINE), ("en-2.2", BANZAI_NL5, 6)]
    + [(name, BANZAI_NL5, 5) for name in ("fr-2.2", "en-2.7", "nl-3.0")],
)
def test_a_table_takes_as_many_players_as_it_has_seats(
    name: str, key: StakeKey, seats: int
) -> None:
    lobby = SampleLobby(name)
    table = lobby.open(key)
    offers = [lobby.offered(number, key) for number in range(1, seats + 1)]
    assert {offer.table for offer in offers} == {table}
    assert sorted(offer.seat for offer in offers) == list(range(1, seats + 1))
    assert place(lobby.want(99, key)) == 1


def test_an_offered_seat_is_kept_for_a_minute_and_then_goes_to_the_next() -> None:
    lobby = SampleLobby()
    table = lobby.full(*SIX[:5])
    offer = lobby.offered(1)
    lobby.want(2)
    lobby.wait(59.999)
    assert lobby.offers_of(player(1)) == (offer,)
    lobby.take_news()
    lobby.wait(0.001)
    assert lobby.offers_of(player(1)) == ()
    assert [kept.seat for kept in lobby.offers_of(player(2))] == [offer.seat]
    lapsed = OfferLapsed(
        player=player(1), table=table, seat=offer.seat, cause="too_late", stake=offer.stake,
        entry=offer.entry,
    )  # fmt: skip
    assert lapsed in lobby.lobby_events()
    with pytest.raises(SeatRefused, match="no seat offered"):
        lobby.buy_in(player(1), table, 1000, lobby.now_ms)


def test_a_buy_in_that_comes_too_late_is_refused_even_before_the_seat_was_taken_back() -> None:
    lobby = SampleLobby()
    lobby.open()
    offer = lobby.offered(1)
    with pytest.raises(SeatRefused, match="no seat offered"):
        lobby.buy_in(player(1), offer.table, 1000, offer.until_ms)
    lobby.buy_in(player(1), offer.table, 1000, offer.until_ms - 1)


def test_a_declined_seat_goes_to_the_next() -> None:
    lobby = SampleLobby()
    table = lobby.full(*SIX[:5])
    lobby.want(1)
    lobby.want(2)
    lobby.decline(player(1), table, lobby.now_ms)
    assert len(lobby.offers_of(player(2))) == 1
    with pytest.raises(SeatRefused, match="no seat offered"):
        lobby.decline(player(1), table, lobby.now_ms)


@rule("AMB-65", "CASH-16")
def test_who_cannot_pay_the_least_buy_in_of_the_stake_is_refused() -> None:
    lobby = SampleLobby()
    lobby.open()
    lobby.give(player(1), 499)
    with pytest.raises(SeatRefused) as refusal:
        lobby.want(1)
    assert (refusal.value.reason, refusal.value.details) == ("not_enough_money", {"from": 500})
    lobby.give(player(1), 1)
    assert isinstance(lobby.want(1), SeatOffered)


@rule("AMB-65", "RAT-02")
def test_a_table_whose_rejoin_the_player_cannot_pay_is_passed_over_for_another() -> None:
    lobby = SampleLobby()
    left = lobby.full(1, 2, 3)
    lobby.give(player(9), 1000)
    lobby.sit_at(left, 9, amount=900)
    lobby.leave(player(9), left, lobby.now_ms)
    lobby.spend(player(9), 400)
    assert place(lobby.want(9)) == 1
    other = lobby.open()
    assert [offer.table for offer in lobby.offers_of(player(9))] == [other]


@rule("AMB-39")
def test_money_for_one_seat_keeps_one_seat() -> None:
    lobby = SampleLobby()
    lobby.open()
    lobby.open()
    lobby.give(player(1), 999)
    lobby.want(1)
    with pytest.raises(SeatRefused, match="not enough money"):
        lobby.want(1)


@rule("BANZ-04", "AMB-21", "HC-52")
@pytest.mark.parametrize(
    ("name", "limit", "other_stake"),
    [("en-2.2", 2, True), ("en-2.7", 4, True), ("fr-2.2", 4, True), ("nl-3.0", 4, False)],
)
def test_one_banzai_table_too_many_is_refused_and_gives_no_place_in_the_queue(
    name: str, limit: int, other_stake: bool
) -> None:
    lobby = SampleLobby(name)
    for _ in range(limit):
        lobby.sit_at(lobby.open(BANZAI_NL5), 1)
    lobby.open(BANZAI_NL5)
    lobby.open(BANZAI_NL1)
    with pytest.raises(SeatRefused) as refusal:
        lobby.want(1, BANZAI_NL5)
    assert (refusal.value.rule, refusal.value.reason) == ("BANZ-04", "banzai_table_limit")
    assert (lobby.queued(player(1)), len(lobby.tables_of(player(1)))) == ((), limit)
    if other_stake:
        assert isinstance(lobby.want(1, BANZAI_NL1), SeatOffered)
    else:
        with pytest.raises(SeatRefused, match="banzai table limit"):
            lobby.want(1, BANZAI_NL1)


@rule("AMB-21")
def test_seats_in_sit_out_offered_seats_and_queue_entries_count_toward_the_limit() -> None:
    lobby = SampleLobby("en-2.7")
    out = lobby.full(1, key=BANZAI_NL5)
    lobby.sit_out(player(1), out, lobby.now_ms)
    lobby.open(BANZAI_NL5)
    assert isinstance(lobby.want(1, BANZAI_NL5), SeatOffered)
    assert place(lobby.want(1, BANZAI_NL5)) == 1
    entry = lobby.want(1, BANZAI_NL5)
    with pytest.raises(SeatRefused, match="banzai table limit"):
        lobby.want(1, BANZAI_NL5)
    assert isinstance(entry, Queued)
    lobby.leave_queue(player(1), entry.entry)
    assert place(lobby.want(1, BANZAI_NL5)) == 2


@rule("AMB-21")
def test_a_seat_freed_by_leaving_counts_as_free_at_once() -> None:
    lobby = SampleLobby("en-2.2")
    tables = [lobby.full(1, key=BANZAI_NL5) for _ in range(2)]
    lobby.open(BANZAI_NL5)
    lobby.leave(player(1), tables[0], lobby.now_ms)
    assert isinstance(lobby.want(1, BANZAI_NL5), SeatOffered)


def test_the_number_of_places_of_one_player_is_limited() -> None:
    lobby = SampleLobby(limits=LobbyLimits(seats_per_player=3))
    lobby.full(1)
    lobby.open()
    lobby.want(1)
    lobby.want(1)
    with pytest.raises(SeatRefused) as refusal:
        lobby.want(1)
    assert (refusal.value.reason, refusal.value.details) == ("too_many_tables", {"tables": 3})


def test_a_refused_request_changes_nothing() -> None:
    lobby = SampleLobby(limits=LobbyLimits(seats_per_player=1))
    lobby.want(1)
    lobby.take_news()
    for refused in (
        lambda: lobby.want(1),
        lambda: lobby.want(2, StakeKey("nl-holdem", "ordinary", 1, 1)),
        lambda: lobby.leave_queue(player(1), EntryNumber(99)),
    ):
        with pytest.raises(SeatRefused):
            refused()
    assert lobby.take_news() == []
    assert lobby.queued(player(2)) == ()
    assert [queued.place for queued in lobby.queued(player(1))] == [1]
