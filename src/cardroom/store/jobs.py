"""Jobs of the house: each is a unit that one process at a time has claimed (CRASH-01)."""

import asyncio
from typing import Literal

from cardroom.ledger import Reason
from cardroom.store.ownership import UnitClaim, UnitName
from cardroom.store.store import Store

JobName = Literal["orders", "outbox", "suspense"]
"""Carrying orders to the cashier, telling the operator's systems, and money without an owner."""

SUSPENSE = frozenset({Reason.SUSPENDED, Reason.SUSPENSE_RESOLVED, Reason.GIVEN_TO_CHARITY})
"""What only the job of suspense moves (CRASH-04)."""

OWNER = "cardroom"


class Job:
    """One job, claimed when this process first does it; a later claim by another ends it here."""

    def __init__(self, store: Store, name: JobName, owner: str = OWNER) -> None:
        self._store = store
        self._unit = UnitName("job", name)
        self._owner = owner
        self._claim: UnitClaim | None = None
        self._claiming = asyncio.Lock()

    async def claim(self) -> UnitClaim:
        """The right to do the job: every transaction that moves its money verifies it."""
        async with self._claiming:
            if self._claim is None:
                self._claim = await self._store.claim_unit(self._unit, self._owner)
        return self._claim
