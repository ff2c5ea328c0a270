"""Writes a group of units in one transaction: loads the daybook, lets it decide, writes it."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from cardroom.errors import Refused, TransferRefused
from cardroom.ledger import Account, Message, Reason, SettledHand, Statistic, Transfer
from cardroom.ledger.transfers import HAND_KEY
from cardroom.ledger.verifying import tournament_closing_key, tournaments_touched
from cardroom.store.audit.recounting import counted_in
from cardroom.store.databases.database import Each, GuardRefused, One, Script, Statement, insertion
from cardroom.store.daybook import (
    OWNERS,
    Daybook,
    DaybookCache,
    Head,
    Known,
    Owner,
    pools_of,
)
from cardroom.store.ownership import UnitClaim
from cardroom.store.places import BOUGHT
from cardroom.store.postings import Posting, posting_of_transfer
from cardroom.store.receipts import RECEIPTS
from cardroom.store.remembering import REMEMBERED, versions
from cardroom.store.tournaments import step_writing
from cardroom.store.tournaments.step_book import StepBook
from cardroom.store.tournaments.steps import Steps
from cardroom.store.units import Booking, Post, ScriptUnit, Unit

HEAD = "select transfers, hash, accounts, messages, hands from ledger_head where id = 1"
TURN = One(f"{HEAD} for update")
"""Takes the turn to write: every writing script begins with it."""

ACCOUNTS = insertion(
    "accounts", {"id": "bigint", "name": "text", "asset": "text", "may_be_negative": "bigint"}
)
ENTRIES = insertion(
    "entries",
    {"transfer": "bigint", "account": "bigint", "amount": "bigint", "by_hand": "bigint"},
)
TRANSFERS = insertion(
    "transfers", {"seq": "bigint", "key": "text", "content": "bytea", "hash": "bytea"}
)
BALANCES = Statement(
    "update accounts set balance = balance + $2 where id = $1",
    "update accounts set balance = balance + change from"
    " unnest($1::bigint[], $2::bigint[]) as changes (number, change) where id = number",
)
OPENED = Statement(
    "insert into set_aside (opened, reason, account, amount, due_ms) values ($1, $2, $3, $4, $5)"
)
CLOSED = Statement("update set_aside set closed = $2 where opened = $1")
HANDS = insertion(
    "hands",
    {
        "id": "bigint",
        "key": "text",
        "table_id": "bigint",
        "epoch": "bigint",
        "number": "bigint",
        "status": "text",
        "plays_for": "text",
        "transfer": "bigint",
        "edition": "text",
        "at_ms": "bigint",
        "result": "bytea",
        "history": "bytea",
        "digest": "bytea",
    },
)
DEALT_IN = insertion("dealt_in", {"block": "bigint", "player": "bigint", "hand": "bigint"})
STATISTICS = insertion(
    "statistics",
    {"player": "bigint", "name": "text", "value": "bigint"},
    " on conflict (player, name) do update set value = statistics.value + excluded.value",
)
MESSAGES = insertion("outbox", {"id": "bigint", "subject": "text", "body": "bytea"})


def apply(units: Sequence[Unit], memory: DaybookCache) -> Script[list[object]]:
    """Apply the units in order: neighbours that move money together, scripts one by one."""
    outcomes: list[object] = []
    for is_script, run in groupby(units, key=lambda unit: isinstance(unit, ScriptUnit | Booking)):
        if is_script:
            for unit in run:
                assert isinstance(unit, ScriptUnit | Booking)
                outcomes.append((yield from _go(unit, memory)))
        else:
            outcomes += yield from _move([_prepared(unit) for unit in run], memory)
    return outcomes


def _prepared(unit: Unit) -> Posting | Steps | TransferRefused:
    """The rows of a unit as far as it determines them itself; here, off the event loop."""
    assert not isinstance(unit, ScriptUnit | Booking)
    try:
        return unit.posting()
    except TransferRefused as refusal:
        return refusal


def _move(
    prepared: Sequence[Posting | Steps | TransferRefused], memory: DaybookCache
) -> Script[list[object]]:
    orders = [order for order in prepared if not isinstance(order, TransferRefused)]
    answers = iter((yield from post(orders, memory)))
    return [one if isinstance(one, TransferRefused) else next(answers) for one in prepared]


def _go(unit: ScriptUnit | Booking, memory: DaybookCache) -> Script[object]:
    yield TURN
    try:
        if isinstance(unit, ScriptUnit):
            return (yield from unit.script())
        return (yield from unit.script(_poster(memory)))
    except Refused as refusal:
        return refusal


def _poster(memory: DaybookCache) -> Post:
    posted: list[Transfer] = []

    def post_one(transfer: Transfer, messages: tuple[Message, ...]) -> Script[None]:
        (outcome,) = yield from _move([posting_of_transfer(transfer, None, messages)], memory)
        if isinstance(outcome, Exception):
            if posted:
                # What was posted before it must go, too: only a failure undoes a transaction.
                raise GuardRefused(f"{transfer.key} is refused after {posted[-1].key}")
            raise outcome
        posted.append(transfer)

    return post_one


def post(orders: Sequence[Posting | Steps], memory: DaybookCache) -> Script[list[object]]:
    """Write postings and steps in their order; one outcome each, an Answer or what was refused."""
    steps = [step for order in orders if isinstance(order, Steps) for step in order.steps]
    alone = [order for order in orders if isinstance(order, Posting)]
    book = yield from _load([*alone, *(one for step in steps for one in step.postings)], memory)
    step_book = yield from step_writing.load(steps, book)
    outcomes: list[object] = [
        book.take(order) if isinstance(order, Posting) else step_book.take(order.steps)
        for order in orders
    ]
    memory.hash = book.hash
    if book.transfers or step_book.steps:
        yield from _write(book, step_book)
    return outcomes


def _load(postings: Sequence[Posting], memory: DaybookCache) -> Script[Daybook]:
    ((*head,),) = yield TURN
    book = Daybook(Head(*head), memory)
    # Whatever fails from here on, what was remembered may have been changed.
    memory.hash = b""
    of_hands = [posting.transfer.key for posting in postings if posting.hand is not None]
    keys = {key for posting in postings for key in _keys(posting)}
    if keys:
        found = yield _named("select key, seq, content from transfers", "key", keys)
        book.known = {key: Known(seq, content) for key, seq, content in found}
    if of_hands:
        found = yield _named("select key, status, digest from hands", "key", of_hands)
        book.hands_known = {key: (status, digest) for key, status, digest in found}
    taken_back = [posting.transfer.reverses for posting in postings if _takes_back(posting)]
    if taken_back:
        found = yield _named("select key, digest, result, history from hands", "key", taken_back)
        book.counted = {key: _counted(*of_hand) for key, *of_hand in found}
    claims = [posting.under for posting in postings if posting.under is not None]
    tables = {claim.table for claim in claims if not isinstance(claim, UnitClaim)}
    if tables:
        found = yield One(OWNERS, (list(tables),))
        book.owners = {table: Owner(*owner) for table, *owner in found}
    units = {str(claim.unit) for claim in claims if isinstance(claim, UnitClaim)}
    if units:
        book.unit_epochs = dict((yield _named("select name, epoch from units", "name", units)))
    players = {posting.player.player for posting in postings if posting.player is not None}
    if players:
        book.versions = yield from versions(players)
    accounts = {account for posting in postings for account in _accounts(posting)}
    missing = accounts - book.ids.keys()
    rows = []
    if missing:
        rows = yield _named("select name, id, balance from accounts", "name", missing)
    for posting in postings:
        if posting.transfer.reason is Reason.TOURNAMENT_CLOSED:
            rows += yield accounts_named(pools_of(posting.transfer.tournament))
    for name, number, balance in rows:
        book.ids[name], book.balances[name] = number, balance
    return book


def _named(select: str, column: str, names: Iterable[object]) -> One:
    return One(f"{select} where {column} = any($1)", (list(names),))


def _takes_back(posting: Posting) -> bool:
    """Whether a hand is taken back that was paid before (AMB-24)."""
    return posting.transfer.reverses.startswith(HAND_KEY)


def _counted(digest: bytes, result: bytes, history: bytes) -> tuple[Statistic, ...]:
    hand = msgspec.json.decode(result, type=SettledHand)
    return counted_in(msgspec.structs.replace(hand, history=history), digest)


def accounts_named(beginning: str) -> One:
    """All accounts whose names begin with some words and their colon."""
    assert beginning.endswith(":")
    sql = "select name, id, balance from accounts where name >= $1 and name < $2"
    # A semicolon is the character after a colon.
    return One(sql, (beginning, f"{beginning[:-1]};"))


def _keys(posting: Posting) -> Iterable[str]:
    """The keys that a posting asks for: its own, and those it refers to."""
    transfer = posting.transfer
    if posting.hand is not None:
        # The key of a hand is looked up among the hands, the voided ones too.
        return
    yield transfer.key
    if transfer.closes or transfer.reverses:
        yield transfer.closes or transfer.reverses
    yield from map(tournament_closing_key, tournaments_touched(transfer))


def _accounts(posting: Posting) -> Iterable[Account]:
    yield from (account for account, _ in posting.transfer.entries)
    yield from (account for account, _ in posting.leaves)


def _write(book: Daybook, steps: StepBook) -> Script[None]:
    """Write what the daybook collected; entries before the transfers that seal them."""
    yield Each(ACCOUNTS, book.new_accounts)
    yield Each(ENTRIES, book.entries)
    yield Each(TRANSFERS, book.transfers)
    yield Each(BALANCES, sorted(book.changes.items()))
    yield Each(OPENED, book.opened)
    yield Each(CLOSED, book.closed)
    yield from step_writing.write_tables(steps)
    yield Each(HANDS, book.hands)
    yield Each(DEALT_IN, book.dealt_in)
    yield Each(STATISTICS, [(*who, value) for who, value in sorted(book.statistics.items())])
    yield Each(MESSAGES, book.messages)
    if book.receipts:
        yield Each(RECEIPTS, book.receipts)
    if book.players:
        yield Each(REMEMBERED, list(book.players.values()))
    if steps.steps:
        yield from step_writing.write(steps)
    if book.bought:
        yield Each(BOUGHT, book.bought)
    yield One(
        "update ledger_head set transfers = $1, hash = $2, accounts = $3, messages = $4,"
        " hands = $5 where id = 1",
        (book.seq, book.hash, book.last_account, book.last_message, book.last_hand),
    )
