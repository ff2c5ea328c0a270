"""Sitting out at one table, or at all of a player's cash tables at once (SIT-04, SIT-06)."""

from collections.abc import Collection, Sequence

from cardroom.cash.events import OutCause, SatOut
from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.seats import Seats
from cardroom.cash.table import CashTable
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash.sitting_out import SittingOutRules

Tables = tuple[CashTable, ...]
"""Where a player sits: each may have new events."""


class SittingOut:
    """What reaches several of a player's tables: sitting out, and the connection."""

    def __init__(self, rules: SittingOutRules, players: LobbyPlayers) -> None:
        self._rules = rules
        self._players = players

    def sit_out(self, player: PlayerId, table: CashTable, at_ms: int) -> Tables:
        """Sit out; with several tables, at all of them (SIT-01, SIT-04, AMB-62)."""
        occupant = table.occupant(player)
        if occupant.is_out or occupant.sit_out == "after_this_hand":
            raise SeatRefused("SIT-01", "sitting_out_already")
        tables = self._players.tables_of(player)
        if _is_global(self._rules, "player", tables):
            _sit_out_everywhere(self._rules, tables, player, at_ms)
        else:
            table.sit_out(player, at_ms)
        return tables

    def extend(self, player: PlayerId, event: SatOut) -> Tables:
        """A sit-out by the server may reach the other tables; none if it does not (SIT-08)."""
        tables = self._players.tables_of(player)
        extends = event.cause != "player" and event.until_ms is None
        if not extends or not _is_global(self._rules, event.cause, tables):
            return ()
        _sit_out_everywhere(self._rules, tables, player, event.at_ms, cause=event.cause)
        return tables

    def next_big_blind(self, player: PlayerId, table: CashTable, *, on: bool) -> Tables:
        """Sit out at each of the player's tables when its own big blind comes (SIT-05).

        This is no global sit-out: every table keeps its own time (AMB-62). Where the player leaves
        or sits out already, nothing changes.
        """
        table.sit_out_next_big_blind(player, on=on)
        tables = self._players.tables_of(player)
        for other in tables:
            if other is not table and other.occupant(player).may_sit_out_later:
                other.sit_out_next_big_blind(player, on=on)
        return tables

    def lose_connection(self, player: PlayerId, at_ms: int) -> Tables:
        """A player is out of reach, at every table (TIME-01)."""
        tables = self._players.tables_of(player)
        for table in tables:
            table.lose_connection(player, at_ms)
        return tables

    def reconnect(self, player: PlayerId) -> Tables:
        """A player is in reach again, at every table (AMB-58)."""
        tables = self._players.tables_of(player)
        for table in tables:
            table.reconnect(player)
        return tables


def _is_global(rules: SittingOutRules, cause: OutCause, tables: Collection[Seats]) -> bool:
    """Whether a sit-out reaches all of a player's tables (SIT-04, SIT-05, AMB-62)."""
    return cause in rules.global_causes and len(tables) >= rules.global_from_tables


def _sit_out_everywhere(
    rules: SittingOutRules,
    tables: Sequence[Seats],
    player: PlayerId,
    at_ms: int,
    *,
    cause: OutCause = "player",
) -> None:
    """Sit out at every table, with one deadline for all of them (SIT-06, AMB-61).

    A table in mid-hand finishes it first, the time runs from now. An earlier deadline stays.
    """
    until_ms = at_ms + rules.global_return_s * 1000
    for table in tables:
        if _is_covered(rules, table, player):
            earlier = table.occupant(player).out_until_ms
            until = until_ms if earlier is None else min(earlier, until_ms)
            table.sit_out(player, at_ms, until_ms=until, cause=cause)


def _is_covered(rules: SittingOutRules, table: Seats, player: PlayerId) -> bool:
    """A sit-out that is not of the global kind keeps its own time (SIT-05, AMB-62)."""
    occupant = table.occupant(player)
    alone = occupant.out_cause == "next_big_blind" and occupant.out_cause not in rules.global_causes
    return not occupant.leaving and not (occupant.is_out and alone)
