"""HTTP: asking to be let in, and what became of it, where the house decides about each."""

from typing import Annotated, Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.office.entrance.applications import Application, ApplicationKind, ApplicationState
from cardroom.room.names import NAME_LENGTH_MAX, PASSWORD_LENGTH_MAX
from cardroom.room.net import Net
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit
from cardroom.server.people.reception import ReceptionDesk

SaidText = Annotated[str, msgspec.Meta(max_length=500)]


class Applying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who wants to come in: a guest says only a few words, a person a name and a password too."""

    kind: ApplicationKind
    name: Annotated[str, msgspec.Meta(max_length=4 * NAME_LENGTH_MAX)] = ""
    password: Annotated[str, msgspec.Meta(max_length=4 * PASSWORD_LENGTH_MAX)] = ""
    said: SaidText = ""


class ApplicationWord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The word of an application."""

    word: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class ApplicationCard(msgspec.Struct, frozen=True, kw_only=True):
    """An application as its applicant sees it."""

    kind: ApplicationKind
    name: str
    state: ApplicationState
    asked_ms: int
    decided_ms: int
    answer: str


class NewApplicationCard(ApplicationCard, frozen=True, kw_only=True):
    """A new application; `word` asks for its state, and lets an approved guest in."""

    word: str


async def apply(visit: Visit, body: Applying) -> NewApplicationCard:
    """Ask to be let in. Who asks for an account logs in once it is approved; a guest who is here
    keeps money and seats."""
    reception = reception_of(visit)
    if body.kind == "guest":
        word, found = await reception.apply_as_guest(body.said)
    else:
        word, found = await reception.apply(body.name, body.password, body.said, visit.visitor)
    return NewApplicationCard(**msgspec.structs.asdict(_card(found)), word=word)


async def application_state(visit: Visit, body: ApplicationWord) -> ApplicationCard:
    """What became of an application."""
    return _card(await reception_of(visit).application(body.word))


def reception_of(visit: Visit) -> ReceptionDesk:
    """The reception, or a refusal."""
    reception = visit.services.reception
    if reception is None:
        raise AccessRefused(Net.UNKNOWN, "no_reception_here")
    return reception


def _card(found: Application) -> ApplicationCard:
    return ApplicationCard(
        kind=found.kind,
        name=found.name,
        state=found.state,
        asked_ms=found.asked_ms,
        decided_ms=found.decided_ms,
        answer=found.answer,
    )


ANYONE: dict[str, Any] = {"method": "POST", "access": "anyone"}

ROUTES = (
    Route(
        **ANYONE, path="/api/applications", handler=apply, body=Applying,
        answer=NewApplicationCard, entry=True, summary="Ask to be let in",
    ),
    Route(
        **ANYONE, path="/api/applications/state", handler=application_state, body=ApplicationWord,
        answer=ApplicationCard, summary="What became of an application",
    ),
)  # fmt: skip
