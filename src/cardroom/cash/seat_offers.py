"""Stakes, not tables: who is offered which seat, who waits, and when a table opens."""

from cardroom.cash.due import Due
from cardroom.cash.lobby_events import (
    DropCause,
    EntryNumber,
    LapseCause,
    OfferLapsed,
    Queued,
    QueueLeft,
    SeatOffered,
)
from cardroom.cash.lobby_state import LobbyState
from cardroom.cash.lobby_table import LobbyTable, StakeTables
from cardroom.cash.open_tables import OpenTables
from cardroom.cash.waiting import QueueEntry
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Seat


class SeatOffers(LobbyState):
    """Offers seats and keeps the queues (CASH-04, CASH-06, RAT-01, AMB-39)."""

    # Asking

    def ask(self, player: PlayerId, key: StakeKey, at_ms: int) -> SeatOffered | Queued:
        """A player wants one more seat at a stake: an offered seat, or a place in the queue.

        Those who wait already come first.
        """
        group = self._group(key)
        self._verify_ask(player, group.stake, at_ms)
        self._serve(group, at_ms)
        offer = self._offer(player, group, at_ms)
        return self._queue(player, group, at_ms) if offer is None else offer

    def _verify_ask(
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
        places = self._places_of(player)
        limit = self.limits.places_per_player
        if len(places) - (but is not None) >= limit:
            raise SeatRefused("AMB-39", "too_many_tables", {"tables": limit})
        if stake.format == "banzai":
            taken = places.taken(player, "banzai", but=but)
            self.rejoin_history.banzai.verify_entry(player, stake.key, taken)
        offer = self.rejoin_history.offer(player, table, stake, at_ms)
        if offer.cheapest > self.money(player):
            raise SeatRefused(offer.rule, "not_enough_money", {"from": offer.cheapest})

    def _queue(self, player: PlayerId, group: StakeTables, at_ms: int) -> SeatOffered | Queued:
        """Wait, unless that makes enough players for a new table (CASH-06, AMB-39)."""
        key = group.stake.key
        waits = self._places_of(player).entries.values()
        if not self.rules.seating.several_queue_entries and key in waits:
            raise SeatRefused("AMB-39", "waiting_already")
        self._entries += 1
        entry = QueueEntry(EntryNumber(self._entries), player)
        group.queue.add(entry)
        self._own_places(player).entries[entry.number] = key
        offer = self._serve(group, at_ms).get(entry.number)
        if offer is not None:
            return offer
        queued = self._queued(player, entry.number, key)
        self._news.append(queued)
        return queued

    def leave_queue(self, player: PlayerId, entry: EntryNumber) -> None:
        """Stop waiting, at any time (CASH-06)."""
        if entry not in self._places_of(player).entries:
            raise SeatRefused("CASH-06", "not_waiting")
        self._drop_entry(player, entry, "player")

    def lose_queue_places(self, player: PlayerId) -> None:
        """A player has been out of reach for too long and waits nowhere any more (CASH-06)."""
        for entry in list(self._places_of(player).entries):
            self._drop_entry(player, entry, "connection_lost")

    def _drop_entry(self, player: PlayerId, entry: EntryNumber, cause: DropCause) -> None:
        key = self._unqueue(player, entry)
        self._news.append(QueueLeft(player=player, stake=key, entry=entry, cause=cause))

    def decline(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        """Give an offered seat back before the buy-in."""
        if table not in self._places_of(player).offers:
            raise SeatRefused("CASH-04", "no_seat_offered")
        self._lapse(player, table, "declined", at_ms)

    # Offers

    def _offer(self, player: PlayerId, group: StakeTables, at_ms: int) -> SeatOffered | None:
        """Keep a free seat for a player, at a table chosen by weight (CASH-04, AMB-39).

        Tables that play come first, then those that the operator has opened.
        """
        for tables in (group.open, group.inviting):
            table = self._choose(player, group.stake, tables, at_ms) if len(tables) else None
            if table is not None:
                return self._keep(player, self._lobby_tables[table], at_ms)
        return None

    def restore_seat(
        self, player: PlayerId, table: TableId, seat: Seat | None, at_ms: int
    ) -> SeatOffered:
        """Offer a seat to somebody who lost it wrongly, by the operator's word (CASH-01)."""
        self.rules.conduct.verify_override("restore_seat")
        return self.offer_at(player, table, seat, at_ms)

    def offer_at(
        self, player: PlayerId, table: TableId, seat: Seat | None, at_ms: int
    ) -> SeatOffered:
        """Offer a seat at one table: to whom the operator names, or a practice player of the house.

        Only the queue and the choice of the table are passed over (CASH-04, AMB-39): what the
        player must bring, and every limit on his seats, is as ever. Who waits for the stake uses
        his first entry up.
        """
        lobby_table, places = self._find(table), self._places_of(player)
        kept = places.offers.get(table)
        if kept is not None and seat in (None, kept.seat):
            return kept
        stake = lobby_table.table.stake
        self._verify_restorable(player, lobby_table, seat)
        entry = next((one for one, key in places.entries.items() if key == stake.key), None)
        self._verify_ask(player, stake, at_ms, table=table, but=entry)
        if entry is not None:
            self._unqueue(player, entry)
        return self._keep(player, lobby_table, at_ms, seat)

    def _verify_restorable(
        self, player: PlayerId, lobby_table: LobbyTable, seat: Seat | None
    ) -> None:
        """Refuse a table without a seat for the player, and a second seat there (CASH-04)."""
        if player in lobby_table.seated.values():
            raise SeatRefused("CASH-04", "already_seated_here")
        if player in lobby_table.kept.values():
            raise SeatRefused("CASH-04", "seat_offered_already")
        if lobby_table.closing:
            raise SeatRefused("CASH-04", "table_is_closing")
        if lobby_table.frozen:
            raise SeatRefused("CRASH-02", "table_is_frozen")
        free = lobby_table.free_seats
        if not free or (seat is not None and seat not in free):
            raise SeatRefused("CASH-05", "seat_is_not_free", {"free": free})

    def _keep(
        self, player: PlayerId, lobby_table: LobbyTable, at_ms: int, seat: Seat | None = None
    ) -> SeatOffered:
        """Offer one of the free seats of a table, by chance unless it is named (AMB-39)."""
        table, stake = lobby_table.table.table, lobby_table.table.stake
        free = lobby_table.free_seats
        offer = SeatOffered(
            player=player,
            stake=stake.key,
            table=table,
            seat=free[self._below(len(free))] if seat is None else seat,
            buy_in=self.rejoin_history.offer(player, table, stake, at_ms),
            until_ms=at_ms + self.limits.seat_kept_ms,
            may_post=stake.game in self.rules.entry.newcomer_may_post,
        )
        lobby_table.kept[offer.seat] = player
        self._own_places(player).offers[table] = offer
        self._relist(lobby_table)
        self._deadlines.add(offer.until_ms, Due("offer", table, player))
        self._news.append(offer)
        return offer

    def _choose(
        self, player: PlayerId, stake: Stake, tables: OpenTables, at_ms: int
    ) -> TableId | None:
        """Draw a table where the player does not sit and that the player can afford (AMB-65)."""
        seating, money = self.rules.seating, self.money(player)
        places = self._places_of(player)
        weights = dict.fromkeys([*places.tables, *places.offers], 0)
        for table in sorted(self.rejoin_history.tables(player)):
            if table in tables and table not in weights:
                known = self.rejoin_history.sat_at_today(player, table, at_ms)
                affordable = (
                    self.rejoin_history.offer(player, table, stake, at_ms).cheapest <= money
                )
                factor = seating.known_table_factor if known else 1
                weights[table] = seating.free_seat_weight * factor if affordable else 0
        affordable = self.rejoin_history.offer(player, None, stake, at_ms).cheapest <= money
        otherwise = seating.free_seat_weight if affordable else 0
        return tables.choose(weights, self._below, otherwise=otherwise)

    def _lapse(self, player: PlayerId, table: TableId, cause: LapseCause, at_ms: int) -> None:
        """A seat is no longer kept; it goes to the next in the queue."""
        lobby_table = self._lobby_tables[table]
        offer = self._places[player].offers.pop(table)
        self._drop_places(player)
        del lobby_table.kept[offer.seat]
        self._news.append(OfferLapsed(player=player, table=table, seat=offer.seat, cause=cause))
        self._seats_opened(lobby_table, at_ms)

    # The queue

    def _seats_opened(self, lobby_table: LobbyTable, at_ms: int) -> None:
        """Seats are free again: they are offered to those who wait."""
        self._relist(lobby_table)
        self._watch_idle(lobby_table)
        self._serve(self._stakes[lobby_table.table.stake.key], at_ms)

    def _serve(self, group: StakeTables, at_ms: int) -> dict[EntryNumber, SeatOffered]:
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
        self._relist(lobby_table)
        served = self._serve_in_order(group, at_ms)
        lobby_table.is_filled = False
        self._relist(lobby_table)
        return served

    def _table_to_fill(self, group: StakeTables, at_ms: int) -> LobbyTable | None:
        """A table where those who wait would be enough with those who are there, or a new one."""
        least = self.rules.seating.players_to_open
        for table in sorted(group.sparse, key=lambda one: (-self._lobby_tables[one].present, one)):
            lobby_table = self._lobby_tables[table]
            able = min(self._able(group, at_ms, lobby_table), len(lobby_table.free_seats))
            if able and able + lobby_table.present >= least:
                return lobby_table
        if len(self._lobby_tables) < self.limits.tables and self._able(group, at_ms, None) >= least:
            return self._open(group, at_ms)
        return None

    def _serve_in_order(self, group: StakeTables, at_ms: int) -> dict[EntryNumber, SeatOffered]:
        served: dict[EntryNumber, SeatOffered] = {}
        for entry in group.queue:
            if not len(group.open) and not len(group.inviting):
                break
            offer = self._offer(entry.player, group, at_ms) if self._is_able(entry, group) else None
            if offer is not None:
                self._unqueue(entry.player, entry.number)
                served[entry.number] = offer
        return served

    def _able(self, group: StakeTables, at_ms: int, lobby_table: LobbyTable | None) -> int:
        """How many different players wait who may have and can pay a seat (CASH-06, AMB-39).

        At one of the tables, or at a new one.
        """
        able: set[PlayerId] = set()
        table = None if lobby_table is None else lobby_table.table.table
        there = (
            []
            if lobby_table is None
            else [*lobby_table.seated.values(), *lobby_table.kept.values()]
        )
        for entry in group.queue:
            player = entry.player
            if player in able or player in there or not self._is_able(entry, group):
                continue
            offer = self.rejoin_history.offer(player, table, group.stake, at_ms)
            if offer.cheapest <= self.money(player):
                able.add(player)
        return len(able)

    def _is_able(self, entry: QueueEntry, group: StakeTables) -> bool:
        """Whether the limits of Banzai still allow the seat (BANZ-04, BANZ-08)."""
        if group.stake.format != "banzai":
            return True
        taken = self._places_of(entry.player).taken(entry.player, "banzai", but=entry.number)
        try:
            self.rejoin_history.banzai.verify_entry(entry.player, group.stake.key, taken)
        except SeatRefused:
            return False
        return True

    def _unqueue(self, player: PlayerId, number: EntryNumber) -> StakeKey:
        key = self._places[player].entries.pop(number)
        self._stakes[key].queue.remove(number)
        self._drop_places(player)
        return key
