"""Entries, re-buys and add-ons, also while it runs: paid at the desk, then brought to a table."""

from typing import Any

from cardroom.errors import EntryRefused
from cardroom.ledger import PlayerId
from cardroom.tournament.ids import EntryId
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.play.progress import Progress
from cardroom.tournament.play.schedule import Schedule
from cardroom.tournament.play.starting import Starting
from cardroom.tournament.tables.entrant import Entrant


class BuyingIn:
    """What is bought reaches the table: a seat, or more chips (TRN-09, TAMB-47, TAMB-69)."""

    def __init__(
        self, parts: Parts, starting: Starting, progress: Progress, schedule: Schedule
    ) -> None:
        self._desk = parts.desk
        self._field = parts.field
        self._level_clock = parts.level_clock
        self._standings = parts.standings
        self._bounty_book = parts.bounty_book
        self._starting = starting
        self._progress = progress
        self._schedule = schedule

    def register(self, player: PlayerId, at_ms: int, **how: Any) -> EntryId:
        """Enter; after the start the player is seated at once (TRN-09, TAMB-47)."""
        entry = self._desk.register(player, at_ms, started=self._field.has_started, **how)
        vip = self._bounty_book.pending
        if vip is not None and self._desk.player_of(vip[0]) == player:
            self._bounty_book.void_vip("reentry")
        if self._field.has_started:
            self._field.seat_late(self._starting.newcomer(entry), at_ms)
            self._progress.go_on(at_ms)
        return entry

    def rebuy(self, entrant: Entrant, at_ms: int) -> None:
        """Buy more chips: at once between hands, else after the hand (TAMB-69)."""
        was_busted = entrant.entry in self._desk.offers
        in_hand = self._field.tables[entrant.table].dealt_hand is not None
        chips = self._desk.rebuy(entrant.entry, at_ms, stack=entrant.stack, in_hand=in_hand)
        if chips:
            self._field.add_chips(entrant, chips)
        if was_busted:
            self._void_vip(entrant.entry)
            self._field.refresh(entrant.table, at_ms)
            self._standings.rank(at_ms)
            self._progress.go_on(at_ms)

    def rebuy_as_asked(self, at_ms: int) -> None:
        """Re-buys asked for during a hand that is over now (TAMB-69)."""
        for entry in list(self._desk.asked):
            entrant = self._field.entrants[entry]
            if self._field.tables[entrant.table].dealt_hand is None:
                chips = self._desk.asked_rebuy(entry, at_ms, stack=entrant.stack)
                if chips:
                    self._field.add_chips(entrant, chips)
                    self._void_vip(entry)

    def decline_rebuy(self, entrant: Entrant, at_ms: int) -> None:
        """Refuse an offer to buy back (TAMB-69)."""
        if entrant.entry not in self._desk.offers:
            raise EntryRefused("TAMB-69", "no_rebuy_offered")
        self._schedule.decline_rebuy(entrant.entry, at_ms)

    def add_on(self, entrant: Entrant, at_ms: int) -> None:
        """Buy the chips of the pause (TAMB-69)."""
        if "add_on" not in self._level_clock.begun:
            raise EntryRefused("TAMB-69", "not_the_pause_for_add_ons")
        self._field.add_chips(entrant, self._desk.add_on(entrant.entry, at_ms))

    def _void_vip(self, entry: EntryId) -> None:
        """The VIP has bought back: the knockout earns no extra bounty (TYP-11, TAMB-24)."""
        vip = self._bounty_book.pending
        if vip is not None and vip[0] == entry:
            self._bounty_book.void_vip("rebuy")
