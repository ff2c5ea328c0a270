"""PrizeStore and ScheduleStore: prizes in kind and starts of schedules, the same everywhere."""

import msgspec
import pytest

from cardroom.errors import OperatorRefused, Refused, TransferRefused
from cardroom.ledger import FloorId, PlayerId, TournamentId, TournamentMoney
from cardroom.ledger.accounts import Kind, player_cash, player_tickets
from cardroom.ledger.accounts import house as house_account
from cardroom.ledger.banking import deposit
from cardroom.ledger.tickets import Ticket
from cardroom.ledger.tournaments import Price
from cardroom.room.tournaments.records import (
    Claimed,
    LiveEntry,
    NewVoucher,
    Occurrence,
    OccurrenceKey,
    SeatTaken,
    SeatWon,
    StepToWrite,
    TicketGrant,
)
from cardroom.tournament.desk_events import Payment, Registered, RegistrationClosed
from cardroom.tournament.events import TournamentEnded, TournamentEvent
from cardroom.tournament.ids import EntryId
from tests.contracts.tournament_house import TournamentHouse, empty_step, new_tournament
from tests.rule import rule

ANA, BEN = PlayerId(3), PlayerId(4)
PRICE = Price(4500, 0, 500)
SUNDAY = Ticket("EUR", 5000, "sunday")
SATURDAY = Ticket("EUR", 7000, "saturday")
START = OccurrenceKey("nightly", "2026-10-25", 2)
NIGHT = Occurrence(key=START, starts_ms=100, state="opened", at_ms=90)


class Qualifying:
    """A satellite with money in its pool, and its target."""

    def __init__(self, house: TournamentHouse, satellite: Claimed, target: Claimed) -> None:
        self.house = house
        self.satellite, self.target = satellite, target
        self.money = TournamentMoney(satellite.tournament, "EUR")
        self.goal = TournamentMoney(target.tournament, "EUR")

    @classmethod
    async def opened(cls, house: TournamentHouse, *, with_events: bool = False) -> "Qualifying":
        """With two entries in the satellite, which its events tell of if wanted."""
        claims = [
            await house.tournaments.create_tournament(new_tournament(name), "us")
            for name in ("satellite", "target")
        ]
        play = cls(house, *claims)
        for player in (ANA, BEN):
            money = deposit(player, 20_000, "EUR", reference=str(player), at_ms=1)
            await house.money.move(money, None)
            entry = play.money.enter(player, Price(5000, 0, 0), purchase=player, at_ms=2)
            price = Price(5000, 0, 0)
            event = Registered(EntryId(player), player, price, Payment("cash"), 1000, player, 2)
            events = (event,) if with_events else ()
            await play.write(play.satellite.tournament, transfers=(entry,), events=events)
        return play

    async def write(self, tournament: TournamentId, **step: object) -> None:
        await self.house.tournaments.write_steps([await self.step(tournament, **step)])

    async def step(self, tournament: TournamentId, **step: object) -> StepToWrite:
        stored = await self.house.tournaments.tournament(tournament)
        assert stored is not None
        claim = self.satellite if tournament == self.satellite.tournament else self.target
        return empty_step(
            tournament, claim.epoch, stored.steps + 1, first_event=stored.events + 1, **step
        )

    def won(self, player: PlayerId) -> dict[str, object]:
        """The money and the seat that a winner gets, for a step of the satellite."""
        transfer = self.money.award_seat(self.goal, PRICE, entry=player, at_ms=10)
        seat = SeatWon(
            key=transfer.key,
            satellite=self.satellite.tournament,
            target=self.target.tournament,
            player=player,
            price=PRICE,
        )
        return {"transfers": (transfer,), "seats_won": (seat,)}

    def entered(self, player: PlayerId) -> dict[str, object]:
        """The entry of a winner, for a step of the target."""
        event = Registered(EntryId(1), player, PRICE, Payment("seat"), 1000, 1, 11)
        key = f"prize:{self.satellite.tournament}:{player}"
        return {"events": (event,), "seats_taken": (SeatTaken(key, "seated", EntryId(1)),)}


@pytest.fixture
async def qualifying(house: TournamentHouse) -> Qualifying:
    return await Qualifying.opened(house)


async def refused(qualifying: Qualifying, step: StepToWrite) -> tuple[str, str]:
    with pytest.raises(Refused) as refusal:
        await qualifying.house.tournaments.write_steps([step])
    return refusal.value.rule, refusal.value.reason


@rule("TRN-14", "TYP-04", "TAMB-68")
async def test_a_seat_is_paid_and_given_in_one_step_and_taken_once_in_another(
    qualifying: Qualifying,
) -> None:
    target, store = qualifying.target.tournament, qualifying.house.tournaments
    await qualifying.write(qualifying.satellite.tournament, **qualifying.won(ANA))
    (seat,) = await store.seats_for(target)
    assert (seat.won.player, seat.state) == (ANA, "open")
    assert await qualifying.house.money.balance(qualifying.goal.places) == PRICE.places
    await qualifying.write(target, **qualifying.entered(ANA))
    assert await store.seats_for(target) == []
    again = await qualifying.step(target, **qualifying.entered(ANA))
    assert await refused(qualifying, again) == ("TRN-25", "no_such_seat")
    never = await qualifying.step(target, **qualifying.entered(BEN))
    assert await refused(qualifying, never) == ("TRN-25", "no_such_seat")


@rule("TRN-14")
async def test_an_entry_with_a_won_seat_needs_the_seat_and_a_seat_its_money(
    qualifying: Qualifying,
) -> None:
    satellite, target = qualifying.satellite.tournament, qualifying.target.tournament
    entry = await qualifying.step(target, events=qualifying.entered(ANA)["events"])
    assert await refused(qualifying, entry) == ("TRN-25", "seat_and_entry_do_not_match")
    unpaid = await qualifying.step(satellite, seats_won=qualifying.won(ANA)["seats_won"])
    assert await refused(qualifying, unpaid) == ("TRN-25", "seat_is_not_paid")


@rule("TAMB-68")
@pytest.mark.parametrize(
    "event", [RegistrationClosed("scheduled", 9), TournamentEnded("cancelled", 9)]
)
async def test_no_seat_is_given_in_a_target_that_is_stored_as_closed(
    qualifying: Qualifying, event: TournamentEvent
) -> None:
    await qualifying.write(qualifying.target.tournament, events=(event,))
    step = await qualifying.step(qualifying.satellite.tournament, **qualifying.won(ANA))
    before = await qualifying.house.money.balance(qualifying.money.places)
    assert await refused(qualifying, step) == ("TAMB-68", "target_is_closed")
    assert await qualifying.house.money.balance(qualifying.money.places) == before
    assert await qualifying.house.money.balance(qualifying.goal.places) == 0


@rule("TAMB-68", "TRN-13")
async def test_a_seat_that_the_target_cannot_use_becomes_a_ticket_there(
    qualifying: Qualifying,
) -> None:
    target, store = qualifying.target.tournament, qualifying.house.tournaments
    await qualifying.write(qualifying.satellite.tournament, **qualifying.won(ANA))
    back = qualifying.goal.refund_as_ticket(ANA, PRICE, SUNDAY, purchase=1, at_ms=12)
    await qualifying.write(
        target,
        transfers=(back,),
        seats_taken=(SeatTaken(f"prize:{qualifying.satellite.tournament}:{ANA}", "ticket"),),
        tickets=(TicketGrant(ANA, SUNDAY, 500),),
    )
    assert await store.seats_for(target) == []
    (ticket,) = await store.tickets(ANA)
    assert (ticket.ticket, ticket.expires_ms) == (SUNDAY, 500)


@rule("TAMB-87")
async def test_tickets_have_a_value_and_an_expiry_and_the_first_to_expire_is_used_first(
    house: TournamentHouse,
) -> None:
    store = house.tournaments
    for number, expires_ms in enumerate((300, 100, 0, 200)):
        grant = TicketGrant(ANA, SUNDAY, expires_ms)
        for _ in range(2):
            await store.grant_ticket(grant, f"gift-{number}", 10)
    await store.grant_ticket(TicketGrant(ANA, SATURDAY, 150), "other", 10)
    with pytest.raises(TransferRefused):
        await store.grant_ticket(TicketGrant(BEN, SUNDAY), "other", 10)
    found = await store.tickets(ANA)
    assert [(one.ticket.value, one.expires_ms) for one in found] == [
        (5000, 100),
        (7000, 150),
        (5000, 200),
        (5000, 300),
        (5000, 0),
    ]
    claim = await store.create_tournament(new_tournament(), "us")
    money = TournamentMoney(claim.tournament, "EUR")
    entry = money.enter_by_ticket(ANA, Price(5000, 0, 0), SUNDAY, purchase=1, at_ms=20)
    await store.write_steps([empty_step(claim.tournament, claim.epoch, transfers=(entry,))])
    assert [one.expires_ms for one in await store.tickets(ANA)] == [150, 200, 300, 0]
    # The date of what was used is known still.
    assert list(await store.ticket_dates(ANA, SUNDAY)) == [0, 300, 200, 100]
    assert list(await store.ticket_dates(BEN, SUNDAY)) == []


@rule("TAMB-87")
async def test_an_expired_ticket_is_taken_back_once(house: TournamentHouse) -> None:
    store = house.tournaments
    for number, expires_ms in enumerate((100, 400)):
        await store.grant_ticket(TicketGrant(ANA, SUNDAY, expires_ms), f"gift-{number}", 10)
    assert await store.expiring(100, 10) == []
    ((player, held),) = await store.expiring(101, 10)
    assert (player, held.expires_ms) == (ANA, 100)
    with pytest.raises(TransferRefused) as early:
        await store.expire_ticket(player, held, 99)
    assert (early.value.rule, early.value.reason) == ("TAMB-87", "ticket_is_good")
    for _ in range(2):
        await store.expire_ticket(player, held, 101)
    assert [one.expires_ms for one in await store.tickets(ANA)] == [400]
    assert await house.money.balance(player_tickets(ANA, SUNDAY.asset)) == 1
    assert await house.money.balance(house_account(Kind.HOUSE_FEES, "EUR")) == SUNDAY.value
    assert await store.expiring(101, 10) == []


@rule("TYP-05")
async def test_an_operator_marks_a_voucher_as_fulfilled_once(qualifying: Qualifying) -> None:
    store, satellite = qualifying.house.tournaments, qualifying.satellite.tournament
    package = Ticket("EUR", 5000, "barcelona")
    prize = qualifying.money.award_ticket(ANA, package, entry=1, at_ms=10)
    voucher = NewVoucher(
        key=prize.key, player=ANA, tournament=satellite, package="Barcelona", ticket=package
    )
    await qualifying.write(satellite, transfers=(prize,), vouchers=(voucher,))
    (found,) = await store.vouchers(ANA, only_open=True)
    assert (found.new, found.state) == (voucher, "open")
    assert await store.vouchers(BEN, only_open=False) == []
    with pytest.raises(OperatorRefused):
        await store.fulfil_voucher(9, "op", "hotel booked", 20)
    with pytest.raises(OperatorRefused):
        await store.fulfil_voucher(found.number, "op", "", 20)
    done = await store.fulfil_voucher(found.number, "op", "hotel booked", 20)
    assert (done.state, done.by) == ("fulfilled", "op")
    assert await store.fulfil_voucher(found.number, "op", "hotel booked", 30) == done
    with pytest.raises(OperatorRefused) as again:
        await store.fulfil_voucher(found.number, "other", "flight", 30)
    assert again.value.reason == "voucher_is_fulfilled"
    assert await store.vouchers(None, only_open=True) == []
    assert await store.vouchers(None, only_open=False) == [done]
    assert await store.tickets(ANA) == []
    assert await qualifying.house.money.balance(player_cash(ANA, "EUR")) == 15_000


@rule("TYP-05")
async def test_a_voucher_pays_one_entry_of_a_live_tournament(qualifying: Qualifying) -> None:
    store, satellite = qualifying.house.tournaments, qualifying.satellite.tournament
    package = Ticket("EUR", 2500, "barcelona")
    prizes = [
        qualifying.money.award_ticket(who, package, entry=number, at_ms=10)
        for number, who in enumerate((ANA, BEN), start=1)
    ]
    vouchers = [
        NewVoucher(
            key=prize.key, player=who, tournament=satellite, package="Barcelona", ticket=package
        )
        for who, prize in zip((ANA, BEN), prizes, strict=True)
    ]
    await qualifying.write(satellite, transfers=tuple(prizes), vouchers=tuple(vouchers))
    anas, bens = (one.number for one in await store.vouchers(None, only_open=True))
    entry = LiveEntry(FloorId(3), EntryId(12), 2_000)
    with pytest.raises(OperatorRefused) as dear:
        await store.fulfil_voucher(anas, "op", "main event", 20, entry._replace(price=2_501))
    assert dear.value.reason == "voucher_is_worth_less"
    done = await store.fulfil_voucher(anas, "op", "main event", 20, entry)
    assert done.note == "floor 3, entry 12: main event"
    assert await store.fulfil_voucher(anas, "op", "main event", 30, entry) == done
    with pytest.raises(OperatorRefused) as paid:
        await store.fulfil_voucher(bens, "op", "main event", 30, entry)
    assert paid.value.reason == "entry_is_paid_by_a_voucher"
    balance = qualifying.house.money.balance
    assert await balance(house_account(Kind.CASH_DESK, "EUR")) == 2_000
    assert await balance(house_account(Kind.HOUSE_FEES, "EUR")) == 500
    assert [one.number for one in await store.vouchers(None, only_open=True)] == [bens]
    assert await store.tickets(ANA) == []


@rule("TRN-02")
async def test_a_start_of_a_schedule_is_dealt_with_once(house: TournamentHouse) -> None:
    store = house.tournaments
    new = new_tournament("nightly", occurrence=NIGHT)
    claim = await store.create_tournament(new, "us")
    noted = msgspec.structs.replace(NIGHT, tournament=claim.tournament)
    assert await store.occurrence(START) == noted
    missed = msgspec.structs.replace(NIGHT, state="missed")
    assert await store.note_occurrence(missed) == noted
    with pytest.raises(OperatorRefused) as again:
        await store.create_tournament(new_tournament("other key", occurrence=NIGHT), "us")
    assert again.value.reason == "occurrence_is_known"
    later = Occurrence(key=START._replace(ordinal=3), starts_ms=200, state="missed", at_ms=300)
    assert await store.note_occurrence(later) == later
    assert list(await store.occurrences("nightly", 0)) == [noted, later]
    assert list(await store.occurrences("nightly", 101)) == [later]
    assert await store.occurrence(START._replace(date="2026-10-26")) is None


@rule("TYP-02")
async def test_queues_of_games_on_demand_are_kept(house: TournamentHouse) -> None:
    store = house.tournaments
    for record in (b"first", b"second"):
        await store.keep_queue("hexapro:500", record)
    await store.keep_queue("duel", b"x")
    await store.keep_queue("duel", b"")
    assert await store.kept_queues() == {"hexapro:500": b"second"}
