"""One table, one task, one bounded inbox: deals, keeps time, settles, and tells what happened.

A table that breaks voids its own hand and freezes; its neighbours do not notice.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping

from cardroom.cash.positions import HandPositions
from cardroom.cash.table import CashTable
from cardroom.engine.hand import Hand
from cardroom.errors import ActionRefused, OperatorRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.settling import Settling
from cardroom.room.incidents import FrozenByOperator, log, report
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.requests import Act, Intend
from cardroom.room.services import RoomServices
from cardroom.room.shuffle import below
from cardroom.room.tables.channel import TableChannel
from cardroom.room.tables.inbox import Asked, Inbox, Job, stopped
from cardroom.room.tables.pace import StreetPause
from cardroom.room.tables.turns import Turns
from cardroom.units import Cents

TURNS_PER_EPOCH = 2**28
"""A turn after a restart never has the token of one before it."""
DONE: Answer = {}


class TableTask:
    """The task of one table. Everything that touches its hand passes through its inbox.

    `spread` tells everybody what the lobby has heard from its tables, this one included.
    """

    def __init__(
        self,
        services: RoomServices,
        table: CashTable,
        epoch: int,
        *,
        deal_at_ms: int,
        publish_events: Callable[[], None],
    ) -> None:
        self.table = table
        self.epoch = epoch
        self.channel = TableChannel(services, table, epoch)
        self.inbox = Inbox()
        self.no_deal_after_ms: int | None = None
        """From this moment on no new hand is dealt: the room is to be stopped."""
        self.is_held = False
        """Whether no new hand is dealt because the house has something to do between two."""
        self.is_closed = False
        self._services = services
        self._spread = publish_events
        self._turns = Turns(first=epoch * TURNS_PER_EPOCH)
        self._settling = Settling(services, table, epoch)
        self._deal_at_ms: int | None = deal_at_ms
        self._automatic: tuple[int, str] | None = None
        """When the table acts for the player whose turn it is, and how."""
        self._pause = StreetPause(services.pace)
        self._pending_failure: Exception | None = None
        self._is_frozen = asyncio.Event()
        self._is_recovered = True
        self._hand_ended = asyncio.Event()

    @property
    def number(self) -> TableId:
        return self.table.table

    @property
    def frozen(self) -> str:
        """Why the table has stopped; empty while it plays."""
        return self.channel.frozen

    @property
    def is_idle(self) -> bool:
        """Whether no hand is in progress and none will be dealt."""
        return self.table.deal is None and (bool(self.frozen) or self._is_drained)

    @property
    def _is_drained(self) -> bool:
        if self.is_held:
            return True
        return self.no_deal_after_ms is not None and self._now >= self.no_deal_after_ms

    @property
    def _now(self) -> int:
        return self._services.clock.now_ms()

    async def drained(self) -> None:
        """Return once no hand is in progress and none will be dealt."""
        while not self.is_idle and not self.is_closed:
            self._hand_ended.clear()
            await self._hand_ended.wait()

    # The inbox

    async def ask(self, job: Job) -> Answer:
        """Have a job done between other jobs of this table."""
        return await self.inbox.ask(job, self._now)

    def nudge(self) -> None:
        """Look at the table again: somebody sat down, came back or left."""
        if self._deal_at_ms is None and self.table.deal is None:
            self._deal_at_ms = self._now
        self.inbox.ring()

    def tell_standing(self) -> None:
        """Tell how seats and clock stand after the news, and see whether a hand can be dealt."""
        self.channel.tell_places()
        self.channel.tell_time()
        self.nudge()

    def fail(self, error: Exception) -> None:
        """Stop because of something that went wrong outside of the task."""
        self._pending_failure = error
        self.inbox.ring()

    def close(self) -> None:
        """The table is no more; whoever waits for an answer is told so."""
        self.is_closed = True
        self.inbox.close()
        self._is_frozen.set()
        self._hand_ended.set()

    async def run(self) -> None:
        """Play until the table is closed; what breaks freezes this table only."""
        while not self.is_closed:
            asked: Asked | None = None
            try:
                asked = await self.inbox.take(self._wait_s())
                await self._step(asked)
            except Exception as error:  # noqa: BLE001 - our own mistake stops this table alone
                await self._stop(error)
            finally:
                if asked is not None:
                    asked.fail(stopped())

    async def _step(self, asked: Asked | None) -> None:
        """Let time pass up to the moment of the job, do the job, and whatever follows from it."""
        if self._pending_failure is not None:
            doom, self._pending_failure = self._pending_failure, None
            raise doom
        at_ms = self._now if asked is None else self._moment_of(asked)
        if self._let_time_pass(at_ms):
            await self._go_on()
        if asked is not None:
            asked.do()
        await self._go_on()

    def _moment_of(self, asked: Asked) -> int:
        """When a job counts as asked: what waited through a stop is not from before the turn."""
        clock = self.table.clock
        if clock is not None:
            began_ms = clock.bank_starts_ms - clock.decision_ms
            asked.at_ms = max(asked.at_ms, min(began_ms, self._now))
        return asked.at_ms

    def _wait_s(self) -> float | None:
        due_ms = self._due_ms()
        return None if due_ms is None else max(0, due_ms - self._now) / 1000

    def _due_ms(self) -> int | None:
        if self.frozen:
            return None
        if self.table.deal is None:
            return None if self._is_drained else self._deal_at_ms
        if self._pause.ends_ms is not None:
            return self._pause.ends_ms
        if self._automatic is not None:
            return self._automatic[0]
        deadline = self.table.deadline_ms
        # What a slow line is worth is looked up when the deadline has come: it seldom does.
        return deadline if deadline is None or self._now < deadline else self._expires_ms()

    # Turns

    def act(self, player: PlayerId, request: Act, at_ms: int) -> Answer:
        """A player's decision for the turn that is named (AMB-49).

        Who has no seat learns nothing from the refusal: the rail may see everything later.
        """
        self.table.occupant(player)
        if self.frozen:
            raise ActionRefused("CRASH-02", "table_is_frozen", {"cause": self.frozen})
        if request.hand == self.table.number:
            self._turns.verify_not_muted(player, request.a)
        deadline = self.table.deadline_ms
        try:
            self._turns.verify_token(request, self.table.number)
            self.table.act(player, request.a, request.to, at_ms)
        except ActionRefused:
            if request.hand == self.table.number:
                self._turns.count_illegal(player)
            raise
        self._turns.acted(player, 0 if deadline is None else at_ms - deadline)
        return DONE

    def intend(self, player: PlayerId, request: Intend) -> None:
        """Remember what to do when the player's turn comes (AMB-49)."""
        self.table.occupant(player)
        self._turns.want(player, request)

    def _expires_ms(self) -> int | None:
        """The deadline of the turn, and what the player's slow line is worth.

        Nobody's time is over while it is in doubt whether his line is lost: that is worth more time
        than the doubt lasts (TIME-02).
        """
        deadline, actor = self.table.deadline_ms, self.table.actor
        if deadline is None or actor is None:
            return None
        presence = self._services.presence
        expires = deadline + self._turns.lag_allowance_ms(actor, presence.lag_ms(actor))
        doubt = presence.doubt_ms(actor)
        return max(expires, self._now + doubt) if doubt else expires

    def _let_time_pass(self, at_ms: int) -> bool:
        """Act for the player whose turn it is, if he wanted that or his time is over (TIME-02)."""
        if self.frozen or self.table.clock is None:
            return False
        if self._automatic is not None and at_ms >= self._automatic[0]:
            self._act_by_itself(self._automatic[1], at_ms)
            return True
        if at_ms < self.table.clock.deadline_ms:
            return False
        expires = self._expires_ms()
        return expires is not None and at_ms >= expires and self.table.expire(at_ms)

    def _act_by_itself(self, action: str, at_ms: int) -> None:
        actor = self.table.actor
        assert actor is not None
        self.table.act(actor, action, 0, at_ms)

    def _ask_next(self, hand: Hand) -> None:
        """Start everybody's countdown and ask the player, unless the answer is known already."""
        actor, options = self.table.actor, hand.options
        if self.channel.is_timed:
            return
        self._automatic = None
        self.channel.end_turn()
        if actor is None or options is None:
            return
        if self._pauses(hand):
            return
        self.channel.start_clock(self._turns.next())
        wanted = self._turns.take_wanted(
            actor, hand=self.table.number, street=hand.street, options=options
        )
        if wanted is not None:
            pace = self._services.pace
            jitter = below(self._services.bits, pace.intention_ms_spread + 1)
            self._automatic = (self._now + pace.intention_ms_least + jitter, wanted)
        else:
            self.channel.ask(actor)

    def _pauses(self, hand: Hand) -> bool:
        """Whether everybody looks at a new street first: answers to old turns are too late, and
        the clock of the next player stands until then (TIME-02)."""
        if not self._pause.holds(hand, self._now):
            return False
        clock, ends_ms = self.table.clock, self._pause.ends_ms
        assert clock is not None
        assert ends_ms is not None
        clock.begin_at(ends_ms)
        self._turns.next()
        self.channel.tell_pots()
        return True

    # The course of the table

    async def _go_on(self) -> None:
        """Do what is due now: tell what happened, settle, deal, ask the next player."""
        self._tell_news()
        if self.is_closed or self.frozen:
            return
        if self.table.hand is None:
            await self._deal_if_due()
        hand = self.table.hand
        if hand is None:
            return
        self.channel.tell_hand(awards=False)
        self._ask_next(hand)
        if hand.is_over:
            self.channel.tell_pots()
            await self._settle(hand)

    def _tell_news(self) -> None:
        if not self.is_closed:
            self._services.lobby.process_events(self.number, self._now)
            self._spread()

    async def _deal_if_due(self) -> None:
        if self._deal_at_ms is None or self._now < self._deal_at_ms:
            return
        self._deal_at_ms = None
        if not self._is_drained:
            await self._deal()

    async def _deal(self) -> None:
        """Deal the next hand; nobody hears of it before the store knows its number (AMB-69)."""
        table, services, now = self.table, self._services, self._now
        table.tidy(now, services.wallets.balance)
        deal = table.plan(now, lambda count: below(services.bits, count))
        self._tell_news()
        if deal is None:
            self.channel.tell_waiting()
            return
        await self._settling.begin(table.number + 1, deal)
        if not self._may_deal(deal):
            self._settling.call_off()
            self._deal_at_ms = self._now
            return
        self._turns.start_hand()
        table.start_hand(deal, services.shuffle(services.bits), self._now)
        self._settling.has_begun()
        self._tell_news()
        assert table.hand is not None
        self._pause.start_hand(table.hand)
        self.channel.take_up(table.hand, deal.dealt_in)

    def _may_deal(self, deal: HandPositions) -> bool:
        """Whether the planned hand can still be dealt after the store was waited for."""
        if self.is_closed or self.frozen or self._pending_failure is not None or self._is_drained:
            return False
        table = self.table
        players = deal.dealt_in.values()
        return all(table.has(one) and table.occupant(one).is_ready for one in players)

    async def _settle(self, hand: Hand) -> None:
        """Make the finished hand money, then show who won (CRASH-01)."""
        await self._settling.store(hand, self._now)
        self.channel.tell_hand(awards=True)
        self._services.lobby.after_hand(self.number, self._now)
        self._settling.done()
        self._spread()
        self.keep()
        self._deal_at_ms = self._now + self._services.pace.after(
            hand, has_choice=self.channel.has_choice_to_show(hand)
        )
        self._hand_ended.set()

    def keep(self, receipt: Receipt | None = None) -> None:
        """Have the store remember who sits where, and a request that moves money later."""
        self._settling.keep(receipt)

    def end(self) -> None:
        """The room stops, and this task has: the hand in progress is void (CRASH-01, AMB-69)."""
        if not self.is_closed:
            self._settling.keep_stopped()

    # Trouble

    async def freeze(self) -> None:
        """Stop by the floor's decision: the hand in progress never was (CASH-01, AMB-24)."""
        if not self.frozen:
            self.fail(FrozenByOperator())
        await self._is_frozen.wait()

    async def thaw(self) -> None:
        """Play on after the floor has looked into it; the stacks are what is stored."""
        if not self.frozen or not self._is_recovered:
            raise OperatorRefused("CRASH-02", "cannot_play_on", {"cause": self.frozen})
        await self.ask(self._thaw)

    def _thaw(self, at_ms: int) -> Answer:
        self._is_frozen.clear()
        self.channel.tell_places()
        self.channel.thaw()
        self._services.lobby.offer_again(self.number, at_ms)
        self._deal_at_ms = at_ms + self._services.pace.first_hand_ms
        return DONE

    async def _stop(self, error: Exception) -> None:
        """Void the hand by the rules, keep what is known, let the others play on (CRASH-02)."""
        level = logging.INFO if isinstance(error, FrozenByOperator) else logging.ERROR
        report(f"table {self.number} has stopped in hand {self.table.number}", error, level)
        if self.frozen:
            await self._agree_again()
            return
        self._automatic = None
        self.channel.freeze(
            "floor" if isinstance(error, FrozenByOperator) else type(error).__name__
        )
        try:
            await self._recover()
        except Exception as again:  # noqa: BLE001 - the table stays as it is, for the floor to see
            self._is_recovered = False
            report(f"table {self.number} could not be put in order", again)
        self._is_frozen.set()
        self._hand_ended.set()

    async def _recover(self) -> None:
        """Put the table in order: what is stored counts, the rest never was (AMB-24, AMB-69)."""
        table, lobby = self.table, self._services.lobby
        lobby.offer_no_more(self.number, self._now)
        is_paid = await self._settling.is_paid()
        stored = await self._settling.stored_stacks()
        if is_paid:
            self.channel.tell_hand(awards=True)
            if table.hand is not None:
                table.finish()
        elif table.deal is not None:
            self._settling.keep_void(self._now)
            self._roll_back()
        self._settling.done()
        self.agree(stored)
        self._tell_news()
        self.channel.tell_places()
        self.keep()

    async def _agree_again(self) -> None:
        """Money that the store refused while the table stood still is not in a stack any more."""
        self.agree(await self._settling.stored_stacks())
        self.channel.tell_places()
        self.keep()

    def agree(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Take over what the store says that everybody has."""
        self._settling.agree(stored)

    def _roll_back(self) -> None:
        try:
            self.table.roll_back(self.frozen)
        except Exception as error:  # noqa: BLE001 - a broken hand is dropped as it is
            report("a hand could not be voided", error)
            self.table.hand = None
            self.table.roll_back(self.frozen)
        log.warning("table %s is frozen, its hand %s never was", self.number, self.table.number)
