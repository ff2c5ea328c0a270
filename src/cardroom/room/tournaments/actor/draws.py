"""All that chance decides in one tournament: every step that draws keeps the proof with it.

A draw is numbered. Its secret and the seed source's seed follow from keys and from the question,
so that a tournament that is built again draws the same numbers: nothing is drawn twice. The start
waits for players' seeds (`start_draw.py`); what follows in play cannot wait, and relies on the seed
source.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from cardroom.engine.chance import RandBelow
from cardroom.fairness.draws.draw_list import Kind, draw_hash
from cardroom.fairness.draws.fair_draw import FairDraw
from cardroom.fairness.draws.numbers import Numbers, draw_key
from cardroom.fairness.draws.proof import DrawOutcome, FailedDraw, ToldSeat, encode_draw
from cardroom.fairness.draws.questions import play_question, read_start, start_outcome
from cardroom.room.fair.draw_desk import DrawDesk
from cardroom.room.sealed import Opaque
from cardroom.room.shuffle import below
from cardroom.room.tournaments.actor.start_draw import StartDraw, has_players
from cardroom.room.tournaments.records import TournamentDraw
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.events import (
    FinalTableDrawn,
    Moved,
    MultiplierDrawn,
    PlaceTaken,
    Seated,
    SeatsExchanged,
    TournamentEvent,
)

if TYPE_CHECKING:
    from cardroom.room.tournaments.actor.actor import TournamentActor


class TournamentDraws(Opaque):
    """Where a tournament gets its random numbers from."""

    def __init__(self, actor: "TournamentActor", services: TournamentServices) -> None:
        self._actor = actor
        self._services = services
        self._desk: DrawDesk | None = None if services.fair is None else services.fair.draws
        self._now: FairDraw | None = None
        """The draw of the step that is being decided."""
        self._is_logged = False
        self._kind: Kind = "play"
        self._plain: RandBelow = self._by_chance
        """Where nothing can be verified."""
        self._next = 1
        self.start = StartDraw(actor, services)

    def restore(self, stored: Sequence[TournamentDraw]) -> None:
        """Go on after what is stored; what was drawn and not stored is drawn again, alike."""
        self._now = None
        self._is_logged = False
        ended = [one.number for one in stored if one.state != "listed"]
        self._next = max(ended, default=0) + 1
        self.start.restore(stored, self._next)

    # Drawing

    def below(self, count: int) -> int:
        """A number below another one, for the tournament (RandBelow)."""
        if self._desk is None:
            return self._plain(count)
        if self._now is None:
            self._now = self._at_once(self._desk, self._kind)
        return self._now.numbers().below(count)

    def _by_chance(self, count: int) -> int:
        return below(self._services.bits, count)

    def _at_once(self, desk: DrawDesk, kind: Kind) -> FairDraw:
        """A draw that waits for nobody, about the tournament as it is at this moment."""
        actor = self._actor
        # What staff have previewed is drawn the same when they do it a moment later (CXL-11).
        pending = [] if kind == "cancel" else actor.tournament.journal.events
        encoded = [msgspec.json.encode(one) for one in pending]
        question = play_question(actor.events + len(encoded), encoded)
        return desk.draw_at_once("tournament", actor.id, self._next, kind, question)

    def preview(self) -> RandBelow:
        """What a cancellation would draw now: the same as when it is booked."""
        if self._desk is not None:
            return self._at_once(self._desk, "cancel").numbers().below
        drawn = 0

        def plain(count: int) -> int:
            nonlocal drawn
            drawn += 1
            seed = f"{self._actor.id}:{self._actor.steps}:{drawn}".encode()
            return int.from_bytes(blake2b(seed, digest_size=16).digest()) % count

        return plain

    @contextmanager
    def cancelling(self) -> Iterator[None]:
        """Draw meanwhile as it was previewed."""
        self._kind, self._plain = "cancel", self.preview()
        try:
            yield
        finally:
            self._kind, self._plain = "play", self._by_chance

    async def begin(self) -> None:
        """The tournament starts now: have its players contribute, and wait for them."""
        if self._desk is None or not self.start.is_due:
            return
        draw = await self.start.draw(self._desk)
        self._now, self._is_logged = draw, has_players(draw)
        self._next = draw.context.number

    # What is stored with a step

    @property
    def has_drawn(self) -> bool:
        """Whether the step that is being decided has drawn anything."""
        return self._now is not None and self._now.step == "drawn"

    async def papers(self, events: Sequence[TournamentEvent]) -> tuple[TournamentDraw, ...]:
        """The draw of a step, once its list is in the log."""
        draw, desk = self._now, self._desk
        if draw is None or desk is None or draw.step != "drawn":
            return ()
        if not self._is_logged:
            await desk.log.until_stored(desk.log_list(draw))
            self._is_logged = True
        kind = draw.draw_list.kind
        outcome = _start(draw, events) if kind == "start" else DrawOutcome(told=_told(events))
        attempts: tuple[FailedDraw, ...] = self.start.failed if kind == "start" else ()
        content = encode_draw(draw.proof(outcome, attempts))
        number = draw.context.number
        return (TournamentDraw(number=number, state="drawn", kind=kind, content=content),)

    def stored(self, draws: Sequence[TournamentDraw]) -> None:
        """A step is stored with these draws."""
        for one in draws:
            if one.state != "listed":
                self._next = one.number + 1
            if one.state == "drawn":
                self._now, self._is_logged = None, False


def _start(draw: FairDraw, events: Sequence[TournamentEvent]) -> DrawOutcome:
    """What a start came to: worked out a second time, as whoever verifies it does.

    Exchanges of seats after the draw come beside it, and change nothing in it (AMB-74).
    """
    question = read_start(draw.draw_list.question)
    assert question is not None
    seeds = {one.player: one.seed for one in draw.revealed}
    numbers = Numbers(draw.sealed_secret, draw_key(draw_hash(draw.encoded), seeds))
    found = start_outcome(question, numbers.below)
    seated = [(one.entry, one.table, one.seat) for one in events if isinstance(one, Seated)]
    drawn = [one.multiplier_tenths for one in events if isinstance(one, MultiplierDrawn)]
    assert [(one.entry, one.table, one.seat) for one in found.seats] == seated
    assert [found.multiplier_tenths] == (drawn or [0])
    told = _told([one for one in events if isinstance(one, SeatsExchanged)])
    return DrawOutcome(multiplier_tenths=found.multiplier_tenths, seats=found.seats, told=told)


def _told(events: Sequence[TournamentEvent]) -> tuple[ToldSeat, ...]:
    """Who sits where after a step; of one that moves nobody, who has which place."""
    told: list[ToldSeat] = []
    for event in events:
        match event:
            case Seated(entry=entry, table=table, seat=seat):
                told.append(ToldSeat("seated", entry, table, seat))
            case Moved(entry=entry, table=table, seat=seat):
                told.append(ToldSeat("moved", entry, table, seat))
            case SeatsExchanged(entry=entry, other=other):
                told.append(ToldSeat("exchanged", entry, event.table, event.seat))
                told.append(ToldSeat("exchanged", other, event.other_table, event.other_seat))
            case FinalTableDrawn(table=table, seats=seats):
                told += [ToldSeat("final_table", entry, table, seat) for seat, entry in seats]
    if told:
        return tuple(told)
    places = (event for event in events if isinstance(event, PlaceTaken))
    return tuple(ToldSeat("place", one.entry, one.place, 0) for one in places)
