"""Whether a hand is still in play: folded, brought back, exposed, or killed by the staff."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.fields import Amount
from cardroom.floor.rulings.ruling import Amounts, ChipMove, Option, Ruling, TableRules
from cardroom.rulebook.live import PenaltyType
from cardroom.rulebook.live.rulings import FoldedBy


class CardsGivenUp(msgspec.Struct, frozen=True, tag="folded", kw_only=True):
    """Cards left a player's hand, or were turned up: is the hand folded?"""

    forward_facedown: Annotated[
        bool, Meta(description="pushed forward face down with a clear movement")
    ] = False
    exposed_on_turn: Annotated[
        bool, Meta(description="turned up by the player while an action was open to them")
    ] = False
    touched_muck: Annotated[bool, Meta(description="the cards touched the muck")] = False
    out_of_turn: Annotated[bool, Meta(description="it was another player's turn")] = False
    at_showdown: Annotated[bool, Meta(description="betting was over, hands are shown")] = False
    someone_all_in: Annotated[bool, Meta(description="a player in the hand is all-in")] = False


class Retrieval(msgspec.Struct, frozen=True, tag="retrieve", kw_only=True):
    """A player wants a folded hand back."""

    identifiable: Annotated[bool, Meta(description="the cards are clearly identifiable")] = False
    later_action: Annotated[bool, Meta(description="somebody has acted since")] = False
    deliberate: Annotated[bool, Meta(description="the player meant to fold")] = False
    all_in: Annotated[bool, Meta(description="a player was all-in and all bets were placed")] = (
        False
    )


class CardsExposed(msgspec.Struct, frozen=True, tag="exposed", kw_only=True):
    """A player showed one or more hole cards before the end of the hand."""

    on_turn: Annotated[
        bool, Meta(description="it was the player's turn, and they had not declared an action")
    ] = False
    last_to_act: Annotated[bool, Meta(description="nobody was left to act after them")] = False
    betting_over: Annotated[bool, Meta(description="no more betting was possible")] = False
    deliberate: Annotated[bool, Meta(description="it was no accident")] = False


class HandKilled(msgspec.Struct, frozen=True, tag="killed", kw_only=True):
    """The dealer took an unprotected hand."""

    bet: Annotated[Amount, Meta(description="what the player has in front this round")]
    last_raiser: Annotated[
        bool, Meta(description="theirs was the last bet or raise of the round")
    ] = False
    before: Annotated[
        Amount, Meta(description="the highest bet before that bet or raise, 0 if it opened")
    ] = 0
    matched: Annotated[
        Amount, Meta(description="the most that an opponent has put in after it")
    ] = 0


def cards_given_up(rules: TableRules, facts: CardsGivenUp) -> Ruling:
    """Whether a hand is folded (LIVE-24.p1, LIVE-39.p3), and whether it may be (LIVE-39.c)."""
    done: dict[FoldedBy, bool] = {
        "forward_facedown": facts.forward_facedown,
        "exposed_on_turn": facts.exposed_on_turn,
        "touched_muck": facts.touched_muck,
    }
    counted = [name for name in rules.live.rulings.folded_by if done[name]]
    if not counted:
        return Ruling(
            decision="hand_live", rule_ids=("LIVE-24.p1",), reason="not_folded", hand_status="live"
        )
    protected = facts.someone_all_in and not rules.hand.may_muck_beside_all_in
    if facts.at_showdown and protected and "touched_muck" not in counted:
        return Ruling(
            decision="refused", rule_ids=("LIVE-39.c",), reason="muck_refused", hand_status="live"
        )
    early = facts.out_of_turn and not facts.at_showdown
    showdown = facts.at_showdown and "forward_facedown" in counted
    rule_ids = ["LIVE-39.p3" if showdown else "LIVE-24.p1"]
    return Ruling(
        decision="hand_folded",
        rule_ids=(*rule_ids, "LIVE-35.p5") if early else tuple(rule_ids),
        reason=f"folded_{counted[0]}",
        hand_status="folded",
        penalty_hint="FOLD_OUT_OF_TURN" if early else None,
    )


def retrieval(rules: TableRules, facts: Retrieval) -> Ruling:
    """Whether a hand folded by mistake may come back; the floor decides (LIVE-24.p2, LIVE-39.b)."""
    known = facts.identifiable or not rules.live.rulings.retrieve_needs_identifiable
    rule_ids = ("LIVE-39.b",) if facts.all_in else ("LIVE-24.p2",)
    if known and not facts.later_action and not facts.deliberate:
        return Ruling(
            decision="allowed",
            rule_ids=rule_ids,
            reason="hand_back",
            hand_status="live",
            options=(
                Option(choice="hand_back", hand_status="live"),
                Option(choice="stays_folded", hand_status="folded"),
            ),
            needs_floor=True,
        )
    if facts.deliberate:
        reason = "folded_on_purpose"
    else:
        reason = "not_identifiable" if not known else "action_has_followed"
    return Ruling(
        decision="refused",
        rule_ids=rule_ids,
        reason=reason,
        hand_status="folded",
        penalty_hint="MUCK_ALLIN" if facts.deliberate and facts.all_in else None,
        needs_floor=True,
    )


def cards_exposed(rules: TableRules, facts: CardsExposed) -> Ruling:
    """Folded, passive or without effect (LIVE-40.p1, LIVE-40.p3, LAMB-26, LAMB-27)."""
    if facts.betting_over:
        return Ruling(
            decision="hand_live", rule_ids=("LAMB-27",), reason="exposed_late", hand_status="live"
        )
    provoking = facts.on_turn and facts.last_to_act
    hint: PenaltyType | None = "EXPOSE_CARD" if facts.deliberate or provoking else None
    rulings = rules.live.rulings
    if facts.on_turn and rulings.exposed_on_turn == "folded":
        return Ruling(
            decision="hand_folded",
            rule_ids=("LIVE-40.p3",) if provoking else ("LIVE-24.p1", "LAMB-27"),
            reason="exposed_last" if provoking else "exposed_on_turn",
            hand_status="folded",
            penalty_hint=hint,
        )
    if not facts.on_turn and rulings.exposed_off_turn == "dead":
        return Ruling(
            decision="hand_dead",
            rule_ids=("LIVE-40.p1", "LAMB-27"),
            reason="exposed_dead",
            hand_status="dead",
            penalty_hint=hint,
        )
    passive = tuple(
        Option(choice=action, hand_status="folded" if action == "fold" else "passive")
        for action in rulings.passive_actions
    )
    return Ruling(
        decision="hand_passive",
        rule_ids=("LIVE-40.p1", "LAMB-26", "LAMB-27"),
        reason="exposed_passive",
        hand_status="passive",
        options=(*passive, Option(choice="declare_dead", hand_status="dead")),
        penalty_hint=hint,
    )


def hand_killed(rules: TableRules, facts: HandKilled) -> Ruling:
    """The hand is dead; what nobody has called of their own raise goes back (LIVE-25.b)."""
    if facts.last_raiser and not facts.before < facts.bet:
        raise ValueError("the last raiser's bet is above the bet before it")
    if facts.matched > facts.bet:
        raise ValueError("an opponent who put in more has raised")
    back = _uncalled(rules, facts) if facts.last_raiser else 0
    rule_ids = ("LIVE-25.b", "LAMB-14") if facts.last_raiser else ("LIVE-25.b",)
    return Ruling(
        decision="refund" if back else "hand_dead",
        rule_ids=rule_ids,
        reason="killed_refund" if back else "killed",
        values={"back": back, "stays": facts.bet - back},
        amounts=Amounts(bet_to=facts.bet - back, back=back),
        chip_moves=(ChipMove(chips=back, source="bet", target="stack"),) if back else (),
        hand_status="dead",
    )


def _uncalled(rules: TableRules, facts: HandKilled) -> int:
    """What of a raise is not called: the excess, or the raise as a whole (LAMB-14)."""
    if rules.live.rulings.killed_raise_refund == "whole_raise":
        return facts.bet - facts.before if facts.matched <= facts.before else 0
    return max(0, facts.bet - max(facts.before, facts.matched))
