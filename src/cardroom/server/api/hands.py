"""HTTP: own hands: lists, files, hands to be watched again, and those shown to others."""

from typing import Any, Literal, TypeVar, get_args

import msgspec
from aiohttp import web

from cardroom.engine.events import Game
from cardroom.errors import AccessRefused
from cardroom.office.card_readings import CardReading
from cardroom.office.hand_proofs import HandProof, ProofLibrary
from cardroom.room.hand_pages import (
    HandExport,
    HandFilter,
    HandPage,
    HandResult,
    PlayStatistics,
    Replay,
)
from cardroom.room.net import Net
from cardroom.room.records import FOR_EVER_MS, Document, HandForm
from cardroom.server.api.accounts import Nothing
from cardroom.server.api.routes import NDJSON, Route
from cardroom.server.api.visits import Visit
from cardroom.server.sockets.messages import BadMessage

FORMS: tuple[HandForm, ...] = get_args(HandForm)
GAMES: tuple[Game, ...] = get_args(Game)
T = TypeVar("T")
RESULTS: tuple[HandResult, ...] = get_args(HandResult)


class SharedLink(msgspec.Struct, frozen=True, kw_only=True):
    """Where others see the hand as the rail saw it: a path of the room's own address."""

    path: str


class CardReadingPage(msgspec.Struct, frozen=True, kw_only=True):
    """What the house has looked at, newest first; an entry is there a week after the look."""

    readings: list[CardReading]


async def hands(visit: Visit, _body: None) -> HandPage:
    """Your own hands."""
    query = visit.request.query
    result = query.get("result")
    if result is not None and result not in RESULTS:
        raise BadMessage("does_not_fit", f"result is one of {', '.join(RESULTS)}")
    game = query.get("game")
    if game is not None and game not in GAMES:
        raise BadMessage("does_not_fit", f"game is one of {', '.join(GAMES)}")
    wanted = HandFilter(
        before=visit.number("before", FOR_EVER_MS),
        limit=visit.limit,
        since_ms=visit.number("since_ms", 0),
        until_ms=visit.number("until_ms", FOR_EVER_MS),
        game=game or "",
        big_blind=visit.number("big_blind", 0),
        result=result,
        plays_for=_plays_for(visit),
        tournament=visit.number("tournament", 0),
    )
    return await visit.services.ports.library.hands(visit.account.player, wanted)


def _plays_for(visit: Visit) -> Literal["money", "chips"] | None:
    said = visit.request.query.get("plays_for")
    if said not in (None, "money", "chips"):
        raise BadMessage("does_not_fit", "plays_for is one of money, chips")
    return said  # type: ignore[return-value]


async def hand(visit: Visit, _body: None) -> web.Response:
    """One own hand as a file."""
    form = _form(visit)
    found = await visit.services.ports.library.hand(visit.account.player, _key(visit), form)
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_hand")
    return _file(found)


async def export(visit: Visit, _body: None) -> web.Response:
    """All own hands of a period, a table or a tournament as one file."""
    library = visit.services.ports.library
    return _file(await library.export(visit.account.player, _wanted(visit), _form(visit)))


async def proof(visit: Visit, _body: None) -> HandProof:
    """The proof of one own hand."""
    return _there(await _proofs(visit).proof(visit.account.player, _key(visit)))


async def proof_file(visit: Visit, _body: None) -> web.Response:
    """The proof of one own hand, as the side file of its text."""
    return _file(_there(await _proofs(visit).proof_file(visit.account.player, _key(visit))))


async def proof_files(visit: Visit, _body: None) -> web.Response:
    """The proofs of all own hands of a period, a table or a tournament."""
    return _file(await _proofs(visit).proof_files(visit.account.player, _wanted(visit)))


def _proofs(visit: Visit) -> ProofLibrary:
    proofs = visit.services.ports.proofs
    if proofs is None:
        raise AccessRefused(Net.UNKNOWN, "not_verifiable")
    return proofs


def _wanted(visit: Visit) -> HandExport:
    return HandExport(
        since_ms=visit.number("since_ms", 0),
        until_ms=visit.number("until_ms", FOR_EVER_MS),
        tournament=visit.number("tournament", 0),
        table=visit.number("table", 0),
    )


def _form(visit: Visit) -> HandForm:
    form = visit.request.query.get("form", "events")
    if form not in FORMS:
        raise BadMessage("does_not_fit", f"form is one of {', '.join(FORMS)}")
    return form


def _file(found: Document) -> web.Response:
    headers = {"Content-Disposition": f'attachment; filename="{_plain(found.name)}"'}
    return web.Response(body=found.body, content_type=found.media_type, headers=headers)


async def replay(visit: Visit, _body: None) -> Replay:
    """One own hand, to be watched again."""
    found = await visit.services.ports.library.replay(visit.account.player, _key(visit))
    return _there(found)


async def readings(visit: Visit, _body: None) -> CardReadingPage:
    """Own hands at which somebody of the house has looked, a week ago or earlier (FAIR-03)."""
    desk, now_ms = visit.services.ports.card_readings, visit.services.clock.now_ms()
    found = [] if desk is None else await desk.told(visit.account.player, now_ms, visit.limit)
    return CardReadingPage(readings=found)


async def share(visit: Visit, _body: Nothing) -> SharedLink:
    """A link that shows others what the rail saw of an own hand."""
    ports = visit.services.ports
    word = await ports.library.share(
        visit.account.player, _key(visit), ports.tokens.fresh(), ports.clock.now_ms()
    )
    if word is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_hand")
    return SharedLink(path=f"/shared/{word}")


async def shared(visit: Visit, _body: None) -> Replay:
    """A hand that somebody shows, as the rail saw it."""
    return _there(await visit.services.ports.library.shared(visit.request.match_info["word"]))


async def statistics(visit: Visit, _body: None) -> PlayStatistics:
    """Your own statistics, since a moment or ever."""
    since_ms = visit.number("since_ms", 0)
    return await visit.services.ports.scores.statistics(visit.account.player, since_ms)


def _key(visit: Visit) -> str:
    return visit.request.match_info["key"]


def _there(found: T | None) -> T:
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_hand")
    return found


def _plain(name: str) -> str:
    return "".join(char if char.isalnum() or char in "-_." else "-" for char in name)


READ: dict[str, Any] = {"method": "GET", "scope": "read"}

ROUTES = (
    Route(
        **READ, path="/api/hands", handler=hands, answer=HandPage,
        query=(
            "before", "limit", "since_ms", "until_ms", "game", "big_blind", "result", "plays_for",
            "tournament",
        ),
        summary="Your own settled hands, newest first",
    ),
    Route(
        **READ, path="/api/hands/export", handler=export,
        query=("form", "since_ms", "until_ms", "tournament", "table"),
        media_type=NDJSON, other_media_types=("text/plain",),
        summary="All own hands of a period, a table or a tournament as one file",
    ),
    Route(
        **READ, path="/api/hands/readings", handler=readings, answer=CardReadingPage,
        query=("limit",), summary="Own hands at which the house has looked with all cards, and why",
    ),
    Route(
        **READ, path="/api/hands/{key}", handler=hand, query=("form",),
        other_media_types=("text/plain",),
        summary="One own hand: events, text, ohh or phh; own and shown cards only",
    ),
    Route(
        **READ, path="/api/hands/export/proofs", handler=proof_files,
        query=("since_ms", "until_ms", "tournament", "table"),
        media_type=NDJSON,
        summary="The proofs of these hands, as the side file of an export as text",
    ),
    Route(
        **READ, path="/api/hands/{key}/proof", handler=proof, answer=HandProof,
        summary="The proof of one own hand, open for the cards that you saw",
    ),
    Route(
        **READ, path="/api/hands/{key}/proof-file", handler=proof_file,
        media_type=NDJSON,
        summary="The proof of one own hand, as the side file of its text",
    ),
    Route(
        **READ, path="/api/hands/{key}/replay", handler=replay, answer=Replay,
        summary="One own hand, to be watched again",
    ),
    Route(
        method="POST", path="/api/hands/{key}/share", handler=share, body=Nothing,
        answer=SharedLink, summary="A link that shows an own hand as the rail saw it",
    ),
    Route(
        method="GET", path="/api/shared/{word}", handler=shared, answer=Replay, access="anyone",
        summary="A hand that somebody shows",
    ),
    Route(
        **READ, path="/api/statistics", handler=statistics, answer=PlayStatistics,
        query=("since_ms",), summary="Your own statistics",
    ),
)  # fmt: skip
