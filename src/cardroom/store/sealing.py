"""Seals what the room writes beside the money, so that nobody changes it unseen (I12).

Triggers of the database note every row that is written to a sealed relation. Before the transaction
is committed, what those rows say is written down as a seal, which carries the hash of the seal
before it. A row that somebody else writes is noted, too, and never sealed: the audit finds it.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import Literal, NamedTuple

import msgspec

from cardroom.ledger.hashing import GENESIS, chain
from cardroom.store.databases.database import Each, One, Row, Script, Step, T

SAID_IN_FULL = 100
"""Longer texts are sealed by their hash."""
SECRET = frozenset({"password_hash", "secret"})
"""Columns that are sealed by their hash, however short."""


class Sealed(NamedTuple):
    """A relation whose rows are sealed: how a row is found again, and what is written down."""

    key: str
    kind: Literal["number", "text", "hex", "whole"]
    columns: tuple[str, ...] = ()
    condition: str = ""
    """Which rows; all of them unless said."""


SEALED: dict[str, Sealed] = {
    "acceptances": Sealed("key", "text", ("player", "edition", "version", "at_ms")),
    "alerts": Sealed(
        "id",
        "number",
        (
            "kind", "first", "second", "evidence", "strength", "until_hand", "at_ms", "content",
            "case_id", "state",
        ),
    ),
    "applications": Sealed(
        "id",
        "number",
        (
            "kind", "name", "name_key", "password_hash", "secret", "guest", "said", "asked_ms",
            "state", "decided_by", "decided_ms", "answer", "player",
        ),
    ),
    "arrivals": Sealed("player", "number", ("invitation", "at_ms")),
    "bookings": Sealed(
        "reference",
        "text",
        (
            "kind", "player", "amount", "reason", "asked_by", "asked_ms", "state", "decided_by",
            "decided_ms", "said",
        ),
    ),
    "banzai_exclusions": Sealed("player", "number", ("actor", "at_ms", "reason")),
    "card_reviews": Sealed(
        "id",
        "number",
        (
            "at_ms", "first_hand", "last_hand", "asked_by", "reason", "ended_ms", "hands", "alerts",
        ),
    ),
    "case_entries": Sealed("id", "number", ("case_id", "actor", "at_ms", "content")),
    "case_players": Sealed("key", "text", ("case_id", "player")),
    "closed_stakes": Sealed("stake", "whole"),
    "decision_times": Sealed("hand", "text", ("times",)),
    "floor_log": Sealed("key", "text", ("floor", "number", "request", "content")),
    "floors": Sealed(
        "id",
        "number",
        ("key", "name", "currency", "paper", "secret", "created_by", "created_ms"),
    ),
    "hands": Sealed(
        "key",
        "text",
        (
            "id", "table_id", "epoch", "number", "status", "plays_for", "edition", "at_ms",
            "result", "history", "digest",
        ),
        "transfer is null",
    ),
    "help_requests": Sealed(
        "id",
        "number",
        (
            "player", "request", "kind", "subject", "said", "at_ms", "state", "answer",
            "answered_by", "answered_ms", "closed_by", "closed_ms",
        ),
    ),
    "house_settings": Sealed("name", "text", ("value", "set_by", "set_ms")),
    "invitations": Sealed(
        "id",
        "number",
        ("code", "uses_max", "expires_ms", "note", "issued_by", "issued_ms", "revoked_ms"),
    ),
    "kept_tables": Sealed("table_id", "number", ("epoch", "record")),
    "kept_queues": Sealed("name", "text", ("record",)),
    "lobby_places": Sealed(
        "number", "number",
        ("unit", "epoch", "player", "table_id", "seat", "until_ms", "bought"),
    ),
    "ledger_head": Sealed("id", "number", ("runs", "tables"), "runs > 0 or tables > 0"),
    "measures": Sealed("id", "number", ("actor", "subject", "deed", "reason", "at_ms")),
    "money_orders": Sealed(
        "reference",
        "text",
        (
            "kind", "player", "amount", "currency", "asked_ms", "told_ms", "pay_at", "outcome",
            "said", "closed_ms", "booked", "handed_ms", "parked",
        ),
    ),
    "occurrences": Sealed(
        "key", "text", ("schedule", "date", "ordinal", "starts_ms", "state", "at_ms", "tournament")
    ),
    "outbox": Sealed(
        "id",
        "number",
        ("subject", "body"),
        "subject <> 'hand.settled' and subject not like 'money.%'",
    ),
    "password_links": Sealed(
        "id",
        "number",
        ("player", "secret", "issued_by", "issued_ms", "expires_ms", "ended", "ended_ms"),
    ),
    "player_notices": Sealed("key", "text", ("player", "at_ms", "content", "seen_ms")),
    "players": Sealed("id", "number", ("name", "since_ms")),
    "profiles": Sealed(
        "player",
        "number",
        (
            "name_key", "kind", "role", "password_hash", "owner", "barred_until_ms", "bar_reason",
            "muted_until_ms",
        ),
    ),
    "receipts": Sealed("player || ':' || at_ms || ':' || request", "whole"),
    "remembered": Sealed("player", "number", ("until_ms", "record")),
    "reports": Sealed("id", "number", ("reporter", "request", "at_ms", "content")),
    "seats_won": Sealed(
        "key",
        "text",
        ("satellite", "target", "player", "content", "state", "entry", "at_ms", "taken_ms"),
    ),
    "sessions": Sealed(
        "token_hash",
        "hex",
        ("family", "player", "kind", "scopes", "created_ms", "expires_ms"),
    ),
    "signals": Sealed("key", "text", ("player", "kind", "word", "at_ms")),
    "shared_hands": Sealed("word", "text", ("player", "hand", "at_ms")),
    "tables": Sealed("id", "number", ("epoch", "owner", "unit")),
    "ticket_grants": Sealed("id", "number", ("player", "asset", "granted_ms", "expires_ms")),
    "tournament_draws": Sealed(
        "key", "text", ("tournament", "number", "state", "kind", "step", "content")
    ),
    "tournament_steps": Sealed(
        "key",
        "text",
        (
            "tournament", "number", "epoch", "first_event", "event_count", "at_ms", "events",
            "first_transfer", "transfer_count", "hand", "digest",
        ),
    ),
    "tournament_tables": Sealed("table_id", "number", ("tournament", "number")),
    "tournaments": Sealed(
        "id",
        "number",
        (
            "key", "name", "template", "currency", "definition", "terms", "created_ms",
            "starts_ms", "flights",
        ),
    ),
    "units": Sealed("name", "text", ("kind", "epoch", "owner")),
    "vouchers": Sealed(
        "id",
        "number",
        (
            "key", "player", "tournament", "package", "asset", "issued_ms", "state",
            "fulfilled_by", "note", "fulfilled_ms",
        ),
    ),
    "visits": Sealed("player || ':' || at_ms || ':' || family", "whole"),
}  # fmt: skip
"""Everything that an insider could gain by changing and that cannot be recounted from hands and
transfers."""

Value = int | str | None
Said = Mapping[str, Value]
"""What a row said: its columns, long and secret ones by their hash."""


class SealedRow(msgspec.Struct, frozen=True, array_like=True):
    """One row in a seal; `said` is None where it was deleted."""

    relation: str
    key: str
    said: dict[str, Value] | None


class Seal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one transaction wrote; `is_found` what an older room had written before seals."""

    rows: list[SealedRow]
    is_found: bool = False


# The head is written with every transfer; what is sealed of it has statements of its own.
_NAMES = [name for name in SEALED if name != "ledger_head"] + [
    f"ledger_head set {column}" for column in SEALED["ledger_head"].columns
]
_WRITES = re.compile(rf"^\s*(?:insert into|update|delete from) (?:{'|'.join(_NAMES)})\b")


@cache
def writes_sealed(sql: str) -> bool:
    """Whether a statement writes to a sealed relation."""
    return _WRITES.match(sql) is not None


def sealing(script: Script[T]) -> Script[T]:
    """Run a script that writes, and seal what it wrote before it is committed."""
    noted_before: int | None = None
    try:
        step = next(script)
        while True:
            if noted_before is None and writes_sealed(_sql(step)):
                ((noted_before,),) = yield One("select coalesce(max(id), 0) from touched")
            step = script.send((yield step))
    except StopIteration as end:
        result: T = end.value
    if noted_before is not None:
        yield from seal_touched(noted_before)
    return result


def _sql(step: Step) -> str:
    if isinstance(step, Each):
        return step.statement.sql if step.rows else ""
    return step.sql


def seal_touched(after: int, *, is_found: bool = False) -> Script[None]:
    """Seal the rows that were noted after one of the notes, and take the notes away."""
    notes = yield One(
        "select id, relation, key, gone from touched where id > $1 order by id", (after,)
    )
    if not notes:
        return
    last = {(relation, key): gone for _, relation, key, gone in notes}
    # What a migration took away with its relation is sealed as gone.
    rows = [SealedRow(*row, None) for row in sorted(last) if row[0] not in SEALED]
    touched = {relation for relation, _ in last}
    for relation, sealed in SEALED.items():
        if relation not in touched:
            continue
        there = [key for (of, key), gone in last.items() if of == relation and not gone]
        said = yield from _said(relation, sealed, there)
        rows += [
            SealedRow(relation, key, said.get(key)) for of, key in sorted(last) if of == relation
        ]
    content = msgspec.json.encode(Seal(rows, is_found))
    before = yield One("select seq, hash from seals order by seq desc limit 1")
    seq, previous = before[0] if before else (0, GENESIS)
    yield One(
        "insert into seals (seq, content, hash) values ($1, $2, $3)",
        (seq + 1, content, chain(bytes(previous), content)),
    )
    yield One("delete from touched where id > $1", (after,))


def _said(relation: str, sealed: Sealed, keys: list[str]) -> Script[dict[str, dict[str, Value]]]:
    """What rows say now, by their keys; a row that is gone is not among them."""
    if not keys:
        return {}
    if sealed.kind == "whole":
        return {key: {} for key in keys}
    select = selecting(relation, sealed, where=False)
    found: list[Row] = []
    if sealed.kind == "hex":
        for key in keys:
            found += yield One(f"{select} where {sealed.key} = $1", (bytes.fromhex(key),))
    else:
        wanted = [int(key) for key in keys] if sealed.kind == "number" else keys
        found = yield One(f"{select} where {sealed.key} = any($1)", (wanted,))
    return dict(rows_said(sealed, found))


def selecting(relation: str, sealed: Sealed, *, where: bool = True) -> str:
    """The statement that reads key and columns of a relation."""
    condition = f" where {sealed.condition}" if where and sealed.condition else ""
    columns = ", ".join((sealed.key, *sealed.columns))
    return f"select {columns} from {relation}{condition}"  # noqa: S608 - our own names


def rows_said(sealed: Sealed, rows: Iterable[Row]) -> Iterable[tuple[str, dict[str, Value]]]:
    """Rows as a seal has them: key, and columns by name."""
    for key, *values in rows:
        word = bytes(key).hex() if sealed.kind == "hex" else str(key)
        yield (
            word,
            {name: _value(name, value) for name, value in zip(sealed.columns, values, strict=True)},
        )


def _value(name: str, value: object) -> Value:
    if value is None or isinstance(value, int):
        return value
    raw = value.encode() if isinstance(value, str) else bytes(value)  # type: ignore[call-overload]
    is_long = len(raw) > SAID_IN_FULL or raw[:1] == b"#"
    if name in SECRET or is_long or not isinstance(value, str):
        return f"#{sha256(raw).hexdigest()}"
    return value
