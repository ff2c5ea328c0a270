"""Hands as the tables of a tournament ask for them: dealt, committed, rolled back, each a step."""

import asyncio
import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET

from cardroom.engine.hand import Hand
from cardroom.errors import CardroomError, Refused
from cardroom.ledger import SettledHand
from cardroom.room.bus import table_address
from cardroom.room.sealed import Opaque, Sealed
from cardroom.room.tournaments.actor.hand_records import PlayedHand, hand_record
from cardroom.room.tournaments.messages import (
    AskCommitted,
    CopyHand,
    DealHand,
    FinishHand,
    FromTable,
    HandCopy,
    LentHand,
    TimedOut,
    VoidHand,
)
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.events import HandFinished, HandRolledBack, TournamentEvent
from cardroom.tournament.ids import TableNumber

if TYPE_CHECKING:
    from cardroom.room.tournaments.actor.actor import TournamentActor

COPY_S = 2
"""How long a table may take to copy its hand; then the record has how it began, and no more."""


class Dealing(Opaque):
    """What the tables of a tournament ask of it, and the hands that they have from it."""

    def __init__(self, actor: "TournamentActor", services: TournamentServices) -> None:
        self._actor = actor
        self._services = services
        self._hands: dict[TableNumber, PlayedHand] = {}
        """The hands that are dealt and neither committed nor void."""
        self._finished: dict[TableNumber, int] = {}
        """The number of the last hand of each table that counts."""

    def forget(self) -> None:
        """The tournament is built again: no hand in progress ever was."""
        self._hands.clear()

    def note(self, events: Sequence[TournamentEvent]) -> None:
        """A step is stored: hands that it ends are not in progress any more."""
        for event in events:
            if isinstance(event, HandFinished):
                self._finished[event.table] = event.number
            if isinstance(event, HandFinished | HandRolledBack):
                self._hands.pop(event.table, None)

    async def receive(self, message: FromTable) -> object:
        """Do what a table says; a message from before the last rebuild counts for nothing."""
        if message.epoch != self._actor.epoch:
            return None
        match message:
            case DealHand():
                return await self._deal(message.table)
            case FinishHand():
                return await self._commit(message)
            case AskCommitted():
                return self._finished.get(message.table) == message.number
            case VoidHand():
                await self._roll_back(message)
            case TimedOut():
                self._time_out(message)
            case _:
                raise AssertionError(f"no such message to a tournament: {message}")
        return None

    def _lent(self, table: TableNumber, number: int) -> PlayedHand | None:
        """The hand that a table has from us, unless it ended meanwhile."""
        played = self._hands.get(table)
        return played if played is not None and played.dealt.number == number else None

    # The deal

    def _may_deal(self, table: TableNumber) -> bool:
        """Whether a table may deal now; if not, it hears when it may."""
        actor = self._actor
        held = bool(actor.stopped) or actor.tables.deals_from_ms is not None
        if not held and not actor.deals.holds(table) and table in actor.tournament.ready:
            return True
        actor.tables.waiting.add(table)
        return False

    async def _deal(self, table: TableNumber) -> LentHand | None:
        """Fix the next hand of a table and lend it; None when it may not deal yet."""
        if not self._may_deal(table):
            return None
        actor = self._actor

        def announce(at_ms: int) -> LentHand:
            actor.tournament.announce(table, at_ms)
            played = actor.tournament.tables[table]
            assert played.dealt_hand is not None
            self._hands[table] = PlayedHand(actor.tournament, played.dealt_hand)
            return Sealed(played.lend_hand())

        try:
            return await actor.decide(announce)
        except Refused:
            # Time has passed first, and brought a break or a move.
            actor.tables.waiting.add(table)
            return None

    # The end of a hand

    async def _commit(self, message: FinishHand) -> bool:
        """A hand is over: everything that follows from it. False when it never was."""
        actor, table = self._actor, message.table
        played = self._lent(table, message.number)
        if played is None:
            return False
        tournament = actor.tournament
        asked = [tournament.player_of(entry) for entry in tournament.desk.asked]
        await actor.balances.look_up_cash(asked)
        self._take_back(played, message.played)
        played.proof = UNSET if message.proof is None else message.proof.open()
        record = self._record(played, actor.clock.now_ms(), is_void=False)
        await actor.decide(lambda at_ms: tournament.commit(table, at_ms), hand=record)
        return True

    def _take_back(self, played: PlayedHand, lent: LentHand) -> None:
        """The hand is the tournament's again."""
        table = lent.open()
        played.hand = table.hand
        self._actor.tournament.tables[table.number].take_hand_back(table)

    def _time_out(self, message: TimedOut) -> None:
        """A player let their time run out in this hand; the end of the hand stores it (TAMB-90)."""
        entrant = self._actor.tournament.field.find(message.player)
        if entrant is not None and self._lent(message.table, message.number) is not None:
            entrant.timed_out = True

    # Hands that never were

    async def _roll_back(self, message: VoidHand) -> None:
        """The hand of a table never was (TRN-25)."""
        played, tournament = self._lent(message.table, message.number), self._actor.tournament
        if played is None:
            return
        self._take_back(played, message.played)
        await self._actor.decide(
            lambda at_ms: tournament.roll_back(message.table, message.reason, at_ms)
        )

    async def void_record(self, event: HandRolledBack) -> SettledHand | None:
        """The record of a hand that is rolled back; after a crash without its cards."""
        played = self._hands.get(event.table) or self._interrupted(event)
        if played is None or played.dealt.number != event.number:
            return None
        if played.hand is None and event.table in self._hands:
            played.hand = await self._copy(event)
        played.void_reason = event.reason
        return self._record(played, event.at_ms, is_void=True)

    async def _copy(self, event: HandRolledBack) -> Hand | None:
        """The hand as its table has played it so far, void.

        A table that waits for our answer cannot answer, but what it asks has its hand.
        """
        for message in self._actor.inbox:
            if isinstance(message, FinishHand | AskCommitted | VoidHand) and (
                message.table == event.table and message.number == event.number
            ):
                waiting = None if message.played is None else message.played.open().hand
                return _voided(waiting, event.reason)
        address = table_address(self._actor.table_ids[event.table])
        try:
            async with asyncio.timeout(COPY_S):
                copied: HandCopy | None = await self._services.bus.ask(
                    address, CopyHand(number=event.number)
                )
        except (TimeoutError, CardroomError):
            return None
        return _voided(None if copied is None else copied.open(), event.reason)

    def _interrupted(self, event: HandRolledBack) -> PlayedHand | None:
        """A hand that was in progress when the room went down, if its players still sit there."""
        tournament = self._actor.tournament
        table = tournament.tables.get(event.table)
        dealt = None if table is None else table.hand_to_redeal
        if table is None or dealt is None:
            return None
        seats = table.seats
        if any(seat not in seats or seats[seat].entry != entry for seat, entry in dealt.dealt_in):
            return None
        return PlayedHand(tournament, dealt)

    def _record(self, played: PlayedHand, at_ms: int, *, is_void: bool) -> SettledHand:
        actor = self._actor
        return hand_record(
            actor.charter,
            actor.tournament,
            played,
            table=actor.table_ids[played.dealt.table],
            epoch=actor.epoch,
            started_ms=actor.summary.started_ms,
            at_ms=at_ms,
            is_void=is_void,
        )


def _voided(hand: Hand | None, reason: str) -> Hand | None:
    """A hand that never was, on a copy of its own; one that is over stays as it is."""
    if hand is None or hand.is_over:
        return hand
    copied = copy.copy(hand)
    copied.void(reason)
    return copied
