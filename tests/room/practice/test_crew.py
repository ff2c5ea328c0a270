"""As many practice players at a stake as the house wants, while the room runs."""

import asyncio
from itertools import count

from cardroom.cash.table import CashTable
from cardroom.errors import Unavailable
from cardroom.ledger import PlayerId
from cardroom.room.people import PEOPLE, AccountKind, Caller
from cardroom.room.practice.crew import Crew, Employed
from cardroom.room.practice.player import PracticePlayer
from cardroom.room.practice.tables import PracticeTables
from cardroom.room.practice.thinking import CHARACTERS
from cardroom.room.requests import Enter
from tests.room.fakes import Names
from tests.room.inside import inside
from tests.room.rooms import NL10, Client, Shell
from tests.room.virtual import run
from tests.rule import rule

FIRST = 100


class Marked(Names):
    """Everybody from a number on is a practice player."""

    def kind(self, player: PlayerId) -> AccountKind:
        return "practice" if player >= FIRST else "guest"


class Staffed:
    """A room with a crew at one stake, and everybody who works for the house (Roster)."""

    def __init__(self, seed: int) -> None:
        self.shell = Shell(seed, names=Marked())
        self.room = self.shell.room
        self.room.admission.admit(NL10.stake, PEOPLE | {"practice"})
        stake = inside(self.room).rules.stake(NL10.stake)
        assert stake is not None
        self.stake = stake
        self.crew = Crew(self.room, stake, self)
        self.at_work: set[int] = set()
        self.failures = 0

    async def hire(self) -> Employed:
        return self.employ(next(one for one in count(FIRST) if one not in self.at_work))

    def employ(self, number: int) -> Employed:
        self.at_work.add(number)
        self.shell.fund(number)
        character = CHARACTERS[number % len(CHARACTERS)]
        caller = Caller(player=PlayerId(number), name=f"{character.name}-{number}", kind="practice")
        return Employed(number, character, caller)

    def release(self, one: Employed) -> None:
        self.at_work.discard(one.number)

    def player(self, one: Employed) -> PracticePlayer:
        if self.failures:
            self.failures -= 1
            return Failing(self.room, one.caller, one.character, self.shell.bits)
        return PracticePlayer(self.room, one.caller, one.character, self.shell.bits)

    @property
    def seated(self) -> list[PlayerId]:
        """The practice players at the tables."""
        return sorted(one for one in self.room.services.board.seated if one >= FIRST)

    @property
    def table(self) -> CashTable:
        (table,) = inside(self.room).tables
        return table

    async def guest(self, number: int) -> Client:
        """Somebody who sits down and posts."""
        self.shell.fund(number)
        guest = Client(self.shell, number, "guest")
        table = await guest.sit()
        await self.room.ask(guest.caller, Enter(id="e", ch=f"table:{table}", post=True))
        return guest

    async def close(self) -> None:
        await self.crew.stop()
        await self.room.stop()
        assert sum(self.shell.store.ledger.balances.values()) == 0


class Failing(PracticePlayer):
    """Whoever writes its thoughts made a mistake."""

    async def _answer(self, message: dict[str, object]) -> None:
        raise ZeroDivisionError


def test_those_too_many_play_their_hand_and_leave_and_the_others_play_on() -> None:
    async def story() -> None:
        house = Staffed(1)
        await house.crew.resize(5)
        await asyncio.sleep(60)
        assert len(house.seated) == 5
        while house.table.deal is None:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.1)
        hand, dealt_in = house.table.number, set(house.table.players)
        await house.crew.resize(3)
        assert len(house.seated) == 5, "nobody leaves a hand"
        while house.table.number == hand:
            assert set(house.table.players) == dealt_in or house.table.deal is None
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        assert len(house.seated) == 3
        assert house.at_work == set(house.seated)
        played = house.table.number
        await asyncio.sleep(300)
        assert house.table.number > played + 3
        assert len(house.seated) == 3
        await house.close()

    run(story())


def test_further_ones_come_and_who_left_can_be_wanted_again() -> None:
    async def story() -> None:
        house = Staffed(2)
        for wanted in (3, 5, 4, 0, 4):
            await house.crew.resize(wanted)
            assert house.crew.size == wanted
            await asyncio.sleep(400)
            assert len(house.seated) == len(house.at_work) == wanted
        await house.close()

    run(story())


def test_who_waits_for_a_seat_is_the_first_to_go() -> None:
    async def story() -> None:
        house = Staffed(3)
        await house.crew.resize(8)
        await asyncio.sleep(60)
        assert len(house.seated) == house.stake.seats
        assert inside(house.room).waiting[NL10.stake] == 8 - house.stake.seats
        before = house.seated
        await house.crew.resize(house.stake.seats)
        await asyncio.sleep(1)
        assert inside(house.room).waiting[NL10.stake] == 0
        assert house.seated == before
        await house.close()

    run(story())


def test_two_who_wait_for_a_third_stop_waiting() -> None:
    async def story() -> None:
        house = Staffed(4)
        await house.crew.resize(2)
        await asyncio.sleep(30)
        assert inside(house.room).waiting[NL10.stake] == 2
        await house.crew.resize(0)
        await asyncio.sleep(1)
        assert inside(house.room).waiting[NL10.stake] == 0
        assert not house.at_work
        await house.close()

    run(story())


def test_people_at_the_table_keep_their_seats_when_the_practice_players_go() -> None:
    async def story() -> None:
        house = Staffed(5)
        await house.crew.resize(3)
        await asyncio.sleep(60)
        guest = await house.guest(1)
        await house.crew.resize(0)
        for _ in range(600):
            if not guest.turns.empty():
                await guest.act(guest.turns.get_nowait(), "fold")
            await asyncio.sleep(0.5)
        assert house.seated == []
        assert house.table.has(guest.viewer)
        await house.close()

    run(story())


@rule("CRASH-01")
def test_after_a_restart_the_crew_takes_up_seats_and_those_too_many_leave() -> None:
    async def story() -> None:
        house = Staffed(6)
        await house.crew.resize(5)
        await asyncio.sleep(60)
        before = house.seated
        # Their tasks are gone, as after a restart; the seats are not.
        await house.crew.stop()
        house.crew = Crew(house.room, house.stake, house)
        for player in before:
            house.crew.take_up(house.employ(player))
        await house.crew.resize(4)
        await asyncio.sleep(120)
        assert len(house.seated) == 4
        assert set(house.seated) < set(before)
        await house.close()

    run(story())


def test_a_player_who_fails_comes_back_to_the_seat() -> None:
    async def story() -> None:
        house = Staffed(7)
        house.failures = 1
        await house.crew.resize(4)
        await asyncio.sleep(200)
        played = house.table.number
        await asyncio.sleep(200)
        assert len(house.seated) == 4
        assert house.table.number > played + 3
        await house.close()

    run(story())


def test_the_reserve_leaves_after_its_hand_and_people_stay() -> None:
    async def story() -> None:
        house = Staffed(8)
        company = PracticeTables(house.room, house.stake, house)
        keeping = asyncio.create_task(company.keep())
        await house.crew.resize(4)
        await asyncio.sleep(60)
        guests = [await house.guest(number) for number in (1, 2)]
        await asyncio.sleep(20)
        assert len(inside(house.room).tables) == 2, "the first table is full"
        third = await house.guest(3)
        await house.crew.resize(0)
        for _ in range(1200):
            for guest in (*guests, third):
                if not guest.turns.empty():
                    await guest.act(guest.turns.get_nowait(), "fold")
            await asyncio.sleep(0.1)
        assert [one for one in house.seated if one not in house.at_work] == []
        assert len(house.seated) == 3
        async with asyncio.timeout(300):
            await company.wind_down()
        assert house.seated == []
        assert not house.at_work
        (table,) = inside(house.room).tables_of(third.viewer)
        assert table.has(third.viewer)
        keeping.cancel()
        await house.close()

    run(story())


def test_a_house_without_anybody_left_opens_no_further_table() -> None:
    class Alone(Staffed):
        async def hire(self) -> Employed:
            if len(self.at_work) == 4:
                raise Unavailable("everybody is at work")
            return await super().hire()

    async def story() -> None:
        house = Alone(9)
        company = PracticeTables(house.room, house.stake, house)
        keeping = asyncio.create_task(company.keep())
        await house.crew.resize(4)
        await asyncio.sleep(60)
        for number in (1, 2):
            await house.guest(number)
        await asyncio.sleep(30)
        assert len(inside(house.room).tables) == 1
        keeping.cancel()
        await house.close()

    run(story())
