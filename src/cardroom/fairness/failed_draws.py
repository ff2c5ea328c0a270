"""Draws that a missing seed ended, of a deck or of anything else: each was needed.

They follow one another; who withheld a seed has no part in the draws after it (CCO/1).
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple

from cardroom.fairness.findings import Finding


class Drawn(NamedTuple):
    """One draw, as its list and its seeds say: who is in it by seat or by player."""

    number: int
    committed: AbstractSet[int]
    revealed: AbstractSet[int]
    codes: tuple[str, ...] = ()
    """What is wrong with it alone."""


def failed_findings(
    failed: Sequence[Drawn | None], counted: Drawn, *, source: int
) -> Iterator[Finding]:
    """What is wrong with the draws before the one that counts, from 0; None has no list."""
    withheld: set[int] = set()
    for number, (own, following) in enumerate(pairwise([*failed, counted])):
        if own is None:
            yield Finding("attempt_malformed", number)
            continue
        codes = list(own.codes)
        missing = own.committed - own.revealed
        if not missing or source in missing:
            codes.append("attempt_not_needed")
        withheld |= missing - {source}
        if following is not None and following.number != own.number + 1:
            codes.append("attempt_number_wrong")
        if following is not None and withheld & following.committed:
            codes.append("seat_still_listed")
        yield from (Finding(code, number) for code in codes)


def reuse_findings(seeds: Iterable[bytes]) -> Iterator[Finding]:
    """Whether a seed was revealed in two draws: whoever saw the first one knew the second."""
    revealed = list(seeds)
    if len(set(revealed)) < len(revealed):
        yield Finding("seed_reused")
