"""What a player may know of an opponent's chips, and when the dealer counts."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.fields import Amount
from cardroom.floor.rulings.ruling import Amounts, Ruling, TableRules

Asked = Literal["nothing", "bet", "stack"]


class CountRequest(msgspec.Struct, frozen=True, tag="count", kw_only=True):
    """A bet lies there, and a player may have asked how much it is."""

    asked: Annotated[Asked, Meta(description="what a player asks the dealer to count")]
    bet: Annotated[Amount, Meta(description="the opponent's bet")]
    stack: Annotated[Amount, Meta(description="what the opponent had behind before an all-in")] = 0
    all_in: Annotated[bool, Meta(description="the opponent is all-in")] = False
    called: Annotated[bool, Meta(description="the bet was called")] = False


def count_request(rules: TableRules, facts: CountRequest) -> Ruling:
    """The exact bet, always; the whole stack only of a player who is all-in (LIVE-21.p2, 36.p4)."""
    chips = rules.live.chips
    if facts.asked == "nothing":
        due = facts.called or not rules.live.wagers.count_only_on_call_or_request
        return Ruling(
            decision="allowed" if due else "refused",
            rule_ids=("LIVE-36.p4",),
            reason="count_due" if due else "count_not_due",
            values={"count": facts.bet},
            amounts=Amounts(count=facts.bet) if due else Amounts(),
        )
    if facts.asked == "bet":
        return _answer(facts.bet, "count_bet", "LIVE-21.p2", "LIVE-36.p4")
    if facts.all_in or chips.exact_stacks or not chips.full_count_only_all_in:
        return _answer(facts.bet + facts.stack, "count_stack", "LIVE-21.p2")
    return Ruling(
        decision="refused",
        rule_ids=("LIVE-21.p2",),
        reason="count_bet_only",
        values={"count": facts.bet},
        amounts=Amounts(count=facts.bet),
    )


def _answer(count: int, reason: str, *rule_ids: str) -> Ruling:
    return Ruling(
        decision="allowed",
        rule_ids=rule_ids,
        reason=reason,
        values={"count": count},
        amounts=Amounts(count=count),
    )
