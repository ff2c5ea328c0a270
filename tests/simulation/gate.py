"""The server's side of a simulated room: each request once, and every answer must be true."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from cardroom.errors import Refused, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.room.people import Caller
from cardroom.room.requests import Act, AutoTopUp, Leave, Sit, SitOut, TableRequest
from cardroom.room.tables.turns import LAG_MS_MAX
from cardroom.room.tournaments.requests import RoomRequest
from tests.simulation.network import Connection

if TYPE_CHECKING:
    from tests.simulation.world import World

REMEMBERED = 64
Said = tuple[str, dict[str, object]]
"""`ack`, `refused` or `unavailable`, and the details."""


class Session:
    """The last requests of one player: the same id again is answered again and done once."""

    def __init__(self) -> None:
        self.answers: OrderedDict[str, Said | None] = OrderedDict()

    def remember(self, request: str, said: Said | None) -> None:
        self.answers[request] = said
        if len(self.answers) > REMEMBERED:
            self.answers.popitem(last=False)

    def forget(self, request: str) -> None:
        """Nothing was done: the same id may come again. Newer requests may have pushed it out."""
        self.answers.pop(request, None)


class Gate:
    """Takes requests from the network to the room; lives as long as the room's process."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._sessions: dict[PlayerId, Session] = {}
        self._answered: set[tuple[TableId, int]] = set()
        self._is_dead = False
        self._answers: dict[PlayerId, int] = {}
        self.open: dict[asyncio.Task[None], RoomRequest] = {}

    def receive(
        self, caller: Caller, request: RoomRequest, reply: Callable[[str, Said], None]
    ) -> None:
        """A request has arrived, perhaps not for the first time."""
        if self._is_dead:
            return
        session = self._sessions.setdefault(caller.player, Session())
        if request.id in session.answers:
            said = session.answers[request.id]
            if said is not None:
                reply(request.id, said)
            return
        session.remember(request.id, None)
        self._spawn(self._answer(session, caller, request, reply), request)

    def _spawn(self, work: "asyncio._CoroutineLike[None]", request: RoomRequest) -> None:
        task = asyncio.create_task(work)
        self.open[task] = request
        task.add_done_callback(self._close)

    def _close(self, task: asyncio.Task[None]) -> None:
        del self.open[task]
        if not task.cancelled():
            failed = task.exception()
            if failed is not None:
                self._world.broken(failed)

    def crash(self) -> None:
        """The process is gone, and what it was about to answer."""
        self._is_dead = True
        for task in tuple(self.open):
            task.cancel()

    async def _answer(
        self,
        session: Session,
        caller: Caller,
        request: RoomRequest,
        reply: Callable[[str, Said], None],
    ) -> None:
        said = await self._ask(caller, request)
        if said[0] == "unavailable":
            session.forget(request.id)
        else:
            session.remember(request.id, said)
        reply(request.id, said)

    async def _ask(self, caller: Caller, request: RoomRequest) -> Said:
        latest_ms = self._latest_ms(caller, request)
        if isinstance(request, Leave):
            self._world.promises.discard((request.table, caller.player))
        now_ms = self._world.now_ms
        before = self._answers.get(caller.player, 0)
        try:
            answer = await self._world.ask(caller, request)
        except Refused as refusal:
            return "refused", {"rule": refusal.rule, "reason": refusal.reason}
        except Unavailable:
            return "unavailable", {}
        self._answers[caller.player] = self._answers.get(caller.player, 0) + 1
        alone = self._answers[caller.player] == before + 1
        if isinstance(request, Act):
            assert latest_ms is not None, "an answer to no turn was accepted"
            assert now_ms <= latest_ms, "an action was accepted after its deadline (TIME-02)"
            token = request.table, request.turn
            assert token not in self._answered, "a turn was answered twice (AMB-49)"
            self._answered.add(token)
        elif isinstance(request, TableRequest):
            self._verify_true(caller.player, request, alone=alone)
        elif self._world.hall is not None:
            self._world.hall.acknowledged(caller.player, request, answer)
        return "ack", dict(answer)

    def _latest_ms(self, caller: Caller, request: RoomRequest) -> int | None:
        """Until when an action may arrive: the deadline and what lag is worth at most."""
        if not isinstance(request, Act):
            return None
        task = self._world.table_task(request.table)
        turn = None if task is None else task.channel.pending(caller.player)
        if turn is None or (turn.hand, turn.turn) != (request.hand, request.turn):
            return None
        return turn.deadline_ms + turn.bank_ms + LAG_MS_MAX

    def _verify_true(self, player: PlayerId, request: TableRequest, *, alone: bool) -> None:
        """What was acknowledged is so, unless something newer came in between."""
        world, place = self._world, (request.table, player)
        if isinstance(request, Sit):
            world.promises.add(place)
        alone = alone and all(
            one is request or not isinstance(one, TableRequest) or one.ch != request.ch
            for one in self.open.values()
        )
        task = world.room.tasks.get(request.table)
        if not alone or task is None or task.frozen or not task.table.has(player):
            return
        occupant = task.table.occupant(player)
        if isinstance(request, SitOut) and request.when == "next_hand" and request.on:
            sits_out = occupant.is_out or occupant.sit_out == "after_this_hand"
            assert sits_out or occupant.leaving, "does not sit out"
        elif isinstance(request, AutoTopUp):
            assert occupant.auto_top_up == request.on

    async def listen(
        self, connection: Connection, caller: Caller, channel: str, have: int | None
    ) -> None:
        """Let a player hear a channel from the number that he has."""
        room = self._world.room
        try:
            await room.services.wallets.look_up(caller.player)
        except Unavailable:
            return
        found = room.services.switchboard.find(channel, caller.player)
        if found is not None and connection.is_open:
            found.part(connection)
            connection.expect(channel, have)
            found.join(connection, caller, have)
