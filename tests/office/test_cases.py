"""Cases: what the house may enter, when, and by which rule."""

import pytest

from cardroom.errors import OperatorRefused
from cardroom.ledger import CaseId, PlayerId
from cardroom.office.cases import (
    AnyCaseEntry,
    Case,
    CaseClosed,
    Entered,
    HandLinked,
    Hold,
    HoldPlaced,
    HoldsReleased,
    ProgramFound,
    Sanctioned,
    VideoReceived,
    VideoRequested,
)
from cardroom.room.requests import Report
from cardroom.rulebook import edition
from cardroom.rulebook.cash.conduct import ConductRules, Sanction
from tests.rule import rule

ANA, BEN, FLO = PlayerId(1), PlayerId(2), PlayerId(9)
REPORT = Report(id="r", kind="chip_dumping", players=(ANA, BEN), text="She gave him everything.")
CONFIRMED = CaseClosed(finding="confirmed", reason="twelve hands")
SANCTIONS: tuple[Sanction, ...] = (
    "seize_funds", "suspend_or_close_account", "disclose", "legal_action",
)  # fmt: skip


def conduct(name: str = "en-2.7") -> ConductRules:
    rules = edition(name).cash
    assert rules is not None
    return rules.conduct


def case(*entries: AnyCaseEntry) -> Case:
    """A case in which these were entered, each by the rules."""
    found = Case(CaseId(1), FLO, REPORT, [])
    for number, entry in enumerate(entries, 1):
        found.verify(entry, conduct())
        found.entered.append(Entered(number=number, actor=FLO, at_ms=number, entry=entry))
    return found


def sanction(kind: Sanction, player: PlayerId = ANA) -> Sanctioned:
    return Sanctioned(
        sanction=kind, player=player, reason="chip dumping", evidence=("hand:7:1:12",),
        recipient="the regulator",
    )  # fmt: skip


def refusal(found: Case, entry: AnyCaseEntry, name: str = "en-2.7") -> tuple[str, str]:
    with pytest.raises(OperatorRefused) as refused:
        found.verify(entry, conduct(name))
    return refused.value.rule, refused.value.reason


@rule("FAIR-10", "FAIR-02")
def test_the_four_sanctions_are_records_of_their_own_and_go_together() -> None:
    held = HoldPlaced(player=ANA, amount=500)
    found = case(held, CONFIRMED, *(sanction(kind) for kind in SANCTIONS))
    entered = [one for one in found.entered if isinstance(one.entry, Sanctioned)]
    assert [one.entry.sanction for one in entered if isinstance(one.entry, Sanctioned)] == [
        *SANCTIONS
    ]
    assert {one.actor for one in entered} == {FLO}
    assert [one.at_ms for one in entered] == [3, 4, 5, 6]


@rule("FAIR-10", "AMB-70")
def test_money_is_seized_only_after_the_case_was_closed_and_only_what_is_held() -> None:
    held = HoldPlaced(player=ANA, amount=500)
    assert refusal(case(held), sanction("seize_funds")) == ("AMB-70", "case_is_open")
    assert refusal(case(CONFIRMED), sanction("seize_funds")) == ("FAIR-10", "nothing_is_held")
    closed = case(held, CONFIRMED, sanction("seize_funds"))
    assert refusal(closed, sanction("seize_funds")) == ("FAIR-10", "nothing_is_held")


@rule("FAIR-14", "FAIR-11")
def test_giver_and_receiver_alike_may_be_suspended_for_the_investigation() -> None:
    suspend: Sanction = "suspend_or_close_account"
    found = case(sanction(suspend, ANA), sanction(suspend, BEN))
    assert found.finding is None
    assert conduct().chip_dumping_sides == ("giver", "receiver")
    sanctioned = [one for one in found.entries if isinstance(one, Sanctioned)]
    assert {one.player for one in sanctioned} == {ANA, BEN}


def test_who_was_cleared_is_not_sanctioned_and_has_his_money() -> None:
    cleared = CaseClosed(finding="nothing_found", reason="brothers at two tables")
    found = case(HoldPlaced(player=ANA, amount=500), cleared)
    assert found.holds(ANA) == []
    assert refusal(found, sanction("legal_action")) == ("FAIR-10", "nothing_was_found")
    assert refusal(found, HandLinked(key="hand:7:1:13")) == ("FAIR-04", "case_is_closed")


@rule("FAIR-04")
def test_a_case_links_hands_and_holds_money_until_it_ends() -> None:
    found = case(
        HandLinked(key="hand:7:1:12"),
        HoldPlaced(player=ANA, amount=500),
        HoldPlaced(player=BEN, amount=70),
        HoldPlaced(player=ANA, amount=30),
    )
    assert found.holds(ANA) == [Hold(ANA, 1, 500), Hold(ANA, 2, 30)]
    assert (found.next_hold(ANA), found.next_hold(BEN)) == (3, 2)
    released = HoldsReleased(player=BEN, reason="not his hands")
    found = case(*found.entries, released)
    assert found.holds(BEN) == []
    assert refusal(found, released) == ("FAIR-04", "nothing_is_held")


@rule("FAIR-05")
def test_a_video_is_asked_for_with_a_day_and_received_where_the_edition_knows_it() -> None:
    asked = VideoRequested(player=ANA, due_ms=99, note="the session of Monday")
    received = VideoReceived(player=ANA, receipt="sha256 5f0c")
    assert case(asked, received).entries == [asked, received]
    assert refusal(case(), received) == ("FAIR-05", "no_video_was_asked_for")
    assert refusal(case(), asked, "en-2.2") == ("FAIR-05", "not_in_this_edition")


@rule("FAIR-08", "FAIR-09")
def test_a_forbidden_program_or_its_hiding_is_entered_and_suspends_at_once() -> None:
    found = ProgramFound(player=ANA, program="hud", how="masked as a music player")
    assert case(found, sanction("suspend_or_close_account")).finding is None
    assert set(conduct().prohibited_programs) == {"hand_tracker", "hud", "screen_capture"}


def test_a_disclosure_says_to_whom() -> None:
    disclosed = Sanctioned(
        sanction="disclose", player=ANA, reason="chargeback", evidence=("bank 7",)
    )
    assert refusal(case(), disclosed) == ("FAIR-10", "recipient_missing")
