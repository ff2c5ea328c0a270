"""Actions out of turn: binding if nothing changed before the turn came."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.fields import Amount
from cardroom.floor.rulings.ruling import Amounts, ChipMove, Ruling, TableRules
from cardroom.units import Chips

Action = Literal["check", "call", "bet", "raise", "all-in", "fold"]


class OutOfTurn(msgspec.Struct, frozen=True, tag="out-of-turn", kw_only=True):
    """Somebody acted before their turn; now the turn has come."""

    action: Annotated[Action, Meta(description="what the player did or said")]
    bet_before: Annotated[Amount, Meta(description="the highest bet when the player acted")]
    bet_now: Annotated[Amount, Meta(description="the highest bet now that it is their turn")]
    to: Annotated[
        Amount, Meta(description="the total that the player bet, raised or went all-in to")
    ] = 0
    chips: Annotated[Amount, Meta(description="the chips that the player put in too early")] = 0
    own: Annotated[Amount, Meta(description="their chips in front from earlier this round")] = 0
    released: Annotated[bool, Meta(description="the cards left the player's hand, face down")] = (
        False
    )
    all_in_between: Annotated[
        bool, Meta(description="somebody went all-in in between, also without raising the bet")
    ] = False


def out_of_turn(rules: TableRules, facts: OutOfTurn) -> Ruling:
    """Whether an action ahead of the turn counts (LIVE-35.p2, LAMB-28, LAMB-30)."""
    _verify(facts)
    if facts.action == "fold" and facts.released:
        return _final_fold(facts, "LIVE-24.p1", "LIVE-35.p5", "LAMB-28")
    if facts.action == "fold" and rules.live.rulings.fold_word_out_of_turn == "final":
        return _final_fold(facts, "LAMB-28")
    if _changed(rules, facts):
        return _not_binding(facts)
    ours: tuple[str, ...] = ("LAMB-28",) if facts.action == "fold" else ()
    ours += ("LAMB-30",) if facts.all_in_between else ()
    total = _total(facts)
    return Ruling(
        decision="binding",
        rule_ids=("LIVE-35.p2", *ours),
        reason="out_of_turn_binding",
        values={"bet_to": total},
        amounts=Amounts(bet_to=total, adds=total - facts.own),
        chip_moves=_moves(total - facts.own - facts.chips),
        hand_status="folded" if facts.action == "fold" else "live",
        penalty_hint="OUT_OF_TURN",
    )


def _verify(facts: OutOfTurn) -> None:
    if facts.bet_now < facts.bet_before:
        raise ValueError("the highest bet of a round never falls")
    if facts.own > facts.bet_before:
        raise ValueError("the player cannot have more in front than the highest bet")
    if facts.action in {"bet", "raise", "all-in"} and facts.to <= facts.own:
        raise ValueError(f"say to which total the player's {facts.action} was")
    if facts.action in {"bet", "raise"} and facts.to <= facts.bet_before:
        raise ValueError("a bet or raise is above the highest bet")


def _changed(rules: TableRules, facts: OutOfTurn) -> bool:
    """Check, call and fold are no change; an all-in only if it raised the bet (LAMB-30)."""
    any_all_in = rules.live.wagers.out_of_turn_change == "any_all_in_or_raise"
    return facts.bet_now > facts.bet_before or (any_all_in and facts.all_in_between)


def _final_fold(facts: OutOfTurn, *rule_ids: str) -> Ruling:
    return Ruling(
        decision="hand_folded",
        rule_ids=rule_ids,
        reason="out_of_turn_fold",
        amounts=Amounts(bet_to=facts.own, back=facts.chips),
        chip_moves=_moves(-facts.chips),
        hand_status="folded",
        penalty_hint="FOLD_OUT_OF_TURN",
    )


def _not_binding(facts: OutOfTurn) -> Ruling:
    rule_ids = ("LIVE-35.p2", "LAMB-30") if facts.all_in_between else ("LIVE-35.p2",)
    return Ruling(
        decision="not_binding",
        rule_ids=rule_ids,
        reason="out_of_turn_changed",
        values={"bet_now": facts.bet_now, "back": facts.chips},
        amounts=Amounts(bet_to=facts.own, back=facts.chips, call=facts.bet_now - facts.own),
        chip_moves=_moves(-facts.chips),
        hand_status="live",
        penalty_hint="OUT_OF_TURN",
    )


def _total(facts: OutOfTurn) -> Chips:
    """What the player has in front when the action counts."""
    match facts.action:
        case "check" | "fold":
            return facts.own
        case "call":
            return facts.bet_now
        case _:
            return facts.to


def _moves(difference: Chips) -> tuple[ChipMove, ...]:
    if difference > 0:
        return (ChipMove(chips=difference, source="stack", target="bet"),)
    if difference < 0:
        return (ChipMove(chips=-difference, source="bet", target="stack"),)
    return ()
