"""What the page of a tournament hears, set by a test: a field, its prizes, a draw."""

from typing import Any

from tests.browser.staged import HERO, NAMES, Json, now_ms

TOURNAMENT = 3
TABLE = 7
CHIPS = 4_000
DRAW = (
    (20, 75_000, [100, 0, 0]),
    (40, 20_000, [100, 0, 0]),
    (100, 4_990, [80, 20, 0]),
    (1_000, 10, [80, 10, 10]),
)
"""Multipliers in tenths, how often they come in 100,000 draws, and how they are shared."""


def view(left: int = 40, entries: int = 120, place: int = 12, **more: Any) -> Json:
    """A tournament that runs: how many players of how many are left, and the place of the hero."""
    return {
        "row": row(left, entries),
        "info": info(),
        "level": level(),
        "level_s": [300] * 3,
        "breaks": True,
        "pauses": [],
        "hand_for_hand": False,
        "prizes": [{"cents": 50_000 - 100 * one, "seat": False} for one in range(15)],
        "prizes_final": True,
        "players": players(left, place),
        "players_count": entries,
        "tables": [{"table": TABLE, "number": 4, "players": 6}],
        "deal": None,
        "me": None,
        "chat": [],
    } | more


def level(**more: Any) -> Json:
    return {"level": 7, "small": 200, "big": 400, "ante": 50, "ends_ms": now_ms() + 299_000} | more


def row(left: int, entries: int, **more: Any) -> Json:
    return {
        "tournament": TOURNAMENT,
        "name": "Evening",
        "kind": "scheduled",
        "game": "nl-holdem",
        "phase": "running",
        "marks": [],
        "currency": "XPM",
        "price": 100,
        "price_max": 100,
        "fee": 0,
        "guarantee": 0,
        "pool": 100 * entries,
        "seats": 6,
        "entries": entries,
        "entries_max": 10_000,
        "missing": 0,
        "left": left,
        "starts_ms": now_ms() - 3_600_000,
        "level": 7,
        "admits": [],
        "multiplier_tenths": 0,
        "chips": CHIPS * entries,
        "moved_by": "",
        "ticket_word": "",
        "target": "",
        "late_until_ms": None,
    } | more


def info(**more: Any) -> Json:
    """The terms, as far as a table needs them."""
    draw = [
        {"multiplier_tenths": tenths, "per_100000": often, "percents": percents}
        for tenths, often, percents in DRAW
    ]
    return {
        "name": "Evening", "kind": "scheduled", "game": "nl-holdem", "edition": "en-2.7",
        "marks": [], "search_words": [], "price": 100, "price_max": 100, "fee": 0, "seats": 6,
        "starting_stack": CHIPS, "levels": [level()] * 9, "level_s": 300, "late_levels": 0,
        "unregistration_until_ms": None, "unregistration": False, "max_entries": 1,
        "minimum_entries": 2, "rebuy": None, "addon": None, "break_minute": 55, "guarantee": 0,
        "conditions": [], "target": "", "phase_word": "", "structure": [], "terms": [],
        "draw": draw,
    } | more  # fmt: skip


def players(left: int, place: int) -> list[Json]:
    """Those left by chips; the hero at a place, the others of the table before and after."""
    others = iter([(HERO + one, NAMES[one]) for one in range(1, len(NAMES))])
    found = []
    for at in range(1, left + 1):
        number, name = (HERO, NAMES[0]) if at == place else next(others, (100 + at, f"P{at}"))
        found.append(
            {
                "entry": at, "player": number, "name": name, "kind": "person",
                "stack": 100 * (left - at + 1), "table": TABLE, "place": 0, "prize": 0,
                "bounty": 0, "number": 1,
            }
        )  # fmt: skip
    return found
