"""A simulated tournament whose room fails, and whose staff and players do their worst."""

from collections.abc import Callable
from random import Random
from typing import Any

from cardroom.ledger import PlayerId
from cardroom.simulation.tournament.play import Play
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.tournament.record import decode_events, encode_events
from cardroom.tournament.tables.table import Table
from cardroom.tournament.tournament import Tournament
from tests.tournament.faults.checks import FaultChecks
from tests.tournament.faults.snapshots import complete, first_difference, journaled

STEPS_MAX = 30_000
"""Longer than anything that is played here."""
COMPARES = 6
"""One change in this many is compared with a second tournament that only read the events."""
LATE_COMMITS = 25
"""One hand in this many is committed late: levels and offers have ended meanwhile."""
LATE_S_MAX = 400
OVERDUE_COMMITS = 5
OVERDUE_MS = 91 * 86_400_000
"""How long after its start a HexaPro game is settled as it stands (HEX-12)."""
FAULTS_PER_STEP = 14
"""A fault every so many steps."""


class Dice:
    """Chance that can be changed under a tournament that draws from it."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def below(self, count: int) -> int:
        return self.chance.randrange(count)


def _no_chance(_: int) -> int:
    raise AssertionError("a replay draws nothing (TAMB-95)")


class FaultyPlay(Play):
    """Restarted at any moment: the restored tournament must be the one that was played."""

    def __init__(self, *args: Any, chance: Random, **how: Any) -> None:
        super().__init__(*args, chance=chance, **how)
        self._random = chance
        self._dice = Dice(chance)
        self.tournament = self.new_tournament(self._dice.below)
        self._shadow = self.new_tournament(_no_chance)
        self.journal: list[TournamentEvent] = []
        self.fault_checks = FaultChecks(self.definition, self.tournament.terms)
        self.watchers.append(self._follow)
        self.strike: Callable[[], None] = lambda: None
        """What may go wrong now."""
        self._steps = 0
        self._compared = 0

    # Every event

    def _follow(self, event: TournamentEvent) -> None:
        self.journal.append(event)
        self.fault_checks.read(event)

    def take_step(self) -> None:
        """Pay and read as ever; what follows from the events alone is compared now and then."""
        for transfer in self.tournament.journal.transfers:
            self.fault_checks.pay(transfer)
        super().take_step()
        for event in self.journal[self._compared :]:
            self._shadow.journal.replay([event])
        if self._compared < len(self.journal):
            self._compared = len(self.journal)
            if self._random.randrange(COMPARES) == 0 or self.tournament.is_over:
                self._compare()

    def _compare(self) -> None:
        lost = first_difference(journaled(self.tournament), journaled(self._shadow))
        assert lost is None, f"what continued and what the events tell differ: {lost}"

    # Restarts

    def restart(self, down_ms: int) -> None:
        """The server dies and comes back; hands in progress never were (TRN-25)."""
        self.take_step()
        stored = decode_events(encode_events(self.journal))
        seed = self._random.randrange(1 << 30)
        dice = Dice(Random(seed))
        restored = self.new_tournament(dice.below)
        self.now_ms += down_ms
        restored.restore(stored, self.now_ms, down_since_ms=self.now_ms - down_ms)
        if not down_ms:
            self._compare_restored(restored, seed)
        self.tournament, self._dice = restored, dice
        self.take_step()

    def _compare_restored(self, restored: Tournament, seed: int) -> None:
        """Whoever goes on, with the same chance: the same must happen."""
        live = self.tournament
        if live.is_running:
            self._dice.chance = Random(seed)
            live.crash(self.now_ms)
            live.tick(self.now_ms)
        ours, theirs = live.journal, restored.journal
        assert ours.events == theirs.events, (
            f"restored, other things happen: {theirs.events}, not {ours.events}"
        )
        assert ours.transfers == theirs.transfers
        lost = first_difference(complete(live), complete(restored))
        assert lost is None, f"what continued and what was restored differ: {lost}"

    # Steps

    def step(self) -> None:
        self._steps += 1
        assert self._steps < STEPS_MAX, "it does not end"
        if self._random.randrange(FAULTS_PER_STEP) == 0 and self.tournament.is_running:
            self.strike()
        super().step()

    def _commit(self, number: TableNumber, hand: int) -> None:
        if self._random.randrange(LATE_COMMITS) == 0 and self._in_hand(number, hand) is not None:
            self.now_ms += 1000 * self._random.randrange(LATE_S_MAX)
            if self.definition.is_hexapro and self._random.randrange(OVERDUE_COMMITS) == 0:
                self.now_ms += OVERDUE_MS
        super()._commit(number, hand)

    def _act(self, table: Table, player: PlayerId) -> None:
        deadline_ms = table.deadline_ms
        if deadline_ms is not None and self.now_ms >= deadline_ms:
            self.fault_checks.ran_out(self._entry(player))
        super()._act(table, player)

    def _entry(self, player: PlayerId) -> EntryId:
        entrant = self.tournament.field.find(player)
        assert entrant is not None
        return entrant.entry
