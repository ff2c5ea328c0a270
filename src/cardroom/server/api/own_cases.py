"""HTTP: cases as players see their own, and their appeals (FAIR-12)."""

import msgspec

from cardroom.ledger import CaseId
from cardroom.office.review.entries import Message
from cardroom.office.review.own_cases import OwnCase
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.staff.review import desk_of
from cardroom.server.api.visits import Visit


class OwnCases(msgspec.Struct, frozen=True, kw_only=True):
    """One's own complaints and cases, newest first."""

    cases: list[OwnCase]


class AppealText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a decision is wrong."""

    text: Message


async def own_cases(visit: Visit, _body: None) -> OwnCases:
    """One's own complaints and cases."""
    return OwnCases(cases=await desk_of(visit).own(visit.account.player))


async def appeal(visit: Visit, body: AppealText) -> Done:
    """Appeal against what was decided about oneself; another person decides about it."""
    case = CaseId(visit.path_number("case"))
    await desk_of(visit).appeals.appeal(visit.caller, case, body.text)
    return Done()


ROUTES = (
    Route(
        method="GET", path="/api/cases", handler=own_cases, answer=OwnCases, scope="read",
        summary="Your own complaints, and what the house has done or said to you in a case",
    ),
    Route(
        method="POST", path="/api/cases/{case}/appeal", handler=appeal, body=AppealText,
        answer=Done, summary="Appeal against a decision; somebody who had no part in it decides",
    ),
)  # fmt: skip
