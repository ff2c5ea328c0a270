"""Two gateways and two hosts as real processes: players play on, whichever process dies."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from aiohttp import ClientSession

from cardroom.commands.room_client import (
    PROTOCOL,
    Line,
    RoomClient,
    RoomGone,
    RoomSaidNo,
    new_session,
)
from cardroom.server.clustering.unit_names import HOUSE
from cardroom.server.sockets.messages import CloseCode
from tests.cluster.private_nats import PrivateNats
from tests.cluster.real_cluster import PATIENCE_S, ClusterPlace
from tests.cluster.steady_players import Steady, playing
from tests.cluster.table_players import UNIT, Watching, administrator_of, end, play, seated
from tests.rule import rule
from tests.server.process.test_tournaments import seat_of
from tests.server.seating import (
    PASSWORD,
    PLAY_MONEY,
    STACK,
    Seated,
    ask_for_seat,
    audit,
    first_turn,
)
from tests.store.private_postgres import PrivatePostgres


@pytest.fixture(scope="module")
def place(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ClusterPlace]:
    database = asyncio.run(postgres.new_database("cluster_processes"))
    keys: Path = tmp_path_factory.mktemp("keys")
    with ClusterPlace(nats, database, keys) as cluster:
        cluster.start(
            east=("gateway",), west=("gateway",), north=("host",), south=("host",)
        )  # fmt: skip
        yield cluster


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with new_session() as session:
        yield session


async def test_players_of_two_gateways_play_at_one_table_and_no_cent_is_lost(
    place: ClusterPlace, http: ClientSession
) -> None:
    await place.until_all_run(http, "north", "south", shared=True)
    players = await seated(http, place, "Ana Bo_ Cy_", "east", "west")
    await play(players, 3)
    await end(place, players)


async def test_a_ticket_of_one_gateway_opens_one_socket_at_another(
    place: ClusterPlace, http: ClientSession
) -> None:
    client = RoomClient(http, place["east"].address)
    await client.register("Tia", PASSWORD)
    ticket = (await client.post("/api/ticket"))["ticket"]

    async def use(gateway: str) -> str:
        address = place[gateway].address
        url = f"{address}/api/socket?ticket={ticket}"
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        headers = {"Origin": address, "Cookie": cookies}
        line = Line(await http.ws_connect(url, headers=headers))
        try:
            await line.send(t="hello", protocols=[PROTOCOL], resume=False, have={})
            return str((await line.until("hello"))[-1]["t"])
        except RoomGone as gone:
            return str(gone.code)
        finally:
            await line.close()

    assert await use("west") == "hello"
    refused = str(int(CloseCode.NOT_AUTHENTICATED))
    assert [await use(one) for one in ("west", "east")] == [refused, refused]


async def test_who_is_barred_through_one_gateway_is_put_out_at_the_other_and_at_their_table(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await seated(http, place, "Uma Vic Wes", "west")
    await play(players)
    barred = players[0].client.player
    operator = await administrator_of(http, place, "east")
    await operator.post(f"/api/admin/accounts/{barred}/bar", reason="chip dumping")
    with pytest.raises(RoomGone) as gone:
        await players[0].line.until("the end")
    assert gone.value.code == CloseCode.BANNED
    with pytest.raises(RoomSaidNo) as no:
        await players[0].client.login("Uma", PASSWORD)
    assert no.value.reason == "barred"
    table = players[1].channel.removeprefix("table:")
    async with playing([Steady(place, one, "west") for one in players[1:]]):
        async with asyncio.timeout(PATIENCE_S):
            while True:
                page = await players[1].client.get(f"/api/table/{table}")
                if barred not in [one["player"] for one in page["table"]["places"]]:
                    break
                await asyncio.sleep(0.1)
    for one in players[1:]:
        await one.line.ask("leave", ch=one.channel)
        await one.line.close()


async def test_a_buy_in_that_is_sent_again_through_another_gateway_is_paid_once(
    place: ClusterPlace, http: ClientSession
) -> None:
    waiting = [await ask_for_seat(http, place["east"], name) for name in ("Xia", "Yan", "Zoe")]
    one = waiting[0]
    while not one.line.offers:
        await one.line.read(PATIENCE_S)
    channel = f"table:{one.line.offers[0]['table']}"
    again = RoomClient(http, place["west"].address)
    for name in ("player", "name", "cookies", "csrf"):
        setattr(again, name, getattr(one.client, name))
    other = await again.connect()
    answers = []
    for line in (one.line, other, one.line):
        await line.send(t="sit", id="once-and-for-all", ch=channel, amount=STACK)
        answer = (await line.until("ack", "refused"))[-1]
        answers.append((answer["t"], answer["id"], answer["d"]))
    assert answers == [("ack", "once-and-for-all", answers[0][2])] * 3
    for client in (one.client, again):
        assert (await client.get("/api/balance"))["balance"] == PLAY_MONEY - STACK
    await one.line.ask("leave", ch=channel)
    for line in (other, *(each.line for each in waiting)):
        await line.close()


async def test_a_host_that_stops_hands_its_table_over_between_two_hands(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await seated(http, place, "Mia Ned Oli", "east", "west")
    stopping = await place.host_of(http, UNIT, "north", "south")
    (other,) = {"north", "south"} - {stopping}
    playing = asyncio.create_task(play(players, 2))
    await asyncio.to_thread(place[stopping].stop)
    await playing
    await place.until_all_run(http, other)
    await play(players)
    assert not any(one.voids for one in players)
    await end(place, players)
    place.start(**{stopping: ("host",)})
    await place.until_all_run(http, "north", "south", shared=True)


@rule("CRASH-01")
async def test_after_a_killed_host_its_table_plays_on_elsewhere_and_the_hand_never_was(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await seated(http, place, "Dee Eve Fay", "east", "west")
    await play(players)
    before = [await one.stack() for one in players]
    await first_turn(list(players))
    dead = await place.host_of(http, UNIT, "north", "south")
    place.kill(dead)
    (other,) = {"north", "south"} - {dead}
    await place.until_all_run(http, other)
    # Nobody had to connect again: the gateways ask the other host.
    assert [await one.stack() for one in players] == before
    await play(players, 2)
    await end(place, players)


@rule("TIME-01", "CRASH-01")
async def test_after_a_killed_gateway_players_go_on_through_another_in_the_same_hand(
    place: ClusterPlace, http: ClientSession
) -> None:
    players = await seated(http, place, "Gil Hal Ida", "east", "west")
    await play(players)
    place.kill("east")
    for one in (players[0], players[2]):
        await one.come_back(place["west"].address)
    await play(players, 2)
    await end(place, players)


@rule("CRASH-01")
async def test_a_host_that_was_frozen_for_longer_than_its_lease_can_write_nothing_more(
    place: ClusterPlace, http: ClientSession
) -> None:
    hosts = [name for name in ("north", "south") if place.lives(name)]
    if len(hosts) == 1:
        place.start(spare=("host",))
        hosts.append("spare")
    await place.until_all_run(http, *hosts, shared=True)
    players = await seated(http, place, "Jon Kay Leo", "west")
    await play(players)
    frozen = await place.host_of(http, UNIT, *hosts)
    (other,) = set(hosts) - {frozen}
    place.freeze(frozen)
    playing = asyncio.create_task(play(players))
    await place.until_all_run(http, other)
    await playing
    place.thaw(frozen)
    playing = asyncio.create_task(play(players, 2))
    await place.until_lost(http, frozen, UNIT)
    await playing
    await end(place, players)


@rule("TYP-02", "TRN-25")
async def test_a_tournament_is_entered_and_played_through_two_gateways_over_a_killed_host(
    place: ClusterPlace, http: ClientSession
) -> None:
    hosts = [name for name in ("north", "south", "spare") if place.lives(name)]
    clients = [RoomClient(http, place["west"].address) for _ in range(2)]
    lines = []
    for client, name in zip(clients, ("Pam", "Quin"), strict=True):
        await client.register(name, PASSWORD)
        line = await client.connect()
        await line.subscribe("me")
        await line.ask("buy_games", offer="Heads-up 1", games=1)
        lines.append(line)
    seats = [await seat_of(line) for line in lines]
    # They meet each other, or each a practice player.
    players = [
        Watching(http, Seated(client, line, f"table:{seat['table']}"))
        for client, line, seat in zip(clients, lines, seats, strict=True)
    ]
    for one in players:
        await one.line.ask("subscribe", ch=one.channel)
    await play(players)
    dead = await place.host_of(http, HOUSE, *hosts)
    place.kill(dead)
    await play(players)
    page = await clients[0].get_text(f"/api/tournaments/{seats[0]['tournament']}")
    assert "Heads-up 1" in page
    checked = await asyncio.to_thread(audit, place.database)
    assert checked.returncode == 0, checked.stdout
