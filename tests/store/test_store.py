"""What a settled hand leaves behind, on both databases."""

import asyncio

import msgspec
import pytest

from cardroom.errors import TransferRefused
from cardroom.ledger import (
    Answer,
    Kind,
    Message,
    PlayerId,
    Reason,
    SettledHand,
    Statistic,
    TableId,
    TournamentId,
)
from cardroom.ledger.accounts import escrow, house, player_cash
from cardroom.ledger.banking import cancel_withdrawal, deposit, request_withdrawal
from cardroom.ledger.overrides import reverse
from cardroom.ledger.suspense import due_to_charity, suspend
from cardroom.ledger.tables import buy_in, cash_out
from cardroom.ledger.tournaments import Price, TournamentMoney
from cardroom.store import Claim, Store
from cardroom.store.daybook import BLOCK
from cardroom.store.migrations import known
from tests.rule import rule
from tests.store.conftest import Seating
from tests.store.raw import run
from tests.store.sample_tables import STACK, SampleTable

ANN, BEN, CAT = PlayerId(1), PlayerId(2), PlayerId(3)
TABLE = TableId(7)


async def sit_down(store: Store) -> Claim:
    """Ann sits with 10.00, Ben with 8.00, Cat with 5.00."""
    for player, stack in ((ANN, 1000), (BEN, 800), (CAT, 500)):
        await store.transfer(deposit(player, 2000, "EUR", reference=f"b{player}", at_ms=1))
        await store.transfer(buy_in(TABLE, player, stack, "EUR", request="1", at_ms=2))
    return await store.claim(TABLE, "us")


def ann_wins(claim: Claim, number: int = 1, rake: int = 25) -> SettledHand:
    return SettledHand(
        table=claim.table,
        epoch=claim.epoch,
        number=number,
        edition="en-2.7",
        currency="EUR",
        at_ms=3,
        deltas={ANN: 500 - rake, BEN: -500, CAT: 0},
        rake=rake,
        rake_cap=100,
        stacks={ANN: 1500 - rake, BEN: 300, CAT: 500},
        history=b"what happened",
        statistics=(
            Statistic(ANN, "hands", 1),
            Statistic(ANN, "won", 1),
            Statistic(BEN, "hands", 1),
        ),
        outbox=(Message("hand.settled", b"7/1"), Message("stats", b"x")),
    )


async def test_a_settled_hand_is_money_record_statistics_and_outbox_at_once(store: Store) -> None:
    hand = ann_wins(await sit_down(store))
    assert await store.settle(hand) is Answer.APPLIED
    assert await store.stacks(TABLE) == {ANN: 1475, BEN: 300, CAT: 500}
    assert await store.balance(house(Kind.RAKE, "EUR")) == 25
    found = await store.hand(TABLE, hand.epoch, 1)
    assert found is not None
    assert not found.is_void
    assert found.hand == msgspec.structs.replace(hand, statistics=(), outbox=())
    assert await store.statistics(ANN) == {"hands": 1, "won": 1}
    assert [message[1:] for message in await store.waiting_messages(9)] == [
        ("hand.settled", b"7/1"),
        ("stats", b"x"),
    ]


async def test_the_same_hand_again_changes_nothing(store: Store) -> None:
    hand = ann_wins(await sit_down(store))
    await store.settle(hand)
    before = await store.standing()
    backwards = msgspec.structs.replace(hand, deltas=dict(reversed(hand.deltas.items())))
    assert await store.settle(backwards) is Answer.ALREADY_APPLIED
    assert await store.standing() == before
    assert await store.statistics(ANN) == {"hands": 1, "won": 1}


@pytest.mark.parametrize("changed", ["rake", "history", "outbox"])
async def test_the_same_key_with_another_content_is_refused(store: Store, changed: str) -> None:
    hand = ann_wins(await sit_down(store))
    await store.settle(hand)
    before = await store.standing()
    other = {
        "rake": ann_wins(Claim(TABLE, hand.epoch), rake=50),
        "history": msgspec.structs.replace(hand, history=b"another story"),
        "outbox": msgspec.structs.replace(hand, outbox=()),
    }[changed]
    with pytest.raises(TransferRefused, match="key with another content"):
        await store.settle(other)
    assert await store.standing() == before


@pytest.mark.parametrize("together", [False, True])
async def test_the_same_reference_with_another_amount_is_refused(
    store: Store, together: bool
) -> None:
    first = deposit(ANN, 100, "EUR", reference="r", at_ms=1)
    other = deposit(ANN, 101, "EUR", reference="r", at_ms=1)
    if not together:
        assert await store.transfer(first) is Answer.APPLIED
    answers = await asyncio.gather(
        *(store.transfer(one) for one in (first, other, first)), return_exceptions=True
    )
    assert answers[0] is (Answer.APPLIED if together else Answer.ALREADY_APPLIED)
    refusal = answers[1]
    assert isinstance(refusal, TransferRefused)
    assert (refusal.rule, refusal.reason) == ("I7", "key_with_another_content")
    assert answers[2] is Answer.ALREADY_APPLIED
    assert await store.balance(player_cash(ANN, "EUR")) == 100


@rule("CRASH-01", "HC-54", "AMB-24")
async def test_after_a_crash_the_stacks_are_those_at_the_start_of_the_hand(address: str) -> None:
    async with await Store.open(address) as before_crash:
        await sit_down(before_crash)
    # The crash comes on the turn with 9.00 in the pot: nothing of the hand has reached the store.
    async with await Store.open(address) as after_crash:
        assert await after_crash.stacks(TABLE) == {ANN: 1000, BEN: 800, CAT: 500}
        assert await after_crash.balance(house(Kind.RAKE, "EUR")) == 0
        assert await after_crash.hands_of_table(TABLE, 9) == []


@rule("CRASH-02", "CRASH-05", "AMB-24", "AMB-69")
async def test_a_voided_hand_keeps_its_number_and_moves_nothing(store: Store) -> None:
    hand = ann_wins(await sit_down(store))
    before = await store.standing()
    await store.void(hand)
    await store.void(hand)
    assert await store.standing() == before._replace(head=before.head._replace(hands=1))
    assert await store.statistics(ANN) == {}
    assert await store.waiting_messages(9) == []
    (kept,) = await store.hands_of_table(TABLE, 9)
    assert kept.is_void
    assert kept.hand.key == hand.key
    with pytest.raises(TransferRefused, match="key with another content"):
        await store.settle(hand)
    assert await store.settle(ann_wins(Claim(TABLE, hand.epoch), number=2)) is Answer.APPLIED


@rule("CRASH-02", "AMB-69")
async def test_a_settled_hand_is_not_voided_any_more(store: Store) -> None:
    hand = ann_wins(await sit_down(store))
    await store.settle(hand)
    with pytest.raises(TransferRefused, match="key with another content"):
        await store.void(hand)


@rule("CRASH-01")
async def test_a_former_owner_of_the_table_cannot_pay(store: Store) -> None:
    former = await sit_down(store)
    present = await store.claim(TABLE, "somebody else")
    assert present.epoch == former.epoch + 1 == await store.epoch(TABLE)
    for late in (store.settle(ann_wins(former)), store.void(ann_wins(former))):
        with pytest.raises(TransferRefused, match="table has another owner") as refusal:
            await late
        assert refusal.value.details["epoch"] == present.epoch
    out = cash_out(TABLE, ANN, 1000, "EUR", request="1", at_ms=4)
    with pytest.raises(TransferRefused, match="table has another owner"):
        await store.transfer(out, under=former)
    assert await store.stacks(TABLE) == {ANN: 1000, BEN: 800, CAT: 500}
    assert await store.settle(ann_wins(present)) is Answer.APPLIED


async def test_a_former_owner_hears_that_his_last_hand_was_paid(store: Store) -> None:
    former = await sit_down(store)
    await store.settle(ann_wins(former))
    await store.claim(TABLE, "somebody else")
    assert await store.settle(ann_wins(former)) is Answer.ALREADY_APPLIED


async def test_a_hand_whose_stacks_are_not_the_escrows_is_refused(store: Store) -> None:
    hand = ann_wins(await sit_down(store))
    wrong = msgspec.structs.replace(hand, stacks=hand.stacks | {CAT: 501})
    with pytest.raises(TransferRefused, match="escrow is not stack") as refusal:
        await store.settle(wrong)
    assert refusal.value.rule == "I5"
    assert await store.stacks(TABLE) == {ANN: 1000, BEN: 800, CAT: 500}


async def test_a_refused_hand_leaves_its_neighbours_in_the_same_commit_alone(store: Store) -> None:
    claim = await sit_down(store)
    good, bad = ann_wins(claim), ann_wins(claim, rake=0)
    poor = cash_out(TABLE, CAT, 501, "EUR", request="1", at_ms=4)
    first, second, third = await asyncio.gather(
        store.settle(good), store.settle(bad), store.transfer(poor), return_exceptions=True
    )
    assert first is Answer.APPLIED
    assert isinstance(second, TransferRefused)
    assert isinstance(third, TransferRefused)
    assert third.details["at_most"] == 500


async def test_hands_of_many_tables_share_commits_and_every_stack_is_right(
    store: Store, seated: Seating
) -> None:
    sample_tables = [await seated(number) for number in range(1, 9)]

    async def play(sample: SampleTable) -> None:
        for hand in sample.hands(20):
            assert await store.settle(hand) is Answer.APPLIED

    await asyncio.gather(*(play(sample) for sample in sample_tables))
    for sample in sample_tables:
        assert await store.stacks(sample.claim.table) == sample.stacks
        assert (await store.statistics(sample.players[0]))["hands"] == 20
    standing = await store.standing()
    assert sum(standing.balances.values()) == 0


async def test_what_one_process_remembers_is_forgotten_when_another_writes(
    store: Store, address: str
) -> None:
    async with await Store.open(address) as other:
        await store.transfer(deposit(ANN, 100, "EUR", reference="1", at_ms=1))
        await other.transfer(request_withdrawal(ANN, 70, "EUR", reference="1", at_ms=2))
        with pytest.raises(TransferRefused) as refusal:
            await store.transfer(buy_in(TABLE, ANN, 31, "EUR", request="1", at_ms=3))
        assert refusal.value.details["at_most"] == 30
        await store.transfer(buy_in(TABLE, ANN, 30, "EUR", request="2", at_ms=4))
        assert await other.balance(player_cash(ANN, "EUR")) == 0
        with pytest.raises(TransferRefused):
            await other.transfer(request_withdrawal(ANN, 1, "EUR", reference="2", at_ms=5))


@pytest.mark.parametrize("block", [BLOCK, 3, 1])
async def test_a_player_finds_his_hands_page_by_page(
    store: Store, sample: SampleTable, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("daybook", "reading"):
        monkeypatch.setattr(f"cardroom.store.{module}.BLOCK", block)
    hands = sample.hands(5)
    for hand in hands:
        await store.settle(hand)
    first = await store.hands_of_player(sample.players[0], before=2**53, limit=3)
    rest = await store.hands_of_player(sample.players[0], before=first[-1][0], limit=3)
    assert [found.hand.number for _, found in first + rest] == [5, 4, 3, 2, 1]
    assert await store.hands_of_player(PlayerId(123), before=2**53, limit=3) == []


def test_the_schema_and_the_program_agree_about_the_size_of_a_block() -> None:
    assert known()[9].text.count(f"hands.id / {BLOCK},") == 3


async def test_a_statement_goes_on_where_the_last_page_ended(store: Store) -> None:
    await sit_down(store)
    cash = player_cash(BEN, "EUR")
    (last,) = await store.statement(cash, before=2**53, limit=1)
    (first,) = await store.statement(cash, before=last.seq, limit=9)
    assert [(line.transfer.reason, line.amount, line.balance) for line in (last, first)] == [
        (Reason.BOUGHT_IN, -800, 1200),
        (Reason.DEPOSITED, 2000, 2000),
    ]


async def test_what_is_set_aside_is_found_until_it_is_closed_once(store: Store) -> None:
    await sit_down(store)
    request = request_withdrawal(ANN, 300, "EUR", reference="w1", at_ms=50)
    await store.transfer(request)
    assert await store.set_aside(Reason.WITHDRAWAL_REQUESTED, due_ms=0, limit=9) == [request]
    assert await store.set_aside(Reason.HOLD_PLACED, due_ms=0, limit=9) == []
    back = cancel_withdrawal(request, at_ms=60)
    assert await store.transfer(back) is Answer.APPLIED
    assert await store.transfer(back) is Answer.ALREADY_APPLIED
    assert await store.set_aside(Reason.WITHDRAWAL_REQUESTED, due_ms=0, limit=9) == []
    assert await store.balance(player_cash(ANN, "EUR")) == 1000
    assert await store.stored_transfer(back.key) == back
    assert await store.stored_transfer("nothing") is None


@rule("CRASH-04", "AMB-23")
async def test_after_90_days_what_lies_in_suspense_goes_to_charity_once(store: Store) -> None:
    await sit_down(store)
    source, day = escrow(TABLE, CAT, "EUR"), 24 * 3600 * 1000
    item = suspend(CAT, 500, source, reference="s1", after_days=90, at_ms=1000)
    await store.transfer(item)
    due = 1000 + 90 * day
    assert await store.set_aside(Reason.SUSPENDED, due_ms=due - 1, limit=9) == []
    (early,) = due_to_charity([item], due)
    with pytest.raises(TransferRefused, match="not yet due"):
        await store.transfer(msgspec.structs.replace(early, at_ms=due - 1))
    for _ in range(2):
        found = await store.set_aside(Reason.SUSPENDED, due_ms=due, limit=9)
        for gift in due_to_charity(found, due):
            await store.transfer(gift)
    assert await store.balance(house(Kind.CHARITY, "EUR")) == 500
    assert await store.stacks(TABLE) == {ANN: 1000, BEN: 800}


@rule("CRASH-03", "AMB-24")
async def test_a_malfunction_found_later_is_taken_back_once_by_an_operator(store: Store) -> None:
    hand = ann_wins(await sit_down(store))
    await store.settle(hand)
    paid = await store.stored_transfer(hand.key)
    assert paid is not None
    back = reverse(paid, at_ms=9, operator="floor", note="the dealer showed a card twice")
    assert await store.transfer(back) is Answer.APPLIED
    assert await store.transfer(back) is Answer.ALREADY_APPLIED
    assert await store.stacks(TABLE) == {ANN: 1000, BEN: 800, CAT: 500}
    assert await store.balance(house(Kind.RAKE, "EUR")) == 0


async def test_an_older_hand_than_the_last_is_refused(store: Store) -> None:
    claim = await sit_down(store)
    await store.settle(ann_wins(claim, number=5))
    late = msgspec.structs.replace(
        ann_wins(claim, number=4), deltas={ANN: 0}, rake=0, stacks={ANN: 1475}
    )
    with pytest.raises(TransferRefused, match="hand out of order") as refusal:
        await store.settle(late)
    assert refusal.value.details["after"] == 5


async def test_a_tournament_is_closed_empty_and_not_moved_again(store: Store, address: str) -> None:
    await store.transfer(deposit(ANN, 5000, "EUR", reference="1", at_ms=1))
    sunday = TournamentMoney(TournamentId(5), "EUR")
    await store.transfer(sunday.enter(ANN, Price(900, 0, 100), purchase=1, at_ms=2))
    closing = sunday.close(100, {}, at_ms=5)
    # Another process, which remembers nothing of the pools.
    async with await Store.open(address) as other:
        with pytest.raises(TransferRefused, match="pool not empty"):
            await other.transfer(closing)
        await other.transfer(sunday.pay_prize(ANN, 900, entry=1, at_ms=4))
        assert await other.transfer(closing) is Answer.APPLIED
    with pytest.raises(TransferRefused, match="tournament is closed"):
        await store.transfer(sunday.enter(ANN, Price(900, 0, 100), purchase=2, at_ms=6))
    assert await store.balance(house(Kind.HOUSE_FEES, "EUR")) == 100


async def test_a_message_waits_in_the_outbox_until_it_has_arrived(
    store: Store, address: str
) -> None:
    await store.settle(ann_wins(await sit_down(store)))
    first, second = await store.waiting_messages(9)
    await store.mark_delivered([first.id], at_ms=5)
    await store.mark_delivered([first.id], at_ms=6)
    assert await store.waiting_messages(9) == [second]
    arrived = "select id, delivered_ms from outbox where delivered_ms is not null"
    assert await run(address, arrived) == [(first.id, 5)]


async def test_a_name_belongs_to_one_player(store: Store) -> None:
    assert await store.register(ANN, "ann", at_ms=1)
    assert await store.register(ANN, "ann", at_ms=2)
    assert not await store.register(BEN, "ann", at_ms=3)
    assert not await store.register(ANN, "anna", at_ms=3)


async def test_a_transfer_that_settles_a_hand_comes_with_its_hand(store: Store) -> None:
    from cardroom.ledger import settle_hand

    hand = ann_wins(await sit_down(store))
    with pytest.raises(TransferRefused, match="hand missing"):
        await store.transfer(settle_hand(hand))


async def test_the_audit_reads_every_transfer_in_its_order(
    store: Store, sample: SampleTable
) -> None:
    for hand in sample.hands(30):
        await store.settle(hand)
    last = (await store.standing()).head.transfers
    read = [transfer async for transfer in store.transfers(until=last)]
    assert [transfer.seq for transfer in read] == list(range(1, last + 1))
    settled = [transfer.hand for transfer in read if transfer.hand is not None]
    assert [hand.number for hand in settled] == list(range(1, 31))
    assert sum(len(transfer.entries) for transfer in read) > last


async def test_stacks_are_told_per_table(store: Store, seated: Seating) -> None:
    one, _ = await seated(1), await seated(11)
    assert await store.stacks(TableId(1)) == dict.fromkeys(one.players, STACK)
    assert await store.balance(escrow(TableId(1), one.players[0], "EUR")) == STACK
