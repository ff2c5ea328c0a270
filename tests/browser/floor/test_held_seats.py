"""Seats that are kept for players who come late, at the console."""

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import at_console, open_part, press, sheet, table
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


@rule("LIVE-8.1")
def test_held_seats_are_left_out_of_the_draw_until_they_are_released(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **{**CLUB, "expected": 6})
    evening.do("open_tables")
    page = at_console(visit, evening.floor)

    def hold(seats: int) -> None:
        open_part(page, "Hall")
        press(page, "More for table 1")
        press(sheet(page), "Hold seats")
        sheet(page).get_by_label("Seats", exact=True).fill(str(seats))
        press(sheet(page), "Hold seats")
        expect(sheet(page)).to_be_hidden()

    def enter(player: str) -> None:
        open_part(page, "Entries")
        page.get_by_role("textbox", name="Name", exact=True).fill(player)
        press(page, "Enter a player")

    hold(4)
    expect(table(page, 1)).to_contain_text("seats held: 4")
    for player in ("Ann", "Bert"):
        enter(player)
        expect(page.get_by_role("button", name=player)).to_be_visible()
    enter("Chloe")
    expect(page.get_by_role("alert").first).to_be_visible()
    assert evening.state()["entries"] == 2
    hold(0)
    expect(table(page, 1)).not_to_contain_text("seats held")
    enter("Chloe")
    expect(page.get_by_role("heading", name="All entries (3)")).to_be_visible()
