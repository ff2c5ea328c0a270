"""What happens at a table of a tournament leaves the other tiles alone: no focus, no click goes."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.staged import StagedWindow, clock, game_of_chips, now_ms, table, table_of_chips
from tests.browser.table.test_tiles import COVERED
from tests.rule import rule

CASH, OLD, NEW = 7, 8, 9


def typing_at(page: Page) -> str:
    """What is in the field that has the focus, if it is one of the table for money."""
    field = f"document.activeElement.closest(\"[data-table='{CASH}']\")"
    return str(page.evaluate(f"{field} ? document.activeElement.value : 'elsewhere'"))


@rule("AMB-49", "BAL-05")
def test_a_reel_and_a_move_at_one_table_take_nothing_from_another(browser: Browser) -> None:
    window = StagedWindow(browser, table(CASH), table_of_chips(OLD), motion=True)
    page = window.page
    window.tell(clock(left_ms=600_000), CASH)
    window.ask(CASH, deadline_ms=now_ms() + 600_000)
    field = page.locator(f"[data-table='{CASH}'] input.typed, [data-table='{CASH}'] .typed input")
    field.first.fill("1")
    assert typing_at(page) == "1"

    # The draw of a game runs beside the decision.
    drawn = game_of_chips(multiplier_tenths=40, deals_from_ms=now_ms() + 600_000)
    window.tell({"type": "game_changed", "game": drawn}, OLD)
    expect(page.locator(f"[data-table='{OLD}'] .draw")).to_be_visible()
    page.keyboard.type("2")
    assert typing_at(page) == "12"
    assert page.evaluate(COVERED, CASH) == []
    window.tell({"type": "game_changed", "game": game_of_chips()}, OLD)

    # The player is moved at that table: the card is in nobody's way, and the call is heard.
    window.tables[f"table:{NEW}"] = table_of_chips(NEW, game=game_of_chips(table=5))
    seated = {"tournament": 3, "table": NEW, "seat": 1, "stack": 1_000, "cause": "balancing"}
    window.happen("me", {"type": "tournament_seated", **seated})
    expect(page.locator(f"[data-moving='{NEW}']")).to_be_visible()
    page.keyboard.type("3")
    assert typing_at(page) == "123"
    assert page.evaluate(COVERED, CASH) == []
    expect(page.locator(f"[data-table='{NEW}']")).to_be_visible()
    expect(page.locator(f"[data-table='{OLD}']")).to_have_count(0)
    page.keyboard.type("4")
    assert typing_at(page) == "1234"
    assert page.url.endswith(f"/table/{CASH}")
    page.locator(f"[data-table='{CASH}'] [data-action=call]").click()
    window.until(lambda: bool(window.wanted("act")))
    (act,) = window.wanted("act")
    assert (act["ch"], act["a"]) == (f"table:{CASH}", "call")
    window.close()
