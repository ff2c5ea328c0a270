"""When the staff of a simulation cancel a tournament: at once, at some moment, or late in it."""

from cardroom.simulation.tournament.play import Play
from cardroom.tournament.events import KnockedOut, TournamentEvent

LEVELS_MAX = 15
"""An ordinary course is no longer than this."""
AT_ONCE = 8
"""One in this many is cancelled before its first hand."""
BETWEEN_PHASES = 2
"""Of second phases one in this many: nowhere else is a tournament between two phases (TAMB-89)."""


def plan_cancellation(play: Play) -> None:
    """Cancel now, at some moment, or when some players are left: every state is met (CXL-01)."""
    second_phase = play.tournament.terms.entries_before > 0
    if play.chance.randrange(BETWEEN_PHASES if second_phase else AT_ONCE) == 0:
        _cancel(play)
    elif play.chance.randrange(2):
        length_ms = 1000 * play.definition.blinds.level_s * (1 + play.chance.randrange(LEVELS_MAX))
        at_ms = play.now_ms + play.chance.randrange(length_ms)
        play.at(at_ms, lambda: _cancel(play))
    else:
        _cancel_late(play, 2 + play.chance.randrange(play.desk.count or 1))


def _cancel_late(play: Play, left: int) -> None:
    """Cancel with the knockout that leaves no more players than this."""

    def watch(event: TournamentEvent) -> None:
        if isinstance(event, KnockedOut) and play.tournament.left <= left:
            play.at(play.now_ms, lambda: _cancel(play))

    play.watchers.append(watch)


def _cancel(play: Play) -> None:
    if not play.tournament.is_over:
        play.tournament.cancel(play.now_ms)
        play.take_step()
