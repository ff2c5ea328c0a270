"""Signals from outside the hands: kept as hashes, and an alert only for accounts that have met."""

import pytest

from cardroom.errors import Unavailable
from cardroom.ledger import PlayerId
from cardroom.office.review.alerts import SignalFound
from cardroom.office.review.signals import (
    ACCOUNTS_MAX,
    DAY_MS,
    HANDS_MIN,
    KEPT_DAYS,
    Meetings,
    Shared,
    SignalKind,
    SignalWatch,
    signal_alert,
)
from tests.rule import rule
from tests.server.fakes import ANA, BEN, FakeClock

NEVER = Meetings(hands=0, tournaments=())


class FakeSignals:
    """Signals in memory (SignalStore)."""

    def __init__(self) -> None:
        self.noted: list[tuple[PlayerId, SignalKind, bytes]] = []
        self.pairs: list[Shared] = []
        self.met = NEVER
        self.forgotten_before_ms = 0
        self.is_gone = False
        self.entries: dict[int, int] = {}
        self.looked_at: list[int] = []

    async def note(self, player: PlayerId, kind: SignalKind, word: bytes, at_ms: int) -> None:
        del at_ms
        if self.is_gone:
            raise Unavailable("the store is out of reach")
        self.noted.append((player, kind, word))

    async def shared(self, accounts_max: int, limit: int) -> list[Shared]:
        return [one for one in self.pairs if one.accounts <= accounts_max][:limit]

    async def meetings(self, one: PlayerId, other: PlayerId, since_ms: int) -> Meetings:
        assert one < other
        assert since_ms == 7
        return self.met

    async def last_entries(self) -> dict[int, int]:
        return self.entries

    async def shared_entries(self, tournament: int, accounts_max: int) -> list[Shared]:
        self.looked_at.append(tournament)
        return [one for one in self.pairs if one.accounts <= accounts_max]

    async def forget(self, before_ms: int) -> None:
        self.forgotten_before_ms = before_ms


@pytest.fixture
def store() -> FakeSignals:
    return FakeSignals()


def watch(store: FakeSignals, clock: FakeClock | None = None, key: bytes = b"k") -> SignalWatch:
    return SignalWatch(store, clock or FakeClock(), key)


@rule("FAIR-03")
async def test_an_address_is_kept_as_a_hash_that_needs_the_rooms_key(store: FakeSignals) -> None:
    await watch(store).seen(ANA, "address", "192.0.2.7")
    await watch(store, key=b"another room").seen(ANA, "address", "192.0.2.7")
    await watch(store).seen(ANA, "device", "192.0.2.7")
    words = [word for _, _, word in store.noted]
    assert [len(word) for word in words] == [32, 32, 32]
    assert len(set(words)) == 3
    assert not any(b"192" in word for word in words)


async def test_the_same_signal_is_noted_once_a_day(store: FakeSignals) -> None:
    clock = FakeClock()
    house = watch(store, clock)
    for _ in range(3):
        await house.seen(ANA, "address", "192.0.2.7")
    await house.seen(BEN, "address", "192.0.2.7")
    await house.seen(BEN, "address", "")
    assert [player for player, _, _ in store.noted] == [ANA, BEN]
    clock.advance(DAY_MS)
    await house.seen(ANA, "address", "192.0.2.7")
    assert len(store.noted) == 3


async def test_nobody_is_kept_out_by_a_signal_that_cannot_be_noted(
    store: FakeSignals, caplog: pytest.LogCaptureFixture
) -> None:
    house = watch(store)
    store.is_gone = True
    await house.seen(ANA, "address", "192.0.2.7")
    assert "a signal of player 1 was not noted" in caplog.text
    store.is_gone = False
    await house.seen(ANA, "address", "192.0.2.7")
    assert len(store.noted) == 1


@rule("FAIR-03", "FAIR-11")
@pytest.mark.parametrize(
    ("met", "is_told"),
    [
        (NEVER, False),
        (Meetings(hands=HANDS_MIN - 1, tournaments=()), False),
        (Meetings(hands=HANDS_MIN, tournaments=()), True),
        (Meetings(hands=0, tournaments=(3,)), True),
    ],
)
async def test_accounts_that_share_something_are_told_only_where_they_have_met(
    store: FakeSignals, met: Meetings, *, is_told: bool
) -> None:
    store.pairs, store.met = [Shared(ANA, BEN, "device", 2)], met
    found = await watch(store).alerts(7)
    assert [(one.kind, one.first, one.second) for one in found] == [("signal", ANA, BEN)] * is_told


async def test_what_many_accounts_share_says_nothing(store: FakeSignals) -> None:
    store.pairs = [Shared(ANA, BEN, "address", ACCOUNTS_MAX + 1)]
    store.met = Meetings(hands=500, tournaments=())
    assert await watch(store).alerts(7) == []


async def test_old_signals_are_forgotten(store: FakeSignals) -> None:
    clock = FakeClock()
    await watch(store, clock).alerts(7)
    assert store.forgotten_before_ms == clock.now_ms() - KEPT_DAYS * DAY_MS


@rule("TRN-11")
def test_two_entries_of_one_device_in_a_tournament_weigh_more_than_a_shared_address() -> None:
    address = signal_alert(
        ANA, BEN, [Shared(ANA, BEN, "address", 4)], Meetings(hands=90, tournaments=())
    )
    both = [Shared(ANA, BEN, "device", 3), Shared(ANA, BEN, "device", 2)]
    device = signal_alert(
        ANA, BEN, [*both, Shared(ANA, BEN, "address", 2)], Meetings(hands=0, tournaments=(3,))
    )
    assert device.strength > address.strength
    assert device.evidence == "signal:1:2:address+device:tournament"
    assert isinstance(device.found, SignalFound)
    assert [(one.kind, one.accounts) for one in device.found.shared] == [
        ("address", 2), ("device", 2),
    ]  # fmt: skip
