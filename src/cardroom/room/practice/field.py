"""Practice players for tournaments: they fill games that a person waits for, and enter tournaments
that are about to start, as many as each of them lets in (FAIR-07)."""

import asyncio
from collections.abc import Awaitable, Callable

from cardroom.errors import CardroomError
from cardroom.ledger import PlayerId
from cardroom.room.incidents import log, report
from cardroom.room.people import Caller
from cardroom.room.practice.entrant import PracticeEntrant
from cardroom.room.practice.thinking import CHARACTERS, Character
from cardroom.room.shuffle import Bits
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house.house import TournamentHouse

LOOK_S = 1.0
"""How often one practice player comes to each tournament that wants some."""
BEFORE_START_MS = 60_000
"""How long before its start they enter a tournament that no person has entered yet."""
RESERVE_MAX = 120
"""How many practice players the house employs for its tournaments."""

Hire = Callable[[int], Awaitable[tuple[Character, Caller]]]
"""The practice player with a number in the reserve."""


class PracticeField:
    """Sends practice players to the tournaments of a house."""

    def __init__(
        self, house: TournamentHouse, hire: Hire, bits: Bits, *, thinking_percent: int = 100
    ) -> None:
        self._thinking_percent = thinking_percent
        self._house = house
        self._board = house.services.board
        self._hire = hire
        self._bits = bits
        self._employed: dict[PlayerId, PracticeEntrant] = {}
        self._playing: list[asyncio.Task[None]] = []
        self._hired = 0
        self._broke: set[PlayerId] = set()

    async def keep(self) -> None:
        """Look after the tournaments for as long as the room runs."""
        try:
            await self._take_up()
            while True:
                await asyncio.sleep(LOOK_S)
                await self._look()
        finally:
            for task in self._playing:
                task.cancel()
            await asyncio.gather(*self._playing, return_exceptions=True)

    # After a restart

    async def _take_up(self) -> None:
        """Whoever was in a tournament goes on there."""
        names = self._house.services.names
        for tournament in list(self._house.actors):
            for player, own in list(self._board.players_of(tournament).items()):
                if names.kind(player) == "practice":
                    name = names.name(player)
                    caller = Caller(player=player, name=name, kind="practice")
                    entrant = await self._employ(character_of(name), caller)
                    await entrant.take_up(tournament, own.table)

    # Who wants company

    async def _look(self) -> None:
        for actor in list(self._house.actors.values()):
            if self._wants(actor):
                try:
                    await self._send_one(actor)
                except Exception as error:  # noqa: BLE001 - the others still get theirs
                    report(f"no practice player for tournament {actor.id}", error)

    def _wants(self, actor: TournamentActor) -> bool:
        """Whether a tournament is to get a further practice player now."""
        status = self._board.statuses[actor.id]
        if status.has_started or status.is_over or status.is_full or status.is_stopped:
            return False
        services, starts_ms = self._house.services, status.starts_ms
        now, living = services.clock.now_ms(), self._board.players_of(actor.id)
        entered = sum(services.names.kind(player) == "practice" for player in living)
        if entered >= status.practice_players or now < actor.charter.announced.opens_ms:
            return False
        has_person = len(living) > entered
        return has_person or (starts_ms is not None and now >= starts_ms - BEFORE_START_MS)

    async def _send_one(self, actor: TournamentActor) -> None:
        entrant = await self._free_one()
        if entrant is None:
            return
        try:
            await entrant.enter(actor.id)
        except CardroomError as error:
            # It has no money left, or the last seat was taken: the next one comes.
            log.info("practice player %s stays away: %s", entrant.caller.name, error)
            if entrant.tournament is None:
                self._broke.add(entrant.viewer)

    async def _free_one(self) -> PracticeEntrant | None:
        """Somebody who plays nowhere; a new one while there are few."""
        here = self._house.actors
        # Where another process runs a tournament, it plays for those who have entered it.
        free = [one for one in self._employed.values() if one.tournament not in here]
        rested = [one for one in free if one.viewer not in self._broke]
        if rested:
            return rested[0]
        self._broke.clear()
        if self._hired >= RESERVE_MAX:
            return None
        self._hired += 1
        character, caller = await self._hire(self._hired)
        if caller.player in self._employed:
            return None
        return await self._employ(character, caller)

    async def _employ(self, character: Character, caller: Caller) -> PracticeEntrant:
        known = self._employed.get(caller.player)
        if known is not None:
            return known
        entrant = PracticeEntrant(
            self._house, caller, character, self._bits, thinking_percent=self._thinking_percent
        )
        self._employed[caller.player] = entrant
        await entrant.listen()
        name = f"practice:{caller.player}"
        self._playing.append(asyncio.create_task(entrant.play(), name=name))
        return entrant


def character_of(name: str) -> Character:
    """The character that a practice player is named after."""
    word = name.partition("-")[0]
    return next((one for one in CHARACTERS if one.name == word), CHARACTERS[0])
