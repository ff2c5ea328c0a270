"""A misplaced button that stood, or a hand nobody reported: the floor says where it really was."""

from typing import Any

from tests.floor.commanding import Desk
from tests.rule import rule


@rule("LIVE-16.4", "LAMB-42")
def test_the_button_advances_from_the_position_that_was_used() -> None:
    desk = Desk(seats=6)
    desk.start(6)
    desk.do("finish_hand", table=1)
    asked: dict[str, Any] = {"table": 1, "button": 3, "small_blind": 4, "big_blind": 5}
    assert desk.refused("place_button", **asked) == ("LIVE-1", "say_why")
    wrong = {**asked, "big_blind": 4}
    assert desk.refused("place_button", **wrong, reason="x")[1] == "not_button_and_blinds"
    desk.do("start_hand", table=1)
    assert desk.refused("place_button", **asked, reason="x")[1] == "a_hand_is_in_progress"
    desk.do("misdeal", table=1, reason="the button was wrong")
    before = desk.state.tables[0].next_hand
    placed = desk.do("place_button", **asked, reason="the hand stood after two actions")
    hand = desk.state.tables[0].next_hand
    assert hand is not None
    positions = hand.positions
    assert (positions.button, positions.small_blind, positions.big_blind) == (4, 5, 6)
    desk.undo(placed.number)
    assert desk.state.tables[0].next_hand == before
