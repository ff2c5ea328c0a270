"""Tickets: an asset of their own, counted in pieces, with money set aside at their face value."""

import msgspec

from cardroom.ledger.accounts import Asset
from cardroom.units import Cents


class Ticket(msgspec.Struct, frozen=True):
    """A kind of ticket: what it is worth and what it is good for (`any` tournament, or one)."""

    currency: str
    value: Cents
    target: str

    @property
    def asset(self) -> Asset:
        """The ticket as the last part of an account: `EUR-5500-sunday`."""
        return Asset(f"{self.currency}-{self.value}-{self.target}")


def read_ticket(asset: str) -> Ticket:
    """The ticket that an asset names."""
    currency, value, target = asset.split("-")
    return Ticket(currency, int(value), target)
