"""What players have in tournaments, as their own channel shows it when they come back."""

from cardroom.ledger import PlayerId
from cardroom.room.cash.lobby_views import OwnTournament
from cardroom.room.tournaments.house.house import TournamentHouse


def own_tournaments(house: TournamentHouse, player: PlayerId) -> tuple[OwnTournament, ...]:
    """The tournaments that a player is in; whoever was moved meanwhile finds the new seat."""
    board = house.services.board
    return tuple(
        OwnTournament(
            tournament=number,
            name=house.actor(number).charter.name,
            starts_ms=board.statuses[number].starts_ms,
            table=own.table,
            seat=own.seat,
            rebuy_until_ms=own.rebuy_until_ms,
            draw=house.actor(number).draws.start.view(player),
        )
        for number, own in board.entries_of(player).items()
        # One that is just being restored is not there yet.
        if number in house.actors
    )
