"""The settled hand: everything that one finished cash hand writes, in one commit."""

import msgspec

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import ID_MAX, Kind, PlayerId, TableId, escrow, house
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.transfers import HAND_KEY, Reason, Transfer, merged
from cardroom.units import Cents, Seat

HISTORY_BYTES_MAX = 1 << 20
PLAYERS_MAX = 10


class Statistic(msgspec.Struct, frozen=True, array_like=True):
    """A count of a player's that a hand adds to, such as `hands` or `flops_seen`."""

    player: PlayerId
    name: str
    add: int


class Message(msgspec.Struct, frozen=True, array_like=True):
    """What is told to the rest of the house once the hand is stored (the outbox)."""

    subject: str
    body: bytes


class SettledHand(msgspec.Struct, frozen=True, kw_only=True):
    """One finished hand: the transaction. Nothing of it is money before it is stored.

    `deltas` is what each player dealt in won or lost, `stacks` what he has after the hand; a player
    who was not dealt in may be left out of both. Numbers grow within an epoch, epochs within a
    table; a voided hand keeps its number and leaves a gap (AMB-69). `history` is what the hand is
    replayed from, `seats` who sat where in it (I10), `stake` what it was played at, as the room
    names stakes (AMB-01).
    """

    table: TableId
    epoch: int
    number: int
    edition: str
    currency: str
    at_ms: int
    deltas: dict[PlayerId, Cents]
    rake: Cents
    rake_cap: Cents
    stacks: dict[PlayerId, Cents]
    history: bytes
    statistics: tuple[Statistic, ...] = ()
    outbox: tuple[Message, ...] = ()
    seats: dict[Seat, PlayerId] = {}
    stake: str = ""

    @property
    def key(self) -> str:
        """The key of the hand and of its transfer."""
        return hand_key(self.table, self.epoch, self.number)


def hand_key(table: TableId, epoch: int, number: int) -> str:
    """The one key under which a hand is settled."""
    return f"{HAND_KEY}{table}:{epoch}:{number}"


def verify_hand(hand: SettledHand) -> None:
    """The deltas and the rake of a hand add up, the rake is within its cap (I6, RAKE-01)."""
    for one in (hand.table, *hand.stacks):
        if type(one) is not int or not 0 < one <= ID_MAX:
            raise _refused(hand, "not_an_id")
    for number in (hand.epoch, hand.number, hand.rake, hand.rake_cap, *hand.stacks.values()):
        if type(number) is not int or number < 0:
            raise _refused(hand, "not_an_amount")
    for delta in hand.deltas.values():
        if type(delta) is not int:
            raise _refused(hand, "not_an_amount")
    if sum(hand.deltas.values()) + hand.rake != 0:
        raise _refused(hand, "does_not_sum_to_zero")
    if hand.rake > hand.rake_cap:
        raise _refused(hand, "rake_above_cap")
    if not hand.deltas.keys() <= hand.stacks.keys():
        raise _refused(hand, "stack_missing")
    if hand.seats and not hand.deltas.keys() <= set(hand.seats.values()):
        raise _refused(hand, "seat_missing")
    if len(hand.stacks) > PLAYERS_MAX or len(hand.history) > HISTORY_BYTES_MAX:
        raise _refused(hand, "too_large")


def settle_hand(hand: SettledHand) -> Transfer:
    """All deltas and the rake of a hand in one transfer (I6, CRASH-01)."""
    verify_hand(hand)
    moved = [
        (escrow(hand.table, player, hand.currency), delta) for player, delta in hand.deltas.items()
    ]
    moved.append((house(Kind.RAKE, hand.currency), hand.rake))
    key = hand.key
    return Transfer(key, Reason.HAND_SETTLED, hand.at_ms, merged(moved), hand=key)


def _refused(hand: SettledHand, reason: str) -> TransferRefused:
    return TransferRefused(Invariant.HAND_ADDS_UP, reason, {"key": hand.key})
