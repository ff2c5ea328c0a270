"""The floor of a live tournament: every decision is verified, written to the log, and applied.

The log is the truth. Undoing makes the parts again from the entries that still count. Times are
milliseconds since 1970, and come from the caller like everything else from outside.
"""

from collections.abc import Collection, Mapping, Sequence

from cardroom.engine.positions import NextHand
from cardroom.errors import FloorRefused
from cardroom.floor.conduct import missed_hand, next_sanction, penalty_record
from cardroom.floor.events import (
    AnyFloorEvent,
    ClockCalled,
    ClockStopped,
    HandForHandAnnounced,
    HandForHandOver,
    HandMissed,
    PenaltyNoted,
    RebuyAnnounced,
    RebuyDelivered,
    RebuyPaid,
    RebuyWithdrawn,
    RulingMade,
    RulingOverridden,
    SynchronisedHandDealt,
    TableHeld,
    TableResolving,
)
from cardroom.floor.house_events import TermsChanged
from cardroom.floor.log import By, FloorLog, LogEntry
from cardroom.floor.parts.called_clocks import CalledClocks, ClockNow
from cardroom.floor.parts.case_file import CaseFile
from cardroom.floor.parts.chip_count import ChipCount
from cardroom.floor.parts.days import Days
from cardroom.floor.parts.discipline import Discipline
from cardroom.floor.parts.field import Field
from cardroom.floor.parts.hand_for_hand import HandForHand
from cardroom.floor.parts.level_clock import LevelClock
from cardroom.floor.parts.lists import Lists
from cardroom.floor.parts.rebuys import Rebuys
from cardroom.floor.parts.results import Results
from cardroom.floor.parts.till import Till
from cardroom.floor.places import ends_hand_for_hand
from cardroom.floor.rulings.ruling import table_rules
from cardroom.floor.rulings.situations import Facts, decide
from cardroom.floor.terms import FloorTerms, Split
from cardroom.floor.verifying_terms import with_changed
from cardroom.rulebook import Edition, edition
from cardroom.rulebook.live import PenaltyType
from cardroom.rulebook.live.conduct import Sanction
from cardroom.rulebook.tournament import TournamentRules
from cardroom.tournament.definition.file import ONLINE
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips

NO_HANDS: Mapping[int, NextHand] = {}


class Floor:
    """One live tournament, as its staff runs it."""

    def __init__(
        self,
        rules: Edition,
        terms: FloorTerms,
        stored: Sequence[LogEntry] = (),
        online: TournamentRules | None = None,
    ) -> None:
        self.edition = rules
        self.rules = table_rules(rules).live
        self.online = online or _latest_tournament_rules()
        """The prize curve and the formulas of cancellation come from there (LAMB-38)."""
        self._written = terms
        self.terms = terms
        self.log = FloorLog(stored)
        self._make_parts()

    def _make_parts(self) -> None:
        self.terms = self._written
        self.cases = CaseFile()
        self.discipline = Discipline()
        self.clocks = CalledClocks()
        self.hand_for_hand = HandForHand()
        self.rebuys = Rebuys()
        self.field = Field(self.paid_places)
        self.level_clock = LevelClock(self.terms)
        self.chip_count = ChipCount(self.terms)
        self.till = Till()
        self.results = Results()
        self.days = Days()
        self.lists = Lists()
        for entry in self.log.active():
            self._apply(entry)

    def _apply(self, entry: LogEntry) -> None:
        self.cases.apply(entry)
        self.discipline.apply(entry)
        self.clocks.apply(entry)
        self.hand_for_hand.apply(entry)
        self.rebuys.apply(entry)
        self.field.apply(entry)
        self.level_clock.apply(entry)
        self.chip_count.apply(entry)
        self.till.apply(entry)
        self.results.apply(entry)
        self.days.apply(entry)
        self.lists.apply(entry)
        if isinstance(entry.event, TermsChanged):
            self._follow_terms(entry.event)

    def _follow_terms(self, event: TermsChanged) -> None:
        """What management altered holds from here on (LIVE-7)."""
        self.terms = with_changed(self.terms, event.field, event.new)
        self.level_clock.levels = self.terms.levels

    def paid_places(self, entries: int) -> int:
        """The places paid with this many entries: listed ones, or by the curve (LAMB-39)."""
        if self.terms.paid:
            return self.terms.paid_places(entries)
        return self.online.prizes.paid_places(entries) if self.terms.price.prize else 0

    @property
    def has_begun(self) -> bool:
        """Whether the first level or the first hand was played: chips have changed hands."""
        return self.level_clock.has_started or self.field.hands > 0

    def record(self, event: AnyFloorEvent, by: By) -> LogEntry:
        """Write what was verified to the log, and let the parts follow."""
        entry = self.log.record(event, by.operator, by.at_ms, reason=by.reason, seen=by.seen)
        self._apply(entry)
        return entry

    def undo(self, number: int, by: By, *, with_dependents: bool = False) -> LogEntry:
        """Take an entry back; what depends on it is named in the refusal, or goes with it."""
        entry = self.log.undo(
            number, by.operator, by.at_ms, reason=by.reason, with_dependents=with_dependents
        )
        self._make_parts()
        return entry

    # Rulings

    def rule_on(self, table: int, facts: Facts, by: By) -> LogEntry:
        """Ask the book and keep its answer; a ValueError names facts that cannot be."""
        return self.record(RulingMade(table, facts, decide(self.edition, facts)), by)

    def override(self, ruling: int, decision: str, by: By) -> LogEntry:
        """Decide otherwise than the book, beside its ruling (LIVE-1)."""
        self.cases.verify_override(self.rules, ruling, decision, by.reason)
        return self.record(RulingOverridden(ruling, decision), by)

    # Conduct

    def penalise(
        self,
        player: EntryId,
        kind: PenaltyType,
        sanction: Sanction,
        by: By,
        *,
        table: int,
        hand: int,
        level: int,
        missed_hands: int = 0,
    ) -> LogEntry:
        """Note a penalty (LIVE-45.p1); how often this type was noted before is counted."""
        self.discipline.verify_player(player)
        record = penalty_record(
            self.rules,
            self.discipline.penalties,
            kind,
            sanction,
            player=player,
            table=table,
            hand=hand,
            level=level,
            operator=by.operator.name,
            missed_hands=missed_hands,
            text=by.reason,
        )
        return self.record(PenaltyNoted(record), by)

    def proposed_sanction(self, player: EntryId) -> Sanction:
        """The next step of the ladder; the floor may choose another."""
        return next_sanction(self.rules, self.discipline.penalties, player)

    def hand_dealt(
        self, owed: Mapping[EntryId, Chips], by: By, *, finished: int = 0
    ) -> tuple[LogEntry, ...]:
        """A hand was dealt at a table: `owed` are its players with their blinds and antes.

        Those of them who have to miss hands have missed one more (LAMB-36). `finished` is the entry
        of the hand's end; without it they would not have.
        """
        found = []
        for player in sorted(set(owed) & set(self.discipline.missing)):
            missed = missed_hand(self.rules, self.discipline.missing[player], owed[player])
            found.append(self.record(HandMissed(player, missed.posted, finished), by))
        return tuple(found)

    # The called clock

    def call_clock(self, table: int, player: EntryId, by: By, *, turbo: bool) -> LogEntry:
        """Give a player a last minute, or half of one in a turbo (LIVE-27.p1, LIVE-27.p3)."""
        self.clocks.verify_free(table)
        floor = self.rules.floor
        clock_s = floor.turbo_clock_s if turbo else floor.clock_s
        countdown_s = floor.turbo_countdown_s if turbo else floor.countdown_s
        return self.record(ClockCalled(table, player, clock_s, countdown_s), by)

    def clock(self, table: int, at_ms: int) -> ClockNow:
        """What the called clock of a table shows."""
        return self.clocks.now(table, at_ms)

    def stop_clock(self, table: int, by: By) -> LogEntry:
        """The player has acted, or the time is over: then the hand is dead (LAMB-29)."""
        now = self.clocks.now(table, by.at_ms)
        dead = now.expired and self.rules.floor.clock_expiry == "dead_hand"
        return self.record(ClockStopped(table, dead), by)

    # Hand for hand

    def announce_hand_for_hand(self, players_left: int, paid_places: int, by: By) -> LogEntry:
        """All tables finish their hand and wait (LIVE-29)."""
        self.hand_for_hand.verify_announce(players_left, paid_places)
        return self.record(HandForHandAnnounced(), by)

    def deal_synchronised(
        self,
        tables: Sequence[int],
        by: By,
        *,
        still_playing: Collection[int] = (),
        hands: Mapping[int, NextHand] = NO_HANDS,
    ) -> LogEntry:
        """All tables deal one hand; none of them may be in another one."""
        self.hand_for_hand.verify_deal(tables, still_playing)
        return self.record(SynchronisedHandDealt(tuple(tables), dict(hands)), by)

    def hold_table(self, table: int, by: By) -> LogEntry:
        """All-in and call: stop, with the cards hidden (LIVE-29.a)."""
        self.hand_for_hand.verify_table(table, "playing")
        return self.record(TableHeld(table), by)

    def resolve_table(self, table: int, by: By) -> LogEntry:
        """Go on with one held showdown, once no table plays any more (LIVE-29.a)."""
        self.hand_for_hand.verify_resolve(table)
        return self.record(TableResolving(table), by)

    def end_hand_for_hand(self, players_left: int, paid_places: int, by: By) -> LogEntry:
        """Back to ordinary play, after a whole hand and once enough are out (LIVE-29)."""
        if self.hand_for_hand.phase == "normal":
            raise FloorRefused("LIVE-29", "not_hand_for_hand")
        if not self.hand_for_hand.is_hand_over:
            raise FloorRefused("LIVE-29", "tables_have_not_finished")
        if not ends_hand_for_hand(players_left, paid_places):
            raise FloorRefused("LIVE-29", "not_in_the_money_yet", {"paid_places": paid_places})
        return self.record(HandForHandOver(tuple(sorted(self.hand_for_hand.tables))), by)

    # Re-buys

    def announce_rebuy(
        self,
        player: EntryId,
        by: By,
        *,
        table: int,
        chips: Chips,
        stack: Chips,
        starting_stack: Chips,
    ) -> LogEntry:
        """A player says "re-buy" (LIVE-11.p1, LAMB-40)."""
        self.rebuys.verify_announce(self.rules, player, stack, starting_stack)
        return self.record(RebuyAnnounced(player, table, chips), by)

    def withdraw_rebuy(self, player: EntryId, by: By) -> LogEntry:
        """A player takes the word back, where that is allowed (LIVE-11.p1)."""
        self.rebuys.verify_withdraw(self.rules, player)
        return self.record(RebuyWithdrawn(player), by)

    def pay_rebuy(self, player: EntryId, by: By) -> LogEntry:
        """The money is there."""
        self.rebuys.verify_state(player, "announced")
        price = Split() if self.terms.rebuy is None else self.terms.rebuy.price
        return self.record(RebuyPaid(player, price), by)

    def deliver_rebuy(self, player: EntryId, by: By) -> LogEntry:
        """The chips are on the table."""
        self.rebuys.verify_state(player, "paid")
        return self.record(RebuyDelivered(player), by)

    def may_deal(self, table: int) -> bool:
        """Whether the next hand of a table need not wait for a re-buy (LIVE-11.p1)."""
        places = self.field.places
        tables = [
            places[entry].table if entry in places else rebuy.table
            for entry, rebuy in self.rebuys.open.items()
        ]
        return table not in tables or not self.rules.seating.rebuy_holds_next_hand


def _latest_tournament_rules() -> TournamentRules:
    rules = edition(ONLINE[-1]).tournament
    assert rules is not None
    return rules
