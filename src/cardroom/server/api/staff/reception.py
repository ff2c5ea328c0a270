"""HTTP: what operators do about who comes in: invitations and applications."""

from typing import Annotated, Any

import msgspec

from cardroom.ledger import PlayerId
from cardroom.office.entrance.applications import Application, ApplicationKind, ApplicationState
from cardroom.office.entrance.invitations import (
    CODE_LENGTH_MAX,
    USES_MAX,
    Arrival,
    Invitation,
    InvitationFlaw,
    spelled,
)
from cardroom.room.records import ReasonText
from cardroom.server.api.applications import SaidText, reception_of
from cardroom.server.api.house import Lifting
from cardroom.server.api.parameters import PageLimit
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit

HOURS_MAX = 24 * 366
INVITED_PAGE = "/#invitation="
"""The first page with a code filled in."""

NoteText = Annotated[str, msgspec.Meta(max_length=200)]


class InvitationWish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new invitation: a code of one's own or of chance, for this many people and this many hours.

    Without hours it is good until it is revoked.
    """

    reason: ReasonText
    code: Annotated[str, msgspec.Meta(max_length=2 * CODE_LENGTH_MAX)] = ""
    uses: Annotated[int, msgspec.Meta(ge=1, le=USES_MAX)] = 1
    hours: Annotated[int, msgspec.Meta(ge=0, le=HOURS_MAX)] = 0
    note: NoteText = ""


class InvitationCard(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation; `flaw` says why it lets nobody in any more, and is empty while it does."""

    number: int
    code: str
    address: str
    uses_max: int
    expires_ms: int
    note: str
    issued_by: str
    issued_ms: int
    revoked_ms: int
    flaw: InvitationFlaw
    arrivals: tuple[Arrival, ...]


class InvitationCards(msgspec.Struct, frozen=True, kw_only=True):
    """The last invitations, newest first."""

    invitations: list[InvitationCard]


class ApplicationQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which applications."""

    state: ApplicationState = "waiting"
    limit: PageLimit = 50


class ApplicationRow(msgspec.Struct, frozen=True, kw_only=True):
    """An application as the house sees it; `player` is the account that it became."""

    number: int
    kind: ApplicationKind
    name: str
    said: str
    asked_ms: int
    state: ApplicationState
    decided_by: str
    decided_ms: int
    answer: str
    player: int | None


class ApplicationRows(msgspec.Struct, frozen=True, kw_only=True):
    """Applications: those that wait, oldest first; of the others the newest first."""

    applications: list[ApplicationRow]


class ApplicationDecision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why an application is approved or refused, for the record; `answer` is for the applicant."""

    reason: ReasonText
    answer: SaidText = ""


async def invite(visit: Visit, body: InvitationWish) -> InvitationCard:
    """Issue an invitation code. It is recorded."""
    desk = reception_of(visit).invitations
    kept = await desk.issue(
        visit.caller,
        code=body.code,
        uses=body.uses,
        hours=body.hours,
        note=body.note,
        reason=body.reason,
    )
    return await _invitation(visit, kept)


async def invitations(visit: Visit, _body: None) -> InvitationCards:
    """The last invitations, with who came by them."""
    found = await reception_of(visit).invitations.listed()
    return InvitationCards(invitations=[await _invitation(visit, one) for one in found])


async def revoke_invitation(visit: Visit, body: Lifting) -> InvitationCard:
    """Make an invitation worthless; who came by it stays. It is recorded."""
    desk = reception_of(visit).invitations
    revoked = await desk.revoke(visit.caller, visit.path_number("number"), body.reason)
    return await _invitation(visit, revoked)


async def applications(visit: Visit, query: ApplicationQuery) -> ApplicationRows:
    """Who asks to be let in."""
    found = await reception_of(visit).applications.listed(query.state, query.limit)
    return ApplicationRows(applications=[await _application(visit, one) for one in found])


async def approve_application(visit: Visit, body: ApplicationDecision) -> ApplicationRow:
    """Let an applicant in: the account is made. It is recorded."""
    number = visit.path_number("number")
    await reception_of(visit).approve(visit.caller, number, body.answer, body.reason)
    return await _decided(visit, number)


async def refuse_application(visit: Visit, body: ApplicationDecision) -> ApplicationRow:
    """Refuse an applicant, who reads the answer. It is recorded."""
    number = visit.path_number("number")
    desk = reception_of(visit).applications
    await desk.refuse(visit.caller, number, body.answer, body.reason)
    return await _decided(visit, number)


async def _decided(visit: Visit, number: int) -> ApplicationRow:
    found = await reception_of(visit).applications.find(number)
    return await _application(visit, found)


async def _invitation(visit: Visit, one: Invitation) -> InvitationCard:
    home = visit.request.headers.get("Origin") or visit.services.settings.home
    code = spelled(one.code)
    return InvitationCard(
        number=one.number,
        code=code,
        address=f"{home}{INVITED_PAGE}{code}",
        uses_max=one.uses_max,
        expires_ms=one.expires_ms,
        note=one.note,
        issued_by=await _name(visit, one.issued_by),
        issued_ms=one.issued_ms,
        revoked_ms=one.revoked_ms,
        flaw=one.flaw(visit.services.clock.now_ms()),
        arrivals=one.arrivals,
    )


async def _application(visit: Visit, one: Application) -> ApplicationRow:
    return ApplicationRow(
        number=one.number,
        kind=one.kind,
        name=one.name,
        said=one.said,
        asked_ms=one.asked_ms,
        state=one.state,
        decided_by="" if one.decided_by is None else await _name(visit, one.decided_by),
        decided_ms=one.decided_ms,
        answer=one.answer,
        player=one.player,
    )


async def _name(visit: Visit, player: PlayerId) -> str:
    account = await visit.services.ports.accounts.find(player)
    return str(player) if account is None else account.name


INVITATIONS = "/api/admin/invitations"
APPLICATIONS = "/api/admin/applications"
GET: dict[str, Any] = {"method": "GET", "access": "floor"}
POST: dict[str, Any] = {"method": "POST", "access": "floor"}

ROUTES = (
    Route(
        **GET, path=INVITATIONS, handler=invitations, answer=InvitationCards,
        summary="Invitations, with who came by them",
    ),
    Route(
        **POST, path=INVITATIONS, handler=invite, body=InvitationWish, answer=InvitationCard,
        summary="Issue an invitation code",
    ),
    Route(
        **POST, path=f"{INVITATIONS}/{{number}}/revoke", handler=revoke_invitation, body=Lifting,
        answer=InvitationCard, summary="Revoke an invitation",
    ),
    Route(
        **GET, path=APPLICATIONS, handler=applications, params=ApplicationQuery,
        answer=ApplicationRows, summary="Who asks to be let in",
    ),
    Route(
        **POST, path=f"{APPLICATIONS}/{{number}}/approve", handler=approve_application,
        body=ApplicationDecision, answer=ApplicationRow, summary="Let an applicant in",
    ),
    Route(
        **POST, path=f"{APPLICATIONS}/{{number}}/refuse", handler=refuse_application,
        body=ApplicationDecision, answer=ApplicationRow, summary="Refuse an applicant",
    ),
)  # fmt: skip
