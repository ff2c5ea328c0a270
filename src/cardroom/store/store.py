"""The store: money, hands and outbox behind a few methods, on SQLite or PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from operator import attrgetter
from typing import Self, TypeVar, cast

from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import InvalidFile, Unavailable, UsageError
from cardroom.ledger import (
    Account,
    Answer,
    Message,
    PlayerId,
    Reason,
    SettledHand,
    TableId,
    Transfer,
)
from cardroom.ledger.keys import hand_key
from cardroom.room.hand_pages import StoredHand
from cardroom.room.records import Receipt
from cardroom.room.tournaments.records import StepToWrite
from cardroom.store import ownership, rare_scripts, reading
from cardroom.store.audit.reading import StoredTransfer, chunk
from cardroom.store.databases.address import connect
from cardroom.store.databases.database import (
    Database,
    MigratableDatabase,
    One,
    Row,
    Script,
    TransientError,
)
from cardroom.store.databases.patience import Patience
from cardroom.store.databases.watched_database import Found, WatchedDatabase
from cardroom.store.daybook import DaybookCache
from cardroom.store.groups import GroupCommit
from cardroom.store.migrations import known, migrate, verify_current, version
from cardroom.store.ownership import UnitClaim, UnitName
from cardroom.store.postings import Claim, Order, Settlement
from cardroom.store.reading import Standing, StoredLine, StoredMessage
from cardroom.store.sealing import seal_touched, sealing
from cardroom.store.units import Booking, Post, ScriptUnit, StepUnit, Unit
from cardroom.store.writing import apply
from cardroom.units import Cents

T = TypeVar("T")
FLAWS_TOLD = 20
LARGE_ROWS = 500
"""Steps of this many rows are prepared in a thread of their own before they wait for the writer."""


class Store:
    """Everything that outlives a process. Made by `Store.open`, for one event loop.

    A method that writes has written when it returns. Unavailable means: not known, ask or do it
    again; every method may be repeated without harm.
    """

    def __init__(self, database: Database, patience: Patience) -> None:
        self._database = WatchedDatabase(database)
        self._patience = patience
        self._groups: GroupCommit[Unit] = GroupCommit(
            self._database,
            partial(_sealed, memory=DaybookCache()),
            patience,
            attrgetter("rows"),
        )

    @classmethod
    async def open(
        cls,
        address: str | MigratableDatabase,
        patience: Patience | None = None,
        *,
        new: bool = True,
        alone: bool = False,
    ) -> Self:
        """Open a database, brought up to the schema of this program; a `new` one unless refused.

        A room opens a file `alone`, so that a second room on it is refused.
        """
        database = connect(address, alone=alone) if isinstance(address, str) else address
        script = partial(_brought_up, database.dialect, new=new)
        try:
            return await cls._opened(
                database, patience or Patience(), lambda: database.migrate(script())
            )
        except Unavailable as error:
            cause = error.__cause__
            if isinstance(cause, TransientError) and cause.obstacle == "damaged":
                raise _damaged(str(cause)) from None
            raise

    @classmethod
    async def open_to_read(cls, address: str, patience: Patience | None = None) -> Self:
        """Open a database of this program's schema and write nothing there; an older one waits."""
        database = connect(address, read_only=True)
        script = partial(verify_current, known(), database.dialect)
        return await cls._opened(database, patience or Patience(), lambda: database.read(script()))

    @classmethod
    async def _opened(
        cls, database: Database, patience: Patience, prepare: Callable[[], Awaitable[int]]
    ) -> Self:
        try:
            await patience.through(prepare)
        except BaseException:
            await database.close()
            raise
        return cls(database, patience)

    async def close(self) -> None:
        """Commit what waits and let go of the database."""
        await self._groups.close()
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def dialect(self) -> str:
        """Which database it is: `sqlite` or `postgresql`."""
        return self._database.dialect

    @property
    def waiting_count(self) -> int:
        """Units that wait to be written."""
        return len(self._groups)

    async def probe(self, write: bool) -> Found | None:
        """Try once whether the database answers; what is wrong, by this and all else of late."""
        if self._groups.has_ended:
            return Found("out_of_reach", "the task that writes has ended")
        # What fails is remembered by the watched database.
        with suppress(TransientError, InvalidFile, UsageError):
            await self._database.read(_one("select 1"))
            if write:
                await self._database.transact(_one(self._database.touch))
        return self._database.obstacle

    @property
    def is_damaged(self) -> bool:
        """Whether a part of the database could not be read because it is damaged."""
        obstacle = self._database.obstacle
        return obstacle is not None and obstacle.obstacle == "damaged"

    async def flaws(self, *, quick: bool = False) -> list[str]:
        """What the database finds wrong with its own files; `quick` leaves the indexes out."""
        if self.dialect != "sqlite":
            # PostgreSQL verifies its pages when it reads them.
            return []
        check = "quick_check" if quick else "integrity_check"
        rows = await self._patience.through(
            lambda: self._database.read(_one(f"pragma {check}({FLAWS_TOLD})"))
        )
        return [str(said) for (said,) in rows if said != "ok"]

    async def verify_sound(self) -> None:
        """Refuse a database that is damaged, before a room opens on it."""
        try:
            flaws = await self.flaws(quick=True)
            end = await self._patience.through(lambda: self._database.read(reading.end()))
        except (InvalidFile, Unavailable, UsageError) as error:
            if not self.is_damaged:
                raise
            flaws, end = [str(error)], ""
        if flaws or end:
            raise _damaged(flaws[0] if flaws else end)

    async def claim(self, table: TableId, owner: str) -> Claim:
        """Take over a table: from now on nobody else settles there."""
        return cast("Claim", await self.run_script(lambda: rare_scripts.claim(table, owner)))

    async def claim_unit(self, unit: UnitName, owner: str) -> UnitClaim:
        """Take over a unit with its tables: from now on nobody else moves its money."""
        while True:
            after = await self.ask(lambda: ownership.unit_epoch(unit))
            claimed = await self.run_script(partial(ownership.claim_unit, unit, owner, after))
            if claimed is not None:
                return cast("UnitClaim", claimed)

    async def join(self, table: TableId, claim: UnitClaim, owner: str) -> Claim:
        """Make a table one of a unit that is ours."""
        epoch = await self.run_script(lambda: ownership.join(table, claim, owner))
        return Claim(table, cast("int", epoch))

    async def reserve_tables(self, count: int) -> TableId:
        """Take numbers of tables that nobody else gets, from this one on."""
        return cast("TableId", await self.run_script(lambda: ownership.reserve_tables(count)))

    async def begin_run(self) -> int:
        """The number of one more start of a room on this database, higher than all before."""
        return cast("int", await self.run_script(ownership.begin_run))

    async def settle(self, hand: SettledHand) -> Answer:
        """Write one finished hand: record, money, statistics, outbox, all or nothing, once.

        Refused when its table has another owner by now, or its key another content (CRASH-01, I7).
        """
        return cast("Answer", await self._groups.commit(Settlement(hand)))

    async def void(self, hand: SettledHand, under: Claim | None = None) -> None:
        """Keep the record of a hand that was rolled back: no money, no statistics (AMB-69).

        `under` the present claim when the hand is of an earlier one.
        """
        claim = under or Claim(hand.table, hand.epoch)
        await self.run_script(lambda: rare_scripts.void(hand, claim))

    async def transfer(
        self,
        transfer: Transfer,
        under: Claim | UnitClaim | None = None,
        messages: tuple[Message, ...] = (),
        record: PlayerRecord | None = None,
        receipt: Receipt | None = None,
    ) -> Answer:
        """Move money once; `under` a claim only while the table or unit is still ours.

        The messages go into the outbox with it, and as often; so do what must be remembered and
        the receipt of the request that it carries out.
        """
        order = Order(transfer, under, messages, record, receipt)
        return cast("Answer", await self._groups.commit(order))

    async def write_steps(self, steps: Sequence[StepToWrite], *, tells: bool = False) -> Answer:
        """Write steps of tournaments, all or nothing and once, each after the one before it.

        A refusal has changed nothing (CRASH-01, TRN-25). `tells` fills the outbox about money.
        """
        unit = StepUnit(tuple(steps), tells)
        if unit.rows >= LARGE_ROWS:
            unit = await asyncio.to_thread(unit.prepare)
        return cast("Answer", await self._groups.commit(unit))

    async def register(self, player: PlayerId, name: str, at_ms: int) -> bool:
        """Keep a player's name; False when the name or the number is another's."""
        return cast(
            "bool", await self.run_script(lambda: rare_scripts.register(player, name, at_ms))
        )

    async def mark_delivered(self, messages: Sequence[int], at_ms: int) -> None:
        """Note that messages of the outbox have arrived."""
        await self.run_script(lambda: rare_scripts.mark_delivered(messages, at_ms))

    async def waiting_messages(self, limit: int) -> list[StoredMessage]:
        """The oldest messages of the outbox that have not arrived; each arrives at least once."""
        return await self.ask(lambda: reading.waiting_messages(limit))

    async def balance(self, account: Account) -> Cents:
        return (await self.balances([account]))[account]

    async def balances(self, accounts: Sequence[Account]) -> dict[Account, Cents]:
        """The balances of some accounts, of one moment."""
        return await self.ask(lambda: reading.balances(accounts))

    async def stacks(self, table: TableId) -> dict[PlayerId, Cents]:
        """The stacks at a table after its last settled hand: where it goes on after a crash."""
        return await self.ask(lambda: reading.stacks(table))

    async def epoch(self, table: TableId) -> int:
        """The epoch of the present owner of a table, 0 before the first."""
        return await self.ask(lambda: reading.epoch(table))

    async def stored_transfer(self, key: str) -> Transfer | None:
        """The transfer that was applied under a key."""
        return await self.ask(lambda: reading.transfer(key))

    async def statement(self, account: Account, before: int, limit: int) -> list[StoredLine]:
        """A page of an account's statement without hands, newest first; the next goes on before."""
        return await self.ask(lambda: reading.statement(account, before, limit))

    async def owned(self, player: PlayerId) -> dict[Account, int]:
        """Everything that a player has anywhere."""
        return await self.ask(lambda: reading.owned(player))

    async def set_aside(self, reason: Reason, due_ms: int, limit: int) -> list[Transfer]:
        """Open withdrawals, holds or suspense; suspense only when due by a moment (AMB-23)."""
        return await self.ask(lambda: reading.set_aside(reason, due_ms, limit))

    async def hand(self, table: TableId, epoch: int, number: int) -> StoredHand | None:
        """One hand, settled or void."""
        return await self.ask(lambda: reading.hand(hand_key(table, epoch, number)))

    async def hands_of_table(self, table: TableId, limit: int) -> list[StoredHand]:
        """The last hands of a table, newest first, with the voided ones."""
        return await self.ask(lambda: reading.hands_of_table(table, limit))

    async def hands_of_player(
        self, player: PlayerId, before: int, limit: int
    ) -> list[tuple[int, StoredHand]]:
        """A page of a player's settled hands, newest first; the next goes on before its last."""
        return await self.ask(lambda: reading.hands_of_player(player, before, limit))

    async def hands_listed(
        self, player: PlayerId, before: int, limit: int
    ) -> list[tuple[int, StoredHand]]:
        """A page of a player's hands, the void ones among them, each with its number."""
        return await self.ask(
            lambda: reading.hands_of_player(player, before, limit, with_void=True)
        )

    async def statistics(self, player: PlayerId) -> dict[str, int]:
        """What the settled hands have counted about a player."""
        return await self.ask(lambda: reading.statistics(player))

    async def standing(self) -> Standing:
        """The head of the chain and every balance, of one moment."""
        return await self.ask(reading.standing)

    async def transfers(self, until: int) -> AsyncIterator[StoredTransfer]:
        """The transfers from the first to one of them, in their order, a little at a time."""
        after = 0
        while after < until:
            found = await self.ask(partial(chunk, after, until))
            if not found:
                return
            for transfer in found:
                yield transfer
            after = found[-1].seq

    async def run_script(self, script: Callable[[], Script[object]]) -> object:
        """Write something rare, in its turn among the other writes."""
        return await self._groups.commit(ScriptUnit(script))

    async def booking(self, script: Callable[[Post], Script[object]]) -> object:
        """Move money together with something else, all or nothing."""
        return await self._groups.commit(Booking(script))

    async def ask(self, script: Callable[[], Script[T]]) -> T:
        """Read something, within the limits of patience."""
        return await self._patience.within(
            self._patience.through(lambda: self._database.read(script()))
        )


def _brought_up(dialect: str, *, new: bool) -> Script[int]:
    """Bring the schema up to date; what an older one held beside the money is sealed as found."""
    before = yield from version(dialect)
    after = yield from migrate(known(), dialect, new=new)
    if after > before:
        yield from seal_touched(0, is_found=True)
    return after


def _sealed(group: Sequence[Unit], memory: DaybookCache) -> Script[list[object]]:
    return sealing(apply(group, memory))


def _one(sql: str) -> Script[list[Row]]:
    return (yield One(sql))


def _damaged(found: str) -> UsageError:
    said = found.replace("\n", " ").rstrip(".")
    return UsageError(
        f"The database is damaged: {said}. Restore a backup, or look into it with"
        " 'cardroom ledger audit'."
    )
