"""Large databases as a room of schema version 9 left them: hands found by their transfers."""

from cardroom.ledger import TableId
from cardroom.store import Claim, connect
from cardroom.store.migrations import known, migrate
from cardroom.store.postings import record_of
from tests.store.raw import run
from tests.store.sample_tables import PLAYERS, SampleTable

VERSION = 9
TABLES = 128
VOID_EVERY = 100
"""One hand of this many is void."""
DIALECTS = {
    "sqlite": {
        "numbers": "(with recursive n (n) as (select 1 union all select n + 1 from n where n < {})"
        " select n from n)",
        "history": "randomblob({})",
        "bytes": "cast({} as blob)",
        "blank": "zeroblob(32)",
    },
    "postgresql": {
        "numbers": "(select n from generate_series(1, {}) as n)",
        "history": "(select string_agg(decode(md5(n || ':' || part), 'hex'), '')"
        " from generate_series(1, {} / 16) as part)",
        "bytes": "convert_to({}, 'utf8')",
        "blank": "decode(repeat('00', 32), 'hex')",
    },
}
"""What the two databases say differently."""


async def fill(address: str, hands: int, history_bytes: int = 2048) -> None:
    """Make a room whose hands were played in turn at all tables, each with six players.

    Its money is left out: a migration of the hands does not look at it.
    """
    words = DIALECTS["postgresql" if address.startswith("postgresql") else "sqlite"]
    numbers = words["numbers"].format(hands)
    table, number = f"(1 + n % {TABLES})", f"(1 + n / {TABLES})"
    key = f"'hand:' || {table} || ':1:' || {number}"
    blank, history = words["blank"], words["history"].format(history_bytes)
    result = words["bytes"].format(_result(table, number))
    is_void = f"n % {VOID_EVERY} = 0"
    # The transfers are numbered without the void hands.
    seq = f"n - n / {VOID_EVERY}"
    player = f"(10 * {table} + seat - 1)"
    six = f"(select n as seat from {words['numbers'].format(PLAYERS)} as six) as seats"
    seats = f"{numbers} as hands cross join {six}"
    await run(
        address,
        "insert into tables (id, epoch, owner) select n, 1, 'us' from"
        f" {words['numbers'].format(TABLES)} as tables",
        f"insert into transfers (seq, key, content, hash) select {seq}, {key}, {blank}, {blank}"
        f" from {numbers} as hands where not {is_void} order by 1",
        "insert into hands (key, table_id, epoch, number, status, transfer, edition, at_ms, result,"
        f" history, digest) select {key}, {table}, 1, {number},"
        f" case when {is_void} then 'void' else 'settled' end,"
        f" case when {is_void} then null else {seq} end, 'en-2.7', n, {result}, {history}, {blank}"
        f" from {numbers} as hands",
        f"insert into dealt_in (block, player, transfer) select ({seq}) / 4096, {player}, {seq}"
        f" from {seats} where not {is_void}",
        f"insert into void_hands (player, place, hand) select {player}, ({seq}) * 65536 + 1, {key}"
        f" from {seats} where {is_void}",
        "update ledger_head set transfers = (select max(seq) from transfers)",
        "delete from touched",
    )


def _result(table: str, number: str) -> str:
    """An expression for the record of a hand, with the players in their seats."""
    hand = SampleTable(Claim(TableId(111111), 1), seed=1, history_bytes=0).hand()
    text = record_of(hand).result.decode().replace('"number":1,', '"number":#,')
    seats = ",".join(f'"{seat}":111111{seat - 1}' for seat in range(1, PLAYERS + 1))
    text = text.replace('"seats":{}', f'"seats":{{{seats}}}')
    parts = text.replace("'", "''")
    return f"replace(replace('{parts}', '111111', {table} || ''), '#', {number} || '')"


async def bring_to_version(address: str) -> None:
    """Make an empty room of that version."""
    database = connect(address)
    try:
        await database.transact(migrate(known()[:VERSION], database.dialect))
    finally:
        await database.close()
