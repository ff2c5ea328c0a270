"""Seats won in a satellite, and second phases: one tournament means something for another."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random

import pytest

from cardroom.ledger import PlayerId
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house_messages import PlayerBack, PlayerLost
from cardroom.room.tournaments.records import StepToWrite
from cardroom.room.tournaments.requests import Register
from tests.room.tournaments.memory import TournamentMemory
from tests.room.tournaments.rooms import HousePlayer, HouseRoom
from tests.room.tournaments.test_house import cash, seated
from tests.room.virtual import run
from tests.rule import rule

SUNDAY = """
name = "Sunday"
format = "freezeout"
edition = "house"
price_cents = 5_500
ticket_word = "sunday"
[schedule]
at = "18:00"
"""
SATELLITE = """
name = "Satellite"
format = "satellite"
edition = "house"
[schedule]
every_minutes = 30
"""
TIER = """
name = "Tier"
format = "satellite-tier"
edition = "house"
[on_demand]
"""
PHASED = """
name = "Phased"
format = "phased"
edition = "house"
[schedule]
starts = ["2027-01-15 09:00", "2027-01-15 09:30"]
final = "2027-01-15 23:00"
"""


def playing(players: list[HousePlayer]) -> list["asyncio.Task[None]"]:
    return [asyncio.create_task(one.play_on(Random(one.viewer))) for one in players]


def next_of(room: HouseRoom, name: str) -> TournamentActor:
    found = [one for one in room.actors.values() if one.charter.name == name]
    return min(found, key=lambda one: one.charter.terms.starts_ms or 0)


def verify_sums(room: HouseRoom) -> None:
    sums: dict[str, int] = {}
    for account, amount in room.store.ledger.balances.items():
        asset = account.rpartition(":")[2]
        sums[asset] = sums.get(asset, 0) + amount
    assert not any(sums.values()), sums


async def over(actor: TournamentActor) -> None:
    async with asyncio.timeout(40 * 3_600):
        await actor.done()


@rule("TYP-04", "TRN-14", "TAMB-68")
def test_who_wins_a_satellite_is_registered_once_in_its_target() -> None:
    async def story() -> None:
        room = HouseRoom(21, SUNDAY, SATELLITE)
        await room.open()
        satellite, target = next_of(room, "Satellite"), next_of(room, "Sunday")
        players = await seated(room, *range(1, 13), money=10_000)
        for player in players:
            await player.register(satellite.id)
        tasks = playing(players)
        await over(satellite)
        winners = [PlayerId(one) for one in target.tournament.desk.living]
        assert winners
        assert all(
            entry.payment.means == "seat" for entry in target.tournament.desk.entries.values()
        )
        places = room.store.ledger.balance(target.tournament.desk.money.places)
        assert places == sum(e.price.places for e in target.tournament.desk.entries.values())
        assert satellite.is_paid
        assert all(cash(room, one) <= 10_000 for one in winners)
        verify_sums(room)
        for task in tasks:
            task.cancel()
        await room.crash()

    run(story())


@rule("TAMB-68", "TRN-14")
def test_a_crash_after_the_satellite_loses_no_seat_and_gives_none_twice() -> None:
    async def story() -> None:
        room = HouseRoom(22, SUNDAY, SATELLITE)
        await room.open()
        satellite, target = next_of(room, "Satellite"), next_of(room, "Sunday")
        players = await seated(room, *range(1, 13), money=10_000)
        for player in players:
            await player.register(satellite.id)
        tasks = playing(players)
        async with asyncio.timeout(40 * 3_600):
            while not satellite.is_paid:  # noqa: ASYNC110 - as a person looks
                await asyncio.sleep(0.01)
        # The satellite has given its seats; whether the target has taken them is open.
        for task in tasks:
            task.cancel()
        await room.crash()
        again = HouseRoom(23, SUNDAY, SATELLITE, store=room.store)
        await again.open()
        restored = again.actors[target.id]
        await asyncio.sleep(5)
        seats = [one for one in again.store.seats.values() if one.won.target == target.id]
        assert seats
        assert all(one.state == "seated" for one in seats)
        assert sorted(restored.tournament.desk.living) == sorted(one.won.player for one in seats)
        verify_sums(again)
        await again.crash()

    run(story())


@rule("TYP-02", "TYP-04", "TRN-14", "TAMB-68", "CRASH-01")
def test_a_sit_and_go_wins_a_seat_in_spite_of_lost_lines_a_crash_and_a_slow_store() -> None:
    async def story() -> None:
        chance = Random(28)
        store = TournamentMemory(chance, failures_permille=20)
        store.money.delay_ms_max = 1_000
        satellite = SATELLITE.replace("[schedule]", 'ticket_word = "sunday_satellite"\n[schedule]')
        room = HouseRoom(28, SUNDAY, satellite, TIER, store=store)
        await room.open()
        tier = next(one for one in room.actors.values() if one.charter.name == "Tier").id
        players = await seated(room, *range(1, 6), money=10_000)
        for player in players:
            await player.register(tier)
        await asyncio.sleep(5)
        # As soon as one starts, the next is open.
        tiers = [one.id for one in room.actors.values() if one.charter.name == "Tier"]
        assert len(tiers) == 2
        await room.crash()
        room = HouseRoom(29, SUNDAY, satellite, TIER, store=store)
        await room.open()
        players = [HousePlayer(room, number) for number in range(1, 6)]
        for player in players:
            player.listen("me")
        tasks = playing(players)
        actor = room.actors[tier]
        async with asyncio.timeout(40 * 3_600):
            while not actor.is_paid:
                who = players[chance.randrange(5)].viewer
                actor.inbox.send(PlayerLost(player=who))
                await asyncio.sleep(10)
                actor.inbox.send(PlayerBack(player=who))
                await asyncio.sleep(10)
        await asyncio.sleep(60)
        (seat,) = store.seats.values()
        assert seat.state == "seated"
        assert list(room.actors[seat.won.target].tournament.desk.living) == [seat.won.player]
        verify_sums(room)
        for task in tasks:
            task.cancel()
        await room.crash()

    run(story())


def fails_once(room: HouseRoom, concerns: Callable[[StepToWrite], bool], *, after: bool) -> None:
    """Have the store fail at the first step of a kind, before or after it is stored."""
    write, failed = room.store.write_steps, False

    async def failing(steps: Sequence[StepToWrite]) -> None:
        nonlocal failed
        fails = not failed and any(concerns(step) for step in steps)
        failed |= fails
        if fails and not after:
            raise RuntimeError("nothing is stored")
        await write(steps)
        if fails:
            raise RuntimeError("all of it is stored")

    room.store.write_steps = failing  # type: ignore[method-assign]


@rule("TAMB-68", "TRN-14")
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("what", ["giving", "taking"])
def test_seats_that_a_fault_keeps_from_the_target_are_taken_without_a_restart(
    what: str, after: bool
) -> None:
    async def story() -> None:
        room = HouseRoom(27, SUNDAY, SATELLITE)
        await room.open()
        satellite, target = next_of(room, "Satellite"), next_of(room, "Sunday")

        def concerns(step: StepToWrite) -> bool:
            giving = step.tournament == satellite.id and bool(step.seats_won)
            return giving if what == "giving" else bool(step.seats_taken)

        fails_once(room, concerns, after=after)
        players = await seated(room, *range(1, 13), money=10_000)
        for player in players:
            await player.register(satellite.id)
        tasks = playing(players)
        await over(satellite)
        seats = [one for one in room.store.seats.values() if one.won.target == target.id]
        assert seats
        assert all(one.state == "seated" for one in seats)
        assert sorted(target.tournament.desk.living) == sorted(one.won.player for one in seats)
        verify_sums(room)
        for task in tasks:
            task.cancel()
        await room.crash()

    run(story())


@rule("TAMB-68")
def test_a_winner_who_is_registered_already_gets_a_ticket() -> None:
    async def story() -> None:
        room = HouseRoom(24, SUNDAY, SATELLITE)
        await room.open()
        satellite, target = next_of(room, "Satellite"), next_of(room, "Sunday")
        players = await seated(room, *range(1, 13), money=20_000)
        for player in players:
            await player.register(satellite.id)
            await player.ask(Register(id=f"t{player.viewer}", ch=f"tournament:{target.id}"))
        tasks = playing(players)
        await over(satellite)
        assert all(
            entry.payment.means == "cash" for entry in target.tournament.desk.entries.values()
        )
        held = [await room.store.tickets(one.viewer) for one in players]
        assert sum(len(one) for one in held) == len(satellite.summary.seats_won)
        verify_sums(room)
        for task in tasks:
            task.cancel()
        await room.crash()

    run(story())


@rule("TYP-12", "TAMB-76")
def test_the_survivors_of_all_flights_meet_in_the_second_phase() -> None:
    async def story() -> None:
        room = HouseRoom(25, PHASED, now_ms=1_800_000_000_000)
        await room.open()
        flights = [one for one in room.actors.values() if one.charter.name == "Phased"]
        assert [one.charter.announced.phase for one in flights] == ["flight", "flight"]
        players = await seated(room, *range(1, 15), money=100_000)
        for player in players[:8]:
            await player.register(flights[0].id)
        for player in players[6:]:
            await player.register(flights[1].id)
        tasks = playing(players)
        before = sum(cash(room, one) for one in range(1, 15))
        async with asyncio.timeout(40 * 3_600):
            while not (finals := [o for o in room.actors.values() if o.charter.flights]):  # noqa: ASYNC110
                await asyncio.sleep(60)
            await finals[0].done()
        final = finals[0]
        assert final.tournament.ended == "one_player_left"
        assert all(one.is_paid for one in flights)
        fees = sum(one.tournament.desk.fees for one in flights)
        assert sum(cash(room, one) for one in range(1, 15)) - before >= 0
        pools = [a for a, n in room.store.ledger.balances.items() if n and "tournament:" in a]
        assert not pools, (pools, fees)
        verify_sums(room)
        for task in tasks:
            task.cancel()
        await room.crash()

    run(story())
