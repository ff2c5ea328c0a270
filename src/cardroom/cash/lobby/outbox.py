"""What the lobby has to say to its tables, until somebody delivers it."""

from typing import NamedTuple

from cardroom.cash.messages import ToTable
from cardroom.ledger import TableId


class ForTable(NamedTuple):
    """A message and the table that it is for."""

    table: TableId
    message: ToTable


class Outbox:
    """Messages in the order in which they were sent."""

    def __init__(self) -> None:
        self._messages: list[ForTable] = []

    def send(self, table: TableId, message: ToTable) -> None:
        """Say something to a table."""
        self._messages.append(ForTable(table, message))

    def take(self) -> list[ForTable]:
        """Everything since the last call."""
        messages = self._messages
        if messages:
            self._messages = []
        return messages
