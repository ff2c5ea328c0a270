"""Keeps the lobby true to its tables: what they report becomes free seats and served queues."""

from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.lobby.lobby_table import LobbyTable
from cardroom.cash.lobby.lobby_tables import LobbyTables
from cardroom.cash.lobby.outbox import Outbox
from cardroom.cash.lobby.queues import Queues
from cardroom.cash.messages import PlayerGone, SeatNotTaken, TableReport


class TableReports:
    """Reads what tables say; nothing about a seat is known in the lobby but from them."""

    def __init__(
        self, tables: LobbyTables, players: LobbyPlayers, queues: Queues, outbox: Outbox
    ) -> None:
        self._tables = tables
        self._players = players
        self._queues = queues
        self._outbox = outbox

    def read(self, lobby_table: LobbyTable, report: TableReport) -> None:
        """A table says who sits there: keep seats up to date, serve those who wait."""
        before, was_out = lobby_table.seated, lobby_table.out
        lobby_table.read(report)
        after = lobby_table.seated
        arrived = [seat for seat, player in after.items() if before.get(seat) != player]
        departed = [seat for seat, player in before.items() if after.get(seat) != player]
        for seat in departed:
            self._players.take_table(before[seat], lobby_table.number)
            lobby_table.idle_since_ms = report.at_ms
        for seat in arrived:
            self._arrive(lobby_table, seat, report.at_ms)
        came_back = any(one in after.values() for one in was_out - lobby_table.out)
        if (departed or came_back) and lobby_table.closing:
            self._tables.close_if_left(lobby_table)
        elif departed or came_back:
            self._queues.seats_opened(lobby_table, report.at_ms)
        else:
            self._tables.relist(lobby_table)

    def _arrive(self, lobby_table: LobbyTable, seat: int, at_ms: int) -> None:
        player = lobby_table.seated[seat]
        lobby_table.reserved.pop(seat, None)
        lobby_table.taking.pop(player, None)
        has = self._players.add(player)
        has.offers.pop(lobby_table.number, None)
        has.tables[lobby_table.number] = lobby_table
        if has.is_away:
            # They were lost on the way to the table, which does not know it yet.
            self._outbox.send(lobby_table.number, PlayerGone(player=player, at_ms=at_ms))

    def read_refusal(self, lobby_table: LobbyTable, message: SeatNotTaken) -> None:
        """A buy-in was refused at the table: the seat is offered as before, or lapses by now."""
        cause = lobby_table.taking.pop(message.player, None)
        if cause is not None:
            self._queues.lapse(message.player, lobby_table.number, cause, message.at_ms)
        if lobby_table.closing:
            self._tables.close_if_left(lobby_table)
