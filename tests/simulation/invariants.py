"""What is true of a simulated room at every moment."""

from typing import TYPE_CHECKING

import msgspec

from cardroom.ledger import PlayerId, TableId, read_account
from cardroom.room.cash.owner import CashTableTask
from cardroom.room.ordered_writes import about_player, about_table
from tests.room.inside import desk_of, inside

if TYPE_CHECKING:
    from tests.simulation.world import World

PAUSE_MS = 30_000
"""A pause between two hands, and those between attempts after the store was out of reach."""


def verify(world: "World") -> None:
    """All of it; cheap enough for every settled hand."""
    world.books.read()
    world.orders.verify(world.database.raw, world.books)
    for task in world.room.tasks.values():
        _stacks_are_escrow(world, task)
        _only_what_was_broken_is_frozen(world, task)
        _enough_players_get_a_hand(world, task)
    _balances_are_stored(world)
    _no_seat_is_offered_over_somebodys_head(world)


def _no_seat_is_offered_over_somebodys_head(world: "World") -> None:
    """However late its messages are, the lobby keeps no seat where somebody sits (CASH-04)."""
    tasks = world.room.tasks
    for known in world.room.lobby.lobby.tables:
        occupants = tasks[known.number].table.occupants if known.number in tasks else {}
        for seat, player in known.reserved.items():
            sits = occupants[seat].player if seat in occupants else player
            assert sits == player, f"seat {seat} of {known.number} is {sits}'s, and {player}'s"


def verify_lobby(world: "World") -> None:
    """When nothing is on its way, the lobby knows its tables, and keeps nothing in vain."""
    lobby, tasks = world.room.lobby.lobby, world.room.tasks
    assert {one.number for one in lobby.tables} == set(tasks), "tables of the lobby"
    for known in lobby.tables:
        table = tasks[known.number].table
        seated = {one.seat: one.player for one in table.in_order()}
        assert known.seated == seated, f"the lobby sees {known.seated} at {known.number}"
        out = {one.player for one in table.in_order() if one.is_out}
        assert known.out == out, f"the lobby sees {known.out} out at {known.number}, not {out}"
        ready = table.ready, table.needed
        assert (known.ready, known.needed) == ready, f"table {known.number} has {ready} ready"
        assert known.frozen == bool(tasks[known.number].frozen), f"table {known.number} stands"
        assert not known.taking, f"{known.taking} are on the way for ever"
        for player in known.reserved.values():
            offered = {offer.table for offer in lobby.offers_of(player)}
            assert known.number in offered, f"{player} has no offer at {known.number}"
    for one in world.players:
        sits = {number for number, task in tasks.items() if task.table.has(one.player)}
        assert set(lobby.tables_of(one.player)) == sits, f"{one.player} sits at {sits}"


def _stacks_are_escrow(world: "World", task: CashTableTask) -> None:
    """The escrow is what the players have, when nothing is on its way to the store (I5)."""
    table = task.table
    if task.frozen:
        world.corrupted.pop(task, None)
    if task in world.corrupted:
        hand = world.corrupted[task]
        paid = f"hand {hand} of table {table.table} was paid with a wrong stack (I5)"
        assert not world.is_stored(table.table, hand), paid
        return
    wallets, number = world.room.services.wallets, table.table
    settling = table.hand is not None and table.hand.is_over
    if settling or task.frozen or wallets.is_writing(about_table(number)):
        return
    if wallets.has_unpaid(number):
        assert table.deal is None or not _is_dealt_unpaid(world, task), "dealt with no money"
        return
    stacks = {one.player: one.stack for one in table.in_order() if one.stack}
    desk = desk_of(task)
    stored = {PlayerId(who): stack for who, stack in world.books.stacks(number).items()}
    # Who has paid for a seat is about to take it.
    seated = {
        who: stack for who, stack in stored.items() if table.has(who) or not desk.expects(who)
    }
    assert stacks == seated, f"stacks of table {number}"


def _is_dealt_unpaid(world: "World", task: CashTableTask) -> bool:
    """Whether somebody plays with a top-up that the store has refused (AMB-40)."""
    unpaid = world.room.services.wallets._unpaid[task.number]
    entries = [read_account(account).ids for one, _ in unpaid for account, _ in one.entries]
    players = {PlayerId(ids[-1]) for ids in entries}
    deal = task.table.deal
    return deal is not None and bool(players & set(deal.dealt_in.values()))


def _balances_are_stored(world: "World") -> None:
    wallets = world.room.services.wallets
    for one in world.players:
        player = one.player
        if not wallets.knows(player):
            continue
        assert wallets.balance(player) >= 0, f"{player} has spent what was not there (I2)"
        if not wallets.is_writing(about_player(player)):
            assert wallets.balance(player) == world.books.cash(player), f"balance of {player}"


def _enough_players_get_a_hand(world: "World", task: CashTableTask) -> None:
    """Enough ready players do not wait, but for a pause and for the store (CASH-07, AMB-71)."""
    table = task.table
    waits = table.deal is None and table.ready >= table.needed
    if not waits or task.is_idle or task.is_closed or task.frozen:
        world.ready_since.pop(task, None)
        return
    since_ms, number = world.ready_since.get(task, (world.now_ms, table.number))
    if number != table.number or _is_waiting_for_store(world, task):
        since_ms = world.now_ms
    world.ready_since[task] = since_ms, table.number
    is_late = world.now_ms - since_ms > PAUSE_MS
    assert not is_late, f"table {table.table} deals nothing to {table.ready}"


def _is_waiting_for_store(world: "World", task: CashTableTask) -> bool:
    """Whether the store is away, or fails so often that writes about a table take their time."""
    gate, wallets = world.gate_of_store, world.room.services.wallets
    return gate.is_out or (
        gate.failures_permille > 0 and wallets.is_writing(about_table(task.number))
    )


def _only_what_was_broken_is_frozen(world: "World", task: CashTableTask) -> None:
    expected = (world.process, task.number) in world.injured
    assert expected or not task.frozen, f"table {task.number} froze by itself: {task.frozen}"


def verify_hands(world: "World") -> None:
    """Hands that never were have moved nothing and count for nothing (AMB-69)."""
    sql = "select key, result, transfer from hands where status = 'void'"
    for key, result, transfer in world.database.raw.execute(sql).fetchall():
        stored = msgspec.json.decode(result)
        assert transfer is None, f"{key} is paid and void"
        assert not stored["rake"], f"{key} is void and raked"
        assert not any(stored["deltas"].values()), f"{key} is void and paid"


def verify_promises(world: "World", left: set[tuple[TableId, PlayerId]]) -> None:
    """After a restart everybody who was promised a seat still sits, or has left."""
    for number, player in world.promises - left:
        tables = {table.table: table for table in inside(world.room).tables}
        assert number in tables, f"table {number} is gone"
        # What was asked for before the crash may be on its way already, a departure too.
        is_moving = world.room.services.wallets.is_writing(about_table(number))
        if is_moving and not tables[number].has(player):
            continue
        assert tables[number].has(player), f"{player} has lost the seat at {number}"
        stack, has = tables[number].occupant(player).stack, world.books.stack(number, player)
        assert stack == has or is_moving, f"{player} came back to {stack} at {number}, not {has}"
