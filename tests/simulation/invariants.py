"""What is true of a simulated room at every moment."""

from typing import TYPE_CHECKING

from cardroom.ledger import Kind, PlayerId, TableId, read_account
from cardroom.ledger.accounts import player_cash
from cardroom.room.table_task import TableTask
from cardroom.room.vault import about_player, about_table
from tests.room.rooms import EUR

if TYPE_CHECKING:
    from tests.simulation.world import World

OWNED = (Kind.PLAYER_CASH, Kind.ESCROW)


def verify(world: "World") -> None:
    """All of it; cheap enough for every settled hand."""
    _money_is_conserved(world)
    for task in world.room.tasks.values():
        _stacks_are_escrow(world, task)
        _only_what_was_broken_is_frozen(world, task)
    _balances_are_stored(world)


def _money_is_conserved(world: "World") -> None:
    balances = world.store.ledger.balances
    assert sum(balances.values()) == 0, "money was made or lost"
    for account, balance in balances.items():
        if balance < 0:
            assert read_account(account).kind not in OWNED, f"{account} is below zero"


def _stacks_are_escrow(world: "World", task: TableTask) -> None:
    """The escrow is what the players have, when nothing is on its way to the store (I5)."""
    table = task.table
    if task.frozen:
        world.corrupted.discard(task)
    if task in world.corrupted:
        return
    settling = table.hand is not None and table.hand.is_over
    if settling or task.frozen or world.room.house.vault.is_writing(about_table(table.table)):
        return
    stacks = {one.player: one.stack for one in table.in_order() if one.stack}
    assert stacks == world.store.escrow(table.table), f"stacks of table {table.table}"


def _balances_are_stored(world: "World") -> None:
    vault = world.room.house.vault
    for player in world.players:
        if vault.knows(player.player) and not vault.is_writing(about_player(player.player)):
            cash = world.store.ledger.balance(player_cash(player.player, EUR))
            assert vault.balance(player.player) == cash, f"balance of {player.player}"


def _only_what_was_broken_is_frozen(world: "World", task: TableTask) -> None:
    expected = (world.process, task.number) in world.injured
    assert expected or not task.frozen, f"table {task.number} froze by itself: {task.frozen}"


def verify_hands(world: "World") -> None:
    """No hand is paid twice or out of order, and none is both paid and void."""
    void = {hand.key for hand in world.store.voided}
    for hands in world.store.hands.values():
        places = [(hand.epoch, hand.number) for hand in hands]
        assert places == sorted(set(places)), "a hand was paid twice or out of order"
        for hand in hands:
            assert hand.key not in void, f"{hand.key} is paid and void"
            assert sum(hand.deltas.values()) + hand.rake == 0


def verify_promises(world: "World", left: set[tuple[TableId, PlayerId]]) -> None:
    """After a restart everybody who was told that he sits still does, or was told he left."""
    for number, player in world.promises - left:
        tables = {table.table: table for table in world.room.lobby.tables}
        assert number in tables, f"table {number} is gone"
        assert tables[number].has(player), f"{player} has lost the seat at {number}"
        stack = tables[number].occupant(player).stack
        assert stack == world.store.escrow(number).get(player, 0)
