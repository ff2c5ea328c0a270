"""A table as a viewer sees it: everything a screen needs, nothing that is hidden from him."""

import msgspec

from cardroom.cash.events import OutCause
from cardroom.cash.occupant import Occupant
from cardroom.cash.positions import Standing
from cardroom.cash.table import CashTable
from cardroom.engine.views import HandView, Viewer, view
from cardroom.ledger import PlayerId, TableId
from cardroom.room.notices import ClockStarted
from cardroom.room.ports import Directory
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents, Seat


class PlaceView(msgspec.Struct, frozen=True, kw_only=True):
    """One taken seat, between hands and during them."""

    seat: Seat
    player: PlayerId
    name: str
    stack: Cents
    standing: Standing
    out_since_ms: int | None
    removed_at_ms: int | None
    out_cause: OutCause | None
    connected: bool
    leaving: bool


class OwnSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What only the player himself sees of his seat."""

    sit_out: str
    auto_top_up: bool
    top_up: Cents
    bank_ms: int


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table."""

    table: TableId
    edition: str
    stake: Stake
    number: int
    places: tuple[PlaceView, ...]
    hand: HandView | None
    clock: ClockStarted | None
    frozen: str
    me: OwnSettings | None


def table_view(
    table: CashTable,
    viewer: PlayerId,
    *,
    edition: str,
    names: Directory,
    clock: ClockStarted | None,
    frozen: str,
) -> TableView:
    """The table as `viewer` may see it now."""
    own = table.occupant(viewer) if table.has(viewer) else None
    seen_as: Viewer = "rail"
    if own is not None and table.is_dealt_in(own):
        seen_as = own.seat
    return TableView(
        table=table.table,
        edition=edition,
        stake=table.stake,
        number=table.number,
        places=tuple(_place(table, occupant, names) for occupant in table.in_order()),
        hand=None if table.hand is None else view(table.hand, seen_as),
        clock=clock,
        frozen=frozen,
        me=None if own is None else _own(own),
    )


def _place(table: CashTable, occupant: Occupant, names: Directory) -> PlaceView:
    return PlaceView(
        seat=occupant.seat,
        player=occupant.player,
        name=names.name(occupant.player),
        stack=occupant.stack,
        standing=occupant.standing,
        out_since_ms=occupant.out_since_ms,
        removed_at_ms=table.removal_due_ms(occupant),
        out_cause=occupant.out_cause,
        connected=not occupant.connection.is_lost,
        leaving=occupant.leaving is not None,
    )


def _own(occupant: Occupant) -> OwnSettings:
    return OwnSettings(
        sit_out=occupant.sit_out,
        auto_top_up=occupant.auto_top_up,
        top_up=occupant.top_up,
        bank_ms=occupant.bank.left_ms,
    )
