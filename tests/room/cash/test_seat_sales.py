"""Seats and top-ups are paid by the store: it reserves or refuses, and no table stops for it."""

import asyncio
import gc
from random import Random

import pytest
from msgspec.structs import replace

from cardroom.cash.rejoin_history import PlayerRecord, SeatHeld
from cardroom.errors import CardroomError, OperatorRefused, Refused, SeatRefused, TransferRefused
from cardroom.ledger import PlayerId, TableId, Transfer
from cardroom.ledger.banking import deposit
from cardroom.ledger.invariants import Invariant
from cardroom.ledger.tables import buy_in
from cardroom.ledger.transfers import Reason
from cardroom.room.cash.seat_sales import SeatSales
from cardroom.room.records import Receipt
from cardroom.room.requests import Play, Sit, TopUp
from tests.room.cash.test_places import offer_of
from tests.room.inside import desk_of, inside
from tests.room.rooms import EUR, NL10, Client, Shell
from tests.room.scenes import TABLE, Scene
from tests.room.virtual import run
from tests.rule import rule

CHANNEL = f"table:{TABLE}"
ELSEWHERE = TableId(77)
BANZAI = Play(id="p", game="nl-holdem", format="banzai", small_blind=25, big_blind=50)


def spend(shell: Shell, player: int, amount: int) -> None:
    """Somebody else brings a player's money to a table of another process."""
    key = str(len(shell.store.ledger.transfers))
    shell.store.ledger.apply(buy_in(ELSEWHERE, PlayerId(player), amount, EUR, request=key, at_ms=1))


@rule("CASH-16", "CRASH-02")
def test_a_buy_in_with_money_that_was_spent_elsewhere_is_refused_and_the_table_plays_on() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9, 5_000)
        await newcomer.listen("me")
        await scene.shell.room.ask(newcomer.caller, NL10)
        offer = offer_of(scene.shell, 9)
        spend(scene.shell, 9, 4_500)
        sits = Sit(id="s1", ch=CHANNEL, amount=1_000)
        with pytest.raises(Refused):
            await scene.shell.room.ask(newcomer.caller, sits)
        assert scene.shell.room.services.wallets.balance(PlayerId(9)) == 500
        assert not scene.task.frozen
        assert not scene.task.table.has(PlayerId(9))
        # The player sees what they have, and takes the seat with that.
        assert b'"balance":500' in b"".join(newcomer.frames)
        assert offer_of(scene.shell, 9) == offer
        await scene.shell.room.ask(newcomer.caller, Sit(id="s2", ch=CHANNEL, amount=500))
        assert scene.task.table.occupant(PlayerId(9)).stack == 500
        await scene.fold_to_one()
        await scene.shell.room.stop()

    run(story())


@rule("CASH-16")
def test_money_that_came_from_elsewhere_can_be_spent_at_once() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9, 400)
        with pytest.raises(SeatRefused, match="not enough money"):
            await scene.shell.room.ask(newcomer.caller, NL10)
        scene.shell.store.ledger.apply(deposit(PlayerId(9), 600, EUR, reference="later", at_ms=1))
        await scene.shell.room.ask(newcomer.caller, NL10)
        await scene.shell.room.ask(newcomer.caller, Sit(id="s", ch=CHANNEL, amount=1_000))
        assert scene.task.table.occupant(PlayerId(9)).stack == 1_000
        await scene.shell.room.stop()

    run(story())


@rule("AMB-40", "CRASH-02")
@pytest.mark.parametrize("moment", ["between the hands", "in mid-hand"])
def test_a_top_up_with_money_that_was_spent_elsewhere_is_on_no_stack(moment: str) -> None:
    async def story() -> None:
        scene = await Scene.open(players=3)
        await scene.fold_to_one()
        loser = min(scene.task.table.in_order(), key=lambda one: one.stack).player
        cash = scene.shell.room.services.wallets.balance(loser)
        missing = 1_000 - scene.task.table.occupant(loser).stack
        asked = TopUp(id="t", ch=CHANNEL, amount=missing)
        if moment == "in mid-hand":
            await scene.turn()
            await scene.ask(loser, asked)
            spend(scene.shell, loser, cash)
        else:
            spend(scene.shell, loser, cash)
            with pytest.raises(TransferRefused):
                await scene.ask(loser, asked)
        await scene.fold_to_one()
        await scene.turn()
        assert not scene.task.frozen
        hand = scene.task.table.hand
        assert hand is not None
        started = dict(zip(hand.started.seats, hand.started.stacks, strict=True))
        escrow = scene.shell.store.escrow(TABLE)
        dealt_in = scene.task.table.deal.dealt_in  # type: ignore[union-attr]
        assert {dealt_in[seat]: stack for seat, stack in started.items()} == escrow
        reasons = [one["reason"] for one in scene.events(loser, "top_up_refused")]
        assert reasons == ["insufficient_funds"]
        assert scene.shell.room.services.wallets.balance(loser) == 0
        await scene.shell.room.stop()

    run(story())


@rule("AMB-40", "CRASH-02")
def test_a_refused_top_up_is_taken_off_once_although_the_table_stops_at_that_moment() -> None:
    async def story() -> None:
        scene = await Scene.open(players=3)
        await scene.fold_to_one()
        wallets, table = scene.shell.room.services.wallets, scene.task.table
        loser = min(table.in_order(), key=lambda one: one.stack).player
        asked = TopUp(id="t", ch=CHANNEL, amount=1_000 - table.occupant(loser).stack)
        tell = wallets.on_unpaid
        assert tell is not None

        def stop_and_tell(number: TableId) -> None:
            scene.task.fail(RuntimeError("planted"))
            tell(number)

        wallets.on_unpaid = stop_and_tell
        spend(scene.shell, loser, wallets.balance(loser))
        with pytest.raises(CardroomError):
            await scene.ask(loser, asked)
        await asyncio.sleep(5)
        assert scene.task.frozen
        stacks = {one.player: one.stack for one in table.in_order()}
        assert stacks == scene.shell.store.escrow(TABLE)
        await scene.shell.room.stop()

    run(story())


def changed(shell: Shell, record: PlayerRecord) -> None:
    """Somebody else writes about a player."""
    known = shell.store.players.get(record.player)
    version = 1 if known is None else known.version + 1
    shell.store.players[record.player] = replace(record, version=version)


@rule("RAT-02", "AMB-65")
def test_a_buy_in_is_decided_again_when_another_process_has_written_about_the_player() -> None:
    """The player has a harmless new record: the seat is theirs, and the record keeps both."""

    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        held = SeatHeld(ELSEWHERE, NL10.stake)
        changed(scene.shell, PlayerRecord(player=PlayerId(9), until_ms=2**50, seats=(held,)))
        await scene.shell.room.ask(newcomer.caller, Sit(id="s", ch=CHANNEL, amount=1_000))
        assert scene.task.table.has(PlayerId(9))
        kept = scene.shell.store.players[PlayerId(9)]
        assert (kept.version, {one.table for one in kept.seats}) == (2, {ELSEWHERE, TABLE})
        await scene.shell.room.stop()

    run(story())


async def offered_banzai(shell: Shell) -> tuple[Client, TableId]:
    """Four players ask for Banzai: the last one, and the table where they are offered a seat."""
    clients = [Client(shell, number) for number in range(1, 5)]
    for client in clients:
        shell.fund(client.viewer)
    for client in clients[:3]:
        await shell.room.ask(client.caller, BANZAI)
    answer = await shell.room.ask(clients[3].caller, BANZAI)
    table = TableId(answer["offers"][0]["table"])  # type: ignore[index]
    await shell.room.until_open(f"table:{table}")
    return clients[3], table


@rule("BANZ-04", "AMB-21")
def test_a_banzai_table_too_many_at_another_process_is_refused_at_the_buy_in() -> None:
    """When the seat was offered the player had none; by now they have four elsewhere."""

    async def story() -> None:
        shell = Shell(3)
        client, table = await offered_banzai(shell)
        four = tuple(SeatHeld(TableId(70 + number), BANZAI.stake) for number in range(4))
        changed(shell, PlayerRecord(player=PlayerId(4), until_ms=2**50, seats=four))
        sits = Sit(id="s", ch=f"table:{table}", amount=500)
        with pytest.raises(SeatRefused) as refused:
            await shell.room.ask(client.caller, sits)
        assert (refused.value.rule, refused.value.reason) == ("BANZ-04", "banzai_table_limit")
        assert not inside(shell.room).table(table).has(PlayerId(4))
        assert shell.store.escrow(table) == {}
        # The seat is still kept for them, should they leave one of the others.
        changed(shell, PlayerRecord(player=PlayerId(4), until_ms=2**50, seats=four[:3]))
        await shell.room.ask(client.caller, replace(sits, id="s2"))
        assert inside(shell.room).table(table).has(PlayerId(4))
        await shell.room.stop()

    run(story())


@rule("BANZ-08")
def test_an_exclusion_that_is_stored_during_a_buy_in_comes_first() -> None:
    """The seat was offered and the request is on its way: no Banzai seat, and no money moves."""

    async def story() -> None:
        shell = Shell(3)
        client, table = await offered_banzai(shell)
        changed(shell, PlayerRecord(player=PlayerId(4), until_ms=2**50, banzai_excluded=True))
        sits = Sit(id="s", ch=f"table:{table}", amount=500)
        with pytest.raises(SeatRefused) as refused:
            await shell.room.ask(client.caller, sits)
        assert (refused.value.rule, refused.value.reason) == ("BANZ-08", "banzai_excluded")
        assert not inside(shell.room).table(table).has(PlayerId(4))
        assert shell.store.escrow(table) == {}
        # From now on the lobby of this process knows it, too; other games are untouched.
        with pytest.raises(SeatRefused, match="banzai"):
            await shell.room.ask(client.caller, replace(BANZAI, id="p2"))
        await shell.room.ask(client.caller, replace(NL10, id="p3"))
        await shell.room.stop()

    run(story())


@rule("BANZ-08")
def test_a_buy_in_that_fails_does_not_undo_an_exclusion() -> None:
    """The operator's word comes while the seat is being paid, and the money is not there."""

    async def story() -> None:
        shell = Shell(3)
        client, table = await offered_banzai(shell)
        history = inside(shell.room).rejoin_history
        before = history.record(PlayerId(4), 0)
        record = history.next_record(PlayerId(4), 0)
        history.banzai.exclude(PlayerId(4), excluded=True)
        history.take_back(record, before)
        assert history.record(PlayerId(4), 0).version == before.version
        sits = Sit(id="s", ch=f"table:{table}", amount=500)
        with pytest.raises(SeatRefused) as refused:
            await shell.room.ask(client.caller, sits)
        assert refused.value.rule == "BANZ-08"
        await shell.room.stop()

    run(story())


@rule("AMB-39")
def test_a_table_too_many_at_another_process_is_refused_at_the_buy_in() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        limit = scene.shell.room.services.limits.seats_per_player
        seats = tuple(SeatHeld(TableId(100 + number), NL10.stake) for number in range(limit))
        changed(scene.shell, PlayerRecord(player=PlayerId(9), until_ms=2**50, seats=seats))
        sits = Sit(id="s", ch=CHANNEL, amount=1_000)
        with pytest.raises(SeatRefused, match="too many tables"):
            await scene.shell.room.ask(newcomer.caller, sits)
        assert PlayerId(9) not in scene.shell.store.escrow(TABLE)
        assert not desk_of(scene.task).expects(PlayerId(9))
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-02", "CASH-16")
def test_a_table_that_stops_before_a_seat_is_decided_again_expects_nobody() -> None:
    """Somebody else writes about the player, nothing is paid, and the table is frozen meanwhile."""

    async def story() -> None:
        scene = await Scene.open(players=4)
        store = scene.shell.store
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        changed(scene.shell, PlayerRecord(player=PlayerId(9), until_ms=2**50))
        read = store.remembered_of

        async def read_while_it_stops(player: PlayerId) -> PlayerRecord | None:
            scene.task.fail(AssertionError("planted"))
            await asyncio.sleep(0.01)
            return await read(player)

        store.remembered_of = read_while_it_stops  # type: ignore[method-assign]
        sits = Sit(id="s", ch=CHANNEL, amount=1_000)
        with pytest.raises(SeatRefused) as refused:
            await scene.shell.room.ask(newcomer.caller, sits)
        assert (refused.value.rule, refused.value.reason) == ("CRASH-02", "table_is_frozen")
        assert not desk_of(scene.task).expects(PlayerId(9))
        assert PlayerId(9) not in store.escrow(TABLE)
        await scene.shell.room.operator.unfreeze(TABLE)
        # The seat is free for others, and for the same player once it is offered again.
        await scene.shell.room.ask(newcomer.caller, replace(NL10, id="p2"))
        assert offer_of(scene.shell, 9)
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-02", "AMB-63")
def test_who_leaves_a_closing_table_has_their_money_although_the_store_refused_it_first() -> None:
    async def story() -> None:
        scene = await Scene.open(players=3)
        shell, store = scene.shell, scene.shell.store
        money, move = scene.money(), store.move
        refused: list[str] = []

        async def move_reluctantly(
            transfer: Transfer,
            under: tuple[TableId, int] | None,
            record: PlayerRecord | None = None,
            receipt: Receipt | None = None,
        ) -> object:
            if transfer.reason is Reason.CASHED_OUT and not refused:
                refused.append(transfer.key)
                raise TransferRefused(Invariant.NOT_BELOW_ZERO, "planted")
            return await move(transfer, under, record, receipt)

        store.move = move_reluctantly  # type: ignore[method-assign]
        await shell.room.operator.close_table(TABLE)
        await scene.fold_to_one()
        await asyncio.sleep(10)
        assert refused
        assert TABLE not in shell.room.tasks
        assert not any(store.escrow(TABLE).values())
        rake = sum(by for name, by in store.ledger.balances.items() if name.startswith("house:"))
        assert sum(scene.money().values()) == sum(money.values()) - rake
        await shell.room.stop()

    run(story())


@rule("CRASH-02", "AMB-63")
@pytest.mark.parametrize("is_paid", [True, False])
def test_money_of_an_earlier_seat_is_not_lost_while_its_player_pays_for_another(
    is_paid: bool,
) -> None:
    """The store had refused their departure; the table stops while they come back."""

    async def story() -> None:
        scene = await Scene.open(players=4)
        shell, store, player = scene.shell, scene.shell.store, PlayerId(9)
        newcomer = Client(shell, 9)
        shell.fund(9, 5_000)
        store.ledger.apply(buy_in(TABLE, player, 300, EUR, request="earlier", at_ms=1))
        await shell.room.ask(newcomer.caller, NL10)
        wallets = shell.room.services.wallets
        buy = wallets.buy

        async def buy_while_it_stops(
            transfer: Transfer, record: PlayerRecord, receipt: Receipt | None
        ) -> None:
            await shell.room.operator.freeze(TABLE)
            with pytest.raises(OperatorRefused, match="cannot play on"):
                await shell.room.operator.unfreeze(TABLE)
            if not is_paid:
                raise TransferRefused(Invariant.ESCROW_IS_STACKS, "planted")
            await buy(transfer, record, receipt)

        wallets.buy = buy_while_it_stops  # type: ignore[method-assign]
        sits = Sit(id="s", ch=CHANNEL, amount=1_000)
        if is_paid:
            await shell.room.ask(newcomer.caller, sits)
        else:
            with pytest.raises(TransferRefused, match="planted"):
                await shell.room.ask(newcomer.caller, sits)
        await asyncio.sleep(1)
        await shell.room.operator.unfreeze(TABLE)
        await asyncio.sleep(0.1)
        stacks = {one.player: one.stack for one in scene.task.table.in_order()}
        assert stacks == store.escrow(TABLE)
        assert stacks.get(player, 0) == (1_300 if is_paid else 0)
        assert wallets.balance(player) == (3_700 if is_paid else 5_000)
        await shell.room.stop()

    run(story())


@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_store_answers_a_seat_is_paid_once_or_not_at_all(seed: int) -> None:
    async def story() -> None:
        scene = await Scene.open(seed=seed, players=3)
        store = scene.shell.store
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        store._chance, store.failures_permille = Random(seed), 300
        await scene.shell.room.ask(newcomer.caller, Sit(id="s", ch=CHANNEL, amount=1_000))
        assert store.escrow(TABLE)[PlayerId(9)] == scene.task.table.occupant(PlayerId(9)).stack
        assert store.escrow(TABLE)[PlayerId(9)] == 1_000
        store.failures_permille = 0
        await scene.shell.room.stop()

    run(story())


@rule("CRASH-02", "CASH-16")
def test_who_has_paid_gets_the_seat_although_the_table_stops_at_that_moment() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        sits = Sit(id="s", ch=CHANNEL, amount=1_000)
        asking = asyncio.create_task(scene.shell.room.ask(newcomer.caller, sits))
        while PlayerId(9) not in scene.shell.store.escrow(TABLE):  # noqa: ASYNC110
            await asyncio.sleep(0.0005)
        scene.task.fail(AssertionError("planted"))
        await asking
        assert scene.task.frozen
        assert scene.task.table.occupant(PlayerId(9)).stack == 1_000
        await scene.shell.room.operator.unfreeze(TABLE)
        await asyncio.sleep(1)
        stacks = {one.player: one.stack for one in scene.task.table.in_order()}
        assert stacks == scene.shell.store.escrow(TABLE)
        await scene.shell.room.stop()

    run(story())


@rule("CASH-16")
def test_a_refusal_that_nobody_waits_for_any_more_is_no_mistake_of_the_room() -> None:
    async def story() -> None:
        scene = await Scene.open(players=4)
        newcomer = Client(scene.shell, 9)
        scene.shell.fund(9)
        await scene.shell.room.ask(newcomer.caller, NL10)
        reported: list[object] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: reported.append(context))
        sits = Sit(id="s", ch=CHANNEL, amount=5)
        sales = SeatSales(scene.shell.room.services)
        asking = asyncio.create_task(sales.sell(newcomer.caller, sits, None))
        await asyncio.sleep(0)
        asking.cancel()
        await asyncio.sleep(5)
        assert asking.cancelled()
        # Only then it would be noticed that nobody has heard the refusal.
        del asking
        gc.collect()
        assert reported == []
        assert not scene.task.table.has(PlayerId(9))
        await scene.shell.room.stop()

    run(story())
