"""Practice players: the house's own, so that a newcomer has a game at once.

They are marked as such, sit only where the operator lets them, act at human speed, and use the
public protocol like anyone else: frames come in, requests go out. They see no card but their own.
"""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec

from cardroom.errors import Refused, SeatRefused, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.messages import LOBBY, OfferAt
from cardroom.room.channels import Channel
from cardroom.room.incidents import log
from cardroom.room.people import Caller
from cardroom.room.practice.questions import Questions
from cardroom.room.practice.thinking import Character, Thinking
from cardroom.room.requests import (
    Act,
    AnyRequest,
    ComeBack,
    Decline,
    Enter,
    Leave,
    LeaveQueue,
    Play,
    Sit,
    TopUp,
)
from cardroom.room.room import Room
from cardroom.room.shuffle import Bits, below
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents, Seat

THINK_MS_LEAST = 700
THINK_MS_SPREAD = 3_500
HURRY_MS_LEAST = 300
HURRY_MS_SPREAD = 400
"""While a newcomer waits for their first cards, nobody dwells on a decision."""
TIRED_AFTER_REFUSALS = 20
SEAT_IS_GONE = ("not_seated_here", "no_such_table")
WAKE_UP: dict[str, Any] = {}
"""No question at all: something else has changed."""


def seat_at(stake: Stake) -> Play:
    """What a practice player asks for."""
    return Play(
        id="practice",
        game=stake.game,
        format=stake.format,
        small_blind=stake.small_blind,
        big_blind=stake.big_blind,
    )


class PracticePlayer:
    """One practice player at one stake: a listener of channels that sends requests."""

    def __init__(
        self,
        room: Room,
        caller: Caller,
        character: Character,
        bits: Bits,
        *,
        thinking_percent: int = 100,
    ) -> None:
        assert caller.kind == "practice"
        self.caller = caller
        self._room = room
        self._bits = bits
        self._thinking_percent = thinking_percent
        self._thinking = Thinking(character, bits)
        self._newcomers: dict[str, set[Seat]] = {}
        self._questions = Questions()
        self._requests = 0
        self._joined: list[Channel] = []
        self._own_tables: list[TableId] = []
        self._offers: dict[TableId, dict[str, Any]] = {}
        self._waits: list[int] = []
        """The places in queues that were given to it."""
        self._leaving = asyncio.Event()
        self._need_wait_no_more = asyncio.Event()
        """A seat is offered, or none is wanted any more."""

    # The side of a client

    @property
    def viewer(self) -> PlayerId:
        return self.caller.player

    def deliver(self, frame: bytes) -> None:
        """Read a frame; a turn is answered later, at human speed."""
        message = msgspec.json.decode(frame)
        kind, channel, content = message["t"], message["ch"], message.get("d")
        if kind == "turn":
            self._questions.put(message)
        elif channel == "me":
            self._read_own(kind, content)
        elif kind == "event":
            self._read(channel, content)
        elif kind == "snapshot" and channel.startswith("table:"):
            self._read_snapshot(channel, content)

    def _read_own(self, kind: str, content: Any) -> None:
        """Seats from before a restart, and seats that are offered now."""
        if kind == "snapshot":
            self._own_tables = [seat["table"] for seat in content["seats"]]
            self._waits = [place["entry"] for place in content["queued"]]
            self._offers |= {offer["table"]: offer for offer in content["offers"]}
        elif kind == "event" and content["type"] == "seat_offered":
            self._offers[content["table"]] = content
        elif kind == "event" and content["type"] == "queued":
            self._waits.append(content["entry"])
        elif kind == "event" and content["type"] == "seat_left":
            self._own_tables = [one for one in self._own_tables if one != content["table"]]
            self._questions.put(WAKE_UP)
        elif kind == "event" and content["type"] == "seat_taken":
            self._own_tables.append(content["table"])
        if self._offers:
            self._need_wait_no_more.set()

    def _read(self, channel: str, event: dict[str, Any]) -> None:
        self._thinking.read(channel, event)
        if event.get("type") == "places_changed":
            self._note_newcomers(channel, event["places"], event["gone"])

    def _note_newcomers(self, channel: str, places: list[dict[str, Any]], gone: list[Seat]) -> None:
        """Remember who sits there without having been dealt a card yet."""
        waiting = self._newcomers.setdefault(channel, set())
        waiting.difference_update(gone, (place["seat"] for place in places))
        waiting.update(
            place["seat"]
            for place in places
            if place["standing"] in {"waiting", "posting"} and place["out_since_ms"] is None
        )

    def _read_snapshot(self, channel: str, table: dict[str, Any]) -> None:
        self._newcomers.pop(channel, None)
        self._note_newcomers(channel, table["places"], [])
        self._thinking.read_hand(channel, table.get("hand"))

    async def _send(self, request: AnyRequest) -> dict[str, Any]:
        return dict(await self._room.ask(self.caller, request))

    def _id(self) -> str:
        self._requests += 1
        return f"p{self._requests}"

    # Playing

    async def play(self, stake: Play, buy_in: Cents, table: TableId | None = None) -> None:
        """Sit down at a stake, or at one table of it, and play on until the seat is gone."""
        try:
            channel = await self._sit(stake, buy_in, table)
            if channel is not None:
                await self._play_on(channel, buy_in)
        finally:
            for joined in self._joined:
                joined.part(self)

    def leave(self) -> None:
        """Give up the seat after the hand, or stop waiting for one; `play` ends with it."""
        self._leaving.set()
        self._need_wait_no_more.set()
        self._questions.put(WAKE_UP)

    async def _play_on(self, channel: str, buy_in: Cents) -> None:
        refusals, has_asked = 0, False
        while refusals < TIRED_AFTER_REFUSALS and self._sits_at(channel):
            if self._leaving.is_set() and not has_asked:
                has_asked = True
                await self._send(Leave(id=self._id(), ch=channel, when="after_hand"))
                continue
            try:
                async with asyncio.timeout(15):
                    turn = await self._questions.next()
            except TimeoutError:
                if not self._leaving.is_set():
                    await self._look_after_seat(channel, buy_in)
                continue
            if turn is WAKE_UP:
                continue
            await asyncio.sleep(self._think_ms(channel) * self._thinking_percent / 100_000)
            try:
                await self._answer(turn)
            except Refused as refusal:
                refusals += refusal.reason != "stale_turn"
        if self._sits_at(channel):
            log.warning("practice player %s gave up", self.caller.name)

    def _sits_at(self, channel: str) -> bool:
        return int(channel.removeprefix("table:")) in self._own_tables

    def _think_ms(self, channel: str) -> int:
        """As long as people think; shorter while somebody waits for their first cards."""
        if self._newcomers.get(channel):
            return HURRY_MS_LEAST + below(self._bits, HURRY_MS_SPREAD)
        return THINK_MS_LEAST + below(self._bits, THINK_MS_SPREAD)

    async def _sit(self, stake: Play, buy_in: Cents, table: TableId | None) -> str | None:
        """Take up a seat from before a restart, or ask for one, buy in, and post.

        Nothing if it has to leave before there is a seat.
        """
        self._room.arrived(self.viewer)
        await self._room.services.wallets.look_up(self.viewer)
        self._join("me")
        if self._own_tables:
            channel = await self._listen(self._own_tables[0])
            if not self._leaving.is_set():
                await self._look_after_seat(channel, buy_in)
            return channel
        if self._leaving.is_set():
            return None
        if table is not None:
            await self._take_seat_at(table)
        elif not self._offers:
            await self._send(stake)
        await self._need_wait_no_more.wait()
        if self._leaving.is_set():
            await self._give_up_places()
            return None
        offer = self._offers[list(self._offers)[-1] if table is None else table]
        channel = await self._listen(offer["table"])
        legal = offer["buy_in"]
        amount = min(max(buy_in, legal["least"]), legal["most"])
        await self._send(Sit(id=self._id(), ch=channel, amount=amount))
        await self._enter(channel)
        return channel

    async def _give_up_places(self) -> None:
        """Wait nowhere any more, and keep no seat from anybody."""
        places: list[AnyRequest] = [
            *(LeaveQueue(id=self._id(), entry=entry) for entry in self._waits),
            *(Decline(id=self._id(), ch=f"table:{table}") for table in self._offers),
        ]
        for place in places:
            # It may be gone already.
            with suppress(SeatRefused):
                await self._send(place)

    async def _take_seat_at(self, table: TableId) -> None:
        """Be sent to a table by the house, which opened it for company (AMB-39)."""
        await self._room.services.bus.ask(LOBBY, OfferAt(player=self.viewer, table=table))

    async def _listen(self, table: TableId) -> str:
        channel = f"table:{table}"
        await self._room.until_open(channel)
        # Refused when it could not be opened, or is gone again.
        self._room.stake_of(table)
        self._join(channel)
        return channel

    def _join(self, channel: str) -> None:
        found = self._room.services.switchboard.find(channel, self.viewer)
        assert found is not None
        self._joined.append(found)
        found.join(self, self.caller)

    async def _enter(self, channel: str) -> None:
        try:
            await self._send(Enter(id=self._id(), ch=channel, post=True))
        except Refused:
            # Where posting is not allowed, the big blind comes by itself (CASH-14).
            return

    async def _look_after_seat(self, channel: str, buy_in: Cents) -> None:
        """Buy in again when broke, come back from sitting out, post."""
        for request in (
            TopUp(id=self._id(), ch=channel, amount=buy_in),
            ComeBack(id=self._id(), ch=channel),
        ):
            try:
                await self._send(request)
            except Refused as refusal:
                # Mostly nothing is missing; without a seat there is nothing to look after.
                if refusal.reason in SEAT_IS_GONE:
                    raise
            except Unavailable:
                continue
        await self._enter(channel)

    async def _answer(self, message: dict[str, Any]) -> None:
        channel, turn = message["ch"], message["d"]
        action, to = self._thinking.decide(self._thinking.seen(channel), turn)
        await self._send(
            Act(id=self._id(), ch=channel, hand=turn["hand"], turn=turn["turn"], a=action, to=to)
        )
