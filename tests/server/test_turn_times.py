"""How long people take over decisions is measured, kept with the hand and read by the review."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from cardroom.engine.events import Called, Checked, Folded, HandStarted, PotAwarded
from cardroom.errors import Unavailable
from cardroom.ledger import PlayerId
from cardroom.office.review.hand_reading import read_hand
from cardroom.room.channels import Channel
from cardroom.room.people import AccountKind
from cardroom.server.turn_times import (
    WAITING_MAX,
    TimedRailedSwitchboard,
    TimedSwitchboard,
    TurnTimes,
)
from cardroom.store import Store
from cardroom.store.hands.bulk_reading import StoredBulkReader
from tests.rule import rule
from tests.server.fakes import ANA, BEN, CARA, FakeClock, FakeOwner, turn_request
from tests.server.open_servers import open_server
from tests.server.processes import sqlite_in
from tests.server.seating import audit, three_seated

EPOCH, TURN_MS = 3, 20_000
STARTED = HandStarted("nl-holdem", 1, (1, 2, 3), (1_000, 1_000, 1_000), 10)
PAID = PotAwarded(30, 30, 0, (1,), (30,))
KINDS: dict[PlayerId, AccountKind] = {ANA: "person", BEN: "guest", CARA: "practice"}


class FakeTimes:
    """Times in memory (TimeStore)."""

    def __init__(self) -> None:
        self.kept: dict[str, tuple[int, ...]] = {}
        self.is_gone = False

    async def keep(self, times: Mapping[str, Sequence[int]]) -> None:
        if self.is_gone:
            raise Unavailable("the store is out of reach")
        self.kept |= {hand: tuple(took_ms) for hand, took_ms in times.items()}


class Timed:
    """A table whose turns are timed, behind a rail or not."""

    def __init__(self, *, is_railed: bool = False) -> None:
        self.clock, self.store = FakeClock(), FakeTimes()
        self.times = TurnTimes(self.store, self.clock, lambda player: KINDS[player])
        board: TimedSwitchboard | TimedRailedSwitchboard
        if is_railed:
            board = TimedRailedSwitchboard(
                self.clock, lambda _: FakeOwner(), delay_ms=1_000, sits_at=lambda *_: True
            )
        else:
            board = TimedSwitchboard(self.clock, lambda _: FakeOwner())
        board.times = self.times
        self.channel: Channel = board.open("table:7", FakeOwner(), first=EPOCH * 2**32)
        self.channel.publish(STARTED, hand_starts=True)

    def ask(self, player: PlayerId, took_ms: int) -> None:
        ends_ms = self.clock.now_ms() + TURN_MS
        turn = replace(turn_request(), hand=12, deadline_ms=ends_ms, bank_ms=0)
        self.channel.request(player, turn)
        self.clock.advance(took_ms)


@pytest.mark.parametrize("is_railed", [False, True])
async def test_every_decision_of_a_person_has_its_time_and_no_other_has(*, is_railed: bool) -> None:
    table = Timed(is_railed=is_railed)
    table.ask(ANA, 1_234)
    table.channel.publish(Called(1, 10))
    table.ask(CARA, 800)
    table.channel.publish(Called(3, 10))
    table.channel.publish(Checked(2))  # chosen before the turn: nobody was asked
    table.ask(ANA, TURN_MS)
    table.channel.publish(Checked(1))  # by the clock
    table.ask(BEN, 2_000)
    table.channel.publish(Folded(2))
    await table.times.keep()
    assert table.store.kept == {}
    table.channel.publish(PAID)
    table.channel.publish(PAID)
    await table.times.keep()
    assert table.store.kept == {"hand:7:3:12": (1_234, 0, 0, 0, 2_000)}


async def test_a_hand_that_never_was_leaves_no_times() -> None:
    table = Timed()
    table.ask(ANA, 500)
    table.channel.publish(Called(1, 10))
    table.channel.publish(STARTED, hand_starts=True)
    table.ask(ANA, 700)
    table.channel.publish(Folded(1))
    table.channel.publish(PAID)
    await table.times.keep()
    assert table.store.kept == {"hand:7:3:12": (700,)}


async def test_what_cannot_be_kept_waits_and_a_room_closes_without_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = Timed()
    table.store.is_gone = True
    table.times.note("hand:1:1:1", [5])
    with pytest.raises(Unavailable):
        await table.times.keep()
    await table.times.keep_last()
    assert "the times of 1 hands were not kept" in caplog.text
    table.store.is_gone = False
    await table.times.keep()
    assert table.store.kept == {"hand:1:1:1": (5,)}


async def test_no_more_hands_wait_than_are_worth_the_memory() -> None:
    table = Timed()
    for number in range(WAITING_MAX + 1):
        table.times.note(f"hand:1:1:{number}", [5])
    await table.times.keep()
    assert len(table.store.kept) == WAITING_MAX


@rule("FAIR-07")
async def test_the_review_reads_how_long_players_took_in_a_real_room(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server, three_seated(server.http, server) as players:
        await asyncio.gather(*(one.play_a_hand() for one in players))
    async with await Store.open(sqlite_in(tmp_path)) as store:
        reader = StoredBulkReader(store)
        reading = await reader.note_reading(await reader.numbers(0), None, "a test", 1)
        first, *_ = await reader.page(reading, 0, 10)
        hand = read_hand(first)
    assert hand is not None
    assert len(hand.decisions) > 2
    assert all(0 < one.think_ms < 60_000 for one in hand.decisions)
    assert audit(sqlite_in(tmp_path)).returncode == 0
