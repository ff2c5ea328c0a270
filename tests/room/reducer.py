"""The reference for clients: rebuilds a table's screen from a snapshot and the events after it.

It knows no rules of poker: every line only moves what an event says to where the screen has it.
"""

from typing import Any

View = dict[str, Any]
LIVE_POSTS = {"small_blind", "big_blind", "post"}
"""Forced bets that lie in front of their player; the others go to the middle."""


class Screen:
    """One viewer's picture of one table."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.v = 0
        self.table: View = {}
        self._cut: View | None = None
        """The cut of the hand that starts next."""

    def read(self, frame: View) -> None:
        """Take in a frame of the table's channel."""
        if frame["t"] == "snapshot":
            self.v, self.table = frame["v"], frame["d"]
        elif frame["t"] == "event":
            assert frame["v"] == self.v + 1, (frame["v"], self.v)
            self.v = frame["v"]
            self.apply(frame["d"])

    def apply(self, event: View) -> None:
        """What one event changes."""
        kind = event["type"]
        around = getattr(self, f"_on_{kind}", None)
        if around is not None:
            around(event)
        if kind in HAND_EVENTS:
            self._in_hand(kind, event)
        if self.table["fairness"] is not None and self.table["hand"] is None:
            self.table["fairness"] |= {"cut": None, "cards": []}

    # The decks

    def _on_deck_committed(self, event: View) -> None:
        self.table["fairness"] |= {"next": event, "listed": None}

    def _on_deck_listed(self, event: View) -> None:
        self.table["fairness"]["listed"] = event

    def _on_deck_cut(self, event: View) -> None:
        self._cut = event
        self.table["fairness"]["listed"] = None

    def _on_hand_started(self, event: View) -> None:
        del event
        if self.table["fairness"] is not None:
            self.table["fairness"] |= {"cut": self._cut, "cards": []}

    def _on_cards_opened(self, event: View) -> None:
        seen = self.table["fairness"]
        cards = {card[0]: card for card in (*seen["cards"], *event["cards"])}
        seen["cards"] = [cards[dealt] for dealt in sorted(cards)]

    # Around the hands

    def _on_hand_dealt(self, event: View) -> None:
        self.table["number"], self.table["waits_for"] = event["number"], 0

    def _on_places_changed(self, event: View) -> None:
        places = {place["seat"]: place for place in self.table["places"]}
        places |= {place["seat"]: place for place in event["places"]}
        for seat in event["gone"]:
            del places[seat]
        self.table["places"] = [places[seat] for seat in sorted(places)]
        if event["me"] is not None:
            self.table["me"] = event["me"]
        if all(place["player"] != self.viewer for place in places.values()):
            self.table["me"] = None

    def _on_clock_started(self, event: View) -> None:
        self.table["clock"] = {"type": "clock_started", **event}
        hand = self.table["hand"]
        hand["actor"], hand["waits_for"], hand["pots"] = event["seat"], "action", event["pots"]

    def _on_pots_stand(self, event: View) -> None:
        self.table["hand"]["pots"] = event["pots"]

    def _on_table_waits(self, event: View) -> None:
        self.table["waits_for"] = event["players"]
        self.table["hand"] = self.table["clock"] = None

    def _on_cards_shown(self, event: View) -> None:
        seat = self._seat(event["seat"])
        hole = zip(event["hole"], seat["hole"], strict=True)
        seat["open"], seat["hole"] = True, [seen if new < 0 else new for new, seen in hole]

    def _on_hand_rolled_back(self, event: View) -> None:
        self.table["hand"] = self.table["clock"] = None

    def _on_table_frozen(self, event: View) -> None:
        self.table["frozen"] = event["reason"]
        self.table["clock"] = None

    def _on_table_thawed(self, event: View) -> None:
        self.table["frozen"] = ""

    # The hand

    def _seat(self, number: int) -> View:
        seats: list[View] = self.table["hand"]["seats"]
        return next(seat for seat in seats if seat["seat"] == number)

    def _in_hand(self, kind: str, event: View) -> None:
        if kind == "hand_started":
            self._start(event)
        hand = self.table["hand"]
        hand["event_count"] += 1
        hand["actor"], hand["waits_for"] = None, "nothing"
        self.table["clock"] = None
        HAND_EVENTS[kind](self, event)
        for seat in hand["seats"]:
            seat["all_in"] = seat["live"] and seat["stack"] == 0 and not hand["is_over"]

    def _start(self, event: View) -> None:
        stacks = dict(zip(event["seats"], event["stacks"], strict=True))
        button = event["button"]
        self.table["hand"] = {
            "game": event["game"],
            "button": button,
            "street": "preflop",
            "board": [],
            "seats": [
                {
                    "seat": seat,
                    "stack": stacks[seat],
                    "bet": 0,
                    "live": True,
                    "all_in": False,
                    "open": False,
                    "hole": [],
                    "won": 0,
                }
                for seat in sorted(stacks, key=lambda seat: (seat <= button, seat))
            ],
            "pots": [],
            "chips_in": 0,
            "options": None,
            "is_over": False,
            "is_void": False,
            "rake": 0,
            "event_count": 0,
        }

    def _put_in(self, number: int, by: int, *, in_front: bool = True) -> None:
        seat = self._seat(number)
        seat["stack"] -= by
        seat["bet"] += by if in_front else 0
        self.table["hand"]["chips_in"] += by

    def _posted(self, event: View) -> None:
        self._put_in(event["seat"], event["by"], in_front=event["kind"] in LIVE_POSTS)

    def _hole_dealt(self, event: View) -> None:
        for number, hole in zip(event["seats"], event["hole"], strict=True):
            self._seat(number)["hole"] = hole

    def _folded(self, event: View) -> None:
        self._seat(event["seat"])["live"] = False

    def _called(self, event: View) -> None:
        self._put_in(event["seat"], event["by"])

    def _raised(self, event: View) -> None:
        self._put_in(event["seat"], event["to"] - self._seat(event["seat"])["bet"])

    def _board_dealt(self, event: View) -> None:
        hand = self.table["hand"]
        hand["street"] = event["street"]
        hand["board"] = hand["board"] + event["cards"]
        for seat in hand["seats"]:
            seat["bet"] = 0

    def _uncalled_returned(self, event: View) -> None:
        seat = self._seat(event["seat"])
        seat["stack"] += event["by"]
        seat["bet"] = max(0, seat["bet"] - event["by"])
        self.table["hand"]["chips_in"] -= event["by"]

    def _shown(self, event: View) -> None:
        seat = self._seat(event["seat"])
        seat["open"], seat["hole"] = True, event["hole"]

    def _pot_awarded(self, event: View) -> None:
        hand = self.table["hand"]
        hand["rake"] += event["rake"]
        for number, share in zip(event["seats"], event["shares"], strict=True):
            seat = self._seat(number)
            seat["stack"] += share
            seat["won"] += share
        won = sum(seat["won"] for seat in hand["seats"])
        hand["is_over"] = won + hand["rake"] == hand["chips_in"]

    def _nothing(self, event: View) -> None:
        """The event only ends a turn."""


HAND_EVENTS = {
    "hand_started": Screen._nothing,
    "posted": Screen._posted,
    "hole_dealt": Screen._hole_dealt,
    "folded": Screen._folded,
    "checked": Screen._nothing,
    "called": Screen._called,
    "raised": Screen._raised,
    "board_dealt": Screen._board_dealt,
    "uncalled_returned": Screen._uncalled_returned,
    "shown": Screen._shown,
    "pot_awarded": Screen._pot_awarded,
}
