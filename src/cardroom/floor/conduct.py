"""Penalties: what is recorded, the sanctions, and missed hands that count down (section 8.9).

The software records and counts. Whether somebody is punished, and how, a person decides.
"""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from cardroom.errors import FloorRefused
from cardroom.rulebook.live import LiveRules, PenaltyType
from cardroom.rulebook.live.conduct import Sanction
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips

MISSED_HANDS_MAX = 100
TEXT_MAX = 1000


class PenaltyRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One penalty as it is noted for a player (LIVE-41 to LIVE-45)."""

    type: PenaltyType
    rule_ids: tuple[str, ...]
    player: EntryId
    table: int
    hand: int
    level: int
    operator: Annotated[str, Meta(min_length=1)]
    sanction: Sanction
    missed_hands: int = 0
    text: str = ""
    previous: int = 0
    """How many penalties of this type the player had before."""


def penalty_record(
    rules: LiveRules,
    earlier: Sequence[PenaltyRecord],
    kind: PenaltyType,
    sanction: Sanction,
    *,
    player: EntryId,
    table: int,
    hand: int,
    level: int,
    operator: str,
    missed_hands: int = 0,
    text: str = "",
) -> PenaltyRecord:
    """Note a penalty; sanctions may be repeated, in any order (LIVE-45.p1).

    A repeated disorder is counted by its type (LIVE-35.p3).
    """
    conduct = rules.conduct
    listed = next((one for one in conduct.penalties if one.type == kind), None)
    if listed is None:
        raise FloorRefused("LIVE-41", "not_a_penalty_of_this_house")
    if sanction not in conduct.sanctions:
        details = {"sanctions": ", ".join(conduct.sanctions)}
        raise FloorRefused("LIVE-45.p1", "not_a_sanction_of_this_house", details)
    wanted = sanction == "missed_hands"
    if wanted != (missed_hands > 0) or missed_hands > MISSED_HANDS_MAX:
        details = {"hands": f"1 to {MISSED_HANDS_MAX}"}
        raise FloorRefused("LIVE-45.p1", "missed_hands_need_a_number", details)
    if not operator.strip() or len(text) > TEXT_MAX:
        raise FloorRefused("LIVE-45.p1", "somebody_must_announce_it")
    previous = sum(one.player == player and one.type == kind for one in earlier)
    return PenaltyRecord(
        type=kind,
        rule_ids=listed.rules,
        player=player,
        table=table,
        hand=hand,
        level=level,
        operator=operator,
        sanction=sanction,
        missed_hands=missed_hands,
        text=text,
        previous=previous,
    )


def next_sanction(rules: LiveRules, earlier: Sequence[PenaltyRecord], player: EntryId) -> Sanction:
    """What the ladder proposes after the sanctions so far; the floor may choose another (8.9)."""
    ladder = rules.conduct.sanctions
    reached = [ladder.index(one.sanction) for one in earlier if one.player == player]
    return ladder[min(max(reached, default=-1) + 1, len(ladder) - 1)]


class MissedHand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand of a penalty: the seat is dealt in, posts what it owes, and its hand is dead."""

    posted: Chips
    remaining: int


def missed_hand(rules: LiveRules, remaining: int, owed: Chips) -> MissedHand:
    """Count a hand that was dealt at the player's table; forced bets are posted (LAMB-36)."""
    if remaining < 1:
        raise FloorRefused("LAMB-36", "no_hands_are_missed")
    posted = owed if rules.conduct.missing_posts_forced_bets else 0
    return MissedHand(posted=posted, remaining=remaining - 1)
