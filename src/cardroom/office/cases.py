"""A case: what a player reported, and everything that the house entered since (FAIR-04, FAIR-10).

The entries are the truth and are never changed; a `Case` is a reading of them. It verifies what may
be entered next, by the conduct rules of the edition.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import CaseId, PlayerId, Transfer, read_account
from cardroom.ledger.verifying import set_aside
from cardroom.office.case_words import CaseEntry, Finding, Text
from cardroom.office.review.entries import AnyDeskEntry
from cardroom.room.requests import Number, Report
from cardroom.rulebook.cash.conduct import ConductRules, Program, Sanction
from cardroom.units import Cents

Evidence = Annotated[tuple[Text, ...], msgspec.Meta(min_length=1, max_length=50)]


class HandLinked(CaseEntry, frozen=True, kw_only=True, tag="hand_linked"):
    """A hand belongs to the case (FAIR-04)."""

    key: Text


class ProgramFound(CaseEntry, frozen=True, kw_only=True, tag="program_found"):
    """A player used a forbidden program, or hid it (FAIR-08, FAIR-09)."""

    player: Number
    program: Program
    how: Text


class VideoRequested(CaseEntry, frozen=True, kw_only=True, tag="video_requested"):
    """A player is asked for a recording of their play, until a day (FAIR-05)."""

    player: Number
    due_ms: Number
    note: Text


class VideoReceived(CaseEntry, frozen=True, kw_only=True, tag="video_received"):
    """The recording came; the receipt says where it is and what its hash is (FAIR-05)."""

    player: Number
    receipt: Text


class HoldPlaced(CaseEntry, frozen=True, kw_only=True, tag="hold_placed"):
    """Money of a player waits until the review ends (FAIR-04, AMB-70)."""

    player: Number
    amount: Annotated[int, msgspec.Meta(ge=1, le=2**53)]


class HoldsReleased(CaseEntry, frozen=True, kw_only=True, tag="holds_released"):
    """A player has their money back (FAIR-04)."""

    player: Number
    reason: Text


class Sanctioned(CaseEntry, frozen=True, kw_only=True, tag="sanctioned"):
    """One of the four sanctions, alone or beside others (FAIR-10).

    A suspension without an end closes the account; a disclosure says to whom.
    """

    sanction: Sanction
    player: Number
    reason: Text
    evidence: Evidence
    until_ms: Number = 2**53
    recipient: Annotated[str, msgspec.Meta(max_length=200)] = ""


class CaseClosed(CaseEntry, frozen=True, kw_only=True, tag="case_closed"):
    """The review has ended (FAIR-04, FAIR-12)."""

    finding: Finding
    reason: Text


AnyHandEntry = (
    HandLinked
    | ProgramFound
    | VideoRequested
    | VideoReceived
    | HoldPlaced
    | HoldsReleased
    | Sanctioned
    | CaseClosed
)
"""What one person may enter."""
AnyCaseEntry = AnyHandEntry | AnyDeskEntry
OF_ALERT = "alert-"
OF_SUSPENSION = "suspension-"
"""How the reports of the house itself begin."""


class Entered(msgspec.Struct, frozen=True, kw_only=True):
    """An entry with its number in the case, who made it and when."""

    number: int
    actor: PlayerId
    at_ms: int
    entry: AnyCaseEntry


def suspension(player: PlayerId, reason: str, at_ms: int) -> Report:
    """The report of a case that is opened because a suspended player's stacks are held (AMB-70)."""
    return Report(
        id=f"{OF_SUSPENSION}{player}-{at_ms}", kind="other", players=(player,), text=reason
    )


class Hold(NamedTuple):
    """Money that is held in a case: the number tells the holds on one player apart."""

    player: PlayerId
    number: int
    amount: Cents


def owner_of(hold: Transfer) -> PlayerId:
    """Whose money a hold withholds."""
    account, _ = set_aside(hold)
    return PlayerId(read_account(account).ids[-1])


class Case:
    """A report and its entries, and what may be entered next."""

    def __init__(
        self,
        number: CaseId,
        reporter: PlayerId,
        report: Report,
        entered: list[Entered],
        stacks: Sequence[Transfer] = (),
    ) -> None:
        self.number = number
        self.reporter = reporter
        self.report = report
        self.entered = entered
        self.stacks = stacks
        """What the room holds, as the ledger has it: stacks of suspended players and winnings."""

    @property
    def is_of_alert(self) -> bool:
        """Whether somebody of the house opened it because of an alert: two people decide it."""
        return self.report.id.startswith(OF_ALERT)

    @property
    def is_of_suspension(self) -> bool:
        """Whether it was opened only because the stacks of a suspended player are held."""
        return self.report.id.startswith(OF_SUSPENSION)

    @property
    def is_complaint(self) -> bool:
        """Whether a player has reported somebody."""
        return not self.report.id.startswith((OF_ALERT, OF_SUSPENSION))

    @property
    def entries(self) -> list[AnyCaseEntry]:
        return [one.entry for one in self.entered]

    @property
    def finding(self) -> Finding | None:
        """What the review has found; None while it is open."""
        closed = [one for one in self.entries if isinstance(one, CaseClosed)]
        return closed[0].finding if closed else None

    @property
    def held_players(self) -> list[PlayerId]:
        """Whose money was ever held."""
        placed = [one.player for one in self.entries if isinstance(one, HoldPlaced)]
        return sorted(map(PlayerId, {*placed, *map(owner_of, self.stacks)}))

    @property
    def concerned(self) -> set[PlayerId]:
        """Whom it is about: those who were named, and whose money was held."""
        return {*map(PlayerId, self.report.players), *self.held_players}

    @property
    def parties(self) -> set[PlayerId]:
        """Who neither reads it nor decides in it: whom it is about, and who complained."""
        return {*self.concerned, self.reporter} if self.is_complaint else self.concerned

    @property
    def has_suspended(self) -> bool:
        """Whether the review itself has suspended somebody, and not a bar from outside."""
        sanctions = [one.sanction for one in self.entries if isinstance(one, Sanctioned)]
        return "suspend_or_close_account" in sanctions

    def is_held(self, player: PlayerId) -> bool:
        """Whether anything of a player's is held."""
        return bool(self.holds(player)) or player in map(owner_of, self.stacks)

    def holds(self, player: PlayerId) -> list[Hold]:
        """What staff still hold of a player's money, beside stacks and winnings."""
        found: list[Hold] = []
        placed = 0
        for one in self.entries:
            match one:
                case HoldPlaced() if one.player == player:
                    placed += 1
                    found.append(Hold(player, placed, one.amount))
                case HoldsReleased() if one.player == player:
                    found = []
                case Sanctioned(sanction="seize_funds") if one.player == player:
                    found = []
                case CaseClosed(finding="nothing_found"):
                    found = []
        return found

    def next_hold(self, player: PlayerId) -> int:
        """The number of the next hold on a player."""
        placed = [one for one in self.entries if isinstance(one, HoldPlaced)]
        return 1 + sum(one.player == player for one in placed)

    def verify(self, entry: AnyCaseEntry, rules: ConductRules) -> None:
        """Refuse what the edition does not know, or what comes too early or too late."""
        if self.finding is not None and not isinstance(entry, Sanctioned | HoldsReleased):
            raise OperatorRefused("FAIR-04", "case_is_closed")
        match entry:
            case Sanctioned():
                self._verify_sanction(entry, rules)
            case VideoRequested() if not rules.video_requests:
                raise OperatorRefused("FAIR-05", "not_in_this_edition")
            case VideoReceived() if not self._was_asked(entry):
                raise OperatorRefused("FAIR-05", "no_video_was_asked_for")
            case ProgramFound() if entry.program not in rules.prohibited_programs:
                legal = {"programs": list(rules.prohibited_programs)}
                raise OperatorRefused("FAIR-08", "program_is_not_forbidden", legal)
            case HoldsReleased() if not self.is_held(PlayerId(entry.player)):
                raise OperatorRefused("FAIR-04", "nothing_is_held")

    def _verify_sanction(self, entry: Sanctioned, rules: ConductRules) -> None:
        """Seizing is a booking of its own after a closed case (FAIR-10, AMB-70)."""
        if entry.sanction not in rules.sanctions:
            legal = {"sanctions": list(rules.sanctions)}
            raise OperatorRefused("FAIR-10", "no_such_sanction", legal)
        if self.finding == "nothing_found":
            raise OperatorRefused("FAIR-10", "nothing_was_found")
        if entry.sanction == "disclose" and not entry.recipient:
            raise OperatorRefused("FAIR-10", "recipient_missing")
        if entry.sanction == "seize_funds":
            if self.finding is None:
                raise OperatorRefused("AMB-70", "case_is_open")
            if not self.is_held(PlayerId(entry.player)):
                raise OperatorRefused("FAIR-10", "nothing_is_held")

    def _was_asked(self, entry: VideoReceived) -> bool:
        asked = [one for one in self.entries if isinstance(one, VideoRequested)]
        return any(one.player == entry.player for one in asked)
