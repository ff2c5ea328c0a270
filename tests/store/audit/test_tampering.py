"""Whatever is changed in a database past the store, the audit finds it and says what it is."""

import re

import pytest

from cardroom.errors import CardroomError
from cardroom.ledger import TableId
from cardroom.ledger.audit import Report
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store, replay_by
from tests.rule import rule
from tests.store.played_room import HANDS, play
from tests.store.raw import past_the_guards, run
from tests.store.sample_tables import SampleTable

HAND = "select min(transfer) from hands"
WITHDRAWAL = "(select seq from transfers where key = 'withdrawal:w1')"

TAMPERED: dict[str, tuple[str, str, str, str]] = {
    "a balance": (
        "update accounts set balance = balance + 1 where name = 'player:90:cash:EUR'",
        "I4",
        "balance_differs",
        r"At the end: player:90:cash:EUR is 601, its entries are 600\.",
    ),
    "an entry": (
        f"update entries set amount = amount + 7 where transfer = ({HAND}) and amount > 0",
        "I4",
        "entries_differ",
        r"Transfer \d+ \(hand:1:1:1\): booked is \S+ \d+ instead of \d+.*\.",
    ),
    "an entry that is gone": (
        "delete from entries where transfer = 1 and amount > 0",
        "I4",
        "entries_differ",
        r"Transfer 1 \(deposit:\S+\): booked is player:\d+:cash:EUR 0 instead of \d+\.",
    ),
    "rake that is lost": (
        (
            "delete from entries where account ="
            " (select id from accounts where name = 'house:rake:EUR')"
            " and transfer = (select max(transfer) from entries where account ="
            " (select id from accounts where name = 'house:rake:EUR'))"
        ),
        "I4",
        "entries_differ",
        r"Transfer \d+ \(hand:1:1:\d\): booked is house:rake:EUR 0 instead of \d+\.",
    ),
    "the mark of an entry": (
        f"update entries set by_hand = 0 where transfer = ({HAND})",
        "I4",
        "entries_marked_wrong",
        r"Transfer \d+ \(hand:1:1:1\): its entries are not marked as those of a hand\.",
    ),
    "an escrow": (
        (
            "update accounts set balance = balance - 1 where name like 'table:1:escrow:%'"
            " and balance = (select max(balance) from accounts where name like 'table:1:escrow:%')"
        ),
        "I4",
        "balance_differs",
        r"At the end: table:1:escrow:\d+:EUR is \d+, its entries are \d+\.",
    ),
    "the time of a hand": (
        f"update hands set at_ms = at_ms + 1 where transfer = ({HAND})",
        "I10",
        "hand_row_differs",
        r"Transfer \d+ \(hand:1:1:1\): the row has at_ms 2 instead of 1\.",
    ),
    "the edition of a hand": (
        f"update hands set edition = 'fr-2.2' where transfer = ({HAND})",
        "I10",
        "hand_row_differs",
        r"Transfer .*: the row has edition fr-2.2 instead of en-2.7\.",
    ),
    "the digest of a hand": (
        f"update hands set digest = ledger_head.hash from ledger_head where transfer = ({HAND})",
        "I10",
        "digest_differs",
        r"Transfer .*: its hand is not the one that was stored: .* another digest\.",
    ),
    "the history of a hand": (
        (
            "update hands set history = other.history from hands other"
            f" where hands.transfer = ({HAND}) and other.number = 2"
        ),
        "I10",
        "record_changed",
        r"Transfer .*: history, edition, stake or seats of its hand were changed: .*",
    ),
    "a hand that is gone": (
        f"delete from hands where transfer = ({HAND})",
        "I10",
        "hand_missing",
        r"Transfer \d+ \(hand:1:1:1\): the record of the hand .* is missing .*\.",
    ),
    "a hand in a player's list": (
        "delete from dealt_in where hand = (select min(hand) from dealt_in)",
        "I10",
        "hands_of_player_differ",
        r"At the end: player \d+ was dealt into \d+ hands and finds \d+ or others\.",
    ),
    "the place of a hand in a player's list": (
        "update dealt_in set block = 7 where hand = (select min(hand) from dealt_in)",
        "I10",
        "hands_of_player_differ",
        r"At the end: player \d+ was dealt into \d+ hands and finds \d+ or others\.",
    ),
    "a void hand in a player's list": (
        (
            "delete from dealt_in where hand = (select id from hands where status = 'void')"
            " and player = (select min(player) from dealt_in)"
        ),
        "I10",
        "hands_of_player_differ",
        r"At the end: player \d+ was dealt into \d+ hands and finds \d+ or others\.",
    ),
    "a void hand in the list of somebody else": (
        (
            "insert into dealt_in (block, player, hand)"
            " select 0, 77, id from hands where status = 'void'"
        ),
        "I10",
        "hands_of_player_differ",
        r"At the end: player 77 was dealt into 0 hands and finds 1 or others\.",
    ),
    "a void hand in another place of the lists": (
        (
            "update dealt_in set hand = 1 where block = 0"
            " and hand = (select id from hands where status = 'void')"
            " and player not in (select player from dealt_in where hand = 1)"
        ),
        "I10",
        "hands_of_player_differ",
        r"At the end: player \d+ was dealt into \d+ hands and finds \d+ or others\.",
    ),
    "the number of a hand": (
        "update hands set id = 500 where id = 2",
        "I10",
        "hand_row_differs",
        r"Transfer \d+ \(\S+\): it has the number 3, the hand before it 500\.",
    ),
    "the count of the accounts": (
        "update ledger_head set accounts = accounts + 1",
        "I12",
        "head_differs",
        r"At the end: the head counts 21 accounts, there are 20, and the last has the number 20\.",
    ),
    "the count of the hands": (
        "update ledger_head set hands = hands + 1",
        "I10",
        "hands_missing",
        r"At the end: 9 hands are there, the last has the number 9, and the head counts 10\.",
    ),
    "a key": (
        f"update transfers set key = 'withdrawal:w9' where seq = {WITHDRAWAL}",
        "I7",
        "another_key",
        r"Transfer \d+ \(withdrawal:w1\): it is found under the key withdrawal:w9\.",
    ),
    "a transfer out of the middle": (
        f"delete from transfers where seq = {WITHDRAWAL}",
        "I12",
        "transfers_missing",
        r"Transfer \d+ \(closed:withdrawal:w1\): 1 before it are missing, the last .*\.",
    ),
    "the last transfer": (
        "delete from transfers where seq = (select max(seq) from transfers)",
        "I12",
        "head_differs",
        r"At the end: the head is \d+ transfers up to [0-9a-f]{16}, read \d+ up to .*\.",
    ),
    "the head": (
        "update ledger_head set transfers = transfers - 1",
        "I12",
        "head_differs",
        r"At the end: the head is \d+ transfers up to [0-9a-f]{16}, read \d+ up to .*\.",
    ),
    "a transfer after the head": (
        (
            "insert into transfers (seq, key, content, hash)"
            " select seq + 1000, 'deposit:forged', content, hash from transfers where seq = 1"
        ),
        "I12",
        "beyond_the_head",
        r"At the end: 1 rows of transfers belong to no transfer up to the last, \d+\.",
    ),
    "an entry after the head": (
        (
            "insert into entries (transfer, account, amount)"
            " select transfer + 1000, account, amount from entries where transfer = 1"
        ),
        "I12",
        "beyond_the_head",
        r"At the end: 2 rows of entries belong to no transfer up to the last, \d+\.",
    ),
    "what was set aside": (
        "update set_aside set amount = 1000 where opened = (select max(opened) from set_aside)",
        "I11",
        "set_aside_differs",
        r"Transfer .*: noted as set aside is 1000 on case:5:held:90:EUR .* of 100 on .*\.",
    ),
    "a hold that is gone": (
        "delete from set_aside where opened = (select max(opened) from set_aside)",
        "I11",
        "set_aside_differs",
        r"Transfer \d+ \(hold:5:90:1\): noted as set aside is nothing instead of 100 on .*\.",
    ),
    "a closing": (
        f"update set_aside set closed = null where opened = {WITHDRAWAL}",
        "I11",
        "closing_differs",
        r"Transfer .*: it closes withdrawal:w1, of which is noted: not closed\.",
    ),
    "a closing that was none": (
        "update set_aside set closed = 1 where closed is null and amount = 300",
        "I11",
        "closing_differs",
        r"At the end: withdrawal:w2 is open, but noted is: closed by transfer 1\.",
    ),
    "what an account may": (
        "update accounts set may_be_negative = 1 where name = 'house:rake:EUR'",
        "I2",
        "account_row_differs",
        r"At the end: house:rake:EUR is noted with \('EUR', 1\) instead of \('EUR', 0\)\.",
    ),
    "statistics": (
        (
            "update statistics set value = value + 5 where name = 'hands' and player ="
            " (select min(player) from statistics)"
        ),
        "I10",
        "statistics_differ",
        r"At the end: the statistics .*: 'hands' of player 1 \d+ instead of \d+\.",
    ),
    "a message": (
        (
            "update outbox set body = other.body from outbox other where outbox.id = 1"
            " and other.id = 2"
        ),
        "I10",
        "message_differs",
        r"At the end: message 2, money.deposited, does not tell what was stored with it\.",
    ),
    "a message that is gone": (
        "delete from outbox where id = 2",
        "I12",
        "messages_missing",
        r"At the end: the messages 2 to 2 of the outbox are missing\.",
    ),
    "the last message": (
        "delete from outbox where id = (select max(id) from outbox)",
        "I12",
        "messages_missing",
        r"At the end: the messages \d+ to \d+ of the outbox are missing\.",
    ),
    "a void hand": (
        "update hands set digest = ledger_head.hash from ledger_head where status = 'void'",
        "I10",
        "void_hand_differs",
        r"At the end: of the void hand hand:1:1:999, its record has another digest\.",
    ),
}
"""What is changed, and the first that the audit says: rule, word, sentence."""


async def audited(store: Store) -> Report:
    return await audit_store(store, replay_by({}), now_ms=8, show_progress=lambda _read, _of: None)


async def test_a_room_as_the_server_writes_it_passes_the_audit(store: Store) -> None:
    await play(store)
    report = await audited(store)
    assert report.breaches == ()
    assert (report.hands, report.hands_replayed, report.hands_taken_back) == (HANDS, HANDS, 1)


RELATIONS = (
    "ledger_head",
    "tables",
    "accounts",
    "transfers",
    "entries",
    "set_aside",
    "hands",
    "dealt_in",
    "statistics",
    "outbox",
)


@rule("CRASH-01")
async def test_whatever_is_changed_past_the_store_is_found(store: Store, address: str) -> None:
    await play(store)
    await run(address, *(f"create table copy_of_{one} as select * from {one}" for one in RELATIONS))
    restored = [
        statement
        for one in RELATIONS
        for statement in (f"delete from {one}", f"insert into {one} select * from copy_of_{one}")
    ]
    for what, (sql, broken, word, sentence) in TAMPERED.items():
        await past_the_guards(address, sql)
        first = (await audited(store)).breaches[0]
        assert (first.rule, first.what) == (broken, word), what
        assert re.fullmatch(sentence, first.sentence), what
        await past_the_guards(address, *restored)
    assert (await audited(store)).breaches == ()


async def test_two_transfers_that_changed_places_are_found(store: Store, address: str) -> None:
    await play(store)
    await past_the_guards(
        address,
        "update transfers set seq = 1000 where seq = 3",
        "update transfers set seq = 3 where seq = 4",
        "update transfers set seq = 4 where seq = 1000",
    )
    first = (await audited(store)).breaches[0]
    assert (first.rule, first.what, first.position) == ("I12", "hash_does_not_follow", 3)


@rule("CRASH-01")
async def test_an_epoch_that_went_back_is_found(store: Store, address: str) -> None:
    await store.claim(TableId(9), "them")
    sample = SampleTable(await store.claim(TableId(9), "us"), seed=1)
    for transfer in sample.funding():
        await store.transfer(transfer)
    await store.settle(sample.hand())
    await past_the_guards(address, "update tables set epoch = 1")
    report = await audit_store(store, None, now_ms=8, show_progress=lambda _read, _of: None)
    assert [breach.sentence for breach in report.breaches] == [
        "At the end: table 9 is in epoch 1, but has settled hands of epoch 2.",
        "At the end: epoch of tables 9 is 1, but seal 2 has 2.",
    ]


async def test_many_transfers_that_are_gone_do_not_hide_those_after_them(
    store: Store, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardroom.store.audit.reading.CHUNK", 2)
    await play(store)
    last = (await store.standing()).head.transfers
    await past_the_guards(address, "delete from transfers where seq > 3 and seq < 14")
    report = await audited(store)
    assert report.transfers == last - 10
    first = report.breaches[0]
    assert (first.what, first.position) == ("transfers_missing", 14)
    assert "10 before it are missing, the last one is transfer 3." in first.sentence


async def test_a_guard_that_is_gone_or_blunted_is_found(store: Store, address: str) -> None:
    await play(store)
    postgres = address.startswith("postgresql")
    await run(address, f"drop trigger entries_stay{' on entries' if postgres else ''}")
    blunt = (
        "create or replace function verify_seal() returns trigger language plpgsql as"
        " $$ begin return null; end $$"
    )
    if postgres:
        await run(address, blunt)
    else:
        await run(
            address,
            "drop trigger transfers_seal",
            "create trigger transfers_seal before insert on transfers when 0 begin select 1; end",
        )
    assert [breach.sentence for breach in (await audited(store)).breaches] == [
        "At the end: the guard entries_stay of the database is missing or turned off.",
        "At the end: the guard transfers_seal of the database was changed.",
    ]


async def test_a_past_that_was_cut_off_with_everything_beside_it_is_missed_by_its_hash(
    store: Store, address: str
) -> None:
    await play(store)
    noted = (await store.standing()).head.hash
    hold = "(select max(seq) from transfers)"
    await past_the_guards(
        address,
        f"delete from set_aside where opened = {hold}",
        "update accounts set balance = balance + 100 where name = 'player:90:cash:EUR'",
        "update accounts set balance = 0 where name = 'case:5:held:90:EUR'",
        f"delete from entries where transfer = {hold}",
        f"delete from transfers where seq = {hold}",
        "delete from outbox where id = (select max(id) from outbox)",
        (
            "update ledger_head set transfers = transfers - 1, messages = messages - 1,"
            " hash = (select hash from transfers order by seq desc limit 1)"
        ),
    )
    assert (await audited(store)).breaches == ()
    report = await audit_store(
        store, None, now_ms=8, show_progress=lambda _read, _of: None, noted=[noted]
    )
    assert [breach.what for breach in report.breaches] == ["noted_hash_missing"]


async def test_a_database_that_lacks_a_relation_or_the_head_is_told_in_a_sentence(
    store: Store, address: str
) -> None:
    await past_the_guards(address, "delete from ledger_head")
    (breach,) = (await audited(store)).breaches
    assert (breach.rule, breach.what) == ("I12", "database_damaged")
    assert "the head of the ledger is gone" in breach.sentence
    await past_the_guards(address, "drop table outbox")
    with pytest.raises(CardroomError, match=r"no whole database of cardroom: .*outbox"):
        await store.waiting_messages(1)
