"""The practice players of one stake: as many as the house wants there, while the room runs.

Further ones come as soon as they are wanted. Those who are too many play their hand to its end and
leave; nobody else notices more than that.
"""

import asyncio
from typing import NamedTuple, Protocol

from cardroom.errors import CardroomError
from cardroom.room.incidents import log, report
from cardroom.room.people import Caller
from cardroom.room.practice.player import PracticePlayer, seat_at
from cardroom.room.practice.thinking import Character
from cardroom.room.room import Room
from cardroom.rulebook.cash.stakes import Stake

AGAIN_S = 5.0
AGAIN_S_MAX = 300.0
LONG_S = 60.0
"""A player who failed after this long restarts as after a first failure."""


class Employed(NamedTuple):
    """A practice player's account."""

    number: int
    character: Character
    caller: Caller


class Roster(Protocol):
    """Who works for the house, each in one place at a time."""

    async def hire(self) -> Employed:
        """Somebody who works nowhere."""

    def release(self, one: Employed) -> None:
        """Somebody works nowhere any more."""

    def player(self, one: Employed) -> PracticePlayer:
        """Somebody who is ready to play."""


class Member:
    """One practice player of a crew, with its task."""

    def __init__(self, employed: Employed) -> None:
        self.employed = employed
        self.player: PracticePlayer | None = None
        """While it sits, or waits for a seat."""
        self.is_dismissed = False
        self.task: asyncio.Task[None] | None = None


class Crew:
    """Has as many practice players at one stake as are wanted."""

    def __init__(self, room: Room, stake: Stake, roster: Roster) -> None:
        self._room = room
        self._stake = stake
        self._roster = roster
        self._members: list[Member] = []
        self._leaving: set[Member] = set()

    @property
    def size(self) -> int:
        """How many are wanted here; who is about to leave does not count."""
        return len(self._members)

    def take_up(self, one: Employed) -> None:
        """Somebody sits at the stake since before a restart, and goes on there."""
        self._begin(Member(one))

    async def resize(self, count: int) -> None:
        """Have this many play here: further ones come, surplus ones leave after a hand."""
        while len(self._members) > count:
            member = self._least_busy()
            self._members.remove(member)
            self._leaving.add(member)
            self._dismiss(member)
        while len(self._members) < count:
            self._begin(Member(await self._roster.hire()))

    def _dismiss(self, member: Member) -> None:
        """Let one go: after the hand, if it plays one, and at once while it waits or rests."""
        member.is_dismissed = True
        if member.player is not None:
            member.player.leave()
            return
        assert member.task is not None
        member.task.cancel()
        if self._sits(member):
            # It has not taken the seat up yet since a restart, or rests: somebody must leave it.
            self._run(member)

    def _least_busy(self) -> Member:
        """Who leaves first: those without a seat, then those who came last."""
        return next((one for one in self._members if not self._sits(one)), self._members[-1])

    async def stop(self) -> None:
        """The room stops: seats stay as they are."""
        tasks = [one.task for one in (*self._members, *self._leaving) if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # One of them

    def _begin(self, member: Member) -> None:
        self._members.append(member)
        self._run(member)

    def _run(self, member: Member) -> None:
        name = f"practice:{member.employed.caller.name}"
        member.task = asyncio.create_task(self._keep_playing(member), name=name)
        member.task.add_done_callback(lambda task: self._end(member, task))

    def _end(self, member: Member, task: asyncio.Task[None]) -> None:
        if member.task is task:
            self._leaving.discard(member)
            self._roster.release(member.employed)

    def _sits(self, member: Member) -> bool:
        return bool(self._room.services.board.seats_of(member.employed.caller.player))

    async def _keep_playing(self, member: Member) -> None:
        """Play on for as long as one is wanted, and until one has left."""
        wait_s, clock = AGAIN_S, self._room.services.clock
        while not member.is_dismissed or self._sits(member):
            if not member.is_dismissed:
                await self._room.admission.until_offered(self._stake.key)
            started_ms = clock.monotonic_ms()
            await self._play(member)
            if member.is_dismissed and not self._sits(member):
                return
            if clock.monotonic_ms() - started_ms > LONG_S * 1000:
                wait_s = AGAIN_S
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, AGAIN_S_MAX)

    async def _play(self, member: Member) -> None:
        """Sit down once and play until the seat is gone."""
        player = member.player = self._roster.player(member.employed)
        if member.is_dismissed:
            player.leave()
        try:
            await player.play(seat_at(self._stake), self._stake.max_buy_in)
        except CardroomError as error:
            log.info("practice player rests: %s", error)
        except Exception as error:  # noqa: BLE001 - the others play on
            report(f"practice player {player.caller.name} has failed", error)
        finally:
            member.player = None
