"""A player as the lobby sees them: seats, offered seats and queue entries."""

from collections.abc import Iterator

from cardroom.cash.banzai import Taken
from cardroom.cash.lobby.lobby_table import LobbyTable
from cardroom.cash.lobby_events import EntryNumber, SeatOffered
from cardroom.cash.seats import Balance
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.stakes import Format, StakeKey
from cardroom.units import Cents


class LobbyPlayer:
    """Everything one player has in the lobby."""

    def __init__(self) -> None:
        self.tables: dict[TableId, LobbyTable] = {}
        self.offers: dict[TableId, SeatOffered] = {}
        self.entries: dict[EntryNumber, StakeKey] = {}
        self.is_away = False
        """Whether the player is out of reach."""

    def __len__(self) -> int:
        return len(self.tables) + len(self.offers) + len(self.entries)

    @property
    def pledged(self) -> Cents:
        """What the seats offered to the player cost at the lowest."""
        return sum(offer.buy_in.cheapest for offer in self.offers.values())

    def taken(
        self, player: PlayerId, table_format: Format, *, but: EntryNumber | None = None
    ) -> Iterator[Taken]:
        """Seats, seats in sit-out and queue entries of one format (AMB-21), without one entry."""
        for table in self.tables.values():
            if table.stake.format == table_format:
                out = player in table.out
                yield Taken("seat_in_sit_out" if out else "seat", table.stake.key)
        for offer in self.offers.values():
            if offer.stake.format == table_format:
                yield Taken("seat", offer.stake)
        for number, stake in self.entries.items():
            if stake.format == table_format and number != but:
                yield Taken("queue_entry", stake)


class LobbyPlayers:
    """Everybody who has something in the lobby."""

    def __init__(self, balance: Balance) -> None:
        self._balance = balance
        self._players: dict[PlayerId, LobbyPlayer] = {}

    def get(self, player: PlayerId) -> LobbyPlayer:
        """What a player has, to look at."""
        return self._players.get(player) or LobbyPlayer()

    @property
    def offers(self) -> tuple[SeatOffered, ...]:
        """Every seat that is offered to somebody."""
        return tuple(offer for one in self._players.values() for offer in one.offers.values())

    def add(self, player: PlayerId) -> LobbyPlayer:
        """What a player has, to add something to it."""
        return self._players.setdefault(player, LobbyPlayer())

    def tables_of(self, player: PlayerId) -> tuple[LobbyTable, ...]:
        """Where a player sits."""
        return tuple(self.get(player).tables.values())

    def set_away(self, player: PlayerId, *, away: bool) -> None:
        """Note whether a player who has something here is in reach."""
        if player in self._players:
            self._players[player].is_away = away

    def money(self, player: PlayerId) -> Cents:
        """What a player can still spend on seats: the balance without what offered seats cost."""
        return self._balance(player) - self.get(player).pledged

    def take_offer(self, player: PlayerId, table: TableId) -> SeatOffered:
        """A player loses an offered seat."""
        offer = self._players[player].offers.pop(table)
        self._drop_if_empty(player)
        return offer

    def take_entry(self, player: PlayerId, number: EntryNumber) -> StakeKey:
        """A player loses a queue entry; the stake it was for."""
        key = self._players[player].entries.pop(number)
        self._drop_if_empty(player)
        return key

    def take_table(self, player: PlayerId, table: TableId) -> None:
        """A player has left a table."""
        del self._players[player].tables[table]
        self._drop_if_empty(player)

    def _drop_if_empty(self, player: PlayerId) -> None:
        if not len(self._players[player]):
            del self._players[player]
