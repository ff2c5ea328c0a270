"""What a player may ask of one table, carried out inside the table's own task."""

import msgspec

from cardroom.cash.lobby import CashLobby
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.notices import ChatSaid
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.requests import (
    Act,
    AnyTableRequest,
    AutoTopUp,
    Chat,
    ComeBack,
    Decline,
    Enter,
    Intend,
    Leave,
    Muck,
    Read,
    Show,
    Sit,
    SitOut,
    TopUp,
)
from cardroom.room.tables.task import DONE, TableTask

PLAYED = (Act, Intend, Chat, Show, Muck, Read)
"""Requests that move no money and no seat: nothing of them is stored before the answer."""


def carry_out(
    lobby: CashLobby, task: TableTask, caller: Caller, request: AnyTableRequest, at_ms: int
) -> Answer:
    """Do what is asked, or raise Refused and change nothing."""
    player = caller.player
    match request:
        case Act():
            return task.act(player, request, at_ms)
        case Intend():
            task.intend(player, request)
        case Chat():
            task.table.occupant(player)
            task.channel.tell(ChatSaid(player=player, name=caller.name, text=request.text))
        case Show():
            task.channel.show(player, request.hand, request.cards)
        case Muck():
            task.channel.muck(player, request.hand)
        case Read():
            task.channel.verify_reader(player)
            answer: Answer = msgspec.to_builtins(task.channel.read(player))
            return answer
        case _:
            _change_seat(lobby, task, player, request, at_ms)
    return DONE


def _change_seat(
    lobby: CashLobby, task: TableTask, player: PlayerId, request: AnyTableRequest, at_ms: int
) -> None:
    number = task.number
    match request:
        case Sit():
            if task.frozen:
                raise SeatRefused("CRASH-02", "table_is_frozen")
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
            task.table.post_or_wait(player, post=request.post)
        case TopUp():
            lobby.top_up(player, number, request.amount, at_ms)
        case AutoTopUp():
            task.table.set_auto_top_up(player, on=request.on)
        case _:
            raise AssertionError(f"no such request: {type(request).__name__}")
