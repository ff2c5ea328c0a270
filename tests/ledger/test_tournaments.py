"""Tournament money: pools apart, the hard cases of refunds and tickets, nothing left at the end."""

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import Account, Answer, Ledger, TournamentId
from cardroom.ledger.accounts import player_tickets
from cardroom.ledger.hexapro import enter_hexapro, pay_hexapro
from cardroom.ledger.ticketing import cash_ticket, expire_ticket, issue_ticket
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price, TournamentMoney
from tests.ledger.scene import ANN, BEN, CAT, PRICE, SUNDAY, TICKET, booked, cash, seated
from tests.rule import rule

OVERLAY = Account("house:overlay:EUR")
TICKET_MONEY = Account("house:ticket_money:EUR")
ISSUED = Account("house:tickets:EUR-1000-sunday")
HOUSE_FEES = Account("house:fees:EUR")
SATELLITE = TournamentMoney(TournamentId(6), "EUR")
PROMOTION = issue_ticket(TICKET, BEN, OVERLAY, request="1", at_ms=3)


@pytest.fixture
def ledger() -> Ledger:
    return booked(seated())


def tickets(ledger: Ledger, player: int = BEN) -> int:
    return ledger.balance(Account(f"player:{player}:tickets:EUR-1000-sunday"))


def test_an_entry_goes_to_places_bounties_and_fees_apart(ledger: Ledger) -> None:
    ledger.apply(SUNDAY.enter(ANN, Price(450, 450, 100), purchase=1, at_ms=3))
    pools = [ledger.balance(pool) for pool in (SUNDAY.places, SUNDAY.bounties, SUNDAY.fees)]
    assert pools == [450, 450, 100]
    assert ledger.balance(cash(ANN)) == 3000


@rule("TRN-13")
def test_a_refund_has_the_form_of_the_payment(ledger: Ledger) -> None:
    """Ann paid 10.00 in money, Ben a ticket, Cat won her seat in a satellite."""
    for transfer in (
        PROMOTION,
        SATELLITE.enter(CAT, Price(1000, 0, 0), purchase=1, at_ms=3),
        SUNDAY.enter(ANN, PRICE, purchase=1, at_ms=4),
        SUNDAY.enter_by_ticket(BEN, PRICE, TICKET, purchase=2, at_ms=4),
        SATELLITE.award_seat(SUNDAY, PRICE, entry=1, at_ms=4),
    ):
        ledger.apply(transfer)
    assert tickets(ledger, BEN) == tickets(ledger, CAT) == 0
    ledger.apply(SUNDAY.refund(ANN, PRICE, purchase=1, at_ms=5))
    ledger.apply(SUNDAY.refund_ticket(BEN, PRICE, TICKET, purchase=2, at_ms=5))
    ledger.apply(SUNDAY.refund_as_ticket(CAT, PRICE, TICKET, purchase=3, at_ms=5))
    assert ledger.balance(cash(ANN)) == 4000
    assert tickets(ledger, BEN) == tickets(ledger, CAT) == 1
    assert ledger.balance(TICKET_MONEY) == 2000
    ledger.apply(SUNDAY.close(0, {}, at_ms=6))
    ledger.apply(SATELLITE.close(0, {}, at_ms=6))


@rule("CXL-02")
def test_a_cancelled_tournament_gives_back_price_and_fee_once_each(ledger: Ledger) -> None:
    for number, player in enumerate((ANN, BEN, CAT), 1):
        ledger.apply(SUNDAY.enter(player, PRICE, purchase=number, at_ms=3))
        back = SUNDAY.refund(player, PRICE, purchase=number, at_ms=4)
        assert ledger.apply(back) is Answer.APPLIED
        assert ledger.apply(back) is Answer.ALREADY_APPLIED
    assert [ledger.balance(cash(who)) for who in (ANN, BEN, CAT)] == [4000, 4200, 4500]
    ledger.apply(SUNDAY.close(0, {}, at_ms=5))


@rule("TRN-13")
def test_a_ticket_that_was_never_paid_in_is_not_given_back(ledger: Ledger) -> None:
    ledger.apply(SUNDAY.enter(ANN, PRICE, purchase=1, at_ms=3))
    with pytest.raises(TransferRefused, match="insufficient funds"):
        ledger.apply(SUNDAY.refund_ticket(ANN, PRICE, TICKET, purchase=1, at_ms=4))


@rule("TRN-13")
def test_a_ticket_pays_exactly_its_own_price() -> None:
    with pytest.raises(TransferRefused, match="ticket of another value"):
        SUNDAY.enter_by_ticket(ANN, Price(900, 0, 99), TICKET, purchase=1, at_ms=3)
    with pytest.raises(TransferRefused, match="ticket of another value"):
        SUNDAY.refund_as_ticket(ANN, Price(900, 0, 99), TICKET, purchase=1, at_ms=3)


@pytest.mark.parametrize("part", [-1, 1.0, True])
def test_the_parts_of_a_price_are_whole_amounts(part: object) -> None:
    with pytest.raises(TransferRefused, match="not an amount"):
        SUNDAY.enter(ANN, Price(900, part, 100), purchase=1, at_ms=3)  # type: ignore[arg-type]


@rule("TAMB-40")
def test_the_house_pays_the_overlay_of_a_guarantee_and_nothing_is_left(ledger: Ledger) -> None:
    ledger.apply(SUNDAY.enter(ANN, PRICE, purchase=1, at_ms=3))
    ledger.apply(SUNDAY.add_house_money(SUNDAY.places, 100, number=1, at_ms=4))
    with pytest.raises(TransferRefused, match="pool not empty"):
        ledger.apply(SUNDAY.close(100, {}, at_ms=5))
    ledger.apply(SUNDAY.pay_prize(ANN, 1000, entry=1, at_ms=5))
    ledger.apply(SUNDAY.close(100, {}, at_ms=6))
    assert (ledger.balance(OVERLAY), ledger.balance(HOUSE_FEES)) == (-100, 100)


def test_a_pool_never_pays_more_than_it_has(ledger: Ledger) -> None:
    ledger.apply(SUNDAY.enter(ANN, PRICE, purchase=1, at_ms=3))
    with pytest.raises(TransferRefused, match="insufficient funds"):
        ledger.apply(SUNDAY.pay_prize(ANN, 901, entry=1, at_ms=4))


@rule("TAMB-40")
def test_a_closed_tournament_takes_and_pays_nothing_more(ledger: Ledger) -> None:
    closed = SUNDAY.close(0, {}, at_ms=3)
    ledger.apply(closed)
    assert ledger.apply(closed) is Answer.ALREADY_APPLIED
    with pytest.raises(TransferRefused, match="tournament is closed"):
        ledger.apply(SUNDAY.enter(ANN, PRICE, purchase=1, at_ms=4))


def test_a_vip_bounty_that_nobody_won_goes_back_to_the_house(ledger: Ledger) -> None:
    ledger.apply(SUNDAY.add_house_money(SUNDAY.bounties, 10000, number=1, at_ms=3))
    ledger.apply(SUNDAY.return_house_money(SUNDAY.bounties, 10000, number=2, at_ms=4))
    ledger.apply(SUNDAY.close(0, {}, at_ms=5))
    assert ledger.balance(OVERLAY) == 0


def test_progressive_bounties_are_paid_in_full_by_the_end(ledger: Ledger) -> None:
    for number, player in enumerate((ANN, BEN, CAT, ANN), 1):
        ledger.apply(SUNDAY.enter(player, Price(0, 450, 0), purchase=number, at_ms=3))
    paid = ((ANN, 225), (CAT, 338), (CAT, 225), (CAT, 1012))
    for number, (player, amount) in enumerate(paid, 1):
        ledger.apply(SUNDAY.pay_bounty(player, amount, number=number, at_ms=4))
    ledger.apply(SUNDAY.close(0, {}, at_ms=5))
    assert ledger.balance(SUNDAY.bounties) == 0


def test_a_satellite_pays_its_winner_with_a_ticket_and_the_money_behind_it(ledger: Ledger) -> None:
    ledger.apply(SATELLITE.enter(ANN, Price(1000, 0, 0), purchase=1, at_ms=3))
    ledger.apply(SATELLITE.award_ticket(BEN, TICKET, entry=1, at_ms=4))
    ledger.apply(SATELLITE.close(0, {}, at_ms=5))
    assert (tickets(ledger), ledger.balance(TICKET_MONEY), ledger.balance(ISSUED)) == (1, 1000, -1)


def test_a_used_ticket_goes_back_to_where_tickets_come_from(ledger: Ledger) -> None:
    ledger.apply(PROMOTION)
    ledger.apply(SUNDAY.enter_by_ticket(BEN, PRICE, TICKET, purchase=1, at_ms=4))
    ledger.apply(SUNDAY.pay_prize(BEN, 900, entry=1, at_ms=5))
    with pytest.raises(TransferRefused, match="pool not empty"):
        ledger.apply(SUNDAY.close(100, {}, at_ms=6))
    ledger.apply(SUNDAY.close(100, {TICKET: 1}, at_ms=6))
    assert (ledger.balance(ISSUED), ledger.balance(TICKET_MONEY)) == (0, 0)


def test_a_ticket_is_used_once(ledger: Ledger) -> None:
    ledger.apply(PROMOTION)
    ledger.apply(SUNDAY.enter_by_ticket(BEN, PRICE, TICKET, purchase=1, at_ms=4))
    with pytest.raises(TransferRefused, match="insufficient funds"):
        ledger.apply(SUNDAY.enter_by_ticket(BEN, PRICE, TICKET, purchase=2, at_ms=4))


def test_a_ticket_that_nothing_takes_any_more_is_paid_at_face_value(ledger: Ledger) -> None:
    ledger.apply(PROMOTION)
    ledger.apply(cash_ticket(TICKET, BEN, cash(BEN), request="1", at_ms=4))
    assert (tickets(ledger), ledger.balance(cash(BEN))) == (0, 5200)


def test_the_money_behind_an_expired_ticket_is_the_houses(ledger: Ledger) -> None:
    ledger.apply(PROMOTION)
    ledger.apply(expire_ticket(TICKET, BEN, request="1", at_ms=4))
    assert (tickets(ledger), ledger.balance(HOUSE_FEES)) == (0, 1000)


def test_tickets_of_two_kinds_are_never_mixed(ledger: Ledger) -> None:
    ledger.apply(PROMOTION)
    other = Ticket("EUR", 1000, "monday")
    with pytest.raises(TransferRefused) as refusal:
        ledger.apply(SUNDAY.enter_by_ticket(BEN, PRICE, other, purchase=1, at_ms=4))
    assert refusal.value.details["account"] == player_tickets(BEN, other.asset)


@rule("TAMB-40")
def test_the_house_may_lose_a_hexapro_game(ledger: Ledger) -> None:
    game, account = TournamentId(8), Account("house:hexapro:EUR")
    for player in (ANN, BEN, CAT):
        ledger.apply(enter_hexapro(game, player, 100, "EUR", at_ms=3))
    assert ledger.balance(account) == 300
    ledger.apply(pay_hexapro(game, ANN, 1000, "EUR", at_ms=4))
    assert ledger.balance(account) == -700


@rule("TYP-07", "TRN-13")
def test_tickets_of_many_prices_are_taken_back_in_parts(ledger: Ledger) -> None:
    used = {}
    for number in range(1, 71):
        price = Price(900 + number, 0, 100)
        ticket = Ticket("EUR", price.total, "any")
        ledger.apply(issue_ticket(ticket, BEN, OVERLAY, request=f"m{number}", at_ms=3))
        ledger.apply(SUNDAY.enter_by_ticket(BEN, price, ticket, purchase=number, at_ms=4))
        used[ticket] = 1
    pool = ledger.balance(SUNDAY.places)
    ledger.apply(SUNDAY.pay_prize(ANN, pool, entry=1, at_ms=5))
    closing = SUNDAY.closing(7000, used, at_ms=6)
    assert [transfer.key for transfer in closing] == [
        "tickets_back:7:1",
        "tickets_back:7:2",
        "tournament_closed:7",
    ]
    for transfer in closing:
        ledger.apply(transfer)
    assert all(ledger.balance(Account(f"house:tickets:{one.asset}")) == 0 for one in used)
    assert ledger.balance(HOUSE_FEES) == 7000
