"""A simulated room with clients: made from a seed, run on a virtual clock."""

import asyncio
from itertools import count
from random import Random
from typing import Any

import msgspec

from cardroom.cash.lobby.lobby_tables import NewTable
from cardroom.errors import Refused
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.banking import deposit
from cardroom.room.bus import LocalBus
from cardroom.room.cash.me import MeDesk
from cardroom.room.cash.seat_board import SeatBoard
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import Bus, Directory, Presence
from cardroom.room.requests import Act, Action, Play, Sit
from cardroom.room.room import Room
from cardroom.room.services import RoomServices, SteadyClock, cash_services
from cardroom.room.shuffle import Shuffle, shuffle
from cardroom.room.tables.pace import Pace
from cardroom.room.wallets import Wallets
from cardroom.rulebook import edition
from tests.room.fakes import Cases, MemoryStore, Names, NoLag, SeededBits
from tests.room.inside import inside
from tests.room.virtual import VirtualClock

EUR = "EUR"
NL10 = Play(id="p", game="nl-holdem", format="ordinary", small_blind=5, big_blind=10)
QUICK = Pace(
    street_change_ms=0,
    won_without_showdown_ms=100,
    choice_to_show_ms=100,
    showdown_ms=100,
    each_further_hand_ms=0,
    street_of_run_out_ms=0,
    first_hand_ms=10,
    return_after_restart_ms=5_000,
)

_sits = count(1)
"""No player takes a seat twice under one id."""


class Shell:
    """Everything around a room that a test may want to reach."""

    def __init__(
        self,
        seed: int,
        *,
        store: MemoryStore | None = None,
        name: str = "en-2.7",
        pace: Pace = QUICK,
        presence: Presence | None = None,
        names: Directory | None = None,
        shuffle: Shuffle = shuffle,
        fair: FairHouse | None = None,
        bus: Bus | None = None,
        jump_ms: int = 0,
        new_table: NewTable | None = None,
    ) -> None:
        chance = Random(seed)
        self.clock = VirtualClock()
        self.clock.jump_ms = jump_ms
        self.store = store or MemoryStore(chance)
        self.cases = Cases()
        self.bits = SeededBits(chance)
        wallets = Wallets(self.store, EUR, self._epoch_of)
        self.me = MeDesk(wallets, EUR)
        steady = SteadyClock(self.clock)
        switchboard = Switchboard(steady, self.me.owner)
        self._tables = max(self.store.epochs, default=TableId(0))
        rules = edition(name)
        history, cashier = cash_services(rules, wallets, EUR, epoch=seed)
        services = RoomServices(
            edition=rules,
            wallets=wallets,
            history=history,
            cashier=cashier,
            money=self.store,
            tables=self.store,
            clock=steady,
            bits=self.bits,
            switchboard=switchboard,
            presence=presence or NoLag(),
            names=names or Names(),
            pace=pace,
            currency=EUR,
            bus=bus or LocalBus(),
            board=SeatBoard(),
            new_table=new_table or self._new_table,
            shuffle=shuffle,
            fair=fair,
        )
        self.room = Room(services, self.me, self.cases, "test")
        self.room.start()

    def _new_table(self) -> TableId:
        self._tables = TableId(self._tables + 1)
        return self._tables

    def _epoch_of(self, table: TableId) -> int | None:
        return self.room.epoch_of(table)

    def fund(self, player: int, amount: int = 100_000) -> None:
        reference = f"{player}-{len(self.store.ledger.transfers)}"
        money = deposit(PlayerId(player), amount, EUR, reference=reference, at_ms=1)
        self.store.ledger.apply(money)


class Client:
    """A client of the public protocol: sees frames, sends requests, never looks inside."""

    def __init__(self, shell: Shell, player: int, kind: AccountKind = "person") -> None:
        self.shell = shell
        self.caller = Caller(player=PlayerId(player), name=f"player{player}", kind=kind)
        self.frames: list[bytes] = []
        self.turns: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sent = 0

    @property
    def viewer(self) -> PlayerId:
        return self.caller.player

    def deliver(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.hear(msgspec.json.decode(frame))

    def hear(self, message: dict[str, Any]) -> None:
        """What a frame says."""
        if message["t"] == "turn":
            self.turns.put_nowait(message)

    async def listen(self, name: str, have: int | None = None) -> None:
        await self.shell.room.services.wallets.look_up(self.viewer)
        channel = self.shell.room.services.switchboard.find(name, self.viewer)
        assert channel is not None, name
        channel.join(self, self.caller, have)

    async def sit(self, amount: int = 1000, stake: Play = NL10) -> int:
        """Ask for a seat and take it; waits when queued."""
        answer = await self.shell.room.ask(self.caller, stake)
        offers = answer["offers"]
        while not offers:
            await asyncio.sleep(0.05)
            offers = [
                msgspec.to_builtins(one) for one in inside(self.shell.room).offers_of(self.viewer)
            ]
        table = int(offers[0]["table"])  # type: ignore[index]
        await self.shell.room.until_open(f"table:{table}")
        await self.listen(f"table:{table}")
        request = Sit(id=f"s{next(_sits)}", ch=f"table:{table}", amount=amount)
        await self.shell.room.ask(self.caller, request)
        return table

    async def act(self, message: dict[str, Any], action: Action, to: int = 0) -> None:
        turn = message["d"]
        self._sent += 1
        request = Act(
            id=f"a{self._sent}", ch=message["ch"], hand=turn["hand"], turn=turn["turn"],
            a=action, to=to,
        )  # fmt: skip
        await self.shell.room.ask(self.caller, request)

    async def play_on(self, chance: Random) -> None:
        """Answer every turn with something legal, for ever."""
        while True:
            message = await self.turns.get()
            turn = message["d"]
            await asyncio.sleep(chance.randrange(400) / 1000)
            roll = chance.randrange(100)
            try:
                if turn["raise_to"] and roll < 15:
                    span = min(turn["raise_to"] - turn["raise_from"], 20)
                    to = turn["raise_from"] + chance.randrange(span + 1)
                    await self.act(message, "raise", to)
                elif turn["check"]:
                    await self.act(message, "check")
                elif roll < 60:
                    await self.act(message, "call")
                else:
                    await self.act(message, "fold")
            except Refused as refusal:
                assert refusal.reason == "stale_turn", refusal  # noqa: PT017
