"""Who may play at which stake, by the operator's word (FAIR-07)."""

import asyncio

from cardroom.room.people import PEOPLE, AccountKind
from cardroom.rulebook.cash.stakes import StakeKey


class Admission:
    """The stakes that are withheld, and the kinds of accounts that each of the others admits."""

    def __init__(self) -> None:
        self.changes = 0
        """How often anything has changed, for those who display it."""
        self._allowed: dict[StakeKey, frozenset[AccountKind]] = {}
        self._withheld: set[StakeKey] = set()
        self._offered = asyncio.Event()

    def admits(self, stake: StakeKey) -> frozenset[AccountKind]:
        """People everywhere; practice players and programs where the operator lets them."""
        return frozenset() if stake in self._withheld else self._admitted(stake)

    def _admitted(self, stake: StakeKey) -> frozenset[AccountKind]:
        return self._allowed.get(stake, PEOPLE)

    def allow(self, stake: StakeKey, kinds: frozenset[AccountKind]) -> None:
        """Let further kinds of accounts play at a stake."""
        self._allowed[stake] = self._admitted(stake) | kinds
        self.changes += 1

    def withhold(self, stake: StakeKey) -> None:
        """Offer a stake to nobody until it is offered again."""
        self._withheld.add(stake)
        self.changes += 1

    def offer(self, stake: StakeKey) -> None:
        """Offer a stake that was withheld."""
        self._withheld.discard(stake)
        self._offered.set()
        self.changes += 1

    async def until_offered(self, stake: StakeKey) -> None:
        """Wait while a stake is withheld."""
        while stake in self._withheld:
            self._offered.clear()
            await self._offered.wait()
