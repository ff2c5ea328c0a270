"""Sitting out at all of a player's cash tables at once (SIT-04, SIT-06), and the connection."""

from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.lobby.outbox import Outbox
from cardroom.cash.messages import (
    NextBigBlindAsked,
    NextBigBlindEverywhere,
    PlayerArrived,
    PlayerGone,
    PlayerSatOut,
    SitOutEverywhere,
)
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash.sitting_out import SittingOutRules


class SittingOut:
    """What reaches several of a player's tables: sitting out, and the connection."""

    def __init__(self, rules: SittingOutRules, players: LobbyPlayers, outbox: Outbox) -> None:
        self._rules = rules
        self._players = players
        self._outbox = outbox

    def extend(self, message: PlayerSatOut) -> None:
        """A sit-out at one table may reach all of them, with one deadline (SIT-04, SIT-08)."""
        tables = self._players.tables_of(message.player)
        rules = self._rules
        if message.cause not in rules.global_causes or len(tables) < rules.global_from_tables:
            return
        everywhere = SitOutEverywhere(
            player=message.player,
            cause=message.cause,
            began_at=message.table,
            at_ms=message.at_ms,
            until_ms=message.at_ms + rules.global_return_s * 1000,
        )
        for table in tables:
            self._outbox.send(table.number, everywhere)

    def next_big_blind(self, message: NextBigBlindAsked) -> None:
        """Sit out at each of the player's tables when its own big blind comes (SIT-05).

        This is no global sit-out: every table keeps its own time (AMB-62). Where the player leaves
        or sits out already, nothing changes.
        """
        everywhere = NextBigBlindEverywhere(
            player=message.player, on=message.on, at_ms=message.at_ms
        )
        for table in self._players.tables_of(message.player):
            if table.number != message.table:
                self._outbox.send(table.number, everywhere)

    def lose_connection(self, player: PlayerId, at_ms: int) -> None:
        """A player is out of reach, at every table (TIME-01)."""
        self._players.set_away(player, away=True)
        gone = PlayerGone(player=player, at_ms=at_ms)
        for table in self._players.tables_of(player):
            self._outbox.send(table.number, gone)

    def reconnect(self, player: PlayerId, at_ms: int) -> None:
        """A player is in reach again, at every table (AMB-58)."""
        self._players.set_away(player, away=False)
        arrived = PlayerArrived(player=player, at_ms=at_ms)
        for table in self._players.tables_of(player):
            self._outbox.send(table.number, arrived)
