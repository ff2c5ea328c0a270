"""A session as it was recorded, and the room that it is played to again.

`python -m tests.server.recording` writes the recording again. Its lines are what every client sent
and was sent, with the moment: read side by side with the diff when the protocol changes.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import msgspec

from cardroom.ledger import PlayerId
from cardroom.room.metrics import Metrics
from cardroom.room.people import Caller
from cardroom.room.requests import AnyRequest
from cardroom.server.sockets.front_desk import FrontDesk, NameBook
from cardroom.server.sockets.messages import Ack, Subscribe, Unsubscribe, decode, encode
from cardroom.server.sockets.request_handler import RequestHandler
from cardroom.server.sockets.session_state import SessionState
from tests.room.rooms import Shell
from tests.room.virtual import run

FILE = Path(__file__).parent.parent / "golden" / "sessions" / "a-hand-with-a-lost-connection.ndjson"
SEED = 11
STEP_S = 0.05
STEPS = 60

Line = dict[str, Any]
Sent = tuple[int, dict[str, Any]]
Policy = Callable[["Session"], Iterable[Sent]]
"""What the clients send at a step, given everything so far."""


class Ear:
    """Where one client hears, as long as it is connected."""

    def __init__(self, session: "Session", player: int) -> None:
        self.viewer = PlayerId(player)
        self._session = session

    def deliver(self, frame: bytes) -> None:
        self._session.note(self.viewer, "out", msgspec.json.decode(frame))


class Session:
    """Three clients of one room on a virtual clock, everything noted."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.shell = Shell(SEED)
        services = self.shell.room.services
        self._clock = services.clock
        self._start_ms = services.clock.now_ms()
        desk = FrontDesk(self.shell.room, NameBook())
        self._handler = RequestHandler(desk, self.shell.cases, services.clock, Metrics())
        self._lives = {player: self._live(player) for player in (1, 2, 3)}
        self._ears = {player: Ear(self, player) for player in (1, 2, 3)}
        for player in self._lives:
            self.shell.fund(player)

    def _live(self, player: int) -> SessionState:
        caller = Caller(player=PlayerId(player), name=f"player{player}", kind="person")
        return SessionState(f"family{player}", caller, self._clock)

    @property
    def at(self) -> int:
        """The moment, since the session began."""
        return self._clock.now_ms() - self._start_ms

    def note(self, who: int, way: str, message: dict[str, Any]) -> None:
        self.lines.append({"at": self.at, "who": int(who), way: message})

    def heard(self, who: int) -> list[dict[str, Any]]:
        """Everything that a client was sent."""
        return [line["out"] for line in self.lines if line["who"] == who and "out" in line]

    def sent(self, who: int) -> list[dict[str, Any]]:
        """Everything that a client sent."""
        return [line["in"] for line in self.lines if line["who"] == who and "in" in line]

    async def play(self, policy: Policy) -> list[Line]:
        """Step through virtual time; the policy says what is sent at each step."""
        for _ in range(STEPS):
            await asyncio.sleep(STEP_S)
            for who, message in policy(self):
                await self._send(who, message)
        await self.shell.room.stop()
        return self.lines

    async def _send(self, who: int, message: dict[str, Any]) -> None:
        self.note(who, "in", message)
        live, ear = self._lives[who], self._ears[who]
        incoming = decode(msgspec.json.encode(message))
        if isinstance(incoming, Subscribe | Unsubscribe):
            ear.deliver(encode(Ack(id=incoming.id, ts=self._clock.now_ms())))
            await self._listen(incoming, live.caller, ear)
            return
        answer = await self._handler.answer(live, cast("AnyRequest", incoming))
        assert answer is not None
        ear.deliver(answer)

    async def _listen(self, request: Subscribe | Unsubscribe, caller: Caller, ear: Ear) -> None:
        services = self.shell.room.services
        await services.wallets.look_up(caller.player)
        channel = services.switchboard.find(request.ch, caller.player)
        assert channel is not None
        if isinstance(request, Subscribe):
            channel.join(ear, caller, request.have)
        else:
            channel.part(ear)


def replayed_policy(lines: list[Line]) -> Policy:
    """Send what was recorded, when it was recorded."""
    waiting = [line for line in lines if "in" in line]

    def policy(session: Session) -> Iterable[Sent]:
        while waiting and waiting[0]["at"] <= session.at:
            line = waiting.pop(0)
            yield line["who"], line["in"]

    return policy


def first_time(session: Session) -> Iterable[Sent]:
    """Three people sit down, one raises too little, one vanishes and comes back, all show."""
    for who in (1, 2, 3):
        wanted = _wanted(session, who)
        if wanted is not None:
            yield who, {**wanted, "id": f"{who}-{len(session.sent(who))}"}


def _wanted(session: Session, who: int) -> dict[str, Any] | None:
    sent, heard = session.sent(who), session.heard(who)
    channels = [one["ch"] for one in sent if one["t"] == "subscribe"]
    kinds = [one["t"] for one in sent]
    table = _offered_table(session)
    if "lobby" not in channels and who == 1:
        return {"t": "subscribe", "ch": "lobby"}
    if "me" not in channels:
        return {"t": "subscribe", "ch": "me"}
    if "play" not in kinds:
        return {"t": "play", "game": "nl-holdem", "format": "ordinary", "small_blind": 5,
                "big_blind": 10}  # fmt: skip
    if table is None:
        return None
    name = f"table:{table}"
    if "sit" not in kinds:
        return {"t": "sit", "ch": name, "amount": 1_000}
    if name not in channels:
        return {"t": "subscribe", "ch": name}
    return _in_hand(who, name, sent, heard)


def _offered_table(session: Session) -> int | None:
    events = [line["out"].get("d", {}) for line in session.lines if "out" in line]
    tables = [one["table"] for one in events if one.get("type") == "seat_offered"]
    return int(tables[0]) if tables else None


def _in_hand(
    who: int, name: str, sent: list[dict[str, Any]], heard: list[dict[str, Any]]
) -> dict[str, Any] | None:
    kinds = [one["t"] for one in sent]
    events = [one["d"]["type"] for one in heard if one["t"] == "event" and one["ch"] == name]
    last = max((one["v"] for one in heard if one.get("ch") == name and "v" in one), default=0)
    if who == 3 and "board_dealt" in events and "unsubscribe" not in kinds:
        return {"t": "unsubscribe", "ch": name}
    if who == 3 and kinds[-1] == "unsubscribe":
        return {"t": "subscribe", "ch": name, "have": last}
    if who == 1 and "board_dealt" in events and "chat" not in kinds:
        return {"t": "chat", "ch": name, "text": "nice flop"}
    if "pot_awarded" in events:
        return None if "leave" in kinds else {"t": "leave", "ch": name}
    turns = [one["d"] for one in heard if one["t"] == "turn"]
    acts = [one for one in sent if one["t"] == "act"]
    tried = [one["turn"] for one in acts]
    if not turns:
        return None
    turn = turns[-1]
    act = {"t": "act", "ch": name, "hand": turn["hand"], "turn": turn["turn"]}
    if turn["turn"] not in tried:
        if who == 2 and not acts:
            return {**act, "a": "raise", "to": turn["raise_from"] - 1}
        return {**act, "a": "check" if turn["check"] else "call"}
    if who == 2 and tried == [turn["turn"]]:
        return {**act, "a": "raise", "to": turn["raise_from"]}
    return None


def read(path: Path = FILE) -> list[Line]:
    return [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]


def main() -> int:
    """Write the recording again."""
    lines = run(_record())
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    return 0


async def _record() -> list[Line]:
    return await Session().play(first_time)


if __name__ == "__main__":
    sys.exit(main())
