"""How long players may think, judged again: no bank below zero or too large (TIME-02, TIME-06)."""

from cardroom.cash.occupant import Occupant
from cardroom.cash.table import CashTable
from cardroom.rulebook.cash.clock import ClockRules


def verify_bank(rules: ClockRules, occupant: Occupant) -> None:
    """A bank is never below zero nor above its cap (TIME-04, TIME-06)."""
    left_ms = occupant.bank.left_ms
    assert 0 <= left_ms <= rules.bank_cap_ms, f"seat {occupant.seat} has {left_ms} ms (TIME-06)"


def verify_turn(rules: ClockRules, table: CashTable, at_ms: int) -> None:
    """A turn that starts now ends when decision time and bank do, or later for a lost line."""
    hand, deadline_ms = table.hand, table.deadline_ms
    assert hand is not None
    assert hand.actor is not None
    assert deadline_ms is not None, "a turn without a clock (TIME-02)"
    occupant = table.occupants[hand.actor]
    verify_bank(rules, occupant)
    action_ms = rules.action_seconds * 1000
    if not occupant.connection.is_lost:
        assert deadline_ms == at_ms + action_ms + occupant.bank.left_ms, "deadline (TIME-02)"
        return
    frozen = rules.bank_while_disconnected == "frozen"
    bank_ms = 0 if frozen else occupant.bank.left_ms
    longest_ms = max(action_ms + rules.reconnect_extra_s * 1000, rules.reconnect_s * 1000)
    assert at_ms + action_ms <= deadline_ms <= at_ms + longest_ms + bank_ms, "deadline (TIME-01)"
