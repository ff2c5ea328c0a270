"""The stakes of a room in several processes, and the units that follow from them.

Administrators add stakes while the room runs. They are rows in the database, which every process
reads when it starts, and again when NATS shows that a unit of a stake is new or over.
"""

import asyncio
from collections.abc import Callable

from cardroom.office.added_stakes import offered
from cardroom.office.entrance.house_settings import SettingStore, StoredSetting
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.added import AddedStake
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.server.clustering.unit_names import pool_unit, units_of
from cardroom.server.practising import IN_FIELD

SHARES_OF_ADDED = 5
"""Stakes that were added share this many parts of the practice players; each other unit has one."""


class PoolList:
    """What this process knows of the stakes: those of the operator's file, and what was added."""

    def __init__(self, own: Edition, settings: SettingStore) -> None:
        assert own.cash is not None, f"{own.name} has no cash games"
        self.own = own
        """The rules as the operator's file names them."""
        self.rules = own
        """The same with the stakes that were added."""
        self.stakes: dict[StakeKey, AddedStake] = {}
        self.settings: dict[StakeKey, StoredSetting] = {}
        """Who added which stake, and when."""
        self.units: dict[str, StakeKey | None] = units_of(own.cash)
        """Every unit that there always is, with its stake: changed in place."""
        self.listeners: list[Callable[[Edition], None]] = []
        """Others who look stakes up: they hear of the rules with one more, or one less."""
        self._own_units = tuple(self.units)
        self._settings = settings
        self._reading = asyncio.Lock()

    @property
    def added(self) -> list[str]:
        """The units of the stakes that were added, the oldest first."""
        by_age = sorted(self.settings.items(), key=lambda one: (one[1].set_ms, one[1].name))
        return [pool_unit(stake) for stake, _ in by_age]

    async def read(self) -> None:
        """Know what the database has by now."""
        async with self._reading:
            found = offered(self.own, await self._settings.all())
            is_new = found.stakes != self.stakes
            self.rules, self.stakes, self.settings = found
            if not is_new:
                return
            assert found.rules.cash is not None
            units = units_of(found.rules.cash)
            for gone in self.units.keys() - units.keys():
                del self.units[gone]
            self.units.update(units)
            for listen in self.listeners:
                listen(found.rules)

    def practice_numbers(self, unit: str) -> range:
        """Those of the practice players whom a unit may hire: no other unit of the file may.

        Who works for two stakes that were added sits at both, as other players do.
        """
        own, added = self._own_units, self.added
        parts = len(own) + 1 + SHARES_OF_ADDED
        part = len(own)
        if unit in own:
            part = own.index(unit)
        elif unit in added:
            part = len(own) + 1 + added.index(unit) % SHARES_OF_ADDED
        return range(part + 1, IN_FIELD, parts)
