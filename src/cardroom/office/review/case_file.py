"""What a case says about its decisions: what waits for a second person, what is still to be done,
who had a part in it, and which appeals are open."""

from typing import NamedTuple

from cardroom.errors import OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.ledger.verifying import set_aside
from cardroom.office.cases import Case, CaseClosed, Entered, Sanctioned, owner_of
from cardroom.office.review.entries import (
    AnyMeasure,
    Apologise,
    AppealDecided,
    AppealMade,
    DecisionApproved,
    DecisionProposed,
    DecisionRefused,
    GiveBack,
    HoldWinnings,
    MeasureTaken,
    Redistribute,
    Seize,
)
from cardroom.units import Cents


class Proposal(NamedTuple):
    """A proposal with the number of its entry, who made it, and who approved it."""

    number: int
    proposer: PlayerId
    what: DecisionProposed
    approver: PlayerId | None


class Appeal(NamedTuple):
    """An appeal with the number of its entry."""

    number: int
    what: AppealMade


class CaseFile:
    """A reading of a case for the desk."""

    def __init__(self, case: Case) -> None:
        self.case = case

    def proposal(self, number: int) -> Proposal:
        """A proposal that nobody has refused, or a refusal."""
        for one in self.proposals:
            if one.number == number:
                return one
        raise OperatorRefused("FAIR-04", "no_such_proposal")

    @property
    def proposals(self) -> list[Proposal]:
        """Proposals that were not refused, in their order."""
        entries = self.case.entries
        refused = {one.proposal for one in entries if isinstance(one, DecisionRefused)}
        approved = {
            one.entry.proposal: one.actor
            for one in self.case.entered
            if isinstance(one.entry, DecisionApproved)
        }
        return [
            Proposal(one.number, one.actor, one.entry, approved.get(one.number))
            for one in self.case.entered
            if isinstance(one.entry, DecisionProposed) and one.number not in refused
        ]

    @property
    def waiting(self) -> Proposal | None:
        """The proposal that waits for a second person."""
        found = [one for one in self.proposals if one.approver is None]
        return found[0] if found else None

    @property
    def unfinished(self) -> Proposal | None:
        """The proposal that was approved and not carried out to its end."""
        for one in self.proposals:
            closes = one.what.finding is not None and self.case.finding is None
            if one.approver is not None and (closes or self.left_of(one)):
                return one
        return None

    def may_be_given_up(self, proposal: Proposal) -> bool:
        """Whether what is left of an approved proposal may be left out, because it cannot be done.

        Money that was seized for others is paid to them: that part is only ever carried out.
        """
        if self.unfinished is None or self.unfinished.number != proposal.number:
            return False
        left = {place for place, _ in self.left_of(proposal)}
        measures = list(enumerate(proposal.what.measures))
        has_seized = any(isinstance(one, Seize) and at not in left for at, one in measures)
        pays = any(isinstance(one, Redistribute) and at in left for at, one in measures)
        return not (has_seized and pays)

    def left_of(self, proposal: Proposal) -> list[tuple[int, AnyMeasure]]:
        """The measures of a proposal that were not taken yet, with their places."""
        taken = {
            one.place
            for one in self.case.entries
            if isinstance(one, MeasureTaken) and one.proposal == proposal.number
        }
        return [
            (place, measure)
            for place, measure in enumerate(proposal.what.measures)
            if place not in taken
        ]

    @property
    def deciders(self) -> set[PlayerId]:
        """Who had a part in a decision, or opened the case: they decide about no appeal."""
        found = {
            one.actor
            for one in self.case.entered
            if isinstance(one.entry, DecisionProposed | DecisionApproved | CaseClosed | Sanctioned)
        }
        return found if self.case.is_complaint else {*found, self.case.reporter}

    @property
    def open_appeals(self) -> list[Appeal]:
        """Appeals that nobody has decided about, oldest first."""
        decided = {one.appeal for one in self.case.entries if isinstance(one, AppealDecided)}
        return [one for one in self.appeals if one.number not in decided]

    @property
    def appeals(self) -> list[Appeal]:
        return [
            Appeal(one.number, one.entry)
            for one in self.case.entered
            if isinstance(one.entry, AppealMade)
        ]

    @property
    def first_answer(self) -> Entered | None:
        """The first thing that the house did in the case."""
        mine = [one for one in self.case.entered if not isinstance(one.entry, AppealMade)]
        return mine[0] if mine else None

    def held_of(self, player: PlayerId) -> Cents:
        """What is held of a player's money in the case, stacks and winnings too."""
        stacks = [set_aside(one)[1] for one in self.case.stacks if owner_of(one) == player]
        return sum(one.amount for one in self.case.holds(player)) + sum(stacks)


def touched_by(measure: AnyMeasure) -> list[PlayerId]:
    """Against whom a measure is."""
    if isinstance(measure, Redistribute | Apologise):
        return []
    return [PlayerId(measure.player)]


def verify_nothing_waits(file: CaseFile) -> None:
    """One proposal at a time: refuse another before the last one has come to its end."""
    if file.waiting is not None or file.unfinished is not None:
        raise OperatorRefused("FAIR-04", "proposal_is_waiting")


def verify_proposal(file: CaseFile, new: DecisionProposed) -> None:
    """Refuse what cannot be carried out as the case is now, or contradicts itself."""
    if new.finding is not None and file.case.finding is not None:
        raise OperatorRefused("FAIR-04", "case_is_closed")
    if new.finding is None and not new.measures:
        raise OperatorRefused("FAIR-04", "nothing_proposed")
    finding = new.finding or file.case.finding
    kind = {type(one) for one in new.measures}
    if finding == "nothing_found" and kind - {Apologise}:
        raise OperatorRefused("FAIR-10", "nothing_was_found")
    if finding != "nothing_found" and Apologise in kind:
        raise OperatorRefused("FAIR-04", "nobody_was_cleared")
    if Seize in kind and finding != "confirmed":
        raise OperatorRefused("AMB-70", "case_is_open")
    if HoldWinnings in kind and finding is not None:
        raise OperatorRefused("TRN-24", "review_has_ended")
    _verify_money(file, new)


def _verify_money(file: CaseFile, new: DecisionProposed) -> None:
    """Only what is seized by the same decision is paid to others, and to nobody of the case."""
    seized = [PlayerId(one.player) for one in new.measures if isinstance(one, Seize)]
    given_back = [PlayerId(one.player) for one in new.measures if isinstance(one, GiveBack)]
    named = [*seized, *given_back]
    if any(file.held_of(player) == 0 for player in named) or len(set(named)) < len(named):
        raise OperatorRefused("FAIR-10", "nothing_is_held")
    at_most = sum(map(file.held_of, seized))
    paid = [one for one in new.measures if isinstance(one, Redistribute)]
    shares = [share for one in paid for share in one.shares]
    if len(paid) > 1 or len({share.player for share in shares}) < len(shares):
        raise OperatorRefused("FAIR-13", "shared_twice")
    if {share.player for share in shares} & {*file.case.report.players, *seized}:
        raise OperatorRefused("FAIR-13", "not_harmed")
    if sum(share.amount for share in shares) > at_most:
        raise OperatorRefused("FAIR-13", "more_than_was_seized", {"at_most": at_most})
