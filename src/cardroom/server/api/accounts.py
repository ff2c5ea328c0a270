"""HTTP: coming in, leaving, passwords, programs, and the ticket for a socket."""

from typing import Annotated

import msgspec

from cardroom.errors import AccessRefused
from cardroom.room.names import NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX
from cardroom.room.net import Net
from cardroom.room.people import ALL_SCOPES, AccountKind, Role, Scope
from cardroom.room.records import Account
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import DEVICE_CHARACTERS_MAX, DEVICE_COOKIE, Visit
from cardroom.server.limits import TICKET_MS
from cardroom.server.people.accounts import LoggedIn
from cardroom.server.people.sessions import csrf_token
from cardroom.server.sockets.messages import CloseCode

NameWord = Annotated[str, msgspec.Meta(min_length=1, max_length=4 * NAME_LENGTH_MAX)]
CodeWord = Annotated[str, msgspec.Meta(max_length=60)]
PasswordWord = Annotated[str, msgspec.Meta(min_length=1, max_length=4 * PASSWORD_LENGTH_MAX)]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty body."""


class Credentials(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: NameWord
    password: PasswordWord


class GuestWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Coming in without a name: with a code where the house invites its guests, with the word of an
    application where it approves them."""

    invitation: CodeWord = ""
    application: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Registration(Credentials, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A name and a password; a code where the house invites people."""

    invitation: CodeWord = ""


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


async def guest(visit: Visit, body: GuestWish) -> Myself:
    """Come in without a name."""
    reception = visit.services.reception
    if reception is None:
        return welcome(visit, await visit.services.accounts.guest())
    return welcome(visit, await reception.guest(body.invitation, body.application))


async def register(visit: Visit, body: Registration) -> Myself:
    """Take a name; guests keep what they have."""
    reception, whom = visit.services.reception, (body.name, body.password, visit.visitor)
    if reception is None:
        return welcome(visit, await visit.services.accounts.register(*whom))
    return welcome(visit, await reception.register(*whom, body.invitation))


async def login(visit: Visit, body: Credentials) -> Myself:
    """Come in by name and password."""
    desk = visit.services.reception or visit.services.accounts
    return welcome(visit, await desk.login(body.name, body.password, visit.address))


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
    if visit.services.password_links is not None:
        await visit.services.password_links.end_open(visit.account.player)
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
    await _note_signals(visit)
    word = visit.services.tickets.issue(visit.account, visit.session)
    return SocketTicket(ticket=word, lasts_ms=TICKET_MS)


async def _note_signals(visit: Visit) -> None:
    """Note where a player comes from, by hashes (FAIR-03): programs have no browser."""
    signals = visit.services.ports.signals
    if signals is None or visit.account.kind == "practice":
        return
    player = visit.account.player
    await signals.seen(player, "address", visit.address)
    if visit.session.kind == "cookie":
        device = visit.request.cookies.get(DEVICE_COOKIE, "")[:DEVICE_CHARACTERS_MAX]
        if not device:
            device = visit.new_device = visit.services.ports.tokens.fresh()
        await signals.seen(player, "device", device)


def welcome(visit: Visit, logged_in: LoggedIn) -> Myself:
    """Let somebody in: the answer gets the cookie of the new session."""
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
        method="POST", path="/api/guest", handler=guest, body=GuestWish, answer=Myself,
        summary="Come in as a guest", access="anyone", entry=True,
    ),
    Route(
        method="POST", path="/api/register", handler=register, body=Registration, answer=Myself,
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
