"""The audit of stored hands: what one costs, and that a million leave nothing behind in memory."""

import argparse
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator

from bench.harness import HERE, Check, Contender, Task, Work
from cardroom.ledger import (
    GENESIS,
    Account,
    PlayerId,
    SettledHand,
    TableId,
    Transfer,
    canonical,
    chain,
    settle_hand,
)
from cardroom.ledger.audit import Audit, Record, Replay, Totals
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in

NOTES = """
- Six players at each of 100 tables, two to six of them in a hand, 2 KB of history. Only the audit
  is timed: no database is read. From SQLite it is about 100 µs a hand, most of it the reading.
- "Played again" takes real hands of a simulated room, and each is played again from its history.
- The memory of a million hands is the most that the process ever had, with the makers of the hands
  in it; it must not grow by more than 10 MB after the first 10,000.
- Transfers that are no hands leave about 100 bytes each behind: there are 1,200 here.
"""

TABLES = 100
SEATS = 6
CHUNK = 1_000
STACK = 10**9
SAMPLE = 5_000
MILLION = 1_000_000
FIRST = 10_000
GROWTH_MB_MAX = 10.0


class Room:
    """Makes the records of a room: every player pays in and sits down, then hands are played."""

    def __init__(self, seed: int) -> None:
        self.head = GENESIS
        self.random = random.Random(seed)
        self.stacks = {
            TableId(table): {PlayerId(table * SEATS + seat): STACK for seat in range(SEATS)}
            for table in range(1, TABLES + 1)
        }
        self.numbers = dict.fromkeys(self.stacks, 0)
        self.balances: dict[Account, int] = {}

    def seating(self) -> Iterator[Record]:
        for table, stacks in self.stacks.items():
            for player in stacks:
                paid = deposit(player, STACK, "EUR", reference=f"{player}", at_ms=0)
                yield self.record(paid, None)
                sat = buy_in(table, player, STACK, "EUR", request="1", at_ms=0)
                yield self.record(sat, None)

    def hands(self, count: int) -> list[Record]:
        return [self._hand() for _ in range(count)]

    def _hand(self) -> Record:
        table = self.random.choice(list(self.stacks))
        stacks = self.stacks[table]
        self.numbers[table] += 1
        players = self.random.sample(list(stacks), self.random.randint(2, SEATS))
        deltas = {player: -self.random.randint(1, 500) for player in players[1:]}
        rake = min(100, -sum(deltas.values()) // 20)
        deltas[players[0]] = -sum(deltas.values()) - rake
        for player, delta in deltas.items():
            stacks[player] += delta
        hand = SettledHand(
            table=table,
            epoch=1,
            number=self.numbers[table],
            edition="en-2.7",
            currency="EUR",
            at_ms=1,
            deltas=deltas,
            rake=rake,
            rake_cap=100,
            stacks={player: stacks[player] for player in deltas},
            history=self.random.randbytes(2048),
        )
        return self.record(settle_hand(hand), hand)

    def record(self, transfer: Transfer, hand: SettledHand | None) -> Record:
        """A transfer as a store keeps it."""
        content = canonical(transfer)
        self.head = chain(self.head, content)
        for account, amount in transfer.entries:
            self.balances[account] = self.balances.get(account, 0) + amount
        return Record(
            content, self.head, tuple([(account, by) for account, by in transfer.entries]), hand
        )


def audited(records: list[Record], replay: Replay | None) -> Work:
    """Audit some records from zero; the units are hands."""
    hands = sum(record.hand is not None for record in records)

    def work() -> int:
        audit = Audit(replay)
        for record in records:
            audit.feed(record)
        assert audit.read == len(records)
        return hands

    return work


def prepare_books() -> Work:
    room = Room(seed=1)
    return audited([*room.seating(), *room.hands(SAMPLE)], None)


def prepare_replayed() -> Work:
    from cardroom.cash.table import CashTable
    from cardroom.commands.ledger import replay_under
    from cardroom.engine import Hand
    from cardroom.rulebook import edition
    from cardroom.rulebook.cash import StakeKey
    from cardroom.simulation.cash.world import World

    hands: dict[str, SettledHand] = {}

    def keep(table: CashTable, _: Hand) -> None:
        hand = table.settlement(epoch=1, edition="en-2.7", currency="EUR", at_ms=1)
        hands[hand.key] = hand

    stake = StakeKey("nl-holdem", "ordinary", 5, 10)
    world = World(edition("en-2.7"), stake, players=30, chance=random.Random(1), watch=keep)
    while world.summary.hands < SAMPLE:
        world.play(until=SAMPLE)
    room = Room(seed=1)
    records = [room.record(one, hands.get(one.key)) for one in world.transfers]
    return audited(records, replay_under([]))


TASKS = [
    Task(
        "Audit a stored hand",
        "hand",
        [
            Contender("cardroom", prepare_books, "books and chain"),
            Contender("cardroom", prepare_replayed, "and played again"),
        ],
    )
]


def million() -> str:
    """Run the whole stream in a process of its own, so that the memory is its own."""
    asked = [sys.executable, "-m", "bench.audit", "--hands", str(MILLION)]
    done = subprocess.run(asked, cwd=HERE, capture_output=True, text=True, check=True)
    return done.stdout.strip()


CHECKS = [Check("A million hands from the first to the last", million)]


def megabytes() -> float:
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10 * FIRST)
    count = parser.parse_args().hands
    room, audit = Room(seed=1), Audit()
    seated = list(room.seating())
    for record in seated:
        audit.feed(record)
    spent, done, first = 0.0, 0, 0.0
    while done < count:
        records = room.hands(min(CHUNK, count - done))
        begun = time.process_time()
        for record in records:
            audit.feed(record)
        spent += time.process_time() - begun
        done += len(records)
        if done == FIRST:
            first = megabytes()
    stored = Totals(len(seated) + done, done, room.head, room.balances)
    report = audit.finish(stored, now_ms=2)
    last = megabytes()
    assert report.breaches_found == 0
    assert last - first < GROWTH_MB_MAX, (first, last)
    memory = f"{first:.1f} MB after {FIRST:,} hands, {last:.1f} MB at the end"
    print(f"{spent:.0f} s of CPU for {done:,} hands; {memory}")


if __name__ == "__main__":
    main()
