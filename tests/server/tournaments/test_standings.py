"""Where a player stands in a large tournament, of which a page shows the largest stacks only."""

from typing import cast

from cardroom.ledger import PlayerId, TournamentId
from cardroom.room.tournaments.pages.details import PlayerRow
from cardroom.room.tournaments.pages.pages import PlayerPage, TournamentPages
from cardroom.server.standings import MS_PER_ENTRY, Standings
from cardroom.tournament.ids import EntryId
from tests.server.fakes import FakeClock

TOURNAMENT = TournamentId(3)
FIELD = 300


class Field:
    """A field as its page lists it: who is in by chips, then who is out by place."""

    def __init__(self) -> None:
        stacks = [10_000 - 10 * (one // 2) for one in range(FIELD)]
        self.rows = [row(one + 1, player=one + 1, stack=stack) for one, stack in enumerate(stacks)]
        self.rows.append(row(FIELD + 1, player=250, place=FIELD + 1))
        self.looks = 0

    async def players(self, tournament: TournamentId, offset: int, limit: int) -> PlayerPage:
        assert tournament == TOURNAMENT
        self.looks += 1
        return PlayerPage(players=tuple(self.rows[offset : offset + limit]), count=len(self.rows))


def row(entry: int, *, player: int, stack: int = 0, place: int = 0) -> PlayerRow:
    return PlayerRow(
        entry=EntryId(entry), player=PlayerId(player), name=f"P{player}", kind="person",
        stack=stack, place=place,
    )  # fmt: skip


async def test_a_player_far_from_the_largest_stacks_hears_their_place_and_entries() -> None:
    field = Field()
    pages = cast("TournamentPages", field)
    standings = Standings(FakeClock())
    own = await standings.own(pages, TOURNAMENT, PlayerId(250))
    # Players with equal stacks share a place.
    assert (own.place, own.left) == (249, FIELD)
    assert [one.entry for one in own.entries] == [250, FIELD + 1]
    nobody = await standings.own(pages, TOURNAMENT, PlayerId(999))
    assert (nobody.entries, nobody.place) == ((), 0)


async def test_many_players_are_answered_from_one_look_which_grows_old() -> None:
    field, clock = Field(), FakeClock()
    pages = cast("TournamentPages", field)
    standings = Standings(clock)
    for player in range(1, FIELD + 1):
        await standings.own(pages, TOURNAMENT, PlayerId(player))
    assert field.looks == 1
    clock.advance(MS_PER_ENTRY * len(field.rows))
    field.rows.insert(0, row(900, player=900, stack=99_000))
    own = await standings.own(pages, TOURNAMENT, PlayerId(250))
    assert (field.looks, own.place) == (2, 250)
