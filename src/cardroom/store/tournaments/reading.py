"""Questions about tournaments: scripts that change nothing."""

from collections.abc import Iterable

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import PlayerId, TableId, TournamentId
from cardroom.room.tournaments.records import (
    Papers,
    PlayerEntry,
    StoredTournament,
    TournamentDraw,
    TournamentFilter,
)
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.tournaments.following import Progress
from cardroom.tournament.events import TournamentEvent
from cardroom.tournament.record import decode_events

PAGE_MAX = 1000
"""Rows that one question may ask for."""
COLUMNS = "id, key, name, template, currency, created_ms, starts_ms, flights, " + ", ".join(
    Progress._fields
)
STORED = (
    f"select {COLUMNS} from tournaments"  # noqa: S608 - our own names
    " join tournament_progress on tournament = id"
)
ENTRIES = (
    "select tournament_entries.tournament, name, state, entry, player, registered_ms, paid,"
    " given_back, place, prize, bounties, held from tournament_entries"
    " join tournaments on tournaments.id = tournament_entries.tournament"
    " join tournament_progress on tournament_progress.tournament = tournament_entries.tournament"
)

DRAWS = "select number, state, kind, content from tournament_draws where tournament = $1"


def tournament(number: TournamentId) -> Script[StoredTournament | None]:
    """One tournament without its events."""
    rows = yield One(f"{STORED} where id = $1", (number,))
    return _stored(rows[0]) if rows else None


def tournaments(wanted: TournamentFilter) -> Script[list[StoredTournament]]:
    """A page of tournaments, newest first."""
    rows = yield One(
        f"{STORED} where id < $1 and state = any($2) and ($3 = '' or template = $3)"
        " and (done = 0 or $4 = 0) order by id desc limit $5",
        (
            wanted.before,
            list(wanted.states),
            wanted.template,
            int(wanted.unfinished),
            min(wanted.limit, PAGE_MAX),
        ),
    )
    return [_stored(row) for row in rows]


def _stored(row: Row) -> StoredTournament:
    number, key, name, template, currency, created_ms, starts_ms, flights, *come = row
    progress = Progress(*come)
    return StoredTournament(
        id=TournamentId(number),
        key=key,
        name=name,
        template=template,
        currency=currency,
        created_ms=created_ms,
        starts_ms=starts_ms,
        flights=msgspec.json.decode(flights, type=tuple[TournamentId, ...]),
        state=progress.state,
        registration_open=progress.is_open,
        is_done=bool(progress.done),
        steps=progress.steps,
        events=progress.events,
        last_ms=progress.last_ms,
        entries=progress.entries,
        started_ms=progress.started_ms,
        ended_ms=progress.ended_ms,
    )


def papers(number: TournamentId) -> Script[Papers]:
    """Definition and terms as they were at the creation."""
    rows = yield One(
        "select said.content, held.content from tournaments"
        " join tournament_papers said on said.digest = definition"
        " join tournament_papers held on held.digest = terms where id = $1",
        (number,),
    )
    if not rows:
        raise OperatorRefused("TRN-02", "no_such_tournament", {"tournament": number})
    return Papers(*map(bytes, rows[0]))


def events(number: TournamentId) -> Script[list[TournamentEvent]]:
    """All events of a tournament in their order."""
    rows = yield One(
        "select events from tournament_steps where tournament = $1 order by number", (number,)
    )
    return [event for (stored,) in rows for event in decode_events(bytes(stored))]


def tables(number: TournamentId) -> Script[dict[int, TableId]]:
    """Its tables, by their number in the tournament."""
    rows = yield One(
        "select number, table_id from tournament_tables where tournament = $1 order by number",
        (number,),
    )
    return {place: TableId(table) for place, table in rows}


def draws(number: TournamentId) -> Script[list[TournamentDraw]]:
    """What is stored of a tournament's draws; of one number first its list, then its end."""
    rows = yield One(
        f"{DRAWS} order by number, case state when 'listed' then 0 else 1 end", (number,)
    )
    return [_draw(row) for row in rows]


def drawn(number: TournamentId, after: int, limit: int) -> Script[list[TournamentDraw]]:
    """Draws that count, in their order."""
    rows = yield One(
        f"{DRAWS} and state = 'drawn' and number > $2 order by number limit $3",
        (number, after, limit),
    )
    return [_draw(row) for row in rows]


def _draw(row: Row) -> TournamentDraw:
    number, state, kind, content = row
    return TournamentDraw(number=number, state=state, kind=kind, content=bytes(content))


def last_hands(number: TournamentId) -> Script[dict[int, int]]:
    """The number of the last hand of each of its tables that has one."""
    rows = yield One(
        "select tournament_tables.number, max(hands.number) from tournament_tables"
        " join hands on hands.table_id = tournament_tables.table_id where tournament = $1"
        " group by tournament_tables.number order by 1",
        (number,),
    )
    return dict(rows)


def entries_of(player: PlayerId, before: int, limit: int) -> Script[list[PlayerEntry]]:
    """Entries and results of a player, newest tournament first."""
    rows = yield One(
        f"{ENTRIES} where player = $1 and tournament_entries.tournament < $2"
        " order by tournament_entries.tournament desc, entry limit $3",
        (player, before, min(limit, PAGE_MAX)),
    )
    return _entries(rows)


def results(number: TournamentId) -> Script[list[PlayerEntry]]:
    """All entries of a tournament by place; those without one come last."""
    rows = yield One(
        f"{ENTRIES} where tournament_entries.tournament = $1"
        " order by case when place = 0 then 1 else 0 end, place, entry",
        (number,),
    )
    return _entries(rows)


def _entries(rows: Iterable[Row]) -> list[PlayerEntry]:
    return [
        PlayerEntry(
            tournament=TournamentId(number),
            name=name,
            state=state,
            entry=entry,
            player=PlayerId(player),
            registered_ms=registered_ms,
            paid=paid,
            is_given_back=bool(given_back),
            place=place,
            prize=prize,
            bounties=bounties,
            is_held=bool(held),
        )
        for (
            number,
            name,
            state,
            entry,
            player,
            registered_ms,
            paid,
            given_back,
            place,
            prize,
            bounties,
            held,
        ) in rows
    ]
