"""A hand that was paid and is taken back: money, record, counts and audit, on both databases."""

import asyncio

import pytest

from cardroom.errors import ActionRefused, TransferRefused
from cardroom.ledger import Answer, Kind, SettledHand, Transfer
from cardroom.ledger.accounts import house, player_cash
from cardroom.ledger.audit import Report
from cardroom.ledger.overrides import take_back
from cardroom.room.hand_pages import HandFilter
from cardroom.rulebook import edition
from cardroom.store import Store
from cardroom.store.audit.auditing import audit_store, replay_by
from cardroom.store.hands.library import StoredLibrary
from cardroom.store.hands.scorebook import StoredScorebook
from cardroom.store.house.accounts import StoredAccounts
from cardroom.store.house.holdings import StoredHoldings
from cardroom.store.rooms import RoomStore
from tests.rule import rule
from tests.store.raw import past_the_guards
from tests.store.test_library import ANA, BEN, CAT, NAMES, QUIET, SHOWDOWN, STACK, Table, table

__all__ = ["table"]
WHY = "the deck held a card twice"


def back(hand: SettledHand, at_ms: int = 90) -> Transfer:
    return take_back(hand, {}, operator="Robin", note=WHY, at_ms=at_ms)


async def audit(store: Store) -> Report:
    return await audit_store(
        store, replay_by({}), now_ms=100, show_progress=lambda _read, _of: None
    )


async def counts(store: Store) -> dict[int, dict[str, int]]:
    """What is counted about everybody."""
    return {player: await store.statistics(player) for player in NAMES.values()}


@rule("CASH-01", "CRASH-03", "AMB-24")
async def test_a_hand_that_is_taken_back_gives_everybody_his_money_and_leaves_the_stacks(
    store: Store, table: Table
) -> None:
    hand = await table.settle(SHOWDOWN, at_ms=10)
    stacks = await store.stacks(hand.table)
    assert await store.transfer(back(hand)) is Answer.APPLIED
    assert await store.transfer(back(hand)) is Answer.ALREADY_APPLIED
    cash = {who: await store.balance(player_cash(who, "EUR")) for who in NAMES.values()}
    assert cash == {who: STACK - hand.deltas[who] for who in NAMES.values()}
    assert await store.stacks(hand.table) == stacks
    report = await audit(store)
    assert (report.breaches, report.hands, report.hands_taken_back) == ((), 1, 1)


@rule("AMB-24")
async def test_a_hand_is_taken_back_once(store: Store, table: Table) -> None:
    hand = await table.settle(SHOWDOWN, at_ms=10)
    await store.transfer(back(hand))
    with pytest.raises(TransferRefused, match="key with another content"):
        await store.transfer(back(hand, at_ms=91))
    assert await store.balance(player_cash(BEN, "EUR")) == STACK - hand.deltas[BEN]


@rule("AMB-24")
async def test_a_hand_that_was_taken_back_counts_nothing(store: Store, table: Table) -> None:
    await table.settle(QUIET, at_ms=10)
    before = await counts(store)
    hand = await table.settle(SHOWDOWN, at_ms=20)
    assert await counts(store) != before
    await store.transfer(back(hand))
    assert await counts(store) == before
    scores = StoredScorebook(store)
    for since_ms in (0, 1):
        found = await scores.statistics(ANA, since_ms)
        assert (found.hands, found.cents, [point.hand for point in found.curve]) == (1, -5, [1])
    assert (await audit(store)).breaches == ()


@rule("AMB-24")
async def test_a_room_that_tells_its_operator_takes_counts_back_too(
    store: Store, table: Table
) -> None:
    room = RoomStore(store, tells=True)
    table.store = room  # type: ignore[assignment]
    hand = await table.settle(SHOWDOWN, at_ms=20)
    await room.move(back(hand), None)
    assert await counts(store) == {player: {} for player in NAMES.values()}
    subjects = [one.subject for one in await store.waiting_messages(9)]
    assert subjects == ["hand.settled", "money.reversed"]
    assert (await audit(store)).breaches == ()


@rule("AMB-24")
async def test_a_hand_and_its_reversal_in_one_commit_count_nothing(
    store: Store, table: Table
) -> None:
    async def wait(hand: SettledHand) -> None:
        waiting.append(hand)

    waiting: list[SettledHand] = []
    settle, store.settle = store.settle, wait  # type: ignore[method-assign, assignment]
    hand = await table.settle(SHOWDOWN, at_ms=10)
    await asyncio.gather(settle(hand), store.transfer(back(hand)))
    assert await counts(store) == {player: {} for player in NAMES.values()}


@rule("AMB-24")
async def test_counts_that_were_not_taken_back_are_found(
    store: Store, table: Table, address: str
) -> None:
    hand = await table.settle(SHOWDOWN, at_ms=10)
    await store.transfer(back(hand))
    put_back = "update statistics set value = 1 where player = 1 and name = 'hands'"
    await past_the_guards(address, put_back)
    report = await audit(store)
    assert [breach.what for breach in report.breaches] == ["statistics_differ"]


@rule("AMB-24")
async def test_a_hand_that_was_taken_back_is_shown_as_void_with_the_reason(
    store: Store, table: Table
) -> None:
    library = StoredLibrary(store, StoredAccounts(store), edition("en-2.7"))
    hand = await table.settle(SHOWDOWN, at_ms=10)
    paid = await library.replay(ANA, hand.key)
    assert paid is not None
    assert (paid.is_void, paid.void_reason) == (False, "")
    await store.transfer(back(hand))
    (listed,) = (await library.hands(ANA, HandFilter())).hands
    assert (listed.key, listed.won, listed.void_reason) == (hand.key, 0, WHY)
    assert (await library.hands(ANA, HandFilter(result="won"))).hands == []
    replay = await library.replay(ANA, hand.key)
    assert replay is not None
    assert (replay.is_void, replay.void_reason, replay.made) == (True, WHY, paid.made)
    audited = await library.audited(hand.key)
    assert audited is not None
    assert audited[0].void_reason == WHY
    (of_table,) = await library.hands_of_table(hand.table, 9)
    assert of_table.is_void


@rule("AMB-24")
async def test_a_hand_that_was_taken_back_is_in_no_file_for_trackers(
    store: Store, table: Table
) -> None:
    library = StoredLibrary(store, StoredAccounts(store), edition("en-2.7"))
    hand = await table.settle(SHOWDOWN, at_ms=10)
    assert await library.hand(ANA, hand.key, "text") is not None
    await store.transfer(back(hand))
    with pytest.raises(ActionRefused, match="hand is void"):
        await library.hand(ANA, hand.key, "text")


@rule("CASH-01", "AMB-24")
async def test_the_statement_of_every_player_says_why(store: Store, table: Table) -> None:
    hand = await table.settle(SHOWDOWN, at_ms=10)
    await store.transfer(back(hand))
    statements = StoredHoldings(store, "EUR")
    for player in (ANA, BEN):
        line = (await statements.statement(player, 2**53, 1))[0]
        assert (line.reason, line.amount, line.note) == ("reversed", -hand.deltas[player], WHY)
        assert (line.table, line.hand, line.balance) == (7, hand.key, STACK - hand.deltas[player])
    assert (await statements.statement(CAT, 2**53, 1))[0].reason == "bought_in"


@rule("AMB-24")
async def test_a_hand_that_was_taken_back_was_still_the_last_one_of_its_table(
    store: Store, table: Table
) -> None:
    hand = await table.settle(SHOWDOWN, at_ms=10)
    await store.transfer(back(hand))
    last = await RoomStore(store).last_hand(hand.table)
    assert last is not None
    assert last.key == hand.key
    await table.settle(QUIET, at_ms=20)
    assert (await audit(store)).breaches == ()


@rule("AMB-24")
async def test_what_the_house_pays_for_a_winner_is_told_apart(store: Store, table: Table) -> None:
    hand = await table.settle(SHOWDOWN, at_ms=10)
    short = take_back(hand, {ANA: 60}, operator="Robin", note=WHY, at_ms=90)
    await store.transfer(short)
    assert await store.balance(player_cash(ANA, "EUR")) == STACK - 30
    assert await store.balance(house(Kind.OVERLAY, "EUR")) == -60
    assert (await audit(store)).breaches == ()
