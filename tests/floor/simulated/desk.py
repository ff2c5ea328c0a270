"""A floor with its books: every command is performed, booked, and read by a second floor.

After each command chips and money are counted again: the pools of the till, those of the ledger and
those that the audit counts from the log are the same, and so are the chips in play.
"""

from collections import Counter
from random import Random

from cardroom.errors import FloorRefused
from cardroom.floor.commands import AnyCommand
from cardroom.floor.events import Undone
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, Operator
from cardroom.floor.money.prizes import results
from cardroom.floor.money.transfers import transfers_of
from cardroom.floor.parts.field import Field
from cardroom.floor.performing import Performer
from cardroom.floor.terms import FloorTerms
from cardroom.ledger import Account, FloorId, Ledger
from cardroom.ledger.floors import FloorMoney
from cardroom.store.audit.floor_count import FloorCount
from cardroom.tournament.ids import EntryId
from tests.floor.rulings.asking import LIVE
from tests.floor.simulated.second_floor import SecondFloor
from tests.floor.simulated.terms import UNIT

MANAGER = Operator("Mara", "manager")
MONEY = FloorMoney(FloorId(1), "EUR")
POOLS = {"prize": "places", "bounty": "bounties", "fee": "fees", "staff": "staff"}
LOOKED_AT_EVERY = 25
"""Everybody's seat and place is compared after this many commands, and at the end."""


class BookedFloor:
    """One live tournament that believes nothing."""

    def __init__(self, chance: Random, terms: FloorTerms) -> None:
        self.chance = chance
        self.terms = terms
        self.now_ms = 0
        self.ledger = Ledger()
        self.refusals: Counter[str] = Counter()
        self.undone = 0
        self._commands = 0
        self._booked = 0
        self._open(Floor(LIVE, terms))

    def _open(self, floor: Floor) -> None:
        self.floor = floor
        self.performer = Performer(floor, self.chance.randrange)
        self._read_again()

    def _read_again(self) -> None:
        self.second = SecondFloor(self.terms.seats)
        self.count = FloorCount(self.terms)
        self._follow(0)

    @property
    def field(self) -> Field:
        return self.floor.field

    # What the staff does

    def do(self, command: AnyCommand, reason: str = "") -> bool:
        """Perform a command; whether it was carried out. A refused one leaves nothing behind."""
        before = self.floor.log.last
        try:
            self.performer.perform(command, By(MANAGER, self.now_ms, reason))
        except FloorRefused as refusal:
            self.refusals[refusal.reason] += 1
            if self.floor.log.last != before:
                # The room reads the floor again from the store, which has none of it.
                self._open(Floor(LIVE, self.terms, self.floor.log.entries[:before]))
            return False
        assert self.floor.log.last > before
        self._after(before)
        return True

    def must(self, command: AnyCommand, reason: str = "") -> None:
        """Perform a command that nothing can be wrong with."""
        before = self.refusals.copy()
        done = self.do(command, reason)
        assert done, (command, self.refusals - before)

    def undo(self, number: int) -> bool:
        """Take an entry back with all that depends on it."""
        before = self.floor.log.last
        try:
            self.floor.undo(number, By(MANAGER, self.now_ms, "a mistake"), with_dependents=True)
        except FloorRefused as refusal:
            self.refusals[refusal.reason] += 1
            return False
        last = self.floor.log.entries[-1].event
        assert isinstance(last, Undone)
        self.undone += len(last.entries)
        self._book(before)
        self._read_again()
        self._verify()
        return True

    # What is compared

    def _after(self, before: int) -> None:
        self._commands += 1
        self._book(before)
        self._follow(before)
        self._verify()
        if self._commands % LOOKED_AT_EVERY == 0:
            self.look_at_everybody()

    def _follow(self, before: int) -> None:
        new = [one for one in self.floor.log.entries[before:] if self.floor.log.counts(one.number)]
        self.second.read(new)
        for entry in new:
            assert not [*self.count.read(entry)]

    def _book(self, before: int) -> None:
        entries = self.floor.log.entries
        assert self._booked == before
        for transfer in transfers_of(MONEY, entries, entries[before:]):
            self.ledger.apply(transfer)
        self._booked = len(entries)

    def balance(self, account: str) -> int:
        return self.ledger.balance(Account(account))

    def _verify(self) -> None:
        pools = self.floor.till.pools
        for part, pool in POOLS.items():
            amount = getattr(pools, part)
            assert amount == self.count.pools[part] == self.balance(f"floor:1:{pool}:EUR"), part
        assert self.floor.chip_count.in_play == self.count.in_play
        assert self.field.left == self.second.left
        assert len(self.field.names) == self.second.entries
        assert all(hands > 0 for hands in self.floor.discipline.missing.values())

    def look_at_everybody(self) -> None:
        """Seats, and places of those who are out, as the second floor has them."""
        seated = {
            table.number: {seat: int(entry) for seat, entry in table.players.items()}
            for table in self.field.tables.values()
        }
        assert seated == self.second.seats
        ranked = [one for one in results(self.floor) if one.how in {"out", "disqualified"}]
        assert {int(one.entry): (one.place, one.tied) for one in ranked} == self.second.places()
        prizes = (*(self.floor.till.prizes or ()), *([0] * len(self.field.names)))
        if self.floor.till.prizes is not None and self.floor.till.deal is None:
            left = self.field.left
            assert sum(one.prize for one in ranked) == sum(prizes[left : left + len(ranked)])

    def partition(self) -> dict[EntryId, int]:
        """All chips in play, in random stacks of the players who are left."""
        players = sorted(self.field.places)
        if not players:
            return {}
        units, odd = divmod(self.floor.chip_count.in_play, UNIT)
        assert not odd
        cuts = sorted(self.chance.sample(range(1, units), len(players) - 1))
        edges = [0, *cuts, units]
        return {
            entry: UNIT * (edges[number + 1] - edges[number])
            for number, entry in enumerate(players)
        }
