"""The running room: takes requests, has tables do them, lets time pass, tells everybody."""

import asyncio
from collections.abc import Mapping

import msgspec

from cardroom.cash.lobby import CashLobby
from cardroom.cash.lobby_events import EntryNumber, Queued, SeatOffered
from cardroom.cash.table import CashTable
from cardroom.errors import SeatRefused
from cardroom.ledger import CaseId, PlayerId, TableId
from cardroom.room.cash.absence import Absence
from cardroom.room.cash.lobby_channel import LobbyChannel
from cardroom.room.cash.lobby_views import LobbyView
from cardroom.room.cash.me import MeDesk
from cardroom.room.cash.owner import CashOwner, CashTableTask
from cardroom.room.cash.publishing import CashPublisher, isolated
from cardroom.room.cash.seat_requests import verify_one_seat
from cardroom.room.incidents import log, report
from cardroom.room.notices import Announced
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import Answer, CaseBook
from cardroom.room.receipts import MOVES_MONEY, receipt_of
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyRequest, AnyTableRequest, Leave, LeaveQueue, Play, Report
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.services import RoomServices
from cardroom.room.tables.running import RunningTables
from cardroom.room.tables.task import DONE, PLAYED
from cardroom.room.wallets import about_player, about_table
from cardroom.rulebook.cash.stakes import StakeKey, stake_word

TICK_S = 1.0
STOP_S = 10.0
"""So long a stop waits for what is on its way to the store; more is found after the restart."""


class Room:
    """Desk, lobby and clockwork over the tables of one edition."""

    def __init__(self, services: RoomServices, me: MeDesk, cases: CaseBook, process: str) -> None:
        self.services = services
        self.lobby_channel = LobbyChannel(services.lobby, services.switchboard, services.currency)
        self._tables: RunningTables[CashTableTask] = RunningTables()
        self._publisher = CashPublisher(
            services,
            self._tables,
            self.lobby_channel,
            me,
            opened=self._open_soon,
            closed=self._close,
        )
        self._absence = Absence(services.lobby, services.presence, services.names)
        self._cases = cases
        self.process = process
        """The name under which this process claims what it runs."""
        self._clockwork: asyncio.Task[None] | None = None
        services.wallets.on_refused = self._money_refused

    @property
    def lobby(self) -> CashLobby:
        return self.services.lobby

    @property
    def tasks(self) -> Mapping[TableId, CashTableTask]:
        """The tables that run."""
        return self._tables.tasks

    @property
    def _now(self) -> int:
        return self.services.clock.now_ms()

    # Starting and stopping

    def start(self) -> None:
        """Begin to let time pass."""
        self._clockwork = asyncio.create_task(self._tick(), name="tick")

    async def stop(self) -> None:
        """Stop everything; hands in progress never were and are void (CRASH-01, AMB-69)."""
        await self._end_tasks()
        for task in self.tasks.values():
            isolated(task, task.end)
        try:
            async with asyncio.timeout(STOP_S):
                await self.services.wallets.flush()
        except TimeoutError:
            log.warning("stopped before the store had everything")
        await self.services.wallets.abandon()

    async def halt(self) -> None:
        """Stop at once, as a crash does: what the store does not have never was."""
        await self._end_tasks()
        await self.services.wallets.abandon()

    async def _end_tasks(self) -> None:
        if self._clockwork is not None:
            self._clockwork.cancel()
            await asyncio.gather(self._clockwork, return_exceptions=True)
        await self._tables.end()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                self._absence.look(self._now)
                self.lobby.tick(self._now)
                self.publish_events()
                self.lobby_channel.tell()
                self.services.switchboard.tidy()
            except Exception as error:  # noqa: BLE001 - time must go on passing for everybody else
                report("the tick of the lobby failed", error)

    # Tables come and go

    def adopt(self, table: CashTable, epoch: int, *, deal_at_ms: int) -> CashTableTask:
        """Run a table that the lobby knows, and have the store remember it."""
        owner = CashOwner(self.services, table, epoch, self.publish_events)
        task = CashTableTask(self.services, table, owner, epoch, deal_at_ms=deal_at_ms)
        self._tables.run(task)
        return task

    def _open_soon(self, table: TableId) -> None:
        """Claim a new table in the store, then run it."""
        self._tables.open_soon(table, self._open(table))

    async def _open(self, table: TableId) -> None:
        found = next((one for one in self.lobby.tables if one.table == table), None)
        if found is None:
            return
        stake = stake_word(found.stake.key)
        epoch = await retry_while_unavailable(
            lambda: self.services.tables.claim_table(table, self.process, stake)
        )
        if any(one.table == table for one in self.lobby.tables):
            first_ms = self._now + self.services.pace.first_hand_ms
            self.adopt(found, epoch, deal_at_ms=first_ms)

    def _close(self, table: TableId) -> None:
        """A table that nobody sits at is gone."""
        if self._tables.close(table):
            self.services.switchboard.close(f"table:{table}")

    def epoch_of(self, table: TableId) -> int | None:
        """Our epoch at a table, while we run it."""
        task = self.tasks.get(table)
        return None if task is None else task.epoch

    def _money_refused(self, table: TableId, error: Exception) -> None:
        """The store refused what was counted already: the table stops and asks the store."""
        task = self.tasks.get(table)
        if task is not None:
            task.fail(error)

    # What players ask for

    def admits(self, place: str) -> frozenset[AccountKind]:
        """Who may play at a table or a stake (FAIR-07)."""
        kind, _, rest = place.partition(":")
        if kind == "table":
            return self.admits_at(self.lobby.table(TableId(int(rest))).stake.key)
        game, table_format, small, big = place.split(":")
        return self.admits_at(StakeKey(game, table_format, int(small), int(big)))  # type: ignore[arg-type]

    def admits_at(self, stake: StakeKey) -> frozenset[AccountKind]:
        """People everywhere; practice players and programs where the operator lets them."""
        return self.lobby_channel.admits(stake)

    def allow(self, stake: StakeKey, kinds: frozenset[AccountKind]) -> None:
        """Let further kinds of accounts play at a stake."""
        self.lobby_channel.allow(stake, kinds)

    async def ask(self, caller: Caller, request: AnyRequest) -> Answer:
        """Carry out a request, or raise Refused and change nothing; answered once it is stored."""
        await self.services.wallets.look_up(caller.player)
        match request:
            case Play():
                return self._play(caller, request)
            case LeaveQueue():
                self.lobby.leave_queue(caller.player, EntryNumber(request.entry))
                self.publish_events()
                return DONE
            case Report():
                return {"case": await self._cases.report(caller, request, self._now)}
            case _:
                return await self._at_table(caller, request)

    def _play(self, caller: Caller, request: Play) -> Answer:
        """Ask for a number of seats: offers and places in the queue (CASH-04, CASH-06)."""
        if caller.kind not in self.admits_at(request.stake):
            raise SeatRefused("FAIR-07", "not_for_this_kind_of_account")
        answers: list[SeatOffered | Queued] = []
        try:
            while len(answers) < request.tables:
                answers.append(self.lobby.ask(caller.player, request.stake, self._now))
        except SeatRefused:
            if not answers:
                raise
        finally:
            self.publish_events()
        offers = [msgspec.to_builtins(one) for one in answers if isinstance(one, SeatOffered)]
        queued = [msgspec.to_builtins(one) for one in answers if isinstance(one, Queued)]
        return {"offers": offers, "queued": queued}

    async def _at_table(self, caller: Caller, request: AnyTableRequest) -> Answer:
        """Have the table do it; what moves money once for every id, also after a restart."""
        if caller.kind == "practice" or not isinstance(request, MOVES_MONEY):
            return await self._ask_table(caller, request, None)
        receipt = receipt_of(caller.player, request.id, request, self._now)
        once = self.services.wallets.once
        return await once.do(receipt, lambda: self._ask_table(caller, request, receipt))

    async def _ask_table(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None
    ) -> Answer:
        """Have the table do it in its turn; seats and money are answered once they are stored."""
        task = await self.task_of(request.table)
        answer = await task.request(caller, request, receipt)
        if not isinstance(request, PLAYED):
            subjects = about_player(caller.player), about_table(request.table)
            await self.services.wallets.flush(*subjects)
        return answer

    def verify_one_seat(self, table: CashTable, caller: Caller) -> None:
        """A person has one seat at a table, their programs included (FAIR-01, FAIR-11)."""
        verify_one_seat(table, self.services.names, caller)

    async def until_open(self, channel: str) -> None:
        """Wait for a table that is being opened: its seats are offered before it has a channel."""
        kind, _, number = channel.partition(":")
        if kind == "table":
            await self._tables.until_open(TableId(int(number)))

    async def task_of(self, table: TableId) -> CashTableTask:
        """The task of a table, once it is open."""
        return await self._tables.find(table)

    def sits_at(self, table: TableId, player: PlayerId) -> bool:
        """Whether a player has a seat at a table."""
        task = self.tasks.get(table)
        return task is not None and task.table.has(player)

    # Who is in reach (Attendance)

    def arrived(self, player: PlayerId) -> None:
        """The player has a connection again."""
        self.lobby.reconnect(player, self._now)
        self.publish_events()

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """The last connection is gone; one given up on purpose is as lost as any (TIME-01)."""
        del on_purpose
        self.lobby.lose_connection(player, self._now)
        self.publish_events()

    # News

    def publish_events(self) -> None:
        """Tell everybody what happened since the last time, before anything else happens."""
        self._publisher.publish_events()

    # The lobby (LobbyDesk)

    def lobby_view(self) -> LobbyView:
        """The stakes with their players and queues."""
        return self.lobby_channel.view()

    # What the operator may do

    async def freeze(self, table: TableId) -> None:
        """Stop a table: its hand never was, its players may leave with their money (CASH-01)."""
        await (await self.task_of(table)).freeze()

    async def unfreeze(self, table: TableId) -> None:
        """Let a table play on after somebody has looked into it; the stacks are the stored ones."""
        await (await self.task_of(table)).thaw()

    def open_table(self, stake: StakeKey) -> TableId:
        """Open a further table; who waits in the queue is offered its seats (AMB-39)."""
        table = self.lobby.open_table(stake, self._now)
        self.publish_events()
        return table

    async def close_table(self, table: TableId) -> None:
        """No new seats; everybody leaves with their money, after the hand in progress."""
        self.lobby.close_table(table, self._now)
        self.publish_events()

    async def put_out(self, player: PlayerId, case: CaseId | None) -> None:
        """Take a player's seats and places in queues, after the hands in progress (AMB-70).

        The stacks are held in the case, if there is one.
        """
        if case is not None and self.lobby.tables_of(player):
            self.lobby.suspend(player, case, self._now)
        for entry in self.lobby.queued(player):
            self.lobby.leave_queue(player, entry.entry)
        for offer in self.lobby.offers_of(player):
            self.lobby.decline(player, offer.table, self._now)
        self.publish_events()
        for table in self.lobby.tables_of(player):
            if not table.occupant(player).leaving:
                caller = Caller(player=player, name="", kind="person")
                request = Leave(id="put-out", ch=f"table:{table.table}")
                await self._ask_table(caller, request, None)

    def let_in(self, player: PlayerId) -> None:
        """A player is no longer suspended: stacks that are still at tables are theirs again."""
        if self.lobby.rejoin_history.case_of(player) is not None:
            self.lobby.suspend(player, None, self._now)

    async def announce(self, text: str) -> None:
        """Say something to everybody, in the lobby and at the tables."""
        self.lobby_channel.announce(text)
        for task in self.tasks.values():
            task.channel.publish(Announced(text=text))

    async def drain(self, at_ms: int) -> None:
        """Deal no new hand after a moment; returns when every table is idle."""
        self._tables.deal_until(at_ms)
        await asyncio.sleep(max(0, at_ms - self._now) / 1000)
        await self._tables.drained()
        await self.services.wallets.flush()

    def resume(self) -> None:
        """Deal again after all."""
        self._tables.deal_until(None)
