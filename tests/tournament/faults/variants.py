"""Short tournaments of every format: small tables and stacks, quick levels, windows at the edge."""

import tomllib
from collections.abc import Mapping
from random import Random
from typing import Any

from cardroom.errors import InvalidFile
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import definition_of, text_of

ROWS = (2, 3, 5, 8)
LOWEST = {2: 40, 3: 40, 5: 20, 8: 10}
"""The first small blind by the number of levels; every level doubles it."""
VIPS = 3
"""The VIP is one of this many players, the first to enter."""
LARGE = 40
"""One field in this many is larger than the others."""


def players_of(chance: Random) -> int:
    """Most fields fill a few small tables."""
    return 2 + chance.randrange(30 if chance.randrange(LARGE) == 0 else 11)


def variant(name: str, edition: str, chance: Random) -> Definition | None:
    """One of the many tournaments of a format; None where its file is refused, as it must be."""
    base = tomllib.loads(text_of(name))
    changes: dict[str, Any] = {"edition": edition}
    if base["kind"] in {"scheduled", "phased"}:
        changes |= _shape(base, chance)
    if "satellite" in base:
        price = base["price_cents"] * (2 + chance.randrange(3))
        changes["satellite"] = {**base["satellite"], "seat_price_cents": price}
    if "vip" in base.get("bounty", {}):
        vip = {**base["bounty"]["vip"], "player": 1 + chance.randrange(VIPS)}
        changes["bounty"] = {**base["bounty"], "vip": vip}
    never_ends = _never_ends(changes)
    try:
        definition = definition_of(name, changes)
    except InvalidFile:
        assert never_ends, f"refused although every window ends: {changes}"
        return None
    assert not never_ends, f"a window beyond the listed levels never ends: {changes}"
    return definition


def target_of(definition: Definition, chance: Random) -> Definition | None:
    """A quick freezeout for the winners of a satellite, at the price of their seats."""
    if definition.satellite is None:
        return None
    shape = _shape({"registration": {"late_levels": 2}}, chance)
    rows = len(shape["blinds"]["levels"])
    shape["registration"]["late_levels"] = min(shape["registration"]["late_levels"], rows)
    changes = {
        "edition": definition.edition,
        "currency": definition.currency,
        "price_cents": definition.satellite.seat_price_cents,
        "ticket_word": definition.satellite.target,
    }
    return definition_of("freezeout", {**shape, **changes})


def _shape(base: Mapping[str, Any], chance: Random) -> dict[str, Any]:
    rows = ROWS[chance.randrange(len(ROWS))]
    said = base.get("registration", {})
    bubble = said.get("late_levels") == 0
    late = 0 if bubble or chance.randrange(3) == 0 else _window(rows, chance)
    entries = said.get("max_entries", 1)
    if late and chance.randrange(3) == 0:
        entries = max(entries, 2)
    shape: dict[str, Any] = {
        "seats": (2, 3, 4, 6)[chance.randrange(3 if bubble else 4)],
        "starting_stack": (200, 400, 800)[chance.randrange(3)],
        "hand_for_hand_places": 1 + chance.randrange(6 if bubble else 3),
        "blinds": {
            "level_s": (20, 60, 180)[chance.randrange(3)],
            "levels": [_level(LOWEST[rows] << row) for row in range(rows)],
        },
        "registration": {
            "late_levels": late,
            "max_entries": entries if late else 1,
            "minimum_entries": 2,
        },
    }
    return shape | _later_windows(base, rows, chance)


def _level(small: int) -> dict[str, int]:
    return {"small": small, "big": 2 * small, "ante": small // 10}


def _later_windows(base: Mapping[str, Any], rows: int, chance: Random) -> dict[str, Any]:
    """Where re-buys and a first phase end; the window never outlasts the phase (TAMB-76)."""
    windows: dict[str, Any] = {}
    phase = _window(rows, chance)
    if "phased" in base:
        windows["phased"] = {"first_phase_levels": phase}
    until = _window(rows, chance)
    if "phased" in base:
        if chance.randrange(2):
            windows["rebuy"] = {"until_level": phase}
            windows["addon"] = {}
    elif "rebuy" in base or ("satellite" in base and chance.randrange(3) == 0):
        windows["rebuy"] = {**base.get("rebuy", {}), "until_level": until}
    return windows


def _window(rows: int, chance: Random) -> int:
    """A level that a window may end with; now and then one that is not listed."""
    return rows + 1 if chance.randrange(40) == 0 else 1 + chance.randrange(rows)


def _never_ends(changes: Mapping[str, Any]) -> bool:
    rows: int = len(changes["blinds"]["levels"]) if "blinds" in changes else 0
    windows: tuple[int, ...] = (
        changes.get("registration", {}).get("late_levels", 0),
        changes.get("rebuy", {}).get("until_level", 0),
        changes.get("phased", {}).get("first_phase_levels", 0),
    )
    return max(windows) > rows
