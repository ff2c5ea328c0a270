"""The life of a buy-in in ARCHITECTURE.md: a real one follows the files that are named there."""

import asyncio
from pathlib import Path

from cardroom.commands.room_client import RoomClient
from tests.rule import rule
from tests.server.open_servers import open_server
from tests.server.seating import PASSWORD, STACK, STAKE, ask_for_seat
from tests.server.tracing import SOURCE, Tracer, named_in, section

NAMED = named_in(section("The life of a buy-in"))
AROUND = named_in(section("The life of a raise"))
"""What carries every request and every write, and is explained there."""
MACHINERY = (
    "engine/", "fairness/", "rulebook/", "ledger/", "server/",
    "store/databases/", "store/house/", "store/tournaments/",
)  # fmt: skip
"""Packages that do the same for everybody: the arithmetic, the sockets, the tables of a store."""
DATA = {
    "cash/daily.py",
    "cash/occupant.py",
    "cash/offers.py",
    "cash/records.py",
    "errors.py",
    "room/cash/absence.py",
    "room/fair/house.py",
    "room/frames.py",
    "room/metrics.py",
    "room/people.py",
    "room/requests.py",
    "room/retrying.py",
    "room/services.py",
    "room/shuffle.py",
    "room/tables/opened_cards.py",
    "room/tournaments/board.py",
    "room/tournaments/pages/own.py",
    "store/ownership.py",
}
"""Data that the others carry, and what a snapshot or a new table has besides."""
NOT_CALLED = {
    "cash/places.py",
    "cash/seat_order.py",
    "room/cash/messages.py",
    "room/cash/play_now.py",
    "room/cash/restoring.py",
}
"""Named as what is sent or stored, as another way in, and as what finds a paid seat again."""


@rule("CASH-04", "CASH-06", "RAT-02")
async def test_a_buy_in_passes_through_the_files_that_architecture_md_names(tmp_path: Path) -> None:
    tracer = Tracer("lobby:", "seat")
    with tracer.installed():
        async with open_server(tmp_path) as server:
            first = [await ask_for_seat(server.http, server, name) for name in ("Ana", "Bo_")]
            client = RoomClient(server.http, server.address)
            await client.register("Cy_", PASSWORD)
            line = await client.connect()
            with tracer.noting() as offered:
                await line.ask_for_seat(STAKE)
            with tracer.noting() as bought:
                await line.take_seat(STACK)
                await asyncio.sleep(0.3)
            for one in (*(seated.line for seated in first), line):
                await one.close()
    passed = offered | bought
    lost = {one for one in passed if not one.startswith(MACHINERY)} - DATA - NAMED - AROUND
    assert lost == set(), "the trail is lost here"
    assert NAMED - passed <= NOT_CALLED, "named, but nothing passes through it"
    assert all((SOURCE / one).is_file() for one in NAMED)
