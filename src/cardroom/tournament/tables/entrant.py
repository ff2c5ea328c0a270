"""A player who is still in: stack, time bank, connection, and where the seat is."""

from cardroom.engine.action_clock import Connection
from cardroom.engine.timebank import BankTerms, TimeBank
from cardroom.ledger import PlayerId
from cardroom.tournament.events import AwayCause
from cardroom.tournament.ids import EntryId, TableNumber
from cardroom.units import Chips, Seat


class Entrant:
    """One entry at a table."""

    __slots__ = (
        "away",
        "bank",
        "before",
        "connection",
        "disqualified",
        "entry",
        "had_big_blind",
        "player",
        "seat",
        "stack",
        "table",
        "timed_out",
    )

    def __init__(
        self,
        *,
        entry: EntryId,
        player: PlayerId,
        table: TableNumber,
        seat: Seat,
        stack: Chips,
        bank: BankTerms,
    ) -> None:
        self.entry = entry
        self.player = player
        self.table = table
        self.seat = seat
        self.stack = stack
        self.before = 0
        """The chips before the forced bets of the hand that took the last of them (TRN-20)."""
        self.bank = TimeBank(bank)
        self.connection = Connection()
        self.away: AwayCause | None = None
        """Why the player sits out: dealt in, and folded at once on the turn (TRN-17)."""
        self.timed_out = False
        """The server decided for the player: sits out from the end of the hand (TAMB-90)."""
        self.had_big_blind = False
        """Had the big blind in the last hand that was dealt to the player (TAMB-54)."""
        self.disqualified = False

    def copy(self) -> "Entrant":
        """The same player for a hand that is played elsewhere: bank and connection of its own."""
        copied = Entrant(
            entry=self.entry,
            player=self.player,
            table=self.table,
            seat=self.seat,
            stack=self.stack,
            bank=self.bank.terms,
        )
        copied.bank = self.bank.copy()
        copied.connection.lost_at_ms = self.connection.lost_at_ms
        copied.away = self.away
        return copied
