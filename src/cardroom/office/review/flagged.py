"""Pairs with an open case, for a house that keeps them apart while it looks (AMB-74)."""

from cardroom.ledger import PlayerId
from cardroom.office.review.alerts import AlertStore

PAGE = 100

Pairs = frozenset[tuple[PlayerId, PlayerId]]


async def flagged_pairs(alerts: AlertStore) -> Pairs:
    """Every pair that an open case is about; an alert that nobody has looked at is none yet."""
    found: set[tuple[PlayerId, PlayerId]] = set()
    seen = 0
    while page := await alerts.by_strength(("open",), seen, PAGE):
        seen += len(page)
        for one in page:
            if one.new.second is not None:
                found.add((one.new.first, one.new.second))
    return frozenset(found)
