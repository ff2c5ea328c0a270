"""A step of a tournament as far as it determines its rows itself, before the database is asked."""

from typing import NamedTuple

import msgspec

from cardroom.errors import TransferRefused
from cardroom.ledger import Message, Reason, SettledHand, TournamentId
from cardroom.ledger.hashing import hashed
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.settling import verify_hand
from cardroom.office import outbox_messages
from cardroom.room.tournaments.records import StepToWrite
from cardroom.store.ownership import UnitName
from cardroom.store.postings import Posting, Record, posting_of_transfer, record_of
from cardroom.store.tournaments.following import (
    EntryChange,
    EntryResult,
    entry_changes,
    new_entries,
)
from cardroom.tournament.desk_events import Registered
from cardroom.tournament.events import HandFinished
from cardroom.tournament.record import encode_events

STEP = "TRN-25"
"""The rule behind the order of steps: after a crash a tournament goes on from what is stored."""

_json = msgspec.json.Encoder()


class PreparedStep(NamedTuple):
    """A step with everything that does not depend on what is stored."""

    step: StepToWrite
    events: bytes
    postings: tuple[Posting, ...]
    hand: Record | None
    void_hands: tuple[Record, ...]
    messages: tuple[Message, ...]
    digest: bytes
    entries: list[EntryResult]
    changes: list[EntryChange]
    """What it brings and changes in the lists of entries."""

    @property
    def key(self) -> str:
        """The key of its row."""
        return step_key(self.step.tournament, self.step.number)


class Steps(NamedTuple):
    """Steps that are written together, all or nothing."""

    steps: tuple[PreparedStep, ...]


def step_key(tournament: TournamentId, number: int) -> str:
    """What a step is called: the tournament and its number there."""
    return f"{tournament}:{number}"


def unit_of(tournament: TournamentId) -> UnitName:
    """The unit of ownership that a tournament is, with all its tables."""
    return UnitName("tournament", str(tournament))


def prepare(step: StepToWrite, *, tells: bool = False) -> PreparedStep:
    """A step to write; refused when it is wrong whatever is stored.

    A room that `tells` its operator has a message for every transfer, before the step's own.
    """
    _verify_hands(step)
    _verify_seats(step)
    postings = tuple([_posting(step, number, tells) for number in range(len(step.transfers))])
    return PreparedStep(
        step,
        encode_events(step.events),
        postings,
        None if step.hand is None else record_of(step.hand),
        tuple([record_of(hand) for hand in step.void_hands]),
        step.messages,
        hashed(_json.encode(step)),
        new_entries(step.events),
        entry_changes(step.events),
    )


def _posting(step: StepToWrite, number: int, tells: bool) -> Posting:
    transfer = step.transfers[number]
    if transfer.reason is Reason.REVERSED:
        raise refused(step, "not_part_of_a_step", key=transfer.key)
    messages = outbox_messages.of_transfer(transfer) if tells else ()
    return posting_of_transfer(transfer, None, messages)


def _verify_hands(step: StepToWrite) -> None:
    """A finished hand has its record, and the record says what the event says (I10)."""
    finished = [event for event in step.events if isinstance(event, HandFinished)]
    hand = step.hand
    if len(finished) != int(hand is not None):
        raise refused(step, "hand_and_event_do_not_match")
    for one in (*([hand] if hand else ()), *step.void_hands):
        _verify_chip_hand(step, one)
    if hand is not None and (hand.epoch != step.epoch or not _is_of(hand, finished[0])):
        raise refused(step, "hand_and_event_do_not_match", key=hand.key)


def _verify_chip_hand(step: StepToWrite, hand: SettledHand) -> None:
    verify_hand(hand)
    is_ours = hand.plays_for == "chips" and hand.chips.tournament == step.tournament  # type: ignore[union-attr]
    if not is_ours or hand.rake or hand.rake_cap or hand.statistics or hand.outbox:
        raise TransferRefused(Invariant.HAND_ADDS_UP, "not_a_hand_for_chips", {"key": hand.key})


def _is_of(hand: SettledHand, event: HandFinished) -> bool:
    """Whether a record tells of the hand that an event finished, with the same stacks."""
    chips = hand.chips
    assert isinstance(chips, msgspec.Struct)
    stacks = {hand.seats.get(seat): stack for seat, stack in event.stacks}
    return (chips.table, hand.number, stacks) == (event.table, event.number, hand.stacks)


def _verify_seats(step: StepToWrite) -> None:
    """A seat that is given was paid in the same step; one that is taken is an entry (TRN-14)."""
    paid = {transfer.key for transfer in step.transfers}
    for seat in step.seats_won:
        if seat.key not in paid or seat.satellite != step.tournament:
            raise refused(step, "seat_is_not_paid", key=seat.key)
    entered = [
        event.entry
        for event in step.events
        if isinstance(event, Registered) and event.payment.means == "seat"
    ]
    taken = [seat.entry for seat in step.seats_taken if seat.state == "seated"]
    if entered != taken:
        raise refused(step, "seat_and_entry_do_not_match")


def rows_of(step: StepToWrite) -> int:
    """About how many rows a step writes: what a group of commits is bounded by."""
    money = sum(len(transfer.entries) + 2 for transfer in step.transfers)
    dealt = 0 if step.hand is None else len(step.hand.deltas) + 1
    said = len(step.messages) + len(step.receipts) + len(step.notices)
    return 3 + money + dealt + said + len(step.draws)


def refused(step: StepToWrite, reason: str, **details: object) -> TransferRefused:
    """A step that does not fit to what is stored, or to itself (TRN-25)."""
    return TransferRefused(STEP, reason, {"step": step_key(step.tournament, step.number)} | details)
