"""The start: enough players or none, the draw of a HexaPro game, seats for everybody."""

from collections.abc import Collection

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import PlayerId
from cardroom.rulebook.tournament.hexapro_game import Prize
from cardroom.tournament.events import MultiplierDrawn, TournamentStarted
from cardroom.tournament.ids import EntryId
from cardroom.tournament.journal import Handlers
from cardroom.tournament.play.cancelling import Cancelling
from cardroom.tournament.play.ending import Ending
from cardroom.tournament.play.entry_windows import EntryWindows
from cardroom.tournament.play.parts import Parts
from cardroom.tournament.play.progress import Progress
from cardroom.tournament.play.schedule import Schedule
from cardroom.tournament.prizes.hexapro import draw
from cardroom.tournament.tables.field import Newcomer
from cardroom.tournament.terms import Level, bank_terms
from cardroom.units import Chips


class Starting:
    """From the registrations to the first hands (TRN-02, TRN-04, TRN-15)."""

    def __init__(
        self,
        parts: Parts,
        *,
        windows: EntryWindows,
        ending: Ending,
        cancelling: Cancelling,
        progress: Progress,
        schedule: Schedule,
    ) -> None:
        self._terms = parts.terms
        self._desk = parts.desk
        self._field = parts.field
        self._level_clock = parts.level_clock
        self._payouts = parts.payouts
        self._journal = parts.journal
        self._rand_below = parts.rand_below
        self._windows = windows
        self._ending = ending
        self._cancelling = cancelling
        self._progress = progress
        self._schedule = schedule
        self.multiplier: Prize | None = None
        """What was drawn for a HexaPro game."""
        parts.journal.subscribe(self.handlers)

    def start(self, at_ms: int, absent: Collection[PlayerId]) -> None:
        """Begin, or cancel where too few have entered (TRN-02, TRN-15, TAMB-65)."""
        self._verify(at_ms)
        if self._desk.count < self._terms.entries_min:
            self._cancelling.refund_everybody(at_ms)
            return
        if self._terms.hexapro is not None:
            self._draw_multiplier()
        self._windows.close_at_start(at_ms)
        newcomers = [self.newcomer(entry) for entry in self._desk.entries]
        self._field.draw_seats(newcomers, at_ms)
        self._journal.record(TournamentStarted(at_ms))
        if self.multiplier is not None:
            self._payouts.fix_drawn(self.multiplier)
            self._schedule.plan_open_game(at_ms)
        else:
            self._windows.fix_prizes(at_ms)
        self._sit_out_absent(set(absent), at_ms)
        self._progress.go_on(at_ms)

    def _verify(self, at_ms: int) -> None:
        """At its time or when it is full, and once (TRN-02, TYP-02)."""
        if self._field.has_started or self._ending.is_over:
            raise OperatorRefused("TRN-02", "already_started")
        starts_ms = self._terms.starts_ms
        if starts_ms is None and not self._desk.is_full:
            raise OperatorRefused("TYP-02", "seats_are_not_filled")
        if starts_ms is not None and at_ms < starts_ms:
            raise OperatorRefused("TRN-02", "not_yet", {"at_ms": starts_ms})

    def newcomer(self, entry: EntryId) -> Newcomer:
        """An entry with the player and the chips that it brings to a table."""
        stack: Chips = self._desk.entries[entry].stack
        if self._terms.hexapro is not None:
            stack = self._field.terms.starting_stack
        return entry, self._desk.player_of(entry), stack

    def _sit_out_absent(self, absent: set[PlayerId], at_ms: int) -> None:
        """Players who are not logged in sit out from the first hand on (TRN-05)."""
        for entrant in self._field.entrants.values():
            if entrant.player in absent:
                self._field.go_away(entrant, at_ms, logged_in=False)

    def _draw_multiplier(self) -> None:
        """The prize pool of a HexaPro game, before its first hand (TAMB-79)."""
        game = self._terms.hexapro
        assert game is not None
        drawn = draw(game, self._rand_below)
        pool = game.pool(drawn.prize, self._terms.buy_in)
        tenths = drawn.prize.multiplier_tenths
        self._journal.record(MultiplierDrawn(drawn.number, tenths, pool))

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """The draw."""
        return {MultiplierDrawn: self._apply_draw}

    def _apply_draw(self, event: MultiplierDrawn) -> None:
        """Stacks, level times and time banks follow the multiplier (TAMB-79, TAMB-92)."""
        game = self._terms.hexapro
        assert game is not None
        self.multiplier = prize = game.draw(event.number)
        length_ms = 1000 * game.level_s(prize)
        timing = self._terms.rules.timing
        terms = msgspec.structs.replace(
            self._terms,
            starting_stack=game.starting_stack(prize),
            levels=tuple(Level(row.small, row.big, row.ante, length_ms) for row in game.blinds),
            bank=bank_terms(timing, timing.hexapro_bank_for(prize.multiplier_tenths)),
        )
        self._field.set_terms(terms)
        self._level_clock.set_terms(terms)
