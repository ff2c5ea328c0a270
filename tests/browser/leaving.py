"""Getting up: who closes his window leaves no seat behind for which the next test's table waits."""

import uuid

from playwright.sync_api import BrowserContext


def get_up(context: BrowserContext, address: str) -> None:
    """Leave every table at which the owner of these cookies sits, and close his windows."""
    me = context.request.get(f"{address}/api/me")
    if me.ok:
        headers = {"Origin": address, "X-CSRF-Token": me.json()["csrf"]}
        for place in context.request.get(f"{address}/api/cashier").json()["elsewhere"]:
            if place["kind"] == "table":
                _leave(context, address, headers, place["place"])
    context.close()


def _leave(context: BrowserContext, address: str, headers: dict[str, str], table: int) -> None:
    wish = {"t": "leave", "id": str(uuid.uuid4()), "ch": f"table:{table}"}
    answer = context.request.post(f"{address}/api/ask", data={"request": wish}, headers=headers)
    assert answer.ok, answer.text()
