"""Hands to settle: six players, about 2 KB of history, seven entries, one message, six counts."""

import random
from collections.abc import Iterator

from cardroom.ledger import Message, PlayerId, SettledHand, Statistic, TableId, Transfer
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in
from cardroom.store import Claim

PLAYERS = 6
STACK = 1_000_000_000
HISTORY_BYTES = 2048
CURRENCY = "EUR"


class SampleTable:
    """One table whose hands are all different and always add up."""

    def __init__(self, claim: Claim, seed: int, history_bytes: int = HISTORY_BYTES) -> None:
        self.claim = claim
        self.players = [PlayerId(claim.table * 10 + seat) for seat in range(PLAYERS)]
        self.stacks = dict.fromkeys(self.players, STACK)
        self._chance = random.Random(seed)
        self._number = 0
        self._history_bytes = history_bytes

    def funding(self) -> Iterator[Transfer]:
        """What must be transferred before the first hand."""
        for player in self.players:
            yield deposit(player, STACK, CURRENCY, reference=str(player), at_ms=1)
            yield buy_in(self.claim.table, player, STACK, CURRENCY, request="1", at_ms=1)

    def hands(self, count: int) -> list[SettledHand]:
        """The next hands."""
        return [self.hand() for _ in range(count)]

    def hand(self) -> SettledHand:
        """The next hand: one player wins what the others lose, less the rake."""
        self._number += 1
        winner = self._chance.choice(self.players)
        deltas = {player: -self._chance.randint(1, 500) for player in self.players}
        deltas[winner] = 0
        pot = -sum(deltas.values())
        rake = min(pot // 20, 300)
        deltas[winner] = pot - rake
        self.stacks = {player: has + deltas[player] for player, has in self.stacks.items()}
        return SettledHand(
            table=TableId(self.claim.table),
            epoch=self.claim.epoch,
            number=self._number,
            edition="en-2.7",
            currency=CURRENCY,
            at_ms=self._number,
            deltas=deltas,
            rake=rake,
            rake_cap=300,
            stacks=self.stacks,
            history=self._chance.randbytes(self._history_bytes),
            statistics=tuple(Statistic(player, "hands", 1) for player in self.players),
            outbox=(Message("table.settled", b"%d" % self._number),),
        )
