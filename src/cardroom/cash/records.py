"""A cash table between two hands as data: kept by the store, and set up again after a restart."""

import msgspec

from cardroom.cash.events import LeaveCause, OutCause, SitOutWhen
from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import HandPositions, Standing
from cardroom.cash.table import CashTable
from cardroom.engine.timebank import TimeBank
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash.stakes import StakeKey
from cardroom.units import Cents, Seat


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One taken seat and what its player has asked for.

    The stack is what the escrow says; `stack` is only there to tell who has none from who left.
    """

    seat: Seat
    player: PlayerId
    initial_buy_in: Cents
    standing: Standing
    missed_blind: bool
    out_since_ms: int | None
    out_until_ms: int | None
    out_cause: OutCause | None
    auto_top_up: bool
    bank_ms: int
    bank_hands: int
    sit_out: SitOutWhen = "not"
    leaving: LeaveCause | None = None
    top_up: Cents = 0
    stack: Cents = 0
    leaves_after: bool = False
    posts_by_hand: bool = False


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it stood when no hand was in progress, or before the one that was."""

    stake: StakeKey
    number: int
    """The last hand whose end the record knows."""
    last: HandPositions | None
    seats: tuple[SeatRecord, ...]
    redeal: HandPositions | None = None
    """The hand in progress: it is dealt again with its button and blinds (AMB-69)."""
    epoch: int = 0
    begun: int = 0
    """The number of the hand in progress: if it is never settled, it is void (AMB-69)."""


def record_of(table: CashTable, *, epoch: int) -> TableRecord:
    """What must be known to go on after a restart (CRASH-01, AMB-69)."""
    return TableRecord(
        epoch=epoch,
        begun=0 if table.deal is None else table.number,
        stake=table.stake.key,
        number=table.number if table.deal is None else table.number - 1,
        last=table.last,
        seats=tuple(_seat_record(table, occupant) for occupant in table.in_order()),
        redeal=table.redeal if table.deal is None else table.deal,
    )


def _seat_record(table: CashTable, occupant: Occupant) -> SeatRecord:
    kept = table.before_hand(occupant.seat)
    return SeatRecord(
        seat=occupant.seat,
        player=occupant.player,
        initial_buy_in=occupant.initial_buy_in,
        standing=kept.standing,
        missed_blind=kept.missed_blind,
        out_since_ms=occupant.out_since_ms,
        out_until_ms=occupant.out_until_ms,
        out_cause=occupant.out_cause,
        auto_top_up=occupant.auto_top_up,
        bank_ms=kept.bank_ms,
        bank_hands=kept.bank_hands,
        sit_out=occupant.sit_out,
        leaving=occupant.leaving,
        top_up=occupant.top_up,
        stack=occupant.stack,
        leaves_after=occupant.leaves_after,
        posts_by_hand=occupant.posts_by_hand,
    )


def restore(table: CashTable, record: TableRecord, stacks: dict[PlayerId, Cents]) -> None:
    """Seat everybody who has a stack as before; the next deal is the one that was interrupted."""
    table.number = record.number
    table.last = record.last
    table.redeal = record.redeal
    for seat in record.seats:
        if seat.player in stacks:
            table.restore_seat(_occupant(table, seat, stacks[seat.player]))
    players = () if record.redeal is None else tuple(record.redeal.dealt_in.values())
    for player in players:
        # Whoever is gone may sit down again, as a newcomer: they do not bring the hand back.
        if not table.has(player):
            table.leave_redeal(player)


def _occupant(table: CashTable, record: SeatRecord, stack: Cents) -> Occupant:
    bank = TimeBank(table.bank_terms, left_ms=record.bank_ms, hands=record.bank_hands)
    occupant = Occupant(
        seat=record.seat,
        player=record.player,
        stack=stack,
        bank=bank,
        auto_top_up=record.auto_top_up,
    )
    occupant.initial_buy_in = record.initial_buy_in
    occupant.standing = record.standing
    occupant.missed_blind = record.missed_blind
    occupant.out_since_ms = record.out_since_ms
    occupant.out_until_ms = record.out_until_ms
    occupant.out_cause = record.out_cause
    occupant.sit_out = record.sit_out
    occupant.leaving = record.leaving
    occupant.top_up = record.top_up
    occupant.leaves_after = record.leaves_after
    occupant.posts_by_hand = record.posts_by_hand
    return occupant
