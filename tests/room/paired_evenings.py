"""The same evening twice: in the second a player's hidden cards are others, and nothing else.

Whatever anybody else gets, and whatever is logged, measured and stored, is kept with its virtual
time, so that both can be compared byte for byte. A hand whose hidden cards differ is one pair.
"""

import asyncio
import logging
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from cardroom.cards import Card
from cardroom.ledger import PlayerId, SettledHand
from cardroom.room.fair.log_book import SealedRecord
from cardroom.room.gauges import measure
from cardroom.room.metrics import Metrics
from cardroom.room.requests import Play
from cardroom.room.shuffle import shuffled
from tests.room.fair_rooms import MemoryLog, SeedingClient
from tests.room.fakes import MemoryStore, SeededBits
from tests.room.fixed_decks import FixedDecks
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE
from tests.room.virtual import run

OMAHA = Play(id="p", game="pl-omaha", format="ordinary", small_blind=5, big_blind=10)
VICTIM = PlayerId(2)
RAIL = PlayerId(99)
END_MS = 2**53
Moment = tuple[int, object]
"""Something with the virtual time at which it was seen."""


class Habits(NamedTuple):
    """How an evening is spent."""

    seconds: float
    players: int = 4
    seeds: bool = True
    reloads_s: float = 0.37


RICH = Habits(40)
"""With seeds, and snapshots for the rail and a player in the midst of everything."""
PLAIN = Habits(60, players=3, seeds=False, reloads_s=5)
"""Hands and little else: many of them in little time."""


class Evening(NamedTuple):
    """What one run led to."""

    frames: dict[PlayerId, list[tuple[int, bytes]]]
    hidden: dict[int, tuple[Card, ...]]
    """By number of the hand: the victim's cards where nobody saw them."""
    shown: dict[int, tuple[int, tuple[Card, ...]]]
    """The same where they were shown, with the time."""
    snapshots: int
    stored: list[Moment]
    """Everything that was stored, but for the cards of hands that were over."""
    measured: list[Moment]
    """The figures for the operator, now and then."""
    logged: list[Moment]

    def told(self, before_ms: int) -> dict[str, list[Moment]]:
        """Everything that is not the victim's, until a moment."""
        everything: dict[str, list[Moment]] = {
            f"player {player}": list(frames)
            for player, frames in self.frames.items()
            if player != VICTIM
        }
        everything["the size of the victim's line"] = [
            (at_ms, len(frame)) for at_ms, frame in self.frames[VICTIM]
        ]
        everything |= {"the store": self.stored, "the figures": self.measured}
        everything["the log"] = self.logged
        return {
            who: [one for one in moments if one[0] < before_ms]
            for who, moments in everything.items()
        }


class Timed(SeedingClient):
    """A client that notes when each frame came."""

    def __init__(self, shell: Shell, player: int, *, seeds: bool) -> None:
        super().__init__(shell, player)
        self.commits = seeds
        self.heard: list[tuple[int, bytes]] = []

    def deliver(self, frame: bytes) -> None:
        self.heard.append((self.shell.clock.now_ms(), frame))
        super().deliver(frame)


class NotingStore(MemoryStore):
    """Notes what is stored and when."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.noted: list[Moment] = []

    async def keep_table(self, *args: Any, **how: Any) -> None:
        self.noted.append((_now_ms(), ("table", args, how)))
        await super().keep_table(*args, **how)

    async def settle(self, hand: SettledHand) -> object:
        bare = msgspec.structs.replace(hand, history=b"", proof=b"")
        self.noted.append((_now_ms(), ("hand", bare)))
        return await super().settle(hand)


class TimedLog(MemoryLog):
    """Notes when which records of the deck log are stored."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[Moment] = []

    async def append_log(self, records: Sequence[SealedRecord]) -> None:
        self.noted.append((_now_ms(), tuple(records)))
        await super().append_log(records)


class NotingLog(logging.Handler):
    """Notes every line of the room's log."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[Moment] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((_now_ms(), self.format(record)))


def _now_ms() -> int:
    return 1_800_000_000_000 + round(asyncio.get_running_loop().time() * 1000)


async def _reload(client: Client, every_s: float, measured: list[Moment]) -> None:
    """Ask for a snapshot and the figures now and then, in the middle of whatever happens."""
    while True:
        await asyncio.sleep(every_s)
        metrics = Metrics()
        measure(client.shell.room, metrics)
        measured.append((_now_ms(), str(sorted(metrics.gauges.items()))))
        channel = client.shell.room.services.switchboard.find(f"table:{TABLE}", client.viewer)
        if channel is not None:
            channel.part(client)
            channel.join(client, client.caller)


async def _evening(
    seed: int, stake: Play, habits: Habits, swaps: dict[int, tuple[Card, ...]], until_ms: int
) -> Evening:
    def deck_of(hand: int) -> list[Card]:
        """The same deck; in some hands the victim's cards changed places with undealt ones."""
        deck = shuffled(SeededBits(Random(f"{seed} {hand}")))
        for card, undealt in zip(swaps.get(hand, ()), reversed(deck.copy()), strict=False):
            one, other = deck.index(card), deck.index(undealt)
            deck[one], deck[other] = deck[other], deck[one]
        return deck

    log = TimedLog()
    store = NotingStore(Random(seed))
    shell = Shell(seed, store=store, fair=FixedDecks(seed, deck_of, log))
    clients = [Timed(shell, one + 1, seeds=habits.seeds) for one in range(habits.players)]
    for client in clients:
        shell.fund(client.viewer)
    tasks = [asyncio.create_task(one.play_on(Random(seed + one.viewer))) for one in clients]
    await asyncio.gather(*(client.sit(1000, stake) for client in clients))
    rail = Timed(shell, RAIL, seeds=False)
    await rail.listen(f"table:{TABLE}")
    measured: list[Moment] = []
    tasks += [
        asyncio.create_task(_reload(client, habits.reloads_s, measured))
        for client in (rail, clients[0])
    ]
    # What comes after the moment up to which two evenings are compared need not be played.
    await asyncio.sleep(min(habits.seconds, (until_ms + 1 - _now_ms()) / 1000))
    for task in tasks:
        task.cancel()
    await shell.room.stop()
    hidden, shown = _held(clients[1])
    return Evening(
        frames={client.viewer: client.heard for client in (*clients, rail)},
        hidden=hidden,
        shown=shown,
        snapshots=sum(b'"snapshot"' in frame for frame in rail.frames),
        stored=[*store.noted, *log.noted],
        measured=measured,
        logged=[],
    )


def evening(
    seed: int,
    stake: Play,
    habits: Habits,
    swaps: dict[int, tuple[Card, ...]],
    until_ms: int = END_MS,
) -> Evening:
    """One run in virtual time, with every line that it logged."""
    handler, logger = NotingLog(), logging.getLogger("cardroom")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        found = run(_evening(seed, stake, habits, swaps, until_ms))
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
    return found._replace(logged=handler.lines)


def _held(
    victim: Timed,
) -> tuple[dict[int, tuple[Card, ...]], dict[int, tuple[int, tuple[Card, ...]]]]:
    """The victim's cards by hand: those that nobody saw, and those that were shown and when."""
    hidden: dict[int, tuple[Card, ...]] = {}
    shown: dict[int, tuple[int, tuple[Card, ...]]] = {}
    hand, opened_ms = 0, 0
    for at_ms, frame in victim.heard:
        event = msgspec.json.decode(frame).get("d") or {}
        kind = event.get("type")
        if kind == "hand_dealt":
            hand, opened_ms = event["number"], 0
        elif kind == "hole_dealt":
            own = [cards for cards in event["hole"] if cards[0] >= 0]
            if own:
                hidden[hand] = tuple(own[0])
        elif kind == "shown":
            opened_ms = opened_ms or at_ms
            if tuple(event["hole"]) == hidden.get(hand):
                shown[hand] = opened_ms, hidden.pop(hand)
    return hidden, shown


class Pairing(NamedTuple):
    """Two runs of one evening; `until_ms` is the showdown at which they part."""

    first: Evening
    second: Evening
    until_ms: int
    pairs: int
    """How many hands had other hidden cards."""

    @property
    def differences(self) -> list[str]:
        """Who can tell the two runs apart."""
        one, other = self.first.told(self.until_ms), self.second.told(self.until_ms)
        return [who for who in one if one[who] != other[who]]


def paired(seed: int, stake: Play = NL10, habits: Habits = PLAIN) -> Pairing:
    """Run an evening, then again with other cards in all hands until a showdown of the victim.

    There the runs are the same up to the moment at which cards are shown. An evening that hides
    most cards after its last showdown is compared to its end, without that showdown.
    """
    first = evening(seed, stake, habits, {})
    last = max(first.shown, default=0)
    before = {hand: hole for hand, hole in first.hidden.items() if hand < last}
    if len(before) >= len(first.hidden) / 2:
        until_ms, cards = first.shown[last]
        swaps = before | {last: cards}
    else:
        until_ms, swaps = END_MS, first.hidden
    second = evening(seed, stake, habits, swaps, until_ms)
    return Pairing(first, second, until_ms, len(swaps))
