"""What is remembered of the players: where they sat, and what they must bring.

It belongs to the players, as their money does: the lobby and every table of a process ask it, and a
table changes it in the same transaction as the money.
"""

from typing import NamedTuple

import msgspec

from cardroom.cash.banzai import Banzai, Obligation, Taken
from cardroom.cash.daily import CountOfDay
from cardroom.cash.offers import DAY_MS, BuyInOffer, utc_day
from cardroom.cash.ratholing import Departure, Ratholing, standard_offer
from cardroom.errors import SeatRefused
from cardroom.ledger import CaseId, PlayerId, TableId
from cardroom.ledger.transfers import TIME_MS_MAX
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.units import Cents


class StoredBank(NamedTuple):
    """A timebank that waits at a table for its player to come back (AMB-60)."""

    table: TableId
    left_ms: int
    hands: int
    at_ms: int


class SeatHeld(NamedTuple):
    """A seat that a player has at a cash table, whichever process runs it."""

    table: TableId
    stake: StakeKey


class PlayerRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the room must remember about one player, as it is stored.

    It is written together with the transfer that changed it, so that no crash separates them, and
    is good until `until_ms` at most: after that nothing in it has any effect. Its version is one
    higher than that of the record it was made from; the store refuses it after any other, for then
    it was decided from something that no longer holds.
    """

    player: PlayerId
    until_ms: int
    departures: tuple[Departure, ...] = ()
    rejoins: CountOfDay = CountOfDay()
    obligations: tuple[Obligation, ...] = ()
    resets: CountOfDay = CountOfDay()
    day: int = 0
    sat_at: tuple[TableId, ...] = ()
    banks: tuple[StoredBank, ...] = ()
    case: int = 0
    """The case in which the player is suspended while they still have seats (AMB-70)."""
    version: int = 0
    seats: tuple[SeatHeld, ...] = ()
    """Every seat of the player, at all stakes: the limits count them (BANZ-04, AMB-66)."""
    posts_by_hand: bool = False
    """The player sits out when the big blind comes, unless they say that they post it (SIT-05)."""
    banzai_excluded: bool = False
    """The operator keeps the player out of new Banzai seats (BANZ-08)."""


class RejoinHistory:
    """Ratholing, Banzai's carry-over, and the tables of the day (RAT, BANZ, CASH-04)."""

    def __init__(self, rules: CashRules, *, seats_max: int | None = None) -> None:
        self._seats_max = seats_max
        self._counts_all_seats = "seat_in_sit_out" in rules.banzai.table_limit_counts
        self.ratholing = Ratholing(rules.rejoining)
        self.banzai = Banzai(rules.banzai, rules.rejoining.window_end)
        self._carried_over = rules.rejoining.carry_over_formats
        self._banzai_feeds_counter = rules.rejoining.banzai_feeds_counter
        windows_s = (
            rules.rejoining.window_s,
            rules.rejoining.last_stack_window_s,
            rules.banzai.carry_over_s,
            rules.clock.bank_kept_after_leaving_s,
        )
        self._kept_ms = max(DAY_MS, 1000 * max(windows_s))
        self._bank_kept_ms = 1000 * rules.clock.bank_kept_after_leaving_s
        self._day = 0
        self._sat_at: dict[PlayerId, tuple[TableId, ...]] = {}
        """The tables of the day, sorted. Most players have one: a tuple is the smallest for it."""
        self._suspended: dict[PlayerId, CaseId] = {}
        self._seats: dict[PlayerId, tuple[SeatHeld, ...]] = {}
        """Sorted by table."""
        self._banks: dict[PlayerId, dict[TableId, StoredBank]] = {}
        self._versions: dict[PlayerId, int] = {}
        self._by_hand: set[PlayerId] = set()

    def offer(
        self, player: PlayerId, table: TableId | None, stake: Stake, at_ms: int
    ) -> BuyInOffer:
        """What the player may bring to a table; None is one that was not there before (RAT-05)."""
        if stake.format in self._carried_over:
            return self.banzai.offer(player, stake, at_ms)
        if table is None:
            return standard_offer(stake)
        return self.ratholing.offer(player, table, stake, at_ms)

    def sit_down(
        self, player: PlayerId, table: TableId, stake: Stake, at_ms: int, *, reset: bool
    ) -> None:
        """A buy-in is completed: rejoins are counted, what was owed is used up."""
        self._sits_at(player, table, at_ms)
        self.take_seat(player, table, stake.key)
        if stake.format in self._carried_over:
            self.banzai.sit_down(player, stake, at_ms, reset=reset)
        if self._feeds_counter(stake):
            self.ratholing.sit_down(player, table, at_ms)

    def leave(
        self, player: PlayerId, table: TableId, stake: Stake, stack: Cents, at_ms: int
    ) -> None:
        """A player left, or was removed, with a stack (AMB-63); Banzai has its own (BANZ-10).

        Its rejoins count like those of every other format all the same (RAT-03, AMB-65).
        """
        self._sits_at(player, table, at_ms)
        self._give_up_seat(player, table)
        if stake.format in self._carried_over:
            self.banzai.leave(player, stake, stack, at_ms)
        if self._feeds_counter(stake):
            self.ratholing.leave(player, table, stake, stack, at_ms)

    def _feeds_counter(self, stake: Stake) -> bool:
        return self._banzai_feeds_counter or stake.format not in self._carried_over

    def sat_at_today(self, player: PlayerId, table: TableId, at_ms: int) -> bool:
        """Whether the player sat there in the current UTC day (CASH-04, AMB-39)."""
        return utc_day(at_ms) == self._day and table in self._sat_at.get(player, ())

    def tables(self, player: PlayerId) -> set[TableId]:
        """The tables that may be special for the player: known, or just left."""
        return self.ratholing.tables(player).union(self._sat_at.get(player, ()))

    def posts_by_hand(self, player: PlayerId) -> bool:
        """Whether a player wants to say each time that they post the big blind (SIT-05)."""
        return player in self._by_hand

    def set_posting(self, player: PlayerId, *, by_hand: bool) -> None:
        """Blinds are posted as they come, or only when the player says so."""
        if by_hand:
            self._by_hand.add(player)
        else:
            self._by_hand.discard(player)

    def suspend(self, player: PlayerId, case: CaseId | None) -> None:
        """From now on the player's stacks are held in a case; None ends that (AMB-70)."""
        if case is None:
            self._suspended.pop(player, None)
        else:
            self._suspended[player] = case

    def case_of(self, player: PlayerId) -> CaseId | None:
        """The case that a player's stacks go to."""
        return self._suspended.get(player)

    # Seats, and timebanks left behind

    def seats(self, player: PlayerId) -> tuple[SeatHeld, ...]:
        """Every seat of a player, at all stakes."""
        return self._seats.get(player, ())

    def verify_seat(self, player: PlayerId, stake: StakeKey) -> None:
        """Refuse excluded players and a seat too many, wherever the others are (BANZ-04, BANZ-08).

        AMB-21 and AMB-39 say what counts.
        """
        held = self.seats(player)
        if self._seats_max is not None and len(held) >= self._seats_max:
            raise SeatRefused("AMB-39", "too_many_tables", {"tables": self._seats_max})
        if stake.format == "banzai":
            counted = held if self._counts_all_seats else ()
            taken = [Taken("seat", one.stake) for one in counted if one.stake.format == "banzai"]
            self.banzai.verify_entry(player, stake, taken)

    def take_seat(self, player: PlayerId, table: TableId, stake: StakeKey) -> None:
        """A player has a seat at a table."""
        others = [one for one in self.seats(player) if one.table != table]
        self._seats[player] = tuple(sorted([*others, SeatHeld(table, stake)]))

    def _give_up_seat(self, player: PlayerId, table: TableId) -> None:
        others = [one for one in self.seats(player) if one.table != table]
        if others:
            self._seats[player] = tuple(others)
        else:
            self._seats.pop(player, None)

    def keep_bank(self, player: PlayerId, bank: StoredBank) -> None:
        """A timebank waits at a table for its player to come back (AMB-60)."""
        self._banks.setdefault(player, {})[bank.table] = bank

    def banks(self, player: PlayerId, at_ms: int) -> tuple[StoredBank, ...]:
        """The timebanks that wait for a player; an old one waits no longer (AMB-60)."""
        oldest_ms = at_ms - self._bank_kept_ms
        kept = {
            table: bank
            for table, bank in self._banks.get(player, {}).items()
            if bank.at_ms >= oldest_ms
        }
        if kept:
            self._banks[player] = kept
        else:
            self._banks.pop(player, None)
        return tuple(kept.values())

    def forget(self, at_ms: int) -> None:
        """Drop what has no more effect."""
        for player in list(self._banks):
            self.banks(player, at_ms)
        self._new_day(at_ms)
        self.ratholing.forget(at_ms)
        self.banzai.forget(at_ms)

    # Keeping

    def record(
        self, player: PlayerId, at_ms: int, banks: tuple[StoredBank, ...] = ()
    ) -> PlayerRecord:
        """What is known about a player, with the timebanks that wait for them."""
        departures, rejoins = self.ratholing.kept(player)
        obligations, resets = self.banzai.kept(player)
        case, seats = self._suspended.get(player, 0), self.seats(player)
        by_hand, excluded = player in self._by_hand, self.banzai.is_excluded(player)
        is_lasting = bool(case or seats or by_hand or excluded)
        return PlayerRecord(
            player=player,
            until_ms=TIME_MS_MAX if is_lasting else at_ms + self._kept_ms,
            departures=departures,
            rejoins=rejoins,
            obligations=obligations,
            resets=resets,
            day=self._day,
            sat_at=self._sat_at.get(player, ()),
            banks=banks,
            case=case,
            version=self._versions.get(player, 0),
            seats=seats,
            posts_by_hand=by_hand,
            banzai_excluded=excluded,
        )

    def next_record(
        self, player: PlayerId, at_ms: int, banks: tuple[StoredBank, ...] = ()
    ) -> PlayerRecord:
        """What is to be stored about a player from now on: a version of its own."""
        self._versions[player] = self._versions.get(player, 0) + 1
        return self.record(player, at_ms, banks)

    def catch_up(self, record: PlayerRecord | None) -> bool:
        """Go on from what is stored about a player, where somebody else has written it since."""
        is_newer = record is not None and record.version > self._versions.get(record.player, 0)
        if record is not None and is_newer:
            self.restore(record)
        return is_newer

    def take_back(self, record: PlayerRecord, before: PlayerRecord) -> None:
        """A record was not stored: go on from the one before, unless there is a newer one.

        What the operator has said meanwhile is not taken back (BANZ-08).
        """
        player = record.player
        if self._versions.get(player) == record.version:
            excluded = self.banzai.is_excluded(player)
            self.restore(before)
            self.banzai.set_excluded(player, excluded=excluded)

    def restore(self, record: PlayerRecord) -> None:
        """Go on from what was stored about a player."""
        player = record.player
        self.ratholing.restore(player, record.departures, record.rejoins)
        self.banzai.restore(player, record.obligations, record.resets)
        self.suspend(player, CaseId(record.case) if record.case else None)
        self._banks.pop(player, None)
        for bank in record.banks:
            self.keep_bank(player, bank)
        self._versions[player] = record.version
        self._seats.pop(player, None)
        for table, stake in record.seats:
            self.take_seat(player, table, stake)
        self.set_posting(player, by_hand=record.posts_by_hand)
        self.banzai.set_excluded(player, excluded=record.banzai_excluded)
        if record.day > self._day:
            self._day, self._sat_at = record.day, {}
        if record.day == self._day and record.sat_at:
            self._sat_at[player] = record.sat_at
        else:
            self._sat_at.pop(player, None)

    def _sits_at(self, player: PlayerId, table: TableId, at_ms: int) -> None:
        self._new_day(at_ms)
        before = self._sat_at.get(player, ())
        if table not in before:
            self._sat_at[player] = tuple(sorted([*before, table]))

    def _new_day(self, at_ms: int) -> None:
        day = utc_day(at_ms)
        if day != self._day:
            self._day = day
            self._sat_at = {}
