"""Many strings are found in one pass where `in` finds them."""

from random import Random

from tests.room.byte_search import found_in


def test_what_is_found_is_what_is_there() -> None:
    chance = Random(1)
    for _ in range(200):
        text = bytes(chance.choices(b"abc\0", k=chance.randrange(60)))
        wanted = {bytes(chance.choices(b"abc\0", k=chance.randrange(4, 7))) for _ in range(20)}
        assert found_in(text, wanted) == {one for one in wanted if one in text}


def test_the_first_and_the_last_bytes_are_searched_too() -> None:
    for text in (b"begin....", b".....begin", b"begin", b"bebegin"):
        assert found_in(text, [b"begin", b"begi", b"never"]) == {b"begin", b"begi"}
    assert found_in(b"", [b"begin"]) == found_in(b"begin", []) == set()
