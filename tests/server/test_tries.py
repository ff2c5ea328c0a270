"""Guessing at a password: slower and slower at one account, and nobody is locked out."""

from itertools import pairwise
from pathlib import Path

import pytest

from cardroom.commands.room_client import RoomClient, RoomSaidNo
from cardroom.errors import AccessRefused
from cardroom.server.config.options import ServerSection
from cardroom.server.people.tries import (
    DELAY_MS_MAX,
    FORGOTTEN_AFTER_MS,
    FREE_TRIES,
    WAIT_MS_MAX,
    LoginTries,
)
from tests.server.open_servers import open_server
from tests.server.seating import PASSWORD

HOME = "192.0.2.1"


def guessed(times: int, at_ms: int = 0) -> LoginTries:
    tries = LoginTries()
    tries.succeeded("ana", HOME)
    for _ in range(times):
        tries.failed("ana", at_ms)
    return tries


def test_the_first_wrong_guesses_cost_no_time_and_then_each_costs_more() -> None:
    waits = [guessed(times).wait_ms("ana", "198.51.100.7", 0) for times in range(14)]
    assert waits[:FREE_TRIES] == [0] * FREE_TRIES
    assert all(later > sooner for sooner, later in pairwise(waits[FREE_TRIES - 1 : 9]))
    assert waits[-1] == DELAY_MS_MAX


def test_strangers_take_turns_whatever_their_addresses_are() -> None:
    tries = guessed(12)
    waits = [tries.wait_ms("ana", f"198.51.100.{number}", 0) for number in range(3)]
    assert waits == [DELAY_MS_MAX, 2 * DELAY_MS_MAX, 3 * DELAY_MS_MAX]
    with pytest.raises(AccessRefused, match="too many tries") as refused:
        tries.wait_ms("ana", "198.51.100.9", 0)
    assert refused.value.details == {"retry_after_s": 32}
    assert tries.wait_ms("ana", "198.51.100.9", 32_000 - WAIT_MS_MAX + 1) < WAIT_MS_MAX


def test_who_opened_the_account_from_an_address_before_waits_for_no_stranger() -> None:
    tries = guessed(50)
    assert tries.wait_ms("ana", HOME, 0) == 0
    assert tries.wait_ms("ben", "198.51.100.7", 0) == 0


def test_wrong_guesses_are_forgotten_with_the_right_one_or_with_time() -> None:
    assert guessed(50).wait_ms("ana", "198.51.100.7", FORGOTTEN_AFTER_MS + 1) == 0
    tries = guessed(50)
    tries.succeeded("ana", HOME)
    assert tries.wait_ms("ana", "198.51.100.7", 0) == 0


def test_what_is_remembered_is_bounded() -> None:
    tries = LoginTries(keys_max=2)
    for key in ("ana", "ben", "cara"):
        for _ in range(50):
            tries.failed(key, 0)
    assert [tries.wait_ms(key, HOME, 0) for key in ("ana", "ben", "cara")] == [
        0, DELAY_MS_MAX, DELAY_MS_MAX,
    ]  # fmt: skip


async def test_one_account_is_guessed_at_from_many_addresses_and_its_owner_comes_in(
    tmp_path: Path,
) -> None:
    section = ServerSection(port=0, trusted_proxies=("127.0.0.1/32",))
    async with open_server(tmp_path, server=section) as server:
        client = RoomClient(server.http, server.address)
        await client.register("Ana", PASSWORD)

        async def login(password: str, address: str) -> int:
            body = {"name": "Ana", "password": password}
            headers = {"X-Forwarded-For": address}
            path = f"{server.address}api/login"
            async with server.http.post(path, json=body, headers=headers) as response:
                return response.status

        assert await login(PASSWORD, HOME) == 200
        for number in range(FREE_TRIES):
            assert await login("three big fish", f"198.51.100.{number}") == 401
        guesses = server.services.accounts.guesses
        assert guesses.wait_ms("ana", "198.51.100.77", server.services.clock.monotonic_ms()) > 0
        assert await login("three big fish", "198.51.100.78") == 401
        assert await login(PASSWORD, HOME) == 200
        with pytest.raises(RoomSaidNo, match="NET-07"):
            await client.login("Ana", "three big fish")
