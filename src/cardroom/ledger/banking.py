"""Money in and out of the room: deposits and withdrawals."""

from cardroom.ledger.accounts import (
    Kind,
    PlayerId,
    house,
    player_cash,
    read_account,
    withdrawal,
)
from cardroom.ledger.closing import cash_of_owner, close
from cardroom.ledger.transfers import Reason, Transfer, moved
from cardroom.ledger.verifying import set_aside, verify_amount
from cardroom.units import Cents


def deposit(
    player: PlayerId, amount: Cents, currency: str, *, reference: str, at_ms: int
) -> Transfer:
    """Credit what the bank received; its reference is the key."""
    cash = player_cash(player, currency)
    entries = moved(verify_amount(amount), house(Kind.BANK, currency), cash)
    return Transfer(f"deposit:{reference}", Reason.DEPOSITED, at_ms, entries)


def request_withdrawal(
    player: PlayerId, amount: Cents, currency: str, *, reference: str, at_ms: int
) -> Transfer:
    """Set aside what a player wants to be paid; until then they cannot play with it."""
    cash, aside = player_cash(player, currency), withdrawal(player, currency)
    entries = moved(verify_amount(amount), cash, aside)
    return Transfer(f"withdrawal:{reference}", Reason.WITHDRAWAL_REQUESTED, at_ms, entries)


def pay_withdrawal(request: Transfer, *, at_ms: int) -> Transfer:
    """The bank has paid a requested withdrawal."""
    account, _ = set_aside(request)
    bank = house(Kind.BANK, read_account(account).asset)
    return close(request, Reason.WITHDRAWAL_PAID, bank, at_ms=at_ms)


def cancel_withdrawal(request: Transfer, *, at_ms: int) -> Transfer:
    """Give a requested withdrawal back to the player's cash."""
    return close(request, Reason.WITHDRAWAL_CANCELLED, cash_of_owner(request), at_ms=at_ms)
