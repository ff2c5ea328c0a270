"""The state of the lobby: tables, queues, and what each player has in it."""

from collections.abc import Callable

from cardroom.cash.due import Due
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby_events import (
    EntryNumber,
    News,
    Queued,
    SeatOffered,
    TableClosed,
    TableOpened,
)
from cardroom.cash.lobby_table import LobbyTable, Places, StakeTables
from cardroom.cash.rejoin_history import KeptBank, PlayerRecord, RejoinHistory
from cardroom.cash.seats import Balance
from cardroom.cash.table import CashTable
from cardroom.engine.chance import RandBelow
from cardroom.engine.deadlines import Deadlines
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Cents

NewTable = Callable[[], TableId]
"""A number that no table had before."""


class LobbyState:
    """All tables of one edition with their queues, found by number, stake and player."""

    def __init__(
        self,
        edition: Edition,
        *,
        balance: Balance,
        below: RandBelow,
        new_table: NewTable,
        limits: LobbyLimits,
    ) -> None:
        assert edition.cash is not None, f"{edition.name} has no cash games"
        self.edition = edition
        self.rules = edition.cash
        self.limits = limits
        self.rejoin_history = RejoinHistory(self.rules)
        self._balance = balance
        self._below = below
        self._new_table = new_table
        self._stakes = {stake.key: StakeTables(stake) for stake in self.rules.stakes}
        self._lobby_tables: dict[TableId, LobbyTable] = {}
        self._places: dict[PlayerId, Places] = {}
        self._deadlines: Deadlines[Due] = Deadlines()
        self._entries = 0
        self._news: list[News] = []

    # Questions

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """What can be asked for (CASH-19)."""
        return tuple(group.stake for group in self._stakes.values())

    @property
    def tables(self) -> tuple[CashTable, ...]:
        """Every table; with many of them this is no question for every hand."""
        return tuple(lobby_table.table for lobby_table in self._lobby_tables.values())

    @property
    def next_deadline_ms(self) -> int | None:
        """When there is something to look at, at the latest."""
        return self._deadlines.next_ms

    def is_closing(self, table: TableId) -> bool:
        """Whether a table gives no new seats and closes after its hand."""
        return self._find(table).closing

    def free_seats(self, table: TableId) -> int:
        """How many seats of a table can be offered."""
        return len(self._find(table).free_seats)

    def table(self, table: TableId) -> CashTable:
        """A table by its number."""
        return self._find(table).table

    def tables_of(self, player: PlayerId) -> tuple[CashTable, ...]:
        """Where a player sits."""
        tables = self._places_of(player).tables.values()
        return tuple(table for table in tables if table.has(player))

    def offers_of(self, player: PlayerId) -> tuple[SeatOffered, ...]:
        """The seats that are kept for a player."""
        return tuple(self._places_of(player).offers.values())

    def queued(self, player: PlayerId) -> tuple[Queued, ...]:
        """Where a player waits, with the place now (CASH-06)."""
        entries = self._places_of(player).entries
        return tuple(self._queued(player, number, key) for number, key in entries.items())

    @property
    def waiting(self) -> dict[StakeKey, int]:
        """How many entries each queue has (CASH-06)."""
        return {key: len(group.queue) for key, group in self._stakes.items()}

    def gathered(self, key: StakeKey) -> int:
        """How many players there are toward a table for those who wait at a stake (CASH-06)."""
        group = self._stakes[key]
        waiting = len({entry.player for entry in group.queue})
        at_a_table = max((self._lobby_tables[table].present for table in group.sparse), default=0)
        return min(waiting + at_a_table, self.rules.seating.players_to_open)

    @property
    def waiting_players(self) -> tuple[PlayerId, ...]:
        """Everybody who waits somewhere, once."""
        entries = (entry for group in self._stakes.values() for entry in group.queue)
        return tuple(dict.fromkeys(entry.player for entry in entries))

    def money(self, player: PlayerId) -> Cents:
        """What a player can still spend on seats: the balance without what kept seats cost."""
        return self._balance(player) - self._places_of(player).pledged

    def take_news(self) -> list[News]:
        """Everything that happened since the last call, at the tables and in the lobby."""
        news, self._news = self._news, []
        return news

    # Finding

    def _group(self, key: StakeKey) -> StakeTables:
        group = self._stakes.get(key)
        if group is None:
            raise SeatRefused("CASH-19", "no_such_stake")
        return group

    def _find(self, table: TableId) -> LobbyTable:
        lobby_table = self._lobby_tables.get(table)
        if lobby_table is None:
            raise SeatRefused("CASH-04", "no_such_table")
        return lobby_table

    def _places_of(self, player: PlayerId) -> Places:
        return self._places.get(player) or Places()

    def _own_places(self, player: PlayerId) -> Places:
        return self._places.setdefault(player, Places())

    def _drop_places(self, player: PlayerId) -> None:
        if not len(self._places[player]):
            del self._places[player]

    def _queued(self, player: PlayerId, number: EntryNumber, key: StakeKey) -> Queued:
        place = self._stakes[key].queue.place(number)
        return Queued(player=player, stake=key, entry=number, place=place)

    def _record(self, player: PlayerId, at_ms: int) -> PlayerRecord:
        """What must be stored about a player with the money that moves now (RAT-02, BANZ-06)."""
        left = ((number, one.table.left_bank(player)) for number, one in self._lobby_tables.items())
        banks = [KeptBank(number, *bank) for number, bank in left if bank is not None]
        return self.rejoin_history.record(player, at_ms, tuple(banks))

    # Tables come and go

    def _open(self, group: StakeTables, at_ms: int, *, invites: bool = False) -> LobbyTable:
        table = CashTable(self._new_table(), group.stake, self.rules, self.edition.hand)
        lobby_table = self._lobby_tables[table.table] = LobbyTable(table, at_ms, invites=invites)
        self._relist(lobby_table)
        self._watch_idle(lobby_table)
        self._news.append(TableOpened(table=table.table, stake=group.stake.key, at_ms=at_ms))
        return lobby_table

    def _close(self, lobby_table: LobbyTable) -> None:
        table = lobby_table.table
        lobby_table.closing = True
        self._relist(lobby_table)
        del self._lobby_tables[table.table]
        self._news.append(TableClosed(table=table.table))

    def _relist(self, lobby_table: LobbyTable) -> None:
        """The free seats of a table have changed, or who is ready there."""
        group = self._stakes[lobby_table.table.stake.key]
        group.put(lobby_table)

    def _watch_idle(self, lobby_table: LobbyTable) -> None:
        if not lobby_table.seated:
            due_ms = lobby_table.idle_since_ms + self._kept_empty_ms(lobby_table)
            self._deadlines.add(due_ms, Due("idle_table", lobby_table.table.table))

    def _close_if_idle(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """An empty table stays for as long as leaving it has consequences (RAT-02, AMB-60)."""
        if lobby_table.is_empty and at_ms >= lobby_table.idle_since_ms + self._kept_empty_ms(
            lobby_table
        ):
            self._close(lobby_table)

    def _kept_empty_ms(self, lobby_table: LobbyTable) -> int:
        rejoining = self.rules.rejoining
        held = lobby_table.table.stake.format in rejoining.last_stack_formats
        window_s = rejoining.last_stack_window_s if held else rejoining.window_s
        return max(window_s, self.rules.clock.bank_kept_after_leaving_s) * 1000 + 1
