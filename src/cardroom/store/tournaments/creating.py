"""Tournaments are announced once under a key, and claimed by one process with all their tables."""

from hashlib import sha256

import msgspec

from cardroom.errors import OperatorRefused
from cardroom.ledger import TournamentId
from cardroom.room.tournaments.records import Claimed, NewTournament, Occurrence, OccurrenceKey
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.ownership import UnitClaim, claim_unit
from cardroom.store.tournaments.following import Progress
from cardroom.store.tournaments.steps import unit_of

OCCURRENCE = "schedule, date, ordinal, starts_ms, state, at_ms, tournament"
_PLACES = ", ".join(f"${place}" for place in range(2, len(Progress._fields) + 2))
ANNOUNCED = (
    f"insert into tournament_progress (tournament, {', '.join(Progress._fields)})"  # noqa: S608
    f" values ($1, {_PLACES})"
)
BEATEN = "select at_ms from heartbeats where owner = (select owner from units where name = $1)"
"""When the present owner of a unit was last alive."""
GIVEN = (
    "select at_ms from heartbeats where owner = $1 and not exists ("
    "select 1 from tournament_steps join units on units.epoch = tournament_steps.epoch"
    " where units.name = $1 and tournament_steps.tournament = $2)"
)
"""The moment that a tournament's present owner was given, if it has stored no step since."""


def create(new: NewTournament) -> Script[object]:
    """Store a tournament under the next number; the same key again is the same tournament."""
    found = yield One("select id from tournaments where key = $1", (new.key,))
    if found:
        return TournamentId(found[0][0])
    if new.occurrence is not None and (yield from occurrence(new.occurrence.key)) is not None:
        key = str(new.occurrence.key)
        raise OperatorRefused("TRN-02", "occurrence_is_known", {"key": key})
    yield One("update ledger_head set tournaments = tournaments + 1 where id = 1")
    ((number,),) = yield One("select tournaments from ledger_head where id = 1")
    tournament = TournamentId(number)
    definition, terms = (yield from _file(new.definition)), (yield from _file(new.terms))
    yield One(
        "insert into tournaments (id, key, name, template, currency, definition, terms,"
        " created_ms, starts_ms, flights) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        (
            tournament,
            new.key,
            new.name,
            new.template,
            new.currency,
            definition,
            terms,
            new.created_ms,
            new.starts_ms,
            msgspec.json.encode(new.flights).decode(),
        ),
    )
    yield One(ANNOUNCED, (tournament, *Progress(last_ms=new.created_ms)))
    if new.occurrence is not None:
        dealt_with = msgspec.structs.replace(new.occurrence, tournament=tournament)
        yield from note_occurrence(dealt_with)
    return tournament


def _file(content: bytes) -> Script[bytes]:
    """Keep papers of a tournament once, however many are played by them: their hash."""
    digest = sha256(content).digest()
    if not (yield One("select 1 from tournament_papers where digest = $1", (digest,))):
        sql = "insert into tournament_papers (digest, content) values ($1, $2)"
        yield One(sql, (digest, content))
    return digest


def claim(tournament: TournamentId, owner: str, after: int) -> Script[object]:
    """Take over a tournament; its last stored moment is that of its steps or its last owner.

    An owner who stored no step never ran it, however long its process was alive: the moment that it
    was given counts, and is kept for the next one. None when somebody else has claimed the
    tournament since its epoch was `after`.
    """
    rows = yield One("select last_ms from tournament_progress where tournament = $1", (tournament,))
    if not rows:
        raise OperatorRefused("TRN-02", "no_such_tournament", {"tournament": tournament})
    unit = unit_of(tournament)
    beats = (yield One(GIVEN, (str(unit), tournament))) or (yield One(BEATEN, (str(unit),)))
    last_ms = max([rows[0][0], *(at_ms for (at_ms,) in beats)])
    claimed = yield from claim_unit(unit, owner, after)
    if not isinstance(claimed, UnitClaim):
        return None
    if after:
        yield from beat(str(unit), last_ms)
    return Claimed(tournament, claimed.epoch, last_ms)


def beat(owner: str, at_ms: int) -> Script[object]:
    """Note that a process is alive; a clock that was set back changes nothing."""
    yield One(
        "insert into heartbeats (owner, at_ms) values ($1, $2)"
        " on conflict (owner) do update set at_ms = excluded.at_ms"
        " where excluded.at_ms > heartbeats.at_ms",
        (owner, at_ms),
    )
    return None


def note_occurrence(new: Occurrence) -> Script[object]:
    """Note what became of a start; one that is known stays as it is, and is the answer."""
    known = yield from occurrence(new.key)
    if known is not None:
        return known
    schedule, date, ordinal = new.key
    yield One(
        f"insert into occurrences (key, {OCCURRENCE})"  # noqa: S608 - our own names
        " values ($1, $2, $3, $4, $5, $6, $7, $8)",
        (
            str(new.key),
            schedule,
            date,
            ordinal,
            new.starts_ms,
            new.state,
            new.at_ms,
            new.tournament,
        ),
    )
    return new


def occurrence(key: OccurrenceKey) -> Script[Occurrence | None]:
    """What became of a start."""
    rows = yield One(
        f"select {OCCURRENCE} from occurrences where key = $1",  # noqa: S608 - our own names
        (str(key),),
    )
    return occurrence_of(rows[0]) if rows else None


def occurrences(schedule: str, since_ms: int) -> Script[list[Occurrence]]:
    """What became of the starts of a schedule since a moment."""
    rows = yield One(
        f"select {OCCURRENCE} from occurrences"  # noqa: S608 - our own names
        " where schedule = $1 and starts_ms >= $2 order by starts_ms, ordinal",
        (schedule, since_ms),
    )
    return [occurrence_of(row) for row in rows]


def occurrence_of(row: Row) -> Occurrence:
    """A start as its row has it."""
    schedule, date, ordinal, starts_ms, state, at_ms, tournament = row
    return Occurrence(
        key=OccurrenceKey(schedule, date, ordinal),
        starts_ms=starts_ms,
        state=state,
        at_ms=at_ms,
        tournament=None if tournament is None else TournamentId(tournament),
    )


def keep_queue(name: str, record: bytes) -> Script[object]:
    """Keep what a queue holds; of one that is gone, nothing."""
    yield One("delete from kept_queues where name = $1", (name,))
    if record:
        yield One("insert into kept_queues (name, record) values ($1, $2)", (name, record))
    return None


def kept_queues() -> Script[dict[str, bytes]]:
    """What every queue held."""
    rows = yield One("select name, record from kept_queues order by name")
    return {name: bytes(record) for name, record in rows}
