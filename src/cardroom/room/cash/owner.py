"""The cash game around the hands of one table: when to deal, what a hand pays, what a stop does."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from cardroom.cash.lobby_events import TableClosing
from cardroom.cash.messages import CloseTable, ToTable
from cardroom.cash.positions import HandPositions
from cardroom.cash.seat_order import SeatOrder
from cardroom.cash.table import CashTable
from cardroom.cash.table_desk import TableDesk
from cardroom.engine.hand import Hand
from cardroom.errors import OperatorRefused, SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.bus import table_address
from cardroom.room.cash.display import CashDisplay
from cardroom.room.cash.drawing import ButtonDraw
from cardroom.room.cash.giving_back import give_back
from cardroom.room.cash.me import MeDesk
from cardroom.room.cash.messages import (
    LOBBY,
    BringToCash,
    GiveBackHand,
    LookAtTable,
    SeatNotPaid,
    SeatPaid,
    TableLook,
    TakeSeat,
    TopUpsUnpaid,
)
from cardroom.room.cash.publishing import TablePublisher
from cardroom.room.cash.returning import grant_return
from cardroom.room.cash.seat_requests import change_seat, verify_one_seat
from cardroom.room.cash.settling import Settling
from cardroom.room.cash.views import TableView
from cardroom.room.incidents import SaleEnded, log, report
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyTableRequest
from cardroom.room.sealed import Opaque
from cardroom.room.services import RoomServices
from cardroom.room.shuffle import ShuffledDeck
from cardroom.room.tables.protocols import DealPlan, Outlook
from cardroom.room.tables.task import DONE, TableTask
from cardroom.units import Cents, Seat


class CashOwner(Opaque):
    """The owner of one cash table (TableOwner): the table's desk, in a room."""

    def __init__(self, services: RoomServices, desk: TableDesk, epoch: int, me: MeDesk) -> None:
        table = desk.table
        self.display = CashDisplay(table, services.edition.name, services.names)
        self._services = services
        self._desk = desk
        self._table = table
        self._address = table_address(table.table)
        self._publisher = TablePublisher(services, desk, me, self.display)
        self._settling = Settling(services, desk, epoch)
        self._prepared: HandPositions | None = None
        self._button = ButtonDraw(services, table.table, self._ready)
        self._is_closed = False
        self._fail: Callable[[Exception], None] | None = None

    def attach(self, task: "CashTableTask") -> None:
        """Publish on the channel of the table's task from now on."""
        self._publisher.attach(task)
        self._fail = task.fail

    # Between the hands

    @property
    def due_ms(self) -> int | None:
        """When somebody who sits out is removed (SIT-03)."""
        return self._desk.next_deadline_ms

    def grant_return(self, at_ms: int, return_ms: int) -> None:
        """Let nobody be removed before they could come back (SIT-03)."""
        grant_return(self._table, at_ms, return_ms)

    def process_events(self, at_ms: int) -> None:
        """Do what follows from the news of the table, and tell everybody."""
        if self._table.hand is not None and not self._table.has_news:
            return
        desk = self._desk
        desk.tick(at_ms)
        desk.process_events(at_ms)
        self._pass_on(at_ms)

    def _pass_on(self, at_ms: int) -> None:
        """Tell the lobby what it has to know, and everybody what has happened."""
        self._tell_lobby(at_ms)
        news = self._desk.take_news()
        if news:
            self._publisher.publish(news)

    def _tell_lobby(self, at_ms: int) -> None:
        for message in self._desk.reports.take(at_ms):
            self._services.bus.send(LOBBY, message, sender=self._address)

    def carry_out(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None, at_ms: int
    ) -> Answer:
        """Change a seat, with the receipt of what moves money."""
        wallets = self._services.wallets
        with wallets.noting(receipt):
            change_seat(self._desk, caller.player, request, at_ms)
            self._desk.process_events(at_ms)
            waiting = wallets.take_receipt()
        self._pass_on(at_ms)
        if waiting is not None:
            # No money has moved yet: the receipt is written with what the table was like.
            self._keep(waiting)
        return DONE

    # What other actors say

    def receive(self, message: object, at_ms: int) -> object:
        """Do what the lobby or the house wants of this table, and whatever follows from it."""
        try:
            return self._do(message, at_ms)
        finally:
            self._pass_on(at_ms)

    def _do(self, message: object, at_ms: int) -> object:
        match message:
            case TakeSeat(is_decided_again=True):
                return self._order_seat_again(message, at_ms)
            case TakeSeat():
                return self._order_seat(message, at_ms)
            case SeatPaid():
                self._seat(message, at_ms)
            case SeatNotPaid():
                self._desk.cancel(message.order, at_ms)
                self._sale_ended(message.order.player)
            case TopUpsUnpaid():
                self._take_back_top_ups(at_ms)
            case LookAtTable():
                return self._look()
            case BringToCash():
                self._bring_to_cash(message, at_ms)
            case GiveBackHand():
                return give_back(self._services.wallets, message, at_ms, self._desk)
            case _:
                assert isinstance(message, ToTable), f"no such message to a table: {message}"
                self._desk.receive(message, at_ms)
                if isinstance(message, CloseTable):
                    self._publisher.publish_notice(TableClosing(table=self._table.table))
        return DONE

    def _order_seat(self, message: TakeSeat, at_ms: int) -> SeatOrder:
        """Decide about the seat that the lobby keeps for a player: what they have to pay."""
        caller, request = message.caller, message.request
        try:
            verify_one_seat(self._table.players, self._services.names, caller)
            if self._services.verify_neighbours is not None:
                self._services.verify_neighbours(caller.player, self._table.players)
        except SeatRefused:
            self._desk.refuse_seat(caller.player, at_ms)
            raise
        player, amount = caller.player, request.amount
        return self._desk.order_seat(player, message.seat, amount, at_ms, reset=request.reset)

    def _order_seat_again(self, message: TakeSeat, at_ms: int) -> SeatOrder:
        """Decide once more about a seat that was not paid; a refusal ends its order.

        Only then: an order whose money is on its way is kept, whatever else is refused (CRASH-02).
        """
        try:
            return self._order_seat(message, at_ms)
        except Exception:
            self._desk.end_order(message.caller.player)
            self._sale_ended(message.caller.player)
            raise

    def _sale_ended(self, player: PlayerId) -> None:
        """Read the stored stacks again, where money of an earlier seat could be in them."""
        if player in self._settling.unclear:
            self._settling.unclear.discard(player)
            assert self._fail is not None
            self._fail(SaleEnded())

    def _seat(self, message: SeatPaid, at_ms: int) -> None:
        """A seat is paid: its player sits down, and posts if they want to and may (CASH-14)."""
        player = message.order.player
        self._desk.seat(message.order, at_ms)
        self._settling.arrive(player)
        self._sale_ended(player)
        if message.post and self._table.has(player):
            with suppress(SeatRefused):
                self._table.post_or_wait(player, post=True)
                self._desk.process_events(at_ms)

    def _take_back_top_ups(self, at_ms: int) -> None:
        """Take off the stacks what the store did not have; nobody is in a hand with it."""
        for unpaid in self._services.wallets.take_unpaid(self._table.table):
            self._desk.refuse_top_up(unpaid.player, unpaid.amount, unpaid.refusal, at_ms)

    def arrive(self, player: PlayerId) -> None:
        """A player who had paid before a restart has the seat: the next record says so."""
        self._settling.arrive(player)

    def _look(self) -> TableLook:
        return TableLook(ready=self._table.ready, stands_still=self._desk.reports.stands_still)

    def _bring_to_cash(self, message: BringToCash, at_ms: int) -> None:
        """Take what is lacking in the cash from the stack, as far as it is there."""
        table, player = self._table, message.player
        lacking = message.amount - self._services.wallets.balance(player)
        stack = table.occupant(player).stack if table.has(player) else 0
        if min(lacking, stack) > 0:
            self._desk.take_from_stack(player, min(lacking, stack), at_ms)

    # The deal

    def prepare(self, at_ms: int) -> Outlook:
        """Do what has waited for the end of a hand, then see who would be dealt in."""
        table = self._table
        self._take_back_top_ups(at_ms)
        self._desk.between_hands(at_ms)
        self._button.drawn = None
        self._prepared = table.plan(at_ms, self._button.below)
        self.process_events(at_ms)
        if self._prepared is None:
            return Outlook(is_ready=False, missing=max(1, table.needed - table.ready))
        return Outlook(is_ready=True)

    def _ready(self) -> tuple[int, list[Seat]]:
        """Among whom the first button of the next hand is drawn (CASH-08)."""
        table = self._table
        return table.number + 1, [one.seat for one in table.in_order() if one.is_ready]

    async def announce(self) -> None:
        """Have the store know the number of the hand, and who is in it (AMB-69)."""
        assert self._prepared is not None
        await self._settling.begin(self._table.number + 1, self._prepared)

    def may_deal(self) -> bool:
        """Whether everybody who is to get cards is still there and ready."""
        table, deal = self._table, self._prepared
        assert deal is not None
        if self._services.wallets.has_unpaid(table.table):
            return False
        players = deal.dealt_in.values()
        return all(table.has(one) and table.occupant(one).is_ready for one in players)

    def call_off(self) -> None:
        """Nobody has heard of the hand: it is not dealt."""
        self._settling.call_off()

    def plan(self) -> DealPlan:
        """The announced hand, for whoever makes its deck."""
        table, deal = self._table, self._prepared
        assert deal is not None
        drawn = self._button.drawn
        return DealPlan(table.number + 1, table.stake.game, deal.button, deal.dealt_in, drawn)

    def start_hand(self, deck: ShuffledDeck, at_ms: int) -> None:
        """Deal."""
        deal = self._prepared
        assert deal is not None
        self._table.start_hand(deal, deck.cards.open(), at_ms)
        self._settling.has_begun(deck.proof)

    # The end of a hand

    async def store(self, hand: Hand, at_ms: int) -> bool:
        """Make the finished hand money (CRASH-01)."""
        await self._settling.store(hand, at_ms)
        return True

    def hand_stored(self, at_ms: int) -> None:
        """Stacks, seats and everything that has waited for the end of the hand."""
        self._desk.after_hand(at_ms)
        self._settling.done()
        self._pass_on(at_ms)
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
        """Give no seats while the table has stopped."""
        self._desk.stop(at_ms)
        self._tell_lobby(at_ms)

    def open_seats(self, at_ms: int) -> None:
        """Give seats again, once it is clear whose the money at the table is."""
        if self._settling.unclear:
            raise OperatorRefused("CRASH-02", "cannot_play_on", {"cause": SaleEnded.__name__})
        self._desk.play_on(at_ms)
        self._tell_lobby(at_ms)

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

    def void_announced(self, reason: str, at_ms: int) -> None:
        """Use up the number of a hand that was announced and got no cards (AMB-69, CASH-02)."""
        announced = self._settling.announced
        if announced is not None:
            self._table.void_undealt(announced, at_ms, reason)
            self._settling.call_off()

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
        # A top-up that the store refused is in none of them: it is not taken off once more.
        self._services.wallets.take_unpaid(self._table.table)
        self._desk.reports.look_again()
        self._tell_lobby(self._services.clock.now_ms())
        self._publisher.publish_summary()

    def close(self) -> None:
        """A table that nobody sits at is gone, also for the store."""
        self._is_closed = True
        self._settling.keep_gone()
        self._services.board.remove(self._table.table)

    def end(self) -> None:
        """The room stops: the hand in progress is void (CRASH-01, AMB-69)."""
        self._settling.keep_stopped()


class CashTableTask(TableTask[CashTable, TableView]):
    """The task of a cash table."""

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
        owner.attach(self)
        self._cash_owner = owner

    def arrive(self, player: PlayerId) -> None:
        """A player who had paid before a restart has the seat."""
        self._cash_owner.arrive(player)
