"""From a finished hand to its transfer: verified, then all deltas and the rake at once."""

from typing import Any, Final

import msgspec

from cardroom.errors import TransferRefused
from cardroom.ledger.accounts import ID_MAX, Kind, escrows, house
from cardroom.ledger.hands import SettledHand
from cardroom.ledger.hashing import hashed
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.keys import hand_key
from cardroom.ledger.transfers import Reason, Transfer
from cardroom.units import Cents

HISTORY_BYTES_MAX: Final = 1 << 20
PLAYERS_MAX: Final = 10

_json = msgspec.json.Encoder()
# To look up a member of an enum takes as long as a call.
_SETTLED: Final = Reason.HAND_SETTLED
_RAKE: Final = Kind.RAKE


def verify_hand(hand: SettledHand) -> None:
    """The deltas and the rake of a hand add up, the rake is within its cap (I6, RAKE-01)."""
    # As anything: compiled code would take what is no integer for our own mistake.
    given: Any = hand
    deltas: dict[Any, Any] = hand.deltas
    stacks: dict[Any, Any] = hand.stacks
    _verify_id(hand, given.table)
    for count in (given.epoch, given.number, given.rake, given.rake_cap):
        _verify_count(hand, count)
    for player, stack in stacks.items():
        _verify_id(hand, player)
        _verify_count(hand, stack)
    rake = hand.rake
    if rake > hand.rake_cap:
        raise _refused(hand, "rake_above_cap")
    if len(stacks) > PLAYERS_MAX or len(hand.history) > HISTORY_BYTES_MAX:
        raise _refused(hand, "too_large")
    if _moved(hand, deltas, stacks) + rake != 0:
        raise _refused(hand, "does_not_sum_to_zero")


def _moved(hand: SettledHand, deltas: dict[Any, Any], stacks: dict[Any, Any]) -> Cents:
    """The sum of all deltas; each belongs to a player with a stack and a seat."""
    seated = set(hand.seats.values())
    total: Cents = 0
    for player, given in deltas.items():
        if type(given) is not int:
            raise _refused(hand, "not_an_amount")
        if player not in stacks:
            raise _refused(hand, "stack_missing")
        if seated and player not in seated:
            raise _refused(hand, "seat_missing")
        delta: Cents = given
        total += delta
    return total


def _verify_id(hand: SettledHand, given: object) -> None:
    if type(given) is not int or not 0 < given <= ID_MAX:
        raise _refused(hand, "not_an_id")


def _verify_count(hand: SettledHand, given: object) -> None:
    if type(given) is not int or given < 0:
        raise _refused(hand, "not_an_amount")


def settle_hand(hand: SettledHand) -> Transfer:
    """All deltas and the rake of a hand in one transfer (I6, CRASH-01)."""
    verify_hand(hand)
    if hand.plays_for == "chips":
        raise _refused(hand, "hand_for_chips")
    currency, deltas, rake = hand.currency, hand.deltas, hand.rake
    key = hand_key(hand.table, hand.epoch, hand.number)
    accounts = escrows(hand.table, tuple(deltas), currency)
    sides = [(accounts[place], delta) for place, delta in enumerate(deltas.values()) if delta]
    if rake:
        sides.append((house(_RAKE, currency), rake))
    return Transfer(
        key, _SETTLED, hand.at_ms, tuple(sorted(sides)), hand=key, record=record_hash(hand)
    )


def record_hash(hand: SettledHand) -> str:
    """A hash over what the hand is replayed from: nothing of it changes unseen (I10, I12)."""
    terms = _json.encode((hand.edition, hand.stake, sorted(hand.seats.items())))
    return hashed(terms, hand.history).hex()


def _refused(hand: SettledHand, reason: str) -> TransferRefused:
    return TransferRefused(Invariant.HAND_ADDS_UP, reason, {"key": hand.key})
