"""A player's own results: by format, with figures that can be counted again, and a graph."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import picture
from tests.browser.tournaments.house import as_guest
from tests.browser.visitors import SIZES, Visit

ENTRY: dict[str, Any] = {
    "tournament": 0, "name": "Evening 10", "state": "finished", "entry": 1, "player": 1,
    "registered_ms": 1_760_000_000_000, "paid": 1_000, "is_given_back": False, "place": 0,
    "prize": 0, "bounties": 0, "is_held": False,
}  # fmt: skip
PLAYED: list[dict[str, Any]] = [
    {"tournament": 7, "prize": 5_000, "place": 1, "bounties": 500},
    {"tournament": 6, "place": 9},
    {"tournament": 5, "place": 12},
    {"tournament": 4, "state": "cancelled", "is_given_back": True},
    {"tournament": 3, "place": 4, "paid": 2_000, "prize": 1_500},
    {"tournament": 2, "name": "HexaPro 1", "paid": 100, "prize": 200, "place": 1},
    {"tournament": 1, "name": "HexaPro 1", "paid": 100, "place": 3},
]
KINDS = dict.fromkeys("1234567", "scheduled") | {"1": "hexapro", "2": "hexapro", "6": "sit_and_go"}


def test_results_are_counted_by_format_and_buy_in(visit: Visit) -> None:
    visitor = visit()
    as_guest(visitor)
    entries = [
        ENTRY | one | {"registered_ms": 1_760_000_000_000 + place * 86_400_000}
        for place, one in enumerate(reversed(PLAYED))
    ][::-1]
    answer = {"entries": entries, "kinds": KINDS}
    visitor.page.route("**/api/entries*", lambda route: route.fulfill(json=answer))
    page = visitor.go("/my-games")
    page.get_by_role("link", name="Results and history").click()
    figure = page.locator("[data-figure]")
    expect(figure).to_have_text(["4", "+20", "40%", "50%"])
    expect(page.locator("figure")).to_be_visible()
    expect(page.get_by_role("row", name="Sit & Go")).to_contain_text("−10")
    expect(page.get_by_role("row", name="Tournament")).to_contain_text("+30")
    expect(page.locator("[data-entry='4']")).to_contain_text("Cancelled")
    expect(page.locator("[data-entry='7']")).to_contain_text("55")
    for size in ("desktop", "small"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        picture(page, "results", size)
        assert grave_findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("tab", name="HexaPro").click()
    expect(figure).to_have_text(["2", "0", "0%", "50%"])
    expect(page.locator("[data-entry]")).to_have_count(2)


def test_whoever_has_played_nothing_is_shown_where_to_begin(visit: Visit) -> None:
    visitor = visit()
    as_guest(visitor)
    page = visitor.go("/results")
    expect(page.get_by_text("You have not played any of these yet.")).to_be_visible()
    assert grave_findings(page) == []
