"""Tickets that were won: until when they are good, and what becomes of them then (TAMB-87)."""

import asyncio

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import player_tickets
from cardroom.ledger.tickets import Ticket
from cardroom.office.tickets import expire_tickets
from cardroom.room.tournaments.records import TicketGrant
from cardroom.room.tournaments.requests import Register, Unregister
from tests.room.tournaments.rooms import EUR, HousePlayer, HouseRoom
from tests.room.tournaments.test_house import cash, seated
from tests.room.tournaments.test_satellites import (
    SATELLITE,
    SUNDAY,
    next_of,
    over,
    playing,
    verify_sums,
)
from tests.room.virtual import run
from tests.rule import rule

GOOD_MS = 3_600_000
DAILY = SUNDAY + "announced_s = 400_000\n"


@rule("TAMB-87", "TAMB-68", "TRN-13")
def test_a_ticket_won_in_a_satellite_expires_and_pays_no_entry_from_then_on() -> None:
    async def story() -> None:
        room = HouseRoom(41, DAILY, SATELLITE, ticket_ms=GOOD_MS)
        await room.open()
        satellite, target = next_of(room, "Satellite"), next_of(room, "Sunday")
        players = await seated(room, *range(1, 13), money=20_000)
        for player in players:
            await player.register(satellite.id)
            await player.ask(Register(id=f"t{player.viewer}", ch=f"tournament:{target.id}"))
        tasks = playing(players)
        await over(satellite)
        for task in tasks:
            task.cancel()
        held = [(one, mine) for one in players for mine in await room.store.tickets(one.viewer)]
        assert held
        stored = await room.store.tournament(satellite.id)
        assert stored is not None
        ended_ms = stored.ended_ms
        for _, ticket in held:
            assert 0 <= ticket.expires_ms - ended_ms - GOOD_MS < 5_000
        winner, ticket = held[0]
        later = [one for one in room.actors.values() if one.charter.name == "Sunday"][-1]
        assert later.starts_ms is not None
        assert later.starts_ms > ticket.expires_ms
        await asyncio.sleep((ticket.expires_ms - room.services.clock.now_ms()) / 1000 + 1)
        # The room has not taken it back yet, and still nobody enters with it.
        with pytest.raises(TransferRefused):
            await winner.register(later.id, ticket=ticket.ticket.asset)
        assert room.store.ledger.balance(player_tickets(winner.viewer, ticket.ticket.asset)) == 1
        job = asyncio.create_task(expire_tickets(room.store, room.services.clock))
        await asyncio.sleep(60)
        job.cancel()
        for player in players:
            assert await room.store.tickets(player.viewer) == []
        verify_sums(room)
        await room.crash()

    run(story())


@rule("TRN-13", "TAMB-87", "TRN-12")
def test_a_won_seat_that_is_given_back_is_a_ticket_that_expires_like_a_won_one() -> None:
    async def story() -> None:
        room = HouseRoom(42, DAILY, SATELLITE, ticket_ms=GOOD_MS)
        await room.open()
        satellite, target = next_of(room, "Satellite"), next_of(room, "Sunday")
        players = await seated(room, *range(1, 13), money=20_000)
        for player in players:
            await player.register(satellite.id)
        tasks = playing(players)
        await over(satellite)
        for task in tasks:
            task.cancel()
        winner = next(one for one in players if one.viewer in target.tournament.desk.living)
        assert await room.store.tickets(winner.viewer) == []
        cash_before = cash(room, winner.viewer)
        await winner.ask(Unregister(id="back", ch=f"tournament:{target.id}"))
        given_ms = room.services.clock.now_ms()
        (ticket,) = await room.store.tickets(winner.viewer)
        assert (ticket.ticket.target, ticket.ticket.value) == ("sunday", 5_500)
        assert 0 <= given_ms + GOOD_MS - ticket.expires_ms < 5_000
        assert cash(room, winner.viewer) == cash_before
        # It pays the same entry, and comes back with the date that it had.
        await asyncio.sleep(60)
        await winner.register(target.id, ticket=ticket.ticket.asset)
        assert await room.store.tickets(winner.viewer) == []
        await winner.ask(Unregister(id="again", ch=f"tournament:{target.id}"))
        (again,) = await room.store.tickets(winner.viewer)
        assert again.expires_ms == ticket.expires_ms
        verify_sums(room)
        await room.crash()

    run(story())


@rule("TRN-13", "TAMB-87", "CXL-02")
def test_a_won_seat_of_a_cancelled_tournament_is_a_ticket_that_expires() -> None:
    async def story() -> None:
        room = HouseRoom(43, DAILY, SATELLITE, ticket_ms=GOOD_MS)
        await room.open()
        satellite, target = next_of(room, "Satellite"), next_of(room, "Sunday")
        players = await seated(room, *range(1, 13), money=20_000)
        for player in players:
            await player.register(satellite.id)
        tasks = playing(players)
        await over(satellite)
        for task in tasks:
            task.cancel()
        winners = list(target.tournament.desk.living)
        assert winners
        desk = room.house.staff(target.id)
        await desk.cancel((await desk.preview_cancel()).step)
        cancelled_ms = room.services.clock.now_ms()
        for winner in winners:
            (ticket,) = await room.store.tickets(winner)
            assert 0 <= cancelled_ms + GOOD_MS - ticket.expires_ms < 5_000
        verify_sums(room)
        await room.crash()

    run(story())


async def given(room: HouseRoom, player: HousePlayer, good_ms: int) -> int:
    """The house gives a player a ticket for a Sunday; until when it is good."""
    until_ms = room.services.clock.now_ms() + good_ms
    grant = TicketGrant(player.viewer, Ticket(EUR, 5_500, "sunday"), until_ms)
    await room.store.grant_ticket(grant, f"gift-{player.viewer}-{good_ms}", 1)
    return until_ms


@rule("TAMB-87", "CXL-02", "THC-44")
def test_a_ticket_that_expires_before_the_cancellation_comes_back_as_one_that_is_good() -> None:
    async def story() -> None:
        room = HouseRoom(44, DAILY, ticket_ms=GOOD_MS)
        await room.open()
        sundays = [one for one in room.actors.values() if one.charter.name == "Sunday"]
        first, second = sorted(sundays, key=lambda one: one.starts_ms or 0)[:2]
        ann, bob = await seated(room, 1, 2)
        await given(room, ann, 60_000)
        bobs_ms = await given(room, bob, 100 * GOOD_MS)
        asset = f"{EUR}-5500-sunday"
        for one in (ann, bob):
            await one.register(first.id, ticket=asset)
        await asyncio.sleep(120)
        desk = room.house.staff(first.id)
        await desk.cancel((await desk.preview_cancel()).step)
        cancelled_ms = room.services.clock.now_ms()
        (anns,) = await room.store.tickets(ann.viewer)
        assert 0 <= cancelled_ms + GOOD_MS - anns.expires_ms < 5_000
        (bobs,) = await room.store.tickets(bob.viewer)
        assert bobs.expires_ms == bobs_ms, "the same ticket, with the date that it had"
        job = asyncio.create_task(expire_tickets(room.store, room.services.clock))
        await asyncio.sleep(60)
        job.cancel()
        await ann.register(second.id, ticket=asset)
        assert await room.store.tickets(ann.viewer) == []
        assert (cash(room, 1), cash(room, 2)) == (100_000, 100_000)
        verify_sums(room)
        await room.crash()

    run(story())


@rule("TAMB-87", "TRN-15", "TAMB-65")
def test_an_expired_ticket_is_good_again_when_too_few_have_entered_also_beside_others() -> None:
    async def story() -> None:
        room = HouseRoom(45, DAILY)
        await room.open()
        first = next_of(room, "Sunday")
        assert first.starts_ms is not None
        (ann,) = await seated(room, 1)
        await given(room, ann, 60_000)
        asset = f"{EUR}-5500-sunday"
        await ann.register(first.id, ticket=asset)
        # A second ticket of the same kind, which is good for longer and stays in the wallet.
        until_ms = await given(room, ann, 1_000 * GOOD_MS)
        await asyncio.sleep((first.starts_ms - room.services.clock.now_ms()) / 1000 + 5)
        assert first.tournament.is_cancelled
        held = await room.store.tickets(ann.viewer)
        assert [one.expires_ms for one in held] == [until_ms, 0], "tickets of this room are good"
        verify_sums(room)
        await room.crash()

    run(story())


@rule("TAMB-87", "TRN-12", "TRN-13")
def test_who_gives_an_entry_back_themselves_has_the_ticket_with_its_date_again() -> None:
    async def story() -> None:
        room = HouseRoom(46, DAILY, ticket_ms=GOOD_MS)
        await room.open()
        first = next_of(room, "Sunday")
        (ann,) = await seated(room, 1)
        until_ms = await given(room, ann, 60_000)
        await ann.register(first.id, ticket=f"{EUR}-5500-sunday")
        await asyncio.sleep(120)
        await ann.ask(Unregister(id="back", ch=f"tournament:{first.id}"))
        (ticket,) = await room.store.tickets(ann.viewer)
        assert ticket.expires_ms == until_ms
        await room.crash()

    run(story())
