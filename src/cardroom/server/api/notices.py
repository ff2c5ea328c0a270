"""HTTP: what a player must hear, also at the next login: shown until it was seen."""

from typing import Annotated

import msgspec

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.room.noticeboard import UNSEEN_MAX, AnyAbout, Noticeboard
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit

NoticeKey = Annotated[str, msgspec.Meta(min_length=1, max_length=120)]


class NoticeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A notice that was not seen yet."""

    key: str
    at_ms: int
    about: AnyAbout


class Notices(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has not seen yet, oldest first."""

    notices: list[NoticeRow]


class Seen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of notices that were seen."""

    keys: Annotated[list[NoticeKey], msgspec.Meta(min_length=1, max_length=UNSEEN_MAX)]


async def unseen_notices(visit: Visit, _body: None) -> Notices:
    """One's own notices."""
    found = await _board(visit).unseen(visit.account.player)
    rows = [NoticeRow(key=one.key, at_ms=one.at_ms, about=one.about) for one in found]
    return Notices(notices=rows)


async def put_notices_away(visit: Visit, body: Seen) -> Done:
    """Show notices no more."""
    await _board(visit).mark_seen(visit.account.player, body.keys)
    return Done()


def _board(visit: Visit) -> Noticeboard:
    board = visit.services.ports.noticeboard
    if board is None:
        raise AccessRefused(Net.UNKNOWN, "no_notices_here")
    return board


ROUTES = (
    Route(
        method="GET", path="/api/notices", handler=unseen_notices, answer=Notices, scope="read",
        summary="Notices that you have not seen yet: changed tournaments, answers, new rules",
    ),
    Route(
        method="POST", path="/api/notices/seen", handler=put_notices_away, body=Seen, answer=Done,
        scope="read", summary="You have seen these notices",
    ),
)  # fmt: skip
