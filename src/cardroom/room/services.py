"""What the actors of a room share: its rules, its money, its clock, its chance, its bus."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from cardroom.cash.cashier import Cashier
from cardroom.cash.limits import LobbyLimits
from cardroom.cash.lobby.lobby_tables import NewTable
from cardroom.cash.rejoin_history import RejoinHistory
from cardroom.ledger import PlayerId
from cardroom.room.cash.seat_board import SeatBoard
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.ports import Bus, Clock, Directory, MoneyStore, Presence, TableStore
from cardroom.room.shuffle import Bits, Shuffle, shuffle
from cardroom.room.tables.pace import Pace
from cardroom.room.wallets import Wallets
from cardroom.rulebook import Edition
from cardroom.rulebook.cash.rules import CashRules

VerifyNeighbours = Callable[[PlayerId, Iterable[PlayerId]], None]


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
    """The services of one running room.

    No actor's state is here. Wallets and history are what the store knows of the players, kept in
    step with it; on the board each table publishes its own seats.
    """

    edition: Edition
    wallets: Wallets
    history: RejoinHistory
    cashier: Cashier
    money: MoneyStore
    tables: TableStore
    clock: SteadyClock
    bits: Bits
    switchboard: Switchboard
    presence: Presence
    names: Directory
    pace: Pace
    currency: str
    bus: Bus
    board: SeatBoard
    new_table: NewTable
    limits: LobbyLimits = LobbyLimits()
    shuffle: Shuffle = shuffle
    """Where decks come from in a room without keys."""
    fair: FairHouse | None = None
    """Where decks come from that players can verify."""
    verify_neighbours: VerifyNeighbours | None = None
    """Refuses a seat beside some players, where the house has such a switch on (AMB-73)."""

    @property
    def rules(self) -> CashRules:
        """The rules of the cash games."""
        assert self.edition.cash is not None, f"{self.edition.name} has no cash games"
        return self.edition.cash


def cash_services(
    edition: Edition,
    wallets: Wallets,
    currency: str,
    epoch: int,
    limits: LobbyLimits = LobbyLimits(),  # noqa: B008 - a frozen struct
) -> tuple[RejoinHistory, Cashier]:
    """What is remembered of the players and who moves their money; `epoch` makes the keys of
    transfers differ from those before a restart."""
    assert edition.cash is not None, f"{edition.name} has no cash games"
    history = RejoinHistory(edition.cash, seats_max=limits.seats_per_player)
    return history, Cashier(wallets.move, currency=currency, epoch=epoch)
