"""The store as the room knows it: the methods of its ports, on top of the store's own."""

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec

from cardroom.cash.lobby_events import EntryNumber
from cardroom.cash.places import LobbyPlace
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import OwnerChanged
from cardroom.ledger import Account, Answer, PlayerId, Reason, SettledHand, TableId, Transfer
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.transfers import TIME_MS_MAX
from cardroom.office import outbox_messages
from cardroom.room.hand_pages import StoredHand
from cardroom.room.metrics import Metrics
from cardroom.room.records import Receipt
from cardroom.rulebook.cash.stakes import StakeKey, read_stake, stake_word
from cardroom.store import places, reading, receipts, remembering
from cardroom.store.databases.database import One, Script
from cardroom.store.jobs import SUSPENSE, Job
from cardroom.store.ownership import UnitClaim, UnitName, units_of
from cardroom.store.postings import Claim
from cardroom.store.store import Store
from cardroom.store.units import Post
from cardroom.units import Cents

LOOKED_BACK = 64
"""Among this many hands of a table we look for the last settled one; the others were void."""

KEEP = (
    "insert into kept_tables (table_id, epoch, record)"
    " select id, $2, $3 from tables where id = $1 and epoch = $2"
    " on conflict (table_id) do update set epoch = excluded.epoch, record = excluded.record"
)
"""Keeps the record of a table for its owner, and for nobody else."""


class RoomStore:
    """MoneyStore, the two of suspense, HandRecords and TableStore of `room/ports.py`.

    `tells` fills the outbox for the operator; `metrics` get how long commits take.
    """

    def __init__(
        self, store: Store, *, tells: bool = False, metrics: Metrics | None = None
    ) -> None:
        self._store = store
        self._tells = tells
        self._metrics = metrics or Metrics()
        self._claims: dict[tuple[str, str], UnitClaim] = {}
        """The pools that this process runs, by stake and owner."""
        self._claiming = asyncio.Lock()
        self.suspense = Job(store, "suspense")
        self._metrics.count("hands_total", 0)

    async def balance(self, account: Account) -> Cents:
        return await self._store.balance(account)

    async def move(
        self,
        transfer: Transfer,
        under: tuple[TableId, int] | None,
        record: PlayerRecord | None = None,
        receipt: Receipt | None = None,
    ) -> object:
        """Apply a transfer once, with what must be remembered about its player.

        `under` a claim only while the table is still ours; with the receipt of a request. What is
        in suspense moves while that job is ours.
        """
        claim: Claim | UnitClaim | None = None if under is None else Claim(*under)
        if transfer.reason in SUSPENSE:
            claim = await self.suspense.claim()
        messages = outbox_messages.of_transfer(transfer) if self._tells else ()
        with self._timed("transfer"):
            return await self._store.transfer(transfer, claim, messages, record, receipt)

    async def move_all(self, transfers: Sequence[Transfer], receipt: Receipt) -> None:
        """Apply transfers of one booking, all or nothing and once, with its receipt."""
        await self._store.booking(lambda post: self._move_all(transfers, receipt, post))

    def _move_all(
        self, transfers: Sequence[Transfer], receipt: Receipt, post: Post
    ) -> Script[object]:
        """The receipt is written last: if a transfer is refused, none of it happened."""
        unwritten = yield from receipts.unwritten([receipt])
        for transfer in transfers:
            yield from self._post_once(transfer, post)
        yield from receipts.write(unwritten)
        return None

    def _post_once(self, transfer: Transfer, post: Post) -> Script[None]:
        """Post a transfer, unless the same money moved under its key at another moment."""
        booked = yield from reading.transfer(transfer.key)
        if booked is None or booked.entries != transfer.entries:
            yield from post(transfer, outbox_messages.of_transfer(transfer) if self._tells else ())

    async def receipt(self, player: PlayerId, request: str) -> bytes | None:
        """The hash over the content that was carried out under an id."""
        return await self._store.ask(lambda: receipts.find(player, request))

    async def forget_receipts(self, before_ms: int) -> None:
        """Forget receipts that are older."""
        await self._store.run_script(lambda: receipts.forget(before_ms))

    async def remember(self, record: PlayerRecord) -> None:
        """Write what must be remembered about a player when no money moves."""
        await self._store.run_script(lambda: remembering.write(record))

    async def remembered(self, at_ms: int) -> Sequence[PlayerRecord]:
        """What must be remembered about players and still has an effect at a moment."""
        return await self._store.ask(lambda: remembering.read(at_ms))

    async def remembered_of(self, player: PlayerId) -> PlayerRecord | None:
        """What is stored about one player."""
        return await self._store.ask(lambda: remembering.read_one(player))

    async def due_in_suspense(self, now_ms: int, limit: int) -> Sequence[Transfer]:
        """What lies in suspense and has fallen due, oldest first (CRASH-04)."""
        return await self._store.set_aside(Reason.SUSPENDED, now_ms, limit)

    async def in_suspense(self, limit: int) -> Sequence[Transfer]:
        """Everything that lies in suspense, what falls due first at the beginning (AMB-23)."""
        return await self._store.set_aside(Reason.SUSPENDED, TIME_MS_MAX, limit)

    async def booked(self, key: str) -> Transfer | None:
        """The transfer that was booked under a key."""
        return await self._store.stored_transfer(key)

    async def stored_hand(self, key: str) -> StoredHand | None:
        """A hand with what became of it."""
        return await self._store.ask(lambda: reading.hand(key))

    async def settle(self, hand: SettledHand) -> object:
        """Write one finished hand, all or nothing, at most once."""
        if self._tells:
            hand = msgspec.structs.replace(hand, outbox=(outbox_messages.of_hand(hand),))
        with self._timed("hand"):
            answer = await self._store.settle(hand)
        if answer is Answer.APPLIED:
            self._metrics.count("hands_total")
            self._metrics.count("rake_cents_total", hand.rake)
        return answer

    @contextmanager
    def _timed(self, unit: str) -> Iterator[None]:
        """Measure how long it takes until something is written."""
        started = time.perf_counter()
        yield
        self._metrics.observe_ms("commit_ms", 1000 * (time.perf_counter() - started), unit=unit)

    async def void(self, hand: SettledHand, epoch: int) -> None:
        """Keep the record of a hand that never was; the epoch is ours, the hand may be older."""
        await self._store.void(hand, Claim(hand.table, epoch))

    async def claim_table(self, table: TableId, owner: str, stake: str) -> int:
        """Run a table of a stake, whose pool is claimed as a whole with the first: its epoch."""
        claim = await self._claim_pool(stake, owner)
        return (await self._store.join(table, claim, owner)).epoch

    async def _claim_pool(self, stake: str, owner: str) -> UnitClaim:
        """Our claim on the pool of a stake, from the first time on."""
        async with self._claiming:
            if (stake, owner) not in self._claims:
                pool = UnitName("pool", stake)
                self._claims[stake, owner] = await self._store.claim_unit(pool, owner)
        return self._claims[stake, owner]

    @property
    def epoch_of_pool(self) -> int:
        """The highest epoch under which this process runs the pool of a stake; 0 without one."""
        return max((claim.epoch for claim in self._claims.values()), default=0)

    async def begin_run(self) -> int:
        """The number of one more start of a room, higher than all before."""
        return await self._store.begin_run()

    async def keep_place(self, place: LobbyPlace, owner: str) -> None:
        """Keep a place in the lobby, while the pool of its stake is ours."""
        claim = await self._claim_pool(stake_word(place.stake), owner)
        await self._store.run_script(lambda: places.keep(place, claim))

    async def drop_place(self, number: EntryNumber, stake: StakeKey, owner: str) -> None:
        """Forget a place in the lobby; a seat that is paid stays until its table has it."""
        claim = await self._claim_pool(stake_word(stake), owner)
        await self._store.run_script(lambda: places.drop(number, claim))

    async def places(self) -> Sequence[LobbyPlace]:
        """All places in the lobby, at each stake in the order in which their players came."""
        return await self._store.ask(places.read)

    async def reserve_tables(self, count: int) -> TableId:
        """Take numbers of tables that nobody else gets, from this one on."""
        return await self._store.reserve_tables(count)

    async def claim_pool(self, stake: StakeKey, owner: str) -> None:
        """Run the pool of a stake, whether it has tables or not."""
        await self._claim_pool(stake_word(stake), owner)

    async def pools(self) -> Sequence[StakeKey]:
        """The stakes whose pool a process has run at some time."""
        found = map(read_stake, await self._store.ask(lambda: units_of("pool")))
        return [stake for stake in found if stake is not None]

    async def keep_table(
        self,
        table: TableId,
        epoch: int,
        record: bytes,
        noted: Sequence[Receipt] = (),
        arrived: Sequence[PlayerId] = (),
    ) -> None:
        """Keep what a table was like, while it is ours; of a table that is gone, nothing.

        Players who have arrived since the last time need no place in the lobby any more.
        """
        await self._store.run_script(lambda: _keep(table, epoch, record, noted, arrived))

    async def kept_tables(self) -> Sequence[tuple[TableId, bytes]]:
        """Every table that was not closed."""
        return await self._store.ask(_kept)

    async def closed_stakes(self) -> Sequence[str]:
        """Stakes that the operator has closed."""
        return await self._store.ask(_closed_stakes)

    async def keep_stake(self, stake: str, *, closed: bool) -> None:
        """Remember whether a stake is closed, over a restart."""
        await self._store.run_script(lambda: _keep_stake(stake, closed=closed))

    async def stacks(self, table: TableId) -> Mapping[PlayerId, Cents]:
        """The stacks after the last settled hand."""
        return await self._store.stacks(table)

    async def last_number(self, table: TableId) -> int:
        """The number of the last hand there, settled or void; 0 before the first."""
        return await self._store.ask(lambda: reading.last_number(table))

    async def last_hand(self, table: TableId) -> SettledHand | None:
        """The last hand that was settled there."""
        hands = await self._store.hands_of_table(table, LOOKED_BACK)
        return next((one.hand for one in hands if not one.is_void), None)


def _keep(
    table: TableId,
    epoch: int,
    record: bytes,
    noted: Sequence[Receipt],
    arrived: Sequence[PlayerId],
) -> Script[object]:
    """Verify everything before anything is written: a refusal does not undo what came before."""
    ours = yield One("select id from tables where id = $1 and epoch = $2", (table, epoch))
    if not ours:
        raise OwnerChanged(Invariant.ESCROW_IS_STACKS, "not_the_owner", {"table": table})
    yield from receipts.note(noted)
    if record:
        yield from places.taken_over(table, arrived)
        yield One(KEEP, (table, epoch, record))
    else:
        yield from places.drop_all(table)
        yield One("delete from kept_tables where table_id = $1", (table,))
    return None


def _closed_stakes() -> Script[list[str]]:
    rows = yield One("select stake from closed_stakes order by stake")
    return [stake for (stake,) in rows]


def _keep_stake(stake: str, *, closed: bool) -> Script[object]:
    yield One("delete from closed_stakes where stake = $1", (stake,))
    if closed:
        yield One("insert into closed_stakes (stake) values ($1)", (stake,))
    return None


def _kept() -> Script[list[tuple[TableId, bytes]]]:
    rows = yield One("select table_id, record from kept_tables order by table_id")
    return [(TableId(table), bytes(record)) for table, record in rows]
