"""What a tournament says about its tables: the seats with who is there, and the game."""

from cardroom.room.ports import Directory
from cardroom.room.tournaments.tables.views import (
    LevelView,
    PauseView,
    TournamentGame,
    TournamentPlace,
)
from cardroom.tournament.ids import TableNumber
from cardroom.tournament.tournament import Tournament


def level_view(tournament: Tournament) -> LevelView:
    """The blinds in force, and until when."""
    clock = tournament.level_clock
    blinds = tournament.terms.level(clock.level)
    return LevelView(
        level=clock.level,
        small=blinds.small,
        big=blinds.big,
        ante=blinds.ante,
        ends_ms=clock.level_ends_ms,
    )


def pause_views(tournament: Tournament) -> tuple[PauseView, ...]:
    """Everything that keeps the tables from dealing."""
    halts = tournament.level_clock.halts
    return tuple(PauseView(cause=cause, until_ms=until) for cause, until in halts.items())


def game_view(
    tournament: Tournament, table: TableNumber, name: str, deals_from_ms: int | None
) -> TournamentGame:
    """What is played at a table now."""
    drawn, together = tournament.multiplier, tournament.hand_for_hand
    return TournamentGame(
        tournament=tournament.id,
        name=name,
        table=table,
        seats=tournament.terms.seats,
        level=level_view(tournament),
        pauses=pause_views(tournament),
        hand_for_hand=together.is_on,
        tables_playing=len(together.unfinished) if together.is_on else 0,
        deals_from_ms=deals_from_ms,
        multiplier_tenths=0 if drawn is None else drawn.multiplier_tenths,
    )


def seat_views(
    tournament: Tournament, table: TableNumber, names: Directory
) -> tuple[TournamentPlace, ...]:
    """Who sits at a table."""
    bounties = tournament.bounty_book.bounties
    return tuple(
        TournamentPlace(
            seat=seat,
            player=one.player,
            name=names.name(one.player),
            stack=one.stack,
            bank_ms=one.bank.left_ms,
            away=one.away,
            connected=not one.connection.is_lost,
            kind=names.kind(one.player),
            bounty=bounties.get(one.entry, 0),
        )
        for seat, one in sorted(tournament.tables[table].seats.items())
    )
