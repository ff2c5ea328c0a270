"""The channel of one tournament: its page as a snapshot, and once a second what has changed."""

from collections import deque
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from cardroom.ledger import PlayerId
from cardroom.room.channels import Switchboard
from cardroom.room.notices import ChatSaid, Notice
from cardroom.room.people import Caller
from cardroom.room.ports import Directory
from cardroom.room.tournaments.actor.actor import TournamentActor
from cardroom.room.tournaments.actor.deals import DealView
from cardroom.room.tournaments.pages.details import (
    PlayerRow,
    TableRow,
    TournamentView,
    tournament_view,
)
from cardroom.room.tournaments.pages.listing import TournamentRow
from cardroom.room.tournaments.tables.views import LevelView, PauseView
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.ids import EntryId
from cardroom.tournament.prizes.awards import Award

EVENTS_PER_EPOCH = 2**32
EVERY_MS_PER_ENTRY = 5
"""With 200 entries a page changes once a second at the most, with 2,000 every ten seconds."""
LINES_KEPT = 50
"""How many lines of the chat are there for who comes later; they last as long as the process."""
RAIL = PlayerId(0)
"""A viewer who has no entry."""


class TournamentChanged(Notice, frozen=True, kw_only=True, omit_defaults=True,
                        tag="tournament_changed"):  # fmt: skip
    """The parts of a tournament's page that are different now; the others stay.

    Of the players only the rows that changed are sent; `gone` are no longer among those shown.
    """

    row: TournamentRow | UnsetType = UNSET
    level: LevelView | UnsetType = UNSET
    level_s: tuple[int, ...] | UnsetType = UNSET
    breaks: bool | UnsetType = UNSET
    pauses: tuple[PauseView, ...] | UnsetType = UNSET
    hand_for_hand: bool | UnsetType = UNSET
    prizes: tuple[Award, ...] | UnsetType = UNSET
    prizes_final: bool | UnsetType = UNSET
    tables: tuple[TableRow, ...] | UnsetType = UNSET
    deal: DealView | UnsetType | None = UNSET
    players: tuple[PlayerRow, ...] = ()
    players_gone: tuple[EntryId, ...] = ()
    players_count: int | UnsetType = UNSET


PARTS = (
    "row", "level", "level_s", "breaks", "pauses", "hand_for_hand", "prizes", "prizes_final",
    "tables", "deal", "players_count",
)  # fmt: skip


class TournamentChannel:
    """What everybody hears about one tournament (ChannelOwner, TournamentListener).

    Steps may come many times a second; the channel tells them together, so that the listeners of a
    large tournament cost the same whatever its tables do.
    """

    def __init__(
        self, actor: TournamentActor, switchboard: Switchboard, names: Directory, epoch: int
    ) -> None:
        self._actor = actor
        self._names = names
        self._published = tournament_view(actor, names, RAIL)
        self._is_old = False
        self._next_ms = 0
        self._said: deque[ChatSaid] = deque(maxlen=LINES_KEPT)
        self._channel = switchboard.open(
            f"tournament:{actor.id}", self, first=epoch * EVENTS_PER_EPOCH
        )
        actor.listeners.append(self)

    # What is stored, as a TournamentListener

    def stored(self, actor: TournamentActor, events: Sequence[TournamentEvent]) -> None:
        """A step is stored: the channel tells it with the next ones."""
        del actor, events
        self._is_old = True

    def rebuilt(self, actor: TournamentActor) -> None:
        """What listeners have heard may not have happened."""
        del actor
        self._is_old = True

    def look(self, actor: TournamentActor) -> None:
        """Nothing is on its way to the store: tell what has changed, if it is time to."""
        del actor
        if self.is_due:
            self.tell()

    def said(self, actor: TournamentActor, line: ChatSaid) -> None:
        """Have everybody who follows the tournament read a line of its chat."""
        del actor
        self._said.append(line)
        self._channel.publish(line)

    @property
    def is_due(self) -> bool:
        """Whether there is something to tell by now: of a large tournament less often, so that it
        costs no more than a small one."""
        now = self._actor.clock.now_ms()
        return self._is_old_at(now) and now >= self._next_ms

    def _is_old_at(self, now_ms: int) -> bool:
        """Whether the page may be another: a step is stored, or registration has opened."""
        return self._is_old or self._published.row.has_opened(now_ms)

    def tell(self) -> None:
        """Tell what has changed since the last time; asked in the tournament's own turn, when
        nothing is on its way to the store."""
        now = self._actor.clock.now_ms()
        if not self._is_old_at(now):
            return
        self._is_old = False
        entries = len(self._actor.tournament.desk.entries)
        self._next_ms = now + EVERY_MS_PER_ENTRY * entries
        before, self._published = self._published, tournament_view(self._actor, self._names, RAIL)
        change = _difference(before, self._published)
        if change is not None:
            self._channel.publish(change)

    # What listeners get (ChannelOwner)

    def verify_listener(self, caller: Caller) -> None:
        """Everybody may look at a tournament."""

    def snapshot(self, viewer: PlayerId) -> TournamentView:
        """The page as it was last told, with what is the viewer's own."""
        own = self._actor.services.board.players_of(self._actor.id).get(viewer)
        return msgspec.structs.replace(self._published, me=own, chat=tuple(self._said))

    def pending(self, viewer: PlayerId) -> None:  # noqa: ARG002
        return None


def _difference(before: TournamentView, now: TournamentView) -> TournamentChanged | None:
    parts = {
        name: getattr(now, name) for name in PARTS if getattr(now, name) != getattr(before, name)
    }
    known = {row.entry: row for row in before.players}
    players = tuple(row for row in now.players if known.get(row.entry) != row)
    shown = {row.entry for row in now.players}
    gone = tuple(entry for entry in known if entry not in shown)
    if not (parts or players or gone):
        return None
    return TournamentChanged(players=players, players_gone=gone, **parts)
