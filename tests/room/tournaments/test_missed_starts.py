"""Starts that pass while the room is down, and starts that staff move (TAMB-100, TAMB-96)."""

import asyncio
import logging

import pytest

from cardroom.errors import EntryRefused, TransferRefused
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.pages.listing import phase_of, row_of
from cardroom.room.tournaments.requests import Unregister
from tests.room.tournaments.rooms import HousePlayer, HouseRoom
from tests.room.tournaments.test_house import cash, seated
from tests.room.virtual import run
from tests.rule import rule

NINE = """
name = "Nine"
format = "freezeout"
edition = "house"
[schedule]
at = "09:00"
"""
MINUTE = 60
NINE_MS = 1_800_003_600_000


async def until(room: HouseRoom, ms: int) -> None:
    await asyncio.sleep((ms - room.services.clock.now_ms()) / 1000)


async def entered(room: HouseRoom) -> tuple[TournamentActor, list[HousePlayer]]:
    """A tournament at nine with five players."""
    await room.open()
    (actor,) = [one for one in room.actors.values() if one.starts_ms == NINE_MS]
    players = await seated(room, 1, 2, 3, 4, 5)
    for player in players:
        await player.register(actor.id)
    return actor, players


async def down(room: HouseRoom, back_ms: int) -> HouseRoom:
    """The room goes down at once and is back at a moment."""
    await room.crash()
    await until(room, back_ms)
    again = HouseRoom(3, NINE, store=room.store)
    await again.open()
    return again


@rule("TAMB-100", "TRN-02")
def test_a_start_missed_by_minutes_is_held_two_minutes_after_the_room_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        room = HouseRoom(1, NINE)
        actor, _ = await entered(room)
        await until(room, NINE_MS - MINUTE * 1000)
        back_ms = NINE_MS + 9 * MINUTE * 1000
        with caplog.at_level(logging.WARNING):
            room = await down(room, back_ms)
        assert f"tournament {actor.id} starts 540 s late" in caplog.text
        (row,) = [one for one in room.house.list.rows if one.tournament == actor.id]
        late_ms = row.starts_ms
        assert late_ms is not None
        assert row.moved_by == "crash"
        # The room has needed a moment to read what was stored.
        assert 0 <= late_ms - back_ms - 2 * MINUTE * 1000 < 1000
        # A further crash loses nothing of it, although nine is more than ten minutes ago by then.
        again_ms = back_ms + 90 * 1000
        room = await down(room, again_ms)
        restored = room.actors[actor.id]
        assert restored.starts_ms == late_ms
        await until(room, late_ms - 1000)
        assert phase_of(restored) == "registering"
        assert row_of(restored).late_until_ms is None
        await until(room, late_ms + 1000)
        assert phase_of(restored) == "late_registration"
        clock, late = restored.tournament.level_clock, restored.charter.terms.late_levels
        assert clock.level_ends_ms is not None
        until_ms = clock.level_ends_ms + sum(clock.lengths_ms[1:late])
        assert row_of(restored).late_until_ms == until_ms
        assert restored.tournament.entries == 5
        await room.crash()

    run(story())


@rule("TAMB-100", "TRN-25")
def test_a_decision_about_a_missed_start_that_was_not_stored_is_taken_again() -> None:
    async def story() -> None:
        room = HouseRoom(1, NINE)
        actor, _ = await entered(room)
        await until(room, NINE_MS - MINUTE * 1000)
        room.store.fails_write = TransferRefused("I2", "unbalanced")
        room = await down(room, NINE_MS + 9 * MINUTE * 1000)
        assert room.store.fails_write is None
        restored = room.actors[actor.id]
        assert restored.moved_by == "crash"
        # It goes on, and answers its operator.
        await room.house.staff(actor.id).change_breaks(on=False)
        assert restored.starts_ms is not None
        await until(room, restored.starts_ms + 1000)
        assert phase_of(restored) == "late_registration"
        await room.crash()

    run(story())


@rule("TAMB-100", "CXL-02")
def test_a_start_that_is_missed_again_and_again_is_cancelled_after_ten_minutes() -> None:
    async def story() -> None:
        room = HouseRoom(2, NINE)
        actor, players = await entered(room)
        paid = cash(room, 1)
        await until(room, NINE_MS - MINUTE * 1000)
        for minutes in (4, 8):
            back_ms = NINE_MS + minutes * MINUTE * 1000
            room = await down(room, back_ms)
            assert (room.actors[actor.id].starts_ms or 0) >= back_ms + 2 * MINUTE * 1000
        # How late it is counts from nine o'clock, however often the room has put it off.
        room = await down(room, NINE_MS + 11 * MINUTE * 1000)
        await asyncio.sleep(1)
        stored = await room.store.tournament(actor.id)
        assert stored is not None
        assert stored.state == "cancelled"
        assert all(cash(room, one.viewer) == 100_000 > paid for one in players)
        await room.crash()

    run(story())


@rule("TAMB-96", "TRN-12")
def test_a_start_that_staff_move_is_told_and_entries_can_be_given_back_until_then() -> None:
    async def story() -> None:
        room = HouseRoom(4, NINE)
        actor, players = await entered(room)
        later_ms = NINE_MS + 30 * MINUTE * 1000
        await room.house.staff(actor.id).delay(later_ms)
        (notice,) = players[0].heard("tournament_moved")
        assert (notice["starts_ms"], notice["by"], notice["name"]) == (later_ms, "staff", "Nine")
        room = await down(room, NINE_MS + MINUTE * 1000)
        moved = room.actors[actor.id]
        assert (moved.starts_ms, moved.moved_by) == (later_ms, "staff")
        ann, bob = HousePlayer(room, 1), HousePlayer(room, 2)
        channel = f"tournament:{actor.id}"
        await ann.ask(Unregister(id="u1", ch=channel))
        assert cash(room, 1) == 100_000
        await until(room, later_ms - 4 * MINUTE * 1000)
        with pytest.raises(EntryRefused) as refused:
            await bob.ask(Unregister(id="u2", ch=channel))
        assert refused.value.details == {"until_ms": later_ms - 5 * MINUTE * 1000}
        await until(room, later_ms + 1000)
        assert moved.tournament.has_started
        assert moved.tournament.entries == 4
        await room.crash()

    run(story())
