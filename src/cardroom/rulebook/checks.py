"""What must hold between the switches of an edition, beyond the type of each."""

from collections.abc import Iterator
from typing import NamedTuple

from cardroom.rulebook.cash import problems as cash_problems
from cardroom.rulebook.edition import Edition
from cardroom.rulebook.live.problems import problems as live_problems
from cardroom.rulebook.tournament import problems as tournament_problems


class Problem(NamedTuple):
    """One inconsistency: the rule and the switch where it shows, and the reason."""

    rule: str
    key: str
    reason: str


def problems(edition: Edition) -> Iterator[Problem]:
    """Everything that does not fit together in an edition, part by part."""
    if edition.cash is not None:
        yield from (Problem(*found) for found in cash_problems(edition.cash))
    if edition.tournament is not None:
        yield from (Problem(*found) for found in tournament_problems(edition.tournament))
    if edition.live is not None:
        yield from (Problem(*found) for found in live_problems(edition.live))
