"""The running room: takes requests, has lobby and tables do them, starts and ends tables."""

import asyncio
from collections.abc import Mapping

import msgspec

from cardroom.cash.lobby_events import Queued, SeatOffered
from cardroom.cash.messages import PlayerArrived, PlayerGone, TableGone, TableReport
from cardroom.cash.table import CashTable
from cardroom.cash.table_desk import TableDesk
from cardroom.errors import Refused, SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import table_address
from cardroom.room.cash.admission import Admission
from cardroom.room.cash.lobby_actor import LobbyActor
from cardroom.room.cash.lobby_views import LobbyView
from cardroom.room.cash.me import MeDesk
from cardroom.room.cash.messages import (
    LOBBY,
    Adopt,
    DropUnadmitted,
    FindGame,
    OfferStakes,
    TopUpsUnpaid,
)
from cardroom.room.cash.owner import CashOwner, CashTableTask
from cardroom.room.cash.play_now import usual_stack
from cardroom.room.cash.seat_sales import SeatSales
from cardroom.room.incidents import log
from cardroom.room.operator_desk import OperatorDesk
from cardroom.room.ordered_writes import about_player, about_table
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import Answer, CaseBook
from cardroom.room.receipts import MOVES_MONEY, receipt_of
from cardroom.room.records import Receipt
from cardroom.room.requests import (
    AnyRequest,
    AnyTableRequest,
    Decline,
    LeaveQueue,
    Play,
    PlayNow,
    Posting,
    Report,
    Sit,
)
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.services import RoomServices
from cardroom.room.tables.messages import PlayerRequest
from cardroom.room.tables.running import RunningTables
from cardroom.room.tables.task import PLAYED
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.rules import CashRules
from cardroom.rulebook.cash.stakes import StakeKey, stake_word

LOOK_MS = 10_000
LOOK_EVERY_S = 0.5
"""How long and how often "play now" looks for a game where no hand waits for a lost connection:
where practice players sit, the house opens a further table meanwhile."""
LIMITS = ("not_enough_money", "too_many_tables", "banzai_table_limit", "buy_in_out_of_range")
"""Refusals that may come from what we no longer rightly know of a player."""
PLACES_PER_RUN = 10**9
"""How many places in queues one start of the room can number."""
TIDY_S = 1.0
STOP_S = 10.0
"""How long a stop waits for what is on its way to the store; more is found after the restart."""


class Room:
    """The front of a running room: it has no game of its own, and asks whose business it is."""

    def __init__(self, services: RoomServices, me: MeDesk, cases: CaseBook, process: str) -> None:
        self.services = services
        self.process = process
        """The name under which this process claims what it runs."""
        self.rules: CashRules = services.rules
        self.admission = Admission()
        self._me = me
        self._cases = cases
        self._tables: RunningTables[CashTableTask] = RunningTables(
            services.bus, services.clock, ended=self._table_ended
        )
        self.lobby = LobbyActor(
            services, self.admission, process, opened=self._open_soon, broken=self._table_broken
        )
        self._seats = SeatSales(services)
        me.connect(self.lobby.lobby, services.board, services.switchboard)
        self.operator = OperatorDesk(services, self._tables)
        self._stakes: dict[TableId, StakeKey] = {}
        """Of the tables that run or are being opened."""
        self._background: list[asyncio.Task[None]] = []
        services.wallets.on_refused = self._table_broken
        services.wallets.on_unpaid = self._top_ups_unpaid
        services.wallets.on_balance = me.money_moved

    @property
    def tasks(self) -> Mapping[TableId, CashTableTask]:
        """The tables that run."""
        return self._tables.tasks

    @property
    def _now(self) -> int:
        return self.services.clock.now_ms()

    # Starting and stopping

    def begin_run(self, run: int) -> None:
        """Number transfers, draws and places in queues by the number of this start (CRASH-01)."""
        self.services.cashier.epoch = run
        self.lobby.draws.run = run
        self.lobby.lobby.number_from(run * PLACES_PER_RUN)

    def start(self) -> None:
        """Run the lobby, and begin to let time pass."""
        self._background = [
            asyncio.create_task(self.lobby.run(), name=LOBBY),
            asyncio.create_task(self._tidy(), name="tidy"),
        ]

    async def stop(self) -> None:
        """Stop everything; hands in progress never were and are void (CRASH-01, AMB-69)."""
        await self._end_tasks()
        for task in self.tasks.values():
            try:
                task.end()
            except Exception as error:  # noqa: BLE001 - our own mistake stops this table alone
                task.fail(error)
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
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        await self._seats.end()
        await self._tables.end()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_S)
            self.services.switchboard.tidy()

    # Tables come and go

    def run_table(self, table: CashTable, epoch: int, *, deal_at_ms: int) -> CashTableTask:
        """Run a table as an actor of its own, and have the store remember it."""
        return self._run(self.desk_of(table), epoch, deal_at_ms=deal_at_ms)

    def desk_of(self, table: CashTable) -> TableDesk:
        """The desk of a table that is about to run."""
        services = self.services
        return TableDesk(
            table,
            balance=services.wallets.balance,
            cashier=services.cashier,
            history=services.history,
            at_ms=self._now,
        )

    def _run(self, desk: TableDesk, epoch: int, *, deal_at_ms: int) -> CashTableTask:
        self._stakes[desk.table.table] = desk.table.stake.key
        owner = CashOwner(self.services, desk, epoch, self._me)
        task = CashTableTask(self.services, desk.table, owner, epoch, deal_at_ms=deal_at_ms)
        self._tables.run(task)
        return task

    async def adopt(self, desk: TableDesk, epoch: int, *, deal_at_ms: int) -> CashTableTask:
        """Run a table that was restored, and have the lobby know it."""
        (report,) = desk.reports.take(self._now)
        assert isinstance(report, TableReport)
        await self.services.bus.ask(LOBBY, Adopt(report=report))
        return self._run(desk, epoch, deal_at_ms=deal_at_ms)

    def _open_soon(self, table: TableId, stake: StakeKey) -> None:
        """Claim a new table in the store, then run it."""
        self._stakes[table] = stake
        self._tables.open_soon(table, self._open(table, stake))

    async def _open(self, table: TableId, key: StakeKey) -> None:
        services, stake = self.services, self.rules.stake(key)
        assert stake is not None
        epoch = await retry_while_unavailable(
            lambda: services.tables.claim_table(table, self.process, stake_word(key))
        )
        new = CashTable(table, stake, self.rules, services.edition.hand)
        self.run_table(new, epoch, deal_at_ms=self._now + services.pace.first_hand_ms)

    def _table_ended(self, table: TableId, has_run: bool) -> None:
        """A table is no more, or could not be opened: nobody finds it there."""
        self._stakes.pop(table, None)
        if has_run:
            self.services.switchboard.close(table_address(table))
        self.services.bus.send(LOBBY, TableGone(table=table, at_ms=self._now))

    def epoch_of(self, table: TableId) -> int | None:
        """Our epoch at a table, while we run it."""
        task = self.tasks.get(table)
        return None if task is None else task.epoch

    def _table_broken(self, table: TableId, error: Exception) -> None:
        """The store refused what was counted already, or a table reads nothing: it stops."""
        task = self.tasks.get(table)
        if task is not None:
            task.fail(error)

    def _top_ups_unpaid(self, table: TableId) -> None:
        """The store did not have the money of top-ups: the table takes them back, and plays on."""
        self.services.bus.send(table_address(table), TopUpsUnpaid())

    # What players ask for

    def admits(self, place: str) -> frozenset[AccountKind]:
        """Who may play at a table or a stake (FAIR-07)."""
        kind, _, rest = place.partition(":")
        if kind == "table":
            return self.admits_at(self.stake_of(TableId(int(rest))))
        game, table_format, small, big = place.split(":")
        return self.admits_at(StakeKey(game, table_format, int(small), int(big)))  # type: ignore[arg-type]

    def stake_of(self, table: TableId) -> StakeKey:
        """What is played at a table; refused when it does not run."""
        if table not in self._stakes:
            raise SeatRefused("CASH-04", "no_such_table")
        return self._stakes[table]

    def has_table(self, table: TableId) -> bool:
        """Whether a table runs or is being opened."""
        return table in self._stakes

    def tables_at(self, stake: StakeKey) -> list[TableId]:
        """The tables of a stake that run or are being opened."""
        return [table for table, key in self._stakes.items() if key == stake]

    def admits_at(self, stake: StakeKey) -> frozenset[AccountKind]:
        """Who may take a new seat at a stake, by the operator's word."""
        return self.admission.admits(stake)

    async def admit(self, stake: StakeKey, kinds: frozenset[AccountKind]) -> None:
        """Let these kinds of accounts take new seats at a stake from now on, and no others."""
        self.admission.admit(stake, kinds)
        await self.services.bus.ask(LOBBY, DropUnadmitted(stake=stake))

    async def withhold(self, stake: StakeKey) -> None:
        """Offer a stake to nobody: who waits there waits no more; tables stay until closed."""
        self.admission.withhold(stake)
        await self.services.bus.ask(LOBBY, DropUnadmitted(stake=stake))

    async def add_stake(self, edition: Edition) -> None:
        """Offer one more stake, by rules that have it (CASH-19)."""
        self._play_by(edition)
        await self.services.bus.ask(LOBBY, OfferStakes(stakes=self.rules.stakes))

    async def remove_stake(self, edition: Edition) -> None:
        """Offer one stake less, by rules without it; refused while it is in use."""
        assert edition.cash is not None, f"{edition.name} has no cash games"
        await self.services.bus.ask(LOBBY, OfferStakes(stakes=edition.cash.stakes))
        self._play_by(edition)

    def _play_by(self, edition: Edition) -> None:
        self.services = self.services._replace(edition=edition)
        self.rules = self.services.rules

    async def ask(self, caller: Caller, request: AnyRequest) -> Answer:
        """Carry out a request, or raise Refused and change nothing; answered once it is stored."""
        if isinstance(request, PLAYED):
            answer: Answer = await self.services.bus.ask(request.ch, PlayerRequest(caller, request))
            return answer
        await self.services.wallets.look_up(caller.player)
        try:
            return await self._answer(caller, request)
        except Refused as refusal:
            if refusal.reason not in LIMITS or not await self._has_changed(caller.player):
                raise
        return await self._answer(caller, request)

    async def catch_up(self, player: PlayerId) -> None:
        """Read what other processes have written about a player."""
        await self.services.wallets.look_up(player)
        await self._has_changed(player)

    async def _has_changed(self, player: PlayerId) -> bool:
        """Read a player's money and limits again; whether they are other than we knew."""
        services = self.services
        before = services.wallets.balance(player)
        balance = await services.wallets.refresh(player)
        record = await retry_while_unavailable(lambda: services.tables.remembered_of(player))
        return services.history.catch_up(record) or balance != before

    async def _answer(self, caller: Caller, request: AnyRequest) -> Answer:
        match request:
            case Play() | LeaveQueue() | Posting():
                answer: Answer = await self.services.bus.ask(LOBBY, PlayerRequest(caller, request))
                await self.services.wallets.flush(about_player(caller.player))
                return answer
            case PlayNow():
                return await self._play_now(caller, request)
            case Report():
                return {"case": await self._cases.report(caller, request, self._now)}
            case _:
                return await self._at_table(caller, request)

    async def _play_now(self, caller: Caller, request: PlayNow) -> Answer:
        """Find a game and take a seat there, or wait for one; once for every id."""
        receipt = receipt_of(caller.player, request.id, request, self._now)
        once = self.services.wallets.once
        return await once.do(receipt, lambda: self._find_game(caller, request, receipt))

    async def _find_game(self, caller: Caller, request: PlayNow, receipt: Receipt) -> Answer:
        """The house chooses the stake, and draws the table as for everybody (CASH-04, CASH-06)."""
        wallets, bus = self.services.wallets, self.services.bus
        until_ms, found = self._now + LOOK_MS, None
        while found is None:
            wanted = FindGame(caller=caller, is_patient=self._now < until_ms)
            found = await bus.ask(LOBBY, wanted)
            if found is None:
                await asyncio.sleep(LOOK_EVERY_S)
        assert isinstance(found, Queued | SeatOffered)
        if isinstance(found, Queued):
            await wallets.flush(about_player(caller.player))
            return {"seats": [], "queued": [msgspec.to_builtins(found)]}
        amount = usual_stack(found, wallets.balance(caller.player))
        sits = Sit(id=request.id, ch=table_address(found.table), amount=amount, post=True)
        await self._ask_table(caller, sits, receipt)
        seat = {"table": found.table, "seat": found.seat, "stack": amount}
        return {"seats": [seat], "queued": []}

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
        """Have the table do it in its turn; seats and money are answered once they are stored.

        The lobby knows whose an offered seat is, and passes the buy-in on to the table.
        """
        wallets = self.services.wallets
        if isinstance(request, Sit):
            answer = await self._seats.sell(caller, request, receipt)
        else:
            to = LOBBY if isinstance(request, Decline) else request.ch
            answer = await self.services.bus.ask(to, PlayerRequest(caller, request, receipt))
        await wallets.flush(about_player(caller.player), about_table(request.table))
        refusal = wallets.take_refusal(receipt)
        if refusal is not None:
            raise refusal
        return answer

    async def until_open(self, channel: str) -> None:
        """Wait for a table that is being opened: its seats are offered before it has a channel."""
        kind, _, number = channel.partition(":")
        if kind == "table":
            await self._tables.until_open(TableId(int(number)))

    def sits_at(self, table: TableId, player: PlayerId) -> bool:
        """Whether a player has a seat at a table."""
        return self.services.board.sits_at(table, player)

    # Who is in reach (Attendance)

    def arrived(self, player: PlayerId) -> None:
        """The player has a connection again."""
        self.services.bus.send(LOBBY, PlayerArrived(player=player, at_ms=self._now))

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """The last connection is gone; one given up on purpose is as lost as any (TIME-01)."""
        del on_purpose
        self.services.bus.send(LOBBY, PlayerGone(player=player, at_ms=self._now))

    # The lobby (LobbyDesk)

    def lobby_view(self) -> LobbyView:
        """The stakes with their players and queues."""
        return self.lobby.channel.view()
