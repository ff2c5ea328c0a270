"""Practice players: marked, only where they are allowed, sensible, and blind to others' cards."""

import asyncio
from collections import Counter
from typing import Any

import msgspec
import pytest

from cardroom.cards import parse_cards
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.people import PEOPLE, Caller
from cardroom.room.practice.player import PracticePlayer
from cardroom.room.practice.thinking import CHARACTERS, Seen, Thinking
from cardroom.room.requests import Enter
from cardroom.room.shuffle import shuffled
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
        await shell.room.admit(NL10.stake, PEOPLE | {"practice"})
        players = [practice(shell, number) for number in range(1, 6)]
        playing = [asyncio.create_task(one.play(NL10, 1000)) for one in players]
        await asyncio.sleep(1800)
        for task in playing:
            task.cancel()
        await shell.room.stop()
        assert sum(shell.store.ledger.balances.values()) == 0
        return len(shell.store.hands[TableId(1)])

    assert run(story()) > 50


class Timed(PracticePlayer):
    """Notes how long it thinks about every turn."""

    asked_s: float
    thought_s: list[float]

    def deliver(self, frame: bytes) -> None:
        super().deliver(frame)
        if msgspec.json.decode(frame)["t"] == "turn":
            self.asked_s = asyncio.get_running_loop().time()

    async def _answer(self, message: dict[str, Any]) -> None:
        self.thought_s.append(asyncio.get_running_loop().time() - self.asked_s)
        await super()._answer(message)


def test_practice_players_act_at_human_speed() -> None:
    async def story() -> list[float]:
        shell = Shell(7)
        await shell.room.admit(NL10.stake, PEOPLE | {"practice"})
        players = []
        for number in range(1, 4):
            shell.fund(number)
            caller = Caller(player=PlayerId(number), name="Rock", kind="practice")
            players.append(Timed(shell.room, caller, CHARACTERS[0], shell.bits))
            players[-1].thought_s = []
        playing = [asyncio.create_task(one.play(NL10, 1000)) for one in players]
        await asyncio.sleep(600)
        for task in playing:
            task.cancel()
        await shell.room.stop()
        return [thought for one in players for thought in one.thought_s]

    thought_s = run(story())
    assert len(thought_s) > 50
    assert 0.7 <= min(thought_s) < max(thought_s) < 4.3
    assert len({round(one, 1) for one in thought_s}) > 15


def test_practice_players_have_different_styles_and_fold_what_is_hopeless() -> None:
    turn = {"call": 40, "check": False, "raise_from": 80, "raise_to": 1000, "pot": 60}

    async def story() -> dict[str, Counter[str]]:
        shell = Shell(8)
        found: dict[str, Counter[str]] = {}
        for character in CHARACTERS:
            player = Thinking(character, shell.bits)
            hands = [shuffled(shell.bits)[:2] for _ in range(600)]
            found[character.name] = Counter(
                player.decide(Seen(tuple(hand)), turn)[0] for hand in hands
            )
            weak = [player.decide(Seen(parse_cards("7c 2d")), turn)[0] for _ in range(200)]
            strong = [player.decide(Seen(parse_cards("As Ah")), turn)[0] for _ in range(200)]
            assert weak.count("fold") > 100 > strong.count("fold") == 0
        await shell.room.stop()
        return found

    found = run(story())
    assert found["Rock"]["fold"] > found["Regular"]["fold"] > found["Maniac"]["fold"]
    assert found["Maniac"]["raise"] > 2 * found["Rock"]["raise"]
    assert found["Caller"]["call"] > found["Rock"]["call"]
    assert found["Caller"]["raise"] < found["Shark"]["raise"]


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
        await shell.room.admit(NL10.stake, PEOPLE | {"practice"})
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


def test_nobody_dwells_on_a_decision_while_a_newcomer_waits_for_cards() -> None:
    """Posting, he is dealt in with the next hand, or the one after it; half a minute is enough."""

    async def story(seed: int) -> float:
        shell = Shell(seed)
        await shell.room.admit(NL10.stake, PEOPLE | {"practice"})
        bots = [practice(shell, number) for number in range(1, 6)]
        playing = [asyncio.create_task(one.play(NL10, 1000)) for one in bots]
        await asyncio.sleep(60 + seed)
        shell.fund(50)
        guest = Client(shell, 50, "guest")
        table = await guest.sit()
        started = asyncio.get_running_loop().time()
        await shell.room.ask(guest.caller, Enter(id="e", ch=f"table:{table}", post=True))
        async with asyncio.timeout(120):
            await guest.turns.get()
        waited_s = asyncio.get_running_loop().time() - started
        for task in playing:
            task.cancel()
        await shell.room.stop()
        return waited_s

    waited_s = [run(story(seed)) for seed in range(12)]
    assert max(waited_s) < 30


def test_a_stake_is_named_by_game_format_and_blinds() -> None:
    async def story() -> None:
        shell = Shell(6)
        await shell.room.admit(NL10.stake, PEOPLE | {"program"})
        assert "program" in shell.room.admits("nl-holdem:ordinary:5:10")
        assert shell.room.admits_at(StakeKey("pl-omaha", "ordinary", 5, 10)) == {"guest", "person"}
        assert msgspec.json.encode(shell.room.lobby_view())

    run(story())
