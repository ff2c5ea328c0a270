"""One table, one task, one bounded inbox: deals, keeps time, settles, and tells what happened.

A table that breaks voids its own hand and freezes; its neighbours do not notice.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import msgspec

from cardroom.cash.records import record_of
from cardroom.cash.table import CashTable
from cardroom.engine.events import (
    BoardDealt,
    Event,
    HandStarted,
    HoleDealt,
    PotAwarded,
    encode_events,
)
from cardroom.engine.hand import Hand
from cardroom.engine.views import redacted
from cardroom.errors import ActionRefused, Refused, SeatRefused, Unavailable
from cardroom.ledger import PlayerId, SettledHand, TableId
from cardroom.room.house import House, log
from cardroom.room.notices import ClockStarted, TableFrozen, Turn
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.requests import Act
from cardroom.room.shuffle import below, shuffled
from cardroom.room.statistics import count
from cardroom.room.table_view import table_view
from cardroom.room.turns import Turns

INBOX_MAX = 64
RETRY_S = 0.5
DONE: Answer = {}

Job = Callable[[], Awaitable[Answer]]


class Asked(NamedTuple):
    """A job in the inbox, and where its answer goes."""

    job: Job
    answer: asyncio.Future[Answer]


class TableTask:
    """The task of one table. Everything that touches the table passes through its inbox."""

    def __init__(self, house: House, table: CashTable, epoch: int, *, deal_at_ms: int) -> None:
        self.table = table
        self.epoch = epoch
        self.frozen = ""
        self.draining = False
        self._house = house
        self._turns = Turns()
        self._inbox: asyncio.Queue[Asked] = asyncio.Queue(INBOX_MAX)
        self._wake = asyncio.Event()
        self._channel = house.switchboard.open(f"table:{table.table}", self)
        self._told = 0
        """How many events of the hand in progress have been published."""
        self._deal_at_ms: int | None = deal_at_ms
        self._clock: ClockStarted | None = None
        self._is_paid = False
        """Whether the store has the finished hand, and the table not yet."""
        self._automatic: tuple[int, str] | None = None
        """When a pre-selected action is taken, and which."""

    # The inbox

    async def ask(self, job: Job) -> Answer:
        """Have a job done between other jobs of this table; a full inbox refuses."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        try:
            self._inbox.put_nowait(Asked(job, answer))
        except asyncio.QueueFull:
            raise SeatRefused("NET-10", "table_is_busy") from None
        self._wake.set()
        return await answer

    def nudge(self) -> None:
        """Look at the table again: somebody sat down, came back or left."""
        if self._deal_at_ms is None:
            self._deal_at_ms = self._now
        self._wake.set()

    async def run(self) -> None:
        """Play for ever; what breaks freezes this table only."""
        while True:
            await self._wait()
            try:
                await self._do_one_job()
                self._let_time_pass()
                await self._go_on()
            except Exception as error:  # noqa: BLE001 - our own mistake stops this table alone
                self._freeze(error)

    @property
    def _now(self) -> int:
        return self._house.clock.now_ms()

    async def _wait(self) -> None:
        if not self._inbox.empty():
            return
        self._wake.clear()
        due_ms = self._due_ms()
        timeout = None if due_ms is None else max(0, due_ms - self._now) / 1000
        try:
            async with asyncio.timeout(timeout):
                await self._wake.wait()
        except TimeoutError:
            return

    def _due_ms(self) -> int | None:
        if self.frozen:
            return None
        if self.table.deal is None:
            return None if self.draining else self._deal_at_ms
        if self._automatic is not None:
            return self._automatic[0]
        return self._expires_ms()

    def _expires_ms(self) -> int | None:
        """The deadline of the turn, and what the player's slow line is worth."""
        deadline, actor = self.table.deadline_ms, self.table.actor
        if deadline is None or actor is None:
            return None
        lag = self._house.presence.lag_ms(actor)
        return deadline + self._turns.lag_allowance_ms(actor, lag)

    async def _do_one_job(self) -> None:
        if self._inbox.empty():
            return
        asked = self._inbox.get_nowait()
        try:
            answer = await asked.job()
        except Refused as refusal:
            _answer(asked.answer, refusal)
        except BaseException as error:
            _answer(asked.answer, Unavailable(f"table {self.table.table} has stopped"))
            raise error from None
        else:
            _answer(asked.answer, answer)

    # Turns

    async def act(self, player: PlayerId, request: Act) -> Answer:
        """A player's decision for the turn that is named (AMB-49)."""
        self._verify_playing()
        if request.hand != self.table.number or request.turn != self._turns.token:
            raise ActionRefused("AMB-49", "stale_turn", {"turn": self._turns.token})
        deadline = self.table.deadline_ms
        try:
            self.table.act(player, request.a, request.to, self._capped(deadline))
        except ActionRefused:
            self._turns.count_illegal(player)
            if self.table.actor == player and self._turns.is_silenced(player):
                self._automatic = (self._now, "check_fold")
            raise
        self._turns.acted(player, self._now - deadline if deadline is not None else 0)
        self._end_turn()
        return DONE

    def _capped(self, deadline_ms: int | None) -> int:
        """An action in the time that lag is worth counts as made at the deadline."""
        return self._now if deadline_ms is None else min(self._now, deadline_ms)

    def _end_turn(self) -> None:
        self._clock = None
        self._automatic = None

    def _let_time_pass(self) -> None:
        if self.frozen or self.table.hand is None:
            return
        if self._automatic is not None and self._now >= self._automatic[0]:
            self._act_by_itself(self._automatic[1])
        expires = self._expires_ms()
        if expires is not None and self._now >= expires and self.table.expire(self._now):
            self._end_turn()

    def _act_by_itself(self, action: str) -> None:
        hand, actor = self.table.hand, self.table.actor
        assert hand is not None
        assert actor is not None
        if action == "check_fold":
            action = "check" if hand.to_call == 0 else "fold"
        self._end_turn()
        self.table.act(actor, action, 0, self._now)

    def _begin_turn(self, hand: Hand) -> None:
        """Start everybody's countdown and ask the player, unless the answer is known already."""
        actor, options, clock = self.table.actor, hand.options, self.table.clock
        if actor is None or options is None or clock is None or self._clock is not None:
            return
        self._turns.next()
        bank_ms = self.table.occupants[options.seat].bank.left_ms
        self._clock = ClockStarted(
            hand=self.table.number,
            seat=options.seat,
            deadline_ms=clock.bank_starts_ms,
            bank_ms=bank_ms,
        )
        self._channel.publish(self._clock)
        wanted = self._turns.take_wanted(
            actor, hand=self.table.number, street=hand.street, options=options
        )
        if self._turns.is_silenced(actor):
            self._automatic = (self._now, "check_fold")
        elif wanted is not None:
            pace = self._house.pace
            jitter = below(self._house.bits, pace.intention_ms_spread + 1)
            self._automatic = (self._now + pace.intention_ms_least + jitter, wanted)
        else:
            turn = self.pending(actor)
            assert turn is not None
            self._channel.request(actor, turn)

    @property
    def turns(self) -> Turns:
        """The players' pre-selected actions."""
        return self._turns

    # The course of the table

    async def _go_on(self) -> None:
        """Do what is due now: tell what happened, settle, deal, ask the next player."""
        table, house = self.table, self._house
        if self.frozen:
            return
        house.lobby.absorb(table.table, self._now)
        if table.hand is None and self._deal_at_ms is not None and self._now >= self._deal_at_ms:
            self._deal()
        hand = table.hand
        if hand is None:
            return
        self._tell(hand, awards=False)
        if hand.is_over:
            await self._settle(hand)
        else:
            self._begin_turn(hand)

    def _deal(self) -> None:
        table, house, now = self.table, self._house, self._now
        self._deal_at_ms = None
        if self.draining:
            return
        table.tidy(now, house.vault.balance)
        deal = table.plan(now, lambda count: below(house.bits, count))
        house.lobby.absorb(table.table, now)
        if deal is None:
            return
        self._turns.start_hand()
        self._told = 0
        table.start_hand(deal, shuffled(house.bits), now)
        house.lobby.absorb(table.table, now)
        if table.last is None:
            self.keep()

    def _tell(self, hand: Hand, *, awards: bool) -> None:
        """Publish the hand's new events; what it pays only once it is stored."""
        for event in hand.events[self._told :]:
            if isinstance(event, PotAwarded) and not awards:
                return
            self._publish(event)
            self._told += 1

    def _publish(self, event: Event) -> None:
        if isinstance(event, HoleDealt):
            own = {self.table.occupants[seat].player: redacted(event, seat) for seat in event.seats}
            self._channel.publish(redacted(event, "rail"), own)
        else:
            self._channel.publish(event, hand_starts=isinstance(event, HandStarted))

    async def _settle(self, hand: Hand) -> None:
        """Make the finished hand money, then show who won (CRASH-01)."""
        settled = self._settlement(hand)
        await self._house.vault.flush()
        await self._store(settled)
        self._is_paid = True
        run_out = _run_out_streets(hand)
        self._tell(hand, awards=True)
        self._end_turn()
        self._house.lobby.after_hand(self.table.table, self._now)
        self._is_paid = False
        pause = self._house.pace.after(hand, run_out_streets=run_out)
        self._deal_at_ms = self._now + pause

    def _settlement(self, hand: Hand) -> SettledHand:
        house, deal = self._house, self.table.deal
        assert deal is not None
        settled = self.table.settlement(
            epoch=self.epoch,
            edition=house.lobby.edition.name,
            currency=house.currency,
            at_ms=self._now,
        )
        counts = count(hand, deal.dealt_in, settled.deltas)
        return msgspec.structs.replace(settled, statistics=tuple(counts))

    async def _store(self, settled: SettledHand) -> None:
        """Write until the store answers: the table waits, its hand is not lost."""
        while True:
            try:
                await self._house.money.settle(settled)
            except Unavailable:
                log.warning("hand %s waits for the store", settled.key)
                await asyncio.sleep(RETRY_S)
            else:
                return

    def keep(self) -> None:
        """Have the store remember who sits where."""
        record = msgspec.json.encode(record_of(self.table))
        house, table, epoch = self._house, self.table.table, self.epoch
        house.vault.write(lambda: house.tables.keep_table(table, epoch, record))

    # Trouble

    def _freeze(self, error: Exception) -> None:
        """Void the hand by the rules, keep what is known, let the others play on (CRASH-02)."""
        log.error("table %s has stopped", self.table.table, exc_info=error)
        reason = type(error).__name__
        table, house = self.table, self._house
        if self._is_paid:
            table.finish()
        elif table.deal is not None:
            self._keep_void(reason)
            table.roll_back(reason)
        self._is_paid = False
        self.frozen = reason
        self._end_turn()
        self._channel.publish(TableFrozen(reason=reason))
        house.lobby.absorb(table.table, self._now)

    def _keep_void(self, reason: str) -> None:
        """Keep the record of the hand that never was; it may be looked into after the fact."""
        hand, deal, house = self.table.hand, self.table.deal, self._house
        if hand is None or deal is None:
            return
        void = SettledHand(
            table=self.table.table,
            epoch=self.epoch,
            number=self.table.number,
            edition=house.lobby.edition.name,
            currency=house.currency,
            at_ms=self._now,
            deltas={},
            rake=0,
            rake_cap=0,
            stacks={},
            history=encode_events(hand.events),
            seats=dict(deal.dealt_in),
        )
        log.error("hand %s is void: %s", void.key, reason)
        house.vault.write(lambda: house.money.void(void))

    def _verify_playing(self) -> None:
        if self.frozen:
            raise ActionRefused("CRASH-02", "table_is_frozen", {"cause": self.frozen})

    # What listeners are told (ChannelOwner)

    def publish_news(self, event: object) -> None:
        """Tell what happened around the hands."""
        self._channel.publish(event)

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may watch: the rail sees only what is public."""

    def snapshot(self, viewer: PlayerId) -> object:
        """The table as `viewer` may see it."""
        return table_view(
            self.table,
            viewer,
            edition=self._house.lobby.edition.name,
            names=self._house.names,
            clock=self._clock,
            frozen=self.frozen,
        )

    def pending(self, viewer: PlayerId) -> Turn | None:
        """The decision that is wanted of `viewer` now."""
        hand, clock = self.table.hand, self.table.clock
        options = None if hand is None else hand.options
        if hand is None or clock is None or options is None or self.table.actor != viewer:
            return None
        return Turn(
            hand=self.table.number,
            turn=self._turns.token,
            seat=options.seat,
            call=options.call,
            raise_from=options.raise_from,
            raise_to=options.raise_to,
            pot=hand.chips_in,
            deadline_ms=clock.bank_starts_ms,
            bank_ms=self.table.occupants[options.seat].bank.left_ms,
            check=options.check,
            closed=options.closed,
        )

    @property
    def number(self) -> TableId:
        return self.table.table


def _run_out_streets(hand: Hand) -> int:
    """How many streets were dealt with no betting left: players want to watch them."""
    streets = 0
    for event in reversed(hand.events):
        if isinstance(event, BoardDealt):
            streets += 1
        elif getattr(event, "by", None) is not None or getattr(event, "to", None) is not None:
            return streets
    return streets


def _answer(future: asyncio.Future[Answer], answer: Answer | Exception) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
