"""The page of figures, with what they ought to be."""

from collections.abc import Callable

from bench.integrity.plan import (
    AUC_MIN,
    CURVES,
    FALSE_MAX_PER_1000,
    HANDS_PER_CORE_HOUR,
    INTENSITIES,
    LENGTHS,
    LOOKED_AT,
    OMAHA,
    OMAHA_HONEST,
    PAIRS_MIN,
    PROGRAMS,
    SHARED,
    SUPERUSER_HANDS,
    TARGETS,
    TIMED_HANDS,
    UNTRIED,
)
from bench.integrity.pools import Job, Outcome, auc, wilson
from cardroom.simulation.population.colluding import KINDS
from cardroom.simulation.population.mixing import SUPERUSER
from cardroom.simulation.population.tempo import BOTS

Known = Callable[[str, int, int], list[Outcome]]
"""What is known of a kind, an intensity and a number of hands."""


def false_alerts(by_hands: dict[int, list[Outcome]], every: list[Outcome]) -> str:
    """Accusations of pairs and players in which nobody cheats."""
    honest = [one for row in by_hands.values() for one in row]
    rows = [
        ("honest pairs, honest pools", _sum(honest, "honest"), _sum(honest, "false_alerts")),
        *(
            (f"of them in pools of {hands:,} hands", _sum(row, "honest"), _sum(row, "false_alerts"))
            for hands, row in sorted(by_hands.items())
        ),
        ("honest pairs, all pools", _sum(every, "honest"), _sum(every, "false_alerts")),
        ("pairs with one colluder", _sum(every, "mixed_pairs"), _sum(every, "mixed_alerts")),
        ("honest players as superusers", _sum(every, "players"), _sum(every, "false_players")),
    ]
    lines = ["## False alerts\n", *_rates(rows)]
    _, pairs, alerts = rows[0]
    upper = 1000 * wilson(alerts, pairs)[1]
    met = pairs >= PAIRS_MIN and upper <= FALSE_MAX_PER_1000
    wanted = f"at most {FALSE_MAX_PER_1000:g} in 1,000 on at least {PAIRS_MIN:,} honest pairs"
    return "\n".join([*lines, "", f"Wanted: {wanted}, the upper bound included: {_met(met)}.\n"])


def power(known: Known) -> str:
    """How many cheating pairs raise an alert."""
    parts = " | ".join(f"{part / 1000:g}" for part in INTENSITIES)
    lines = [f"## Share of cheats who raise an alert, {SHARED} hands together, by intensity\n"]
    lines += [f"| kind | {parts} |", "|---|" + "--:|" * len(INTENSITIES)]
    for kind in KINDS:
        shares = [_share(known(kind, part, SHARED)) for part in INTENSITIES]
        lines.append(f"| {kind} | " + " | ".join(shares) + " |")
    lines += ["", "| wanted | at least | found | 95 % | |", "|---|--:|--:|--:|---|"]
    for job, least in TARGETS:
        lines.append(_target(job, least, known(job.kind, job.intensity, job.hands)))
    hands = " | ".join(f"{one:,}" for one in LENGTHS)
    lines += ["", f"| kind, intensity | {hands} hands |", "|---|" + "--:|" * len(LENGTHS)]
    for kind, part in CURVES.items():
        shares = [_share(known(kind, part, length)) for length in LENGTHS]
        lines.append(f"| {kind}, {part / 1000:g} | " + " | ".join(shares) + " |")
    return "\n".join(lines) + "\n"


def separation(known: Known, honest: list[Outcome]) -> str:
    """AUC of cheating against honest pairs; the last kinds were not tried while detectors grew."""
    base = [value for one in honest for value in one.honest]
    lines = ["## AUC of cheating pairs against honest ones, by intensity\n"]
    parts = " | ".join(f"{part / 1000:g}" for part in INTENSITIES)
    lines += [f"| kind | {parts} |", "|---|" + "--:|" * len(INTENSITIES)]
    for kind in KINDS:
        row = [_auc(known(kind, part, SHARED), base) for part in INTENSITIES]
        name = f"{kind} (untried)" if kind in UNTRIED else kind
        name = f"{kind} (looked at)" if kind in LOOKED_AT else name
        lines.append(f"| {name} | " + " | ".join(row) + " |")
    full = [known(kind, INTENSITIES[-1], SHARED) for kind in UNTRIED]
    met = all(row and auc([one.planted for one in row], base) >= AUC_MIN for row in full)
    said = f"Wanted: {AUC_MIN} at intensity 1 on kinds that were not tried: {_met(met)}."
    said += f" {' and '.join(LOOKED_AT)} were looked at in development: no test of the unknown."
    return "\n".join([*lines, "", said, ""])


def cost(every: list[Outcome], memory: list[tuple[int, int]]) -> str:
    """Hands an hour of one core, and bytes held by hands."""
    spent = sum(one.scan_cpu_s for one in every)
    rate = 3600 * _sum(every, "hands") / max(spent, 1e-9)
    wanted = f"Wanted: {HANDS_PER_CORE_HOUR:,}: {_met(rate >= HANDS_PER_CORE_HOUR)}."
    lines = [
        f"## Cost\n\n{rate:,.0f} hands scored in an hour of one core, judging included. {wanted}\n",
        "| hands of one review | held, bytes | a hand |",
        "|--:|--:|--:|",
    ]
    lines += [f"| {hands:,} | {held:,} | {held // hands} |" for hands, held in memory]
    lines.append(
        "\nWanted: flat memory: **missed** within a review, whose tests compare all decisions\n"
        "of its period and hold them until they are judged. It grows with the period, not with\n"
        "the room's history.\n"
    )
    return "\n".join(lines)


def superusers(known: Known) -> str:
    """How soon a player is found who sees all cards."""
    lines = [f"## A superuser within {SUPERUSER_HANDS} hands of their own, p up to 1e-4\n"]
    for part in (500, 1000):
        found = known(SUPERUSER, part, SUPERUSER_HANDS)
        lines.append(f"- sees all cards in {part / 10:g} % of the decisions: {_share(found)}")
    return "\n".join(lines) + "\n"


def omaha(of: Callable[[Job], list[Outcome]]) -> str:
    """What is found in pot-limit Omaha by detectors that were made on hold'em."""
    honest = of(OMAHA_HONEST)
    row = ("honest pairs", _sum(honest, "honest"), _sum(honest, "false_alerts"))
    lines = ["## Pot-limit Omaha\n", *_rates([row]), ""]
    lines += [f"| kind, intensity, {SHARED} hands | cheats who raise an alert |", "|---|--:|"]
    for job in OMAHA[1:]:
        lines.append(f"| {job.kind}, {job.intensity / 1000:g} | {_share(of(job))} |")
    return "\n".join(lines) + "\n"


def programs(of: Callable[[Job], list[Outcome]]) -> str:
    """Programs among people, found by their times."""
    every = [one for job in PROGRAMS for one in of(job)]
    row = ("people as programs", _sum(every, "players"), _sum(every, "false_players"))
    lines = ["## Programs among eleven people, found by the times of their decisions\n"]
    lines += [*_rates([row]), "", f"| program, pools of {TIMED_HANDS} hands | found |", "|---|--:|"]
    lines += [f"| {job.kind} | {_share(of(job))} |" for job in PROGRAMS if job.kind in BOTS]
    return "\n".join(lines) + "\n"


def _rates(rows: list[tuple[str, int, int]]) -> list[str]:
    """A table of who was tried, and how many of them were accused."""
    lines = ["| whom | tried | alerts | per 1,000 | upper 95 % |", "|---|--:|--:|--:|--:|"]
    for name, tried, alerts in rows:
        upper = 1000 * wilson(alerts, tried)[1]
        rate = 1000 * alerts / max(1, tried)
        lines.append(f"| {name} | {tried:,} | {alerts} | {rate:.2f} | {upper:.2f} |")
    return lines


def _target(job: Job, least: float, found: list[Outcome]) -> str:
    count = sum(one.found for one in found)
    low, high = wilson(count, len(found))
    share = count / max(1, len(found))
    met = _met(bool(found) and share >= least)
    name = f"{job.kind}, {job.intensity / 1000:g}, {job.hands} hands"
    return f"| {name} | {least} | {share:.2f} | {low:.2f} to {high:.2f} | {met} |"


def _auc(found: list[Outcome], honest: list[int]) -> str:
    return f"{auc([one.planted for one in found], honest):.3f}" if found else "not run"


def _share(found: list[Outcome]) -> str:
    return f"{sum(one.found for one in found) / len(found):.2f}" if found else "not run"


def _sum(outcomes: list[Outcome], field: str) -> int:
    values = [getattr(one, field) for one in outcomes]
    return sum(len(one) if isinstance(one, list) else one for one in values)


def _met(is_met: bool) -> str:
    return "met" if is_met else "**missed**"
