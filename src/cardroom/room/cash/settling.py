"""A finished hand becomes money: written until the store answers, asked for when in doubt."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET

from cardroom.cash.positions import HandPositions
from cardroom.cash.records import record_of
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.cash.table_desk import TableDesk
from cardroom.engine.events import Event, HandVoided, encode_events
from cardroom.engine.hand import Hand
from cardroom.ledger import PlayerId, SettledHand
from cardroom.room.counting import counted
from cardroom.room.incidents import log
from cardroom.room.ordered_writes import about_player, about_table
from cardroom.room.records import Receipt
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.sealed import Opaque
from cardroom.room.services import RoomServices
from cardroom.room.shuffle import DeckProof
from cardroom.rulebook.cash.stakes import stake_word
from cardroom.units import Cents

INTERRUPTED, STOPPED = "interrupted", "stopped"
"""Why a hand is void that was in progress when the room ended."""


class Settling(Opaque):
    """What one table writes to the store."""

    def __init__(self, services: RoomServices, desk: TableDesk, epoch: int) -> None:
        self._services = services
        self._desk = desk
        self._table = desk.table
        self._epoch = epoch
        self._hand: SettledHand | None = None
        """The finished hand that is being written, until the table has it too."""
        self._keep_waits = False
        self._next: tuple[int, HandPositions] | None = None
        """The hand that is about to be dealt, while the store is waited for."""
        self._proof: DeckProof | None = None
        """What proves the shuffle of the hand in progress."""
        self._arrived: set[PlayerId] = set()
        """Who has sat down since the table was last kept."""
        self._receipts: list[Receipt] = []
        """Of requests that move money after the hand, until they are written."""
        self.unclear: set[PlayerId] = set()
        """Who had money here and no seat while they paid for one: it may be of an earlier seat."""

    # The hand that is dealt

    async def begin(self, number: int, deal: HandPositions) -> None:
        """Have the store know the next hand: if it is never paid, it is void (AMB-69)."""
        self._next = number, deal
        self.keep()
        await self._services.wallets.flush(about_table(self._table.table))

    @property
    def announced(self) -> HandPositions | None:
        """The hand that the store knows and the table has not dealt."""
        return None if self._next is None else self._next[1]

    def has_begun(self, proof: DeckProof | None) -> None:
        """The table has dealt the hand from a deck with this proof."""
        self._next = None
        self._proof = proof

    def call_off(self) -> None:
        """The hand is not dealt after all, and nobody has heard of it."""
        self._next = None
        self.keep()

    # The hand that is paid

    async def store(self, hand: Hand, at_ms: int) -> None:
        """Write the finished hand after all money that was brought to it (CRASH-01)."""
        settled = self._hand = self._settled(hand, at_ms)
        services = self._services
        await services.wallets.flush(about_table(self._table.table))
        await retry_while_unavailable(lambda: services.money.settle(settled))

    def done(self) -> None:
        """The table has taken over the stacks of the paid hand."""
        self._hand = None

    async def is_paid(self) -> bool:
        """Whether the hand that was being written is in the store, after our own mistake."""
        settled = self._hand
        if settled is None:
            return False
        last = await retry_while_unavailable(lambda: self._services.tables.last_hand(settled.table))
        return last is not None and last.key == settled.key

    def _settled(self, hand: Hand, at_ms: int) -> SettledHand:
        services, deal = self._services, self._table.deal
        assert deal is not None
        settled = self._table.settlement(
            epoch=self._epoch,
            edition=services.edition.name,
            currency=services.currency,
            at_ms=at_ms,
        )
        statistics = counted(hand.events, deal.dealt_in, settled.deltas, at_ms=at_ms)
        stake = stake_word(self._table.stake.key)
        proof = UNSET if self._proof is None else self._proof.encoded()
        return msgspec.structs.replace(settled, statistics=statistics, stake=stake, proof=proof)

    # The hand that never was

    def keep_void(self, at_ms: int) -> None:
        """Keep the record of the hand that never was; it may be looked into after the fact."""
        table = self._table
        if table.hand is not None and table.deal is not None:
            self._keep_void(table.number, self._epoch, table.deal, table.hand.events, at_ms)

    def keep_interrupted(self, number: int, epoch: int, deal: HandPositions, at_ms: int) -> None:
        """Keep what is known of a hand that was in progress when the room was killed (AMB-69).

        Its cards and actions are gone; who was dealt in, with what, and its number are known.
        """
        events = (self._table.starting(deal), HandVoided(INTERRUPTED))
        self._keep_void(number, epoch, deal, events, at_ms)

    def _keep_void(
        self, number: int, epoch: int, deal: HandPositions, events: Sequence[Event], at_ms: int
    ) -> None:
        table, services = self._table, self._services
        void = SettledHand(
            table=table.table,
            epoch=epoch,
            number=number,
            edition=services.edition.name,
            currency=services.currency,
            at_ms=at_ms,
            deltas={},
            rake=0,
            rake_cap=0,
            stacks={},
            history=encode_events(events),
            seats=dict(deal.dealt_in),
            stake=stake_word(table.stake.key),
        )
        log.warning("hand %s is void", void.key)
        services.wallets.write(lambda: services.money.void(void, self._epoch), table.table)

    async def stored_stacks(self) -> Mapping[PlayerId, Cents]:
        """What the store says everybody has, when nothing is on its way to it."""
        table, services = self._table.table, self._services
        while True:
            await services.wallets.flush(about_table(table))
            stored = await retry_while_unavailable(lambda: services.tables.stacks(table))
            if not services.wallets.is_writing(about_table(table)):
                await self._recall(stored)
                self._remember_departures(stored)
                return stored

    async def _recall(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Of players who have money here and no seat, remember what the store does.

        Their departure was refused there, and is remembered with the money they get back.
        """
        services = self._services
        for player in stored:
            if not self._table.has(player) and not self._desk.expects(player):
                await services.wallets.flush(about_player(player))
                record = await retry_while_unavailable(
                    lambda who=player: services.tables.remembered_of(who)  # type: ignore[misc]
                )
                services.history.restore(record or PlayerRecord(player=player, until_ms=0))

    def _remember_departures(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Have the store remember those who have left, and whose money it refused.

        Who still has money here is remembered with it, when they get it back.
        """
        wallets = self._services.wallets
        for note in wallets.take_unnoted(self._table.table):
            player = note.record.player
            if not stored.get(player) and not self._table.has(player):
                wallets.move(None, note)

    def agree(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Take the stacks from the store; who has money there and no seat gets it back.

        The table is only a reading of what is stored: in doubt the store is right.
        """
        table = self._table
        for occupant in table.in_order():
            stack = stored.get(occupant.player, 0)
            if occupant.stack != stack:
                log.error("table %s: the stack of %s was wrong", table.table, occupant.player)
                occupant.stack = stack
        for player, stack in stored.items():
            if not stack or table.has(player):
                continue
            if self._desk.expects(player):
                self.unclear.add(player)
            else:
                self._desk.pay_out(player, stack, self._services.clock.now_ms())

    # The table between its hands

    def arrive(self, player: PlayerId) -> None:
        """A player has taken a seat: the next record of the table has it."""
        self._arrived.add(player)

    def keep(self, receipt: Receipt | None = None) -> None:
        """Have the store remember who sits where; what waits to be written is written as it is
        then. A receipt of what will move money after the hand is written with it."""
        if receipt is not None:
            self._receipts.append(receipt)
        if not self._keep_waits:
            self._keep_waits = True
            self._services.wallets.write(self._write_record, self._table.table)

    def keep_gone(self, *receipts: Receipt) -> None:
        """There is no such table any more; what was still asked of it has its receipt."""
        tables, table, epoch = self._services.tables, self._table.table, self._epoch
        self._services.wallets.write(lambda: tables.keep_table(table, epoch, b"", receipts), table)

    def keep_stopped(self) -> None:
        """The room stops: the hand in progress is void, unless it is being paid (AMB-69)."""
        if self._hand is None and self._table.deal is not None:
            self.keep_void(self._services.clock.now_ms())
            self._table.roll_back(STOPPED)
            self.keep()

    async def _write_record(self) -> None:
        self._keep_waits = False
        known = record_of(self._table, epoch=self._epoch)
        if self._next is not None:
            number, deal = self._next
            known = msgspec.structs.replace(known, begun=number, redeal=deal)
        record = msgspec.json.encode(known)
        noted, arrived = tuple(self._receipts), tuple(self._arrived)
        await self._services.tables.keep_table(
            self._table.table, self._epoch, record, noted, arrived
        )
        del self._receipts[: len(noted)]
        self._arrived.difference_update(arrived)
