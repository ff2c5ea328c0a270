"""What is sealed for the bus: by whom it can be read, and that no number is used twice."""

import pytest
from nacl.public import Box, PrivateKey, PublicKey
from nacl.secret import SecretBox

from cardroom.cluster.sealing import (
    NONCE_BYTES,
    Nonces,
    ProcessKeys,
    RoomKey,
    Unreadable,
    new_room_key,
)

SAID = b"the turn is yours"


def test_no_number_is_used_twice_by_one_process_or_by_two() -> None:
    one, other = Nonces(), Nonces()
    found = [*(one.next() for _ in range(1_000)), *(other.next() for _ in range(1_000))]
    assert len(set(found)) == len(found)
    assert {len(nonce) for nonce in found} == {NONCE_BYTES}


def test_the_library_reads_what_the_room_seals_and_the_other_way_round() -> None:
    key = new_room_key()
    room, library = RoomKey(key), SecretBox(key)
    assert library.decrypt(room.seal(SAID)) == SAID
    assert room.open(bytes(library.encrypt(SAID))) == SAID


def test_a_frame_for_one_process_is_read_by_that_process_alone() -> None:
    host, gateway, stranger = ProcessKeys(), ProcessKeys(), ProcessKeys()
    sealed = host.seal_for(gateway.public, SAID)
    assert gateway.open_from(host.public, sealed) == SAID
    with pytest.raises(Unreadable):
        stranger.open_from(host.public, sealed)
    own = PrivateKey.generate()
    for_library = host.seal_for(bytes(own.public_key), SAID)
    assert Box(own, PublicKey(host.public)).decrypt(for_library) == SAID


@pytest.mark.parametrize("length", [0, 10, NONCE_BYTES, NONCE_BYTES + 10])
def test_what_is_cut_short_or_changed_is_unreadable(length: int) -> None:
    room, sealed = RoomKey(new_room_key()), RoomKey(new_room_key()).seal(SAID)
    own = room.seal(SAID)
    changed = own[:-1] + bytes([own[-1] ^ 1])
    for wrong in (sealed[:length], sealed, changed):
        with pytest.raises(Unreadable):
            room.open(wrong)


def test_each_message_is_taken_once_and_in_order_at_each_place_where_it_may_come() -> None:
    key = new_room_key()
    writer, other, reader = RoomKey(key), RoomKey(key), RoomKey(key)
    first, second, third = (writer.seal(SAID) for _ in range(3))
    assert reader.open_next(first, "here") == SAID
    assert reader.open_next(third, "here") == SAID
    for repeated in (first, second, third):
        with pytest.raises(Unreadable):
            reader.open_next(repeated, "here")
    assert reader.open_next(second, "there") == SAID
    assert reader.open_next(other.seal(SAID), "here") == SAID
