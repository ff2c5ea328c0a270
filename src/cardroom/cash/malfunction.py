"""When a hand must be taken back after it was paid, or its money finds no owner."""

from cardroom.ledger import PlayerId, SettledHand, Transfer, settle_hand
from cardroom.ledger.accounts import Account
from cardroom.ledger.overrides import reverse
from cardroom.ledger.suspense import suspend
from cardroom.rulebook.cash.crash import CrashRules
from cardroom.units import Cents


def take_back(hand: SettledHand, *, operator: str, note: str, at_ms: int) -> Transfer:
    """Void a paid hand by the reverse of its transfer; somebody answers for it (CASH-01, AMB-24).

    The hand keeps its id and its record; only its money goes back.
    """
    return reverse(settle_hand(hand), operator=operator, note=note, at_ms=at_ms)


def set_aside(
    rules: CrashRules,
    player: PlayerId,
    amount: Cents,
    source: Account,
    *,
    reference: str,
    at_ms: int,
) -> Transfer:
    """Money that cannot be credited waits in suspense before it goes to charity (CRASH-04)."""
    after_days = rules.uncredited_after_days
    return suspend(player, amount, source, reference=reference, after_days=after_days, at_ms=at_ms)
