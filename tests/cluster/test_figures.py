"""What gateways and hosts say about themselves: enough for every alert of deploy/."""

import asyncio
import re
from pathlib import Path

from aiohttp import ClientSession

from cardroom.commands.room_client import new_session
from tests.cluster.opened_processes import all_leave, config_of, opened
from tests.cluster.private_nats import PrivateNats
from tests.server.seating import three_seated
from tests.server.test_metrics import names_in_alerts, samples
from tests.server.test_traces import fold_until_paid
from tests.store.private_postgres import PrivatePostgres

SINCE_THEN = {
    "cardroom_background_failures_total",
    "cardroom_cashier_orders_parked",
    "cardroom_cashier_orders_waiting",
    "cardroom_lacks",
    "cardroom_webhooks_waiting",
}
"""There only once a task has died, something is missing, or there is a cashier or a webhook."""


async def figures(http: ClientSession, address: str) -> dict[str, float]:
    async with http.get(address.rstrip("/") + "/metrics") as response:
        found = samples(await response.text())
    summed: dict[str, float] = {}
    for (name, _), value in found.items():
        summed[name] = summed.get(name, 0) + value
    return summed


async def test_hosts_publish_what_their_units_count_and_every_alert_finds_its_figures(
    nats: PrivateNats, postgres: PrivatePostgres, tmp_path: Path
) -> None:
    config = config_of(nats, await postgres.new_database("cluster_figures"), tmp_path)
    async with (
        asyncio.timeout(240),
        opened(config, "south", "host") as host,
        opened(config, "west", "gateway") as gateway,
        new_session() as http,
        three_seated(http, gateway) as players,
    ):
        await asyncio.gather(*map(fold_until_paid, players))
        of_host = await figures(http, host.address)
        of_gateway = await figures(http, gateway.address)
        await all_leave(players)
    assert of_host["cardroom_units"] == of_host["cardroom_units_wanted"] > 1
    assert of_host["cardroom_tables"] == of_host["cardroom_unit_tables"] == 1
    assert of_host["cardroom_seats_taken"] == 3
    assert of_host["cardroom_hands_total"] >= 1
    assert of_host["cardroom_commit_seconds_count"] >= of_host["cardroom_hands_total"]
    assert of_host["cardroom_ready"] == of_gateway["cardroom_ready"] == 1
    exported = {re.sub("_(bucket|sum|count)$", "", name) for name in {*of_host, *of_gateway}}
    assert names_in_alerts() - SINCE_THEN <= exported
