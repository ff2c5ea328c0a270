"""What players hear of draws: of the start of a tournament that they help to draw and of a seat
that they are offered on their channel `me`, of a first button at the table."""

import msgspec

from cardroom.fairness.draws.draw_list import DrawContext
from cardroom.fairness.draws.proof import DrawProof, PlayerSeed
from cardroom.ledger import TableId, TournamentId
from cardroom.room.notices import Notice
from cardroom.units import Seat


class DrawCommitted(Notice, frozen=True, kw_only=True, tag="draw_committed"):
    """The room has fixed its secret for the start of a tournament that the player has entered;
    they answer with `commit_draw`.

    `by_ms` is 0 unless the start waits for the answers, because its last draw failed.
    """

    tournament: TournamentId
    context: DrawContext
    commitment: bytes
    by_ms: int = 0


class DrawListed(Notice, frozen=True, kw_only=True, tag="draw_listed"):
    """The start is drawn: the list is closed, signed and stored. Whoever is in it with a commitment
    that is theirs answers with `reveal_draw` until `by_ms`."""

    tournament: TournamentId
    number: int
    list: bytes
    signature: bytes
    by_ms: int


class DrawFailed(Notice, frozen=True, kw_only=True, tag="draw_failed"):
    """Seeds did not come in time: the secret is open, and it is drawn again without them."""

    tournament: TournamentId
    number: int
    list: bytes
    signature: bytes
    seeds: tuple[PlayerSeed, ...]
    secret: bytes
    missing: tuple[int, ...]


class DrawView(msgspec.Struct, frozen=True, kw_only=True):
    """How far the draw of a start is, for somebody who has entered."""

    next: DrawCommitted
    committed: bool
    """Whether the room holds the player's commitment."""
    listed: DrawListed | None = None


class SeatDrawn(Notice, frozen=True, kw_only=True, tag="seat_drawn"):
    """How the seat was drawn that the player is offered (CASH-04), by the seed source alone."""

    table: TableId
    seat: Seat
    proof: DrawProof


class ButtonDrawn(Notice, frozen=True, kw_only=True, tag="button_drawn"):
    """How the button of the hand that is about to be dealt was drawn (CASH-08)."""

    hand: int
    proof: DrawProof


AnyDrawNotice = DrawCommitted | DrawListed | DrawFailed | SeatDrawn | ButtonDrawn
