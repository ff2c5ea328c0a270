"""Crash and restart: the hand never was, everybody keeps the seat and has time to return."""

import asyncio
from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from cardroom.cash.lobby_events import EntryNumber
from cardroom.cash.places import LobbyPlace
from cardroom.cash.positions import HandPositions
from cardroom.cash.records import TableRecord
from cardroom.errors import TransferRefused
from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.restoring import restore_tables
from cardroom.room.requests import Leave, Play, Sit, SitOut, TopUp
from cardroom.units import Seat
from tests.room.fakes import MemoryStore
from tests.room.inside import inside
from tests.room.rooms import NL10, QUICK, Client, Shell
from tests.room.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule

TABLE = TableId(1)
NL10_WORD = "nl-holdem:ordinary:5:10"


def where(deal: HandPositions | None) -> tuple[Seat, Seat | None, Seat]:
    assert deal is not None
    return deal.button, deal.small_blind, deal.big_blind


async def until_hand(shell: Shell, number: int) -> None:
    """Wait for the first turn of a hand."""
    await shell.room.until_open(f"table:{TABLE}")
    task = shell.room.tasks[TABLE]
    while task.table.number < number or task.table.actor is None:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def crash_in_hand(seed: int, number: int) -> Shell:
    """Play until a hand is under way, then halt, as a crash does: nothing is tidied up."""
    shell = Shell(seed)
    clients = [Client(shell, player) for player in (1, 2, 3, 4)]
    for client in clients:
        shell.fund(client.viewer)
    playing = [
        asyncio.create_task(client.play_on(Random(seed + client.viewer))) for client in clients
    ]
    await asyncio.gather(*(client.sit() for client in clients))
    await until_hand(shell, number)
    await shell.room.halt()
    for task in playing:
        task.cancel()
    return shell


async def restart(store: MemoryStore) -> Shell:
    shell = Shell(99, store=store)
    await restore_tables(shell.room)
    return shell


@rule("CRASH-01", "CRASH-05", "AMB-69")
@pytest.mark.parametrize("number", [1, 2, 5, 9])
def test_tables_come_back_with_stacks_button_and_blinds_of_the_interrupted_hand(
    number: int,
) -> None:
    async def story() -> None:
        before = await crash_in_hand(7, number)
        old = inside(before.room).table(TABLE)
        assert old.deal is not None
        again = await restart(before.store)
        table = inside(again.room).table(TABLE)
        assert {o.player: o.stack for o in table.in_order()} == {
            o.player: o.stack for o in old.in_order()
        }
        for player in (1, 2, 3, 4):
            again.room.arrived(PlayerId(player))
        await asyncio.sleep(6)
        assert table.deal is not None
        assert where(table.deal) == where(old.deal)
        await again.room.stop()

    run(story())


@rule("CRASH-01", "TIME-01")
def test_after_a_restart_players_have_time_to_return_before_cards_are_dealt() -> None:
    async def story() -> None:
        before = await crash_in_hand(8, 3)
        again = await restart(before.store)
        table = inside(again.room).table(TABLE)
        assert all(occupant.connection.is_lost for occupant in table.in_order())
        await asyncio.sleep(4.5)
        dealt_early = table.deal
        await asyncio.sleep(1)
        assert (dealt_early, table.deal is not None) == (None, True)
        await again.room.stop()

    run(story())


class LateStore(MemoryStore):
    """The last write of a process that died arrives just after its heir has read the tables."""

    late: tuple[TableId, int, bytes] | None = None
    refused: str = ""

    async def kept_tables(self) -> Sequence[tuple[TableId, bytes]]:
        found = await super().kept_tables()
        if self.late is not None:
            (table, epoch, record), self.late = self.late, None
            try:
                await self.keep_table(table, epoch, record)
            except TransferRefused as error:
                self.refused = error.reason
        return found


@rule("CRASH-01")
def test_a_table_that_a_dead_process_kept_too_late_is_refused_and_stops_no_restart() -> None:
    async def story() -> None:
        store = LateStore(Random(1))
        epoch = await store.claim_table(TableId(4), "dead", NL10_WORD)
        scene = await Scene.open(players=3)
        await scene.shell.room.services.wallets.flush()
        ((_, record),) = await scene.shell.store.kept_tables()
        await scene.shell.room.stop()
        store.late = (TableId(4), epoch, record)
        shell = await restart(store)
        assert store.refused == "not_the_owner"
        assert not shell.room.tasks
        await shell.room.stop()

    run(story())


@rule("CRASH-01", "TIME-01", "SIT-03")
def test_the_time_to_return_counts_from_the_moment_the_doors_are_open() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.ask(2, SitOut(id="s", ch=CHANNEL))
        await scene.fold_to_one()
        await scene.shell.room.services.wallets.flush()
        await scene.shell.room.halt()
        shell = Shell(99, store=scene.shell.store, jump_ms=3_600_000)
        shell.room.operator.close_doors()
        await restore_tables(shell.room)
        table = inside(shell.room).table(TABLE)
        await asyncio.sleep(600)
        behind_doors = (table.deal, table.has(PlayerId(2)))
        shell.room.operator.open_doors()
        await asyncio.sleep(4.5)
        in_time = (table.deal, table.has(PlayerId(2)))
        await asyncio.sleep(1)
        assert (behind_doors, in_time) == ((None, True), (None, True))
        assert table.deal is not None
        await shell.room.stop()

    run(story())


@rule("CRASH-01")
def test_no_cent_is_lost_or_made_by_a_crash() -> None:
    async def story() -> None:
        before = await crash_in_hand(9, 4)
        again = await restart(before.store)
        ledger = before.store.ledger
        assert sum(ledger.balances.values()) == 0
        clients = [Client(again, player) for player in (1, 2, 3, 4)]
        for client in clients:
            await client.listen(f"table:{TABLE}")
            again.room.arrived(client.viewer)
        playing = [asyncio.create_task(client.play_on(Random(1))) for client in clients]
        await asyncio.sleep(60)
        for task in playing:
            task.cancel()
        await again.room.stop()
        assert len(again.store.hands[TABLE]) > 8
        assert sum(ledger.balances.values()) == 0

    run(story())


async def reopened(scene: Scene) -> Shell:
    """The room after it was killed, with its tables set up again."""
    await scene.shell.room.halt()
    scene.shell = await restart(scene.shell.store)
    return scene.shell


CHANNEL = f"table:{TABLE}"


@rule("CRASH-01", "AMB-67", "AMB-69")
def test_what_was_asked_for_during_the_hand_survives_the_crash() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.ask(1, Leave(id="l", ch=CHANNEL))
        await scene.ask(2, SitOut(id="s", ch=CHANNEL))
        await scene.fold_to_one()
        await scene.turn()
        dealt_in = scene.task.table.deal
        assert dealt_in is not None
        last = next(iter(dealt_in.dealt_in.values()))
        await scene.ask(last, Leave(id="l", ch=CHANNEL))
        shell = await reopened(scene)
        table = inside(shell.room).table(TABLE)
        assert not table.has(PlayerId(1))
        assert table.occupant(PlayerId(2)).is_out
        assert table.occupant(last).leaving == "player"
        await asyncio.sleep(6)
        assert not table.has(last)
        await shell.room.stop()
        assert scene.money()[last] == shell.store.ledger.balances[f"player:{last}:cash:EUR"]  # type: ignore[index]

    run(story())


@rule("CRASH-01", "AMB-69", "CASH-14")
def test_who_leaves_after_the_restart_and_takes_the_same_seat_is_a_newcomer() -> None:
    async def story() -> None:
        scene = await Scene.open(players=6, pace=replace(QUICK, first_hand_ms=500))
        await scene.fold_to_one()
        await scene.turn()
        void = scene.task.table.deal
        assert void is not None
        shell = await reopened(scene)
        table = inside(shell.room).table(TABLE)
        blinds = {void.button, void.small_blind, void.big_blind}
        seat, player = next(one for one in void.dealt_in.items() if one[0] not in blinds)
        client = Client(shell, player)
        await shell.room.ask(client.caller, Leave(id="l", ch=CHANNEL))
        await client.sit(amount=1000)
        assert table.occupant(player).seat == seat
        await asyncio.sleep(6)
        assert table.deal is not None
        assert where(table.deal) == where(void)
        assert set(table.deal.dealt_in) == set(void.dealt_in) - {seat}
        await shell.room.stop()

    run(story())


@rule("CRASH-01", "AMB-69", "CASH-16")
def test_who_left_during_the_hand_and_paid_for_another_seat_is_no_part_of_the_hand() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.turn()
        hand = scene.task.table.deal
        assert hand is not None
        seat, player = next(iter(hand.dealt_in.items()))
        store, now_ms = scene.shell.store, scene.now_ms
        await scene.shell.room.services.wallets.flush()
        await scene.shell.room.halt()
        record = msgspec.json.decode(store.kept[TABLE], type=TableRecord)
        others = tuple(one for one in record.seats if one.player != player)
        store.kept[TABLE] = msgspec.json.encode(replace(record, seats=others))
        other_seat = next(iter(scene.task.table.free_seats))
        place = LobbyPlace(
            number=EntryNumber(99), player=player, stake=record.stake, table=TABLE,
            seat=other_seat, until_ms=now_ms + 60_000, is_bought=True,
        )  # fmt: skip
        store.lobby_places[place.number] = place
        shell = await restart(store)
        table = inside(shell.room).table(TABLE)
        assert table.occupant(player).seat == other_seat
        assert seat not in table.occupants
        await asyncio.sleep(6)
        assert table.number == 2
        assert sum(shell.store.ledger.balances.values()) == 0
        await shell.room.stop()

    run(story())


@rule("CRASH-01", "AMB-69")
def test_a_top_up_asked_for_in_the_interrupted_hand_stays_pending() -> None:
    async def story() -> None:
        scene = await Scene.open(players=3)
        await scene.fold_to_one()
        await scene.turn()
        poor = min(scene.task.table.in_order(), key=lambda one: one.stack)
        await scene.ask(poor.player, TopUp(id="t", ch=CHANNEL, amount=1000 - poor.stack))
        shell = await reopened(scene)
        again = inside(shell.room).table(TABLE).occupant(poor.player)
        assert (again.stack, again.top_up) == (poor.stack, 1000 - poor.stack)
        await asyncio.sleep(6)
        assert (again.stack, again.top_up) == (1000, 0)
        await shell.room.stop()

    run(story())


@rule("CRASH-01")
def test_a_buy_in_whose_seat_was_not_stored_is_given_back() -> None:
    async def story() -> None:
        scene = await Scene.open()
        scene.shell.fund(9)
        late = Client(scene.shell, 9)
        await scene.shell.room.ask(late.caller, NL10)
        before = scene.shell.store.kept[TABLE]
        await scene.shell.room.ask(late.caller, Sit(id="s", ch=CHANNEL, amount=700))
        assert scene.shell.store.escrow(TABLE)[late.viewer] == 700
        scene.shell.store.kept[TABLE] = before
        shell = await reopened(scene)
        await shell.room.services.wallets.flush()
        assert not inside(shell.room).table(TABLE).has(late.viewer)
        assert late.viewer not in shell.store.escrow(TABLE)
        assert shell.room.services.wallets.balance(late.viewer) == 100_000
        await shell.room.stop()

    run(story())


async def broke(scene: Scene) -> list[PlayerId]:
    """Play until somebody has lost everything: who that is."""
    while all(one.stack for one in scene.task.table.in_order()):
        client = await scene.turn()
        pending = scene.task.channel.pending(client.viewer)
        assert pending is not None
        if pending.raise_to:
            await scene.act("raise", pending.raise_to)
        else:
            await scene.act("call")
        await asyncio.sleep(0.05)
    return [one.player for one in scene.task.table.in_order() if not one.stack]


@rule("CRASH-01", "AMB-68")
def test_who_has_lost_everything_keeps_the_seat_through_a_crash() -> None:
    async def story() -> None:
        scene = await Scene.open()
        players = await broke(scene)
        shell = await reopened(scene)
        table = inside(shell.room).table(TABLE)
        assert [table.occupant(player).stack for player in players] == [0] * len(players)
        await shell.room.stop()

    run(story())


@rule("CRASH-01", "AMB-68")
def test_who_adds_chips_after_losing_everything_keeps_the_seat_though_they_were_not_paid() -> None:
    async def story() -> None:
        scene = await Scene.open()
        player = (await broke(scene))[0]
        await scene.shell.room.services.wallets.flush()
        kept = scene.shell.store.kept
        record = msgspec.json.decode(kept[TABLE], type=TableRecord)
        seats = [replace(one, stack=1000) if one.player == player else one for one in record.seats]
        # As when the room is killed after the table was kept, and before the chips were paid.
        kept[TABLE] = msgspec.json.encode(replace(record, seats=seats))
        shell = await reopened(scene)
        assert inside(shell.room).table(TABLE).occupant(player).stack == 0
        await shell.room.stop()

    run(story())


@rule("SIT-03")
def test_who_sat_out_when_the_room_stopped_is_not_removed_before_he_can_return() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.ask(2, SitOut(id="s", ch=CHANNEL))
        await scene.fold_to_one()
        await scene.shell.room.services.wallets.flush()
        await scene.shell.room.halt()
        shell = Shell(99, store=scene.shell.store, jump_ms=3_600_000)
        await restore_tables(shell.room)
        await asyncio.sleep(4)
        assert inside(shell.room).table(TABLE).has(PlayerId(2))
        await asyncio.sleep(200)
        assert not inside(shell.room).table(TABLE).has(PlayerId(2))
        await shell.room.stop()

    run(story())


@rule("CASH-18")
def test_every_hand_is_stored_with_the_edition_it_was_dealt_under() -> None:
    async def story(name: str) -> set[str]:
        scene = await Scene.open(name=name)
        await scene.fold_to_one()
        await scene.fold_to_one()
        await scene.shell.room.stop()
        shell = Shell(7, store=scene.shell.store, name="fr-2.2")
        await restore_tables(shell.room)
        scene.shell = shell
        await scene.fold_to_one()
        await shell.room.stop()
        return {f"{hand.number}:{hand.edition}" for hand in shell.store.hands[TABLE]}

    assert run(story("en-2.7")) == {"1:en-2.7", "2:en-2.7", "3:fr-2.2"}


@rule("SIT-08", "TIME-01", "TIME-02")
def test_who_does_not_return_in_time_is_decided_for_and_sits_out_after_the_hand() -> None:
    async def story() -> None:
        scene = await Scene.open(players=3)
        actor = await scene.turn()
        scene.shell.room.gone(actor.viewer, on_purpose=False)
        gone_ms = scene.now_ms
        await asyncio.sleep(29.9)
        assert scene.task.table.actor == actor.viewer
        await asyncio.sleep(0.2)
        assert scene.task.table.actor != actor.viewer
        assert scene.now_ms - gone_ms < 30_200
        await scene.fold_to_one()
        occupant = scene.task.table.occupant(actor.viewer)
        assert (occupant.is_out, occupant.out_cause) == (True, "server_decision")
        await scene.shell.room.stop()

    run(story())


def test_a_table_is_known_to_the_store_before_anybody_sits_there() -> None:
    async def story() -> None:
        shell = Shell(1)
        omaha = Play(id="p", game="pl-omaha", format="ordinary", small_blind=5, big_blind=10)
        table = await shell.room.operator.open_table(omaha.stake)
        await asyncio.sleep(1)
        assert list(shell.store.kept) == [table]
        again = await restart(shell.store)
        assert [one.table for one in inside(again.room).tables] == [table]
        await again.room.stop()

    run(story())
