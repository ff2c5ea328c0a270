"""Channels: numbers, twins, what is kept, who hears what."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.engine.events import Folded, HoleDealt
from cardroom.engine.views import redacted
from cardroom.errors import Refused
from cardroom.ledger import PlayerId
from cardroom.room.channels import KEPT_EVENTS, KEPT_EVENTS_MAX, SIZE_CLASS, Channel, Switchboard
from cardroom.room.notices import Announced
from cardroom.room.people import Caller
from tests.server.fakes import ANA, BEN, CARA, FakeClock, FakeOwner, caller, turn_request

START = 1_000_000


class Ear:
    """A listener that keeps what it is sent."""

    def __init__(self, viewer: PlayerId) -> None:
        self.viewer = viewer
        self.frames: list[bytes] = []

    def deliver(self, frame: bytes) -> None:
        self.frames.append(frame)

    @property
    def heard(self) -> list[tuple[str, int | None]]:
        read = [msgspec.json.decode(frame) for frame in self.frames]
        return [(frame["t"], frame.get("v")) for frame in read]


def channel(owner: FakeOwner | None = None) -> Channel:
    return Channel("table:7", owner or FakeOwner(), FakeClock(START))


def test_events_are_numbered_without_gaps_from_the_time_of_opening() -> None:
    table, ear = channel(), Ear(ANA)
    table.join(ear, caller(ANA))
    table.publish(Folded(1))
    table.publish(Folded(2))
    assert ear.heard == [
        ("sync:begin", None),
        ("snapshot", START),
        ("sync:end", START),
        ("event", START + 1),
        ("event", START + 2),
    ]


def test_everybody_who_may_see_the_same_gets_the_same_bytes() -> None:
    table, ana, ben = channel(), Ear(ANA), Ear(BEN)
    table.join(ana, caller(ANA))
    table.join(ben, caller(BEN))
    table.publish(Folded(1))
    assert ana.frames[-1] is ben.frames[-1]


def test_hole_cards_reach_only_their_owner_and_every_twin_has_the_same_size() -> None:
    table, ears = channel(), [Ear(ANA), Ear(BEN), Ear(CARA)]
    for ear in ears:
        table.join(ear, caller(ear.viewer))
    dealt = HoleDealt((0, 1), ((0, 51), (12, 13)))
    table.publish(redacted(dealt, "rail"), {ANA: redacted(dealt, 0), BEN: redacted(dealt, 1)})
    frames = [ear.frames[-1] for ear in ears]
    holes = [msgspec.json.decode(frame)["d"]["hole"] for frame in frames]
    assert holes == [[[0, 51], [-1, -1]], [[-1, -1], [12, 13]], [[-1, -1], [-1, -1]]]
    assert len({len(frame) for frame in frames}) == 1
    assert len(frames[0]) % SIZE_CLASS == 0


@given(st.lists(st.integers(0, 51), min_size=4, max_size=4, unique=True))
def test_what_others_are_sent_does_not_depend_on_hidden_cards(cards: list[int]) -> None:
    def rail_bytes(hole: list[int]) -> bytes:
        table, ear = channel(), Ear(CARA)
        table.join(ear, caller(CARA))
        dealt = HoleDealt((0, 1), ((hole[0], hole[1]), (hole[2], hole[3])))
        table.publish(redacted(dealt, "rail"), {ANA: redacted(dealt, 0), BEN: redacted(dealt, 1)})
        return b"".join(ear.frames)

    assert rail_bytes(cards) == rail_bytes([0, 1, 2, 3])


def test_who_comes_back_gets_exactly_what_was_missed() -> None:
    table, ear = channel(), Ear(ANA)
    for seat in range(5):
        table.publish(Folded(seat))
    table.join(ear, caller(ANA), have=START + 3)
    assert ear.heard == [
        ("sync:begin", None),
        ("event", START + 4),
        ("event", START + 5),
        ("sync:end", START + 5),
    ]


@pytest.mark.parametrize("have", [0, START - 1, START + 6, 2**53])
def test_a_number_that_is_not_kept_gives_a_snapshot(have: int) -> None:
    table, ear = channel(), Ear(ANA)
    for seat in range(5):
        table.publish(Folded(seat))
    table.join(ear, caller(ANA), have=have)
    assert ear.heard[1] == ("snapshot", START + 5)


def test_a_pending_decision_is_repeated_to_the_one_it_is_asked_of() -> None:
    table, ana, ben = channel(FakeOwner(turn={ANA: turn_request()})), Ear(ANA), Ear(BEN)
    table.join(ana, caller(ANA), have=START)
    table.join(ben, caller(BEN), have=START)
    assert [kind for kind, _ in ana.heard] == ["sync:begin", "turn", "sync:end"]
    assert [kind for kind, _ in ben.heard] == ["sync:begin", "sync:end"]
    table.request(ANA, turn_request())
    assert (ana.heard[-1][0], ben.heard[-1][0]) == ("turn", "sync:end")


def test_the_whole_current_hand_is_kept_and_otherwise_256_events() -> None:
    table = channel()
    for seat in range(KEPT_EVENTS + 40):
        table.publish(Folded(seat % 6))
    assert table.v - table.oldest == KEPT_EVENTS
    table.publish(Folded(0), hand_starts=True)
    for _ in range(KEPT_EVENTS + 50):
        table.publish(Folded(1))
    assert table.v - table.oldest == KEPT_EVENTS + 51
    for _ in range(KEPT_EVENTS_MAX):
        table.publish(Folded(1))
    assert table.v - table.oldest == KEPT_EVENTS_MAX


def test_who_may_not_listen_is_sent_nothing() -> None:
    class Private(FakeOwner):
        def verify_listener(self, caller: Caller) -> None:
            raise Refused("FAIR-01", "not_yours")

    table, ear = channel(Private()), Ear(ANA)
    with pytest.raises(Refused):
        table.join(ear, caller(ANA))
    table.publish(Folded(1))
    assert ear.frames == []


def test_who_parted_hears_nothing_more_and_a_closed_channel_says_so() -> None:
    table, ana, ben = channel(), Ear(ANA), Ear(BEN)
    table.join(ana, caller(ANA))
    table.join(ben, caller(BEN))
    table.part(ana)
    table.part(ana)
    table.close()
    assert (ana.heard[-1][0], ben.heard[-1][0]) == ("sync:end", "closed")
    assert table.listeners == ()


def test_everybody_has_a_me_of_his_own() -> None:
    board = Switchboard(FakeClock(START), own=lambda _: FakeOwner())
    ana, ben = Ear(ANA), Ear(BEN)
    for ear in (ana, ben):
        found = board.find("me", ear.viewer)
        assert found is not None
        found.join(ear, caller(ear.viewer))
    board.tell(ANA, Announced(text="For Ana"))
    board.tell(CARA, Announced(text="Nobody listens"))
    assert (ana.heard[-1], ben.heard[-1]) == (("event", START + 1), ("sync:end", START))


def test_an_unheard_me_is_forgotten() -> None:
    clock = FakeClock(START)
    board = Switchboard(clock, own=lambda _: FakeOwner())
    first = board.find("me", ANA)
    clock.advance(60_000)
    board.tidy()
    again = board.find("me", ANA)
    assert first is not None
    assert again is not None
    assert again.v > first.v


def test_a_channel_is_found_by_its_name_until_it_is_closed() -> None:
    board = Switchboard(FakeClock(START), own=lambda _: FakeOwner())
    table = board.open("table:7", FakeOwner())
    assert board.find("table:7", ANA) is table
    board.close("table:7")
    assert board.find("table:7", ANA) is None
