"""HTTP: coming in, leaving, passwords, programs, and the ticket for a socket."""

from typing import Annotated

import msgspec

from cardroom.errors import AccessRefused
from cardroom.room.names import NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX
from cardroom.room.net import Net
from cardroom.room.people import ALL_SCOPES, AccountKind, Role, Scope
from cardroom.room.records import Account
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit
from cardroom.server.limits import TICKET_MS
from cardroom.server.people.accounts import LoggedIn
from cardroom.server.people.sessions import csrf_token
from cardroom.server.sockets.messages import CloseCode

NameWord = Annotated[str, msgspec.Meta(min_length=1, max_length=4 * NAME_LENGTH_MAX)]
PasswordWord = Annotated[str, msgspec.Meta(min_length=1, max_length=4 * PASSWORD_LENGTH_MAX)]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class Credentials(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: NameWord
    password: PasswordWord


class PasswordChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The password that is, and the one that is to be."""

    old: PasswordWord
    new: PasswordWord


class ProgramWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program's name, and what its token is to allow."""

    name: NameWord
    scopes: frozenset[Scope] = ALL_SCOPES


class Myself(msgspec.Struct, frozen=True, kw_only=True):
    """Who is logged in; `csrf` goes into the header X-CSRF-Token of everything that changes."""

    player: int
    name: str
    kind: AccountKind
    role: Role
    csrf: str = ""


class Whoever(msgspec.Struct, frozen=True, kw_only=True):
    """Who is logged in, if anybody is."""

    me: Myself | None = None


class ProgramToken(msgspec.Struct, frozen=True, kw_only=True):
    """The token of a program: told once, to be sent as `Authorization: Bearer ...`."""

    player: int
    name: str
    token: str
    expires_ms: int


class SocketTicket(msgspec.Struct, frozen=True, kw_only=True):
    """Opens one socket, once, within `lasts_ms`: /api/socket?ticket=..."""

    ticket: str
    lasts_ms: int


async def guest(visit: Visit, _body: Nothing) -> Myself:
    """Come in without a name."""
    return _welcome(visit, await visit.services.accounts.guest())


async def register(visit: Visit, body: Credentials) -> Myself:
    """Take a name; guests keep what they have."""
    logged_in = await visit.services.accounts.register(body.name, body.password, visit.visitor)
    return _welcome(visit, logged_in)


async def login(visit: Visit, body: Credentials) -> Myself:
    """Come in by name and password."""
    logged_in = await visit.services.accounts.login(body.name, body.password, visit.address)
    return _welcome(visit, logged_in)


async def logout(visit: Visit, _body: Nothing) -> Done:
    """End this session; its sockets close at once."""
    await visit.services.sessions.end(visit.session)
    visit.services.tickets.cancel_family(visit.session.family)
    visit.services.registry.close_family(visit.session.family, CloseCode.LEFT)
    visit.is_leaving = True
    return Done()


async def myself(visit: Visit, _body: None) -> Myself:
    """Who am I? A session that is a day old gets a new secret here."""
    token = visit.cookie if visit.session.kind == "cookie" else ""
    if token:
        visit.opened = await visit.services.sessions.renew(visit.account, visit.session)
        token = visit.opened.token if visit.opened else token
    return _myself(visit.account, token)


async def whoever(visit: Visit, _body: None) -> Whoever:
    """Is anybody logged in? A page that is opened for the first time asks without being refused."""
    return Whoever(me=None if visit.visitor is None else await myself(visit, None))


async def change_password(visit: Visit, body: PasswordChange) -> Done:
    """A new password; all other sessions end."""
    family = visit.session.family
    if not visit.services.entries.take(visit.address, visit.services.clock.monotonic_ms()):
        raise AccessRefused(Net.RATE, "too_many_tries")
    await visit.services.accounts.change_password(visit.account, body.old, body.new, family)
    return Done()


async def make_program(visit: Visit, body: ProgramWish) -> ProgramToken:
    """An account for a program of one's own."""
    return _token(await visit.services.accounts.make_program(visit.account, body.name, body.scopes))


async def new_program_token(visit: Visit, body: ProgramWish) -> ProgramToken:
    """A new token for an own program; the old ones end."""
    accounts = visit.services.accounts
    return _token(await accounts.new_program_token(visit.account, body.name, body.scopes))


async def ticket(visit: Visit, _body: Nothing) -> SocketTicket:
    """A ticket for one socket."""
    # The socket first sends players their money: after a restart nobody may have looked it up yet.
    await visit.services.ports.bank.balance(visit.account.player)
    word = visit.services.tickets.issue(visit.account, visit.session)
    return SocketTicket(ticket=word, lasts_ms=TICKET_MS)


def _welcome(visit: Visit, logged_in: LoggedIn) -> Myself:
    visit.opened = logged_in.opened
    return _myself(logged_in.account, logged_in.opened.token)


def _myself(account: Account, token: str) -> Myself:
    return Myself(
        player=account.player,
        name=account.name,
        kind=account.kind,
        role=account.role,
        csrf=csrf_token(token) if token else "",
    )


def _token(logged_in: LoggedIn) -> ProgramToken:
    account, opened = logged_in
    return ProgramToken(
        player=account.player,
        name=account.name,
        token=opened.token,
        expires_ms=opened.session.expires_ms,
    )


ROUTES = (
    Route(
        method="POST", path="/api/guest", handler=guest, body=Nothing, answer=Myself,
        summary="Come in as a guest", access="anyone", entry=True,
    ),
    Route(
        method="POST", path="/api/register", handler=register, body=Credentials, answer=Myself,
        summary="Make an account; a guest keeps money and seats", access="anyone", entry=True,
    ),
    Route(
        method="POST", path="/api/login", handler=login, body=Credentials, answer=Myself,
        summary="Log in", access="anyone", entry=True,
    ),
    Route(
        method="POST", path="/api/logout", handler=logout, body=Nothing, answer=Done,
        summary="Log out; the session's sockets close",
    ),
    Route(
        method="GET", path="/api/me", handler=myself, answer=Myself, scope="read",
        summary="Who is logged in",
    ),
    Route(
        method="GET", path="/api/whoever", handler=whoever, answer=Whoever, access="anyone",
        summary="Who is logged in, if anybody is",
    ),
    Route(
        method="POST", path="/api/password", handler=change_password, body=PasswordChange,
        answer=Done, summary="Change the password; all other sessions end",
    ),
    Route(
        method="POST", path="/api/programs", handler=make_program, body=ProgramWish,
        answer=ProgramToken, summary="Make an account for a program", entry=True,
    ),
    Route(
        method="POST", path="/api/programs/token", handler=new_program_token, body=ProgramWish,
        answer=ProgramToken, summary="Give a program a new token", entry=True,
    ),
    Route(
        method="POST", path="/api/ticket", handler=ticket, body=Nothing, answer=SocketTicket,
        scope="read", summary="A ticket that opens one WebSocket within 30 seconds",
    ),
)  # fmt: skip
