"""What a player may ask about a seat at a cash table, carried out inside the table's own task."""

from collections.abc import Iterable

from cardroom.cash.table_desk import TableDesk
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.people import Caller
from cardroom.room.ports import Directory
from cardroom.room.requests import (
    AnyTableRequest,
    AutoTopUp,
    ComeBack,
    Enter,
    Leave,
    SitOut,
    TopUp,
)


def verify_one_seat(players: Iterable[PlayerId], names: Directory, caller: Caller) -> None:
    """A person has one seat at a table, their programs included (FAIR-01, FAIR-11)."""
    others = [one for one in players if one != caller.player]
    if caller.person in {names.person(one) for one in others}:
        raise SeatRefused("FAIR-01", "one_seat_per_person")


def change_seat(desk: TableDesk, player: PlayerId, request: AnyTableRequest, at_ms: int) -> None:
    """Do what is asked about a seat, or raise Refused and change nothing."""
    match request:
        case Leave(when="after_hand"):
            desk.leave_after(player, at_ms, on=request.on)
        case Leave():
            desk.leave(player, at_ms)
        case SitOut(when="next_big_blind"):
            desk.next_big_blind(player, at_ms, on=request.on)
        case SitOut(on=True):
            desk.sit_out(player, at_ms)
        case SitOut() | ComeBack():
            desk.come_back(player, at_ms)
        case Enter():
            desk.table.post_or_wait(player, post=request.post)
        case TopUp():
            desk.top_up(player, request.amount, at_ms)
        case AutoTopUp():
            desk.table.set_auto_top_up(player, on=request.on)
        case _:
            raise AssertionError(f"no such request: {type(request).__name__}")
