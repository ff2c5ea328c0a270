"""Puts the review desk together: what is stored, the office, and the process that reads hands."""

from typing import Any, NamedTuple

from cardroom.office.bank import Bank
from cardroom.office.casework import Casework
from cardroom.office.excluding import BanzaiDoor
from cardroom.office.ports import AccountStore
from cardroom.office.review.alerts import AlertStore
from cardroom.office.review.appeals import AppealDesk
from cardroom.office.review.chains import MoneyTrail
from cardroom.office.review.decisions import DecisionDesk
from cardroom.office.review.desk import CaseFilesWithTimes, HandResults, ReviewDesk
from cardroom.office.review.house_review import BulkReader, HouseReview
from cardroom.office.review.signals import SignalWatch
from cardroom.room.noticeboard import Noticeboard
from cardroom.room.ports import Clock
from cardroom.rulebook.cash.conduct import ConductRules
from cardroom.server.config.options import IntegritySection
from cardroom.server.review_process import review_process


class ReviewParts(NamedTuple):
    """What the desk is made of."""

    alerts: AlertStore
    reader: BulkReader
    results: HandResults
    trail: MoneyTrail
    options: IntegritySection
    accounts: AccountStore
    cases: CaseFilesWithTimes
    casework: Casework
    bank: Bank
    banzai: BanzaiDoor
    board: Noticeboard
    clock: Clock
    signals: SignalWatch | None = None


def review_desk(parts: ReviewParts, *, rules: ConductRules, currency: str) -> ReviewDesk:
    """The desk with everything behind it."""
    shared: dict[str, Any] = {
        "banzai": parts.banzai, "board": parts.board, "clock": parts.clock, "currency": currency,
    }  # fmt: skip
    return ReviewDesk(
        parts.alerts,
        parts.results,
        parts.trail,
        parts.casework,
        parts.cases,
        review=HouseReview(
            parts.reader,
            parts.alerts,
            parts.accounts,
            clock=parts.clock,
            begin=review_process,
            every_s=60.0 * parts.options.every_minutes,
            days=parts.options.days,
            signals=parts.signals,
        ),
        decisions=DecisionDesk(parts.casework, parts.bank, parts.accounts, rules=rules, **shared),
        appeals=AppealDesk(parts.casework, parts.cases, parts.bank, **shared),
        clock=parts.clock,
    )
