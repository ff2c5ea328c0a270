"""One table, one task, one bounded inbox: deals, keeps time, settles, and tells what happened.

The task knows the table that is played and its owner (`protocols.py`), and nothing else about the
game. A table that breaks voids its own hand and freezes; its neighbours do not notice.
"""

import asyncio
import logging
from collections.abc import Mapping
from typing import Generic

import msgspec

from cardroom.engine.hand import Hand
from cardroom.errors import OperatorRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.incidents import FrozenByOperator, report
from cardroom.room.notices import ChatSaid, Notice
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.requests import Act, AnyTableRequest, Chat, Intend, Muck, Read, Show
from cardroom.room.sealed import Opaque
from cardroom.room.tables.acting import Acting
from cardroom.room.tables.channel import TableChannel
from cardroom.room.tables.inbox import Asked, Inbox, Job, stopped
from cardroom.room.tables.protocols import Played, RunnerServices, TableOwner, View
from cardroom.units import Cents

PLAYED = (Act, Intend, Chat, Show, Muck, Read)
"""Requests that move no money and no seat: nothing of them is stored before the answer."""
DONE: Answer = {}


class TableTask(Opaque, Generic[Played, View]):
    """The task of one table. Everything that touches its hand passes through its inbox."""

    def __init__(
        self,
        services: RunnerServices,
        table: Played,
        owner: TableOwner[View],
        epoch: int,
        *,
        deal_at_ms: int,
    ) -> None:
        self.table = table
        self.epoch = epoch
        self.channel = TableChannel(services, table, owner.display, epoch)
        self.inbox = Inbox()
        self.no_deal_after_ms: int | None = None
        """From this moment on no new hand is dealt: the room is to be stopped."""
        self.is_held = False
        """Whether no new hand is dealt because the house has something to do between two."""
        self.is_closed = False
        self._services = services
        self._owner = owner
        self._acting = Acting(services, table, self.channel, epoch)
        self._deal_at_ms: int | None = deal_at_ms
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

    async def request(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None = None
    ) -> Answer:
        """Have a player's request carried out in its turn, or refused."""
        return await self.ask(lambda at_ms: self._carry_out(caller, request, receipt, at_ms))

    def _carry_out(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None, at_ms: int
    ) -> Answer:
        """Play here what belongs to the hand; the rest is the owner's."""
        player = caller.player
        match request:
            case Act():
                self._acting.act(player, request, at_ms)
            case Intend():
                self._acting.intend(player, request)
            case Chat():
                self.table.occupant(player)
                said = ChatSaid(player=player, name=caller.name, text=request.text)
                self.channel.publish(said)
            case Show():
                self.channel.show(player, request.hand, request.cards)
            case Muck():
                self.channel.muck(player, request.hand)
            case Read():
                self.channel.verify_reader(player)
                answer: Answer = msgspec.to_builtins(self.channel.read(player))
                return answer
            case _:
                return self._owner.carry_out(caller, request, receipt, at_ms)
        return DONE

    def nudge(self) -> None:
        """Look at the table again: somebody sat down, came back or left."""
        if self._deal_at_ms is None and self.table.deal is None:
            self._deal_at_ms = self._now
        self.inbox.ring()

    def take_back(self, said: Notice) -> None:
        """The hand never was, by its owner's decision: clear the felt, say so, and look again."""
        self._acting.stop()
        self.channel.clear_hand()
        self.channel.publish(said)
        self._hand_ended.set()
        self.nudge()

    def tell_standing(self) -> None:
        """Send seats and clock after the news, and see whether a hand can be dealt."""
        self.channel.tell_places()
        self.channel.tell_time()
        self.nudge()

    def fail(self, error: Exception) -> None:
        """Stop because of something that went wrong outside of the task."""
        self._pending_failure = error
        self.inbox.ring()

    def close(self) -> None:
        """The table is gone; whoever waits for an answer gets a refusal."""
        self.is_closed = True
        self.inbox.close()
        self._owner.close()
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
            failure, self._pending_failure = self._pending_failure, None
            raise failure
        at_ms = self._now if asked is None else self._moment_of(asked)
        if self._acting.let_time_pass(at_ms):
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
        return self._acting.due_ms()

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
        self._acting.ask_next(hand)
        if hand.is_over:
            self.channel.tell_pots()
            await self._settle(hand)

    def _tell_news(self) -> None:
        if not self.is_closed:
            self._owner.process_events(self._now)

    async def _deal_if_due(self) -> None:
        if self._deal_at_ms is None or self._now < self._deal_at_ms:
            return
        self._deal_at_ms = None
        if not self._is_drained:
            await self._deal()

    async def _deal(self) -> None:
        """Deal the next hand; nobody hears of it before the store knows its number (AMB-69)."""
        owner, outlook = self._owner, self._owner.prepare(self._now)
        if not outlook.is_ready:
            if outlook.missing:
                self.channel.tell_waiting(outlook.missing)
            return
        await owner.announce()
        if not self._may_deal():
            owner.call_off()
            self._deal_at_ms = self._now
            return
        self._acting.start_hand()
        owner.start_hand(self._now)
        self._tell_news()
        hand, deal = self.table.hand, self.table.deal
        assert hand is not None
        assert deal is not None
        self._acting.hand_started(hand)
        self.channel.take_up(hand, deal.dealt_in)

    def _may_deal(self) -> bool:
        """Whether the prepared hand can still be dealt after the store was waited for."""
        if self.is_closed or self.frozen or self._pending_failure is not None or self._is_drained:
            return False
        return self._owner.may_deal()

    async def _settle(self, hand: Hand) -> None:
        """Make the finished hand money, then show who won (CRASH-01)."""
        if not await self._owner.store(hand, self._now):
            self._hand_ended.set()
            return
        self.channel.tell_hand(awards=True)
        self._owner.hand_stored(self._now)
        self._deal_at_ms = self._now + self._services.pace.after(
            hand, has_choice=self.channel.has_choice_to_show(hand)
        )
        self._hand_ended.set()

    def keep(self) -> None:
        """Have the store remember what the table is like now."""
        self._owner.keep()

    def agree(self, stored: Mapping[PlayerId, Cents]) -> None:
        """Take over what the store says that everybody has."""
        self._owner.agree(stored)

    def end(self) -> None:
        """The room stops, and this task has: the hand in progress is void (CRASH-01, AMB-69)."""
        if not self.is_closed:
            self._owner.end()

    # Trouble

    async def freeze(self) -> None:
        """Stop by the operator's decision: the hand in progress never was (CASH-01, AMB-24)."""
        if not self.frozen:
            self.fail(FrozenByOperator())
        await self._is_frozen.wait()

    async def thaw(self) -> None:
        """Play on after the operator has looked into it; the stacks are what is stored."""
        if not self.frozen or not self._is_recovered:
            raise OperatorRefused("CRASH-02", "cannot_play_on", {"cause": self.frozen})
        await self.ask(self._thaw)

    def _thaw(self, at_ms: int) -> Answer:
        self._is_frozen.clear()
        self.channel.tell_places()
        self.channel.thaw()
        self._owner.open_seats(at_ms)
        self._deal_at_ms = at_ms + self._services.pace.first_hand_ms
        return DONE

    async def _stop(self, error: Exception) -> None:
        """Void the hand by the rules, keep what is known, let the others play on (CRASH-02)."""
        level = logging.INFO if isinstance(error, FrozenByOperator) else logging.ERROR
        report(f"table {self.number} has stopped in hand {self.table.number}", error, level)
        if self.frozen:
            await self._agree_again()
            return
        self._acting.stop()
        self.channel.freeze(
            "floor" if isinstance(error, FrozenByOperator) else type(error).__name__
        )
        try:
            await self._recover()
        except Exception as again:  # noqa: BLE001 - the table stays as it is, for the operator to see
            self._is_recovered = False
            report(f"table {self.number} could not be put in order", again)
        self._is_frozen.set()
        self._hand_ended.set()

    async def _recover(self) -> None:
        """Put the table in order: what is stored counts, the rest never was (AMB-24, AMB-69)."""
        owner = self._owner
        owner.close_seats(self._now)
        is_stored = await owner.is_stored()
        stored = await owner.stored_stacks()
        if is_stored:
            self.channel.tell_hand(awards=True)
            owner.finish_hand()
        elif self.table.deal is not None:
            owner.void_hand(self.frozen, self._now)
        self.agree(stored)
        self._tell_news()
        self.channel.tell_places()
        owner.keep()

    async def _agree_again(self) -> None:
        """Money that the store refused while the table stood still is not in a stack any more."""
        self.agree(await self._owner.stored_stacks())
        self.channel.tell_places()
        self._owner.keep()
