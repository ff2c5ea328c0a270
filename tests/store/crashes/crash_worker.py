"""The worker of crashing.py: settles hands, and now and then takes one back, sets money aside and
credits it after all, as an operator does; says what it does until SIGKILL meets it."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import NoReturn

import msgspec

from cardroom.errors import Unavailable
from cardroom.ledger import Answer, SettledHand, Transfer
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.overrides import take_back
from cardroom.ledger.suspense import resolve_suspense, suspend
from cardroom.store import Store
from cardroom.store.databases.database import T
from tests.store.sample_tables import SampleTable

HISTORY_BYTES = 300
CORRECTED_EVERY = 3
"""One hand in this many is taken back."""


class Claimed(msgspec.Struct, tag="claimed", frozen=True):
    """A worker says that a table is its own."""

    table: int
    epoch: int


class Tried(msgspec.Struct, tag="tried", frozen=True):
    """A worker says which hand it is about to settle."""

    hand: SettledHand


class Moving(msgspec.Struct, tag="moving", frozen=True):
    """A worker says which deed of an operator it is about to book."""

    table: int
    transfer: Transfer


class Acknowledged(msgspec.Struct, tag="acknowledged", frozen=True):
    """A worker says that the store has answered."""

    table: int
    key: str


Said = Claimed | Tried | Moving | Acknowledged
_encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Said)


class Worker:
    """Runs in a process of its own and reports through a pipe, one line a fact."""

    def __init__(self, address: str, sample_tables: dict[int, SampleTable], pipe: int) -> None:
        self._address = address
        self._sample_tables = sample_tables
        self._pipe = pipe

    def say(self, fact: Said) -> None:
        os.write(self._pipe, _encoder.encode(fact) + b"\n")

    async def work(self) -> NoReturn:
        store = await until_available(lambda: Store.open(self._address))
        await asyncio.gather(
            *(self._play(store, sample) for sample in self._sample_tables.values())
        )
        raise AssertionError("a worker plays until it is killed")

    async def _play(self, store: Store, sample: SampleTable) -> None:
        table = sample.claim.table
        if sample.claim.epoch == 0:
            for transfer in sample.funding():
                await until_available(partial(store.transfer, transfer))
        claim = await until_available(lambda: store.claim(table, f"process {os.getpid()}"))
        self.say(Claimed(table, claim.epoch))
        mine = SampleTable(claim, seed=claim.epoch, history_bytes=HISTORY_BYTES)
        mine.stacks = sample.stacks
        while True:
            hand = mine.hand()
            self.say(Tried(hand))
            await until_available(partial(store.settle, hand))
            self.say(Acknowledged(table, hand.key))
            if hand.number % CORRECTED_EVERY == 1:
                await self._correct(store, hand)

    async def _correct(self, store: Store, hand: SettledHand) -> None:
        """What an operator does: take a hand back, set money aside, credit it."""
        for deed in corrections(hand):
            self.say(Moving(hand.table, deed))
            await until_available(partial(store.transfer, deed))
            self.say(Acknowledged(hand.table, deed.key))


def corrections(hand: SettledHand) -> Iterator[Transfer]:
    """A hand is void, and the house pays for its winner; what a loser got back is in dispute."""
    missing = {player: delta for player, delta in hand.deltas.items() if delta > 0}
    yield take_back(hand, missing, operator="op", note="malfunction", at_ms=hand.at_ms)
    loser, lost = next((player, -delta) for player, delta in hand.deltas.items() if delta < 0)
    cash = player_cash(loser, hand.currency)
    for part, is_credited in ((1, False), (lost - 1, True)):
        if part:
            reference = f"{hand.key}:{'credited' if is_credited else 'open'}"
            item = suspend(loser, part, cash, reference=reference, after_days=90, at_ms=hand.at_ms)
            yield item
            if is_credited:
                yield resolve_suspense(item, at_ms=hand.at_ms, operator="op", note="hers")


async def done(store: Store, deed: SettledHand | Transfer) -> Answer:
    """Settle a hand, or book a correction."""
    if isinstance(deed, SettledHand):
        return await store.settle(deed)
    return await store.transfer(deed)


async def until_available(attempt: Callable[[], Awaitable[T]]) -> T:
    """As the room does: what is not known is asked again."""
    while True:
        try:
            return await attempt()
        except Unavailable:
            continue
