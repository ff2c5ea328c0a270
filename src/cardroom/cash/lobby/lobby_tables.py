"""The tables of the lobby: found by number and stake, opened, listed and closed."""

from collections.abc import Callable

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.due import Due
from cardroom.cash.lobby.lobby_table import LobbyTable, StakeTables
from cardroom.cash.lobby_events import News, TableClosed, TableOpened
from cardroom.cash.rejoin_history import StoredBank
from cardroom.cash.table import CashTable
from cardroom.engine.deadlines import Deadlines
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import StakeKey

NewTable = Callable[[], TableId]
"""A number that no table had before."""


class LobbyTables:
    """All tables of one edition; an empty one is closed in time."""

    def __init__(
        self,
        edition: Edition,
        rules: CashRules,
        *,
        limits: LobbyLimits,
        new_table: NewTable,
        deadlines: Deadlines[Due],
        news: list[News],
    ) -> None:
        self._edition = edition
        self._rules = rules
        self._limits = limits
        self._new_table = new_table
        self._deadlines = deadlines
        self._news = news
        self.by_number: dict[TableId, LobbyTable] = {}
        self.by_stake = {stake.key: StakeTables(stake) for stake in rules.stakes}

    # Questions

    @property
    def is_full(self) -> bool:
        """Whether no more tables may be opened."""
        return len(self.by_number) >= self._limits.tables

    def find(self, table: TableId) -> LobbyTable:
        """A table by its number; refused when there is none."""
        lobby_table = self.by_number.get(table)
        if lobby_table is None:
            raise SeatRefused("CASH-04", "no_such_table")
        return lobby_table

    def stake(self, key: StakeKey) -> StakeTables:
        """The tables of a stake; refused when the edition has no such stake."""
        group = self.by_stake.get(key)
        if group is None:
            raise SeatRefused("CASH-19", "no_such_stake")
        return group

    def left_banks(self, player: PlayerId) -> tuple[StoredBank, ...]:
        """The timebanks that wait at tables for a player to come back (AMB-60)."""
        left = ((number, one.table.left_bank(player)) for number, one in self.by_number.items())
        return tuple([StoredBank(number, *bank) for number, bank in left if bank is not None])

    # Tables come and go

    def open(self, group: StakeTables, at_ms: int, *, invites: bool = False) -> LobbyTable:
        """A new table of a stake."""
        table = CashTable(self._new_table(), group.stake, self._rules, self._edition.hand)
        lobby_table = self._add(LobbyTable(table, at_ms, invites=invites))
        self._news.append(TableOpened(table=table.table, stake=group.stake.key, at_ms=at_ms))
        return lobby_table

    def adopt(self, table: CashTable, at_ms: int) -> LobbyTable:
        """Take in a table that was restored, its events already read."""
        assert table.table not in self.by_number, "the table is in the lobby already"
        return self._add(LobbyTable(table, at_ms))

    def _add(self, lobby_table: LobbyTable) -> LobbyTable:
        self.by_number[lobby_table.table.table] = lobby_table
        self.relist(lobby_table)
        self.watch_idle(lobby_table)
        return lobby_table

    def relist(self, lobby_table: LobbyTable) -> None:
        """The free seats of a table have changed, or who is ready there."""
        group = self.by_stake[lobby_table.table.stake.key]
        group.put(lobby_table)

    def watch_idle(self, lobby_table: LobbyTable) -> None:
        """Look at a table without players again when it may be closed."""
        if not lobby_table.seated:
            due_ms = lobby_table.idle_since_ms + self._stays_empty_ms(lobby_table)
            self._deadlines.add(due_ms, Due("idle_table", lobby_table.table.table))

    def close_if_idle(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """An empty table stays for as long as leaving it has consequences (RAT-02, AMB-60)."""
        due_ms = lobby_table.idle_since_ms + self._stays_empty_ms(lobby_table)
        if lobby_table.is_empty and at_ms >= due_ms:
            self._close(lobby_table)

    def close_if_left(self, lobby_table: LobbyTable) -> None:
        """A table that the operator closes is gone with its last player."""
        if not lobby_table.seated and lobby_table.table.table in self.by_number:
            self._close(lobby_table)

    def _close(self, lobby_table: LobbyTable) -> None:
        table = lobby_table.table
        lobby_table.closing = True
        self.relist(lobby_table)
        del self.by_number[table.table]
        self._news.append(TableClosed(table=table.table))

    def _stays_empty_ms(self, lobby_table: LobbyTable) -> int:
        rejoining = self._rules.rejoining
        held = lobby_table.table.stake.format in rejoining.last_stack_formats
        window_s = rejoining.last_stack_window_s if held else rejoining.window_s
        return max(window_s, self._rules.clock.bank_kept_after_leaving_s) * 1000 + 1
