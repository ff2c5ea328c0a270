"""The store of a simulated room, in memory, with the real ledger inside."""

import asyncio
from collections.abc import Mapping, Sequence
from random import Random

from cardroom.errors import TransferRefused, Unavailable
from cardroom.ledger import (
    Account,
    CaseId,
    Kind,
    Ledger,
    PlayerId,
    SettledHand,
    TableId,
    Transfer,
    read_account,
    settle_hand,
)
from cardroom.room.people import Caller
from cardroom.room.requests import Report
from cardroom.units import Cents


class MemoryStore:
    """Everything that would outlive the process; slow and unreachable now and then."""

    def __init__(self, chance: Random, *, trouble_permille: int = 0) -> None:
        self.ledger = Ledger()
        self.hands: dict[TableId, list[SettledHand]] = {}
        self.voided: list[SettledHand] = []
        self.epochs: dict[TableId, int] = {}
        self.kept: dict[TableId, bytes] = {}
        self._chance = chance
        self.trouble_permille = trouble_permille

    async def _weather(self) -> None:
        await asyncio.sleep(self._chance.randrange(20) / 1000)
        if self._chance.randrange(1000) < self.trouble_permille:
            raise Unavailable("the store is out of reach")

    async def balance(self, account: Account) -> Cents:
        return self.ledger.balance(account)

    async def move(self, transfer: Transfer, under: tuple[TableId, int] | None) -> object:
        await self._weather()
        if under is not None and self.epochs[under[0]] != under[1]:
            raise TransferRefused("I5", "not_the_owner")
        return self.ledger.apply(transfer)

    async def settle(self, hand: SettledHand) -> object:
        await self._weather()
        if self.epochs[hand.table] != hand.epoch:
            raise TransferRefused("I5", "not_the_owner")
        answer = self.ledger.apply(settle_hand(hand))
        hands = self.hands.setdefault(hand.table, [])
        if not hands or hands[-1].key != hand.key:
            hands.append(hand)
        if self._chance.randrange(1000) < self.trouble_permille:
            raise Unavailable("stored, but the answer was lost")
        return answer

    async def void(self, hand: SettledHand) -> None:
        self.voided.append(hand)

    async def claim_table(self, table: TableId, owner: str) -> int:
        await self._weather_mild()
        self.epochs[table] = self.epochs.get(table, 0) + 1
        return self.epochs[table]

    async def _weather_mild(self) -> None:
        await asyncio.sleep(self._chance.randrange(20) / 1000)

    async def keep_table(self, table: TableId, epoch: int, record: bytes) -> None:
        await self._weather()
        if record:
            self.kept[table] = record
        else:
            self.kept.pop(table, None)

    async def kept_tables(self) -> Sequence[tuple[TableId, bytes]]:
        return sorted(self.kept.items())

    async def stacks(self, table: TableId) -> Mapping[PlayerId, Cents]:
        found: dict[PlayerId, Cents] = {}
        for account, balance in self.ledger.balances.items():
            parts = read_account(account)
            if parts.kind is Kind.ESCROW and parts.ids[0] == table and balance:
                found[PlayerId(parts.ids[1])] = balance
        return found

    async def last_hand(self, table: TableId) -> SettledHand | None:
        hands = self.hands.get(table)
        return hands[-1] if hands else None


class NoLag:
    """Everybody is here, and near."""

    def is_here(self, player: PlayerId) -> bool:
        return True

    def lag_ms(self, player: PlayerId) -> int:
        return 0


class SeededBits:
    """Chance from a seed."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def bits(self, count: int) -> int:
        return self._chance.getrandbits(count) if count else 0


class Names:
    """Players are called by their numbers."""

    def name(self, player: PlayerId) -> str:
        return f"player{player}"


class Cases:
    """Reports, in the order in which they came."""

    def __init__(self) -> None:
        self.reports: list[tuple[PlayerId, Report]] = []

    async def report(self, caller: Caller, report: Report, at_ms: int) -> CaseId:
        self.reports.append((caller.player, report))
        return CaseId(len(self.reports))

    async def record(
        self, actor: PlayerId, subject: PlayerId, deed: str, reason: str, at_ms: int
    ) -> None:
        raise AssertionError("nothing is recorded here")
