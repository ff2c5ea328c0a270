"""Earlier draws of a hand that a missing seed ended: each is open, and each was needed."""

from collections.abc import Iterator

from cardroom.fairness.failed_draws import Drawn, failed_findings, reuse_findings
from cardroom.fairness.findings import Finding
from cardroom.fairness.fixed_deck import FixedDeck
from cardroom.fairness.hand_list import SOURCE_SEAT, HandList, list_hash, read_list
from cardroom.fairness.keys import is_signed
from cardroom.fairness.proof import FailedAttempt, Proof
from cardroom.fairness.seeds import seed_commitment


def attempt_findings(proof: Proof, played: HandList) -> list[Finding]:
    """What is wrong with the attempts before the one that was played, counted from 0."""
    failed = [_drawn(proof, attempt, played) for attempt in proof.attempts]
    counted = Drawn(played.number, played.committed.keys(), {one.seat for one in proof.seeds})
    revealed = [proof.seeds, *(attempt.seeds for attempt in proof.attempts)]
    return [
        *failed_findings(failed, counted, source=SOURCE_SEAT),
        *reuse_findings(one.seed for part in revealed for one in part),
    ]


def _drawn(proof: Proof, attempt: FailedAttempt, played: HandList) -> Drawn | None:
    own = read_list(attempt.list)
    if own is None:
        return None
    revealed = {one.seat for one in attempt.seeds}
    codes = tuple(_codes(proof, attempt, own, played))
    return Drawn(own.number, own.committed.keys(), revealed, codes)


def _codes(proof: Proof, attempt: FailedAttempt, own: HandList, played: HandList) -> Iterator[str]:
    if not is_signed(proof.key, list_hash(attempt.list), attempt.signature):
        yield "attempt_signature_wrong"
    table = (own.context, own.game, own.button, own.seats)
    if table != (played.context, played.game, played.button, played.seats):
        yield "attempt_other_hand"
    context = own.context.encoded
    if tuple(FixedDeck(secret, context).root for secret in attempt.secrets) != own.roots:
        yield "attempt_deck_wrong"
    for one in attempt.seeds:
        entry = own.committed.get(one.seat)
        if (
            entry is None
            or seed_commitment(own.context, one.seat, entry.player, one.seed) != entry.commitment
        ):
            yield "attempt_seed_wrong"
