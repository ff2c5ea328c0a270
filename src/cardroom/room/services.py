"""What every table task needs of the room: its lobby, its money, its clock, its chance."""

from typing import NamedTuple

from cardroom.cash.lobby import CashLobby
from cardroom.room.channels import Switchboard
from cardroom.room.ports import Clock, Directory, MoneyStore, Presence, TableStore
from cardroom.room.shuffle import Bits, Shuffle, shuffle
from cardroom.room.tables.pace import Pace
from cardroom.room.wallets import Wallets


class SteadyClock:
    """Room time: begins with the wall clock and then only grows, whatever is done to that clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offset_ms = clock.now_ms() - clock.monotonic_ms()

    def now_ms(self) -> int:
        return self._offset_ms + self._clock.monotonic_ms()

    def monotonic_ms(self) -> int:
        return self._clock.monotonic_ms()


class RoomServices(NamedTuple):
    """The services of one running room."""

    lobby: CashLobby
    wallets: Wallets
    money: MoneyStore
    tables: TableStore
    clock: SteadyClock
    bits: Bits
    switchboard: Switchboard
    presence: Presence
    names: Directory
    pace: Pace
    currency: str
    shuffle: Shuffle = shuffle
