"""How long people take over their decisions, measured where they are asked: for the review of play.

A table that is timed notes when it asks a person and when it sends the decision. Choices made
before the turn, decisions by the clock, practice players and programs have no time. What was
measured is kept some seconds later, many hands at once; a crash loses the rest, and nobody waits.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from cardroom.engine.events import Called, Checked, Folded, HandStarted, PotAwarded, Raised
from cardroom.errors import CardroomError
from cardroom.ledger import PlayerId
from cardroom.ledger.keys import hand_key
from cardroom.room.channels import NOBODY, Channel, Switchboard
from cardroom.room.incidents import report
from cardroom.room.notices import Turn
from cardroom.room.people import AccountKind
from cardroom.room.ports import ChannelOwner, Clock
from cardroom.room.rail import RailedChannel, RailedSwitchboard
from cardroom.room.tables.channel import EVENTS_PER_EPOCH

DECISIONS = (Folded, Checked, Called, Raised)
PEOPLE = frozenset({"person", "guest"})
WAITING_MAX = 20_000
"""Hands whose times wait to be kept; more than these are not worth the memory."""
KEEP_EVERY_S = 20.0
TABLE = "table:"

KindOf = Callable[[PlayerId], AccountKind]


class TimeStore(Protocol):
    """Where times are kept."""

    async def keep(self, times: Mapping[str, Sequence[int]]) -> None:
        """Keep the times of hands by their keys, one a decision, 0 where it has none."""


class TurnTimes:
    """The times of finished hands until they are kept."""

    def __init__(self, store: TimeStore, clock: Clock, kind_of: KindOf) -> None:
        self._store = store
        self._waiting: dict[str, tuple[int, ...]] = {}
        self.clock = clock
        self.kind_of = kind_of

    def note(self, hand: str, times_ms: Sequence[int]) -> None:
        """A hand is over and stored."""
        if any(times_ms) and len(self._waiting) < WAITING_MAX:
            self._waiting[hand] = tuple(times_ms)

    async def keep(self) -> None:
        """Keep what waits; what cannot be kept now waits on."""
        waiting, self._waiting = self._waiting, {}
        if not waiting:
            return
        try:
            await self._store.keep(waiting)
        except BaseException:
            self._waiting = waiting | self._waiting
            raise

    async def keep_last(self) -> None:
        """Keep what waits as the room closes; it closes in any case."""
        try:
            await self.keep()
        except CardroomError as error:
            report(f"the times of {len(self._waiting)} hands were not kept", error)

    async def keep_regularly(self) -> None:
        """Again and again until cancelled."""
        while True:
            await asyncio.sleep(KEEP_EVERY_S)
            await self.keep()


class TimedTable:
    """The hand of one table: who was asked when, and how long every decision took."""

    def __init__(self, times: TurnTimes, table: int, epoch: int) -> None:
        self._times = times
        self._table = table
        self._epoch = epoch
        self._asked: tuple[int, int] | None = None
        """When a person was asked, and when their time is over, timebank included."""
        self._hand = 0
        self._took_ms: list[int] = []

    def asked(self, player: PlayerId, turn: Turn) -> None:
        """A decision is wanted."""
        self._hand = turn.hand
        if self._times.kind_of(player) in PEOPLE:
            ends_ms = turn.deadline_ms + turn.bank_ms
            self._asked = (self._times.clock.monotonic_ms(), ends_ms)

    def told(self, event: object) -> None:
        """Something happened at the table."""
        if isinstance(event, DECISIONS):
            self._took_ms.append(self._since_asked())
            self._asked = None
        elif isinstance(event, PotAwarded) and self._took_ms:
            self._times.note(hand_key(self._table, self._epoch, self._hand), self._took_ms)
            self._took_ms = []
        elif isinstance(event, HandStarted):
            self._asked, self._took_ms = None, []

    def _since_asked(self) -> int:
        if self._asked is None:
            return 0
        asked_ms, ends_ms = self._asked
        clock = self._times.clock
        is_late = clock.now_ms() >= ends_ms
        return 0 if is_late else max(1, clock.monotonic_ms() - asked_ms)


class TimedChannel(Channel):
    """The channel of a table whose decisions are timed."""

    timed: TimedTable | None = None

    def request(self, player: PlayerId, turn: Turn) -> None:
        """Ask a player for a decision, and note when."""
        if self.timed is not None:
            self.timed.asked(player, turn)
        super().request(player, turn)

    def publish(
        self,
        event: object,
        private: Mapping[PlayerId, object] = NOBODY,
        *,
        hand_starts: bool = False,
        private_bytes: int = 0,
    ) -> None:
        """Tell an event, and note what was decided."""
        if self.timed is not None:
            self.timed.told(event)
        super().publish(event, private, hand_starts=hand_starts, private_bytes=private_bytes)


class TimedRailedChannel(TimedChannel, RailedChannel):
    """The same, with everybody behind a rail."""


class TimedSwitchboard(Switchboard):
    """All channels of a room whose decisions are timed."""

    times: TurnTimes | None = None

    def _new(self, name: str, owner: ChannelOwner, *, first: int | None) -> Channel:
        if not name.startswith(TABLE):
            return super()._new(name, owner, first=first)
        return timed(self.times, TimedChannel(name, owner, self._clock, first=first))


class TimedRailedSwitchboard(RailedSwitchboard):
    """The same, with tables that are watched with a delay."""

    times: TurnTimes | None = None

    def _new(self, name: str, owner: ChannelOwner, *, first: int | None) -> Channel:
        if not name.startswith(TABLE):
            return super()._new(name, owner, first=first)
        channel = TimedRailedChannel(
            *(name, owner, self._clock),
            first=first, delay_ms=self._delay_ms, sits_at=self._sits_at,
        )  # fmt: skip
        return timed(self.times, channel)


def timed(times: TurnTimes | None, channel: TimedChannel) -> TimedChannel:
    """A new channel of a table; its first number tells the epoch of the table."""
    if times is not None:
        table = int(channel.name.removeprefix(TABLE))
        channel.timed = TimedTable(times, table, channel.v // EVENTS_PER_EPOCH)
    return channel


def timed_switchboard(
    times: TurnTimes,
    clock: Clock,
    own: Callable[[PlayerId], ChannelOwner],
    *,
    delay_ms: int,
    sits_at: Callable[[str, PlayerId], bool],
) -> Switchboard:
    """The channels of a room; those of tables have a delay for the rail, if there is to be one."""
    if not delay_ms:
        board = TimedSwitchboard(clock, own)
        board.times = times
        return board
    railed = TimedRailedSwitchboard(clock, own, delay_ms=delay_ms, sits_at=sits_at)
    railed.times = times
    return railed
