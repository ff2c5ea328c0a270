"""Phones, headphones and other things that players have with them at the table."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cardroom.floor.rulings.ruling import Option, Ruling, TableRules

Thing = Literal["device", "headphones", "phone_call"]
Whereabouts = Literal["on_table", "beside"]


class DeviceUsed(msgspec.Struct, frozen=True, tag="device", kw_only=True):
    """A player uses something that is not needed for the game, or has put it on the table."""

    thing: Annotated[
        Thing,
        Meta(description="a phone, tablet, laptop or other object; headphones; or a phone call"),
    ]
    where: Annotated[
        Whereabouts, Meta(description="on the table or over it, or beside the table")
    ] = "on_table"
    in_hand: Annotated[bool, Meta(description="the player has live cards")] = False
    disturbs: Annotated[bool, Meta(description="play is disturbed")] = False


def device_used(rules: TableRules, facts: DeviceUsed) -> Ruling:
    """Beside the table, between hands, disturbing nobody: only that is allowed (LIVE-5.p1)."""
    barred = facts.thing == "headphones" and not rules.live.conduct.headphones_allowed
    rule_ids = ("LIVE-5.p1", "LAMB-49") if facts.thing == "headphones" else ("LIVE-5.p1",)
    if facts.thing == "phone_call":
        reason = "device_call"
    elif barred:
        reason = "device_headphones"
    elif facts.where == "on_table":
        reason = "device_on_table"
    elif facts.in_hand:
        reason = "device_in_hand"
    elif facts.disturbs:
        reason = "device_disturbs"
    else:
        return Ruling(decision="allowed", rule_ids=rule_ids, reason="device_allowed")
    invalid = (
        Option(choice="live", hand_status="live"),
        Option(choice="declare_dead", hand_status="dead"),
    )
    return Ruling(
        decision="refused",
        rule_ids=rule_ids,
        reason=reason,
        hand_status="live" if facts.in_hand else None,
        options=invalid if facts.in_hand else (),
        penalty_hint="DEVICE",
        needs_floor=facts.in_hand,
    )
