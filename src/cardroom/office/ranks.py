"""Who of the house may act on whose account: not on one's own, nor upwards (FAIR-10)."""

from typing import get_args

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.ports import AccountStore
from cardroom.room.net import Net
from cardroom.room.people import Caller, Role
from cardroom.room.records import Account

RANKS: tuple[Role, ...] = get_args(Role)
"""The roles, each above those before it."""
TOP = RANKS[-1]


def may_act_on(actor: Role, role: Role) -> bool:
    """Whether a role is below another; an administrator acts on everybody."""
    return actor == TOP or RANKS.index(role) < RANKS.index(actor)


async def verify_below(accounts: AccountStore, actor: Caller, player: PlayerId) -> None:
    """Nobody acts against a role like their own or above it, but an administrator."""
    person = await _person(accounts, player)
    if person is not None and not may_act_on(actor.role, person.role):
        raise AccessRefused(Net.ROLE, "needs_role", {"role": TOP})


async def is_oneself(accounts: AccountStore, actor: Caller, player: PlayerId) -> bool:
    """Whether an account is somebody's own, or a program of theirs."""
    person = await _person(accounts, player)
    return person is not None and person.player == actor.person


async def verify_not_oneself(accounts: AccountStore, actor: Caller, player: PlayerId) -> None:
    """Nobody acts on their own account, nor on a program of theirs."""
    if await is_oneself(accounts, actor, player):
        raise AccessRefused(Net.ROLE, "not_oneself", {"said": "another administrator does it"})


async def _person(accounts: AccountStore, player: PlayerId) -> Account | None:
    """Who answers for an account: of a program its owner."""
    account = await accounts.find(player)
    if account is None or account.owner is None:
        return account
    return await accounts.find(account.owner)
