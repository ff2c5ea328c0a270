"""One table, one task, one bounded inbox: deals, keeps time, settles, and tells what happened.

Everything that anybody wants of a table is a message in its inbox. The task knows the table that is
played and its owner (`protocols.py`), and nothing else about the game. A table that breaks voids
its own hand and freezes; its neighbours do not notice.
"""

from collections.abc import Mapping
from typing import Generic

import msgspec

from cardroom.engine.hand import Hand
from cardroom.errors import Refused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.bus import Letter, stopped, table_address
from cardroom.room.incidents import FrozenByOperator
from cardroom.room.notices import Announced, ChatSaid, Notice
from cardroom.room.people import Caller
from cardroom.room.ports import Answer
from cardroom.room.records import Receipt
from cardroom.room.requests import (
    Act,
    AnyTableRequest,
    Chat,
    CommitSeed,
    Intend,
    Muck,
    Read,
    RevealSeed,
    Show,
)
from cardroom.room.sealed import Opaque
from cardroom.room.tables.channel import TableChannel
from cardroom.room.tables.messages import (
    Announce,
    DealUntil,
    DoorsOpened,
    EndTable,
    Freeze,
    Hold,
    PlayerRequest,
    Release,
    Thaw,
    WhenIdle,
)
from cardroom.room.tables.protocols import Played, RunnerServices, TableOwner, View
from cardroom.room.tables.recovery import Recovery
from cardroom.room.tables.shuffling import SEEDS, Shuffling
from cardroom.room.tables.turns import Acting
from cardroom.units import Cents

PLAYED = (Act, Intend, Chat, Show, Muck, Read, CommitSeed, RevealSeed)
"""Requests that move no money and no seat: nothing of them is stored before the answer."""
DONE: Answer = {}
LATER = object()
"""The answer to a letter that is answered when something has happened."""


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
        self.inbox = services.bus.open(table_address(table.table), services.clock)
        self.no_deal_after_ms: int | None = None
        """From this moment on no new hand is dealt: the room is to be stopped."""
        self.waits_for_doors = False
        """Nobody can reach the room yet: no hand is dealt before `DoorsOpened`."""
        self.is_closed = False
        self._services = services
        self._owner = owner
        self._acting = Acting(services, table, self.channel, epoch)
        self._shuffling = Shuffling(
            services,
            table,
            self.inbox,
            epoch,
            publish=self.channel.publish,
            receive=self._receive,
        )
        self.channel.fairness = self._shuffling.view
        self._shuffling.commit(table.number + 1)
        self._has_dealt = False
        """A hand was dealt, and the decks of the next one are not fixed yet."""
        self._deal_at_ms: int | None = deal_at_ms
        self._rest_ends_ms = 0
        """Until then everybody looks at how the last hand ended: the next one is not due before."""
        self._pending_failure: Exception | None = None
        self._is_ending = False
        self._holds: set[int] = set()
        """Numbers of what the house has to do between two hands: no new one is dealt."""
        self._recovery = Recovery(
            table,
            owner,
            self.channel,
            services.clock,
            tell_news=self._tell_news,
            hand_counts=self._shuffling.finish,
        )
        self._unread: Letter | None = None
        """The letter that was taken from the inbox, until it is read."""
        self._freezing: list[Letter] = []
        """Letters that are answered once the table has stopped."""
        self._until_idle: list[Letter] = []
        """Letters that are answered once no hand is in progress."""

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
        if self._holds or self.waits_for_doors:
            return True
        return self.no_deal_after_ms is not None and self._now >= self.no_deal_after_ms

    @property
    def _now(self) -> int:
        return self._services.clock.now_ms()

    # The inbox

    def _receive(self, letter: Letter) -> None:
        """Do what a letter wants and answer; a refusal is an answer, our own mistake is raised."""
        message = letter.message
        try:
            if isinstance(message, PlayerRequest):
                caller, request, receipt = message.caller, message.request, message.receipt
                answer: object = self._carry_out(caller, request, receipt, letter.at_ms)  # type: ignore[arg-type]
            else:
                answer = self._do(letter, message)
        except Refused as refusal:
            letter.fail(refusal)
        else:
            if answer is not LATER:
                letter.reply(answer)

    def _do(self, letter: Letter, message: object) -> object:
        """What the house wants of the table; the rest is the owner's."""
        match message:
            case Announce():
                self.channel.publish(Announced(text=message.text))
            case Freeze():
                return self._freeze(letter)
            case Thaw():
                self._thaw(letter.at_ms)
            case Hold():
                self._holds.add(message.number)
                return self._wait_until_idle(letter)
            case Release():
                self._holds.discard(message.number)
                self.nudge()
            case DealUntil():
                self.no_deal_after_ms = message.at_ms
                self.nudge()
            case DoorsOpened():
                self._open_doors(message.return_ms)
            case WhenIdle():
                return self._wait_until_idle(letter)
            case EndTable():
                self._is_ending = True
            case _:
                return self._owner.receive(message, letter.at_ms)
        return DONE

    def _open_doors(self, return_ms: int) -> None:
        """Deal once everybody had the time to come back, whenever the table was restored."""
        self.waits_for_doors = False
        self._owner.grant_return(self._now, return_ms)
        self._deal_at_ms = self._now + return_ms

    def _wait_until_idle(self, letter: Letter) -> object:
        self._until_idle.append(letter.passed_on(letter.message))
        return LATER

    def _answer_idle(self) -> None:
        """Answer whoever waits for the end of the hand."""
        if self.is_idle:
            for letter in self._until_idle:
                letter.reply(DONE)
            self._until_idle.clear()

    def _carry_out(
        self, caller: Caller, request: AnyTableRequest, receipt: Receipt | None, at_ms: int
    ) -> Answer:
        """Play here what belongs to the hand; the rest is the owner's."""
        player = caller.player
        match request:
            case CommitSeed() | RevealSeed():
                self._shuffling.carry_out(player, request)
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
            self._deal_at_ms = max(self._now, self._rest_ends_ms)
        self.inbox.ring()

    def take_back(self, said: Notice) -> None:
        """The hand never was, by its owner's decision: clear the felt, say so, and look again."""
        self._acting.stop()
        self._shuffling.void("taken_back")
        self.channel.clear_hand()
        self.channel.publish(said)
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
        for letter in (*self._until_idle, *self._freezing):
            letter.reply(DONE)
        self._services.bus.close(table_address(self.number))
        self._owner.close()

    async def run(self) -> None:
        """Play until the table is closed; what breaks freezes this table only."""
        while not self.is_closed:
            self._unread = None
            letter: Letter | None = None
            try:
                letter = self._unread = await self.inbox.take(self._wait_s())
                await self._step(letter)
            except Exception as error:  # noqa: BLE001 - our own mistake stops this table alone
                if self._unread is not None and not self._unread.is_request:
                    # What another actor says is not lost with what went wrong before it was read.
                    self.inbox.put_back(self._unread)
                    letter = None
                await self._stop(error)
            finally:
                if letter is not None and letter.is_awaited:
                    letter.fail(stopped())
                if self._until_idle:
                    self._answer_idle()

    async def _step(self, letter: Letter | None) -> None:
        """Let time pass up to the moment of a letter, do what it wants, and whatever follows."""
        if self._pending_failure is not None:
            self._raise_failure()
        at_ms = self._now if letter is None else self._moment_of(letter)
        if self._acting.let_time_pass(at_ms):
            await self._go_on()
        if letter is not None:
            self._unread = None
            self._receive(letter)
            message = letter.message
            if isinstance(message, PlayerRequest) and isinstance(message.request, SEEDS):
                self._shuffling.read_waiting()
            if self._is_ending:
                await self._recovery.clear()
                self.close()
            elif self._pending_failure is not None:
                self._raise_failure()
        await self._go_on()

    def _raise_failure(self) -> None:
        """Stop because of what went wrong outside of the task, or because the operator says so."""
        failure, self._pending_failure = self._pending_failure, None
        assert failure is not None
        raise failure

    def _moment_of(self, letter: Letter) -> int:
        """When a request counts as made: what waited through a stop is not from before the turn.

        What another actor says counts from now: nobody's clock starts while a message is late.
        """
        clock = self.table.clock
        if not letter.is_request:
            letter.at_ms = self._now
        elif clock is not None:
            began_ms = clock.bank_starts_ms - clock.decision_ms
            letter.at_ms = max(letter.at_ms, min(began_ms, self._now))
        return letter.at_ms

    def _wait_s(self) -> float | None:
        due_ms = self._due_ms()
        return None if due_ms is None else max(0, due_ms - self._now) / 1000

    def _due_ms(self) -> int | None:
        if self.table.deal is not None:
            return None if self.frozen else self._acting.due_ms()
        if self.waits_for_doors:
            return None
        owner_ms = self._owner.due_ms
        if self.frozen or self._is_drained or self._deal_at_ms is None:
            return owner_ms
        deal_ms = self._deal_at_ms - self._shuffling.lead_ms
        return deal_ms if owner_ms is None else min(owner_ms, deal_ms)

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
        if self._has_dealt:
            self._has_dealt = False
            self._shuffling.commit(self.table.number + 1)
        if hand.is_over:
            self.channel.tell_pots()
            await self._settle(hand)

    def _tell_news(self) -> None:
        if not self.is_closed:
            self._owner.process_events(self._now)

    async def _deal_if_due(self) -> None:
        due_ms = self._deal_at_ms
        if due_ms is None or self._now < due_ms - self._shuffling.lead_ms:
            return
        self._deal_at_ms = None
        if not self._is_drained:
            await self._deal(due_ms)

    async def _deal(self, due_ms: int) -> None:
        """Deal the next hand; nobody hears of it before the store knows its number (AMB-69)."""
        owner, outlook = self._owner, self._owner.prepare(self._now)
        if not outlook.is_ready:
            if outlook.missing:
                self.channel.tell_waiting(outlook.missing)
            return
        await owner.announce()
        if not self._may_deal():
            owner.call_off()
            self._deal_at_ms = max(self._now, due_ms)
            return
        deck = await self._shuffling.deck(owner.plan(), due_ms)
        self._acting.start_hand()
        owner.start_hand(deck, self._now)
        self._has_dealt = True
        self._tell_news()
        hand, deal = self.table.hand, self.table.deal
        assert hand is not None
        assert deal is not None
        self._acting.hand_started(hand)
        self.channel.take_up(hand, deal.dealt_in, deck)

    def _may_deal(self) -> bool:
        """Whether the prepared hand can still be dealt after the store was waited for."""
        if self.is_closed or self.frozen or self._pending_failure is not None or self._is_drained:
            return False
        return self._owner.may_deal()

    async def _settle(self, hand: Hand) -> None:
        """Make the finished hand money, then show who won (CRASH-01)."""
        await self._shuffling.until_logged()
        if not await self._owner.store(hand, self._now):
            return
        self._shuffling.finish()
        self.channel.tell_hand(awards=True)
        self._owner.hand_stored(self._now)
        self._deal_at_ms = self._rest_ends_ms = self._now + self._services.pace.after(
            hand, has_choice=self.channel.has_choice_to_show(hand)
        )

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
            self._shuffling.void("stopped")

    # Stopping

    def _freeze(self, letter: Letter) -> object:
        """Stop by the operator's decision: the hand in progress never was (CASH-01, AMB-24)."""
        if self.frozen:
            return DONE
        self._freezing.append(letter.passed_on(letter.message))
        self._pending_failure = FrozenByOperator()
        return LATER

    def _thaw(self, at_ms: int) -> None:
        """Play on after the operator has looked into it; the stacks are what is stored."""
        self._recovery.thaw(at_ms)
        self._shuffling.commit(self.table.number + 1)
        self._deal_at_ms = at_ms + self._services.pace.first_hand_ms

    async def _stop(self, error: Exception) -> None:
        """Stop this table alone, and answer who has asked for it."""
        if not self.frozen:
            self._acting.stop()
        await self._recovery.stop(error)
        if self.table.deal is None:
            self._shuffling.void(self.frozen)
        for letter in self._freezing:
            letter.reply(DONE)
        self._freezing.clear()
