"""A room that plays: from the first request to money in the ledger."""

import asyncio
from random import Random

import msgspec
import pytest

from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.ledger.accounts import escrow
from cardroom.room.people import PEOPLE, Caller
from cardroom.room.requests import Leave, Sit
from tests.room.fakes import Names
from tests.room.inside import inside
from tests.room.rooms import EUR, NL10, Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule


async def evening(seed: int, players: int, seconds: float) -> Shell:
    shell = Shell(seed)
    clients = []
    for number in range(1, players + 1):
        shell.fund(number)
        client = Client(shell, number)
        clients.append(client)
    playing = [
        asyncio.create_task(client.play_on(Random(seed * 100 + client.viewer)))
        for client in clients
    ]
    sitting = [asyncio.create_task(client.sit()) for client in clients]
    await asyncio.gather(*sitting)
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await shell.room.stop()
    return shell


def test_four_players_ask_for_seats_and_are_dealt_hands() -> None:
    shell = run(evening(1, 4, 60))
    hands = shell.store.hands[TableId(1)]
    assert len(hands) > 5
    assert sum(shell.store.ledger.balances.values()) == 0
    table = inside(shell.room).table(TableId(1))
    for occupant in table.in_order():
        assert (
            shell.store.ledger.balance(escrow(table.table, occupant.player, EUR)) == occupant.stack
        )


def test_a_player_hears_of_his_seats_on_his_own_channel() -> None:
    async def story() -> None:
        scene = await Scene.open()
        ana = scene.clients[PlayerId(1)]
        await ana.listen("me")
        await scene.ask(1, Leave(id="l", ch=f"table:{TABLE}"))
        await scene.fold_to_one()
        await scene.shell.room.ask(ana.caller, NL10)
        await scene.ask(1, Sit(id="s", ch=f"table:{TABLE}", amount=1000))
        messages = [msgspec.json.decode(frame) for frame in ana.frames]
        own = [one["d"] for one in messages if one["ch"] == "me" and one["t"] == "event"]
        kinds = [event["type"] for event in own]
        assert kinds == [
            "balance_changed",
            "seat_left",
            "seat_offered",
            "balance_changed",
            "seat_taken",
        ]
        assert own[0]["balance"] == own[3]["balance"] + 1000
        await scene.shell.room.stop()

    run(story())


class Reach:
    """Some players have a connection, the others have none."""

    def __init__(self) -> None:
        self.here: set[PlayerId] = set()

    def is_here(self, player: PlayerId) -> bool:
        return player in self.here

    def lag_ms(self, player: PlayerId) -> int:
        return 0

    def doubt_ms(self, player: PlayerId) -> int:
        return 0


@rule("CASH-06", "TIME-01")
def test_who_has_no_connection_for_thirty_seconds_waits_no_longer() -> None:
    async def story() -> None:
        reach = Reach()
        shell = Shell(1, presence=reach)
        clients = [Client(shell, number) for number in (1, 2, 3)]
        reach.here = {client.viewer for client in clients}
        for client in clients:
            shell.fund(client.viewer)
        ana, ben, eve = clients
        await ana.listen("me")
        await shell.room.ask(ana.caller, NL10)
        await shell.room.ask(ben.caller, NL10)
        await asyncio.sleep(120)
        assert inside(shell.room).waiting[NL10.stake] == 2
        reach.here -= {ana.viewer, ben.viewer}
        await asyncio.sleep(20)
        reach.here.add(ben.viewer)
        await asyncio.sleep(2)
        reach.here.discard(ben.viewer)
        await asyncio.sleep(12)
        assert inside(shell.room).waiting_players == (ben.viewer,)
        messages = [msgspec.json.decode(frame).get("d", {}) for frame in ana.frames]
        left = [one for one in messages if one.get("type") == "queue_left"]
        assert [one["cause"] for one in left] == ["connection_lost"]
        await asyncio.sleep(20)
        assert inside(shell.room).waiting[NL10.stake] == 0
        answer = await shell.room.ask(eve.caller, NL10)
        assert answer["queued"]
        assert not inside(shell.room).tables
        await shell.room.stop()

    run(story())


@rule("FAIR-01", "FAIR-11")
def test_a_person_has_one_seat_at_a_table_and_his_programs_have_none_beside_him() -> None:
    async def story() -> None:
        names = Names()
        names.owners = {PlayerId(4): PlayerId(1), PlayerId(5): PlayerId(2)}
        scene = await Scene.open(names=names)
        room = scene.shell.room
        await room.admit(NL10.stake, PEOPLE | {"program"})
        sit = Sit(id="s", ch=f"table:{TABLE}", amount=1000)
        with pytest.raises(SeatRefused):
            await scene.ask(1, sit)
        assert inside(room).table(TABLE).players.count(PlayerId(1)) == 1
        scene.shell.fund(4)
        program = Caller(player=PlayerId(4), name="AnaBot", kind="program", owner=PlayerId(1))
        await room.ask(program, NL10)
        with pytest.raises(SeatRefused, match="one seat per person") as refused:
            await room.ask(program, sit)
        assert refused.value.rule == "FAIR-01"
        await scene.ask(1, Leave(id="l", ch=f"table:{TABLE}"))
        await scene.fold_to_one()
        await room.ask(program, sit)
        assert room.sits_at(TABLE, PlayerId(4))
        await room.stop()

    run(story())


@rule("CASH-17", "BANZ-09")
@pytest.mark.parametrize(
    ("edition", "has"), [("en-2.7", True), ("nl-3.0", True), ("fr-2.2", False)]
)
def test_a_player_is_told_whether_there_is_an_automatic_top_up(edition: str, has: bool) -> None:
    async def story() -> None:
        scene = await Scene.open(name=edition)
        own = scene.task.channel.snapshot(PlayerId(1)).me
        assert own is not None
        assert own.has_auto_top_up is has
        await scene.shell.room.stop()

    run(story())
