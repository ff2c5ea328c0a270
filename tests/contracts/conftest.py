"""The implementations of each port: the fake that other tests use, and both real databases."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random

import pytest

from cardroom.office.ports import AccountStore, Outbox, SessionStore
from cardroom.room.ports import CaseBook
from cardroom.store import Store
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.bookings import StoredBookings
from cardroom.store.house.casebook import StoredCases
from cardroom.store.house.outgoing import StoredOutbox
from cardroom.store.house.sessions import StoredSessions
from cardroom.store.rooms import RoomStore
from cardroom.store.tournaments.stored_tournaments import StoredTournaments
from tests.contracts.rooms import RoomPorts
from tests.contracts.tournament_house import TournamentHouse
from tests.room.fakes import MemoryStore
from tests.room.tournament_fakes import MemoryTournaments
from tests.server.fakes import (
    FakeAccounts,
    FakeBookings,
    FakeCases,
    FakeOutbox,
    FakeSessions,
)
from tests.simulation.store import GatedStore, StoreGate
from tests.store.private_postgres import PrivatePostgres

_numbers = count(1)
REAL = ["sqlite", "postgresql"]


@asynccontextmanager
async def _opened(request: pytest.FixtureRequest, folder: Path) -> AsyncIterator[Store]:
    """A real store, on PostgreSQL if the test asks for it."""
    if request.param == "postgresql":
        server: PrivatePostgres = request.getfixturevalue("postgres")
        async with (
            server.database(f"contract{next(_numbers)}") as address,
            await Store.open(address) as store,
        ):
            yield store
    else:
        async with await Store.open(f"sqlite:///{folder / 'room.db'}") as store:
            yield store


@pytest.fixture(params=["fake", *REAL])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store | None]:
    """The real store, or None where the fake is tested."""
    if request.param == "fake":
        yield None
        return
    async with _opened(request, tmp_path) as opened:
        yield opened


@pytest.fixture(params=["memory", "gated", *REAL])
async def room(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[RoomPorts]:
    """MoneyStore, TableStore and HandRecords: in memory, real, and real behind a gate of faults."""
    if request.param == "memory":
        yield MemoryStore(Random(1))
        return
    async with _opened(request, tmp_path) as opened:
        if request.param == "gated":
            yield GatedStore(opened, StoreGate(Random(1)), 0, lambda: None)
        else:
            yield RoomStore(opened)


@pytest.fixture(params=["memory", *REAL])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[TournamentHouse]:
    """The ports of tournaments with the money beside them: in memory and on both databases."""
    if request.param == "memory":
        memory = MemoryStore(Random(1))
        memory.delay_ms_max = 1
        yield TournamentHouse(memory, MemoryTournaments(memory))
        return
    async with _opened(request, tmp_path) as opened:
        yield TournamentHouse(RoomStore(opened), StoredTournaments(opened))


@pytest.fixture
def accounts(store: Store | None) -> AccountStore:
    return FakeAccounts() if store is None else StoredAccounts(store)


@pytest.fixture
def sessions(store: Store | None) -> SessionStore:
    return FakeSessions() if store is None else StoredSessions(store)


@pytest.fixture
def cases(store: Store | None) -> CaseBook:
    return FakeCases() if store is None else StoredCases(store)


@pytest.fixture
def bookings(store: Store | None) -> FakeBookings | StoredBookings:
    return FakeBookings() if store is None else StoredBookings(store)


@pytest.fixture
def outbox(store: Store | None) -> Outbox:
    return FakeOutbox() if store is None else StoredOutbox(store)
