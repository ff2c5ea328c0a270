"""HTTP: what the house does: accounts, announcements, restart, webhooks."""

from base64 import b64encode
from typing import Annotated, Any

import msgspec

from cardroom.ledger import PlayerId
from cardroom.room.people import Role
from cardroom.room.records import FOR_EVER_MS, ReasonText
from cardroom.room.requests import Number
from cardroom.server.api.accounts import Nothing
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit


class Measure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A measure against an account, with its reason; without an end it is for ever."""

    reason: ReasonText
    until_ms: Number = FOR_EVER_MS


class Lifting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The end of a measure, with its reason."""

    reason: ReasonText


class RoleChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new role, with its reason."""

    role: Role
    reason: ReasonText


class Announcement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message to everybody."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Restart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When no new hands are dealt any more, in seconds from now."""

    in_s: Annotated[int, msgspec.Meta(ge=0, le=86_400)]


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """A message of the outbox; `body` is base64."""

    id: int
    subject: str
    body: str


class Deliveries(msgspec.Struct, frozen=True, kw_only=True):
    """Messages again; the next page is `after` the last id."""

    messages: list[Delivery]


async def bar(visit: Visit, body: Measure) -> Done:
    """Keep an account out; its sockets close at once."""
    player = _subject(visit)
    await visit.services.accounts.bar(visit.caller, player, body.until_ms, body.reason)
    return Done()


async def unbar(visit: Visit, body: Lifting) -> Done:
    """Let an account in again."""
    player, casework = _subject(visit), visit.services.ports.casework
    await visit.services.accounts.unbar(visit.caller, player, body.reason)
    if casework is not None:
        await casework.end_suspension(visit.caller, player, body.reason)
    return Done()


async def mute(visit: Visit, body: Measure) -> Done:
    """Take the chat from an account."""
    player = _subject(visit)
    await visit.services.accounts.mute(visit.caller, player, body.until_ms, body.reason)
    return Done()


async def unmute(visit: Visit, body: Lifting) -> Done:
    """Give the chat back."""
    await visit.services.accounts.mute(visit.caller, _subject(visit), 0, body.reason)
    return Done()


async def set_role(visit: Visit, body: RoleChange) -> Done:
    """Give an account another role."""
    await visit.services.accounts.set_role(visit.caller, _subject(visit), body.role, body.reason)
    return Done()


async def announce(visit: Visit, body: Announcement) -> Done:
    """Say something to everybody."""
    await visit.services.ports.administration.announce(visit.caller, body.text)
    await record(visit, "announced", body.text)
    return Done()


async def drain(visit: Visit, body: Restart) -> Done:
    """Prepare a restart and announce the moment to clients."""
    at_ms = visit.services.clock.now_ms() + 1000 * body.in_s
    await visit.services.ports.administration.drain(visit.caller, at_ms)
    visit.services.drain(at_ms)
    await record(visit, "prepared_restart", f"in {body.in_s} seconds")
    return Done()


async def resume(visit: Visit, _body: Nothing) -> Done:
    """Call a restart off."""
    await visit.services.ports.administration.resume(visit.caller)
    visit.services.drain(0)
    await record(visit, "called_off_restart", "")
    return Done()


async def deliveries(visit: Visit, _body: None) -> Deliveries:
    """Messages of the outbox once more, for an operator who lost some."""
    found = await visit.services.ports.outbox.replay(visit.number("after", 0), visit.limit)
    messages = [
        Delivery(id=one.id, subject=one.subject, body=b64encode(one.body).decode()) for one in found
    ]
    return Deliveries(messages=messages)


async def record(visit: Visit, deed: str, text: str) -> None:
    """Note a deed that concerns no account but that of who did it."""
    actor, ports = visit.account.player, visit.services.ports
    await ports.cases.record(actor, actor, deed, text, ports.clock.now_ms())


def _subject(visit: Visit) -> PlayerId:
    return PlayerId(visit.path_number("player"))


ACCOUNT = "/api/admin/accounts/{player}"
POST: dict[str, Any] = {"method": "POST", "answer": Done}

ROUTES = (
    Route(
        **POST, path=f"{ACCOUNT}/bar", handler=bar, body=Measure, access="risk",
        summary="Bar an account; its sessions end and its sockets close",
    ),
    Route(
        **POST, path=f"{ACCOUNT}/unbar", handler=unbar, body=Lifting, access="risk",
        summary="Let a barred account in again",
    ),
    Route(
        **POST, path=f"{ACCOUNT}/mute", handler=mute, body=Measure, access="floor",
        summary="Take the chat from an account",
    ),
    Route(
        **POST, path=f"{ACCOUNT}/unmute", handler=unmute, body=Lifting, access="floor",
        summary="Give the chat back",
    ),
    Route(
        **POST, path=f"{ACCOUNT}/role", handler=set_role, body=RoleChange, access="administrator",
        summary="Give an account another role",
    ),
    Route(
        **POST, path="/api/admin/announce", handler=announce, body=Announcement, access="floor",
        summary="Say something to everybody",
    ),
    Route(
        **POST, path="/api/admin/drain", handler=drain, body=Restart, access="administrator",
        summary="Deal no new hands after a countdown, to restart",
    ),
    Route(
        **POST, path="/api/admin/resume", handler=resume, body=Nothing, access="administrator",
        summary="Call a restart off",
    ),
    Route(
        method="GET", path="/api/admin/outbox", handler=deliveries, answer=Deliveries,
        query=("after", "limit"), access="administrator", summary="Webhook messages once more",
    ),
)  # fmt: skip
