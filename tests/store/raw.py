"""SQL past the store, as a mistaken or malicious program would run it."""

import sqlite3
from contextlib import closing

from cardroom.store import connect
from cardroom.store.databases.address import sqlite_path
from cardroom.store.databases.database import One, Row, Script
from cardroom.store.databases.sqlite import in_sqlite


async def run(address: str, *statements: str | tuple[str, tuple[object, ...]]) -> list[Row]:
    """Run statements in one transaction; the rows of the last."""

    def script() -> Script[list[Row]]:
        rows: list[Row] = []
        for statement in statements:
            sql, values = (statement, ()) if isinstance(statement, str) else statement
            rows = yield One(sql, values)
        return rows

    database = connect(address)
    try:
        return await database.transact(script())
    finally:
        await database.close()


async def past_the_guards(address: str, *statements: str | tuple[str, tuple[object, ...]]) -> None:
    """Change something as a thief who knows the database: without guards, which are back later."""
    if address.startswith("postgresql"):
        await run(address, "set local session_replication_role = replica", *statements)
        return
    path = sqlite_path(address)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("begin")
        triggers = "select name, tbl_name, sql from sqlite_master where type = 'trigger'"
        guards = connection.execute(triggers).fetchall()
        for name, *_ in guards:
            connection.execute(f"drop trigger {name}")
        for statement in statements:
            sql, values = (statement, ()) if isinstance(statement, str) else statement
            connection.execute(in_sqlite(sql), values)
        relations = "select name from sqlite_master where type = 'table'"
        there = {name for (name,) in connection.execute(relations)}
        for _, relation, text in guards:
            if relation in there:
                connection.execute(text)
        connection.execute("commit")
