"""The decks of one table: made together with its players by CCO/1, or by the plain shuffle.

Two decks are fixed while the hand before is played, and the list is closed a little before its hand
is due, by as much as players need to answer, so that nobody waits at the deal. Only whoever has
committed to a seed is asked for it; seeds are waited for half a second and a little more. Until the
hand is due nothing else is read from the table's inbox: nobody comes, goes or sits out between the
list and the cards.
"""

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from msgspec import UNSET, structs

from cardroom.engine.games import HOLE_CARDS
from cardroom.errors import AccessRefused
from cardroom.fairness.context import HandContext
from cardroom.fairness.deal import FairDeal
from cardroom.fairness.draws.proof import DrawOutcome, DrawProof
from cardroom.fairness.hand_list import SOURCE_SEAT
from cardroom.fairness.proof import Opening, encode_proof
from cardroom.fairness.seeds import RULE
from cardroom.ledger import PlayerId
from cardroom.room.bus import Inbox, Letter, stopped
from cardroom.room.fair.draw_notices import ButtonDrawn
from cardroom.room.fair.house import Draw, FairHouse
from cardroom.room.fair.notices import DeckCommitted, DeckCut, DeckFailed, DeckListed, FairnessView
from cardroom.room.notices import Notice
from cardroom.room.requests import CommitSeed, RevealSeed
from cardroom.room.sealed import Opaque, Sealed
from cardroom.room.shuffle import ShuffledDeck
from cardroom.room.tables.messages import PlayerRequest
from cardroom.room.tables.protocols import DealPlan, PlayedTable, RunnerServices
from cardroom.room.tables.turns import LAG_MS_MAX
from cardroom.units import Seat

REVEAL_MS = 500
"""How long a seed is waited for, beyond the measured lag."""
LEAD_MS_MAX = 500
"""A list is closed at most this long before its hand is due, however slow somebody's answers are:
until then players can show their cards, sit out or leave. Seeds that are late are waited for."""
SEEDS = (CommitSeed, RevealSeed)
"""What players contribute to a deck; nothing else follows from it."""


class CutDeck(Opaque):
    """The proof of a deck that is being played (DeckProof)."""

    __slots__ = ("_button", "_cards", "_deal")

    def __init__(self, deal: FairDeal, cards: int, button: DrawProof | None = None) -> None:
        self._deal = deal
        self._cards = cards
        self._button = button

    def open(self, dealt: int) -> Opening:
        """The proof of one dealt card."""
        return self._deal.open(dealt)

    def encoded(self) -> bytes:
        """The proof of the hand, as it is stored."""
        proof = self._deal.proof(range(self._cards))
        return encode_proof(structs.replace(proof, button=self._button or UNSET))


class Shuffling(Opaque):
    """Where one table gets its decks from."""

    def __init__(
        self,
        services: RunnerServices,
        table: PlayedTable,
        inbox: Inbox,
        epoch: int,
        *,
        publish: Callable[[Notice], None],
        receive: Callable[[Letter], None],
    ) -> None:
        self._services = services
        self._house = services.fair
        self._table = table
        self._inbox = inbox
        self._epoch = epoch
        self._publish = publish
        self._receive = receive
        self._number = 0
        """Of the last pair of decks."""
        self._draw: Draw | None = None
        """The pair that is not cut yet."""
        self._committed: dict[Seat, PlayerId] = {}
        self._roots: DeckCommitted | None = None
        self._listed: DeckListed | None = None
        self._cut: DeckCut | None = None
        self._in_play: HandContext | None = None
        """The hand whose list is closed, until it is stored or void."""
        self._logged = -1
        """The number of that list in the log."""
        self._answer_ms = 0
        """How long the slowest seed took of late; it rises at once and falls slowly."""

    # Between the hands

    def commit(self, hand: int, by_ms: int = 0) -> None:
        """Fix two decks for a hand and publish their roots, if that is not done."""
        house = self._house
        if house is None or (self._draw is not None and self._draw.deal.context.hand == hand):
            return
        self._number += 1
        context = HandContext(house.room, self._table.table, self._epoch, hand)
        self._take(house.draw(context, self._number), by_ms)

    def _take(self, draw: Draw, by_ms: int) -> None:
        deal = draw.deal
        self._draw, self._committed, self._listed = draw, {}, None
        self._number = deal.number
        self._roots = DeckCommitted(
            context=deal.context, number=deal.number, roots=deal.roots, by_ms=by_ms
        )
        self._publish(self._roots)

    def carry_out(self, player: PlayerId, request: CommitSeed | RevealSeed) -> None:
        """Take a commitment or a seed of a player at the table, or refuse it."""
        seat = self._table.seat_of(player)
        draw = self._draw
        wanted = (request.hand, request.number)
        if draw is None or wanted != (draw.deal.context.hand, draw.deal.number):
            raise AccessRefused(RULE, "no_such_draw")
        if isinstance(request, RevealSeed):
            draw.deal.reveal(seat, request.seed)
        else:
            draw.deal.commit(seat, player, request.commitment)
            self._committed[seat] = player

    def view(self, viewer: PlayerId, cards: tuple[Opening, ...] | None) -> FairnessView | None:
        """What a viewer may know, with the cards that they have seen; None: the felt is empty."""
        if self._roots is None:
            return None
        return FairnessView(
            next=self._roots,
            committed=viewer in self._committed.values(),
            listed=self._listed,
            cut=None if cards is None else self._cut,
            cards=cards or (),
        )

    # The deal

    @property
    def lead_ms(self) -> int:
        """How long before a hand is due its list is closed, for the seeds to be there in time."""
        return min(LEAD_MS_MAX, self._answer_ms) if self._committed else 0

    async def deck(self, plan: DealPlan, due_ms: int) -> ShuffledDeck:
        """The deck of a hand, not before it is due; from here on it is dealt, whatever comes."""
        house = self._house
        if house is None:
            return self._services.shuffle(self._services.bits)
        house.verify_sound()
        self.void("never_dealt")
        button = self._show_button(house, plan)
        self.commit(plan.number)
        try:
            deal = await self._cut_deck(house, plan, due_ms)
        finally:
            self._draw = None
            self._inbox.ring()
        cards = deal.deck()
        house.saw(cards, len(plan.players), HOLE_CARDS[plan.game])
        return ShuffledDeck(Sealed(cards), CutDeck(deal, plan.cards, button))

    def _show_button(self, house: FairHouse, plan: DealPlan) -> DrawProof | None:
        """Log and tell how the button was drawn, if it was drawn for this hand (CASH-08)."""
        draw = plan.button_draw
        if draw is None:
            return None
        house.draws.log_list(draw)
        proof = draw.proof(DrawOutcome(button=plan.button))
        self._publish(ButtonDrawn(hand=plan.number, proof=proof))
        return proof

    async def _cut_deck(self, house: FairHouse, plan: DealPlan, due_ms: int) -> FairDeal:
        while True:
            draw = self._draw
            assert draw is not None
            deal = draw.deal
            self._close(house, draw, plan)
            await self._reveals(deal)
            hand_list = deal.hand_list
            deal.reveal(SOURCE_SEAT, draw.source.reveal_for(hand_list))
            if not deal.missing:
                break
            await self._draw_again(house, deal)
        await self._collect(due_ms, lambda: False)
        house.seeds_revealed(
            PlayerId(entry.player)
            for seat, entry in deal.hand_list.committed.items()
            if seat != SOURCE_SEAT
        )
        audit = deal.cut()
        self._listed, self._committed = None, {}
        self._cut = DeckCut(
            hand=plan.number,
            number=deal.number,
            list=hand_list.encoded,
            signature=deal.signature,
            seeds=deal.revealed,
            audit=audit,
        )
        self._publish(self._cut)
        return deal

    def _close(self, house: FairHouse, draw: Draw, plan: DealPlan) -> None:
        """Close the list: who is out of reach now is in it without a commitment."""
        for seat in self._out_of_reach():
            draw.deal.withdraw(seat)
            del self._committed[seat]
        draw.deal.close(
            game=plan.game, button=plan.button, seats=plan.seats, players=dict(plan.players)
        )
        self._in_play = draw.deal.context
        self._logged = house.listed(draw)

    def _out_of_reach(self) -> list[Seat]:
        presence = self._services.presence
        return [
            seat
            for seat, player in self._committed.items()
            if not presence.is_here(player) or presence.doubt_ms(player)
        ]

    async def _reveals(self, deal: FairDeal) -> None:
        """Ask for the seeds that were committed to; without any there is nothing to wait for."""

        def is_answered() -> bool:
            return not deal.awaits_players

        if is_answered():
            return
        asked_ms = self._now
        self._listed = DeckListed(
            hand=deal.context.hand,
            number=deal.number,
            list=deal.hand_list.encoded,
            signature=deal.signature,
            by_ms=self._until_ms(deal.missing),
        )
        self._publish(self._listed)
        await self._collect(self._listed.by_ms, is_answered)
        if is_answered():
            took_ms = self._now - asked_ms
            self._answer_ms = max(took_ms, (3 * self._answer_ms + took_ms) // 4)

    async def _draw_again(self, house: FairHouse, deal: FairDeal) -> None:
        """Open both decks and fix two others, without the seeds that are missing."""
        missing = deal.missing
        attempt = deal.fail()
        house.seeds_missing(deal.hand_list, missing, self._out_of_reach())
        self._publish(
            DeckFailed(
                hand=deal.context.hand,
                number=deal.number,
                list=attempt.list,
                signature=attempt.signature,
                seeds=attempt.seeds,
                secrets=attempt.secrets,
                missing=tuple(sorted(missing)),
            )
        )
        again = deal.hand_list.committed.keys() - missing - {SOURCE_SEAT}
        by_ms = self._until_ms(again) if again else 0
        self._take(house.redraw(deal, attempt), by_ms)
        await self._collect(by_ms, lambda: again <= self._committed.keys())

    def _until_ms(self, seats: AbstractSet[Seat]) -> int:
        """Until when answers are waited for: the lag of the slowest counts."""
        lag_ms = self._services.presence.lag_ms
        lags = [lag_ms(player) for seat, player in self._committed.items() if seat in seats]
        return self._now + REVEAL_MS + min(LAG_MS_MAX, max(lags, default=0))

    async def _collect(self, by_ms: int, is_done: Callable[[], bool]) -> None:
        """Read commitments and seeds, and nothing else, until all are there or time is up."""
        while not is_done() and (left_ms := by_ms - self._now) > 0:
            letter = await self._inbox.take_only(_is_about_seeds, left_ms / 1000)
            if letter is not None:
                self._receive(letter)

    def read_waiting(self) -> None:
        """Read the seeds at the front of the inbox: players answer the same frame at one time."""
        while (letter := self._inbox.take_first(_is_about_seeds)) is not None:
            try:
                self._receive(letter)
            finally:
                letter.fail(stopped())

    @property
    def _now(self) -> int:
        return self._services.clock.now_ms()

    # The end of a hand

    async def until_logged(self) -> None:
        """Wait until the list of the hand is stored: no hand is paid before."""
        if self._house is not None and self._logged >= 0:
            await self._house.log.until_stored(self._logged)

    def finish(self) -> None:
        """The hand is stored."""
        if self._house is not None and self._in_play is not None:
            self._house.finished()
        self._in_play = None

    def void(self, reason: str) -> None:
        """The hand that was listed last never was, unless it is stored."""
        if self._house is not None and self._in_play is not None:
            self._house.voided(self._in_play, reason)
        self._in_play = None


def _is_about_seeds(message: object) -> bool:
    return isinstance(message, PlayerRequest) and isinstance(message.request, SEEDS)
