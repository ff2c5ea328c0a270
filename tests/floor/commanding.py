"""Staff who send commands to a floor, as a console does, on a clock of the test's own."""

from random import Random
from typing import Any

import msgspec
import pytest

from cardroom.errors import FloorRefused
from cardroom.floor.commands import AnyCommand
from cardroom.floor.floor import Floor
from cardroom.floor.log import LogEntry, Role
from cardroom.floor.money.transfers import transfers_of
from cardroom.floor.performing import Performer
from cardroom.floor.terms import FloorTerms
from cardroom.floor.view import FloorState, Header, state_of
from cardroom.ledger import Account, FloorId, Ledger
from cardroom.ledger.floors import FloorMoney
from cardroom.rulebook import Edition
from tests.floor.rulings.asking import LIVE
from tests.floor.staff import by, decode_log, encode_log

SPLIT = {"prize": 4_000, "fee": 700, "staff": 300}
LEVELS = [
    {"minutes": 20, "small_blind": 100, "big_blind": 200},
    {"minutes": 20, "small_blind": 200, "big_blind": 400},
    {"minutes": 10},
    {"minutes": 30, "small_blind": 300, "big_blind": 600, "ends_day": True},
    {"minutes": 30, "small_blind": 400, "big_blind": 800},
]
PLAIN: dict[str, Any] = {
    "seats": 9,
    "starting_stack": 10_000,
    "levels": LEVELS,
    "entries_until_level": 2,
    "paid": [
        {"entries": 1, "places": 1, "percents": [100]},
        {"entries": 4, "places": 2, "percents": [70, 30]},
    ],
    "price": SPLIT,
}
HEADER = Header(floor=1, name="Thursday", currency="EUR")
MONEY = FloorMoney(FloorId(1), "EUR")


class Desk:
    """A floor, its books, and somebody who gives it orders."""

    def __init__(self, rules: Edition = LIVE, seed: int = 1, **changes: Any) -> None:
        terms = msgspec.convert({**PLAIN, **changes}, FloorTerms, str_keys=True)
        self.floor = Floor(rules, terms)
        self.ledger = Ledger()
        self.now_s = 0
        self._chance = Random(seed)
        self._booked = 0
        self.performer = Performer(self.floor, self._chance.randrange)

    def do(
        self, what: str, *, role: Role = "manager", reason: str = "", seen: int | None = None,
        **facts: Any,
    ) -> LogEntry:  # fmt: skip
        """Send a command; the answer is its first entry, and the books have its money."""
        command = msgspec.convert({"do": what, **facts}, AnyCommand, str_keys=True)
        before = self.floor.log.last
        self.performer.perform(command, by(role, self.now_s, reason, seen))
        self.book()
        return self.floor.log.entries[before]

    def undo(self, entry: int, **how: Any) -> LogEntry:
        undone = self.floor.undo(entry, by("manager", self.now_s, "a mistake"), **how)
        self.book()
        return undone

    def book(self) -> None:
        """Move what the new entries say; pools and books are the same afterwards."""
        entries = self.floor.log.entries
        for transfer in transfers_of(MONEY, entries, entries[self._booked :]):
            self.ledger.apply(transfer)
        self._booked = len(entries)
        pools = self.floor.till.pools
        for name, amount in (
            ("places", pools.prize), ("bounties", pools.bounty), ("fees", pools.fee),
            ("staff", pools.staff),
        ):  # fmt: skip
            assert self.balance(f"floor:1:{name}:EUR") == amount, name

    def balance(self, account: str) -> int:
        return self.ledger.balance(Account(account))

    def refused(self, what: str, **facts: Any) -> tuple[str, str]:
        """A command that is not carried out: the log is as it was."""
        before = self.floor.log.entries
        with pytest.raises(FloorRefused) as no:
            self.do(what, **facts)
        assert self.floor.log.entries == before
        return no.value.rule, no.value.reason

    def start(self, players: int, tables: int = 1) -> list[int]:
        """Open tables, enter players, draw the buttons, start the clock."""
        self.do("open_tables", count=tables)
        entries = [
            self.do("enter", player=f"Player {one}").event.entry  # type: ignore[union-attr]
            for one in range(1, players + 1)
        ]
        for table in range(1, tables + 1):
            self.do("draw_button", table=table)
        self.do("start_clock")
        return [int(one) for one in entries]

    def level(self, number: int, left_min: int = 10) -> None:
        self.do("set_clock", level=number, left_ms=60_000 * left_min, reason="a test")

    @property
    def state(self) -> FloorState:
        """What the console shows; a stored log gives the same."""
        now_ms = 1000 * self.now_s
        again = Floor(
            self.floor.edition, self.floor._written, decode_log(encode_log(self.floor.log.entries))
        )
        state = state_of(self.floor, HEADER, "manager", now_ms)
        assert state_of(again, HEADER, "manager", now_ms) == state
        return state

    def players_at(self, table: int) -> list[int]:
        return [int(one) for one in self.floor.field.table(table).players.values()]
