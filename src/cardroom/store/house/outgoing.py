"""The outbox behind the port of the server: messages for the operator's systems."""

from collections.abc import Sequence

from cardroom.ledger import Message
from cardroom.room.records import OutboxMessage
from cardroom.store import rare_scripts, reading
from cardroom.store.databases.database import One, Script
from cardroom.store.jobs import Job
from cardroom.store.ownership import UnitClaim, verify_unit
from cardroom.store.store import Store


class StoredOutbox:
    """Messages that were written with what they tell about; one process at a time delivers them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.job = Job(store, "outbox")

    async def waiting(self, limit: int) -> Sequence[OutboxMessage]:
        """The oldest that wait; refused once another process delivers them."""
        claim = await self.job.claim()
        return await self._store.ask(lambda: _waiting(claim, limit))

    async def mark_delivered(self, messages: Sequence[int], at_ms: int) -> None:
        """Note that messages have arrived."""
        claim = await self.job.claim()
        await self._store.run_script(lambda: _mark_delivered(claim, messages, at_ms))

    async def replay(self, after: int, limit: int) -> Sequence[OutboxMessage]:
        """Messages again, delivered or not."""
        return await self._store.ask(lambda: _replay(after, limit))


def say(message: Message) -> Script[object]:
    """Put a message into the outbox, inside a script that has its turn to write."""
    ((last,),) = yield One("select messages from ledger_head where id = 1")
    yield One(
        "insert into outbox (id, subject, body) values ($1, $2, $3)",
        (last + 1, message.subject, message.body),
    )
    yield One("update ledger_head set messages = $1 where id = 1", (last + 1,))
    return None


def _waiting(claim: UnitClaim, limit: int) -> Script[list[OutboxMessage]]:
    yield from verify_unit(claim)
    found = yield from reading.waiting_messages(limit)
    return [OutboxMessage(id=one.id, subject=one.subject, body=one.body) for one in found]


def _mark_delivered(claim: UnitClaim, messages: Sequence[int], at_ms: int) -> Script[object]:
    yield from verify_unit(claim)
    return (yield from rare_scripts.mark_delivered(messages, at_ms))


def _replay(after: int, limit: int) -> Script[list[OutboxMessage]]:
    rows = yield One(
        "select id, subject, body from outbox where id > $1 order by id limit $2", (after, limit)
    )
    return [
        OutboxMessage(id=number, subject=subject, body=bytes(body))
        for number, subject, body in rows
    ]
