"""The cash game around the hands of one table: when to deal, what a hand pays, what a stop does."""

from collections.abc import Callable, Mapping

from cardroom.cash.positions import HandPositions
from cardroom.cash.table import CashTable
from cardroom.engine.hand import Hand
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.cash.display import CashDisplay
from cardroom.room.cash.seat_requests import change_seat, verify_one_seat
from cardroom.room.cash.settling import Settling
from cardroom.room.cash.views import TableView
from cardroom.room.incidents import log, report
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyTableRequest, Sit
from cardroom.room.sealed import Opaque
from cardroom.room.services import RoomServices
from cardroom.room.shuffle import below
from cardroom.room.tables.protocols import Outlook
from cardroom.room.tables.task import DONE, TableTask
from cardroom.units import Cents


class CashOwner(Opaque):
    """The owner of one cash table (TableOwner). `publish_events` tells everybody what the lobby
    has heard from its tables, this one included."""

    def __init__(
        self,
        services: RoomServices,
        table: CashTable,
        epoch: int,
        publish_events: Callable[[], None],
    ) -> None:
        self.display = CashDisplay(table, services.lobby.edition.name, services.names)
        self._services = services
        self._table = table
        self._epoch = epoch
        self._publish_events = publish_events
        self._settling = Settling(services, table, epoch)
        self._prepared: HandPositions | None = None
        self._is_stopped = False
        self._is_closed = False

    # Between the hands

    def process_events(self, at_ms: int) -> None:
        """Have the lobby do what follows from the news of the table, and tell everybody."""
        self._services.lobby.process_events(self._table.table, at_ms)
        self._publish_events()

    def carry_out(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None, at_ms: int
    ) -> Answer:
        """Change a seat, with the receipt of what moves money."""
        table, services = self._table, self._services
        if isinstance(request, Sit):
            verify_one_seat(table, services.names, caller)
            if self._is_stopped:
                raise SeatRefused("CRASH-02", "table_is_frozen")
        with services.wallets.noting(receipt):
            change_seat(services.lobby, table, caller.player, request, at_ms)
            services.lobby.process_events(table.table, at_ms)
            waiting = services.wallets.take_receipt()
        self._publish_events()
        if waiting is not None:
            # No money has moved yet: the receipt is written with what the table was like.
            self._keep(waiting)
        return DONE

    # The deal

    def prepare(self, at_ms: int) -> Outlook:
        """Do what has waited for the end of a hand, then see who would be dealt in."""
        table, services = self._table, self._services
        table.tidy(at_ms, services.wallets.balance)
        self._prepared = table.plan(at_ms, lambda count: below(services.bits, count))
        self.process_events(at_ms)
        if self._prepared is None:
            return Outlook(is_ready=False, missing=max(1, table.needed - table.ready))
        return Outlook(is_ready=True)

    async def announce(self) -> None:
        """Have the store know the number of the hand, and who is in it (AMB-69)."""
        assert self._prepared is not None
        await self._settling.begin(self._table.number + 1, self._prepared)

    def may_deal(self) -> bool:
        """Whether everybody who is to get cards is still there and ready."""
        table, deal = self._table, self._prepared
        assert deal is not None
        players = deal.dealt_in.values()
        return all(table.has(one) and table.occupant(one).is_ready for one in players)

    def call_off(self) -> None:
        """Nobody has heard of the hand: it is not dealt."""
        self._settling.call_off()

    def start_hand(self, at_ms: int) -> None:
        """Shuffle and deal."""
        services, deal = self._services, self._prepared
        assert deal is not None
        deck = services.shuffle(services.bits)
        self._table.start_hand(deal, deck.cards.open(), at_ms)
        self._settling.has_begun(deck.proof)

    # The end of a hand

    async def store(self, hand: Hand, at_ms: int) -> bool:
        """Make the finished hand money (CRASH-01)."""
        await self._settling.store(hand, at_ms)
        return True

    def hand_stored(self, at_ms: int) -> None:
        """Stacks, seats and everything that has waited for the end of the hand."""
        self._services.lobby.after_hand(self._table.table, at_ms)
        self._settling.done()
        self._publish_events()
        self.keep()

    def keep(self) -> None:
        """Have the store remember who sits where."""
        self._keep(None)

    def _keep(self, receipt: Receipt | None) -> None:
        if not self._is_closed:
            self._settling.keep(receipt)
        elif receipt is not None:
            self._settling.keep_gone(receipt)

    # A stop

    def close_seats(self, at_ms: int) -> None:
        """Offer no seats while the table has stopped."""
        self._is_stopped = True
        self._services.lobby.offer_no_more(self._table.table, at_ms)

    def open_seats(self, at_ms: int) -> None:
        """Offer seats again."""
        self._is_stopped = False
        self._services.lobby.offer_again(self._table.table, at_ms)

    async def is_stored(self) -> bool:
        """Whether the hand that was being written is paid."""
        return await self._settling.is_paid()

    async def stored_stacks(self) -> Mapping[PlayerId, Cents]:
        """What the store says that everybody has here."""
        return await self._settling.stored_stacks()

    def finish_hand(self) -> None:
        """The hand in which the table stopped is paid."""
        if self._table.hand is not None:
            self._table.finish()
        self._settling.done()

    def void_hand(self, reason: str, at_ms: int) -> None:
        """Roll the hand back and keep its record; it is dealt again (CRASH-01, AMB-69)."""
        table = self._table
        self._settling.keep_void(at_ms)
        try:
            table.roll_back(reason)
        except Exception as error:  # noqa: BLE001 - a broken hand is dropped as it is
            report("a hand could not be voided", error)
            table.hand = None
            table.roll_back(reason)
        log.warning("table %s is frozen, its hand %s never was", table.table, table.number)
        self._settling.done()

    def agree(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Take over the stacks that are stored."""
        self._settling.agree(stored)

    def close(self) -> None:
        """A table that nobody sits at is gone, also for the store."""
        self._is_closed = True
        self._settling.keep_gone()

    def end(self) -> None:
        """The room stops: the hand in progress is void (CRASH-01, AMB-69)."""
        self._settling.keep_stopped()


class CashTableTask(TableTask[CashTable, TableView]):
    """The task of a cash table, with what is displayed of its seats."""

    def __init__(
        self,
        services: RoomServices,
        table: CashTable,
        owner: CashOwner,
        epoch: int,
        *,
        deal_at_ms: int,
    ) -> None:
        super().__init__(services, table, owner, epoch, deal_at_ms=deal_at_ms)
        self.display = owner.display
