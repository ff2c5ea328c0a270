"""An evening on the live floor for the tests of its screens: staff who give orders over HTTP."""

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
NAMES = (
    "Ann Peeters", "Bob", "Chloé Dubois", "Dirk", "Elise Maes", "Farid", "Gwen", "Hugo", "Ines",
    "Jonas", "Katrien", "Lucas", "Mila", "Noor", "Omar", "Pauline", "Quentin", "Rania", "Sofie",
    "Tom",
)  # fmt: skip


class Evening:
    """A live tournament, and its manager."""

    def __init__(self, client: Client, **changes: Any) -> None:
        self.client = client
        name, rules = changes.pop("name", "Thursday Deepstack"), changes.pop("house_rules", "")
        body = {"id": _fresh(), "name": name, "terms": {**TERMS, **changes}, "house_rules": rules}
        self.floor = int(client.post("/api/floor", **body)["floor"])
        self.path = f"/api/floor/{self.floor}"

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


def _fresh() -> str:
    return str(uuid.uuid4())
