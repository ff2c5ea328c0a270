"""The running room: takes requests, has tables do them, lets time pass, tells everybody."""

import asyncio
from collections.abc import Mapping

import msgspec

from cardroom.cash.events import (
    AutoTopUpSet,
    CameBack,
    EntryChosen,
    HandDealt,
    HandFinished,
    Left,
    SatDown,
    SatOut,
    TableEvent,
)
from cardroom.cash.lobby import CashLobby
from cardroom.cash.lobby_events import (
    EntryNumber,
    OfferLapsed,
    Queued,
    QueueLeft,
    SeatOffered,
    TableClosed,
    TableNews,
    TableOpened,
)
from cardroom.cash.table import CashTable
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.house import House, log
from cardroom.room.me import MeDesk
from cardroom.room.notices import ChatSaid, LobbyView, StakeRow
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import Answer, CaseBook
from cardroom.room.requests import (
    Act,
    AnyRequest,
    AnyTableRequest,
    AutoTopUp,
    Chat,
    ComeBack,
    Decline,
    Enter,
    Intend,
    Leave,
    LeaveQueue,
    Muck,
    Play,
    Report,
    Show,
    Sit,
    SitOut,
    TopUp,
)
from cardroom.room.table_task import DONE, TableTask
from cardroom.rulebook.cash.stakes import StakeKey

TICK_S = 1.0
KEPT_AFTER = (SatDown, Left, SatOut, CameBack, EntryChosen, AutoTopUpSet)
"""Events after which the store must know the table anew."""
HAND_NEWS = (HandDealt, HandFinished)
"""What the events of the hand itself already tell."""


class Room:
    """Desk, lobby and clockwork over the tables of one edition."""

    def __init__(self, house: House, me: MeDesk, cases: CaseBook, owner: str) -> None:
        self.house = house
        self._me = me
        self._cases = cases
        self._owner = owner
        self.tasks: dict[TableId, TableTask] = {}
        self._running: dict[TableId, asyncio.Task[None]] = {}
        self._clockwork: list[asyncio.Task[None]] = []
        self._allowed: dict[StakeKey, frozenset[AccountKind]] = {}
        self._opening: dict[TableId, asyncio.Task[None]] = {}
        self.channel = house.switchboard.open("lobby", LobbyChannel(self))

    @property
    def lobby(self) -> CashLobby:
        return self.house.lobby

    # Starting and stopping

    def start(self) -> None:
        """Begin to write money and to let time pass."""
        self._clockwork = [
            asyncio.create_task(self.house.vault.run(), name="vault"),
            asyncio.create_task(self._tick(), name="tick"),
        ]

    async def stop(self) -> None:
        """Stop everything; hands in progress never were (CRASH-01)."""
        await self.house.vault.flush()
        tasks = [*self._running.values(), *self._clockwork, *self._opening.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            try:
                self.lobby.tick(self.house.clock.now_ms())
                self.house.switchboard.tidy()
                await self.tell()
            except Exception:  # noqa: BLE001 - time must go on passing for everybody else
                log.exception("the tick of the lobby failed")

    def adopt(self, table: CashTable, epoch: int, *, deal_at_ms: int) -> TableTask:
        """Run a table that the lobby knows."""
        task = TableTask(self.house, table, epoch, deal_at_ms=deal_at_ms)
        self.tasks[table.table] = task
        name = f"table:{table.table}"
        self._running[table.table] = asyncio.create_task(task.run(), name=name)
        return task

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
        return self._allowed.get(stake, frozenset({"guest", "person"}))

    def allow(self, stake: StakeKey, kinds: frozenset[AccountKind]) -> None:
        """Let further kinds of accounts play at a stake."""
        self._allowed[stake] = self.admits_at(stake) | kinds

    async def ask(self, caller: Caller, request: AnyRequest) -> Answer:
        """Carry out a request, or raise Refused and change nothing."""
        await self.house.vault.look_up(caller.player)
        match request:
            case Play():
                return await self._play(caller, request)
            case LeaveQueue():
                self.lobby.leave_queue(caller.player, EntryNumber(request.entry))
                await self.tell()
                return DONE
            case Report():
                case = await self._cases.report(caller, request, self.house.clock.now_ms())
                return {"case": case}
            case _:
                return await self._at_table(caller, request)

    async def _play(self, caller: Caller, request: Play) -> Answer:
        """Ask for so many seats: offers and places in the queue (CASH-04, CASH-06)."""
        if caller.kind not in self.admits_at(request.stake):
            raise SeatRefused("FAIR-07", "not_for_this_kind_of_account")
        answers: list[SeatOffered | Queued] = []
        try:
            for _ in range(request.tables):
                now = self.house.clock.now_ms()
                answers.append(self.lobby.ask(caller.player, request.stake, now))
        except SeatRefused:
            if not answers:
                raise
        finally:
            await self.tell()
        offers = [msgspec.to_builtins(one) for one in answers if isinstance(one, SeatOffered)]
        queued = [msgspec.to_builtins(one) for one in answers if isinstance(one, Queued)]
        return {"offers": offers, "queued": queued}

    async def _at_table(self, caller: Caller, request: AnyTableRequest) -> Answer:
        task = await self.task_of(request.table)
        return await task.ask(lambda: self._carry_out(task, caller, request))

    async def task_of(self, table: TableId) -> TableTask:
        """The task of a table, once it is open."""
        opening = self._opening.get(table)
        if opening is not None:
            await asyncio.shield(opening)
        task = self.tasks.get(table)
        if task is None:
            raise SeatRefused("CASH-04", "no_such_table")
        return task

    async def _carry_out(self, task: TableTask, caller: Caller, request: AnyTableRequest) -> Answer:
        """Do a table request inside the table's own task, and answer once it is stored."""
        if isinstance(request, Act):
            return await task.act(caller.player, request)
        self._do(task, caller, request)
        await self.tell()
        task.nudge()
        return DONE

    def _do(self, task: TableTask, caller: Caller, request: AnyTableRequest) -> None:
        lobby, player, number = self.lobby, caller.player, task.number
        now = self.house.clock.now_ms()
        match request:
            case Sit():
                if task.frozen:
                    raise SeatRefused("CRASH-02", "table_is_frozen")
                lobby.buy_in(player, number, request.amount, now, reset=request.reset)
            case Decline():
                lobby.decline(player, number, now)
            case Leave():
                lobby.leave(player, number, now)
            case SitOut():
                self._sit_out(task, player, request)
            case ComeBack():
                lobby.come_back(player, number, now)
            case Enter():
                task.table.post_or_wait(player, post=request.post)
            case TopUp():
                lobby.top_up(player, number, request.amount, now)
            case AutoTopUp():
                task.table.set_auto_top_up(player, on=request.on)
            case Intend():
                task.table.occupant(player)
                task.turns.want(player, request)
            case Chat():
                task.table.occupant(player)
                task.publish_news(ChatSaid(player=player, name=caller.name, text=request.text))
            case Show() | Muck():
                raise SeatRefused("AMB-55", "all_live_hands_are_shown")
            case _:
                raise AssertionError(f"no such request: {request}")
        lobby.absorb(number, now)

    def _sit_out(self, task: TableTask, player: PlayerId, request: SitOut) -> None:
        now = self.house.clock.now_ms()
        if request.when == "next_big_blind":
            self.lobby.next_big_blind(player, task.number, now, on=request.on)
        elif request.on:
            self.lobby.sit_out(player, task.number, now)
        else:
            self.lobby.come_back(player, task.number, now)

    # Who is in reach (Attendance)

    def arrived(self, player: PlayerId) -> None:
        """The player has a connection again."""
        self.lobby.reconnect(player, self.house.clock.now_ms())
        self._nudge_tables_of(player)

    def gone(self, player: PlayerId, *, on_purpose: bool) -> None:
        """The last connection is gone; one given up on purpose is as lost as any (TIME-01)."""
        del on_purpose
        self.lobby.lose_connection(player, self.house.clock.now_ms())
        self._nudge_tables_of(player)

    def _nudge_tables_of(self, player: PlayerId) -> None:
        for table in self.lobby.tables_of(player):
            task = self.tasks.get(table.table)
            if task is not None:
                task.nudge()

    # News

    async def tell(self) -> None:
        """Pass on what happened since the last time, once its money is stored."""
        news = self.lobby.take_news()
        for one in news:
            if isinstance(one, TableNews) and isinstance(one.event, KEPT_AFTER):
                self._keep(one.table)
        await self.house.vault.flush()
        changed = False
        for one in news:
            if isinstance(one, TableNews):
                self._tell_table(one.table, one.event)
            elif isinstance(one, TableOpened):
                self._open_soon(one.table)
                changed = True
            elif isinstance(one, TableClosed):
                self._close(one.table)
                changed = True
            elif isinstance(one, SeatOffered | Queued | QueueLeft | OfferLapsed):
                self.house.switchboard.tell(one.player, one)
                changed = True
        if changed or any(isinstance(one, TableNews) for one in news):
            self.channel.publish(self.lobby_view())

    def _keep(self, table: TableId) -> None:
        task = self.tasks.get(table)
        if task is not None:
            task.keep()

    def _tell_table(self, table: TableId, event: TableEvent) -> None:
        task = self.tasks.get(table)
        if task is None or isinstance(event, HAND_NEWS):
            return
        task.publish_news(event)
        task.nudge()
        if isinstance(event, SatDown | Left):
            self._me.money_moved(event.player)

    def _open_soon(self, table: TableId) -> None:
        """Claim a new table in the store, then run it."""
        opening = asyncio.create_task(self._open(table), name=f"open:{table}")
        self._opening[table] = opening
        opening.add_done_callback(lambda _: self._opening.pop(table, None))

    async def _open(self, table: TableId) -> None:
        epoch = await self.house.tables.claim_table(table, self._owner)
        first = self.house.clock.now_ms() + self.house.pace.first_hand_ms
        self.adopt(self.lobby.table(table), epoch, deal_at_ms=first)

    def _close(self, table: TableId) -> None:
        task = self.tasks.pop(table, None)
        if task is None:
            return
        self._running.pop(table).cancel()
        self.house.switchboard.close(f"table:{table}")
        house, epoch = self.house, task.epoch
        house.vault.write(lambda: house.tables.keep_table(table, epoch, b""))

    def epoch_of(self, table: TableId) -> int | None:
        """Our epoch at a table, while we run it."""
        task = self.tasks.get(table)
        return None if task is None else task.epoch

    # The lobby (LobbyDesk)

    async def lobby_view_now(self) -> LobbyView:
        """The stakes with their players and queues."""
        return self.lobby_view()

    def lobby_view(self) -> LobbyView:
        """The stakes with their players and queues."""
        seated: dict[StakeKey, tuple[int, int]] = {}
        for table in self.lobby.tables:
            tables, players = seated.get(table.stake.key, (0, 0))
            seated[table.stake.key] = (tables + 1, players + len(table.players))
        waiting: Mapping[StakeKey, int] = self.lobby.waiting
        rows = tuple(
            StakeRow(
                game=stake.game,
                format=stake.format,
                name=stake.name,
                small_blind=stake.small_blind,
                big_blind=stake.big_blind,
                seats=stake.seats,
                min_buy_in=stake.min_buy_in,
                max_buy_in=stake.max_buy_in,
                players=seated.get(stake.key, (0, 0))[1],
                waiting=waiting.get(stake.key, 0),
                tables=seated.get(stake.key, (0, 0))[0],
                admits=tuple(sorted(self.admits_at(stake.key))),
            )
            for stake in self.lobby.stakes
        )
        return LobbyView(currency=self.house.currency, stakes=rows)


class LobbyChannel:
    """The owner of the channel `lobby`: the same for everybody."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may look at the lobby."""

    def snapshot(self, viewer: PlayerId) -> object:  # noqa: ARG002
        return self._room.lobby_view()

    def pending(self, viewer: PlayerId) -> None:  # noqa: ARG002
        return None
