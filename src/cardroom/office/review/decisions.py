"""What two people decide about a case, and how it is carried out (FAIR-04, FAIR-10, FAIR-13).

One proposes, another approves: neither who opened the case nor who proposed. Every measure is done
before it is entered, under keys of the case, and what a crash interrupted goes on when somebody
approves again: nothing is done twice.
"""

from typing import Protocol

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import CaseId, PlayerId, TournamentId
from cardroom.ledger.accounts import Kind, house, player_cash
from cardroom.ledger.overrides import adjust
from cardroom.office.bank import Bank
from cardroom.office.cases import Case, CaseClosed, HoldsReleased, Sanctioned
from cardroom.office.casework import Bar, Casework
from cardroom.office.excluding import BanzaiDoor
from cardroom.office.ports import AccountStore
from cardroom.office.ranks import verify_not_oneself
from cardroom.office.review.case_file import (
    CaseFile,
    Proposal,
    touched_by,
    verify_nothing_waits,
    verify_proposal,
)
from cardroom.office.review.entries import (
    AnyMeasure,
    Apologise,
    CloseAccount,
    DecisionApproved,
    DecisionProposed,
    DecisionRefused,
    GiveBack,
    HoldWinnings,
    KeepOutOfBanzai,
    MeasureTaken,
    Redistribute,
    Seize,
    Warn,
    players_in,
)
from cardroom.room.net import Net
from cardroom.room.noticeboard import CaseNews, Noticeboard
from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.rulebook.cash.conduct import ConductRules


class WinningsHolder(Protocol):
    """Holds what players win in tournaments."""

    async def review(
        self, caller: Caller, tournament: TournamentId, player: PlayerId, case: int, reason: str
    ) -> None:
        """Hold what a player wins until a case is closed (TRN-24)."""

    def verify_known(self, tournament: TournamentId) -> None:
        """Refuse a tournament that is not there, or no longer."""


class DecisionDesk:
    """Takes proposals and approvals, and carries decisions out."""

    def __init__(
        self,
        casework: Casework,
        bank: Bank,
        accounts: AccountStore,
        *,
        banzai: BanzaiDoor,
        board: Noticeboard,
        clock: Clock,
        rules: ConductRules,
        currency: str,
    ) -> None:
        self._casework = casework
        self._bank = bank
        self._accounts = accounts
        self._banzai = banzai
        self._board = board
        self._clock = clock
        self._rules = rules
        self._currency = currency
        self.tournaments: WinningsHolder | None = None
        """Where the room has any; known when it opens."""

    async def propose(self, actor: Caller, number: CaseId, new: DecisionProposed) -> Case:
        """Somebody wants something done; a second person has to approve it."""
        async with self._casework.turn(number):
            case = await self._casework.case(number)
            await self._verify_actor(actor, case, new)
            verify_nothing_waits(CaseFile(case))
            await self._verify(case, new)
            return await self._casework.write(actor, case, new)

    async def refuse(self, actor: Caller, number: CaseId, proposal: int, reason: str) -> Case:
        """Do nothing of what was proposed; who proposed it may take it back.

        Of what was approved, the part that a rule refuses may be left out: the case goes on.
        """
        async with self._casework.turn(number):
            case = await self._casework.case(number)
            await self._casework.verify_touched(actor, case, [])
            file = CaseFile(case)
            found = file.proposal(proposal)
            if found.approver is not None and not file.may_be_given_up(found):
                raise OperatorRefused("FAIR-04", "proposal_is_approved")
            refused = DecisionRefused(proposal=proposal, reason=reason)
            return await self._casework.write(actor, case, refused)

    async def approve(
        self, actor: Caller, number: CaseId, proposal: int, reason: str, bar: Bar
    ) -> Case:
        """Approve what another has proposed, and do it; or go on with what was approved.

        The case may have changed since it was proposed: all of it is verified once more.
        """
        async with self._casework.turn(number):
            case = await self._casework.case(number)
            found = CaseFile(case).proposal(proposal)
            await self._verify_actor(actor, case, found.what)
            if found.approver is None:
                await self._verify_second(actor, case, found)
                await self._verify(case, found.what)
                approved = DecisionApproved(proposal=proposal, reason=reason)
                case = await self._casework.write(actor, case, approved)
            return await self._carry_out(actor, case, CaseFile(case).proposal(proposal), bar)

    async def _verify_actor(self, actor: Caller, case: Case, what: DecisionProposed) -> None:
        """Nobody has a part where they are concerned, nor gains by it, nor acts upwards."""
        touched = [player for one in what.measures for player in touched_by(one)]
        if what.finding is not None:
            touched += case.held_players
        await self._casework.verify_touched(actor, case, touched)
        for one in what.measures:
            if isinstance(one, Redistribute):
                for share in one.shares:
                    await verify_not_oneself(self._accounts, actor, PlayerId(share.player))

    async def _verify(self, case: Case, what: DecisionProposed) -> None:
        """Whether it can be carried out as things are now."""
        verify_proposal(CaseFile(case), what)
        for player in sorted({player for one in what.measures for player in players_in(one)}):
            if await self._accounts.find(PlayerId(player)) is None:
                raise AccessRefused(Net.UNKNOWN, "no_such_player", {"players": [player]})
        for one in what.measures:
            if isinstance(one, Redistribute):
                self._rules.verify_override("move_money")
            elif isinstance(one, HoldWinnings):
                if self.tournaments is None:
                    raise OperatorRefused("TRN-24", "not_in_this_edition")
                self.tournaments.verify_known(TournamentId(one.tournament))

    async def _verify_second(self, actor: Caller, case: Case, found: Proposal) -> None:
        opener = case.reporter
        if actor.person in (await self._person(found.proposer), await self._person(opener)):
            raise OperatorRefused("FAIR-04", "second_person_needed")

    async def _carry_out(self, actor: Caller, case: Case, found: Proposal, bar: Bar) -> Case:
        finding, reason = found.what.finding, found.what.reason
        if finding is not None and case.finding not in (None, finding):
            raise OperatorRefused("FAIR-04", "case_is_closed")
        if finding is not None and case.finding is None:
            closed = CaseClosed(finding=finding, reason=reason)
            case = await self._casework.carry_out(actor, case.number, closed, bar)
        # Money is seized before it is paid to others.
        left = CaseFile(case).left_of(found)
        for place, measure in sorted(left, key=lambda one: isinstance(one[1], Redistribute)):
            case = await self._take(actor, case, found, measure, bar)
            taken = MeasureTaken(proposal=found.number, place=place, measure=measure)
            case = await self._casework.write(actor, case, taken)
        for player in sorted(self._concerned(case, found)):
            await self._tell(case.number, player, f"decision:{found.number}")
        return case

    async def _take(
        self, actor: Caller, case: Case, found: Proposal, measure: AnyMeasure, bar: Bar
    ) -> Case:
        """Do one measure; each may be repeated."""
        reason, number = found.what.reason, case.number
        match measure:
            case Warn() | Apologise():
                return case
            case Seize():
                if CaseFile(case).held_of(PlayerId(measure.player)) == 0:
                    return case
                sanction = self._sanction("seize_funds", measure.player, found)
                return await self._casework.carry_out(actor, number, sanction, bar)
            case GiveBack():
                if not case.is_held(PlayerId(measure.player)):
                    return case
                released = HoldsReleased(player=measure.player, reason=reason)
                return await self._casework.carry_out(actor, number, released, bar)
            case CloseAccount(until_ms=until_ms):
                sanction = self._sanction(
                    "suspend_or_close_account", measure.player, found, until_ms
                )
                return await self._casework.carry_out(actor, number, sanction, bar)
            case Redistribute():
                await self._redistribute(actor, case, found, measure)
            case KeepOutOfBanzai():
                await self._banzai.exclude(actor, PlayerId(measure.player), reason)
            case HoldWinnings():
                assert self.tournaments is not None
                tournament, player = TournamentId(measure.tournament), PlayerId(measure.player)
                await self.tournaments.review(actor, tournament, player, number, reason)
        return case

    def _sanction(
        self, sanction: str, player: int, found: Proposal, until_ms: int = 2**53
    ) -> Sanctioned:
        return Sanctioned(
            sanction=sanction,  # type: ignore[arg-type]
            player=player,
            reason=found.what.reason,
            evidence=(f"decision {found.number}",),
            until_ms=until_ms,
        )

    async def _redistribute(
        self, actor: Caller, case: Case, found: Proposal, measure: Redistribute
    ) -> None:
        """Pay harmed players out of what was seized: one transfer each, once (CASH-01, FAIR-13)."""
        proposer = await self._accounts.find(found.proposer)
        named = actor.name if proposer is None else f"{proposer.name}, approved by {actor.name}"
        seized = house(Kind.SEIZED, self._currency)
        for share in measure.shares:
            player = PlayerId(share.player)
            paid = adjust(
                share.amount,
                seized,
                player_cash(player, self._currency),
                request=f"case-{case.number}-{found.number}-{player}",
                operator=named,
                note=f"case {case.number}: {found.what.reason}"[:1000],
                at_ms=self._clock.now_ms(),
            )
            await self._bank.put(player, paid)
            await self._tell(case.number, player, f"share:{found.number}")

    def _concerned(self, case: Case, found: Proposal) -> set[PlayerId]:
        """Who hears that something was decided: those it is about, and who complained."""
        players = {
            PlayerId(one.player) for one in found.what.measures if not isinstance(one, Redistribute)
        }
        if found.what.finding is not None:
            players |= set(case.held_players)
            players |= {case.reporter} if case.is_complaint else set()
        return players

    async def _tell(self, case: CaseId, player: PlayerId, word: str) -> None:
        await self._board.post([player], f"case:{case}:{word}", CaseNews(case=case))

    async def _person(self, player: PlayerId) -> PlayerId:
        account = await self._accounts.find(player)
        return player if account is None or account.owner is None else account.owner
