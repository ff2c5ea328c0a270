"""Who of a tournament's players is in reach: noted as a step, in its turn (TTB-03)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardroom.ledger import PlayerId
from cardroom.room.ports import Presence
from cardroom.room.sealed import Opaque

if TYPE_CHECKING:
    from cardroom.room.tournaments.actor.actor import TournamentActor


class Reach(Opaque):
    """Lost and regained connections as a tournament hears of them."""

    def __init__(self, actor: "TournamentActor", presence: Presence) -> None:
        self._actor = actor
        self._presence = presence

    def is_here(self, player: PlayerId) -> bool:
        """Whether a player is in reach; the house's own always are."""
        return self._actor.kind_of(player) == "practice" or self._presence.is_here(player)

    async def lost(self, player: PlayerId) -> None:
        """A player is out of reach (TTB-03)."""
        tournament = self._actor.tournament
        await self._note(player, lambda at_ms: tournament.lose_connection(player, at_ms))

    async def back(self, player: PlayerId) -> None:
        """A player is in reach again and plays on (TRN-05, TAMB-90)."""
        tournament = self._actor.tournament
        await self._note(player, lambda at_ms: tournament.reconnect(player, at_ms))

    async def _note(self, player: PlayerId, decision: Callable[[int], None]) -> None:
        """Note something about a player who is in; else there is nothing to note.

        A tournament that has stopped takes no step: it may be ahead of what is stored. Once it
        goes on, everybody is noted.
        """
        tournament = self._actor.tournament
        if self._actor.stopped or not tournament.is_running:
            return
        if tournament.field.find(player) is not None:
            await self._actor.decide(decision)

    async def note_everybody(self) -> None:
        """After a restart everybody is gone until they come back (TTB-03)."""
        tournament = self._actor.tournament
        if not tournament.is_running:
            return

        def note(at_ms: int) -> None:
            for entrant in list(tournament.field.entrants.values()):
                if self.is_here(entrant.player):
                    tournament.field.reconnect(entrant, at_ms)
                else:
                    tournament.field.lose_connection(entrant, at_ms)

        await self._actor.decide(note)
