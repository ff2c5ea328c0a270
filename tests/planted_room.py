"""A room with a past in which two may have cheated: accounts, staff, money, and hands of a pool.

`python -m tests.planted_room ADDRESS [KIND]` writes it into a new database.
"""

import asyncio
import sys
import time
from random import Random

from cardroom.engine.events import encode_events
from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in, cash_out, top_up
from cardroom.room.people import Role
from cardroom.room.records import NewAccount
from cardroom.rulebook import edition
from cardroom.server.people.passwords import Passwords
from cardroom.simulation.population.hand_play import BIG_BLIND
from cardroom.simulation.population.pool import Pool, PoolHand, PoolTerms
from cardroom.simulation.population.schemes import Scheme
from cardroom.store import Store
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.casebook import StoredCases
from tests.integrity.pools import CHEATS, STYLES

STAFF: dict[str, Role] = {"Rob": "risk", "Rita": "risk", "Ria": "risk", "Boss": "administrator"}
PASSWORD = "three small fish"
MONEY, STACK = 10_000_000, 100 * BIG_BLIND
CURRENCY = "XPM"
RULES = edition("en-2.7")
HAND_EVERY_MS = 45_000
HANDS = {"dump": 350, "soft": 600, "isolate": 350}
Deed = SettledHand | tuple[str, int]


class LedgerPool(Pool):
    """A pool for money: who has little left fills up, who has much takes some away."""

    def __init__(self, terms: PoolTerms, *, seed: int, hands: int) -> None:
        super().__init__(terms, RULES.hand, Random(seed), hands=hands)
        self.stacks = dict.fromkeys(terms.styles, STACK)
        self.filled: list[tuple[str, int]] = []

    def _stack(self, name: str) -> int:
        if not STACK // 2 <= self.stacks[name] <= 2 * STACK:
            self.filled.append((name, STACK - self.stacks[name]))
            self.stacks[name] = STACK
        return self.stacks[name]


async def write_planted(
    address: str, kind: str | None = "dump", *, hands: int = 0, seed: int = 1
) -> dict[str, PlayerId]:
    """Write it all; everybody by name. With a kind, Ann and Bo cheat."""
    count = hands or HANDS.get(kind or "", 200)
    started_ms = time.time_ns() // 1_000_000 - (count + 100) * HAND_EVERY_MS
    schemes = [] if kind is None else [Scheme(kind=kind, players=CHEATS)]
    pool = LedgerPool(PoolTerms(styles=STYLES, schemes=schemes), seed=seed, hands=count)
    async with await Store.open(address) as store:
        people = await _people(store, started_ms)
        table = TableId(1)
        for name in STYLES:
            await store.transfer(
                buy_in(table, people[name], STACK, CURRENCY, request="1", at_ms=started_ms)
            )
        claim = await store.claim(table, "the past")
        for played in pool.play():
            at_ms = started_ms + played.number * HAND_EVERY_MS
            for name, by in pool.filled:
                move = top_up if by > 0 else cash_out
                request = f"more-{played.number}"
                await store.transfer(
                    move(table, people[name], abs(by), CURRENCY, request=request, at_ms=at_ms)
                )
            pool.filled.clear()
            await store.settle(_settled(played, pool, people, claim.epoch, at_ms))
        for name, stack in pool.stacks.items():
            if stack:
                await store.transfer(
                    cash_out(table, people[name], stack, CURRENCY, request="end", at_ms=at_ms)
                )
    return people


def _settled(
    played: PoolHand, pool: LedgerPool, people: dict[str, PlayerId], epoch: int, at_ms: int
) -> SettledHand:
    after = {name: played.hand.stacks[seat] for seat, name in played.names.items()}
    deltas = {people[name]: stack - pool.stacks[name] for name, stack in after.items()}
    pool.stacks |= after
    return SettledHand(
        table=TableId(1), epoch=epoch, number=played.number + 1, edition=RULES.name,
        currency=CURRENCY, at_ms=at_ms, deltas=deltas, rake=0, rake_cap=0,
        stacks={people[name]: stack for name, stack in after.items()},
        history=encode_events(played.hand.events),
        seats={seat: people[name] for seat, name in played.names.items()},
        stake="nl-holdem:ordinary:50:100",
    )  # fmt: skip


async def _people(store: Store, at_ms: int) -> dict[str, PlayerId]:
    passwords = Passwords(workers=1)
    kept = await passwords.hash(PASSWORD)
    passwords.close()
    accounts, people = StoredAccounts(store), {}
    for name in (*STYLES, *STAFF):
        role = STAFF.get(name, "player")
        account = await accounts.add(
            NewAccount(
                name=name, name_key=name.lower(), kind="person", created_ms=at_ms,
                password_hash=kept, role=role,
            )
        )  # fmt: skip
        assert account is not None
        people[name] = account.player
        if name in STAFF:
            player = account.player
            await StoredCases(store).record(player, player, f"made_{role}", "hired", at_ms)
        else:
            money = deposit(account.player, MONEY, CURRENCY, reference=f"first-{name}", at_ms=at_ms)
            await store.transfer(money)
    return people


if __name__ == "__main__":
    asyncio.run(write_planted(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "dump"))
