"""Follows every tournament from its first event: chips, money, hands, entries, what lists show."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import msgspec

from cardroom.errors import UNREADABLE
from cardroom.ledger import Invariant, Reason, SettledHand, TournamentId, Transfer
from cardroom.ledger.audit import Audit
from cardroom.ledger.findings import differences
from cardroom.ledger.reasons import MOVES_POOLS
from cardroom.ledger.transfers import read_transfer
from cardroom.ledger.verifying import tournaments_touched
from cardroom.room.tournaments.records import SeatWon
from cardroom.store.audit.chip_count import ChipCount, Survivors
from cardroom.store.audit.tournament_money import MoneyCount
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.store import Store
from cardroom.store.tournaments.following import (
    EntryResult,
    Progress,
    changed,
    entry_changes,
    followed,
    new_entries,
)
from cardroom.tournament.events import HandFinished
from cardroom.tournament.ids import EntryId
from cardroom.tournament.record import AnyEvent, decode_events
from cardroom.units import Cents

CHUNK = 200
"""Steps that are read at once."""
OPERATORS = frozenset({Reason.REVERSED, Reason.ADJUSTED})
"""What an operator books beside the steps of a tournament."""
_hand = msgspec.json.Decoder(SettledHand)
_seat = msgspec.json.Decoder(SeatWon)


class Announced(NamedTuple):
    """A tournament at the moment of the head."""

    id: TournamentId
    created_ms: int
    flights: tuple[TournamentId, ...]
    progress: Progress
    entries: dict[EntryId, EntryResult]
    seats_taken: Cents
    """What satellites have paid for the seats that were taken in it."""
    seats_given_back: Cents
    """The same for seats that became tickets or cash."""


class StepRow(NamedTuple):
    """A stored step with its transfers, and the result of its hand."""

    number: int
    first_event: int
    event_count: int
    at_ms: int
    events: bytes
    first_transfer: int | None
    transfer_count: int
    hand: int | None
    result: bytes | None
    transfers: list[bytes]


def announced() -> Script[list[Announced]]:
    """Every tournament and its entries, of one moment."""
    rows = yield One(
        f"select id, created_ms, flights, {', '.join(Progress._fields)} from tournaments"  # noqa: S608
        " join tournament_progress on tournament = id order by id"
    )
    entries: dict[int, dict[EntryId, EntryResult]] = {}
    for number, *entry in (
        yield One(
            f"select tournament, {', '.join(EntryResult._fields)} from tournament_entries"  # noqa: S608
        )
    ):
        entries.setdefault(number, {})[entry[0]] = EntryResult(*entry)
    seats = yield from _seats_used()
    return [
        Announced(
            number,
            created_ms,
            msgspec.json.decode(flights, type=tuple[TournamentId, ...]),
            Progress(*progress),
            entries.get(number, {}),
            seats[number, True],
            seats[number, False],
        )
        for number, created_ms, flights, *progress in rows
    ]


def _seats_used() -> Script[Counter[tuple[int, bool]]]:
    """What seats were worth that targets have used, by target and whether as an entry."""
    used: Counter[tuple[int, bool]] = Counter()
    rows = yield One("select target, state, content from seats_won where state <> 'open'")
    for target, state, content in rows:
        try:
            used[target, state == "seated"] += _seat.decode(bytes(content)).price.total
        except UNREADABLE:
            # That it was changed is found by its seal.
            continue
    return used


def steps(tournament: TournamentId, after: int, last: int) -> Script[list[StepRow]]:
    """The next steps of a tournament, with their transfers and hands."""
    rows = yield One(
        "select tournament_steps.number, first_event, event_count, tournament_steps.at_ms, events,"
        " first_transfer, transfer_count, hand, result from tournament_steps"
        " left join hands on hands.id = hand where tournament = $1"
        " and tournament_steps.number > $2 and tournament_steps.number <= $3"
        " order by tournament_steps.number limit $4",
        (tournament, after, last, CHUNK),
    )
    found: list[StepRow] = []
    for row in rows:
        first, count = row[5], row[6]
        contents: list[Row] = []
        if count:
            contents = yield One(
                "select content from transfers where seq >= $1 and seq < $2 order by seq",
                (first, first + count),
            )
        found.append(StepRow._make((*row, [bytes(content) for (content,) in contents])))
    return found


def bad_papers() -> Script[list[str]]:
    """Papers of tournaments that are not what their hash says."""
    digests = yield One("select digest from tournament_papers")
    wrong: list[str] = []
    for (digest,) in digests:
        ((content,),) = yield One(
            "select content from tournament_papers where digest = $1", (digest,)
        )
        if sha256(bytes(content)).digest() != bytes(digest):
            wrong.append(bytes(digest).hex()[:16])
    return wrong


class PoolMoves:
    """Which transfers moved the pools of tournaments: each belongs to a step."""

    def __init__(self) -> None:
        self._moved: Counter[tuple[int, str]] = Counter()

    def see(self, seq: int, transfer: Transfer, sign: int) -> None:
        """Count a transfer of the chain, and take it off where a step has it."""
        if transfer.reason in MOVES_POOLS and transfer.reason not in OPERATORS:
            for tournament in tournaments_touched(transfer):
                self._moved[tournament, "transfers"] += sign
                self._moved[tournament, "places"] += sign * seq

    def differing(self) -> list[int]:
        """The tournaments whose pools were moved otherwise than by steps."""
        return sorted({tournament for (tournament, _), left in self._moved.items() if left})


class TournamentAudit:
    """Sees one tournament after the other, in the order of their numbers."""

    def __init__(self, audit: Audit, moves: PoolMoves) -> None:
        self._audit = audit
        self._moves = moves
        self._survivors: dict[TournamentId, Survivors] = {}

    async def follow(self, store: Store, one: Announced) -> int:
        """Read all steps of a tournament and verify what they lead to; how many hands it had."""
        brought: Survivors | None = None
        if one.flights:
            brought = {}
            for flight in one.flights:
                for person, stack in self._survivors.get(flight, {}).items():
                    brought[person] = max(brought.get(person, 0), stack)
        steps_audit = StepAudit(self._audit, one, brought, self._moves)
        after = 0
        while after < one.progress.steps:
            found = await store.ask(partial(steps, one.id, after, one.progress.steps))
            if not found:
                break
            for step in found:
                steps_audit.read(step)
            after = found[-1].number
        steps_audit.finish()
        if steps_audit.chips.survivors:
            self._survivors[one.id] = steps_audit.chips.survivors
        return steps_audit.hands


class StepAudit:
    """One tournament, step by step."""

    def __init__(
        self, audit: Audit, one: Announced, brought: Survivors | None, moves: PoolMoves
    ) -> None:
        self._audit = audit
        self._one = one
        self._moves = moves
        self.chips = ChipCount(brought)
        self._money = MoneyCount(one.seats_given_back)
        self._progress = Progress(last_ms=one.created_ms)
        self._entries: dict[EntryId, EntryResult] = {}
        self.hands = 0

    def read(self, step: StepRow) -> None:
        """Follow one step; everything is compared after it."""
        where = f"step {step.number} of tournament {self._one.id}"
        before = self._progress
        if step.number != before.steps + 1 or step.first_event != before.events + 1:
            flaw = f"{where} does not follow step {before.steps} with {before.events} events"
            self._tell(Invariant.CHAIN_HOLDS, "step_missing", flaw)
            self._progress = before._replace(steps=step.number - 1, events=step.first_event - 1)
        try:
            events = decode_events(step.events)
        except UNREADABLE as error:
            self._tell(Invariant.CHAIN_HOLDS, "step_unreadable", f"{where} is none: {error}")
            events = []
        self._pay(where, step)
        played = [*self._play(step, events)]
        for detail in (*played, *self.chips.verify()):
            self._tell(Invariant.REPLAY_AGREES, "chips_differ", f"after {where}, {detail}")
        for detail in self._money.verify():
            self._tell(
                Invariant.POOL_IS_PAID_OUT, "tournament_money_differs", f"after {where}, {detail}"
            )
        self._count(events, step)

    def _play(self, step: StepRow, events: list[AnyEvent]) -> Iterable[str]:
        finished = [event for event in events if isinstance(event, HandFinished)]
        if len(finished) != int(step.hand is not None):
            yield f"it has {len(finished)} finished hands and the record of {step.hand or 'none'}"
        for event in events:
            yield from self.chips.read(event)
            self._money.read(event)
            if isinstance(event, HandFinished) and step.hand is not None:
                yield from self._hand(step)

    def _hand(self, step: StepRow) -> Iterable[str]:
        try:
            hand = None if step.result is None else _hand.decode(step.result)
        except UNREADABLE:
            hand = None
        if hand is None:
            yield f"the record of its hand {step.hand} is missing or cannot be read"
            return
        self.hands += 1
        yield from self.chips.compare(hand)

    def _pay(self, where: str, step: StepRow) -> None:
        if len(step.transfers) != step.transfer_count:
            flaw = f"{where} has {step.transfer_count} transfers, {len(step.transfers)} are there"
            self._tell(Invariant.POOL_IS_PAID_OUT, "step_without_transfers", flaw)
        for place, content in enumerate(step.transfers, step.first_transfer or 0):
            try:
                transfer = read_transfer(content)
            except UNREADABLE:
                # What is wrong with it was reported where it is in the chain.
                continue
            self._money.pay(transfer)
            self._moves.see(place, transfer, -1)

    def _count(self, events: list[AnyEvent], step: StepRow) -> None:
        self._progress = followed(self._progress, events, step.at_ms)
        self._entries |= {entry.entry: entry for entry in new_entries(events)}
        for change in entry_changes(events):
            if change.entry in self._entries:
                self._entries[change.entry] = changed(self._entries[change.entry], change)

    def finish(self) -> None:
        """What lists show of it is what its steps give."""
        number, kept = self._one.id, self._one.progress
        now = self._progress._replace(done=kept.done)
        if now != kept:
            wrong = differences(now._asdict(), kept._asdict())
            flaw = f"tournament {number} is shown with {wrong}"
            self._tell(Invariant.REPLAY_AGREES, "tournament_differs", flaw)
        for detail in self._money.finish():
            flaw = f"of tournament {number}, {detail}"
            self._tell(Invariant.POOL_IS_PAID_OUT, "tournament_money_differs", flaw)
        taken, paid = self._money.seats_taken, self._one.seats_taken
        if taken != paid:
            flaw = f"entries of tournament {number} took seats worth {taken}, satellites have given"
            flaw = f"{flaw} such seats worth {paid}"
            self._tell(Invariant.POOL_IS_PAID_OUT, "seats_differ", flaw)
        if self._entries != self._one.entries:
            wrong = differences(
                {f"entry {entry}": one for entry, one in self._entries.items()},
                {f"entry {entry}": one for entry, one in self._one.entries.items()},
            )
            flaw = f"the entries of tournament {number} are shown with {wrong}"
            self._tell(Invariant.REPLAY_AGREES, "entries_differ", flaw)

    def _tell(self, rule: Invariant, what: str, flaw: str) -> None:
        self._audit.find_at_end(rule, what, flaw)


async def audit_tournaments(
    store: Store, audit: Audit, found: Iterable[Announced], moves: PoolMoves
) -> None:
    """Follow all tournaments; then every movement of their pools was one of their steps."""
    tournaments = TournamentAudit(audit, moves)
    for one in found:
        audit.count_tournament(await tournaments.follow(store, one))
    for number in moves.differing():
        flaw = f"the pools of tournament {number} were moved by transfers that are in none of its"
        audit.find_at_end(Invariant.POOL_IS_PAID_OUT, "pools_moved_beside_steps", f"{flaw} steps")
    for digest in await store.ask(bad_papers):
        flaw = f"the papers of a tournament with the hash {digest} were changed"
        audit.find_at_end(Invariant.CHAIN_HOLDS, "papers_changed", flaw)
