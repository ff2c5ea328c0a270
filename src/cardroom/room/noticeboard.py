"""What a player must hear even when they are not there: stored, shown, and gone once it was seen.

A notice goes out at once to who is connected, and is there at the next login until the player has
seen it. Its key says what it is about: the same notice again is the one that is there.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

import msgspec

from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.channels import Switchboard
from cardroom.room.notices import Notice
from cardroom.room.ports import Clock

UNSEEN_MAX = 50
"""How many notices are shown at once, the oldest first."""

Change = Literal["delayed", "cancelled", "levels", "breaks", "practice_players"]


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a notice is about."""


class ChangedTournament(About, frozen=True, kw_only=True, tag="changed_tournament"):
    """A tournament that the player had entered was changed, delayed or cancelled (TRN-02, CXL-01).

    `starts_ms` is when it starts now, of one that was delayed.
    """

    tournament: TournamentId
    name: str
    change: Change
    starts_ms: int | None = None


class HelpAnswered(About, frozen=True, kw_only=True, tag="help_answered"):
    """The house has answered or closed a request for help."""

    number: int
    state: Literal["answered", "closed"]


class CaseNews(About, frozen=True, kw_only=True, tag="case_news"):
    """The house has decided or written something in a case of the player's; it is in their list."""

    case: int


class RulesChanged(About, frozen=True, kw_only=True, tag="rules_changed"):
    """The room plays by other rules than in the player's last hand (CASH-18)."""

    edition: str
    title: str
    version: str


AnyAbout = ChangedTournament | HelpAnswered | CaseNews | RulesChanged


class PlayerNotice(msgspec.Struct, frozen=True, kw_only=True):
    """A notice for one player; `key` is unique among all notices."""

    key: str
    player: PlayerId
    at_ms: int
    about: AnyAbout


class Noticed(Notice, frozen=True, kw_only=True, tag="noticed"):
    """The player's own channel: a notice that waits to be seen."""

    key: str
    at_ms: int
    about: AnyAbout


class NoticeStore(Protocol):
    """Notices; a method that writes has written when it returns, and may be repeated."""

    async def post(self, notices: Sequence[PlayerNotice]) -> None:
        """Keep notices; one whose key is known is not kept again."""

    async def unseen(self, player: PlayerId, limit: int) -> Sequence[PlayerNotice]:
        """What a player has not seen yet, oldest first."""

    async def mark_seen(self, player: PlayerId, keys: Sequence[str], at_ms: int) -> None:
        """Notices of a player were seen; those of others and unknown ones are not touched."""


def notice_for(player: PlayerId, word: str, about: AnyAbout, at_ms: int) -> PlayerNotice:
    """A notice whose key says to whom and about what it is."""
    return PlayerNotice(key=f"{player}:{word}", player=player, at_ms=at_ms, about=about)


def telling_notices(switchboard: Switchboard, notices: Sequence[PlayerNotice]) -> Iterator[None]:
    """Tell who is connected what is stored for them, one after the other."""
    for one in notices:
        switchboard.tell(one.player, Noticed(key=one.key, at_ms=one.at_ms, about=one.about))
        yield


class Noticeboard:
    """Stores notices, then tells whoever is connected."""

    def __init__(self, store: NoticeStore, switchboard: Switchboard, clock: Clock) -> None:
        self._store = store
        self._switchboard = switchboard
        self._clock = clock

    async def post(self, players: Sequence[PlayerId], word: str, about: AnyAbout) -> None:
        """Have players hear of something, now and at their next login."""
        at_ms = self._clock.now_ms()
        notices = [notice_for(player, word, about, at_ms) for player in players]
        await self._store.post(notices)
        for _ in telling_notices(self._switchboard, notices):
            pass

    async def unseen(self, player: PlayerId) -> list[PlayerNotice]:
        """What a player has not seen yet, oldest first."""
        return list(await self._store.unseen(player, UNSEEN_MAX))

    async def mark_seen(self, player: PlayerId, keys: Sequence[str]) -> None:
        """A player has seen notices: they are not shown again."""
        await self._store.mark_seen(player, keys, self._clock.now_ms())
