"""The figures of tournaments under load as people read them."""

from collections.abc import Iterator

from cardroom.commands.load.field.measured import FieldFigures, FieldResult
from cardroom.commands.load.report import goal, overloaded, where

FIRST_DEAL_MS = 10_000
P99_MS = 100
PLAYERS_GOAL = 2_000
"""The goals for times are meant for up to this many players."""
FLAT_RATIO = 1.2
"""What an action or a player of the largest field may cost more and be called flat."""
BUSY = 0.8

ROWS: tuple[tuple[str, str], ...] = (
    ("tables", "tables"),
    ("entering, s", "entering_s"),
    ("start to first deal, slowest table, ms", "first_deal_ms"),
    ("the same, half of the tables, ms", "first_deal_p50_ms"),
    ("actions per s", "play.actions_per_s"),
    ("hands", "hands"),
    ("action to broadcast, p50 ms", "play.p50_ms"),
    ("action to broadcast, p99 ms", "play.p99_ms"),
    ("server's CPU per action, µs", "play.cpu_us_per_action"),
    ("server's memory per player, KiB", "memory_kib_per_player"),
    ("frames per action", "frames_per_action"),
    ("bytes per action", "bytes_per_action"),
    ("refused actions", "refused"),
    ("server busy", "play.server_busy"),
    ("players busy", "play.players_busy"),
)


def show(result: FieldResult) -> None:
    """Print the figures and what they say."""
    from rich.console import Console
    from rich.table import Table

    header, *rows = _grid(result)
    table = Table(*header)
    for row in rows:
        table.add_row(*row)
    console = Console()
    console.print(table)
    for sentence in (*_findings(result), *_doubts(result)):
        console.print(sentence)


def as_markdown(result: FieldResult) -> str:
    """A section for a file of results."""
    machine = result.machine
    assert machine is not None
    header, *rows = _grid(result)
    sizes = ", ".join(f"{field.players:,}" for field in result.fields)
    lines = [
        "",
        f"## {machine.date}: tournaments of {sizes} players, {_pace(result)}",
        "",
        where(machine),
        "",
        f"| {' | '.join(header)} |",
        "|---" + "|--:" * (len(header) - 1) + "|",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
        *(f"- {sentence}" for sentence in (*_findings(result), *_doubts(result))),
        "",
    ]
    return "\n".join(lines)


def _pace(result: FieldResult) -> str:
    return f"acting every {result.every_s:g} s" if result.every_s else "acting at once"


def _grid(result: FieldResult) -> Iterator[list[str]]:
    """One column a size; with several sizes one more, the last compared with the first."""
    fields = result.fields
    compared = len(fields) > 1
    yield ["", *(f"{field.players:,} players" for field in fields), *["ratio"] * compared]
    for name, path in ROWS:
        values = [_value(field, path) for field in fields]
        ratio = [_times(values[0], values[-1])] if compared else []
        yield [name, *("" if value is None else f"{value:,}" for value in values), *ratio]


def _value(field: FieldFigures, path: str) -> float | None:
    found: object = field
    for name in path.split("."):
        found = getattr(found, name)
    assert found is None or isinstance(found, int | float)
    return found


def _times(first: float | None, last: float | None) -> str:
    return f"{last / first:.2f}" if first and last else ""


# What the figures say


def _findings(result: FieldResult) -> Iterator[str]:
    for field in result.fields:
        said = (
            f"{field.players:,} players: every table had dealt {field.first_deal_ms / 1000:.1f} s"
        )
        said += " after the start"
        p99 = f"{field.players:,} players: p99 of action to broadcast is {field.play.p99_ms:g} ms"
        if field.players > PLAYERS_GOAL:
            yield from (f"{said}.", f"{p99}.")
            continue
        yield goal(
            said, f"within {FIRST_DEAL_MS // 1000} s", met=field.first_deal_ms <= FIRST_DEAL_MS
        )
        yield goal(p99, f"under {P99_MS} ms", met=field.play.p99_ms < P99_MS)
    for field in result.fields:
        if (cancelled := field.cancelled) is not None:
            yield goal(
                f"while {cancelled.refunds:,} refunds were booked in {cancelled.took_ms:,.0f} ms,"
                f" p99 at the tables was {cancelled.p99_ms:g} ms and the longest of"
                f" {cancelled.actions:,} actions {cancelled.longest_ms:g} ms",
                f"p99 under {P99_MS} ms",
                met=cancelled.p99_ms < P99_MS,
            )
    for what, ratio in (
        ("the server's CPU per action", result.cpu_per_action_ratio),
        ("the server's memory per player", result.memory_per_player_ratio),
    ):
        if ratio is not None:
            said = f"{what} in the last field is {ratio:.2f} times that in the first"
            yield goal(said, f"at most {FLAT_RATIO:g} times", met=ratio <= FLAT_RATIO)


def _doubts(result: FieldResult) -> Iterator[str]:
    """What a reader should know before trusting the figures."""
    if result.machine is not None:
        yield from overloaded(result.machine)
    for field in result.fields:
        play = field.play
        if play.players_busy > BUSY:
            yield f"Doubt: the players' own process was the limit ({field.players:,} players)."
        wanted = field.players / result.every_s if result.every_s else 0.0
        if wanted and play.actions_per_s < BUSY * wanted:
            every_s = field.players / play.actions_per_s
            yield f"Doubt: {field.players:,} players acted every {every_s:.1f} s."
