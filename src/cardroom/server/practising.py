"""Practice players of a running room: their accounts, and a task each that starts them again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from cardroom.errors import CardroomError, UsageError
from cardroom.ledger import PlayerId
from cardroom.office.bank import Bank
from cardroom.office.ports import AccountStore
from cardroom.room.names import name_key
from cardroom.room.people import AccountKind, Caller
from cardroom.room.practice.field import PracticeField
from cardroom.room.practice.player import PracticePlayer, seat_at
from cardroom.room.practice.tables import Hire, PracticeTables
from cardroom.room.practice.thinking import CHARACTERS, Character
from cardroom.room.records import NewAccount
from cardroom.room.room import Room
from cardroom.room.shuffle import Bits
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.rulebook.cash.stakes import Stake, StakeKey
from cardroom.server.background import Background
from cardroom.server.operations import stake_key

logger = logging.getLogger(__name__)
IN_FIELD = 1_000
"""From this number on practice players enter tournaments; the others sit at cash tables."""
AGAIN_S = 5.0
AGAIN_S_MAX = 300.0
LONG_S = 60.0
"""A player who failed after this long restarts as after a first failure."""


class Practice:
    """Starts practice players where the operator wants them."""

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
    ) -> None:
        self._thinking_percent = thinking_percent
        self._remember = remember
        self._room = room
        self._accounts = accounts
        self._bank = bank
        self._bits = bits
        self._background = background
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, wanted: dict[str, int]) -> None:
        """How many players sit at each stake; where they fill a table, a reserve for newcomers."""
        number, reserve = 0, sum(wanted.values())
        for text, count in wanted.items():
            stake = self._stake(stake_key(text))
            self._room.admission.allow(stake.key, frozenset({"practice"}))
            for _ in range(count):
                number += 1
                character, caller = await self._employ(number)
                self._start(partial(self._keep_playing, caller, character, stake))
            if count >= self._room.rules.seating.players_to_open:
                company = PracticeTables(self._room, stake, self._hirer(reserve))
                self._start(company.keep)
                reserve += company.size

    def enter_tournaments(self, house: TournamentHouse) -> None:
        """Have practice players enter the tournaments that let them in."""
        field = PracticeField(
            house,
            lambda number: self._employ(IN_FIELD + number),
            self._bits,
            thinking_percent=self._thinking_percent,
        )
        self._start(field.keep)

    def _start(self, work: Callable[[], Awaitable[None]]) -> None:
        self._tasks.append(self._background.start("practice", work, is_needed=False))

    def _hirer(self, before: int) -> Hire:
        """Who makes practice players out of the numbers of a reserve."""

        async def hire(number: int) -> PracticePlayer:
            character, caller = await self._employ(before + number + 1)
            return self._player(caller, character)

        return hire

    def _player(self, caller: Caller, character: Character) -> PracticePlayer:
        return PracticePlayer(
            self._room, caller, character, self._bits, thinking_percent=self._thinking_percent
        )

    async def stop(self) -> None:
        """Let all of them go."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _stake(self, key: StakeKey) -> Stake:
        stake = self._room.rules.stake(key)
        if stake is None:
            raise UsageError(f"The edition does not offer {':'.join(map(str, key))}.")
        return stake

    async def _employ(self, number: int) -> tuple[Character, Caller]:
        character = CHARACTERS[number % len(CHARACTERS)]
        return character, await self._account(f"{character.name}-{number}")

    async def _account(self, name: str) -> Caller:
        """The practice player's account, made the first time."""
        key = name_key(name)
        account = await self._accounts.find_by_name(key)
        if account is None:
            now = self._room.services.clock.now_ms()
            new = NewAccount(name=name, name_key=key, kind="practice", created_ms=now)
            account = await self._accounts.add(new)
            assert account is not None
        if account.kind != "practice":
            raise UsageError(f"The name {name} is taken by somebody who is not a practice player.")
        await self._bank.welcome(account.player)
        self._remember(account.player, account.name, "practice")
        return Caller(player=account.player, name=account.name, kind="practice")

    async def _keep_playing(self, caller: Caller, character: Character, stake: Stake) -> None:
        wait_s = AGAIN_S
        clock = self._room.services.clock
        while True:
            await self._room.admission.until_offered(stake.key)
            started_ms = clock.monotonic_ms()
            player = self._player(caller, character)
            try:
                await player.play(seat_at(stake), stake.max_buy_in)
            except CardroomError as error:
                logger.info("practice player rests: %s", error)
            if clock.monotonic_ms() - started_ms > LONG_S * 1000:
                wait_s = AGAIN_S
            await asyncio.sleep(wait_s)
            wait_s = min(2 * wait_s, AGAIN_S_MAX)
