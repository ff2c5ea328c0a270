"""A lobby with far more tournaments than a test can create: the room's list, many times over."""

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

MINUTE_MS = 60_000
FORMATS: tuple[list[str], ...] = ([], ["reentry"], ["rebuy"], ["bounty"], ["satellite"])


def with_many(page: Page, count: int, changes: Sequence[dict[str, Any]] = ()) -> None:
    """Let the page hear of this many tournaments, the first of them with these changes."""

    def many(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def told(message: str | bytes) -> None:
            heard = json.loads(message)
            if isinstance(heard, dict):
                heard = [heard]
            # The room's own rows change meanwhile: these do not.
            heard = [one for one in heard if (one.get("ch"), one["t"]) != ("tournaments", "event")]
            for one in heard:
                if one.get("ch") == "tournaments" and one["t"] == "snapshot":
                    one["d"]["tournaments"] = _copies(one["d"]["tournaments"], count)
                    for row, change in zip(one["d"]["tournaments"], changes, strict=False):
                        row.update(change)
            route.send(json.dumps(heard))

        server.on_message(told)

    page.route_web_socket("**/api/socket*", many)


def _copies(rows: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    first = next(row for row in rows if row["kind"] == "scheduled")
    prices = (100, 500, 1_000, 5_000, 20_000)
    return [
        first
        | {
            "tournament": 1_000_000 + place,
            "name": f"Tournament {place + 1}",
            "starts_ms": first["starts_ms"] + place * MINUTE_MS,
            "price": prices[place % 5],
            "fee": prices[place % 5] // 10,
            "marks": FORMATS[place % 5],
            "admits": ["guest", "person", "practice"],
        }
        for place in range(count)
    ]
