"""What players have in tournaments, as their own channel shows it when they come back."""

from cardroom.ledger import PlayerId
from cardroom.room.cash.lobby_views import OwnTournament
from cardroom.room.tournaments.house.house import TournamentHouse
from cardroom.room.tournaments.pages.details import own_entry


def own_tournaments(house: TournamentHouse, player: PlayerId) -> tuple[OwnTournament, ...]:
    """The tournaments that a player is in; whoever was moved meanwhile finds the new seat."""
    found = []
    for number, actor in house.entered_by(player).items():
        own = own_entry(actor, player)
        assert own is not None
        found.append(
            OwnTournament(
                tournament=number,
                name=actor.charter.name,
                starts_ms=actor.starts_ms,
                table=own.table,
                seat=own.seat,
                rebuy_until_ms=own.rebuy_until_ms,
            )
        )
    return tuple(found)
