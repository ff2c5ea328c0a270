"""A person with only curl and the guide registers for, plays and wins a Sit & Go."""

import json
import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.rule import rule
from tests.server.processes import RoomProcess, sqlite_in

GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "tournaments-api.md"
TRIES_MAX = 25
"""How many games are played until one is won; nobody loses this often against a coin."""
PATIENCE_S = 300
QUICK = {
    f"CARDROOM_PACE_{name}": "50"
    for name in (
        "STREET_CHANGE_MS", "WON_WITHOUT_SHOWDOWN_MS", "CHOICE_TO_SHOW_MS", "SHOWDOWN_MS",
        "EACH_FURTHER_HAND_MS", "STREET_OF_RUN_OUT_MS", "FIRST_HAND_MS",
    )
}  # fmt: skip
OPEN_HANDED = {
    "CARDROOM_LIMITS_REQUESTS_EVERY_MS": "1",
    "CARDROOM_LIMITS_REQUESTS_BURST": "1000000",
}


class GuideReader:
    """Types the commands of the guide, in their order, and fills in what the answers say."""

    def __init__(self, folder: Path, address: str) -> None:
        text = GUIDE.read_text(encoding="utf-8")
        self.commands = re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL)
        self._folder = folder
        self._values = {"ROOM": address}
        self._sent = 0

    def learn(self, **values: object) -> None:
        self._values |= {name: str(value) for name, value in values.items()}

    def fresh(self) -> str:
        self._sent += 1
        return f"typed-{os.getpid()}-{self._sent}"

    def type(self, number: int) -> Any:
        """Type the command with this number; its answer, where it has one."""
        return self.say(self.commands[number])

    def say(self, command: str) -> Any:
        lines = [line for line in command.splitlines() if not self._is_blank(line)]
        script = "\n".join(lines)
        done = subprocess.run(
            ["bash", "-ec", script],
            cwd=self._folder,
            env={**os.environ, **self._values},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        return json.loads(done.stdout) if done.stdout.strip() else None

    def _is_blank(self, line: str) -> bool:
        """A line that only says what to fill in, or names the guide's own room."""
        return "=..." in line or line.startswith("ROOM=")

    def stream(self, number: int) -> "subprocess.Popen[bytes]":
        """A command that runs on in the background."""
        script = self.commands[number].strip().removesuffix("&")
        return subprocess.Popen(
            ["bash", "-ec", f"exec {script}"],
            cwd=self._folder,
            env={**os.environ, **self._values},
        )


def until(question: Any) -> Any:
    """Ask until there is an answer."""
    ends = time.monotonic() + PATIENCE_S
    while time.monotonic() < ends:
        answer = question()
        if answer is not None:
            return answer
        time.sleep(0.05)
    raise AssertionError("nothing happens")


def play_one(reader: GuideReader) -> int:
    """Steps 3 to 8 of the guide: the place in one game."""
    rows = until(
        lambda: [one for one in reader.type(4)["tournaments"] if one["seats"] == 2] or None
    )
    game = rows[0]["tournament"]
    reader.learn(T=game, ENTRY=reader.fresh())
    assert reader.type(5)["info"]["terms"]
    assert reader.type(6)["t"] == "ack"
    reader.learn(TABLE=until(lambda: (reader.type(7)["me"] or {}).get("table")))
    come_back_after_sitting_out(reader)

    def acted() -> int | None:
        page = reader.type(11)
        mine = [one["place"] for one in page["results"] if one["name"].startswith("Guest")]
        if page["tournament"]["state"] == "finished":
            return int(mine[0])
        page = reader.type(8)
        turn = page.get("turn")
        if turn is not None:
            hole = {one["seat"]: one["hole"] for one in page["table"]["hand"]["seats"]}
            assert all(card in range(52) for card in hole[turn["seat"]])
            action = "raise" if turn["raise_to"] else "check" if turn["check"] else "call"
            reader.learn(
                ID=reader.fresh(), HAND=turn["hand"], TURN=turn["turn"], ACTION=action,
                TO=turn["raise_to"],
            )  # fmt: skip
            reader.type(9)
        return None

    return int(until(acted))


def come_back_after_sitting_out(reader: GuideReader) -> None:
    """The guide's way back for those who missed a turn; to sit out is quicker than to miss one."""
    back = reader.commands[10]
    reader.learn(BACK=reader.fresh())
    assert reader.say(back.replace("/come-back", "/sit-out"))["t"] == "ack"
    assert reader.type(7)["me"]["away"]
    reader.learn(BACK=reader.fresh())
    assert reader.type(10)["t"] == "ack"
    assert not reader.type(7)["me"]["away"]


@rule("TYP-02", "TRN-19", "TRN-01", "TRN-17")
def test_a_person_with_curl_and_the_guide_wins_a_sit_and_go(tmp_path: Path) -> None:
    environment = QUICK | OPEN_HANDED
    with RoomProcess(sqlite_in(tmp_path), "--practice", environment=environment) as room:
        reader = GuideReader(tmp_path, room.address)
        assert len(reader.commands) == 12
        reader.learn(JSON="Content-Type: application/json")
        reader.learn(CSRF=reader.type(0)["csrf"])
        for rules in reader.type(1)["rules"]:
            reader.learn(EDITION=rules["edition"], VERSION=rules["version"])
            reader.type(2)
        news = reader.stream(3)
        try:
            places: list[int] = []
            while 1 not in places and len(places) < TRIES_MAX:
                places.append(play_one(reader))
        finally:
            news.kill()
            news.wait()
        assert places[-1] == 1, places
        said = (tmp_path / "news").read_text()
        assert "tournament_seated" in said
        assert '"place":1' in said
