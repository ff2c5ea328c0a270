"""The end of an evening with tournaments: all of them are played out, and every cent is found."""

import asyncio
import contextlib

from cardroom.errors import OperatorRefused, Refused
from cardroom.ledger import TournamentId
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.store.audit.auditing import audit_store
from tests.simulation.with_tournaments.simulated_tournaments import SimulatedTournaments

LOOK_S = 5
LONGEST_S = 3 * 3_600
"""No tournament of these takes longer, even where nobody is there (TAMB-101)."""
SOON_MS = 10 * 60_000
"""Whatever starts later than this is cancelled by the house."""


async def settle_down(hall: SimulatedTournaments) -> None:
    """The trouble is over: staff let everything go on, nobody enters any more."""
    hall.closes, hall.fault = True, ""
    await hall.look_into()
    for actor in list(hall.house.actors.values()):
        with contextlib.suppress(Refused):
            await hall.house.staff(actor.id).resume()


async def play_out(hall: SimulatedTournaments) -> None:
    """Play every tournament to its end, then verify all of it once more."""
    loop = asyncio.get_running_loop()
    until_s = loop.time() + LONGEST_S
    while waiting := _unfinished(hall):
        assert loop.time() < until_s, f"never over: {[one.id for one in waiting]}"
        await _help_to_an_end(hall, waiting)
        await asyncio.sleep(LOOK_S)
        hall.world.verify()
    await hall.world.room.services.wallets.flush()
    await asyncio.sleep(LOOK_S)
    await hall.house.close()
    await _verify_all(hall)


def _unfinished(hall: SimulatedTournaments) -> list[TournamentActor]:
    """Tournaments that somebody has entered, and that are neither over nor paid."""
    return [
        actor
        for actor in hall.house.actors.values()
        if not actor.is_paid and (actor.tournament.entries or actor.starts_ms is not None)
        and not _is_refunded(hall, actor)
    ]  # fmt: skip


def _is_refunded(hall: SimulatedTournaments, actor: TournamentActor) -> bool:
    """A game on demand that everybody has left waits for others, for ever."""
    contest = hall.contests.by_number.get(actor.id)
    is_empty = contest is None or not contest.living
    return is_empty and actor.starts_ms is None and not actor.tournament.has_started


async def _help_to_an_end(hall: SimulatedTournaments, waiting: list[TournamentActor]) -> None:
    """Players leave games that do not fill; the house cancels what starts too late."""
    await hall.look_into()
    for table in list(hall.house.tables.tasks.values()):
        if table.frozen:
            with contextlib.suppress(OperatorRefused):
                await hall.world.room.operator.unfreeze(table.number)
    for actor in waiting:
        tournament = actor.tournament
        if tournament.has_started or tournament.is_over:
            continue
        if actor.starts_ms is None:
            for player in hall.world.players:
                if player.contestant is not None and player.player in tournament.desk.living:
                    player.contestant.give_back(TournamentId(actor.id))
        elif actor.starts_ms > actor.clock.now_ms() + SOON_MS:
            await hall.cancel(actor)


async def _verify_all(hall: SimulatedTournaments) -> None:
    """Books, lists and audit agree."""
    hall.read()
    contests = hall.contests
    contests.verify()
    for actor in hall.house.actors.values():
        contests.verify_actor(actor)
    for number, contest in contests.by_number.items():
        assert contest.ended or not contest.living, f"tournament {number} never ended"
        contests.verify_lists(number)
        contests.verify_satellite(number)
    contests.verify_end()
    now_ms = hall.world.now_ms + 2 * 3_600_000
    report = await audit_store(hall.world.store, None, now_ms=now_ms, show_progress=lambda *_: None)
    assert not report.breaches, f"the audit: {report.breaches[:3]}"
