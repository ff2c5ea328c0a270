"""The channel `tournaments`: the list of all that can be entered or watched."""

from collections.abc import Callable, Iterable, Sequence

from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.channels import Switchboard
from cardroom.room.people import Caller
from cardroom.room.tournaments.actor import TournamentActor
from cardroom.room.tournaments.listing import (
    TournamentRow,
    TournamentsChanged,
    TournamentsView,
    row_of,
)
from cardroom.tournament.events import TournamentEvent

CHANNEL = "tournaments"


class TournamentList:
    """The rows as they were last told (ChannelOwner); it follows every tournament."""

    def __init__(
        self, switchboard: Switchboard, actors: Callable[[], Iterable[TournamentActor]]
    ) -> None:
        self._actors = actors
        self._rows: dict[TournamentId, TournamentRow] = {}
        self._old: set[TournamentId] = set()
        self._channel = switchboard.open(CHANNEL, self)

    @property
    def rows(self) -> Sequence[TournamentRow]:
        """The list as everybody sees it: what starts first comes first."""
        rows = list(self._rows.values())
        return sorted(rows, key=lambda row: (row.starts_ms or 0, row.price, row.tournament))

    # What is stored, as a TournamentListener

    def stored(self, actor: TournamentActor, events: Sequence[TournamentEvent]) -> None:
        """A step of a tournament is stored: its row may be another."""
        del events
        self._old.add(actor.id)

    def rebuilt(self, actor: TournamentActor) -> None:
        """A tournament was built again."""
        self._old.add(actor.id)

    def tell(self) -> None:
        """Tell which rows are new, different or gone."""
        actors = {actor.id: actor for actor in self._actors()}
        gone = tuple(one for one in self._rows if one not in actors)
        for one in gone:
            del self._rows[one]
        old, self._old = self._old, set()
        changed = []
        for number, actor in actors.items():
            if number in old or number not in self._rows:
                row = row_of(actor)
                if self._rows.get(number) != row:
                    self._rows[number] = row
                    changed.append(row)
        if changed or gone:
            self._channel.publish(TournamentsChanged(tournaments=tuple(changed), gone=gone))

    # What listeners get (ChannelOwner)

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may look at the list."""

    def snapshot(self, viewer: PlayerId) -> TournamentsView:  # noqa: ARG002
        return TournamentsView(tournaments=tuple(self.rows))

    def pending(self, viewer: PlayerId) -> None:  # noqa: ARG002
        return None
