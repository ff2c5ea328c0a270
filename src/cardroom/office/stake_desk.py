"""What a house sets about each stake: how many practice players sit there, and who else may.

The operator's file says how it begins. Administrators change it while the room runs; what they set
is stored and goes before the file, until they set it back (as for the house itself).
"""

import asyncio
from collections.abc import Mapping
from typing import Protocol

import msgspec

from cardroom.errors import UNREADABLE, AccessRefused, InvalidFile, OperatorRefused, SeatRefused
from cardroom.office.entrance.house_settings import SettingStore, StoredSetting
from cardroom.office.stake_terms import (
    PRACTICE_IN_ALL_MAX,
    Sitter,
    StakeSettingName,
    StakeTerms,
)
from cardroom.room.incidents import log
from cardroom.room.net import Net
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import CaseBook
from cardroom.room.room import Room
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Stake, StakeKey, read_stake, stake_word

_count = msgspec.json.Decoder(int)
_kinds = msgspec.json.Decoder(frozenset[AccountKind])


class PracticeHouse(Protocol):
    """Who has practice players play."""

    async def start(self, wanted: Mapping[StakeKey, int]) -> None:
        """Begin, after a restart too."""

    async def keep(self, stake: StakeKey, count: int) -> None:
        """Have this many play at a stake from now on; those who are too many leave after a hand."""


class StakeDesk:
    """Knows what is set about every stake, and changes it for administrators."""

    def __init__(
        self,
        room: Room,
        practice: PracticeHouse,
        store: SettingStore,
        cases: CaseBook,
        configured: Mapping[StakeKey, StakeTerms],
        *,
        is_play_money: bool,
    ) -> None:
        self._room = room
        self._practice = practice
        self._store = store
        self._cases = cases
        self._configured = configured
        self._is_play_money = is_play_money
        self.has_all_stakes = True
        """Whether the room offers all stakes of the house, and not one of several processes."""
        self.changing = asyncio.Lock()
        """Held while something about a stake changes."""
        self.changed: dict[tuple[StakeKey, StakeSettingName], StoredSetting] = {}
        """What goes before the file."""
        self._terms: dict[StakeKey, StakeTerms] = {}

    async def open(self) -> None:
        """Read what was set before, and let everybody in accordingly; the room runs by now."""
        await self.read()
        for stake in self._room.rules.stakes:
            await self._room.admit(stake.key, self._terms[stake.key].admits)
        await self._practice.start({key: terms.practice for key, terms in self._terms.items()})

    async def read(self) -> None:
        """What is set about every stake, as it is stored."""
        self.changed.clear()
        for one in await self._store.all():
            name, _, word = one.name.partition(":")
            key = read_stake(word)
            if name in ("practice", "admission") and key is not None:
                if self._room.rules.stake(key) is None:
                    if self.has_all_stakes:
                        log.warning("what is set about %s is not used: it is not offered", word)
                    continue
                self.changed[key, name] = one  # type: ignore[index]
        for stake in self._room.rules.stakes:
            self._terms[stake.key] = self._laid_over(stake.key)

    # Questions

    def configured(self, stake: StakeKey) -> StakeTerms:
        """What the operator's file says."""
        return self._configured.get(stake, StakeTerms())

    def current(self, stake: StakeKey) -> StakeTerms:
        """What counts now."""
        return self._terms.get(stake, self.configured(stake))

    def offered(self, stake: StakeKey) -> Stake | None:
        """A stake with all that follows from it, if it is offered."""
        return self._room.rules.stake(stake)

    @property
    def rules(self) -> CashRules:
        """The rules of the cash games, with the stakes that were added."""
        return self._room.rules

    def practice_seated(self, stake: StakeKey) -> int:
        """How many practice players sit at a stake now."""
        services = self._room.services
        tables = [one for one in services.board.tables.values() if one.stake.key == stake]
        players = [player for table in tables for player in table.players]
        return sum(services.names.kind(player) == "practice" for player in players)

    def is_closed(self, stake: StakeKey) -> bool:
        """Whether the operator has closed a stake."""
        return self._room.admission.is_withheld(stake)

    # Changes

    async def set_practice(self, caller: Caller, word: str, count: int, reason: str) -> StakeKey:
        """Have this many practice players at a stake from now on; recorded with its reason."""
        async with self.changing:
            stake = self._find(word)
            if count and not self._is_play_money:
                raise OperatorRefused("FAIR-07", "practice_needs_play_money")
            others = sum(one.practice for key, one in self._terms.items() if key != stake)
            if others + count > PRACTICE_IN_ALL_MAX:
                details = {"most": max(0, PRACTICE_IN_ALL_MAX - others)}
                raise OperatorRefused("FAIR-07", "too_many_practice_players", details)
            await self._set(caller, stake, "practice", count)
            await self._record(caller, "set_practice_players", f"{word}, {count}: {reason}")
            return stake

    async def set_sitters(
        self, caller: Caller, word: str, sitters: frozenset[Sitter], reason: str
    ) -> StakeKey:
        """Let these kinds of accounts take new seats at a stake; recorded with its reason.

        Who has a seat keeps it.
        """
        async with self.changing:
            stake = self._find(word)
            if not sitters:
                raise OperatorRefused("FAIR-07", "nobody_may_sit")
            await self._set(caller, stake, "admission", sorted(sitters))
            said = ", ".join(sorted(sitters))
            await self._record(caller, "set_who_may_sit", f"{word}, {said}: {reason}")
            return stake

    async def reset(
        self, caller: Caller, word: str, name: StakeSettingName, reason: str
    ) -> StakeKey:
        """Go back to what the file says; recorded."""
        async with self.changing:
            stake = self._find(word)
            if (stake, name) not in self.changed:
                raise AccessRefused(Net.ENTRANCE, "as_the_file_says")
            await self._store.remove([f"{name}:{stake_word(stake)}"])
            del self.changed[stake, name]
            await self._apply(stake)
            deed = "reset_practice_players" if name == "practice" else "reset_who_may_sit"
            await self._record(caller, deed, f"{word}: {reason}")
            return stake

    async def forget(self, stake: StakeKey) -> None:
        """A stake is taken away: its practice players go, and nothing is set about it."""
        names: tuple[StakeSettingName, ...] = ("practice", "admission")
        await self._store.remove([f"{name}:{stake_word(stake)}" for name in names])
        for name in names:
            self.changed.pop((stake, name), None)
        await self._apply(stake)
        del self._terms[stake]

    def _find(self, word: str) -> StakeKey:
        stake = read_stake(word)
        if stake is None or self._room.rules.stake(stake) is None:
            raise SeatRefused("CASH-19", "no_such_stake", {"form": "game:format:small:big"})
        return stake

    async def _set(
        self, caller: Caller, stake: StakeKey, name: StakeSettingName, value: object
    ) -> None:
        setting = StoredSetting(
            name=f"{name}:{stake_word(stake)}",
            value=msgspec.json.encode(value).decode(),
            set_by=caller.player,
            set_ms=self._room.services.clock.now_ms(),
        )
        await self._store.put([setting])
        self.changed[stake, name] = setting
        await self._apply(stake)

    async def _apply(self, stake: StakeKey) -> None:
        """Have what is set count from now on."""
        terms = self._terms[stake] = self._laid_over(stake)
        await self._room.admit(stake, terms.admits)
        await self._practice.keep(stake, terms.practice)

    def _laid_over(self, stake: StakeKey) -> StakeTerms:
        """The file, with what was set laid over it."""
        terms, replace = self.configured(stake), msgspec.structs.replace
        practice = self.changed.get((stake, "practice"))
        admission = self.changed.get((stake, "admission"))
        try:
            if practice is not None:
                terms = replace(terms, practice=_count.decode(practice.value))
            if admission is not None:
                terms = replace(terms, sitters=_kinds.decode(admission.value))
        except UNREADABLE:
            raise InvalidFile(f"what is set about {stake_word(stake)}", "it is damaged") from None
        if practice is not None and terms.practice and not self._is_play_money:
            log.warning("no practice players at %s: there is no play money", stake_word(stake))
            terms = replace(terms, practice=0)
        return terms

    async def _record(self, caller: Caller, deed: str, said: str) -> None:
        """It concerns no account but that of who did it."""
        at_ms = self._room.services.clock.now_ms()
        await self._cases.record(caller.player, caller.player, deed, said, at_ms)
