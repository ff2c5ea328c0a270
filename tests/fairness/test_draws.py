"""Draws beside the decks: the HexaPro multiplier, seats, moves, the first button."""

import pickle
from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec import structs

from cardroom.engine.chance import shuffled
from cardroom.errors import AccessRefused
from cardroom.fairness.draws.derived import DrawSecrets
from cardroom.fairness.draws.draw_list import (
    DrawList,
    draw_hash,
    draw_seed_commitment,
    read_draw_list,
)
from cardroom.fairness.draws.numbers import Numbers, stream_words
from cardroom.fairness.draws.proof import (
    CONTRIBUTIONS_MAX,
    FailedDraw,
    PlayerSeed,
    decode_draw,
    draw_section,
    encode_draw,
    read_draw,
)
from cardroom.fairness.draws.questions import read_start
from cardroom.fairness.draws.verifying import verify_draw
from cardroom.fairness.keys import fingerprint
from tests.fairness.fair_draws import (
    SECRETS,
    SOURCE,
    fair_button,
    fair_exchange,
    fair_move,
    fair_start,
    new_draw,
    players,
    question,
)
from tests.fairness.fair_hands import KEY
from tests.rule import rule


@rule("HEX-01", "TRN-04", "CASH-02")
def test_draws_that_are_as_they_were_fixed_are_verified() -> None:
    for seed in range(20):
        contributors = [101, 102, 103][: seed % 4]
        proof = fair_start(seed, contributors=contributors)
        assert verify_draw(proof, key=fingerprint(KEY.public)) == []
    large = fair_start(entrants=23, seats=6, prizes=(), contributors=range(101, 124))
    assert verify_draw(large) == []
    tables = Counter(one.table for one in large.outcome.seats)
    assert sorted(tables.values()) == [5, 6, 6, 6]
    assert verify_draw(fair_move()) == []
    assert verify_draw(fair_exchange()) == []
    assert verify_draw(fair_button()) == []


@rule("HEX-01", "TRN-25")
def test_a_draw_that_is_interrupted_comes_out_the_same_however_often() -> None:
    first, again = fair_start(5), fair_start(5)
    assert first == again
    assert fair_move() == fair_move()
    draw, resumed = new_draw(), new_draw()
    draw.commit(101, b"c" * 32)
    draw.close("start", question(), SOURCE)
    stored = read_draw_list(draw.encoded)
    assert stored is not None
    assert resumed.resume(stored, draw.signature)
    assert resumed.missing == {0, 101}
    draw.reveal_source(SOURCE)
    resumed.reveal_source(SOURCE)
    assert resumed.revealed == draw.revealed


def test_a_stored_list_is_not_resumed_with_another_key() -> None:
    draw = new_draw()
    draw.close("start", question(), SOURCE)
    stored = read_draw_list(draw.encoded)
    assert stored is not None
    context = draw.context
    other = type(draw)(context, DrawSecrets(b"another key").secret(context), KEY)
    assert not other.resume(stored, draw.signature)
    assert DrawSecrets(b"another key").secret(context) != SECRETS.secret(context)


def test_another_question_has_another_seed_of_the_source() -> None:
    seeds = set()
    for entrants in range(2, 6):
        draw = new_draw()
        draw.close("start", question(entrants), SOURCE)
        draw.reveal_source(SOURCE)
        seeds.add(draw.revealed)
    assert len(seeds) == 4


@rule("HEX-01")
def test_a_missing_seed_opens_the_secret_and_the_next_number_is_drawn_without_it() -> None:
    proof = fair_start(3, withheld=[[102], [101]])
    assert len(proof.attempts) == 2
    assert [one.player for one in proof.seeds] == [0, 103]
    assert verify_draw(proof) == []


def test_a_seed_that_somebody_else_has_or_a_failed_draw_has_opened_is_refused() -> None:
    draw = new_draw()
    seeds = {101: b"a" * 32, 102: b"a" * 32, 103: b"b" * 32}
    for player, seed in seeds.items():
        draw.commit(player, draw_seed_commitment(draw.context, player, seed))
    draw.close("start", question(), SOURCE)
    draw.reveal(101, seeds[101])
    draw.reveal(101, seeds[101])
    opened = FailedDraw(
        list=b"", signature=b"", seeds=(PlayerSeed(7, seeds[103]),), secret=bytes(64)
    )
    for player, failed in ((102, ()), (103, [opened])):
        with pytest.raises(AccessRefused, match="seed was used"):
            draw.reveal(player, seeds[player], failed)
    assert draw.missing == {0, 102, 103}


def test_the_seed_source_and_players_reveal_to_their_own_list_only() -> None:
    draw = new_draw()
    (player,) = players(draw, [101], Random(1))
    draw.commit(101, player.commitment)
    draw.close("start", question(), SOURCE)
    found = read_draw_list(draw.encoded)
    assert found is not None
    cases = [
        (structs.replace(found, question=question(4)), "commitment not listed"),
        (structs.replace(found, entries=found.entries[1:]), "commitment not listed"),
    ]
    for changed, reason in cases:
        signature = KEY.sign(draw_hash(changed.encoded))
        with pytest.raises(AccessRefused, match=reason):
            SOURCE.reveal(changed.encoded, signature, KEY.public)
    with pytest.raises(AccessRefused, match="list not signed"):
        SOURCE.reveal(draw.encoded, bytes(64), KEY.public)
    other = structs.replace(found, commitment=bytes(32))
    for changed, reason in [
        (other, "list has another secret"),
        (structs.replace(found, entries=found.entries[:1]), "commitment not listed"),
    ]:
        signature = KEY.sign(draw_hash(changed.encoded))
        with pytest.raises(AccessRefused, match=reason):
            player.reveal(changed.encoded, signature, KEY.public)


def test_the_steps_of_a_draw_come_in_their_order_and_within_their_limits() -> None:
    draw = new_draw()
    with pytest.raises(AccessRefused, match="draw is not revealing"):
        draw.numbers()
    with pytest.raises(AccessRefused, match="commitment has 32 bytes"):
        draw.commit(1, b"short")
    for player in range(1, CONTRIBUTIONS_MAX + 1):
        draw.commit(player, bytes(32))
    draw.commit(1, b"c" * 32)
    with pytest.raises(AccessRefused, match="enough contributions"):
        draw.commit(CONTRIBUTIONS_MAX + 1, bytes(32))
    draw.keep_only(frozenset({1}))
    draw.close("start", question(), SOURCE)
    with pytest.raises(AccessRefused, match="draw is not committing"):
        draw.commit(1, bytes(32))
    with pytest.raises(AccessRefused, match="nothing to reveal"):
        draw.reveal(2, bytes(32))
    with pytest.raises(AccessRefused, match="seed is not the committed one"):
        draw.reveal(1, bytes(32))
    with pytest.raises(AccessRefused, match="no seed of a player is missing"):
        draw.fail()
    with pytest.raises(AccessRefused, match="seeds are missing"):
        draw.numbers()


def test_a_draw_and_its_keys_are_neither_printed_nor_pickled() -> None:
    draw = new_draw()
    for holder in (draw, SECRETS, SOURCE):
        assert b"key" not in repr(holder).encode()
        with pytest.raises(TypeError):
            pickle.dumps(holder)


def test_proofs_are_read_back_as_they_were_written() -> None:
    for proof in (fair_start(2, withheld=[[101]]), fair_move(), fair_button()):
        assert decode_draw(encode_draw(proof)) == proof
        assert read_draw(draw_section(proof)) == proof
    assert decode_draw(b"{}") is None
    assert read_draw(draw_section(fair_move()) | {"fingerprint": "0" * 32}) is None


def test_only_the_exact_bytes_of_a_list_are_read() -> None:
    found = read_draw_list(fair_start().list)
    assert isinstance(found, DrawList)
    encoded = found.encoded
    assert read_draw_list(encoded + b"\0") is None
    assert read_draw_list(encoded[:-1]) is None
    assert read_draw_list(b"") is None
    backwards = structs.replace(found, entries=found.entries[::-1])
    assert read_draw_list(backwards.encoded) is None
    for length in range(len(encoded)):
        assert read_draw_list(encoded[:length]) is None


def test_only_a_whole_question_of_a_start_is_read() -> None:
    asked = question(4, 2)
    assert read_start(asked) is not None
    for length in range(len(asked)):
        assert read_start(asked[:length]) is None
    assert read_start(question(3, 0)) is None
    assert read_start(question(3, 65)) is None
    assert read_start(question(0)) is None


@rule("HEX-01", "TAMB-95")
def test_prizes_come_as_often_as_the_table_says() -> None:
    drawn = Counter(
        fair_start(seed, contributors=()).outcome.multiplier_tenths for seed in range(4_000)
    )
    assert abs(drawn[20] - 3_000) < 150
    assert abs(drawn[30] - 800) < 130
    assert abs(drawn[1_000] - 200) < 75


@rule("TRN-04", "TAMB-95")
def test_every_order_of_three_is_drawn_equally_often() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for key in range(6_000):
        numbers = Numbers(bytes(64), key.to_bytes(4))
        orders[tuple(shuffled(range(3), numbers.below))] += 1
    assert len(orders) == 6
    assert all(abs(count - 1_000) < 150 for count in orders.values())


def test_words_that_would_be_biased_are_thrown_away() -> None:
    count = 3 << 51
    numbers = Numbers(bytes(64), b"key")
    kept = [numbers.below(count) for _ in range(50)]
    limit = (1 << 64) - (1 << 64) % count
    words = [word for word in islice(stream_words(bytes(64), b"key"), 400) if word < limit]
    assert kept == [word % count for word in words[:50]]
    assert [one.value for one in numbers.drawn] == kept
