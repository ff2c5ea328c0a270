"""Who waits for which stake, and who gets a seat next (CASH-06, AMB-39)."""

from collections.abc import Callable

from cardroom.cash.lobby.lobby_player import LobbyPlayers
from cardroom.cash.lobby.lobby_table import LobbyTable, StakeTables
from cardroom.cash.lobby.lobby_tables import LobbyTables
from cardroom.cash.lobby.queue import QueueEntry
from cardroom.cash.lobby.seat_offers import SeatOffers
from cardroom.cash.lobby_events import (
    DropCause,
    EntryNumber,
    LapseCause,
    LobbyEvent,
    Queued,
    QueueLeft,
    SeatOffered,
)
from cardroom.cash.places import LobbyPlace
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.units import Seat


class Queues:
    """The queues of all stakes: free seats go to those who wait, tables open when enough do."""

    def __init__(
        self,
        rules: CashRules,
        tables: LobbyTables,
        players: LobbyPlayers,
        offers: SeatOffers,
        news: list[LobbyEvent],
    ) -> None:
        self._rules = rules
        self._tables = tables
        self._players = players
        self._offers = offers
        self._news = news

    # Questions

    def queued(self, player: PlayerId) -> tuple[Queued, ...]:
        """Where a player waits, with the place now (CASH-06)."""
        entries = self._players.get(player).entries
        return tuple(self._queued(player, number, key) for number, key in entries.items())

    def _queued(self, player: PlayerId, number: EntryNumber, key: StakeKey) -> Queued:
        place = self._tables.by_stake[key].queue.place(number)
        return Queued(player=player, stake=key, entry=number, place=place)

    @property
    def waiting(self) -> dict[StakeKey, int]:
        """How many entries each queue has (CASH-06)."""
        return {key: len(group.queue) for key, group in self._tables.by_stake.items()}

    @property
    def waiting_players(self) -> tuple[PlayerId, ...]:
        """Everybody who waits somewhere, once."""
        entries = (entry for group in self._tables.by_stake.values() for entry in group.queue)
        return tuple(dict.fromkeys(entry.player for entry in entries))

    def gathered(self, key: StakeKey) -> int:
        """How many players there are toward a table for those who wait at a stake (CASH-06)."""
        group, tables = self._tables.by_stake[key], self._tables.by_number
        waiting = len({entry.player for entry in group.queue})
        at_a_table = max((tables[table].present for table in group.sparse), default=0)
        return min(waiting + at_a_table, self._rules.seating.players_to_open)

    # Asking

    def ask(self, player: PlayerId, key: StakeKey, at_ms: int) -> SeatOffered | Queued:
        """A player wants one more seat at a stake: an offered seat, or a place in the queue.

        Those who wait already come first.
        """
        group = self._tables.stake(key)
        self._offers.verify_request(player, group.stake, at_ms)
        self.serve(group, at_ms)
        offer = self._offers.offer(player, group, at_ms)
        return self._join(player, group, at_ms) if offer is None else offer

    def offer_now(
        self, player: PlayerId, key: StakeKey, at_ms: int, *, moving: bool
    ) -> SeatOffered | None:
        """An offered seat at a stake if one is free now, after those who wait; else nothing.

        Only where no hand waits for a lost connection, if the game must be `moving`.
        """
        group = self._tables.stake(key)
        self._offers.verify_request(player, group.stake, at_ms)
        self.serve(group, at_ms)
        if moving and not len(group.open) and not len(group.inviting):
            return None
        return self._offers.offer(player, group, at_ms)

    def stands_still(self, key: StakeKey) -> bool:
        """Whether the hand of any table of a stake waits for a lost connection (TIME-01)."""
        tables = self._tables.by_number.values()
        return any(table.stands_still for table in tables if table.stake.key == key)

    def _join(self, player: PlayerId, group: StakeTables, at_ms: int) -> SeatOffered | Queued:
        """Wait, unless that makes enough players for a new table (CASH-06, AMB-39)."""
        key = group.stake.key
        waits = self._players.get(player).entries.values()
        if not self._rules.seating.several_queue_entries and key in waits:
            raise SeatRefused("AMB-39", "waiting_already")
        entry = QueueEntry(self._offers.next_entry(), player)
        self._add(entry, group)
        offer = self.serve(group, at_ms).get(entry.number)
        if offer is not None:
            return offer
        queued = self._queued(player, entry.number, key)
        self._news.append(queued)
        return queued

    def _add(self, entry: QueueEntry, group: StakeTables) -> None:
        group.queue.add(entry)
        self._players.add(entry.player).entries[entry.number] = group.stake.key

    def restore(self, place: LobbyPlace, at_ms: int) -> None:
        """Have a player wait as before a restart, or the same seat on offer (CRASH-01).

        Where that seat can no longer be offered, the player waits in their old place.
        """
        group = self._tables.stake(place.stake)
        self._offers.number_from(place.number)
        lobby_table = None if place.table is None else self._tables.by_number.get(place.table)
        if lobby_table is not None and place.seat in lobby_table.free_seats:
            if not lobby_table.has(place.player):
                number, seat = place.number, place.seat
                self._offers.reserve(place.player, lobby_table, at_ms, seat, entry=number)
            return
        self._add(QueueEntry(place.number, place.player), group)
        self._news.append(self._queued(place.player, place.number, place.stake))

    def offer_at(
        self, player: PlayerId, table: TableId, seat: Seat | None, at_ms: int
    ) -> SeatOffered:
        """Offer a seat at one table: to whom the operator names, or a practice player of the house.

        Only the queue and the choice of the table are passed over (CASH-04, AMB-39): what the
        player must bring, and every limit on their seats, stay the same. Who waits for the stake
        uses up their first entry.
        """
        lobby_table, has = self._tables.find(table), self._players.get(player)
        reserved = has.offers.get(table)
        if reserved is not None and seat in (None, reserved.seat):
            return reserved
        stake = lobby_table.stake
        self._offers.verify_free_at(player, lobby_table, seat)
        entry = next((one for one, key in has.entries.items() if key == stake.key), None)
        self._offers.verify_request(player, stake, at_ms, table=table, but=entry)
        if entry is not None:
            self._remove(player, entry)
        return self._offers.reserve(player, lobby_table, at_ms, seat, entry=entry)

    # Giving up

    def leave(self, player: PlayerId, entry: EntryNumber) -> None:
        """Stop waiting, at any time (CASH-06)."""
        if entry not in self._players.get(player).entries:
            raise SeatRefused("CASH-06", "not_waiting")
        self._drop(player, entry, "player")

    def leave_all(self, player: PlayerId) -> None:
        """A player has been out of reach for too long and waits nowhere any more (CASH-06)."""
        for entry in list(self._players.get(player).entries):
            self._drop(player, entry, "connection_lost")

    def exclude_from_banzai(self, player: PlayerId, at_ms: int) -> None:
        """Give up a player's places in Banzai queues and the Banzai seats on offer (BANZ-08)."""
        has = self._players.get(player)
        for number, key in list(has.entries.items()):
            if key.format == "banzai":
                self._drop(player, number, "excluded")
        for offer in list(has.offers.values()):
            if offer.stake.format == "banzai":
                self.lapse(player, offer.table, "excluded", at_ms)

    def close_to(self, key: StakeKey, is_kept_out: Callable[[PlayerId], bool], at_ms: int) -> None:
        """Give up the places in a queue and the seats on offer of who may no longer sit at a stake;
        seats that are taken stay (FAIR-07)."""
        for entry in self._tables.stake(key).queue:
            if is_kept_out(entry.player):
                self._drop(entry.player, entry.number, "not_admitted")
        tables = [one for one in self._tables.by_number.values() if one.stake.key == key]
        for lobby_table in tables:
            for player in list(lobby_table.reserved.values()):
                if is_kept_out(player):
                    self.lapse(player, lobby_table.number, "not_admitted", at_ms)

    def _drop(self, player: PlayerId, entry: EntryNumber, cause: DropCause) -> None:
        key = self._remove(player, entry)
        self._news.append(QueueLeft(player=player, stake=key, entry=entry, cause=cause))

    def _remove(self, player: PlayerId, number: EntryNumber) -> StakeKey:
        key = self._players.take_entry(player, number)
        self._tables.by_stake[key].queue.remove(number)
        return key

    def take_offer(self, player: PlayerId, table: TableId, at_ms: int) -> Seat:
        """A player takes the offered seat: it stays theirs until the table has answered."""
        lobby_table = self._tables.find(table)
        offered = self._players.get(player).offers.get(table)
        if lobby_table.frozen:
            raise SeatRefused("CRASH-02", "table_is_frozen")
        if offered is None or at_ms >= offered.until_ms:
            raise SeatRefused("CASH-04", "no_seat_offered")
        taking = lobby_table.taking
        if player in taking:
            raise SeatRefused("CASH-04", "no_seat_offered")
        taking[player] = None
        return offered.seat

    def decline(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Give an offered seat back before the buy-in."""
        is_offered = table in self._players.get(player).offers
        if not is_offered or player in self._tables.by_number[table].taking:
            raise SeatRefused("CASH-04", "no_seat_offered")
        self.lapse(player, table, "declined", at_ms)

    def lapse(self, player: PlayerId, table: TableId, cause: LapseCause, at_ms: int) -> None:
        """A seat is no longer reserved; it goes to the next in the queue.

        Who is on the way to the table keeps it until the table has answered.
        """
        taking = self._tables.by_number[table].taking
        if player in taking:
            taking[player] = cause
            return
        self.seats_opened(self._offers.withdraw(player, table, cause), at_ms)

    def lapse_all(self, lobby_table: LobbyTable, cause: LapseCause, at_ms: int) -> None:
        """No seat of a table is reserved any longer."""
        for player in list(lobby_table.reserved.values()):
            self.lapse(player, lobby_table.number, cause, at_ms)

    # Serving

    def seats_opened(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """Seats are free again: they are offered to those who wait."""
        self._tables.relist(lobby_table)
        self._tables.watch_idle(lobby_table)
        self.serve(self._tables.by_stake[lobby_table.stake.key], at_ms)

    def serve_all(self, at_ms: int) -> None:
        """Offer free seats at every stake to those who wait."""
        for group in self._tables.by_stake.values():
            self.serve(group, at_ms)

    def serve(self, group: StakeTables, at_ms: int) -> dict[EntryNumber, SeatOffered]:
        """Offer free seats in the order of the queue; open tables while enough wait (AMB-39).

        A table with too few players is filled up first, once enough wait to play there.
        """
        if not len(group.queue):
            return {}
        served = self._serve_in_order(group, at_ms)
        while filled := self._fill_up(group, at_ms):
            served |= filled | self._serve_in_order(group, at_ms)
        return served

    def _fill_up(self, group: StakeTables, at_ms: int) -> dict[EntryNumber, SeatOffered]:
        """Seats at one table for those who wait, or nothing while they are too few (CASH-06)."""
        lobby_table = self._table_to_fill(group, at_ms)
        if lobby_table is None:
            return {}
        lobby_table.is_filled = True
        self._tables.relist(lobby_table)
        served = self._serve_in_order(group, at_ms)
        lobby_table.is_filled = False
        self._tables.relist(lobby_table)
        return served

    def _table_to_fill(self, group: StakeTables, at_ms: int) -> LobbyTable | None:
        """A table where those who wait would be enough with those who are there, or a new one."""
        needed, tables = self._rules.seating.players_to_open, self._tables.by_number
        for table in sorted(group.sparse, key=lambda one: (-tables[one].present, one)):
            lobby_table = tables[table]
            able = min(self._able(group, at_ms, lobby_table), len(lobby_table.free_seats))
            if able and able + lobby_table.present >= needed:
                return lobby_table
        if not self._tables.is_full and self._able(group, at_ms, None) >= needed:
            return self._tables.open(group, at_ms)
        return None

    def _serve_in_order(self, group: StakeTables, at_ms: int) -> dict[EntryNumber, SeatOffered]:
        served: dict[EntryNumber, SeatOffered] = {}
        for entry in group.queue:
            if not any(map(len, group.offered)):
                break
            if not self._offers.is_allowed(entry.player, group.stake.key, entry.number):
                continue
            offer = self._offers.offer(entry.player, group, at_ms, entry.number)
            if offer is not None:
                self._remove(entry.player, entry.number)
                served[entry.number] = offer
        return served

    def _able(self, group: StakeTables, at_ms: int, lobby_table: LobbyTable | None) -> int:
        """How many different players wait who may have and can pay a seat (CASH-06, AMB-39).

        At one of the tables, or at a new one.
        """
        able: set[PlayerId] = set()
        offers, stake = self._offers, group.stake
        table = None if lobby_table is None else lobby_table.number
        for entry in group.queue:
            player = entry.player
            if player in able or (lobby_table is not None and lobby_table.has(player)):
                continue
            allowed = offers.is_allowed(player, stake.key, entry.number)
            if allowed and offers.is_affordable(player, table, stake, at_ms):
                able.add(player)
        return len(able)
