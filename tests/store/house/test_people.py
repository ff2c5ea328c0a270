"""Accounts, sessions, reports and the outbox on both databases, behind the server's ports."""

import pytest
from msgspec.structs import replace

from cardroom.errors import AccessRefused
from cardroom.ledger import Message, PlayerId
from cardroom.room.people import ALL_SCOPES, Caller
from cardroom.room.records import Account, AccountChange, NewAccount, Session
from cardroom.room.requests import Report
from cardroom.store import Store
from cardroom.store.databases.database import GuardRefused
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.casebook import StoredCases
from cardroom.store.house.outgoing import StoredOutbox
from cardroom.store.house.sessions import StoredSessions
from tests.rule import rule
from tests.store.raw import run
from tests.store.sample_tables import SampleTable

ANA = NewAccount(
    name="Ana", name_key="ana", kind="person", created_ms=5, password_hash="$argon2id$..."
)


async def added(store: Store, new: NewAccount = ANA) -> Account:
    account = await StoredAccounts(store).add(new)
    assert account is not None
    return account


def session_of(account: Account, token: bytes, family: str = "f", ends_ms: int = 99) -> Session:
    return Session(
        token_hash=token, family=family, player=account.player, kind="cookie", scopes=ALL_SCOPES,
        created_ms=1, expires_ms=ends_ms,
    )  # fmt: skip


async def test_an_account_is_found_by_number_and_by_name(store: Store) -> None:
    accounts = StoredAccounts(store)
    ana = await added(store)
    assert await accounts.find(ana.player) == ana
    assert await accounts.find_by_name("ana") == ana
    assert await accounts.find_by_name("ben") is None
    assert await accounts.find(PlayerId(99)) is None


async def test_a_name_belongs_to_one_account_and_a_repeated_try_finds_its_own(
    store: Store,
) -> None:
    accounts = StoredAccounts(store)
    ana = await added(store)
    assert await accounts.add(ANA) == ana
    assert await accounts.add(replace(ANA, created_ms=6)) is None
    ben = await added(store, replace(ANA, name="Ben", name_key="ben"))
    assert ben.player == ana.player + 1


async def test_only_what_is_named_changes(store: Store) -> None:
    accounts = StoredAccounts(store)
    ana = await added(store)
    changed = await accounts.change(ana.player, AccountChange(barred_until_ms=7, bar_reason="x"))
    assert changed == replace(ana, barred_until_ms=7, bar_reason="x")
    assert await accounts.find(ana.player) == changed
    assert await accounts.change(PlayerId(99), AccountChange(role="floor")) is None


async def test_a_guest_takes_a_name_that_is_free(store: Store) -> None:
    accounts = StoredAccounts(store)
    await added(store)
    guest = await added(store, NewAccount(name="G", name_key="g", kind="guest", created_ms=8))
    taken = AccountChange(name="ana", name_key="ana", kind="person", password_hash="h")
    assert await accounts.change(guest.player, taken) is None
    assert await accounts.find(guest.player) == guest
    free = replace(taken, name="Cara", name_key="cara")
    named = await accounts.change(guest.player, free)
    assert named == replace(guest, name="Cara", kind="person", password_hash="h")
    assert await accounts.find_by_name("g") is None


async def test_programs_are_found_by_the_person_who_answers_for_them(store: Store) -> None:
    accounts = StoredAccounts(store)
    ana = await added(store)
    new = NewAccount(name="Bot", name_key="bot", kind="program", created_ms=8, owner=ana.player)
    program = await added(store, new)
    assert await accounts.programs_of(ana.player) == [program]
    assert await accounts.programs_of(program.player) == []


async def test_a_session_is_kept_found_and_ended(store: Store) -> None:
    sessions = StoredSessions(store)
    ana = await added(store)
    kept = session_of(ana, b"one")
    await sessions.begin(kept)
    await sessions.begin(kept)
    assert await sessions.find(b"one") == kept
    assert await sessions.find(b"two") is None
    await sessions.expire(b"one", 50)
    await sessions.expire(b"one", 70)
    assert await sessions.find(b"one") == replace(kept, expires_ms=50)
    await sessions.forget_expired(49)
    assert await sessions.find(b"one") is not None
    await sessions.forget_expired(50)
    assert await sessions.find(b"one") is None


async def test_all_sessions_of_a_player_end_but_those_of_one_family(store: Store) -> None:
    sessions = StoredSessions(store)
    ana = await added(store)
    ben = await added(store, replace(ANA, name="Ben", name_key="ben"))
    await sessions.begin(session_of(ana, b"a1", "here"))
    await sessions.begin(session_of(ana, b"a2", "elsewhere"))
    await sessions.begin(session_of(ben, b"b1", "bens"))
    await sessions.end_all(ana.player, but="here")
    found = [await sessions.find(token) is not None for token in (b"a1", b"a2", b"b1")]
    assert found == [True, False, True]
    await sessions.end_all(ana.player)
    assert await sessions.find(b"a1") is None


@rule("FAIR-12")
async def test_a_report_becomes_a_case_once_and_stays(store: Store, address: str) -> None:
    cases = StoredCases(store)
    ana = await added(store)
    caller = Caller(player=ana.player, name="Ana", kind="person")
    report = Report(id="r-1", kind="collusion", players=(2, 3), text="They never raise", table=7)
    first = await cases.report(caller, report, 10)
    assert await cases.report(caller, report, 20) == first
    assert await cases.report(caller, replace(report, id="r-2"), 20) == first + 1
    with pytest.raises(AccessRefused, match="another content"):
        await cases.report(caller, replace(report, text="They always raise"), 20)
    (kept, _) = await cases.reports(after=0, limit=10)
    assert (kept.case, kept.reporter, kept.at_ms, kept.report) == (first, ana.player, 10, report)
    for change in ("delete from reports", "update reports set at_ms = 0"):
        with pytest.raises(GuardRefused):
            await run(address, change)


async def test_measures_against_an_account_are_kept_in_order(store: Store) -> None:
    cases = StoredCases(store)
    boss, ana = PlayerId(1), PlayerId(2)
    await cases.record(boss, ana, "muted", "shouting", 10)
    await cases.record(boss, ana, "muted", "shouting", 10)
    await cases.record(boss, ana, "barred", "dumping", 20)
    await cases.record(boss, PlayerId(3), "barred", "dumping", 20)
    assert [one.deed for one in await cases.measures(ana)] == ["muted", "barred"]


async def test_messages_wait_until_they_are_delivered_and_can_be_read_again(
    store: Store, sample: SampleTable
) -> None:
    outbox = StoredOutbox(store)
    hand = sample.hand()
    messages = (Message("hand.settled", b'{"n":1}'), Message("player.won", b"{}"))
    await store.settle(replace(hand, outbox=messages))
    first, second = await outbox.waiting(10)
    assert (first.subject, first.body) == ("hand.settled", b'{"n":1}')
    await outbox.mark_delivered([first.id], 5)
    assert await outbox.waiting(10) == [second]
    assert await outbox.replay(0, 10) == [first, second]
    assert await outbox.replay(first.id, 10) == [second]
