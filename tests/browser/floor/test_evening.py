"""An evening on two devices: the laptop of the manager and a phone beside the tables."""

from playwright.sync_api import expect

from tests.browser.accessibility import grave_findings
from tests.browser.floor.staff import (
    PLAYERS,
    at_console,
    bust,
    is_too_wide,
    manager,
    open_part,
    picture,
    seat,
    sheet,
)
from tests.browser.past import BOSS
from tests.browser.visitors import Visit
from tests.rule import rule

PARTS = (
    "Hall",
    "Entries",
    "Chips",
    "Money",
    "Hand for hand, days",
    "Screens, staff",
    "Ask the book",
    "Log",
)


@rule("LIVE-6", "LIVE-8", "LIVE-14.p2", "LIVE-16")
def test_an_evening_from_the_empty_room_to_the_last_payout(visit: Visit) -> None:
    boss = visit()
    boss.log_in(BOSS)
    laptop = boss.go("/floor")
    laptop.get_by_role("button", name="New tournament").last.click()
    laptop.get_by_role("textbox", name="Name", exact=True).fill("Club night")
    laptop.get_by_label("Seats at a table").select_option("6")
    laptop.get_by_label("Players expected").fill("12")
    laptop.get_by_label("Entries and re-entries until").select_option("the start")
    laptop.get_by_role("button", name="New tournament").last.click()
    expect(laptop.get_by_role("heading", name="Club night")).to_be_visible()
    floor = int(laptop.url.rsplit("/", 1)[1])

    laptop.get_by_role("button", name="Open the tables").click()
    expect(laptop.get_by_role("article")).to_have_count(2)
    open_part(laptop, "Entries")
    for number, player in enumerate(PLAYERS, start=1):
        laptop.get_by_role("textbox", name="Name", exact=True).fill(player)
        laptop.get_by_role("textbox", name="Name", exact=True).press("Enter")
        expect(laptop.get_by_role("heading", name=f"All entries ({number})")).to_be_visible()
    open_part(laptop, "Hall")
    laptop.get_by_role("button", name="Draw all buttons").click()
    expect(laptop.get_by_role("button", name="Hand over", exact=True)).to_have_count(2)
    laptop.get_by_role("button", name="Start the clock").click()
    expect(laptop.get_by_role("button", name="Pause", exact=True)).to_be_visible()

    phone = at_console(visit, floor, small=True)
    house = manager(visit)
    first = [one["player"] for one in house.state(floor)["tables"][0]["players"]]
    for player in first[:3]:
        bust(phone, player)
        expect(seat(laptop, player)).to_be_hidden()
    picture(phone, "console-phone")
    laptop.keyboard.press("u")
    expect(sheet(laptop)).to_contain_text("Nothing depends on it.")
    sheet(laptop).get_by_role("button", name="Wrong player").click()
    sheet(laptop).get_by_role("button", name="Undo", exact=True).click()
    expect(seat(phone, first[2])).to_be_visible()
    bust(phone, first[2])
    expect(laptop.get_by_text("Table 1 stops: fewer than four players")).to_be_visible()
    picture(laptop, "console-laptop")

    laptop.get_by_role("list", name="Look at this").get_by_role("button", name="Move").click()
    arrived = phone.get_by_role("button", name="Arrived", exact=True)
    expect(arrived).to_be_visible()
    arrived.click()
    expect(arrived).to_be_hidden()

    second = house.state(floor)["tables"][1]["players"]
    phone.get_by_role("button", name="More for table 2").click()
    for place, one in enumerate(second[:3], start=1):
        sheet(phone).get_by_label(f"{one['seat']} · {one['player']}").check()
        if place > 1:
            label = f"Chips at the start, {one['player']}"
            sheet(phone).get_by_label(label).fill(str(1000 * place))
    sheet(phone).get_by_label(f"Chips at the start, {second[0]['player']}").fill("1000")
    picture(phone, "several-out")
    sheet(phone).get_by_role("button", name="Hand over, 3 out").click()
    expect(sheet(phone)).to_be_hidden()
    laptop.get_by_role("button", name="Break table 2").first.click()
    sheet(laptop).get_by_role("button", name="Break table 2").click()
    expect(laptop.get_by_role("article")).to_have_count(1)
    for _ in house.state(floor)["tickets"]:
        before = laptop.get_by_role("button", name="Arrived", exact=True).count()
        laptop.get_by_role("button", name="Arrived", exact=True).first.click()
        expect(laptop.get_by_role("button", name="Arrived", exact=True)).to_have_count(before - 1)

    open_part(laptop, "Money")
    laptop.get_by_role("button", name="Fix the prizes").click()
    expect(laptop.get_by_text("Final.", exact=True)).to_be_visible()
    laptop.get_by_role("button", name="Propose a deal").click()
    left = house.state(floor)["tables"][0]["players"]
    for place, one in enumerate(left):
        chips = 120_000 - 10_000 * (len(left) - 1) if place == 0 else 10_000
        sheet(laptop).get_by_label(one["player"], exact=True).fill(str(chips))
    sheet(laptop).get_by_role("button", name="Work it out").click()
    expect(sheet(laptop).get_by_role("button", name="Propose a deal")).to_be_enabled()
    picture(laptop, "deal")
    sheet(laptop).get_by_role("button", name="Propose a deal").click()
    expect(sheet(laptop)).to_be_hidden()
    for one in left:
        laptop.get_by_role("button", name=f"Agrees: {one['player']}").click()
    laptop.get_by_role("button", name="Confirm the deal").click()
    paid = laptop.get_by_text("✓ paid")
    for number, one in enumerate(left, start=1):
        laptop.get_by_role("button", name=f"Pay: {one['player']}").click()
        expect(paid).to_have_count(number)
    picture(laptop, "money")
    laptop.get_by_role("button", name="Close: everything is paid").click()
    expect(laptop.get_by_text("Closed · Manager")).to_be_visible()
    expect(phone.get_by_text("Closed · Manager")).to_be_visible()


def test_every_part_of_the_console_fits_a_small_phone_and_axe_finds_nothing(visit: Visit) -> None:
    floor = manager(visit).seated("Parts")
    for small in (True, False):
        page = at_console(visit, floor, small=small)
        for part in PARTS:
            open_part(page, part)
            assert not is_too_wide(page), part
            assert grave_findings(page) == [], part
            picture(page, f"{part.split()[0].lower().strip(',')}-{'phone' if small else 'laptop'}")
        open_part(page, "Hall")
        seat(page, PLAYERS[0]).click()
        assert not is_too_wide(page)
        assert grave_findings(page) == []
        picture(page, f"seat-{'phone' if small else 'laptop'}")
