"""Draws without a deck: the HexaPro multiplier, seats, the button."""

from collections import Counter
from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest
from msgspec import structs

from cardroom.fairness.cut import cut_key
from cardroom.fairness.draws import (
    DrawList,
    DrawSource,
    Outcome,
    draw_commitment,
    draw_faults,
    draw_seed_commitment,
    drawn,
)
from cardroom.fairness.hand_list import Entry, list_hash
from tests.fairness.fair_hands import KEY
from tests.rule import rule

TOURNAMENT = 4711
SECRET = bytes(range(64))
SEEDS = {1: b"a" * 32, 2: b"b" * 32, 3: b"c" * 32, 255: b"s" * 32}
TABLE = (Outcome(75, "x2"), Outcome(20, "x3"), Outcome(5, "x100"))


def draw_list(seeds: Mapping[int, bytes] = SEEDS, secret: bytes = SECRET) -> DrawList:
    entries = tuple(
        Entry(seat, seat, draw_seed_commitment(TOURNAMENT, seat, seat, seed))
        for seat, seed in seeds.items()
    )
    return DrawList(
        tournament=TOURNAMENT,
        number=1,
        kind="hexapro",
        commitment=draw_commitment(TOURNAMENT, secret),
        outcomes=TABLE,
        entries=entries,
    )


def faults(draw: DrawList, **changed: Any) -> list[str]:
    given: dict[str, Any] = {
        "secret": SECRET,
        "seeds": SEEDS,
        "key": KEY.public,
        "signature": KEY.sign(list_hash(draw.encoded)),
        "outcome": drawn(draw, SECRET, SEEDS),
        **changed,
    }
    return draw_faults(draw, given.pop("secret"), given.pop("seeds"), **given)


@rule("HEX-01")
def test_a_draw_is_fixed_by_the_secret_and_all_seeds_and_finished_alike_after_a_crash() -> None:
    draw = draw_list()
    assert drawn(draw, SECRET, SEEDS) == drawn(draw_list(), SECRET, dict(reversed(SEEDS.items())))
    assert faults(draw) == []


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"secret": bytes(64)}, "audit_wrong"),
        ({"signature": bytes(64)}, "signature_wrong"),
        ({"seeds": {seat: SEEDS[seat] for seat in (1, 2, 255)}}, "seed_missing"),
        ({"seeds": {**SEEDS, 3: bytes(32)}}, "seed_wrong"),
        ({"seeds": {**SEEDS, 4: bytes(32)}}, "seed_unlisted"),
        ({"outcome": Outcome(1, "x12000")}, "outcome_differs"),
    ],
)
def test_a_draw_that_was_tampered_with_is_found(changed: dict[str, Any], found: str) -> None:
    assert faults(draw_list(), **changed) == [found]


def test_another_prize_table_is_another_list() -> None:
    draw = draw_list()
    other = structs.replace(draw, outcomes=(Outcome(76, "x2"), *TABLE[1:]))
    assert other.encoded != draw.encoded
    assert faults(other, signature=KEY.sign(list_hash(draw.encoded))) == ["signature_wrong"]


def test_outcomes_come_as_often_as_the_table_says() -> None:
    draw = draw_list()
    labels: Counter[str] = Counter()
    for number in range(4_000):
        seeds = {**SEEDS, 1: number.to_bytes(32)}
        labels[drawn(draw, SECRET, seeds).label] += 1
    assert abs(labels["x2"] - 3_000) < 150
    assert abs(labels["x3"] - 800) < 130
    assert abs(labels["x100"] - 200) < 75


def test_a_source_for_seats_and_buttons_gives_numbers_below_what_is_asked_for() -> None:
    source = DrawSource(SECRET, cut_key(bytes(32), SEEDS))
    again = DrawSource(SECRET, cut_key(bytes(32), SEEDS))
    numbers = [source.below(count) for count in range(1, 200)]
    assert numbers == [again.below(count) for count in range(1, 200)]
    assert all(0 <= number < count for count, number in enumerate(numbers, 1))


def test_words_that_would_be_biased_are_thrown_away() -> None:
    count = (1 << 63) + 1
    source = DrawSource(SECRET, b"key")
    kept = [source.below(count) for _ in range(50)]
    words = islice(_all_words(), 400)
    assert kept == [word for word in words if word < count][:50]


def _all_words() -> Any:
    from cardroom.fairness.draws import _words

    return _words(SECRET, b"key")
