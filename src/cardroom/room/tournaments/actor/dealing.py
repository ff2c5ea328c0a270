"""Hands as the tables of a tournament ask for them: dealt, committed, rolled back, each a step."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from cardroom.engine.hand import Hand
from cardroom.errors import Refused
from cardroom.ledger import SettledHand
from cardroom.room.sealed import Opaque
from cardroom.room.tournaments.services import TournamentServices
from cardroom.room.tournaments.tables.hand_records import PlayedHand, hand_record
from cardroom.tournament.events import HandFinished, HandRolledBack, TournamentEvent
from cardroom.tournament.ids import TableNumber

if TYPE_CHECKING:
    from cardroom.room.tournaments.actor.actor import TournamentActor


class Dealing(Opaque):
    """The tournament as its tables ask it (HandDesk)."""

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

    # The deal

    def may_deal(self, table: TableNumber) -> bool:
        """Whether a table may deal now; if not, it is nudged when it may."""
        actor = self._actor
        held = bool(actor.stopped) or actor.tables.deals_from_ms is not None
        if not held and not actor.deals.holds(table) and table in actor.tournament.ready:
            return True
        actor.tables.waiting.add(table)
        return False

    async def deal(self, table: TableNumber) -> bool:
        """Deal the next hand of a table; False when it may not after all."""
        return await self._in_turn(lambda: self._deal(table))

    async def _deal(self, table: TableNumber) -> bool:
        if not self.may_deal(table):
            return False
        actor = self._actor
        deck = self._services.shuffle(self._services.bits)

        def deal(at_ms: int) -> None:
            actor.tournament.deal(table, deck.cards.open(), at_ms)
            played = actor.tournament.tables[table]
            assert played.dealt_hand is not None
            assert played.hand is not None
            self._hands[table] = PlayedHand(
                actor.tournament, played.hand, played.dealt_hand, deck.proof
            )

        try:
            await actor.decide(deal)
        except Refused:
            # Time has passed first, and brought a break or a move.
            actor.tables.waiting.add(table)
            return False
        return True

    # The end of a hand

    async def commit(self, table: TableNumber, hand: Hand) -> bool:
        """A hand is over: everything that follows from it. False when it never was."""
        return await self._in_turn(lambda: self._commit(table, hand))

    async def _commit(self, table: TableNumber, hand: Hand) -> bool:
        actor, played = self._actor, self._hands.get(table)
        if played is None or played.hand is not hand:
            return False
        tournament = actor.tournament
        asked = [tournament.player_of(entry) for entry in tournament.desk.asked]
        await actor.balances.look_up_cash(asked)
        record = self._record(played, actor.clock.now_ms())
        await actor.decide(
            lambda at_ms: tournament.commit(table, at_ms), told_later=table, hand=record
        )
        return True

    async def is_committed(self, table: TableNumber, number: int) -> bool:
        """Whether a hand counts, once everything before this question is done."""

        async def look() -> bool:
            return self._finished.get(table) == number

        return await self._in_turn(look)

    def committed_hand_told(self, table: TableNumber) -> None:
        """Everybody has seen who won: the seats follow, and a broken table ends."""
        actor = self._actor
        actor.tables.tell(table)
        if table not in actor.tournament.tables:
            actor.tables.close_later(table, actor.clock.now_ms())
            actor.inbox.ring()

    # Hands that never were

    def roll_back(self, table: TableNumber, reason: str) -> None:
        """The hand of a table never was (TRN-25); done in its turn."""

        async def roll_back() -> None:
            if table in self._hands:
                tournament = self._actor.tournament
                await self._actor.decide(lambda at_ms: tournament.roll_back(table, reason, at_ms))

        self._actor.inbox.put(roll_back)

    def void_hand(self, event: HandRolledBack) -> SettledHand | None:
        """The record of a hand that is rolled back; after a crash without its cards."""
        played = self._hands.get(event.table) or self._interrupted(event)
        if played is None or played.dealt.number != event.number:
            return None
        return self._record(played, event.at_ms)

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
        return PlayedHand(tournament, None, dealt, None)

    def _record(self, played: PlayedHand, at_ms: int) -> SettledHand:
        actor = self._actor
        return hand_record(
            actor.charter,
            actor.tournament,
            played,
            table=actor.table_ids[played.dealt.table],
            epoch=actor.epoch,
            started_ms=actor.summary.started_ms,
            at_ms=at_ms,
        )

    async def _in_turn(self, work: Callable[[], Awaitable[bool]]) -> bool:
        """Have something done for a table, after what was asked before."""
        return await self._actor.inbox.put(work).answer
