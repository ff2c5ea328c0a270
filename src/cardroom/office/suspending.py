"""Suspense by the operator's word: what cannot be credited is set aside, and credited in time.

The room itself gives what has waited too long to charity (`room/charity.py`).
"""

import msgspec

from cardroom.cash.hand_reversal import set_aside
from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import PlayerId, Reason, Transfer, verifying
from cardroom.ledger.accounts import player_cash, read_account
from cardroom.ledger.suspense import SUSPENSE_KEY, resolve_suspense, suspense_key
from cardroom.office.bank import Bank
from cardroom.office.operator_pages import SuspenseItem, SuspenseResolved
from cardroom.office.ports import AccountStore, SuspenseBook
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, Clock
from cardroom.rulebook.cash.crash import CrashRules
from cardroom.units import Cents

ITEMS_MAX = 1000
"""What a look into suspense shows; what falls due first is first."""


class SuspenseDesk:
    """What an administrator does with money that finds no owner (CRASH-04, AMB-23)."""

    def __init__(
        self,
        *,
        bank: Bank,
        book: SuspenseBook,
        accounts: AccountStore,
        cases: CaseBook,
        clock: Clock,
        rules: CrashRules,
        currency: str,
    ) -> None:
        self._bank = bank
        self._book = book
        self._accounts = accounts
        self._cases = cases
        self._clock = clock
        self._rules = rules
        self._currency = currency

    async def items(self) -> list[SuspenseItem]:
        """Everything in suspense."""
        return [await self._item(one) for one in await self._book.in_suspense(ITEMS_MAX)]

    async def _item(self, opened: Transfer) -> SuspenseItem:
        account, amount = verifying.set_aside(opened)
        parts = read_account(account)
        player = PlayerId(parts.ids[-1])
        found = await self._accounts.find(player)
        return SuspenseItem(
            reference=opened.key.removeprefix(SUSPENSE_KEY),
            player=player,
            name=f"player{player}" if found is None else found.name,
            amount=amount,
            currency=parts.asset,
            since_ms=opened.at_ms,
            due_ms=opened.due_ms,
            operator=opened.operator,
            reason=opened.note,
        )

    async def set_aside(
        self, caller: Caller, player: PlayerId, amount: Cents, reference: str, reason: str
    ) -> SuspenseItem:
        """Take money out of a player's cash until it is known whose it is; once per reference."""
        if await self._accounts.find(player) is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_player")
        closed = await self._closed(suspense_key(reference))
        if closed is not None:
            raise _over(reference, closed)
        opened = set_aside(
            self._rules,
            player,
            amount,
            player_cash(player, self._currency),
            reference=reference,
            at_ms=self._clock.now_ms(),
            operator=caller.name,
            note=reason,
        )
        await self._bank.put(player, opened)
        kept = await self._kept(opened.key)
        await self._record(caller, player, "set_aside", kept, reason)
        return await self._item(kept)

    async def resolve(self, caller: Caller, reference: str, reason: str) -> SuspenseResolved:
        """Credit the player: all of it, once, before it is charity's.

        The same word of the same operator again is answered with what it did.
        """
        opened = await self._book.booked(suspense_key(reference))
        if opened is None:
            raise AccessRefused(Net.UNKNOWN, "not_in_suspense")
        item, at_ms = await self._item(opened), self._clock.now_ms()
        credit = resolve_suspense(opened, at_ms=at_ms, operator=caller.name, note=reason)
        if await self._closed(opened.key) is None:
            await self._bank.put(PlayerId(item.player), credit)
        kept = await self._kept(credit.key)
        said = (Reason.SUSPENSE_RESOLVED, caller.name, reason)
        if (kept.reason, kept.operator, kept.note) != said:
            raise _over(reference, kept)
        await self._record(caller, PlayerId(item.player), "resolved", kept, reason)
        return SuspenseResolved(
            **msgspec.structs.asdict(item),
            resolved_ms=kept.at_ms,
            resolved_by=kept.operator,
            resolution=kept.note,
        )

    async def _closed(self, key: str) -> Transfer | None:
        """How the question of what was set aside has ended, if it has."""
        return await self._book.booked(verifying.closing_key(key))

    async def _kept(self, key: str) -> Transfer:
        kept = await self._book.booked(key)
        assert kept is not None, "what was booked is there"
        return kept

    async def _record(
        self, caller: Caller, player: PlayerId, deed: str, kept: Transfer, reason: str
    ) -> None:
        """Note it for the player, at the moment of the booking: the same again is noted once."""
        said = f"{kept.key}: {reason}"
        await self._cases.record(caller.player, player, deed, said, kept.at_ms)


def _over(reference: str, closed: Transfer) -> OperatorRefused:
    """That the question was settled before: how, when, by whom and why."""
    to_charity = closed.reason is Reason.GIVEN_TO_CHARITY
    about: dict[str, object] = {"reference": reference, "at_ms": closed.at_ms}
    if not to_charity:
        about |= {"operator": closed.operator, "reason": closed.note}
    return OperatorRefused(
        "CRASH-04", "given_to_charity" if to_charity else "already_resolved", about
    )
