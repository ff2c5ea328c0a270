"""What a player may ask about a seat at a cash table, carried out inside the table's own task."""

from cardroom.cash.lobby import CashLobby
from cardroom.cash.table import CashTable
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.people import Caller
from cardroom.room.ports import Directory
from cardroom.room.requests import (
    AnyTableRequest,
    AutoTopUp,
    ComeBack,
    Decline,
    Enter,
    Leave,
    Sit,
    SitOut,
    TopUp,
)


def verify_one_seat(table: CashTable, names: Directory, caller: Caller) -> None:
    """A person has one seat at a table, their programs included (FAIR-01, FAIR-11)."""
    others = [one for one in table.players if one != caller.player]
    if caller.person in {names.person(one) for one in others}:
        raise SeatRefused("FAIR-01", "one_seat_per_person")


def change_seat(
    lobby: CashLobby, table: CashTable, player: PlayerId, request: AnyTableRequest, at_ms: int
) -> None:
    """Do what is asked about a seat, or raise Refused and change nothing."""
    number = table.table
    match request:
        case Sit():
            lobby.buy_in(player, number, request.amount, at_ms, reset=request.reset)
        case Decline():
            lobby.decline(player, number, at_ms)
        case Leave():
            lobby.leave(player, number, at_ms)
        case SitOut(when="next_big_blind"):
            lobby.next_big_blind(player, number, at_ms, on=request.on)
        case SitOut(on=True):
            lobby.sit_out(player, number, at_ms)
        case SitOut() | ComeBack():
            lobby.come_back(player, number, at_ms)
        case Enter():
            table.post_or_wait(player, post=request.post)
        case TopUp():
            lobby.top_up(player, number, request.amount, at_ms)
        case AutoTopUp():
            table.set_auto_top_up(player, on=request.on)
        case _:
            raise AssertionError(f"no such request: {type(request).__name__}")
