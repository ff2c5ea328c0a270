"""The tournament around the hands of one of its tables: asked and heard over the bus."""

import copy
from collections.abc import Mapping
from typing import Any

from cardroom.engine.hand import Hand
from cardroom.errors import CardroomError, SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.bus import table_address
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, Bus
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyTableRequest
from cardroom.room.sealed import Opaque, Sealed
from cardroom.room.shuffle import DeckProof, ShuffledDeck
from cardroom.room.tables.protocols import DealPlan, Outlook, RunnerServices
from cardroom.room.tables.task import DONE, TableTask
from cardroom.room.tournaments.messages import (
    AskCommitted,
    CopyHand,
    DealHand,
    FinishHand,
    FromTable,
    GameStored,
    HandCopy,
    LentHand,
    MayDeal,
    SeatsStored,
    TableMerged,
    TakeBackHand,
    TimedOut,
    VoidHand,
    tournament_address,
)
from cardroom.room.tournaments.tables.display import TournamentDisplay
from cardroom.room.tournaments.tables.table import TournamentTable
from cardroom.room.tournaments.tables.views import GameChanged, HandTakenBack, TournamentTableView
from cardroom.tournament.tables.field_state import FEWEST
from cardroom.units import Cents

NO_STACKS: Mapping[PlayerId, Cents] = {}


class TournamentTableOwner(Opaque):
    """The owner of one table of a tournament (TableOwner)."""

    def __init__(
        self, bus: Bus, table: TournamentTable, display: TournamentDisplay, epoch: int
    ) -> None:
        self.display = display
        self._bus = bus
        self._table = table
        self._epoch = epoch
        self._task: TournamentTableTask | None = None
        self._dealt: LentHand | None = None
        """The hand that the tournament has fixed, until the runner starts it."""
        self._proof: DeckProof | None = None
        """What proves the shuffle of the hand in progress."""
        self._may_deal = True
        """Whether to ask for a hand; the tournament has refused one when not."""
        self._is_closed = False

    def attach(self, task: "TournamentTableTask") -> None:
        """Publish on the channel of the table's task from now on."""
        self._task = task

    # Between the hands

    @property
    def due_ms(self) -> int | None:
        """Never: the tournament has the time."""
        return None

    def receive(self, message: object, at_ms: int) -> object:
        """What the tournament says, once it is stored."""
        task = self._task
        assert task is not None
        match message:
            case SeatsStored():
                self._take_seats(task, message, at_ms)
            case GameStored():
                self.display.game = message.game
                task.channel.publish(GameChanged(game=message.game))
            case TableMerged():
                task.channel.publish(message.notice)
            case TakeBackHand():
                self._take_back(task, message)
            case MayDeal():
                self._may_deal = True
                task.nudge()
            case CopyHand():
                return self._copy(message.number)
            case _:
                raise AssertionError(f"no such message to a table of a tournament: {message}")
        return DONE

    def _take_seats(self, task: "TournamentTableTask", message: SeatsStored, at_ms: int) -> None:
        self._table.take_seats(message.places)
        self.display.take_seats(message.places)
        for place in message.places:
            self._table.follow(place, message.at_ms, at_ms)
        task.tell_standing()

    def _take_back(self, task: "TournamentTableTask", message: TakeBackHand) -> None:
        """The hand on the felt never was, unless the table knows it already."""
        if self._table.deal is not None and self._table.number == message.number:
            self._table.clear()
            task.take_back(HandTakenBack(hand=message.number, reason=message.reason))

    def _copy(self, number: int) -> HandCopy | None:
        """The hand in progress as it is now, for its record."""
        if self._table.hand is None or self._table.number != number:
            return None
        return Sealed(copy.copy(self._table.hand))

    def grant_return(self, at_ms: int, return_ms: int) -> None:
        """Nothing: the table deals later, and the tournament waits for its tables."""

    def process_events(self, at_ms: int) -> None:
        """Tell the tournament for whom the table has decided (TAMB-90)."""
        del at_ms
        late, self._table.timed_out = self._table.timed_out, []
        for player in late:
            self._send(TimedOut(**self._sender, number=self._table.number, player=player))

    def carry_out(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None, at_ms: int
    ) -> Answer:
        """Refuse: seats are the tournament's business, which is asked itself."""
        del caller, receipt, at_ms
        raise SeatRefused("TRN-07", "not_in_a_tournament", {"request": type(request).__name__})

    # The tournament

    @property
    def _sender(self) -> dict[str, Any]:
        return {"table": self._table.place, "epoch": self._epoch}

    def _send(self, message: FromTable) -> None:
        to, sender = tournament_address(self._table.tournament), table_address(self._table.table)
        self._bus.send(to, message, sender=sender)

    async def _ask(self, message: FromTable) -> Any:
        """The answer of the tournament; None when the table was closed while it was waited for."""
        try:
            return await self._bus.ask(tournament_address(self._table.tournament), message)
        except CardroomError:
            if self._is_closed:
                return None
            raise

    # The deal

    def prepare(self, at_ms: int) -> Outlook:
        """See whether to ask for a hand; the tournament says when to ask again."""
        del at_ms
        if self._may_deal:
            return Outlook(is_ready=True)
        return Outlook(is_ready=False, missing=max(0, FEWEST - self._table.seated))

    async def announce(self) -> None:
        """Have the tournament fix the hand, which is a step of its own and stored."""
        self._dealt = await self._ask(DealHand(**self._sender))
        self._may_deal = self._dealt is not None

    def may_deal(self) -> bool:
        """Whether the hand is fixed."""
        return self._dealt is not None

    def call_off(self) -> None:
        """Nobody has heard of the hand: it never was."""
        if self._dealt is not None and not self._is_closed:
            self._void(self._dealt, "called_off")
        self._dealt = None

    def _void(self, lent: LentHand, reason: str) -> None:
        dealt = lent.open().dealt_hand
        assert dealt is not None
        self._send(VoidHand(**self._sender, number=dealt.number, reason=reason, played=lent))

    def plan(self) -> DealPlan:
        """The hand that the tournament has fixed."""
        assert self._dealt is not None
        table = self._dealt.open()
        dealt = table.dealt_hand
        assert dealt is not None
        players = {seat: table.seats[seat].player for seat, _ in dealt.dealt_in}
        return DealPlan(dealt.number, table.game, dealt.positions.button, players)

    def start_hand(self, deck: ShuffledDeck, at_ms: int) -> None:
        """Deal the cards of the stored hand, which is on the felt from now on."""
        assert self._dealt is not None
        self._table.start_hand(self._dealt, deck, at_ms)
        self._proof = deck.proof
        self._dealt = None

    # The end of a hand

    async def store(self, hand: Hand, at_ms: int) -> bool:
        """Have the tournament count the hand: it is stored with all that follows from it."""
        del at_ms
        lent = self._table.lent
        assert lent is not None
        assert lent.open().hand is hand
        proof = None if self._proof is None else Sealed(self._proof.encoded())
        finished = FinishHand(**self._sender, number=self._table.number, played=lent, proof=proof)
        return bool(await self._ask(finished))

    def hand_stored(self, at_ms: int) -> None:
        """Clear the felt; what follows for the seats is the next message."""
        del at_ms
        self._table.clear()

    def keep(self) -> None:
        """Nothing: a tournament is stored as its events."""

    # A stop

    def close_seats(self, at_ms: int) -> None:
        """Seats of a tournament are not offered; a hand without cards never was."""
        del at_ms
        self.call_off()

    def open_seats(self, at_ms: int) -> None:
        """The operator lets the table play on: it asks for a hand again."""
        del at_ms
        self._may_deal = True

    async def is_stored(self) -> bool:
        """Whether the hand in which the table stopped counts."""
        if self._table.lent is None:
            return False
        asked = AskCommitted(**self._sender, number=self._table.number, played=self._table.lent)
        return bool(await self._ask(asked))

    async def stored_stacks(self) -> Mapping[PlayerId, Cents]:
        """None: chips are in the tournament's events, not in the ledger."""
        return NO_STACKS

    def finish_hand(self) -> None:
        """The hand in which the table stopped counts."""
        self._table.clear()

    def void_announced(self, reason: str, at_ms: int) -> None:
        """Nothing: the tournament knows by now."""

    def void_hand(self, reason: str, at_ms: int) -> None:
        """The hand never was; it is dealt again when the operator lets the table play on."""
        del at_ms
        lent = self._table.lent
        self._table.clear()
        if lent is not None:
            self._void(lent, reason)

    def agree(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Nothing: the stacks are what the tournament says."""

    def close(self) -> None:
        """The table is broken, or the tournament is over."""
        self._is_closed = True

    def end(self) -> None:
        """The room stops: the hand in progress is void when the tournament is restored (TRN-25)."""


class TournamentTableTask(TableTask[TournamentTable, TournamentTableView]):
    """The task of a tournament's table."""

    def __init__(
        self,
        services: RunnerServices,
        table: TournamentTable,
        owner: TournamentTableOwner,
        epoch: int,
        *,
        deal_at_ms: int,
    ) -> None:
        super().__init__(services, table, owner, epoch, deal_at_ms=deal_at_ms)
        owner.attach(self)
