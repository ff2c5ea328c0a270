"""Frames with private cards: as long for every seat as for the rail, and as many for everybody."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from cardroom.room.requests import Play
from tests.room.fair_rooms import fair_house
from tests.room.paired_evenings import OMAHA, RAIL, Timed
from tests.room.rooms import NL10, Shell
from tests.room.scenes import TABLE
from tests.room.virtual import run
from tests.rule import rule

PRIVATE = {"hole_dealt", "cards_opened"}


async def _evening(players: int, stake: Play) -> list[Timed]:
    """Everybody hears the table from its first hand on: players and the rail."""
    shell = Shell(players, fair=fair_house(players))
    clients = [Timed(shell, number + 1, seeds=True) for number in range(players)]
    for client in clients:
        shell.fund(client.viewer)
    lives = [asyncio.create_task(one.play_on(Random(one.viewer))) for one in clients]
    await asyncio.gather(*(client.sit(1000, stake) for client in clients))
    rail = Timed(shell, RAIL, seeds=False)
    await rail.listen(f"table:{TABLE}")
    await asyncio.sleep(20)
    for life in lives:
        life.cancel()
    await shell.room.stop()
    return [*clients, rail]


def _numbered(client: Timed) -> dict[int, tuple[int, int, dict[str, Any]]]:
    """By number of the event: when it came, how long it was, what it said."""
    found = {}
    for at_ms, frame in client.heard:
        message = msgspec.json.decode(frame)
        if message["t"] == "event" and message["ch"] == f"table:{TABLE}":
            found[message["v"]] = at_ms, len(frame), message["d"]
    return found


@rule("CASH-02", "FAIR-03")
@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("stake", [NL10, OMAHA], ids=["holdem", "omaha"])
def test_everybody_gets_as_many_frames_and_private_ones_have_one_size(
    players: int, stake: Play
) -> None:
    *seated, rail = (_numbered(client) for client in run(_evening(players, stake)))
    first = min(number for number, (_, _, event) in rail.items() if event["type"] == "hand_dealt")
    private = 0
    for own in seated:
        heard = {number for number in own if number >= first}
        assert heard == {number for number in rail if number >= first}
        for number in heard:
            (at_ms, size, event), (rails_ms, rails_size, seen) = own[number], rail[number]
            assert at_ms == rails_ms
            assert event["type"] == seen["type"]
            if event["type"] in PRIVATE:
                assert size == rails_size, event["type"]
                private += event != seen
    assert private > 4 * players
