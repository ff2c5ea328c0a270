"""Which seat a player is offered, and on what terms; the queue comes on top of this."""

from msgspec.structs import replace

from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.due import Due
from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.lobby.lobby_table import LobbyTable, StakeTables
from cardroom.cash.lobby.lobby_tables import LobbyTables
from cardroom.cash.lobby.open_tables import OpenTables
from cardroom.cash.lobby_events import EntryNumber, LapseCause, LobbyEvent, OfferLapsed, SeatOffered
from cardroom.cash.rejoin_history import RejoinHistory
from cardroom.engine.chance import RandBelow
from cardroom.engine.deadlines import Deadlines
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Seat


class SeatOffers:
    """Reserves seats for players: who may have one, which table, for how long (CASH-04, RAT-01)."""

    def __init__(
        self,
        rules: CashRules,
        *,
        limits: LobbyLimits,
        tables: LobbyTables,
        players: LobbyPlayers,
        rejoin_history: RejoinHistory,
        below: RandBelow,
        deadlines: Deadlines[Due],
        news: list[LobbyEvent],
    ) -> None:
        self._rules = rules
        self._limits = limits
        self._tables = tables
        self._players = players
        self._rejoin_history = rejoin_history
        self._below = below
        self._deadlines = deadlines
        self._news = news
        self._entries = 0

    # Who may have a seat

    def verify_request(
        self,
        player: PlayerId,
        stake: Stake,
        at_ms: int,
        *,
        table: TableId | None = None,
        but: EntryNumber | None = None,
    ) -> None:
        """Refuse a table too many, and a seat that the player cannot pay (BANZ-04, AMB-66).

        The queue entry that the seat uses up does not count.
        """
        limit = self._limits.seats_per_player
        if len(self._players.get(player)) - (but is not None) >= limit:
            raise SeatRefused("AMB-39", "too_many_tables", {"tables": limit})
        self._verify_banzai(player, stake.key, but)
        offer = self._rejoin_history.offer(player, table, stake, at_ms)
        if offer.cheapest > self._players.money(player):
            raise SeatRefused(offer.rule, "not_enough_money", {"from": offer.cheapest})

    def is_allowed(self, player: PlayerId, stake: StakeKey, entry: EntryNumber) -> bool:
        """Whether the limits of Banzai still allow the seat that an entry waits for (BANZ-04)."""
        try:
            self._verify_banzai(player, stake, entry)
        except SeatRefused:
            return False
        return True

    def _verify_banzai(self, player: PlayerId, stake: StakeKey, but: EntryNumber | None) -> None:
        """Refuse excluded players and a Banzai table too many (BANZ-04, BANZ-08)."""
        if stake.format == "banzai":
            taken = self._players.get(player).taken(player, "banzai", but=but)
            self._rejoin_history.banzai.verify_entry(player, stake, taken)

    def is_affordable(
        self, player: PlayerId, table: TableId | None, stake: Stake, at_ms: int
    ) -> bool:
        """Whether a player can pay for a seat at a table, or at a new one (AMB-65)."""
        offer = self._rejoin_history.offer(player, table, stake, at_ms)
        return offer.cheapest <= self._players.money(player)

    def verify_free_at(self, player: PlayerId, lobby_table: LobbyTable, seat: Seat | None) -> None:
        """Refuse a table without a seat for the player, and a second seat there (CASH-04)."""
        if player in lobby_table.seated.values():
            raise SeatRefused("CASH-04", "already_seated_here")
        if player in lobby_table.reserved.values():
            raise SeatRefused("CASH-04", "seat_offered_already")
        if lobby_table.closing:
            raise SeatRefused("CASH-04", "table_is_closing")
        if lobby_table.frozen:
            raise SeatRefused("CRASH-02", "table_is_frozen")
        free = lobby_table.free_seats
        if not free or (seat is not None and seat not in free):
            raise SeatRefused("CASH-05", "seat_is_not_free", {"free": free})

    # Offering

    def offer(
        self,
        player: PlayerId,
        group: StakeTables,
        at_ms: int,
        entry: EntryNumber | None = None,
    ) -> SeatOffered | None:
        """Reserve a free seat for a player, at a table chosen by weight (CASH-04, AMB-39).

        Tables that play come first, then those that the operator has opened, then those where the
        hand waits for somebody who has lost the connection.
        """
        for tables in group.offered:
            table = self._choose(player, group.stake, tables, at_ms) if len(tables) else None
            if table is not None:
                return self.reserve(player, self._tables.by_number[table], at_ms, entry=entry)
        return None

    def next_entry(self) -> EntryNumber:
        """The next number in the order in which players come."""
        self._entries += 1
        return EntryNumber(self._entries)

    def number_from(self, number: int) -> None:
        """Number those who come from now on after this one."""
        self._entries = max(self._entries, number)

    def reserve(
        self,
        player: PlayerId,
        lobby_table: LobbyTable,
        at_ms: int,
        seat: Seat | None = None,
        *,
        entry: EntryNumber | None = None,
    ) -> SeatOffered:
        """Offer one of the free seats of a table, by chance unless it is named (AMB-39)."""
        table, stake = lobby_table.number, lobby_table.stake
        free = lobby_table.free_seats
        offer = SeatOffered(
            player=player,
            stake=stake.key,
            table=table,
            seat=free[self._below(len(free))] if seat is None else seat,
            buy_in=self._rejoin_history.offer(player, table, stake, at_ms),
            until_ms=at_ms + self._limits.offer_ms,
            may_post=stake.game in self._rules.entry.newcomer_may_post,
            entry=self.next_entry() if entry is None else entry,
        )
        lobby_table.reserved[offer.seat] = player
        self._players.add(player).offers[table] = offer
        self._tables.relist(lobby_table)
        self._deadlines.add(offer.until_ms, Due("offer", table, player))
        self._news.append(offer)
        return offer

    def renew(self, at_ms: int) -> None:
        """Keep every offered seat from now on as long as a new one (CRASH-01)."""
        for offer in self._players.offers:
            again = replace(offer, until_ms=at_ms + self._limits.offer_ms)
            self._players.add(offer.player).offers[offer.table] = again
            self._deadlines.add(again.until_ms, Due("offer", offer.table, offer.player))
            self._news.append(again)

    def _choose(
        self, player: PlayerId, stake: Stake, tables: OpenTables, at_ms: int
    ) -> TableId | None:
        """Draw a table where the player does not sit and that the player can afford (AMB-65)."""
        seating, history = self._rules.seating, self._rejoin_history
        has = self._players.get(player)
        weights = dict.fromkeys([*has.tables, *has.offers], 0)
        for table in sorted(history.tables(player)):
            if table in tables and table not in weights:
                known = history.sat_at_today(player, table, at_ms)
                affordable = self.is_affordable(player, table, stake, at_ms)
                factor = seating.known_table_factor if known else 1
                weights[table] = seating.free_seat_weight * factor if affordable else 0
        affordable = self.is_affordable(player, None, stake, at_ms)
        otherwise = seating.free_seat_weight if affordable else 0
        return tables.choose(weights, self._below, otherwise=otherwise)

    def withdraw(self, player: PlayerId, table: TableId, cause: LapseCause) -> LobbyTable:
        """A seat is no longer reserved for a player; the table that has it back."""
        lobby_table = self._tables.by_number[table]
        offer = self._players.take_offer(player, table)
        del lobby_table.reserved[offer.seat]
        self._news.append(
            OfferLapsed(
                player=player,
                table=table,
                seat=offer.seat,
                cause=cause,
                stake=offer.stake,
                entry=offer.entry,
            )
        )
        return lobby_table
