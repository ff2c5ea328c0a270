"""Whom the house does not let sit down beside whom, by switches that are off unless it says so.

At a cash table this is asked when an offered seat is taken: a refusal gives the seat back, as it
does for a second seat of one person. Tournaments ask whom a player is kept apart from.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping

from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.office.review.flagged import Pairs
from cardroom.room.people import AccountKind

ADDRESSES_MAX = 100_000
"""Players whose last address is known; the longest unseen are forgotten."""
APART_EVERY_S = 10.0


class LastAddresses:
    """Where players last came from; nothing of it is stored."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[PlayerId, str] = OrderedDict()

    def came_from(self, player: PlayerId, address: str) -> None:
        """A player connects."""
        self._addresses[player] = address
        self._addresses.move_to_end(player)
        while len(self._addresses) > ADDRESSES_MAX:
            self._addresses.popitem(last=False)

    def of(self, player: PlayerId) -> str:
        """The last address of a player; nothing when it is not known."""
        return self._addresses.get(player, "")


class Neighbours:
    """Knows who may sit beside whom."""

    def __init__(
        self,
        kind_of: Callable[[PlayerId], AccountKind],
        *,
        per_address: int = 0,
        addresses: LastAddresses | None = None,
    ) -> None:
        self._kind_of = kind_of
        self._per_address = per_address
        self.addresses = LastAddresses() if addresses is None else addresses
        self._partners: Mapping[PlayerId, frozenset[PlayerId]] = {}

    def verify(self, player: PlayerId, others: Iterable[PlayerId]) -> None:
        """Refuse a seat beside these players (AMB-73, AMB-74)."""
        if self._kind_of(player) == "practice":
            return
        beside = list(others)
        self._verify_address(player, beside)
        self._verify_apart(player, beside)

    def _verify_apart(self, player: PlayerId, others: list[PlayerId]) -> None:
        """Refuse a seat beside a partner in an open case, without a word about it (AMB-74)."""
        if not self.partners_of(player).isdisjoint(others):
            raise SeatRefused("AMB-74", "no_seat_at_this_table")

    def partners_of(self, player: PlayerId) -> frozenset[PlayerId]:
        """Whom a player is kept apart from (AMB-74)."""
        return self._partners.get(player, frozenset())

    def keep_apart(self, pairs: Pairs) -> None:
        """From now on these pairs are kept apart, and no others."""
        found: dict[PlayerId, frozenset[PlayerId]] = {}
        for one, other in pairs:
            found[one] = found.get(one, frozenset()) | {other}
            found[other] = found.get(other, frozenset()) | {one}
        self._partners = found

    async def keep_up(self, flagged: Callable[[], Awaitable[Pairs]]) -> None:
        """Know which pairs are kept apart, again and again until cancelled."""
        while True:
            self.keep_apart(await flagged())
            await asyncio.sleep(APART_EVERY_S)

    def _verify_address(self, player: PlayerId, others: list[PlayerId]) -> None:
        address = self.addresses.of(player)
        if not self._per_address or not address:
            return
        there = [one for one in others if self.addresses.of(one) == address]
        if len(there) >= self._per_address:
            most = {"most": self._per_address}
            raise SeatRefused("AMB-73", "too_many_from_one_address", most)
