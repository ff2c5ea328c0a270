"""A player in a seat of a cash table: stack, standing, timebank, and what was asked for."""

from cardroom.cash.events import LeaveCause, OutCause, SitOutWhen
from cardroom.cash.positions import Standing
from cardroom.engine.action_clock import Connection
from cardroom.engine.timebank import TimeBank
from cardroom.ledger import PlayerId
from cardroom.units import Cents, Seat


class Occupant:
    """One taken seat."""

    def __init__(
        self, *, seat: Seat, player: PlayerId, stack: Cents, bank: TimeBank, auto_top_up: bool
    ) -> None:
        self.seat = seat
        self.player = player
        self.stack = stack
        self.initial_buy_in = stack
        self.bank = bank
        self.connection = Connection()
        self.auto_top_up = auto_top_up
        self.standing: Standing = "waiting"
        self.missed_blind = False
        self.out_since_ms: int | None = None
        self.out_until_ms: int | None = None
        """Removed at this moment at the latest, after a global sit-out (SIT-06)."""
        self.out_cause: OutCause | None = None
        self.sit_out: SitOutWhen = "not"
        self.leaving: LeaveCause | None = None
        """Why the seat is given up after the hand (AMB-67)."""
        self.top_up: Cents = 0
        self.leaves_after = False
        """Whether the player leaves when the hand is over, and plays it to its end (AMB-67)."""
        self.posts_by_hand = False
        """Whether each big blind waits for the player's word (SIT-05)."""

    @property
    def is_out(self) -> bool:
        """Whether the player sits out (SIT-01)."""
        return self.out_since_ms is not None

    @property
    def is_ready(self) -> bool:
        """Whether the player counts toward the next hand (CASH-07, AMB-31, AMB-68)."""
        return self.out_since_ms is None and self.stack > 0 and self.leaving is None

    @property
    def may_sit_out_later(self) -> bool:
        """Whether the player neither sits out nor is about to, and stays (SIT-05)."""
        stays = self.out_since_ms is None and self.leaving is None
        return stays and self.sit_out != "after_this_hand"

    @property
    def is_settled(self) -> bool:
        """Whether nothing waits for the end of a hand: the usual case, looked at first."""
        return (
            self.out_since_ms is None
            and self.stack > 0
            and self.leaving is None
            and self.sit_out != "after_this_hand"
            and not self.top_up
            and not self.auto_top_up
            and not self.leaves_after
        )


class Kept:
    """What a rollback gives back to one seat (AMB-69)."""

    __slots__ = ("bank_hands", "bank_ms", "missed_blind", "standing")

    def __init__(self, occupant: Occupant) -> None:
        self.standing = occupant.standing
        self.missed_blind = occupant.missed_blind
        self.bank_ms = occupant.bank.left_ms
        self.bank_hands = occupant.bank.hands

    def restore(self, occupant: Occupant) -> None:
        """Put standing, missed blinds and timebank back to the start of the hand."""
        occupant.standing = self.standing
        occupant.missed_blind = self.missed_blind
        occupant.bank.left_ms = self.bank_ms
        occupant.bank.hands = self.bank_hands
