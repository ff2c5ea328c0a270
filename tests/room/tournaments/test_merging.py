"""Tables that become one, and tables that wait for each other: what their players hear."""

from cardroom.tournament.events import Moved, TableBroken
from tests.room.tournaments.rooms import format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule


@rule("BAL-02", "BAL-06")
def test_everybody_at_merging_tables_hears_which_table_is_broken_and_where_its_players_go() -> None:
    async def story() -> None:
        scene = Scene(151, 13)
        await scene.open(format_of("freezeout"), in_s=60)
        await scene.play_out()
        events = [one for step in scene.store.steps[scene.tournament] for one in step.events]
        broken = [event.table for event in events if isinstance(event, TableBroken)]
        assert broken
        merged = [one for player in scene.people for one in player.heard("tables_merged")]
        assert {one["broken"] for one in merged} == set(broken)
        for number in broken:
            moves = [one for one in events if isinstance(one, Moved) and one.origin == number]
            into = {one.table for one in moves}
            assert all(set(one["into"]) == into for one in merged if one["broken"] == number)
            heard = sum(
                any(one["broken"] == number for one in player.heard("tables_merged"))
                for player in scene.people
            )
            assert heard > len(moves), "those at the other table hear it as well"
        assert any(one["is_final"] for one in merged)
        await scene.stop()

    run(story())


@rule("H4H-02")
def test_tables_that_wait_hand_for_hand_hear_how_many_have_not_finished() -> None:
    async def story() -> None:
        scene = Scene(152, 25)
        await scene.open(format_of("hand-for-hand"), in_s=60)
        await scene.play_out()
        for player in scene.people:
            for one in player.heard("game_changed"):
                game = one["game"]
                assert game["hand_for_hand"] or game["tables_playing"] == 0
        counts = {
            one["game"]["tables_playing"]
            for player in scene.people
            for one in player.heard("game_changed")
            if one["game"]["hand_for_hand"]
        }
        assert {1, 2} <= counts
        await scene.stop()

    run(story())
