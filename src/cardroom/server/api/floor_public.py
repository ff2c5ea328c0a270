"""HTTP: the live floor for people without a login: screens of the hall, and players' phones.

Both are read-only. A code or a secret is in the path, and paths are never logged; a wrong one and a
revoked one are the same: not there.
"""

from typing import Any

from cardroom.errors import AccessRefused
from cardroom.floor.public_views import DisplayState, EntryState
from cardroom.room.floor.house import FloorHouse
from cardroom.room.net import Net
from cardroom.server.api.floor import Since
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit


async def floor_display(visit: Visit, since: Since) -> DisplayState:
    """What a screen shows, by its code."""
    house, code = _house(visit), visit.request.match_info["code"]
    await house.wait(await house.floor_of_pass(code, "d"), since.after, since.wait_s)
    return await house.display(code)


async def floor_entry(visit: Visit, since: Since) -> EntryState:
    """What a player sees, by the secret of the receipt."""
    house, secret = _house(visit), visit.request.match_info["pass"]
    await house.wait(await house.floor_of_pass(secret, "e"), since.after, since.wait_s)
    return await house.entry(secret)


def _house(visit: Visit) -> FloorHouse:
    house = visit.services.ports.floors
    if house is None:
        raise AccessRefused(Net.UNKNOWN, "no_such_code")
    return house


GET: dict[str, Any] = {"method": "GET", "access": "anyone", "params": Since}

ROUTES = (
    Route(
        **GET, path="/api/floor-display/{code}", handler=floor_display, answer=DisplayState,
        summary="What a screen of the hall shows, by its code",
    ),
    Route(
        **GET, path="/api/floor-entry/{pass}", handler=floor_entry, answer=EntryState,
        summary="What a player sees, by the secret of the receipt",
    ),
)  # fmt: skip
