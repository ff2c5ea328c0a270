"""The state of the room at this moment, for the operator's metrics: numbers only, no names."""

from cardroom.room.metrics import Metrics
from cardroom.room.room import Room


def measure(room: Room, metrics: Metrics) -> None:
    """Set the gauges of tables, seats, hands in progress and everything that waits."""
    tasks = room.tasks.values()
    tables = room.services.board.tables.values()
    inboxes = [room.lobby.unread, *(len(task.inbox) for task in tasks)]
    metrics.set("tables", len(tables))
    metrics.set("tables_frozen", sum(bool(task.frozen) for task in tasks))
    metrics.set("seats", sum(table.stake.seats for table in tables))
    metrics.set("seats_taken", sum(len(table.seats) for table in tables))
    metrics.set("hands_in_progress", sum(table.is_dealing for table in tables))
    metrics.set("queue_for_seats", sum(row.waiting for row in room.lobby_view().stakes))
    metrics.set("queue_inbox", sum(inboxes))
    metrics.set("queue_inbox_longest", max(inboxes, default=0))
    metrics.set("queue_to_store", room.services.wallets.writing_count)
