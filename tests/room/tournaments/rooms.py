"""A simulated room with tournaments and clients, on a virtual clock."""

import asyncio
from collections.abc import Coroutine, Mapping
from datetime import UTC, tzinfo
from random import Random
from typing import Any

import msgspec

from cardroom.errors import Refused, Unavailable
from cardroom.ledger import PlayerId, TournamentId
from cardroom.ledger.banking import deposit
from cardroom.ledger.tickets import read_ticket
from cardroom.room.bus import LocalBus
from cardroom.room.channels import Switchboard
from cardroom.room.fair.house import FairHouse
from cardroom.room.people import AccountKind, Caller
from cardroom.room.ports import ChannelOwner, Directory
from cardroom.room.requests import Act, Action
from cardroom.room.retrying import retry_while_unavailable
from cardroom.room.services import SteadyClock
from cardroom.room.table_numbers import TableNumbers
from cardroom.room.tables.messages import PlayerRequest
from cardroom.room.tables.pace import Pace
from cardroom.room.tables.running import RunningTables
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.board import TournamentBoard
from cardroom.room.tournaments.charter import Announced, new_tournament, read_charter
from cardroom.room.tournaments.house.entering import carry_out
from cardroom.room.tournaments.house.handlers import receive
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.house.offers import Offered
from cardroom.room.tournaments.records import TicketGrant
from cardroom.room.tournaments.requests import (
    AnyTournamentRequest,
    BuyBack,
    BuyGames,
    DeclineRebuy,
    HouseRequest,
    Register,
)
from cardroom.room.tournaments.services import TournamentServices
from cardroom.room.tournaments.tables.opening import TableHost
from cardroom.room.tournaments.tables.owner import TournamentTableTask
from cardroom.room.wallets import Wallets
from cardroom.rulebook import Edition, edition
from cardroom.tournament.definition import Definition
from cardroom.tournament.definition.examples import definition_of
from cardroom.tournament.definition.to_terms import terms_of
from cardroom.tournament.tables.keeping_apart import PartnersOf, no_partners
from cardroom.tournament.timetable import HouseDefaults, read_timetable
from tests.room.fakes import Names, SeededBits
from tests.room.rooms import QUICK
from tests.room.tournaments.memory import TournamentMemory
from tests.room.virtual import VirtualClock

EUR = "EUR"


class Here:
    """Who is in reach; everybody at first."""

    def __init__(self) -> None:
        self.gone: set[PlayerId] = set()

    def is_here(self, player: PlayerId) -> bool:
        return player not in self.gone

    def lag_ms(self, player: PlayerId) -> int:
        return 0

    def doubt_ms(self, player: PlayerId) -> int:
        return 0


class OwnChannel:
    """A player's channel `me`, with nothing in its snapshot."""

    def verify_listener(self, caller: Caller) -> None: ...

    def snapshot(self, viewer: PlayerId) -> object:
        return {}

    def pending(self, viewer: PlayerId) -> None:
        return None


def own(player: PlayerId) -> ChannelOwner:
    return OwnChannel()


class TournamentRoom:
    """Everything around the tournaments of a room."""

    def __init__(
        self,
        seed: int,
        *,
        store: TournamentMemory | None = None,
        pace: Pace = QUICK,
        jump_ms: int = 0,
        names: Directory | None = None,
        bus: LocalBus | None = None,
        ticket_ms: int = 0,
        fair: FairHouse | None = None,
        partners_of: PartnersOf = no_partners,
    ) -> None:
        self.chance = Random(seed)
        self.store = store or TournamentMemory(self.chance)
        self.clock = VirtualClock()
        self.clock.jump_ms = jump_ms
        self.presence = Here()
        self.names = names or Names()
        steady = SteadyClock(self.clock)
        bus = bus or LocalBus()
        self.running: RunningTables[TournamentTableTask] = RunningTables(bus, steady)
        self.switchboard = Switchboard(steady, own)
        self.wallets = Wallets(self.store.money, EUR, lambda _: None)
        self.services = TournamentServices(
            store=self.store,
            prizes=self.store,
            schedules=self.store,
            wallets=self.wallets,
            bus=bus,
            money=self.store.money,
            clock=steady,
            bits=SeededBits(self.chance),
            switchboard=self.switchboard,
            presence=self.presence,
            names=self.names,
            pace=pace,
            currency=EUR,
            numbers=TableNumbers(self.store.reserve_tables),
            owner="test",
            board=TournamentBoard(),
            takes=lambda ticket: ticket.value % 3 != 0,
            facts=self._facts,
            reel_ms=6_000,
            ticket_ms=ticket_ms,
            fair=fair,
            partners_of=partners_of,
        )
        self.actors: dict[TournamentId, TournamentActor] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def _facts(self, player: PlayerId) -> Mapping[str, int]:
        return {"deposits": 1, "hands_this_week": 100}

    def fund(self, player: int, amount: int = 100_000) -> None:
        reference = f"{player}-{len(self.store.ledger.transfers)}"
        money = deposit(PlayerId(player), amount, EUR, reference=reference, at_ms=1)
        self.store.ledger.apply(money)

    async def give_ticket(self, player: int, word: str) -> None:
        """A promotion: the house gives a player a ticket."""
        grant = TicketGrant(PlayerId(player), read_ticket(word))
        await self.store.grant_ticket(grant, f"gift{player}", 1)

    async def announce(
        self, definition: Definition, *, in_s: int | None = None, key: str = "first", **how: Any
    ) -> TournamentActor:
        """Announce a tournament and run it."""
        now = self.services.clock.now_ms()
        starts_ms = None if in_s is None else now + 1000 * in_s
        terms = terms_of(definition, edition(definition.edition), starts_ms=starts_ms)
        announced = Announced(definition=definition, **how)
        new = new_tournament(announced, terms, key=key, template="test", created_ms=now)
        claimed = await retry_while_unavailable(lambda: self.store.create_tournament(new, "test"))
        return await self.run(claimed.tournament)

    async def run(self, tournament: TournamentId) -> TournamentActor:
        """Run a stored tournament."""
        stored = await retry_while_unavailable(lambda: self.store.tournament(tournament))
        assert stored is not None
        papers = await retry_while_unavailable(lambda: self.store.papers(tournament))
        charter = read_charter(stored, papers)
        host = TableHost(self.services, self.running)
        actor = TournamentActor(self.services, charter, host, receive)
        await actor.open()
        self.actors[tournament] = actor
        self._tasks.append(asyncio.create_task(actor.run()))
        return actor

    async def crash(self) -> None:
        """Stop everything at once."""
        await self.running.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.wallets.abandon()
        if self.services.fair is not None:
            self.services.fair.log.halt()
        self.actors.clear()


class Player:
    """A client of the public protocol: frames come in, requests go out."""

    def __init__(self, room: TournamentRoom, number: int, kind: AccountKind = "person") -> None:
        self.room = room
        self.caller = Caller(player=PlayerId(number), name=f"player{number}", kind=kind)
        self.frames: list[dict[str, Any]] = []
        self.turns: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sent = 0
        self.answers_offers = True
        self._chance = Random(number)
        self._jobs: set[asyncio.Task[None]] = set()

    @property
    def viewer(self) -> PlayerId:
        return self.caller.player

    def deliver(self, frame: bytes) -> None:
        message = msgspec.json.decode(frame)
        self.frames.append(message)
        if message["t"] == "turn":
            self.turns.put_nowait(message)
        elif message["ch"] == "me" and message["t"] == "event":
            self._read_own(message["d"])

    def _read_own(self, news: dict[str, Any]) -> None:
        """Go where the player sits now; buy back mostly, when it is offered."""
        if news["type"] == "tournament_seated":
            self.listen(f"table:{news['table']}")
        elif news["type"] == "rebuy_wanted" and self.answers_offers:
            self._soon(self._answer_offer(news["tournament"]))

    async def _answer_offer(self, tournament: int) -> None:
        await asyncio.sleep(self._chance.randrange(3))
        buys = self._chance.randrange(3)
        self._sent += 1
        channel, number = f"tournament:{tournament}", f"o{self._sent}"
        request = BuyBack(id=number, ch=channel) if buys else DeclineRebuy(id=number, ch=channel)
        try:
            await self.ask(request)
        except (Refused, Unavailable, KeyError):
            # Too late, too poor, or the room is down: the offer runs out.
            return

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """The events of one kind, in the order in which they came."""
        events = [one["d"] for one in self.frames if one["t"] == "event"]
        return [event for event in events if event["type"] == kind]

    def listen(self, name: str) -> None:
        channel = self.room.switchboard.find(name, self.viewer)
        assert channel is not None, name
        channel.join(self, self.caller, None)

    async def ask(self, request: AnyTournamentRequest) -> Mapping[str, object]:
        actor = self.room.actors[request.tournament]
        return await carry_out(actor, self.caller, request, None)

    async def register(self, tournament: int, **how: Any) -> None:
        self._sent += 1
        await self.ask(Register(id=f"r{self._sent}", ch=f"tournament:{tournament}", **how))

    async def act(self, message: dict[str, Any], action: Action, to: int = 0) -> None:
        turn = message["d"]
        self._sent += 1
        request = Act(
            id=f"a{self._sent}", ch=message["ch"], hand=turn["hand"], turn=turn["turn"],
            a=action, to=to,
        )  # fmt: skip
        await self.room.services.bus.ask(request.ch, PlayerRequest(self.caller, request))

    async def play_on(self, chance: Random) -> None:
        """Answer every turn with something legal, for ever; all-in often enough to end."""
        while True:
            message = await self.turns.get()
            turn = message["d"]
            await asyncio.sleep(chance.randrange(2_000) / 1000)
            roll = chance.randrange(100)
            try:
                if turn["raise_to"] and roll < 12:
                    await self.act(message, "raise", turn["raise_to"])
                elif turn["raise_to"] and roll < 25:
                    await self.act(message, "raise", turn["raise_from"])
                elif turn["check"]:
                    await self.act(message, "check")
                elif roll < 70:
                    await self.act(message, "call")
                else:
                    await self.act(message, "fold")
            except Unavailable:
                continue
            except Refused as refusal:
                gone = {"stale_turn", "no_such_table", "not_seated_here", "no_hand_in_progress"}
                assert refusal.reason in gone, refusal  # noqa: PT017


def format_of(name: str, **changes: Any) -> Definition:
    """A packaged format, for euros."""
    return definition_of(name, changes)


class HouseRoom(TournamentRoom):
    """A room with a house of tournaments above them."""

    def __init__(
        self,
        seed: int,
        *files: str,
        store: TournamentMemory | None = None,
        pace: Pace = QUICK,
        now_ms: int = 1_800_000_000_000,
        zone: tzinfo = UTC,
        names: Directory | None = None,
        rules: Edition | None = None,
        ticket_ms: int = 0,
    ) -> None:
        super().__init__(seed, store=store, pace=pace, names=names, ticket_ms=ticket_ms)
        rules = rules or edition("en-2.7")
        timetable = read_timetable(
            {f"{number}.toml": text for number, text in enumerate(files)},
            house=HouseDefaults(rules, EUR),
            zone=zone,
            now_ms=now_ms,
        )
        self.house = TournamentHouse(self.services, Offered(timetable), zone, rules)
        self.actors = self.house.actors
        self.running = self.house.tables

    async def open(self) -> None:
        await self.house.open()

    async def crash(self) -> None:
        await self.house.halt()
        await self.wallets.abandon()


class HousePlayer(Player):
    """A client who asks the house."""

    def __init__(self, room: HouseRoom, number: int, kind: AccountKind = "person") -> None:
        super().__init__(room, number, kind)
        self.house_room = room

    async def ask(self, request: HouseRequest) -> Mapping[str, object]:
        return await self.house_room.house.ask(self.caller, request)

    async def buy(self, offer: str, games: int = 1, *, request: str = "") -> Mapping[str, object]:
        self._sent += 1
        number = request or f"b{self._sent}"
        return await self.ask(BuyGames(id=number, offer=offer, games=games))
