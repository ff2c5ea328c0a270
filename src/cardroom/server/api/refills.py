"""HTTP: play money that the house refills by its rule."""

from cardroom.errors import AccessRefused
from cardroom.office.entrance.refills import RefillDesk, RefillView
from cardroom.room.net import Net
from cardroom.server.api.accounts import Nothing
from cardroom.server.api.routes import Route
from cardroom.server.api.visits import Visit


async def refill_state(visit: Visit, _body: None) -> RefillView:
    """The house's rule for refills, and what it says to you now."""
    return await desk_of(visit).look(visit.account.player)


async def refill(visit: Visit, _body: Nothing) -> RefillView:
    """Have your play money refilled, if you have little left and the last time is long ago."""
    return await desk_of(visit).refill(visit.account.player)


def desk_of(visit: Visit) -> RefillDesk:
    """The desk for refills, or a refusal."""
    desk = visit.services.ports.refills
    if desk is None:
        raise AccessRefused(Net.REFILL, "no_refills_here")
    return desk


ROUTES = (
    Route(
        method="GET", path="/api/refill", handler=refill_state, answer=RefillView, scope="read",
        summary="The rule for refills of play money, and when you may have one",
    ),
    Route(
        method="POST", path="/api/refill", handler=refill, body=Nothing, answer=RefillView,
        scope="play", summary="Have your play money refilled",
    ),
)  # fmt: skip
