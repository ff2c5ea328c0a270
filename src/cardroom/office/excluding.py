"""Keeping a player out of Banzai by the operator's word, and letting them in again (BANZ-08)."""

from typing import NamedTuple, Protocol

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.office.operator_pages import BanzaiExclusion
from cardroom.office.ports import AccountStore
from cardroom.room.cash.messages import LOBBY, ExcludeFromBanzai
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.records import Account
from cardroom.room.room import Room

DEED, LIFTED = "excluded_from_banzai", "admitted_to_banzai"


class Exclusion(NamedTuple):
    """Who is kept out of Banzai: by whom, since when and why."""

    player: PlayerId
    actor: PlayerId
    at_ms: int
    reason: str


class ExclusionStore(Protocol):
    """Exclusions that outlive the process; what is done is noted in the staff log with it.

    The player's record says it, too, as a version of its own: no buy-in gets past an exclusion.
    """

    async def exclusions(self) -> list[Exclusion]:
        """Who is excluded now, in the order of their numbers."""

    async def exclude(self, new: Exclusion) -> Exclusion:
        """Keep a player out; one who is out already stays as they are."""

    async def lift(self, actor: PlayerId, player: PlayerId, reason: str, at_ms: int) -> bool:
        """Let a player in again; False when they were not excluded."""


class BanzaiDoor:
    """What the house may do about players whose Banzai play it believes to be unethical."""

    def __init__(self, room: Room, store: ExclusionStore, accounts: AccountStore) -> None:
        self._room = room
        self._store = store
        self._accounts = accounts

    @property
    def _is_kept(self) -> bool:
        return self._room.rules.banzai.may_exclude_players

    async def restore(self) -> None:
        """After a restart: the same players are kept out as before."""
        if self._is_kept:
            for one in await self._store.exclusions():
                await self._store.exclude(one)
                await self._set(one.player, excluded=True)

    async def read_again(self, player: PlayerId) -> None:
        """Another process has kept a player out, or let them in again."""
        if self._is_kept:
            out = {one.player for one in await self._store.exclusions()}
            for account in await self._with_programs(player):
                await self._set(account.player, excluded=account.player in out)

    async def excluded(self) -> list[BanzaiExclusion]:
        """Who is kept out now."""
        return [await self._described(one) for one in await self._store.exclusions()]

    async def exclude(self, caller: Caller, player: PlayerId, reason: str) -> BanzaiExclusion:
        """Keep a player and their programs out of new Banzai seats and queues.

        Seats that are taken stay, other games are untouched. The same again changes nothing.
        """
        if not self._is_kept:
            raise OperatorRefused("BANZ-08", "no_exclusion_here")
        account, *programs = await self._with_programs(player)
        at_ms = self._room.services.clock.now_ms()
        for one in (account, *programs):
            new = Exclusion(one.player, caller.player, at_ms, reason)
            kept = await self._store.exclude(new)
            await self._set(one.player, excluded=True)
            if one is account:
                first = kept
        return await self._described(first)

    async def admit(self, caller: Caller, player: PlayerId, reason: str) -> None:
        """Let a player and their programs in again."""
        account, *programs = await self._with_programs(player)
        at_ms = self._room.services.clock.now_ms()
        if not await self._store.lift(caller.player, account.player, reason, at_ms):
            raise OperatorRefused("BANZ-08", "not_excluded")
        for one in programs:
            await self._store.lift(caller.player, one.player, reason, at_ms)
        if self._is_kept:
            for one in (account, *programs):
                await self._set(one.player, excluded=False)

    async def _set(self, player: PlayerId, *, excluded: bool) -> None:
        said = ExcludeFromBanzai(player=player, excluded=excluded)
        await self._room.services.bus.ask(LOBBY, said)

    async def _with_programs(self, player: PlayerId) -> list[Account]:
        """The account and those it answers for (FAIR-11)."""
        account = await self._accounts.find(player)
        if account is None:
            raise AccessRefused(Net.UNKNOWN, "no_such_player")
        return [account, *await self._accounts.programs_of(player)]

    async def _described(self, one: Exclusion) -> BanzaiExclusion:
        return BanzaiExclusion(
            player=one.player,
            name=await self._name(one.player),
            since_ms=one.at_ms,
            operator=await self._name(one.actor),
            reason=one.reason,
        )

    async def _name(self, player: PlayerId) -> str:
        account = await self._accounts.find(player)
        return f"player{player}" if account is None else account.name
