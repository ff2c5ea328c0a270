"""An event that is called off: what is shared, who pays for a guarantee, what is given back."""

from typing import Any

import pytest

from cardroom.floor.money.calling_off import CancelProposal
from tests.floor.commanding import SPLIT, Desk
from tests.rule import rule

GUARANTEE = 30_000
STACKS = {1: 20_000, 2: 10_000, 3: 5_000, 4: 5_000}
HEADS_UP = {1: 25_000, 2: 15_000}


def proposed(desk: Desk, stacks: dict[int, int]) -> CancelProposal:
    return desk.performer.calling_off.proposal(1000 * desk.now_s, stacks)  # type: ignore[arg-type]


def prizes(proposal: CancelProposal) -> list[int]:
    return [one.refund.prize for one in proposal.settlements]


def in_the_money(**changes: Any) -> Desk:
    """Four entries, two of them out, two paid places: the two who are left are in the money."""
    desk = Desk(guarantee=GUARANTEE, **changes)
    desk.start(4)
    desk.level(4)
    for out in (4, 3):
        desk.do("finish_hand", table=1, out=[out])
    return desk


@rule("LAMB-56", "LAMB-38")
@pytest.mark.parametrize("is_fixed", [False, True])
def test_before_the_money_only_what_the_players_paid_in_is_shared(is_fixed: bool) -> None:
    desk = Desk(guarantee=GUARANTEE)
    desk.start(4)
    if is_fixed:
        desk.level(4)
        desk.do("fix_prizes")
        assert desk.balance("house:overlay:EUR") == -14_000
    proposal = proposed(desk, STACKS)
    assert (proposal.stage, proposal.added) == ("not_in_the_money", 0)
    assert prizes(proposal) == [6_000, 4_000, 3_000, 3_000]
    desk.do("cancel", reason="power cut", stacks=STACKS)
    desk.do("close")
    assert desk.balance("house:overlay:EUR") == 0


@rule("LAMB-56", "LIVE-7")
@pytest.mark.parametrize("is_fixed", [False, True])
def test_in_the_money_the_house_pays_what_its_guarantee_lacks(is_fixed: bool) -> None:
    desk = in_the_money()
    if is_fixed:
        desk.do("fix_prizes")
    proposal = proposed(desk, HEADS_UP)
    assert (proposal.stage, proposal.added) == ("final_table", 0 if is_fixed else 14_000)
    assert sum(prizes(proposal)) == GUARANTEE
    desk.do("cancel", reason="power cut", stacks=HEADS_UP)
    assert desk.balance("house:overlay:EUR") == -14_000
    desk.do("close")
    assert desk.balance("house:overlay:EUR") == -14_000
    assert desk.balance("house:desk:EUR") == GUARANTEE - 20_000 + 2 * SPLIT["fee"]


@rule("LAMB-56")
def test_undoing_what_the_house_added_undoes_the_cancellation_with_it() -> None:
    desk = in_the_money()
    fixed = desk.do("cancel", reason="power cut", stacks=HEADS_UP).number
    assert desk.floor.log.dependents(fixed) == (fixed + 1,)
    desk.undo(fixed, with_dependents=True)
    assert (desk.balance("house:overlay:EUR"), desk.balance("house:desk:EUR")) == (0, -20_000)
    assert desk.state.status == "playing"


@rule("LAMB-56")
def test_the_managers_own_amounts_are_at_most_the_money_that_is_there() -> None:
    early = Desk(guarantee=GUARANTEE)
    early.start(4)
    too_much = early.refused("cancel", reason="power cut", amounts={1: 16_001})
    assert too_much == ("LIVE-7", "more_than_the_money_that_is_there")
    early.do("cancel", reason="power cut", amounts={1: 16_000})
    assert early.balance("house:desk:EUR") == -4_000 + 4 * SPLIT["fee"]
    late = in_the_money()
    late.refused("cancel", reason="power cut", amounts={1: GUARANTEE + 1})
    late.do("cancel", reason="power cut", amounts={1: 20_000, 2: 10_000})
    late.do("close")
    assert late.balance("house:overlay:EUR") == -14_000
    assert late.balance("house:desk:EUR") == GUARANTEE - 20_000 + 2 * SPLIT["fee"]


@rule("LAMB-56")
def test_own_amounts_leave_a_prize_that_was_won_before_where_it_is() -> None:
    desk = in_the_money(paid=[{"entries": 1, "places": 3, "percents": [50, 30, 20]}])
    desk.refused("cancel", reason="power cut", amounts={1: 24_001})
    desk.do("cancel", reason="power cut", amounts={1: 14_000, 2: 10_000})
    refunds = {one.entry: one.refund.prize for one in desk.floor.till.cancelled.settlements}  # type: ignore[union-attr]
    assert refunds == {1: 14_000, 2: 10_000, 3: 6_000}


@rule("LAMB-56", "LAMB-38")
def test_who_is_left_gets_the_fees_back_and_the_staff_keep_theirs() -> None:
    rebuy = {"price": {"prize": 4_000, "fee": 500}, "chips": 10_000, "until_level": 2}
    desk = Desk(rebuy=rebuy)
    ann, *_ = desk.start(4)
    for step in ("announce_rebuy", "pay_rebuy", "deliver_rebuy"):
        desk.do(step, entry=ann)
    proposal = proposed(desk, {**STACKS, 1: 30_000})
    assert [one.refund.fee for one in proposal.settlements] == [1_200, 700, 700, 700]
    assert {one.refund.staff for one in proposal.settlements} == {0}
    desk.level(4)
    assert proposed(desk, {**STACKS, 1: 30_000}).stage == "not_in_the_money"


@rule("LAMB-56", "LAMB-54")
def test_who_went_out_in_the_money_keeps_the_prize_and_a_held_one_is_decided_first() -> None:
    desk = in_the_money(paid=[{"entries": 1, "places": 3, "percents": [50, 30, 20]}])
    proposal = proposed(desk, HEADS_UP)
    assert [one.entry for one in proposal.settlements] == [1, 2, 3]
    assert (prizes(proposal)[2], sum(prizes(proposal))) == (6_000, GUARANTEE)
    desk.do("fix_prizes")
    desk.do("pay_prize", entry=3)
    assert [one.entry for one in proposed(desk, HEADS_UP).settlements] == [1, 2]
    held = Desk(paid=[{"entries": 1, "places": 3, "percents": [50, 30, 20]}])
    held.start(4)
    held.level(4)
    held.do("fix_prizes")
    held.do("finish_hand", table=1, out=[4])
    held.do("disqualify", entry=3, type="COLLUSION", stack=10_000, reason="seen by two")
    stacks = {1: 20_000, 2: 10_000}
    no = held.refused("cancel", reason="power cut", stacks=stacks)
    assert no == ("LAMB-54", "the_prize_is_held")
    held.do("decide_held_prize", entry=3, pays=False, reason="proved")
    held.do("cancel", reason="power cut", stacks=stacks)
    held.do("close")


@rule("LAMB-56")
def test_while_chips_are_still_sold_nobody_is_in_the_money() -> None:
    rebuy = {"price": {"prize": 4_000}, "chips": 10_000, "until_level": 5}
    desk = in_the_money(rebuy=rebuy)
    assert proposed(desk, HEADS_UP).stage == "not_in_the_money"
