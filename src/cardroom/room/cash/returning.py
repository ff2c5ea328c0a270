"""Players who sat out when the room stopped: time to come back before they are removed (SIT-03)."""

from cardroom.cash.occupant import Occupant
from cardroom.cash.table import CashTable


def grant_return(table: CashTable, now_ms: int, return_ms: int) -> None:
    """Give everybody who sits out at least this long to return before they are removed (SIT-03)."""
    allowed_ms = table.rules.sitting_out.removed_after_s * 1000
    for occupant in table.in_order():
        _grant(occupant, allowed_ms, now_ms, return_ms)


def _grant(occupant: Occupant, allowed_ms: int, now_ms: int, return_ms: int) -> None:
    if occupant.out_since_ms is None:
        return
    earliest = now_ms + return_ms - allowed_ms
    occupant.out_since_ms = min(now_ms, max(occupant.out_since_ms, earliest))
    if occupant.out_until_ms is not None:
        occupant.out_until_ms = max(occupant.out_until_ms, now_ms + return_ms)
