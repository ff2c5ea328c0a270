"""HTTP: what room this is, and its rulebook: every rule with its number, words and values."""

from typing import Any

import msgspec
from aiohttp import web

from cardroom.errors import AccessRefused
from cardroom.office.entrance.house_settings import Door, HouseSettings, RefillRule
from cardroom.office.entrance.logos import PNG, SVG, WEBP
from cardroom.room.net import Net
from cardroom.server.api.routes import Route
from cardroom.server.api.rule_pages import RoomRule, Rulebook
from cardroom.server.api.visits import Visit
from cardroom.server.client_files import ASKED_ANEW, KEPT

LOGO = "/api/room/logo"
LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""Who opens the picture by itself sees it, and nothing in it runs."""
EXTENSIONS = {PNG: "png", WEBP: "webp", SVG: "svg"}


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
    name: str = ""
    """What the house is called; empty where it has no name of its own."""
    welcome: str = ""
    logo: str = ""
    """The address of the logo; empty where there is none."""
    registration: Door = "open"
    guests: Door = "open"
    refill: RefillRule = RefillRule()
    """When players who have little left get more play money; 0 hours: never."""


async def room(visit: Visit, _body: None) -> RoomCard:
    """What is played here, by which rules, for which money."""
    pages = visit.services.rules
    rules = pages.edition
    house, refills = _house(visit), visit.services.ports.refills
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
        name=house.name,
        welcome=house.welcome,
        logo="" if house.logo is None else f"{LOGO}?v={house.logo.word}",
        registration=house.registration,
        guests=house.guests,
        refill=RefillRule() if refills is None else refills.rule,
    )


async def logo(visit: Visit, _body: None) -> web.Response:
    """The logo of the house. Whatever is in it, it runs nothing and fetches nothing."""
    found = _house(visit).logo
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_logo")
    is_asked_by_word = visit.request.query.get("v") == found.word
    headers = {
        "Cache-Control": KEPT if is_asked_by_word else ASKED_ANEW,
        "Content-Disposition": f"inline; filename=logo.{EXTENSIONS[found.media_type]}",
        "Content-Security-Policy": LOGO_POLICY,
    }
    return web.Response(body=found.content, content_type=found.media_type, headers=headers)


def _house(visit: Visit) -> HouseSettings:
    reception = visit.services.reception
    return HouseSettings() if reception is None else reception.settings.current


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
        **GET, path=LOGO, handler=logo, query=("v",), media_type=PNG,
        other_media_types=(WEBP, SVG), summary="The logo of the house",
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
