"""What tournaments need of the room."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from cardroom.ledger import PlayerId
from cardroom.ledger.tickets import Ticket
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.ports import Bus, Clock, Directory, MoneyStore, Presence
from cardroom.room.shuffle import Bits, Shuffle, shuffle
from cardroom.room.table_numbers import TableNumbers
from cardroom.room.tables.pace import Pace
from cardroom.room.tournaments.board import TournamentBoard
from cardroom.room.tournaments.ports import PrizeStore, ScheduleStore, TournamentStore
from cardroom.room.wallets import Wallets
from cardroom.tournament.tables.keeping_apart import PartnersOf, no_partners

REEL_MS = 6_000
"""How long the first deal of a HexaPro game waits for its draw to be shown (TAMB-79)."""


def nobody_hears(player: PlayerId) -> None:
    """Where no player has a channel, nobody hears of money."""


class TournamentServices(NamedTuple):
    """The services of all tournaments of one running room."""

    store: TournamentStore
    prizes: PrizeStore
    schedules: ScheduleStore
    money: MoneyStore
    wallets: Wallets
    bus: Bus
    clock: Clock
    bits: Bits
    switchboard: Switchboard
    presence: Presence
    names: Directory
    pace: Pace
    currency: str
    numbers: TableNumbers
    owner: str
    """What the store calls this process."""
    board: TournamentBoard
    """How every tournament stands, as it has last published it."""
    takes: Callable[[Ticket], bool]
    """Whether any tournament that is offered takes a ticket (TAMB-87)."""
    facts: Callable[[PlayerId], Awaitable[Mapping[str, int]]]
    """What is known of a player, for the conditions of freerolls (TAMB-78)."""
    money_moved: Callable[[PlayerId], None] = nobody_hears
    """Tells players what they can spend now."""
    tells: bool = False
    """Whether the operator's systems hear of tournaments."""
    ticket_ms: int = 0
    """How long a ticket won in a satellite is valid; 0: for ever (TAMB-87)."""
    shuffle: Shuffle = shuffle
    """Where decks come from in a room without keys."""
    fair: FairHouse | None = None
    """Where decks come from that players can verify."""
    reel_ms: int = REEL_MS
    partners_of: PartnersOf = no_partners
    """Whom the house keeps apart from a player (AMB-74)."""

    def ticket_expiry(self, at_ms: int) -> int:
        """Until when a ticket is good that is given for a won seat now; 0 is always (TAMB-87)."""
        return at_ms + self.ticket_ms if self.ticket_ms else 0


class TableServices(NamedTuple):
    """What the table runner needs (RunnerServices), on the time of one tournament."""

    bus: Bus
    clock: Clock
    bits: Bits
    shuffle: Shuffle
    fair: FairHouse | None
    switchboard: Switchboard
    presence: Presence
    pace: Pace
