"""Players who are not at their seat, and players who take too long."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.fields import Amount
from cardroom.floor.rulings.ruling import Amounts, Option, Ruling, TableRules

Moment = Literal["last_card", "during_hand", "on_turn"]


class Absence(msgspec.Struct, frozen=True, tag="absent", kw_only=True):
    """A player with cards is not at their seat."""

    moment: Annotated[
        Moment, Meta(description="at the last card of the deal, while others act, or on their turn")
    ]
    posted: Annotated[Amount, Meta(description="their blinds and ante in this hand")] = 0
    all_in: Annotated[bool, Meta(description="the player is all-in")] = False


class TimeRequest(msgspec.Struct, frozen=True, tag="time", kw_only=True):
    """A player asks for time to think."""

    seated: Annotated[bool, Meta(description="the player is at their seat")] = False


class CalledClock(msgspec.Struct, frozen=True, tag="clock", kw_only=True):
    """The floor has put a player on the clock."""

    elapsed_s: Annotated[
        int, Meta(ge=0, le=3600, description="seconds since the floor started the clock")
    ]
    turbo: Annotated[bool, Meta(description="a turbo tournament")] = False
    facing_bet: Annotated[bool, Meta(description="there is a bet to call")] = False


def absence(rules: TableRules, facts: Absence) -> Ruling:
    """Dead at the last card (LIVE-32); in the hand the floor decides, with a default (LIVE-10)."""
    if facts.moment == "last_card":
        return Ruling(
            decision="hand_dead",
            rule_ids=("LIVE-32",),
            reason="absent_last_card",
            values={"stays": facts.posted},
            amounts=Amounts(bet_to=facts.posted),
            hand_status=rules.live.rulings.absent_at_last_card,
        )
    rulings = rules.live.rulings
    turn = facts.moment == "on_turn" and not facts.all_in
    status = rulings.absent_on_turn if turn else rulings.absent_without_action
    return Ruling(
        decision="hand_dead" if status == "dead" else "hand_live",
        rule_ids=("LIVE-10", "LIVE-34") if facts.all_in else ("LIVE-10",),
        reason="absent_dead" if status == "dead" else "absent_live",
        hand_status=status,
        options=(
            Option(choice="live", hand_status="live"),
            Option(choice="dead", hand_status="dead"),
        ),
        penalty_hint="LEFT_SEAT_ALLIN" if facts.all_in else "LEFT_SEAT",
        needs_floor=True,
    )


def time_request(rules: TableRules, facts: TimeRequest) -> Ruling:
    """Only a seated player may ask for time (LIVE-32.a)."""
    refused = rules.live.rulings.time_request_needs_seat and not facts.seated
    return Ruling(
        decision="refused" if refused else "allowed",
        rule_ids=("LIVE-32.a",),
        reason="time_refused" if refused else "time_allowed",
    )


def called_clock(rules: TableRules, facts: CalledClock) -> Ruling:
    """What the called clock says now: time left, countdown, or a dead hand (LIVE-27, LAMB-29)."""
    floor = rules.live.floor
    limit = floor.turbo_clock_s if facts.turbo else floor.clock_s
    countdown = floor.turbo_countdown_s if facts.turbo else floor.countdown_s
    rule_id = "LIVE-27.p3" if facts.turbo else "LIVE-27.p1"
    left = limit - facts.elapsed_s
    if left > 0:
        return Ruling(
            decision="allowed",
            rule_ids=(rule_id,),
            reason="clock_countdown" if left <= countdown else "clock_runs",
            values={"seconds": left, "countdown": countdown},
            hand_status="live",
        )
    if floor.clock_expiry == "check_or_fold" and not facts.facing_bet:
        return Ruling(
            decision="check",
            rule_ids=(rule_id, "LAMB-29"),
            reason="clock_check",
            hand_status="live",
        )
    return Ruling(
        decision="hand_dead",
        rule_ids=(rule_id, "LAMB-29"),
        reason="clock_expired",
        values={"seconds": limit},
        hand_status="dead",
    )
