"""AccountStore, SessionStore, CaseBook and Outbox: fakes and the real store answer alike."""

from msgspec.structs import replace

from cardroom.ledger import PlayerId
from cardroom.office.ports import AccountStore, Outbox, SessionStore
from cardroom.room.people import ALL_SCOPES, Caller
from cardroom.room.ports import CaseBook
from cardroom.room.records import Account, AccountChange, NewAccount, Session
from cardroom.room.requests import Report

ANA = NewAccount(name="Ana", name_key="ana", kind="person", created_ms=5, password_hash="$argon2")


async def added(accounts: AccountStore, name: str = "Ana", **more: object) -> Account:
    new = replace(ANA, name=name, name_key=name.lower(), **more)
    account = await accounts.add(new)
    assert account is not None
    return account


# Accounts


async def test_an_account_is_found_by_number_and_name_and_nobody_else_is(
    accounts: AccountStore,
) -> None:
    ana = await added(accounts)
    assert (ana.name, ana.role, ana.owner) == ("Ana", "player", None)
    assert await accounts.find(ana.player) == ana
    assert await accounts.find_by_name("ana") == ana
    assert await accounts.find_by_name("Ana") is None
    assert await accounts.find(PlayerId(99)) is None


async def test_a_name_belongs_to_one_account_and_the_same_try_again_finds_it(
    accounts: AccountStore,
) -> None:
    ana = await added(accounts)
    assert await accounts.add(ANA) == ana
    assert await accounts.add(replace(ANA, created_ms=6)) is None
    ben = await added(accounts, "Ben")
    assert ben.player == ana.player + 1


async def test_names_are_searched_by_their_beginning_in_order(accounts: AccountStore) -> None:
    for name in ("Anton", "Ben", "Ana"):
        await added(accounts, name)
    found = await accounts.search("an", 9)
    assert [one.name for one in found] == ["Ana", "Anton"]
    assert [one.name for one in await accounts.search("an", 1)] == ["Ana"]
    assert await accounts.search("x", 9) == []


async def test_programs_are_found_by_their_owner(accounts: AccountStore) -> None:
    ana = await added(accounts)
    program = await added(accounts, "Bot", kind="program", owner=ana.player)
    assert await accounts.programs_of(ana.player) == [program]
    assert await accounts.programs_of(program.player) == []


async def test_only_what_is_named_changes_and_a_taken_name_is_not_given(
    accounts: AccountStore,
) -> None:
    ana, ben = await added(accounts), await added(accounts, "Ben")
    assert await accounts.change(ben.player, AccountChange(name="Ana", name_key="ana")) is None
    assert await accounts.find(ben.player) == ben
    changed = await accounts.change(ana.player, AccountChange(muted_until_ms=77))
    assert changed == replace(ana, muted_until_ms=77) == await accounts.find(ana.player)
    renamed = await accounts.change(ana.player, AccountChange(name="Anna", name_key="anna"))
    assert renamed == replace(ana, muted_until_ms=77, name="Anna")
    assert await accounts.find_by_name("ana") is None
    assert await accounts.find_by_name("anna") == renamed
    assert await accounts.change(PlayerId(99), AccountChange(muted_until_ms=1)) is None


# Sessions


def session(player: PlayerId, token: bytes, family: str = "f", ends_ms: int = 99) -> Session:
    return Session(
        token_hash=token, family=family, player=player, kind="cookie", scopes=ALL_SCOPES,
        created_ms=1, expires_ms=ends_ms,
    )  # fmt: skip


async def test_a_session_is_found_until_it_is_ended_and_never_ends_later(
    accounts: AccountStore, sessions: SessionStore
) -> None:
    ana = (await added(accounts)).player
    await sessions.begin(session(ana, b"1"))
    assert await sessions.find(b"1") == session(ana, b"1")
    assert await sessions.find(b"2") is None
    await sessions.expire(b"1", 50)
    await sessions.expire(b"1", 70)
    await sessions.expire(b"2", 70)
    assert await sessions.find(b"1") == session(ana, b"1", ends_ms=50)


async def test_all_sessions_of_a_player_end_but_those_of_one_family(
    accounts: AccountStore, sessions: SessionStore
) -> None:
    ana, ben = (await added(accounts)).player, (await added(accounts, "Ben")).player
    for one in (session(ana, b"1"), session(ana, b"2", "g"), session(ben, b"3")):
        await sessions.begin(one)
    await sessions.end_all(ana, but="g")
    assert [await sessions.find(token) is not None for token in (b"1", b"2", b"3")] == [
        False, True, True,
    ]  # fmt: skip
    await sessions.end_all(ana)
    assert await sessions.find(b"2") is None
    assert await sessions.find(b"3") is not None


async def test_expired_sessions_are_forgotten(
    accounts: AccountStore, sessions: SessionStore
) -> None:
    ana = (await added(accounts)).player
    await sessions.begin(session(ana, b"1", ends_ms=50))
    await sessions.begin(session(ana, b"2", ends_ms=51))
    await sessions.forget_expired(50)
    assert await sessions.find(b"1") is None
    assert await sessions.find(b"2") is not None


# Reports and messages


async def test_a_report_is_taken_once_and_each_has_a_case_of_its_own(
    accounts: AccountStore, cases: CaseBook
) -> None:
    ana = await added(accounts)
    caller = Caller(player=ana.player, name="Ana", kind="person")
    first = Report(id="r1", kind="other", players=(9,), text="rude words")
    case = await cases.report(caller, first, 5)
    assert await cases.report(caller, first, 6) == case
    assert await cases.report(caller, replace(first, id="r2"), 7) == case + 1


async def test_an_outbox_without_messages_has_nothing_to_deliver(outbox: Outbox) -> None:
    assert list(await outbox.waiting(9)) == []
    await outbox.mark_delivered([1], 5)
    assert list(await outbox.replay(0, 9)) == []
