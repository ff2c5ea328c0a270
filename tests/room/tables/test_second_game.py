"""The runner plays whatever has a played table and an owner: a toy game, with no file of `room/`
changed for it."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from cardroom.errors import SeatRefused, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import LocalBus
from cardroom.room.channels import Switchboard
from cardroom.room.people import Caller
from cardroom.room.ports import ChannelOwner
from cardroom.room.requests import Act, Action, AnyTableRequest, ComeBack, Intend, Leave, Sit
from cardroom.room.services import SteadyClock
from cardroom.room.shuffle import shuffle
from cardroom.room.tables.messages import Freeze, PlayerRequest, Thaw
from cardroom.room.tables.running import RunningTables
from tests.room.fakes import NoLag, SeededBits
from tests.room.inside import Planted
from tests.room.rooms import QUICK
from tests.room.toy_game import ACTION_MS, ToyOwner, ToyServices, ToyStore, ToyTable, ToyTask
from tests.room.virtual import VirtualClock, run

TABLE = TableId(1)
CHANNEL = f"table:{TABLE}"


class Guest:
    """A player of the toy game, or somebody who watches."""

    def __init__(self, number: int) -> None:
        self.viewer = PlayerId(number)
        self.caller = Caller(player=self.viewer, name=f"guest{number}", kind="person")
        self.messages: list[dict[str, Any]] = []

    def deliver(self, frame: bytes) -> None:
        self.messages.append(msgspec.json.decode(frame))

    def events(self, kind: str) -> list[dict[str, Any]]:
        events = [one["d"] for one in self.messages if one["t"] == "event"]
        return [event for event in events if event["type"] == kind]


def nobody(player: PlayerId) -> ChannelOwner:
    raise AssertionError(f"{player} has no channel of their own here")


class Toy:
    """A room with one toy table, from what its store says."""

    def __init__(self, store: ToyStore, guests: list[Guest], *, epoch: int = 1) -> None:
        bits = SeededBits(Random(7))
        clock = SteadyClock(VirtualClock())
        bus = self.bus = LocalBus()
        services = ToyServices(
            bus, clock, bits, shuffle, None, Switchboard(clock, nobody), NoLag(), QUICK
        )
        self.table = ToyTable(TABLE, store.record)
        owner = ToyOwner(self.table, store)
        self.task = owner.task = ToyTask(
            services, self.table, owner, epoch, deal_at_ms=clock.now_ms()
        )
        self.tables: RunningTables[ToyTask] = RunningTables(bus, clock)
        self.tables.run(self.task)
        self.guests = {guest.viewer: guest for guest in guests}
        for guest in guests:
            channel = services.switchboard.find(CHANNEL, guest.viewer)
            assert channel is not None
            channel.join(guest, guest.caller)

    async def request(self, player: PlayerId, request: AnyTableRequest) -> None:
        await self.bus.ask(CHANNEL, PlayerRequest(self.guests[player].caller, request))

    async def sit(self, *players: int) -> None:
        for player in players:
            await self.request(PlayerId(player), Sit(id=f"s{player}", ch=CHANNEL, amount=0))

    async def ready(self, *players: int) -> None:
        for player in players:
            await self.request(PlayerId(player), ComeBack(id=f"c{player}", ch=CHANNEL))
        await asyncio.sleep(0.01)

    async def act(self, action: Action, to: int = 0) -> PlayerId:
        actor = self.table.actor
        assert actor is not None
        turn = self.task.channel.pending(actor)
        assert turn is not None
        answer = Act(id="a", ch=CHANNEL, hand=turn.hand, turn=turn.turn, a=action, to=to)
        await self.request(actor, answer)
        await asyncio.sleep(0.01)
        return actor

    async def play_out(self) -> None:
        while self.table.actor is not None:
            await self.act("check")


def guests() -> list[Guest]:
    return [Guest(1), Guest(2), Guest(3)]


async def opened(store: ToyStore) -> Toy:
    toy = Toy(store, guests())
    await toy.sit(1, 2)
    await toy.ready(1, 2)
    return toy


def test_the_runner_seats_plays_and_settles_a_second_game() -> None:
    async def story() -> None:
        store = ToyStore()
        toy = await opened(store)
        await toy.act("raise", 4)
        folder = await toy.act("fold")
        assert store.record.number == 1
        assert store.record.buttons[toy.table.occupant(folder)] == 9
        assert sum(store.record.buttons.values()) == 20
        assert toy.table.buttons == store.record.buttons
        with pytest.raises(SeatRefused):
            await toy.request(PlayerId(1), Leave(id="l", ch=CHANNEL))
        await toy.tables.end()

    run(story())


def test_a_hand_that_its_owner_takes_back_is_not_paid_and_the_table_goes_on() -> None:
    async def story() -> None:
        store = ToyStore()
        toy = await opened(store)
        store.takes_back = True
        await toy.act("raise", 4)
        await toy.act("fold")
        watching = toy.guests[PlayerId(3)]
        assert watching.events("hand_never_was")
        assert not watching.events("pot_awarded")
        assert store.record.number == 0
        assert not toy.task.frozen
        store.takes_back = False
        await toy.ready(1, 2)
        await asyncio.sleep(1)
        assert len(watching.events("hand_started")) == 2
        await toy.tables.end()

    run(story())


def test_a_hand_is_dealt_once_all_messages_of_its_preparation_have_come() -> None:
    async def story() -> None:
        toy = Toy(ToyStore(), guests())
        await asyncio.sleep(0.01)
        await toy.sit(1)
        await asyncio.sleep(0.01)
        watcher = toy.guests[PlayerId(3)]
        assert [one["players"] for one in watcher.events("table_waits")] == [2, 1]
        await toy.sit(2)
        await toy.ready(1)
        await asyncio.sleep(60)
        assert toy.table.number == 0
        await toy.ready(2)
        assert toy.table.number == 1
        await toy.tables.end()

    run(story())


def test_the_runner_displays_a_second_game_to_each_what_they_may_see() -> None:
    async def story() -> None:
        toy = await opened(ToyStore())
        hand = toy.table.hand
        assert hand is not None
        for player, guest in toy.guests.items():
            (dealt,) = guest.events("hole_dealt")
            for seat, hole in zip(dealt["seats"], dealt["hole"], strict=True):
                own = toy.table.players[seat] == player
                assert tuple(hole) == (hand.hole(seat) if own else (-1, -1))
        seen = toy.task.channel.snapshot(PlayerId(3))
        assert seen.buttons == {1: 10, 2: 10}
        assert seen.hand is not None
        assert seen.clock is not None
        await toy.play_out()
        after = toy.task.channel.snapshot(PlayerId(3))
        assert toy.guests[PlayerId(3)].events("buttons_moved")[-1]["buttons"] == {
            str(seat): count for seat, count in after.buttons.items()
        }
        await toy.tables.end()

    run(story())


def test_time_and_choices_made_before_are_the_same_in_every_game() -> None:
    async def story() -> None:
        toy = await opened(ToyStore())
        first = toy.table.actor
        (waits,) = (one for one in toy.table.players.values() if one != first)
        chosen = Intend(id="i", ch=CHANNEL, hand=1, street="preflop", to_call=0, a="check")
        await toy.request(waits, chosen)
        await toy.act("check")
        await asyncio.sleep(1)
        assert len(toy.guests[PlayerId(3)].events("checked")) == 2
        slow = toy.table.actor
        assert slow is not None
        await asyncio.sleep(ACTION_MS / 1000 + 1)
        (folded,) = toy.guests[PlayerId(3)].events("folded")
        assert folded["seat"] == toy.table.occupant(slow)
        await toy.tables.end()

    run(story())


@pytest.mark.parametrize("by", ["operator", "mistake", "settlement"])
def test_the_runner_freezes_a_second_game_voids_its_hand_and_plays_on(by: str) -> None:
    async def story() -> None:
        store = ToyStore()
        toy = await opened(store)
        await toy.act("raise", 4)
        if by == "operator":
            await toy.bus.ask(CHANNEL, Freeze())
        elif by == "mistake":
            with pytest.raises(Unavailable):
                await toy.bus.ask(CHANNEL, Planted())
        else:
            store.is_broken = True
            await toy.act("fold")
            store.is_broken = False
        await asyncio.sleep(1)
        assert toy.task.frozen == ("operator" if by == "operator" else "AssertionError")
        assert (toy.table.deal, store.void) == (None, [1])
        assert toy.table.buttons == {1: 10, 2: 10}
        assert toy.task.channel.snapshot(PlayerId(1)).frozen == toy.task.frozen
        await toy.bus.ask(CHANNEL, Thaw())
        await toy.ready(1, 2)
        await asyncio.sleep(2)
        assert toy.table.number == 2
        assert toy.table.hand is not None
        await toy.tables.end()

    run(story())


def test_the_runner_restores_a_second_game_with_turns_and_numbers_that_only_grow() -> None:
    async def story() -> None:
        store = ToyStore()
        toy = await opened(store)
        await toy.act("raise", 4)
        await toy.act("fold")
        await toy.ready(1, 2)
        await asyncio.sleep(5)
        turn = toy.task.channel.pending(PlayerId(toy.table.actor or 0))
        assert turn is not None
        assert toy.table.number == 2
        await toy.tables.end()
        toy.task.end()
        assert store.void == [2]
        again = Toy(store, guests(), epoch=2)
        assert again.table.buttons == store.record.buttons
        await again.ready(1, 2)
        after = again.task.channel.pending(PlayerId(again.table.actor or 0))
        assert after is not None
        assert after.turn > turn.turn
        assert (
            again.guests[PlayerId(1)].messages[1]["v"] > toy.guests[PlayerId(1)].messages[-1]["v"]
        )
        await again.tables.end()

    run(story())
