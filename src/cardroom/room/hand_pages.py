"""What is read about settled hands: lists of them, hands to be watched again, own statistics."""

from typing import Literal, NamedTuple

import msgspec

from cardroom.cards import Card
from cardroom.engine.events import AnyEvent, Game, Street
from cardroom.history.statistics import Share
from cardroom.ledger import SettledHand, Transfer
from cardroom.room.records import FOR_EVER_MS
from cardroom.room.tables.hand_strength import CategoryWord
from cardroom.units import Cents, Chips, Seat

HandResult = Literal["won", "lost", "showdown"]
"""What a list of hands may be narrowed to."""


class StoredHand(NamedTuple):
    """A hand as it was written. A void one never was and moved nothing (AMB-69); one that was paid
    may have been taken back since, by a transfer of its own (AMB-24)."""

    hand: SettledHand
    is_void: bool
    taken_back: Transfer | None = None
    id: int = 0
    """Its number in the order in which hands ended, at most 12 digits; 0 before it is stored."""


class HandTournament(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament of a hand that was played for chips.

    `table` is the table's number there. `bounties` are what was on the heads of the seats when the
    hand began, in cents of `currency`.
    """

    id: int
    name: str
    table: int
    level: int
    ante: Chips
    currency: str
    bounties: dict[Seat, Cents] = {}


class HandSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in a player's list; `key` fetches it, `seq` is where the next page goes on.

    `won` is the result, negative when lost; `hole` are the player's own cards.
    """

    seq: int
    key: str
    table: int
    number: int
    at_ms: int
    won: Cents
    game: Game
    small_blind: Cents
    big_blind: Cents
    position: str
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    pot: Cents
    showdown: bool
    void_reason: str = ""
    """Why the hand was taken back after it was paid; its `won` is 0 then (AMB-24)."""
    is_void: bool = False
    """Whether it was taken back, or rolled back before anything was paid (AMB-24, AMB-69)."""
    format: str = "ordinary"
    """The kind of stake, such as Banzai (BANZ-01)."""
    tournament: HandTournament | None = None
    """Of a hand for chips; all its amounts are chips then."""


class HandFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which hands a page shows: those before a number, narrowed by time, stake and result."""

    before: int = FOR_EVER_MS
    limit: int = 50
    since_ms: int = 0
    until_ms: int = FOR_EVER_MS
    game: str = ""
    big_blind: Cents = 0
    result: HandResult | None = None
    plays_for: Literal["money", "chips"] | None = None
    tournament: int = 0
    """Only hands of this tournament."""

    def takes(self, hand: HandSummary) -> bool:
        """Whether a hand is wanted."""
        results = {"won": hand.won > 0, "lost": hand.won < 0, "showdown": hand.showdown}
        return (
            self.since_ms <= hand.at_ms < self.until_ms
            and self.game in ("", hand.game)
            and self.big_blind in (0, hand.big_blind)
            and (self.result is None or results[self.result])
            and (self.plays_for is None or (self.plays_for == "chips") == bool(hand.tournament))
            and self.tournament in (0, hand.tournament.id if hand.tournament else -1)
        )


class HandPage(msgspec.Struct, frozen=True, kw_only=True):
    """Hands, newest first; further ones are `before` the number `next`, if it is not 0."""

    hands: list[HandSummary]
    next: int = 0


class TournamentHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a tournament in a list: `table` is the table's number there."""

    id: int
    key: str
    table: int
    number: int
    at_ms: int


class ReplaySeat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sat where, and the stack they began with."""

    seat: Seat
    name: str
    stack: Cents
    position: str


class MadeAt(msgspec.Struct, frozen=True, kw_only=True):
    """The best hand of a seat on a street, for those whose cards the viewer knows.

    `five` are the cards that play, what decides first; `category` is such as `two_pair`.
    """

    seat: Seat
    street: Street
    category: CategoryWord
    five: tuple[Card, ...]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A hand to be watched again, as one viewer may see it. `hero` is the viewer's own seat.

    Without a currency the amounts are tournament chips.
    """

    key: str
    table: int
    number: int
    at_ms: int
    edition: str
    currency: str | None
    game: Game
    small_blind: int
    big_blind: int
    seats_max: int
    hero: Seat | None
    seats: tuple[ReplaySeat, ...]
    events: tuple[AnyEvent, ...]
    made: tuple[MadeAt, ...] = ()
    is_void: bool = False
    void_reason: str = ""
    """Why the hand was taken back after it was paid; empty for one that never was (AMB-24)."""
    tournament: HandTournament | None = None


class HandExport(msgspec.Struct, frozen=True, kw_only=True):
    """Which of their own hands a player fetches as one file: a period, a table, a tournament."""

    since_ms: int = 0
    until_ms: int = FOR_EVER_MS
    tournament: int = 0
    table: int = 0


class PlaceResult(msgspec.Struct, frozen=True, kw_only=True):
    """What was won or lost in a position or at a stake."""

    name: str
    hands: int
    cents: Cents


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """The result after a number of hands; `showdown_cents` is what of it was won at showdowns."""

    hand: int
    at_ms: int
    cents: Cents
    showdown_cents: Cents


class PlayStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """A player's own play since a moment, 0 for ever.

    `is_cut` when only the newest hands of that time were counted.
    """

    since_ms: int
    hands: int
    cents: Cents
    shares: dict[str, Share]
    positions: list[PlaceResult]
    stakes: list[PlaceResult]
    hours: list[PlaceResult]
    curve: list[CurvePoint]
    is_cut: bool = False
