"""What the simulated tournaments cost and pay, worked out by hand from docs/rules.

The second opinion must not ask the rulebook's own data, nor the code that splits prices.
"""

from typing import NamedTuple


class Parts(NamedTuple):
    """The parts of a price: what goes to the places, on the player's head, and to the house."""

    places: int
    bounty: int = 0
    fee: int = 0

    @property
    def total(self) -> int:
        return sum(self)


class Plan(NamedTuple):
    """One tournament of the programme."""

    name: str
    parts: Parts
    """Of an entry and of a re-buy (PRZ-02 to PRZ-04, TAMB-71)."""
    seats: int = 3
    kind: str = "scheduled"
    late_levels: int = 2
    addon: Parts | None = None
    bounty: str = ""
    guarantee: int = 0
    added: int = 0
    """What the house gives to a freeroll (TYP-06)."""
    seat_price: int = 0
    """Of a satellite: the full price of its target (TAMB-67)."""
    guaranteed_seats: int = 0
    feeds: "Plan | None" = None
    least: int = 2
    """Fewer entries at the start, and it is cancelled (TAMB-65)."""
    max_entries: int = 1
    head: str = ""
    tail: str = ""
    """Lines of its file: those of the definition itself, and further tables."""

    @property
    def price(self) -> int:
        return self.parts.total

    @property
    def is_free(self) -> bool:
        return bool(self.added)

    def parts_in(self, edition: str) -> Parts:
        """nl-3.0 keeps a cent more of the two-handed Sit & Go (PRZ-03)."""
        if self.name == "Heads-up" and edition == "nl-3.0":
            return Parts(96, fee=4)
        return self.parts


HEXAPRO = Plan("HexaPro", Parts(100), kind="hexapro", late_levels=0)
TWO = Plan("Heads-up", Parts(97, fee=3), seats=2, kind="sit_and_go", late_levels=0)
FIVE = Plan("Five", Parts(95, fee=5), seats=5, kind="sit_and_go", late_levels=0)
HEADS_UP = (HEXAPRO, TWO, HEXAPRO, FIVE)

SUNDAY = Plan("Sunday", Parts(270, fee=30))
PAID = Parts(90, fee=10)
HALF = Parts(45, 45, 10)
EVENINGS = (
    Plan("Freezeout", PAID),
    Plan(
        "Re-buy",
        PAID,
        addon=Parts(45, fee=5),
        tail="[rebuy]\nrebuys_max = 2\nanswer_s = 5\nuntil_level = 2\n"
        "[addon]\nchips = 100\nprice_cents = 50\npause_s = 6",
    ),
    Plan(
        "Bounty",
        HALF,
        seats=4,
        bounty="regular",
        tail='[bounty]\nstyle = "regular"\n[rebuy]\nanswer_s = 4\nuntil_level = 1',
    ),
    Plan(
        "Satellite",
        PAID,
        seat_price=300,
        guaranteed_seats=1,
        feeds=SUNDAY,
        tail='[satellite]\ntarget = "sunday"\nseat_price_cents = 300\nguaranteed_seats = 1',
    ),
    Plan("Re-entry", PAID, max_entries=2),
    Plan("Progressive", HALF, bounty="progressive", tail='[bounty]\nstyle = "progressive"'),
    Plan("Guaranteed", PAID, seats=4, guarantee=700, head="guarantee_cents = 700"),
    Plan("Freeroll", Parts(0), added=500, tail="[freeroll]\nadded_cents = 500"),
    Plan("Crowd", PAID, late_levels=1, least=6),
    Plan("Omaha", PAID, seats=2, head='game = "pl-omaha"'),
)


def awards(plan: Plan, entries: int, pool: int) -> tuple[int, ...]:
    """What the places win of a pool (TAMB-41 to TAMB-43, TAMB-67), seats at their price."""
    if plan.kind == "sit_and_go":
        second = pool * 35 // 100 if plan.seats == 5 else 0
        return tuple(one for one in (pool - second, second) if one)
    if plan.seat_price and pool >= plan.seat_price:
        return _seats(plan.seat_price, entries, pool)
    return _curve(plan.seats, entries, pool)


def _seats(price: int, entries: int, pool: int) -> tuple[int, ...]:
    """As many seats as the pool pays; what is left goes to the next place, or on top."""
    seats = min(pool // price, entries)
    left = pool - seats * price
    if seats < entries:
        return (price,) * seats + ((left,) if left else ())
    return tuple(price + left // seats + (place < left % seats) for place in range(seats))


def _curve(seats: int, entries: int, pool: int) -> tuple[int, ...]:
    """Up to four entries one prize, up to ten two, up to twenty three; 1/N each, the rest by 1/i.

    The bands of larger fields begin after the first table, which these fields never leave.
    """
    assert entries <= 20, "a field of the simulation is small"
    places = 1 if entries <= 4 else 2 if entries <= 10 else 3
    assert places <= seats
    # The shares 1/N + (1 - K/N) * (1/i) / H, over a common denominator of 6 * N * H.
    inverse = [6 // place for place in range(1, places + 1)]
    whole = sum(inverse)
    won = [pool * (whole + (entries - places) * one) // (entries * whole) for one in inverse]
    return (pool - sum(won[1:]), *won[1:])


DRAWS = {
    "A": {0: 10_000, 5: 1_000, 105: 250, 4_705: 100, 18_705: 50, 43_705: 30, 99_999: 15},
    "B": {0: 10_000, 5: 1_000, 3_005: 100, 5_505: 50, 11_505: 40, 45_958: 30, 99_999: 20},
}
"""HEX-04: the last number of each range, and the multiplier in tenths."""


def drawn(edition: str, number: int) -> int:
    """The multiplier in tenths of a HexaPro draw (HEX-04, TAMB-79)."""
    table = DRAWS["B" if edition == "nl-3.0" else "A"]
    return next(tenths for last, tenths in table.items() if number <= last)


def hexapro_awards(edition: str, tenths: int, price: int) -> tuple[int, ...]:
    """All for the winner, but for the highest multipliers (HEX-05)."""
    pool = price * tenths // 10
    if tenths <= (250 if edition == "en-2.2" else 100):
        return (pool,)
    return pool * 80 // 100, pool * 12 // 100, pool * 8 // 100


HEXAPRO_FEE = 7
"""Of a HexaPro buy-in of 100 (TAMB-21): 6.853 %, half up."""
