"""Bodies of requests: blanks count for nothing, and what does not fit is told in words."""

from collections.abc import Mapping

import msgspec
import pytest

from cardroom.room.records import CashierOrder
from cardroom.server.api.bodies import PATTERNS, fitting
from cardroom.server.api.cases import NewEntry
from cardroom.server.api.house import Announcement, Lifting, Measure, RoleChange
from cardroom.server.api.staff.corrections import REFERENCE, Resolving, SettingAside, VoidOrder
from cardroom.server.api.tournament_staff import PreviewOrder
from cardroom.server.sockets.messages import BadMessage
from cardroom.struct_errors import portable
from tests.rule import rule

ASIDE = {"player": 7, "amount": 500, "reference": "case-9", "reason": "who won?"}
BOOKED = {**ASIDE, "kind": "adjustment"}
SEIZED = {
    "type": "sanctioned",
    "sanction": "seize_funds",
    "player": 7,
    "reason": "two accounts",
    "evidence": ["hand:7:1:12"],
}
Content = Mapping[str, object]


def said(content: Content, kind: type[msgspec.Struct]) -> str:
    with pytest.raises(BadMessage) as refused:
        fitting(msgspec.json.encode(content), kind)
    return str(refused.value.details["said"])


@rule("CASH-01")
@pytest.mark.parametrize("blank", ["", "   ", " \t\n ", " ab "])
@pytest.mark.parametrize(
    ("kind", "content"),
    [
        (VoidOrder, {}),
        (SettingAside, ASIDE),
        (Resolving, {"reference": "case-9"}),
        (CashierOrder, BOOKED),
        (Measure, {}),
        (Lifting, {}),
        (RoleChange, {"role": "floor"}),
    ],
)
def test_a_reason_of_blanks_is_none(
    kind: type[msgspec.Struct], content: Content, blank: str
) -> None:
    assert said({**content, "reason": blank}, kind) == "reason must have at least 3 letters"


@rule("FAIR-10")
def test_money_is_not_seized_without_a_reason_or_evidence() -> None:
    assert fitting(msgspec.json.encode({"entry": SEIZED}), NewEntry).entry is not None
    blank = {"entry": {**SEIZED, "reason": "    "}}
    assert said(blank, NewEntry) == "entry.reason must have at least 3 letters"
    blank = {"entry": {**SEIZED, "evidence": ["    "]}}
    assert said(blank, NewEntry) == "entry.evidence.0 must have at least 3 letters"


def test_an_announcement_says_something() -> None:
    assert said({"text": "   "}, Announcement) == "text must have at least 1 letter"
    assert fitting(b'{"text": " Soup. "}', Announcement).text == "Soup."


def test_blanks_around_a_reason_are_not_kept_and_do_not_count() -> None:
    assert fitting(b'{"reason": "  a twin ace "}', Lifting).reason == "a twin ace"
    longest = {"reason": " " + "a" * 500 + " "}
    assert len(fitting(msgspec.json.encode(longest), Lifting).reason) == 500
    assert said({"reason": "a" * 501}, Lifting) == "reason must have at most 500 letters"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"amount": 0}, "amount must be at least 1, not 0"),
        ({"amount": "5"}, "amount must be a whole number, not '5'"),
        (
            {"reference": "case 9"},
            f"reference must be {PATTERNS[portable(REFERENCE)]}, not 'case 9'",
        ),
        ({"seat": 3}, "unknown field seat; there are player, amount, reference, reason"),
    ],
)
def test_what_does_not_fit_is_told_by_its_field(change: Content, words: str) -> None:
    assert said({**ASIDE, **change}, SettingAside) == words


@rule("CXL-11")
@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ({"1": 5, "2": -5}, "shares.2 must be at least 0, not -5"),
        ({"1": 5, "2": 10**30}, f"shares.2 must be at most 9007199254740992, not {10**30}"),
        ({"1": 1.5}, "shares.1 must be a whole number, not 1.5"),
        ({"1": 5, "x": 5}, "shares must be a whole number, not 'x'"),
        ({"1": None}, "shares.1 must be a whole number, not None"),
        ([5], "shares must be a table or nothing, not a list"),
    ],
)
def test_a_share_that_does_not_fit_is_told_by_its_entry(shares: object, words: str) -> None:
    assert said({"shares": shares}, PreviewOrder) == words


def test_what_is_missing_or_unknown_is_named() -> None:
    assert said({}, Lifting) == "reason is missing"
    assert said({"entry": {"type": "forgiven"}}, NewEntry) == "entry.type 'forgiven' is not known"
    assert said({"role": "king", "reason": "hired"}, RoleChange).startswith("role 'king' is not")
