"""What the operator's systems and the players hear of a tournament, with the step itself."""

import msgspec

from cardroom.ledger import PlayerId
from tests.room.tournaments.rooms import Player, format_of
from tests.room.tournaments.scenes import Scene
from tests.room.virtual import run
from tests.rule import rule


@rule("TRN-15", "TRN-22")
def test_the_operators_systems_hear_of_entries_knockouts_and_the_end() -> None:
    async def story() -> None:
        scene = Scene(161, 5)
        room = scene.room
        moved: list[PlayerId] = []
        room.services = room.services._replace(tells=True, money_moved=moved.append)
        await scene.open(format_of("sit-and-go-5"))
        await scene.play_out()
        subjects = [one.subject for one in scene.store.messages]
        assert subjects.count("tournament.registered") == 5
        assert subjects.count("tournament.started") == 1
        assert subjects.count("tournament.knocked_out") == 4
        assert subjects.count("tournament.placed") == 5
        assert subjects[-1] == "tournament.finished"
        said = msgspec.json.decode(scene.store.messages[0].body)
        assert (said["tournament"], said["player"], said["paid_by"]) == (1, 1, "cash")
        assert len(moved) >= 5 + 2
        await scene.stop()

    run(story())


@rule("CXL-02")
def test_a_cancelled_tournament_says_so_with_every_refund() -> None:
    async def story() -> None:
        scene = Scene(162, 1)
        scene.room.services = scene.room.services._replace(tells=True)
        await scene.open(format_of("freezeout"), in_s=60)
        await scene.play_out()
        subjects = [one.subject for one in scene.store.messages]
        assert subjects == [
            "tournament.registered",
            "tournament.unregistered",
            "tournament.cancelled",
        ]
        player: Player = scene.people[0]
        assert player.heard("tournament_left")[-1]["cause"] == "cancelled"
        await scene.stop()

    run(story())
