"""HTTP: what room this is, and its rulebook: every rule with its number, words and values."""

from typing import Any

import msgspec
from aiohttp import web

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.server.api.routes import Route
from cardroom.server.api.rule_pages import RoomRule, Rulebook
from cardroom.server.api.visits import Visit


class RoomCard(msgspec.Struct, frozen=True, kw_only=True):
    """What room this is: its edition of the rules, its money, its build.

    `has_cashier` says whether money is paid in and out through the operator's own cashier.
    """

    edition: str
    title: str
    version: str
    dated: str
    language: str
    parts: tuple[str, ...]
    currency: str
    build: str
    has_cashier: bool


async def room(visit: Visit, _body: None) -> RoomCard:
    """What is played here, by which rules, for which money."""
    pages = visit.services.rules
    rules = pages.edition
    return RoomCard(
        edition=rules.name,
        title=rules.title,
        version=rules.version,
        dated=rules.dated,
        language=rules.language,
        parts=pages.parts,
        currency=(await visit.services.ports.lobby.lobby()).currency,
        build=visit.services.settings.build,
        has_cashier=visit.services.ports.cashier is not None,
    )


async def rulebook(visit: Visit, _body: None) -> web.Response:
    """The whole rulebook, to be browsed and searched."""
    body = visit.services.rules.encoded
    response = web.Response(body=body, content_type="application/json")
    response.enable_compression()
    return response


async def rule(visit: Visit, _body: None) -> RoomRule:
    """One rule by its number, of any part: the answer to "why?"."""
    found = visit.services.rules.page(visit.request.match_info["id"])
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_rule")
    return found


GET: dict[str, Any] = {"method": "GET", "access": "anyone"}

ROUTES = (
    Route(
        **GET, path="/api/room", handler=room, answer=RoomCard,
        summary="What room this is: its rules, its money",
    ),
    Route(
        **GET, path="/api/rules", handler=rulebook, answer=Rulebook,
        summary="The rulebook of the room, with the values of its edition",
    ),
    Route(
        **GET, path="/api/rules/{id}", handler=rule, answer=RoomRule,
        summary="One rule by its number",
    ),
)  # fmt: skip
