"""The audit's hands per second and its memory, over a generated stream of up to a million hands.

Six players at each table, three to seven entries and about 2 KB of history a hand. Only the audit
is timed, not the making of the hands; memory is the most that the process ever had.
"""

import argparse
import random
import resource
import time
from collections.abc import Iterator

from cardroom.ledger import GENESIS, PlayerId, SettledHand, TableId, canonical, chain, settle_hand
from cardroom.ledger.audit import Audit, Record, Totals
from cardroom.ledger.banking import deposit
from cardroom.ledger.tables import buy_in

TABLES = 100
SEATS = 6
CHUNK = 1_000
STACK = 10**9


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
        self.balances: dict[str, int] = {}

    def seating(self) -> Iterator[Record]:
        for table, stacks in self.stacks.items():
            for player in stacks:
                paid = deposit(player, STACK, "EUR", reference=f"{player}", at_ms=0)
                sat = buy_in(table, player, STACK, "EUR", request="1", at_ms=0)
                for transfer in (paid, sat):
                    yield self._record(canonical(transfer), dict(transfer.entries), None)

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
        transfer = settle_hand(hand)
        return self._record(canonical(transfer), dict(transfer.entries), hand)

    def _record(self, content: bytes, moved: dict[str, int], hand: SettledHand | None) -> Record:
        self.head = chain(self.head, content)
        for account, amount in moved.items():
            self.balances[account] = self.balances.get(account, 0) + amount
        return Record(content, self.head, tuple(moved.items()), hand)


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000)
    count = parser.parse_args().hands
    room, audit = Room(seed=1), Audit()
    for record in room.seating():
        audit.feed(record)
    spent, done = 0.0, 0
    while done < count:
        records = room.hands(min(CHUNK, count - done))
        started = time.process_time()
        for record in records:
            audit.feed(record)
        spent += time.process_time() - started
        done += len(records)
        if done == 10_000 or done % 100_000 == 0:
            print(
                f"{done:>9} hands  {done / spent:>8.0f} hands/s  {megabytes():6.1f} MB", flush=True
            )
    totals = Totals(audit.position, done, room.head, room.balances)
    report = audit.finish(totals, now_ms=2)
    print(f"{report.breaches_found} breaches, {spent:.0f} s of CPU for {done} hands")
    assert report.breaches_found == 0


if __name__ == "__main__":
    main()
