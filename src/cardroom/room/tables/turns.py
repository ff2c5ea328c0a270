"""Turns at a table: their tokens, the time that lag is worth, pre-selected actions, misuse."""

from typing import NamedTuple

from cardroom.engine.answers import Options
from cardroom.errors import AccessRefused, ActionRefused
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.room.requests import Act, Intend
from cardroom.units import Cents

LAG_FIRST_MS = 750
LAG_GAIN_MS = 250
LAG_MS_MAX = 1_750
ILLEGAL_ACTIONS_MAX = 5
"""After this many refused actions in a hand it takes only checks and folds."""
ALWAYS_TAKEN = frozenset({"check", "fold"})


class Wanted(NamedTuple):
    """A pre-selected action, bound to the hand, the street and the amount to call."""

    hand: int
    street: str
    to_call: Cents
    action: str

    def decide(self, options: Options) -> str | None:
        """What to do now; nothing when the situation is another than the player meant (AMB-49)."""
        if self.action in {"check_fold", "call_any"}:
            facing_bet = "fold" if self.action == "check_fold" else "call"
            return "check" if options.check else facing_bet
        is_other = self.to_call != options.call
        if is_other or options.check != (self.action == "check"):
            return None
        return self.action


class Turns:
    """What is remembered about the players' turns at one table."""

    def __init__(self, *, first: int) -> None:
        self.token = first
        self._quota_ms: dict[PlayerId, int] = {}
        self._wanted: dict[PlayerId, Wanted] = {}
        self._illegal: dict[PlayerId, int] = {}

    def start_hand(self) -> None:
        """Nothing pre-selected is carried to the next hand; misuse is forgotten."""
        self._wanted.clear()
        self._illegal.clear()

    def next(self) -> int:
        """A new token: whoever answers an old turn is refused."""
        self.token += 1
        return self.token

    def verify_token(self, act: Act, hand: int) -> None:
        """Refuse the answer to a turn that is over, or to another hand (AMB-49)."""
        if act.hand != hand or act.turn != self.token:
            raise ActionRefused("AMB-49", "stale_turn", {"turn": self.token})

    # Lag

    def lag_allowance_ms(self, player: PlayerId, measured_ms: int) -> int:
        """What the server waits beyond the deadline for a slow line, within the player's quota."""
        return min(self._quota_ms.get(player, LAG_FIRST_MS), measured_ms)

    def acted(self, player: PlayerId, late_ms: int) -> None:
        """An action gains some quota; what was used of it is gone."""
        left = self._quota_ms.get(player, LAG_FIRST_MS) - max(0, late_ms)
        self._quota_ms[player] = min(LAG_MS_MAX, max(0, left) + LAG_GAIN_MS)

    # Pre-selected actions

    def want(self, player: PlayerId, request: Intend) -> None:
        """Remember what to do when the turn comes, or forget it again."""
        if request.a == "none":
            self._wanted.pop(player, None)
        else:
            wanted = Wanted(request.hand, request.street, request.to_call, request.a)
            self._wanted[player] = wanted

    def take_wanted(
        self, player: PlayerId, *, hand: int, street: str, options: Options
    ) -> str | None:
        """The pre-selected action if it still fits; it is used up either way."""
        wanted = self._wanted.pop(player, None)
        if wanted is None or (wanted.hand, wanted.street) != (hand, street):
            return None
        action = wanted.decide(options)
        return None if action is None or self.is_muted_for(player, action) else action

    # Misuse

    def count_illegal(self, player: PlayerId) -> None:
        """An action of the hand in progress was refused."""
        self._illegal[player] = self._illegal.get(player, 0) + 1

    def verify_not_muted(self, player: PlayerId, action: str) -> None:
        """Refuse all but checking and folding after too many illegal actions (AMB-49)."""
        if self.is_muted_for(player, action):
            raise AccessRefused(Net.RATE, "too_many_illegal_actions")

    def is_muted_for(self, player: PlayerId, action: str) -> bool:
        """Whether too many illegal actions leave the seat without this one for the hand."""
        is_muted = self._illegal.get(player, 0) >= ILLEGAL_ACTIONS_MAX
        return is_muted and action not in ALWAYS_TAKEN
