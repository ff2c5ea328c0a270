"""The house's money counted a second time, transfer by transfer, from the raw rows of the store.

Every hand is played again (second_hand.py), every buy-in looked up in the catalogue, every order
followed to its end. Nothing of the ledger's own code is asked.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from tests.simulation.catalogue import may_post
from tests.simulation.rejoining import Rejoining
from tests.simulation.second_betting import Decision
from tests.simulation.second_hand import Raw, SecondHand, Stake, cards_of
from tests.simulation.second_positions import (
    Positions,
    positions_of,
    verify_dealt_again,
    verify_follows,
)

RAKE = "house:rake:EUR"
BANK = "bank:clearing:EUR"
OWNED = ("player:", "table:", "tournament:", "case:")
"""Accounts with other people's money: never below zero (I2)."""


class Rows(Protocol):
    """Raw rows of a database: sqlite3's own connection, or what looks like it."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any: ...


class Withdrawal(NamedTuple):
    """Money that was set aside, and how that ended."""

    amount: int
    closed: str = ""


class Books:
    """What everybody has, as the transfers say, and what each of them may be."""

    def __init__(self, raw: Rows, edition: str, stake: Stake) -> None:
        self.balances: Counter[str] = Counter()
        self.hands = 0
        self.withdrawals: dict[str, Withdrawal] = {}
        self.credited: dict[str, int] = {}
        self.top_ups: Counter[int] = Counter()
        """How often each player has topped up."""
        self.rejoining = Rejoining(edition, stake)
        self.turns: defaultdict[tuple[int, int, int], set[Decision]] = defaultdict(set)
        """What players were asked, by table, epoch and hand."""
        self.others: dict[str, Callable[[Raw, dict[str, int]], None]] = {}
        """Who looks at other kinds of transfers, by their reason: those of tournaments."""
        self._raw = raw
        self._edition = edition
        self._stake = stake
        self._seen = 0
        self._keys: set[str] = set()
        self._last: dict[int, tuple[int, int]] = {}
        self._claimed: dict[int, int] = {}
        """Each table's epoch when the books were read the last time."""
        self._positions: dict[int, Positions] = {}
        self._rake = 0
        self._last_hole: dict[int, list[int]] = defaultdict(list)

    def read(self) -> None:
        """Go through what was written since the last time, then compare every balance."""
        rows = self._raw.execute(
            "select seq, key, content from transfers where seq > ? order by seq", (self._seen,)
        ).fetchall()
        for seq, key, content in rows:
            self._seen = seq
            self._take(seq, key, msgspec.json.decode(content))
        self._claimed = dict(self._raw.execute("select id, epoch from tables").fetchall())
        stored = dict(self._raw.execute("select name, balance from accounts").fetchall())
        kept = {account: balance for account, balance in self.balances.items() if balance}
        assert kept == {name: one for name, one in stored.items() if one}, "balances (I4)"
        assert sum(stored.values()) == 0, "money was made or lost (I3)"
        assert stored.get(RAKE, 0) == self._rake, "the rake of all hands (RAKE-01)"

    def cash(self, player: int) -> int:
        return self.balances[f"player:{player}:cash:EUR"]

    def stack(self, table: int, player: int) -> int:
        return self.balances[f"table:{table}:escrow:{player}:EUR"]

    def stacks(self, table: int) -> dict[int, int]:
        """What everybody has at a table."""
        start = f"table:{table}:escrow:"
        return {
            int(account.split(":")[3]): balance
            for account, balance in self.balances.items()
            if balance and account.startswith(start)
        }

    def _take(self, seq: int, key: str, transfer: Raw) -> None:
        assert transfer["key"] == key not in self._keys, f"{key} twice (I7)"
        self._keys.add(key)
        entries: list[tuple[str, int]] = [(name, by) for name, by in transfer["entries"]]
        assert sum(by for _, by in entries) == 0, f"{key} does not sum to zero (I1)"
        stored = self._raw.execute(
            "select name, amount from entries join accounts on id = account where transfer = ?"
            " order by name",
            (seq,),
        ).fetchall()
        assert sorted(entries) == stored, f"{key}: entries {stored} are not {entries}"
        reason = transfer["reason"]
        verify = self.others.get(reason) or getattr(self, f"_{reason}", None)
        assert verify is not None, f"nobody moves money because of {reason} here"
        verify(transfer, dict(entries))
        for account, by in entries:
            self.balances[account] += by
            if account.startswith(OWNED):
                assert self.balances[account] >= 0, f"{account} is below zero after {key} (I2)"

    # Each kind of transfer

    def _deposited(self, transfer: Raw, entries: dict[str, int]) -> None:
        reference = transfer["key"].removeprefix("deposit:")
        self.credited[reference] = self._moves(transfer, entries, BANK, "cash")

    def _withdrawal_requested(self, transfer: Raw, entries: dict[str, int]) -> None:
        amount = self._moves(transfer, entries, "cash", "withdrawal")
        self.withdrawals[transfer["key"]] = Withdrawal(amount)

    def _withdrawal_paid(self, transfer: Raw, entries: dict[str, int]) -> None:
        self._close(transfer, self._moves(transfer, entries, "withdrawal", BANK), "confirmed")

    def _withdrawal_cancelled(self, transfer: Raw, entries: dict[str, int]) -> None:
        self._close(transfer, self._moves(transfer, entries, "withdrawal", "cash"), "refused")

    def _close(self, transfer: Raw, amount: int, how: str) -> None:
        """What lay aside goes on in full, once (I11)."""
        key = transfer["closes"]
        before = self.withdrawals[key]
        assert before == Withdrawal(amount), f"{key} was {before} and is closed with {amount}"
        self.withdrawals[key] = Withdrawal(amount, how)

    def _moves(self, transfer: Raw, entries: dict[str, int], out_of: str, into: str) -> int:
        """One amount of one player's, from one account to another."""
        (amount,) = [by for by in entries.values() if by > 0]
        owners = {name.split(":")[1] for name in entries if name.startswith("player:")}
        assert len(owners) == 1, f"{transfer['key']} is of two players"
        (player,) = owners
        names = [name if name == BANK else f"player:{player}:{name}:EUR" for name in (out_of, into)]
        assert entries == {names[0]: -amount, names[1]: amount}, f"{transfer['key']}: {entries}"
        return amount

    def _bought_in(self, transfer: Raw, entries: dict[str, int]) -> None:
        table, player, amount = self._to_table(transfer, entries)
        assert self.stack(table, player) == 0, f"{player} buys in with a stack (CASH-16)"
        self.rejoining.sit_down(table, player, amount, transfer["at_ms"])

    def _topped_up(self, transfer: Raw, entries: dict[str, int]) -> None:
        table, player, amount = self._to_table(transfer, entries)
        self.top_ups[player] += 1
        self.rejoining.top_up(table, player, self.stack(table, player), amount, self.cash(player))

    def _to_table(self, transfer: Raw, entries: dict[str, int]) -> tuple[int, int, int]:
        _, table, player, _ = transfer["key"].split(":", 3)
        amount = max(entries.values())
        expected = {
            f"player:{player}:cash:EUR": -amount,
            f"table:{table}:escrow:{player}:EUR": amount,
        }
        assert entries == expected, f"{transfer['key']}: {entries}"
        return int(table), int(player), amount

    def _cashed_out(self, transfer: Raw, entries: dict[str, int]) -> None:
        """The whole stack, or none of it (AMB-63)."""
        _, table, player, request = transfer["key"].split(":", 3)
        stack = self.stack(int(table), int(player))
        expected = {
            f"player:{player}:cash:EUR": stack,
            f"table:{table}:escrow:{player}:EUR": -stack,
        }
        assert entries == expected, f"{player} left {table} with {stack}: {entries} (AMB-63)"
        is_leaving = not request.startswith("unseated")
        self.rejoining.leave(
            int(table), int(player), stack if is_leaving else None, transfer["at_ms"]
        )

    def _hand_settled(self, transfer: Raw, entries: dict[str, int]) -> None:
        """Played again, the hand moves exactly this (CRASH-01, I6)."""
        key = transfer["key"]
        table, epoch, number = map(int, key.split(":")[1:])
        place = epoch, number
        assert self._last.get(table, (0, 0)) < place, f"{key} out of order (I7)"
        self._last[table] = place
        claimed = self._claimed.get(table, 0)
        assert epoch >= claimed, f"{key}: a former owner was paid, not {claimed} (CRASH-01)"
        status, result, history = self._raw.execute(
            "select status, result, history from hands where key = ?", (key,)
        ).fetchone()
        assert status == "settled", f"{key} is paid and {status}"
        record, events = msgspec.json.decode(result), msgspec.json.decode(history)
        may = may_post(self._edition, self._stake)
        hand = SecondHand(self._stake, events, may_post=may)
        try:
            outcome = hand.play()
        except AssertionError as wrong:
            raise AssertionError(f"{key}: {wrong}") from wrong
        self._verify_asked(key, self.turns.pop((table, epoch, number), set()), outcome.decisions)
        started = dict(zip(events[0]["seats"], events[0]["stacks"], strict=True))
        players = {int(seat): player for seat, player in record["seats"].items()}
        assert set(players) == set(started), f"{key}: seats {players}"
        self._verify_new_cards(table, events)
        self._verify_positions(
            table, epoch, number, positions_of(events[0], self._sitting(table, players))
        )
        moved: dict[str, int] = {RAKE: outcome.rake} if outcome.rake else {}
        for seat, player in players.items():
            has = self.stack(table, player)
            assert started[seat] == has, f"{key}: seat {seat} began with another stack than {has}"
            if outcome.stacks[seat] != started[seat]:
                moved[f"table:{table}:escrow:{player}:EUR"] = outcome.stacks[seat] - started[seat]
        assert entries == moved, f"{key} moved {entries}, not {moved}"
        self._verify_record(key, record, {players[s]: one for s, one in outcome.stacks.items()})
        assert record["rake"] == outcome.rake, f"{key}: rake {record['rake']}"
        self._rake += outcome.rake
        self.hands += 1

    def _verify_asked(self, key: str, asked: set[Decision], due: list[Decision]) -> None:
        """Players were offered what the catalogue offers (BET-06, BET-08, AMB-48)."""
        wrong = asked - set(due)
        assert not wrong, f"{key}: asked for {wrong}, not one of {due}"

    def _verify_record(self, key: str, record: dict[str, Any], stacks: dict[int, int]) -> None:
        stored = {int(player): stack for player, stack in record["stacks"].items()}
        assert stored == stacks, f"{key}: stacks {stored}, not {stacks}"
        assert record["edition"] == self._edition, "a hand keeps its edition (CASH-18)"

    def _verify_positions(self, table: int, epoch: int, number: int, now: Positions) -> None:
        last = self._positions.get(table)
        if last is not None:
            verify_follows(last, now)
        self._positions[table] = now
        void = self._raw.execute(
            "select at_ms, result, history from hands"
            " where table_id = ? and epoch = ? and number = ? and status = 'void'",
            (table, epoch, number - 1),
        ).fetchone()
        if void is not None:
            void_ms, record, events = void[0], *map(msgspec.json.decode, void[1:])
            players = {int(seat): player for seat, player in record["seats"].items()}
            then = self._sitting(table, players, until_ms=void_ms)
            verify_dealt_again(positions_of(events[0], then), now)

    def _sitting(
        self, table: int, players: dict[int, int], *, until_ms: int | None = None
    ) -> dict[int, tuple[int, int]]:
        """Who left and came back to the same seat is new there: how often each has sat down."""

        def count(player: int) -> int:
            times = self.rejoining.sittings[table, player]
            return sum(until_ms is None or at_ms <= until_ms for at_ms in times)

        return {seat: (player, count(player)) for seat, player in players.items()}

    def _verify_new_cards(self, table: int, events: list[Raw]) -> None:
        """Every hand has a shuffle of its own (AMB-22, AMB-69)."""
        hole = list(cards_of(events))
        assert hole != self._last_hole[table], "the same cards again (AMB-22)"
        self._last_hole[table] = hole
