"""Being part of a room of several processes: a connection, a name, keys, leases, a bus."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import NamedTuple, Protocol

import msgspec

from cardroom.cluster.attendant import Attendant, Handler
from cardroom.cluster.clocks import ClockDifferences
from cardroom.cluster.codec import Codec
from cardroom.cluster.connection import Connection
from cardroom.cluster.host_channels import KeyBook
from cardroom.cluster.leases import Leases, ProcessState, Role
from cardroom.cluster.messages import CHANNEL_MESSAGES, ROOM_MESSAGES
from cardroom.cluster.nats_bus import NatsBus, Unheard, subjects_of
from cardroom.cluster.sealing import ProcessKeys, new_room_key
from cardroom.errors import Unavailable
from cardroom.room.ports import Clock

log = logging.getLogger(__name__)

PING_S = 1.0
PINGS_LOST_MAX = 2
"""How often in a row nobody hears a process before it is given up, ahead of its lease."""


class Register(KeyBook, Protocol):
    """The processes of the room, in the database."""

    async def room_key(self, fresh: bytes) -> bytes: ...

    async def register(
        self, name: str, public_key: bytes, *, roles: str, machine: str, at_ms: int
    ) -> None: ...


class Ping(msgspec.Struct, frozen=True):
    """Asks whether a process is there, and what time it is there."""


class Pong(msgspec.Struct, frozen=True):
    """It is."""

    at_ms: int


def process_address(process: str) -> str:
    """Where a process answers for itself."""
    return f"process:{process}"


class Membership(NamedTuple):
    """What this process has of the others."""

    name: str
    roles: frozenset[Role]
    connection: Connection
    bus: NatsBus
    keys: ProcessKeys
    book: KeyBook
    leases: Leases
    clocks: ClockDifferences

    @property
    def is_host(self) -> bool:
        return "host" in self.roles

    @property
    def is_gateway(self) -> bool:
        return "gateway" in self.roles

    def others(self, role: Role) -> list[str]:
        """The other living processes that have a role."""
        return [
            name
            for name, state in self.leases.processes.items()
            if role in state.roles and name != self.name
        ]


@asynccontextmanager
async def membership(
    nats: str,
    name: str,
    roles: Collection[Role],
    register: Register,
    clock: Clock,
    *,
    bus_kind: type[NatsBus] = NatsBus,
) -> AsyncIterator[Membership]:
    """Join the room, and leave it at the end."""
    machine = socket.gethostname()
    base = name or machine.partition(".")[0]
    process = f"{base}-{token_hex(3)}"
    room_key, keys = await register.room_key(new_room_key()), ProcessKeys()
    at_ms = clock.now_ms()
    await register.register(
        process, keys.public, roles=",".join(sorted(roles)), machine=machine, at_ms=at_ms
    )
    connection = await Connection.open(nats, process)
    tasks: list[asyncio.Task[None]] = []
    try:
        codec = Codec([Ping, Pong, *CHANNEL_MESSAGES, *ROOM_MESSAGES])
        bus = bus_kind(connection, codec, room_key, keys, process)
        answers: dict[type, Handler] = {Ping: lambda _: Pong(clock.now_ms())}
        attendant = Attendant(bus, clock, process_address(process), answers)
        tasks.append(asyncio.create_task(attendant.run(), name="process"))
        state = ProcessState(
            name=process, roles=tuple(sorted(roles)), host=machine, started_ms=at_ms
        )
        leases = Leases(connection, subjects_of(room_key), state, clock)
        clocks = ClockDifferences(clock)
        async with leases.held():
            looking = _look_for_the_dead(bus, leases, clock, clocks)
            tasks.append(asyncio.create_task(looking, name="watch"))
            yield Membership(
                process, frozenset(roles), connection, bus, keys, register, leases, clocks
            )
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await connection.close()


async def _look_for_the_dead(
    bus: NatsBus, leases: Leases, clock: Clock, clocks: ClockDifferences
) -> None:
    """Give up a process that nobody hears any more, before its lease is over."""
    unheard: dict[str, int] = {}
    while True:
        await asyncio.sleep(PING_S)
        if not leases.knows_others:
            # The others connect again just as we have.
            unheard.clear()
            continue
        names = [name for name in leases.processes if name != leases.name]
        answers = await asyncio.gather(*(_is_heard(bus, name, clock, clocks) for name in names))
        for name, is_heard in zip(names, answers, strict=True):
            unheard[name] = 0 if is_heard else unheard.get(name, 0) + 1
            if unheard[name] >= PINGS_LOST_MAX:
                log.warning("process %s is gone", name)
                leases.bury(name)
        unheard = {name: unheard[name] for name in names if unheard[name]}
        clocks.keep(names)
        with suppress(Unavailable):
            await leases.forget_dead()


async def _is_heard(bus: NatsBus, name: str, clock: Clock, clocks: ClockDifferences) -> bool:
    """Whether NATS knows somebody who hears a process; one that does not answer may be busy."""
    asked_ms = clock.now_ms()
    try:
        async with asyncio.timeout(PING_S):
            pong = await bus.ask(process_address(name), Ping())
        if isinstance(pong, Pong):
            clocks.note(name, pong.at_ms, asked_ms=asked_ms)
    except Unheard:
        return False
    except (Unavailable, TimeoutError):
        return True
    return True
