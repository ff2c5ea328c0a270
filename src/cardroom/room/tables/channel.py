"""What is told about one table, in the order in which it happened: the owner of its channel.

The state behind a snapshot and the events told so far are always the same thing: whatever changes
the table also tells it, before anybody else is let in.
"""

from collections.abc import Sequence

from cardroom.cards import UNKNOWN, Card
from cardroom.cash.events import (
    AutoTopUpSet,
    HandFinished,
    HandRolledBack,
    Left,
    SatDown,
    SitOutAsked,
    StackTaken,
    TableEvent,
    ToppedUp,
    TopUpAsked,
    TopUpDropped,
)
from cardroom.cash.lobby_events import TableClosing
from cardroom.cash.table import CashTable
from cardroom.engine.events import Event, HandStarted, HoleDealt, PotAwarded
from cardroom.engine.hand import Hand
from cardroom.engine.views import HandView, Viewer, redacted
from cardroom.errors import ActionRefused
from cardroom.ledger import PlayerId
from cardroom.room.notices import ClockStarted, Notice, TableFrozen, Turn
from cardroom.room.people import PEOPLE, Caller
from cardroom.room.services import RoomServices
from cardroom.room.tables.hand_strength import HandStrength, Reading
from cardroom.room.tables.notices import (
    CardsShown,
    Concealed,
    PlacesChanged,
    PotsStand,
    TableThawed,
    TableWaits,
)
from cardroom.room.tables.view import (
    OwnSettings,
    PlaceView,
    TableView,
    hand_view,
    own_settings,
    place_view,
)
from cardroom.units import Seat

OWN_NEWS = (AutoTopUpSet, TopUpAsked, TopUpDropped, SitOutAsked)
"""What concerns one player alone; everybody else gets its redacted twin."""

EVENTS_PER_EPOCH = 2**32
"""Numbers after a restart are larger than any before, also when the clock was set back."""


class TableChannel:
    """The public side of a table: its channel, its hand as far as told, its seats, its clock."""

    def __init__(self, services: RoomServices, table: CashTable, epoch: int) -> None:
        self.frozen = ""
        self._services = services
        self._table = table
        self._hand: Hand | None = None
        """The hand in progress, or the finished one until the next is dealt."""
        self._dealt_in: dict[PlayerId, Seat] = {}
        self._told = 0
        """How many events of the hand have been published."""
        self._shown: dict[Seat, tuple[Card, ...]] = {}
        self._clock: ClockStarted | None = None
        self._turn = 0
        self._turn_at = -1
        """After how many events of the hand the turn began that the clock is for."""
        self._pots_at = -1
        """After how many events of the hand its pots were told on their own."""
        self._waits_for = 0
        """How many more players it takes before a hand is dealt, as far as told."""
        self._places: dict[Seat, PlaceView] = {}
        self._own: dict[PlayerId, OwnSettings] = {}
        self._hand_strength = HandStrength(services.bits)
        self._read_places()
        first = epoch * EVENTS_PER_EPOCH
        self._channel = services.switchboard.open(f"table:{table.table}", self, first=first)

    # Seats

    def tell_event(self, event: TableEvent) -> None:
        """Tell what happened around the hands; the stacks after a hand come with the seats."""
        if isinstance(event, HandFinished):
            return
        if isinstance(event, HandRolledBack):
            self._clear_hand()
        if isinstance(event, OWN_NEWS):
            self._channel.publish(Concealed(), {self._places[event.seat].player: event})
        else:
            self._channel.publish(event)

    def tell_places(self) -> None:
        """Tell how the seats stand, as far as they changed; each player also his own settings."""
        places, own = self._places, self._own
        self._read_places()
        changed = tuple(place for seat, place in self._places.items() if places.get(seat) != place)
        gone = tuple(seat for seat in places if seat not in self._places)
        mine = {player: me for player, me in self._own.items() if own.get(player) != me}
        if changed or gone or mine:
            news = PlacesChanged(places=changed, gone=gone)
            private = {
                player: PlacesChanged(places=changed, gone=gone, me=me)
                for player, me in mine.items()
            }
            self._channel.publish(news, private)

    def _read_places(self) -> None:
        table, names = self._table, self._services.names
        occupants = table.in_order()
        self._places = {one.seat: place_view(table, one, names) for one in occupants}
        self._own = {one.player: own_settings(self._table, one) for one in occupants}

    def player_at(self, event: SatDown | Left | ToppedUp | StackTaken) -> PlayerId:
        """Whose money an event of the table moved."""
        if isinstance(event, SatDown | Left):
            return event.player
        return self._places[event.seat].player

    # The hand

    def take_up(self, hand: Hand, dealt_in: dict[Seat, PlayerId]) -> None:
        """A new hand is on the felt; the old one is cleared away."""
        self._clear_hand()
        self._hand = hand
        self._dealt_in = {player: seat for seat, player in dealt_in.items()}

    def tell_waiting(self) -> None:
        """No hand can be dealt: tell how many players are missing, and clear the felt (CASH-07)."""
        missing = max(1, self._table.needed - self._table.ready)
        if self._hand is not None or missing != self._waits_for:
            self._clear_hand()
            self._waits_for = missing
            self._channel.publish(TableWaits(players=missing))

    def _clear_hand(self) -> None:
        self._waits_for = 0
        self._hand = None
        self._dealt_in = {}
        self._told = 0
        self._turn_at = self._pots_at = -1
        self._shown = {}
        self._stop_clock()

    def tell_hand(self, *, awards: bool) -> None:
        """Publish the hand's new events; what it pays only once it is stored (CRASH-01)."""
        if self._hand is None:
            return
        for event in self._hand.events[self._told :]:
            if isinstance(event, PotAwarded) and not awards:
                return
            self._publish(event)
            self._told += 1

    def _publish(self, event: Event) -> None:
        if isinstance(event, HoleDealt):
            own = {player: redacted(event, seat) for player, seat in self._dealt_in.items()}
            self._channel.publish(redacted(event, "rail"), own)
        else:
            self._channel.publish(event, hand_starts=isinstance(event, HandStarted))

    def tell_pots(self) -> None:
        """Tell the pots while nobody acts: between two streets, and before they are paid."""
        assert self._hand is not None
        if self._pots_at == self._told:
            return
        self._pots_at = self._told
        self._channel.publish(PotsStand(hand=self._table.number, pots=self._hand.pots))

    def show(self, player: PlayerId, number: int, places: Sequence[int] = ()) -> None:
        """Show a player's own cards after the hand, all or some, until the next one is dealt."""
        seat = self._finished_seat(player, number)
        hand = self._hand
        assert hand is not None
        own = hand.hole(seat)
        before = own if seat in hand.shown else self._shown.get(seat, (UNKNOWN,) * len(own))
        wanted = places or range(len(own))
        after = tuple(card if place in wanted else before[place] for place, card in enumerate(own))
        if after == before:
            raise ActionRefused("AMB-55", "shown_already")
        self._shown[seat] = after
        self._channel.publish(CardsShown(hand=number, seat=seat, hole=after))

    def muck(self, player: PlayerId, number: int) -> None:
        """Keep the own cards unseen after the hand, which they are anyway; at a showdown every
        live hand is shown (POT-02, AMB-55)."""
        self._finished_seat(player, number)

    def verify_reader(self, player: PlayerId) -> None:
        """Refuse the rail where it sees everything later: a reading is of this moment."""
        if self._services.switchboard.delays_the_rail:
            self._table.occupant(player)

    def read(self, player: PlayerId) -> Reading:
        """The made hands that a player may see, and the equities when all hands lie open."""
        hand, number = self._hand, self._table.number
        seen = self._seen(player)
        if hand is None or seen is None:
            return Reading(hand=number, boards=())
        return self._hand_strength.read(number, seen, hand.events[: self._told])

    def _seen(self, player: PlayerId) -> HandView | None:
        """The hand as a player, or the rail, may see it."""
        if self._hand is None:
            return None
        viewer: Viewer = self._dealt_in.get(player, "rail")
        is_asked = self._turn_at == self._told
        return hand_view(self._hand, viewer, told=self._told, is_asked=is_asked, shown=self._shown)

    def has_choice_to_show(self, hand: Hand) -> bool:
        """Whether a person at the table has won without showing his cards (AMB-55)."""
        winners = {seat for one in hand.events if isinstance(one, PotAwarded) for seat in one.seats}
        places = [self._places[seat] for seat in winners - set(hand.shown) if seat in self._places]
        return any(place.connected and place.kind in PEOPLE for place in places)

    def _finished_seat(self, player: PlayerId, number: int) -> Seat:
        hand = self._hand
        if hand is None or number != self._table.number or player not in self._dealt_in:
            raise ActionRefused("AMB-55", "not_your_hand")
        if self._told < len(hand.events) or not hand.is_over:
            raise ActionRefused("AMB-55", "hand_is_not_over")
        return self._dealt_in[player]

    # The clock

    def start_clock(self, turn: int) -> None:
        """Start everybody's countdown for the player whose turn it is."""
        self._turn = turn
        self._turn_at = self._told
        self._clock = self._countdown()
        self._channel.publish(self._clock)

    @property
    def is_timed(self) -> bool:
        """Whether everybody sees the countdown of the turn that it is now."""
        hand = self._hand
        if hand is None or self._clock is None or self._table.clock is None:
            return False
        return len(hand.events) == self._turn_at

    def tell_time(self) -> None:
        """Start the countdown anew when the connection changed what is left (TIME-02, AMB-58)."""
        if self.is_timed:
            clock = self._countdown()
            if clock != self._clock:
                self._clock = clock
                self._channel.publish(clock)

    def end_turn(self) -> None:
        """Nobody thinks; the action that ended it says so. What it took of a timebank is told."""
        ended = self._clock
        self._stop_clock()
        if ended is not None and ended.seat in self._table.occupants:
            left_ms = self._table.occupants[ended.seat].bank.left_ms
            if self._places[ended.seat].bank_ms != left_ms:
                self.tell_places()

    def _stop_clock(self) -> None:
        self._clock = None

    def ask(self, player: PlayerId) -> None:
        """Ask the player whose turn it is for a decision."""
        turn = self.pending(player)
        assert turn is not None
        self._channel.request(player, turn)

    def _countdown(self) -> ClockStarted:
        clock, hand = self._table.clock, self._hand
        assert clock is not None
        assert hand is not None
        assert hand.actor is not None
        return ClockStarted(
            hand=self._table.number,
            seat=hand.actor,
            deadline_ms=clock.bank_starts_ms,
            bank_ms=clock.deadline_ms - clock.bank_starts_ms,
            pots=hand.pots,
            whole_ms=clock.decision_ms,
        )

    # The table as a whole

    def tell(self, notice: Notice | TableClosing) -> None:
        """Tell something else: chat, an announcement, that the table closes after the hand."""
        self._channel.publish(notice)

    def freeze(self, reason: str) -> None:
        """The table has stopped (CRASH-02)."""
        self.frozen = reason
        self._stop_clock()
        self._channel.publish(TableFrozen(reason=reason))

    def thaw(self) -> None:
        """The table plays on."""
        self.frozen = ""
        self._channel.publish(TableThawed())

    # What listeners are told (ChannelOwner)

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may watch: the rail sees only what is public."""

    def snapshot(self, viewer: PlayerId) -> TableView:
        """The table as `viewer` may see it, as of the last number of the channel."""
        table = self._table
        return TableView(
            table=table.table,
            edition=self._services.lobby.edition.name,
            stake=table.stake,
            number=table.number,
            places=tuple(self._places.values()),
            hand=self._seen(viewer),
            clock=self._clock,
            frozen=self.frozen,
            me=self._own.get(viewer),
            waits_for=self._waits_for,
        )

    def pending(self, viewer: PlayerId) -> Turn | None:
        """The decision that is wanted of `viewer` now."""
        hand, clock = self._hand, self._clock
        if hand is None or clock is None or self._dealt_in.get(viewer) != clock.seat:
            return None
        options = hand.options
        assert options is not None
        return Turn(
            hand=clock.hand,
            turn=self._turn,
            seat=options.seat,
            call=options.call,
            raise_from=options.raise_from,
            raise_to=options.raise_to,
            pot=hand.chips_in,
            deadline_ms=clock.deadline_ms,
            bank_ms=clock.bank_ms,
            check=options.check,
            closed=options.closed,
        )
