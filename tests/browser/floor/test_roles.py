"""What each role of the staff may do, as its console shows it (LIVE-1)."""

from playwright.sync_api import Page, expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import at_console, open_part, press, seat, sheet
from tests.browser.past import ANA
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


def appoint(page: Page, role: str) -> None:
    page.get_by_label("Name of the account").fill(ANA.upper())
    page.get_by_label("Role").select_option(role)
    press(page, "Appoint")
    expect(page.get_by_text(f"{ANA} {role}")).to_be_visible()


@rule("LIVE-1")
def test_a_role_is_given_by_name_and_taken_away(visit: Visit, boss: Client) -> None:
    evening = Evening(boss, **CLUB, name="Club night")
    evening.start()
    manager = at_console(visit, evening.floor)
    open_part(manager, "Screens, staff")
    manager.get_by_label("Name of the account").fill("Nobody at all")
    press(manager, "Appoint")
    expect(manager.get_by_text("No account of the room has this name.")).to_be_visible()

    appoint(manager, "Cashier")
    # The colleague finds the event where the manager's console says.
    expect(manager.get_by_text("They open http://")).to_contain_text("/floor.")
    page = at_console(visit, evening.floor, who=ANA)
    page.get_by_role("link", name="All live tournaments").click()
    page.get_by_role("link", name="Open: Club night").click()
    expect(page.get_by_text("Playing · Cashier")).to_be_visible()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Hand over", exact=True)).to_have_count(0)
    seat(page, "Ann").click()
    expect(sheet(page).get_by_role("button", name="Receipt, phone")).to_be_visible()
    expect(sheet(page).get_by_role("button", name="Out", exact=True)).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    open_part(page, "Entries")
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_be_visible()

    appoint(manager, "Floor")
    expect(page.get_by_text("Playing · Floor")).to_be_visible()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    open_part(page, "Money")
    expect(page.get_by_role("button", name="Call the event off")).to_have_count(0)
    open_part(page, "Screens, staff")
    expect(page.get_by_role("heading", name="Change the event")).to_have_count(0)
    expect(page.get_by_role("button", name="Appoint")).to_have_count(0)

    appoint(manager, "Display only")
    expect(page.get_by_text("Playing · Display only")).to_be_visible()
    open_part(page, "Hall")
    expect(page.get_by_role("button", name="Pause", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="Undo entry")).to_have_count(0)

    press(manager, f"Dismiss: {ANA}")
    expect(page.get_by_role("alert")).to_contain_text("Your role does not allow that.")
    press(manager, "Dismiss: Boss")
    expect(manager.get_by_text("Somebody must be the manager.")).to_be_visible()
