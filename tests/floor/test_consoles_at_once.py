"""Several consoles at once: only what two of them write over each other is refused (LIVE-1)."""

from typing import Any

import pytest

from cardroom.errors import FloorRefused
from tests.floor.commanding import Desk
from tests.rule import rule


def changed(desk: Desk, what: str, **facts: Any) -> Any:
    """The entries that a refused console learns of."""
    with pytest.raises(FloorRefused) as no:
        desk.do(what, **facts)
    assert no.value.reason == "changed_meanwhile"
    return no.value.details["entries"]


@rule("LIVE-1", "LIVE-8")
def test_two_cashiers_take_entries_at_the_same_time() -> None:
    desk = Desk()
    desk.do("open_tables", count=2)
    seen = desk.floor.log.last
    for player in ("Ann", "Bob", "Cleo", "Dirk"):
        desk.do("enter", player=player, seen=seen)
    desk.do("open_tables", count=1)
    desk.do("enter", player="Eve", seen=seen)
    assert desk.state.entries == 5


@rule("LIVE-1", "LIVE-12")
def test_a_cashier_learns_of_a_new_price_and_that_the_player_has_re_entered_already() -> None:
    desk = Desk()
    first, *_ = desk.start(5)
    desk.do("finish_hand", table=1, out=[first])
    seen = desk.floor.log.last
    dearer = desk.do("change_terms", field="price", value={"prize": 9_000}, reason="as announced")
    again: Any = {"player": "Player 1", "kind": "re-entry", "previous": first}
    assert changed(desk, "enter", **again, seen=seen) == [dearer.number]
    desk.do("enter", **again, seen=desk.floor.log.last)
    assert desk.refused("enter", **again, seen=seen) == ("LIVE-12", "re_entered_already")


@rule("LIVE-1")
def test_bust_outs_at_two_tables_do_not_stop_each_other() -> None:
    desk = Desk()
    desk.start(10, tables=2)
    seen = desk.floor.log.last
    for table in (1, 2):
        desk.do("finish_hand", table=table, out=desk.players_at(table)[:1], seen=seen)
    assert desk.state.left == 8
    assert changed(desk, "finish_hand", table=2, seen=seen) == [desk.floor.log.last]


@rule("LIVE-1")
def test_prizes_are_fixed_by_somebody_who_has_seen_every_entry() -> None:
    desk = Desk()
    desk.start(5)
    seen = desk.floor.log.last
    late = desk.do("enter", player="Late", kind="late")
    desk.level(3)
    assert late.number in changed(desk, "fix_prizes", seen=seen)
    desk.do("fix_prizes", seen=desk.floor.log.last)
