"""What happens on the floor of a live tournament: frozen, tagged facts, stored for ever.

An event names what it changes and what it relies on, as keys such as `rebuy:17` or `clock:3`. From
them the log knows what depends on what: for undoing, and for two consoles that work at once.
"""

import msgspec

from cardroom.engine.positions import NextHand
from cardroom.floor import house_events as house
from cardroom.floor import money_events as money
from cardroom.floor.conduct import PenaltyRecord
from cardroom.floor.event import NOTHING, FloorEvent, Keys, at_table
from cardroom.floor.rulings.ruling import Ruling
from cardroom.floor.rulings.situations import Facts
from cardroom.floor.seat_events import (
    TABLES,
    ButtonDrawn,
    ButtonPlaced,
    ChipsRaced,
    EntryTaken,
    HandFinished,
    LevelClockPaused,
    LevelClockRunning,
    OrderCorrected,
    PlayerArrived,
    PlayerMoved,
    PlayerRemoved,
    TableBroken,
    TableOpened,
    of_members,
    of_payments,
)
from cardroom.floor.terms import Split
from cardroom.tournament.ids import EntryId
from cardroom.units import Chips


def logged(number: int) -> str:
    """The key of another entry of the log."""
    return f"log:{number}"


HAND_FOR_HAND = "hand_for_hand"


class Undone(FloorEvent, frozen=True, tag="undone"):
    """These entries of the log no longer count; they stay in it."""

    entries: tuple[int, ...]

    @property
    def writes(self) -> Keys:
        return frozenset(logged(number) for number in self.entries)


# Rulings and what the manager decided instead


class RulingMade(FloorEvent, frozen=True, tag="ruling_made"):
    """The book was asked; facts and answer are kept together."""

    table: int
    facts: Facts
    ruling: Ruling


class RulingOverridden(FloorEvent, frozen=True, tag="ruling_overridden"):
    """The manager decided otherwise; the ruling stays beside it (LIVE-1)."""

    entry: int
    """The number of the ruling in the log."""
    decision: str

    @property
    def writes(self) -> Keys:
        return frozenset({f"override:{self.entry}"})

    @property
    def reads(self) -> Keys:
        return frozenset({logged(self.entry)})


# Conduct


class PenaltyNoted(FloorEvent, frozen=True, tag="penalty_noted"):
    """A penalty with its sanction (LIVE-45.p1)."""

    penalty: PenaltyRecord

    @property
    def writes(self) -> Keys:
        return frozenset({f"conduct:{self.penalty.player}"}) | self.reads

    @property
    def reads(self) -> Keys:
        # Hands to miss add up, so that one penalty cannot go while hands of another were counted.
        if self.penalty.sanction == "warning":
            return NOTHING
        return frozenset({f"missing:{self.penalty.player}"})


class HandMissed(FloorEvent, frozen=True, tag="hand_missed"):
    """A hand was dealt at the table of a player who has to miss hands (LAMB-36)."""

    player: EntryId
    posted: Chips
    finished: int = 0
    """The entry of the log that says that the hand is over."""

    @property
    def writes(self) -> Keys:
        return frozenset({f"missing:{self.player}"})

    @property
    def reads(self) -> Keys:
        return self.writes | {logged(self.finished)}


# The clock that somebody called


class ClockCalled(FloorEvent, frozen=True, tag="clock_called"):
    """A player's time to act runs from the time of this entry (LIVE-27.p1, LIVE-27.p3)."""

    table: int
    player: EntryId
    clock_s: int
    countdown_s: int

    @property
    def writes(self) -> Keys:
        return frozenset({f"clock:{self.table}"})


class ClockStopped(FloorEvent, frozen=True, tag="clock_stopped"):
    """The player acted in time, or the time was over and the hand is dead (LAMB-29)."""

    table: int
    hand_dead: bool

    @property
    def writes(self) -> Keys:
        return frozenset({f"clock:{self.table}"})

    @property
    def reads(self) -> Keys:
        return self.writes


# Hand for hand


class HandForHandAnnounced(FloorEvent, frozen=True, tag="hand_for_hand_announced"):
    """All tables finish the hand they are in; then they play one hand at a time (LIVE-29)."""

    @property
    def writes(self) -> Keys:
        return frozenset({HAND_FOR_HAND})


class SynchronisedHandDealt(FloorEvent, frozen=True, tag="synchronised_hand_dealt"):
    """All tables deal one hand, once every one of them has finished the last."""

    tables: tuple[int, ...]
    hands: dict[int, NextHand] = msgspec.field(default_factory=dict)
    """By table; empty in logs of releases that did not keep them."""

    @property
    def writes(self) -> Keys:
        return frozenset(at_table(table) for table in self.tables)

    @property
    def reads(self) -> Keys:
        return self.writes | {HAND_FOR_HAND, TABLES, *map(of_members, self.hands)}


class TableEvent(FloorEvent, frozen=True):
    """Something that a table does in a synchronised hand."""

    table: int

    @property
    def writes(self) -> Keys:
        return frozenset({at_table(self.table)})

    @property
    def reads(self) -> Keys:
        return self.writes


class TableHeld(TableEvent, frozen=True, tag="table_held"):
    """All-in and call: the dealer stops, cards stay hidden (LIVE-29.a)."""


class TableResolving(TableEvent, frozen=True, tag="table_resolving"):
    """The staff is at the table, and the dealer goes on with the showdown (LIVE-29.a)."""


class HandForHandOver(FloorEvent, frozen=True, tag="hand_for_hand_over"):
    """Enough players are out; the tables play on their own again."""

    tables: tuple[int, ...] = ()
    """The tables of the last synchronised hand: all of them have finished it."""

    @property
    def writes(self) -> Keys:
        return frozenset({HAND_FOR_HAND})

    @property
    def reads(self) -> Keys:
        return self.writes | {at_table(table) for table in self.tables}


# Buying chips during the tournament


class RebuyEvent(FloorEvent, frozen=True):
    """A step of a re-buy."""

    player: EntryId

    @property
    def writes(self) -> Keys:
        return frozenset({f"rebuy:{self.player}"})


class RebuyAnnounced(RebuyEvent, frozen=True, tag="rebuy_announced"):
    """A player said "re-buy": it must be bought (LIVE-11.p1)."""

    table: int
    chips: Chips

    @property
    def reads(self) -> Keys:
        return frozenset({of_payments(self.player), "terms:rebuy"})


class RebuyWithdrawn(RebuyEvent, frozen=True, tag="rebuy_withdrawn"):
    """The player does not want it after all, where the house lets them (LIVE-11.p1)."""

    @property
    def reads(self) -> Keys:
        return self.writes


class RebuyPaid(RebuyEvent, frozen=True, tag="rebuy_paid"):
    """The cashier has the money."""

    price: Split = Split()

    @property
    def writes(self) -> Keys:
        return frozenset({f"rebuy:{self.player}", money.POOL, of_payments(self.player)})

    @property
    def reads(self) -> Keys:
        return frozenset({f"rebuy:{self.player}", "terms:rebuy"})


class RebuyDelivered(RebuyEvent, frozen=True, tag="rebuy_delivered"):
    """The chips are on the table: its next hand may be dealt."""

    @property
    def writes(self) -> Keys:
        return frozenset({f"rebuy:{self.player}", "all:chips"})

    @property
    def reads(self) -> Keys:
        return frozenset({f"rebuy:{self.player}"})


AnyFloorEvent = (
    Undone
    | RulingMade
    | RulingOverridden
    | PenaltyNoted
    | HandMissed
    | ClockCalled
    | ClockStopped
    | HandForHandAnnounced
    | SynchronisedHandDealt
    | TableHeld
    | TableResolving
    | HandForHandOver
    | RebuyAnnounced
    | RebuyWithdrawn
    | RebuyPaid
    | RebuyDelivered
    | TableOpened
    | EntryTaken
    | ButtonDrawn
    | ButtonPlaced
    | HandFinished
    | OrderCorrected
    | PlayerMoved
    | PlayerRemoved
    | ChipsRaced
    | PlayerArrived
    | TableBroken
    | LevelClockRunning
    | LevelClockPaused
    | house.SeatsHeld
    | house.AlternateQueued
    | house.AlternateLeft
    | house.HandStarted
    | house.HandMisdealt
    | house.HandDeclaredDead
    | house.DeckChanged
    | house.BlindsPosted
    | house.LastHandsDrawn
    | house.StackBagged
    | house.DayStarted
    | house.IdChecked
    | house.StackNoted
    | house.ChipsExchanged
    | house.TableCounted
    | house.StaffAppointed
    | house.StaffDismissed
    | house.DisplayOpened
    | house.DisplayClosed
    | house.SecretRenewed
    | house.Announced
    | house.IncidentNoted
    | house.TermsChanged
    | money.AddOnSold
    | money.EntryWithdrawn
    | money.PrizesFixed
    | money.PrizePaid
    | money.BountyPaid
    | money.HeldPrizeDecided
    | money.DealProposed
    | money.DealAccepted
    | money.DealRefused
    | money.DealAgreed
    | money.TournamentCancelled
    | money.TournamentClosed
)
"""Every kind of event, for reading them back."""
