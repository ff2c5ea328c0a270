"""Turns at a table: whose it is, and what becomes of it: an answer, a choice made before, or time.

Around that: the tokens of turns, the time that lag is worth, and misuse.
"""

from typing import NamedTuple

from cardroom.engine.answers import Options
from cardroom.engine.hand import Hand
from cardroom.errors import AccessRefused, ActionRefused
from cardroom.ledger import PlayerId
from cardroom.room.net import Net
from cardroom.room.requests import Act, Intend
from cardroom.room.sealed import Opaque
from cardroom.room.shuffle import below
from cardroom.room.tables.channel import TableChannel
from cardroom.room.tables.pace import Pace
from cardroom.room.tables.protocols import PlayedTable, RunnerServices, View
from cardroom.units import Cents

TURNS_PER_EPOCH = 2**28
"""A turn after a restart never has the token of one before it."""
LAG_FIRST_MS = 750
LAG_GAIN_MS = 250
LAG_MS_MAX = 1_750
ILLEGAL_ACTIONS_MAX = 5
"""After this many refused actions in a hand it takes only checks and folds."""
ALWAYS_TAKEN = frozenset({"check", "fold"})


class Acting(Opaque):
    """The turns of one table: asks, waits, takes answers, and acts when nobody answers."""

    def __init__(
        self,
        services: RunnerServices,
        table: PlayedTable,
        channel: TableChannel[View],
        epoch: int,
    ) -> None:
        self._services = services
        self._table = table
        self._channel = channel
        self._turns = Turns(first=epoch * TURNS_PER_EPOCH)
        self._pause = StreetPause(services.pace)
        self._automatic: tuple[int, str] | None = None
        """When the table acts for the player whose turn it is, and how."""

    @property
    def _now(self) -> int:
        return self._services.clock.now_ms()

    def start_hand(self) -> None:
        """Nothing that was chosen in the last hand counts in the next."""
        self._turns.start_hand()

    def hand_started(self, hand: Hand) -> None:
        """The hand is dealt: its first decision waits for nothing."""
        self._pause.start_hand(hand)

    def stop(self) -> None:
        """Nobody acts any more: the table has stopped."""
        self._automatic = None

    # Players

    def act(self, player: PlayerId, request: Act, at_ms: int) -> None:
        """A player's decision for the turn that is named (AMB-49).

        Who has no seat learns nothing from the refusal: the rail may see everything later.
        """
        table, frozen = self._table, self._channel.frozen
        table.occupant(player)
        if frozen:
            raise ActionRefused("CRASH-02", "table_is_frozen", {"cause": frozen})
        if request.hand == table.number:
            self._turns.verify_not_muted(player, request.a)
        deadline = table.deadline_ms
        try:
            self._turns.verify_token(request, table.number)
            table.act(player, request.a, request.to, at_ms)
        except ActionRefused:
            if request.hand == table.number:
                self._turns.count_illegal(player)
            raise
        self._turns.acted(player, 0 if deadline is None else at_ms - deadline)

    def intend(self, player: PlayerId, request: Intend) -> None:
        """Remember what to do when the player's turn comes (AMB-49)."""
        self._table.occupant(player)
        self._turns.want(player, request)

    # Time

    def due_ms(self) -> int | None:
        """When something happens by itself in the hand in progress."""
        if self._pause.ends_ms is not None:
            return self._pause.ends_ms
        if self._automatic is not None:
            return self._automatic[0]
        deadline = self._table.deadline_ms
        # What a slow line is worth is looked up when the deadline has come: it seldom does.
        return deadline if deadline is None or self._now < deadline else self._expires_ms()

    def _expires_ms(self) -> int | None:
        """The deadline of the turn, and what the player's slow line is worth.

        Nobody's time is over while it is in doubt whether their line is lost: that is worth more
        time than the doubt lasts (TIME-02).
        """
        deadline, actor = self._table.deadline_ms, self._table.actor
        if deadline is None or actor is None:
            return None
        presence = self._services.presence
        expires = deadline + self._turns.lag_allowance_ms(actor, presence.lag_ms(actor))
        doubt = presence.doubt_ms(actor)
        return max(expires, self._now + doubt) if doubt else expires

    def let_time_pass(self, at_ms: int) -> bool:
        """Act for the player whose turn it is, if they chose so or their time is over (TIME-02)."""
        table = self._table
        if self._channel.frozen or table.clock is None:
            return False
        if self._automatic is not None and at_ms >= self._automatic[0]:
            actor = table.actor
            assert actor is not None
            table.act(actor, self._automatic[1], 0, at_ms)
            return True
        if at_ms < table.clock.deadline_ms:
            return False
        expires = self._expires_ms()
        return expires is not None and at_ms >= expires and table.expire(at_ms)

    # The next turn

    def ask_next(self, hand: Hand) -> None:
        """Start everybody's countdown and ask the player, unless the answer is known already."""
        actor, options = self._table.actor, hand.options
        if self._channel.is_timed:
            return
        self._automatic = None
        self._channel.end_turn()
        if actor is None or options is None:
            return
        if self._pauses(hand):
            return
        self._channel.start_clock(self._turns.next())
        wanted = self._turns.take_wanted(
            actor, hand=self._table.number, street=hand.street, options=options
        )
        if wanted is not None:
            pace = self._services.pace
            jitter = below(self._services.bits, pace.intention_ms_spread + 1)
            self._automatic = (self._now + pace.intention_ms_least + jitter, wanted)
        else:
            self._channel.ask(actor)

    def _pauses(self, hand: Hand) -> bool:
        """Whether everybody looks at a new street first: answers to old turns are too late, and
        the clock of the next player waits until then (TIME-02)."""
        if not self._pause.holds(hand, self._now):
            return False
        clock, ends_ms = self._table.clock, self._pause.ends_ms
        assert clock is not None
        assert ends_ms is not None
        clock.begin_at(ends_ms)
        self._turns.next()
        self._channel.tell_pots()
        return True


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


class StreetPause:
    """The pause of one table between two streets of a hand: nobody decides, nobody's time runs."""

    def __init__(self, pace: Pace) -> None:
        self.ends_ms: int | None = None
        """Until when the new cards are looked at; None while somebody decides."""
        self._pace = pace
        self._street = ""

    def start_hand(self, hand: Hand) -> None:
        """The first decision of a hand waits for nothing."""
        self._street = hand.street
        self.ends_ms = None

    def holds(self, hand: Hand, now_ms: int) -> bool:
        """Whether the next decision has to wait; a new street begins the pause."""
        if hand.street != self._street:
            self._street = hand.street
            self.ends_ms = now_ms + self._pace.street_change_ms
        if self.ends_ms is not None and now_ms >= self.ends_ms:
            self.ends_ms = None
        return self.ends_ms is not None
