"""Earlier draws of a hand that a missing seed ended: each is open, and each was needed."""

from collections.abc import Iterator

from cardroom.fairness.findings import Finding
from cardroom.fairness.fixed_deck import FixedDeck
from cardroom.fairness.hand_list import SOURCE_SEAT, HandList, list_hash, read_list
from cardroom.fairness.keys import is_signed
from cardroom.fairness.proof import FailedAttempt, Proof
from cardroom.fairness.seeds import seed_commitment
from cardroom.units import Seat


def attempt_findings(proof: Proof, played: HandList) -> list[Finding]:
    """What is wrong with the attempts before the one that was played, counted from 0."""
    lists = [read_list(attempt.list) for attempt in proof.attempts]
    found: list[Finding] = []
    withheld: set[Seat] = set()
    for number, attempt in enumerate(proof.attempts):
        own = lists[number]
        if own is None:
            found.append(Finding("attempt_malformed", number))
            continue
        following = lists[number + 1] if number + 1 < len(lists) else played
        codes = [*_codes(proof, attempt, own, played)]
        missing = own.committed.keys() - {one.seat for one in attempt.seeds}
        if not missing or SOURCE_SEAT in missing:
            codes.append("attempt_not_needed")
        withheld |= missing - {SOURCE_SEAT}
        if following is not None and following.number != own.number + 1:
            codes.append("attempt_number_wrong")
        if following is not None and withheld & following.committed.keys():
            codes.append("seat_still_listed")
        found += [Finding(code, number) for code in codes]
    revealed = [proof.seeds, *(attempt.seeds for attempt in proof.attempts)]
    seeds = [one.seed for part in revealed for one in part]
    if len(set(seeds)) < len(seeds):
        found.append(Finding("seed_reused"))
    return found


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
