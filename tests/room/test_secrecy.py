"""Hole cards: in the table's memory, told to their owner, and nowhere else."""

import asyncio
import logging
from collections.abc import Mapping
from itertools import count
from unittest.mock import patch

import pytest

from cardroom.cards import Card, card_names
from cardroom.cash.offers import BuyInOffer
from cardroom.engine.views import SeatView
from cardroom.errors import Unavailable
from cardroom.ledger import PlayerId, TableId
from cardroom.room.cash.owner import CashTableTask
from cardroom.room.channels import Channel, Kept
from cardroom.room.requests import Leave, Play
from tests.room.inside import plant
from tests.room.paired_evenings import END_MS, OMAHA, RICH, VICTIM, paired
from tests.room.rooms import NL10
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

RAIL = 99
PAIRS = 1_000


@rule("CASH-02", "FAIR-03")
@pytest.mark.parametrize("stake", [NL10, OMAHA], ids=["holdem", "omaha"])
@pytest.mark.parametrize("seed", [1, 3, 4])
def test_runs_that_differ_in_hidden_cards_only_are_the_same_for_everybody_else(
    seed: int, stake: Play
) -> None:
    pairing = paired(seed, stake, RICH)
    assert pairing.differences == []
    assert pairing.pairs >= 3
    assert pairing.first.snapshots > 50
    assert pairing.first.frames[VICTIM] != pairing.second.frames[VICTIM]


@rule("CASH-02", "FAIR-03")
def test_a_thousand_hands_with_other_hidden_cards_look_the_same_until_the_showdown() -> None:
    pairs = showdowns = 0
    for seed in count(1):
        pairing = paired(seed, OMAHA if seed % 2 else NL10)
        assert pairing.differences == [], f"seed {seed}"
        pairs += pairing.pairs
        showdowns += pairing.until_ms < END_MS
        if pairs >= PAIRS:
            break
    assert showdowns > 10


def test_frames_whose_size_depends_on_a_card_would_be_noticed() -> None:
    def encoded(
        channel: Channel, event: object, private: Mapping[PlayerId, object], _private_bytes: int
    ) -> Kept:
        """Frames as long as what they say."""
        twins = {player: channel._frame(twin, 0) for player, twin in private.items()}
        return Kept(channel._frame(event, 0), twins)

    with patch.object(Channel, "_encoded", encoded):
        assert "the size of the victim's line" in paired(1).differences


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
