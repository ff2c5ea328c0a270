"""Shows what a scan has found to a person: alert by alert, and who lost to whom."""

import sys
from datetime import UTC, datetime

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cardroom.integrity.alerts import IN_ONE_HAND, BotAlert, Evidence, PairAlert
from cardroom.integrity.scan import SHARED_MIN, Report

LOSSES_SHOWN = 5
Z_SHOWN = 3.0


def show(report: Report) -> None:
    """Print the report."""
    console = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    console.print(
        f"{report.hands:,} hands of {report.players:,} players; {report.pairs:,} pairs with "
        f"{SHARED_MIN} or more hands together were judged."
    )
    if report.unreadable:
        console.print(f"{report.unreadable:,} hands were left out: cards unknown, or no names.")
    if not report.has_alerts:
        console.print("No alerts.")
    for number, alert in enumerate(report.alerts, 1):
        console.print()
        _alert(console, number, alert)
    for one in report.superusers:
        console.print(
            f"\nSuperuser? {one.player}: {one.decisions:,} decisions follow cards they cannot see "
            f"({one.follows:.2f}; {one.usual:.2f} is usual), p {one.p:.1e}, q {one.q:.1e}",
            markup=False,
        )
        console.print("  Benign: chance, or opponents whose timing gives their hands away.")
        console.print("  What would clear them: ordinary folds and calls in other hands.")
    for program in report.programs:
        _program(console, program)
    strong = [loss for loss in report.losses if loss.z >= Z_SHOWN][:LOSSES_SHOWN]
    if strong:
        console.print("\nWho lost to whom more than to others, luck left out (context only):")
        for loss in strong:
            console.print(
                f"  {loss.loser} to {loss.winner}: {loss.big_blinds:.0f} big blinds, "
                f"{loss.share:.0%} of what they lost this way ({loss.expected:.0%} expected)",
                markup=False,
            )
    for ring in report.rings:
        console.print(f"  A ring of such losses: {', '.join(ring)}", markup=False)


def _program(console: Console, alert: BotAlert) -> None:
    console.print(
        f"\nProgram? {alert.player}: {alert.decisions:,} decisions in {alert.median_ms:,} ms at "
        f"the median, p {alert.p:.1e}, q {alert.q:.1e}",
        markup=False,
    )
    for one in alert.evidence:
        console.print(
            f"  {one.test}: {one.observed:.2f}; {one.usual:.2f} is usual, p {one.p:.1e}",
            markup=False,
        )
    console.print("  Benign: a steady habit, a slow line, or a tool that only clicks.")
    console.print("  What would clear them: times that follow hard decisions in other hands.")


def _lasted(found: Evidence) -> str:
    """From when to when an episode was."""
    episode = found.episode
    assert episode is not None
    first, last = episode.first, episode.last
    if episode.begun_ms:
        first += f" ({_moment(episode.begun_ms)})"
        last += f" ({_moment(episode.ended_ms)})"
    return f"{found.test}: {episode.hands} hands of {found.actor}, from {first} to {last}."


def _moment(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def _alert(console: Console, number: int, alert: PairAlert) -> None:
    one, other = alert.players
    console.print(
        f"Alert {number}: {one} and {other}, {alert.shared_hands:,} hands together, "
        f"p {alert.p:.1e}, q {alert.q:.1e}",
        markup=False,
        style="bold",
    )
    console.print(f"  {alert.finding[0].upper()}{alert.finding[1:]}.")
    table = Table(box=None, padding=(0, 2, 0, 2), show_edge=False)
    for title in ("who", "towards", "what", "found", "expected", "p"):
        table.add_column(title, justify="right" if title in ("found", "expected") else "left")
    for one_test in alert.evidence:
        table.add_row(
            escape(one_test.actor),
            escape(one_test.partner),
            one_test.test,
            f"{one_test.observed:.1f}",
            f"{one_test.expected:.1f}",
            f"{one_test.p:.1e}",
        )
    console.print(table)
    for one_test in alert.evidence:
        if one_test.episode is not None:
            console.print(f"  {_lasted(one_test)}", markup=False)
    console.print("  Hands to open first:")
    for hand in alert.hands:
        why = ", ".join(IN_ONE_HAND[name] for name in hand.why) or "part of the pattern"
        console.print(f"    {hand.key}: {hand.big_blinds:+.1f} big blinds; {why}", markup=False)
    console.print(f"  Benign: {alert.benign_explanation}")
    console.print(f"  What would clear them: {alert.would_clear}")
