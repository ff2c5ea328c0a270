"""A hand that has begun is what it was at its shuffle, whoever comes or goes meanwhile."""

from typing import Any

import pytest

from cardroom.engine.positions import Positions
from tests.floor.commanding import LEVELS, Desk
from tests.rule import rule


def in_a_hand(players: int = 4, **terms: Any) -> tuple[Desk, Positions]:
    """A table in its second hand, with the positions that were shown before its shuffle."""
    desk = Desk(**terms)
    desk.start(players)
    desk.do("finish_hand", table=1)
    hand = desk.state.tables[0].next_hand
    assert hand is not None
    desk.do("start_hand", table=1)
    return desk, hand.positions


@rule("LIVE-13.p2", "LIVE-31", "LIVE-8.1")
def test_late_players_who_sit_down_during_a_hand_are_not_in_it() -> None:
    desk, positions = in_a_hand()
    late = [
        desk.do("enter", player=f"Late {number}", kind="late").event.entry  # type: ignore[union-attr]
        for number in range(5)
    ]
    shown = desk.state.tables[0].next_hand
    assert shown is not None
    assert shown.positions == positions
    assert desk.refused("finish_hand", table=1, out=[late[0]])[1] == "not_dealt_in_at_this_table"
    finished: Any = desk.do("finish_hand", table=1).event
    assert finished.positions == positions
    following = desk.state.tables[0].next_hand
    assert following is not None
    assert following.positions.small_blind == positions.big_blind


@rule("LAMB-54", "LIVE-16.2")
def test_a_player_who_is_disqualified_during_a_hand_does_not_move_its_blinds() -> None:
    desk, positions = in_a_hand()
    gone = desk.floor.field.table(1).players[positions.big_blind]
    desk.do("disqualify", entry=gone, type="ABUSE_DIRECT", stack=9_000, reason="abuse")
    others = [entry for entry in desk.players_at(1) if entry != gone]
    finished: Any = desk.do("finish_hand", table=1, out=others[:1]).event
    assert finished.positions == positions
    places = {one.entry: (one.place, one.how) for one in desk.state.results}
    assert places == {others[0]: (3, "out"), gone: (4, "disqualified")}


@rule("LAMB-36")
def test_nobody_is_disqualified_with_the_chips_of_the_others() -> None:
    desk = Desk()
    desk.start(4)
    facts: dict[str, Any] = {"entry": 1, "type": "DEVICE", "reason": "seen"}
    no = desk.refused("disqualify", stack=39_998, **facts)
    assert no == ("LAMB-36", "count_the_chips_of_the_player")
    desk.do("disqualify", stack=39_997, **facts)


@rule("LIVE-11.p1", "LHC-52")
def test_a_re_buy_said_during_a_hand_holds_the_next_hand_and_not_this_one() -> None:
    rebuy = {"price": {"prize": 1_000}, "chips": 10_000, "until_level": 2}
    desk, _ = in_a_hand(rebuy=rebuy)
    desk.do("announce_rebuy", entry=1)
    desk.do("finish_hand", table=1, out=[2])
    assert desk.refused("start_hand", table=1) == ("LIVE-11.p1", "a_rebuy_is_on_its_way")


@rule("LIVE-14.p1", "LAMB-05")
@pytest.mark.parametrize("reported", [True, False])
def test_a_hand_that_began_before_entries_closed_is_finished_and_the_table_stops_then(
    reported: bool,
) -> None:
    desk = Desk(seats=4, levels=LEVELS)
    desk.start(7, tables=2)
    short = min((1, 2), key=lambda table: len(desk.players_at(table)))
    assert len(desk.players_at(short)) == 3
    desk.now_s = 40 * 60 - 30
    desk.do("finish_hand", table=short)
    if reported:
        desk.do("start_hand", table=short)
    desk.now_s = 40 * 60 + 30
    assert not desk.state.registering
    desk.do("finish_hand", table=short)
    assert desk.refused("finish_hand", table=short) == ("LIVE-14.p1", "the_table_stops")


@rule("LIVE-16", "LIVE-16.4")
def test_the_button_is_not_drawn_again_while_it_is_in_play() -> None:
    desk = Desk()
    desk.start(4)
    desk.do("draw_button", table=1)
    desk.do("start_hand", table=1)
    assert desk.refused("draw_button", table=1) == ("LIVE-16", "a_hand_is_in_progress")
    desk.do("finish_hand", table=1)
    assert desk.refused("draw_button", table=1) == ("LIVE-16", "the_button_is_drawn")


@rule("LIVE-6")
def test_a_deal_is_talked_about_between_two_hands() -> None:
    desk = Desk()
    desk.start(3)
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("start_hand", table=1)
    proposal: dict[str, Any] = {"method": "even", "stacks": {1: 10_000, 2: 10_000, 3: 10_000}}
    assert desk.refused("propose_deal", **proposal) == ("LIVE-6", "a_hand_is_in_progress")
    desk.do("finish_hand", table=1)
    desk.do("propose_deal", **proposal)


@rule("LIVE-27.p1")
@pytest.mark.parametrize("end", ["finish_hand", "misdeal"])
def test_a_called_clock_ends_with_its_hand(end: str) -> None:
    desk, _ = in_a_hand()
    desk.do("call_clock", entry=1)
    assert 1 in desk.floor.clocks.running
    desk.do(end, table=1)
    assert desk.state.tables[0].clock is None
    desk.now_s += 90
    assert "clock_expired" not in {one.kind for one in desk.state.alerts}
    desk.do("call_clock", entry=1)


@rule("LIVE-14.p2")
def test_the_floor_cannot_balance_a_player_into_the_small_blind_by_hand() -> None:
    desk = Desk(seats=6)
    desk.start(9, tables=2)
    for table in (1, 2):
        desk.do("finish_hand", table=table)
    tables = {one.number: one for one in desk.state.tables}
    short = min(tables.values(), key=lambda one: len(one.players))
    long = next(one for one in tables.values() if one is not short)
    last = desk.floor.field.table(short.number).last
    assert last is not None
    # The big blind of the last hand goes out: its empty seat has the small blind next.
    out = desk.floor.field.table(short.number).players[last.big_blind]
    mover = long.players[0].entry
    place: dict[str, Any] = {"entry": mover, "table": short.number, "seat": last.big_blind}
    desk.do("disqualify", entry=out, type="DEVICE", stack=100, reason="seen")
    no = desk.refused("move", cause="balancing", **place)
    assert no == ("LIVE-14.p2", "never_the_small_blind")
    desk.do("move", cause="special_need", **place)


@rule("LIVE-29", "LAMB-54")
def test_a_disqualification_in_a_synchronised_hand_does_not_stop_its_table() -> None:
    desk = Desk(seats=6, paid=[{"entries": 1, "places": 2, "percents": [60, 40]}])
    desk.start(10, tables=2)
    desk.level(4)
    desk.do("announce_hand_for_hand")
    desk.do("deal_synchronised")
    gone = desk.players_at(1)[0]
    desk.do("disqualify", entry=gone, type="ABUSE_DIRECT", stack=9_000, reason="abuse")
    desk.do("start_hand", table=1)
    assert gone not in desk.floor.field.table(1).dealt.values()
    desk.do("finish_hand", table=1)
