"""What an insider would change beside the money is found: each edit in a sentence of its own."""

import re
from functools import partial
from typing import NamedTuple

from cardroom.ledger.audit import Report
from cardroom.ledger.hashing import chain
from cardroom.store import Store, connect
from cardroom.store.audit.auditing import audit_store, replay_by
from cardroom.store.migrations import known, migrate
from cardroom.store.sealing import SEALED
from tests.rule import rule
from tests.store.furnished_house import furnish, write
from tests.store.raw import past_the_guards, run
from tests.store.test_migrations import WITH_SEALS


class Edit(NamedTuple):
    """What is changed without the room's knowledge, and what the audit says of it."""

    sql: str
    what: str
    sentence: str


ORDER = "insert into money_orders (reference, kind, player, amount, currency, asked_ms) values"
EDITS: dict[str, Edit] = {
    "a role is raised": Edit(
        "update profiles set role = 'administrator' where player = 2",
        "row_differs",
        r"role of profiles 2 is 'administrator', but seal \d+ has 'player'",
    ),
    "rules are accepted in the name of a player": Edit(
        "insert into acceptances (key, player, edition, version, at_ms)"
        " values ('1:en-2.7:2.7', 1, 'en-2.7', '2.7', 9)",
        "row_unsealed",
        r"acceptances 1:en-2\.7:2\.7 is there, but no seal has it",
    ),
    "an answer to a request is changed": Edit(
        "update help_requests set answer = 'no', answered_ms = 3, state = 'answered'",
        "row_differs",
        r"answer of help_requests 1 is 'no', but seal \d+ has ''",
    ),
    "a notice is hidden": Edit(
        "update player_notices set seen_ms = 5",
        "row_differs",
        r"seen_ms of player_notices 2:help:1 is 5, but seal \d+ has 0",
    ),
    "a password is reset": Edit(
        "update profiles set password_hash = 'scrypt$9' where player = 1",
        "row_differs",
        r"password_hash of profiles 1 is a text with the hash \w+, but seal \d+ has .*",
    ),
    "a ban is lifted": Edit(
        "update profiles set barred_until_ms = 0, bar_reason = '' where player = 2",
        "row_differs",
        r"barred_until_ms of profiles 2 is 0, but seal \d+ has 99",
    ),
    "a mute is lifted": Edit(
        "update profiles set muted_until_ms = 0 where player = 2",
        "row_differs",
        r"muted_until_ms of profiles 2 is 0, but seal \d+ has 98",
    ),
    "numbers of tables are given out again": Edit(
        "update ledger_head set tables = 3",
        "row_differs",
        r"tables of ledger_head 1 is 3, but seal \d+ has 7",
    ),
    "an account is renamed": Edit(
        "update players set name = 'Robyn' where id = 1",
        "row_differs",
        r"name of players 1 is 'Robyn', but seal \d+ has 'Robin'",
    ),
    "an account is made": Edit(
        "insert into players (id, name, since_ms) values (77, 'Ghost', 1)",
        "row_unsealed",
        r"players 77 is there, but no seal has it",
    ),
    "a profile is taken away": Edit(
        "delete from profiles where player = 2",
        "row_missing",
        r"profiles 2 is missing: seal \d+ has it",
    ),
    "a session is forged": Edit(
        "insert into sessions select hash, 'x', 1, 'bearer', 'operate', 1, 9000 from seals"
        " where seq = 1",
        "row_unsealed",
        r"sessions \w{64} is there, but no seal has it",
    ),
    "a session is prolonged": Edit(
        "update sessions set expires_ms = 9000",
        "row_differs",
        r"expires_ms of sessions 0+ is 9000, but seal \d+ has 50",
    ),
    "a session is given to somebody else": Edit(
        "update sessions set player = 2",
        "row_differs",
        r"player of sessions 0+ is 2, but seal \d+ has 1",
    ),
    "a visit is hidden": Edit(
        "delete from visits", "row_missing", r"visits 1:1:f is missing: seal \d+ has it"
    ),
    "a visit is made up": Edit(
        "insert into visits (player, at_ms, family) values (2, 3, 'g')",
        "row_unsealed",
        r"visits 2:3:g is there, but no seal has it",
    ),
    "a reason in the staff log": Edit(
        "update measures set reason = 'he asked' where id = 2",
        "row_differs",
        r"reason of measures 2 is 'he asked', but seal \d+ has 'two accounts'",
    ),
    "who did it in the staff log": Edit(
        "update measures set actor = 2 where id = 2",
        "row_differs",
        r"actor of measures 2 is 2, but seal \d+ has 1",
    ),
    "a line of the staff log is gone": Edit(
        "delete from measures where id = 2",
        "row_missing",
        r"measures 2 is missing: seal \d+ has it",
    ),
    "a line of the staff log is made up": Edit(
        "insert into measures (id, actor, subject, deed, reason, at_ms) values"
        " (3, 2, 1, 'barred', 'revenge', 5)",
        "row_unsealed",
        r"measures 3 is there, but no seal has it",
    ),
    "a report": Edit(
        "update reports set reporter = 1",
        "row_differs",
        r"reporter of reports 1 is 1, but seal \d+ has 2",
    ),
    "an entry of a case": Edit(
        "update case_entries set content = (select content from seals where seq = 1)",
        "row_differs",
        r"content of case_entries 1 is a text with the hash \w+, but seal \d+ has a text .*",
    ),
    "an entry of a case is gone": Edit(
        "delete from case_entries",
        "row_missing",
        r"case_entries 1 is missing: seal \d+ has it",
    ),
    "a hand that is shown to others": Edit(
        "update shared_hands set hand = 'hand:1:1:2'",
        "row_differs",
        r"hand of shared_hands \S+ is 'hand:1:1:2', but seal \d+ has 'hand:1:1:1'",
    ),
    "a start of a schedule is forgotten": Edit(
        "delete from occurrences",
        "row_missing",
        r"occurrences nightly/2026-11-17/1 is missing: seal \d+ has it",
    ),
    "a seat is given to somebody else": Edit(
        "update seats_won set player = 1",
        "row_differs",
        r"player of seats_won prize:1:2 is 1, but seal \d+ has 2",
    ),
    "a ticket is prolonged": Edit(
        "update ticket_grants set expires_ms = 9999",
        "row_differs",
        r"expires_ms of ticket_grants 1 is 9999, but seal \d+ has 99",
    ),
    "a voucher is marked as fulfilled": Edit(
        "update vouchers set state = 'fulfilled', fulfilled_by = 'op'",
        "row_differs",
        r"state of vouchers 1 is 'fulfilled', but seal \d+ has 'open'",
    ),
    "a queue": Edit(
        "delete from kept_queues",
        "row_missing",
        r"kept_queues hexapro:500 is missing: seal \d+ has it",
    ),
    "the currency of a tournament": Edit(
        "update tournaments set currency = 'USD'",
        "row_differs",
        r"currency of tournaments 1 is 'USD', but seal \d+ has 'EUR'",
    ),
    "the table of a tournament": Edit(
        "update tournament_tables set number = 9",
        "row_differs",
        r"number of tournament_tables 1001 is 9, but seal \d+ has 1",
    ),
    "when a step was taken": Edit(
        "update tournament_steps set at_ms = 3 where number = 1",
        "row_differs",
        r"at_ms of tournament_steps 1:1 is 3, but seal \d+ has \d+",
    ),
    "the outcome of an order": Edit(
        "update money_orders set outcome = 'confirmed'",
        "row_differs",
        r"outcome of money_orders deposit-1 is 'confirmed', but seal \d+ has 'refused'",
    ),
    "the amount of an order": Edit(
        "update money_orders set amount = 50000",
        "row_differs",
        r"amount of money_orders deposit-1 is 50000, but seal \d+ has 500",
    ),
    "an order is gone": Edit(
        "delete from money_orders",
        "row_missing",
        r"money_orders deposit-1 is missing: seal \d+ has it",
    ),
    "an order is made up": Edit(
        f"{ORDER} ('deposit-2', 'deposit', 2, 900, 'EUR', 8)",
        "row_unsealed",
        r"money_orders deposit-2 is there, but no seal has it",
    ),
    "a stake is opened": Edit(
        "delete from closed_stakes",
        "row_missing",
        r"closed_stakes nl-holdem:ordinary:5:10 is missing: seal \d+ has it",
    ),
    "a kept table": Edit(
        "update kept_tables set record = (select content from seals where seq = 1)",
        "row_differs",
        r"record of kept_tables 1 is a text with the hash \w+, but seal \d+ has a text .*",
    ),
    "a kept table is gone": Edit(
        "delete from kept_tables", "row_missing", r"kept_tables 1 is missing: seal \d+ has it"
    ),
    "the owner of a table": Edit(
        "update tables set owner = 'them' where id = 1",
        "row_differs",
        r"owner of tables 1 is 'them', but seal \d+ has 'us'",
    ),
    "the owner of a unit": Edit(
        "update units set owner = 'them' where name = 'job:charity'",
        "row_differs",
        r"owner of units job:charity is 'them', but seal \d+ has 'cardroom'",
    ),
    "the unit of a table": Edit(
        "update tables set unit = 'job:charity' where id = 1",
        "row_differs",
        r"unit of tables 1 is 'job:charity', but seal \d+ has 'pool:nl-holdem:ordinary:5:10'",
    ),
    "a void hand is gone": Edit(
        "delete from hands where transfer is null",
        "row_missing",
        r"hands hand:1:1:999 is missing: seal \d+ has it",
    ),
    "a void hand": Edit(
        "update hands set digest = (select hash from seals where seq = 1),"
        " history = (select content from seals where seq = 1) where transfer is null",
        "row_differs",
        r"history of hands hand:1:1:999 is a text with the hash \w+, but seal \d+ has .*",
    ),
    "a message about no money": Edit(
        "update outbox set subject = 'account.opened' where subject = 'measure.taken'",
        "row_differs",
        r"subject of outbox \d+ is 'account.opened', but seal \d+ has 'measure.taken'",
    ),
    "a booking": Edit(
        "update bookings set state = 'approved'",
        "row_differs",
        r"state of bookings b1 is 'approved', but seal \d+ has 'refused'",
    ),
    "a place in a queue": Edit(
        "update lobby_places set number = 4",
        "row_missing",
        r"lobby_places 5 is missing: seal \d+ has it",
    ),
    "what is remembered about a player": Edit(
        "delete from remembered", "row_missing", r"remembered 2 is missing: seal \d+ has it"
    ),
    "an exclusion from Banzai": Edit(
        "delete from banzai_exclusions",
        "row_missing",
        r"banzai_exclusions 2 is missing: seal \d+ has it",
    ),
    "a receipt": Edit(
        "delete from receipts", "row_missing", r"receipts 2:9:a1 is missing: seal \d+ has it"
    ),
    "a seal in the middle is gone": Edit(
        "delete from seals where seq = 5", "seals_missing", r"the seals 5 to 5 are missing"
    ),
    "a seal": Edit(
        "update seals set content = (select content from seals where seq = 1) where seq = 5",
        "seal_does_not_follow",
        r"the hash before seal 5 and its content give \w+, but stored is \w+",
    ),
    "the last seal is gone": Edit(
        "delete from seals where seq = (select max(seq) from seals)",
        "row_unsealed",
        r"outbox \d+ is there, but no seal has it",
    ),
}


async def audited(store: Store, *noted: bytes) -> Report:
    return await audit_store(
        store, replay_by({}), now_ms=8, show_progress=lambda _read, _of: None, noted=noted
    )


@rule("CRASH-01", "FAIR-10")
async def test_whatever_is_changed_beside_the_money_is_found(store: Store, address: str) -> None:
    await furnish(store)
    assert (await audited(store)).breaches == ()
    relations = [*SEALED, "seals"]
    await run(address, *(f"create table copy_of_{one} as select * from {one}" for one in relations))
    restored = [
        statement
        for one in relations
        for statement in (f"delete from {one}", f"insert into {one} select * from copy_of_{one}")
    ]
    for name, edit in EDITS.items():
        await past_the_guards(address, edit.sql)
        report = await audited(store)
        named = [breach for breach in report.breaches if breach.what == edit.what]
        sentence = re.compile(f"At the end: {edit.sentence}\\.")
        assert any(sentence.fullmatch(one.sentence) for one in named), (name, report.breaches)
        assert {one.rule for one in named} == {"I12"}
        await past_the_guards(address, *restored)
    assert (await audited(store)).breaches == ()


async def test_a_row_written_without_the_room_is_told_although_its_guards_were_there(
    store: Store, address: str
) -> None:
    await furnish(store)
    await run(address, "update profiles set role = 'administrator' where player = 2")
    # What the room writes to the same row later does not cover it.
    muted = "update profiles set muted_until_ms = 5 where player = 2"
    await store.run_script(partial(write, muted))
    named = [breach.sentence for breach in (await audited(store)).breaches]
    assert "At the end: profiles 2 was written by somebody else than the room." in named
    without_log = "player 2 was made administrator, but the staff log does not say by whom"
    assert f"At the end: {without_log}." in named


async def test_seals_that_were_made_anew_are_found_by_a_hash_that_was_noted(
    store: Store, address: str
) -> None:
    """Who rewrites the whole chain is undone only by somebody who wrote its end down."""
    await furnish(store)
    noted = bytes.fromhex((await audited(store)).seal_head)
    assert (await audited(store, noted)).breaches == ()
    rows = await run(address, "select seq, content from seals order by seq")
    previous, forged = bytes(32), []
    for seq, content in rows:
        text = bytes(content).replace(b'"reason":"two accounts"', b'"reason":"a mistake"')
        previous = chain(previous, text)
        forged.append(
            ("update seals set content = $2, hash = $3 where seq = $1", (seq, text, previous))
        )
    log = "update measures set reason = 'a mistake' where id = 2"
    await past_the_guards(address, *forged, log)
    report = await audited(store)
    assert report.breaches == ()
    (breach,) = (await audited(store, noted)).breaches
    assert breach.rule == "I12"


async def test_a_room_from_before_seals_is_sealed_as_it_is_found(address: str) -> None:
    database = connect(address)
    older = [step for step in known() if step.version < WITH_SEALS]
    await database.transact(migrate(older, database.dialect))
    await database.close()
    profile = (
        "insert into profiles (player, name_key, kind, role) values (1, 'r', 'person', 'risk')"
    )
    named = "insert into players (id, name, since_ms) values (1, 'Robin', 1)"
    visited = "insert into visits (player, at_ms, family) values (1, 2, 'f')"
    await run(address, named, profile, visited)
    async with await Store.open(address) as store:
        assert (await audited(store)).breaches == ()
        await past_the_guards(address, "update profiles set role = 'administrator'")
        (breach,) = (await audited(store)).breaches
        sentence = "At the end: role of profiles 1 is 'administrator', but seal 1 has 'risk'."
        assert breach.sentence == sentence


COUNTED_AGAIN = {
    "accounts", "dealt_in", "deck_log", "deck_log_heads", "entries", "schema_versions", "seals",
    "set_aside", "statistics", "touched", "tournament_entries", "tournament_papers",
    "tournament_progress", "transfers",
}  # fmt: skip
"""What the audit holds against the transfers and hands, or against itself."""
OPEN = {"heartbeats", "processes", "room_key"}
"""Which processes there are, when they were last alive and how they talk to each other is worth no
cent; the guide names it as open."""
NOT_SEALED = {
    "hands": {"transfer"},
    "ledger_head": {"accounts", "hands", "hash", "messages", "tournaments", "transfers"},
    "outbox": {"delivered_ms"},
    "receipts": {"digest"},
}
"""Columns that say nothing of their own or are counted again, and those that the guide names as
open."""


async def test_every_relation_is_sealed_or_counted_again(store: Store, address: str) -> None:
    if store.dialect == "sqlite":
        tables = "select name from sqlite_master where type = 'table' and name not like 'sqlite%'"
        columns = "select name from pragma_table_info('{}')"
    else:
        tables = "select tablename from pg_tables where schemaname = 'public'"
        columns = "select column_name from information_schema.columns where table_schema = 'public'"
        columns += " and table_name = '{}'"
    there = {name for (name,) in await run(address, tables)}
    assert there == COUNTED_AGAIN | OPEN | SEALED.keys()
    for relation, sealed in SEALED.items():
        found = {name for (name,) in await run(address, columns.format(relation))}
        named = set(re.findall(r"\w+", sealed.key)) | set(sealed.columns)
        assert found == named | NOT_SEALED.get(relation, set()), relation
