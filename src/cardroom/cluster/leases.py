"""Which process runs which unit: leases in two buckets of NATS, by compare-and-set.

Each process shows with one heartbeat that it lives. A unit names the process that runs it, and is
free when that process is dead: when nobody has seen its heartbeat for as long as a lease lasts, by
the clock of whoever looks, or when NATS says that nobody hears its name any more.

A lease says where to look for a unit and who may try to claim it. It moves no money: that is what
the epoch in the database is for, and it makes a lease that was granted twice harmless.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Literal, NamedTuple, Protocol

import msgspec
from nats.errors import Error as NatsError
from nats.js.api import KeyValueConfig
from nats.js.errors import APIError, KeyWrongLastSequenceError
from nats.js.kv import KeyValue

from cardroom.cluster.connection import Connection
from cardroom.errors import Unavailable
from cardroom.room.ports import Clock

log = logging.getLogger(__name__)

LEASE_MS = 10_000
HEARTBEAT_MS = 2_500
RETURN_MS = 2 * HEARTBEAT_MS
"""How long after NATS was away nobody is taken for dead: the others connect again in this time."""
FORGET_MS = 60_000
"""How long nobody has heard a process before NATS forgets it too: whoever starts would take it for
alive."""
ANSWER_S = 2.0
"""How long NATS may take for one change; an election among its servers is waited out by trying
again."""
Role = Literal["gateway", "host"]


class ProcessState(msgspec.Struct, frozen=True):
    """What a process says of itself with every heartbeat."""

    name: str
    """Another one at every start."""
    roles: tuple[Role, ...]
    host: str = ""
    """The machine that it runs on, for people."""
    started_ms: int = 0
    players: int = 0
    """Connected to a gateway, or seated at the tables of a host."""
    units: int = 0
    is_leaving: bool = False
    """Whether it gives its units away, and takes no more."""


class UnitLease(msgspec.Struct, frozen=True):
    """Who runs a unit."""

    holder: str
    epoch: int = 0
    """The epoch in the database, once the holder has claimed it there."""
    is_pinned: bool = False
    """Whether an operator has moved it there: it stays for as long as that process lives."""


class _Seen(NamedTuple):
    state: ProcessState
    revision: int
    at_ms: int


class Read(Protocol):
    """Reads what is in a bucket, all of it or what has changed."""

    def __call__(self, entries: Mapping[str, KeyValue.Entry], *, is_all: bool) -> None: ...


_process = msgspec.json.Decoder(ProcessState)
_unit = msgspec.json.Decoder(UnitLease)
_encode = msgspec.json.Encoder().encode


class Leases:
    """What this process knows about all processes and units, and what it claims itself."""

    def __init__(self, connection: Connection, prefix: str, state: ProcessState, clock: Clock):
        self._connection = connection
        self._prefix = prefix.replace(".", "-")
        self._clock = clock
        self.state = state
        self.changed: Callable[[], None] = lambda: None
        """Called when a process or a unit has changed."""
        self._processes: dict[str, _Seen] = {}
        self._buried: dict[str, _Seen] = {}
        """Processes that nobody hears, and that NATS has not forgotten."""
        self._units: dict[str, UnitLease] = {}
        self._revisions: dict[str, int] = {}
        """The last revision of every unit's key, also of one that nobody has, or that is over."""
        self._over: set[str] = set()
        """Units that are no more."""
        self._tasks: list[asyncio.Task[None]] = []
        self._process_keys: KeyValue
        self._unit_keys: KeyValue
        self._renewed_ms = clock.monotonic_ms()
        self._connected_ms: int | None = None
        """When a lost connection was last there again."""
        self._beat_now = asyncio.Event()
        self._watches: list[asyncio.Event] = []
        """Set when everything must be read once more."""

    # Questions

    @property
    def name(self) -> str:
        """This process."""
        return self.state.name

    @property
    def age_ms(self) -> int:
        """How long ago NATS has last taken a heartbeat of this process."""
        return self._clock.monotonic_ms() - self._renewed_ms

    @property
    def is_valid(self) -> bool:
        """Whether nobody can rightly believe that this process is dead."""
        return self.age_ms < LEASE_MS

    @property
    def is_connected(self) -> bool:
        """Whether NATS is in reach."""
        return self._connection.is_connected and not self._connection.is_away

    @property
    def knows_others(self) -> bool:
        """Whether every living process has had the time to be heard since NATS was away."""
        if not self.is_connected:
            return False
        since_ms = self._connected_ms
        return since_ms is None or self._clock.monotonic_ms() - since_ms >= RETURN_MS

    @property
    def processes(self) -> dict[str, ProcessState]:
        """All processes that live."""
        return {name: seen.state for name, seen in self._processes.items() if self.is_alive(name)}

    @property
    def units(self) -> dict[str, UnitLease]:
        """All units that somebody has claimed, alive or not."""
        return dict(self._units)

    @property
    def known(self) -> set[str]:
        """All units that were ever offered or claimed and are not over, held or not."""
        return self._revisions.keys() - self._over

    def is_alive(self, process: str) -> bool:
        """Whether a process has been heard of within the time of a lease."""
        if process == self.name:
            return self.is_valid
        seen = self._processes.get(process)
        return seen is not None and self._clock.monotonic_ms() - seen.at_ms < LEASE_MS

    def holder_of(self, unit: str) -> str | None:
        """The living process that runs a unit."""
        lease = self._units.get(unit)
        return lease.holder if lease is not None and self.is_alive(lease.holder) else None

    def holds(self, unit: str) -> bool:
        """Whether this process runs a unit, as far as it can know."""
        return self.holder_of(unit) == self.name

    async def until_held(self, unit: str) -> None:
        """Wait until this process surely runs a unit: a process that hung knows it from NATS."""
        while True:
            if self.is_connected and self.holds(unit):
                return
            await asyncio.sleep(HEARTBEAT_MS / 10_000)

    # Coming and going

    @asynccontextmanager
    async def held(self) -> AsyncIterator["Leases"]:
        """Take part for as long as this lasts; at the end the process and its units are free."""
        await self._open()
        try:
            yield self
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self._leave()

    async def _open(self) -> None:
        await self._open_buckets()
        await self.beat()
        for watch in (self._watch_processes, self._watch_units):
            known = asyncio.Event()
            self._tasks.append(asyncio.create_task(watch(known), name="leases"))
            async with asyncio.timeout(LEASE_MS / 1000):
                await known.wait()
        self._tasks.append(asyncio.create_task(self._beat_on(), name="heartbeat"))
        self._connection.on_reconnected(self._begin_again)

    async def _open_buckets(self) -> None:
        """Find the two buckets, or make them: a NATS that has lost its disk has none any more."""
        stream = self._connection.jetstream
        try:
            async with asyncio.timeout(ANSWER_S):
                self._process_keys, self._unit_keys = [
                    await stream.create_key_value(
                        KeyValueConfig(bucket=f"{self._prefix}-{name}", history=1)
                    )
                    for name in ("processes", "units")
                ]
        except (NatsError, OSError, TimeoutError) as error:
            raise Unavailable(f"NATS gives no leases: {error}") from None

    def _begin_again(self) -> None:
        """NATS was away; that nobody was heard meanwhile says nothing."""
        self._connected_ms = self._clock.monotonic_ms()
        self._beat_now.set()
        self._look_again()

    def _look_again(self) -> None:
        for looking in self._watches:
            looking.set()

    async def _leave(self) -> None:
        """Say goodbye, so that nobody has to wait until the lease is over."""
        mine = [unit for unit, lease in self._units.items() if lease.holder == self.name]
        with suppress(Unavailable):
            for unit in mine:
                await self.release(unit)
        with suppress(NatsError, OSError, TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                await self._process_keys.delete(self.name)

    # Showing that this process lives

    async def beat(self) -> None:
        """One heartbeat; it counts from the moment at which it was sent."""
        sent_ms = self._clock.monotonic_ms()
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._process_keys.put(self.name, _encode(self.state))
        except (NatsError, OSError, TimeoutError) as error:
            raise Unavailable(f"NATS takes no heartbeat: {error}") from None
        self._renewed_ms = sent_ms

    async def _beat_on(self) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_MS / 1000):
                    await self._beat_now.wait()
            self._beat_now.clear()
            try:
                await self.beat()
            except Unavailable as error:
                log.warning("%s", error)
                with suppress(Unavailable):
                    await self._open_buckets()
                    self._look_again()

    async def forget_dead(self) -> None:
        """Have NATS forget the heartbeats of processes that were killed long ago.

        One that only hung shows with its next heartbeat that it lives.
        """
        now_ms = self._clock.monotonic_ms()
        known = {**self._buried, **self._processes}
        known.pop(self.name, None)
        for name in [name for name, seen in known.items() if now_ms - seen.at_ms >= FORGET_MS]:
            try:
                async with asyncio.timeout(ANSWER_S):
                    await self._process_keys.delete(name, last=known[name].revision)
            except APIError as error:
                # It lives, or another process was quicker: the watch says which.
                log.debug("NATS does not forget %s: %s", name, error)
            except (NatsError, OSError, TimeoutError) as error:
                raise Unavailable(f"NATS does not forget: {error}") from None
            self._buried.pop(name, None)

    # Units

    async def claim(self, unit: str, *, epoch: int = 0) -> bool:
        """Try to run a unit that no living process has; False when somebody else was quicker.

        Once the unit is claimed in the database too, claiming it again with its epoch says so.
        """
        holder = self.holder_of(unit)
        if holder not in {None, self.name}:
            return False
        is_pinned = holder is not None and self._units[unit].is_pinned
        return await self._write(unit, UnitLease(self.name, epoch, is_pinned))

    async def offer(self, unit: str, to: str) -> bool:
        """Make a unit known that was none so far; `to` is the process that shall run it first."""
        return unit not in self.known and await self._write(unit, UnitLease(to))

    async def end(self, unit: str) -> bool:
        """A unit of ours is over: nobody runs it again."""
        if not self.holds(unit):
            return False
        try:
            async with asyncio.timeout(ANSWER_S):
                await self._unit_keys.delete(_key(unit), last=self._revisions[unit])
        except (NatsError, OSError, TimeoutError) as error:
            raise Unavailable(f"NATS takes no lease back: {error}") from None
        self._over.add(unit)
        self._units.pop(unit, None)
        return True

    async def forget_ended(self) -> None:
        """Have NATS forget what is over for a while; it keeps a mark of each unit and process."""
        try:
            async with asyncio.timeout(LEASE_MS / 1000):
                await self._unit_keys.purge_deletes()
                await self._process_keys.purge_deletes()
        except (NatsError, OSError, TimeoutError) as error:
            raise Unavailable(f"NATS does not forget: {error}") from None

    async def hand_over(self, unit: str, to: str, *, pinned: bool = False) -> bool:
        """Give a unit of ours to another process."""
        return self.holds(unit) and await self._write(unit, UnitLease(to, is_pinned=pinned))

    async def release(self, unit: str) -> bool:
        """Run a unit no longer: whoever wants it may have it at once."""
        return self.holds(unit) and await self._write(unit, UnitLease(""))

    async def _write(self, unit: str, lease: UnitLease) -> bool:
        """Write a unit's lease, if nobody has written it since we have last looked."""
        try:
            async with asyncio.timeout(ANSWER_S):
                revision = await self._unit_keys.update(
                    _key(unit), _encode(lease), self._revisions.get(unit, 0)
                )
        except KeyWrongLastSequenceError:
            return False
        except (NatsError, OSError, TimeoutError) as error:
            raise Unavailable(f"NATS gives no lease: {error}") from None
        self._note_unit(unit, lease, revision)
        return True

    # What others write

    async def _watch_processes(self, known: asyncio.Event) -> None:
        await self._watch(lambda: self._process_keys, self._read_processes, known)

    async def _watch_units(self, known: asyncio.Event) -> None:
        await self._watch(lambda: self._unit_keys, self._read_units, known)

    async def _watch(self, keys: Callable[[], KeyValue], read: Read, known: asyncio.Event) -> None:
        """Read every change; after a lost connection everything once more."""
        again = asyncio.Event()
        self._watches.append(again)
        while True:
            again.clear()
            with suppress(NatsError, OSError, TimeoutError):
                await self._read_on(keys(), read, known, again)
            await asyncio.sleep(HEARTBEAT_MS / 10_000)

    async def _read_on(
        self, keys: KeyValue, read: Read, known: asyncio.Event, again: asyncio.Event
    ) -> None:
        watcher = await keys.watchall()
        looking = asyncio.create_task(again.wait())
        found: dict[str, KeyValue.Entry] | None = {}
        try:
            while not again.is_set():
                update = asyncio.ensure_future(watcher.updates(timeout=None))  # type: ignore[no-untyped-call]
                await asyncio.wait([update, looking], return_when=asyncio.FIRST_COMPLETED)
                if not update.done():
                    update.cancel()
                    return
                entry = update.result()
                if entry is not None and found is not None:
                    found[entry.key] = entry
                elif entry is not None:
                    read({entry.key: entry}, is_all=False)
                else:
                    read(found or {}, is_all=True)
                    found = None
                    known.set()
                self.changed()
        finally:
            looking.cancel()
            with suppress(NatsError, OSError):
                await watcher.stop()  # type: ignore[no-untyped-call]

    def _read_processes(self, entries: Mapping[str, KeyValue.Entry], *, is_all: bool) -> None:
        now_ms = self._clock.monotonic_ms()
        known = self._processes
        if is_all:
            self._processes = {name: seen for name, seen in known.items() if name in entries}
            self._buried = {name: seen for name, seen in self._buried.items() if name in entries}
        for name, entry in entries.items():
            if entry.operation is not None or entry.value is None:
                self._processes.pop(name, None)
                self._buried.pop(name, None)
            elif name not in known or known[name].revision != entry.revision:
                # Only what is new shows that the process lives.
                state = _process.decode(entry.value)
                self._buried.pop(name, None)
                self._processes[name] = _Seen(state, entry.revision or 0, now_ms)

    def _read_units(self, entries: Mapping[str, KeyValue.Entry], *, is_all: bool) -> None:
        if is_all:
            self._units.clear()
            self._revisions.clear()
            self._over.clear()
        for key, entry in entries.items():
            is_over = entry.operation is not None or entry.value is None
            lease = None if is_over else _unit.decode(entry.value or b"")
            self._note_unit(_unit_of(key), lease, entry.revision or 0)

    def _note_unit(self, unit: str, lease: UnitLease | None, revision: int) -> None:
        """What is written about a unit; None when it is over."""
        if revision <= self._revisions.get(unit, 0):
            return
        self._revisions[unit] = revision
        if lease is None:
            self._over.add(unit)
        else:
            self._over.discard(unit)
        if lease is not None and lease.holder:
            self._units[unit] = lease
        else:
            self._units.pop(unit, None)

    def bury(self, process: str) -> None:
        """Nobody hears the name of a process any more: it is dead before its lease is over."""
        found = self._processes.pop(process, None)
        if found is not None:
            self._buried[process] = found
            self.changed()


def _key(unit: str) -> str:
    """A unit's key; colons are not allowed there."""
    return unit.replace(":", "/")


def _unit_of(key: str) -> str:
    return key.replace("/", ":")
