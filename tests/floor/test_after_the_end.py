"""After the end nobody enters, plays or buys: a deal, a cancellation and closed books are final."""

from typing import Any

import pytest

from tests.floor.commanding import Desk
from tests.floor.rulings.asking import house
from tests.rule import rule

STACKS = {1: 10_000, 2: 10_000, 3: 10_000}
REBUY: dict[str, Any] = {"price": {"prize": 100}, "chips": 100, "until_level": 2}
DENIED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("enter", {"player": "Late"}),
    ("enter_many", {"players": ["Late"]}),
    ("disqualify", {"entry": 1, "type": "DEVICE", "stack": 100, "reason": "seen"}),
    ("set_clock", {"level": 1, "left_ms": 1000, "reason": "again"}),
    ("finish_hand", {"table": 1}),
    ("break_table", {"table": 1}),
    ("announce_rebuy", {"entry": 1}),
    ("answer_deal", {"entry": 1, "accepts": True}),
    ("confirm_deal", {}),
    ("move", {"entry": 1, "table": 1, "seat": 9, "cause": "special_need"}),
)


def with_a_deal() -> Desk:
    desk = Desk()
    entries = desk.start(3)
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("propose_deal", method="even", stacks=STACKS)
    for entry in entries:
        desk.do("answer_deal", entry=entry, accepts=True)
    desk.do("confirm_deal")
    return desk


def called_off() -> Desk:
    desk = Desk()
    desk.start(3)
    desk.do("cancel", stacks=STACKS, reason="power cut")
    return desk


def called_off_in_talks() -> Desk:
    desk = Desk()
    desk.start(3)
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("propose_deal", method="even", stacks=STACKS)
    desk.do("cancel", stacks=STACKS, reason="power cut")
    return desk


def closed() -> Desk:
    desk = called_off()
    desk.do("close")
    return desk


@rule("LIVE-6", "LIVE-7")
@pytest.mark.parametrize(
    ("ended", "reason"),
    [
        (with_a_deal, "a_deal_ended_the_tournament"),
        (called_off, "the_tournament_is_cancelled"),
        (called_off_in_talks, "the_tournament_is_cancelled"),
        (closed, "the_tournament_is_closed"),
    ],
)
def test_nobody_enters_plays_or_buys_after_the_end(ended: Any, reason: str) -> None:
    desk = ended()
    pools = desk.floor.till.pools
    for what, facts in DENIED:
        assert desk.refused(what, **facts)[1] == reason, what
    desk.do("announce", text="Thank you all")
    desk.do("note_incident", entry=1, text="left a bag")
    assert desk.floor.till.pools == pools
    assert len({one.entry for one in desk.state.results}) == len(desk.state.results)


@rule("LIVE-12", "LIVE-11.p1")
def test_fixed_prizes_close_entries_and_purchases_whatever_the_clock_shows() -> None:
    desk = Desk(rebuy=REBUY, addon={"price": {"prize": 100}, "chips": 100})
    desk.start(5)
    desk.level(4)
    desk.do("fix_prizes")
    pool = desk.floor.till.pools
    desk.level(1)
    assert desk.refused("enter", player="Late") == ("LIVE-12", "entries_are_closed")
    assert desk.refused("announce_rebuy", entry=1) == ("LIVE-11.p1", "prizes_are_fixed")
    desk.level(3)
    assert desk.refused("sell_addon", entry=1) == ("LIVE-11.p1", "prizes_are_fixed")
    desk.do("change_terms", field="entries_until_level", value=5, reason="more players")
    assert desk.refused("enter", player="Late")[1] == "entries_are_closed"
    assert not desk.state.registering
    assert desk.floor.till.pools == pool


@rule("LIVE-11.p1")
def test_a_re_buy_whose_withdrawal_is_undone_is_not_paid_into_fixed_prizes() -> None:
    desk = Desk(house("seating", announced_rebuy_binds=False), rebuy=REBUY)
    desk.start(3)
    desk.do("announce_rebuy", entry=1)
    withdrawn = desk.do("withdraw_rebuy", entry=1)
    desk.level(4)
    desk.do("fix_prizes")
    desk.undo(withdrawn.number)
    assert desk.refused("pay_rebuy", entry=1) == ("LIVE-11.p1", "prizes_are_fixed")


@rule("LIVE-7", "LIVE-11.p1")
def test_an_event_with_paid_chips_on_their_way_is_not_called_off_before_they_are_there() -> None:
    desk = Desk(rebuy=REBUY)
    desk.start(3)
    desk.do("announce_rebuy", entry=1)
    desk.do("pay_rebuy", entry=1)
    no = desk.refused("cancel", stacks=STACKS, reason="power cut")
    assert no == ("LIVE-11.p1", "a_rebuy_is_on_its_way")
    desk.do("deliver_rebuy", entry=1)
    desk.do("cancel", stacks={**STACKS, 1: 10_100}, reason="power cut")


WAITING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("resume_clock", {}),
    ("pause_clock", {}),
    ("set_clock", {"level": 2, "left_ms": 60_000, "reason": "a mistake"}),
    ("move", {"entry": 1, "table": 1, "seat": 9, "cause": "special_need"}),
    ("balance", {}),
    ("break_table", {"table": 1}),
    ("race", {"table": 1, "removed": 25, "in_play": [25, 100], "seats": []}),
    ("draw_last_hands", {}),
    ("finish_hand", {"table": 1}),
)


@rule("LIVE-6", "LHC-58")
def test_while_a_deal_is_discussed_clock_chips_and_seats_stay_as_they_are() -> None:
    desk = Desk()
    desk.start(3)
    desk.level(4)
    desk.do("fix_prizes")
    desk.do("propose_deal", method="even", stacks=STACKS)
    stored = desk.state.clock
    for what, facts in WAITING:
        assert desk.refused(what, **facts) == ("LIVE-6", "a_deal_is_talked_about"), what
    desk.do("answer_deal", entry=2, accepts=False)
    clock = desk.state.clock
    assert (clock.level, clock.left_ms, clock.paused) == (stored.level, stored.left_ms, False)
    desk.do("pause_clock")
