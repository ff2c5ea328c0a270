"""HTTP: the operator's pages: tables now, freezing and closing them, finding players and hands, the
state of the ledger, metrics at a glance."""

from typing import Annotated, Any

import msgspec

from cardroom.errors import AccessRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.office.card_readings import CardReading, Deed
from cardroom.office.operator_pages import AuditState, TableOverview
from cardroom.office.ranks import verify_not_oneself
from cardroom.room.hand_pages import HandFilter, HandPage, Replay
from cardroom.room.names import name_key
from cardroom.room.net import Net
from cardroom.room.people import AccountKind, Role
from cardroom.room.records import FOR_EVER_MS, Account, ReasonText
from cardroom.server.api.accounts import Nothing
from cardroom.server.api.house import Lifting
from cardroom.server.api.routes import Done, Route
from cardroom.server.api.visits import Visit

FOUND_MAX = 20


class RoomOverview(msgspec.Struct, frozen=True, kw_only=True):
    """The room now; `draining_at_ms` is 0 unless it is to be restarted."""

    at_ms: int
    build: str
    edition: str
    currency: str
    connections: int
    players_connected: int
    draining_at_ms: int
    tables: list[TableOverview]
    metrics: dict[str, float]


class FoundPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """An account in a list."""

    player: int
    name: str
    kind: AccountKind
    role: Role
    created_ms: int
    barred_until_ms: int
    muted_until_ms: int
    connected: bool


class FoundPlayers(msgspec.Struct, frozen=True, kw_only=True):
    """The first accounts whose names begin so."""

    players: list[FoundPlayer]


class TableHands(msgspec.Struct, frozen=True, kw_only=True):
    """The last hands of a table as the rail saw them, newest first, with the voided ones."""

    hands: list[Replay]


class HandsRead(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why somebody's hands are looked at; `before` is the `next` of the page before."""

    reason: ReasonText
    before: Annotated[int, msgspec.Meta(ge=0, le=FOR_EVER_MS)] = FOR_EVER_MS


async def overview(visit: Visit, _body: None) -> RoomOverview:
    """The room now."""
    services = visit.services
    lobby = await services.ports.lobby.lobby()
    services.ports.measure(services.metrics)
    return RoomOverview(
        at_ms=services.clock.now_ms(),
        build=services.settings.build,
        edition=services.rules.edition.name,
        currency=lobby.currency,
        connections=len(services.registry.lines()),
        players_connected=services.registry.player_count,
        draining_at_ms=services.draining_at_ms or 0,
        tables=services.ports.administration.open_tables(),
        metrics=services.metrics.sums(),
    )


async def freeze(visit: Visit, body: Lifting) -> Done:
    """Stop a table at once; its hand never was (CASH-01, CRASH-01)."""
    await visit.services.ports.administration.freeze(_table(visit))
    return await _recorded(visit, "froze_table", body.reason)


async def unfreeze(visit: Visit, body: Lifting) -> Done:
    """Let a table play on."""
    await visit.services.ports.administration.unfreeze(_table(visit))
    return await _recorded(visit, "unfroze_table", body.reason)


async def close_table(visit: Visit, body: Lifting) -> Done:
    """Close a table after the hand in progress; everybody leaves with their money."""
    await visit.services.ports.administration.close_table(_table(visit))
    return await _recorded(visit, "closed_table", body.reason)


async def players(visit: Visit, _body: None) -> FoundPlayers:
    """Accounts by the beginning of their names."""
    services = visit.services
    beginning = name_key(visit.request.query.get("name", ""))
    found = await services.ports.accounts.search(beginning, FOUND_MAX)
    return FoundPlayers(players=[_found(visit, one) for one in found])


async def table_hands(visit: Visit, _body: None) -> TableHands:
    """The last hands of a table; their cards only by `hand_with_cards`, one by one."""
    library = visit.services.ports.library
    return TableHands(hands=await library.hands_of_table(_table(visit), FOUND_MAX))


async def player_hands(visit: Visit, body: HandsRead) -> HandPage:
    """The settled hands of an account; looking needs a reason and is recorded (FAIR-03)."""
    player = PlayerId(visit.path_number("player"))
    wanted = HandFilter(before=body.before, limit=FOUND_MAX)
    found = await visit.services.ports.library.hands(player, wanted)
    if found.hands:
        await _read(visit, player, "saw_hands", found.hands[0].key, body.reason)
    return found


async def hand_with_cards(visit: Visit, body: Lifting) -> Replay:
    """A hand that is over, with all cards; looking needs a reason and is recorded (FAIR-03).

    Nobody of the house looks at the cards of others in a hand that they have played.
    """
    key = visit.request.match_info["key"]
    found = await visit.services.ports.library.audited(key)
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_hand")
    replay, dealt_in = found
    for player in dealt_in:
        await verify_not_oneself(visit.services.ports.accounts, visit.caller, player)
    for player in dealt_in:
        await _read(visit, player, "saw_hand", key, body.reason)
    return replay


async def audit(visit: Visit, _body: None) -> AuditState:
    """How far the audit is, or what the last one found."""
    return visit.services.ports.audit.state()


async def begin_audit(visit: Visit, _body: Nothing) -> AuditState:
    """Audit the ledger now."""
    return visit.services.ports.audit.begin()


def _table(visit: Visit) -> TableId:
    return TableId(visit.path_number("table"))


def _found(visit: Visit, account: Account) -> FoundPlayer:
    return FoundPlayer(
        player=account.player,
        name=account.name,
        kind=account.kind,
        role=account.role,
        created_ms=account.created_ms,
        barred_until_ms=account.barred_until_ms,
        muted_until_ms=account.muted_until_ms,
        connected=visit.services.registry.is_here(account.player),
    )


async def _recorded(visit: Visit, deed: str, reason: str) -> Done:
    """Note a deed about a table; it concerns no account but that of who did it."""
    actor = visit.account.player
    await _looked(visit, actor, deed, f"table {_table(visit)}: {reason}")
    return Done()


async def _read(visit: Visit, player: PlayerId, deed: Deed, hand: str, reason: str) -> None:
    """Note a look at a player's cards; the player finds it later."""
    readings = visit.services.ports.card_readings
    assert readings is not None, "a room with hands records who reads them"
    now_ms = visit.services.clock.now_ms()
    reading = CardReading(at_ms=now_ms, deed=deed, hand=hand, reason=reason)
    await readings.record(visit.account.player, player, reading)


async def _looked(visit: Visit, subject: PlayerId, deed: str, reason: str) -> None:
    ports = visit.services.ports
    await ports.cases.record(visit.account.player, subject, deed, reason, ports.clock.now_ms())


TABLE = "/api/admin/tables/{table}"
GET: dict[str, Any] = {"method": "GET"}
DEED: dict[str, Any] = {"method": "POST", "body": Lifting, "answer": Done, "access": "floor"}

ROUTES = (
    Route(
        **GET, path="/api/admin/floor", handler=overview, answer=RoomOverview, access="floor",
        summary="Tables, players and metrics now",
    ),
    Route(**DEED, path=f"{TABLE}/freeze", handler=freeze, summary="Stop a table; its hand is void"),
    Route(**DEED, path=f"{TABLE}/unfreeze", handler=unfreeze, summary="Let a table play on"),
    Route(**DEED, path=f"{TABLE}/close", handler=close_table, summary="Close a table"),
    Route(
        **GET, path="/api/admin/players", handler=players, answer=FoundPlayers, query=("name",),
        access="floor", summary="Accounts by the beginning of their names",
    ),
    Route(
        **GET, path=f"{TABLE}/hands", handler=table_hands, answer=TableHands, access="floor",
        summary="The last hands of a table, as the rail saw them",
    ),
    Route(
        method="POST", path="/api/admin/accounts/{player}/hands", handler=player_hands,
        body=HandsRead, answer=HandPage, access="risk",
        summary="The settled hands of an account, for a reason that its player learns a week later",
    ),
    Route(
        method="POST", path="/api/admin/hands/{key}", handler=hand_with_cards, body=Lifting,
        answer=Replay, access="risk",
        summary="A hand that is over, with all cards, for a reason that its players learn later",
    ),
    Route(
        **GET, path="/api/admin/audit", handler=audit, answer=AuditState, access="risk",
        summary="What the last audit of the ledger found",
    ),
    Route(
        method="POST", path="/api/admin/audit", handler=begin_audit, body=Nothing,
        answer=AuditState, access="risk", summary="Audit the ledger now",
    ),
)  # fmt: skip
