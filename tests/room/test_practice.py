"""Practice players: marked, only where they are allowed, sensible, and blind to others' cards."""

import asyncio

import msgspec
import pytest

from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.people import Caller
from cardroom.room.practice import CHARACTERS, PracticePlayer
from cardroom.rulebook.cash import StakeKey
from tests.room.rooms import NL10, Client, Shell
from tests.room.virtual import run
from tests.rule import rule


def practice(shell: Shell, number: int) -> PracticePlayer:
    character = CHARACTERS[number % len(CHARACTERS)]
    caller = Caller(player=PlayerId(number), name=character.name, kind="practice")
    shell.fund(number)
    return PracticePlayer(shell.room, caller, character, shell.bits)


def test_practice_players_play_hands_to_the_end() -> None:
    async def story() -> int:
        shell = Shell(3)
        shell.room.allow(NL10.stake, frozenset({"practice"}))
        players = [practice(shell, number) for number in range(1, 6)]
        playing = [asyncio.create_task(one.play(NL10, 1000)) for one in players]
        await asyncio.sleep(1800)
        for task in playing:
            task.cancel()
        await shell.room.stop()
        assert sum(shell.store.ledger.balances.values()) == 0
        return len(shell.store.hands[TableId(1)])

    assert run(story()) > 50


@rule("FAIR-07")
def test_practice_players_sit_only_where_the_operator_lets_them() -> None:
    async def story() -> None:
        shell = Shell(4)
        with pytest.raises(SeatRefused) as refused:
            await practice(shell, 1).play(NL10, 1000)
        assert refused.value.rule == "FAIR-07"

    run(story())


def test_a_newcomer_has_a_game_at_once() -> None:
    async def story() -> int:
        shell = Shell(5)
        shell.room.allow(NL10.stake, frozenset({"practice"}))
        bots = [practice(shell, number) for number in range(1, 4)]
        playing = [asyncio.create_task(one.play(NL10, 1000)) for one in bots]
        await asyncio.sleep(60)
        shell.fund(50)
        guest = Client(shell, 50, "guest")
        await guest.sit()
        async with asyncio.timeout(120):
            turn = await guest.turns.get()
        for task in playing:
            task.cancel()
        await shell.room.stop()
        return int(turn["d"]["hand"])

    assert run(story()) > 1


def test_a_stake_is_named_by_game_format_and_blinds() -> None:
    async def story() -> None:
        shell = Shell(6)
        shell.room.allow(NL10.stake, frozenset({"program"}))
        assert "program" in shell.room.admits("nl-holdem:ordinary:5:10")
        assert shell.room.admits_at(StakeKey("pl-omaha", "ordinary", 5, 10)) == {"guest", "person"}
        assert msgspec.json.encode(shell.room.lobby_view())

    run(story())
