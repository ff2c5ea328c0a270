"""An evening on the live floor for the tests of its screens: staff who give orders over HTTP.

What a test is not about happens here, as at another console; what it is about, in the browser.
"""

import base64
import uuid
from functools import cache
from typing import Any

from playwright.sync_api import Browser

from tests.browser.tournaments.house import Client, log_in_boss

TERMS: dict[str, Any] = {
    "seats": 9,
    "starting_stack": 20_000,
    "levels": [
        {"minutes": 20, "small_blind": 100, "big_blind": 200},
        {"minutes": 20, "small_blind": 200, "big_blind": 400},
        {"minutes": 10},
        {"minutes": 20, "small_blind": 300, "big_blind": 600},
        {"minutes": 20, "small_blind": 400, "big_blind": 800},
        {"minutes": 20, "small_blind": 500, "big_blind": 1_000},
    ],
    "entries_until_level": 2,
    "paid": [{"entries": 1, "places": 3, "percents": [50, 30, 20]}],
    "price": {"prize": 4_000, "fee": 700, "staff": 300},
    "host": "Cercle du Parc",
    "logo": "data:image/svg+xml;base64,"
    + base64.b64encode(
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
        b'<circle cx="20" cy="20" r="19" fill="#12523a"/>'
        b'<path d="M20 7c6 7 10 10 10 15a6 6 0 0 1-9 4c0 3 1 5 3 7h-8c2-2 3-4 3-7a6 6 0 0 1-9-4'
        b'c0-5 4-8 10-15z" fill="#f2c14e"/></svg>'
    ).decode(),
}
CLUB: dict[str, Any] = {
    "seats": 6,
    "starting_stack": 10_000,
    "expected": 12,
    "entries_until_level": 0,
    "paid": [],
    "levels": [
        {"minutes": 20, "small_blind": 100, "big_blind": 200},
        {"minutes": 10},
        {"minutes": 20, "small_blind": 200, "big_blind": 400, "ends_day": True},
        {"minutes": 20, "small_blind": 400, "big_blind": 800},
    ],
}
"""Two small tables, closed for entries at the start, with a second day."""
CLUB_PLAYERS = (
    "Ann", "Bert", "Chloe", "Dirk", "Eva", "Finn", "Gita", "Hugo", "Ines", "Joris", "Kim", "Lou",
)  # fmt: skip
NAMES = (
    "Ann Peeters", "Bob", "Chloé Dubois", "Dirk", "Elise Maes", "Farid", "Gwen", "Hugo", "Ines",
    "Jonas", "Katrien", "Lucas", "Mila", "Noor", "Omar", "Pauline", "Quentin", "Rania", "Sofie",
    "Tom",
)  # fmt: skip


class Evening:
    """A live tournament, and its manager."""

    def __init__(self, client: Client, *, floor: int | None = None, **changes: Any) -> None:
        """A new one, unless it is there already."""
        self.client = client
        self.floor = self._create(changes) if floor is None else floor
        self.path = f"/api/floor/{self.floor}"

    def _create(self, changes: dict[str, Any]) -> int:
        name, rules = changes.pop("name", "Thursday Deepstack"), changes.pop("house_rules", "")
        body = {"id": _fresh(), "name": name, "terms": {**TERMS, **changes}, "house_rules": rules}
        return int(self.client.post("/api/floor", **body)["floor"])

    def do(self, what: str, *, reason: str = "as agreed", **facts: Any) -> Any:
        """Send a command."""
        command = {"do": what, **facts}
        return self.client.post(
            f"{self.path}/commands", id=_fresh(), command=command, reason=reason
        )

    def get(self, path: str) -> Any:
        return self.client.get(f"{self.path}/{path}")

    def state(self) -> Any:
        return self.get("state")

    def tables(self) -> dict[int, list[dict[str, Any]]]:
        """Who sits where: the players of each table, those who wait for their first hand last."""
        return {one["number"]: _dealt_in_first(one) for one in self.state()["tables"]}

    def entry(self, player: str) -> int:
        """The last entry of a player."""
        return int([one for one in self.state()["players"] if one["player"] == player][-1]["entry"])

    def start(self, *players: str) -> None:
        """Open the tables that are expected, let players in, draw the buttons, start the clock."""
        self.do("open_tables")
        self.do("enter_many", players=players or CLUB_PLAYERS)
        self.even_out()
        self.begin()

    def even_out(self) -> None:
        """The draw may leave a table nearly empty: move players before the start."""
        while True:
            tables = sorted(self.state()["tables"], key=lambda one: len(one["players"]))
            shortest, longest = tables[0], tables[-1]
            if len(longest["players"]) - len(shortest["players"]) < 2:
                return
            to = {"table": shortest["number"], "seat": shortest["open_seats"][0]}
            entry = longest["players"][0]["entry"]
            self.do("move", entry=entry, cause="initial_balance", **to)
            self.do("arrive", entry=entry)

    def hand(self, table: int, *out: str, **stacks: int) -> None:
        """A hand is over; those who are out by name, with their stacks where several are."""
        counted = {self.entry(player): stack for player, stack in stacks.items()}
        self.do("finish_hand", table=table, out=[self.entry(one) for one in out], stacks=counted)

    def play_down(self, left: int) -> None:
        """Play until this many are left: tables break, players move and arrive as is proposed."""
        while True:
            state = self.state()
            if state["tickets"]:
                for ticket in state["tickets"]:
                    self.do("arrive", entry=ticket["entry"])
            elif state["breaks"] is not None:
                self.do("break_table", table=state["breaks"])
            elif state["moves"]:
                self.do("balance")
            elif state["left"] > left:
                self._several_out(state, left)
            else:
                return

    def _several_out(self, state: Any, left: int) -> None:
        """A hand at the fullest table that costs up to four players their seats."""
        table = max(state["tables"], key=lambda one: len(one["players"]))
        count = max(1, min(4, len(table["players"]) - 4, state["left"] - left))
        gone = [one["entry"] for one in _dealt_in_first(table)][:count]
        stacks = {entry: 1_000 * place for place, entry in enumerate(gone, start=1)}
        self.do("finish_hand", table=table["number"], out=gone, stacks=stacks)

    def seat(self, players: int, tables: int = 1) -> list[int]:
        """Open tables and let players in; their entries."""
        self.do("open_tables", count=tables)
        return [
            int(self.do("enter", player=name)["entries"][0]["event"]["entry"])
            for name in NAMES[:players]
        ]

    def begin(self) -> None:
        """Draw the buttons and start the clock."""
        for table in self.state()["tables"]:
            self.do("draw_button", table=table["number"])
        self.do("start_clock")

    def screen(self, label: str = "Hall") -> str:
        """Open a screen; its address."""
        self.do("open_display", label=label)
        codes = self.get("codes")["codes"]
        return f"/display/{codes[max(codes, key=int)]}"

    def phone(self, entry: int) -> str:
        """The address of a player's own page."""
        return f"/live/{self.get(f'entries/{entry}/receipt')['secret']}"


@cache
def manager(browser: Browser, address: str) -> Client:
    """The administrator of the room, who is a manager on every floor; logged in once (NET-04)."""
    return log_in_boss(browser.new_context().request, address)


def _dealt_in_first(table: Any) -> list[dict[str, Any]]:
    waiting = (table["next_hand"] or {"waiting": ()})["waiting"]
    return sorted(table["players"], key=lambda one: one["seat"] in waiting)


def _fresh() -> str:
    return str(uuid.uuid4())
