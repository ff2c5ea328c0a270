"""Entries in several flights of one event, also at the same moment: as the rules say (TYP-13)."""

import asyncio

import pytest

from cardroom.errors import EntryRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.room.people import Caller
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house.staff import StaffDesk
from cardroom.rulebook import house_rules
from tests.room.tournaments.rooms import HousePlayer, HouseRoom
from tests.room.tournaments.test_house import cash, seated
from tests.room.tournaments.test_satellites import PHASED, next_of, over, playing, verify_sums
from tests.room.virtual import run
from tests.rule import rule

EVENT = PHASED + "programs = true\n"
ONE_FLIGHT = house_rules(
    'inherits = "en-2.7"\n[TYP-13]\nseveral_first_phases = false\n', "club.toml"
)
PRICE = 2_500
LATE_FLIGHTS = """
name = "Phased"
format = "phased"
edition = "house"
ticket_word = "phased"
[schedule]
starts = ["2027-01-15 20:00", "2027-01-15 20:30"]
final = "2027-01-16 23:00"
announced_s = 86_400
"""
INTO_FLIGHT = """
name = "Satellite"
format = "satellite"
edition = "house"
[satellite]
target = "phased"
seat_price_cents = 2_500
guaranteed_seats = 2
[schedule]
every_minutes = 30
"""


def flights(room: HouseRoom) -> list[TournamentActor]:
    return sorted(room.actors.values(), key=lambda one: one.starts_ms or 0)


def program(room: HouseRoom, number: int, owner: int) -> HousePlayer:
    """A program that plays for a person."""
    room.fund(number)
    player = HousePlayer(room, number)
    player.caller = Caller(
        player=PlayerId(number), name="bot", kind="program", owner=PlayerId(owner)
    )
    return player


async def tried(*entries: "asyncio.Future[None]") -> list[str]:
    """What became of entries that were asked for at the same moment."""
    outcomes = await asyncio.gather(*entries, return_exceptions=True)
    return sorted(one.reason if isinstance(one, EntryRefused) else "entered" for one in outcomes)


@rule("TYP-13", "TAMB-76", "TRN-11")
def test_a_person_enters_several_flights_with_one_account_also_at_the_same_moment() -> None:
    async def story() -> None:
        room = HouseRoom(31, EVENT)
        await room.open()
        first, second = flights(room)
        (ann,) = await seated(room, 1)
        bot = program(room, 11, owner=1)
        outcome = await tried(
            asyncio.ensure_future(ann.register(first.id)),
            asyncio.ensure_future(bot.register(second.id)),
        )
        assert outcome == ["entered", "entered_with_another_account"]
        assert cash(room, 1) + cash(room, 11) == 200_000 - PRICE
        entered = ann if 1 in first.tournament.desk.living else bot
        other = second if entered is ann else first
        await entered.register(other.id)
        assert cash(room, 1) + cash(room, 11) == 200_000 - 2 * PRICE
        # Also after a restart, from what is stored.
        await room.crash()
        room = HouseRoom(32, EVENT, store=room.store)
        await room.open()
        beside = program(room, 12, owner=1)
        with pytest.raises(EntryRefused) as refused:
            await beside.register(first.id)
        assert refused.value.reason == "entered_with_another_account"
        verify_sums(room)
        await room.crash()

    run(story())


@rule("TYP-13")
def test_where_the_house_allows_one_flight_two_entries_at_once_are_one() -> None:
    async def story() -> None:
        room = HouseRoom(33, EVENT, rules=ONE_FLIGHT)
        await room.open()
        first, second = flights(room)
        (ann,) = await seated(room, 1)
        outcome = await tried(
            asyncio.ensure_future(ann.register(first.id)),
            asyncio.ensure_future(ann.register(second.id)),
        )
        assert outcome == ["entered", "one_flight_per_person"]
        assert cash(room, 1) == 100_000 - PRICE
        await room.crash()

    run(story())


@rule("TYP-13", "TRN-23")
def test_who_was_disqualified_in_one_flight_enters_no_other() -> None:
    async def story() -> None:
        room = HouseRoom(34, EVENT)
        await room.open()
        first, second = flights(room)
        players = await seated(room, 1, 2, 3, 4)
        for player in players:
            await player.register(first.id)
        starts_ms = first.starts_ms or 0
        await asyncio.sleep((starts_ms - room.services.clock.now_ms()) / 1000 + 5)
        await StaffDesk(first).disqualify(PlayerId(2), CaseId(1))
        with pytest.raises(EntryRefused) as refused:
            await players[1].register(second.id)
        assert (refused.value.rule, refused.value.reason) == ("TRN-23", "disqualified")
        # Who only plays there, or has a stack from it, may come.
        await players[0].register(second.id)
        assert PlayerId(1) in second.tournament.desk.living
        await room.crash()

    run(story())


@rule("TYP-13", "TAMB-68")
def test_a_seat_won_in_a_flight_is_a_ticket_for_who_may_enter_no_further_flight() -> None:
    async def story() -> None:
        room = HouseRoom(35, LATE_FLIGHTS, INTO_FLIGHT, rules=ONE_FLIGHT)
        await room.open()
        events = [one for one in room.actors.values() if one.charter.announced.phase == "flight"]
        first, second = sorted(events, key=lambda one: one.starts_ms or 0)
        satellite = next_of(room, "Satellite")
        players = await seated(room, *range(1, 13))
        for player in players:
            await player.register(satellite.id)
            # The seat is in the first flight, and everybody but one player is in the second.
            if player.viewer != 1:
                await player.register(second.id)
        tasks = playing(players)
        await over(satellite)
        for task in tasks:
            task.cancel()
        seats = list(room.store.seats.values())
        assert {one.won.target for one in seats} == {first.id}
        for one in seats:
            assert one.state == ("seated" if one.won.player == 1 else "ticket")
            held = await room.store.tickets(one.won.player)
            assert [ticket.ticket.target for ticket in held] == (
                [] if one.won.player == 1 else ["phased"]
            )
        assert any(one.state == "ticket" for one in seats)
        assert set(first.tournament.desk.living) <= {PlayerId(1)}
        verify_sums(room)
        await room.crash()

    run(story())
