"""Rooms whose decks are made by CCO/1, from a seed, and clients that take part in it."""

import asyncio
import base64
from collections.abc import Sequence
from random import Random
from typing import Any

from cardroom.errors import AccessRefused
from cardroom.fairness.context import HandContext
from cardroom.fairness.draws.derived import DrawSecrets
from cardroom.fairness.growing_tree import GrowingTree
from cardroom.fairness.keys import SigningKey, box_keys
from cardroom.fairness.log import GENESIS, LogRecord, TreeHead
from cardroom.fairness.monitor import ShuffleMonitor
from cardroom.fairness.seeds import Participant
from cardroom.room.fair.house import FairHouse
from cardroom.room.fair.log_book import LogBook, LogEnd, LogStore, SealedRecord
from cardroom.room.fair.seed_source import Seeds
from cardroom.room.requests import CommitSeed, RevealSeed
from tests.room.fakes import SeededBits
from tests.room.rooms import Client, Shell

KEY = SigningKey(bytes(range(32)))
AUDITOR, AUDITOR_SECRET = box_keys(bytes(range(32, 64)))


class MemoryLog:
    """The log of the decks, which outlives a room."""

    def __init__(self) -> None:
        self.rows: list[SealedRecord] = []
        self.heads: list[tuple[TreeHead, bytes]] = []

    async def log_end(self) -> LogEnd:
        tree = GrowingTree()
        for row in self.rows:
            tree.add(row.record.leaf)
        return LogEnd(self.rows[-1].record.hash if self.rows else GENESIS, tree)

    async def append_log(self, records: Sequence[SealedRecord]) -> None:
        self.rows += [row for row in records if row.record.number >= len(self.rows)]

    async def keep_head(self, head: TreeHead, peaks: bytes) -> None:
        self.heads.append((head, peaks))

    async def log_records(self, after: int, limit: int) -> list[LogRecord]:
        return [row.record for row in self.rows[after : after + limit]]

    def kinds(self) -> list[str]:
        return [row.record.kind for row in self.rows]


def fair_house(
    seed: int, log: LogStore | None = None, monitor: ShuffleMonitor | None = None
) -> FairHouse:
    """The house's side from a seed; the seed source has bits of its own."""
    chance = Random(f"decks {seed}")
    return FairHouse(
        key=KEY,
        auditor=AUDITOR,
        bits=SeededBits(chance),
        seeds=Seeds(SeededBits(Random(f"seeds {seed}")), f"seeds {seed}".encode()),
        draws=DrawSecrets(f"draws {seed}".encode()),
        log_book=LogBook(log or MemoryLog(), KEY, lambda: 0),
        monitor=monitor,
    )


def from_base64(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


class SeedingClient(Client):
    """A client that commits to a seed for every deck and reveals it, unless told otherwise."""

    def __init__(self, shell: Shell, player: int) -> None:
        super().__init__(shell, player)
        self.chance = Random(f"client {player}")
        self.seat: int | None = None
        self.reveals = True
        self.commits = True
        self.answers: list[object] = []
        self._newest: dict[str, Any] | None = None
        """The decks that were fixed last; None in a room without them."""
        self.parts: dict[tuple[int, int], Participant] = {}
        self.seeds: dict[tuple[int, int], bytes] = {}

    def hear(self, message: dict[str, Any]) -> None:
        super().hear(message)
        body: Any = message.get("d")
        if message["t"] == "snapshot" and body.get("fairness"):
            mine = [one["seat"] for one in body["places"] if one["player"] == self.viewer]
            self.seat = mine[0] if mine else None
            self._commit(message["ch"], body["fairness"]["next"])
        elif message["t"] == "event":
            self._follow(message["ch"], body)

    def _follow(self, channel: str, body: dict[str, Any]) -> None:
        match body["type"]:
            case "places_changed" | "seats_changed":
                for place in body["places"]:
                    if place["player"] == self.viewer and self.seat != place["seat"]:
                        self.seat = place["seat"]
                        self._commit(channel, self._newest)
            case "deck_committed":
                self._commit(channel, body)
            case "deck_listed":
                self._reveal(channel, body)

    def _commit(self, channel: str, roots: dict[str, Any] | None) -> None:
        self._newest = roots
        if roots is None or self.seat is None or not self.commits:
            return
        context = HandContext(**roots["context"])
        first, second = map(from_base64, roots["roots"])
        key = context.hand, roots["number"]
        self.seeds[key] = self.chance.randbytes(32)
        part = Participant(context, self.seat, self.viewer, self.seeds[key], (first, second))
        self.parts[key] = part
        self._ask(
            CommitSeed(id="c", ch=channel, hand=key[0], number=key[1], commitment=part.commitment)
        )

    def _reveal(self, channel: str, listed: dict[str, Any]) -> None:
        key = listed["hand"], listed["number"]
        if key not in self.parts or not self.reveals:
            return
        encoded, signature = from_base64(listed["list"]), from_base64(listed["signature"])
        try:
            seed = self.parts[key].reveal(encoded, signature, KEY.public)
        except AccessRefused as refusal:
            self.answers.append(refusal)
            return
        self._ask(RevealSeed(id="r", ch=channel, hand=key[0], number=key[1], seed=seed))

    def _ask(self, request: CommitSeed | RevealSeed) -> None:
        task = asyncio.create_task(self.shell.room.ask(self.caller, request))
        task.add_done_callback(self._answered)

    def _answered(self, task: "asyncio.Task[Any]") -> None:
        if not task.cancelled():
            self.answers.append(task.exception() or task.result())
