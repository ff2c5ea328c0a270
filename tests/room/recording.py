"""Recorded sessions for the web client's reducer: what was told, and what a snapshot then showed.

`python -m tests.room.recording` writes them to web/tests/sessions.json; they come from one seed on
a virtual clock, so a test can tell when they are stale.
"""

import asyncio
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from cardroom.errors import Refused
from cardroom.ledger import PlayerId
from cardroom.room.requests import Action, AnyRequest, Chat, ComeBack, Leave, SitOut
from cardroom.room.tables.pace import Pace
from tests.room.rooms import Client, Shell
from tests.room.scenes import TABLE
from tests.room.virtual import run

FILE = Path(__file__).parent.parent.parent / "web" / "tests" / "sessions.json"
CHANNEL = f"table:{TABLE}"
PLAYERS = 5
LASTS_S = 25
RAIL = 99
SEED = 7
PACE = Pace(
    street_change_ms=60,
    first_hand_ms=10,
    showdown_ms=300,
    won_without_showdown_ms=200,
    choice_to_show_ms=200,
    street_of_run_out_ms=0,
)


class Recorder:
    """A listener that keeps what it is told, and now and then what a snapshot shows after it."""

    def __init__(self, shell: Shell, viewer: int) -> None:
        self.viewer = PlayerId(viewer)
        self.steps: list[dict[str, Any]] = []
        self._shell = shell
        self._is_due = False

    def deliver(self, frame: bytes) -> None:
        self.steps.append({"frame": msgspec.json.decode(frame)})
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._is_due = False
        channel = self._shell.room.tasks[TABLE].channel
        shown = msgspec.json.decode(msgspec.json.encode(channel.snapshot(self.viewer)))
        self.steps.append({"shows": shown})


async def _wild(client: Client, chance: Random) -> None:
    """Answer every turn; all-in now and then, so that there are side pots and run-outs."""
    while True:
        message = await client.turns.get()
        turn = message["d"]
        await asyncio.sleep(chance.randrange(1, 200) / 1000)
        action, to = _choice(turn, chance)
        try:
            await client.act(message, action, to)
        except Refused as refusal:
            assert refusal.reason == "stale_turn", refusal  # noqa: PT017


def _choice(turn: dict[str, Any], chance: Random) -> tuple[Action, int]:
    roll = chance.randrange(100)
    if turn["raise_to"] and roll < 5:
        return "raise", turn["raise_to"]
    if turn["raise_to"] and roll < 30:
        return "raise", turn["raise_from"]
    if turn["check"]:
        return "check", 0
    return ("call", 0) if roll < 75 else ("fold", 0)


async def _interludes(shell: Shell, clients: list[Client]) -> None:
    """What players do beside their turns."""
    asks: list[tuple[int, AnyRequest]] = [
        (1, Chat(id="c1", ch=CHANNEL, text="Good luck, all.")),
        (2, SitOut(id="o1", ch=CHANNEL)),
        (2, ComeBack(id="b1", ch=CHANNEL)),
        (3, SitOut(id="o2", ch=CHANNEL, when="next_big_blind")),
        (0, Leave(id="l1", ch=CHANNEL)),
    ]
    for player, request in asks:
        await asyncio.sleep(3)
        try:
            await shell.room.ask(clients[player].caller, request)
        except Refused:
            continue


async def _session() -> list[dict[str, Any]]:
    shell = Shell(SEED, pace=PACE)
    clients = [Client(shell, number) for number in range(1, PLAYERS + 1)]
    for client in clients:
        shell.fund(client.viewer)
    await asyncio.gather(*(one.sit(500 + 120 * place) for place, one in enumerate(clients)))
    recorders = [Recorder(shell, viewer) for viewer in (1, 2, RAIL)]
    for recorder in recorders:
        channel = shell.room.services.switchboard.find(CHANNEL, recorder.viewer)
        assert channel is not None
        channel.join(recorder, clients[0].caller)
    tasks = [asyncio.create_task(_wild(one, Random(SEED + one.viewer))) for one in clients]
    tasks.append(asyncio.create_task(_interludes(shell, clients)))
    await asyncio.sleep(LASTS_S)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await shell.room.stop()
    return [{"viewer": one.viewer, "steps": one.steps} for one in recorders]


def text() -> str:
    """The sessions as they stand in the file, one step a line."""
    lines = []
    for session in run(_session()):
        steps = ",\n".join(msgspec.json.encode(step).decode() for step in session["steps"])
        lines.append(f'{{"viewer":{session["viewer"]},"steps":[\n{steps}\n]}}')
    return "[" + ",\n".join(lines) + "]\n"


def main() -> int:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
