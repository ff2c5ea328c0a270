"""The bus inside one process: carries messages between the room's actors, and knows no game.

An actor has an address (`table:7`, `lobby:cash`) and one inbox. Between two actors messages arrive
in the order in which they were sent; among three there is no order. Nobody waits to send a message.
"""

import asyncio
from typing import Any

from cardroom.room.inbox import MESSAGES_MAX, REQUESTS_MAX, Inbox, InboxFull, Letter, gone, stopped
from cardroom.room.ports import Clock

OUTSIDE = "room"
"""Who sends what comes from no actor: players, operators, the server."""


def table_address(table: int) -> str:
    """Where a table gets its messages."""
    return f"table:{table}"


class LocalBus:
    """Every actor of this process by its address (Bus)."""

    def __init__(self) -> None:
        self._inboxes: dict[str, Inbox] = {}

    def open(
        self,
        address: str,
        clock: Clock,
        *,
        requests_max: int = REQUESTS_MAX,
        messages_max: int = MESSAGES_MAX,
    ) -> Inbox:
        """The inbox of an actor; what it is sent before it runs waits there."""
        inbox = self._inboxes.get(address)
        if inbox is None:
            inbox = Inbox(clock, requests_max=requests_max, messages_max=messages_max)
            self._inboxes[address] = inbox
        return inbox

    def close(self, address: str) -> None:
        """An actor is no more."""
        inbox = self._inboxes.pop(address, None)
        if inbox is not None:
            inbox.close()

    def send(self, to: str, message: object, *, sender: str = OUTSIDE) -> None:
        """Tell an actor something; who is no more hears nothing."""
        self._deliver(sender, to, Letter(message))

    async def ask(self, to: str, message: object) -> Any:
        """Have an actor do something in its turn: its answer, or the refusal that it raised."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._deliver(OUTSIDE, to, Letter(message, answer))
        return await answer

    def pass_on(self, letter: Letter, to: str, message: object, *, sender: str) -> None:
        """Have another actor answer a letter; one that is broken answers nothing any more."""
        passed = letter.passed_on(message)
        try:
            self._deliver(sender, to, passed)
        except InboxFull:
            passed.fail(stopped())
            raise

    def _deliver(self, sender: str, to: str, letter: Letter) -> None:
        """Put a letter into its inbox, after all others from the same sender."""
        del sender
        inbox = self._inboxes.get(to)
        if inbox is None:
            letter.fail(gone())
        else:
            inbox.put(letter)
