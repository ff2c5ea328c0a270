"""The draw of a start: prize and seats, to which everybody who has entered may contribute.

The room is fixed to its secret when registration opens. When the tournament starts, the list is
closed, signed and stored; only then seeds are asked for, and waited for half a second and a little
more. Until all is drawn nobody enters or leaves. After a crash the stored list is finished; what
its question is no longer true of is given up, in the log.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from cardroom.errors import AccessRefused, EntryRefused
from cardroom.fairness.draws.draw_list import SOURCE_PLAYER, DrawList, read_draw_list
from cardroom.fairness.draws.fair_draw import FairDraw
from cardroom.fairness.draws.proof import FAILURES_MAX, FailedDraw
from cardroom.fairness.draws.questions import Entrant, PrizeRow, StartQuestion
from cardroom.fairness.seeds import RULE
from cardroom.ledger import PlayerId
from cardroom.room.bus import Letter
from cardroom.room.fair.draw_desk import DrawDesk
from cardroom.room.fair.draw_notices import DrawCommitted, DrawFailed, DrawListed, DrawView
from cardroom.room.notices import Notice
from cardroom.room.sealed import Opaque
from cardroom.room.tables.shuffling import REVEAL_MS
from cardroom.room.tables.turns import LAG_MS_MAX
from cardroom.room.tournaments.messages import ToTournament
from cardroom.room.tournaments.records import DrawState, TournamentDraw
from cardroom.room.tournaments.requests import CommitDraw, RevealDraw
from cardroom.room.tournaments.services import TournamentServices
from cardroom.tournament.desk_events import Registered
from cardroom.tournament.events import TournamentEvent

if TYPE_CHECKING:
    from cardroom.room.tournaments.actor.actor import TournamentActor


class SignedList(msgspec.Struct, frozen=True):
    """A list that waits for its players, as it is stored."""

    list: bytes
    signature: bytes


_list_decoder = msgspec.json.Decoder(SignedList)
_failed_decoder = msgspec.json.Decoder(FailedDraw)


class StartDraw(Opaque):
    """Commitments, the list, and the seeds of the start of one tournament."""

    def __init__(self, actor: "TournamentActor", services: TournamentServices) -> None:
        self._actor = actor
        self._services = services
        self._number = 1
        self._coming: FairDraw | None = None
        """The draw to which players may commit, or which waits for their seeds."""
        self._listed: SignedList | None = None
        """A stored list that a crash has left unfinished."""
        self._asked: DrawListed | None = None
        self._again_by_ms = 0
        self._newcomers: dict[PlayerId, int] = {}
        """Who has just been asked for a commitment, and until when it is waited for."""
        self.failed: tuple[FailedDraw, ...] = ()
        """The draws of this start that a missing seed has ended."""

    def restore(self, stored: Sequence[TournamentDraw], number: int) -> None:
        """Go on after what is stored: with a list that waits, or with the next number."""
        self._number = number
        self._coming = self._asked = None
        self._again_by_ms = 0
        self._newcomers.clear()
        open_lists = [one for one in stored if one.state == "listed" and one.number == number]
        self._listed = _list_decoder.decode(open_lists[0].content) if open_lists else None
        ended = [one for one in stored if one.state != "listed"]
        last_other = max((one.number for one in ended if one.state != "failed"), default=0)
        self.failed = tuple(
            _failed_decoder.decode(one.content) for one in ended if one.number > last_other
        )

    # Until the list is closed

    @property
    def is_due(self) -> bool:
        """Whether there is something to draw; with too few entries it is cancelled (TRN-15)."""
        tournament = self._actor.tournament
        return not tournament.has_started and tournament.desk.count >= tournament.terms.entries_min

    def _draw_to_come(self) -> FairDraw | None:
        fair, tournament = self._services.fair, self._actor.tournament
        if fair is None or self._listed is not None:
            return None
        if tournament.has_started or tournament.is_over:
            return None
        if self._coming is None:
            self._coming = fair.draws.draw("tournament", self._actor.id, self._number)
        return self._coming

    def invite(self, events: Sequence[TournamentEvent]) -> None:
        """Ask whoever has just entered for a commitment."""
        for event in events:
            if isinstance(event, Registered):
                self._invite(event.player)

    def invite_all(self) -> None:
        """Ask everybody again: commitments are not stored."""
        for player in self._actor.tournament.desk.living:
            self._invite(player)

    def _invite(self, player: PlayerId) -> None:
        view = self.view(player)
        if view is not None and self._actor.kind_of(player) != "practice":
            self._newcomers[player] = self._until_ms([player])
            self._tell(player, view.next)

    def view(self, player: PlayerId) -> DrawView | None:
        """How far the draw is, for somebody who has entered."""
        draw = self._draw_to_come()
        if draw is None:
            return None
        coming = DrawCommitted(
            tournament=self._actor.id,
            context=draw.context,
            commitment=draw.commitment,
            by_ms=self._again_by_ms,
        )
        return DrawView(next=coming, committed=player in draw.contributors, listed=self._asked)

    def carry_out(self, player: PlayerId, request: CommitDraw | RevealDraw) -> None:
        """Take a commitment or a seed of somebody who has entered, or refuse it."""
        draw = self._draw_to_come()
        if draw is None or request.number != draw.context.number:
            raise AccessRefused(RULE, "no_such_draw")
        if player not in self._actor.tournament.desk.living:
            raise EntryRefused("TRN-12", "not_registered")
        if isinstance(request, RevealDraw):
            draw.reveal(player, request.seed, self.failed)
        elif player in self._withheld:
            raise AccessRefused(RULE, "seed_was_withheld")
        else:
            draw.commit(player, request.commitment)

    @property
    def _withheld(self) -> set[int]:
        """Whose seeds were missing in a draw of this start."""
        found: set[int] = set()
        for attempt in self.failed:
            listed = read_draw_list(attempt.list)
            assert listed is not None
            found |= listed.committed.keys() - {one.player for one in attempt.seeds}
        return found

    # The draw

    async def draw(self, desk: DrawDesk) -> FairDraw:
        """Draw the start with everybody who contributes; done when all seeds are there."""
        question = self._question().encoded
        self._forget_others(question)
        draw = await self._resume(desk, question)
        if draw is None:
            await self._commitments()
        while True:
            draw = draw or await self._close(desk, question)
            await self._reveals(draw)
            desk.reveal(draw)
            if not draw.missing:
                break
            await self._fail(desk, draw)
            draw = None
        self._note_revealed(draw)
        self._asked = None
        self._again_by_ms = 0
        return draw

    def _question(self) -> StartQuestion:
        tournament = self._actor.tournament
        desk, game = tournament.desk, self._actor.charter.terms.hexapro
        rows = () if game is None else game.prizes
        return StartQuestion(
            prizes=tuple(PrizeRow(one.probability, one.multiplier_tenths) for one in rows),
            seats=tournament.terms.seats,
            entrants=tuple(Entrant(entry, desk.player_of(entry)) for entry in desk.entries),
        )

    def _forget_others(self, question: bytes) -> None:
        """After a crash other players may start: what has failed before is no attempt of this."""
        asked = (read_draw_list(one.list) for one in self.failed)
        if any(one is None or one.question != question for one in asked):
            self.failed = ()

    async def _resume(self, desk: DrawDesk, question: bytes) -> FairDraw | None:
        """Finish a list that a crash has interrupted; one that fits no more is given up."""
        stored, self._listed = self._listed, None
        if stored is None:
            return None
        listed = read_draw_list(stored.list)
        assert listed is not None
        draw = desk.draw("tournament", self._actor.id, self._number)
        if listed.question == question and draw.resume(listed, stored.signature):
            self._coming = draw
            self._again_by_ms = self._now + self._services.pace.return_after_restart_ms
            return draw
        await self._give_up(desk, listed, stored)
        return None

    async def _give_up(self, desk: DrawDesk, listed: DrawList, stored: SignedList) -> None:
        """Other players are in it than the list has, or the room has other keys."""
        await desk.log.until_stored(desk.log_void(listed.context, "question_changed"))
        await self._store("void", msgspec.json.encode(stored))
        self.failed = ()
        self._next()
        self.invite_all()

    def _next(self) -> None:
        self._number += 1
        self._coming = self._asked = None
        self._again_by_ms = 0

    async def _commitments(self) -> None:
        """Whoever has taken the last seat gets a moment to commit, as everybody had."""
        draw = self._draw_to_come()
        assert draw is not None
        living, now = self._actor.tournament.desk.living, self._now
        awaited = {
            player: by_ms
            for player, by_ms in self._newcomers.items()
            if by_ms > now and player in living and self._is_in_reach(player)
        }
        if awaited:
            await self._collect(max(awaited.values()), lambda: draw.contributors >= awaited.keys())
        self._newcomers.clear()

    async def _close(self, desk: DrawDesk, question: bytes) -> FairDraw:
        """Close the list with everybody in reach; one with players in it is stored before."""
        draw = self._draw_to_come()
        assert draw is not None
        living = self._actor.tournament.desk.living
        takes_part = len(self.failed) < FAILURES_MAX
        here = (one for one in living if takes_part and self._is_in_reach(one))
        draw.keep_only(frozenset(here))
        desk.close(draw, "start", question)
        if has_players(draw):
            await desk.log.until_stored(desk.log_list(draw))
            signed = SignedList(draw.encoded, draw.signature)
            await self._store("listed", msgspec.json.encode(signed))
        return draw

    def _is_in_reach(self, player: PlayerId) -> bool:
        presence = self._services.presence
        return presence.is_here(player) and not presence.doubt_ms(player)

    async def _reveals(self, draw: FairDraw) -> None:
        """Ask for the seeds that were committed to; without any there is nothing to wait for."""
        players = [PlayerId(one) for one in sorted(draw.missing - {SOURCE_PLAYER})]
        if not players:
            return
        self._asked = DrawListed(
            tournament=self._actor.id,
            number=draw.context.number,
            list=draw.encoded,
            signature=draw.signature,
            by_ms=max(self._again_by_ms, self._until_ms(players)),
        )
        for player in players:
            self._tell(player, self._asked)
        await self._collect(self._asked.by_ms, lambda: draw.missing == {SOURCE_PLAYER})

    async def _fail(self, desk: DrawDesk, draw: FairDraw) -> None:
        """Open the secret, and ask those who have revealed theirs to commit once more."""
        missing = draw.missing
        attempt = draw.fail()
        desk.log_withheld(draw, missing)
        fair = self._services.fair
        assert fair is not None
        lost = {PlayerId(one) for one in missing if not self._is_in_reach(PlayerId(one))}
        fair.note_withheld(map(PlayerId, missing), lost)
        await self._store("failed", msgspec.json.encode(attempt))
        self.failed = (*self.failed, attempt)
        said = DrawFailed(
            tournament=self._actor.id,
            number=draw.context.number,
            list=attempt.list,
            signature=attempt.signature,
            seeds=attempt.seeds,
            secret=attempt.secret,
            missing=tuple(sorted(missing)),
        )
        players = [PlayerId(one) for one in draw.draw_list.committed if one != SOURCE_PLAYER]
        for player in players:
            self._tell(player, said)
        self._next()
        again = [one for one in players if one not in missing]
        if not again or len(self.failed) >= FAILURES_MAX:
            return
        self._again_by_ms = self._until_ms(again)
        for player in again:
            self._invite(player)
        self._newcomers.clear()
        coming = self._draw_to_come()
        assert coming is not None
        await self._collect(self._again_by_ms, lambda: coming.contributors.issuperset(again))
        self._again_by_ms = 0

    def _note_revealed(self, draw: FairDraw) -> None:
        fair = self._services.fair
        assert fair is not None
        fair.seeds_revealed(
            PlayerId(one.player) for one in draw.revealed if one.player != SOURCE_PLAYER
        )

    async def _store(self, state: DrawState, content: bytes) -> None:
        draw = TournamentDraw(number=self._number, state=state, kind="start", content=content)
        await self._actor.store_draw(draw)

    # Waiting

    def _until_ms(self, players: Sequence[PlayerId]) -> int:
        """Until when answers are waited for: the lag of the slowest counts."""
        lag_ms = self._services.presence.lag_ms
        return self._now + REVEAL_MS + min(LAG_MS_MAX, max(map(lag_ms, players), default=0))

    async def _collect(self, by_ms: int, is_done: Callable[[], bool]) -> None:
        """Read commitments and seeds, and what changes nothing, until all are there or time is up.

        Everything else waits; the house is answered at once, for others wait for it.
        """
        inbox = self._actor.inbox
        try:
            while not is_done() and self._now < by_ms:
                letter = await inbox.take_only(_is_read_meanwhile, (by_ms - self._now) / 1000)
                if letter is not None:
                    await self._read(letter)
        finally:
            inbox.ring()

    async def _read(self, letter: Letter) -> None:
        message = letter.message
        assert isinstance(message, ToTournament)
        if message.while_starting == "refused":
            letter.fail(EntryRefused("TRN-12", "last_seat_is_filled"))
        else:
            await self._actor.answer(letter)

    @property
    def _now(self) -> int:
        return self._actor.clock.now_ms()

    def _tell(self, player: PlayerId, notice: Notice) -> None:
        self._services.switchboard.tell(player, notice)


def has_players(draw: FairDraw) -> bool:
    """Whether a closed list has players in it, beside the seed source."""
    return draw.draw_list.committed.keys() != {SOURCE_PLAYER}


def _is_read_meanwhile(message: object) -> bool:
    return isinstance(message, ToTournament) and message.while_starting != "waits"
