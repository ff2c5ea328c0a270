"""What the desk prints from the browser: every paper, on A4 and on a roll of 80 mm."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.floor.evening import Evening
from tests.browser.past import BOSS
from tests.browser.tournaments.house import Client
from tests.browser.visitors import ROOT, Visit
from tests.rule import rule

PAPERS = ROOT / "build" / "screenshots" / "floor"
KINDS = {
    "receipts": "receipt",
    "seat_cards": "seat_card",
    "move_tickets": "move_ticket",
    "payout_slips": "payout_slip",
    "bagging_sheets": "bagging_sheet",
}
POINTS_PER_MM = 72 / 25.4


@pytest.fixture
def evening(boss: Client) -> Evening:
    """Five players, of whom one has moved."""
    found = Evening(boss)
    entries = found.seat(5, tables=2)
    places = {one["entry"]: one["place"] for one in found.state()["players"]}
    other = 3 - places[entries[0]]["table"]
    table = next(one for one in found.state()["tables"] if one["number"] == other)
    seat = table["open_seats"][0]
    found.do("move", entry=entries[0], table=other, seat=seat, cause="initial_balance")
    return found


def sizes(pdf: bytes) -> set[tuple[int, int]]:
    """The sizes of the pages of a document, in millimetres."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
    return {(round(float(a) / POINTS_PER_MM), round(float(b) / POINTS_PER_MM)) for a, b in boxes}


def printed(page: Page, name: str) -> bytes:
    PAPERS.mkdir(parents=True, exist_ok=True)
    file = Path(PAPERS / f"paper-{name}.pdf")
    return page.pdf(path=file, prefer_css_page_size=True)


@rule("LIVE-2", "LIVE-22.p1")
def test_every_paper_is_printed_on_a4_and_on_a_roll(visit: Visit, evening: Evening) -> None:
    visitor = visit()
    visitor.log_in(BOSS)
    page = visitor.go(f"/floor/{evening.floor}/paper")
    for kind, paper in KINDS.items():
        shown = _paid(evening.client) if kind == "payout_slips" else evening
        page = visitor.go(f"/floor/{shown.floor}/paper?kind={kind}")
        expect(page.locator(f"[data-paper={paper}]").first).to_be_visible()
        for size, wide in (("a4", 210), ("roll", 80)):
            page.get_by_role("combobox").select_option(size)
            expect(page.locator(f"[data-size={size}]")).to_be_visible()
            assert grave_findings(page) == [], kind
            page.emulate_media(media="print")
            expect(page.get_by_role("button", name="Print")).to_be_hidden()
            page.screenshot(path=PAPERS / f"paper-{kind}-{size}.png", full_page=True)
            pdf = printed(page, f"{kind}-{size}")
            assert {one[0] for one in sizes(pdf)} == {wide}, kind
            slips = page.locator("[data-paper]")
            # Nothing that a paper says is cut off at its edge.
            cut = "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).length"
            assert slips.evaluate_all(cut) == 0, (kind, size)
            assert slips.evaluate_all(cut.replace("Height", "Width")) == 0, (kind, size)
            if size == "roll":
                _fits(page, sizes(pdf))
            page.emulate_media(media="screen")


def _fits(page: Page, found: set[tuple[int, int]]) -> None:
    """A paper is not longer than its piece of the roll, and so is on one page."""
    ((_, tall),) = found
    longest = page.locator("[data-paper]").evaluate_all(
        "all => Math.max(...all.map(one => one.getBoundingClientRect().height)) * 25.4 / 96"
    )
    assert longest <= tall - 6


def _paid(client: Client) -> Evening:
    """A tournament in which the winner was paid."""
    found = Evening(client)
    (winner, *others) = found.seat(4)
    found.begin()
    found.do("set_clock", level=4, left_ms=60_000)
    for entry in others:
        found.do("finish_hand", table=1, out=[entry])
    found.do("fix_prizes")
    found.do("pay_prize", entry=winner)
    return found


def test_a_receipt_leads_to_the_players_own_page(visit: Visit, evening: Evening) -> None:
    visitor = visit()
    visitor.log_in(BOSS)
    page = visitor.go(f"/floor/{evening.floor}/paper?kind=receipts")
    page.get_by_label("Player", exact=True).fill("ann")
    expect(page.locator("[data-paper]")).to_have_count(1)
    expect(page.locator("[data-paper] .total")).to_have_text(re.compile(r"Paid\s*50$"))
    address = page.get_by_label("The address of this room")
    expect(page.get_by_text("Only this computer reaches this address")).to_be_visible()
    link = page.locator("[data-qr]").get_attribute("data-qr") or ""
    assert link.startswith(f"{visitor.address}/live/e")
    phone = visit("phone").go(link.removeprefix(visitor.address))
    expect(phone.locator("[data-seat]")).to_contain_text("Ann Peeters")
    address.fill("http://192.168.1.20:8080")
    expect(page.get_by_text("Only this computer reaches this address")).to_have_count(0)
    expect(page.locator("[data-qr^='http://192.168.1.20:8080/live/e']")).to_be_visible()


def test_only_what_was_not_printed_yet_is_printed_next(visit: Visit, evening: Evening) -> None:
    visitor = visit()
    visitor.context.add_init_script("window.print = () => {}")
    visitor.log_in(BOSS)
    page = visitor.go(f"/floor/{evening.floor}/paper?kind=receipts")
    expect(page.locator("[data-paper]")).to_have_count(5)
    page.get_by_role("button", name="Print 5").click()
    page.get_by_label("Only what was not printed here yet").check()
    expect(page.get_by_text("There is nothing to print.")).to_be_visible()
    evening.do("enter", player="Zoë")
    page.get_by_role("button", name="Refresh").click()
    expect(page.get_by_role("button", name="Print 1")).to_be_enabled()
    expect(page.locator("[data-paper]")).to_contain_text("Zoë")


def test_somebody_who_is_not_of_the_staff_prints_nothing(visit: Visit, evening: Evening) -> None:
    visitor = visit()
    visitor.log_in("Ana")
    page = visitor.go(f"/floor/{evening.floor}/paper")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("[data-paper]")).to_have_count(0)
