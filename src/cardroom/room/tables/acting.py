"""Whose turn it is at a table, and what becomes of it: an answer, a choice made before, or time."""

from cardroom.engine.hand import Hand
from cardroom.errors import ActionRefused
from cardroom.ledger import PlayerId
from cardroom.room.requests import Act, Intend
from cardroom.room.sealed import Opaque
from cardroom.room.shuffle import below
from cardroom.room.tables.channel import TableChannel
from cardroom.room.tables.pace import StreetPause
from cardroom.room.tables.protocols import PlayedTable, RunnerServices, View
from cardroom.room.tables.turns import Turns

TURNS_PER_EPOCH = 2**28
"""A turn after a restart never has the token of one before it."""


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
