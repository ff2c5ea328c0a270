"""The same tournament twice: in the second a player's hidden cards are others, and nothing else.

As tests/room/paired_evenings.py, with several tables, moves between them, levels and prizes.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from msgspec import structs

from cardroom.errors import Refused
from cardroom.ledger import SettledHand
from cardroom.room.bus import table_address
from cardroom.room.requests import Action
from cardroom.room.tournaments.records import StepToWrite
from cardroom.tournament.definition import Definition
from tests.room.fixed_decks import FixedDecks
from tests.room.paired_evenings import (
    RAIL,
    VICTIM,
    Evening,
    Moment,
    Pairing,
    Swaps,
    TimedLog,
    compared,
    decks_with,
    held,
    logged,
    now_ms,
)
from tests.room.tournaments.drawing_players import DrawingPlayer
from tests.room.tournaments.memory import TournamentMemory
from tests.room.tournaments.rooms import Player, TournamentRoom, format_of

FORMATS: Final = ("freezeout", "omaha", "sit-and-go-5", "hexapro")
PLAYERS: Final = {"sit-and-go-5": 5, "hexapro": 3}
FIELD: Final = 6
SEATS: Final = 4
"""At each table of a format with several tables."""
ALL_IN, RAISES, CALLS = 2, 15, 40
"""How many of a hundred turns are played so, at most."""
GONE: Final = {"stale_turn", "no_such_table", "not_seated_here", "no_hand_in_progress"}
RELOADS_S: Final = 5
LASTS_S: Final = 600


class TimedPlayer(DrawingPlayer):
    """A player that notes when each frame came."""

    def __init__(self, room: TournamentRoom, number: int) -> None:
        super().__init__(room, number)
        self.timed: list[tuple[int, bytes]] = []

    def deliver(self, frame: bytes) -> None:
        self.timed.append((now_ms(), frame))
        super().deliver(frame)

    async def play_on(self, chance: Random) -> None:
        """Answer every turn, and go all-in rarely: most hands end without a showdown."""
        while True:
            message = await self.turns.get()
            turn = message["d"]
            await asyncio.sleep(chance.randrange(400) / 1000)
            roll = chance.randrange(100)
            action: Action = "check" if turn["check"] else "call" if roll < CALLS else "fold"
            raises = turn["raise_to"] and roll < RAISES
            to = turn["raise_to"] if roll < ALL_IN else turn["raise_from"]
            try:
                await self.act(message, "raise" if raises else action, to if raises else 0)
            except Refused as refusal:
                assert refusal.reason in GONE, refusal  # noqa: PT017


class NotingTournaments(TournamentMemory):
    """Notes what is stored and when, but for the cards of hands that were over."""

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.noted: list[Moment] = []

    async def write_steps(self, steps: Sequence[StepToWrite]) -> None:
        self.noted.append((now_ms(), tuple(_bare(step) for step in steps)))
        await super().write_steps(steps)


def _bare(step: StepToWrite) -> StepToWrite:
    hand = None if step.hand is None else _without_cards(step.hand)
    return structs.replace(step, hand=hand, void_hands=tuple(map(_without_cards, step.void_hands)))


def _without_cards(hand: SettledHand) -> SettledHand:
    return structs.replace(hand, history=b"", proof=b"")


def _definition(form: str) -> tuple[Definition, int, dict[str, Any]]:
    """A format with its field, and when it begins unless a full field begins it."""
    if form in PLAYERS:
        return format_of(form), PLAYERS[form], {}
    return format_of(form, seats=SEATS), FIELD, {"in_s": 5}


async def _reload(room: TournamentRoom, rail: Player) -> None:
    """Snapshots of all tables for the rail, in the middle of whatever happens."""
    while True:
        await asyncio.sleep(RELOADS_S)
        for table in sorted(room.running.tasks):
            channel = room.switchboard.find(table_address(table), rail.viewer)
            if channel is not None:
                channel.part(rail)
                channel.join(rail, rail.caller)


async def _tournament(seed: int, form: str, seconds: float, swaps: Swaps, until_ms: int) -> Evening:
    log, store = TimedLog(), NotingTournaments(Random(seed))
    fair = FixedDecks(seed, decks_with(seed, swaps), log)
    room = TournamentRoom(seed, store=store, fair=fair)
    definition, field, begins = _definition(form)
    actor = await room.announce(definition, **begins)
    players = [TimedPlayer(room, number) for number in range(1, field + 1)]
    tasks = [asyncio.create_task(one.play_on(Random(seed + one.viewer))) for one in players]
    for player in players:
        room.fund(player.viewer, 20 * definition.price_max + 100)
        player.listen("me")
        await player.register(actor.id)
    rail = TimedPlayer(room, RAIL)
    tasks.append(asyncio.create_task(_reload(room, rail)))
    over = asyncio.create_task(actor.done())
    # What comes after the moment up to which two runs are compared need not be played.
    await asyncio.wait([over], timeout=min(seconds, (until_ms + 1 - now_ms()) / 1000))
    for task in (over, *tasks):
        task.cancel()
    await asyncio.gather(over, *tasks, return_exceptions=True)
    await room.crash()
    hidden, shown = held(players[VICTIM - 1].timed)
    return Evening(
        frames={player.viewer: player.timed for player in (*players, rail)},
        hidden=hidden,
        shown=shown,
        snapshots=sum(b'"snapshot"' in frame for _, frame in rail.timed),
        stored=[*store.noted, *log.noted],
        measured=[],
        logged=[],
    )


def paired_tournament(seed: int, form: str, seconds: float = LASTS_S) -> Pairing:
    """Run a tournament, then again with other cards for the victim."""
    return compared(
        lambda swaps, until_ms: logged(_tournament(seed, form, seconds, swaps, until_ms)),
    )
