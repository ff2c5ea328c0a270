"""HTTP: the review desk: alerts, cases for them, and what two people decide (FAIR-04)."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from cardroom.errors import AccessRefused
from cardroom.integrity.detectors.dump_graph import Chain
from cardroom.ledger import CaseId, PlayerId
from cardroom.office.case_words import Finding
from cardroom.office.review.alerts import AlertKind, AlertState, AnyFound, HouseAlert
from cardroom.office.review.case_file import CaseFile
from cardroom.office.review.desk import ReviewDesk
from cardroom.office.review.entries import AnyMeasure, DecisionProposed, Message
from cardroom.office.review.harm import Preview
from cardroom.office.review.house_review import CardReview, ReviewState
from cardroom.room.net import Net
from cardroom.room.records import FOR_EVER_MS, ReasonText
from cardroom.room.requests import Number
from cardroom.server.api.accounts import Nothing
from cardroom.server.api.cases import CaseView, view_of
from cardroom.server.api.house import Lifting
from cardroom.server.api.parameters import PageLimit
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit
from cardroom.units import Cents

STATES: dict[str, tuple[AlertState, ...]] = {
    "waiting": ("waiting",),
    "open": ("open",),
    "closed": ("closed",),
    "all": ("waiting", "open", "closed"),
}
READINGS_SHOWN = 20


class AlertFilter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which alerts the desk shows."""

    state: Literal["waiting", "open", "closed", "all"] = "waiting"
    skip: Number = 0
    limit: PageLimit = 50


class AlertView(msgspec.Struct, frozen=True, kw_only=True):
    """An alert; `names` are those of all players that it mentions."""

    number: int
    kind: AlertKind
    state: AlertState
    at_ms: int
    players: list[int]
    names: dict[int, str]
    strength: int
    case: int | None
    found: AnyFound
    chains: list[Chain] = []
    """Money that one paid in and lost to the other, who took it out: context, never evidence. Only
    where a single alert or a case is asked for."""


class AlertViews(msgspec.Struct, frozen=True, kw_only=True):
    """A page of alerts, the strongest first."""

    alerts: list[AlertView]


class ReviewView(msgspec.Struct, frozen=True, kw_only=True):
    """How far the review is, and when the house has read all hands, newest first."""

    review: ReviewState
    readings: list[CardReview]


class PreviewRow(msgspec.Struct, frozen=True, kw_only=True):
    """One player in a preview of every cent."""

    player: int
    name: str
    seized: Cents
    lost: Cents
    paid: Cents


class WaitingProposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that waits for a second person, or for its end after a crash."""

    number: int
    proposer: str
    finding: Finding | None
    reason: str
    measures: tuple[AnyMeasure, ...]
    is_approved: bool
    may_be_given_up: bool = False
    """Whether what is left of it, once approved, may be left out."""


class OpenAppeal(msgspec.Struct, frozen=True, kw_only=True):
    """An appeal that nobody has decided about."""

    number: int
    player: int
    text: str


class CaseDesk(msgspec.Struct, frozen=True, kw_only=True):
    """A case with what the desk needs: alerts, names, what waits, money to the cent."""

    case: CaseView
    names: dict[int, str]
    opened_ms: int
    answered_ms: int
    """When the house first did something in it; 0 while nobody has."""
    alerts: list[AlertView]
    waiting: WaitingProposal | None
    appeals: list[OpenAppeal]
    preview: list[PreviewRow]
    kept: Cents
    """What the house would keep of the seized money."""


class NewProposal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody wants to be done; without a finding the review goes on."""

    finding: Finding | None = None
    reason: ReasonText
    measures: Annotated[tuple[AnyMeasure, ...], msgspec.Meta(max_length=50)] = ()


class ProposalDecision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which proposal, by the number of its entry, and why."""

    proposal: Number
    reason: ReasonText


class MessageTo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is written to a player, or what they have written."""

    player: Number
    text: Message


class AppealDecision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is decided about an appeal, and what its player reads."""

    appeal: Number
    outcome: Literal["upheld", "overturned"]
    text: Message


async def review_state(visit: Visit, _body: None) -> ReviewView:
    """How far the review is, and what was read."""
    review = desk_of(visit).review
    return ReviewView(
        review=review.state, readings=await review.readings(FOR_EVER_MS, READINGS_SHOWN)
    )


async def begin_review(visit: Visit, body: Lifting) -> ReviewView:
    """Review all hands now; who asked and why is noted."""
    desk_of(visit).review.ask(visit.account.player, body.reason)
    return await review_state(visit, None)


async def alerts(visit: Visit, body: AlertFilter) -> AlertViews:
    """Alerts, the strongest first."""
    found = await desk_of(visit).queue(visit.caller, STATES[body.state], body.skip, body.limit)
    return AlertViews(alerts=[await _alert(visit, one) for one in found])


async def alert(visit: Visit, _body: None) -> AlertView:
    """One alert."""
    found = await desk_of(visit).alert(visit.caller, visit.path_number("alert"))
    return await _with_chains(visit, found)


async def open_alert_case(visit: Visit, _body: Nothing) -> CaseView:
    """Open a case for an alert."""
    return view_of(await desk_of(visit).open_case(visit.caller, visit.path_number("alert")))


async def case_desk(visit: Visit, _body: None) -> CaseDesk:
    """A case with all that the desk needs; that somebody looked is recorded (FAIR-03)."""
    desk, number = desk_of(visit), _case(visit)
    ports, now_ms = visit.services.ports, visit.services.clock.now_ms()
    assert ports.casework is not None
    found = await ports.casework.case_for(visit.caller, number)
    for player in map(PlayerId, found.report.players):
        await ports.cases.record(visit.account.player, player, "saw_case", f"case {number}", now_ms)
    file, shown = CaseFile(found), await desk.preview(number)
    waits = file.waiting or file.unfinished
    actors = {one.actor for one in found.entered}
    players = {*found.report.players, found.reporter, *actors, *shown.losses}
    first = file.first_answer
    return CaseDesk(
        case=view_of(found),
        names=await _names(visit, players),
        opened_ms=await desk.opened_ms(number),
        answered_ms=0 if first is None else first.at_ms,
        alerts=[await _with_chains(visit, one) for one in await desk.alerts_of(number)],
        waiting=None
        if waits is None
        else WaitingProposal(
            number=waits.number,
            proposer=(await _names(visit, [waits.proposer]))[waits.proposer],
            finding=waits.what.finding,
            reason=waits.what.reason,
            measures=waits.what.measures,
            is_approved=waits.approver is not None,
            may_be_given_up=file.may_be_given_up(waits),
        ),
        appeals=[
            OpenAppeal(number=one.number, player=one.what.player, text=one.what.text)
            for one in file.open_appeals
        ],
        preview=await _preview(visit, shown),
        kept=shown.kept,
    )


async def propose(visit: Visit, body: NewProposal) -> CaseView:
    """Propose what is to be done in a case."""
    new = DecisionProposed(finding=body.finding, reason=body.reason, measures=body.measures)
    return view_of(await desk_of(visit).decisions.propose(visit.caller, _case(visit), new))


async def approve_decision(visit: Visit, body: ProposalDecision) -> CaseView:
    """Approve what another has proposed, and do it."""
    bar = visit.services.accounts.bar
    decided = await desk_of(visit).decisions.approve(
        visit.caller, _case(visit), body.proposal, body.reason, bar
    )
    return view_of(decided)


async def refuse_decision(visit: Visit, body: ProposalDecision) -> CaseView:
    """Refuse what another has proposed, or take one's own back."""
    decisions = desk_of(visit).decisions
    return view_of(await decisions.refuse(visit.caller, _case(visit), body.proposal, body.reason))


async def write_to_player(visit: Visit, body: MessageTo) -> CaseView:
    """Write to a player of a case."""
    player = PlayerId(body.player)
    return view_of(
        await desk_of(visit).appeals.write(visit.caller, _case(visit), player, body.text)
    )


async def enter_appeal(visit: Visit, body: MessageTo) -> CaseView:
    """Enter the appeal of a player who can no longer log in."""
    player = PlayerId(body.player)
    return view_of(
        await desk_of(visit).appeals.appeal_for(visit.caller, _case(visit), player, body.text)
    )


async def decide_appeal(visit: Visit, body: AppealDecision) -> CaseView:
    """Decide about an appeal."""
    decided = await desk_of(visit).appeals.decide(
        visit.caller,
        _case(visit),
        body.appeal,
        (body.outcome, body.text),
        visit.services.accounts.unbar,
    )
    return view_of(decided)


def desk_of(visit: Visit) -> ReviewDesk:
    """The review desk, or a refusal."""
    desk = visit.services.ports.review
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "no_review_here")
    return desk


def _case(visit: Visit) -> CaseId:
    return CaseId(visit.path_number("case"))


async def _alert(visit: Visit, one: HouseAlert) -> AlertView:
    return AlertView(
        number=one.number,
        kind=one.new.kind,
        state=one.state,
        at_ms=one.at_ms,
        players=list(one.players),
        names=await _names(visit, {*one.players, *one.new.found.mentioned}),
        strength=one.new.strength,
        case=one.case,
        found=one.new.found,
    )


async def _with_chains(visit: Visit, one: HouseAlert) -> AlertView:
    return replace(await _alert(visit, one), chains=await desk_of(visit).chains(one))


async def _preview(visit: Visit, shown: Preview) -> list[PreviewRow]:
    players = sorted({*shown.seized, *shown.losses})
    names = await _names(visit, players)
    return [
        PreviewRow(
            player=player,
            name=names[player],
            seized=shown.seized.get(player, 0),
            lost=shown.losses.get(player, 0),
            paid=shown.shares.get(player, 0),
        )
        for player in players
    ]


async def _names(visit: Visit, players: Any) -> dict[int, str]:
    found = {}
    for player in sorted(players):
        account = await visit.services.ports.accounts.find(PlayerId(player))
        found[int(player)] = f"player{player}" if account is None else account.name
    return found


RISK: dict[str, Any] = {"access": "risk"}
CASE = "/api/admin/cases/{case}"
ROUTES = (
    Route(
        **RISK, method="GET", path="/api/admin/review", handler=review_state, answer=ReviewView,
        summary="How far the review of play is, and every time that it has read all cards",
    ),
    Route(
        **RISK, method="POST", path="/api/admin/review", handler=begin_review, body=Lifting,
        answer=ReviewView, summary="Review all hands now",
    ),
    Route(
        **RISK, method="GET", path="/api/admin/alerts", handler=alerts, answer=AlertViews,
        params=AlertFilter, summary="Alerts of the review, the strongest first",
    ),
    Route(
        **RISK, method="GET", path="/api/admin/alerts/{alert}", handler=alert, answer=AlertView,
        summary="One alert with its evidence, five hands, and what speaks for the players",
    ),
    Route(
        **RISK, method="POST", path="/api/admin/alerts/{alert}/case", handler=open_alert_case,
        body=Nothing, answer=CaseView, summary="Open a case for an alert",
    ),
    Route(
        **RISK, method="GET", path=f"{CASE}/desk", handler=case_desk, answer=CaseDesk,
        summary="A case with its alerts, what waits, and a preview of every cent; is recorded",
    ),
    Route(
        **RISK, method="POST", path=f"{CASE}/propose", handler=propose, body=NewProposal,
        answer=CaseView, summary="Propose a decision; a second person has to approve it",
    ),
    Route(
        **RISK, method="POST", path=f"{CASE}/approve", handler=approve_decision,
        body=ProposalDecision, answer=CaseView,
        summary="Approve what another has proposed, and carry it out",
    ),
    Route(
        **RISK, method="POST", path=f"{CASE}/refuse", handler=refuse_decision,
        body=ProposalDecision, answer=CaseView,
        summary="Refuse what another has proposed, or take one's own back",
    ),
    Route(
        **RISK, method="POST", path=f"{CASE}/message", handler=write_to_player, body=MessageTo,
        answer=CaseView, summary="Write to a player of a case",
    ),
    Route(
        **RISK, method="POST", path=f"{CASE}/appeal", handler=enter_appeal, body=MessageTo,
        answer=CaseView, summary="Enter the appeal of a player who can no longer log in",
    ),
    Route(
        **RISK, method="POST", path=f"{CASE}/decide-appeal", handler=decide_appeal,
        body=AppealDecision, answer=CaseView,
        summary="Decide about an appeal, if you had no part in the decision",
    ),
)  # fmt: skip
