"""A newcomer finds a game at once, whoever has vanished from the tables of the practice players."""

import asyncio
from contextlib import suppress
from itertools import count

import pytest

from cardroom.cash.table import CashTable
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.people import PEOPLE, AccountKind, Caller
from cardroom.room.practice.crew import Employed
from cardroom.room.practice.player import PracticePlayer
from cardroom.room.practice.tables import LOOKS_BEFORE_CLOSING, TABLES_MAX, PracticeTables
from cardroom.room.practice.thinking import CHARACTERS
from cardroom.room.requests import Decline, Enter, Sit
from tests.room.fakes import Names
from tests.room.inside import inside
from tests.room.rooms import NL10, Client, Shell
from tests.room.virtual import run
from tests.rule import rule

PRACTICE_FROM, RESERVE_FROM = 100, 200
FIRST_CARDS_S = 30


class Marked(Names):
    """Everybody from a number on is a practice player."""

    def kind(self, player: PlayerId) -> AccountKind:
        return "practice" if player >= PRACTICE_FROM else "guest"


class Hosted:
    """A room with four practice players and a reserve at one stake."""

    def __init__(self, seed: int) -> None:
        self.shell = Shell(seed, names=Marked())
        self.room = self.shell.room
        self.room.admission.admit(NL10.stake, PEOPLE | {"practice"})
        stake = inside(self.room).rules.stake(NL10.stake)
        assert stake is not None
        self._at_work: set[int] = set()
        self.company = PracticeTables(self.room, stake, self)
        players = [self._player(PRACTICE_FROM + number) for number in range(4)]
        self._tasks = [asyncio.create_task(one.play(NL10, 1000)) for one in players]
        self._tasks.append(asyncio.create_task(self.company.keep()))

    def _player(self, number: int) -> PracticePlayer:
        self.shell.fund(number)
        character = CHARACTERS[number % len(CHARACTERS)]
        caller = Caller(player=PlayerId(number), name=f"{character.name}-{number}", kind="practice")
        return PracticePlayer(self.room, caller, character, self.shell.bits)

    async def hire(self) -> Employed:
        number = next(one for one in count(RESERVE_FROM) if one not in self._at_work)
        self._at_work.add(number)
        return Employed(number, CHARACTERS[0], self._player(number).caller)

    def release(self, one: Employed) -> None:
        self._at_work.discard(one.number)

    def player(self, one: Employed) -> PracticePlayer:
        return self._player(one.number)

    @property
    def tables(self) -> int:
        return len(inside(self.room).tables)

    def guest(self, number: int) -> Client:
        self.shell.fund(number)
        return Client(self.shell, number, "guest")

    async def seat(self, number: int) -> Client:
        """A guest who posts and is dealt in."""
        guest = self.guest(number)
        table = await guest.sit()
        await self.room.ask(guest.caller, Enter(id="e", ch=f"table:{table}", post=True))
        async with asyncio.timeout(120):
            await guest.turns.get()
        return guest

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.room.stop()
        assert sum(self.shell.store.ledger.balances.values()) == 0


async def cards_after_s(hosted: Hosted, number: int) -> float:
    """How long a newcomer waits who gives back seats where a hand stands still, as our client."""
    loop, room = asyncio.get_running_loop(), hosted.room
    started, guest = loop.time(), hosted.guest(number)
    await room.ask(guest.caller, NL10)
    while True:
        for offer in inside(room).offers_of(guest.viewer):
            table = inside(room).table(offer.table)
            if not stands_still(table):
                return await cards_at(hosted, guest, table) - started
            await room.ask(guest.caller, Decline(id="d", ch=f"table:{offer.table}"))
            await asyncio.sleep(0.5)
            await room.ask(guest.caller, NL10)
        await asyncio.sleep(0.1)


def stands_still(table: CashTable) -> bool:
    live = table.hand.live if table.deal is not None and table.hand is not None else ()
    return any(table.occupants[seat].connection.is_lost for seat in live)


async def cards_at(hosted: Hosted, guest: Client, table: CashTable) -> float:
    """Sit down and post; the moment of the first cards."""
    channel = f"table:{table.table}"
    await hosted.room.until_open(channel)
    await hosted.room.ask(guest.caller, Sit(id="s", ch=channel, amount=1000))
    with suppress(SeatRefused):
        await hosted.room.ask(guest.caller, Enter(id="e", ch=channel, post=True))
    for _ in range(1200):
        if table.deal is not None and guest.viewer in table.deal.dealt_in.values():
            return asyncio.get_running_loop().time()
        await asyncio.sleep(0.1)
    raise AssertionError("no cards in two minutes")


@rule("CASH-06", "TIME-01")
@pytest.mark.parametrize("seed", range(6))
def test_a_newcomer_is_dealt_in_though_everybody_else_has_just_vanished(seed: int) -> None:
    async def story() -> float:
        hosted = Hosted(seed)
        await asyncio.sleep(60)
        assert hosted.tables == 1, "nobody needs company yet"
        # One guest leaves a seat free at the table that stands still; two fill it.
        guests = [await hosted.seat(1 + number) for number in range(1 + seed % 2)]
        for guest in guests:
            hosted.room.gone(guest.viewer, on_purpose=False)
        waited_s = await cards_after_s(hosted, 50)
        await hosted.close()
        return waited_s

    assert run(story()) < FIRST_CARDS_S


@rule("AMB-39")
def test_a_further_table_is_closed_when_only_practice_players_are_left_there() -> None:
    async def story() -> None:
        hosted = Hosted(2)
        await asyncio.sleep(60)
        guest = await hosted.seat(1)
        hosted.room.gone(guest.viewer, on_purpose=False)
        await asyncio.sleep(10)
        assert hosted.tables == 2
        await asyncio.sleep(100 + LOOKS_BEFORE_CLOSING)
        assert hosted.tables == 1
        await hosted.close()

    run(story())


def test_people_who_have_company_keep_it() -> None:
    async def story() -> None:
        hosted = Hosted(3)
        await asyncio.sleep(60)
        for number in (1, 2):
            await hosted.seat(number)
        await asyncio.sleep(10)
        assert hosted.tables == 2, "the first table is full"
        third = await hosted.seat(3)
        await asyncio.sleep(10 * LOOKS_BEFORE_CLOSING)
        (table,) = inside(hosted.room).tables_of(third.viewer)
        assert hosted.tables >= 2
        assert table.table != TableId(1)
        await hosted.close()

    run(story())


def test_the_reserve_has_an_end() -> None:
    async def story() -> None:
        hosted = Hosted(4)
        await asyncio.sleep(60)
        for number in range(1, 9):
            await cards_after_s(hosted, number)
            hosted.room.gone(PlayerId(number), on_purpose=False)
        assert hosted.tables == 1 + TABLES_MAX
        await hosted.close()

    run(story())
