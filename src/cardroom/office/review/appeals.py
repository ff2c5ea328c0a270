"""Messages to players of a case, appeals, and who decides about them: nobody who had a part."""

from collections.abc import Awaitable, Callable
from typing import Literal

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.accounts import Kind, house, player_cash
from cardroom.ledger.overrides import adjust, adjustment_key
from cardroom.ledger.verifying import set_aside
from cardroom.office.bank import Bank
from cardroom.office.cases import Case, Sanctioned, owner_of
from cardroom.office.casework import CaseFiles, Casework
from cardroom.office.excluding import BanzaiDoor
from cardroom.office.review.case_file import Appeal, CaseFile
from cardroom.office.review.entries import (
    AppealDecided,
    AppealMade,
    KeepOutOfBanzai,
    MeasureTaken,
    MessageSent,
    Redistribute,
)
from cardroom.office.review.own_cases import may_appeal
from cardroom.room.net import Net
from cardroom.room.noticeboard import CaseNews, Noticeboard
from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.units import Cents

CASES_MAX = 1000
"""More cases than anybody is in."""
Outcome = Literal["upheld", "overturned"]
LetIn = Callable[[Caller, PlayerId, str], Awaitable[None]]
"""Lets an account in again, for a reason."""


class AppealDesk:
    """Writes to players and hears them."""

    def __init__(
        self,
        casework: Casework,
        files: CaseFiles,
        bank: Bank,
        *,
        banzai: BanzaiDoor,
        board: Noticeboard,
        clock: Clock,
        currency: str,
    ) -> None:
        self._casework = casework
        self._files = files
        self._bank = bank
        self._banzai = banzai
        self._board = board
        self._clock = clock
        self._currency = currency

    async def write(self, actor: Caller, number: CaseId, player: PlayerId, text: str) -> Case:
        """Send a player a message about a case."""
        async with self._casework.turn(number):
            case = await self._casework.case(number)
            await self._casework.verify_touched(actor, case, [])
            if player not in {*case.report.players, case.reporter, *case.held_players}:
                raise OperatorRefused("FAIR-04", "not_in_this_case")
            sent = await self._casework.write(actor, case, MessageSent(player=player, text=text))
        await self._tell(number, player, f"message:{len(sent.entered)}")
        return sent

    async def appeal(self, caller: Caller, number: CaseId, text: str) -> Case:
        """A player appeals against what was decided about them."""
        async with self._casework.turn(number):
            case = await self._files.case(number)
            if case is None or not may_appeal(case, caller.player):
                raise AccessRefused(Net.UNKNOWN, "nothing_to_appeal")
            made = AppealMade(player=caller.player, text=text)
            return await self._casework.write(caller, case, made)

    async def appeal_for(self, actor: Caller, number: CaseId, player: PlayerId, text: str) -> Case:
        """Enter the appeal of a player who can no longer log in."""
        async with self._casework.turn(number):
            case = await self._casework.case(number)
            await self._casework.verify_touched(actor, case, [])
            if not may_appeal(case, player):
                raise OperatorRefused("FAIR-04", "nothing_to_appeal")
            return await self._casework.write(actor, case, AppealMade(player=player, text=text))

    async def decide(
        self,
        actor: Caller,
        number: CaseId,
        appeal: int,
        said: tuple[Outcome, str],
        let_in: LetIn,
    ) -> Case:
        """Decide about an appeal; what was decided wrongly is taken back as far as it can be."""
        outcome, text = said
        async with self._casework.turn(number):
            case = await self._casework.case(number)
            file = CaseFile(case)
            found = [one for one in file.open_appeals if one.number == appeal]
            if not found:
                raise OperatorRefused("FAIR-04", "no_such_appeal")
            player = PlayerId(found[0].what.player)
            await self._casework.verify_touched(actor, case, [player])
            if actor.person in file.deciders:
                raise OperatorRefused("FAIR-04", "had_a_part_in_it")
            if outcome == "overturned":
                await self._take_back(actor, case, found[0], text, let_in)
            decided = AppealDecided(appeal=appeal, outcome=outcome, text=text)
            case = await self._casework.write(actor, case, decided)
        await self._tell(number, player, f"appeal:{appeal}")
        return case

    async def _take_back(
        self, actor: Caller, case: Case, appeal: Appeal, text: str, let_in: LetIn
    ) -> None:
        player, reason = PlayerId(appeal.what.player), f"appeal in case {case.number}: {text}"[:500]
        await self._give_back(actor, case, appeal, player, reason)
        others = [one for one in await self._files.own(player, CASES_MAX) if _counts(one, player)]
        elsewhere = [one for one in others if one.number != case.number]
        now_ms, since_ms = self._clock.now_ms(), await self._files.let_in_ms(player)
        stays_out = any(_is_out(one, player, now_ms, since_ms) for one in elsewhere)
        if _is_out(case, player, now_ms, since_ms) and not stays_out:
            await let_in(actor, player, reason)
        if _is_out_of_banzai(case, player):
            excluded = {one.player for one in await self._banzai.excluded()}
            stays_out = any(_is_out_of_banzai(one, player) for one in elsewhere)
            if player in excluded and not stays_out:
                await self._banzai.admit(actor, player, reason)

    async def _give_back(
        self, actor: Caller, case: Case, appeal: Appeal, player: PlayerId, reason: str
    ) -> None:
        """Pay back what was seized; what others were paid of it the house pays (CASH-01)."""
        taken = await self._files.seized(case.number)
        total = sum(-amount for one in taken for _, amount in one.entries if amount < 0)
        holds = [await self._files.booked(one.closes) for one in taken]
        seized = sum(
            set_aside(one)[1] for one in holds if one is not None and owner_of(one) == player
        )
        before = await self._given_back(case, appeal)
        mine = seized - sum(by for whose, _, by in before if whose == player)
        paid = sum(
            share.amount
            for one in case.entries
            if isinstance(one, MeasureTaken) and isinstance(one.measure, Redistribute)
            for share in one.measure.shares
        )
        back_of_seized = sum(by for _, source, by in before if source is Kind.SEIZED)
        left = min(mine, max(0, total - paid - back_of_seized))
        for source, amount in ((Kind.SEIZED, left), (Kind.OVERLAY, mine - left)):
            if amount:
                back = adjust(
                    amount,
                    house(source, self._currency),
                    player_cash(player, self._currency),
                    request=_request(case, appeal, source),
                    operator=actor.name,
                    note=reason,
                    at_ms=self._clock.now_ms(),
                )
                await self._bank.put(player, back)

    async def _given_back(self, case: Case, appeal: Appeal) -> list[tuple[int, Kind, Cents]]:
        """What other appeals in the case were given back: to whom, out of what, how much."""
        found = []
        for other in CaseFile(case).appeals:
            for source in (Kind.SEIZED, Kind.OVERLAY):
                key = adjustment_key(_request(case, other, source))
                back = await self._files.booked(key)
                if other.number != appeal.number and back is not None:
                    by = sum(amount for _, amount in back.entries if amount > 0)
                    found.append((other.what.player, source, by))
        return found

    async def _tell(self, case: CaseId, player: PlayerId, word: str) -> None:
        await self._board.post([player], f"case:{case}:{word}", CaseNews(case=case))


def _request(case: Case, appeal: Appeal, source: Kind) -> str:
    return f"appeal-{case.number}-{appeal.number}-{source.name.lower()}"


def _counts(case: Case, player: PlayerId) -> bool:
    """Whether what was decided about a player in a case has not been taken back."""
    taken_back = {
        one.appeal
        for one in case.entries
        if isinstance(one, AppealDecided) and one.outcome == "overturned"
    }
    mine = {one.number for one in CaseFile(case).appeals if one.what.player == player}
    return not mine & taken_back


def _is_out(case: Case, player: PlayerId, now_ms: int, since_ms: int) -> bool:
    """Whether a case keeps a player out now, unless they were let in again since."""
    return any(
        isinstance(one.entry, Sanctioned)
        and one.entry.player == player
        and one.entry.sanction == "suspend_or_close_account"
        and one.entry.until_ms > now_ms
        and one.at_ms >= since_ms
        for one in case.entered
    )


def _is_out_of_banzai(case: Case, player: PlayerId) -> bool:
    taken = [one.measure for one in case.entries if isinstance(one, MeasureTaken)]
    return any(isinstance(one, KeepOutOfBanzai) and one.player == player for one in taken)
