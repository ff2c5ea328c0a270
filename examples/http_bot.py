"""A bot over plain HTTP, with nothing but Python's standard library.

    python examples/http_bot.py --room http://127.0.0.1:8080 --token TOKEN --hands 20

It reads what happens from a stream (one JSON text a line) and acts by POST. The token is that of a
program (docs/guides/protocol.md, "Programs"); the stake must admit programs.
"""

import argparse
import json
import os
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

STAKE = {"game": "nl-holdem", "format": "ordinary", "small_blind": 5, "big_blind": 10}
QUIET_S = 60
"""The room sends a blank line every few seconds: after so much silence something is wrong."""
MAIN_POT = 0
"""Every hand that is played out awards it once; side pots come after it."""


class Room:
    """The room as a program sees it."""

    def __init__(self, address: str, token: str) -> None:
        self._address = address
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def get(self, path: str) -> Any:
        """Ask something."""
        return self._answer(Request(f"{self._address}{path}", headers=self._headers))

    def post(self, path: str, **body: Any) -> Any:
        """Send JSON, return JSON."""
        data = json.dumps(body).encode()
        return self._answer(Request(f"{self._address}{path}", data, self._headers))

    def _answer(self, request: Request) -> Any:
        """What the room says; a refusal ends the program with the room's reason."""
        try:
            with urlopen(request, timeout=QUIET_S) as response:
                return json.load(response)
        except HTTPError as error:
            said = json.load(error)
            raise SystemExit(f"The room says no: {said['reason']} ({said['rule']}).") from None

    def ask(self, kind: str, **content: Any) -> None:
        """Any request of the socket, by POST; every request has an id of its own."""
        self.post("/api/ask", request={"t": kind, "id": str(uuid.uuid4()), **content})

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """The frames of a channel, as they come."""
        request = Request(f"{self._address}/api/stream/{path}", headers=self._headers)
        with urlopen(request, timeout=QUIET_S) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)


def accept_rules(room: Room) -> None:
    """Accept the rules that the room plays by: once, before the first seat."""
    for rules in room.get("/api/acceptance")["rules"]:
        if not rules["accepted_ms"]:
            room.post("/api/acceptance", edition=rules["edition"], version=rules["version"])


def seat(room: Room) -> int:
    """Ask for a seat and wait for the offer; the number of the table."""
    room.ask("play", **STAKE, tables=1)
    for frame in room.stream("me"):
        if frame["t"] == "snapshot" and frame["d"]["offers"]:
            return int(frame["d"]["offers"][0]["table"])
        if frame["t"] == "event" and frame["d"]["type"] == "seat_offered":
            return int(frame["d"]["table"])
    raise SystemExit("The stream ended before a seat was offered.")


def play(room: Room, table: int, hands: int) -> int:
    """Check where it is free, call what is cheap, fold the rest; how many hands were played."""
    played = 0
    for frame in room.stream(f"table/{table}"):
        if frame["t"] == "turn":
            turn = frame["d"]
            cheap = turn["call"] <= turn["pot"]
            action = "check" if turn["check"] else "call" if cheap else "fold"
            room.post(
                f"/api/table/{table}/act",
                id=str(uuid.uuid4()),
                hand=turn["hand"],
                turn=turn["turn"],
                a=action,
            )
        elif frame["t"] == "event" and frame["d"]["type"] == "pot_awarded":
            played += frame["d"]["pot"] == MAIN_POT
            if played >= hands:
                break
    return played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--room", default="http://127.0.0.1:8080")
    parser.add_argument("--token", default=os.environ.get("CARDROOM_TOKEN", ""))
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--amount", type=int, default=1000, help="what to sit down with, in cents")
    args = parser.parse_args()
    room = Room(args.room, args.token)
    accept_rules(room)
    table = seat(room)
    room.ask("sit", ch=f"table:{table}", amount=args.amount)
    played = play(room, table, args.hands)
    room.ask("leave", ch=f"table:{table}")
    print(f"Hands played: {played}.")


if __name__ == "__main__":
    main()
