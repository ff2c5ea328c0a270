"""Evenings on the floor, from the first entry to closed books; `make simulate-floor` plays
thousands."""

from collections import Counter

import pytest

from tests.floor.simulated.evening import Evening, play_evening
from tests.rule import rule

FIELDS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 18, 20, 23, 27, 31, 36, 40)


@rule("LIVE-16.2", "LIVE-14.p2", "LIVE-29.b", "LIVE-29.c", "LAMB-37")
@pytest.mark.parametrize("seed", range(len(FIELDS)))
def test_an_evening_with_mistakes_ends_with_closed_books_that_others_can_check(seed: int) -> None:
    play_evening(seed, FIELDS[seed])


def happened(*evenings: Evening) -> Counter[str]:
    """How many evenings had an entry of each kind that counts."""
    found: Counter[str] = Counter()
    for evening in evenings:
        found.update({type(entry.event).__name__ for entry in evening.floor.log.active()})
    return found


def test_the_evenings_have_days_deals_re_buys_and_hand_for_hand() -> None:
    found = happened(*(play_evening(seed, 12 + seed % 20) for seed in range(30)))
    for kind in (
        "DayStarted", "DealAgreed", "DealRefused", "RebuyDelivered", "AddOnSold", "HandForHandOver",
        "PlayerRemoved", "ChipsRaced", "OrderCorrected", "TournamentCancelled", "BountyPaid",
        "TermsChanged", "HandMissed",
    ):  # fmt: skip
        assert found[kind], kind


def test_two_players_do_not_make_a_tournament_and_get_their_money_back() -> None:
    evening = play_evening(1, 2)
    assert happened(evening)["TournamentCancelled"]
    assert evening.balance("house:desk:EUR") == 0
