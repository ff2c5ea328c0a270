"""Keys: known again without remembering every hand."""

import sys

from cardroom.ledger import Reason, Transfer
from cardroom.ledger.keys import Keys


def other(key: str) -> Transfer:
    return Transfer(key, Reason.DEPOSITED, 0, ())


def hand(key: str) -> Transfer:
    return Transfer(key, Reason.HAND_SETTLED, 0, ())


def test_a_key_is_new_once() -> None:
    keys = Keys()
    assert [keys.add(other(key)) for key in ("a", "b", "a")] == [True, True, False]


def test_the_hands_of_a_table_come_in_their_order() -> None:
    keys = Keys()
    wanted = {"9:1:1": True, "9:1:3": True, "8:1:2": True, "9:2:1": True}
    assert {key: keys.add(hand(f"hand:{key}")) for key in wanted} == wanted
    again = ["9:1:3", "9:2:1", "9:1:4", "8:1:1"]
    assert [keys.add(hand(f"hand:{key}")) for key in again] == [False] * 4


def test_what_is_no_key_of_a_hand_is_not_taken_for_one() -> None:
    keys = Keys()
    assert not any(keys.add(hand(key)) for key in ("hand:9:1", "hand:9:1:x", "mine", "hand:9:1:-1"))


def test_hands_leave_nothing_behind_but_the_last_of_each_table() -> None:
    keys = Keys()
    keys.add(hand("hand:9:1:1"))
    before = sys.getsizeof(keys._others), sys.getsizeof(keys._last_hands)
    assert all(keys.add(hand(f"hand:9:1:{number}")) for number in range(2, 5000))
    assert (sys.getsizeof(keys._others), sys.getsizeof(keys._last_hands)) == before
