"""Money of the live floor: prices, re-buys, add-ons, prizes, deals, settlements, and the ledger."""

from typing import Any

import pytest

from cardroom.errors import FloorRefused
from cardroom.floor.money.prizes import rounded
from cardroom.floor.terms import FloorTerms, Level, Purchase, Split
from cardroom.floor.verifying_terms import verify_terms
from tests.floor.commanding import SPLIT, Desk
from tests.floor.rulings.asking import RULES
from tests.rule import rule

REBUY: dict[str, Any] = {"price": {"prize": 4_000}, "chips": 10_000, "until_level": 2}
ADDON: dict[str, Any] = {"price": {"prize": 3_000, "staff": 1_000}, "chips": 15_000}


@rule("LIVE-11.p1", "LHC-52", "LAMB-40")
def test_a_re_buy_is_paid_and_delivered_before_the_next_hand() -> None:
    desk = Desk(rebuy=REBUY)
    ann, bob, *_ = desk.start(4)
    assert desk.refused("announce_rebuy", entry=ann, stack=10_001)[1] == "stack_is_too_large"
    desk.do("announce_rebuy", entry=ann)
    assert desk.state.tables[0].waits_for == "a_rebuy_is_on_its_way"
    assert desk.refused("withdraw_rebuy", entry=ann)[1] == "announced_rebuy_binds"
    desk.do("pay_rebuy", entry=ann, role="cashier")
    assert desk.balance("house:desk:EUR") == -24_000
    desk.do("deliver_rebuy", entry=ann)
    assert (desk.state.chips, desk.state.tables[0].waits_for) == (50_000, "")
    desk.do("start_hand", table=1)
    desk.level(3)
    desk.do("announce_rebuy", entry=bob)
    desk.do("pay_rebuy", entry=bob)
    desk.do("deliver_rebuy", entry=bob)
    desk.do("finish_hand", table=1)
    assert desk.refused("announce_rebuy", entry=bob) == ("LIVE-11.p1", "re_buys_are_over")


@rule("LIVE-11.p2")
def test_an_add_on_is_sold_once_in_the_first_break_after_the_re_buys() -> None:
    desk = Desk(rebuy=REBUY, addon=ADDON)
    ann, *_ = desk.start(4)
    assert desk.refused("sell_addon", entry=ann)[1] == "not_the_break_for_add_ons"
    desk.level(3)
    assert desk.refused("fix_prizes")[1] == "chips_are_still_sold"
    desk.do("sell_addon", entry=ann)
    assert desk.refused("sell_addon", entry=ann)[1] == "no_more_add_ons"
    assert (desk.state.chips, desk.state.money.pools.prize) == (55_000, 19_000)
    levels = (Level(minutes=20, small_blind=100, big_blind=200), Level(minutes=10))
    addon = Purchase(price=Split(prize=1), chips=100)
    with pytest.raises(FloorRefused, match="add on needs re buys"):
        verify_terms(RULES.live, FloorTerms(starting_stack=1000, levels=levels, addon=addon))


def ended(desk: Desk, players: int = 4) -> list[int]:
    """All but one are out, in the order of their numbers from the last on."""
    entries = desk.start(players)
    desk.level(4)
    desk.do("fix_prizes")
    for out in entries[:0:-1]:
        desk.do("finish_hand", table=1, out=[out])
    return entries


def test_prizes_are_paid_once_and_the_books_are_empty_at_the_end() -> None:
    desk = Desk()
    ann, bob, cas, _ = ended(desk)
    assert desk.refused("pay_prize", entry=cas)[1] == "this_place_wins_nothing"
    desk.do("pay_prize", entry=ann, role="cashier")
    assert desk.refused("pay_prize", entry=ann)[1] == "paid_already"
    assert desk.refused("close")[1] == "prizes_are_not_paid"
    desk.do("pay_prize", entry=bob)
    assert desk.balance("house:desk:EUR") == -4_000
    assert desk.refused("close", role="floor")[1] == "not_in_this_role"
    desk.do("close")
    assert (desk.balance("house:fees:EUR"), desk.balance("house:staff:EUR")) == (2_800, 1_200)
    assert desk.refused("announce_rebuy", entry=ann)[1] == "the_tournament_is_closed"


def test_a_guarantee_is_filled_up_by_the_house_and_the_curve_pays_without_a_list() -> None:
    desk = Desk(guarantee=30_000, paid=[])
    ended(desk)
    assert desk.balance("house:overlay:EUR") == -14_000
    prizes = desk.state.money.prizes
    assert (sum(prizes.prizes), prizes.fixed) == (30_000, True)


def test_undoing_a_bust_before_a_payout_lists_the_payout_and_takes_money_back() -> None:
    desk = Desk()
    _, bob, *_ = ended(desk)
    paid = desk.do("pay_prize", entry=bob).number
    bust = next(
        one.number for one in desk.floor.log.active()
        if getattr(one.event, "out", None) and one.event.out[0].entry == bob  # type: ignore[union-attr]
    )  # fmt: skip
    with pytest.raises(FloorRefused) as no:
        desk.undo(bust)
    assert no.value.details["entries"] == [paid]
    assert desk.balance("house:desk:EUR") == -15_200
    desk.undo(bust, with_dependents=True)
    assert desk.balance("house:desk:EUR") == -20_000
    assert (desk.state.left, desk.state.status) == (2, "playing")


def test_a_withdrawn_entry_gets_its_money_back_and_a_bust_cannot_be_undone_twice() -> None:
    desk = Desk()
    desk.do("open_tables", count=1)
    desk.do("enter", player="Ann")
    desk.do("withdraw_entry", entry=1)
    assert desk.balance("house:desk:EUR") == 0
    assert desk.refused("withdraw_entry", entry=1)[1] == "not_in_the_tournament"


@rule("LIVE-6", "LAMB-47", "LHC-58")
def test_a_deal_needs_everybody_and_a_refusal_resumes_with_the_stored_time() -> None:
    desk = Desk(price={**SPLIT, "bounty": 500})
    entries = desk.start(4)
    desk.level(4, left_min=10)
    desk.do("fix_prizes")
    desk.do("finish_hand", table=1, out=[4])
    desk.do("pay_bounty", entry=4, to=1)
    stacks = {1: 20_000, 2: 12_000, 3: 8_000}
    short = {**stacks, 3: 7_000}
    assert desk.refused("propose_deal", method="icm", stacks=short)[1] == "not_the_chips_in_play"
    desk.now_s = 60
    desk.do("propose_deal", method="even", stacks=stacks)
    assert (desk.state.status, desk.state.clock.paused) == ("deal", True)
    desk.do("answer_deal", entry=1, accepts=True)
    assert desk.refused("confirm_deal")[1] == "not_all_agree"
    desk.now_s = 600
    desk.do("answer_deal", entry=2, accepts=False)
    clock = desk.state.clock
    assert (clock.paused, clock.left_ms) == (False, 9 * 60_000)
    amounts = {1: 8_000, 2: 5_000, 3: 3_000}
    desk.do("propose_deal", method="custom", stacks=stacks, amounts=amounts)
    for entry in entries[:3]:
        desk.do("answer_deal", entry=entry, accepts=True)
    desk.do("confirm_deal")
    assert desk.refused("finish_hand", table=1)[1] == "a_deal_ended_the_tournament"
    assert [(one.entry, one.place, one.prize) for one in desk.state.results[:3]] == [
        *((1, 1, 8_000), (2, 2, 5_000), (3, 3, 3_000)),
    ]
    for entry in entries[:3]:
        desk.do("pay_prize", entry=entry)
        desk.do("pay_bounty", entry=entry, to=entry)
    desk.do("close")
    assert desk.balance("house:overlay:EUR") == 0


@rule("LIVE-7", "LAMB-38")
def test_calling_off_proposes_by_the_formulas_and_the_manager_confirms() -> None:
    desk = Desk()
    desk.do("open_tables", count=1)
    for name in ("Ann", "Bob"):
        desk.do("enter", player=name)
    proposal = desk.performer.calling_off.proposal(0)
    assert proposal.stage == "not_started"
    assert [one.refund.total for one in proposal.settlements] == [5_000, 5_000]
    assert desk.refused("cancel", reason="x", role="floor")[1] == "not_in_this_role"
    assert desk.refused("cancel")[1] == "say_why"
    desk.do("cancel", reason="power cut")
    assert desk.balance("house:desk:EUR") == 0
    later = Desk()
    later.start(4)
    stacks = {1: 20_000, 2: 10_000, 3: 5_000, 4: 5_000}
    assert later.refused("cancel", reason="power cut") == ("LAMB-38", "a_stack_of_every_player")
    proposed = later.performer.calling_off.proposal(0, stacks)  # type: ignore[arg-type]
    assert proposed.stage == "not_in_the_money"
    assert sum(one.refund.prize for one in proposed.settlements) == 16_000
    later.do("cancel", reason="power cut", amounts={1: 10_000, 2: 6_000})
    later.do("close")
    assert later.balance("house:desk:EUR") == -4_000 + 4 * SPLIT["fee"]


@rule("LAMB-54")
def test_the_prize_of_a_disqualified_player_is_held_until_the_manager_decides() -> None:
    desk = Desk()
    desk.start(4)
    desk.level(4)
    desk.do("fix_prizes")
    for out in (4, 3):
        desk.do("finish_hand", table=1, out=[out])
    desk.do("disqualify", entry=2, type="COLLUSION", stack=20_000, reason="seen by two")
    assert "held_prize" in {one.kind for one in desk.state.alerts}
    assert desk.refused("pay_prize", entry=2) == ("LAMB-54", "the_prize_is_held")
    decide: dict[str, Any] = {"entry": 2, "pays": False, "reason": "collusion was proved"}
    assert desk.refused("decide_held_prize", **decide, role="floor")[1] == "not_in_this_role"
    desk.do("decide_held_prize", **decide)
    assert desk.balance("house:seized:EUR") == 4_800


def test_a_structure_that_the_chips_cannot_pay_is_refused() -> None:
    desk = Desk(chips=[{"value": 25}, {"value": 100}], entries_until_level=1)
    levels = [{"minutes": 20, "small_blind": 30, "big_blind": 60}]
    changed = desk.refused("change_terms", field="levels", value=levels, reason="x")
    assert changed == ("LIVE-19", "cannot_be_paid_with_these_chips")


@rule("LIVE-29")
def test_prizes_are_rounded_down_and_the_first_place_gets_the_rest() -> None:
    exact = (41_092, 22_545, 16_363)
    assert rounded(exact, 0) == exact
    assert rounded(exact, 100) == (41_200, 22_500, 16_300)
    assert rounded(exact, 1_000) == (42_000, 22_000, 16_000)
    # Nobody loses their whole prize to the rounding.
    assert rounded((900, 90, 10), 100) == (900, 90, 10)


@rule("LIVE-7", "LIVE-29")
def test_the_manager_chooses_how_prizes_are_rounded_until_they_are_fixed() -> None:
    desk = Desk(paid=[{"entries": 1, "places": 3, "percents": [50, 33, 17]}], prize_step=500)
    desk.start(7)
    desk.level(4)
    assert sum(desk.state.money.prizes.prizes) == desk.state.money.pools.prize
    assert all(prize % 500 == 0 for prize in desk.state.money.prizes.prizes[1:])
    desk.do("change_terms", field="prize_step", value=100, reason="small change is there")
    desk.do("fix_prizes")
    desk.book()
    facts = {"field": "prize_step", "value": 0, "reason": "too late"}
    assert desk.refused("change_terms", **facts) == ("LIVE-7", "prizes_are_fixed")
