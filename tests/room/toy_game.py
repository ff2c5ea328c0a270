"""A second game for the table runner: buttons for chips, with three lines of rules.

Two sit down with ten buttons each. Both post one and play a hand. Whoever has none left has lost.
A hand is dealt once both have said that they are ready, each in a message of their own.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from cardroom.cards import Card
from cardroom.engine.action_clock import ActionClock, Connection
from cardroom.engine.clock_terms import BankTerms, ClockTerms
from cardroom.engine.events import HandStarted, Post
from cardroom.engine.hand import Hand
from cardroom.engine.timebank import TimeBank
from cardroom.engine.views import HandView
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.notices import ClockStarted, Notice
from cardroom.room.people import Caller
from cardroom.room.ports import Answer, Bus, Clock, Presence
from cardroom.room.records import Receipt
from cardroom.room.requests import AnyTableRequest, ComeBack, Sit
from cardroom.room.shuffle import Bits, Shuffle, ShuffledDeck
from cardroom.room.tables.pace import Pace
from cardroom.room.tables.protocols import Change, DealPlan, Outlook, TableContents
from cardroom.room.tables.task import DONE, TableTask
from cardroom.rulebook import edition
from cardroom.units import Cents, Seat

BUTTONS = 10
ACTION_MS = 20_000
CLOCK = ClockTerms(
    action_ms=ACTION_MS,
    reconnect_ms=0,
    reconnect_extra_ms=0,
    both_must_pass=False,
    extras_per_hand=0,
    bank_frozen_offline=True,
)
NO_BANK = BankTerms(
    first_ms=0, refill_ms=0, refill_every_hands=1, cap_ms=0, floor_ms=0, charge_step_ms=1
)


class ToyDeal(NamedTuple):
    """Who has cards."""

    dealt_in: dict[Seat, PlayerId]


class ToyRecord(msgspec.Struct, frozen=True):
    """What is stored of the table after a hand: everything that it is between two."""

    number: int
    players: dict[Seat, PlayerId]
    buttons: dict[Seat, int]


class ToyStore:
    """Outlives the room."""

    def __init__(self) -> None:
        self.record = ToyRecord(0, {}, {})
        self.void: list[int] = []
        self.is_broken = False
        """Whether the next write fails by our own mistake."""
        self.takes_back = False
        """Whether the owner decides that the finished hand never was."""

    async def write(self, record: ToyRecord) -> None:
        assert not self.is_broken, "planted"
        self.record = record


class ToyTable:
    """The played table: seats, buttons, a hand and its clock."""

    def __init__(self, table: TableId, record: ToyRecord) -> None:
        self.table = table
        self.number = record.number
        self.players = dict(record.players)
        self.buttons = dict(record.buttons)
        self.hand: Hand | None = None
        self.deal: ToyDeal | None = None
        self.clock: ActionClock | None = None

    @property
    def actor(self) -> PlayerId | None:
        seat = None if self.hand is None else self.hand.actor
        return None if seat is None else self.players[seat]

    @property
    def deadline_ms(self) -> int | None:
        return None if self.clock is None else self.clock.deadline_ms

    def occupant(self, player: PlayerId) -> Seat:
        for seat, one in self.players.items():
            if one == player:
                return seat
        raise SeatRefused("CASH-04", "not_seated_here")

    def seat_of(self, player: PlayerId) -> Seat:
        return self.occupant(player)

    def start_hand(self, deck: Sequence[Card], at_ms: int) -> None:
        self.number += 1
        self.deal = ToyDeal(dict(self.players))
        seats = tuple(self.players)
        started = HandStarted(
            game="nl-holdem",
            button=seats[0],
            seats=seats,
            stacks=tuple(self.buttons[seat] for seat in seats),
            big_blind=1,
            posts=tuple(Post(seat, "ante", 1) for seat in seats),
        )
        self.hand = Hand(edition("en-2.7").hand, started, deck)
        self._next_turn(at_ms)

    def act(self, player: PlayerId, action: str, to: Cents, at_ms: int) -> None:
        assert self.hand is not None
        self.hand.act(self.occupant(player), action, to)
        self._next_turn(at_ms)

    def expire(self, at_ms: int) -> bool:
        if self.clock is None or at_ms < self.clock.deadline_ms:
            return False
        assert self.actor is not None
        self.act(self.actor, "fold", 0, at_ms)
        return True

    def _next_turn(self, at_ms: int) -> None:
        assert self.hand is not None
        is_asked = self.hand.actor is not None
        bank, connection = TimeBank(NO_BANK), Connection()
        clock = ActionClock(CLOCK, bank, connection, start_ms=at_ms) if is_asked else None
        self.clock = clock

    def clear(self) -> None:
        self.hand = self.deal = self.clock = None

    @property
    def record(self) -> ToyRecord:
        return ToyRecord(self.number, dict(self.players), dict(self.buttons))


class ToyView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table for a viewer."""

    number: int
    buttons: dict[Seat, int]
    hand: HandView | None
    clock: ClockStarted | None
    frozen: str


class ButtonsMoved(Notice, frozen=True, kw_only=True, tag="buttons_moved"):
    """How many buttons everybody has."""

    buttons: dict[Seat, int]


class HandNeverWas(Notice, frozen=True, kw_only=True, tag="hand_never_was"):
    """The owner has taken the hand back."""


class ToyDisplay:
    """What everybody sees of the seats."""

    def __init__(self, table: ToyTable) -> None:
        self._table = table
        self._buttons = dict(table.buttons)

    def changes(self) -> Change | None:
        if self._buttons == self._table.buttons:
            return None
        self._buttons = dict(self._table.buttons)
        return Change(ButtonsMoved(buttons=self._buttons), {})

    def view(self, viewer: PlayerId, contents: TableContents) -> ToyView:
        del viewer
        return ToyView(
            number=self._table.number,
            buttons=self._buttons,
            hand=contents.hand,
            clock=contents.clock,
            frozen=contents.frozen,
        )

    def has_person_at(self, seat: Seat) -> bool:
        return seat in self._buttons


class ToyServices(NamedTuple):
    """What the runner needs of the room."""

    bus: Bus
    clock: Clock
    bits: Bits
    shuffle: Shuffle
    fair: FairHouse | None
    switchboard: Switchboard
    presence: Presence
    pace: Pace


class ToyOwner:
    """The owner: both say that they are ready, a hand is dealt, its buttons are stored."""

    def __init__(self, table: ToyTable, store: ToyStore) -> None:
        self.display = ToyDisplay(table)
        self.task: ToyTask | None = None
        self._table = table
        self._store = store
        self._ready: set[Seat] = set()

    @property
    def due_ms(self) -> int | None:
        return None

    def process_events(self, at_ms: int) -> None:
        """Nothing follows from what happens at this table."""

    def receive(self, message: object, at_ms: int) -> object:
        raise AssertionError(f"no such message at {at_ms}: {message}")

    def carry_out(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None, at_ms: int
    ) -> Answer:
        del receipt, at_ms
        assert self.task is not None
        table = self._table
        match request:
            case Sit():
                seat = len(table.players) + 1
                table.players[seat], table.buttons[seat] = caller.player, BUTTONS
                self.task.channel.tell_places()
            case ComeBack():
                self._ready.add(table.occupant(caller.player))
            case _:
                raise SeatRefused("CASH-04", "not_in_this_game")
        self.task.nudge()
        return DONE

    def prepare(self, at_ms: int) -> Outlook:
        del at_ms
        seated = [seat for seat, buttons in self._table.buttons.items() if buttons]
        if len(seated) < 2:
            return Outlook(is_ready=False, missing=2 - len(seated))
        return Outlook(is_ready=len(self._ready) == 2)

    async def announce(self) -> None: ...

    def may_deal(self) -> bool:
        return len(self._ready) == 2

    def call_off(self) -> None: ...

    def plan(self) -> DealPlan:
        players = dict(self._table.players)
        return DealPlan(self._table.number + 1, "nl-holdem", next(iter(players)), players)

    def start_hand(self, deck: ShuffledDeck, at_ms: int) -> None:
        self._ready.clear()
        self._table.start_hand(deck.cards.open(), at_ms)

    async def store(self, hand: Hand, at_ms: int) -> bool:
        del at_ms
        if self._store.takes_back:
            assert self.task is not None
            self._table.clear()
            self.task.take_back(HandNeverWas())
            return False
        after = {**self._table.buttons, **hand.stacks}
        await self._store.write(ToyRecord(self._table.number, dict(self._table.players), after))
        return True

    def hand_stored(self, at_ms: int) -> None:
        del at_ms
        assert self.task is not None
        self.finish_hand()
        self.task.channel.tell_places()

    def keep(self) -> None: ...

    def close_seats(self, at_ms: int) -> None: ...

    def grant_return(self, at_ms: int, return_ms: int) -> None: ...

    def open_seats(self, at_ms: int) -> None: ...

    async def is_stored(self) -> bool:
        return self._store.record.number == self._table.number

    async def stored_stacks(self) -> Mapping[PlayerId, Cents]:
        stored = self._store.record
        return {stored.players[seat]: count for seat, count in stored.buttons.items()}

    def finish_hand(self) -> None:
        self._table.buttons = dict(self._store.record.buttons)
        self._table.clear()

    def void_announced(self, reason: str, at_ms: int) -> None:
        """Nothing: the game counts no hands."""

    def void_hand(self, reason: str, at_ms: int) -> None:
        assert self.task is not None
        del reason, at_ms
        self._store.void.append(self._table.number)
        self._table.clear()
        self.task.channel.clear_hand()

    def agree(self, stored: Mapping[PlayerId, Cents]) -> None:
        for seat, player in self._table.players.items():
            self._table.buttons[seat] = stored.get(player, BUTTONS)

    def close(self) -> None: ...

    def end(self) -> None:
        if self._table.deal is not None:
            self.void_hand("stopped", 0)


ToyTask = TableTask[ToyTable, ToyView]
