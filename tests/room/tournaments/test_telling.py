"""News for a whole field goes out in portions, so that other tables get their turns."""

import asyncio
from collections import Counter
from collections.abc import Iterator

from cardroom.ledger import PlayerId
from cardroom.room.tournaments.actor.publishing import PORTION, in_portions
from cardroom.room.tournaments.house.staff import StaffDesk
from tests.room.tournaments.rooms import format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule

PLAYERS = 3 * PORTION


class Turns:
    """Counts the messages sent in each turn of the loop."""

    def __init__(self) -> None:
        self.informed: list[int] = []
        self._is_new = True

    def note(self, _player: PlayerId) -> None:
        """Count a message to a player in the current turn."""
        if self._is_new:
            self._is_new = False
            self.informed.append(0)
            asyncio.get_running_loop().call_soon(self._end)
        self.informed[-1] += 1

    def _end(self) -> None:
        self._is_new = True


def test_after_each_portion_others_have_their_turn_and_nothing_is_left_out() -> None:
    async def story() -> None:
        turns = Turns()

        def telling() -> Iterator[None]:
            for player in range(2 * PORTION + 1):
                turns.note(PlayerId(player))
                yield

        await in_portions(telling())
        assert turns.informed == [PORTION, PORTION, 1]

    run(story())


@rule("CXL-02", "TRN-15")
def test_a_cancelled_field_hears_of_its_refunds_in_portions_and_each_player_once() -> None:
    async def story() -> None:
        scene, turns = Scene(172, PLAYERS), Turns()
        scene.room.services = scene.room.services._replace(money_moved=turns.note)
        await scene.open(format_of("freezeout"), in_s=600)
        staff = StaffDesk(scene.actor)
        preview = await staff.preview_cancel()
        turns.informed.clear()
        await staff.cancel(preview.step)
        assert sum(turns.informed) == PLAYERS
        assert max(turns.informed) <= PORTION
        for player in scene.people:
            (left,) = player.heard("tournament_left")
            assert left["cause"] == "cancelled"
        await scene.stop()

    run(story())


@rule("TRN-04")
def test_everybody_hears_once_where_they_sit_at_the_start_of_a_large_field() -> None:
    async def story() -> None:
        scene = Scene(171, PLAYERS)
        await scene.open(format_of("freezeout"), in_s=60)
        await asyncio.sleep(61)
        seats = [one.heard("tournament_seated") for one in scene.people]
        assert all(len(heard) == 1 and heard[0]["cause"] == "start" for heard in seats)
        tables = Counter(heard[0]["table"] for heard in seats)
        assert sorted(set(tables.values())) == [6]
        await scene.stop()

    run(story())
