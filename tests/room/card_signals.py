"""What the rail receives of each hand before cards are shown, beside what one player holds.

Sizes and number of the frames, virtual times between them, and the real time that the room takes
from the cut to the proofs of private cards. `mutual_information` says whether it tells of cards.
"""

import asyncio
import re
import time
from collections import Counter
from math import log2
from random import Random
from typing import Any, Final

import msgspec

from cardroom.cards import Card
from cardroom.room.requests import Play
from tests.room.fair_rooms import fair_house
from tests.room.mutual_information import Counts
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE
from tests.room.virtual import run

RAIL: Final = 99
WATCHED: Final = 2
PLAYERS: Final = 3
EVENING_S: Final = 120
SIGNALS: Final = ("private sizes", "all sizes", "frames", "virtual times", "real times")
CLASSES: Final = ("higher card", "digits")
"""Of a hand: the rank of its higher card, and how many digits its cards have in a frame."""
ENDS: Final = {"shown", "force_shown", "pot_awarded", "uncalled_returned", "hand_rolled_back"}
"""From here on everybody may see the reason for what follows."""
KIND: Final = re.compile(rb'"d":\{"type":"(\w+)"')
SIZE_STEP: Final = 64
READ: Final = (b'"t":"turn"', b'"cards_opened"', b'"hole_dealt"')
LATEST_NS: Final = 10**9


class Ear(Client):
    """The rail, which notes when each frame arrived, by the room's clock and by a real one."""

    def __init__(self, shell: Shell, player: int) -> None:
        super().__init__(shell, player)
        self.heard: list[tuple[int, int, bytes]] = []

    def deliver(self, frame: bytes) -> None:
        self.heard.append((self.shell.clock.now_ms(), time.perf_counter_ns(), frame))


class Holder(Client):
    """A player whose cards are noted, hand by hand."""

    def __init__(self, shell: Shell, player: int) -> None:
        super().__init__(shell, player)
        self.held: dict[int, tuple[Card, ...]] = {}
        self._is_dealt_in = False

    def deliver(self, frame: bytes) -> None:
        # Most frames are nothing to this player: what is not read need not be decoded.
        if any(one in frame for one in READ):
            self.hear(msgspec.json.decode(frame))

    def hear(self, message: dict[str, Any]) -> None:
        super().hear(message)
        body = message.get("d") or {}
        kind = body.get("type")
        if kind == "hole_dealt":
            self._is_dealt_in = any(cards[0] >= 0 for cards in body["hole"])
        is_first = kind == "cards_opened" and body["cards"] and body["hand"] not in self.held
        if is_first and self._is_dealt_in:
            # The first proofs of a hand are those of one's own cards; of who has none, the board's.
            self.held[body["hand"]] = tuple(card for _, _, card, _, _ in body["cards"])


async def _evening(seed: int, stake: Play, seconds: float) -> tuple[Ear, Holder]:
    shell = Shell(seed, fair=fair_house(seed))
    clients = [Holder(shell, number + 1) for number in range(PLAYERS)]
    for client in clients:
        shell.fund(client.viewer)
    lives = [asyncio.create_task(one.play_on(Random(seed + one.viewer))) for one in clients]
    await asyncio.gather(*(client.sit(1000, stake) for client in clients))
    rail = Ear(shell, RAIL)
    await rail.listen(f"table:{TABLE}")
    await asyncio.sleep(seconds)
    for life in lives:
        life.cancel()
    await shell.room.stop()
    return rail, clients[WATCHED - 1]


def signals_of(
    seed: int, stake: Play = NL10, seconds: float = EVENING_S
) -> tuple[int, dict[str, Counts]]:
    """How many hands an evening had, and how often each signal came with each class of cards."""
    rail, holder = run(_evening(seed, stake, seconds))
    counts: dict[str, Counts] = {
        f"{signal}, {kind}": Counter() for signal in SIGNALS for kind in CLASSES
    }
    hands = 0
    for number, seen in _by_hand(rail).items():
        held = holder.held.get(number)
        if held is None:
            continue
        hands += 1
        for signal, value in _signals(seen).items():
            for kind, which in _classes(held).items():
                counts[f"{signal}, {kind}"][value, which] += 1
    return hands, counts


Seen = list[tuple[int, int, int, str]]
"""Virtual time, real time, size and kind of each frame of a hand."""


def _by_hand(rail: Ear) -> dict[int, Seen]:
    hands: dict[int, Seen] = {}
    number = 0
    for at_ms, at_ns, frame in rail.heard:
        found = KIND.search(frame)
        kind = found[1].decode() if found else ""
        if kind == "deck_cut":
            number = msgspec.json.decode(frame)["d"]["hand"]
            hands[number] = []
        elif kind in ENDS:
            number = 0
        if number:
            hands[number].append((at_ms, at_ns, len(frame), kind))
    return hands


def _signals(seen: Seen) -> dict[str, int]:
    private = [one for one in seen if one[3] in ("hole_dealt", "cards_opened")][:2]
    times_ms = [one[0] for one in seen]
    last_ns = private[-1][1] if private else seen[-1][1]
    return {
        "private sizes": sum(size for _, _, size, _ in private),
        "all sizes": sum(size for _, _, size, _ in seen) // SIZE_STEP,
        "frames": len(seen),
        "virtual times": max(times_ms) - min(times_ms) >> 8,
        # Steps of a quarter of an octave: what the room computes with the cards takes microseconds.
        "real times": round(4 * log2(max(1, min(last_ns - seen[0][1], LATEST_NS)))),
    }


def _classes(held: tuple[Card, ...]) -> dict[str, int]:
    return {
        "higher card": max(held) // 4,
        "digits": sum(len(str(card)) for card in held),
    }
