"""Refills: who has little play money left gets more from the house, by its rule, now and then.

A refill is a transfer like every other: out of the house's account, under a key that counts the
refills of its player. The ledger itself says when the last one was, so that none is given twice.
"""

from typing import Protocol

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId, Transfer
from cardroom.office.entrance.house_settings import RefillRule, SettingsDesk
from cardroom.room.net import Net
from cardroom.room.ports import Clock
from cardroom.room.records import Holdings
from cardroom.units import Cents

HOUR_MS = 3_600_000
NOTE = "refill"


class RefillView(msgspec.Struct, frozen=True, kw_only=True):
    """The rule, and what it says to one player now.

    `has` is everything of theirs, at the tables too; `amount` what they would get now, 0 if
    nothing; `next_ms` when they may be refilled again, 0 where nothing is to be waited for.
    """

    to: Cents
    below: Cents
    hours: int
    has: Cents
    amount: Cents
    next_ms: int


class RefillBank(Protocol):
    """The cashier, as far as refills need it."""

    async def holdings(self, player: PlayerId) -> Holdings: ...

    async def give(self, player: PlayerId, amount: Cents, request: str, note: str) -> None:
        """House money to a player, once per request."""


class RefillBook(Protocol):
    """The refills in the ledger."""

    async def last_refill(self, player: PlayerId) -> Transfer | None: ...


class RefillDesk:
    """Says who is refilled when, and does it."""

    def __init__(
        self, settings: SettingsDesk, bank: RefillBank, book: RefillBook, clock: Clock
    ) -> None:
        self._settings = settings
        self._bank = bank
        self._book = book
        self._clock = clock

    @property
    def rule(self) -> RefillRule:
        """The rule now; that of real money is never."""
        is_on = self._settings.is_play_money and self._settings.current.refill.is_on
        return self._settings.current.refill if is_on else RefillRule()

    async def look(self, player: PlayerId) -> RefillView:
        """What the rule says to a player now."""
        return (await self._looked(player))[0]

    async def refill(self, player: PlayerId) -> RefillView:
        """Refill a player's money; refused with what has to happen first."""
        view, last = await self._looked(player)
        if not view.hours:
            raise AccessRefused(Net.REFILL, "no_refills_here")
        if view.has >= view.below:
            details = {"below": view.below, "has": view.has}
            raise AccessRefused(Net.REFILL, "has_enough_money", details)
        if not view.amount:
            wait_ms = view.next_ms - self._clock.now_ms()
            details = {"next_ms": view.next_ms, "retry_after_s": -(-wait_ms // 1000)}
            raise AccessRefused(Net.REFILL, "refill_too_soon", details)
        await self._bank.give(player, view.amount, refill_request(player, last), NOTE)
        return await self.look(player)

    async def _looked(self, player: PlayerId) -> tuple[RefillView, Transfer | None]:
        rule, now_ms = self.rule, self._clock.now_ms()
        has = _all_of(await self._bank.holdings(player))
        last = await self._book.last_refill(player)
        again_ms = 0 if last is None else last.at_ms + HOUR_MS * rule.hours
        waits = rule.is_on and again_ms > now_ms
        is_due = rule.is_on and has < rule.below and not waits
        view = RefillView(
            to=rule.to,
            below=rule.below,
            hours=rule.hours,
            has=has,
            amount=rule.to - has if is_due else 0,
            next_ms=again_ms if waits else 0,
        )
        return view, last


def refill_prefix(player: PlayerId) -> str:
    """How the requests of a player's refills begin; no reference of an operator has a slash."""
    return f"refill/{player}/"


def refill_request(player: PlayerId, last: Transfer | None) -> str:
    """The request of the next refill: the same for all who press the button at once."""
    count = 0 if last is None else int(last.key.rpartition("/")[2])
    return f"{refill_prefix(player)}{count + 1:08}"


def _all_of(holdings: Holdings) -> Cents:
    """Cash, stacks, and whatever else of the money is theirs."""
    elsewhere = (one.amount for one in holdings.elsewhere if one.asset == holdings.currency)
    return holdings.balance + sum(elsewhere)
