"""The lobby as a whole: every change of a stack is a transfer, tables open, close and come back."""

import pytest

from cardroom.cash.events import Left, SatDown, ToppedUp
from cardroom.cash.lobby_events import TableClosed, TableClosing, TableNews
from cardroom.cash.offers import BuyInOffer
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import SeatRefused, TransferRefused
from cardroom.ledger import Kind, Reason, TableId, Transfer
from cardroom.ledger.accounts import escrow, house, player_cash
from tests.cash.lobbies import BANZAI_NL5, DEEP, NL10, SampleLobby, player
from tests.cash.tables import TestTable
from tests.rule import rule
from tests.rulebook.cash_editions import ONLINE

SIX = (11, 12, 13, 14, 15, 16)


def stack_and_escrow(lobby: SampleLobby, table: TableId, number: int) -> tuple[int, int]:
    booked = lobby.ledger.balance(escrow(table, player(number), "EUR"))
    return lobby.seat_of(table, number).stack, booked


def left_causes(lobby: SampleLobby) -> list[tuple[int, str]]:
    events = [news.event for news in lobby.take_news() if isinstance(news, TableNews)]
    return [(event.player, event.cause) for event in events if isinstance(event, Left)]


@rule("CASH-16", "HC-50")
@pytest.mark.parametrize("name", ONLINE)
def test_a_buy_in_moves_the_money_to_the_table_and_leaving_moves_it_back(name: str) -> None:
    lobby = SampleLobby(name)
    lobby.give(player(1), 2000)
    table = lobby.open()
    assert lobby.sit(1, NL10, 800) == table
    assert stack_and_escrow(lobby, table, 1) == (800, 800)
    assert lobby.ledger.balance(player_cash(player(1), "EUR")) == 1200
    lobby.leave(player(1), table, lobby.now_ms)
    assert lobby.ledger.balance(player_cash(player(1), "EUR")) == 2000
    assert lobby.ledger.balance(escrow(table, player(1), "EUR")) == 0
    assert lobby.tables_of(player(1)) == ()


@rule("CASH-16")
@pytest.mark.parametrize("amount", [499, 1001])
def test_a_buy_in_outside_the_offer_is_refused_and_the_seat_stays_kept(amount: int) -> None:
    lobby = SampleLobby()
    lobby.open()
    offer = lobby.offered(1)
    with pytest.raises(SeatRefused) as refusal:
        lobby.buy_in(player(1), offer.table, amount, lobby.now_ms)
    assert refusal.value.details == {"from": 500, "to": 1000}
    assert lobby.offers_of(player(1)) == (offer,)
    assert lobby.balance(player(1)) == 10_000_000


@rule("AMB-65")
def test_a_buy_in_above_the_balance_is_refused() -> None:
    lobby = SampleLobby()
    lobby.open()
    lobby.give(player(1), 600)
    offer = lobby.offered(1)
    with pytest.raises(SeatRefused) as refusal:
        lobby.buy_in(player(1), offer.table, 601, lobby.now_ms)
    assert (refusal.value.reason, refusal.value.details) == ("not_enough_money", {"balance": 600})
    lobby.buy_in(player(1), offer.table, 600, lobby.now_ms)


def test_a_transfer_that_is_refused_leaves_everything_as_it_was() -> None:
    lobby = SampleLobby()
    lobby.open()
    offer = lobby.offered(1)

    def refuse(transfer: Transfer | None, record: PlayerRecord | None) -> object:
        raise TransferRefused("I2", "insufficient_funds")

    lobby._cashier._move = refuse
    with pytest.raises(TransferRefused):
        lobby.buy_in(player(1), offer.table, 800, lobby.now_ms)
    assert lobby.offers_of(player(1)) == (offer,)
    assert not lobby.sits(offer.table, 1)
    assert not lobby.rejoin_history.sat_at_today(player(1), offer.table, lobby.now_ms)


@rule("RAT-02", "AMB-65")
def test_what_is_legal_is_decided_when_the_player_sits_down() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2)
    lobby.leave(player(1), table, lobby.now_ms)
    lobby.wait(1799.5)
    offer = lobby.offered(1)
    assert (offer.buy_in.least, offer.buy_in.most) == (1000, 1000)
    with pytest.raises(SeatRefused):
        lobby.buy_in(player(1), table, 500, lobby.now_ms + 500)
    lobby.buy_in(player(1), table, 500, lobby.now_ms + 501)


@rule("RAT-01", "RAT-02", "RAT-03")
@pytest.mark.parametrize("name", ["fr-2.2", "en-2.7", "nl-3.0"])
def test_a_player_who_rejoins_the_same_table_brings_the_stack_and_is_counted(name: str) -> None:
    lobby = SampleLobby(name)
    table = lobby.full(1, 2, 3)
    for times in range(3):
        lobby.leave(player(1), table, lobby.now_ms)
        with pytest.raises(SeatRefused):
            lobby.sit(1, NL10, 999)
        lobby.decline(player(1), table, lobby.now_ms)
        assert lobby.sit(1, NL10, 1000) == table
        assert lobby.rejoin_history.ratholing.counter(player(1), lobby.now_ms) == times + 1


@rule("BANZ-06", "BANZ-07", "AMB-66")
@pytest.mark.parametrize("name", ONLINE)
def test_banzai_carries_the_stack_to_another_table_or_resets(name: str) -> None:
    lobby = SampleLobby(name)
    first = lobby.full(1, 2, 3, key=BANZAI_NL5)
    winner = lobby.walk(first)
    lobby.leave(player(winner), first, lobby.now_ms)
    lobby.close_table(first, lobby.now_ms)
    second = lobby.open(BANZAI_NL5)
    offer = lobby.offered(winner, BANZAI_NL5)
    assert (offer.buy_in.least, offer.buy_in.most) == (525, 525)
    if name == "en-2.2":
        with pytest.raises(SeatRefused, match="no reset left"):
            lobby.buy_in(player(winner), second, 500, lobby.now_ms, reset=True)
        lobby.buy_in(player(winner), second, 525, lobby.now_ms)
    else:
        lobby.buy_in(player(winner), second, 500, lobby.now_ms, reset=True)
        assert stack_and_escrow(lobby, second, winner) == (500, 500)
        assert lobby.rejoin_history.banzai.resets_left(player(winner), lobby.now_ms) == 4


@rule("AMB-66")
def test_who_can_neither_carry_over_nor_reset_is_refused_until_the_obligation_expires() -> None:
    lobby = SampleLobby("en-2.2")
    table = lobby.open(BANZAI_NL5)
    lobby.give(player(1), 1000)
    lobby.rejoin_history.leave(player(1), table, lobby.table(table).stake, 1150, lobby.now_ms)
    with pytest.raises(SeatRefused) as refusal:
        lobby.want(1, BANZAI_NL5)
    assert (refusal.value.rule, refusal.value.details) == ("BANZ-06", {"from": 1150})
    lobby.now_ms += 1_800_001
    assert lobby.want(1, BANZAI_NL5)


@rule("AMB-66")
def test_money_for_a_reset_is_money_enough() -> None:
    lobby = SampleLobby()
    table = lobby.open(BANZAI_NL5)
    lobby.give(player(1), 500)
    lobby.rejoin_history.leave(player(1), table, lobby.table(table).stake, 1150, lobby.now_ms)
    offer = lobby.offered(1, BANZAI_NL5)
    with pytest.raises(SeatRefused, match="not enough money"):
        lobby.buy_in(player(1), offer.table, 1150, lobby.now_ms)
    lobby.buy_in(player(1), offer.table, 500, lobby.now_ms, reset=True)


@rule("AMB-40")
def test_a_top_up_moves_money_now_or_after_the_hand() -> None:
    lobby = SampleLobby()
    table = lobby.open()
    lobby.sit_at(table, 1, 2, 3, amount=600)
    lobby.top_up(player(1), table, 100, lobby.now_ms)
    assert stack_and_escrow(lobby, table, 1) == (700, 700)
    lobby.deal_at(table)
    lobby.top_up(player(1), table, 200, lobby.now_ms)
    assert stack_and_escrow(lobby, table, 1) == (700, 700)
    lobby.fold_out(table)
    stack, booked = stack_and_escrow(lobby, table, 1)
    assert stack == booked
    assert 890 <= stack <= 905


@rule("CASH-17", "AMB-41")
def test_an_automatic_top_up_is_a_transfer_too() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2, 3)
    for number in (1, 2, 3):
        lobby.table(table).set_auto_top_up(player(number), on=True)
    lobby.deal_at(table)
    lobby.fold_out(table)
    stacks = [stack_and_escrow(lobby, table, number) for number in (1, 2, 3)]
    assert sorted(stacks) == [(1000, 1000), (1000, 1000), (1005, 1005)]


@rule("AMB-63")
def test_a_top_up_and_a_departure_in_one_breath_are_booked_on_the_same_player() -> None:
    lobby = SampleLobby()
    table = lobby.open()
    lobby.sit_at(table, 1, 2, amount=600)
    cash_table = lobby.table(table)
    cash_table.top_up(player(1), 100, 10_000)
    cash_table.leave(player(1), lobby.now_ms)
    lobby.process_events(table, lobby.now_ms)
    assert lobby.ledger.balance(escrow(table, player(1), "EUR")) == 0
    assert lobby.balance(player(1)) == 10_000_000


@rule("CRASH-01")
def test_a_settled_hand_moves_stacks_and_rake_at_once() -> None:
    lobby = SampleLobby(seed=3)
    table = lobby.full(1, 2, 3)
    lobby.deal_at(table)
    cash_table = lobby.table(table)
    while (actor := cash_table.actor) is not None:
        assert cash_table.hand is not None
        cash_table.act(actor, "call" if cash_table.hand.to_call else "check", 0, lobby.now_ms)
    hand = lobby.settle(table, lobby.now_ms)
    assert hand.rake == 1
    assert lobby.ledger.balance(house(Kind.RAKE, "EUR")) == 1
    assert [stack_and_escrow(lobby, table, who) for who in (1, 2, 3)] == [
        (hand.stacks[player(who)],) * 2 for who in (1, 2, 3)
    ]


@rule("CRASH-01", "CRASH-02", "AMB-67")
def test_a_hand_that_is_rolled_back_moves_nothing_and_who_wanted_to_leave_leaves() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2, 3)
    lobby.deal_at(table)
    lobby.leave(player(1), table, lobby.now_ms)
    booked = len(lobby.ledger.transfers)
    lobby.roll_back(table, "server error", lobby.now_ms)
    assert [transfer.reason for transfer in lobby.ledger.transfers[booked:]] == [Reason.CASHED_OUT]
    assert lobby.balance(player(1)) == 10_000_000
    assert [stack_and_escrow(lobby, table, who) for who in (2, 3)] == [(1000, 1000)] * 2


@rule("RAT-02", "AMB-60")
def test_an_empty_table_stays_until_leaving_it_has_no_more_consequence() -> None:
    lobby = SampleLobby()
    table = lobby.full(1)
    lobby.leave(player(1), table, lobby.now_ms)
    lobby.wait(1800)
    assert lobby.offered(1).buy_in.least == 1000
    lobby.decline(player(1), table, lobby.now_ms)
    lobby.take_news()
    lobby.wait(0.001)
    assert TableClosed(table=table) in lobby.lobby_events()
    with pytest.raises(SeatRefused, match="no such table"):
        lobby.table(table)


def test_an_empty_table_with_a_kept_seat_does_not_close_under_its_player() -> None:
    lobby = SampleLobby()
    table = lobby.open()
    lobby.wait(1795)
    offer = lobby.offered(1)
    lobby.wait(10)
    lobby.buy_in(player(1), offer.table, 1000, lobby.now_ms)
    lobby.wait(3600)
    assert lobby.sits(table, 1)
    lobby.leave(player(1), table, lobby.now_ms)
    lobby.wait(1800.001)
    assert lobby.tables == ()


def test_a_table_where_every_offered_seat_lapsed_closes_as_well() -> None:
    lobby = SampleLobby()
    for number in (1, 2, 3):
        lobby.want(number)
    lobby.wait(1801)
    lobby.take_news()
    lobby.wait(1)
    assert lobby.tables == ()


def test_a_table_that_the_operator_closes_plays_its_hand_and_then_everybody_leaves() -> None:
    lobby = SampleLobby()
    table = lobby.full(*SIX[:5])
    lobby.deal_at(table)
    offer = lobby.offered(1)
    lobby.take_news()
    assert not lobby.is_closing(table)
    lobby.close_table(table, lobby.now_ms)
    assert lobby.is_closing(table)
    assert TableClosing(table=table) in lobby.take_news()
    with pytest.raises(SeatRefused, match="no seat offered"):
        lobby.buy_in(player(1), offer.table, 1000, lobby.now_ms)
    assert len(lobby.table(table).players) == 5
    lobby.fold_out(table)
    assert sorted(left_causes(lobby)) == [(number, "operator") for number in SIX[:5]]
    assert lobby.tables == ()
    assert all(lobby.tables_of(player(number)) == () for number in SIX)


def test_a_table_without_a_hand_or_without_players_closes_at_once() -> None:
    lobby = SampleLobby()
    busy, empty = lobby.full(1, 2), lobby.open()
    for table in (busy, empty):
        lobby.close_table(table, lobby.now_ms)
    assert lobby.tables == ()
    assert lobby.balance(player(1)) == 10_000_000


@rule("AMB-66", "BANZ-06")
def test_nobody_escapes_the_carry_over_because_the_operator_closes_the_table() -> None:
    lobby = SampleLobby()
    table = lobby.full(1, 2, 3, key=BANZAI_NL5)
    winner = lobby.walk(table)
    assert lobby.seat_of(table, winner).stack == 525
    lobby.close_table(table, lobby.now_ms)
    lobby.open(BANZAI_NL5)
    assert lobby.offered(winner, BANZAI_NL5).buy_in.least == 525


def test_a_restored_table_goes_on_in_a_new_lobby() -> None:
    seated = TestTable()
    seated.join(1, 2, 3, 4, 5)
    restored = seated.cash_table
    restored.sit_out(player(5), 0)
    restored.take_news()
    lobby = SampleLobby()
    lobby.now_ms = 0
    lobby.adopt(restored, 0)
    assert [cash_table.table for cash_table in lobby.tables_of(player(1))] == [restored.table]
    offer = lobby.offered(9)
    assert (offer.table, offer.seat) == (restored.table, 6)
    assert lobby.next_deadline_ms == 60_000
    lobby._cashier._move = lambda transfer, record: None
    lobby.wait(600.001)
    assert not lobby.sits(restored.table, 5)


def test_the_news_of_tables_and_lobby_come_in_their_order_and_once() -> None:
    lobby = SampleLobby()
    table = lobby.open()
    lobby.sit(1, NL10, 600)
    lobby.top_up(player(1), table, 100, lobby.now_ms)
    kinds = [
        type(news.event) if isinstance(news, TableNews) else type(news)
        for news in lobby.take_news()
    ]
    assert [kind.__name__ for kind in kinds] == [
        "TableOpened",
        "SeatOffered",
        "SatDown",
        "ToppedUp",
    ]
    assert kinds[-2:] == [SatDown, ToppedUp]
    assert lobby.take_news() == []


def test_the_connection_of_a_player_is_lost_and_found_at_all_tables() -> None:
    lobby = SampleLobby()
    tables = [lobby.full(1, key=key) for key in (NL10, DEEP)]
    lobby.lose_connection(player(1), lobby.now_ms)
    assert all(lobby.seat_of(table, 1).connection.is_lost for table in tables)
    lobby.reconnect(player(1), lobby.now_ms)
    assert not any(lobby.seat_of(table, 1).connection.is_lost for table in tables)


def test_what_a_stranger_asks_of_a_table_is_refused() -> None:
    sample = SampleLobby()
    lobby = sample.front
    table = sample.full(1, 2)
    for refused in (
        lambda: lobby.leave(player(9), table, 0),
        lambda: lobby.sit_out(player(9), table, 0),
        lambda: lobby.top_up(player(9), table, 1, 0),
        lambda: lobby.buy_in(player(9), table, 1000, 0),
        lambda: lobby.leave(player(1), TableId(99), 0),
    ):
        with pytest.raises(SeatRefused):
            refused()


@rule("CASH-04", "CASH-05")
def test_a_seat_that_the_table_refuses_moves_no_money() -> None:
    lobby = SampleLobby()
    table = lobby.open()
    lobby.sit_at(table, 11, 12)
    offer = lobby.offered(1)
    taken = BuyInOffer(least=1000, most=1000, rule="CASH-01")
    lobby.table(offer.table).sit_down(player(9), offer.seat, 1000, taken, lobby.now_ms)
    before = lobby.ledger.balances
    with pytest.raises(SeatRefused, match="seat is not free"):
        lobby.buy_in(player(1), offer.table, 1000, lobby.now_ms)
    assert lobby.ledger.balances == before
