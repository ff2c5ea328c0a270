"""The level clock and whatever stops it; times are passed in, nothing sleeps."""

from cardroom.rulebook.tournament.play import ClockStop, LevelRules
from cardroom.tournament.events import (
    BreaksChanged,
    FieldEvent,
    HandForHandEnded,
    HandForHandStarted,
    LevelStarted,
    LevelTimesChanged,
    PauseCause,
    PauseDue,
    PauseEnded,
    PauseStarted,
)
from cardroom.tournament.journal import Handlers
from cardroom.tournament.terms import Terms

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS

STOPS: dict[PauseCause, ClockStop] = {
    "break": "break",
    "staff": "staff_pause",
    "crash": "crash_recovery",
}
"""What the rules call the pauses that may stop the clock; in others it runs (TAMB-45)."""


class LevelClock:
    """Which level holds, when it ends, when the next break is due (TRN-26, BRK-01, TAMB-45)."""

    def __init__(self, terms: Terms) -> None:
        self._rules: LevelRules = terms.rules.levels
        self.has_breaks = terms.synchronised_breaks
        self.set_terms(terms)
        self.level = terms.first_level
        self.level_ends_ms: int | None = None
        """None before the first deal, in the last level, and while the clock is stopped."""
        self._left_ms: int | None = None
        """What is left of the level while the clock is stopped."""
        self._break_due_ms: int | None = None
        """None in the levels that have no breaks (BRK-04)."""
        self.halts: dict[PauseCause, int | None] = {}
        """Why nothing is dealt, and until when; None until the last table has finished."""
        self.begun: set[PauseCause] = set()
        """The pauses that have started: nobody plays any more."""
        self._frozen = False
        """Hand for hand is played, and the clock does not run meanwhile (TAMB-59)."""
        self.has_started = False
        self.next_ms: int | None = None
        """When something is due next: a level, a break, the end of a pause."""

    def set_terms(self, terms: Terms) -> None:
        """Take the levels of these terms; a HexaPro game knows its own after the draw (TAMB-79)."""
        self.terms = terms
        self._lengths_ms = [level.length_ms for level in terms.levels]

    @property
    def lengths_ms(self) -> tuple[int, ...]:
        """How long each level is, as staff have changed it (TAMB-96)."""
        return tuple(self._lengths_ms)

    @property
    def _window_ends(self) -> set[int | None]:
        """Levels whose end is waited for, even that of the last one listed (TRN-09, TAMB-69)."""
        rebuy = self.terms.rebuy
        until = rebuy.until_level if rebuy is not None else None
        return {self.terms.late_levels, until, self.terms.ends_after_level}

    @property
    def is_halted(self) -> bool:
        """Whether no new hand is dealt at any table."""
        return bool(self.halts)

    def ends_of(self, level: int) -> int | None:
        """When a level ends if nothing stops the clock from now on; None while it stands, and of
        a level that is over."""
        if self.level_ends_ms is None or level < self.level:
            return None
        return self.level_ends_ms + sum(self._lengths_ms[self.level : level])

    def _find_next(self) -> int | None:
        due = [at for at in (self.level_ends_ms, self._break_due_ms) if at is not None]
        due += [until for until in self.halts.values() if until is not None]
        return min(due, default=None)

    def due(self, at_ms: int) -> FieldEvent | None:
        """The next thing that happened by then; levels come first of their instant (TAMB-45)."""
        next_ms = self.next_ms
        if next_ms is None or next_ms > at_ms:
            return None
        if self.level_ends_ms == next_ms:
            return LevelStarted(self.level + 1, next_ms)
        for cause, until in self.halts.items():
            if until == next_ms:
                return PauseEnded(cause, next_ms)
        return PauseDue("break", next_ms)

    def pause_until(self, cause: PauseCause, at_ms: int) -> int | None:
        """When a pause that starts now ends; one by staff has no end of its own (BRK-02)."""
        if cause == "break":
            return at_ms + self._rules.break_s * 1000
        if cause == "add_on":
            assert self.terms.rebuy is not None
            return at_ms + self.terms.rebuy.addon_pause_ms
        return None

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """Levels, pauses, and what changes their times."""
        kinds = (LevelStarted, PauseDue, PauseStarted, PauseEnded, LevelTimesChanged, BreaksChanged)
        return dict.fromkeys((*kinds, HandForHandStarted, HandForHandEnded), self._apply)

    def _apply(self, event: FieldEvent) -> None:
        match event:
            case LevelStarted(level=level, at_ms=at_ms):
                self._start_level(level, at_ms)
            case PauseDue(cause=cause, at_ms=at_ms):
                self._halt(cause, at_ms)
            case PauseStarted(cause=cause, until_ms=until_ms):
                self.halts[cause] = until_ms
                self.begun.add(cause)
            case PauseEnded(cause=cause, at_ms=at_ms):
                self._go_on(cause, at_ms)
            case HandForHandStarted(at_ms=at_ms) | HandForHandEnded(at_ms=at_ms):
                runs = self.terms.rules.hand_for_hand.level_clock_runs
                self._frozen = isinstance(event, HandForHandStarted) and not runs
                self._stop_or_run(at_ms)
            case LevelTimesChanged(lengths_ms=lengths_ms):
                self._lengths_ms = list(lengths_ms)
            case BreaksChanged(on=on, at_ms=at_ms):
                self.has_breaks = on
                self._break_due_ms = None
                self._plan_break(at_ms)
        self.next_ms = self._find_next()

    def _start_level(self, level: int, at_ms: int) -> None:
        self.has_started = True
        self.level = level
        self._plan_break(at_ms)
        last = level >= len(self.terms.levels) and level not in self._window_ends
        self.level_ends_ms = None if last else at_ms + self._lengths_ms[level - 1]
        self._stop_or_run(at_ms)

    def _plan_break(self, at_ms: int) -> None:
        breaks = self.has_breaks and self.level >= self._rules.break_level_min
        if self.has_started and breaks and self._break_due_ms is None:
            self._break_due_ms = self._break_from(at_ms)

    def _break_from(self, at_ms: int) -> int:
        """The first minute 55 of the operator's clock from a moment on (BRK-01, TAMB-64)."""
        minute_ms = self._rules.break_minute * MINUTE_MS - self.terms.utc_offset_ms
        return at_ms + (minute_ms - at_ms) % HOUR_MS

    def _halt(self, cause: PauseCause, at_ms: int) -> None:
        if cause == "break":
            self._break_due_ms = at_ms + HOUR_MS
        self.halts[cause] = None
        self._stop_or_run(at_ms)

    def _go_on(self, cause: PauseCause, at_ms: int) -> None:
        del self.halts[cause]
        self.begun.discard(cause)
        if cause == "crash":
            self._wake(at_ms)
        self._stop_or_run(at_ms)

    def _wake(self, at_ms: int) -> None:
        """What fell due while the server was down: pauses end now, a missed break is not held."""
        for cause, until_ms in self.halts.items():
            if until_ms is not None:
                self.halts[cause] = max(until_ms, at_ms)
        if self._break_due_ms is not None:
            self._break_due_ms = self._break_from(max(self._break_due_ms, at_ms))

    def _stop_or_run(self, at_ms: int) -> None:
        """The clock stops for some pauses only, and maybe hand for hand (TAMB-45, TAMB-59)."""
        if self._is_stopped and self.level_ends_ms is not None:
            self._left_ms = self.level_ends_ms - at_ms
            self.level_ends_ms = None
        elif not self._is_stopped and self._left_ms is not None:
            self.level_ends_ms = at_ms + self._left_ms
            self._left_ms = None

    @property
    def _is_stopped(self) -> bool:
        """A first phase that is over has no next level (TAMB-76)."""
        stops = {STOPS.get(cause) for cause in self.halts} & set(self._rules.clock_stops_for)
        return self._frozen or bool(stops) or "phase_over" in self.halts
