"""What everybody hears about one table, in the order it happened: the owner of its channel.

The state behind a snapshot and the events told so far are always the same thing: whatever changes
the table also tells it, before anybody else is let in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic

from cardroom.cards import UNKNOWN, Card
from cardroom.engine.events import Event, HandStarted, HoleDealt, PotAwarded
from cardroom.engine.hand import Hand
from cardroom.engine.views import HandView, Viewer, redacted
from cardroom.errors import ActionRefused
from cardroom.fairness.proof import Opening
from cardroom.ledger import PlayerId
from cardroom.room.channels import NOBODY
from cardroom.room.fair.notices import CardsOpened, FairnessView
from cardroom.room.notices import ClockStarted, TableFrozen, Turn
from cardroom.room.people import Caller
from cardroom.room.sealed import Opaque
from cardroom.room.shuffle import ShuffledDeck
from cardroom.room.tables.hand_strength import HandStrength, Reading
from cardroom.room.tables.notices import CardsShown, PotsStand, TableThawed, TableWaits
from cardroom.room.tables.opened_cards import SHOWS_CARDS, OpenedCards
from cardroom.room.tables.protocols import (
    PlayedTable,
    RunnerServices,
    SeatsDisplay,
    TableContents,
    View,
)
from cardroom.room.tables.view import hand_view
from cardroom.units import Seat

EVENTS_PER_EPOCH = 2**32
"""Numbers after a restart are larger than any before, also when the clock was set back."""

FairnessOf = Callable[[PlayerId, tuple[Opening, ...] | None], FairnessView | None]


def _no_fairness(viewer: PlayerId, cards: tuple[Opening, ...] | None) -> None:
    """Where nobody makes decks together there is nothing to know."""
    del viewer, cards


class TableChannel(Opaque, Generic[View]):
    """The public side of a table: its channel, its hand as far as told, its seats, its clock."""

    def __init__(
        self,
        services: RunnerServices,
        table: PlayedTable,
        display: SeatsDisplay[View],
        epoch: int,
    ) -> None:
        self.frozen = ""
        self._services = services
        self._table = table
        self._display = display
        self._hand: Hand | None = None
        """The hand in progress, or the finished one until the next is dealt."""
        self._dealt_in: dict[PlayerId, Seat] = {}
        self._published = 0
        """How many events of the hand have been published."""
        self._shown: dict[Seat, tuple[Card, ...]] = {}
        self._clock: ClockStarted | None = None
        self._turn = 0
        self._turn_at = -1
        """After how many events of the hand the turn began that the clock is for."""
        self._pots_at = -1
        """After how many events of the hand its pots were sent on their own."""
        self._waits_for = 0
        """How many more players it takes before a hand is dealt, as far as told."""
        self._hand_strength = HandStrength(services.bits)
        self._opened = OpenedCards(None, None)
        self.fairness: FairnessOf = _no_fairness
        """What viewers may know about the decks."""
        first = epoch * EVENTS_PER_EPOCH
        self._channel = services.switchboard.open(f"table:{table.table}", self, first=first)

    # Seats

    def publish(self, event: object, private: Mapping[PlayerId, object] = NOBODY) -> None:
        """Tell what happened around the hands; `private` is what single players see instead."""
        self._channel.publish(event, private)

    def tell_places(self) -> None:
        """Send the seats, as far as they changed."""
        change = self._display.changes()
        if change is not None:
            self._channel.publish(change.public, change.private)

    # The hand

    def take_up(self, hand: Hand, dealt_in: Mapping[Seat, PlayerId], deck: ShuffledDeck) -> None:
        """A new hand is on the felt; the old one is cleared away."""
        self.clear_hand()
        self._hand = hand
        self._opened = OpenedCards(hand, deck.proof)
        self._dealt_in = {player: seat for seat, player in dealt_in.items()}

    def tell_waiting(self, missing: int) -> None:
        """No hand can be dealt: tell how many players are missing, and clear the felt (CASH-07)."""
        if self._hand is not None or missing != self._waits_for:
            self.clear_hand()
            self._waits_for = missing
            self._channel.publish(TableWaits(players=missing))

    def clear_hand(self) -> None:
        """Nothing is on the felt: the hand never was, or the next one comes."""
        self._waits_for = 0
        self._hand = None
        self._opened = OpenedCards(None, None)
        self._dealt_in = {}
        self._published = 0
        self._turn_at = self._pots_at = -1
        self._shown = {}
        self._stop_clock()

    def tell_hand(self, *, awards: bool) -> None:
        """Publish the hand's new events; what it pays only once it is stored (CRASH-01)."""
        if self._hand is None:
            return
        for event in self._hand.events[self._published :]:
            if isinstance(event, PotAwarded) and not awards:
                return
            self._publish(event)
            self._published += 1

    def _publish(self, event: Event) -> None:
        if isinstance(event, HoleDealt):
            own = {player: redacted(event, seat) for player, seat in self._dealt_in.items()}
            self._channel.publish(redacted(event, "rail"), own)
        else:
            self._channel.publish(event, hand_starts=isinstance(event, HandStarted))
        if isinstance(event, SHOWS_CARDS):
            self._prove(event)

    def _prove(self, event: Event) -> None:
        """Open the cards that an event shows, each to who sees it; all get a frame of one size."""
        opened, number = self._opened, self._table.number
        if not opened.has_proof:
            return
        if isinstance(event, HoleDealt):
            own = {
                player: CardsOpened(hand=number, cards=opened.hole(seat))
                for player, seat in self._dealt_in.items()
            }
            most = opened.hole_bytes_max
            self._channel.publish(CardsOpened(hand=number), own, private_bytes=most)
        else:
            self._channel.publish(CardsOpened(hand=number, cards=opened.shown_by(event)))

    def tell_pots(self) -> None:
        """Tell the pots while nobody acts: between two streets, and before they are paid."""
        assert self._hand is not None
        if self._pots_at == self._published:
            return
        self._pots_at = self._published
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
        if self._opened.has_proof:
            cards = self._opened.hole(seat, after)
            self._channel.publish(CardsOpened(hand=number, cards=cards))

    def muck(self, player: PlayerId, number: int) -> None:
        """Keep one's cards unseen after the hand, which they are anyway; at a showdown every
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
        return self._hand_strength.read(number, seen, hand.events[: self._published])

    def _seen(self, player: PlayerId) -> HandView | None:
        """The hand as a player, or the rail, may see it."""
        if self._hand is None:
            return None
        viewer: Viewer = self._dealt_in.get(player, "rail")
        is_asked = self._turn_at == self._published
        return hand_view(
            self._hand, viewer, published=self._published, is_asked=is_asked, shown=self._shown
        )

    def has_choice_to_show(self, hand: Hand) -> bool:
        """Whether a person at the table has won without showing their cards (AMB-55)."""
        winners = {seat for one in hand.events if isinstance(one, PotAwarded) for seat in one.seats}
        return any(self._display.has_person_at(seat) for seat in winners - set(hand.shown))

    def _finished_seat(self, player: PlayerId, number: int) -> Seat:
        hand = self._hand
        if hand is None or number != self._table.number or player not in self._dealt_in:
            raise ActionRefused("AMB-55", "not_your_hand")
        if self._published < len(hand.events) or not hand.is_over:
            raise ActionRefused("AMB-55", "hand_is_not_over")
        return self._dealt_in[player]

    # The clock

    def start_clock(self, turn: int) -> None:
        """Start everybody's countdown for the player whose turn it is."""
        self._turn = turn
        self._turn_at = self._published
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
        """Restart the countdown when the connection changed what is left (TIME-02, AMB-58)."""
        if self.is_timed:
            clock = self._countdown()
            if clock != self._clock:
                self._clock = clock
                self._channel.publish(clock)

    def end_turn(self) -> None:
        """Nobody thinks; the action that ended it says so. What it took of a timebank is sent."""
        ended = self._clock
        self._stop_clock()
        if ended is not None and self._services.clock.now_ms() > ended.deadline_ms:
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

    def freeze(self, reason: str) -> None:
        """The table has stopped (CRASH-02)."""
        self.frozen = reason
        self._stop_clock()
        self._channel.publish(TableFrozen(reason=reason))

    def thaw(self) -> None:
        """The table plays on."""
        self.frozen = ""
        self._channel.publish(TableThawed())

    # What listeners get (ChannelOwner)

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may watch: the rail sees only what is public."""

    def snapshot(self, viewer: PlayerId) -> View:
        """The table as `viewer` may see it, as of the last number of the channel."""
        contents = TableContents(
            self._seen(viewer),
            self._clock,
            self.frozen,
            self._waits_for,
            self.fairness(viewer, self._cards_seen(viewer)),
        )
        return self._display.view(viewer, contents)

    def _cards_seen(self, viewer: PlayerId) -> tuple[Opening, ...] | None:
        """The proofs of all cards that a viewer has seen of the hand on the felt."""
        if self._hand is None:
            return None
        if not self._opened.has_proof:
            return ()
        events = self._hand.events[: self._published]
        return self._opened.seen(events, self._dealt_in.get(viewer), self._shown)

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
