"""Whole tournaments in a simulated room, with lost connections, crashes and a slow store.

What was stored is read afterwards by the library's own independent checks.
"""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from cardroom.engine.events import decode_events as decode_hand
from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.bus import LocalBus
from cardroom.room.fair.house import FairHouse
from cardroom.room.tables.pace import Pace
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house_messages import PlayerBack, PlayerLost
from cardroom.simulation.tournament.checks import Checks
from cardroom.tournament.definition import Definition
from cardroom.tournament.events import TournamentEnded
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tables.keeping_apart import PartnersOf, no_partners
from tests.room.rooms import QUICK
from tests.room.tournaments.memory import TournamentMemory
from tests.room.tournaments.rooms import Player, TournamentRoom

HOURS = 3_600


class Scene:
    """One tournament with its players, who come back after every crash."""

    def __init__(
        self,
        seed: int,
        players: int,
        *,
        failures_permille: int = 0,
        pace: Pace = QUICK,
        bus: LocalBus | None = None,
        make_player: Callable[[TournamentRoom, int], Player] = Player,
        make_fair: Callable[[], FairHouse | None] = lambda: None,
        partners_of: PartnersOf = no_partners,
    ) -> None:
        self.chance = Random(seed)
        self.store = TournamentMemory(self.chance, failures_permille=failures_permille)
        self.pace = pace
        self._make_fair = make_fair
        self._partners_of = partners_of
        self.room = TournamentRoom(
            seed, store=self.store, pace=pace, bus=bus, fair=make_fair(), partners_of=partners_of
        )
        self.people = [make_player(self.room, number) for number in range(1, players + 1)]
        self.tournament = TournamentId(0)
        self._playing: list[asyncio.Task[None]] = []

    @property
    def actor(self) -> TournamentActor:
        return self.room.actors[self.tournament]

    async def open(self, definition: Definition, *, in_s: int | None = None, **how: Any) -> None:
        """Announce it, and let everybody in."""
        actor = await self.room.announce(definition, in_s=in_s, **how)
        self.tournament = TournamentId(actor.id)
        self.sit_down()
        for player in self.people:
            self.room.fund(player.viewer, 20 * definition.price_max + 100)
            if actor.tournament.has_started or actor.tournament.desk.is_full:
                return
            await player.register(actor.id)

    def sit_down(self) -> None:
        """Everybody is at their screen."""
        for player in self.people:
            player.room = self.room
            player.listen("me")
            playing = player.play_on(Random(self.chance.randrange(2**32)))
            self._playing.append(asyncio.create_task(playing))

    async def crash(self, down_s: float = 30, *, delay_s: int = 0) -> None:
        """Everything is gone at once; after a while the room is there again, then its players.

        A start that was missed may be moved meanwhile.
        """
        await self.stop()
        await asyncio.sleep(down_s)
        seed, fair = self.chance.randrange(2**32), self._make_fair()
        if fair is not None:
            await fair.log.open()
        self.room = TournamentRoom(
            seed, store=self.store, pace=self.pace, fair=fair, partners_of=self._partners_of
        )
        self.room.presence.gone = {player.viewer for player in self.people}
        actor = await self.room.run(self.tournament)
        if delay_s:
            actor.move_start(actor.clock.now_ms() + 1000 * delay_s, "crash", actor.planned_ms)
        self.sit_down()
        for player in self.people:
            await self.back(player)

    async def stop(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        self._playing.clear()
        await self.room.crash()

    async def gone(self, player: Player) -> None:
        """A player's line is lost."""
        self.room.presence.gone.add(player.viewer)
        self.actor.inbox.send(PlayerLost(player=player.viewer))
        await asyncio.sleep(0)

    async def back(self, player: Player) -> None:
        """A player is in reach again, and looks where they sit."""
        self.room.presence.gone.discard(player.viewer)
        self.actor.inbox.send(PlayerBack(player=player.viewer))
        await asyncio.sleep(0)
        seat = self.actor.tournament.field.find(player.viewer)
        if seat is not None and seat.table in self.actor.tables.open_tables:
            player.listen(f"table:{self.actor.tables.open_tables[seat.table]}")

    async def play_out(self, *, hours: int = 60) -> None:
        """Until nothing follows any more."""
        async with asyncio.timeout(hours * HOURS):
            await self.actor.done()

    def check(self) -> Checks:
        """Have the library's checks read everything that was stored."""
        return check_stored(self.store, self.actor)

    def verify_money(self) -> None:
        """All accounts of an asset together are zero (I3), and all pools are empty (I8)."""
        sums: dict[str, int] = {}
        for account, amount in self.store.ledger.balances.items():
            asset = account.rpartition(":")[2]
            sums[asset] = sums.get(asset, 0) + amount
            if account.startswith("tournament:"):
                assert amount == 0, account
        assert not any(sums.values()), sums


def check_stored(store: TournamentMemory, actor: TournamentActor) -> Checks:
    """Have the library's checks read everything that was stored of a tournament."""
    terms, definition = actor.charter.terms, actor.charter.definition
    checks = Checks(
        terms.seats,
        terms.rules,
        places_before_money=terms.places_before_money,
        bounty=definition.bounty,
    )
    for step in store.steps[actor.id]:
        if step.hand is not None:
            assert step.hand.chips
            number = TableNumber(step.hand.chips.table)
            checks.play_out(number, decode_hand(step.hand.history))
        for transfer in step.transfers:
            checks.pay(transfer)
        for event in step.events:
            checks.read(event)
        over = any(isinstance(event, TournamentEnded) for event in step.events)
        if step.hand is not None and not over:
            checks.after_commit()
    checks.at_the_end()
    return checks


def player_ids(scene: Scene) -> list[PlayerId]:
    return [player.viewer for player in scene.people]
