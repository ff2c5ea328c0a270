"""Money of a live tournament: paid at the cash desk, kept in pools of its own, paid out there.

The balance of the desk, `house:desk:EUR`, is below zero by the coins and notes that live
tournaments have taken in and not paid out yet.
"""

import msgspec

from cardroom.ledger.accounts import Account, FloorId, Kind, floor_pool, house
from cardroom.ledger.transfers import Entry, Reason, Transfer, merged
from cardroom.units import Cents


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """What an amount of a live tournament consists of, pool by pool."""

    places: Cents = 0
    bounty: Cents = 0
    fee: Cents = 0
    staff: Cents = 0

    @property
    def total(self) -> Cents:
        return self.places + self.bounty + self.fee + self.staff


class FloorMoney(msgspec.Struct, frozen=True):
    """The pools of one live tournament; an entry of its log makes the key of each transfer."""

    id: FloorId
    currency: str

    def take(self, parts: Parts, *, entry: int, at_ms: int) -> Transfer:
        """Somebody pays at the desk: an entry, a re-buy, an add-on."""
        sides = [(self._desk, -parts.total), *self._pools(parts)]
        return self._transfer(entry, Reason.FLOOR_ENTERED, sides, at_ms)

    def refund(self, parts: Parts, *, entry: int, at_ms: int) -> Transfer:
        """The desk gives back what was paid."""
        sides = [(self._desk, parts.total), *_opposite(self._pools(parts))]
        return self._transfer(entry, Reason.FLOOR_REFUNDED, sides, at_ms)

    def pay(self, parts: Parts, *, entry: int, at_ms: int) -> Transfer:
        """The desk pays a prize or a bounty."""
        sides = [(self._desk, parts.total), *_opposite(self._pools(parts))]
        return self._transfer(entry, Reason.FLOOR_PRIZE_PAID, sides, at_ms)

    def seize(self, amount: Cents, *, entry: int, at_ms: int) -> Transfer:
        """A prize of a disqualified player stays with the house."""
        sides = [(house(Kind.SEIZED, self.currency), amount)]
        sides += _opposite(self._pools(Parts(places=amount)))
        return self._transfer(entry, Reason.FLOOR_PRIZE_SEIZED, sides, at_ms)

    def add(self, amount: Cents, *, entry: int, at_ms: int) -> Transfer:
        """The house adds to the prizes, as for a guarantee."""
        sides = [(house(Kind.OVERLAY, self.currency), -amount), *self._pools(Parts(places=amount))]
        return self._transfer(entry, Reason.FLOOR_MONEY_ADDED, sides, at_ms)

    def close(self, left: Parts, *, entry: int, at_ms: int) -> Transfer:
        """Empty the pools: fees and the share of the staff; what nobody won goes to the house."""
        currency = self.currency
        sides = [
            (house(Kind.HOUSE_FEES, currency), left.fee),
            (house(Kind.HOUSE_STAFF, currency), left.staff),
            (house(Kind.OVERLAY, currency), left.places + left.bounty),
            *_opposite(self._pools(left)),
        ]
        return self._transfer(entry, Reason.FLOOR_CLOSED, sides, at_ms)

    @property
    def _desk(self) -> Account:
        return house(Kind.CASH_DESK, self.currency)

    def _pools(self, parts: Parts) -> list[Entry]:
        kinds = (Kind.FLOOR_PLACES, Kind.FLOOR_BOUNTIES, Kind.FLOOR_FEES, Kind.FLOOR_STAFF)
        amounts = (parts.places, parts.bounty, parts.fee, parts.staff)
        return [
            (floor_pool(kind, self.id, self.currency), amount)
            for kind, amount in zip(kinds, amounts, strict=True)
        ]

    def _transfer(self, entry: int, reason: Reason, sides: list[Entry], at_ms: int) -> Transfer:
        key = floor_key(self.id, entry)
        return Transfer(key, reason, at_ms, merged(sides), floor=self.id)


def floor_key(floor: FloorId, entry: int) -> str:
    """The key of what an entry of a floor's log moves."""
    return f"floor:{floor}:{entry}"


def _opposite(sides: list[Entry]) -> list[Entry]:
    return [(account, -amount) for account, amount in sides]
