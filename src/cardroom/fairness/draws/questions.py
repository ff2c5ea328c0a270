"""What is asked of a draw, in bytes, and what its numbers answer.

What a start and a first button come to can be worked out from their lists alone. Whatever follows
in play depends on the tournament as it was: the list names how far its events had come, and the
hash of those that the step had by then.
"""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from cardroom.engine.chance import RandBelow, shuffled
from cardroom.fairness.draws.numbers import BELOW_MAX
from cardroom.fairness.hashing import HASH_BYTES, tagged, u64

Whole = Annotated[int, Meta(ge=0, le=2**53)]
SEATS_MAX = 64
_U64 = 8


class PrizeRow(Struct, frozen=True):
    """A row of a prize table: how many of the numbers fall on it, and its multiplier."""

    count: int
    multiplier_tenths: int


class Entrant(Struct, frozen=True):
    """An entry of a tournament, and whose it is."""

    entry: int
    player: int


class StartQuestion(Struct, frozen=True, kw_only=True):
    """The start of a tournament: its prize table if that is drawn, and who is to be seated."""

    prizes: tuple[PrizeRow, ...]
    seats: int
    """Of each table."""
    entrants: tuple[Entrant, ...]

    @property
    def encoded(self) -> bytes:
        prizes = [u64(one.count) + u64(one.multiplier_tenths) for one in self.prizes]
        entrants = [u64(one.entry) + u64(one.player) for one in self.entrants]
        parts = [u64(len(prizes)), *prizes, u64(self.seats), u64(len(entrants)), *entrants]
        return b"".join(parts)


class DrawnSeat(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where an entry sits; tables are those of the tournament, from 1 on."""

    entry: Whole
    table: Whole
    seat: Whole


class StartOutcome(Struct, frozen=True):
    """What the numbers of a start mean; without a prize table the multiplier is 0."""

    multiplier_tenths: int
    seats: tuple[DrawnSeat, ...]


def start_outcome(question: StartQuestion, below: RandBelow) -> StartOutcome:
    """The prize first (TAMB-79); then players in a random order go to the tables in turn, and at
    each table to chairs in a random order (TRN-04, TAMB-47)."""
    multiplier = _prize(question.prizes, below)
    count = -(-len(question.entrants) // question.seats)
    tables: list[list[int]] = [[] for _ in range(count)]
    for turn, one in enumerate(shuffled(question.entrants, below)):
        tables[turn % count].append(one.entry)
    drawn: list[DrawnSeat] = []
    for number, entries in enumerate(tables, 1):
        chairs = shuffled(range(1, question.seats + 1), below)[: len(entries)]
        drawn += map(DrawnSeat, entries, [number] * len(entries), chairs)
    return StartOutcome(multiplier, tuple(drawn))


def _prize(prizes: Sequence[PrizeRow], below: RandBelow) -> int:
    left = below(sum(one.count for one in prizes)) if prizes else 0
    for row in prizes:
        if left < row.count:
            return row.multiplier_tenths
        left -= row.count
    return 0


def read_start(question: bytes) -> StartQuestion | None:
    """The question of a start; None where these bytes are none."""
    numbers = [int.from_bytes(question[at : at + _U64]) for at in range(0, len(question), _U64)]
    try:
        rows = numbers[0]
        prizes = tuple(map(PrizeRow, numbers[1 : 1 + 2 * rows : 2], numbers[2 : 2 + 2 * rows : 2]))
        seats = numbers[1 + 2 * rows]
        players = numbers[3 + 2 * rows :]
        entrants = tuple(map(Entrant, players[::2], players[1::2]))
    except IndexError:
        return None
    found = StartQuestion(prizes=prizes, seats=seats, entrants=entrants)
    numbers_max = sum(one.count for one in prizes)
    is_possible = 0 < seats <= SEATS_MAX and entrants and numbers_max <= BELOW_MAX
    is_whole = found.encoded == question and all(one.count > 0 for one in prizes)
    return found if is_possible and is_whole else None


def button_question(seats: Sequence[int]) -> bytes:
    """Who may get the first button of a table, in the order in which they are counted."""
    return bytes(seats)


def play_question(event: int, pending: Sequence[bytes]) -> bytes:
    """After how many events of a tournament something is drawn; `pending` are those of this step,
    as they are stored."""
    return u64(event) + tagged("events", *pending)


PLAY_BYTES = _U64 + HASH_BYTES
