"""What one step of a tournament brings: events, which its parts apply at once, and transfers.

Each part lists the events that concern it. A replay passes stored events to the same handlers, so
that it rebuilds the same state.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from cardroom.ledger import Transfer
from cardroom.tournament.events import TournamentEvent

Handler = Callable[[Any], None]
Handlers = Mapping[type[TournamentEvent], Handler]
"""What a part does with the kinds of event that concern it."""


class Step(NamedTuple):
    """What is stored together: the events, and the transfers of money and tickets in order."""

    events: list[TournamentEvent]
    transfers: list[Transfer]


class Journal:
    """The one way from a decision to state and money."""

    def __init__(self) -> None:
        self._handlers: dict[type[TournamentEvent], list[Handler]] = {}
        self.events: list[TournamentEvent] = []
        """The events of this step."""
        self.transfers: list[Transfer] = []
        """The transfers of this step, in the order in which they must be made."""

    def subscribe(self, handlers: Handlers) -> None:
        """Let a part apply its events, after the parts that came before it."""
        for kind, apply in handlers.items():
            self._handlers.setdefault(kind, []).append(apply)

    def record(self, event: TournamentEvent) -> None:
        """A decision was made: it belongs to this step, and the state follows it."""
        self.events.append(event)
        for apply in self._handlers.get(type(event), ()):
            apply(event)

    def replay(self, events: Iterable[TournamentEvent]) -> None:
        """Let the state follow stored events, which belong to no new step."""
        for event in events:
            for apply in self._handlers.get(type(event), ()):
                apply(event)

    def pay(self, transfer: Transfer) -> None:
        """Money has to move; the ledger verifies it."""
        self.transfers.append(transfer)

    def take_step(self) -> Step:
        """Everything since the last step was taken."""
        step = Step(self.events, self.transfers)
        self.events, self.transfers = [], []
        return step
