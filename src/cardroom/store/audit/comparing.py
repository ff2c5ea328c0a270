"""What the database keeps beside the transfers, for other questions, compared with them.

The ledger's audit believes nothing but the transfers. Here the copies are held against it: keys,
marks, hand rows, what is set aside, counts, messages, guards. None of them makes a cent, but each
is what somebody is shown, or what a repeated write is answered from.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from cardroom.errors import UNREADABLE, CardroomError
from cardroom.ledger import Invariant, Message, PlayerId, Reason, SettledHand, Statistic, Transfer
from cardroom.ledger.accounts import MAY_BE_NEGATIVE, find_account
from cardroom.ledger.audit import Audit, Replay, Replayed
from cardroom.ledger.findings import deltas_differ, differences
from cardroom.ledger.reasons import CLOSES, SETS_ASIDE
from cardroom.ledger.verifying import set_aside
from cardroom.store.audit.reading import AccountRow, AsideRow, HandRow, StoredTransfer, Surroundings
from cardroom.store.audit.recounting import WAYS, recount
from cardroom.store.migrations import Migration
from cardroom.store.postings import record_of


class Telling(NamedTuple):
    """What a message should say about the transfer at a position."""

    seq: int
    message: Message | None


class Comparison:
    """Compares every stored transfer with the audit's, then what is stored around them."""

    def __init__(self, audit: Audit, replay: Replay | None) -> None:
        self._audit = audit
        self._replay = replay
        self._closed_at: dict[str, int | None] = {}
        self._last_hand = 0
        self._dealt: dict[PlayerId, tuple[int, int]] = {}
        self._listed: dict[PlayerId, tuple[int, int]] = {}
        self._counted: dict[tuple[PlayerId, str], int] = {}
        self._way = WAYS[0]
        self._message = 0
        self._seq_read = 0

    def see(self, stored: StoredTransfer, transfer: Transfer, replayed: Replayed | None) -> None:
        """Compare what is kept with one transfer."""
        key, is_hand = transfer.key, transfer.reason is Reason.HAND_SETTLED
        if stored.key != key:
            flaw = f"it is found under the key {stored.key}"
            self._audit.find(Invariant.KEY_ONCE, key, "another_key", flaw)
        if stored.by_hand - {int(is_hand)}:
            flaw = f"its entries are {'not ' if is_hand else ''}marked as those of a hand"
            self._audit.find(Invariant.BALANCE_IS_ITS_ENTRIES, key, "entries_marked_wrong", flaw)
        self._see_aside(stored, transfer)
        if stored.hand is not None and stored.hand_row is not None:
            self._see_hand(stored.hand, stored.hand_row, replayed)
        if stored.taken_back is not None:
            self._see_taken_back(*stored.taken_back)

    def _see_hand(self, hand: SettledHand, row: HandRow, replayed: Replayed | None) -> None:
        self._deal(row.id, hand.deltas)
        flaw = row_differs(row, hand, "settled", "money")
        if not flaw and row.id <= self._last_hand:
            flaw = f"it has the number {row.id:,}, the hand before it {self._last_hand:,}"
        self._last_hand = row.id
        if flaw:
            self._audit.find(Invariant.REPLAY_AGREES, hand.key, "hand_row_differs", flaw)
        if replayed is None:
            return
        found = recount(hand, row.digest, replayed.counted, self._way)
        if found is None:
            flaw = "its hand is not the one that was stored: result, counts and messages give"
            flaw = f"{flaw} another digest"
            self._audit.find(Invariant.REPLAY_AGREES, hand.key, "digest_differs", flaw)
            return
        self._way = found.way
        self._count(found.statistics, 1)

    def _deal(self, number: int, players: Iterable[PlayerId]) -> None:
        for player in players:
            hands, total = self._dealt.get(player, (0, 0))
            self._dealt[player] = hands + 1, total + number

    def _count(self, statistics: Iterable[Statistic], sign: int) -> None:
        for one in statistics:
            who = one.player, one.name
            self._counted[who] = self._counted.get(who, 0) + sign * one.add

    def _see_taken_back(self, hand: SettledHand, digest: bytes) -> None:
        """What a hand has counted that was taken back counts no longer (AMB-24)."""
        if self._replay is None:
            return
        try:
            found = recount(hand, digest, self._replay(hand).counted, self._way)
        except Exception:  # noqa: BLE001 - a damaged record may lead to anything
            # What is wrong with the hand was reported where it was settled.
            return
        if found is not None:
            self._count(found.statistics, -1)

    def _see_aside(self, stored: StoredTransfer, transfer: Transfer) -> None:
        """What a transfer sets aside or closes is noted, and with the right figures (I11)."""
        rule, key, row = Invariant.SET_ASIDE_CLOSED_ONCE, transfer.key, stored.aside
        expected = None
        if transfer.reason in SETS_ASIDE and any(amount > 0 for _, amount in transfer.entries):
            expected = (transfer.reason.value, *set_aside(transfer), transfer.due_ms)
            self._closed_at[key] = None if row is None else row.closed
        if (None if row is None else tuple(row[:4])) != expected:
            flaw = f"noted as set aside is {_noted(row)} instead of {_noted(expected)}"
            self._audit.find(rule, key, "set_aside_differs", flaw)
        if transfer.reason in CLOSES and transfer.closes in self._closed_at:
            noted = self._closed_at.pop(transfer.closes)
            if noted != stored.seq:
                flaw = f"it closes {transfer.closes}, of which is noted: {_closing(noted)}"
                self._audit.find(rule, key, "closing_differs", flaw)

    def finish(self, around: Surroundings, *, counts: bool) -> None:
        """Compare what is stored around the transfers; statistics if hands were played again."""
        last = around.standing.head.transfers
        for key, noted in self._closed_at.items():
            if noted is not None and noted <= last:
                flaw = f"{key} is open, but noted is: {_closing(noted)}"
                self._audit.find_at_end(Invariant.SET_ASIDE_CLOSED_ONCE, "closing_differs", flaw)
        for relation, rows in around.beyond.items():
            if rows:
                flaw = f"{rows} rows of {relation} belong to no transfer up to the last, {last:,}"
                self._audit.find_at_end(Invariant.CHAIN_HOLDS, "beyond_the_head", flaw)
        hands, last_hand = around.numbered
        if not hands == last_hand == around.standing.head.hands:
            flaw = f"{hands:,} hands are there, the last has the number {last_hand:,}, and the head"
            flaw = f"{flaw} counts {around.standing.head.hands:,}"
            self._audit.find_at_end(Invariant.REPLAY_AGREES, "hands_missing", flaw)
        for relation, (figure, rows, last) in around.counted.items():
            if not figure == rows == last:
                flaw = f"the head counts {figure:,} {relation}, there are {rows:,}, and the last"
                flaw = f"{flaw} has the number {last:,}"
                self._audit.find_at_end(Invariant.CHAIN_HOLDS, "head_differs", flaw)
        for table, epoch, of_hand in around.epochs:
            flaw = f"table {table} is in epoch {epoch}, but has settled hands of epoch {of_hand}"
            self._audit.find_at_end(Invariant.KEY_ONCE, "epoch_went_back", flaw)
        self._finish_accounts(around.accounts)
        if counts:
            self._finish_statistics(around.statistics)

    def _finish_accounts(self, rows: Iterable[AccountRow]) -> None:
        for name, asset, may_be_negative in rows:
            parts = find_account(name)
            if parts is None:
                continue
            expected = (parts.asset, int(parts.kind in MAY_BE_NEGATIVE))
            if (asset, may_be_negative) != expected:
                flaw = f"{name} is noted with {(asset, may_be_negative)} instead of {expected}"
                self._audit.find_at_end(Invariant.NOT_BELOW_ZERO, "account_row_differs", flaw)

    def _finish_statistics(self, stored: dict[tuple[PlayerId, str], int]) -> None:
        wrong = differences(
            {
                f"'{name}' of player {player}": value
                for (player, name), value in self._counted.items()
            },
            {f"'{name}' of player {player}": value for (player, name), value in stored.items()},
        )
        unknown = sorted(stored.keys() - self._counted.keys())
        if unknown and not wrong:
            # Nought, under a name that no hand counts: one that was altered.
            wrong = ", ".join(f"'{name}' of player {player}" for player, name in unknown[:3])
        if wrong:
            flaw = f"the statistics are not what the hands count: {wrong}"
            self._audit.find_at_end(Invariant.REPLAY_AGREES, "statistics_differ", flaw)

    def see_players(self, rows: Iterable[tuple[PlayerId, int, int]]) -> None:
        """Add the hands that players find again."""
        for player, hands, total in rows:
            before = self._listed.get(player, (0, 0))
            self._listed[player] = before[0] + hands, before[1] + total

    def finish_players(self) -> None:
        """Players find all the hands that they were dealt into."""
        for player in sorted(self._dealt.keys() | self._listed.keys()):
            dealt, listed = self._dealt.get(player, (0, 0)), self._listed.get(player, (0, 0))
            if dealt != listed:
                flaw = f"player {player} was dealt into {dealt[0]} hands and finds {listed[0]} or"
                flaw = f"{flaw} others"
                self._audit.find_at_end(Invariant.REPLAY_AGREES, "hands_of_player_differ", flaw)

    def see_unpaid(self, row: HandRow, hand: SettledHand | None) -> None:
        """A hand that moved no money, void (AMB-69) or for chips, is as it was kept."""
        status = "void" if row.plays_for == "money" else row.status
        flaw = "cannot be read" if hand is None else row_differs(row, hand, status, row.plays_for)
        if hand is not None:
            self._deal(row.id, hand.seats.values() if status == "void" else hand.deltas)
            if not flaw and record_of(hand).digest != row.digest:
                flaw = "its record has another digest"
            if not flaw and status != "void" and self._replay is not None:
                flaw = self._replayed_differs(self._replay, hand)
        if flaw:
            flaw = f"of the {status} hand {row.key}, {flaw}"
            self._audit.find_at_end(Invariant.REPLAY_AGREES, f"{status}_hand_differs", flaw)

    def _replayed_differs(self, replay: Replay, hand: SettledHand) -> str:
        """Played again from its history, a hand for chips gives the same deltas (I10)."""
        try:
            deltas = dict(replay(hand).deltas)
        except Exception as error:  # noqa: BLE001 - a damaged record may lead to anything
            why = str(error) if isinstance(error, CardroomError) else type(error).__name__
            return f"it cannot be played again: {why}".removesuffix(".")
        if deltas == hand.deltas:
            return ""
        return f"played again, it gives {deltas_differ(hand.deltas, deltas)}"

    def see_number(self, number: int) -> None:
        """Messages are numbered without a gap, up to the number in the head."""
        if number != self._message + 1:
            flaw = f"the messages {self._message + 1:,} to {number - 1:,} of the outbox are missing"
            self._audit.find_at_end(Invariant.CHAIN_HOLDS, "messages_missing", flaw)
        self._message = number

    def see_message(self, number: int, message: Message, expected: Telling | None) -> None:
        """A message of the outbox tells what was written with it, in the order of the transfers."""
        right = expected is not None and expected.seq > self._seq_read
        if expected is not None and expected.message is not None:
            self._seq_read, right = expected.seq, right and _same(message, expected.message)
        if not right:
            flaw = f"message {number}, {message.subject}, does not tell what was stored with it"
            self._audit.find_at_end(Invariant.REPLAY_AGREES, "message_differs", flaw)

    def see_guards(self, found: dict[str, str], steps: Sequence[Migration], dialect: str) -> None:
        """Every guard of the schema is there and does what it was made for."""
        parts = [part for step in steps for part in step.statements(dialect)]
        text = "\n".join(parts)
        for name in sorted(guards_of(parts)):
            if name not in found or found[name].strip() not in text:
                how = "is missing or turned off" if name not in found else "was changed"
                flaw = f"the guard {name} of the database {how}"
                self._audit.find_at_end(Invariant.CHAIN_HOLDS, "guard_missing", flaw)


def guards_of(statements: Iterable[str]) -> set[str]:
    """The guards that statements make; a relation that is dropped takes its guards along."""
    found: dict[str, str] = {}
    for statement in statements:
        text = statement.lower()
        renamed = re.search(r"(?m)^alter table (\w+) rename to (\w+)", text)
        dropped = re.search(r"(?m)^drop table (\w+)", text)
        if renamed:
            found = {name: renamed[2] if on == renamed[1] else on for name, on in found.items()}
        elif dropped:
            found = {name: on for name, on in found.items() if on != dropped[1]}
        for name, on in re.findall(r"(?m)^create trigger (\w+)[^;]*?\bon (\w+)", text):
            found[name] = on
    return set(found)


def row_differs(row: HandRow, hand: SettledHand, status: str, plays_for: str) -> str:
    """Where the columns of a hand are not what its record says."""
    said = row._replace(
        key=hand.key,
        table=hand.table,
        epoch=hand.epoch,
        number=hand.number,
        status=status,
        plays_for=plays_for,
        edition=hand.edition,
        at_ms=hand.at_ms,
    )
    if said == row:
        return ""
    return f"the row has {differences(said._asdict(), row._asdict())}"


def _noted(row: AsideRow | tuple[object, ...] | None) -> str:
    if row is None:
        return "nothing"
    reason, account, amount, due_ms = row[:4]
    return f"{amount} on {account} ({reason}, due {due_ms})"


def _closing(noted: int | None) -> str:
    return "not closed" if noted is None else f"closed by transfer {noted:,}"


def _same(message: Message, expected: Message) -> bool:
    if message.subject != expected.subject:
        return False
    try:
        return bool(msgspec.json.decode(message.body) == msgspec.json.decode(expected.body))
    except UNREADABLE:
        return False
