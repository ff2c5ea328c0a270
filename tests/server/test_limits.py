"""Rates, addresses, passwords, round trips, names, metrics, logs: the small parts alone."""

import asyncio
import logging
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.errors import AccessRefused, UsageError
from cardroom.room.names import guest_name, name_key, verify_name, verify_password
from cardroom.server.logs import JsonFormatter
from cardroom.server.people.addresses import client_address, is_loopback, limited_as, read_networks
from cardroom.server.people.passwords import NOBODY, Passwords
from cardroom.server.sockets.framing import close_frame, ping_frame, text_frame
from cardroom.server.sockets.rates import Allowance, Rate
from cardroom.server.sockets.round_trip import RoundTrip


def test_a_burst_and_then_one_every_so_often() -> None:
    allowance = Allowance(every_ms=50, burst=3)
    assert [allowance.take(1000) for _ in range(4)] == [True, True, True, False]
    assert [allowance.take(1049), allowance.take(1050), allowance.take(1050)] == [
        False, True, False,
    ]  # fmt: skip
    assert [allowance.take(9000) for _ in range(4)] == [True, True, True, False]


@given(st.lists(st.integers(0, 300), max_size=200))
def test_no_pattern_gets_more_than_burst_and_rate(gaps: list[int]) -> None:
    allowance, now_ms, taken = Allowance(every_ms=50, burst=4), 10_000, 0
    for gap in gaps:
        now_ms += gap
        taken += allowance.take(now_ms)
    assert taken <= 4 + (now_ms - 10_000) // 50


def test_keys_are_limited_separately_and_their_number_is_bounded() -> None:
    rate: Rate[int] = Rate(every_ms=1000, burst=1, keys_max=100)
    assert [rate.take(1, 0), rate.take(2, 0), rate.take(1, 0)] == [True, True, False]
    for key in range(10_000):
        rate.take(key, 0)
    assert len(rate) == 100


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "client"),
    [
        ("203.0.113.9", "", [], "203.0.113.9"),
        ("203.0.113.9", "1.2.3.4", [], "203.0.113.9"),
        ("10.0.0.1", "198.51.100.7", ["10.0.0.0/8"], "198.51.100.7"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.7", ["10.0.0.0/8"], "198.51.100.7"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.7, 10.0.0.2", ["10.0.0.0/8"], "198.51.100.7"),
        ("203.0.113.9", "10.0.0.1", ["10.0.0.0/8"], "203.0.113.9"),
        ("10.0.0.1", "", ["10.0.0.0/8"], "10.0.0.1"),
        ("10.0.0.1", "nonsense", ["10.0.0.0/8"], "unknown"),
        ("::ffff:10.0.0.1", "2001:db8::1", ["10.0.0.0/8"], "2001:db8::1"),
        (None, "1.1.1.1", ["10.0.0.0/8"], "unknown"),
    ],
)
def test_only_trusted_proxies_are_believed(
    peer: str | None, forwarded: str, trusted: list[str], client: str
) -> None:
    assert client_address(peer, forwarded, read_networks(trusted)) == client


def test_addresses_are_limited_by_customer() -> None:
    assert limited_as("203.0.113.9") == "203.0.113.9"
    assert limited_as("2001:db8::1") == limited_as("2001:db8::ffff:1") == "2001:db8::/64"
    assert limited_as("unknown") == "unknown"
    assert is_loopback("::1")
    assert not is_loopback("unknown")
    with pytest.raises(UsageError):
        read_networks(["proxy.example"])


async def test_only_so_many_wait_for_a_password_to_be_verified() -> None:
    passwords = Passwords(workers=1, waiting_max=2)
    tasks = [asyncio.create_task(passwords.hash("x" * 8)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(AccessRefused, match="try again later"):
        await passwords.verify("x" * 8, None)
    await asyncio.gather(*tasks)
    assert passwords.busy == 0
    assert not await passwords.verify("x" * 8, None)
    kept = tasks[0].result()
    assert await passwords.verify("x" * 8, kept)
    assert not await passwords.verify("y" * 8, kept)
    assert not await passwords.verify("y" * 8, "no hash at all")
    assert not passwords.is_outdated(kept)
    assert passwords.is_outdated("$argon2id$v=19$m=8192,t=1,p=1$YWFhYWFhYWE$YWFhYWFhYWFhYWFh")
    passwords.close()


def test_nobodys_hash_costs_as_much_as_anybodys() -> None:
    passwords = Passwords()
    assert not passwords.is_outdated(NOBODY)
    passwords.close()


def test_the_round_trip_is_measured_by_our_own_pings_only() -> None:
    trip = RoundTrip()

    def measured() -> tuple[int | None, int | None]:
        return trip.rtt_ms, trip.lag_ms

    first = trip.ping(1000)
    trip.pong(b"12345678", 1001)
    trip.pong(b"", 1001)
    assert measured() == (None, None)
    trip.pong(first, 1100)
    assert measured() == (100, 100)
    trip.pong(first, 9000)
    assert measured() == (100, 100)
    for now in range(2000, 22_000, 1000):
        trip.pong(trip.ping(now), now + 100)
    assert measured() == (100, 50)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Al", "name length"), ("A" * 17, "name length"), ("7up", "name letters"),
        ("a b c", "name letters"), ("Ana!", "name letters"), ("Аna", "name letters"),
        ("admin", "name reserved"), ("ADMIN", "name reserved"), ("F_loor", "name reserved"),
        ("guest-1", "name reserved"), ("House", "name reserved"),
    ],
)  # fmt: skip
def test_names_are_honest(name: str, reason: str) -> None:
    with pytest.raises(AccessRefused, match=reason):
        verify_name(name)


def test_a_name_has_one_key_in_every_spelling() -> None:
    assert verify_name("Ana_Two") == verify_name("aNA-two") == name_key("ANA-TWO")
    assert guest_name("-_abcdefghij") == "Guest-abcdefgh"


@pytest.mark.parametrize(
    "password", ["1234567", "x" * 129, "PASSWORD123", "aaaaaaaaa", "my Anabel"]
)
def test_passwords_are_not_guessable(password: str) -> None:
    with pytest.raises(AccessRefused, match="password"):
        verify_password(password, "Ana")


def test_a_log_line_names_an_exception_but_not_what_it_said() -> None:
    try:
        int("the hole cards are Ah Kh")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "it failed", None, sys.exc_info())
    record.path = "/api/me"
    record.hole = "Ah Kh"
    line = JsonFormatter().format(record)
    said = msgspec.json.decode(line)
    assert "Ah" not in line
    assert (said["exception"], said["path"], said["said"]) == ("ValueError", "/api/me", "it failed")
    assert said["at"][0].endswith("but_not_what_it_said")


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_frames_have_the_header_of_their_length(length: int) -> None:
    frame = text_frame(b"x" * length)
    header = frame[: len(frame) - length]
    assert header[0] == 0x81
    if length < 126:
        assert header[1:] == bytes([length])
    elif length < 65_536:
        assert header[1:] == bytes([126]) + length.to_bytes(2, "big")
    else:
        assert header[1:] == bytes([127]) + length.to_bytes(8, "big")
    assert close_frame(4003) == b"\x88\x02\x0f\xa3"
    assert ping_frame(b"12345678")[:2] == b"\x89\x08"
