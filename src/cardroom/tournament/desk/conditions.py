"""What a freeroll asks of its players (PRZ-06, TAMB-78)."""

from collections.abc import Mapping

from cardroom.errors import EntryRefused
from cardroom.tournament.definition import Freeroll


def verify_conditions(freeroll: Freeroll | None, facts: Mapping[str, int]) -> None:
    """Refuse a player of whom a condition is not true at registration; an unknown fact is 0."""
    for condition in freeroll.conditions if freeroll else ():
        if facts.get(condition.fact, 0) < condition.at_least:
            raise EntryRefused("TAMB-78", "condition_not_met", {condition.fact: condition.at_least})
