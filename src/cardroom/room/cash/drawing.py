"""What chance decides at cash tables beside the cards: who sits where, and the first button.

Both are drawn by the seed source and the room's secret alone, for nobody could be waited for. The
same question of the same table always has the same answer, however often it is asked.
"""

from collections.abc import Callable, Sequence

from cardroom.cash.lobby_events import SeatOffered
from cardroom.fairness.draws.fair_draw import FairDraw
from cardroom.fairness.draws.proof import DrawOutcome, ToldSeat
from cardroom.fairness.draws.questions import button_question
from cardroom.ledger import TableId
from cardroom.room.fair.draw_desk import DrawDesk
from cardroom.room.fair.draw_notices import SeatDrawn
from cardroom.room.fair.house import FairHouse
from cardroom.room.sealed import Opaque
from cardroom.room.services import RoomServices
from cardroom.room.shuffle import below
from cardroom.units import Seat

WhoIsReady = Callable[[], tuple[int, list[Seat]]]
"""The number of a table's next hand, and the seats that are ready for it."""


def _desk_of(fair: FairHouse | None) -> DrawDesk | None:
    return None if fair is None else fair.draws


class ButtonDraw(Opaque):
    """The first button of a table, among those who are ready (CASH-08)."""

    def __init__(self, services: RoomServices, table: TableId, ready: WhoIsReady) -> None:
        self._services = services
        self._desk = _desk_of(services.fair)
        self._table = table
        self._ready = ready
        self.drawn: FairDraw | None = None
        """The draw of the hand that was planned last; None where its button was none."""

    def below(self, count: int) -> int:
        """The place of the button among those who are ready (RandBelow)."""
        if self._desk is None:
            return below(self._services.bits, count)
        hand, seats = self._ready()
        assert len(seats) == count, "the button is drawn among those who are ready"
        question = button_question(seats)
        self.drawn = self._desk.draw_at_once("table", self._table, hand, "button", question)
        return self.drawn.numbers().below(count)


class SeatDraws(Opaque):
    """Tables and seats that the lobby draws for players (CASH-04); numbered in every run."""

    def __init__(self, services: RoomServices) -> None:
        self._services = services
        self._desk = _desk_of(services.fair)
        self.run = 0
        """The number of this start of the room."""
        self._number = 0
        self._now: FairDraw | None = None

    def below(self, count: int) -> int:
        """A number for the lobby; those of one of its turns are one draw (RandBelow)."""
        if self._desk is None:
            return below(self._services.bits, count)
        if self._now is None:
            self._number += 1
            self._now = self._desk.draw_at_once("lobby", self.run, self._number, "seat", b"")
        return self._now.numbers().below(count)

    def finish(self, offers: Sequence[SeatOffered]) -> None:
        """A turn of the lobby is over: log what was drawn, and show it to whom it concerns."""
        draw, self._now = self._now, None
        if draw is None or self._desk is None:
            return
        told = tuple(ToldSeat("seat", one.player, one.table, one.seat) for one in offers)
        proof = draw.proof(DrawOutcome(told=told))
        self._desk.log_list(draw)
        self._desk.log_opened(draw, proof)
        for one in offers:
            self._services.switchboard.tell(
                one.player, SeatDrawn(table=one.table, seat=one.seat, proof=proof)
            )
