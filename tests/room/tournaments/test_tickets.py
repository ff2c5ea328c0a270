"""Tickets that were won: until when they are good, and what becomes of them then (TAMB-87)."""

import asyncio

import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import player_tickets
from cardroom.office.tickets import expire_tickets
from cardroom.room.tournaments.requests import Register, Unregister
from tests.room.tournaments.rooms import HouseRoom
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
