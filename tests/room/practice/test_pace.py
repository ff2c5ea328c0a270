"""A HexaPro with practice players lasts a few minutes, however somebody plays."""

import asyncio
from random import Random

import pytest

from cardroom.errors import Refused
from cardroom.room.people import Caller
from cardroom.room.practice.thinking import CHARACTERS, Character
from tests.room.practice.rooms import HEXAPRO, PracticeRoom, person, started
from tests.room.tournaments.rooms import HousePlayer
from tests.room.virtual import run
from tests.rule import rule

GAMES = 40
GONE = {"stale_turn", "no_such_table", "not_seated_here", "no_hand_in_progress"}
BOLD = {"all-in": 10, "raise": 20, "call": 55, "fold": 15}
"""How often somebody wants what, as in `tests.browser.tournaments.newcomer`."""
CAREFUL = {"all-in": 1, "raise": 4, "call": 60, "fold": 35}


class MixedRoom(PracticeRoom):
    """Another pair of characters for every seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, HEXAPRO)
        self._seed = seed

    async def hire(self, number: int) -> tuple[Character, Caller]:
        _, caller = await super().hire(number)
        return CHARACTERS[(self._seed + number) % len(CHARACTERS)], caller


async def play(player: HousePlayer, chance: Random, chances: dict[str, int]) -> None:
    """Answer every turn at the pace of a person; nobody folds what is free."""
    while True:
        message = await player.turns.get()
        turn = message["d"]
        await asyncio.sleep(chance.uniform(1.5, 4.5))
        (wanted,) = chance.choices(*zip(*chances.items(), strict=True))
        try:
            if wanted in {"all-in", "raise"} and turn["raise_to"]:
                to = turn["raise_to" if wanted == "all-in" else "raise_from"]
                await player.act(message, "raise", to)
            elif turn["check"]:
                await player.act(message, "check")
            else:
                await player.act(message, "fold" if wanted == "fold" else "call")
        except Refused as refusal:
            assert refusal.reason in GONE, refusal  # noqa: PT017


async def seconds(seed: int, chances: dict[str, int]) -> float:
    """How long a HexaPro lasts for all of them, from the purchase to the end."""
    room = MixedRoom(seed)
    await room.open()
    player = await person(room)
    playing = asyncio.create_task(play(player, Random(seed), chances))
    began = asyncio.get_running_loop().time()
    await player.buy("HexaPro")
    await asyncio.sleep(6)
    (game,) = started(room)
    async with asyncio.timeout(3_600):
        while game.summary.ended_ms is None:  # noqa: ASYNC110 - as a person looks
            await asyncio.sleep(1)
    lasted = asyncio.get_running_loop().time() - began
    playing.cancel()
    await room.crash()
    return lasted


@rule("HEX-01", "FAIR-07")
@pytest.mark.parametrize("chances", [BOLD, CAREFUL], ids=["bold", "careful"])
def test_nearly_every_hexapro_ends_within_four_minutes(chances: dict[str, int]) -> None:
    lasted = sorted(run(seconds(seed, chances)) for seed in range(GAMES))
    assert 75 < lasted[GAMES // 2] < 180, lasted
    assert lasted[GAMES * 95 // 100 - 1] < 240, lasted
