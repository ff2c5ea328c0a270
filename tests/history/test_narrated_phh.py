"""PHH files for one player: they are read back, and replay to the end that the engine paid."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from cardroom.history import Verdict, judge, narrate, phh_of, read_hand, record_of, write_hand
from cardroom.history.actions import HoleDealt
from tests.engine.script import deal
from tests.history.narrated_hands import split_pot
from tests.history.played_hands import TOURNAMENT, played
from tests.history.random_hands import random_hand
from tests.rule import rule

AGREES = Verdict("agree")


@given(st.integers(0, 10**9), st.sampled_from(["en-2.7", "live"]), st.booleans())
def test_what_a_player_is_told_replays_to_the_same_stacks(
    seed: int, name: str, raked: bool
) -> None:
    hand = random_hand(seed, edition_name=name, raked=raked)
    viewer = hand.seats[seed % len(hand.seats)]
    record = record_of(narrate(played(hand, currency="EUR" if raked else None), viewer))
    assert record.finishing_stacks == tuple(hand.stacks[seat] for seat in hand.seats)
    again = read_hand(write_hand(record))
    assert again == record
    assert judge(again, hand.rules) == AGREES


@rule("LIVE-39.p1")
def test_cards_of_others_are_unknown_until_they_are_shown() -> None:
    text = phh_of(split_pot())
    assert '"d dh p1 ????", "d dh p2 AdKs", "d dh p3 ????"' in text
    assert '"p1 sm AhKd", "p2 sm AdKs"' in text


def test_place_and_time_stand_under_the_names_of_the_format() -> None:
    other = read_hand(phh_of(split_pot())).other
    assert str(other["time"]) == "00:05:09"
    assert (other["year"], other["month"], other["day"]) == (2026, 11, 16)
    assert (other["table"], other["venue"], other["time_zone"]) == ("Rome", "cardroom", "UTC")
    assert (other["currency"], other["_edition"]) == ("EUR", "en-2.7")


def test_everybody_is_dealt_a_hand_known_or_not() -> None:
    dealt = [act for act in record_of(split_pot()).actions if isinstance(act, HoleDealt)]
    assert [act.player for act in dealt] == [1, 2, 3]


@rule("TYP-09")
def test_a_tournament_is_named_with_its_level_and_every_bounty_in_the_order_of_the_players() -> (
    None
):
    hand = deal(("Bob", "Cid", "Ann"), small=("Bob", 5), big=("Cid", 10)).play(
        "Ann folds, Bob folds"
    )
    bounty = msgspec.structs.replace(TOURNAMENT, buy_in=500, bounty=450)
    bounties = {hand.seat("Ann"): 450, hand.seat("Cid"): 675}
    finished = played(hand.hand, currency=None, tournament=bounty, bounties=bounties)
    record = record_of(narrate(finished, hand.seat("Ann")))
    assert (record.other["event"], record.other["level"]) == ("Sunday Special", 14)
    assert (record.other["_tournament"], record.other["_bounty_cents"]) == (4711, 450)
    assert record.seats is not None
    expected = [bounties.get(seat, 0) for seat in record.seats]
    assert record.other["_bounties_cents"] == expected
    assert sum(expected) == 1125
