"""Practice players: the house's own, so that a newcomer has a game at once.

They are marked as such, sit only where the operator lets them, act at human speed, and use the
public protocol like anyone else: frames come in, requests go out. They see no card but their own.
"""

import asyncio
from typing import Any, NamedTuple

import msgspec

from cardroom.cards import Card
from cardroom.errors import Refused, Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.odds.ranking import strength
from cardroom.room.cash.messages import LOBBY, OfferAt
from cardroom.room.incidents import log
from cardroom.room.people import Caller
from cardroom.room.requests import (
    Act,
    Action,
    AnyRequest,
    ComeBack,
    Enter,
    Play,
    Sit,
    TopUp,
)
from cardroom.room.room import Room
from cardroom.room.shuffle import Bits, below
from cardroom.rulebook.cash.stakes import Stake
from cardroom.units import Cents, Seat

BEST_STRENGTH = 7462
THINK_MS_LEAST = 700
THINK_MS_SPREAD = 3_500
HURRY_MS_LEAST = 300
HURRY_MS_SPREAD = 400
"""While a newcomer waits for their first cards, nobody dwells on a decision."""
TIRED_AFTER_REFUSALS = 20
SEAT_IS_GONE = ("not_seated_here", "no_such_table")


def seat_at(stake: Stake) -> Play:
    """What a practice player asks for."""
    return Play(
        id="practice",
        game=stake.game,
        format=stake.format,
        small_blind=stake.small_blind,
        big_blind=stake.big_blind,
    )


class Character(NamedTuple):
    """How a practice player plays, in thousandths: what it takes to stay in, to raise, to bluff."""

    name: str
    stays_from: int
    raises_from: int
    bluffs: int


CHARACTERS = (
    Character("Rock", stays_from=620, raises_from=860, bluffs=10),
    Character("Caller", stays_from=380, raises_from=930, bluffs=5),
    Character("Shark", stays_from=540, raises_from=760, bluffs=60),
    Character("Maniac", stays_from=340, raises_from=600, bluffs=140),
    Character("Regular", stays_from=500, raises_from=800, bluffs=35),
)


class Seen(NamedTuple):
    """What a practice player knows of the hand: its own cards and the board."""

    hole: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()


class PracticePlayer:
    """One practice player at one stake: a listener of channels that sends requests."""

    def __init__(self, room: Room, caller: Caller, character: Character, bits: Bits) -> None:
        assert caller.kind == "practice"
        self.caller = caller
        self._room = room
        self._character = character
        self._bits = bits
        self._seen: dict[str, Seen] = {}
        self._newcomers: dict[str, set[Seat]] = {}
        self._turns: asyncio.Queue[dict[str, Any]] = asyncio.Queue(maxsize=256)
        self._requests = 0
        self._own_tables: list[TableId] = []
        self._offered: list[TableId] = []
        self._has_offer = asyncio.Event()

    # The side of a client

    @property
    def viewer(self) -> PlayerId:
        return self.caller.player

    def deliver(self, frame: bytes) -> None:
        """Read a frame; a turn is answered later, at human speed."""
        message = msgspec.json.decode(frame)
        kind, channel, content = message["t"], message["ch"], message.get("d")
        if kind == "turn":
            if self._turns.full():
                self._turns.get_nowait()
            self._turns.put_nowait(message)
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
            self._offered += [offer["table"] for offer in content["offers"]]
        elif kind == "event" and content["type"] == "seat_offered":
            self._offered.append(content["table"])
        if self._offered:
            self._has_offer.set()

    def _read(self, channel: str, event: dict[str, Any]) -> None:
        match event.get("type"):
            case "hand_started":
                self._seen[channel] = Seen()
            case "hole_dealt":
                own = [cards for cards in event["hole"] if cards and cards[0] >= 0]
                if own:
                    self._seen[channel] = Seen(tuple(own[0]))
            case "board_dealt":
                seen = self._seen.get(channel, Seen())
                self._seen[channel] = seen._replace(board=(*seen.board, *event["cards"]))
            case "places_changed":
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
        hand = table.get("hand")
        if hand is not None:
            own = [seat["hole"] for seat in hand["seats"] if seat["hole"] and seat["hole"][0] >= 0]
            self._seen[channel] = Seen(tuple(own[0]) if own else (), tuple(hand["board"]))

    async def _send(self, request: AnyRequest) -> dict[str, Any]:
        return dict(await self._room.ask(self.caller, request))

    def _id(self) -> str:
        self._requests += 1
        return f"p{self._requests}"

    # Playing

    async def play(self, stake: Play, buy_in: Cents, table: TableId | None = None) -> None:
        """Sit down at a stake, or at one table of it, and play on for as long as the room runs."""
        channel = await self._sit(stake, buy_in, table)
        refusals = 0
        while refusals < TIRED_AFTER_REFUSALS:
            try:
                async with asyncio.timeout(15):
                    turn = await self._turns.get()
            except TimeoutError:
                await self._look_after_seat(channel, buy_in)
                continue
            await asyncio.sleep(self._think_ms(channel) / 1000)
            try:
                await self._answer(turn)
            except Refused as refusal:
                refusals += refusal.reason != "stale_turn"
        log.warning("practice player %s gave up", self.caller.name)

    def _think_ms(self, channel: str) -> int:
        """As long as people think; shorter while somebody waits for their first cards."""
        if self._newcomers.get(channel):
            return HURRY_MS_LEAST + below(self._bits, HURRY_MS_SPREAD)
        return THINK_MS_LEAST + below(self._bits, THINK_MS_SPREAD)

    async def _sit(self, stake: Play, buy_in: Cents, table: TableId | None) -> str:
        """Take up a seat from before a restart, or ask for one, buy in, and post."""
        self._room.arrived(self.viewer)
        await self._room.services.wallets.look_up(self.viewer)
        self._join("me")
        if self._own_tables:
            channel = await self._listen(self._own_tables[0])
            await self._look_after_seat(channel, buy_in)
            return channel
        if table is not None:
            await self._take_seat_at(table)
        elif not self._offered:
            await self._send(stake)
        await self._has_offer.wait()
        channel = await self._listen(table or self._offered[-1])
        await self._send(Sit(id=self._id(), ch=channel, amount=buy_in))
        await self._enter(channel)
        return channel

    async def _take_seat_at(self, table: TableId) -> None:
        """Be sent to a table by the house, which opened it for company (AMB-39)."""
        await self._room.services.bus.ask(LOBBY, OfferAt(player=self.viewer, table=table))

    async def _listen(self, table: TableId) -> str:
        channel = f"table:{table}"
        await self._room.until_open(channel)
        self._join(channel)
        return channel

    def _join(self, channel: str) -> None:
        found = self._room.services.switchboard.find(channel, self.viewer)
        assert found is not None
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
        action, to = self._decide(self._seen.get(channel, Seen()), turn)
        await self._send(
            Act(id=self._id(), ch=channel, hand=turn["hand"], turn=turn["turn"], a=action, to=to)
        )

    def _decide(self, seen: Seen, turn: dict[str, Any]) -> tuple[Action, Cents]:
        """Play strong hands, fold weak ones when it costs, bluff now and then."""
        mood = self._promise(seen) + below(self._bits, 160) - 80
        character = self._character
        bluffing = below(self._bits, 1000) < character.bluffs
        if turn["raise_to"] and (mood >= character.raises_from or bluffing):
            return "raise", self._size(turn)
        if turn["check"]:
            return "check", 0
        price = turn["call"] * 1000 // (turn["pot"] + turn["call"])
        return ("call", 0) if mood >= character.stays_from + price // 3 else ("fold", 0)

    def _size(self, turn: dict[str, Any]) -> Cents:
        """Half to three quarters of the pot, within what is legal."""
        share = 500 + below(self._bits, 300)
        wanted = int(turn["call"]) + int(turn["pot"]) * share // 1000
        return max(int(turn["raise_from"]), min(int(turn["raise_to"]), wanted))

    def _promise(self, seen: Seen) -> int:
        """How good their hand is, from 0 to 1000, by its cards and the board."""
        if len(seen.hole) < 2:
            return 500
        if len(seen.board) < 3 or len(seen.hole) > 2:
            return _starting_promise(seen.hole)
        return 300 + 700 * strength((*seen.hole, *seen.board)) // BEST_STRENGTH


def _starting_promise(hole: tuple[Card, ...]) -> int:
    """Pairs, high cards, suited and connected ones are worth more."""
    ranks = sorted((card // 4 for card in hole), reverse=True)
    suits = [card % 4 for card in hole]
    score = 25 * (ranks[0] + ranks[1]) + 120
    if len(set(ranks)) < len(ranks):
        score += 330
    if len(set(suits)) < len(suits):
        score += 60
    if ranks[0] - ranks[1] in {1, 2}:
        score += 50
    return min(1000, score)
