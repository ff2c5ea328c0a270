"""A house of tournaments with practice players, at the pace of a real room."""

import asyncio

from cardroom.ledger import PlayerId
from cardroom.room.people import AccountKind, Caller
from cardroom.room.practice.field import PracticeField
from cardroom.room.practice.thinking import CHARACTERS, Character
from cardroom.room.tables.pace import Pace
from cardroom.room.tournaments.actor.actor import TournamentActor
from tests.room.fakes import Names
from tests.room.tournaments.rooms import HousePlayer, HouseRoom

HEXAPRO = """
name = "HexaPro"
format = "hexapro"
edition = "house"
[on_demand]
practice_players = 2
"""
FIRST = 1_000


class PracticeNames(Names):
    """Everybody from a number on is a practice player."""

    def kind(self, player: PlayerId) -> AccountKind:
        return "practice" if player >= FIRST else "person"

    def name(self, player: PlayerId) -> str:
        return f"Shark-{player}" if player >= FIRST else super().name(player)


class PracticeRoom(HouseRoom):
    """A house with practice players, at the pace of a real room."""

    def __init__(self, seed: int, *files: str, thinking_percent: int = 100, **how: object) -> None:
        super().__init__(seed, *files, names=PracticeNames(), pace=Pace(), **how)  # type: ignore[arg-type]
        self.field = PracticeField(
            self.house, self.hire, self.services.bits, thinking_percent=thinking_percent
        )

    async def hire(self, number: int) -> tuple[Character, Caller]:
        player = FIRST + number
        self.fund(player, 1_000_000)
        character = CHARACTERS[number % len(CHARACTERS)]
        caller = Caller(player=PlayerId(player), name=f"{character.name}-{player}", kind="practice")
        return character, caller

    async def open(self) -> None:
        await super().open()
        self.practising = asyncio.create_task(self.field.keep())

    async def crash(self) -> None:
        self.practising.cancel()
        await asyncio.gather(self.practising, return_exceptions=True)
        await super().crash()


async def person(room: HouseRoom, number: int = 1) -> HousePlayer:
    room.fund(number)
    player = HousePlayer(room, number)
    player.listen("me")
    return player


def started(room: HouseRoom) -> list[TournamentActor]:
    return [one for one in room.actors.values() if one.tournament.has_started]
