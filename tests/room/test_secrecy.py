"""Hole cards: in the table's memory, told to their owner, and nowhere else."""

import asyncio
import logging
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from cardroom.cards import Card, card_names
from cardroom.cash.offers import BuyInOffer
from cardroom.engine.views import SeatView
from cardroom.errors import Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.owner import CashTableTask
from cardroom.room.requests import Leave, Play
from cardroom.room.sealed import Sealed
from cardroom.room.shuffle import Bits, ShuffledDeck, shuffled
from tests.room.inside import plant
from tests.room.rooms import NL10, Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run

OMAHA = Play(id="p", game="pl-omaha", format="ordinary", small_blind=5, big_blind=10)
VICTIM = PlayerId(2)
RAIL = 99


class Evening(NamedTuple):
    """What one run led to: everybody's bytes, and what the victim held and did not show."""

    frames: dict[PlayerId, list[bytes]]
    hidden: dict[int, tuple[Card, ...]]
    """By number of the shuffle: the victim's cards in hands where nobody saw them."""
    snapshots: int


async def _rejoin(client: Client) -> None:
    """Ask for a snapshot now and then, in the middle of whatever happens."""
    while True:
        await asyncio.sleep(0.37)
        channel = client.shell.room.services.switchboard.find(f"table:{TABLE}", client.viewer)
        if channel is not None:
            channel.part(client)
            channel.join(client, client.caller)


async def _evening(seed: int, stake: Play, swaps: dict[int, tuple[Card, ...]]) -> Evening:
    decks = 0

    def shuffle(bits: Bits) -> ShuffledDeck:
        """The same deck; in some hands the victim's cards changed places with undealt ones."""
        nonlocal decks
        decks += 1
        deck = shuffled(bits)
        for card, undealt in zip(swaps.get(decks, ()), reversed(deck.copy()), strict=False):
            one, other = deck.index(card), deck.index(undealt)
            deck[one], deck[other] = deck[other], deck[one]
        return ShuffledDeck(Sealed(deck))

    shell = Shell(seed, shuffle=shuffle)
    clients = [Client(shell, number) for number in (1, 2, 3, 4)]
    for client in clients:
        shell.fund(client.viewer)
    playing = [asyncio.create_task(one.play_on(Random(seed + one.viewer))) for one in clients]
    await asyncio.gather(*(client.sit(1000, stake) for client in clients))
    rail = Client(shell, RAIL)
    watching = [asyncio.create_task(_rejoin(client)) for client in (rail, clients[0])]
    await asyncio.sleep(40)
    for task in (*playing, *watching):
        task.cancel()
    hidden = _hidden(clients[1])
    frames = {client.viewer: client.frames for client in (*clients, rail)}
    await shell.room.stop()
    return Evening(frames, hidden, sum(b'"snapshot"' in frame for frame in rail.frames))


def _hidden(victim: Client) -> dict[int, tuple[Card, ...]]:
    """The victim's cards by hand, without the hands in which they were shown."""
    found: dict[int, tuple[Card, ...]] = {}
    hand = 0
    for frame in victim.frames:
        event = msgspec.json.decode(frame).get("d") or {}
        kind = event.get("type")
        if kind == "hand_dealt":
            hand = event["number"]
        elif kind == "hole_dealt":
            own = [cards for cards in event["hole"] if cards[0] >= 0]
            if own:
                found[hand] = tuple(own[0])
        elif kind == "shown" and tuple(event["hole"]) == found.get(hand):
            del found[hand]
    return found


@pytest.mark.parametrize("stake", [NL10, OMAHA], ids=["holdem", "omaha"])
@pytest.mark.parametrize("seed", [1, *range(3, 8), 9, 11])
def test_runs_that_differ_in_hidden_cards_only_are_the_same_bytes_for_everybody_else(
    seed: int, stake: Play
) -> None:
    first = run(_evening(seed, stake, {}))
    second = run(_evening(seed, stake, first.hidden))
    assert len(first.hidden) >= 3
    assert first.snapshots > 50
    assert first.frames[VICTIM] != second.frames[VICTIM]
    for player in first.frames:
        if player != VICTIM:
            assert first.frames[player] == second.frames[player], f"player {player} can tell"


def test_cards_are_told_to_their_owner_alone() -> None:
    async def story() -> None:
        scene = await Scene.open()
        hand = scene.task.table.hand
        assert hand is not None
        for player in (1, 2, 3):
            own = scene.task.table.occupant(PlayerId(player)).seat
            (dealt,) = scene.events(player, "hole_dealt")
            for seat, hole in zip(dealt["seats"], dealt["hole"], strict=True):
                assert tuple(hole) == (hand.hole(seat) if seat == own else (-1, -1))
        await scene.shell.room.stop()

    run(story())


def test_who_takes_the_seat_of_another_does_not_see_his_last_cards() -> None:
    async def story() -> None:
        scene = await Scene.open()
        task = scene.task
        task.no_deal_after_ms = 0
        await scene.fold_to_one()
        own = _own_cards(task, 1)
        assert own is not None
        await scene.ask(1, Leave(id="l", ch=f"table:{TABLE}"))
        offer = BuyInOffer(least=1, most=10_000, rule="CASH-16")
        task.table.sit_down(PlayerId(50), own.seat, 1000, offer, scene.now_ms)
        assert _own_cards(task, 50) is None
        assert _own_cards(task, RAIL) is None
        assert _own_cards(task, 1) == own
        await scene.shell.room.halt()

    run(story())


def _own_cards(task: CashTableTask, viewer: int) -> SeatView | None:
    """The seat of the last hand whose cards a viewer sees."""
    hand = task.channel.snapshot(PlayerId(viewer)).hand
    assert hand is not None
    return next((seat for seat in hand.seats if -1 not in seat.hole), None)


def test_no_card_is_written_to_the_log_or_told_when_a_table_breaks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        scene = await Scene.open()
        hand = scene.task.table.hand
        assert hand is not None
        holes = [hand.hole(seat) for seat in hand.seats]

        with pytest.raises(Unavailable) as unavailable:
            await plant(scene.shell.room, TABLE, f"{hand.events} {card_names(holes[0])}")
        await asyncio.sleep(1)
        texts = [record.getMessage() + (record.exc_text or "") for record in caplog.records]
        assert any("table 1 has stopped in hand 1: AssertionError" in text for text in texts)
        frames = [frame for client in scene.clients.values() for frame in client.frames]
        after = [f for f in frames if b"table_frozen" in f or b"hand_rolled_back" in f]
        assert len(after) == 6
        for text in (*texts, str(unavailable.value), *(frame.decode() for frame in after)):
            _assert_no_cards(text, holes)
        assert all(record.exc_info is None for record in caplog.records)
        await scene.shell.room.stop()

    caplog.set_level(logging.DEBUG)
    run(story())


def _assert_no_cards(text: str, holes: list[tuple[Card, ...]]) -> None:
    for hole in holes:
        forms = [card_names(hole), str(hole), str(list(hole)), f"[{hole[0]},{hole[1]}]"]
        assert not any(form in text for form in forms), text


def test_a_whole_evening_with_faults_logs_no_cards(caplog: pytest.LogCaptureFixture) -> None:
    """Everything that the room says to the operator, at the lowest level."""

    async def story() -> list[tuple[Card, ...]]:
        scene = await Scene.open(players=4)
        holes = []
        for number in range(6):
            hand = scene.task.table.hand
            assert hand is not None
            holes += [hand.hole(seat) for seat in hand.seats]
            if number % 2:
                await scene.shell.room.operator.freeze(TableId(1))
                await scene.shell.room.operator.unfreeze(TableId(1))
                await scene.turn()
            else:
                await scene.fold_to_one()
                await scene.turn()
        await scene.shell.room.stop()
        return holes

    caplog.set_level(logging.DEBUG)
    holes = run(story())
    assert len(caplog.records) > 5
    for record in caplog.records:
        _assert_no_cards(record.getMessage(), holes)
