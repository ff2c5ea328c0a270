"""HTTP: a forgotten password: the house issues a link, its player sets a new password, once."""

from typing import Annotated, Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.entrance.password_links import LinkEnd, PasswordLink
from cardroom.room.net import Net
from cardroom.room.records import ReasonText
from cardroom.server.api.accounts import Myself, PasswordWord, welcome
from cardroom.server.api.house import Lifting
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit
from cardroom.server.people.password_links import PasswordLinks

LINK_HOURS_MAX = 168
PAGE = "/password#"
"""The page that a link opens. Its word comes behind the #, which browsers send to nobody."""

LinkWord = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class LinkWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a link is issued; `hours` is how long it is good, 0 for as long as the file says."""

    reason: ReasonText
    hours: Annotated[int, msgspec.Meta(ge=0, le=LINK_HOURS_MAX)] = 0


class IssuedLink(msgspec.Struct, frozen=True, kw_only=True):
    """A link to hand to its player: `address` is shown once and not kept."""

    player: int
    name: str
    address: str
    expires_ms: int


class LinkCard(msgspec.Struct, frozen=True, kw_only=True):
    """A link in a list: who issued it, and how it ended, if it has; never its word."""

    number: int
    issued_by: str
    issued_ms: int
    expires_ms: int
    ended: LinkEnd
    ended_ms: int
    is_open: bool


class LinkCards(msgspec.Struct, frozen=True, kw_only=True):
    """The last links of a player, newest first."""

    links: list[LinkCard]


class Link(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The word of a link."""

    word: LinkWord


class LinkOwner(msgspec.Struct, frozen=True, kw_only=True):
    """Whose password a link sets, and until when."""

    name: str
    expires_ms: int


class PasswordByLink(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The word of a link, and the password that is to be."""

    word: LinkWord
    password: PasswordWord


async def issue_password_link(visit: Visit, body: LinkWish) -> IssuedLink:
    """Issue a link for a player who forgot the password; an older link ends. It is recorded."""
    player = PlayerId(visit.path_number("player"))
    issued = await desk_of(visit).issue(visit.caller, player, body.reason, body.hours)
    home = visit.request.headers.get("Origin") or visit.services.settings.home
    return IssuedLink(
        player=player,
        name=issued.account.name,
        address=f"{home}{PAGE}{issued.word}",
        expires_ms=issued.link.expires_ms,
    )


async def revoke_password_link(visit: Visit, body: Lifting) -> Done:
    """Make the open link of a player worthless. It is recorded."""
    player = PlayerId(visit.path_number("player"))
    await desk_of(visit).revoke(visit.caller, player, body.reason)
    return Done()


async def password_links(visit: Visit, _body: None) -> LinkCards:
    """The last links of a player: who issued them, and what became of them."""
    found = await desk_of(visit).listed(PlayerId(visit.path_number("player")))
    return LinkCards(links=[await _card(visit, one) for one in found])


async def look_at_link(visit: Visit, body: Link) -> LinkOwner:
    """Whose password a link sets; refused when it is used, revoked or too old."""
    found = await desk_of(visit).look(body.word)
    return LinkOwner(name=found.account.name, expires_ms=found.link.expires_ms)


async def set_password_by_link(visit: Visit, body: PasswordByLink) -> Myself:
    """Set a new password by a link, once, and log in; all other sessions of the account end."""
    return welcome(visit, await desk_of(visit).use(body.word, body.password))


def desk_of(visit: Visit) -> PasswordLinks:
    """The desk for forgotten passwords, or a refusal."""
    desk = visit.services.password_links
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "no_password_links_here")
    return desk


async def _card(visit: Visit, link: PasswordLink) -> LinkCard:
    issuer = await visit.services.ports.accounts.find(link.issued_by)
    return LinkCard(
        number=link.number,
        issued_by=str(link.issued_by) if issuer is None else issuer.name,
        issued_ms=link.issued_ms,
        expires_ms=link.expires_ms,
        ended=link.ended,
        ended_ms=link.ended_ms,
        is_open=link.is_open(visit.services.clock.now_ms()),
    )


OF_PLAYER = "/api/admin/accounts/{player}/password-link"
ENTRY: dict[str, Any] = {"method": "POST", "access": "anyone", "entry": True}

ROUTES = (
    Route(
        **ENTRY, path="/api/password-link", handler=look_at_link, body=Link, answer=LinkOwner,
        summary="Whose password a link sets",
    ),
    Route(
        **ENTRY, path="/api/password-link/use", handler=set_password_by_link, body=PasswordByLink,
        answer=Myself, summary="Set a new password by a link, and log in",
    ),
    Route(
        method="POST", path=OF_PLAYER, handler=issue_password_link, body=LinkWish,
        answer=IssuedLink, access="floor", summary="Issue a link for a forgotten password",
    ),
    Route(
        method="POST", path=f"{OF_PLAYER}/revoke", handler=revoke_password_link, body=Lifting,
        answer=Done, access="floor", summary="Revoke the open link of a player",
    ),
    Route(
        method="GET", path=f"{OF_PLAYER}s", handler=password_links, answer=LinkCards,
        access="floor", summary="The last links of a player for forgotten passwords",
    ),
)  # fmt: skip
