"""Loads what the steps of a group ask for, and writes the rows that they leave."""

from collections.abc import Iterable, Sequence

from cardroom.store.databases.database import Each, One, Script, Statement, insertion
from cardroom.store.daybook import OWNERS, Daybook, Owner
from cardroom.store.notice_rows import NOTICES
from cardroom.store.tournaments.following import EntryResult, Progress
from cardroom.store.tournaments.step_book import SeatRow, StepBook, hands_of, seat_keys
from cardroom.store.tournaments.steps import PreparedStep, unit_of

PROGRESS = ", ".join(Progress._fields)
ADVANCED = Statement(
    "update tournament_progress set "  # noqa: S608 - our own names
    + ", ".join(f"{name} = ${place}" for place, name in enumerate(Progress._fields, 2))
    + " where tournament = $1"
)
STEPS = insertion(
    "tournament_steps",
    {
        "key": "text",
        "tournament": "bigint",
        "number": "bigint",
        "epoch": "bigint",
        "first_event": "bigint",
        "event_count": "bigint",
        "at_ms": "bigint",
        "events": "bytea",
        "first_transfer": "bigint",
        "transfer_count": "bigint",
        "hand": "bigint",
        "digest": "bytea",
    },
)
TABLES = insertion("tables", {"id": "bigint", "epoch": "bigint", "owner": "text", "unit": "text"})
TOURNAMENT_TABLES = insertion(
    "tournament_tables", {"table_id": "bigint", "tournament": "bigint", "number": "bigint"}
)
ENTRIES = insertion(
    "tournament_entries", dict.fromkeys(("tournament", *EntryResult._fields), "bigint")
)
ENTRY_CHANGES = Statement(
    "update tournament_entries set paid = paid + $3,"
    " given_back = case when $4 = 1 then 1 else given_back end,"
    " place = case when $5 > 0 then $5 else place end, prize = prize + $6,"
    " bounties = bounties + $7, held = case when $8 = 1 then 1 else held end"
    " where tournament = $1 and entry = $2",
    "update tournament_entries set paid = paid + by_paid,"
    " given_back = greatest(given_back, is_given_back),"
    " place = case when to_place > 0 then to_place else place end, prize = prize + by_prize,"
    " bounties = bounties + by_bounties, held = greatest(held, is_held) from"
    " unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],"
    " $7::bigint[], $8::bigint[]) as changes"
    " (of_tournament, of_entry, by_paid, is_given_back, to_place, by_prize, by_bounties, is_held)"
    " where tournament = of_tournament and entry = of_entry",
)
"""For each entry once: an update over arrays takes one row of them."""
SEATS_WON = insertion(
    "seats_won",
    {
        "key": "text",
        "satellite": "bigint",
        "target": "bigint",
        "player": "bigint",
        "content": "bytea",
        "state": "text",
        "at_ms": "bigint",
    },
)
SEATS_TAKEN = Statement("update seats_won set state = $2, entry = $3, taken_ms = $4 where key = $1")
GRANTS = insertion(
    "ticket_grants",
    {
        "id": "bigint",
        "player": "bigint",
        "asset": "text",
        "granted_ms": "bigint",
        "expires_ms": "bigint",
    },
)
VOUCHERS = insertion(
    "vouchers",
    {
        "id": "bigint",
        "key": "text",
        "player": "bigint",
        "tournament": "bigint",
        "package": "text",
        "asset": "text",
        "issued_ms": "bigint",
        "state": "text",
    },
)
DRAWS = insertion(
    "tournament_draws",
    {
        "key": "text",
        "tournament": "bigint",
        "number": "bigint",
        "state": "text",
        "kind": "text",
        "step": "bigint",
        "content": "bytea",
    },
)


def load(steps: Sequence[PreparedStep], book: Daybook) -> Script[StepBook]:
    """What is stored of the tournaments, tables, requests and seats that steps name."""
    found = StepBook(book)
    if not steps:
        return found
    asked = [one.step for one in steps]
    tournaments = {step.tournament for step in asked}
    targets = {seat.target for step in asked for seat in step.seats_won}
    rows = yield _named(
        f"select tournament, {PROGRESS} from tournament_progress",  # noqa: S608 - our own names
        "tournament",
        tournaments | targets,
    )
    found.progress = {tournament: Progress(*progress) for tournament, *progress in rows}
    keys = [one.key for one in steps]
    rows = yield _named("select key, digest from tournament_steps", "key", keys)
    found.known = {key: bytes(digest) for key, digest in rows}
    units = [str(unit_of(tournament)) for tournament in tournaments]
    rows = yield _named("select name, epoch, owner from units", "name", units)
    book.unit_epochs |= {name: epoch for name, epoch, _ in rows}
    found.owners = {name: owner for name, _, owner in rows}
    yield from _load_tables(steps, found)
    yield from _load_requests(steps, found)
    yield from _load_seats(steps, found)
    yield from _load_numbers(steps, found)
    return found


def _load_tables(steps: Sequence[PreparedStep], found: StepBook) -> Script[None]:
    opened = [table for one in steps for _, table in one.step.tables]
    hands = [hand for one in steps for hand in hands_of(one.step)]
    tables = {*opened, *(hand.table for hand in hands)}
    if tables:
        sql = "select table_id, tournament, number from tournament_tables"
        rows = yield _named(sql, "table_id", tables)
        found.tables = {table: (tournament, number) for table, tournament, number in rows}
    if hands:
        rows = yield One(OWNERS, (list({hand.table for hand in hands}),))
        found.book.owners |= {table: Owner(*owner) for table, *owner in rows}
        rows = yield _named(
            "select key, status, digest from hands", "key", [hand.key for hand in hands]
        )
        found.book.hands_known |= {key: (status, digest) for key, status, digest in rows}


def _load_requests(steps: Sequence[PreparedStep], found: StepBook) -> Script[None]:
    requests = {receipt.request for one in steps for receipt in one.step.receipts}
    if requests:
        sql = "select player, request, digest from receipts"
        rows = yield _named(sql, "request", requests)
        found.receipts = {(player, request): bytes(digest) for player, request, digest in rows}


def _load_seats(steps: Sequence[PreparedStep], found: StepBook) -> Script[None]:
    keys = {key for one in steps for key in seat_keys(one.step)}
    if keys:
        rows = yield _named("select key, target, player, state from seats_won", "key", keys)
        found.seats = {key: SeatRow(*seat) for key, *seat in rows}


def _load_numbers(steps: Sequence[PreparedStep], found: StepBook) -> Script[None]:
    if any(one.step.tickets for one in steps):
        ((found.last_grant,),) = yield One("select coalesce(max(id), 0) from ticket_grants")
    if any(one.step.vouchers for one in steps):
        ((found.last_voucher,),) = yield One("select coalesce(max(id), 0) from vouchers")


def _named(select: str, column: str, names: Iterable[object]) -> One:
    return One(f"{select} where {column} = any($1)", (list(names),))


def write_tables(book: StepBook) -> Script[None]:
    """The tables that steps open; their hands come after them."""
    if book.new_tables:
        yield Each(TABLES, book.new_tables)
        yield Each(TOURNAMENT_TABLES, book.tournament_tables)


def write(book: StepBook) -> Script[None]:
    """Everything else that steps leave; hands and transfers are written before."""
    yield Each(STEPS, book.steps)
    yield Each(ADVANCED, [(number, *book.progress[number]) for number in book.touched])
    for statement, rows in (
        (ENTRIES, book.entries),
        (ENTRY_CHANGES, [(of, *change) for (of, _), change in book.entry_changes.items()]),
        (SEATS_WON, book.seats_won),
        (SEATS_TAKEN, book.seats_taken),
        (GRANTS, book.grants),
        (VOUCHERS, book.vouchers),
        (NOTICES, book.notices),
        (DRAWS, book.draws),
    ):
        if rows:
            yield Each(statement, rows)
