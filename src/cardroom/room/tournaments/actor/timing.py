"""What a tournament does by itself when its time has come: the start, levels, breaks, the end."""

from typing import TYPE_CHECKING

from cardroom.room.sealed import Opaque
from cardroom.room.tournaments.actor.publishing import alert_staff
from cardroom.tournament.prizes.hexapro import open_game

if TYPE_CHECKING:
    from cardroom.room.tournaments.actor.actor import TournamentActor

AFTER_END_MS = 60_000
"""How long the tables can be watched after the end."""


class Timing(Opaque):
    """When the actor of a tournament wakes by itself, and what it does then."""

    def __init__(self, actor: "TournamentActor") -> None:
        self._actor = actor

    def wait_s(self) -> float | None:
        """How long the actor may sleep; None until somebody wakes it."""
        actor = self._actor
        moments = (self._due_ms(), actor.tables.next_ms, actor.deals.next_ms)
        due = [one for one in moments if one is not None]
        return max(0, min(due) - actor.clock.now_ms()) / 1000 if due else None

    def _due_ms(self) -> int | None:
        """When the tournament has something to do by itself.

        Before the start that is the start itself, which `tick` knows nothing of (TRN-02, TYP-02).
        """
        actor = self._actor
        if actor.stopped:
            return self._alert_ms()
        if actor.summary.ended_ms is not None:
            # Seats to give or survivors to move on are the house's business, which comes before.
            return actor.summary.ended_ms + AFTER_END_MS if actor.is_paid else None
        if actor.tournament.has_started:
            return actor.tournament.next_deadline_ms
        if actor.starts_ms is not None:
            return actor.starts_ms
        return 0 if actor.tournament.desk.is_full else None

    def _alert_ms(self) -> int | None:
        """A game that has stopped takes no step: staff hear of it all the same (HEX-12)."""
        terms, summary = self._actor.charter.terms, self._actor.summary
        if terms.hexapro is None or not summary.started_ms or summary.ended_ms is not None:
            return None
        dates = open_game(terms.rules.hexapro, summary.started_ms).alerts_ms
        return min((one for one in dates if one > summary.alerted_ms), default=None)

    async def let_time_pass(self) -> None:
        """Do what is due by now."""
        actor = self._actor
        now = actor.clock.now_ms()
        actor.tables.look(now)
        actor.deals.look()
        due_ms = self._due_ms()
        if due_ms is None or due_ms > now:
            return
        if actor.stopped:
            actor.summary.alerted_ms = due_ms
            alert_staff(actor.id)
        elif actor.summary.ended_ms is not None:
            actor.finish()
        elif actor.tournament.has_started:
            await actor.decide(actor.tournament.tick)
            # Where everybody is absent a hand is due though nothing has happened (TAMB-63).
            actor.tables.let_deal()
        else:
            await actor.draws.begin()
            await actor.decide(self._start)

    def _start(self, at_ms: int) -> None:
        """Begin, or cancel where too few have entered (TRN-02, TRN-05, TRN-15)."""
        actor = self._actor
        absent = [one for one in actor.tournament.desk.living if not actor.reach.is_here(one)]
        actor.tournament.start(at_ms, absent=absent)
