"""The operator's systems hear of tournaments: registered, started, knocked out, over, cancelled."""

import asyncio
from pathlib import Path

from cardroom.server.config.options import WebhookSection
from tests.rule import rule
from tests.server.operators import SECRET, Operator
from tests.server.tournaments.files import EVENING, PEOPLE_ONLY, room_with
from tests.server.tournaments.players import SocketPlayer, fresh_id, person
from tests.server.tournaments.test_playing import until_over
from tests.server.tournaments.test_staff import REASON, created, staff


def subjects_about(operator: Operator, tournament: int) -> list[str]:
    """The subjects of all deliveries about a tournament, in their order."""
    return [
        one.subject.removeprefix("tournament.")
        for one in operator.taken
        if one.subject.startswith("tournament.") and one.word["tournament"] == tournament
    ]


async def hears(operator: Operator, tournament: int, subject: str) -> None:
    while True:
        if subject in subjects_about(operator, tournament):
            return
        await asyncio.sleep(0.05)


@rule("TRN-11", "TRN-19", "CXL-02")
async def test_the_operator_hears_of_a_tournament_from_the_first_entry_to_its_end(
    tmp_path: Path,
) -> None:
    async with Operator().open() as operator, asyncio.timeout(120):
        hooks = WebhookSection(url=operator.url, secrets=(SECRET,))
        async with room_with(tmp_path, PEOPLE_ONLY, EVENING, webhooks=hooks) as server:
            olga = await staff(server)
            people = [await person(server, name) for name in ("Ann", "Bob")]
            (offer,) = (await olga.get("/api/games"))["offers"]
            number = offer["tournament"]
            lines = [await SocketPlayer.of(one) for one in people]
            for one in people:
                await one.post(f"/api/tournaments/{number}/register", id=fresh_id())
            for line in lines:
                line.start()
            await until_over(olga, number)
            await hears(operator, number, "finished")
            heard = subjects_about(operator, number)
            assert heard[:3] == ["registered", "registered", "started"]
            assert heard.count("knocked_out") == 1
            for line in lines:
                await line.stop()
            other = await created(server, olga)
            await people[0].post(f"/api/tournaments/{other}/register", id=fresh_id())
            preview = await olga.post(f"/api/admin/tournaments/{other}/cancel/preview")
            await olga.post(
                f"/api/admin/tournaments/{other}/cancel", step=preview["step"], reason=REASON
            )
            await hears(operator, other, "cancelled")
            assert subjects_about(operator, other)[0] == "registered"
            assert operator.forged == 0
