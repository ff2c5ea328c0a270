"""Changes of a tournament that every registered player must hear of, also at the next login."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from cardroom.ledger import PlayerId
from cardroom.room.noticeboard import Change, ChangedTournament, PlayerNotice, notice_for
from cardroom.room.tournaments.charter import Charter
from cardroom.tournament.desk_events import Unregistered
from cardroom.tournament.events import (
    BreaksChanged,
    LevelTimesChanged,
    SharePaid,
    TournamentEnded,
    TournamentEvent,
)
from cardroom.tournament.ids import EntryId


def change_notices(
    charter: Charter,
    players: Iterable[PlayerId],
    change: Change,
    at_ms: int,
    starts_ms: int | None = None,
) -> tuple[PlayerNotice, ...]:
    """One notice for each player; what has changed at the same moment is one notice."""
    about = ChangedTournament(
        tournament=charter.id, name=charter.name, change=change, starts_ms=starts_ms
    )
    word = f"tournament:{charter.id}:{change}:{at_ms if starts_ms is None else starts_ms}"
    return tuple(notice_for(player, word, about, at_ms) for player in dict.fromkeys(players))


def notices_of(
    charter: Charter,
    events: Sequence[TournamentEvent],
    registered: Callable[[], Iterable[PlayerId]],
    holders: Mapping[EntryId, PlayerId],
) -> tuple[PlayerNotice, ...]:
    """What a step means for everybody who is registered; `holders` knows who held an entry.

    A cancellation also concerns whoever gets their entry back, or a share, by it.
    """
    found: list[PlayerNotice] = []
    for event in events:
        match event:
            case LevelTimesChanged(at_ms=at_ms):
                found += change_notices(charter, registered(), "levels", at_ms)
            case BreaksChanged(at_ms=at_ms):
                found += change_notices(charter, registered(), "breaks", at_ms)
            case TournamentEnded(cause="cancelled", at_ms=at_ms):
                paid = [
                    holders[one.entry]
                    for one in events
                    if isinstance(one, Unregistered | SharePaid)
                ]
                found += change_notices(charter, [*registered(), *paid], "cancelled", at_ms)
    return tuple(found)
