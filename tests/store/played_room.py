"""A small room with real hands, as a server writes it: counts, messages, a void hand, a case."""

import asyncio
from functools import cache
from random import Random
from typing import NamedTuple

import msgspec

from cardroom.cash.table import CashTable
from cardroom.engine import Hand
from cardroom.history.statistics import count
from cardroom.ledger import CaseId, PlayerId, SettledHand, Statistic, TableId, Transfer
from cardroom.ledger.accounts import player_cash
from cardroom.ledger.banking import cancel_withdrawal, deposit, request_withdrawal
from cardroom.ledger.cases import place_hold
from cardroom.ledger.overrides import reverse, take_back
from cardroom.room.receipts import receipt_of
from cardroom.room.records import MoneyOrder
from cardroom.rulebook import edition
from cardroom.rulebook.cash import StakeKey
from cardroom.simulation.cash.world import World
from cardroom.store import Store
from cardroom.store.house.orders import StoredOrders
from cardroom.store.rooms import RoomStore

HANDS = 8
RICH = PlayerId(90)
OPEN = MoneyOrder(
    reference="w2", kind="withdrawal", player=RICH, amount=300, currency="EUR", asked_ms=6
)
"""The order whose money is set aside."""


class Played(NamedTuple):
    """What a room has done, in its order."""

    tables: list[TableId]
    deeds: list[Transfer | SettledHand]


@cache
def played() -> Played:
    """Simulated players sit down, play and leave; each hand with what it counts."""
    hands: dict[str, SettledHand] = {}

    def keep(table: CashTable, hand: Hand) -> None:
        settled = table.settlement(epoch=1, edition="en-2.7", currency="EUR", at_ms=1)
        counted = count(hand.events, settled.seats, settled.deltas, at_ms=1)
        statistics = tuple(
            Statistic(player, name, add)
            for player, counters in counted.items()
            for name, add in counters.items()
        )
        hands[settled.key] = msgspec.structs.replace(settled, statistics=statistics)

    stake = StakeKey("nl-holdem", "ordinary", 5, 10)
    world = World(edition("en-2.7"), stake, players=8, chance=Random(3), watch=keep)
    while world.summary.hands < HANDS:
        world.play(until=HANDS)
    deeds = [hands.get(one.key, one) for one in world.transfers]
    return Played([table.table for table in world.lobby.tables], deeds)


def affairs() -> list[Transfer]:
    """A deposit and its reversal, a withdrawal that is cancelled, one that is open, a hold."""
    paid = deposit(RICH, 1000, "EUR", reference="r1", at_ms=1)
    wrong = deposit(RICH, 50, "EUR", reference="r2", at_ms=2)
    back = reverse(wrong, operator="op", note="not his", at_ms=3)
    asked = request_withdrawal(RICH, 200, "EUR", reference="w1", at_ms=4)
    again = request_withdrawal(RICH, 300, "EUR", reference="w2", at_ms=6)
    cash = player_cash(RICH, "EUR")
    hold = place_hold(CaseId(5), RICH, 100, cash, number=1, at_ms=7)
    return [paid, wrong, back, asked, cancel_withdrawal(asked, at_ms=5), again, hold]


def taken_back(hand: SettledHand) -> Transfer:
    """The hand is void; what its winner has at other tables by now, the house pays (AMB-24)."""
    missing = {player: delta for player, delta in hand.deltas.items() if delta > 0}
    return take_back(hand, missing, operator="op", note="a card twice", at_ms=8)


async def _write(room: RoomStore, deed: Transfer | SettledHand) -> None:
    if isinstance(deed, SettledHand):
        await room.settle(deed)
    else:
        await room.move(deed, None)


async def play(store: Store) -> None:
    """Write it all."""
    room = RoomStore(store, tells=True)
    tables, deeds = played()
    for table in tables:
        await room.claim_table(table, "us", "nl-holdem:ordinary:5:10")
    hands = [deed for deed in deeds if isinstance(deed, SettledHand)]
    all_deeds = [*deeds, taken_back(hands[1]), *affairs()]
    await asyncio.gather(*(_write(room, deed) for deed in all_deeds))
    assert await store.register(RICH, "Rich", 1)
    await StoredOrders(store).open(OPEN, 1, receipt_of(RICH, "w2", OPEN.amount, 6))
    last = hands[-1]
    await room.void(
        msgspec.structs.replace(
            last, number=999, deltas={}, stacks={}, rake=0, rake_cap=0, statistics=()
        ),
        last.epoch,
    )
