"""Registration: who may enter, how it is paid, when it is too late, what comes back."""

import pytest

from cardroom.errors import EntryRefused, TransferRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.accounts import Kind, house
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price
from tests.rule import rule
from tests.tournament.desks import ANN, BEN, CAT, DAN, DEPOSIT, EVE, START_MS, Scene, example

TICKET = Ticket("EUR", 1_000, "sunday")
ONLINE = ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0")


def scene(name: str = "freezeout", **changes: object) -> Scene:
    made = Scene(example(name, **changes))
    made.fund(ANN, BEN, CAT, DAN, EVE)
    return made


@rule("PRZ-01", "PRZ-04", "TRN-16")
def test_an_entry_pays_pool_and_fee_and_gets_the_starting_stack() -> None:
    made = scene()
    number = made.register(ANN)
    entry = made.desk.entries[number]
    assert (entry.stack, entry.places, entry.fees) == (5_000, 900, 100)
    assert made.pools() == (900, 0, 100)
    assert made.cash(ANN) == DEPOSIT - 1_000
    assert (made.desk.count, made.desk.pool, made.desk.fees) == (1, 900, 100)


@rule("TRN-11")
def test_one_entry_per_person() -> None:
    made = scene()
    number = made.register(ANN)
    with pytest.raises(EntryRefused, match=r"already registered \(TRN-11\)"):
        made.register(ANN)
    made.started = True
    made.knock_out(number)
    with pytest.raises(EntryRefused, match=r"one entry per person \(TRN-11\)"):
        made.register(ANN)
    assert made.cash(ANN) == DEPOSIT - 1_000


@rule("TAMB-70")
def test_who_is_out_may_re_enter_up_to_the_most_entries() -> None:
    made = scene("reentry")
    first = made.register(ANN)
    made.started = True
    for again in (2, 3):
        made.knock_out(made.desk.living[ANN])
        assert made.register(ANN) == again
    assert made.desk.count == 3
    assert made.desk.entries[first].stack == made.desk.entries[made.desk.living[ANN]].stack
    assert made.desk.pool == 2_700
    made.knock_out(made.desk.living[ANN])
    with pytest.raises(EntryRefused, match=r"no entries left \(TAMB-70\): at_most 3"):
        made.register(ANN)


@rule("TRN-09", "TAMB-70")
def test_late_registration_closes_for_new_players_and_re_entries() -> None:
    made = scene("reentry")
    number = made.register(ANN)
    made.started = True
    late = made.register(BEN)
    assert made.desk.entries[late].stack == made.desk.entries[number].stack
    made.knock_out(number)
    made.desk.close_registration("scheduled", START_MS)
    for player in (ANN, CAT):
        with pytest.raises(EntryRefused, match=r"registration is closed \(TRN-09\)"):
            made.register(player)
    assert not made.desk.registration_open
    assert made.desk.purchases_open


@rule("TRN-09")
def test_a_tournament_without_late_registration_takes_nobody_after_the_start() -> None:
    made = scene(registration={"late_levels": 0})
    made.register(ANN)
    made.started = True
    with pytest.raises(EntryRefused, match=r"no late registration \(TRN-09\)"):
        made.register(BEN)


@rule("TRN-10", "TAMB-46")
def test_an_early_close_ends_every_sale() -> None:
    made = scene("rebuy")
    number = made.register(ANN)
    made.started = True
    made.desk.rebuy(number, START_MS, stack=1_200, in_hand=True)
    made.desk.close_registration("early", START_MS)
    desk = made.desk
    assert (desk.registration_open, desk.purchases_open, desk.rebuys_open) == (False,) * 3
    assert made.desk.asked_rebuy(number, START_MS, stack=1_200) == 0
    assert not made.desk.rebuy_offer(number, 1)
    with pytest.raises(EntryRefused, match=r"rebuys are closed \(TAMB-69\)"):
        made.desk.rebuy(number, START_MS, stack=0, in_hand=False)


@rule("TRN-12", "TRN-13", "THC-08")
def test_a_refund_has_the_form_of_the_payment() -> None:
    """Ann paid money, Ben a ticket, Cat won her seat in a satellite."""
    made = scene(ticket_word="sunday")
    satellite = Scene(example("satellite"), tournament=6, ledger=made.ledger)
    satellite.register(CAT, DAN, EVE)
    made.give_ticket(BEN, TICKET)
    made.register(ANN)
    made.register(BEN, ticket=TICKET)
    seat = made.register(CAT, won_seat=True)
    price = made.definition.entry_price(1_000)
    made.ledger.apply(satellite.money.award_seat(made.money, price, entry=1, at_ms=1))
    assert made.pools() == (2_700, 0, 300)
    assert made.desk.used_tickets == {TICKET: 1}
    assert made.desk.entries[seat].payment.means == "seat"
    cash = made.cash(CAT)
    for player in (ANN, BEN, CAT):
        made.unregister(player)
    assert made.cash(ANN) == DEPOSIT
    assert (made.tickets(BEN, TICKET), made.tickets(CAT, TICKET)) == (1, 1)
    assert made.cash(CAT) == cash
    assert made.pools() == (0, 0, 0)
    assert (made.desk.count, made.desk.pool, made.desk.fees) == (0, 0, 0)
    assert made.desk.used_tickets == {}


@rule("TRN-12", "TAMB-46", "THC-08")
def test_five_minutes_before_the_start_nobody_gets_anything_back() -> None:
    made = scene(ticket_word="sunday")
    made.give_ticket(BEN, TICKET)
    made.register(ANN)
    made.register(BEN, ticket=TICKET)
    made.now_ms = START_MS - 300_000
    for player in (ANN, BEN):
        with pytest.raises(EntryRefused, match=r"unregistration is closed \(TRN-12\)"):
            made.unregister(player)
    made.now_ms -= 1
    made.unregister(ANN)
    made.started = True
    with pytest.raises(EntryRefused, match=r"tournament has started \(TRN-12\)"):
        made.unregister(BEN)
    with pytest.raises(EntryRefused, match=r"not registered \(TRN-12\)"):
        made.unregister(ANN)


@rule("TRN-12")
def test_some_tournaments_allow_no_unregistration() -> None:
    made = scene(registration={"unregistration": False})
    made.register(ANN)
    with pytest.raises(EntryRefused, match=r"no unregistration \(TRN-12\)"):
        made.unregister(ANN)


@rule("TYP-02", "TAMB-46")
def test_a_sit_and_go_lets_players_go_until_its_last_seat_is_filled() -> None:
    made = scene("sit-and-go-2")
    made.register(ANN)
    made.unregister(ANN)
    made.register(BEN)
    full = [made.desk.is_full]
    made.register(ANN)
    assert [*full, made.desk.is_full] == [False, True]
    with pytest.raises(EntryRefused, match=r"last seat is filled \(TRN-12\)"):
        made.unregister(ANN)
    with pytest.raises(EntryRefused, match=r"tournament is full \(TRN-09\): at_most 2"):
        made.register(CAT)


@rule("TAMB-79", "TAMB-40", "HEX-03")
def test_hexapro_buy_ins_go_to_the_houses_game_account() -> None:
    made = scene("hexapro")
    made.register(ANN, BEN)
    assert made.ledger.balance(house(Kind.HEXAPRO, "EUR")) == 2_000
    made.unregister(ANN)
    assert made.cash(ANN) == DEPOSIT
    with pytest.raises(EntryRefused, match=r"left this game \(TAMB-79\)"):
        made.register(ANN)
    made.register(CAT, DAN)
    with pytest.raises(EntryRefused, match=r"last seat is filled"):
        made.unregister(CAT)


@rule("TYP-07", "TAMB-77", "THC-05")
def test_a_price_outside_the_range_is_refused() -> None:
    made = scene("multi-buy-in")
    entry = made.desk.entries[made.register(ANN, price=1_250)]
    assert (entry.stack, entry.price) == (2_500, Price(1_125, 0, 125))
    entry = made.desk.entries[made.register(BEN, price=777)]
    assert (entry.stack, entry.price) == (1_554, Price(699, 0, 78))
    assert made.desk.count == 2
    for price in (2_001, 499):
        with pytest.raises(EntryRefused, match=r"price out of range \(TYP-07\): from 500, to 2000"):
            made.register(CAT, price=price)


@rule("TYP-06", "PRZ-06", "TAMB-78")
def test_a_freeroll_asks_its_conditions_at_registration() -> None:
    made = Scene(example("freeroll"))
    facts = {"deposits": 1, "hands_this_week": 100}
    made.register(ANN, facts=facts)
    assert made.pools() == (0, 0, 0)
    with pytest.raises(EntryRefused, match=r"condition not met \(TAMB-78\): hands_this_week 100"):
        made.register(BEN, facts={"deposits": 3, "hands_this_week": 99})
    with pytest.raises(EntryRefused, match=r"condition not met \(TAMB-78\): deposits 1"):
        made.register(BEN)
    made.unregister(ANN)
    assert made.desk.count == 0


@rule("TRN-13", "TYP-04")
@pytest.mark.parametrize(
    ("ticket", "said"),
    [
        (Ticket("EUR", 1_000, "monday"), "ticket for another tournament"),
        (Ticket("USD", 1_000, "sunday"), "ticket for another tournament"),
        (Ticket("EUR", 500, "sunday"), "ticket of another value"),
        (Ticket("EUR", 1_001, "sunday"), "ticket of another value"),
    ],
)
def test_a_ticket_must_be_good_for_the_tournament(ticket: Ticket, said: str) -> None:
    made = scene(ticket_word="sunday")
    with pytest.raises(EntryRefused, match=said):
        made.register(ANN, ticket=ticket)


def test_who_has_not_enough_is_told_before_anything_is_recorded() -> None:
    made = Scene(example("freezeout", ticket_word="sunday"))
    made.fund(ANN, amount=999)
    with pytest.raises(TransferRefused, match="at_most 999"):
        made.register(ANN)
    with pytest.raises(TransferRefused, match="insufficient funds"):
        made.register(ANN, ticket=TICKET)
    assert not made.events


@rule("TRN-15", "CXL-02", "TAMB-65", "TAMB-87", "THC-09")
@pytest.mark.parametrize("name", ONLINE)
def test_a_cancelled_tournament_gives_everything_back_in_kind(name: str) -> None:
    made = Scene(example("freezeout", edition=name, ticket_word="sunday"))
    players = [PlayerId(number) for number in range(1, 10)]
    made.fund(*players)
    made.give_ticket(EVE, TICKET)
    for player in players:
        made.register(player, ticket=TICKET if player == EVE else None)
    made.desk.refund_all(START_MS)
    made.take_step()
    assert [made.cash(player) for player in players] == [DEPOSIT] * 9
    assert made.tickets(EVE, TICKET) == 1
    assert made.pools() == (0, 0, 0)


@rule("CXL-02", "TAMB-87", "THC-44")
@pytest.mark.parametrize("name", ONLINE)
def test_a_ticket_of_no_further_use_becomes_an_equivalent_one_or_cash(name: str) -> None:
    equivalent = Ticket("EUR", 1_000, "any")
    for takes_any in (True, False):
        taken = {equivalent} if takes_any else set()
        definition = example("freezeout", edition=name, ticket_word="sunday")
        made = Scene(definition, takes=taken.__contains__)
        made.give_ticket(EVE, TICKET)
        made.register(EVE, ticket=TICKET)
        made.desk.refund_all(START_MS)
        made.take_step()
        assert made.tickets(EVE, TICKET) == 0
        assert made.tickets(EVE, equivalent) == takes_any
        assert made.cash(EVE) == (0 if takes_any else 1_000)
        assert made.desk.used_tickets == {TICKET: 1}
        made.ledger.apply(made.money.close(0, made.desk.used_tickets, at_ms=START_MS))


@rule("TAMB-46")
def test_a_desk_is_what_its_events_say() -> None:
    made = scene("rebuy")
    entries = [made.register(player) for player in (ANN, BEN, CAT)]
    made.unregister(BEN)
    made.started = True
    made.desk.rebuy(entries[0], START_MS, stack=100, in_hand=True)
    made.desk.asked_rebuy(entries[0], START_MS, stack=1_500)
    made.desk.offer_rebuy(entries[2], START_MS + 15_000)
    made.desk.close_rebuys(START_MS)
    again = made.replayed()
    for name in ("entries", "living", "asked", "offers", "pool", "fees", "rebuys_open"):
        assert getattr(again, name) == getattr(made.desk, name)
