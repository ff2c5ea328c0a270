"""Places in queues, offered seats and requests for later survive a stop and a crash."""

import asyncio

import pytest
from msgspec.structs import replace

from cardroom.cash.lobby_events import Queued, SeatOffered
from cardroom.cash.rejoin_history import StoredBank
from cardroom.errors import SeatRefused
from cardroom.ledger import PlayerId
from cardroom.room.cash.restoring import restore_tables
from cardroom.room.requests import Decline, Leave, LeaveQueue, Posting, Sit, SitOut
from tests.room.cash.test_remembering import CHANNEL, End, ends, reopened
from tests.room.inside import delivered, inside
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.tournaments.rooms import Here
from tests.room.virtual import run
from tests.rule import rule

SIX = 6


def offer_of(shell: Shell, player: int) -> SeatOffered:
    (offer,) = inside(shell.room).offers_of(PlayerId(player))
    return offer


def waits(shell: Shell, *players: int) -> list[Queued]:
    return [one for player in players for one in inside(shell.room).queued(PlayerId(player))]


async def full_house(*waiting: int) -> tuple[Scene, list[Client]]:
    """A full table, and players who wait for a seat in this order."""
    scene = await Scene.open(players=SIX)
    clients = [Client(scene.shell, number) for number in waiting]
    for client in clients:
        scene.shell.fund(client.viewer)
        await scene.shell.room.ask(client.caller, NL10)
    return scene, clients


@rule("CASH-06", "CRASH-01")
@ends
def test_who_waits_keeps_their_place_and_number_over_a_restart(end: End) -> None:
    async def story() -> None:
        scene, clients = await full_house(11, 12)
        (gone,) = waits(scene.shell, 11)
        await scene.shell.room.ask(clients[0].caller, LeaveQueue(id="x", entry=gone.entry))
        scene.shell.fund(13)
        await scene.shell.room.ask(Client(scene.shell, 13).caller, NL10)
        await scene.shell.room.ask(clients[0].caller, NL10)
        before = waits(scene.shell, 12, 13, 11)
        assert [one.place for one in before] == [1, 2, 3] or len(before) < 3
        shell = await reopened(scene.shell, end)
        assert waits(shell, 12, 13, 11) == before
        # Whoever comes after the restart comes last, under a number that nobody had.
        shell.fund(14)
        await shell.room.services.wallets.look_up(PlayerId(14))
        await shell.room.ask(Client(shell, 14).caller, NL10)
        found = waits(shell, 14)
        assert not found or found[0].entry > max(one.entry for one in [*before, gone])
        await shell.room.stop()

    run(story())


@rule("CASH-04", "CRASH-01")
@ends
def test_an_offered_seat_is_the_same_after_a_restart_and_can_be_taken(end: End) -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        before = offer_of(scene.shell, 9)
        shell = await reopened(scene.shell, end)
        again = offer_of(shell, 9)
        assert (again.table, again.seat, again.entry) == (before.table, before.seat, before.entry)
        # There is time to come back: it is kept as long as a new offer.
        assert again.until_ms >= shell.room.services.clock.now_ms() + 59_000
        client = Client(shell, 9)
        await shell.room.ask(client.caller, Sit(id="s", ch=f"table:{again.table}", amount=1_000))
        assert inside(shell.room).table(TABLE).occupant(PlayerId(9)).seat == before.seat
        assert shell.store.lobby_places == {}
        await shell.room.stop()

    run(story())


async def behind_doors(before: Shell, player: int) -> Shell:
    """The room after a crash, for an hour that nobody can come in; then its doors are open."""
    await before.room.services.wallets.flush()
    await before.room.halt()
    here = Here()
    here.gone.add(PlayerId(player))
    shell = Shell(99, store=before.store, presence=here)
    shell.room.operator.close_doors()
    await restore_tables(shell.room)
    await asyncio.sleep(3_600)
    assert _has_place(shell, player)
    shell.room.operator.open_doors()
    await asyncio.sleep(29)
    assert _has_place(shell, player)
    return shell


@rule("CASH-04", "CRASH-01")
def test_an_offered_seat_is_kept_from_the_opening_of_the_doors() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        scene.shell.fund(9)
        await scene.shell.room.ask(Client(scene.shell, 9).caller, NL10)
        shell = await behind_doors(scene.shell, 9)
        await asyncio.sleep(29)
        again = offer_of(shell, 9)
        (kept,) = shell.store.lobby_places.values()
        assert kept.until_ms == again.until_ms
        sit = Sit(id="s", ch=f"table:{again.table}", amount=1_000)
        await shell.room.ask(Client(shell, 9).caller, sit)
        assert inside(shell.room).table(TABLE).occupant(PlayerId(9)).seat == again.seat
        await shell.room.stop()

    run(story())


@rule("CASH-06", "CRASH-01", "TIME-01")
def test_a_place_in_the_queue_is_kept_from_the_opening_of_the_doors_and_not_for_ever() -> None:
    async def story() -> None:
        scene, _ = await full_house(11)
        shell = await behind_doors(scene.shell, 11)
        await asyncio.sleep(600)
        assert not _has_place(shell, 11), "whoever does not come waits no more"
        await shell.room.stop()

    run(story())


def _has_place(shell: Shell, player: int) -> bool:
    room = inside(shell.room)
    return bool(room.offers_of(PlayerId(player)) or room.queued(PlayerId(player)))


@rule("CASH-04")
@ends
def test_a_seat_that_was_given_back_is_not_offered_again(end: End) -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        await scene.shell.room.ask(newcomer.caller, Decline(id="d", ch=CHANNEL))
        shell = await reopened(scene.shell, end)
        assert inside(shell.room).offers_of(PlayerId(9)) == ()
        assert inside(shell.room).queued(PlayerId(9)) == ()
        await shell.room.stop()

    run(story())


@rule("CASH-04", "CRASH-01", "CASH-16", "AMB-60")
def test_a_seat_that_was_paid_when_the_room_was_killed_is_taken_after_it() -> None:
    """The money is stored, and the record of the table does not have the seat yet."""

    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        offer = offer_of(scene.shell, 9)
        store = scene.shell.store
        asking = asyncio.create_task(
            scene.shell.room.ask(newcomer.caller, Sit(id="s", ch=CHANNEL, amount=1_000))
        )
        while PlayerId(9) not in store.escrow(TABLE):  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        await scene.shell.room.halt()
        asking.cancel()
        # They had been here a minute before, and left a timebank.
        bank = StoredBank(TABLE, 11_250, 3, scene.shell.room.services.clock.now_ms() - 60_000)
        store.players[PlayerId(9)] = replace(store.players[PlayerId(9)], banks=(bank,))
        shell = Shell(99, store=store)
        again = await reopened(shell, type(shell.room).halt)
        seat = inside(again.room).table(TABLE).occupant(PlayerId(9))
        assert (seat.seat, seat.stack, seat.bank.left_ms) == (offer.seat, 1_000, 11_250)
        # The same request again is done already, and moves nothing.
        client = Client(again, 9)
        await again.room.ask(client.caller, Sit(id="s", ch=CHANNEL, amount=1_000))
        assert store.escrow(TABLE)[PlayerId(9)] == 1_000
        await again.room.services.wallets.flush()
        assert store.lobby_places == {}
        await again.room.stop()

    run(story())


@rule("AMB-67", "SIT-05", "CRASH-01")
@ends
def test_what_players_asked_for_after_the_hand_is_done_after_a_restart(end: End) -> None:
    async def story() -> None:
        scene = await Scene.open(players=5)
        await scene.turn()
        deal = scene.task.table.deal
        assert deal is not None
        leaver, sitter, poster = list(deal.dealt_in.values())[:3]
        after_hand = Leave(id="l", ch=CHANNEL, when="after_hand")
        await scene.ask(leaver, after_hand)
        await scene.ask(sitter, SitOut(id="o", ch=CHANNEL, when="next_big_blind"))
        await scene.ask(poster, Posting(id="p", by_hand=True))
        shell = await reopened(scene.shell, end)
        table = inside(shell.room).table(TABLE)
        assert table.occupant(leaver).leaves_after
        assert table.occupant(sitter).sit_out == "next_big_blind"
        assert table.occupant(poster).posts_by_hand
        await asyncio.sleep(6)
        assert not table.has(leaver)
        assert table.deal is not None
        await shell.room.stop()

    run(story())


@rule("SIT-05", "CRASH-01")
def test_posting_by_hand_counts_at_every_table_and_for_good() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.ask(1, Posting(id="p", by_hand=True))
        await delivered()
        assert inside(scene.shell.room).table(TABLE).occupant(PlayerId(1)).posts_by_hand
        await scene.ask(1, Leave(id="l", ch=CHANNEL))
        await scene.fold_to_one()
        shell = await reopened(scene.shell, type(scene.shell.room).halt)
        client = Client(shell, 1)
        await client.sit()
        assert inside(shell.room).table(TABLE).occupant(PlayerId(1)).posts_by_hand
        await shell.room.ask(client.caller, Posting(id="q", by_hand=False))
        await delivered()
        assert not inside(shell.room).table(TABLE).occupant(PlayerId(1)).posts_by_hand
        await shell.room.stop()

    run(story())


@rule("AMB-67")
def test_leaving_after_the_hand_can_be_taken_back() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        await scene.turn()
        deal = scene.task.table.deal
        assert deal is not None
        player = next(iter(deal.dealt_in.values()))
        for on in (True, False):
            await scene.ask(player, Leave(id=f"l{on}", ch=CHANNEL, when="after_hand", on=on))
        await scene.fold_to_one()
        assert scene.task.table.has(player)
        stranger = Client(scene.shell, 9)
        leaves = Leave(id="x", ch=CHANNEL, when="after_hand")
        with pytest.raises(SeatRefused):
            await scene.shell.room.ask(stranger.caller, leaves)
        await scene.shell.room.stop()

    run(story())
