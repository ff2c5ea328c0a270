"""What the lobby wants a table to do about one of its players."""

from cardroom.cash.messages import (
    NextBigBlindEverywhere,
    PlayerArrived,
    PlayerGone,
    RemovePlayer,
    SetPosting,
    SitOutEverywhere,
    ToTable,
)
from cardroom.cash.table import CashTable


def carry_out(table: CashTable, message: ToTable, at_ms: int) -> None:
    """Do what the lobby wants of a player who sits at the table."""
    if isinstance(message, SitOutEverywhere):
        _sit_out_everywhere(table, message)
    elif isinstance(message, NextBigBlindEverywhere):
        if table.occupant(message.player).may_sit_out_later:
            table.sit_out_next_big_blind(message.player, on=message.on)
    elif isinstance(message, PlayerGone):
        table.lose_connection(message.player, message.at_ms)
    elif isinstance(message, PlayerArrived):
        table.reconnect(message.player)
    elif isinstance(message, SetPosting):
        table.set_posting(message.player, by_hand=message.by_hand)
    else:
        assert isinstance(message, RemovePlayer), f"no such message to a table: {message}"
        if not table.occupant(message.player).leaving:
            table.leave(message.player, at_ms)


def _sit_out_everywhere(table: CashTable, message: SitOutEverywhere) -> None:
    """Sit out with the deadline of all tables; an earlier one stays (SIT-06, AMB-61).

    A hand in progress is finished first, the time runs from the start. A sit-out that is not of
    the global kind keeps its own time (SIT-05, AMB-62).
    """
    player = message.player
    occupant, rules = table.occupant(player), table.rules.sitting_out
    is_going_out = occupant.is_out or occupant.sit_out == "after_this_hand"
    if message.began_at == table.table and not is_going_out:
        return
    cause = occupant.out_cause
    alone = cause == "next_big_blind" and cause not in rules.global_causes
    if occupant.leaving or (occupant.is_out and alone):
        return
    earlier = occupant.out_until_ms
    until = message.until_ms if earlier is None else min(earlier, message.until_ms)
    table.sit_out(player, message.at_ms, until_ms=until, cause=message.cause)
