"""What the library promises: a short list of names per package, described in the reference."""

import importlib
import sys
from subprocess import run

import pytest

from cardroom.release import release
from tools.reference import PACKAGES, PAGES, page

PUBLIC = {
    "cardroom": """
        ActionRefused Card Hand __version__ card_names describe edition equity house_rules
        range_equity read_cards read_range replay strength
    """,
    "cardroom.engine": """
        Event Hand HandStarted HandView NextHand Options Positions Post Pot Rake RandBelow Viewer
        decode_events encode_events events_for forced_bets redacted replay stacked_deck
        stored_events_for view
    """,
    "cardroom.odds": """
        Category Equity HandEquity MadeHand best_five category describe equity made_hand
        omaha_strength range_equity read_range strength
    """,
    "cardroom.rulebook": """
        EDITIONS Edition HandRules RuleField edition house_rules rule_fields rulings switches
    """,
    "cardroom.history": """
        REASONS HandRecord NarratedHand Place PlayedHand TournamentInfo Verdict hand_record
        judge narrate ohh_of ohhs_of phh_of played_hand read_hand read_hands record_of
        text_of texts_of tracker_number write_hand write_hands
    """,
    "cardroom.ledger": """
        GENESIS Account Answer CaseId Entry FloorId Invariant Kind Ledger Message PlayerId Reason
        SettledHand Statistic TableId TournamentId TournamentMoney Transfer canonical chain
        read_account settle_hand
    """,
    "cardroom.cash": "BuyInOffer CashLobby CashTable HandPositions LobbyLimits Occupant",
    "cardroom.tournament": """
        FORMATS Definition Desk EntryId Step TableNumber Terms Tournament TournamentEvent
        decode_events definition_of encode_events read_definition terms_of
    """,
    "cardroom.floor": """
        LANGUAGES SITUATIONS Amounts ChipMove Facts Option Ruling SharedPot Situation decide explain
    """,
    "cardroom.fairness": """
        FINDINGS DrawContext DrawParticipant FairDeal Finding HandContext Participant Proof
        RecordedCards SeedSource decode_proof encode_proof verify
    """,
    "cardroom.rl": "Choice HandEnvironment env",
}
"""Changing this list is a promise made or broken: CONTRIBUTING.md says how."""


@pytest.mark.parametrize("package", PUBLIC)
def test_a_package_has_the_public_names_that_are_listed_and_no_others(package: str) -> None:
    module = importlib.import_module(package)
    assert list(module.__all__) == PUBLIC[package].split()
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


def test_every_public_package_has_a_page_of_reference_that_is_up_to_date() -> None:
    assert set(PACKAGES) == set(PUBLIC)
    stale = [
        package
        for package in PACKAGES
        if (PAGES / f"{package}.md").read_text(encoding="utf-8") != page(package)
    ]
    assert stale == [], "run `make reference`"


def test_the_reference_names_whatever_is_public_with_its_arguments() -> None:
    text = page("cardroom.engine")
    assert "- `raise_to(seat: Seat, to: Cents) -> None`: Bet or raise to a total" in text
    for name in PUBLIC["cardroom.engine"].split():
        assert f"\n## `{name}`\n" in text


def test_the_library_says_its_version() -> None:
    import cardroom

    assert cardroom.__version__ == release()


def test_importing_the_library_alone_imports_none_of_its_packages() -> None:
    script = "import sys, cardroom; print([name for name in sys.modules if 'cardroom.' in name])"
    done = run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_name_that_the_library_does_not_have_is_an_attribute_error() -> None:
    import cardroom

    with pytest.raises(AttributeError, match="has no attribute 'Hnad'"):
        _ = cardroom.Hnad  # type: ignore[attr-defined]
    assert dir(cardroom) == cardroom.__all__
