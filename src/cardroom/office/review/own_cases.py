"""Cases as players see their own: status and outcome, and never anything of the other side.

Who complained learns whether the house has looked and what it found. Who is concerned learns of a
case when the house does or says something to them. Who was harmed learns what they were paid.
"""

from typing import Literal

import msgspec

from cardroom.ledger import PlayerId
from cardroom.office.case_words import Finding
from cardroom.office.cases import Case, CaseClosed, HoldPlaced, HoldsReleased, Sanctioned
from cardroom.office.review.case_file import CaseFile
from cardroom.office.review.entries import (
    Apologise,
    AppealDecided,
    AppealMade,
    CloseAccount,
    GiveBack,
    HoldWinnings,
    KeepOutOfBanzai,
    MeasureTaken,
    MessageSent,
    Redistribute,
    Seize,
    Warn,
)
from cardroom.units import Cents

Part = Literal["complainant", "concerned", "harmed"]
LineKind = Literal[
    "message", "warning", "apology", "held", "released", "winnings_held", "seized", "paid",
    "account_closed", "account_suspended", "kept_out_of_banzai", "appeal", "appeal_upheld",
    "appeal_overturned",
]  # fmt: skip
DONE: frozenset[LineKind] = frozenset(
    {
        "warning", "winnings_held", "seized", "account_closed", "account_suspended",
        "kept_out_of_banzai",
    }
)  # fmt: skip
"""What a player may appeal against."""


class CaseLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened to the player in a case, or that they said."""

    kind: LineKind
    at_ms: int
    text: str = ""
    amount: Cents = 0
    until_ms: int = 0
    tournament: int = 0


class OwnCase(msgspec.Struct, frozen=True, kw_only=True):
    """A case as one player sees it; `text` is their own complaint."""

    case: int
    part: Part
    state: Literal["open", "closed"]
    finding: Finding | None
    kind: str
    text: str
    lines: list[CaseLine]
    response_ms: int | None
    """Of a complaint: how long it took until the house did something; None while nobody has."""
    may_appeal: bool


def own_case(case: Case, player: PlayerId, reported_ms: int) -> OwnCase | None:
    """A case as a player sees it; None where they must not know of it, or not yet."""
    part = _part(case, player)
    lines = _lines(case, player)
    if part is None or (part != "complainant" and not lines):
        return None
    answer = CaseFile(case).first_answer
    is_mine = part == "complainant"
    return OwnCase(
        case=case.number,
        part=part,
        state="open" if case.finding is None else "closed",
        finding=case.finding if is_mine or _is_found_of(case, lines) else None,
        kind=case.report.kind,
        text=case.report.text if is_mine else "",
        lines=lines,
        response_ms=answer.at_ms - reported_ms if is_mine and answer is not None else None,
        may_appeal=may_appeal(case, player),
    )


def _is_found_of(case: Case, lines: list[CaseLine]) -> bool:
    """Whether the finding is about the player: a breach is that of whom something was done to."""
    breach = DONE - {"winnings_held"}
    return case.finding != "confirmed" or any(line.kind in breach for line in lines)


def may_appeal(case: Case, player: PlayerId) -> bool:
    """Once for what was done to the player and not only said; for what came later, once more."""
    kinds = [line.kind for line in _lines(case, player)]
    before = len(kinds) - kinds[::-1].index("appeal") if "appeal" in kinds else 0
    return any(kind in DONE for kind in kinds[before:])


def _part(case: Case, player: PlayerId) -> Part | None:
    if case.is_complaint and case.reporter == player:
        return "complainant"
    kinds = {line.kind for line in _lines(case, player)}
    if not kinds:
        return None
    return "harmed" if kinds == {"paid"} else "concerned"


def _lines(case: Case, player: PlayerId) -> list[CaseLine]:
    return [
        line
        for one in case.entered
        if (line := _line(case, one.entry, one.at_ms, player)) is not None
    ]


def _line(case: Case, entry: object, at_ms: int, player: PlayerId) -> CaseLine | None:
    """What an entry tells a player, if it is about them."""
    match entry:
        case MeasureTaken(measure=Redistribute(shares=shares)):
            paid = sum(share.amount for share in shares if share.player == player)
            return CaseLine(kind="paid", at_ms=at_ms, amount=paid) if paid else None
        case CaseClosed(finding="nothing_found") if _was_held(case, player):
            return CaseLine(kind="released", at_ms=at_ms)
        case AppealDecided(appeal=number, outcome=outcome, text=text):
            made = case.entered[number - 1].entry
            mine = isinstance(made, AppealMade) and made.player == player
            kind: LineKind = "appeal_upheld" if outcome == "upheld" else "appeal_overturned"
            return CaseLine(kind=kind, at_ms=at_ms, text=text) if mine else None
    named = entry.measure if isinstance(entry, MeasureTaken) else entry
    if getattr(named, "player", None) != player:
        return None
    return _own_line(named, at_ms)


def _was_held(case: Case, player: PlayerId) -> bool:
    """Whether anything of a player's was held, winnings of a tournament too."""
    taken = [one.measure for one in case.entries if isinstance(one, MeasureTaken)]
    winnings = [one.player for one in taken if isinstance(one, HoldWinnings)]
    return player in {*case.held_players, *winnings}


def _own_line(entry: object, at_ms: int) -> CaseLine | None:
    match entry:
        case MessageSent(text=text):
            return CaseLine(kind="message", at_ms=at_ms, text=text)
        case Warn(text=text):
            return CaseLine(kind="warning", at_ms=at_ms, text=text)
        case Apologise(text=text):
            return CaseLine(kind="apology", at_ms=at_ms, text=text)
        case AppealMade(text=text):
            return CaseLine(kind="appeal", at_ms=at_ms, text=text)
        case HoldPlaced(amount=amount):
            return CaseLine(kind="held", at_ms=at_ms, amount=amount)
        case HoldsReleased():
            return CaseLine(kind="released", at_ms=at_ms)
        case HoldWinnings(tournament=tournament):
            return CaseLine(kind="winnings_held", at_ms=at_ms, tournament=tournament)
        case KeepOutOfBanzai():
            return CaseLine(kind="kept_out_of_banzai", at_ms=at_ms)
        case Sanctioned(sanction="seize_funds"):
            return CaseLine(kind="seized", at_ms=at_ms)
        case Sanctioned(sanction="suspend_or_close_account", until_ms=until_ms):
            closed = until_ms >= 2**53
            kind: LineKind = "account_closed" if closed else "account_suspended"
            return CaseLine(kind=kind, at_ms=at_ms, until_ms=0 if closed else until_ms)
        case Seize() | GiveBack() | CloseAccount() | _:
            # These are entered as sanctions, or as a release, too.
            return None
