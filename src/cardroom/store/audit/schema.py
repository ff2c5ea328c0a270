"""Compares the schema of an SQLite file, word by word, with the one that our migrations make (I12).

PostgreSQL keeps no text of its relations; there the guards alone are compared.
"""

import sqlite3
from functools import cache

from cardroom.ledger import Invariant
from cardroom.ledger.audit import Audit
from cardroom.store.databases.database import One, Script
from cardroom.store.migrations import known
from cardroom.store.store import Store

Schema = dict[tuple[str, str], str]
_STORED = "select type, name, coalesce(sql, '') from sqlite_master"
"""Indexes that the database makes by itself have no text."""
_VERSIONS = (
    "create table if not exists schema_versions"
    " (version integer primary key, name text not null, checksum text not null)"
)


@cache
def made_schema() -> Schema:
    """The schema as our migrations make it, in memory."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute(_VERSIONS)
        for step in known():
            for statement in step.statements("sqlite"):
                connection.execute(statement)
        return {(kind, name): sql for kind, name, sql in connection.execute(_STORED)}
    finally:
        connection.close()


async def audit_schema(store: Store, audit: Audit) -> None:
    """Every relation, index and guard is as it was made; there are no other guards."""
    if store.dialect != "sqlite":
        return
    found = await store.ask(_stored)
    expected = made_schema()
    for (kind, name), sql in sorted(expected.items()):
        # Guards that are missing or changed are reported where they are compared.
        if kind != "trigger" and found.get((kind, name)) != sql:
            how = "was changed" if (kind, name) in found else "is missing"
            audit.find_at_end(Invariant.CHAIN_HOLDS, "schema_differs", f"the {kind} {name} {how}")
    for kind, name in sorted(found.keys() - expected.keys()):
        if kind in {"trigger", "view"}:
            flaw = f"the {kind} {name} is none of ours"
            audit.find_at_end(Invariant.CHAIN_HOLDS, "schema_differs", flaw)


def _stored() -> Script[Schema]:
    rows = yield One(_STORED)
    return {(kind, name): sql for kind, name, sql in rows}
