"""A room on a loopback port, over fakes."""

from collections.abc import AsyncIterator

import pytest

from tests.server.clients import World


@pytest.fixture
async def world() -> AsyncIterator[World]:
    async with World() as opened:
        yield opened
