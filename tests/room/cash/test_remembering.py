"""What the room must remember about a player survives a stop and a crash."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from cardroom.cash.lobby_events import SeatOffered
from cardroom.cash.messages import RemovePlayer
from cardroom.cash.records import TableRecord
from cardroom.cash.rejoin_history import PlayerRecord
from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, Reason, Transfer
from cardroom.ledger.invariants import Invariant
from cardroom.room.cash.messages import LOBBY, RestoreSeat
from cardroom.room.cash.restoring import restore_tables
from cardroom.room.requests import AnyRequest, Leave, Play, Sit, TopUp
from cardroom.room.room import Room
from tests.room.inside import inside
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

CHANNEL = f"table:{TABLE}"
BANZAI = Play(id="p", game="nl-holdem", format="banzai", small_blind=25, big_blind=50)
End = Callable[[Room], Awaitable[None]]
ENDS: dict[str, End] = {"stop": Room.stop, "halt": Room.halt}
ends = pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)


async def all_in(scene: Scene) -> PlayerId:
    """Play a hand in which everybody goes all-in: who has the most then."""
    await scene.turn()
    number = scene.task.table.number
    while scene.task.table.number == number and scene.task.table.deal is not None:
        client = scene.task.table.actor
        pending = None if client is None else scene.task.channel.pending(client)
        if pending is not None:
            raises = pending.raise_to
            await scene.act("raise" if raises else "call", raises)
        await asyncio.sleep(0.05)
    return max(scene.task.table.in_order(), key=lambda one: one.stack).player


async def leave(scene: Scene, player: PlayerId) -> int:
    """Leave after the hand; what the player left with."""
    await scene.ask(player, Leave(id="l", ch=CHANNEL))
    while scene.task.table.has(player):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await scene.shell.room.services.wallets.flush()
    return next(
        -amount
        for transfer in reversed(scene.shell.store.ledger.transfers)
        for account, amount in transfer.entries
        if account == f"table:{TABLE}:escrow:{player}:EUR"
    )


async def reopened(shell: Shell, end: Callable[[Room], Awaitable[None]]) -> Shell:
    """The room after it has ended and was opened again."""
    await end(shell.room)
    again = Shell(99, store=shell.store)
    await restore_tables(again.room)
    return again


async def offered(shell: Shell, player: PlayerId) -> SeatOffered:
    """A seat at the table, whatever other tables there are."""
    await shell.room.services.wallets.look_up(player)
    asked = RestoreSeat(player=player, table=TABLE, seat=None)
    offer: SeatOffered = await shell.room.services.bus.ask(LOBBY, asked)
    return offer


@rule("RAT-02", "CRASH-01")
@ends
def test_who_left_with_a_big_stack_must_bring_it_back_after_a_restart(
    end: Callable[[Room], Awaitable[None]],
) -> None:
    async def story() -> None:
        scene = await Scene.open()
        winner = await all_in(scene)
        stack = await leave(scene, winner)
        assert stack > 1000
        shell = await reopened(scene.shell, end)
        offer = await offered(shell, winner)
        assert (offer.buy_in.least, offer.buy_in.most, offer.buy_in.rule) == (1000, stack, "RAT-02")
        await shell.room.stop()

    run(story())


@rule("RAT-03", "CASH-04", "CRASH-01")
@ends
def test_rejoins_and_tables_of_the_day_are_counted_on_after_a_restart(
    end: Callable[[Room], Awaitable[None]],
) -> None:
    async def story() -> None:
        scene = await Scene.open()
        winner = await all_in(scene)
        stack = await leave(scene, winner)
        await offered(scene.shell, winner)
        await scene.ask(winner, Sit(id="s", ch=CHANNEL, amount=stack))
        shell = await reopened(scene.shell, end)
        memory, now_ms = inside(shell.room).rejoin_history, shell.room.services.clock.now_ms()
        assert inside(shell.room).table(TABLE).has(winner)
        assert memory.ratholing.counter(winner, now_ms) == 1
        assert all(memory.sat_at_today(who, TABLE, now_ms) for who in scene.clients)
        await shell.room.stop()

    run(story())


@rule("BANZ-06", "BANZ-07", "CRASH-01")
@ends
def test_what_a_banzai_player_must_carry_over_survives_a_restart(
    end: Callable[[Room], Awaitable[None]],
) -> None:
    async def story() -> None:
        shell = Shell(3)
        clients = [Client(shell, number) for number in (1, 2, 3)]
        for client in clients:
            shell.fund(client.viewer)
        await asyncio.gather(*(client.sit(500, BANZAI) for client in clients))
        scene = Scene(shell, clients)
        winner = await all_in(scene)
        stack = await leave(scene, winner)
        assert stack > 500
        shell = await reopened(shell, end)
        buy_in = (await offered(shell, winner)).buy_in
        assert (buy_in.most, buy_in.rule, buy_in.reset_to) == (stack, "BANZ-06", 500)
        reset = Sit(id="s", ch=CHANNEL, amount=500, reset=True)
        await shell.room.ask(scene.clients[winner].caller, reset)
        shell = await reopened(shell, end)
        banzai, now_ms = (
            inside(shell.room).rejoin_history.banzai,
            shell.room.services.clock.now_ms(),
        )
        assert banzai.resets_left(winner, now_ms) == 4
        assert banzai.kept(winner)[0] == ()
        await shell.room.stop()

    run(story())


@rule("AMB-60", "CRASH-01")
@ends
def test_a_timebank_left_at_a_table_is_found_there_after_a_restart(
    end: Callable[[Room], Awaitable[None]],
) -> None:
    async def story() -> None:
        scene = await Scene.open()
        client = await scene.turn()
        await asyncio.sleep(14)
        await scene.act("fold")
        await scene.fold_to_one()
        left = scene.task.table.occupant(client.viewer).bank
        stack = await leave(scene, client.viewer)
        assert left.left_ms < 15_000
        shell = await reopened(scene.shell, end)
        offer = await offered(shell, client.viewer)
        request = Sit(id="s", ch=CHANNEL, amount=max(stack, offer.buy_in.least))
        await shell.room.ask(client.caller, request)
        bank = inside(shell.room).table(TABLE).occupant(client.viewer).bank
        assert (bank.left_ms, bank.hands) == (left.left_ms, left.hands)
        await shell.room.stop()

    run(story())


@rule("CASH-04", "AMB-68", "CRASH-01")
def test_who_left_without_a_cent_is_remembered_as_well() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await all_in(scene)
        broke = next(one.player for one in scene.task.table.in_order() if not one.stack)
        scene.shell.store.players.clear()
        await scene.ask(broke, Leave(id="l", ch=CHANNEL))
        shell = await reopened(scene.shell, Room.halt)
        memory, now_ms = inside(shell.room).rejoin_history, shell.room.services.clock.now_ms()
        assert memory.sat_at_today(broke, TABLE, now_ms)
        await shell.room.stop()

    run(story())


@rule("AMB-60", "CRASH-01")
def test_a_table_is_not_stored_without_a_player_before_their_departure_is() -> None:
    async def story() -> None:
        scene = await Scene.open()
        await all_in(scene)
        broke = next(one.player for one in scene.task.table.in_order() if not one.stack)
        store, goes_on = scene.shell.store, asyncio.Event()
        remember = store.remember

        async def slowly(record: PlayerRecord) -> None:
            await goes_on.wait()
            await remember(record)

        store.remember = slowly  # type: ignore[method-assign]
        await scene.shell.room.services.wallets.flush()
        leaving = asyncio.create_task(scene.ask(broke, Leave(id="l", ch=CHANNEL)))
        await asyncio.sleep(3)
        assert not scene.task.table.has(broke)
        assert broke in seated(store.kept[TABLE])
        goes_on.set()
        await leaving
        await scene.shell.room.services.wallets.flush()
        assert broke not in seated(store.kept[TABLE])
        assert [bank.table for bank in store.players[broke].banks] == [TABLE]
        await scene.shell.room.stop()

    run(story())


def seated(kept: bytes) -> set[PlayerId]:
    """Who has a seat in a stored table."""
    return {one.player for one in msgspec.json.decode(kept, type=TableRecord).seats}


@rule("RAT-02", "AMB-63", "CRASH-01")
def test_a_stack_that_is_given_back_after_a_crash_is_remembered_as_a_departure() -> None:
    async def story() -> None:
        scene = await Scene.open()
        late = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(late.caller, NL10)
        before = scene.shell.store.kept[TABLE]
        await scene.shell.room.ask(late.caller, Sit(id="s", ch=CHANNEL, amount=700))
        scene.shell.store.kept[TABLE] = before
        shell = await reopened(scene.shell, Room.halt)
        await shell.room.services.wallets.flush()
        offer = await offered(shell, late.viewer)
        assert (offer.buy_in.least, offer.buy_in.rule) == (700, "RAT-02")
        assert shell.store.players[late.viewer].departures[0].stack == 700
        await shell.room.stop()

    run(story())


@rule("RAT-02", "BANZ-06", "CRASH-02")
def test_a_departure_that_the_store_refused_is_remembered_once() -> None:
    async def story() -> None:
        scene = await Scene.open()
        winner = await all_in(scene)
        task = scene.task
        epochs = scene.shell.store.epochs
        scene.shell.store.epochs = {TABLE: 77}
        await asyncio.sleep(0)
        removed = RemovePlayer(player=winner, at_ms=scene.now_ms)
        await scene.shell.room.services.bus.ask(f"table:{TABLE}", removed)
        await scene.shell.room.services.wallets.flush()
        assert scene.shell.store.players[winner].departures == ()
        scene.shell.store.epochs = epochs
        while not task.frozen or task.table.has(winner):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await asyncio.sleep(1)
        await scene.shell.room.services.wallets.flush()
        stored = scene.shell.store.players[winner]
        assert len(stored.departures) == 1
        assert scene.shell.store.escrow(TABLE).get(winner) is None
        await scene.shell.room.stop()

    run(story())


@rule("AMB-60", "CRASH-01", "CRASH-02")
def test_who_leaves_with_nothing_but_what_the_store_refused_is_remembered() -> None:
    async def story() -> None:
        scene = await Scene.open()
        winner = await all_in(scene)
        store, table = scene.shell.store, scene.task.table
        while table.deal is not None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        loser = next(one.player for one in table.in_order() if one.player != winner)
        assert not table.occupant(loser).stack
        move, is_answered = store.move, asyncio.Event()

        async def refuse(transfer: Transfer, *others: Any) -> object:
            if transfer.reason not in {Reason.TOPPED_UP, Reason.CASHED_OUT}:
                return await move(transfer, *others)
            await is_answered.wait()
            raise TransferRefused(Invariant.NOT_BELOW_ZERO, "planted")

        store.move = refuse  # type: ignore[assignment,method-assign]
        asked: list[AnyRequest] = [TopUp(id="t", ch=CHANNEL, amount=500), Leave(id="l", ch=CHANNEL)]
        asking = [asyncio.create_task(scene.ask(loser, one)) for one in asked]
        while table.has(loser):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        bank = scene.shell.room.services.history.banks(loser, scene.now_ms)
        is_answered.set()
        await asyncio.gather(*asking, return_exceptions=True)
        await asyncio.sleep(1)
        assert scene.task.frozen
        assert store.players[loser].banks == bank != ()
        await scene.shell.room.stop()

    run(story())
