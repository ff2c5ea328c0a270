"""The text that trackers read: its words, and sums that a second reader makes of it."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pokerkit import PokerStarsParser

from cardroom.engine import Hand, HandStarted, Post, Rake
from cardroom.history import narrate, record_of
from cardroom.history.actions import write_action
from tests.engine.random_play import play
from tests.engine.script import Script, deal
from tests.history.narrated_hands import FORMS, golden_files, narrated_hands
from tests.history.played_hands import TOURNAMENT, played, text_of, texts_of
from tests.history.random_hands import random_hand
from tests.history.samples import ROOT
from tests.history.text_reader import read_text
from tests.rule import rule

seeds = st.integers(0, 10**9)
BLINDS: dict[str, Any] = {"small": ("Bob", 5), "big": ("Cid", 10)}


def lines(script: Script, viewer: int = 1, **other: Any) -> list[str]:
    names = {script.seat(name): name for name in script.names}
    return text_of(narrate(played(script.hand, **({"names": names} | other)), viewer)).splitlines()


def verify(hand: Hand, text: str) -> None:
    """What the second reader adds up must be what the engine paid."""
    read = read_text(text)
    by_name = dict(zip(read.stacks, sorted(hand.seats), strict=True))
    assert read.stacks == {name: hand.stacks[seat] for name, seat in by_name.items()}
    assert read.summary == {name: hand.payouts.get(seat, 0) for name, seat in by_name.items()}
    assert read.rake == hand.rake
    assert read.total == read.put == read.collected + read.rake == hand.chips_in
    assert sum(read.parts) in (0, read.collected)
    assert bool(read.parts) == ("main pot" in read.pots)


@given(seeds)
@example(6).via("a big blind posted short, whose call is what was posted")
def test_a_second_reader_adds_up_the_same_stacks_whatever_the_rules(seed: int) -> None:
    hand = play(seed)
    verify(hand, text_of(narrate(played(hand), hand.seats[0])))


@rule("POT-03", "POT-05", "RAKE-06", "AMB-50")
@given(seeds, st.booleans())
@example(412_820, False)
def test_money_and_chips_add_up_in_hands_of_our_editions(seed: int, money: bool) -> None:
    hand = random_hand(seed, raked=money, edition_name="en-2.7" if money else "live")
    other = {} if money else {"tournament": TOURNAMENT}
    narrated = narrate(played(hand, currency="EUR" if money else None, **other), hand.seats[-1])
    verify(hand, text_of(narrated))


@pytest.mark.parametrize("name", golden_files())
def test_the_golden_hands_are_told_as_before(name: str) -> None:
    assert (ROOT / "tests" / "golden" / name).read_text(encoding="utf-8") == golden_files()[name]


@pytest.mark.parametrize("name", narrated_hands())
def test_the_golden_texts_add_up_too(name: str) -> None:
    narrated = narrated_hands()[name]
    read = read_text(FORMS["text"](narrated))
    started = sum(narrated.started.stacks)
    assert sum(read.stacks.values()) + read.rake == started


def test_a_walk_wins_the_blinds_without_rake() -> None:
    script = deal(("Bob", "Cid", "Ann"), rake=Rake(50, 100), **BLINDS)
    text = lines(script.play("Ann folds, Bob folds"), 2)
    assert text[-9:] == [
        "Bob: folds",
        "Uncalled bet (€0.05) returned to Cid",
        "Cid collected €0.10 from pot",
        "Cid: doesn't show hand",
        "*** SUMMARY ***",
        "Total pot €0.10 | Rake €0",
        "Seat 1: Bob (small blind) folded before Flop",
        "Seat 2: Cid (big blind) collected (€0.10)",
        "Seat 3: Ann (button) folded before Flop (didn't bet)",
    ]


def test_a_raise_is_told_by_and_to_and_a_bet_by_its_size() -> None:
    script = deal(("Bob", "Cid", "Ann"), board="2c 7d 9h", **BLINDS)
    script.play("Ann raises 30, Bob folds, Cid raises 90, Ann calls, Cid bets 55, Ann raises 165")
    script.play("Cid folds")
    text = lines(script)
    assert "Ann: raises €0.20 to €0.30" in text
    assert "Cid: raises €0.60 to €0.90" in text
    assert "Cid: bets €0.55" in text
    assert "Ann: raises €1.10 to €1.65" in text
    assert "Uncalled bet (€1.10) returned to Ann" in text


@rule("AMB-38")
def test_a_raise_over_a_short_big_blind_is_measured_from_the_full_one() -> None:
    hole = {"Bob": "Ah Kd", "Cid": "Qh Qd", "Ann": "5h 4d"}
    stacks = {"Bob": 500, "Cid": 4, "Ann": 500}
    script = deal(stacks, hole=hole, board="2c 7d 9h Ts 3s", **BLINDS)
    text = lines(script.play("Ann raises 20, Bob folds"))
    assert "Cid: posts big blind €0.04 and is all-in" in text
    assert "Ann: raises €0.10 to €0.20" in text


@rule("CASH-12")
def test_of_two_players_the_button_is_the_small_blind() -> None:
    script = deal(("Cid", "Bob"), small=("Bob", 5), big=("Cid", 10)).play("Bob folds")
    assert lines(script)[-1] == "Seat 2: Bob (button) (small blind) folded before Flop"


@rule("AMB-32", "AMB-35")
def test_posts_out_of_position_are_told_as_big_blinds_and_dead_money_as_small_ones() -> None:
    posts = (
        *(Post(2, "big_blind", 10), Post(3, "post", 10), Post(4, "post", 10), Post(4, "dead", 5)),
        *(Post(5, "dead", 5), Post(6, "big_blind", 20)),
    )
    stacks = (500, 500, 500, 500, 500, 500)
    started = HandStarted("nl-holdem", 1, (1, 2, 3, 4, 5, 6), stacks, 10, posts)
    hand = Hand(play(3).rules, started)
    for seat in (1, 2, 3, 4, 5):
        hand.fold(seat)
    text = text_of(narrate(played(hand), 1)).splitlines()
    assert text[8:13] == [
        "Cid: posts big blind €0.10",
        "Dee: posts big blind €0.10",
        "Eve: posts small & big blinds €0.15",
        "Fay: posts small blind €0.05",
        "Gus: posts straddle €0.20",
    ]


def test_fixed_limit_stakes_are_told_as_bets_and_a_level_in_roman_numbers() -> None:
    script = deal(("Bob", "Cid", "Ann"), game="fl-holdem", **BLINDS).play("Ann folds, Bob folds")
    assert "Hold'em Limit (€0.10/€0.20 EUR) - " in lines(script)[0]
    first, table, *_ = lines(script, currency=None, tournament=TOURNAMENT)
    assert "Tournament #4711, €10+€1 EUR Hold'em Limit - Level XIV (10/20) - " in first
    assert table == "Table '4711 Rome' 6-max Seat #3 is the button"


@rule("TYP-09")
def test_a_bounty_is_told_before_the_fee_and_on_every_head() -> None:
    script = deal(("Bob", "Cid", "Ann"), **BLINDS).play("Ann folds, Bob folds")
    bounty = msgspec.structs.replace(TOURNAMENT, buy_in=500, bounty=450)
    text = lines(script, currency=None, tournament=bounty, bounties={1: 450, 2: 675})
    assert "Tournament #4711, €5+€4.50+€1 EUR " in text[0]
    assert text[2].endswith(" in chips, €4.50 bounty)")
    assert text[3].endswith(" in chips, €6.75 bounty)")
    assert text[4].endswith(" in chips)")


@pytest.mark.parametrize(
    ("currency", "stakes", "table"),
    [
        ("USD", "($0.05/$0.10 USD)", "6-max Seat"),
        ("GBP", "(£0.05/£0.10 GBP)", "6-max Seat"),
        ("SEK", "(0.05/0.10 SEK)", "6-max Seat"),
        ("XPM", "(5/10)", "6-max (Play Money) Seat"),
        (None, "(5/10)", "6-max (Play Money) Seat"),
    ],
)
def test_money_has_its_sign_and_play_money_says_so(
    currency: str | None, stakes: str, table: str
) -> None:
    script = deal(("Bob", "Cid", "Ann"), **BLINDS).play("Ann folds, Bob folds")
    text = lines(script, currency=currency)
    assert stakes in text[0]
    assert table in text[1]


def test_seats_are_counted_from_one_also_at_a_table_with_a_seat_zero() -> None:
    started = HandStarted("nl-holdem", 4, (0, 4), (500, 500), 10, (Post(0, "big_blind", 10),))
    hand = Hand(play(3).rules, started)
    hand.fold(4)
    text = text_of(narrate(played(hand), 0)).splitlines()
    assert text[1:4] == [
        "Table 'Rome' 6-max Seat #5 is the button",
        "Seat 1: Ann (€5 in chips)",
        "Seat 5: Eve (€5 in chips)",
    ]


@given(st.tuples(st.text(), st.text(), st.text()))
@example(("Ann: folds", "Ann collected 5 from pot", "x [Ah] (5 in chips)"))
@example(("\n*** SUMMARY ***", "Seat 1", "Dealt to y"))
def test_no_name_whatever_breaks_the_text(names: tuple[str, str, str]) -> None:
    if len(set(names)) < 3:
        return
    script = deal(("Bob", "Cid", "Ann"), board="2c 7d 9h", **BLINDS)
    script.play("Ann raises 30, Bob folds, Cid calls, Cid bets 20, Ann folds")
    by_seat = dict(enumerate(names, 1))
    text = text_of(narrate(played(script.hand, names=by_seat, table=names[0]), 1))
    verify(script.hand, text)


def test_hands_of_a_file_are_parted_by_empty_lines() -> None:
    narrated = narrated_hands()["told-split-pot"]
    assert "".join(texts_of([narrated, narrated])) == (text_of(narrated) + "\n\n\n") * 2


@pytest.mark.filterwarnings("ignore:The field 'time_zone_abbreviation':UserWarning")
@pytest.mark.parametrize("name", ["told-split-pot", "told-side-pots"])
def test_somebody_elses_reader_finds_the_same_stacks_bets_and_cards(name: str) -> None:
    narrated = narrated_hands()[name]
    text = text_of(narrated)
    (found,) = PokerStarsParser()(text, parse_value=Decimal, error_status=True)
    ours = record_of(narrated)
    started = [stack / Decimal(100) for stack in ours.starting_stacks if stack]
    assert (found.variant, found.starting_stacks) == ("NT", started)
    written = [write_action(action, places=ours.places) for action in ours.actions]
    assert list(_played(found.actions)) == list(_played(written))
    *_, end = found
    winners = [seat for seat, paid in zip(ours.seats or (), end.payoffs, strict=True) if paid > 0]
    assert winners == sorted(narrated.won)


def _played(actions: Iterable[str]) -> Iterator[tuple[str | Decimal, ...]]:
    """Bets, folds and board cards; the reader of others does not keep the hole cards so exactly."""
    for action in actions:
        words = action.split()
        if words[1] == "cbr":
            yield words[0], Decimal(words[2])
        elif words[1] in ("f", "db"):
            yield tuple(words)
