"""Files that operators add while the room is open: offered at once, and again after a restart."""

import asyncio
from datetime import UTC

import pytest

from cardroom.errors import EntryRefused, InvalidFile, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.room.tournaments.house.offers import Offer
from cardroom.rulebook import edition
from cardroom.tournament.timetable import HouseDefaults, OccurrenceKey, read_timetable
from tests.room.tournaments.rooms import EUR, HousePlayer, HouseRoom
from tests.room.tournaments.test_house import EVENING, HEXAPRO, SIT_AND_GO, cash, seated
from tests.room.tournaments.test_satellites import (
    PHASED,
    SATELLITE,
    SUNDAY,
    next_of,
    over,
    playing,
    verify_sums,
)
from tests.room.virtual import run
from tests.rule import rule

BUY_INS = HEXAPRO + "buy_ins_cents = [100, 200]\n"
FEEDER = SATELLITE.replace("every_minutes = 30", 'at = "17:00"')


def offer(room: HouseRoom, text: str, key: str = "") -> Offer:
    now = room.services.clock.now_ms()
    return Offer(key=key or text, file="new.toml", text=text, by="Olga", at_ms=now)


def waiting_in(room: HouseRoom, queue: str) -> int:
    """The game of a queue that waits for players."""
    (game,) = [one.game for one in room.house.games.waiting if one.queue == queue]
    return game


@rule("HEX-02", "HEX-03", "TYP-02")
def test_a_queue_that_is_added_takes_players_at_once_and_outlasts_a_restart() -> None:
    async def story() -> None:
        room = HouseRoom(41, EVENING)
        await room.open()
        with pytest.raises(EntryRefused):
            await (await seated(room, 1))[0].buy("HexaPro 2")
        added = await room.house.add_offer(offer(room, BUY_INS, "same"))
        assert [one.name for one in added.found] == ["HexaPro 1", "HexaPro 2"]
        again = await room.house.add_offer(offer(room, BUY_INS, "same"))
        assert again is added, "the same order adds no second queue"
        game = waiting_in(room, "HexaPro 2")
        (ann,) = await seated(room, 2)
        await ann.buy("HexaPro 2")
        await room.crash()
        room = HouseRoom(42, EVENING, store=room.store)
        await room.open()
        assert waiting_in(room, "HexaPro 2") == game
        assert room.actors[game].tournament.desk.living.keys() == {PlayerId(2)}  # type: ignore[index]
        players = await seated(room, 3, 4)
        for one in players:
            await one.buy("HexaPro 2")
        assert room.actors[game].tournament.has_started  # type: ignore[index]
        assert waiting_in(room, "HexaPro 2") != game
        await room.crash()

    run(story())


@rule("TYP-02", "CXL-02")
def test_who_waits_in_a_queue_that_is_ended_is_refunded_and_games_that_run_go_on() -> None:
    async def story() -> None:
        room = HouseRoom(43, EVENING)
        await room.open()
        await room.house.add_offer(offer(room, SIT_AND_GO))
        started = waiting_in(room, "Five")
        players = await seated(room, *range(1, 7), money=10_000)
        for one in players:
            await one.buy("Five")
        price = 10_000 - cash(room, 6)
        assert price > 0
        await room.house.end_offer("Five")
        assert [cash(room, one) for one in (5, 6)] == [10_000 - price, 10_000]
        assert not room.house.games.waiting
        assert room.actors[started].tournament.has_started  # type: ignore[index]
        assert not room.actors[started].tournament.is_over  # type: ignore[index]
        with pytest.raises(EntryRefused, match="not offered"):
            await players[5].buy("Five")
        with pytest.raises(OperatorRefused, match="no such offer"):
            await room.house.end_offer("Five")
        await room.crash()
        room = HouseRoom(44, EVENING, store=room.store)
        await room.open()
        assert not room.house.games.waiting
        assert not room.house.offered.added
        await room.crash()

    run(story())


@rule("TYP-12", "TAMB-76")
def test_flights_that_are_added_are_played_through_a_restart_to_the_end_of_the_second_phase() -> (
    None
):
    async def story() -> None:
        room = HouseRoom(45)
        await room.open()
        await room.house.add_offer(offer(room, PHASED))
        flights = [one for one in room.actors.values() if one.charter.name == "Phased"]
        assert [one.charter.announced.phase for one in flights] == ["flight", "flight"]
        players = await seated(room, *range(1, 13), money=50_000)
        for number, player in enumerate(players):
            await player.register(flights[number % 2].id)
        with pytest.raises(OperatorRefused, match="flights are announced"):
            await room.house.end_offer("Phased")
        await room.crash()
        room = HouseRoom(46, store=room.store)
        await room.open()
        players = [HousePlayer(room, number) for number in range(1, 13)]
        for player in players:
            player.listen("me")
        tasks = playing(players)
        first = [one.id for one in flights]
        async with asyncio.timeout(40 * 3_600):
            while any(one in room.actors for one in first):  # noqa: ASYNC110 - as a person looks
                await asyncio.sleep(1)
        (final,) = room.actors.values()
        assert final.charter.announced.phase == "final"
        assert final.charter.flights == tuple(first)
        await over(final)
        await asyncio.sleep(5)
        verify_sums(room)
        assert sum(cash(room, one) for one in range(1, 13)) > 12 * 47_500
        await room.house.end_offer("Phased")
        for task in tasks:
            task.cancel()
        await room.crash()

    run(story())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "new.toml, line 1: not valid TOML"),
        (HEXAPRO.replace("hexapro", "hexapoker"), "line 2: format: 'hexapoker' is not a format"),
        (HEXAPRO + "buy_ins_cents = [123]\n", "line 5: [on_demand] buy_ins_cents, row 1"),
        (EVENING, "line 2: name: another tournament is called 'Evening'"),
        (HEXAPRO.replace("HexaPro", "Five"), "name: another tournament is called 'Five'"),
        (PHASED.replace("2027-01-15 09:00", "2026-01-15 09:00"), "2026-01-15 09:00 is past"),
        (PHASED.replace("23:00", "09:40"), "[schedule] final: the schedule overlaps itself"),
        (FEEDER, "[satellite] target: no tournament here has the ticket_word 'sunday' (TYP-05)"),
        (EVENING.replace("Evening", "Late").replace("[schedule]", "[plan]"), "unknown key"),
    ],
)
@rule("TRN-02", "TYP-05")
def test_a_file_that_does_not_fit_is_refused_in_one_sentence_and_nothing_changes(
    text: str, said: str
) -> None:
    async def story() -> None:
        room = HouseRoom(47, EVENING)
        await room.open()
        await room.house.add_offer(offer(room, SIT_AND_GO))
        timetable, actors = room.house.timetable, dict(room.actors)
        kept = await room.services.schedules.kept_queues()
        with pytest.raises(InvalidFile) as refused:
            await room.house.add_offer(offer(room, text))
        assert said in str(refused.value)
        assert room.house.timetable is timetable
        assert room.actors == actors
        after = await room.services.schedules.kept_queues()
        assert after.keys() == kept.keys()
        await room.crash()

    run(story())


@rule("TYP-05", "TAMB-67")
def test_a_satellite_is_added_after_its_target_and_the_target_is_not_ended_before_it() -> None:
    async def story() -> None:
        room = HouseRoom(48, EVENING)
        await room.open()
        await room.house.add_offer(offer(room, SUNDAY))
        await room.house.add_offer(offer(room, FEEDER))
        dearer = SUNDAY.replace("Sunday", "Dear").replace("5_500", "6_600")
        with pytest.raises(InvalidFile, match="the seats of 'Satellite' cost 5500"):
            await room.house.add_offer(offer(room, dearer))
        with pytest.raises(OperatorRefused, match="satellites feed it"):
            await room.house.end_offer("Sunday")
        await room.house.end_offer("Satellite")
        await room.house.end_offer("Sunday")
        # What was announced is held all the same.
        assert next_of(room, "Sunday").tournament.desk.registration_open
        await room.crash()

    run(story())


@rule("TAMB-99", "TAMB-100")
def test_a_schedule_that_is_added_has_missed_no_start_and_its_next_one_is_announced() -> None:
    async def story() -> None:
        room = HouseRoom(49, SIT_AND_GO)
        await room.open()
        await asyncio.sleep(3 * 3_600)
        now = room.services.clock.now_ms()
        await room.house.add_offer(offer(room, EVENING))
        starts = [one.starts_ms for one in room.actors.values() if one.charter.name == "Evening"]
        assert starts
        assert all(one is not None and one > now for one in starts)
        assert all(one.state == "opened" for one in await _starts(room, "Evening"))
        await room.crash()

    run(story())


async def _starts(room: HouseRoom, name: str) -> list:  # type: ignore[type-arg]
    return list(await room.services.schedules.occurrences(name, 0))


@rule("TRN-02")
def test_after_a_restart_a_file_in_the_folder_comes_before_an_added_one_of_its_name(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        room = HouseRoom(50)
        await room.open()
        await room.house.add_offer(offer(room, EVENING))
        await room.house.add_offer(offer(room, SIT_AND_GO))
        await room.crash()
        room = HouseRoom(51, EVENING, store=room.store)
        await room.open()
        left_out = room.house.offered.added["Evening"]
        assert "another tournament is called 'Evening'" in left_out.problem
        assert left_out.problem in caplog.text
        assert waiting_in(room, "Five")
        await room.house.end_offer("Evening")
        assert room.house.timetable.scheduled_by("Evening") is not None
        await room.crash()

    run(story())


@rule("TYP-12", "TAMB-100")
def test_a_second_phase_whose_start_passed_while_the_room_was_down_is_not_a_mistake() -> None:
    house = HouseDefaults(edition("en-2.7"), EUR)
    flights = {OccurrenceKey("Phased", "2027-01-15", minute) for minute in (9 * 60, 9 * 60 + 30)}
    final_ms = 1_800_054_000_000
    down_ms, back_ms = final_ms - 60_000, final_ms + 600_000
    files = {"phased.toml": PHASED}
    read = read_timetable(
        files, house=house, zone=UTC, now_ms=back_ms, stored=flights, seen_ms=down_ms
    )
    assert read.scheduled_by("Phased") is not None
    for stored, seen_ms in ((flights, back_ms), (set(), down_ms)):
        with pytest.raises(InvalidFile, match="is past: it would never start"):
            read_timetable(
                files, house=house, zone=UTC, now_ms=back_ms, stored=stored, seen_ms=seen_ms
            )
