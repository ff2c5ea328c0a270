"""Whom the house does not let sit down beside whom, by switches that are off unless it says so.

Asked when an offered seat is taken: a refusal gives the seat back, as it does for a second seat of
one person.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable

from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.office.review.flagged import Pairs
from cardroom.room.people import AccountKind

ADDRESSES_MAX = 100_000
"""Players whose last address is known; the longest unseen are forgotten."""
APART_EVERY_S = 10.0


class Neighbours:
    """Knows where players last came from; nothing of it is stored."""

    def __init__(self, kind_of: Callable[[PlayerId], AccountKind], *, per_address: int = 0) -> None:
        self._kind_of = kind_of
        self._per_address = per_address
        self._addresses: OrderedDict[PlayerId, str] = OrderedDict()
        self.apart: Pairs = frozenset()
        """Pairs that are kept apart, the smaller number first."""

    def came_from(self, player: PlayerId, address: str) -> None:
        """A player connects."""
        self._addresses[player] = address
        self._addresses.move_to_end(player)
        while len(self._addresses) > ADDRESSES_MAX:
            self._addresses.popitem(last=False)

    def verify(self, player: PlayerId, others: Iterable[PlayerId]) -> None:
        """Refuse a seat beside these players (AMB-73, AMB-74)."""
        if self._kind_of(player) == "practice":
            return
        beside = list(others)
        self._verify_address(player, beside)
        self._verify_apart(player, beside)

    def _verify_apart(self, player: PlayerId, others: list[PlayerId]) -> None:
        """Refuse a seat beside a partner in an open case, without a word about it (AMB-74)."""
        if any((min(one, player), max(one, player)) in self.apart for one in others):
            raise SeatRefused("AMB-74", "no_seat_at_this_table")

    async def keep_up(self, flagged: Callable[[], Awaitable[Pairs]]) -> None:
        """Know which pairs are kept apart, again and again until cancelled."""
        while True:
            self.apart = await flagged()
            await asyncio.sleep(APART_EVERY_S)

    def _verify_address(self, player: PlayerId, others: list[PlayerId]) -> None:
        address = self._addresses.get(player)
        if not self._per_address or address is None:
            return
        there = [one for one in others if self._addresses.get(one) == address]
        if len(there) >= self._per_address:
            most = {"most": self._per_address}
            raise SeatRefused("AMB-73", "too_many_from_one_address", most)
