"""The same evening twice: in the second a player's hidden cards are others, and nothing else.

Whatever anybody else gets, and whatever is logged, measured and stored, is kept with its virtual
time, so that both can be compared byte for byte. A hand whose hidden cards differ is one pair.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from cardroom.cards import Card
from cardroom.fairness.context import HandContext
from cardroom.ledger import PlayerId, SettledHand
from cardroom.room.fair.log_book import SealedRecord
from cardroom.room.gauges import measure
from cardroom.room.metrics import Metrics
from cardroom.room.requests import Play
from cardroom.room.shuffle import shuffled
from tests.room.fair_rooms import MemoryLog, SeedingClient
from tests.room.fakes import MemoryStore, SeededBits
from tests.room.fixed_decks import DeckOf, FixedDecks
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE
from tests.room.virtual import run, virtual_ms

OMAHA = Play(id="p", game="pl-omaha", format="ordinary", small_blind=5, big_blind=10)
VICTIM = PlayerId(2)
RAIL = PlayerId(99)
END_MS = 2**53
ABOUT_CARDS = (b'"deck_cut"', b'"hole_dealt"', b'"shown"', b'"force_shown"')
"""Frames without any of these words need not be read to know who held what."""
Moment = tuple[int, object]
"""Something with the virtual time at which it was seen."""
HandKey = tuple[str, int]
"""A hand: the channel of its table and its number."""
Held = dict[HandKey, tuple[int, tuple[Card, ...]]]
"""The victim's cards by hand, each with a moment."""
Swaps = dict[HandKey, tuple[Card, ...]]
"""The victim's cards that are others in the second run."""


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
    hidden: Held
    """The victim's cards where nobody saw them, with the moment of the deal."""
    shown: Held
    """The same where they were shown, with the moment at which cards were laid open."""
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
        self.heard.append((now_ms(), frame))
        # Who contributes no seeds reads turns and nothing else.
        if self.commits or b'"t":"turn"' in frame:
            super().deliver(frame)


class NotingStore(MemoryStore):
    """Notes what is stored and when."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.noted: list[Moment] = []

    async def keep_table(self, *args: Any, **how: Any) -> None:
        self.noted.append((now_ms(), ("table", args, how)))
        await super().keep_table(*args, **how)

    async def settle(self, hand: SettledHand) -> object:
        bare = msgspec.structs.replace(hand, history=b"", proof=b"")
        self.noted.append((now_ms(), ("hand", bare)))
        return await super().settle(hand)


class TimedLog(MemoryLog):
    """Notes when which records of the deck log are stored."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[Moment] = []

    async def append_log(self, records: Sequence[SealedRecord]) -> None:
        self.noted.append((now_ms(), tuple(records)))
        await super().append_log(records)


class NotingLog(logging.Handler):
    """Notes every line of the room's log."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[Moment] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((now_ms(), self.format(record)))


def now_ms() -> int:
    return 1_800_000_000_000 + virtual_ms()


async def _reload(client: Client, every_s: float, measured: list[Moment]) -> None:
    """Ask for a snapshot and the figures now and then, in the middle of whatever happens."""
    while True:
        await asyncio.sleep(every_s)
        metrics = Metrics()
        measure(client.shell.room, metrics)
        measured.append((now_ms(), str(sorted(metrics.gauges.items()))))
        channel = client.shell.room.services.switchboard.find(f"table:{TABLE}", client.viewer)
        if channel is not None:
            channel.part(client)
            channel.join(client, client.caller)


def decks_with(seed: int, swaps: Swaps) -> DeckOf:
    """The same decks; in some hands the victim's cards changed places with undealt ones."""

    def deck_of(context: HandContext) -> list[Card]:
        hand = f"table:{context.table}", context.hand
        deck = shuffled(SeededBits(Random(f"{seed} {hand}")))
        for card, undealt in zip(swaps.get(hand, ()), reversed(deck.copy()), strict=False):
            one, other = deck.index(card), deck.index(undealt)
            deck[one], deck[other] = deck[other], deck[one]
        return deck

    return deck_of


async def _evening(seed: int, stake: Play, habits: Habits, swaps: Swaps, until_ms: int) -> Evening:
    log = TimedLog()
    store = NotingStore(Random(seed))
    shell = Shell(seed, store=store, fair=FixedDecks(seed, decks_with(seed, swaps), log))
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
    await asyncio.sleep(min(habits.seconds, (until_ms + 1 - now_ms()) / 1000))
    for task in tasks:
        task.cancel()
    await shell.room.stop()
    hidden, shown = held(clients[1].heard)
    return Evening(
        frames={client.viewer: client.heard for client in (*clients, rail)},
        hidden=hidden,
        shown=shown,
        snapshots=sum(b'"snapshot"' in frame for _, frame in rail.heard),
        stored=[*store.noted, *log.noted],
        measured=measured,
        logged=[],
    )


def evening(
    seed: int, stake: Play, habits: Habits, swaps: Swaps, until_ms: int = END_MS
) -> Evening:
    """One run in virtual time, with every line that it logged."""
    return logged(_evening(seed, stake, habits, swaps, until_ms))


def logged(running: Coroutine[Any, Any, Evening]) -> Evening:
    """A run with every line that it logged."""
    handler, logger = NotingLog(), logging.getLogger("cardroom")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        found = run(running)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(before)
    return found._replace(logged=handler.lines)


def held(heard: Sequence[tuple[int, bytes]]) -> tuple[Held, Held]:
    """The victim's cards by hand: those that nobody saw, and those that were shown."""
    hidden: Held = {}
    shown: Held = {}
    numbers: dict[str, int] = {}
    opened_ms: dict[str, int] = {}
    for at_ms, frame in heard:
        if not any(word in frame for word in ABOUT_CARDS):
            continue
        message = msgspec.json.decode(frame)
        event, channel = message.get("d") or {}, message["ch"]
        kind = event.get("type")
        hand = channel, numbers.get(channel, 0)
        if kind == "deck_cut":
            numbers[channel] = event["hand"]
            opened_ms.pop(channel, None)
        elif kind == "hole_dealt":
            own = [cards for cards in event["hole"] if cards[0] >= 0]
            if own:
                hidden[hand] = at_ms, tuple(own[0])
        elif kind in ("shown", "force_shown"):
            opened_ms.setdefault(channel, at_ms)
            if hand in hidden and tuple(event["hole"]) == hidden[hand][1]:
                shown[hand] = opened_ms[channel], hidden.pop(hand)[1]
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


Replay = Callable[[Swaps, int], Evening]
"""Runs one evening with these cards swapped, up to a moment."""


def paired(seed: int, stake: Play = NL10, habits: Habits = PLAIN) -> Pairing:
    """Run an evening, then again with other cards for the victim."""
    return compared(lambda swaps, until_ms: evening(seed, stake, habits, swaps, until_ms))


def compared(replay: Replay) -> Pairing:
    """Run an evening, then again with other cards in all hands until a showdown of the victim.

    There the runs are the same up to the moment at which cards are shown. An evening that hides
    most cards after its last showdown is compared to its end, without that showdown.
    """
    first = replay({}, END_MS)
    until_ms, last = max(((at[0], hand) for hand, at in first.shown.items()), default=(0, None))
    swaps = {hand: cards for hand, (at_ms, cards) in first.hidden.items() if at_ms < until_ms}
    if last is not None and len(swaps) >= len(first.hidden) / 2:
        swaps[last] = first.shown[last][1]
    else:
        until_ms, swaps = END_MS, {hand: cards for hand, (_, cards) in first.hidden.items()}
    return Pairing(first, replay(swaps, until_ms), until_ms, len(swaps))
