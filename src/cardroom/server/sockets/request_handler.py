"""Carries requests to the room, once each, and writes the answers.

Sockets and the HTTP API share it, so the same rules hold for both: scopes of programs, tables that
admit no programs, chat, reports.
"""

import logging

import msgspec

from cardroom.errors import AccessRefused, Refused, SeatRefused, Unavailable
from cardroom.room.chat import clean_chat
from cardroom.room.metrics import Metrics
from cardroom.room.net import Net
from cardroom.room.people import Caller, Scope
from cardroom.room.ports import Answer, Clock, Desk
from cardroom.room.requests import Chat, Play, Report, TableRequest
from cardroom.room.tournaments.requests import RoomRequest, TournamentChat, TournamentRequest
from cardroom.server.api.reports import Reporting
from cardroom.server.sockets.messages import Ack, Refusal, encode
from cardroom.server.sockets.session_state import SessionState

logger = logging.getLogger(__name__)


class RequestHandler:
    """Answers every request with an ack or a refusal."""

    def __init__(self, desk: Desk, reports: Reporting, clock: Clock, metrics: Metrics) -> None:
        self._desk = desk
        self._reports = reports
        self._clock = clock
        self._metrics = metrics

    async def answer(self, live: SessionState, request: RoomRequest) -> bytes | None:
        """Carry out a request; None when the same one is being carried out already."""
        try:
            if live.is_known(request):
                return live.answer_to(request.id)
        except AccessRefused as refusal:
            return self.refuse(refusal, request.id)
        live.expect(request)
        try:
            answer = await self._answer(live, request)
        except BaseException:
            live.forget(request.id)
            raise
        return answer

    async def _answer(self, live: SessionState, request: RoomRequest) -> bytes:
        started_ms = self._clock.monotonic_ms()
        try:
            said = await self._carry_out(live, request)
            answer = encode(Ack(id=request.id, ts=self._clock.now_ms(), d=dict(said)))
        except Refused as refusal:
            answer = self.refuse(refusal, request.id)
        except Unavailable:
            live.forget(request.id)
            return self.refuse(AccessRefused(Net.BUSY, "unavailable"), request.id)
        except Exception:
            logger.exception("a request failed", extra={"request": type(request).__name__})
            live.forget(request.id)
            return self.refuse(AccessRefused(Net.BUSY, "failed"), request.id)
        live.remember(request.id, answer)
        took_ms = self._clock.monotonic_ms() - started_ms
        self._metrics.observe_ms("request_ms", took_ms, request=type(request).__name__)
        return answer

    def refuse(self, refusal: Refused, request_id: str = "") -> bytes:
        """The message that says no."""
        self._metrics.count("refused_total", rule=refusal.rule)
        message = Refusal(
            id=request_id,
            rule=refusal.rule,
            reason=refusal.reason,
            ts=self._clock.now_ms(),
            d=refusal.details,
        )
        return encode(message)

    async def _carry_out(self, live: SessionState, request: RoomRequest) -> Answer:
        caller = live.caller
        verify_scope(caller, request)
        self._verify_admitted(caller, request)
        match request:
            case Report():
                now_ms = self._clock.now_ms()
                return {"case": await self._reports.report(caller, request, now_ms)}
            case Chat() | TournamentChat():
                request = self._cleaned(live, request)
        return await self._desk.ask(caller, request)

    def _verify_admitted(self, caller: Caller, request: RoomRequest) -> None:
        """Programs and practice players come in only where the table says so (FAIR-07).

        Who has a seat plays on, and may leave, whoever else may take one from now on.
        """
        if not caller.is_automated:
            return
        if isinstance(request, TableRequest | TournamentRequest):
            place = request.ch
        elif isinstance(request, Play):
            place = ":".join(map(str, request.stake))
        else:
            return
        has_seat = isinstance(request, TableRequest) and self._desk.has_seat(
            request.table, caller.player
        )
        if not has_seat and caller.kind not in self._desk.admits(place):
            raise SeatRefused("FAIR-07", "programs_not_admitted")

    def _cleaned(self, live: SessionState, chat: Chat | TournamentChat) -> Chat | TournamentChat:
        """The chat line as it may be shown (FAIR-01)."""
        if live.muted_until_ms > self._clock.now_ms():
            raise AccessRefused(Net.CHAT, "muted", {"until_ms": live.muted_until_ms})
        if not live.chat.take(self._clock.monotonic_ms()):
            raise AccessRefused(Net.RATE, "chat_too_fast")
        return msgspec.structs.replace(chat, text=clean_chat(chat.text))


def scope_of(request: RoomRequest) -> Scope:
    """What a program's token must allow for a request."""
    match request:
        case Chat() | TournamentChat() | Report():
            return "chat"
        case _:
            return "play"


def verify_scope(caller: Caller, request: RoomRequest) -> None:
    """Refuse what the token of a program does not allow."""
    scope = scope_of(request)
    if scope not in caller.scopes:
        raise AccessRefused(Net.SCOPE, "not_allowed_by_token", {"scope": scope})
