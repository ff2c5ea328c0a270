"""For all tests: a machine with other work is slow, which is no fault of what is tested."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest
from hypothesis import HealthCheck, settings

from tests.cluster.private_nats import PrivateNats
from tests.store.private_postgres import PrivatePostgres

LONG_S = 60
FOLDERS_MAX = 30

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


@pytest.fixture(scope="session")
def nats() -> Iterator[PrivateNats]:
    """A real NATS, started when the first test asks for it."""
    server = PrivateNats()
    try:
        yield server
    finally:
        server.remove()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Where the time of a long run went, by folder."""
    spent: dict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for one in reports:
            if isinstance(one, pytest.TestReport):
                path = PurePosixPath(one.nodeid.partition("::")[0])
                spent["/".join(path.parts[1:-1][:2]) or path.name] += one.duration
    if (total := sum(spent.values())) > LONG_S:
        most = sorted(spent.items(), key=lambda one: -one[1])[:FOLDERS_MAX]
        folders = ", ".join(f"{folder} {time:.0f}" for folder, time in most)
        terminalreporter.write_line(f"{total:.0f} s of tests: {folders}")
