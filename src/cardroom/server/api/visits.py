"""A visit: one HTTP request with the one who makes it, let in by session, origin and role."""

import hmac
import re
from typing import Literal

from aiohttp import web

from cardroom.errors import AccessRefused
from cardroom.room.net import Net
from cardroom.room.people import Caller, Role, Scope
from cardroom.room.records import FOR_EVER_MS, Account, Session
from cardroom.server.config.settings import Settings
from cardroom.server.limits import PAGE_MAX
from cardroom.server.people.accounts import Visitor
from cardroom.server.people.sessions import Opened, caller_of, hashed, is_csrf_token
from cardroom.server.services import Services
from cardroom.server.sockets.messages import BadMessage

Access = Literal["anyone", "session", "staff", "floor", "risk", "administrator"]

CSRF_HEADER = "X-CSRF-Token"
SECRET_WORDS = frozenset({"password", "passwd", "pass", "pwd", "secret", "token", "access_token"})
"""Never accepted in an address: addresses are logged, kept and passed on."""

READ_HEADERS = (
    "Host", "Authorization", "Cookie", CSRF_HEADER, "Origin", "X-Forwarded-For",
    "Cardroom-Signature", "webhook-id", "webhook-signature",
)  # fmt: skip
"""Headers of a request that are made something of."""
DEVICE_COOKIE = "cardroom_device"
"""A word by which a browser is known again; only its hash is kept."""
DEVICE_CHARACTERS_MAX = 100
DEVICE_LASTS_S = 400 * 86_400
ADDRESS_BYTES_MAX = 2_048
SEGMENT_BYTES_MAX = 255
"""As long as the name of a file may be."""
_strange = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")

HELD_BY: dict[Access, frozenset[Role]] = {
    "staff": frozenset({"floor", "risk", "administrator"}),
    "floor": frozenset({"floor", "administrator"}),
    "risk": frozenset({"risk", "administrator"}),
    "administrator": frozenset({"administrator"}),
}


class Visit:
    """What a handler is given."""

    def __init__(self, services: Services, request: web.Request) -> None:
        self.services = services
        self.request = request
        self.address = services.address_of(request)
        self.visitor: Visitor | None = None
        self.opened: Opened | None = None
        self.is_leaving = False
        self.new_device = ""
        """What a browser without a name for itself is to be known by from now on."""

    @property
    def account(self) -> Account:
        assert self.visitor is not None
        return self.visitor.account

    @property
    def session(self) -> Session:
        assert self.visitor is not None
        return self.visitor.session

    @property
    def caller(self) -> Caller:
        return caller_of(self.account, self.session)

    def number(self, name: str, default: int) -> int:
        """A whole number from the address's query."""
        word = self.request.query.get(name)
        return default if word is None else _number(name, word)

    def path_number(self, name: str) -> int:
        """A whole number from the address's path."""
        return _number(name, self.request.match_info[name])

    @property
    def limit(self) -> int:
        """How many rows the page has."""
        wanted = self.number("limit", 50)
        if not 1 <= wanted <= PAGE_MAX:
            raise BadMessage("does_not_fit", f"limit is from 1 to {PAGE_MAX}")
        return wanted

    def verify_query(self, known: tuple[str, ...]) -> None:
        """Refuse what the address asks for and the operation does not know."""
        unknown = sorted(set(self.request.query) - set(known))
        if unknown:
            legal = f"known are {', '.join(known)}" if known else "none are known"
            raise BadMessage("no_such_parameter", f"{', '.join(unknown)}: {legal}")
        for name in self.request.query:
            if len(self.request.query.getall(name)) > 1:
                raise BadMessage("does_not_fit", f"{name} is there twice")

    # Being let in

    async def identify(self) -> None:
        """Find out who it is: by a program's header, or by the cookie."""
        header = self.request.headers.get("Authorization", "")
        kind: Literal["cookie", "bearer"] = "bearer" if header else "cookie"
        token = header.removeprefix("Bearer ") if header else self.cookie
        session = await self.services.sessions.find(token) if token else None
        if session is None or session.kind != kind:
            return
        account = await self.services.accounts.find(session.player)
        if account is not None and not account.is_barred(self.services.clock.now_ms()):
            self.visitor = Visitor(account, session)

    @property
    def cookie(self) -> str:
        return self.request.cookies.get(self.services.settings.cookie, "")

    def verify_access(self, access: Access, scope: Scope | None) -> None:
        """Refuse who is not logged in, has not the role, or is a program without the scope."""
        if access == "anyone":
            return
        if self.visitor is None:
            raise AccessRefused(Net.SESSION, "not_logged_in")
        if access != "session" and self.account.role not in HELD_BY[access]:
            named = "floor" if access == "staff" else access
            raise AccessRefused(Net.ROLE, "needs_role", {"role": named})
        needed = scope if access == "session" else "operate"
        if self.session.kind == "bearer" and (needed is None or needed not in self.session.scopes):
            raise AccessRefused(Net.SCOPE, "not_allowed_by_token", {"scope": needed or "none"})

    def verify_own_page(self) -> None:
        """Refuse a change that a page of others makes in the name of our player (CSRF)."""
        verify_origin(self.services.settings, self.request)
        if self.visitor is None or self.session.kind == "bearer":
            return
        if "Origin" not in self.request.headers:
            raise AccessRefused(Net.ORIGIN, "origin_missing")
        if not is_csrf_token(self.request.headers.get(CSRF_HEADER, ""), self.cookie):
            said = "wrong" if CSRF_HEADER in self.request.headers else "missing"
            raise AccessRefused(Net.ORIGIN, f"csrf_token_{said}")


def verify_origin(settings: Settings, request: web.Request) -> None:
    """Refuse a browser that shows another page than ours; programs have no origin."""
    origin = request.headers.get("Origin")
    if origin is not None and origin not in settings.origins:
        raise AccessRefused(Net.ORIGIN, "foreign_origin")


def verify_readable(request: web.Request) -> None:
    """Refuse an address or a header that no client of ours writes, before anybody reads it: bytes
    that are no text, control characters, names longer than a file may have."""
    for name in READ_HEADERS:
        if not all(map(_is_plain, request.headers.getall(name, ()))):
            raise BadMessage("does_not_fit", f"{name} has characters that are not text")
    if not request.headers.get("Sec-WebSocket-Key", "").isascii():
        raise BadMessage("does_not_fit", "Sec-WebSocket-Key is not Base64")
    address = f"{request.path}?{request.query_string}"
    if len(address.encode(errors="surrogateescape")) > ADDRESS_BYTES_MAX:
        raise BadMessage("too_long", f"an address has at most {ADDRESS_BYTES_MAX} bytes")
    if not _is_plain(address) or not all(map(_is_plain, request.query.values())):
        raise BadMessage("does_not_fit", "the address has characters that are not text")
    if any(len(part.encode()) > SEGMENT_BYTES_MAX for part in request.path.split("/")):
        raise BadMessage("too_long", f"a part of an address has at most {SEGMENT_BYTES_MAX} bytes")


def _is_plain(text: str) -> bool:
    """Whether it can be written as UTF-8, and has no control characters."""
    return not _strange.search(text)


def verify_no_secret_in_address(request: web.Request) -> None:
    """Refuse a password or token in an address."""
    if any(name.lower() in SECRET_WORDS for name in request.query):
        raise BadMessage("secret_in_address")


def holds_cookie_of(settings: Settings, request: web.Request, session: Session) -> bool:
    """Whether a request comes with the cookie of a session."""
    token = request.cookies.get(settings.cookie, "")
    return hmac.compare_digest(hashed(token), session.token_hash)


def _number(name: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 16):
        raise BadMessage("does_not_fit", f"{name} is not a whole number")
    if int(word) > FOR_EVER_MS:
        raise BadMessage("does_not_fit", f"{name} is at most {FOR_EVER_MS}")
    return int(word)
