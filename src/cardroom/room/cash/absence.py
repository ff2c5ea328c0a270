"""Who waits for a seat and has gone: places in queues do not outlive their owners' connections."""

from cardroom.cash.lobby.lobby import Lobby
from cardroom.ledger import PlayerId
from cardroom.room.ports import Directory, Presence


class Absence:
    """Takes those out of the queues who have had no connection for as long as a hand would wait.

    Practice players live in the room itself: they have no connection to lose.
    """

    def __init__(self, lobby: Lobby, presence: Presence, names: Directory) -> None:
        self._lobby = lobby
        self._presence = presence
        self._names = names
        self._since_ms: dict[PlayerId, int] = {}

    def look(self, now_ms: int) -> None:
        """Note who of the waiting is away, and take out who has been for too long (TIME-01)."""
        away = [one for one in self._lobby.waiting_players if self._is_away(one)]
        self._since_ms = {one: self._since_ms.get(one, now_ms) for one in away}
        allowed_ms = self._lobby.rules.clock.reconnect_s * 1000
        for player, since_ms in self._since_ms.items():
            if now_ms - since_ms >= allowed_ms:
                self._lobby.lose_queue_places(player)

    def begin_again(self) -> None:
        """Count everybody's absence from the next look on: nobody could come until now."""
        self._since_ms = {}

    def _is_away(self, player: PlayerId) -> bool:
        return self._names.kind(player) != "practice" and not self._presence.is_here(player)
