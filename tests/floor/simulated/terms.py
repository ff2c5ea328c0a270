"""Random terms of live tournaments: days, prices, re-buys, add-ons, guarantees, paid places."""

from random import Random

from cardroom.floor.terms import ChipKind, FloorTerms, Level, PaidFrom, Purchase, Split

UNIT = 25
"""Every stack of the simulation is a multiple of the smallest chip."""
STACK = 10_000
CHIPS = (25, 100, 500, 1_000, 5_000)
MIX = {25: 8, 100: 8, 500: 4, 1_000: 7}
BLINDS = (
    (25, 50), (50, 100), (100, 200), (200, 400), (300, 600), (500, 1_000), (1_000, 2_000),
    (2_000, 4_000), (3_000, 6_000), (5_000, 10_000),
)  # fmt: skip
ADDON_BREAK = 3


def random_terms(chance: Random, players: int) -> FloorTerms:
    """The terms of one evening, or of several days."""
    rebuys = chance.random() < 0.4
    addons = rebuys and chance.random() < 0.6
    return FloorTerms(
        seats=chance.choice((6, 8, 9, 10)),
        starting_stack=STACK,
        levels=_levels(chance),
        entries_until_level=chance.choice((1, 2, 2, 4)),
        paid=_paid(chance, players),
        price=_price(chance),
        rebuy=Purchase(price=_price(chance), chips=STACK, until_level=2) if rebuys else None,
        addon=Purchase(price=_price(chance), chips=15_000) if addons else None,
        guarantee=chance.choice((0, 0, 4_000 * players)),
        chips=tuple(ChipKind(value=value) for value in CHIPS),
        starting_chips=MIX,
        expected=players,
        turbo=chance.random() < 0.2,
    )


def _levels(chance: Random) -> tuple[Level, ...]:
    """Two levels and a break, then more; on some evenings days end with the fourth or seventh."""
    days = chance.choice((1, 1, 1, 2, 3))
    ends = {4, 7} if days == 3 else {4} if days == 2 else set()
    found = []
    for number, (small, big) in enumerate(BLINDS, start=1):
        level = Level(
            minutes=chance.choice((15, 20, 30)), small_blind=small, big_blind=big,
            ends_day=number in ends,
        )  # fmt: skip
        found.append(level)
        if number == ADDON_BREAK - 1:
            found.append(Level(minutes=15))
    return tuple(found)


def _price(chance: Random) -> Split:
    if chance.random() < 0.05:
        return Split()
    return Split(
        prize=chance.randrange(1_000, 20_001, 500),
        bounty=chance.choice((0, 0, 500)),
        fee=chance.choice((0, 333, 700)),
        staff=chance.choice((0, 300)),
    )


def _paid(chance: Random, players: int) -> tuple[PaidFrom, ...]:
    """The curve of the rules, a list of places, or percents."""
    kind = chance.choice(("curve", "places", "percents"))
    if kind == "curve":
        return ()
    rows = [PaidFrom(entries=1, places=1)]
    if players >= 9:
        places = chance.randrange(2, max(3, players // 6))
        rows.append(PaidFrom(entries=6, places=places))
    if kind == "percents":
        rows = [PaidFrom(entries=1, places=1, percents=(100,))]
        if players >= 6:
            rows.append(PaidFrom(entries=5, places=3, percents=(50, 30, 20)))
    return tuple(rows)
