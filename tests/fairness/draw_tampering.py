"""Draws that somebody has tampered with: in the file, or as a room that cheats and signs it."""

import json
from collections.abc import Callable
from typing import Any

from msgspec import structs

from cardroom.fairness.draws.draw_list import (
    SOURCE_PLAYER,
    Contribution,
    DrawContext,
    DrawList,
    draw_hash,
    draw_seed_commitment,
    read_draw_list,
)
from cardroom.fairness.draws.fair_draw import FairDraw
from cardroom.fairness.draws.numbers import Numbers, draw_key
from cardroom.fairness.draws.proof import (
    DrawOutcome,
    DrawProof,
    FailedDraw,
    PlayerSeed,
    ToldSeat,
    draw_section,
)
from cardroom.fairness.draws.questions import read_start, start_outcome
from cardroom.fairness.keys import SigningKey, fingerprint
from tests.fairness.fair_draws import (
    SOURCE,
    TOURNAMENT,
    fair_button,
    fair_move,
    fair_start,
    question,
    start_of,
)
from tests.fairness.fair_hands import KEY, ROOM
from tests.fairness.tampering import OTHER, Files, base, base_hand, flipped, section, written

DRAW_KINDS: dict[str, tuple[set[str], Callable[[], Files]]] = {}
"""Each kind of tampering: what both verifiers must find, and the files."""


def kind(*codes: str) -> Callable[[Callable[[], Files]], Callable[[], Files]]:
    """A kind of tampering and everything that is to be found."""

    def add(make: Callable[[], Files]) -> Callable[[], Files]:
        DRAW_KINDS[make.__name__] = (set(codes), make)
        return make

    return add


def draw_file(*proofs: DrawProof) -> str:
    """Draws as a room gives them out."""
    return json.dumps({"draws": [draw_section(one) for one in proofs], "tournament": 1})


def changed(proof: DrawProof | None = None, **fields: Any) -> Files:
    return [draw_file(structs.replace(proof or fair_start(), **fields))]


def resigned(
    change: Callable[[DrawList], DrawList], proof: DrawProof | None = None, **fields: Any
) -> Files:
    """A list that the room itself has changed and signed."""
    proof = proof or fair_start()
    return changed(proof, **signed(change(_list(proof))), **fields)


def signed(draw: DrawList, key: SigningKey = KEY) -> dict[str, bytes]:
    return {"list": draw.encoded, "signature": key.sign(draw_hash(draw.encoded))}


def _list(proof: DrawProof | FailedDraw) -> DrawList:
    found = read_draw_list(proof.list)
    assert found is not None
    return found


def _attempt(change: Callable[[FailedDraw], FailedDraw]) -> Files:
    proof = fair_start(withheld=[[102]])
    return changed(proof, attempts=(change(proof.attempts[0]),))


@kind("proof_malformed")
def a_draw_of_another_protocol() -> Files:
    file = json.loads(draw_file(fair_start()))
    file["draws"][0]["protocol"] = "CCO/0"
    return [json.dumps(file)]


@kind("proof_malformed")
def a_number_that_is_none() -> Files:
    file = json.loads(draw_file(fair_start()))
    file["draws"][0]["numbers"][0][1] = -1
    return [json.dumps(file)]


@kind("list_malformed")
def a_list_that_is_cut_off() -> Files:
    return changed(list=fair_start().list[:-1])


@kind("list_malformed")
def contributions_in_another_order() -> Files:
    return resigned(lambda draw: structs.replace(draw, entries=draw.entries[::-1]))


@kind("signature_wrong")
def the_signature_of_another_list() -> Files:
    return changed(signature=fair_start(2).signature)


@kind("key_unknown", "other_room")
def a_draw_that_another_room_signs() -> Files:
    proof = fair_start()
    keys = {"key": OTHER.public, "fingerprint": fingerprint(OTHER.public)}
    return changed(proof, **keys, **signed(_list(proof), OTHER))


@kind("secret_wrong")
def another_secret_is_opened() -> Files:
    return changed(secret=bytes(64))


@kind("seed_source_missing")
def the_seed_source_is_left_out() -> Files:
    proof = fair_start()
    seeds = tuple(one for one in proof.seeds if one.player != SOURCE_PLAYER)
    return resigned(lambda draw: structs.replace(draw, entries=draw.entries[1:]), seeds=seeds)


@kind("seed_twice")
def a_player_has_two_seeds() -> Files:
    proof = fair_start()
    return changed(proof, seeds=(*proof.seeds, proof.seeds[1]))


@kind("seed_missing")
def a_players_seed_is_left_out() -> Files:
    proof = fair_start()
    return changed(proof, seeds=(*proof.seeds[:1], *proof.seeds[2:]))


@kind("seed_wrong")
def a_players_seed_is_another() -> Files:
    proof = fair_start()
    other = PlayerSeed(proof.seeds[1].player, bytes(32))
    return changed(proof, seeds=(proof.seeds[0], other, *proof.seeds[2:]))


@kind("seed_unlisted")
def a_seed_that_nobody_committed_to() -> Files:
    proof = fair_start()
    return changed(proof, seeds=(*proof.seeds, PlayerSeed(999, bytes(32))))


@kind("number_wrong")
def a_number_is_another() -> Files:
    proof = fair_start()
    first = structs.replace(proof.numbers[0], value=(proof.numbers[0].value + 1) % 100_000)
    return changed(proof, numbers=(first, *proof.numbers[1:]))


@kind("number_wrong")
def a_number_in_play_is_another() -> Files:
    proof = fair_move()
    first = structs.replace(proof.numbers[0], value=(proof.numbers[0].value + 1) % 9)
    return changed(proof, numbers=(first, *proof.numbers[1:]))


@kind("number_wrong")
def a_number_below_nothing() -> Files:
    proof = fair_move()
    return changed(proof, numbers=(structs.replace(proof.numbers[0], below=0),))


@kind("outcome_differs")
def a_better_prize_than_was_drawn() -> Files:
    proof = fair_start()
    return changed(proof, outcome=structs.replace(proof.outcome, multiplier_tenths=12_000))


@kind("outcome_differs")
def two_players_change_their_seats() -> Files:
    proof = fair_start()
    first, second, *others = proof.outcome.seats
    swapped = (
        structs.replace(first, seat=second.seat),
        structs.replace(second, seat=first.seat),
        *others,
    )
    return changed(proof, outcome=structs.replace(proof.outcome, seats=swapped))


def _exchanged(*told: tuple[str, int, int, int]) -> Files:
    """A start with 13 entries at three tables, and the exchanges beside its seats."""
    proof = fair_start(6, entrants=13, seats=6, prizes=())
    rows = tuple(ToldSeat(*one) for one in told)
    return changed(proof, outcome=structs.replace(proof.outcome, told=rows))


def _place(entry: int) -> tuple[int, int]:
    """The table and the seat that an entry has drawn in that start."""
    seats = fair_start(6, entrants=13, seats=6, prizes=()).outcome.seats
    return next((one.table, one.seat) for one in seats if one.entry == entry)


def _entries() -> tuple[int, int, int]:
    """Two entries of one table and one of another."""
    seats = fair_start(6, entrants=13, seats=6, prizes=()).outcome.seats
    first, second = (one.entry for one in seats[:2])
    return first, second, seats[-1].entry


@kind("outcome_differs")
def a_player_is_moved_after_the_draw_and_nobody_comes() -> Files:
    first, _, other = _entries()
    return _exchanged(("exchanged", first, *_place(other)))


@kind("outcome_differs")
def a_player_gets_a_seat_that_nobody_has_left() -> Files:
    first, second, other = _entries()
    return _exchanged(("exchanged", first, *_place(other)), ("exchanged", other, *_place(second)))


@kind("outcome_differs")
def two_of_one_table_exchange_their_seats() -> Files:
    first, second, _ = _entries()
    return _exchanged(("exchanged", first, *_place(second)), ("exchanged", second, *_place(first)))


@kind("outcome_differs")
def a_start_tells_of_a_move() -> Files:
    first, _, other = _entries()
    return _exchanged(("moved", first, *_place(other)), ("moved", other, *_place(first)))


@kind("outcome_differs")
def numbers_of_a_start_are_left_out() -> Files:
    return changed(numbers=())


@kind("outcome_differs")
def the_button_is_with_somebody_else() -> Files:
    proof = fair_button()
    seat = next(one for one in (1, 3, 4) if one != proof.outcome.button)
    return changed(proof, outcome=DrawOutcome(button=seat))


@kind("question_malformed")
def a_start_without_a_question() -> Files:
    return _with_question(fair_start(contributors=()), b"")


@kind("question_malformed")
def a_button_for_nobody() -> Files:
    return _with_question(fair_button(), b"")


@kind("question_malformed")
def a_move_that_is_about_nothing() -> Files:
    return _with_question(fair_move(), bytes(8))


def _with_question(proof: DrawProof, asked: bytes) -> Files:
    """A question that the room has signed, without numbers that could be wrong before it."""
    return resigned(lambda draw: structs.replace(draw, question=asked), proof, numbers=())


@kind("attempt_malformed")
def a_failed_draw_without_a_list() -> Files:
    return _attempt(lambda one: structs.replace(one, list=b""))


@kind("attempt_signature_wrong")
def a_failed_draw_that_nobody_signed() -> Files:
    return _attempt(lambda one: structs.replace(one, signature=bytes(64)))


@kind("attempt_other_draw")
def a_failed_draw_that_asked_something_else() -> Files:
    def other(one: FailedDraw) -> FailedDraw:
        draw = structs.replace(_list(one), question=question(4))
        return structs.replace(one, **signed(draw))

    return _attempt(other)


@kind("attempt_secret_wrong")
def a_failed_draw_with_another_secret() -> Files:
    return _attempt(lambda one: structs.replace(one, secret=bytes(64)))


@kind("attempt_seed_wrong")
def a_failed_draw_with_another_seed() -> Files:
    def other(one: FailedDraw) -> FailedDraw:
        first = PlayerSeed(one.seeds[0].player, bytes(32))
        return structs.replace(one, seeds=(first, *one.seeds[1:]))

    return _attempt(other)


@kind("attempt_not_needed")
def it_is_drawn_again_although_nobody_was_missing() -> Files:
    proof, other = fair_start(withheld=[[102]]), fair_start(contributors=(101, 103))
    attempt = FailedDraw(
        list=other.list, signature=other.signature, seeds=other.seeds, secret=other.secret
    )
    seeds = {one.seed for one in attempt.seeds} & {one.seed for one in proof.seeds}
    assert not seeds, "the draws have seeds of their own"
    return changed(proof, attempts=(attempt,))


@kind("attempt_number_wrong")
def a_failed_draw_is_struck_out() -> Files:
    proof = fair_start(withheld=[[102], [101]])
    return changed(proof, attempts=(proof.attempts[0],))


@kind("seat_still_listed")
def somebody_who_was_silent_contributes_again() -> Files:
    proof = fair_start(withheld=[[102]])
    draw = _list(proof)
    seed = bytes(range(32))
    entry = Contribution(102, draw_seed_commitment(draw.context, 102, seed))
    entries = tuple(sorted((*draw.entries, entry), key=lambda one: one.player))
    seeds = tuple(sorted((*proof.seeds, PlayerSeed(102, seed)), key=lambda one: one.player))
    changed_list = signed(structs.replace(draw, entries=entries))
    again = structs.replace(proof, **changed_list, seeds=seeds)
    return [draw_file(_redrawn(again))]


def _redrawn(proof: DrawProof) -> DrawProof:
    """The numbers and the outcome that a changed list leads to."""
    asked = read_start(_list(proof).question)
    assert asked is not None
    key = draw_key(draw_hash(proof.list), {one.player: one.seed for one in proof.seeds})
    numbers = Numbers(proof.secret, key)
    found = start_outcome(asked, numbers.below)
    outcome = DrawOutcome(multiplier_tenths=found.multiplier_tenths, seats=found.seats)
    return structs.replace(proof, numbers=tuple(numbers.drawn), outcome=outcome)


@kind("seed_reused")
def a_seed_of_a_failed_draw_counts_again() -> Files:
    proof = fair_start(withheld=[[102]])
    draw, old = _list(proof), proof.attempts[0].seeds[1].seed
    entries = tuple(
        Contribution(one.player, draw_seed_commitment(draw.context, one.player, old))
        if one.player == 101
        else one
        for one in draw.entries
    )
    seeds = tuple(PlayerSeed(one.player, old) if one.player == 101 else one for one in proof.seeds)
    again = structs.replace(proof, **signed(structs.replace(draw, entries=entries)), seeds=seeds)
    return [draw_file(_redrawn(again))]


@kind("other_room")
def two_players_have_different_draws_in_two_rooms_of_one_key() -> Files:
    """One room number for each hides that both are the same draw."""
    other = FairDraw(DrawContext(ROOM + 1, "tournament", TOURNAMENT + 1, 1), bytes(64), KEY)
    other.close("start", question(), SOURCE)
    other.reveal_source(SOURCE)
    return [draw_file(other.proof(start_of(other))), draw_file(fair_start())]


@kind("split_view")
def two_players_have_different_draws() -> Files:
    first, second = fair_start(), fair_start(contributors=(101, 102))
    return [draw_file(first), draw_file(second)]


# Buttons in the proof of a hand


def _hand_with_button(**how: Any) -> Files:
    proof = base_hand().proof
    assert proof is not None
    file = base()
    section(file)["button"] = draw_section(fair_button(**how))
    return written(file)


@kind("other_draw")
def the_button_was_drawn_for_another_hand() -> Files:
    return _hand_with_button(hand=999)


@kind("other_draw")
def the_button_was_drawn_at_another_table() -> Files:
    return _hand_with_button(table=8, hand=50)


@kind("proof_malformed")
def the_draw_of_a_button_cannot_be_read() -> Files:
    file = base()
    section(file)["button"] = {}
    return written(file)


@kind("secret_wrong")
def the_draw_of_a_button_is_changed() -> Files:
    file = base()
    drawn = draw_section(fair_button())
    drawn["secret"] = flipped(drawn["secret"])
    section(file)["button"] = drawn
    return written(file)
