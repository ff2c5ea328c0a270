"""What `cardroom simulate tournament` prints: a summary for people, or for programs."""

import sys
from typing import Self

import msgspec
from rich.console import Console
from rich.table import Table

from cardroom.simulation.tournament.summary import HAPPENINGS, Summary
from cardroom.tournament.definition import Definition
from cardroom.units import Cents, euros


class Report(msgspec.Struct, kw_only=True):
    """What is printed with --json."""

    name: str
    kind: str
    game: str
    edition: str
    price: Cents
    count: int
    seed: int
    calm: bool
    cpu_s: float
    hands_per_s: float
    notes: list[str]
    """What a newcomer would ask about the numbers, answered."""
    summary: Summary

    @classmethod
    def of(
        cls,
        definition: Definition,
        summary: Summary,
        *,
        count: int,
        seed: int,
        calm: bool,
        cpu_s: float,
    ) -> Self:
        """All that was played and what it was played by."""
        return cls(
            name=definition.name,
            kind=definition.kind,
            game=definition.game,
            edition=definition.edition,
            price=definition.price_cents,
            count=count,
            seed=seed,
            calm=calm,
            cpu_s=round(cpu_s, 3),
            hands_per_s=round(summary.hands / max(cpu_s, 0.001), 1),
            notes=_notes(definition, summary),
            summary=summary,
        )


def _notes(definition: Definition, summary: Summary) -> list[str]:
    """Why nothing was played, and what would change it (TRN-15)."""
    too_few = summary.coverage["cancelled_too_few"]
    minimum = definition.registration.minimum_entries
    if not too_few:
        return []
    many = f"{too_few:,} of {summary.tournaments:,} tournaments were not played"
    why = f"fewer than {minimum} players were there at the start ([registration] minimum_entries)"
    change = f"let more come, as with --players {2 * minimum}, or write a file with a lower minimum"
    return [f"{many}: {why}; {change} (TRN-15)."]


def show(report: Report) -> None:
    """Print tables and notes."""
    console = Console(file=sys.stdout)
    console.print(_grid(report))
    happened = {name: count for name, count in report.summary.coverage.items() if count}
    if happened:
        grid = Table(title="What happened, how often", show_header=False, title_justify="left")
        grid.add_column()
        grid.add_column(justify="right")
        for name, count in happened.items():
            grid.add_row(HAPPENINGS[name], f"{count:,}")
        console.print(grid)
    for note in report.notes:
        console.print(f"Note: {note}", markup=False, highlight=False)


def _grid(report: Report) -> Table:
    summary = report.summary
    hours, minutes = divmod(summary.simulated_ms // 60_000, 60)
    rows = [
        ("Tournaments", f"{summary.tournaments:,}, of them cancelled {summary.cancelled:,}"),
        ("Entries", f"{summary.entries:,}"),
        ("Hands", f"{summary.hands:,}"),
        ("Received", euros(summary.received)),
        _house_row(summary),
        ("Prizes", euros(summary.prizes)),
        ("Bounties", euros(summary.bounties)),
        ("Refunds and shares", euros(summary.refunds)),
        ("Fees", euros(summary.fees)),
        ("Multipliers", _counts(summary.multipliers)),
        ("Refused, by rule", _counts(summary.refused)),
        ("Simulated time", f"{hours:,} h {minutes} min"),
        ("Processor time", f"{report.cpu_s:.1f} s, {report.hands_per_s:,.0f} hands/s"),
        ("Breaches", "none"),
    ]
    title = f"{report.name}, {report.edition}, {euros(report.price)}, seed {report.seed}"
    grid = Table(title=title, show_header=False, title_justify="left")
    for name, value in rows:
        if value:
            grid.add_row(name, value)
    return grid


def _house_row(summary: Summary) -> tuple[str, str]:
    """Where pools are drawn the house wins or loses; else it adds what was promised (TAMB-40)."""
    if summary.added_by_house >= 0 or not summary.received:
        return "Added by the house", euros(summary.added_by_house)
    kept = -summary.added_by_house
    part = 100 * kept / summary.received
    return "Kept by the house", f"{euros(kept)}, {part:.3f} % of what was received"


def _counts(counted: dict[str, int]) -> str:
    ordered = sorted(counted.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{name} {count:,}" for name, count in ordered)
