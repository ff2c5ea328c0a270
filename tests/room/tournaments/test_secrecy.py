"""Live cards at tournament tables: with their owners and nowhere else (FAIR-03)."""

from collections.abc import Mapping
from unittest.mock import patch

import pytest

from cardroom.ledger import PlayerId
from cardroom.room.channels import Channel, Kept
from tests.room.marked_cards import marked_cards
from tests.room.paired_evenings import END_MS, VICTIM
from tests.room.tournaments.canary_tournaments import canary_tournament
from tests.room.tournaments.paired_tournaments import FORMATS, paired_tournament
from tests.room.virtual import run
from tests.rule import rule

PAIRS = 100


@rule("CASH-02", "FAIR-03")
@pytest.mark.parametrize("seed", [1, 2], ids=["omaha", "holdem"])
def test_no_marked_card_of_a_tournament_is_found_outside_the_hands_of_its_owner(seed: int) -> None:
    with marked_cards():
        played = run(canary_tournament(seed, 150))
    searcher = played.searcher
    assert searcher.leaks == []
    assert len(played.tables) > 1
    assert searcher.frames > 1000
    assert searcher.lines > 50
    assert searcher.pages > 100
    assert searcher.seen > 300, "the search finds what players may see"
    assert played.stored > 10, "the search finds finished hands in the database"


@rule("CASH-02", "FAIR-03")
def test_tournaments_with_other_hidden_cards_look_the_same_until_the_showdown() -> None:
    pairs = showdowns = 0
    for seed in range(2 * len(FORMATS)):
        pairing = paired_tournament(seed, FORMATS[seed % len(FORMATS)], 40)
        assert pairing.differences == [], f"seed {seed}"
        assert pairing.pairs == 0 or (pairing.first.frames[VICTIM] != pairing.second.frames[VICTIM])
        pairs += pairing.pairs
        showdowns += pairing.until_ms < END_MS
    assert pairs > PAIRS
    assert showdowns > 2


def test_frames_of_a_tournament_whose_size_depends_on_a_card_would_be_noticed() -> None:
    def encoded(
        channel: Channel, event: object, private: Mapping[PlayerId, object], _private_bytes: int
    ) -> Kept:
        """Frames as long as what they say."""
        twins = {player: channel._frame(twin, 0) for player, twin in private.items()}
        return Kept(channel._frame(event, 0), twins)

    with patch.object(Channel, "_encoded", encoded):
        pairing = paired_tournament(0, "freezeout", 60)
    assert "the size of the victim's line" in pairing.differences
