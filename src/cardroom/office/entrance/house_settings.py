"""What a house sets about itself: who may come in, its name, logo and welcome, its refills.

The operator's file says how it begins. Administrators change it while the room runs; what they set
is stored and goes before the file, until they set it back.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, get_args

import msgspec

from cardroom.errors import UNREADABLE, AccessRefused, InvalidFile
from cardroom.ledger import PlayerId
from cardroom.office.entrance.logos import Logo
from cardroom.room.net import Net
from cardroom.room.people import Caller
from cardroom.room.ports import CaseBook, Clock
from cardroom.units import Cents

Door = Literal["open", "invitation", "approval", "closed"]
"""How people come in: anybody, with a code, when the house has approved them, or nobody."""
SettingName = Literal["registration", "guests", "name", "welcome", "logo", "refill"]
NAMES: tuple[SettingName, ...] = get_args(SettingName)
SAID_MAX = 100
"""So much of a value is in the staff log."""


class RefillRule(msgspec.Struct, frozen=True, kw_only=True):
    """Who has less than `below` gets play money up to `to`, once in this many hours; 0: never."""

    to: Cents = 0
    below: Cents = 0
    hours: int = 0

    @property
    def is_on(self) -> bool:
        return self.hours > 0 and self.to > 0


class HouseSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a house sets about itself."""

    registration: Door = "open"
    guests: Door = "open"
    name: str = ""
    welcome: str = ""
    logo: Logo | None = None
    refill: RefillRule = RefillRule()


class StoredSetting(msgspec.Struct, frozen=True, kw_only=True):
    """What an administrator has set; `value` is JSON."""

    name: str
    value: str
    set_by: PlayerId
    set_ms: int


class SettingStore(Protocol):
    """Settings that outlive a restart; a method that writes may be repeated."""

    async def all(self) -> Sequence[StoredSetting]: ...

    async def put(self, settings: Sequence[StoredSetting]) -> None:
        """Keep settings, each in the place of an older one."""

    async def remove(self, names: Sequence[str]) -> None:
        """Go back to what the file says."""


class SettingsDesk:
    """Knows what the house has set, and changes it for administrators."""

    def __init__(
        self,
        store: SettingStore,
        cases: CaseBook,
        clock: Clock,
        configured: HouseSettings,
        *,
        is_play_money: bool,
    ) -> None:
        self._store = store
        self._cases = cases
        self._clock = clock
        self.is_play_money = is_play_money
        self.configured = configured
        self.current = configured
        self.changed: dict[str, StoredSetting] = {}
        """What goes before the file, by its name."""

    async def load(self) -> None:
        """Read what was set before the room opened."""
        self.changed = {one.name: one for one in await self._store.all() if one.name in NAMES}
        self._lay_over()

    async def change(self, caller: Caller, wanted: Mapping[SettingName, Any], reason: str) -> None:
        """Set some of it, from now on; recorded with its reason."""
        self._verify(wanted)
        now_ms = self._clock.now_ms()
        settings = [
            StoredSetting(
                name=name,
                value=msgspec.json.encode(value).decode(),
                set_by=caller.player,
                set_ms=now_ms,
            )
            for name, value in wanted.items()
        ]
        await self._store.put(settings)
        self.changed |= {one.name: one for one in settings}
        self._lay_over()
        for name, value in wanted.items():
            await self._record(caller, f"set_{name}", f"{_said(value)}: {reason}", now_ms)

    async def reset(self, caller: Caller, name: SettingName, reason: str) -> None:
        """Go back to what the file says; recorded."""
        if name not in self.changed:
            raise AccessRefused(Net.ENTRANCE, "as_the_file_says")
        await self._store.remove([name])
        del self.changed[name]
        self._lay_over()
        await self._record(caller, f"reset_{name}", reason, self._clock.now_ms())

    def _verify(self, wanted: Mapping[SettingName, Any]) -> None:
        rule = wanted.get("refill")
        if rule is not None and rule.is_on and not self.is_play_money:
            raise AccessRefused(Net.REFILL, "only_play_money_is_refilled")
        if rule is not None and rule.is_on and not 0 < rule.below <= rule.to:
            raise AccessRefused(Net.REFILL, "refill_below_is_not_below")

    def _lay_over(self) -> None:
        """The file, with what was set laid over it."""
        try:
            values = {one.name: msgspec.json.decode(one.value) for one in self.changed.values()}
            set_now = msgspec.convert(values, HouseSettings)
        except UNREADABLE:
            raise InvalidFile("what is set about the house", "it is damaged") from None
        laid = {name: getattr(set_now, name) for name in values}
        self.current = msgspec.structs.replace(self.configured, **laid)

    async def _record(self, caller: Caller, deed: str, said: str, at_ms: int) -> None:
        """It concerns no account but that of who did it."""
        await self._cases.record(caller.player, caller.player, deed, said, at_ms)


def _said(value: object) -> str:
    """A value as the staff log has it."""
    match value:
        case Logo():
            return f"{value.media_type}, {len(value.content)} bytes"
        case RefillRule():
            return f"to {value.to}, below {value.below}, every {value.hours} h"
        case None | "":
            return "nothing"
        case _:
            return str(value)[:SAID_MAX]
