"""The figures of a load test as people read them: on the terminal, and in a file of results."""

from collections.abc import Iterator

from cardroom.commands.load.measured import Figures, Machine, Result, TableCost

SHARE_OF_BARE = 0.5
P99_MS = 50
P99_PLAYERS, P99_EVERY_S = 1_000, 2.0
"""The goal for p99 is meant for this many players who act this often."""
MEMORY_KIB = 64
HOSTILE_RATIO = 2
TABLE_RATIO = 1.25
"""What a table of the largest room may cost more than one of the smallest and be called flat."""
BUSY = 0.8

COLUMNS = (
    "players", "actions_per_s", "messages_per_s", "p50_ms", "p99_ms", "cpu_us_per_message",
    "cpu_us_per_action", "server_busy", "players_busy",
)  # fmt: skip


def show(result: Result) -> None:
    """Print the figures and what they say."""
    from rich.console import Console
    from rich.table import Table

    runs = dict(_runs(result))
    table = Table("", *runs)
    rows = zip(*(_cells(figures) for figures in runs.values()), strict=True)
    for name, cells in zip(COLUMNS, rows, strict=True):
        table.add_row(name.replace("_", " "), *cells)
    console = Console()
    console.print(table)
    for sentence in (*_findings(result), *_doubts(result)):
        console.print(sentence)


def as_markdown(result: Result) -> str:
    """A section for a file of results."""
    machine = result.machine
    assert machine is not None
    lines = [
        "",
        f"## {machine.date}: {_title(result)}",
        "",
        where(machine),
        "",
        "| | " + " | ".join(name.replace("_", " ") for name in COLUMNS) + " |",
        "|---" + "|--:" * len(COLUMNS) + "|",
        *(f"| {name} | " + " | ".join(_cells(one)) + " |" for name, one in _runs(result)),
        "",
        *(f"- {sentence}" for sentence in (*_findings(result), *_doubts(result))),
        "",
    ]
    return "\n".join(lines)


def _title(result: Result) -> str:
    pace = f"acting every {result.every_s:g} s" if result.every_s else "acting at once"
    if result.table_costs:
        sizes = ", ".join(f"{cost.tables:,}" for cost in result.table_costs)
        return f"{sizes} tables, {pace}"
    players = 0 if result.room is None else result.room.players
    return f"{players:,} players at {result.tables:,} tables, {pace}"


def where(machine: Machine) -> str:
    """The machine in a sentence."""
    return (
        f"{machine.cores} cores, CPython {machine.python}, {machine.loop}, SQLite. Load average"
        f" {machine.load_before} before, {machine.load_after} at the end."
    )


def _runs(result: Result) -> Iterator[tuple[str, Figures]]:
    if result.room is not None:
        yield "room", result.room
    if result.hostile is not None:
        yield "room under attack", result.hostile.room
    if result.bare is not None:
        yield "bare server", result.bare
    for cost in result.table_costs:
        yield f"{cost.tables:,} tables", cost.figures


def _cells(figures: Figures) -> list[str]:
    values = [getattr(figures, name) for name in COLUMNS]
    return ["" if value is None else f"{value:,}" for value in values]


# What the figures say


def _findings(result: Result) -> Iterator[str]:
    if result.of_bare_server is not None:
        yield goal(
            f"{result.of_bare_server:.0%} of the bare server's messages per second of CPU time",
            f"at least {SHARE_OF_BARE:.0%}",
            met=result.of_bare_server >= SHARE_OF_BARE,
        )
    if result.room is not None:
        yield _speed(result.room, result.every_s)
    if result.memory_per_seat_kib is not None:
        yield goal(
            f"{result.memory_per_seat_kib:g} KiB of memory per seat, with its connection, in play",
            f"under {MEMORY_KIB} KiB for an idle one",
            met=result.memory_per_seat_kib < MEMORY_KIB,
        )
    if result.hostile is not None:
        hostile = result.hostile
        yield goal(
            f"{hostile.frames:,} hostile frames on {hostile.connections:,} connections:"
            f" the players' p99 is {hostile.ratio:g} times what it was",
            f"at most {HOSTILE_RATIO} times",
            met=hostile.ratio <= HOSTILE_RATIO,
        )
    if result.table_costs:
        yield from _costs(result.table_costs)


def _speed(room: Figures, every_s: float) -> str:
    said = f"p99 of action to broadcast is {room.p99_ms:g} ms"
    if room.players != P99_PLAYERS or every_s != P99_EVERY_S:
        return f"{said}."
    return goal(said, f"under {P99_MS} ms", met=room.p99_ms < P99_MS)


def _costs(costs: tuple[TableCost, ...]) -> Iterator[str]:
    for cost in costs:
        yield (
            f"Of {cost.tables:,} tables each costs {cost.cpu_ms_per_table_and_minute:g} ms of CPU"
            f" a minute, {cost.figures.cpu_us_per_action:g} µs an action."
        )
    first, last = (cost.figures.cpu_us_per_action or 0.0 for cost in (costs[0], costs[-1]))
    if len(costs) > 1 and first:
        yield goal(
            f"an action at the last costs {last / first:.2f} times what it does at the first",
            "flat",
            met=last / first <= TABLE_RATIO,
        )


def goal(said: str, wanted: str, *, met: bool) -> str:
    """What was found beside what is wanted."""
    return f"{said[:1].upper()}{said[1:]} (goal: {wanted}): {'met' if met else 'missed'}."


def _doubts(result: Result) -> Iterator[str]:
    """What a reader should know before trusting the figures."""
    if result.machine is not None:
        yield from overloaded(result.machine)
    for name, figures in _runs(result):
        if figures.players_busy > BUSY:
            yield f"Doubt: the players' own process was the limit ({name})."
        wanted = figures.players / result.every_s if result.every_s else 0.0
        if wanted and figures.actions_per_s < BUSY * wanted:
            yield (
                f"Doubt: players acted every {figures.players / figures.actions_per_s:.1f} s"
                f" ({name})."
            )


def overloaded(machine: Machine) -> Iterator[str]:
    """The doubt about times that were measured while other programs wanted the cores, too."""
    if max(machine.load_before, machine.load_after) > machine.cores:
        yield (
            "Doubt: more processes wanted the cores than there are, with those of this test. Times"
            " until players see something are too long then; CPU times hardly change."
        )
