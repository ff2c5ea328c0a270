"""The times that action clocks and timebanks keep to, in milliseconds."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ClockTerms:
    """The times of AMB-56 and TAMB-90, in milliseconds."""

    action_ms: int
    reconnect_ms: int
    """From the moment the connection was lost (TIME-01)."""
    reconnect_extra_ms: int
    """After the decision time of a player who is offline (TIME-02)."""
    both_must_pass: bool
    """The later of the two ends counts (AMB-56)."""
    extras_per_hand: int
    """At how many decisions of one hand a player gets that extra (AMB-57)."""
    bank_frozen_offline: bool


@dataclass(frozen=True, kw_only=True)
class BankTerms:
    """How a bank begins and grows; 0.25 s per hand with a floor, or 5 s per ten hands without."""

    first_ms: int
    refill_ms: int
    refill_every_hands: int
    cap_ms: int
    floor_ms: int
    """Every hand begins with at least this (TIME-06); 0 where a bank may run dry (TIME-04)."""
    charge_step_ms: int
    """Every started step is charged (AMB-58)."""
