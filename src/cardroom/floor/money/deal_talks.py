"""Talks about a deal: the clock stands, everybody answers, one refusal lets the play go on."""

from collections.abc import Mapping

from cardroom.errors import FloorRefused
from cardroom.floor.deals import deal_amounts, deal_answer
from cardroom.floor.floor import Floor
from cardroom.floor.log import By, LogEntry
from cardroom.floor.money.prizes import remaining_prizes
from cardroom.floor.money_events import DealAccepted, DealAgreed, DealProposed, DealRefused
from cardroom.floor.parts.till import Talks
from cardroom.floor.seat_events import LevelClockRunning
from cardroom.rulebook.live.floor import DealMethod
from cardroom.tournament.ids import EntryId
from cardroom.units import Cents, Chips

NO_AMOUNTS: Mapping[EntryId, Cents] = {}


class DealTalks:
    """Verifies proposals and answers, and writes them to the floor's log (LIVE-6, 8.8)."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def amounts(
        self,
        method: DealMethod,
        stacks: Mapping[EntryId, Chips],
        custom: Mapping[EntryId, Cents] = NO_AMOUNTS,
    ) -> dict[EntryId, Cents]:
        """What everybody would get; changes nothing."""
        floor = self._floor
        floor.till.verify_playing()
        if floor.till.prizes is None:
            raise FloorRefused("LIVE-6", "prizes_are_not_fixed")
        if set(stacks) != set(floor.field.places):
            raise FloorRefused("LIVE-6", "a_stack_of_every_player")
        total = sum(stacks.values())
        if total != floor.chip_count.in_play:
            details = {"chips": floor.chip_count.in_play, "stacks": total}
            raise FloorRefused("LIVE-6", "not_the_chips_in_play", details)
        return deal_amounts(floor.rules, method, stacks, remaining_prizes(floor), custom)

    def propose(
        self,
        method: DealMethod,
        stacks: Mapping[EntryId, Chips],
        by: By,
        custom: Mapping[EntryId, Cents] = NO_AMOUNTS,
    ) -> LogEntry:
        """Stop the clock and put amounts on the table (LIVE-6)."""
        floor = self._floor
        amounts = self.amounts(method, stacks, custom)
        if floor.till.talks is not None:
            raise FloorRefused("LIVE-6", "a_deal_is_talked_about")
        self._verify_between_hands()
        now = floor.level_clock.now(by.at_ms)
        return floor.record(
            DealProposed(
                method, dict(stacks), amounts, now.number, now.left_ms, not now.paused
            ),
            by,
        )  # fmt: skip

    def _verify_between_hands(self) -> None:
        """Stacks that are shared are those between two hands."""
        floor = self._floor
        for number, table in sorted(floor.field.tables.items()):
            if table.hand is not None or table.hand_level is not None:
                raise FloorRefused("LIVE-6", "a_hand_is_in_progress", {"table": number})

    def accept(self, entry: EntryId, by: By) -> LogEntry:
        """A player agrees."""
        self._verify_asked(entry)
        return self._floor.record(DealAccepted(entry), by)

    def refuse(self, entry: EntryId, by: By) -> LogEntry:
        """A player does not: play goes on at once with the stored time (LIVE-6, LHC-58)."""
        proposed = self._verify_asked(entry).proposed
        refused = self._floor.record(DealRefused(entry), by)
        if proposed.clock_ran:
            running = LevelClockRunning(proposed.level, proposed.left_ms)
            self._floor.record(running, by._replace(seen=None))
        return refused

    def confirm(self, by: By) -> LogEntry:
        """Everybody has agreed: the tournament is over, places by chips (LIVE-6, LAMB-47)."""
        floor = self._floor
        talks = self._talks()
        proposed = talks.proposed
        if set(proposed.stacks) != set(floor.field.places):
            raise FloorRefused("LIVE-6", "a_stack_of_every_player")
        answer = deal_answer(floor.rules, proposed.stacks, talks.accepted, proposed.left_ms)
        if not answer.agreed:
            raise FloorRefused("LIVE-6", "not_all_agree", {"entries": list(answer.refused_by)})
        return floor.record(DealAgreed(proposed.amounts, answer.places), by)

    def _talks(self) -> Talks:
        talks = self._floor.till.talks
        if talks is None:
            raise FloorRefused("LIVE-6", "no_deal_is_talked_about")
        return talks

    def _verify_asked(self, entry: EntryId) -> Talks:
        talks = self._talks()
        if entry not in talks.proposed.stacks:
            raise FloorRefused("LIVE-6", "not_asked", {"entry": entry})
        return talks
