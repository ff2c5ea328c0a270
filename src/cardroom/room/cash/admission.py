"""Who may play at which stake, by the operator's word (FAIR-07)."""

import asyncio

from cardroom.room.people import PEOPLE, AccountKind
from cardroom.rulebook.cash.stakes import StakeKey


class Admission:
    """The stakes that are withheld, and the kinds of accounts that each of the others admits."""

    def __init__(self) -> None:
        self.changes = 0
        """How often anything has changed, for those who display it."""
        self._admitted: dict[StakeKey, frozenset[AccountKind]] = {}
        self._withheld: set[StakeKey] = set()
        self._offered = asyncio.Event()

    def admits(self, stake: StakeKey) -> frozenset[AccountKind]:
        """People, where the operator says nothing else; nobody where the stake is withheld."""
        return frozenset() if stake in self._withheld else self._admitted.get(stake, PEOPLE)

    def admit(self, stake: StakeKey, kinds: frozenset[AccountKind]) -> None:
        """Let these kinds of accounts sit at a stake, and no others."""
        self._admitted[stake] = kinds
        self.changes += 1

    def is_withheld(self, stake: StakeKey) -> bool:
        """Whether a stake is offered to nobody."""
        return stake in self._withheld

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
