"""The tables of the lobby: found by number and stake, opened, listed and closed."""

from collections.abc import Callable, Sequence

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.due import Due
from cardroom.cash.lobby.lobby_table import LobbyTable, StakeTables
from cardroom.cash.lobby_events import LobbyEvent, TableClosed, TableOpened
from cardroom.cash.messages import TableReport
from cardroom.engine.deadlines import Deadlines
from cardroom.errors import SeatRefused
from cardroom.ledger import TableId
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Stake, StakeKey

NewTable = Callable[[], TableId]
"""A number that no table had before."""


class LobbyTables:
    """All tables of one edition; an empty one is closed in time."""

    def __init__(
        self,
        rules: CashRules,
        *,
        limits: LobbyLimits,
        new_table: NewTable,
        deadlines: Deadlines[Due],
        news: list[LobbyEvent],
    ) -> None:
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

    def offer(self, stakes: Sequence[Stake]) -> None:
        """Offer these stakes, in this order; refused while one that goes is in use (CASH-19)."""
        used = {one.stake.key for one in self.by_number.values()}
        used |= {key for key, group in self.by_stake.items() if group.queue}
        if not used <= {stake.key for stake in stakes}:
            raise SeatRefused("CASH-19", "stake_is_in_use")
        before = self.by_stake
        self.by_stake = {
            stake.key: before[stake.key] if stake.key in before else StakeTables(stake)
            for stake in stakes
        }

    # Tables come and go

    def open(self, group: StakeTables, at_ms: int, *, invites: bool = False) -> LobbyTable:
        """A new table of a stake."""
        number, needed = self._new_table(), self._rules.seating.players_to_start
        lobby_table = self._add(LobbyTable(number, group.stake, needed, at_ms, invites=invites))
        self._news.append(TableOpened(table=number, stake=group.stake.key, at_ms=at_ms))
        return lobby_table

    def adopt(self, report: TableReport) -> LobbyTable:
        """Take in a table that was restored, before its report is read."""
        stake = self.by_stake[report.stake].stake
        return self._add(LobbyTable(report.table, stake, report.needed, report.at_ms))

    def _add(self, lobby_table: LobbyTable) -> LobbyTable:
        self.by_number[lobby_table.number] = lobby_table
        self.relist(lobby_table)
        self.watch_idle(lobby_table)
        return lobby_table

    def relist(self, lobby_table: LobbyTable) -> None:
        """The free seats of a table have changed, or who is ready there."""
        group = self.by_stake[lobby_table.stake.key]
        group.put(lobby_table)

    def watch_idle(self, lobby_table: LobbyTable) -> None:
        """Look at a table without players again when it may be closed."""
        if not lobby_table.seated:
            due_ms = lobby_table.idle_since_ms + self._stays_empty_ms(lobby_table)
            self._deadlines.add(due_ms, Due("idle_table", lobby_table.number))

    def close_if_idle(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """An empty table stays for as long as leaving it has consequences (RAT-02, AMB-60)."""
        due_ms = lobby_table.idle_since_ms + self._stays_empty_ms(lobby_table)
        if lobby_table.is_empty and at_ms >= due_ms:
            self._close(lobby_table)

    def close_if_left(self, lobby_table: LobbyTable) -> None:
        """A table that the operator closes is gone with its last player."""
        if lobby_table.is_empty and lobby_table.number in self.by_number:
            self._close(lobby_table)

    def _close(self, lobby_table: LobbyTable) -> None:
        lobby_table.closing = True
        self.relist(lobby_table)
        del self.by_number[lobby_table.number]
        self._news.append(TableClosed(table=lobby_table.number))

    def _stays_empty_ms(self, lobby_table: LobbyTable) -> int:
        rejoining = self._rules.rejoining
        held = lobby_table.stake.format in rejoining.last_stack_formats
        window_s = rejoining.last_stack_window_s if held else rejoining.window_s
        return max(window_s, self._rules.clock.bank_kept_after_leaving_s) * 1000 + 1
