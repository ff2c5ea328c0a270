"""A simulated player: joins, plays, dawdles, blunders, disconnects, comes back, goes broke, leaves.

He sees frames and answers only, never the inside of the room.
"""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Any, cast

import msgspec

from cardroom.ledger import PlayerId, TableId
from cardroom.room.people import Caller
from cardroom.room.records import OrderKind
from cardroom.room.requests import (
    Act,
    Action,
    AutoTopUp,
    Chat,
    ComeBack,
    Decline,
    Enter,
    Intend,
    Leave,
    LeaveQueue,
    Muck,
    Play,
    Show,
    Sit,
    SitOut,
    TableRequest,
    TopUp,
)
from cardroom.room.tournaments.requests import RoomRequest
from tests.simulation.gate import Said
from tests.simulation.network import Connection, Wire
from tests.simulation.seeding import Seeder

if TYPE_CHECKING:
    from tests.simulation.with_tournaments.contestant import Contestant
    from tests.simulation.world import World

RESEND_S = 2.5
TRIES = 4
DEEDS = (
    *("wait",) * 9,
    *("play",) * 4,
    *("come_back",) * 12,
    *("enter",) * 10,
    *("sit_out", "big_blind", "top_up", "top_up", "top_up", "top_up", "auto_top_up"),
    *("leave", "chat", "intend", "intend", "intend", "show", "muck", "illegal", "stale"),
    *("deposit", "withdrawal", "withdrawal"),
    *("leave_queue", "decline", "disconnect", "resync"),
)
NOT_THERE = ("not_seated_here", "no_such_table")
GOOD_DEEDS = ("come_back", "enter", "top_up")
_frames: msgspec.json.Decoder[dict[str, Any]] = msgspec.json.Decoder(dict[str, Any])


class SimPlayer:
    """One player with a will of his own, from a seed."""

    def __init__(self, world: "World", number: int, chance: Random) -> None:
        self.caller = Caller(player=PlayerId(number), name=f"player{number}", kind="person")
        self.wire = Wire(chance)
        self.connection: Connection | None = None
        self.is_good = False
        """Answers every turn and does nothing else: the end of the evening."""
        self.seats: dict[str, None] = {}
        self.contestant: Contestant | None = None
        """The player's side that plays tournaments, where the room holds any."""
        self._world = world
        self._chance = chance
        self._seeder = Seeder(self.player, world.seed, self.send, self.new_id)
        self._have: dict[str, int] = {}
        self._offers: dict[str, dict[str, Any]] = {}
        self._entries: dict[int, None] = {}
        self._hands: dict[str, int] = {}
        self._streets: dict[str, str] = {}
        self._turn: dict[str, Any] | None = None
        self.waiting: dict[str, RoomRequest] = {}
        self._requests = 0
        self._gap_until_ms = 0
        self._slowness = chance.choice((0, 0, 10, 60))
        """Out of 1000 turns, how many he lets pass nearly to the end."""

    @property
    def player(self) -> PlayerId:
        return self.caller.player

    # The line

    def connect(self) -> None:
        """Come into reach, and hear again what was heard before."""
        connection = Connection(self.player, self._world.trace, self._sent, self._world.broken)
        self.connection = connection
        self._world.arrived(self.player)
        for channel in self._channels():
            self.listen(channel)

    def drop(self, *, noticed: bool) -> None:
        """Lose the line; the room hears of it at once, or never."""
        connection, self.connection = self.connection, None
        if connection is None:
            return
        connection.is_open = False
        self.waiting.clear()
        self._turn = None
        if noticed:
            self._world.hang_up(connection)

    def _sent(self, frame: bytes) -> None:
        connection = self.connection
        if self.contestant is not None:
            self.contestant.read_frame(frame)
        self.wire.carry_in_order(lambda packet: self._receive(connection, packet), frame)

    def _channels(self) -> tuple[str, ...]:
        tables = () if self.contestant is None else self.contestant.tables
        return "me", *self.seats, *tables

    def listen(self, channel: str) -> None:
        """Hear a channel, from the number that one has."""
        if self.connection is not None:
            have = self._have.get(channel)
            listening = self._world.gate.listen(self.connection, self.caller, channel, have)
            self._world.spawn(listening)

    def _receive(self, connection: Connection | None, packet: list[bytes]) -> None:
        for frame in packet:
            if frame and connection is self.connection and connection is not None:
                self._read(_frames.decode(frame))

    def _read(self, message: dict[str, Any]) -> None:
        kind, channel = message["t"], message["ch"]
        if kind == "turn":
            self._on_turn(message)
        elif kind == "snapshot":
            self._have[channel] = message["v"]
            self._seeder.read(kind, channel, message["d"])
            if channel != "me":
                self._hands[channel] = message["d"]["number"]
            elif self.contestant is not None:
                self.contestant.read_own(message["d"])
        elif kind == "event":
            self._on_event(channel, message)
        elif kind == "closed":
            self._forget(channel)

    def _on_event(self, channel: str, message: dict[str, Any]) -> None:
        have = self._have.get(channel, -1)
        if message["v"] != have + 1:
            if message["v"] > have + 1 and self._gap_until_ms <= self._world.now_ms:
                self._gap_until_ms = self._world.now_ms + 1_000
                self.listen(channel)
            return
        self._have[channel] = message["v"]
        event = message["d"]
        self._seeder.read("event", channel, event)
        if self.contestant is not None and channel == "me":
            self.contestant.hear(event)
        match event["type"]:
            case "seat_offered":
                self._offers[f"table:{event['table']}"] = event
            case "seat_taken":
                self._take_seat(f"table:{event['table']}")
            case "seat_left":
                self._forget(f"table:{event['table']}")
            case "queued":
                self._entries[event["entry"]] = None
            case "hand_dealt":
                self._hands[channel], self._streets[channel] = event["number"], "preflop"
            case "hole_dealt":
                self._verify_hidden(event["hole"])
            case "board_dealt":
                self._streets[channel] = event["street"]
            case "left":
                if event["player"] == self.player:
                    self._forget(channel)

    def _verify_hidden(self, hole: list[list[int]]) -> None:
        """Nobody sees more cards than his own (FAIR-03)."""
        seen = [one for one in hole if any(card >= 0 for card in one)]
        if len(seen) > 1:
            self._world.broken(AssertionError(f"{self.player} sees the cards of others: {seen}"))

    def _take_seat(self, channel: str) -> None:
        self._offers.pop(channel, None)
        if channel not in self.seats:
            self.seats[channel] = None
            self.listen(channel)

    def _forget(self, channel: str) -> None:
        self.seats.pop(channel, None)
        self._have.pop(channel, None)

    # Requests

    def send(self, request: RoomRequest) -> None:
        """Ask the room, and ask again when there is no answer."""
        if self.connection is not None:
            self.waiting[request.id] = request
            self._try(self.connection, request, TRIES)

    def _try(self, connection: Connection, request: RoomRequest, tries: int) -> None:
        if connection is not self.connection or request.id not in self.waiting:
            return
        if not tries:
            del self.waiting[request.id]
            return
        gate, caller = self._world.gate, self.caller
        self._world.trace.note(msgspec.json.encode(request))
        self.wire.carry(lambda one: gate.receive(caller, one, self._reply(connection)), request)
        loop = asyncio.get_running_loop()
        loop.call_later(RESEND_S, self._try, connection, request, tries - 1)

    def _reply(self, connection: Connection) -> Any:
        def reply(request: str, said: Said) -> None:
            self.wire.carry(lambda one: self._answered(connection, request, one), said)

        return reply

    def _answered(self, connection: Connection, number: str, said: Said) -> None:
        if connection is not self.connection:
            return
        request = self.waiting.pop(number, None)
        kind, details = said
        if request is None:
            return
        if isinstance(request, Sit) and kind == "ack":
            self._take_seat(request.ch)
        elif isinstance(request, Play) and kind == "ack":
            for offer in details["offers"]:  # type: ignore[attr-defined]
                self._offers[f"table:{offer['table']}"] = offer
        elif isinstance(request, TableRequest) and details.get("reason") in NOT_THERE:
            self._forget(request.ch)

    def new_id(self) -> str:
        """An id that no request of this player has."""
        self._requests += 1
        return f"{self.player}-{self._requests}"

    # Turns

    def _on_turn(self, message: dict[str, Any]) -> None:
        self._turn = message
        if not self._is_contest(message):
            self._world.note_turn(message["ch"], message["d"])
        chance = self._chance
        roll = 1000 if self.is_good else chance.randrange(1000)
        if roll >= 5 * self._slowness:
            think_s = chance.randrange(200) / 1000
        elif roll >= 3 * self._slowness:
            think_s = chance.randrange(4000) / 1000
        elif roll >= self._slowness // 2:
            late_ms = chance.randrange(-9_000, 2_500)
            ends_ms = message["d"]["deadline_ms"] + message["d"]["bank_ms"]
            think_s = max(0, ends_ms + late_ms - self._world.now_ms) / 1000
        else:
            return
        asyncio.get_running_loop().call_later(think_s, self._answer_turn, message)

    def _is_contest(self, message: dict[str, Any]) -> bool:
        """Whether a turn is one at a tournament's table."""
        return self.contestant is not None and message["ch"] in self.contestant.tables

    def _answer_turn(self, message: dict[str, Any]) -> None:
        turn, chance = message["d"], self._chance
        if self.contestant is not None and self._is_contest(message):
            action, to = self.contestant.decide(turn)
            self._act(message, cast("Action", action), to)
            return
        roll = chance.randrange(100)
        if turn["raise_to"] and roll < 20:
            to = turn["raise_to"] if roll < 6 else turn["raise_from"]
            self._act(message, "raise", to)
        elif turn["check"]:
            self._act(message, "check")
        elif roll < 70:
            self._act(message, "call")
        else:
            self._act(message, "fold")

    def _act(self, message: dict[str, Any], action: Action, to: int = 0) -> None:
        turn = message["d"]
        act = Act(
            id=self.new_id(),
            ch=message["ch"],
            hand=turn["hand"],
            turn=turn["turn"],
            a=action,
            to=to,
        )
        self.send(act)

    # Everything else

    async def live(self) -> None:
        """Do something now and then, for ever."""
        chance = self._chance
        self._do_play()
        while True:
            await asyncio.sleep(chance.randrange(100, 2000) / 1000)
            if self.connection is None:
                continue
            if self.is_good:
                getattr(self, f"_do_{chance.choice(GOOD_DEEDS)}")()
            elif self.contestant is not None and chance.randrange(2):
                self.contestant.act()
            else:
                self._take_offers()
                getattr(self, f"_do_{chance.choice(DEEDS)}")()

    def _take_offers(self) -> None:
        for channel, offer in tuple(self._offers.items()):
            buy_in = offer["buy_in"]
            amount = self._chance.choice((buy_in["least"], buy_in["most"], buy_in["least"]))
            if not self._chance.randrange(20):
                amount = self._chance.randrange(buy_in["most"] + 100)
            self.send(Sit(id=self.new_id(), ch=channel, amount=amount))
            if not self._chance.randrange(4):
                del self._offers[channel]

    def _seat(self) -> str | None:
        seats = list(self.seats)
        return self._chance.choice(seats) if seats else None

    def _at_seat(self, kind: Any, **content: Any) -> None:
        seat = self._seat()
        if seat is not None:
            self.send(kind(id=self.new_id(), ch=seat, **content))

    def _do_wait(self) -> None:
        if not self.seats:
            self._do_play()

    def _do_play(self) -> None:
        if len(self.seats) + len(self._offers) < 1 + (not self._chance.randrange(5)):
            self.send(msgspec.structs.replace(self._world.stake, id=self.new_id()))

    def _do_come_back(self) -> None:
        self._at_seat(ComeBack)

    def _do_enter(self) -> None:
        self._at_seat(Enter, post=self._chance.randrange(5) > 0)

    def _do_sit_out(self) -> None:
        self._at_seat(SitOut, on=self._chance.randrange(4) > 0)

    def _do_big_blind(self) -> None:
        self._at_seat(SitOut, when="next_big_blind", on=self._chance.randrange(3) > 0)

    def _do_top_up(self) -> None:
        self._at_seat(TopUp, amount=self._chance.randrange(1200))

    def _do_auto_top_up(self) -> None:
        self._at_seat(AutoTopUp, on=self._chance.randrange(2) > 0)

    def _do_leave(self) -> None:
        self._at_seat(Leave)

    def _do_chat(self) -> None:
        self._at_seat(Chat, text="nh")

    def _do_intend(self) -> None:
        seat = self._seat()
        if seat in self._hands:
            assert seat is not None
            street = self._streets.get(seat, "preflop")
            action = self._chance.choice(("check_fold", "call_any", "check", "call", "none"))
            to_call = self._chance.choice((0, 0, 10))
            hand = self._hands[seat]
            self._at_seat(Intend, hand=hand, street=street, to_call=to_call, a=action)

    def _do_show(self) -> None:
        self._at_seat(Show, hand=self._hands.get(self._seat() or "", 0))

    def _do_muck(self) -> None:
        self._at_seat(Muck, hand=self._hands.get(self._seat() or "", 0))

    def _do_illegal(self) -> None:
        if self._turn is not None:
            for _ in range(self._chance.randrange(1, 7)):
                self._act(self._turn, "raise", 1)

    def _do_stale(self) -> None:
        if self._turn is not None:
            self._act(self._turn, "fold")

    def _do_leave_queue(self) -> None:
        for entry in tuple(self._entries):
            self.send(LeaveQueue(id=self.new_id(), entry=entry))
            del self._entries[entry]

    def _do_decline(self) -> None:
        for channel in tuple(self._offers):
            self.send(Decline(id=self.new_id(), ch=channel))
            del self._offers[channel]

    def _do_deposit(self) -> None:
        self._order("deposit", self._chance.randrange(40, 1500))

    def _do_withdrawal(self) -> None:
        self._order("withdrawal", self._chance.choice((60, 300, 700, 6_000)))

    def _order(self, kind: OrderKind, amount: int) -> None:
        """Ask once, or the same twice at once; the answer is awaited elsewhere."""
        request = self.new_id()
        for _ in range(1 + (not self._chance.randrange(4))):
            self._world.spawn(self._world.orders.ask(self.caller, kind, amount, request))

    def _do_disconnect(self) -> None:
        self.drop(noticed=True)
        away_s = self._chance.choice((0.5, 0.5, 1.0, 2.0, 4.0, 25.0))
        asyncio.get_running_loop().call_later(away_s, self._world.reconnect, self)

    def _do_resync(self) -> None:
        for channel in self._channels():
            if not self._chance.randrange(3):
                self._have.pop(channel, None)
            self.listen(channel)

    # The end of the evening

    def behave(self, tables: list[TableId]) -> None:
        """From now on answer every turn at the tables where one sits, and do nothing else."""
        self.is_good = True
        self._offers.clear()
        self.seats = {f"table:{table}": None for table in tables}
        for channel in ("me", *self.seats):
            self.listen(channel)
        for seat in self.seats:
            self.send(ComeBack(id=self.new_id(), ch=seat))
        if self.contestant is not None:
            self.contestant.behave()

    def go_home(self, tables: list[TableId]) -> None:
        """Leave every table."""
        for table in tables:
            self.send(Leave(id=self.new_id(), ch=f"table:{table}"))
