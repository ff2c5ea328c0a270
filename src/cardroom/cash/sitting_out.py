"""Sitting out at one table, or at all of a player's cash tables at once (SIT-04, SIT-06)."""

from collections.abc import Collection, Sequence

from cardroom.cash.events import OutCause
from cardroom.cash.seats import Seats
from cardroom.ledger import PlayerId
from cardroom.rulebook.cash.sitting_out import SittingOutRules


def is_global(rules: SittingOutRules, cause: OutCause, tables: Collection[Seats]) -> bool:
    """Whether a sit-out reaches all of a player's tables (SIT-04, SIT-05, AMB-62)."""
    return cause in rules.global_causes and len(tables) >= rules.global_from_tables


def sit_out_everywhere(
    rules: SittingOutRules,
    tables: Sequence[Seats],
    player: PlayerId,
    at_ms: int,
    *,
    cause: OutCause = "player",
) -> None:
    """Sit out at every table, with one deadline for all of them (SIT-06, AMB-61).

    A table in mid-hand finishes it first, the time runs from now. An earlier deadline stays.
    """
    until_ms = at_ms + rules.global_return_s * 1000
    for table in tables:
        if _is_covered(rules, table, player):
            earlier = table.occupant(player).out_until_ms
            until = until_ms if earlier is None else min(earlier, until_ms)
            table.sit_out(player, at_ms, until_ms=until, cause=cause)


def _is_covered(rules: SittingOutRules, table: Seats, player: PlayerId) -> bool:
    """A sit-out that is not of the global kind keeps its own time (SIT-05, AMB-62)."""
    occupant = table.occupant(player)
    alone = occupant.out_cause == "next_big_blind" and occupant.out_cause not in rules.global_causes
    return not occupant.leaving and not (occupant.is_out and alone)
