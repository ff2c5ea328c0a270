"""Players whom the house keeps out: what becomes of their entries (TAMB-102)."""

from cardroom.room.incidents import log
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.house_messages import PutOut


async def put_out(actor: TournamentActor, message: PutOut) -> None:
    """Give the entry back before the start, in kind; after it the player sits out.

    Chips stay in play, and what they win is held in the case (TRN-24): whether a player is
    disqualified is for staff to decide (TRN-23), and a bar may be lifted again.
    """
    tournament, player, case = actor.tournament, message.player, message.case
    entry = tournament.desk.last_entry_of(player)
    if entry is None or tournament.is_over:
        return
    is_second_phase = actor.charter.announced.phase == "final"

    def decide(at_ms: int) -> None:
        if not tournament.has_started and not is_second_phase:
            if player in tournament.desk.living:
                tournament.unregister(player, at_ms, by_house=True)
            return
        if case is not None and tournament.holds.case_of(entry) is None:
            # Also of players who are out: they may have a prize to come.
            tournament.review(player, case, at_ms)
        if tournament.is_running and tournament.field.find(player) is not None:
            tournament.sit_out(player, at_ms)

    await actor.decide(decide)
    if case is None and tournament.has_started:
        log.error("player %s is out of tournament %s, and no case holds it", player, actor.id)
