"""Suspense: what a rollback cannot credit waits, 90 days by the rules, then it is charity's."""

from collections.abc import Iterable

from cardroom.ledger.accounts import Account, Kind, PlayerId, house, read_account, suspense
from cardroom.ledger.closing import cash_of_owner, close
from cardroom.ledger.transfers import DAY_MS, Reason, Transfer, moved
from cardroom.ledger.verifying import set_aside, verify_amount
from cardroom.units import Cents

SUSPENSE_KEY = "suspense:"
"""How the key of what is set aside begins, before its reference."""


def suspense_key(reference: str) -> str:
    """The one key under which money is set aside for a reference."""
    return f"{SUSPENSE_KEY}{reference}"


def suspend(
    player: PlayerId,
    amount: Cents,
    source: Account,
    *,
    reference: str,
    after_days: int,
    at_ms: int,
    operator: str = "",
    note: str = "",
) -> Transfer:
    """Set aside what is a player's but cannot be credited: account closed, dispute (AMB-23).

    It falls due `after_days` x 24 h later, by the rules in force now; later rules do not change it.
    """
    aside = suspense(player, read_account(source).asset)
    return Transfer(
        suspense_key(reference),
        Reason.SUSPENDED,
        at_ms,
        moved(verify_amount(amount), source, aside),
        operator=operator,
        note=note,
        due_ms=at_ms + after_days * DAY_MS,
    )


def resolve_suspense(item: Transfer, *, at_ms: int, operator: str = "", note: str = "") -> Transfer:
    """The question is settled in time: credit the player."""
    reason, cash = Reason.SUSPENSE_RESOLVED, cash_of_owner(item)
    return close(item, reason, cash, at_ms=at_ms, operator=operator, note=note)


def due_to_charity(items: Iterable[Transfer], now_ms: int) -> list[Transfer]:
    """The transfers that give to charity what has fallen due in suspense (CRASH-04).

    `items` is what is set aside, in any order; withdrawals and holds among it are left alone. A
    job that runs twice makes the same keys, so nothing is given twice.
    """
    return [
        _to_charity(item, now_ms)
        for item in items
        if item.reason is Reason.SUSPENDED and now_ms >= item.due_ms
    ]


def _to_charity(item: Transfer, now_ms: int) -> Transfer:
    account, _ = set_aside(item)
    charity = house(Kind.CHARITY, read_account(account).asset)
    return close(item, Reason.GIVEN_TO_CHARITY, charity, at_ms=now_ms)
