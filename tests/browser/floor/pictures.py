"""The pictures of the guide for directors, from a live tournament in a real room."""

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from tests.browser.coming_in import log_in
from tests.browser.floor.evening import Evening
from tests.browser.floor.staff import SMALL, open_part, press, seat, sheet
from tests.browser.past import BOSS
from tests.browser.tournaments.house import Client

LAPTOP = {"width": 1180, "height": 720}
HALL = {"width": 1280, "height": 720}
MINUTE_MS = 60_000
UNTIL_IDLE_MS = 7_000
"""By then the controls of a screen have gone."""
Keep = Callable[[Page, str], None]


def live_floor(browser: Browser, address: str, keep: Keep) -> None:
    """Console, screen, phone, deal: an evening of 20 players."""
    context = browser.new_context(locale="en-GB", color_scheme="dark", reduced_motion="reduce")
    evening = Evening(Client(context.request, address, log_in(context.request, address, BOSS)))
    evening.seat(20, tables=3)
    evening.begin()
    evening.do("set_clock", level=2, left_ms=14 * MINUTE_MS + 20_000)
    laptop, phone, hall = (context.new_page() for _ in range(3))
    hall.set_viewport_size(HALL)  # type: ignore[arg-type]
    hall.goto(address + evening.screen())
    evening.do("announce", text="Welcome! Dinner is served in the break.")
    expect(hall.locator("[data-announcement]")).to_be_visible()
    hall.wait_for_timeout(UNTIL_IDLE_MS)
    keep(hall, "floor-hall")

    evening.do("set_clock", level=4, left_ms=14 * MINUTE_MS + 20_000)
    while not evening.state()["moves"]:
        short = min(evening.tables().items(), key=lambda one: len(one[1]))
        evening.do("finish_hand", table=short[0], out=[short[1][0]["entry"]])
    laptop.set_viewport_size(LAPTOP)  # type: ignore[arg-type]
    laptop.goto(f"{address}/floor/{evening.floor}")
    expect(laptop.get_by_text("never the small blind")).to_be_visible()
    keep(laptop, "floor-console")

    phone.set_viewport_size(SMALL)  # type: ignore[arg-type]
    phone.goto(f"{address}/floor/{evening.floor}")
    seat(phone, evening.tables()[1][0]["player"]).click()
    expect(sheet(phone).get_by_role("button", name="Out", exact=True)).to_be_visible()
    keep(phone, "floor-phone")

    evening.play_down(3)
    evening.do("fix_prizes")
    (left,) = evening.tables().values()
    chips = evening.state()["chips"]
    stacks = {one["entry"]: 100_000 for one in left[1:]}
    stacks[left[0]["entry"]] = chips - sum(stacks.values())
    evening.do("propose_deal", method="icm", stacks=stacks)
    open_part(laptop, "Money")
    press(laptop, f"Agrees: {left[0]['player']}")
    expect(laptop.get_by_text("✓ agreed")).to_be_visible()
    keep(laptop, "floor-money")
    context.close()
