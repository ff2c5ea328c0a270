"""Transfers that were never right, forged into the chain with hashes that follow: still found.

Each invariant of the ledger is broken on both databases by somebody who knows how a chain is made.
"""

from typing import NamedTuple

import msgspec
import pytest

from cardroom.ledger import (
    Account,
    SettledHand,
    Transfer,
    canonical,
    chain,
    read_account,
    settle_hand,
)
from cardroom.ledger.audit import Report
from cardroom.ledger.banking import deposit
from cardroom.ledger.cases import place_hold, release_hold
from cardroom.ledger.overrides import reverse
from cardroom.ledger.reasons import SETS_ASIDE
from cardroom.ledger.suspense import suspend
from cardroom.ledger.tables import buy_in, cash_out
from cardroom.ledger.verifying import set_aside
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store
from cardroom.store.postings import hand_row, record_of
from cardroom.store.writing import HANDS as HANDS_WRITTEN
from tests.ledger.scene import (
    ANN,
    CASE,
    CAT,
    DAY_MS,
    HANDS,
    PRICE,
    SUNDAY,
    TABLE,
    cash,
    seated,
)
from tests.store.raw import past_the_guards, run

replace = msgspec.structs.replace
BANK = Account("bank:clearing:EUR")
PAID = deposit(ANN, 100, "EUR", reference="x", at_ms=5)
HOLD = place_hold(CASE, ANN, 500, cash(ANN), number=1, at_ms=5)
HALF = ((Account("case:5:held:1:EUR"), -499), (cash(ANN), 499))
BACK = reverse(PAID, operator="op", note="why", at_ms=6)


class Forged(NamedTuple):
    """What is forged, and what the audit says first."""

    transfers: list[Transfer]
    rule: str
    word: str
    hand: SettledHand | None = None


FORGED = {
    "made money": Forged(
        [replace(PAID, entries=((BANK, -100), (cash(ANN), 101)))],
        "I1",
        "does_not_sum_to_zero",
    ),
    "spent money that was not there": Forged(
        [buy_in(TABLE, ANN, 4001, "EUR", request="2", at_ms=5)], "I2", "insufficient_funds"
    ),
    "a stack that changed in a hand": Forged(
        [cash_out(TABLE, CAT, 1, "EUR", request="2", at_ms=3), settle_hand(HANDS[0])],
        "I5",
        "stack_of_player",
        HANDS[0],
    ),
    "rake above its cap": Forged(
        [settle_hand(HANDS[0])], "I6", "rake_above_cap", replace(HANDS[0], rake_cap=24)
    ),
    "a deposit that was paid before": Forged(
        [deposit(ANN, 5000, "EUR", reference="bank-1", at_ms=5)], "I7", "key_again"
    ),
    "a tournament that kept a pool": Forged(
        [SUNDAY.enter(ANN, PRICE, purchase=1, at_ms=5), SUNDAY.close(100, {}, at_ms=6)],
        "I8",
        "pool_not_empty",
    ),
    "suspense that nobody cleared": Forged(
        [suspend(CAT, 40, cash(CAT), reference="s", after_days=90, at_ms=5)],
        "I9",
        "overdue_for_charity",
    ),
    "a hand that nobody played": Forged([settle_hand(HANDS[0])], "I10", "hand_missing"),
    "a hold that was released in part": Forged(
        [HOLD, replace(release_hold(HOLD, at_ms=6), entries=HALF)], "I11", "not_what_was_set_aside"
    ),
    "a reversal of something else": Forged(
        [PAID, replace(BACK, entries=((BANK, 99), (cash(ANN), -99)))],
        "AMB-24",
        "not_the_reverse",
    ),
}


async def forge(address: str, forged: Forged, seq: int, head: bytes) -> None:
    """Write transfers, entries and the head past the store, with hashes that follow."""
    for transfer in forged.transfers:
        seq, content = seq + 1, canonical(transfer)
        head = chain(head, content)
        key = transfer.key if transfer.key != "deposit:bank-1" else "deposit:hidden"
        sql = "insert into transfers (seq, key, content, hash) values ($1, $2, $3, $4)"
        await past_the_guards(address, (sql, (seq, key, content, head)))
        for account, amount in transfer.entries:
            await _book(address, seq, account, amount)
        if transfer.reason in SETS_ASIDE:
            await _set_aside(address, seq, transfer)
    sql = "update ledger_head set transfers = $1, hash = $2"
    await past_the_guards(address, (sql, (seq, head)))
    if forged.hand is not None:
        ((last,),) = await run(address, "select hands from ledger_head")
        row = hand_row(last + 1, forged.hand, record_of(forged.hand), seq)
        counted = "update ledger_head set hands = hands + 1"
        await past_the_guards(address, (HANDS_WRITTEN.sql, row), counted)


async def _book(address: str, seq: int, account: Account, amount: int) -> None:
    known = await run(address, ("select id from accounts where name = $1", (account,)))
    if not known:
        ((number,),) = await run(address, "select max(id) + 1 from accounts")
        sql = "insert into accounts (id, name, asset, may_be_negative) values ($1, $2, $3, 0)"
        await run(address, (sql, (number, account, read_account(account).asset)))
        known = [(number,)]
    sql = "insert into entries (transfer, account, amount) values ($1, $2, $3)"
    await past_the_guards(address, (sql, (seq, known[0][0], amount)))


async def _set_aside(address: str, seq: int, transfer: Transfer) -> None:
    account, amount = set_aside(transfer)
    sql = (
        "insert into set_aside (opened, reason, account, amount, due_ms)"
        " select $1::bigint, $2::text, id, $3::bigint, $4::bigint from accounts where name = $5"
    )
    if not address.startswith("postgresql"):
        sql = sql.replace("::bigint", "").replace("::text", "")
    values = (seq, transfer.reason.value, amount, transfer.due_ms, account)
    await past_the_guards(address, (sql, values))


async def audited(store: Store) -> Report:
    return await audit_store(store, None, now_ms=92 * DAY_MS, show_progress=lambda _read, _of: None)


@pytest.mark.parametrize("what", FORGED)
async def test_what_was_forged_into_the_chain_is_found(
    store: Store, address: str, what: str
) -> None:
    await store.claim(TABLE, "us")
    for transfer in seated():
        await store.transfer(transfer)
    standing = await store.standing()
    forged = FORGED[what]
    await forge(address, forged, standing.head.transfers, standing.head.hash)
    first = (await audited(store)).breaches[0]
    assert (first.rule, first.what) == (forged.rule, forged.word)
    assert first.position == standing.head.transfers + len(forged.transfers)
    assert first.key == forged.transfers[-1].key
