"""The tournaments of a simulated room: small fields, short levels, every format in turn."""

from datetime import UTC
from functools import cache

from cardroom.rulebook import edition
from cardroom.tournament.timetable import HouseDefaults, Timetable, read_timetable
from tests.room.rooms import EUR
from tests.simulation.with_tournaments.plans import EVENINGS, HEADS_UP, Plan

LEVELS = "[{small=10,big=20,ante=0},{small=20,big=40,ante=5},{small=40,big=80,ante=10}]"
BLINDS = f"starting_stack = 100\nbreaks = false\n[blinds]\nlevel_s = LENGTH\nlevels = {LEVELS}\n"
START, LATER = "2027-01-15 08:17", "2027-01-15 08:18"
"""Twenty and eighty seconds after the room opens."""

HEXAPRO = """
name = "HexaPro"
format = "hexapro"
edition = "house"
price_cents = 100
[on_demand]
"""
TWO = f"""
name = "Heads-up"
kind = "sit_and_go"
edition = "house"
seats = 2
price_cents = 100
{BLINDS.replace("LENGTH", "20")}
[on_demand]
"""
FIVE = TWO.replace("Heads-up", "Five").replace("seats = 2", "seats = 5")
SUNDAY = f"""
name = "Sunday"
kind = "scheduled"
edition = "house"
seats = 3
price_cents = 300
ticket_word = "sunday"
{BLINDS.replace("LENGTH", "10")}
[registration]
unregistration_closes_s = 3
late_levels = 2
[schedule]
starts = "{LATER}"
"""


def holds_tournaments(seed: int) -> bool:
    """Every second room holds tournaments beside its cash tables, by every edition."""
    return (seed + seed // 4) % 2 == 1


def plans_of(seed: int, name: str) -> tuple[Plan, ...]:
    """What one room offers: games on demand, and an evening tournament or a satellite."""
    turn = seed // 8
    evenings = [one for one in EVENINGS if not (one.bounty and name == "en-2.2")]
    evening = evenings[turn % len(evenings)]
    plans = [HEADS_UP[turn % len(HEADS_UP)], evening]
    if evening.feeds is not None:
        plans.append(evening.feeds)
    return tuple(plans)


@cache
def timetable_of(name: str, plans: tuple[Plan, ...], now_ms: int) -> Timetable:
    """What the operator's files offer in a room of an edition."""
    files = {f"{plan.name}.toml": _file(plan) for plan in plans}
    house = HouseDefaults(edition(name), EUR)
    return read_timetable(files, house=house, zone=UTC, now_ms=now_ms)


def _file(plan: Plan) -> str:
    fixed = {"HexaPro": HEXAPRO, "Heads-up": TWO, "Five": FIVE, "Sunday": SUNDAY}
    if plan.name in fixed:
        return fixed[plan.name]
    return "\n".join(
        (
            f'name = "{plan.name}"',
            'kind = "scheduled"',
            'edition = "house"',
            f"seats = {plan.seats}",
            *([] if plan.is_free else [f"price_cents = {plan.price}"]),
            'ticket_word = "evening"',
            plan.head,
            BLINDS.replace("LENGTH", "8"),
            "[registration]\nunregistration_closes_s = 3",
            f"late_levels = {plan.late_levels}\nmax_entries = {plan.max_entries}",
            f"minimum_entries = {plan.least}",
            plan.tail,
            f'[schedule]\nstarts = "{START}"',
        )
    )
