"""The channel `tournaments`: the list of all that can be entered or watched."""

from collections.abc import Sequence

from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.channels import Switchboard
from cardroom.room.notices import ChatSaid
from cardroom.room.people import Caller
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.pages.listing import (
    TournamentRow,
    TournamentsChanged,
    TournamentsView,
    row_of,
)
from cardroom.tournament.events import TournamentEvent

CHANNEL = "tournaments"


class TournamentList:
    """The rows as they were last told (ChannelOwner); it follows every tournament."""

    def __init__(self, switchboard: Switchboard) -> None:
        self._rows: dict[TournamentId, TournamentRow] = {}
        self._published: dict[TournamentId, TournamentRow] = {}
        self._old: set[TournamentId] = set()
        self._channel = switchboard.open(CHANNEL, self)

    @property
    def rows(self) -> Sequence[TournamentRow]:
        """The list as everybody sees it: what starts first comes first."""
        rows = list(self._published.values())
        return sorted(rows, key=lambda row: (row.starts_ms or 0, row.price, row.tournament))

    # What is stored, as a TournamentListener

    def stored(self, actor: TournamentActor, events: Sequence[TournamentEvent]) -> None:
        """A step of a tournament is stored: its row may be another."""
        del events
        self._old.add(actor.id)

    def rebuilt(self, actor: TournamentActor) -> None:
        """A tournament was built again."""
        self._old.add(actor.id)

    def is_old(self, actor: TournamentActor) -> bool:
        """Whether the row of a tournament may be another by now."""
        row = self._rows.get(actor.id)
        return row is None or actor.id in self._old or row.has_opened(actor.clock.now_ms())

    def look(self, actor: TournamentActor) -> None:
        """Take over the row of a tournament, in its own turn: all of it is stored."""
        self._old.discard(actor.id)
        self._rows[actor.id] = row_of(actor)

    def put(self, row: TournamentRow) -> None:
        """Take over the row of a tournament that another process runs."""
        self._rows[row.tournament] = row

    def said(self, actor: TournamentActor, line: ChatSaid) -> None:
        """The list shows no chat."""

    def forget(self, tournament: TournamentId) -> None:
        """A tournament is listed no more."""
        self._rows.pop(tournament, None)

    def tell(self) -> None:
        """Tell which rows are new, different or gone."""
        before, self._published = self._published, dict(self._rows)
        changed = tuple(
            row for row in self._published.values() if before.get(row.tournament) != row
        )
        gone = tuple(one for one in before if one not in self._published)
        if changed or gone:
            self._channel.publish(TournamentsChanged(tournaments=changed, gone=gone))

    # What listeners get (ChannelOwner)

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may look at the list."""

    def snapshot(self, viewer: PlayerId) -> TournamentsView:  # noqa: ARG002
        return TournamentsView(tournaments=tuple(self.rows))

    def pending(self, viewer: PlayerId) -> None:  # noqa: ARG002
        return None
