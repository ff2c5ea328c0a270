"""Channels through gateways when messages are lost, tables move, and somebody reads along."""

from random import Random

import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from cardroom.cluster.remote_rail import RemoteRail
from cardroom.cluster.sealing import RoomKey
from cardroom.engine.events import Folded, HoleDealt
from cardroom.engine.views import redacted
from cardroom.ledger import PlayerId
from cardroom.server.world import SystemClock
from tests.cluster.private_nats import PrivateNats
from tests.cluster.remote_rooms import Gateway, host_and_gateway
from tests.cluster.waiting import until
from tests.contracts.test_channels import Ear
from tests.rule import rule
from tests.server.fakes import ANA, BEN, CARA, FakeOwner, caller, turn_request

TABLE = "table:7"
EPOCH = 3 * 2**32
HOLES = HoleDealt((0, 1), ((0, 51), (12, 13)))
OWN = {ANA: redacted(HOLES, 0), BEN: redacted(HOLES, 1)}


async def listen(gateway: Gateway, player: PlayerId, have: int | None = None) -> Ear:
    ear = Ear(player)
    gateway.channels.find(TABLE).join(ear, caller(player), have)
    await until(lambda: ("sync:begin", None) in ear.heard)
    return ear


def numbers(ear: Ear) -> list[int]:
    """The numbers of all events that a listener was sent, in their order."""
    return [v for kind, v in ear.heard if kind == "event" and v is not None]


@pytest.mark.parametrize("seed", range(5))
async def test_whatever_is_lost_everybody_hears_every_event_once_and_in_order(
    nats: PrivateNats, seed: int
) -> None:
    chance = Random(seed)
    async with host_and_gateway(nats) as (cluster, host, gateway):
        table = host.board.open(TABLE, FakeOwner(), first=EPOCH)
        cluster.hosts[TABLE] = host.name
        ears = [await listen(gateway, player) for player in (ANA, BEN, CARA)]
        gateway.loses = lambda _: chance.random() < 0.4
        for number in range(60):
            if number % 7 == 0:
                table.publish(redacted(HOLES, "rail"), OWN)
            else:
                table.publish(Folded(number))
            if chance.random() < 0.5:
                await host.connection.flush()
        gateway.loses = lambda _: False
        host.board.tell_reached()
        wanted = [EPOCH + number for number in range(1, 61)]
        for ear in ears:
            await until(lambda ear=ear: len(numbers(ear)) >= len(wanted))  # type: ignore[misc]
            assert numbers(ear) == wanted, f"seed {seed}"


async def test_a_lost_turn_is_asked_for_again(nats: PrivateNats) -> None:
    async with host_and_gateway(nats) as (cluster, host, gateway):
        owner = FakeOwner()
        table = host.board.open(TABLE, owner, first=EPOCH)
        cluster.hosts[TABLE] = host.name
        ana, ben = await listen(gateway, ANA), await listen(gateway, BEN)
        gateway.loses = lambda _: True
        seen = gateway.batches
        owner.turn = {BEN: turn_request()}
        table.request(BEN, turn_request())
        await until(lambda: gateway.batches > seen)
        gateway.loses = lambda _: False
        host.board.tell_reached()
        await until(lambda: ("turn", None) in ben.heard)
        assert ("turn", None) not in ana.heard


async def test_what_a_former_owner_still_sends_is_dropped(nats: PrivateNats) -> None:
    async with host_and_gateway(nats) as (cluster, old, gateway):
        before = old.board.open(TABLE, FakeOwner(), first=EPOCH)
        cluster.hosts[TABLE] = old.name
        ear = await listen(gateway, ANA)
        before.publish(Folded(0))
        await until(lambda: numbers(ear) == [EPOCH + 1])
        new = await cluster.host("new")
        after = new.board.open(TABLE, FakeOwner(), first=EPOCH + 2**32)
        cluster.hosts[TABLE] = new.name
        gateway.channels.moved(TABLE)
        await until(lambda: ("snapshot", EPOCH + 2**32) in ear.heard)
        seen = gateway.batches
        before.publish(Folded(1))
        await until(lambda: gateway.batches > seen)
        after.publish(Folded(2))
        await until(lambda: numbers(ear) == [EPOCH + 1, EPOCH + 2**32 + 1])


async def test_a_former_owner_that_closes_its_table_closes_it_for_nobody(
    nats: PrivateNats,
) -> None:
    """A host that hung gives its tables up when it hears that another one runs them."""
    async with host_and_gateway(nats) as (cluster, host, gateway):
        cluster.hosts[TABLE] = host.name
        host.board.open(TABLE, FakeOwner(), first=EPOCH)
        ear = await listen(gateway, ANA)
        old = host.board._channels.pop(TABLE)
        table = host.board.open(TABLE, FakeOwner(), first=2 * EPOCH)
        gateway.channels.moved(TABLE)
        await until(lambda: ear.heard.count(("sync:begin", None)) == 2)
        old.close()
        table.publish(Folded(0))
        await until(lambda: numbers(ear)[-1:] == [2 * EPOCH + 1])
        assert ("closed", None) not in ear.heard
        host.board.close(TABLE)
        await until(lambda: ("closed", None) in ear.heard)


async def test_a_player_who_comes_back_on_another_gateway_gets_the_own_cards_again(
    nats: PrivateNats,
) -> None:
    async with host_and_gateway(nats) as (cluster, host, gateway):
        table = host.board.open(TABLE, FakeOwner(), first=EPOCH)
        cluster.hosts[TABLE] = host.name
        first = await listen(gateway, BEN)
        table.publish(redacted(HOLES, "rail"), OWN)
        await until(lambda: numbers(first) == [EPOCH + 1])
        other = await cluster.gateway("other")
        second = await listen(other, BEN, EPOCH)
        await until(lambda: numbers(second) == [EPOCH + 1])
        assert numbers(second) == numbers(first)
        assert second.frames[1] == first.frames[-1]


async def test_an_event_crosses_once_for_each_gateway_however_many_listen_there(
    nats: PrivateNats,
) -> None:
    async with host_and_gateway(nats) as (cluster, host, gateway):
        table = host.board.open(TABLE, FakeOwner(), first=EPOCH)
        cluster.hosts[TABLE] = host.name
        ears = [await listen(gateway, PlayerId(number)) for number in range(1, 41)]
        seen = gateway.batches
        for seat in range(3):
            table.publish(Folded(seat))
        for ear in ears:
            await until(lambda ear=ear: len(numbers(ear)) == 3)  # type: ignore[misc]
        assert gateway.batches - seen == 1


async def test_a_gateway_that_is_gone_is_sent_nothing_any_more(nats: PrivateNats) -> None:
    async with host_and_gateway(nats) as (cluster, host, gateway):
        table = host.board.open(TABLE, FakeOwner(), first=EPOCH)
        cluster.hosts[TABLE] = host.name
        ear = await listen(gateway, ANA)
        heard = [table.is_heard]
        host.board.forget(gateway.name)
        assert [*heard, table.is_heard] == [True, False]
        table.publish(Folded(0))
        gateway.channels.ask_all_again()
        await until(lambda: numbers(ear) == [EPOCH + 1])


async def test_a_host_that_missed_a_goodbye_hears_it_with_its_next_heartbeat(
    nats: PrivateNats,
) -> None:
    async with host_and_gateway(nats) as (cluster, host, gateway):
        table = host.board.open(TABLE, FakeOwner(), first=EPOCH)
        cluster.hosts[TABLE] = host.name
        await listen(gateway, ANA)
        gateway.channels.drop(TABLE)
        host.board.tell_reached()
        await until(lambda: not table.is_heard)


async def test_a_process_that_is_not_in_the_database_hears_no_channel(nats: PrivateNats) -> None:
    async with host_and_gateway(nats) as (cluster, host, gateway):
        host.board.open(TABLE, FakeOwner(), first=EPOCH)
        cluster.hosts[TABLE] = host.name
        del cluster.book.keys[gateway.name]
        ear = Ear(ANA)
        gateway.channels.find(TABLE).join(ear, caller(ANA))
        await until(lambda: len(ear.frames) == 1)
        assert ear.heard == [("closed", None)]


@rule("CASH-02", "FAIR-03")
async def test_not_even_with_the_room_key_can_hole_cards_be_read_on_nats(
    nats: PrivateNats,
) -> None:
    async with host_and_gateway(nats) as (cluster, host, gateway):
        seen: list[bytes] = []
        spy = await reading_along(nats, seen)
        owner = FakeOwner()
        table = host.board.open(TABLE, owner, first=EPOCH)
        cluster.hosts[TABLE] = host.name
        ear = await listen(gateway, ANA)
        table.publish(redacted(HOLES, "rail"), OWN)
        owner.turn = {ANA: turn_request()}
        table.request(ANA, turn_request())
        await until(lambda: ("turn", None) in ear.heard)
        again = await listen(gateway, ANA, EPOCH)
        await until(lambda: numbers(again) == [EPOCH + 1])
        own = b"[0,51]"
        assert own in ear.frames[-2]
        await spy.flush()
        opened = [RoomKey(cluster.key).open(one) for one in seen]
        assert len(opened) >= 5
        assert any(b"[-1,-1]" in one for one in opened), "the rail sees the twin"
        assert not [one for one in (*opened, *seen) if own in one]
        await spy.close()


async def reading_along(nats: PrivateNats, seen: list[bytes]) -> Client:
    spy = Client()
    await spy.connect(nats.address)

    async def hear(message: Msg) -> None:
        seen.append(message.data)

    await spy.subscribe("cardroom.>", cb=hear)
    await spy.flush()
    return spy


async def test_who_follows_a_tournament_hears_it_from_whichever_process_plays_it_by_now(
    nats: PrivateNats,
) -> None:
    name = "tournament:5"
    async with host_and_gateway(nats) as (cluster, host, gateway):
        house = host.board.open(name, FakeOwner(), first=EPOCH)
        cluster.hosts[name] = host.name
        ear = Ear(ANA)
        gateway.channels.find(name).join(ear, caller(ANA))
        await until(lambda: ("sync:begin", None) in ear.heard)
        gateway.channels.look_for_moved(lambda _: ("house", 0))
        house.publish(Folded(0))
        await until(lambda: numbers(ear) == [EPOCH + 1])
        # The same host plays it under an epoch of its own, and nobody has said that it closed.
        del host.board._channels[name]
        tournament = host.board.open(name, FakeOwner(), first=2 * EPOCH)
        gateway.channels.look_for_moved(lambda _: None)
        gateway.channels.look_for_moved(lambda _: ("house", 4))
        await until(lambda: tournament.is_heard)
        tournament.publish(Folded(0))
        await until(lambda: numbers(ear)[-1] == 2 * EPOCH + 1)


async def test_in_a_gateway_too_the_rail_sees_a_table_later_than_its_players(
    nats: PrivateNats,
) -> None:
    async with host_and_gateway(nats) as (cluster, host, gateway):
        seated = {ANA}
        rail = RemoteRail(SystemClock(), 400, lambda _, player: player in seated)
        gateway.channels._make = rail.make
        table = host.board.open(TABLE, FakeOwner(), first=EPOCH)
        cluster.hosts[TABLE] = host.name
        ana, ben = Ear(ANA), Ear(BEN)
        for ear in (ana, ben):
            gateway.channels.find(TABLE).join(ear, caller(ear.viewer))
        await until(lambda: ("sync:begin", None) in ana.heard)
        assert not ben.heard, "not even the snapshot"
        table.publish(Folded(0))
        await until(lambda: numbers(ana) == [EPOCH + 1])
        assert not numbers(ben)
        await until(lambda: numbers(ben) == [EPOCH + 1])
        # Who sits down is brought up to date at once, and waits no more.
        seated.add(BEN)
        rail.delay_ms = 60_000
        table.publish(Folded(1))
        await until(lambda: numbers(ben) == [EPOCH + 1, EPOCH + 2])
        seated.clear()
        table.publish(Folded(2))
        gateway.channels.find(TABLE).part(ana)
        gateway.channels.find(TABLE).part(ben)
        await until(lambda: not table.is_heard)
        assert numbers(ana) == numbers(ben) == [EPOCH + 1, EPOCH + 2]
