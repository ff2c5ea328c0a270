"""Stakes that administrators add to those of the room's rules while it runs, and take away again.

Each is a row of the house's settings, laid over the rules at every start. What is in the rules
stays as it is, so nobody has to accept them again.
"""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

import msgspec

from cardroom.errors import UNREADABLE, InvalidFile, OperatorRefused, Unavailable
from cardroom.office.entrance.house_settings import SettingStore, StoredSetting
from cardroom.office.stake_desk import StakeDesk
from cardroom.room.incidents import log
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, StakeStore
from cardroom.room.room import Room
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.added import AddedStake, with_stake
from cardroom.rulebook.cash.stakes import StakeKey, stake_word

ADDED_MAX = 100
ROW = "stake:"
"""How the names of their settings begin."""
_stakes = msgspec.json.Decoder(AddedStake)


class Offered(NamedTuple):
    """The rules of the operator's file with the stakes that were added."""

    rules: Edition
    stakes: dict[StakeKey, AddedStake]
    settings: dict[StakeKey, StoredSetting]
    """Who added which stake, and when."""


def offered(own: Edition, settings: Iterable[StoredSetting]) -> Offered:
    """Lay what was added over the rules; what the file lists by now is the file's."""
    found = Offered(own, {}, {})
    for one in settings:
        if not one.name.startswith(ROW):
            continue
        try:
            stake = _stakes.decode(one.value)
        except UNREADABLE:
            raise InvalidFile(f"the added {one.name}", "it is damaged") from None
        try:
            found = found._replace(rules=with_one_more(found.rules, stake))
        except OperatorRefused as refusal:
            log.warning("%s, which was added, is not offered: %s", one.name, refusal)
            continue
        found.stakes[stake.key] = stake
        found.settings[stake.key] = one
    return found


class AddedStakes:
    """Knows which stakes were added, and changes that for administrators."""

    def __init__(
        self,
        room: Room,
        desk: StakeDesk,
        store: SettingStore,
        closed: StakeStore,
        cases: CaseBook,
    ) -> None:
        self._room = room
        self._desk = desk
        self._store = store
        self._closed = closed
        self._cases = cases
        self._own = room.services.edition
        """The rules as the operator's file names them."""
        self._stakes: dict[StakeKey, AddedStake] = {}
        self.settings: dict[StakeKey, StoredSetting] = {}
        """Who added which stake, and when."""
        self.listeners: list[Callable[[Edition], None]] = []
        """Others who look stakes up: they hear of the rules with one more, or one less."""

    async def open(self) -> None:
        """Offer again what was added before; the lobby runs by now, and no table does."""
        found = offered(self._own, filter(self._is_ours, await self._store.all()))
        self._stakes, self.settings = found.stakes, found.settings
        if found.stakes:
            self._tell(found.rules)
            await self._room.add_stake(found.rules)

    def _is_ours(self, setting: StoredSetting) -> bool:
        """Whether a setting may be a stake of this room."""
        return setting.name.startswith(ROW)

    # Changes

    async def add(self, caller: Caller, stake: AddedStake, reason: str) -> None:
        """Offer one more stake from now on; recorded with its rake and its reason."""
        async with self._desk.changing:
            rules = await self._verified(stake)
            word = stake_word(stake.key)
            setting = StoredSetting(
                name=ROW + word,
                value=msgspec.json.encode(stake).decode(),
                set_by=caller.player,
                set_ms=self._room.services.clock.now_ms(),
            )
            await self._store.put([setting])
            await self._offer(stake, rules, setting)
            rake = f"{stake.rake_permille / 10:g} % up to {stake.rake_cap}"
            await self._record(caller, "added_stake", f"{word}, {rake}: {reason}")

    async def remove(self, caller: Caller, stake: StakeKey, reason: str) -> None:
        """Take away a stake that was added, once it is closed and nobody sits there; recorded."""
        async with self._desk.changing:
            self._verify_unused(stake)
            await self._desk.forget(stake)
            word, before = stake_word(stake), self._room.services.edition
            others = {key: one for key, one in self._stakes.items() if key != stake}
            rules = self._rules_of(others)
            await self._room.remove_stake(rules)
            try:
                await self._store.remove([ROW + word])
            except Unavailable:
                await self._room.add_stake(before)
                raise
            self._stakes = others
            del self.settings[stake]
            self._tell(rules)
            await self._closed.keep_stake(word, closed=False)
            self._room.admission.offer(stake)
            await self._record(caller, "removed_stake", f"{word}: {reason}")

    def _verify_unused(self, stake: StakeKey) -> None:
        if stake not in self._stakes:
            raise OperatorRefused("CASH-19", "stake_was_not_added")
        if not self._room.admission.is_withheld(stake):
            raise OperatorRefused("CASH-19", "stake_is_not_closed")
        if self._room.tables_at(stake):
            raise OperatorRefused("CASH-19", "stake_is_in_use")

    async def _offer(self, stake: AddedStake, rules: Edition, setting: StoredSetting) -> None:
        self._stakes[stake.key] = stake
        self.settings[stake.key] = setting
        self._tell(rules)
        await self._room.add_stake(rules)

    def _tell(self, rules: Edition) -> None:
        for listen in self.listeners:
            listen(rules)

    async def _verified(self, stake: AddedStake) -> Edition:
        """The rules in force with one more stake; refused where it does not fit."""
        rules = with_one_more(self._room.services.edition, stake)
        verify_number(self._stakes)
        return rules

    def _rules_of(self, added: dict[StakeKey, AddedStake]) -> Edition:
        rules = self._own
        for stake in added.values():
            rules = with_one_more(rules, stake)
        return rules

    async def _record(self, caller: Caller, deed: str, said: str) -> None:
        """It concerns no account but that of who did it."""
        at_ms = self._room.services.clock.now_ms()
        await self._cases.record(caller.player, caller.player, deed, said, at_ms)


def with_one_more(rules: Edition, stake: AddedStake) -> Edition:
    """Rules with one more stake; refused where it does not fit."""
    assert rules.cash is not None, f"{rules.name} has no cash games"
    return msgspec.structs.replace(rules, cash=with_stake(rules.cash, stake))


def verify_number(stakes: Collection[object]) -> None:
    """Refuse one too many."""
    if len(stakes) >= ADDED_MAX:
        raise OperatorRefused("CASH-19", "too_many_added_stakes", {"at_most": ADDED_MAX})
