"""The whole room is closed through one gateway: hands end, and then all processes."""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import msgspec
from aiohttp import ClientError

from cardroom.commands.room_client import RoomClient, RoomGone, new_session
from cardroom.commands.staff import make_administrator, make_token
from cardroom.server.config.options import TournamentSection
from tests.cluster.opened_processes import Opened, config_of, opened
from tests.cluster.private_nats import PrivateNats
from tests.cluster.table_players import UNIT, Watching, play
from tests.cluster.waiting import until
from tests.rule import rule
from tests.server.process.test_tournaments import seat_of
from tests.server.seating import PASSWORD, Seated
from tests.store.private_postgres import PrivatePostgres


async def in_a_game(http: object, gateways: list[Opened]) -> list[Watching]:
    """Two players at the table of a tournament, which a host plays as a unit of its own."""
    lines, clients = [], [RoomClient(http, one.address) for one in gateways]  # type: ignore[arg-type]
    for client, name in zip(clients, ("Ana", "Boe"), strict=True):
        await client.register(name, PASSWORD)
        lines.append(await client.connect())
        await lines[-1].subscribe("me")
        await lines[-1].ask("buy_games", offer="Heads-up 1", games=1)
    seats = [await seat_of(line) for line in lines]
    players = [
        Watching(http, Seated(client, line, f"table:{seat['table']}"))  # type: ignore[arg-type]
        for client, line, seat in zip(clients, lines, seats, strict=True)
    ]
    for one in players:
        await one.line.ask("subscribe", ch=one.channel)
    return players


@rule("CRASH-01")
async def test_a_room_that_is_closed_ends_its_hands_and_then_every_process(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path
) -> None:
    database = await postgres.new_database("closing")
    config = msgspec.structs.replace(
        config_of(nats, database, tmp_path), tournaments=TournamentSection(starter=True)
    )
    async with AsyncExitStack() as stack, asyncio.timeout(120):
        enter = stack.enter_async_context
        host = await enter(opened(config, "north", "host"))
        east = await enter(opened(config, "east", "gateway"))
        west = await enter(opened(config, "west", "gateway"))
        http = await enter(new_session())
        assert host.process.host is not None
        placement = host.process.host.placement
        await until(lambda: UNIT in placement.running)
        players = await in_a_game(http, [east, west])
        while not any(unit.startswith("tournament:") for unit in placement.running):
            await play(players)
        await make_administrator(database, "Robin", PASSWORD)
        operator = RoomClient(http, east.address, token=await make_token(database, "Robin", 1))

        await operator.post("/api/admin/drain", in_s=60)
        assert placement.rests
        for one in players:
            assert (await one.line.until("drain"))[-1]["at"]
        # Called off, the next hands are dealt.
        await operator.post("/api/admin/resume")
        await play(players, 2)
        await operator.post("/api/admin/drain", in_s=0)
        playing = asyncio.gather(*(_play_to_the_end(one) for one in players))
        await asyncio.gather(*(one.ended for one in (host, east, west)))
        await playing
        assert not any(one.voids for one in players)


async def _play_to_the_end(player: Watching) -> None:
    """Until the gateway hangs up."""
    with suppress(RoomGone, ClientError):
        while True:
            await player.play_a_hand()
