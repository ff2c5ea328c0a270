"""Behaviour at live tables: what a penalty can be recorded for, and the sanctions."""

from typing import Annotated, Literal

from msgspec import Meta

from cardroom.rulebook.switch import Rules, ruling, switch

Language = Annotated[str, Meta(pattern=r"^[a-z]{2}\Z")]
Sanction = Literal["warning", "missed_hands", "disqualification"]
PenaltyType = Literal[
    "LANGUAGE",
    "DEVICE",
    "HIDDEN_CHIPS",
    "HIDDEN_CARDS",
    "STACKING",
    "STALLING",
    "DISCLOSURE",
    "ADVICE",
    "OUTSIDE_HELP",
    "BLIND_DODGE",
    "TOUCH_POT",
    "TOUCH_OTHERS",
    "LEFT_SEAT",
    "LEFT_SEAT_ALLIN",
    "OUT_OF_TURN",
    "FOLD_OUT_OF_TURN",
    "FALSE_STATEMENT",
    "EXPOSE_CARD",
    "MUCK_ALLIN",
    "SOFT_PLAY",
    "RABBIT_HUNT",
    "ANGLE_SHOOT",
    "COLLUSION",
    "ABUSE_DIRECT",
    "ABUSE_INDIRECT",
    "HYGIENE",
    "BEHAVIOUR",
]


class Penalty(Rules, frozen=True, kw_only=True):
    """One type of penalty and the rules whose violation it records."""

    type: PenaltyType
    rules: tuple[str, ...]


class ConductRules(Rules, frozen=True, kw_only=True):
    """Languages, devices, penalties and sanctions (LIVE-2 to LIVE-5, LIVE-41 to LIVE-45)."""

    table_languages: Annotated[tuple[Language, ...], switch("LIVE-3", min_length=1)]
    headphones_allowed: Annotated[bool, switch("LAMB-49", "LIVE-5.p1")]
    rabbit_hunting: Annotated[bool, switch("LIVE-43")]
    """Whether the software offers to show the cards that would have come."""
    penalties: Annotated[tuple[Penalty, ...], switch("LIVE-41", "LIVE-2", min_length=1)]
    sanctions: Annotated[tuple[Sanction, ...], switch("LIVE-45.p1", min_length=1)]
    missing_posts_forced_bets: Annotated[bool, switch("LAMB-36", "LIVE-45.p1")]
    missed_hands_follow: Annotated[Literal["player"], ruling("LAMB-55", "LIVE-45.p1")]
    disqualified_chips: Annotated[Literal["removed"], ruling("LAMB-36", "LIVE-45.p1")]
    disqualified_place: Annotated[Literal["last_of_those_left"], ruling("LAMB-54", "LIVE-45.p1")]
    disqualified_prize: Annotated[Literal["held"], ruling("LAMB-54", "LIVE-45.p1")]
