"""In which order players went out: by stacks, by the floor, and put right afterwards (LAMB-37)."""

import pytest

from cardroom.errors import FloorRefused
from tests.floor.commanding import Desk
from tests.rule import rule

PERCENTS = [{"entries": 1, "places": 4, "percents": [40, 30, 20, 10]}]


def placed(desk: Desk) -> dict[int, int]:
    return {int(one.entry): one.place for one in desk.state.results}


@rule("LAMB-37", "LIVE-29.c")
def test_two_busts_in_one_hand_ask_for_stacks_and_an_unknown_order_goes_to_the_floor() -> None:
    desk = Desk(paid=PERCENTS)
    desk.start(6)
    with pytest.raises(FloorRefused) as no:
        desk.do("finish_hand", table=1, out=[5, 6], stacks={5: 4_000})
    assert (no.value.reason, no.value.details) == ("starting_stacks_are_needed", {"entries": [6]})
    for order, why in (([6], "nobody counted"), ([5, 6], "")):
        refused = desk.refused("finish_hand", table=1, out=[5, 6], order=order, reason=why)
        assert refused == ("LAMB-37", "name_everybody_who_is_out_and_say_why")
    desk.do("finish_hand", table=1, out=[5, 6], order=[6, 5], reason="nobody counted")
    assert placed(desk) == {6: 5, 5: 6}
    desk.do("finish_hand", table=1, out=[3, 4], stacks={3: 9_000, 4: 9_000})
    assert (placed(desk)[3], placed(desk)[4]) == (3, 3)


@rule("LAMB-37")
def test_hands_reported_in_the_wrong_order_change_places_and_it_can_be_undone() -> None:
    desk = Desk(paid=PERCENTS, seats=6)
    desk.start(12, tables=2)
    desk.level(4)
    one, two = desk.players_at(1)[0], desk.players_at(2)[0]
    desk.do("finish_hand", table=1, out=[one])
    desk.do("finish_hand", table=2, out=[two])
    assert (placed(desk)[one], placed(desk)[two]) == (12, 11)
    assert desk.refused("correct_order", order=[one, two]) == ("LIVE-1", "say_why")
    why = "table 1 had forgotten to report"
    assert desk.refused("correct_order", order=[two, one], reason=why)[1] == "nobody_changes_place"
    alive = desk.players_at(1)[0]
    assert desk.refused("correct_order", order=[one, alive], reason=why)[1] == "not_out_by_a_hand"
    assert desk.refused("correct_order", order=[one], reason=why)[1] == (
        "name_one_player_of_each_hand"
    )
    corrected = desk.do("correct_order", order=[one, two], reason=why, role="floor")
    assert (placed(desk)[one], placed(desk)[two]) == (11, 12)
    desk.undo(corrected.number)
    assert (placed(desk)[one], placed(desk)[two]) == (12, 11)


@rule("LAMB-37", "LIVE-29.c")
def test_a_wrong_stack_is_put_right_and_nobody_who_was_paid_changes_place() -> None:
    desk = Desk(paid=PERCENTS)
    desk.start(5)
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("finish_hand", table=1, out=[4, 5], stacks={4: 6_000, 5: 8_000})
    assert (placed(desk)[5], placed(desk)[4]) == (4, 5)
    paid = desk.do("pay_prize", entry=5)
    with pytest.raises(FloorRefused) as no:
        desk.do("correct_order", stacks={5: 5_000}, reason="counted again")
    assert (no.value.reason, no.value.details) == ("undo_the_payment_first", {"entries": [5]})
    desk.undo(paid.number)
    corrected = desk.do("correct_order", stacks={5: 5_000}, reason="counted again")
    assert (placed(desk)[4], placed(desk)[5]) == (4, 5)
    prize = desk.do("pay_prize", entry=4)
    with pytest.raises(FloorRefused) as depends:
        desk.undo(corrected.number)
    assert depends.value.details == {"entries": [prize.number]}
    assert desk.balance("house:desk:EUR") == -25_000 + 2_000
