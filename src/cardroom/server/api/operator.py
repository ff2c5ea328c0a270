"""HTTP: what the house looks up: tables with their players, and an account by its name."""

from typing import Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.room.names import name_key
from cardroom.room.net import Net
from cardroom.room.people import AccountKind, Role
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit
from cardroom.units import Cents


class AccountCard(msgspec.Struct, frozen=True, kw_only=True):
    """An account as the house sees it; times are 0 where nothing is barred or muted."""

    player: int
    name: str
    kind: AccountKind
    role: Role
    balance: Cents
    created_ms: int
    barred_until_ms: int
    bar_reason: str
    muted_until_ms: int
    connected: bool


async def tables(visit: Visit, _body: None) -> dict[str, object]:
    """All tables with their players."""
    return dict(visit.services.ports.administration.overview())


async def account(visit: Visit, _body: None) -> AccountCard:
    """One account, by its name."""
    services = visit.services
    key = name_key(visit.request.match_info["name"])
    found = await services.ports.accounts.find_by_name(key)
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_account")
    return AccountCard(
        player=found.player,
        name=found.name,
        kind=found.kind,
        role=found.role,
        balance=await services.ports.bank.balance(found.player),
        created_ms=found.created_ms,
        barred_until_ms=found.barred_until_ms,
        bar_reason=found.bar_reason,
        muted_until_ms=found.muted_until_ms,
        connected=services.registry.is_here(found.player),
    )


GET: dict[str, Any] = {"method": "GET", "access": "floor"}

ROUTES = (
    Route(
        **GET, path="/api/admin/tables", handler=tables, answer=dict[str, Any],
        summary="All tables with their players",
    ),
    Route(
        **GET | {"access": "staff"}, path="/api/admin/names/{name}", handler=account,
        answer=AccountCard, summary="An account by its name",
    ),
)  # fmt: skip
