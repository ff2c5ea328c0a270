"""SQL past the store, as a mistaken or malicious program would run it."""

from cardroom.store import connect
from cardroom.store.database import One, Row, Script


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
