"""Pots, rake and shares counted a second time, cent by cent (POT-01..05, RAKE-02..06, AMB-50..55).

Written from the catalogue alone.
"""

from collections.abc import Callable
from typing import NamedTuple


class Pot(NamedTuple):
    """One pot and the seats that can win it, clockwise from the button."""

    amount: int
    seats: tuple[int, ...]


class Paid(NamedTuple):
    """What one pot pays: net of its rake, and to each winner his share."""

    net: int
    rake: int
    seats: tuple[int, ...]
    shares: tuple[int, ...]


class Fee(NamedTuple):
    """The rake of a hand: permille of all pots, at most the cap (RAKE-06)."""

    permille: int
    cap: int


def pots_of(paid: dict[int, int], live: list[int], dead: int) -> list[Pot]:
    """Every cent above what the next shorter live player paid lies one pot higher (AMB-51)."""
    pots: list[Pot] = []
    heights = sorted({paid[seat] for seat in live})
    for height in heights:
        below = heights[heights.index(height) - 1] if height != heights[0] else 0
        top = max(paid.values()) if height == heights[-1] else height
        amount = sum(min(one, top) - min(one, below) for one in paid.values())
        pots.append(Pot(amount, tuple(seat for seat in live if paid[seat] >= height)))
    first = pots[0]
    pots[0] = Pot(first.amount + dead, first.seats)
    return [pot for pot in pots if pot.amount or len(pots) == 1]


def fee_of(pots: list[Pot], fee: Fee) -> list[int]:
    """One rake on the sum of the pots: rounded, capped, a cent at least; then spread by size."""
    base = sum(pot.amount for pot in pots)
    whole, half = divmod(base * fee.permille, 1000)
    rounded = whole + (1 if half >= 500 else 0)
    total = max(1, min(fee.cap, rounded))
    exact = [divmod(pot.amount * total, base) for pot in pots]
    charged = [part for part, _ in exact]
    by_rest = sorted(range(len(pots)), key=lambda pot: (-exact[pot][1], pot))
    for pot in by_rest[: total - sum(charged)]:
        charged[pot] += 1
    return charged


def pay(pots: list[Pot], fee: Fee | None, winners: Callable[[Pot], list[int]]) -> list[Paid]:
    """Every pot to its winners; odd cents one by one, first after the button first (POT-05)."""
    charged = [0] * len(pots) if fee is None else fee_of(pots, fee)
    paid: list[Paid] = []
    for pot, rake in zip(pots, charged, strict=True):
        seats = winners(pot)
        net = pot.amount - rake
        shares = [net // len(seats)] * len(seats)
        for odd in range(net - sum(shares)):
            shares[odd] += 1
        paid.append(Paid(net, rake, tuple(seats), tuple(shares)))
    return paid
