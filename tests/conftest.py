"""For all tests: a machine with other work is slow, which is no fault of what is tested."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.store.private_postgres import PrivatePostgres

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PrivatePostgres]:
    """A real PostgreSQL, started when the first test asks for it."""
    server = PrivatePostgres("deadlock_timeout=100ms")
    try:
        yield server
    finally:
        server.remove()
