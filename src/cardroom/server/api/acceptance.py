"""HTTP: the rules that a player accepts before the first seat or registration (CASH-18, TRN-01)."""

from typing import Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.room.acceptance import RulesDesk, RulesToAccept
from cardroom.room.net import Net
from cardroom.room.requests import EditionName, VersionWord
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit


class RulesState(msgspec.Struct, frozen=True, kw_only=True):
    """All rules in force, the room's own first; `accepted_ms` is 0 where they are not accepted."""

    rules: list[RulesToAccept]


class Accepting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules that are accepted, as they are named above."""

    edition: EditionName
    version: VersionWord


async def acceptance(visit: Visit, _body: None) -> RulesState:
    """Which rules are in force, and which of them are accepted; of a program by its owner."""
    return RulesState(rules=await _desk(visit).state(visit.caller.person))


async def accept_rules(visit: Visit, body: Accepting) -> RulesState:
    """Accept rules, once."""
    await _desk(visit).accept(visit.caller, body.edition, body.version)
    return await acceptance(visit, None)


def _desk(visit: Visit) -> RulesDesk:
    desk = visit.services.ports.rules_desk
    if desk is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_edition")
    return desk


BOTH: dict[str, Any] = {"path": "/api/acceptance", "answer": RulesState}
ROUTES = (
    Route(
        **BOTH, method="GET", handler=acceptance, scope="read",
        summary="The rules in force, and which of them you have accepted",
    ),
    Route(
        **BOTH, method="POST", handler=accept_rules, body=Accepting, scope="play",
        summary="Accept rules: once, before the first seat or registration",
    ),
)  # fmt: skip
