"""Whoever has entered again hears the place of the earlier entry, and that they are still in."""

import asyncio
from typing import Any

from cardroom.errors import Refused
from tests.room.tournaments.rooms import Player, format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule


@rule("TRN-09", "TAMB-60")
def test_the_place_of_an_earlier_entry_says_that_its_player_is_in_with_another_one() -> None:
    again: list[asyncio.Task[None]] = []
    heard: dict[int, list[bool]] = {}

    async def story() -> None:
        scene = Scene(117, 13)

        class Stubborn(Player):
            """Enters again as soon as they are out."""

            def deliver(self, frame: bytes) -> None:
                super().deliver(frame)
                message: dict[str, Any] = self.frames[-1]
                kind = message["d"]["type"] if message["t"] == "event" else ""
                if kind == "tournament_out":
                    again.append(asyncio.create_task(self.come_again()))
                elif kind == "tournament_result":
                    is_in = scene.actor.tournament.field.find(self.viewer) is not None
                    said = message["d"].get("plays_on", False)
                    assert said == is_in or message["d"]["place"] == 1
                    heard.setdefault(self.viewer, []).append(said)

            async def come_again(self) -> None:
                try:
                    await self.register(scene.tournament)
                except Refused:
                    return  # Registration has closed, or it was the last entry.

        scene.people = [Stubborn(scene.room, number) for number in range(1, 14)]
        await scene.open(format_of("reentry"), in_s=60)
        await scene.play_out()
        await asyncio.gather(*again)
        await scene.stop()

    run(story())
    assert any(True in said for said in heard.values()), "nobody has entered again"
    assert all(said[-1] is False for said in heard.values())
