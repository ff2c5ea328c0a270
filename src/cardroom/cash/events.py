"""What happens at a cash table around the hands: frozen, tagged facts."""

from typing import Literal

import msgspec

from cardroom.cash.positions import HandPositions
from cardroom.ledger import PlayerId
from cardroom.units import Cents, Seat

OutCause = Literal["player", "server_decision", "next_big_blind", "busted"]
LeaveCause = Literal["player", "sat_out_too_long", "operator"]
SitOutWhen = Literal["after_this_hand", "next_big_blind", "not"]


class TableEvent(msgspec.Struct, frozen=True, gc=False):
    """A recorded fact."""


class SatDown(TableEvent, frozen=True, tag="sat_down"):
    """A player took a seat with a stack; a timebank left here lately goes on (AMB-60)."""

    seat: Seat
    player: PlayerId
    stack: Cents
    at_ms: int


class EntryChosen(TableEvent, frozen=True, tag="entry_chosen"):
    """A player who waits for the big blind will post instead, or wait after all (CASH-14)."""

    seat: Seat
    post: bool


class AutoTopUpSet(TableEvent, frozen=True, tag="auto_top_up_set"):
    """The setting of CASH-17 was changed."""

    seat: Seat
    on: bool


class TopUpAsked(TableEvent, frozen=True, tag="top_up_asked"):
    """Money to be added after the hand (AMB-40)."""

    seat: Seat
    amount: Cents


class ToppedUp(TableEvent, frozen=True, tag="topped_up"):
    """Money was added to a stack, between hands."""

    seat: Seat
    amount: Cents
    automatic: bool = False


class StackTaken(TableEvent, frozen=True, tag="stack_taken"):
    """Part of a stack went to the player's account, to give back a hand that is void (AMB-24)."""

    seat: Seat
    amount: Cents


class TopUpDropped(TableEvent, frozen=True, tag="top_up_dropped"):
    """What was asked for during the hand is not legal after it."""

    seat: Seat
    rule: str
    reason: str


class SitOutAsked(TableEvent, frozen=True, tag="sit_out_asked"):
    """A player will sit out later, or not after all (SIT-04, SIT-05)."""

    seat: Seat
    when: SitOutWhen
    until_ms: int | None = None


class SatOut(TableEvent, frozen=True, tag="sat_out"):
    """A player keeps the seat without cards (SIT-01); `until_ms` is a global deadline (SIT-06)."""

    seat: Seat
    at_ms: int
    cause: OutCause
    until_ms: int | None = None


class CameBack(TableEvent, frozen=True, tag="came_back"):
    """A player returned from sitting out (SIT-02)."""

    seat: Seat
    at_ms: int


class LeaveAsked(TableEvent, frozen=True, tag="leave_asked"):
    """A player gives up the seat when the hand is over (AMB-67)."""

    seat: Seat
    cause: LeaveCause = "player"


class LeaveAfterSet(TableEvent, frozen=True, tag="leave_after_set"):
    """A player plays the hand to its end and then leaves, or stays after all (AMB-67)."""

    seat: Seat
    on: bool


class PostingSet(TableEvent, frozen=True, tag="posting_set"):
    """A player wants to say each time that they post the big blind, or have it posted (SIT-05)."""

    seat: Seat
    by_hand: bool


class TopUpRefused(TableEvent, frozen=True, tag="top_up_refused"):
    """The money of a top-up was not there after all: it is off the stack again, between hands."""

    seat: Seat
    amount: Cents
    rule: str
    reason: str


class Left(TableEvent, frozen=True, tag="left"):
    """A seat is free again; the stack goes to the player's account (AMB-63)."""

    seat: Seat
    player: PlayerId
    stack: Cents
    at_ms: int
    cause: LeaveCause


class ConnectionLost(TableEvent, frozen=True, tag="connection_lost"):
    """A player is out of reach (TIME-01)."""

    seat: Seat
    at_ms: int


class ConnectionBack(TableEvent, frozen=True, tag="connection_back"):
    """A player is in reach again."""

    seat: Seat


class HandDealt(TableEvent, frozen=True, tag="hand_dealt"):
    """A hand began; the hand's own events are its own."""

    number: int
    at_ms: int
    deal: HandPositions


class ServerDecided(TableEvent, frozen=True, tag="server_decided"):
    """Time ran out: the server checked or folded for a player (TIME-02)."""

    seat: Seat


class HandFinished(TableEvent, frozen=True, tag="hand_finished"):
    """A hand was paid: stacks and timebanks after it."""

    number: int
    stacks: dict[Seat, Cents]
    banks_ms: dict[Seat, int]


class HandRolledBack(TableEvent, frozen=True, tag="hand_rolled_back"):
    """A hand never was; its number is not used again (CRASH-01, AMB-69)."""

    number: int
    reason: str


AnyTableEvent = (
    SatDown
    | EntryChosen
    | AutoTopUpSet
    | TopUpAsked
    | ToppedUp
    | StackTaken
    | TopUpDropped
    | SitOutAsked
    | SatOut
    | CameBack
    | LeaveAsked
    | LeaveAfterSet
    | PostingSet
    | TopUpRefused
    | Left
    | ConnectionLost
    | ConnectionBack
    | HandDealt
    | ServerDecided
    | HandFinished
    | HandRolledBack
)
