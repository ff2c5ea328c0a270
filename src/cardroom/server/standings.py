"""Places of players in large tournaments, of which a page shows the largest stacks only."""

from collections import defaultdict

import msgspec

from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.ports import Clock
from cardroom.room.tournaments.pages.details import PlayerRow
from cardroom.room.tournaments.pages.pages import TournamentPages

MS_PER_ENTRY = 5
"""The standings of 2,000 entries are ten seconds old at the most, as the page of the tournament."""
EVERYBODY = 2**32


class OwnStanding(msgspec.Struct, frozen=True, kw_only=True):
    """The entries of a player in a tournament, the one with chips first, and their place by chips.

    `place` is 0 for who has no chips. In a large tournament both are some seconds old.
    """

    entries: tuple[PlayerRow, ...]
    place: int
    left: int
    """Among this many players who have chips."""


class Standings:
    """Answers many players of one tournament from one look at it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: dict[TournamentId, _Standing] = {}

    async def own(
        self, pages: TournamentPages, tournament: TournamentId, player: PlayerId
    ) -> OwnStanding:
        """Where a player stands; refused as the tournament's other pages are."""
        now = self._clock.now_ms()
        self._known = {one: kept for one, kept in self._known.items() if kept.until_ms > now}
        known = self._known.get(tournament)
        if known is None:
            rows = (await pages.players(tournament, 0, EVERYBODY)).players
            known = _Standing(rows, now + MS_PER_ENTRY * len(rows))
            self._known[tournament] = known
        return known.of(player)


class _Standing:
    def __init__(self, rows: tuple[PlayerRow, ...], until_ms: int) -> None:
        self.until_ms = until_ms
        self._rows: defaultdict[PlayerId, list[PlayerRow]] = defaultdict(list)
        self._places: dict[int, int] = {}
        self._left = 0
        # Those with chips come first, the largest stack before all; equal stacks share a place.
        for row in rows:
            self._rows[row.player].append(row)
            if row.stack > 0:
                self._left += 1
                self._places.setdefault(row.stack, self._left)

    def of(self, player: PlayerId) -> OwnStanding:
        entries = tuple(self._rows.get(player, ()))
        place = self._places.get(entries[0].stack, 0) if entries else 0
        return OwnStanding(entries=entries, place=place, left=self._left)
