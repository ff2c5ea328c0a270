"""Verifies the proof of a draw, and says exactly what is wrong.

What is wrong with the list, the secret or the seeds is reported alone: without them there are no
numbers to compare with.
"""

from collections.abc import Iterator

from cardroom.fairness.draws.draw_list import (
    SOURCE_PLAYER,
    DrawList,
    draw_commitment,
    draw_hash,
    draw_seed_commitment,
    read_draw_list,
)
from cardroom.fairness.draws.numbers import Numbers, draw_key
from cardroom.fairness.draws.proof import DrawProof, FailedDraw, are_exchanges
from cardroom.fairness.draws.questions import PLAY_BYTES, read_start, start_outcome
from cardroom.fairness.failed_draws import Drawn, failed_findings, reuse_findings
from cardroom.fairness.findings import Finding
from cardroom.fairness.keys import is_signed, room_number


def verify_draw(
    proof: DrawProof, *, key: str | None = None, own_seed: tuple[int, bytes] | None = None
) -> list[Finding]:
    """Everything that is wrong; nothing for a draw that came out as it was fixed.

    `key` is the fingerprint that the room has published, `own_seed` what a player sent.
    """
    draw = read_draw_list(proof.list)
    if draw is None:
        return [Finding("list_malformed")]
    found = list(_list_findings(proof, draw, key))
    found += _seed_findings(proof, draw)
    if own_seed is not None and own_seed not in {(one.player, one.seed) for one in proof.seeds}:
        found.append(Finding("own_seed_missing", own_seed[0]))
    if not found:
        found += _attempt_findings(proof, draw)
        found += _number_findings(proof, draw)
    return found


def _list_findings(proof: DrawProof, draw: DrawList, key: str | None) -> Iterator[Finding]:
    if not is_signed(proof.key, draw_hash(proof.list), proof.signature):
        yield Finding("signature_wrong")
    if key is not None and proof.fingerprint != key:
        yield Finding("key_unknown")
    if draw.context.room != room_number(proof.key):
        yield Finding("other_room")
    if draw_commitment(draw.context, proof.secret) != draw.commitment:
        yield Finding("secret_wrong")


def _seed_findings(proof: DrawProof, draw: DrawList) -> Iterator[Finding]:
    committed = draw.committed
    if SOURCE_PLAYER not in committed:
        yield Finding("seed_source_missing")
    seeds = {one.player: one.seed for one in proof.seeds}
    if len(seeds) < len(proof.seeds):
        players = [one.player for one in proof.seeds]
        yield Finding("seed_twice", min(one for one in players if players.count(one) > 1))
    for player, commitment in committed.items():
        if player not in seeds:
            yield Finding("seed_missing", player)
        elif draw_seed_commitment(draw.context, player, seeds[player]) != commitment:
            yield Finding("seed_wrong", player)
    for player in sorted(seeds.keys() - committed.keys()):
        yield Finding("seed_unlisted", player)


def _attempt_findings(proof: DrawProof, drawn: DrawList) -> list[Finding]:
    """What is wrong with the draws before this one, counted from 0."""
    failed = [_drawn(proof, attempt, drawn) for attempt in proof.attempts]
    counted = Drawn(
        drawn.context.number, drawn.committed.keys(), {one.player for one in proof.seeds}
    )
    revealed = [proof.seeds, *(attempt.seeds for attempt in proof.attempts)]
    return [
        *failed_findings(failed, counted, source=SOURCE_PLAYER),
        *reuse_findings(one.seed for part in revealed for one in part),
    ]


def _drawn(proof: DrawProof, attempt: FailedDraw, drawn: DrawList) -> Drawn | None:
    own = read_draw_list(attempt.list)
    if own is None:
        return None
    revealed = {one.player for one in attempt.seeds}
    codes = tuple(_attempt_codes(proof, attempt, own, drawn))
    return Drawn(own.context.number, own.committed.keys(), revealed, codes)


def _attempt_codes(
    proof: DrawProof, attempt: FailedDraw, own: DrawList, drawn: DrawList
) -> Iterator[str]:
    if not is_signed(proof.key, draw_hash(attempt.list), attempt.signature):
        yield "attempt_signature_wrong"
    context, other = own.context, drawn.context
    where = (context.room, context.scope, context.id, own.kind, own.question)
    if where != (other.room, other.scope, other.id, drawn.kind, drawn.question):
        yield "attempt_other_draw"
    if draw_commitment(context, attempt.secret) != own.commitment:
        yield "attempt_secret_wrong"
    for one in attempt.seeds:
        commitment = own.committed.get(one.player)
        if commitment is None or (
            draw_seed_commitment(context, one.player, one.seed) != commitment
        ):
            yield "attempt_seed_wrong"


def _number_findings(proof: DrawProof, draw: DrawList) -> Iterator[Finding]:
    key = draw_key(draw_hash(proof.list), {one.player: one.seed for one in proof.seeds})
    numbers = Numbers(proof.secret, key)
    for place, one in enumerate(proof.numbers):
        if not one.below or numbers.below(one.below) != one.value:
            yield Finding("number_wrong", place)
            return
    yield from _outcome_findings(proof, draw, Numbers(proof.secret, key))


def _outcome_findings(proof: DrawProof, draw: DrawList, numbers: Numbers) -> Iterator[Finding]:
    said = proof.outcome
    if draw.kind == "start":
        question = read_start(draw.question)
        if question is None:
            yield Finding("question_malformed")
            return
        outcome = start_outcome(question, numbers.below)
        is_right = (outcome.multiplier_tenths, outcome.seats) == (
            said.multiplier_tenths,
            said.seats,
        ) and are_exchanges(said.seats, said.told)
    elif draw.kind == "button":
        seats = draw.question
        if not seats:
            yield Finding("question_malformed")
            return
        is_right = said.button == seats[numbers.below(len(seats))]
    else:
        if draw.kind != "seat" and len(draw.question) != PLAY_BYTES:
            yield Finding("question_malformed")
        return
    # What the question asks for was drawn first; a step may have drawn more after it.
    if not is_right or numbers.drawn != list(proof.numbers[: len(numbers.drawn)]):
        yield Finding("outcome_differs")
