"""HTTP: the live floor, for its staff: tournaments, commands, undo, log, state, papers, lists.

Who may do what is decided by the role at the tournament (manager, deputy, floor, cashier, display),
which the manager gives to accounts of the room.
"""

from typing import Annotated, Any

import msgspec
from aiohttp import web

from cardroom.errors import AccessRefused, FloorRefused, InvalidFile
from cardroom.floor.commands import AnyCommand, EnterMany, Stacks
from cardroom.floor.log import EVERYTHING, LogEntry
from cardroom.floor.money.calling_off import CancelProposal
from cardroom.floor.money.deal_talks import DealTalks
from cardroom.floor.names import is_name
from cardroom.floor.paper import Currency, make_paper, read_floor_file
from cardroom.floor.papers import AnyPaper, PaperKind, Receipt, SeatCard, papers, receipt
from cardroom.floor.sheets import SheetKind, read_players, sheet
from cardroom.floor.terms import FloorTerms
from cardroom.floor.view import FloorState
from cardroom.ledger import FloorId, PlayerId
from cardroom.room.floor.house import WAIT_MAX_S, FloorHouse, FloorLine, Order, Outcome, role_of
from cardroom.room.names import name_key
from cardroom.room.net import Net
from cardroom.room.requests import Number, RequestId
from cardroom.rulebook.live.floor import DealMethod
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import HELD_BY, Visit
from cardroom.server.limits import PAGE_MAX
from cardroom.server.sockets.messages import BadMessage
from cardroom.tournament.ids import EntryId

FILE_LENGTH_MAX = 50_000
Why = Annotated[str, msgspec.Meta(max_length=1000)]
Text = Annotated[str, msgspec.Meta(max_length=FILE_LENGTH_MAX)]
Name = Annotated[str, msgspec.Meta(max_length=100)]


class FloorCreation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A live tournament: `name` and `terms` of a form, or `toml`, a file with the same.

    `house_rules` are switches on the live edition, as a house rules file has them. Without a
    `currency` it is that of the room.
    """

    id: RequestId
    name: Name = ""
    terms: FloorTerms | None = None
    toml: Text = ""
    house_rules: Text = ""
    currency: Currency = ""


class FloorCreated(msgspec.Struct, frozen=True, kw_only=True):
    """The number of the new tournament."""

    floor: FloorId


class Floors(msgspec.Struct, frozen=True, kw_only=True):
    """All live tournaments, newest first."""

    floors: list[FloorLine]


class FloorOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command. `seen` is the version that the console shows: if something that the command is
    about has changed since, it is refused, and the refusal names the entries of the log."""

    id: RequestId
    command: AnyCommand
    reason: Why = ""
    seen: Number | None = None


class Undoing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take an entry of the log back, with those that depend on it if `with_dependents`."""

    id: RequestId
    entry: Number
    reason: Why
    with_dependents: bool = False


class Since(msgspec.Struct, frozen=True, kw_only=True):
    """Answer at once if the version is above `after`, else when it is, or after `wait_s`."""

    after: Number = 0
    wait_s: Annotated[int, msgspec.Meta(ge=0, le=WAIT_MAX_S)] = 0


class LogPage(msgspec.Struct, frozen=True, kw_only=True):
    """From where the log is read."""

    after: Number = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=PAGE_MAX)] = PAGE_MAX


class FloorLogPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the log, oldest first."""

    entries: list[LogEntry]


class OfEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the log."""

    entry: Number


class Dependents(msgspec.Struct, frozen=True, kw_only=True):
    """The entries of the log that rely on another one."""

    entries: tuple[int, ...]


class WantedPapers(msgspec.Struct, frozen=True, kw_only=True):
    """Which papers; those of entries of the log after `since`."""

    kind: PaperKind
    since: Number = 0


class Papers(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed, and what is above it: the event, whose it is, its logo."""

    papers: tuple[AnyPaper, ...]
    name: str
    currency: str
    host: str
    logo: str
    secrets: dict[EntryId, str]
    """For the QR codes of receipts and seat cards; empty for other papers."""


class EntryPaper(msgspec.Struct, frozen=True, kw_only=True):
    """A receipt with the secret for the player's phone."""

    receipt: Receipt
    secret: str


class WantedAccount(msgspec.Struct, frozen=True, kw_only=True):
    """Whose account."""

    name: Name


class FloorAccount(msgspec.Struct, frozen=True, kw_only=True):
    """An account of the room that can be given a role."""

    account: PlayerId
    name: str


class Codes(msgspec.Struct, frozen=True, kw_only=True):
    """The codes of the screens, by number."""

    codes: dict[int, str]


class WantedSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Which list."""

    kind: SheetKind = "entries"


class PlayerSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Players from a CSV list, who have all paid: each draws a seat, all of them or none."""

    id: RequestId
    csv: Text
    reason: Why = ""


class DealQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a deal would pay; nothing is proposed yet."""

    method: DealMethod
    stacks: Stacks
    amounts: dict[EntryId, Annotated[int, msgspec.Meta(ge=0, le=10**12)]] = {}


class DealShares(msgspec.Struct, frozen=True, kw_only=True):
    """Cents by entry."""

    amounts: dict[EntryId, int]


class CancelQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The stacks of the players left; before the start none are needed."""

    stacks: Stacks = {}


async def list_floors(visit: Visit, _body: None) -> Floors:
    """All live tournaments with the caller's role there."""
    return Floors(floors=await _house(visit).overview(visit.caller))


async def create_floor(visit: Visit, body: FloorCreation) -> FloorCreated:
    """Create a live tournament; the same id again is the same tournament."""
    if visit.account.role not in HELD_BY["floor"]:
        raise AccessRefused(Net.ROLE, "needs_role", {"role": "floor"})
    if bool(body.toml) == (body.terms is not None):
        raise BadMessage("does_not_fit", "either terms with a name, or toml")
    name, terms, currency = body.name.strip(), body.terms, body.currency
    try:
        if body.toml:
            file = read_floor_file(body.toml, "the file")
            name, terms = file.name.strip(), file.tournament
            currency = file.currency or currency
        assert terms is not None
        online = visit.services.ports.rules.tournament
        if online is None:
            raise FloorRefused("LIVE-1", "the_room_has_no_tournament_rules")
        paper = make_paper(terms, online, body.house_rules)
    except InvalidFile as error:
        raise BadMessage("does_not_fit", str(error)) from None
    if not is_name(name):
        raise BadMessage("does_not_fit", "a tournament has a name, in one line")
    floor = await _house(visit).create(visit.caller, name, paper, body.id, currency)
    return FloorCreated(floor=floor)


async def floor_state(visit: Visit, since: Since) -> FloorState:
    """What a console shows; with `wait_s`, as soon as there is something newer than `after`."""
    house, floor = _house(visit), _number(visit)
    await house.looked_at(floor, visit.caller)
    await house.wait(floor, since.after, since.wait_s)
    return await house.state(floor, visit.caller)


async def floor_command(visit: Visit, body: FloorOrder) -> Outcome:
    """Do something; it is stored when this is answered."""
    order = Order(request=body.id, command=body.command, reason=body.reason, seen=body.seen)
    return await _house(visit).perform(_number(visit), visit.caller, order)


async def floor_undo(visit: Visit, body: Undoing) -> Outcome:
    """Take something back; a refusal lists what depends on it."""
    return await _house(visit).undo(
        _number(visit),
        visit.caller,
        body.entry,
        request=body.id,
        reason=body.reason,
        with_dependents=body.with_dependents,
    )


async def floor_dependents(visit: Visit, wanted: OfEntry) -> Dependents:
    """What would go with an entry."""
    found = await _house(visit).dependents(_number(visit), visit.caller, wanted.entry)
    return Dependents(entries=found)


async def floor_log(visit: Visit, page: LogPage) -> FloorLogPage:
    """Who did what, when and why."""
    house = _house(visit)
    found = await house.log(_number(visit), visit.caller, page.after, page.limit)
    return FloorLogPage(entries=found)


async def floor_papers(visit: Visit, wanted: WantedPapers) -> Papers:
    """What is to be printed."""
    house, number = _house(visit), _number(visit)
    floor = await house.looked_at(number, visit.caller)
    header = await house.header(number, visit.caller)
    found = papers(floor, wanted.kind, wanted.since)
    known = floor.field.names
    entries = [
        one.entry for one in found if isinstance(one, Receipt | SeatCard) and one.entry in known
    ]
    return Papers(
        papers=found,
        name=header.name,
        currency=header.currency,
        host=floor.terms.host,
        logo=floor.terms.logo,
        secrets=await house.secrets_of(number, visit.caller, entries),
    )


async def floor_receipt(visit: Visit, _body: None) -> EntryPaper:
    """The receipt of one entry with its secret."""
    house, number = _house(visit), _number(visit)
    entry = EntryId(visit.path_number("entry"))
    floor = await house.looked_at(number, visit.caller)
    secrets = await house.secrets_of(number, visit.caller, [entry])
    return EntryPaper(receipt=receipt(floor, entry), secret=secrets[entry])


async def floor_codes(visit: Visit, _body: None) -> Codes:
    """The codes of the screens."""
    return Codes(codes=await _house(visit).codes(_number(visit), visit.caller))


async def floor_account(visit: Visit, wanted: WantedAccount) -> FloorAccount:
    """The account with a name, for whoever gives roles; who manages here may be no operator."""
    floor = await _house(visit).looked_at(_number(visit), visit.caller)
    if role_of(floor, visit.caller) not in EVERYTHING:
        raise AccessRefused(Net.ROLE, "needs_role", {"role": "manager"})
    found = await visit.services.ports.accounts.find_by_name(name_key(wanted.name.strip()))
    if found is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_account")
    return FloorAccount(account=found.player, name=found.name)


async def floor_sheet(visit: Visit, wanted: WantedSheet) -> web.Response:
    """A list as CSV."""
    floor = await _house(visit).looked_at(_number(visit), visit.caller)
    response = web.Response(text=sheet(floor, wanted.kind), content_type="text/csv")
    name = f"floor-{_number(visit)}-{wanted.kind}.csv"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


async def floor_players(visit: Visit, body: PlayerSheet) -> Outcome:
    """Enter all players of a CSV list, or none."""
    command = EnterMany(players=read_players(body.csv))
    order = Order(request=body.id, command=command, reason=body.reason)
    return await _house(visit).perform(_number(visit), visit.caller, order)


async def floor_deal(visit: Visit, body: DealQuestion) -> DealShares:
    """What a deal would pay; changes nothing."""
    floor = await _house(visit).looked_at(_number(visit), visit.caller)
    return DealShares(amounts=DealTalks(floor).amounts(body.method, body.stacks, body.amounts))


async def floor_cancel_proposal(visit: Visit, body: CancelQuestion) -> CancelProposal:
    """What everybody would get if the event were called off; changes nothing."""
    return await _house(visit).cancel_proposal(_number(visit), visit.caller, body.stacks)


def _house(visit: Visit) -> FloorHouse:
    house = visit.services.ports.floors
    if house is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_floor")
    return house


def _number(visit: Visit) -> FloorId:
    return FloorId(visit.path_number("floor"))


ALL = "/api/floor"
ONE = f"{ALL}/{{floor}}"
GET: dict[str, Any] = {"method": "GET"}
POST: dict[str, Any] = {"method": "POST"}

ROUTES = (
    Route(
        **GET, path=ALL, handler=list_floors, answer=Floors,
        summary="All live tournaments, newest first, with your role there",
    ),
    Route(
        **POST, path=ALL, handler=create_floor, body=FloorCreation, answer=FloorCreated,
        summary="Create a live tournament from a form or a file",
    ),
    Route(
        **GET, path=f"{ONE}/state", handler=floor_state, params=Since, answer=FloorState,
        summary="Everything that a console shows; waits for news if asked to",
    ),
    Route(
        **POST, path=f"{ONE}/commands", handler=floor_command, body=FloorOrder, answer=Outcome,
        summary="Do something on the floor; stored when answered, once per id",
    ),
    Route(
        **POST, path=f"{ONE}/undo", handler=floor_undo, body=Undoing, answer=Outcome,
        summary="Take an entry of the log back, by another entry",
    ),
    Route(
        **GET, path=f"{ONE}/dependents", handler=floor_dependents, params=OfEntry,
        answer=Dependents, summary="The entries of the log that rely on one",
    ),
    Route(
        **GET, path=f"{ONE}/log", handler=floor_log, params=LogPage, answer=FloorLogPage,
        summary="Who did what, when and why, oldest first",
    ),
    Route(
        **GET, path=f"{ONE}/papers", handler=floor_papers, params=WantedPapers, answer=Papers,
        summary="Receipts, seat cards, move tickets, payout slips, bagging sheets",
    ),
    Route(
        **GET, path=f"{ONE}/entries/{{entry}}/receipt", handler=floor_receipt, answer=EntryPaper,
        summary="A receipt with the secret for the player's phone",
    ),
    Route(
        **GET, path=f"{ONE}/codes", handler=floor_codes, answer=Codes,
        summary="The codes of the screens of the hall",
    ),
    Route(
        **GET, path=f"{ONE}/account", handler=floor_account, params=WantedAccount,
        answer=FloorAccount, summary="The account with a name, for managers who give roles",
    ),
    Route(
        **GET, path=f"{ONE}/sheet", handler=floor_sheet, params=WantedSheet, media_type="text/csv",
        summary="Players, entries or results as CSV",
    ),
    Route(
        **POST, path=f"{ONE}/players", handler=floor_players, body=PlayerSheet, answer=Outcome,
        summary="Enter all players of a CSV list, or none",
    ),
    Route(
        **POST, path=f"{ONE}/deal", handler=floor_deal, body=DealQuestion, answer=DealShares,
        summary="What a deal would pay; changes nothing",
    ),
    Route(
        **POST, path=f"{ONE}/cancel-proposal", handler=floor_cancel_proposal, body=CancelQuestion,
        answer=CancelProposal, summary="What calling the event off would pay; changes nothing",
    ),
)  # fmt: skip
