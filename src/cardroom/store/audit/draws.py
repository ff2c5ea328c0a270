"""Follows every draw of a tournament: its proof, its list in the log, the events it is about (I12).

A list in the log that no stored draw has is one that a crash interrupted: its tournament was built
again, and drew the same or was asked something else. There are no more of those than it was built.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from cardroom.errors import UNREADABLE
from cardroom.fairness.draws.draw_list import DrawContext, DrawList, read_draw_list
from cardroom.fairness.draws.logged import LoggedDraw, split_listed
from cardroom.fairness.draws.proof import DrawProof, FailedDraw, ToldSeat, decode_draw
from cardroom.fairness.draws.questions import play_question
from cardroom.fairness.draws.verifying import verify_draw
from cardroom.fairness.keys import room_number
from cardroom.ledger import Invariant
from cardroom.ledger.audit import Audit
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.store import Store
from cardroom.tournament.events import (
    MultiplierDrawn,
    Seated,
    SeatsExchanged,
    TournamentEvent,
)
from cardroom.tournament.record import decode_events

CHUNK = 200
"""Draws that are read at once, each with the events of its step."""
IS_END = "case state when 'listed' then 0 else 1 end"
DRAWS = (
    f"select tournament_draws.tournament, tournament_draws.number, {IS_END}, state, kind,"  # noqa: S608
    " content, first_event, events from tournament_draws join tournament_steps"
    " on tournament_steps.tournament = tournament_draws.tournament"
    " and tournament_steps.number = step"
    f" where (tournament_draws.tournament, tournament_draws.number, {IS_END}) > ($1, $2, $3)"
    " order by 1, 2, 3 limit $4"
)


class DrawRow(NamedTuple):
    """A stored draw, with the events of the step that it was written with."""

    tournament: int
    number: int
    is_end: int
    state: str
    kind: str
    content: bytes
    first_event: int
    events: bytes


class _Signed(msgspec.Struct, frozen=True):
    list: bytes
    signature: bytes


_signed = msgspec.json.Decoder(_Signed)
_failed = msgspec.json.Decoder(FailedDraw)


class DrawLists:
    """The lists of draws that the log has, as the audit of the log comes upon them."""

    def __init__(self) -> None:
        self._listed: set[bytes] = set()
        self._contexts: set[bytes] = set()
        self.unused: dict[bytes, int] = {}
        """Lists that no stored draw has, so far, with their tournaments."""

    def see(self, logged: LoggedDraw, *, is_old: bool) -> str:
        """Take in a record; what is wrong with it. What is not old may still be on its way."""
        if logged.what == "listed":
            return self._see_list(logged, is_old)
        if _short(logged.context.encoded) not in self._contexts:
            return "there is no list before it"
        if logged.what == "opened":
            return self._see_opened(logged)
        return ""

    def _see_list(self, logged: LoggedDraw, is_old: bool) -> str:
        encoded, signature = split_listed(logged.content)
        if read_draw_list(encoded) is None:
            return "its list cannot be read"
        name = _short(encoded + signature)
        self._listed.add(name)
        self._contexts.add(_short(logged.context.encoded))
        if logged.context.scope == "tournament" and is_old:
            self.unused[name] = logged.context.id
        return ""

    def _see_opened(self, logged: LoggedDraw) -> str:
        proof = decode_draw(logged.content)
        if proof is None or not self.has(proof.list, proof.signature):
            return "it opens a draw that has no list"
        return "; ".join(str(one) for one in verify_draw(proof))

    def has(self, encoded: bytes, signature: bytes) -> bool:
        """Whether the log has a list."""
        return _short(encoded + signature) in self._listed

    def uses(self, name: bytes) -> bool:
        """Whether the log has the list of a stored draw, which has come to something."""
        self.unused.pop(name, None)
        return name in self._listed


def _short(content: bytes) -> bytes:
    return sha256(content).digest()[:16]


async def read_draws(store: Store, audit: Audit) -> "DrawAudit":
    """Verify every stored draw; before the log is read, which has their lists before they are."""
    found = DrawAudit(audit)
    after = (0, 0, 0)
    while rows := await store.ask(partial(_page, after)):
        for row in rows:
            found.see(row)
        after = rows[-1].tournament, rows[-1].number, rows[-1].is_end
    return found


class DrawAudit:
    """Sees every stored draw in its order."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._lists: dict[bytes, tuple[int, int]] = {}
        """The lists of all draws, with tournament and number."""
        self._last: dict[int, int] = {}
        """By tournament the number of the last draw that has ended."""

    def see(self, row: DrawRow) -> None:
        """Verify one of them."""
        try:
            self._see(row)
        except UNREADABLE:
            self._find(row.tournament, row.number, "draw_unreadable", "it cannot be read")

    def _see(self, row: DrawRow) -> None:
        if row.is_end:
            last = self._last.get(row.tournament, 0)
            if row.number != last + 1:
                detail = f"it comes after draw {last}"
                self._find(row.tournament, row.number, "draw_out_of_order", detail)
            self._last[row.tournament] = row.number
        signed: FailedDraw | DrawProof | _Signed | None
        if row.state == "drawn":
            signed = decode_draw(row.content)
            if signed is None:
                self._find(row.tournament, row.number, "draw_unreadable", "it cannot be read")
                return
            self._verify_proof(row, signed)
        else:
            signed = (_failed if row.state == "failed" else _signed).decode(row.content)
        self._lists[_short(signed.list + signed.signature)] = row.tournament, row.number

    def _verify_proof(self, row: DrawRow, proof: DrawProof) -> None:
        findings = verify_draw(proof)
        for one in findings:
            self._find(row.tournament, row.number, "draw_not_fair", str(one))
        draw = read_draw_list(proof.list)
        if findings or draw is None:
            return
        where = DrawContext(room_number(proof.key), "tournament", row.tournament, row.number)
        detail = ""
        if (draw.context, draw.kind) != (where, row.kind):
            detail = "its list is that of another draw"
        elif not _is_about(draw, proof, row):
            detail = "its step has other events than were drawn"
        if detail:
            self._find(row.tournament, row.number, "draw_differs", detail)

    def finish(self, log: DrawLists, built: Mapping[int, int]) -> None:
        """The log was read: it has every list, and others only where a crash explains them."""
        for name, (tournament, number) in self._lists.items():
            if not log.uses(name):
                detail = "its list is not in the deck log"
                self._find(tournament, number, "draw_list_missing", detail)
        for tournament, count in sorted(Counter(log.unused.values()).items()):
            times = built.get(tournament, 0)
            if count > times:
                detail = (
                    f"tournament {tournament} was built {times} times, and {count} lists of draws"
                    " came to nothing"
                )
                self._audit.find_at_end(Invariant.CHAIN_HOLDS, "draw_lists_dropped", detail)

    def _find(self, tournament: int, number: int, what: str, detail: str) -> None:
        where = f"draw {number} of tournament {tournament}"
        self._audit.find_at_end(Invariant.CHAIN_HOLDS, what, f"{where}: {detail}")


def _is_about(draw: DrawList, proof: DrawProof, row: DrawRow) -> bool:
    """Whether the events of a step are what was asked, and what came out."""
    if draw.kind == "start":
        events = decode_events(row.events)
        return _outcome(events) == (
            proof.outcome.multiplier_tenths,
            [(one.entry, one.table, one.seat) for one in proof.outcome.seats],
        ) and _exchanged(events) == list(proof.outcome.told)
    if draw.kind == "cancel":
        return draw.question == play_question(row.first_event - 1, [])
    pending = [bytes(one) for one in msgspec.json.decode(row.events, type=list[msgspec.Raw])]
    event = int.from_bytes(draw.question[:8])
    so_far = pending[: max(0, event - row.first_event + 1)]
    return draw.question == play_question(event, so_far)


def _outcome(events: Sequence[TournamentEvent]) -> tuple[int, list[tuple[int, ...]]]:
    drawn = [one.multiplier_tenths for one in events if isinstance(one, MultiplierDrawn)]
    seated = [one for one in events if isinstance(one, Seated)]
    return (drawn or [0])[0], [(one.entry, one.table, one.seat) for one in seated]


def _exchanged(events: Sequence[TournamentEvent]) -> list[ToldSeat]:
    """The seats that were exchanged after the draw (AMB-74)."""
    found: list[ToldSeat] = []
    for one in events:
        if isinstance(one, SeatsExchanged):
            found.append(ToldSeat("exchanged", one.entry, one.table, one.seat))
            found.append(ToldSeat("exchanged", one.other, one.other_table, one.other_seat))
    return found


def _page(after: tuple[int, int, int]) -> Script[list[DrawRow]]:
    rows = yield One(DRAWS, (*after, CHUNK))
    return [DrawRow._make(_plain(row)) for row in rows]


def _plain(row: Row) -> list[Any]:
    """A row with its bytes as bytes, whatever the database gives."""
    return [bytes(one) if isinstance(one, memoryview) else one for one in row]


def times_built() -> Script[dict[int, int]]:
    """How often each tournament was built: by its start, and after every failure."""
    rows = yield One("select name, epoch from units where name like 'tournament:%'")
    return {int(name.partition(":")[2]): epoch for name, epoch in rows}
