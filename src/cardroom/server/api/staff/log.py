"""HTTP: what the house looks back on: the log of the staff, and a player's money."""

from typing import Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId
from cardroom.office.ranks import is_oneself
from cardroom.office.staff_log import StaffLogEntry
from cardroom.room.net import Net
from cardroom.room.records import FOR_EVER_MS, Holdings, StatementLine
from cardroom.room.requests import Number
from cardroom.server.api.house import ACCOUNT
from cardroom.server.api.parameters import PageLimit
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit

LOOKED = "saw_"
"""How deeds begin that do nothing to an account but look at it."""


class LogQuery(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the log: before a number, by or about one account, 0 for all."""

    before: Number = FOR_EVER_MS
    limit: PageLimit = 50
    player: Number = 0


class StaffLogPage(msgspec.Struct, frozen=True, kw_only=True):
    """Entries, newest first; further ones are `before` the number `next`, if it is not 0."""

    entries: list[StaffLogEntry]
    next: int = 0


class AccountMoney(msgspec.Struct, frozen=True, kw_only=True):
    """What a player has, and the last transfers in and out of the cash, newest first."""

    holdings: Holdings
    lines: list[StatementLine]


async def staff_log(visit: Visit, query: LogQuery) -> StaffLogPage:
    """Who of the house did what to whom, when and why, but for others' looks at the reader.

    Whoever is looked into is not warned by it (FAIR-04); they learn what every player learns.
    """
    log = visit.services.ports.staff_log
    if log is None:
        raise AccessRefused(Net.UNKNOWN, "no_log")
    about = PlayerId(query.player) if query.player else None
    found = await log.entries(query.before, query.limit, about)
    is_full = len(found) == query.limit
    hidden = await _looked_at_reader(visit, found)
    shown = [one for one in found if one.number not in hidden]
    return StaffLogPage(entries=shown, next=found[-1].number if is_full else 0)


async def _looked_at_reader(visit: Visit, found: list[StaffLogEntry]) -> set[int]:
    """Entries that say that somebody else has looked at the reader or a program of theirs."""
    accounts, me = visit.services.ports.accounts, visit.account.player
    looks = [one for one in found if one.deed.startswith(LOOKED) and one.actor != me]
    subjects = {PlayerId(one.subject) for one in looks}
    own = {one for one in subjects if await is_oneself(accounts, visit.caller, one)}
    return {one.number for one in looks if one.subject in own}


async def account_money(visit: Visit, _body: None) -> AccountMoney:
    """A player's cash, stacks, tickets and statement; looking is recorded (FAIR-03)."""
    ports, player = visit.services.ports, PlayerId(visit.path_number("player"))
    if await ports.accounts.find(player) is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_player")
    before, limit = visit.number("before", FOR_EVER_MS), visit.limit
    found = AccountMoney(
        holdings=await ports.bank.holdings(player),
        lines=await ports.bank.statement(player, before, limit),
    )
    now_ms = ports.clock.now_ms()
    await ports.cases.record(visit.account.player, player, "saw_money", "statement", now_ms)
    return found


RISK: dict[str, Any] = {"method": "GET", "access": "risk"}

ROUTES = (
    Route(
        **RISK, path="/api/admin/log", handler=staff_log, params=LogQuery, answer=StaffLogPage,
        summary="The log of the staff, newest first",
    ),
    Route(
        **RISK, path=f"{ACCOUNT}/statement", handler=account_money, query=("before", "limit"),
        answer=AccountMoney, summary="What an account has, and its statement; is recorded",
    ),
)  # fmt: skip
