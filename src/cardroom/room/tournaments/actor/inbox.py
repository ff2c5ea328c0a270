"""The bounded inbox of a tournament: its tables, its players and the house wait there in one order.

What players ask for is bounded; what the tables and the house post is not, for there is at most one
such message at a time of every table, player and job.
"""

from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar, cast

from cardroom.errors import CardroomError, EntryRefused
from cardroom.room.bus import Letter, NobodyThere, gone
from cardroom.room.net import Net
from cardroom.room.ports import Bus, Clock
from cardroom.room.tournaments.messages import Command

INBOX_MAX = 1024
"""Requests of players that wait in one tournament."""
UNBOUNDED = 1_000_000
"""Of tables and the house there are few enough."""

A = TypeVar("A")


async def answer(letter: Letter, work: Awaitable[object]) -> None:
    """Do it and answer; what is refused or out of reach is an answer too."""
    try:
        done = await work
    except CardroomError as error:
        letter.fail(error)
    else:
        letter.reply(done)


class TournamentInbox:
    """Where a tournament, or their house, reads, and how everybody but tables writes to it."""

    def __init__(self, bus: Bus, address: str, clock: Clock) -> None:
        self._bus = bus
        self._address = address
        self._inbox = bus.open(address, clock, requests_max=UNBOUNDED, messages_max=UNBOUNDED)
        self._is_closed = False
        self._refusal: Callable[[], CardroomError] = over

    def __len__(self) -> int:
        return len(self._inbox)

    def __iter__(self) -> Iterator[object]:
        """The messages that are not read yet."""
        return iter(self._inbox)

    async def ask(self, message: Command[A]) -> A:
        """Have something done for a player; a full inbox refuses."""
        if len(self) >= INBOX_MAX:
            raise EntryRefused(Net.BUSY, "tournament_is_busy")
        return await self.order(message)

    async def order(self, message: Command[A]) -> A:
        """Have something done for the house."""
        if self._is_closed:
            raise self._refusal()
        try:
            return cast("A", await self._bus.ask(self._address, message))
        except NobodyThere:
            raise self._refusal() from None

    def send(self, message: Command[None]) -> None:
        """Tell the tournament something, and wait for no answer."""
        self._bus.send(self._address, message)

    async def take(self, wait_s: float | None) -> Letter | None:
        """The next letter; None when the bell rang without one, or time is up."""
        return await self._inbox.take(wait_s)

    async def take_only(
        self, wanted: Callable[[object], bool], wait_s: float | None
    ) -> Letter | None:
        """The next letter of a kind; all others wait until somebody rings for them."""
        return await self._inbox.take_only(wanted, wait_s)

    def ring(self) -> None:
        """There may be letters to read."""
        self._inbox.ring()

    def close(self, *, moves: bool = False) -> None:
        """The tournament is gone, or runs elsewhere: whoever still waits gets a refusal."""
        self._is_closed = True
        if moves:
            self._refusal = gone
        self._inbox.close(self._refusal)
        self._bus.close(self._address)


def over() -> EntryRefused:
    """The answer to what was asked of a tournament that is no more."""
    return EntryRefused("TRN-19", "tournament_is_over")
