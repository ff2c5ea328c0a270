"""Money to and from a cash table: buy-in, top-up, cash-out."""

from cardroom.ledger.accounts import PlayerId, TableId, escrow, player_cash
from cardroom.ledger.transfers import Reason, Transfer, moved
from cardroom.ledger.verifying import verify_amount
from cardroom.units import Cents


def buy_in(
    table: TableId, player: PlayerId, amount: Cents, currency: str, *, request: str, at_ms: int
) -> Transfer:
    """Move cash to the player's escrow at the table; `request` names this one buy-in."""
    cash, stack = player_cash(player, currency), escrow(table, player, currency)
    entries = moved(verify_amount(amount), cash, stack)
    return Transfer(f"buy_in:{table}:{player}:{request}", Reason.BOUGHT_IN, at_ms, entries)


def top_up(
    table: TableId, player: PlayerId, amount: Cents, currency: str, *, request: str, at_ms: int
) -> Transfer:
    """Add cash to the player's escrow at the table, between two hands."""
    cash, stack = player_cash(player, currency), escrow(table, player, currency)
    entries = moved(verify_amount(amount), cash, stack)
    return Transfer(f"top_up:{table}:{player}:{request}", Reason.TOPPED_UP, at_ms, entries)


def cash_out(
    table: TableId, player: PlayerId, amount: Cents, currency: str, *, request: str, at_ms: int
) -> Transfer:
    """Move players' stacks back to their cash when they leave the table."""
    cash, stack = player_cash(player, currency), escrow(table, player, currency)
    entries = moved(verify_amount(amount), stack, cash)
    return Transfer(f"cash_out:{table}:{player}:{request}", Reason.CASHED_OUT, at_ms, entries)
