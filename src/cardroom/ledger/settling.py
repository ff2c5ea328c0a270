"""From a finished hand to its transfer: verified, then all deltas and the rake at once."""

from typing import Any, Final

import msgspec

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import ID_MAX, Kind, escrow, house
from cardroom.ledger.hands import SettledHand
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.transfers import Reason, Transfer, hashed

HISTORY_BYTES_MAX = 1 << 20
PLAYERS_MAX = 10

_json = msgspec.json.Encoder()
# To look up a member of an enum takes as long as a call.
_SETTLED: Final = Reason.HAND_SETTLED
_RAKE: Final = Kind.RAKE


def verify_hand(hand: SettledHand) -> None:
    """The deltas and the rake of a hand add up, the rake is within its cap (I6, RAKE-01)."""
    # As anything: compiled code would take what is no integer for our own mistake.
    given: Any = hand
    deltas, stacks = hand.deltas, hand.stacks
    _verify_id(hand, given.table)
    for count in (given.epoch, given.number, given.rake, given.rake_cap):
        _verify_count(hand, count)
    for player, stack in given.stacks.items():
        _verify_id(hand, player)
        _verify_count(hand, stack)
    for delta in given.deltas.values():
        if type(delta) is not int:
            raise _refused(hand, "not_an_amount")
    if sum(deltas.values()) + hand.rake != 0:
        raise _refused(hand, "does_not_sum_to_zero")
    if hand.rake > hand.rake_cap:
        raise _refused(hand, "rake_above_cap")
    if not deltas.keys() <= stacks.keys():
        raise _refused(hand, "stack_missing")
    if hand.seats and not deltas.keys() <= set(hand.seats.values()):
        raise _refused(hand, "seat_missing")
    if len(stacks) > PLAYERS_MAX or len(hand.history) > HISTORY_BYTES_MAX:
        raise _refused(hand, "too_large")


def _verify_id(hand: SettledHand, given: object) -> None:
    if type(given) is not int or not 0 < given <= ID_MAX:
        raise _refused(hand, "not_an_id")


def _verify_count(hand: SettledHand, given: object) -> None:
    if type(given) is not int or given < 0:
        raise _refused(hand, "not_an_amount")


def settle_hand(hand: SettledHand) -> Transfer:
    """All deltas and the rake of a hand in one transfer (I6, CRASH-01)."""
    verify_hand(hand)
    table, currency, key = hand.table, hand.currency, hand.key
    sides = [
        (escrow(table, player, currency), delta) for player, delta in hand.deltas.items() if delta
    ]
    if hand.rake:
        sides.append((house(_RAKE, currency), hand.rake))
    return Transfer(
        key, _SETTLED, hand.at_ms, tuple(sorted(sides)), hand=key, record=record_hash(hand)
    )


def record_hash(hand: SettledHand) -> str:
    """A hash over what the hand is replayed from: nothing of it changes unseen (I10, I12)."""
    told = _json.encode((hand.edition, hand.stake, sorted(hand.seats.items())))
    return hashed(told, hand.history).hex()


def _refused(hand: SettledHand, reason: str) -> TransferRefused:
    return TransferRefused(Invariant.HAND_ADDS_UP, reason, {"key": hand.key})
