"""What the house does in a case: verified by the rules, done, and entered (FAIR-02 to FAIR-14).

Money is moved before the entry is written, under a key of the case: after a crash the same entry
again moves nothing twice.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Protocol
from weakref import WeakValueDictionary

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import CaseId, PlayerId, Transfer
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.cases import confiscate_hold, place_hold, release_hold
from cardroom.office.bank import Bank
from cardroom.office.cases import (
    AnyCaseEntry,
    Case,
    CaseClosed,
    HoldPlaced,
    HoldsReleased,
    Sanctioned,
    owner_of,
)
from cardroom.office.ports import AccountStore
from cardroom.office.ranks import is_oneself, verify_below, verify_not_oneself
from cardroom.office.review.case_file import CaseFile
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import Clock
from cardroom.rulebook.cash.conduct import ConductRules
from cardroom.units import Cents

DECIDES = (CaseClosed, HoldsReleased, Sanctioned)
"""Entries by which a review ends, or which do something to somebody for good."""
Bar = Callable[[Caller, PlayerId, int, str, CaseId], Awaitable[None]]
"""Keeps an account out until a moment, for a reason; its stacks are held in a case."""


class Stacks(Protocol):
    """What players have at the tables."""

    async def bring_to_cash(self, player: PlayerId, amount: Cents) -> None:
        """Take so much from a player's stacks that an amount is in the cash, or refuse it."""


class CaseFiles(Protocol):
    """Cases in the store."""

    async def case(self, number: CaseId) -> Case | None: ...

    async def cases(self, after: int, limit: int) -> list[Case]:
        """Cases in the order of their reports."""

    async def enter(
        self, case: CaseId, number: int, actor: PlayerId, entry: AnyCaseEntry, at_ms: int
    ) -> None:
        """Write the entry with a number in a case, once; another one with it is refused."""

    async def stacks_held(self, player: PlayerId) -> list[Transfer]:
        """Stacks and winnings of a player that are held in any case."""

    async def booked(self, key: str) -> Transfer | None: ...

    async def own(self, player: PlayerId, limit: int) -> list[Case]:
        """Cases that a player has reported or that concern them, newest first."""

    async def seized(self, case: CaseId) -> list[Transfer]:
        """What was seized in a case."""

    async def let_in_ms(self, player: PlayerId) -> int:
        """When an account that was kept out was last let in again; 0 if never."""


class Casework:
    """Takes entries into cases and does what they say."""

    def __init__(
        self,
        files: CaseFiles,
        bank: Bank,
        stacks: Stacks,
        accounts: AccountStore,
        clock: Clock,
        *,
        rules: ConductRules,
        currency: str,
        two_people: bool = False,
    ) -> None:
        self._two_people = two_people
        self._turns: WeakValueDictionary[CaseId, asyncio.Lock] = WeakValueDictionary()
        self._files = files
        self._stacks = stacks
        self._accounts = accounts
        self._bank = bank
        self._clock = clock
        self._rules = rules
        self._currency = currency

    async def case(self, number: CaseId) -> Case:
        """A case, or a refusal."""
        found = await self._files.case(number)
        if found is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_case")
        return found

    async def cases(self, reader: Caller, after: int, limit: int) -> list[Case]:
        """Cases in the order of their reports, but for those in which the reader is a party."""
        found = await self._files.cases(after, limit)
        return [one for one in found if not await self.concerns(reader, one.parties)]

    async def case_for(self, reader: Caller, number: CaseId) -> Case:
        """A case for somebody of the house to read, who is no party to it (FAIR-04)."""
        found = await self.case(number)
        await self.verify_touched(reader, found, [])
        return found

    async def concerns(self, reader: Caller, players: Iterable[PlayerId]) -> bool:
        """Whether one of these accounts is the reader's own."""
        return any([await is_oneself(self._accounts, reader, one) for one in players])

    def turn(self, number: CaseId) -> AbstractAsyncContextManager[None]:
        """One thing is done in a case at a time: whoever comes meanwhile waits for the outcome."""
        return self._turns.setdefault(number, asyncio.Lock())

    async def enter(self, actor: Caller, number: CaseId, entry: AnyCaseEntry, bar: Bar) -> Case:
        """Do what one person may do alone; a decision that two people make is proposed."""
        async with self.turn(number):
            if isinstance(entry, DECIDES):
                self._verify_alone(actor, await self.case(number), entry)
            return await self.carry_out(actor, number, entry, bar)

    async def carry_out(self, actor: Caller, number: CaseId, entry: AnyCaseEntry, bar: Bar) -> Case:
        """Verify an entry, do what it says, and write it down with who did it and when.

        Whoever calls this has the turn of the case, and knows that it was decided.
        """
        case = await self.case(number)
        await self._verify_actor(actor, case, entry)
        case.verify(entry, self._rules)
        at_ms = self._clock.now_ms()
        await self._do(actor, case, entry, bar, at_ms)
        place = len(case.entered) + 1
        await self._files.enter(number, place, actor.player, entry, at_ms)
        return await self.case(number)

    def _verify_alone(self, actor: Caller, case: Case, entry: AnyCaseEntry) -> None:
        """One person decides only what somebody else has brought, and no alert (FAIR-04).

        Whoever has suspended a player may give back what is held, as by letting the player in.
        """
        if case.is_of_alert or (case.is_complaint and self._two_people):
            raise OperatorRefused("FAIR-04", "two_people_decide")
        if actor.person == case.reporter and not _gives_back(entry):
            raise OperatorRefused("FAIR-04", "own_case")
        file = CaseFile(case)
        if file.waiting is not None or file.unfinished is not None:
            raise OperatorRefused("FAIR-04", "proposal_is_waiting")

    async def write(self, actor: Caller, case: Case, entry: AnyCaseEntry) -> Case:
        """Write down what somebody did, after it was done; refused when the case has changed."""
        place, at_ms = len(case.entered) + 1, self._clock.now_ms()
        await self._files.enter(case.number, place, actor.player, entry, at_ms)
        return await self.case(case.number)

    async def verify_touched(self, actor: Caller, case: Case, touched: list[PlayerId]) -> None:
        """Refuse whoever is a party to a case, or acts against a role above theirs."""
        if case.is_complaint and await is_oneself(self._accounts, actor, case.reporter):
            raise OperatorRefused("FAIR-04", "own_case")
        for player in {*case.concerned, *touched}:
            await verify_not_oneself(self._accounts, actor, player)
        for player in touched:
            await verify_below(self._accounts, actor, player)

    async def _verify_actor(self, actor: Caller, case: Case, entry: AnyCaseEntry) -> None:
        """Nobody enters anything where they are concerned, nor moves money of who is above them."""
        touched: list[PlayerId] = []
        match entry:
            case HoldPlaced() | HoldsReleased() | Sanctioned():
                touched = [PlayerId(entry.player)]
            case CaseClosed():
                touched = case.held_players
        await self.verify_touched(actor, case, touched)

    async def _do(
        self, actor: Caller, case: Case, entry: AnyCaseEntry, bar: Bar, at_ms: int
    ) -> None:
        match entry:
            case HoldPlaced():
                await self._hold(case, entry, at_ms)
            case HoldsReleased():
                await self._release(case, PlayerId(entry.player), at_ms)
            case CaseClosed(finding="nothing_found"):
                for player in case.held_players:
                    await self._release(case, player, at_ms)
            case Sanctioned(sanction="seize_funds"):
                await self._seize(actor, case, entry, at_ms)
            case Sanctioned(sanction="suspend_or_close_account"):
                player = PlayerId(entry.player)
                await bar(actor, player, entry.until_ms, entry.reason, case.number)

    async def _hold(self, case: Case, entry: HoldPlaced, at_ms: int) -> None:
        """Withhold money of a player; it cannot be spent until the review ends (FAIR-04).

        What the cash lacks comes from the player's stacks, between two hands (AMB-70).
        """
        player = PlayerId(entry.player)
        await self._stacks.bring_to_cash(player, entry.amount)
        hold = place_hold(
            case.number,
            player,
            entry.amount,
            player_cash(player, self._currency),
            number=case.next_hold(player),
            at_ms=at_ms,
        )
        await self._bank.put(player, hold)

    async def _release(self, case: Case, player: PlayerId, at_ms: int) -> None:
        for hold in await self._open_holds(case, player):
            await self._bank.put(player, release_hold(hold, at_ms=at_ms))

    async def _seize(self, actor: Caller, case: Case, entry: Sanctioned, at_ms: int) -> None:
        """Confiscate what is held: a booking of its own, by somebody, for a reason (AMB-70)."""
        player = PlayerId(entry.player)
        for hold in await self._open_holds(case, player):
            seized = confiscate_hold(hold, operator=actor.name, note=entry.reason, at_ms=at_ms)
            await self._bank.put(player, seized)

    async def _open_holds(self, case: Case, player: PlayerId) -> list[Transfer]:
        keys = [f"hold:{case.number}:{player}:{hold.number}" for hold in case.holds(player)]
        found = [await self._files.booked(key) for key in keys]
        stacks = [hold for hold in case.stacks if owner_of(hold) == player]
        return [*(hold for hold in found if hold is not None), *stacks]

    async def end_suspension(self, actor: Caller, player: PlayerId, reason: str) -> None:
        """A player is let in again: cases that only a bar has opened for their stacks end with it.

        What is held in a review that suspended the player waits for the end of that review.
        """
        for number in sorted({hold.case for hold in await self._files.stacks_held(player)}):
            async with self.turn(CaseId(number)):
                case = await self.case(CaseId(number))
                is_decided = case.finding is not None or CaseFile(case).unfinished is not None
                if case.is_of_suspension and not case.has_suspended and not is_decided:
                    await self._clear(actor, case, reason)

    async def _clear(self, actor: Caller, case: Case, reason: str) -> None:
        """Release everything that a case holds, and close it."""
        at_ms, place = self._clock.now_ms(), len(case.entered) + 1
        for player in case.held_players:
            await self._release(case, player, at_ms)
        cleared = CaseClosed(finding="nothing_found", reason=reason)
        await self._files.enter(case.number, place, actor.player, cleared, at_ms)


def _gives_back(entry: AnyCaseEntry) -> bool:
    """Whether an entry only ends what was done."""
    if isinstance(entry, CaseClosed):
        return entry.finding == "nothing_found"
    return isinstance(entry, HoldsReleased)
