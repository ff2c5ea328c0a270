"""An operator voids a hand: a running one is rolled back, a paid one is given back."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from cardroom.errors import AccessRefused, OperatorRefused
from cardroom.ledger import Kind, PlayerId
from cardroom.ledger.accounts import house, player_cash
from cardroom.ledger.banking import request_withdrawal
from cardroom.ledger.overrides import adjust
from cardroom.office.operator_pages import HandVoid, VoidShare
from cardroom.office.voiding import Voiding
from cardroom.room.operator_desk import HAND_ENDS_S
from cardroom.room.people import Caller
from cardroom.room.requests import ComeBack, Leave, TopUp
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule
from tests.server.fakes import FakeAccounts, FakeCases

ROBIN = Caller(player=PlayerId(99), name="Robin", kind="person", role="administrator")
DANA = Caller(player=PlayerId(98), name="Dana", kind="person", role="administrator")
WHY = "the deck held a card twice"
FUNDS = 100_000
STACK = 1_000
FIRST = f"hand:{TABLE}:1:1"


class Desk:
    """A table of three whose first hand is over, and who may void it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.cases = FakeCases()
        room, store = scene.shell.room, scene.shell.store
        self.voiding = Voiding(room, store, FakeAccounts(), self.cases)

    @classmethod
    async def open(cls) -> "Desk":
        return cls(await Scene.open())

    async def all_in(self) -> None:
        """Everybody puts everything in; one has it all."""
        await self.scene.turn()
        number = self.scene.task.table.number
        to = 1_000
        while self.scene.task.table.number == number and self.scene.task.table.deal is not None:
            if self.scene.task.table.actor is None:
                await asyncio.sleep(0.01)
                continue
            await self.scene.act("raise" if to else "call", to)
            to = 0
            await asyncio.sleep(0)

    async def void(
        self, key: str = FIRST, who: Caller = ROBIN, why: str = WHY, *, house_pays: bool = False
    ) -> HandVoid:
        return await self.voiding.void(who, key, why, house_pays=house_pays)

    async def winner(self) -> PlayerId:
        """Who won the first hand."""
        plan = await self.voiding.look(FIRST)
        return next(PlayerId(share.player) for share in plan.shares if share.amount < 0)

    def cash(self) -> dict[int, int]:
        ledger = self.scene.shell.store.ledger
        return {who: ledger.balance(player_cash(who, "EUR")) for who in self.scene.clients}

    def stacks(self) -> dict[int, int]:
        return {one.player: one.stack for one in self.scene.task.table.in_order()}

    async def spend(self, player: int, left: int) -> None:
        """Withdraw all cash of a player but this."""
        wallets, who = self.scene.shell.room.services.wallets, PlayerId(player)
        amount = await wallets.look_up(who) - left
        asked = request_withdrawal(who, amount, "EUR", reference=f"w{player}", at_ms=1)
        await wallets.book(asked)


def staged(story: Callable[[Desk], Awaitable[None]]) -> None:
    """Tell a story about a table in virtual time."""

    async def play() -> None:
        desk = await Desk.open()
        await story(desk)
        await desk.scene.shell.room.stop()
        assert sum(desk.scene.shell.store.ledger.balances.values()) == 0

    run(play())


@rule("CASH-01", "CASH-03", "AMB-24")
def test_a_paid_hand_is_given_back_in_cash_while_the_table_plays_on() -> None:
    async def story(desk: Desk) -> None:
        await desk.scene.fold_to_one()
        plan = await desk.voiding.look(FIRST)
        assert (plan.state, plan.rake, sum(share.amount for share in plan.shares)) == ("paid", 0, 0)
        await desk.scene.turn()
        stacks = desk.stacks()
        done = await desk.void()
        assert (done.state, done.reason, done.operator) == ("void", WHY, "Robin")
        assert done.shares == plan.shares
        moved = {share.player: share.amount for share in done.shares}
        assert desk.cash() == {who: FUNDS - STACK + moved.get(who, 0) for who in desk.scene.clients}
        assert (desk.stacks(), desk.scene.task.frozen) == (stacks, "")
        assert desk.scene.task.table.number == 2
        await desk.scene.fold_to_one()

    staged(story)


@rule("CASH-01")
def test_everybody_who_was_dealt_in_has_it_on_record_and_is_told() -> None:
    async def story(desk: Desk) -> None:
        for client in desk.scene.clients.values():
            await client.listen("me")
        await desk.scene.fold_to_one()
        await desk.void()
        record = [(actor, who, deed) for actor, who, deed, _ in desk.cases.deeds]
        assert sorted(record) == [(99, who, "voided_hand") for who in (1, 2, 3)]
        assert {why for _, _, _, why in desk.cases.deeds} == {f"{FIRST}: {WHY}"}
        said = desk.scene.events(1, "announced")
        assert [one["text"] for one in said] == [
            f"Hand 1 at table {TABLE} was declared void by the house. Reason: {WHY}"
        ]
        winner = await desk.winner()
        last = msgspec.json.decode(desk.scene.clients[winner].frames[-2])
        assert (last["ch"], last["d"]["type"]) == ("me", "balance_changed")
        assert last["d"]["balance"] == desk.cash()[winner] < FUNDS - STACK

    staged(story)


@rule("AMB-24")
def test_the_same_word_again_moves_nothing_and_another_is_refused() -> None:
    async def story(desk: Desk) -> None:
        await desk.scene.fold_to_one()
        done = await desk.void()
        cash = desk.cash()
        assert await desk.void() == done
        for who, why in ((DANA, WHY), (ROBIN, "something else")):
            with pytest.raises(OperatorRefused, match="hand is void") as refusal:
                await desk.void(who=who, why=why)
            assert refusal.value.details["operator"] == "Robin"
        assert desk.cash() == cash

    staged(story)


@rule("AMB-24")
def test_of_two_operators_at_once_one_voids_the_hand() -> None:
    async def story(desk: Desk) -> None:
        await desk.scene.fold_to_one()
        both = await asyncio.gather(desk.void(), desk.void(who=DANA), return_exceptions=True)
        assert [type(one) for one in both] == [HandVoid, OperatorRefused]
        assert sum(desk.cash().values()) == 3 * (FUNDS - STACK)

    staged(story)


@rule("AMB-24", "AMB-69", "CRASH-02")
def test_a_running_hand_is_rolled_back_and_dealt_again() -> None:
    async def story(desk: Desk) -> None:
        await desk.scene.act("raise", 100)
        assert (await desk.voiding.look(FIRST)).state == "running"
        done = await desk.void()
        assert (done.state, done.shares, done.reason) == ("void", (), "")
        assert desk.stacks() == dict.fromkeys(desk.scene.clients, STACK)
        assert sorted(who for _, who, _, _ in desk.cases.deeds) == [1, 2, 3]
        await desk.scene.turn()
        assert desk.scene.task.table.number == 2
        assert await desk.void() == done
        assert len(desk.cases.deeds) == 3
        await desk.scene.fold_to_one()

    staged(story)


def test_the_floors_own_decision_is_logged_as_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def story(desk: Desk) -> None:
        await desk.scene.act("raise", 100)
        await desk.void()

    with caplog.at_level(logging.INFO, "cardroom.room"):
        staged(story)
    said = {record.getMessage(): record.levelname for record in caplog.records}
    assert set(said.values()) <= {"INFO", "WARNING"}
    assert any(text.startswith(f"hand {FIRST} is void") for text in said)


@rule("AMB-24")
def test_who_has_no_cash_left_gives_it_from_his_stack_between_two_hands() -> None:
    async def story(desk: Desk) -> None:
        await desk.all_in()
        winner = max(desk.stacks(), key=lambda who: desk.stacks()[who])
        for loser in set(desk.scene.clients) - {winner}:
            assert desk.stacks()[loser] == 0
        won = desk.stacks()[winner] - STACK
        await desk.spend(winner, left=300)
        plan = await desk.voiding.look(FIRST)
        share = next(one for one in plan.shares if one.player == winner)
        assert (share.amount, share.from_stack, share.missing) == (-won, won - 300, 0)
        done = await desk.void()
        assert done.shares == plan.shares
        assert await desk.void() == done
        assert desk.stacks()[winner] == STACK + 300
        assert desk.cash()[winner] == 0
        assert desk.scene.shell.store.escrow(TABLE) == {winner: STACK + 300}
        for loser in set(desk.scene.clients) - {winner}:
            assert desk.cash()[loser] == FUNDS
        taken = desk.scene.events(winner, "stack_taken")
        assert [one["amount"] for one in taken] == [won - 300]

    staged(story)


@rule("AMB-24")
def test_a_stack_is_reached_when_the_hand_in_progress_is_over() -> None:
    async def story(desk: Desk) -> None:
        await desk.scene.fold_to_one()
        (winner,) = [share.player for share in (await desk.voiding.look(FIRST)).shares
                     if share.amount < 0]  # fmt: skip
        await desk.spend(winner, left=0)
        await desk.scene.turn()
        waiting = asyncio.create_task(desk.void())
        await asyncio.sleep(1)
        assert not waiting.done()
        await desk.scene.fold_to_one()
        done = await waiting
        assert done.state == "void"
        await desk.scene.turn()
        assert desk.scene.task.table.number == 3
        await desk.scene.fold_to_one()

    staged(story)


@rule("AMB-24")
def test_a_hand_that_does_not_end_is_not_waited_for_for_ever() -> None:
    async def story(desk: Desk) -> None:
        await desk.scene.fold_to_one()
        (winner,) = [share.player for share in (await desk.voiding.look(FIRST)).shares
                     if share.amount < 0]  # fmt: skip
        await desk.spend(winner, left=0)
        cash = desk.cash()
        await desk.scene.turn()
        waiting = asyncio.create_task(desk.void())
        for _ in range(int(HAND_ENDS_S) // 4 + 1):
            await asyncio.sleep(4)
            if desk.scene.task.table.actor is not None and not waiting.done():
                await desk.scene.act("raise", desk.scene.task.table.hand.options.raise_from)  # type: ignore[union-attr]
        with pytest.raises(OperatorRefused, match="hand in progress"):
            await waiting
        assert desk.cash() == cash
        await asyncio.sleep(0.01)
        assert not desk.scene.task._holds

    staged(story)


@rule("AMB-24")
def test_who_has_left_and_spent_it_pays_nothing_unless_the_house_does() -> None:
    async def story(desk: Desk) -> None:
        await desk.all_in()
        winner = max(desk.stacks(), key=lambda who: desk.stacks()[who])
        won = desk.stacks()[winner] - STACK
        await desk.scene.ask(winner, Leave(id="l", ch=f"table:{TABLE}"))
        await desk.spend(winner, left=200)
        plan = await desk.voiding.look(FIRST)
        share = next(one for one in plan.shares if one.player == winner)
        assert (share.from_stack, share.missing) == (0, won - 200)
        with pytest.raises(OperatorRefused, match="winner has too little") as refusal:
            await desk.void()
        assert refusal.value.details == {
            "missing": [{"player": winner, "name": f"player{winner}", "amount": won - 200}],
            "currency": "EUR",
        }
        assert desk.cash()[winner] == 200
        assert desk.cases.deeds == []
        done = await desk.void(house_pays=True)
        assert done.shares == plan.shares
        assert VoidShare(player=winner, name=f"player{winner}", amount=-won, missing=won - 200) in (
            done.shares
        )
        assert desk.cash() == {who: 0 if who == winner else FUNDS for who in desk.scene.clients}
        overlay = house(Kind.OVERLAY, "EUR")
        assert desk.scene.shell.store.ledger.balance(overlay) == 200 - won

    staged(story)


@rule("CASH-01")
def test_a_house_without_this_override_voids_nothing() -> None:
    async def story(desk: Desk) -> None:
        await desk.scene.fold_to_one()
        room = desk.scene.shell.room
        conduct = msgspec.structs.replace(room.rules.conduct, overrides=("move_money",))
        room.rules = msgspec.structs.replace(room.rules, conduct=conduct)
        with pytest.raises(OperatorRefused, match="not in this edition"):
            await desk.void()
        assert set(desk.cash().values()) == {FUNDS - STACK}

    staged(story)


@rule("AMB-24")
def test_at_a_frozen_table_a_stack_is_reached_at_once_and_the_table_plays_on() -> None:
    async def story(desk: Desk) -> None:
        await desk.all_in()
        winner = max(desk.stacks(), key=lambda who: desk.stacks()[who])
        await desk.spend(winner, left=0)
        room = desk.scene.shell.room
        await room.operator.freeze(TABLE)
        await desk.void()
        assert (desk.stacks()[winner], desk.scene.task.frozen) == (STACK, "operator")
        await room.operator.unfreeze(TABLE)
        for loser in set(desk.scene.clients) - {winner}:
            await desk.scene.ask(loser, TopUp(id="t", ch=f"table:{TABLE}", amount=STACK))
            await desk.scene.ask(loser, ComeBack(id="i", ch=f"table:{TABLE}"))
        await desk.scene.turn()
        assert desk.scene.task.table.number == 2
        await desk.scene.fold_to_one()

    staged(story)


@rule("AMB-24")
def test_rake_that_the_house_has_taken_out_is_not_given_back() -> None:
    async def story(desk: Desk) -> None:
        await desk.all_in()
        ledger = desk.scene.shell.store.ledger
        rake, bank = house(Kind.RAKE, "EUR"), house(Kind.BANK, "EUR")
        taken = ledger.balance(rake)
        assert taken > 0
        ledger.apply(
            adjust(taken, rake, bank, request="r", operator="Robin", note="earnings", at_ms=1)
        )
        with pytest.raises(OperatorRefused, match="rake is gone") as refusal:
            await desk.void()
        assert refusal.value.details == {"rake": taken, "at_most": 0}
        assert set(desk.cash().values()) == {FUNDS - STACK}

    staged(story)


def test_a_hand_that_nobody_played_is_not_found() -> None:
    async def story(desk: Desk) -> None:
        for key in ("hand:1:1:77", "hand:9:1:1", "nonsense"):
            with pytest.raises(AccessRefused, match="no such hand"):
                await desk.void(key)
            with pytest.raises(AccessRefused, match="no such hand"):
                await desk.voiding.look(key)

    staged(story)
