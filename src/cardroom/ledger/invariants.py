"""The twelve things that are true of the money at every moment.

A refusal or a finding of the audit names one of them as its rule. What is local to a transfer is
verified before it is applied; all twelve are verified from zero by `cardroom ledger audit`.
"""

from enum import StrEnum


class Invariant(StrEnum):
    """One of the twelve; `SENTENCES` has its sentence."""

    SUMS_TO_ZERO = "I1"
    NOT_BELOW_ZERO = "I2"
    ALL_IS_ZERO = "I3"
    BALANCE_IS_ITS_ENTRIES = "I4"
    ESCROW_IS_STACKS = "I5"
    HAND_ADDS_UP = "I6"
    KEY_ONCE = "I7"
    POOL_IS_PAID_OUT = "I8"
    SUSPENSE_IS_CLEARED = "I9"
    REPLAY_AGREES = "I10"
    SET_ASIDE_CLOSED_ONCE = "I11"
    CHAIN_HOLDS = "I12"


SENTENCES: dict[Invariant, str] = {
    Invariant.SUMS_TO_ZERO: "A transfer is well formed: its entries sum to zero in each currency "
    "and each kind of ticket, move only what its reason may move, and ticket money goes with the "
    "tickets it pays for.",
    Invariant.NOT_BELOW_ZERO: "No account is below zero unless its kind may be.",
    Invariant.ALL_IS_ZERO: "The balances of all accounts sum to zero in each asset.",
    Invariant.BALANCE_IS_ITS_ENTRIES: "The balance of an account is the sum of its entries.",
    Invariant.ESCROW_IS_STACKS: "After a settled hand the escrow of each player of the table is "
    "the stack that the hand left them.",
    Invariant.HAND_ADDS_UP: "The deltas and the rake of a hand sum to zero, and the rake is within "
    "its cap.",
    Invariant.KEY_ONCE: "A key is applied once, and with one content.",
    Invariant.POOL_IS_PAID_OUT: "What a tournament took in it has paid out, refunded or kept as "
    "fee when it is closed, and it is closed once.",
    Invariant.SUSPENSE_IS_CLEARED: "At the end of a day nothing is in suspense that was due.",
    Invariant.REPLAY_AGREES: "A hand moves the deltas of its record, and replaying its history "
    "gives them again.",
    Invariant.SET_ASIDE_CLOSED_ONCE: "What is set aside (withdrawal, hold, suspense) is closed "
    "once and in full; what waits to be paid out belongs to exactly one open order, and a closed "
    "order has moved what it says.",
    Invariant.CHAIN_HOLDS: "Each transfer's hash is made of its content and the hash before it, "
    "nothing is stored beside the chain, what is kept beside the money says what its seals say, "
    "and the guards of the database are in place.",
}
