"""The structure designer: chips, players and hours become blinds, a chart and a tournament."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.floor.staff import SMALL, is_too_wide, picture
from tests.browser.past import BOSS
from tests.browser.visitors import Visit
from tests.rule import rule


@rule("LIVE-19", "LAMB-48")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_manager_designs_a_structure_and_creates_the_tournament(visit: Visit, size: str) -> None:
    visitor = visit(size)
    if size == "phone":
        visitor.page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    visitor.log_in(BOSS)
    page = visitor.go("/floor")
    page.get_by_role("link", name="Design a structure").click()
    chart = page.locator("[data-chart]")
    expect(chart).to_be_visible()
    before = page.locator("[data-ends] dd").inner_text()
    page.get_by_label("Hours").fill("3")
    expect(page.locator("[data-ends] dd")).not_to_have_text(before)
    assert not is_too_wide(page)
    assert grave_findings(page) == []
    picture(page, f"designer-{size}")
    page.get_by_role("textbox", name="Name").fill(f"Thursday {size}")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name=f"Thursday {size}")).to_be_visible()
