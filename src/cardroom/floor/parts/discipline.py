"""Penalties of the tournament: who has which, who misses hands, who is disqualified."""

from cardroom.errors import FloorRefused
from cardroom.floor.conduct import PenaltyRecord
from cardroom.floor.events import HandMissed, PenaltyNoted
from cardroom.floor.log import LogEntry
from cardroom.floor.seat_events import PlayerRemoved
from cardroom.tournament.ids import EntryId


class Discipline:
    """What was noted for the players (LIVE-45.p1)."""

    def __init__(self) -> None:
        self.penalties: list[PenaltyRecord] = []
        self.missing: dict[EntryId, int] = {}
        """Hands that players have still to miss, outside the area."""
        self.disqualified: set[EntryId] = set()

    def verify_player(self, player: EntryId) -> None:
        """A disqualified player gets no further penalty."""
        if player in self.disqualified:
            raise FloorRefused("LIVE-45.p1", "disqualified_already", {"entry": player})

    def apply(self, entry: LogEntry) -> None:
        """Follow the log; several penalties of missed hands add up."""
        match entry.event:
            case PenaltyNoted(penalty=penalty):
                self.penalties.append(penalty)
                player = penalty.player
                if penalty.sanction == "disqualification":
                    self.missing.pop(player, None)
                elif penalty.missed_hands:
                    self.missing[player] = self.missing.get(player, 0) + penalty.missed_hands
            case PlayerRemoved(entry=player):
                self.disqualified.add(player)
            case HandMissed(player=player):
                self.missing[player] -= 1
                if not self.missing[player]:
                    del self.missing[player]
            case _:
                pass
