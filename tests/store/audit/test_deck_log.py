"""The audit follows the log of the decks: whatever is changed there past the store is found."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from cardroom.fairness.context import read_context
from cardroom.fairness.draws.logged import read_logged
from cardroom.fairness.hand_list import list_hash, read_list
from cardroom.fairness.keys import SigningKey
from cardroom.fairness.log import LogKind, record_hash
from cardroom.ledger.audit import Report
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store
from cardroom.store.audit.deck_log import split_list
from tests.room.fair_rooms import KEY
from tests.rule import rule
from tests.store.fair_room import HANDS, fair_room
from tests.store.raw import past_the_guards, run

LAST = "(select max(number) from deck_log)"

TAMPERED: dict[str, tuple[str, str, str]] = {
    "a list": (
        (
            "update deck_log set content = (select content from deck_log where number = 1)"
            " where number = 0"
        ),
        "deck_log_broken",
        "deck log record 0: its hash is not that of its content",
    ),
    "a hash": (
        "update deck_log set hash = (select hash from deck_log where number = 0) where number = 2",
        "deck_log_broken",
        "deck log record 2: its hash is not that of its content",
    ),
    "a kind": (
        "update deck_log set kind = 'void' where number = 1",
        "deck_log_broken",
        "deck log record 1: its hash is not that of its content",
    ),
    "a record out of the middle": (
        "delete from deck_log where number = 1",
        "deck_record_missing",
        "deck log record 2: 1 before it are missing",
    ),
    "the last record": (
        f"delete from deck_log where number = {LAST}",
        "deck_log_cut",
        r"the deck log ends after \d+ records, it had \d+",
    ),
    "the root of a head": (
        "update deck_log_heads set root = (select hash from deck_log where number = 0)",
        "deck_head_differs",
        r"deck log record \d+: a signed head has another root after it",
    ),
    "the time of a head": (
        "update deck_log_heads set at_ms = at_ms + 1",
        "deck_head_not_signed",
        r"the head of the deck log at \d+ records is not the room's",
    ),
}
"""What is changed, and the first that the audit says about the log."""


@pytest.fixture
def played(tmp_path: Path) -> str:
    path = tmp_path / "room.db"
    path.write_bytes(fair_room())
    return f"sqlite:///{path}"


async def audited(address: str) -> Report:
    async with await Store.open_to_read(address) as store:
        return await audit_store(store, None, now_ms=8, show_progress=lambda _read, _of: None)


async def findings(address: str) -> list[tuple[str, str]]:
    """What the audit says about the log of the decks."""
    return [
        (one.what, one.sentence.removeprefix("At the end: ").removesuffix("."))
        for one in (await audited(address)).breaches
        if one.what.startswith(("deck", "draw", "listed"))
    ]


@rule("CASH-02")
async def test_a_room_with_such_decks_passes_the_audit(played: str) -> None:
    report = await audited(played)
    assert report.breaches == ()
    assert report.hands == HANDS
    kinds = [kind for (kind,) in await run(played, "select kind from deck_log order by number")]
    assert sorted(set(kinds)) == ["draw", "list", "void", "withheld"]
    assert kinds.count("list") == HANDS + 2, "one was drawn again and one is void"


@rule("CASH-02")
@pytest.mark.parametrize("what", TAMPERED)
async def test_whatever_is_changed_in_the_log_is_found(played: str, what: str) -> None:
    sql, word, sentence = TAMPERED[what]
    await past_the_guards(played, sql)
    first, said = (await findings(played))[0]
    assert first == word
    assert re.fullmatch(sentence, said)


async def rewrite(address: str, change: dict[int, list[tuple[LogKind, bytes]]]) -> None:
    """Put records in the place of others, and make the chain fit again, as whoever owns the
    database could."""
    rows = await run(address, "select number, kind, content, box from deck_log order by number")
    kept = [
        (*record, bytes(box))
        for number, kind, content, box in rows
        for record in change.get(number, [(kind, bytes(content))])
    ]
    last, records = bytes(32), []
    for number, (kind, content, box) in enumerate(kept):
        last = record_hash(number, kind, content, last)
        records.append((number, kind, content, last, box))
    insert = "insert into deck_log (number, kind, content, hash, box) values ($1, $2, $3, $4, $5)"
    await past_the_guards(
        address,
        "delete from deck_log_heads",
        "delete from deck_log",
        *((insert, record) for record in records),
    )


async def lists(address: str) -> dict[int, bytes]:
    rows = await run(address, "select number, content from deck_log where kind = 'list'")
    return {number: bytes(content) for number, content in rows}


@rule("CASH-02")
async def test_a_list_that_is_signed_by_another_key_is_found(played: str) -> None:
    number, content = min((await lists(played)).items())
    encoded, signature = split_list(content)
    forged = SigningKey(bytes(32)).sign(list_hash(encoded))
    assert KEY.sign(list_hash(encoded)) == signature
    await rewrite(played, {number: [("list", encoded + forged)]})
    found = [what for what, _ in await findings(played)]
    assert found == ["deck_list_not_signed", "deck_list_missing"]


@rule("CASH-02", "CASH-08")
async def test_a_button_whose_list_is_gone_from_the_log_is_found(played: str) -> None:
    rows = await run(played, "select number, content from deck_log where kind = 'draw'")
    logged = {number: read_logged(bytes(content)) for number, content in rows}
    buttons = [number for number, one in logged.items() if one and one.context.scope == "table"]
    await rewrite(played, {buttons[0]: []})
    ((what, said),) = await findings(played)
    assert what == "draw_list_missing"
    assert re.fullmatch(
        r"deck log record \d+: the button of hand:1:1:1 was drawn by a list .*", said
    )


@rule("CASH-02", "CASH-04")
@pytest.mark.parametrize("what", ["listed", "opened"])
async def test_a_seat_whose_draw_was_changed_in_the_log_is_found(played: str, what: str) -> None:
    rows = await run(played, "select number, content from deck_log where kind = 'draw'")
    number, content = next(
        (number, bytes(content))
        for number, content in rows
        if (logged := read_logged(bytes(content))) is not None and logged.what == what
    )
    changed = content[:-3] + bytes([content[-3] ^ 1]) + content[-2:]
    await rewrite(played, {number: [("draw", changed)]})
    assert {found for found, _ in await findings(played)} == {"draw_record_wrong"}


@rule("CASH-02")
async def test_a_hand_whose_list_is_gone_from_the_log_is_found(played: str) -> None:
    await rewrite(played, {max(await lists(played)): []})
    assert await findings(played) == [
        (
            "deck_list_missing",
            f"{HANDS} hands have a proof, and the lists of {HANDS - 1} are in the deck log",
        )
    ]


@rule("CASH-02")
async def test_a_listed_hand_that_was_dropped_without_a_word_is_found(played: str) -> None:
    ((number,),) = await run(played, "select number from deck_log where kind = 'void'")
    await rewrite(played, {number: []})
    assert await findings(played) == [], "its record says that it is void"
    await past_the_guards(
        played,
        "delete from dealt_in where hand = (select id from hands where status = 'void')",
        "delete from hands where status = 'void'",
    )
    ((what, said),) = await findings(played)
    assert what == "listed_hand_missing"
    assert re.fullmatch(r"deck log record \d+: hand:1:\d+:\d+ is neither stored nor void, .*", said)


@rule("CASH-02", "CRASH-01")
async def test_a_process_that_hung_may_say_that_its_hand_is_void_when_another_has_dealt(
    played: str,
) -> None:
    ((number, content),) = await run(
        played, "select number, content from deck_log where kind = 'void'"
    )
    void = read_context(bytes(content))
    listed = read_list(split_list((await lists(played))[number - 1])[0])
    assert listed is not None
    assert listed.context == void
    elsewhere = replace(listed, context=replace(void, epoch=void.epoch + 1, hand=1))
    signed = elsewhere.encoded + KEY.sign(list_hash(elsewhere.encoded))
    await rewrite(played, {number: [("list", signed), ("void", bytes(content))]})
    assert await findings(played) == []


@rule("CASH-02")
async def test_a_withheld_seed_belongs_to_the_list_before_it(played: str) -> None:
    rows = await run(played, "select number, content from deck_log where kind = 'withheld'")
    number, content = rows[0]
    await rewrite(played, {number: [("withheld", bytes(40) + bytes(content)[40:])]})
    assert (await findings(played))[0] == (
        "deck_list_missing",
        f"deck log record {number}: there is no list before it",
    )
