"""A staged table whose decks are drawn by the protocol, with the browser as one of its players.

The test is the room: it commits, lists, cuts and opens, honestly or not.
"""

from base64 import b64decode
from collections.abc import Callable
from typing import Any

from msgspec import structs
from playwright.sync_api import Browser

from cardroom.fairness.keys import fingerprint
from tests.browser.staged import HERO, Json, StagedWindow, place, table
from tests.fairness.wire_vectors import CONTEXT, HERO_SEAT, KEY, SEATS, ToldDraw, dealt, told

CASE = 17
Rig = Callable[[list[Json]], None]
"""Changes what the room says about a hand after the cut."""


def room_key() -> Json:
    """What the room publishes about itself."""
    words: Json = told("", key=KEY.public, fingerprint=fingerprint(KEY.public))
    return words


class FairStage:
    """Three players at a table; two of them, and the seed source, are the test's own."""

    def __init__(self, browser: Browser, **window: Any) -> None:
        self.number = 41
        self.hand = 6
        self._untold: list[Json] = []
        self.draw = self._next_draw()
        self.window = StagedWindow(
            browser,
            self.table(),
            answers={"/api/fairness": room_key(), "/api/fairness/alarms": {"case": CASE}},
            **window,
        )

    def table(self, **more: Any) -> Json:
        """The table between two hands."""
        places = [place(seat) for seat in sorted(SEATS)]
        view: Json = {
            "next": self.draw.committed,
            "committed": False,
            "listed": None,
            "cut": None,
            "cards": [],
        }
        return table(hand=None, clock=None, places=places, fairness=view | more)

    def _next_draw(self) -> ToldDraw:
        return ToldDraw(self.number, structs.replace(CONTEXT, hand=self.hand))

    # The protocol

    def take_commitment(self) -> None:
        """Wait until the browser has committed to the coming draw."""
        wanted = self.window.wanted
        self.window.until(
            lambda: any(one["number"] == self.number for one in wanted("commit_seed"))
        )
        sent = [one for one in wanted("commit_seed") if one["number"] == self.number][-1]
        del self.draw.seeds[HERO_SEAT]
        self.draw.deal.commit(HERO_SEAT, HERO, b64decode(sent["commitment"]))

    def list(self, *, without_hero: bool = False) -> Json:
        """Close the list, and say so."""
        if without_hero:
            self.draw.deal.withdraw(HERO_SEAT)
            # Only a client that knows that the room can hear it takes offence.
            pings = self.window.pings
            self.window.until(lambda: self.window.pings > pings)
        listed = self.draw.listed()
        self.window.tell(listed)
        return listed

    def take_seed(self) -> None:
        """Wait until the browser has revealed its seed."""
        wanted = self.window.wanted
        self.window.until(
            lambda: any(one["number"] == self.number for one in wanted("reveal_seed"))
        )
        self.draw.seeds[HERO_SEAT] = b64decode(wanted("reveal_seed")[-1]["seed"])
        self.draw.reveal()

    def deal(self, rig: Rig | None = None, *, until: int = 99) -> None:
        """Cut and deal; the next pair of decks is committed to during the hand."""
        events = [self.draw.cut(), *dealt(self.draw)]
        if rig:
            rig(events)
        self.number += 1
        self.hand += 1
        self.draw = self._next_draw()
        events.insert(7, self.draw.committed)
        self._untold = events
        self.go_on(until)

    def go_on(self, count: int = 99) -> None:
        """Tell what comes next of the hand."""
        for event in self._untold[:count]:
            self.window.tell(event)
        del self._untold[:count]

    def play(self, rig: Rig | None = None, *, until: int = 99) -> None:
        """A whole hand with the browser's number in it."""
        self.take_commitment()
        self.list()
        self.take_seed()
        self.deal(rig, until=until)


def opened(events: list[Json], street: int) -> Json:
    """The openings of own cards (0), flop (1), turn (2), river (3) or a shown hand (4)."""
    return [event for event in events if event["type"] == "cards_opened"][street]


def named(events: list[Json], kind: str) -> Json:
    """The first event of a kind."""
    return next(event for event in events if event["type"] == kind)
