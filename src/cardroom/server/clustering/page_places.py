"""Where the pages of a room in several processes are made: here, by the house, by a table."""

from typing import NamedTuple

from aiohttp import web

from cardroom.rulebook.cash.stakes import read_stake
from cardroom.server.api.routes import Route
from cardroom.server.clustering.pages import stake_in
from cardroom.server.clustering.unit_names import HOUSE, pool_unit

OWN = frozenset(
    {
        "accounts", "password_links", "applications", "refills", "room", "hands", "acceptance",
        "notices", "help_requests", "rules", "streams", "own_cases", "house", "operator",
        "overview", "cluster", "stakes",
    }
)  # fmt: skip
"""What a gateway answers from the database, and from what its hosts have told it."""
OF_A_TABLE = ("/api/table/{table}", "/api/admin/tables/{table}/")
OF_A_STAKE = ("/api/admin/stakes/",)
ADDED_STAKES = frozenset({"/api/admin/stakes/add", "/api/admin/stakes/remove"})
"""The gateway itself asks for them, and answers when it knows the outcome."""
OF_A_TOURNAMENT = ("/api/tournaments/{tournament}", "/api/admin/tournaments/{tournament}/")
AFTER_ITS_END = "/payouts"
"""What the house does about a tournament that is over."""
OF_THE_HOUSE = frozenset({"/api/admin/audit"})
"""What only the house answers."""


class PagePlace(NamedTuple):
    """Where a page is made."""

    is_here: bool = False
    name: str = HOUSE

    def unit(self, body: bytes) -> str:
        """The unit; that of a stake is named in the body."""
        if self.name != "stake":
            return self.name
        stake = read_stake(stake_in(body))
        return HOUSE if stake is None else pool_unit(stake)


def place_of(route: Route, request: web.Request) -> PagePlace:
    """Where the page of a route is made."""
    table = request.match_info.get("table", "")
    if table.isdecimal() and (route.path == OF_A_TABLE[0] or route.path.startswith(OF_A_TABLE[1])):
        return PagePlace(name=f"table:{table}")
    tournament = request.match_info.get("tournament", "")
    if (
        tournament.isdecimal()
        and route.path.startswith(OF_A_TOURNAMENT)
        and AFTER_ITS_END not in route.path
    ):
        return PagePlace(name=f"tournament:{tournament}")
    passed_on = route.path.startswith(OF_A_STAKE) and route.path not in ADDED_STAKES
    if route.method == "POST" and passed_on:
        return PagePlace(name="stake")
    module = route.handler.__module__.rpartition(".")[2]
    return PagePlace(is_here=module in OWN and route.path not in OF_THE_HOUSE)
