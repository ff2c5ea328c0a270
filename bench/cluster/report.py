"""Writes bench/cluster.md."""

from collections.abc import Sequence

import msgspec

from bench.cluster.growth import Growth
from bench.cluster.load import Run
from bench.cluster.paper import ACTIONS_A_HAND, BUSY, EVERY_S, PLAYERS, Limit
from cardroom.commands.load.measured import Figures

GOAL = 1.6
GOAL_BARE = 2.0
P99_MS = 100


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was measured in one run."""

    players: int
    seconds: float
    every_s: float
    seed: int
    load_before: float
    load_after: float
    one: Run
    four: Run
    sqlite: Run | None = None
    bare: Figures | None = None
    traced: Run | None = None
    growth: tuple[Growth, ...] = ()
    limits: tuple[Limit, ...] = ()

    @property
    def ratio(self) -> float:
        """CPU for each action: four processes against one."""
        return round(self.four.room_us / self.one.room_us, 2)


ABOUT = """\
Everybody checks and calls over real sockets, at full tables of four no-limit hold'em stakes; the
players of a table come through both gateways. A player acts about every {every:g} s. CPU is that of
the processes themselves, from the system's books, in µs for each action. PostgreSQL (without
syncing to disk) and NATS are counted beside the room, not in it. What a process needs while nobody
plays is part of it, and counts more the fewer play."""
TRACES = """\
With `[traces]` for every request the one process needs {us:.0f} µs for an action, {ratio:.2f} times
what it needs without in the same run. Without `[traces]` the classes are those of a room that knows
no traces: there is nothing to measure, and a test compares them (`tests/server/test_traces.py`)."""
ALONE = """\
On SQLite an action costs the room {us:.0f} µs, a server that only broadcasts {theirs:.0f} µs, in
the same run: {ratio:.2f} times (goal: at most {goal:g}): {met}. The room sends {sent:.1f} messages
an action, the bare server {their_sent:.1f}; for each message {message:.1f} and {their_message:.1f}
µs."""
GROWTH = """\
{players:,} players at random tables of all stakes, through random gateways, seed {seed}; units are
placed as the room does it."""
AFTER_GROWTH = """\
An action costs one request and one answer, whatever the size, and one event for every gateway with
a listener: at most six at a table of six. What every heartbeat says grows with hosts times
gateways. Measured above with two of each: {measured:.2f} messages an action."""
PAPER = """\
From the figures above: everybody acts every {every:g} s, a hand has {actions} actions, no core is
busier than {busy:.0%}."""
AFTER_PAPER = """\
The first thing that cannot be shared out is a unit: one pool runs in one process, and so does one
tournament, or an event with all its flights and satellites. The second is the ledger's one chain
([0083](../docs/decisions/0083-one-chain-for-all-writers.md)), which also takes buy-ins and
tournaments."""


def page(found: Found, conditions: str) -> str:
    """The whole file."""
    load = f"Load average {found.load_before:.1f} before, {found.load_after:.1f} after."
    written = f"Written by `make evidence-cluster PLAYERS={found.players}`. {conditions}{load}"
    parts = [
        "# A room in several processes",
        written,
        ABOUT.format(every=found.every_s),
        _processes(found),
    ]
    if found.sqlite is not None and found.bare is not None:
        parts.append(_alone(found.sqlite, found.bare))
    if found.traced is not None:
        us = found.traced.room_us
        parts += ["## Traces", TRACES.format(us=us, ratio=us / found.one.room_us)]
    return "\n\n".join([*parts, _growth(found), _limits(found)]) + "\n"


def _grid(*rows: Sequence[str]) -> str:
    """A table of Markdown: its head, and its rows."""
    head, *body = rows
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _processes(found: Found) -> str:
    four, one = found.four, found.one
    p99, alone = four.figures.p99_ms, one.figures.p99_ms
    parts = ", ".join(f"{name} {us:.0f}" for name, us in sorted(four.cpu_us.items()))
    head = (
        "", "players", "actions/s", "p50 ms", "p99 ms", "room µs", "PostgreSQL µs", "NATS µs",
        "bus messages an action",
    )  # fmt: skip
    said = [
        (
            f"- {found.ratio:.2f} times the CPU for each action (goal: at most {GOAL}):"
            f" {_met(found.ratio <= GOAL)}."
        ),
        (
            f"- p99 with four processes {p99:.1f} ms (goal: under {P99_MS}): {_met(p99 < P99_MS)};"
            f" with one {alone:.1f} ms."
        ),
        f"- By process: {parts}.",
        (
            f"- While nobody is there, one process needs {one.idle_ms:.1f} ms of CPU each second,"
            f" the four {four.idle_ms:.1f} ms. Without that an action costs"
            f" {one.busy_us:.0f} and {four.busy_us:.0f} µs: {four.busy_us / one.busy_us:.2f} times."
        ),
    ]
    return "\n\n".join(
        [
            "## Two gateways and two hosts against one process",
            _grid(head, _row(one), _row(four)),
            "\n".join(said),
        ]
    )


def _met(is_met: bool) -> str:
    return "met" if is_met else "not met"


def _row(run: Run) -> list[str]:
    figures = run.figures
    return [
        run.name,
        f"{figures.players:,}",
        f"{figures.actions_per_s:,.1f}",
        f"{figures.p50_ms:.1f}",
        f"{figures.p99_ms:.1f}",
        f"{run.room_us:.0f}",
        f"{run.cpu_us.get('postgresql', 0):.0f}",
        f"{run.cpu_us.get('nats', 0):.0f}",
        f"{run.bus_messages:.2f}",
    ]


def _alone(room: Run, bare: Figures) -> str:
    theirs = bare.cpu_us_per_action or 1.0
    ratio = room.room_us / theirs
    text = ALONE.format(
        us=room.room_us, theirs=theirs, ratio=ratio, goal=GOAL_BARE, met=_met(ratio <= GOAL_BARE),
        sent=room.figures.messages / room.figures.actions, their_sent=bare.messages / bare.actions,
        message=room.figures.cpu_us_per_message, their_message=bare.cpu_us_per_message,
    )  # fmt: skip
    return f"## One process against a bare server\n\n{text}"


def _growth(found: Found) -> str:
    head = (
        "hosts", "gateways", "tables of the busiest host", "bus messages an action",
        "beside the play, each second",
    )  # fmt: skip
    rows = [
        [
            str(one.hosts),
            str(one.gateways),
            f"{one.busiest:.0%}",
            f"{one.per_action:.2f}",
            f"{one.beside_per_s:.1f}",
        ]
        for one in found.growth
    ]
    return "\n\n".join(
        [
            "## More hosts, by simulation",
            GROWTH.format(players=found.players, seed=found.seed),
            _grid(head, *rows),
            AFTER_GROWTH.format(measured=found.four.bus_messages),
        ]
    )


def _limits(found: Found) -> str:
    rows = [(one.what, one.load, one.needs) for one in found.limits]
    return "\n\n".join(
        [
            f"## What limits {PLAYERS:,} players, on paper",
            PAPER.format(every=EVERY_S, actions=ACTIONS_A_HAND, busy=BUSY),
            _grid(("", "load", "needs"), *rows),
            AFTER_PAPER,
        ]
    )
