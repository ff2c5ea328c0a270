"""Holds: what a review withholds from a player until its case is closed."""

from cardroom.ledger.accounts import (
    Account,
    CaseId,
    Kind,
    PlayerId,
    TableId,
    escrow,
    held,
    house,
    read_account,
)
from cardroom.ledger.closing import cash_of_owner, close
from cardroom.ledger.transfers import Reason, Transfer, moved
from cardroom.ledger.verifying import set_aside, verify_amount
from cardroom.units import Cents

STACK = "table."
WINNINGS = "tournament"
"""How a hold's own part of its key begins: one that came from a table, and one of winnings."""


def place_hold(
    case: CaseId,
    player: PlayerId,
    amount: Cents,
    source: Account,
    *,
    number: int,
    at_ms: int,
    numbered_by: str = "",
) -> Transfer:
    """Withhold cash, a stack or a prize; it stays the player's but cannot be spent.

    (FAIR-04, AMB-70, TRN-24, TAMB-89.) `number` tells the holds of one case on one player apart;
    `numbered_by` names a tournament's own numbers, so that they never meet those of another (I7).
    """
    hold = held(case, player, read_account(source).asset)
    return Transfer(
        f"hold:{case}:{player}:{numbered_by}{number}",
        Reason.HOLD_PLACED,
        at_ms,
        moved(verify_amount(amount), source, hold),
        case=case,
    )


def hold_stack(
    case: CaseId,
    player: PlayerId,
    amount: Cents,
    table: TableId,
    currency: str,
    *,
    request: str,
    at_ms: int,
) -> Transfer:
    """A suspended player leaves a table: the stack is withheld instead of cashed out (AMB-70)."""
    return Transfer(
        f"hold:{case}:{player}:{STACK}{table}.{request}",
        Reason.HOLD_PLACED,
        at_ms,
        moved(verify_amount(amount), escrow(table, player, currency), held(case, player, currency)),
        case=case,
    )


def is_by_room(hold: Transfer) -> bool:
    """Whether the room has placed a hold: a stack or winnings, and not staff an amount of cash."""
    return hold.key.split(":", 3)[3].startswith((STACK, WINNINGS))


def tournament_of(hold: Transfer) -> int:
    """The tournament whose winnings a hold withholds; 0 where they are not winnings."""
    kind, _, rest = hold.key.split(":", 3)[3].partition(":")
    return int(rest.partition(":")[0]) if kind == WINNINGS else 0


def release_hold(hold: Transfer, *, at_ms: int) -> Transfer:
    """The review found nothing: all of the hold becomes the player's cash (FAIR-04)."""
    return close(hold, Reason.HOLD_RELEASED, cash_of_owner(hold), at_ms=at_ms)


def confiscate_hold(hold: Transfer, *, operator: str, note: str, at_ms: int) -> Transfer:
    """Seize all of the hold after the case was closed (FAIR-04, AMB-70)."""
    account, _ = set_aside(hold)
    seized = house(Kind.SEIZED, read_account(account).asset)
    reason = Reason.HOLD_CONFISCATED
    return close(hold, reason, seized, at_ms=at_ms, operator=operator, note=note)
