"""What the review desk enters in a case: proposals, what two people decided, messages, appeals.

Nobody enters these by hand: the desk does when somebody proposes, approves, writes or appeals.
"""

from typing import Annotated, Literal

import msgspec

from cardroom.office.case_words import CaseEntry, Finding, Text
from cardroom.room.requests import Number

MESSAGE_MAX = 2000
Message = Annotated[str, msgspec.Meta(min_length=3, max_length=MESSAGE_MAX)]
Amount = Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class Measure(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"
):
    """Something that is to be done when a second person has approved it."""


class Warn(Measure, frozen=True, kw_only=True, tag="warn"):
    """Warn a player, in words that they read."""

    player: Number
    text: Message


class Apologise(Measure, frozen=True, kw_only=True, tag="apologise"):
    """Tell a player who was cleared what had happened, and that the house is sorry."""

    player: Number
    text: Message


class HoldWinnings(Measure, frozen=True, kw_only=True, tag="hold_winnings"):
    """Hold what a player wins in a tournament until the case is closed (TRN-24)."""

    player: Number
    tournament: Number


class Seize(Measure, frozen=True, kw_only=True, tag="seize"):
    """Seize what is held of a player's in the case (FAIR-10, AMB-70)."""

    player: Number


class GiveBack(Measure, frozen=True, kw_only=True, tag="give_back"):
    """Give back what is held of a player's in the case, whatever else is found (FAIR-04)."""

    player: Number


class HarmShare(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one harmed player gets."""

    player: Number
    amount: Amount


class Redistribute(Measure, frozen=True, kw_only=True, tag="redistribute"):
    """Pay harmed players out of what was seized in the case (CASH-01, FAIR-13)."""

    shares: Annotated[tuple[HarmShare, ...], msgspec.Meta(min_length=1, max_length=200)]


class CloseAccount(Measure, frozen=True, kw_only=True, tag="close_account"):
    """Suspend an account until a moment, or close it for good (FAIR-10)."""

    player: Number
    until_ms: Number = 2**53


class KeepOutOfBanzai(Measure, frozen=True, kw_only=True, tag="exclude_from_banzai"):
    """Keep a player out of Banzai (BANZ-08)."""

    player: Number


AnyMeasure = (
    Warn
    | Apologise
    | HoldWinnings
    | Seize
    | GiveBack
    | Redistribute
    | CloseAccount
    | KeepOutOfBanzai
)


class DecisionProposed(CaseEntry, frozen=True, kw_only=True, tag="decision_proposed"):
    """What somebody wants to be done. Without a finding the review goes on."""

    finding: Finding | None
    reason: Text
    measures: Annotated[tuple[AnyMeasure, ...], msgspec.Meta(max_length=50)]


class DecisionApproved(CaseEntry, frozen=True, kw_only=True, tag="decision_approved"):
    """A second person has approved a proposal, by the number of its entry."""

    proposal: Number
    reason: Text


class DecisionRefused(CaseEntry, frozen=True, kw_only=True, tag="decision_refused"):
    """A proposal was refused, or taken back by who made it."""

    proposal: Number
    reason: Text


class MeasureTaken(CaseEntry, frozen=True, kw_only=True, tag="measure_taken"):
    """A measure of an approved proposal was carried out, by its place there."""

    proposal: Number
    place: Number
    measure: AnyMeasure


class MessageSent(CaseEntry, frozen=True, kw_only=True, tag="message_sent"):
    """The house has written to a player of the case."""

    player: Number
    text: Message


class AppealMade(CaseEntry, frozen=True, kw_only=True, tag="appeal_made"):
    """A player appeals; staff enter it for whoever can no longer log in."""

    player: Number
    text: Message


class AppealDecided(CaseEntry, frozen=True, kw_only=True, tag="appeal_decided"):
    """Somebody who had no part in the decision has decided about an appeal, by its entry."""

    appeal: Number
    outcome: Literal["upheld", "overturned"]
    """Whether the decision stays, or is taken back as far as it can be."""
    text: Message


AnyDeskEntry = (
    DecisionProposed
    | DecisionApproved
    | DecisionRefused
    | MeasureTaken
    | MessageSent
    | AppealMade
    | AppealDecided
)


def players_of(entry: CaseEntry) -> set[int]:
    """Whom an entry concerns, apart from who made it."""
    if isinstance(entry, MeasureTaken):
        return players_in(entry.measure)
    player = getattr(entry, "player", None)
    return set() if player is None else {player}


def players_in(measure: AnyMeasure) -> set[int]:
    """To whom a measure does something."""
    if isinstance(measure, Redistribute):
        return {share.player for share in measure.shares}
    return {measure.player}
