"""Carries requests to the room, once each, and writes the answers.

Sockets and the HTTP API share it, so the same rules hold for both: scopes of programs, tables that
admit no programs, chat, reports.
"""

import logging

import msgspec

from cardroom.errors import AccessRefused, OwnerChanged, Refused, SeatRefused, Unavailable
from cardroom.room.chat import clean_chat
from cardroom.room.metrics import Metrics
from cardroom.room.net import Net
from cardroom.room.people import Caller, Scope
from cardroom.room.ports import Answer, Clock, Desk
from cardroom.room.requests import Chat, Play, Report, TableRequest
from cardroom.room.tournaments.requests import RoomRequest, TournamentChat, TournamentRequest
from cardroom.server.api.reports import Reporting
from cardroom.server.limits import ANSWERS_REMEMBERED
from cardroom.server.sockets.messages import Ack, Refusal, encode
from cardroom.server.sockets.session_state import Answered, SessionState

logger = logging.getLogger(__name__)


class RequestHandler:
    """Answers every request with an ack or a refusal."""

    def __init__(self, desk: Desk, reports: Reporting, clock: Clock, metrics: Metrics) -> None:
        self._desk = desk
        self._reports = reports
        self._clock = clock
        self._metrics = metrics

    async def answer(self, live: SessionState, request: RoomRequest) -> bytes | None:
        """Carry out a request once; None when the same one is being carried out already."""
        # The kinds of requests have fields in common.
        content = hash((type(request), request))
        known = live.answers.get(request.id)
        if known is None:
            return await self._answer_once(live, request, content)
        if known.content != content:
            other = AccessRefused(Net.FORM, "id_with_another_content", {"id": request.id})
            return self.refuse(other, request.id)
        return known.answer

    async def _answer_once(self, live: SessionState, request: RoomRequest, content: int) -> bytes:
        """Carry out a request that is new, and keep the answer for those who ask again.

        What came to nothing may be tried again.
        """
        answers = live.answers
        answers[request.id] = Answered(content)
        while len(answers) > ANSWERS_REMEMBERED:
            answers.popitem(last=False)
        is_final = False
        try:
            answer, is_final = await self._answer(live, request)
        finally:
            if not is_final:
                answers.pop(request.id, None)
        if is_final and request.id in answers:
            answers[request.id] = Answered(content, answer)
        return answer

    async def _answer(self, live: SessionState, request: RoomRequest) -> tuple[bytes, bool]:
        """The answer to a request, and whether it is the same whenever somebody asks again."""
        started_ms = self._clock.monotonic_ms()
        try:
            said = await self._carry_out(live, request)
            answer = encode(Ack(id=request.id, ts=self._clock.now_ms(), d=dict(said)))
        except (OwnerChanged, Unavailable):
            return self.refuse(AccessRefused(Net.BUSY, "unavailable"), request.id), False
        except Refused as refusal:
            answer = self.refuse(refusal, request.id)
        except Exception:
            logger.exception("a request failed", extra={"request": type(request).__name__})
            return self.refuse(AccessRefused(Net.BUSY, "failed"), request.id), False
        took_ms = self._clock.monotonic_ms() - started_ms
        self._metrics.observe_ms("request_ms", took_ms, request=type(request).__name__)
        return answer, True

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
