"""From the rules of cash games to the terms of the clocks that tournaments share.

The tables of an edition share theirs: ten thousand of the same would not fit into a cache.
"""

from functools import lru_cache

from cardroom.engine.clock_terms import BankTerms, ClockTerms
from cardroom.rulebook.cash.clock import ClockRules

TERMS_REMEMBERED = 64


@lru_cache(maxsize=TERMS_REMEMBERED)
def bank_terms(rules: ClockRules) -> BankTerms:
    """How the timebank of a cash table begins and grows (TIME-05, TIME-06)."""
    return BankTerms(
        first_ms=rules.bank_first_ms,
        refill_ms=rules.bank_refill_ms,
        refill_every_hands=rules.bank_refill_every_hands,
        cap_ms=rules.bank_cap_ms,
        floor_ms=rules.bank_floor_ms,
        charge_step_ms=rules.bank_charge_step_ms,
    )


@lru_cache(maxsize=TERMS_REMEMBERED)
def clock_terms(rules: ClockRules) -> ClockTerms:
    """How long a player may think, and what a lost connection is worth (TIME-01, TIME-02)."""
    return ClockTerms(
        action_ms=rules.action_seconds * 1000,
        reconnect_ms=rules.reconnect_s * 1000,
        reconnect_extra_ms=rules.reconnect_extra_s * 1000,
        both_must_pass=rules.reconnect_deadline == "later",
        extras_per_hand=rules.reconnect_extras_per_hand,
        bank_frozen_offline=rules.bank_while_disconnected == "frozen",
    )
