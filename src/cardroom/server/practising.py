"""Practice players of a running room: their accounts, and who plays where."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence

from cardroom.errors import Unavailable
from cardroom.ledger import PlayerId
from cardroom.office.bank import Bank
from cardroom.office.ports import AccountStore
from cardroom.room.names import name_key
from cardroom.room.people import AccountKind, Caller
from cardroom.room.practice.crew import Crew, Employed
from cardroom.room.practice.field import PracticeField
from cardroom.room.practice.player import PracticePlayer
from cardroom.room.practice.tables import PracticeTables
from cardroom.room.practice.thinking import CHARACTERS, Character
from cardroom.room.records import Account, NewAccount
from cardroom.room.room import Room
from cardroom.room.shuffle import Bits
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.server.background import Background

logger = logging.getLogger(__name__)
IN_FIELD = 1_000
"""From this number on practice players enter tournaments; the others sit at cash tables."""


class Practice:
    """Has practice players where the operator wants them (Roster)."""

    def __init__(
        self,
        room: Room,
        accounts: AccountStore,
        bank: Bank,
        bits: Bits,
        *,
        background: Background,
        remember: Callable[[PlayerId, str, AccountKind], None],
        thinking_percent: int,
        numbers: Sequence[int] = range(1, IN_FIELD),
    ) -> None:
        self._thinking_percent = thinking_percent
        self._numbers = numbers
        """Of those who may be hired here; no two processes of a room share one."""
        self._remember = remember
        self._room = room
        self._accounts = accounts
        self._bank = bank
        self._bits = bits
        self._background = background
        self._at_work: set[int] = set()
        self._crews: dict[StakeKey, Crew] = {}
        self._companies: dict[StakeKey, tuple[PracticeTables, asyncio.Task[None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, wanted: Mapping[StakeKey, int]) -> None:
        """Whoever sits somewhere since before a restart goes on there; then as many as wanted."""
        for key, seated in self._seated().items():
            for number in seated:
                employed = await self._employ(number)
                if employed is not None:
                    self._at_work.add(number)
                    self._crew(self._stake(key)).take_up(employed)
        for key in (*self._crews, *wanted):
            await self.keep(key, wanted.get(key, 0))

    async def keep(self, stake: StakeKey, count: int) -> None:
        """Have this many play at a stake from now on; where they fill a table, with a reserve for
        newcomers."""
        await self._crew(self._stake(stake)).resize(count)
        is_table = count >= self._room.rules.seating.players_to_open
        if is_table and stake not in self._companies:
            company = PracticeTables(self._room, self._stake(stake), self)
            task = self._background.start("practice", company.keep, is_needed=False)
            self._companies[stake] = (company, task)
        elif not is_table and stake in self._companies:
            winding_down = asyncio.create_task(self._wind_down(*self._companies.pop(stake)))
            self._tasks.add(winding_down)
            winding_down.add_done_callback(self._tasks.discard)

    async def _wind_down(self, company: PracticeTables, task: asyncio.Task[None]) -> None:
        try:
            await company.wind_down()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def enter_tournaments(self, house: TournamentHouse) -> None:
        """Have practice players enter the tournaments that let them in."""
        field = PracticeField(
            house, self._entrant, self._bits, thinking_percent=self._thinking_percent
        )
        self._tasks.add(self._background.start("practice", field.keep, is_needed=False))

    async def stop(self) -> None:
        """The room stops."""
        for crew in self._crews.values():
            await crew.stop()
        tasks = [*self._tasks, *(task for _, task in self._companies.values())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _crew(self, stake: Stake) -> Crew:
        if stake.key not in self._crews:
            self._crews[stake.key] = Crew(self._room, stake, self)
        return self._crews[stake.key]

    def _stake(self, key: StakeKey) -> Stake:
        stake = self._room.rules.stake(key)
        assert stake is not None
        return stake

    def _seated(self) -> dict[StakeKey, list[int]]:
        """The numbers of the practice players who sit at cash tables, by stake."""
        names, found = self._room.services.names, dict[StakeKey, list[int]]()
        for table in self._room.services.board.tables.values():
            for player in table.players:
                number = _number_of(names.name(player))
                if names.kind(player) == "practice" and 0 < number < IN_FIELD:
                    found.setdefault(table.stake.key, []).append(number)
        return found

    # Who works for the house (Roster)

    async def hire(self) -> Employed:
        """Somebody who works nowhere; Unavailable when everybody does."""
        for number in self._numbers:
            if number not in self._at_work:
                self._at_work.add(number)
                employed = await self._employ(number)
                if employed is not None:
                    return employed
        raise Unavailable("all practice players of the house are at work")

    def release(self, one: Employed) -> None:
        """Somebody works nowhere any more."""
        self._at_work.discard(one.number)

    def player(self, one: Employed) -> PracticePlayer:
        """Somebody who is ready to play."""
        percent = self._thinking_percent
        return PracticePlayer(
            self._room, one.caller, one.character, self._bits, thinking_percent=percent
        )

    async def _entrant(self, number: int) -> tuple[Character, Caller]:
        """Somebody for the tournaments, by a number of their own."""
        employed = await self._employ(IN_FIELD + number)
        if employed is None:
            raise Unavailable("the name is taken")
        return employed.character, employed.caller

    async def _employ(self, number: int) -> Employed | None:
        """The practice player of a number; None where somebody else has the name."""
        character = CHARACTERS[number % len(CHARACTERS)]
        name = f"{character.name}-{number}"
        account = await self._account(name)
        if account.kind != "practice":
            logger.warning("the name %s is taken by somebody who is not a practice player", name)
            return None
        await self._bank.welcome(account.player)
        self._remember(account.player, account.name, "practice")
        caller = Caller(player=account.player, name=account.name, kind="practice")
        return Employed(number, character, caller)

    async def _account(self, name: str) -> Account:
        """The account of that name, made the first time."""
        key = name_key(name)
        account = await self._accounts.find_by_name(key)
        if account is None:
            now = self._room.services.clock.now_ms()
            new = NewAccount(name=name, name_key=key, kind="practice", created_ms=now)
            account = await self._accounts.add(new)
            assert account is not None
        return account


def _number_of(name: str) -> int:
    """The number in the name of a practice player; 0 where there is none."""
    number = name.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0
