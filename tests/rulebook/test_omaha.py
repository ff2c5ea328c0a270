from cardroom.rulebook import edition
from cardroom.rulebook.cash import CashRules
from tests.rule import rule


def cash(name: str) -> CashRules:
    rules = edition(name).cash
    assert rules is not None
    return rules


@rule("OMA-06")
def test_only_the_oldest_edition_makes_newcomers_and_returning_players_wait_in_omaha() -> None:
    for name in ("fr-2.2", "en-2.7", "nl-3.0"):
        assert "pl-omaha" in cash(name).entry.newcomer_may_post
        assert "pl-omaha" not in cash(name).entry.missed_blind_must_wait
    assert "pl-omaha" not in cash("en-2.2").entry.newcomer_may_post
    assert "pl-omaha" in cash("en-2.2").entry.missed_blind_must_wait


@rule("OMA-07")
def test_omaha_tables_are_those_of_texas_six_seats_three_to_start_one_hand_heads_up() -> None:
    for name in ("en-2.2", "fr-2.2", "en-2.7", "nl-3.0"):
        seating = cash(name).seating
        assert (seating.seats, seating.players_to_start) == (6, 3)
        assert seating.heads_up_continuation == "one_hand"


@rule("OMA-08")
def test_the_shortstack_format_is_offered_in_all_editions_but_the_oldest() -> None:
    for name in ("fr-2.2", "en-2.7", "nl-3.0"):
        assert "shortstack" in cash(name).offer.formats
        assert "shortstack" in cash(name).rejoining.last_stack_formats
    assert "shortstack" not in cash("en-2.2").offer.formats
