"""The end of a tournament: no hand goes on, the winners are ranked and paid, the pools empty."""

from cardroom.tournament.events import EndCause, SharePaid, TournamentEnded
from cardroom.tournament.journal import Handlers
from cardroom.tournament.play.entry_windows import EntryWindows
from cardroom.tournament.play.knockouts import Knockouts
from cardroom.tournament.play.parts import Parts
from cardroom.units import Cents


class Ending:
    """Whether the tournament is over, and how it ends (TRN-19, TRN-22)."""

    def __init__(self, parts: Parts, knockouts: Knockouts, windows: EntryWindows) -> None:
        self._terms = parts.terms
        self._desk = parts.desk
        self._field = parts.field
        self._payouts = parts.payouts
        self._bounty_book = parts.bounty_book
        self._hand_for_hand = parts.hand_for_hand
        self._standings = parts.standings
        self._journal = parts.journal
        self._knockouts = knockouts
        self._windows = windows
        self.cause: EndCause | None = None
        """Why nothing more is dealt; None before the end."""
        self._refunded_fees: Cents = 0
        parts.journal.subscribe(self.handlers)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is dealt, for whatever reason."""
        return self.cause is not None

    @property
    def is_running(self) -> bool:
        return self._field.has_started and self.cause is None

    def end(self, cause: EndCause, at_ms: int) -> None:
        """Stop play, rank and pay the winners (TRN-22, TAMB-75)."""
        self.stop_play("tournament_ended", at_ms)
        self._desk.close_registration("scheduled", at_ms)
        self._windows.pay_vip(at_ms)
        if cause != "phase_over":
            self._standings.rank_winners(at_ms)
            for entry in self._field.entrants:
                self._bounty_book.pay_own(entry, at_ms)
        self._journal.record(TournamentEnded(cause, at_ms))
        hexapro, seats = self._terms.hexapro is not None, self._payouts.has_seats
        if cause != "phase_over" and not hexapro and not seats:
            self.close_money(at_ms)

    def stop_play(self, reason: str, at_ms: int) -> None:
        """No hand goes on: those in progress never were (TRN-25); disqualified players leave."""
        for number, table in list(self._field.tables.items()):
            if table.dealt_hand is not None:
                self._field.roll_back(number, reason, at_ms)
                self._knockouts.remove_disqualified(table, at_ms)
        self._hand_for_hand.stop(at_ms)
        self._standings.rank(at_ms)

    def close_money(self, at_ms: int) -> None:
        """The fees are the house's now; all pools are empty (TAMB-40)."""
        earned = self._desk.fees - self._refunded_fees
        money, used = self._desk.money, self._desk.used_tickets
        for transfer in money.closing(earned, used, at_ms=at_ms):
            self._journal.pay(transfer)

    # What a recorded event changes

    @property
    def handlers(self) -> Handlers:
        """The end, and the fees that a cancellation gives back."""
        return {TournamentEnded: self._apply_ended, SharePaid: self._apply_share}

    def _apply_ended(self, event: TournamentEnded) -> None:
        self.cause = event.cause

    def _apply_share(self, event: SharePaid) -> None:
        self._refunded_fees += event.fees
