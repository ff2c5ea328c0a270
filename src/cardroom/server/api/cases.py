"""HTTP: cases of the house: reports, what is entered in them, sanctions (FAIR-04, FAIR-10)."""

from typing import Any, Literal

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.ledger.cases import tournament_of
from cardroom.ledger.verifying import set_aside
from cardroom.office.case_words import Finding
from cardroom.office.cases import AnyHandEntry, Case, Entered, owner_of
from cardroom.office.casework import Casework
from cardroom.room.net import Net
from cardroom.room.requests import Report
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit
from cardroom.units import Cents


class HeldStack(msgspec.Struct, frozen=True, kw_only=True):
    """A stack that is held since its player was suspended (AMB-70), or winnings of a player under
    review in a tournament (TRN-24)."""

    player: int
    amount: Cents
    at_ms: int
    tournament: int = 0


class CaseView(msgspec.Struct, frozen=True, kw_only=True):
    """A case with its report and everything that was entered."""

    case: int
    state: Literal["open", "closed"]
    finding: Finding | None
    reporter: int
    report: Report
    entries: list[Entered]
    stacks: list[HeldStack]


class CaseViews(msgspec.Struct, frozen=True, kw_only=True):
    """A page of cases; the next page is `after` the last."""

    cases: list[CaseView]


class NewEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to be done in a case and entered."""

    entry: AnyHandEntry


async def cases(visit: Visit, _body: None) -> CaseViews:
    """Cases in the order of their reports."""
    found = await _casework(visit).cases(visit.caller, visit.number("after", 0), visit.limit)
    return CaseViews(cases=[view_of(case) for case in found])


async def case(visit: Visit, _body: None) -> CaseView:
    """One case, for whom it does not concern; that they looked is recorded (FAIR-03)."""
    found = await _casework(visit).case_for(visit.caller, CaseId(visit.path_number("case")))
    ports = visit.services.ports
    for player in found.report.players:
        looked = f"case {found.number}"
        now_ms = visit.services.clock.now_ms()
        await ports.cases.record(visit.account.player, PlayerId(player), "saw_case", looked, now_ms)
    return view_of(found)


async def enter(visit: Visit, body: NewEntry) -> CaseView:
    """Do something in a case, and enter it."""
    number = CaseId(visit.path_number("case"))
    bar = visit.services.accounts.bar
    return view_of(await _casework(visit).enter(visit.caller, number, body.entry, bar))


def _casework(visit: Visit) -> Casework:
    casework = visit.services.ports.casework
    if casework is None:
        raise AccessRefused(Net.UNKNOWN, "no_cases")
    return casework


def view_of(found: Case) -> CaseView:
    """A case as the API shows it to the house."""
    return CaseView(
        case=found.number,
        state="open" if found.finding is None else "closed",
        finding=found.finding,
        reporter=found.reporter,
        report=found.report,
        entries=found.entered,
        stacks=[
            HeldStack(
                player=owner_of(hold),
                amount=set_aside(hold)[1],
                at_ms=hold.at_ms,
                tournament=tournament_of(hold),
            )
            for hold in found.stacks
        ],
    )


RISK: dict[str, Any] = {"access": "risk"}
ROUTES = (
    Route(
        **RISK, method="GET", path="/api/admin/cases", handler=cases, answer=CaseViews,
        query=("after", "limit"), summary="Cases in the order of their reports",
    ),
    Route(
        **RISK, method="GET", path="/api/admin/cases/{case}", handler=case, answer=CaseView,
        summary="One case; that it was looked at is recorded",
    ),
    Route(
        **RISK, method="POST", path="/api/admin/cases/{case}", handler=enter, body=NewEntry,
        answer=CaseView, summary="Link a hand, hold money, ask for a video, sanction, close",
    ),
)  # fmt: skip
