"""A laptop, a phone and a screen of the hall follow one tournament from 60 entries to the payout.

What is not the point happens over HTTP, as at other consoles.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.floor.devices import Devices
from tests.browser.floor.evening import CLUB, CLUB_PLAYERS, TERMS, Evening
from tests.browser.floor.staff import (
    alerts,
    caught_up,
    open_part,
    picture,
    press,
    seat,
    sheet,
    table,
)
from tests.browser.floor.test_lists import hand_in
from tests.browser.line import CuttableLine
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Cookies
from tests.rule import rule
from tests.server.processes import RoomProcess

SIXTY = [f"Player {number:02}" for number in range(1, 61)]
LARGE = {
    **TERMS,
    "expected": 60,
    "chips": [{"value": value} for value in (100, 500, 1_000, 5_000)],
    "paid": [{"entries": 1, "places": 9}],
    "levels": [
        {"minutes": 20, "small_blind": 100, "big_blind": 200},
        {"minutes": 10},
        {"minutes": 20, "small_blind": 500, "big_blind": 1_000},
    ],
    "entries_until_level": 1,
}


@pytest.fixture
def devices(
    browser: Browser, room: RoomProcess, cookies: Cookies, line_port: int
) -> Iterator[Devices]:
    found = Devices(browser, room.address, cookies, line_port)
    yield found
    assert found.close() == []
    assert found.outside == []


def left(screen: Page, players: str) -> None:
    expect(screen.locator("[data-fact=left]")).to_contain_text(players)


@rule("LIVE-6", "LIVE-8", "LIVE-12", "LIVE-13.p1", "LIVE-14.p2", "LIVE-18", "LIVE-29.a")
def test_sixty_entries_to_the_payout_on_laptop_phone_and_screen(
    boss: Client, devices: Devices, line: CuttableLine
) -> None:
    evening = Evening(boss, **LARGE)
    laptop, phone, screen = devices.open(evening.floor, evening.screen())

    # Sixty entries from a list; everybody sits at one of seven tables.
    press(laptop, "Open the tables")
    expect(laptop.get_by_role("article")).to_have_count(7)
    open_part(laptop, "Entries")
    hand_in(laptop, "\n".join(["player", *SIXTY]))
    left(screen, "60 / 60")
    evening.even_out()
    caught_up(laptop, evening)
    open_part(laptop, "Hall")
    press(laptop, "Draw all buttons")
    expect(laptop.get_by_role("button", name="Hand over", exact=True)).to_have_count(7)
    press(laptop, "Start the clock")
    expect(screen.locator("[data-time]")).to_contain_text(re.compile(r"1\d:\d\d"))

    # A late entry on the phone.
    open_part(phone, "Entries")
    phone.get_by_role("textbox", name="Name", exact=True).fill("Zoë Late")
    press(phone, "Enter late")
    left(screen, "61 / 61")
    expect(seat(laptop, "Zoë Late")).to_be_visible()

    # The chips of 100 leave play in the break: a race at table 1, with the cards of the software.
    evening.do("set_clock", level=2, left_ms=600_000)
    expect(screen.get_by_text("Break", exact=True)).to_be_visible()
    press(alerts(laptop), "Chips")
    laptop.get_by_role("tabpanel").get_by_role("button", name="Chip race").first.click()
    for one in evening.tables()[1]:
        sheet(laptop).get_by_label(f"Number, {one['player']}", exact=True).fill("3")
        rest = sheet(laptop).get_by_label(f"Other chips, worth, {one['player']}", exact=True)
        rest.fill("19700")
    press(sheet(laptop), "Chip race")
    expect(sheet(laptop).get_by_text("+ 1 × 500")).not_to_have_count(0)
    laptop.keyboard.press("Escape")
    for number in range(2, 8):
        seats = [
            {"seat": one["seat"], "chips": 0, "rest": 20_000} for one in evening.tables()[number]
        ]
        evening.do("race", table=number, removed=100, seats=seats)
    expect(alerts(laptop)).to_have_count(0)

    # One is out at the phone; the tables are uneven, and a player moves.
    evening.do("set_clock", level=3, left_ms=1_100_000)
    open_part(laptop, "Hall")
    open_part(phone, "Hall")
    uneven, (one, *_) = min(evening.tables().items(), key=lambda found: len(found[1]))
    seat(phone, one["player"]).click()
    press(sheet(phone), "Out")
    expect(seat(laptop, one["player"])).to_have_count(0)
    left(screen, "60 / 61")
    expect(alerts(laptop)).to_contain_text("never the small blind")
    press(alerts(laptop), "Move")
    expect(screen.locator("[data-move]")).to_contain_text(f"table {uneven}")
    press(alerts(phone), "Arrived")
    expect(screen.locator("[data-move]")).to_have_count(0)

    # A table breaks while the screen has no connection: it says so, and has everything after it.
    evening.play_down(55)
    last = max(evening.tables())
    line.cut()
    expect(screen.locator("[data-lost]")).to_be_visible()
    evening.do("finish_hand", table=1, out=[evening.tables()[1][0]["entry"]])
    caught_up(laptop, evening)
    press(alerts(laptop), f"Break table {last}")
    press(sheet(laptop), f"Break table {last}")
    expect(table(phone, last)).to_have_count(0)
    line.mend()
    expect(screen.locator("[data-lost]")).to_have_count(0)
    left(screen, "54 / 61")
    expect(screen.locator("[data-move]")).not_to_have_count(0)
    press(alerts(phone), "All have arrived")
    expect(screen.locator("[data-move]")).to_have_count(0)

    # One from the money: hand for hand, an all-in is held, and shown when all have finished.
    evening.play_down(10)
    evening.do("fix_prizes")
    for number in evening.tables():
        evening.do("finish_hand", table=number)
    caught_up(laptop, evening)
    open_part(laptop, "Hand for hand, days")
    press(laptop, "Announce hand for hand")
    expect(screen.locator("[data-note]")).to_have_text("Hand for hand")
    press(laptop, "Deal the next hand at all tables")
    press(table(phone, 1), "All-in: hold")
    expect(laptop.get_by_text("Held: all-in and call")).to_be_visible()
    press(table(phone, 2), "Hand over")
    press(table(phone, 1), "Showdown now")
    out = evening.tables()[1][0]
    seat(phone, out["player"]).click()
    press(sheet(phone), "Out")
    sheet(phone).get_by_label(f"Chips at the start, {out['player']}").fill("30000")
    picture(phone, "hand-for-hand-phone")
    press(sheet(phone), "Hand over, 1 out")
    left(screen, "9 / 61")
    press(laptop, "End hand for hand")
    expect(screen.locator("[data-note]")).to_have_count(0)
    evening.play_down(3)
    caught_up(laptop, evening)

    # A deal of the last three, and every prize is paid.
    open_part(laptop, "Money")
    press(laptop, "Propose a deal")
    (finalists,) = evening.tables().values()
    chips = evening.state()["chips"]
    for place, one in enumerate(finalists):
        stack = chips - 200_000 * (len(finalists) - 1) if place == 0 else 200_000
        sheet(laptop).get_by_label(one["player"], exact=True).fill(str(stack))
    press(sheet(laptop), "Work it out")
    press(sheet(laptop), "Propose a deal")
    expect(screen.locator("[data-note]")).to_contain_text("discussing a deal")
    open_part(phone, "Money")
    for one in finalists:
        press(phone, f"Agrees: {one['player']}")
    press(laptop, "Confirm the deal")
    expect(screen.locator("[data-note]")).to_have_text("The tournament is over")
    winners = [one for one in evening.state()["results"] if one["prize"]]
    assert len(winners) == 9
    # The hall reads who has won what, and no clock any more.
    expect(screen.locator("[data-winner]")).to_have_count(9)
    expect(screen.locator("[data-time]")).to_have_count(0)
    for number, one in enumerate(winners, start=1):
        player = next(p for p in evening.state()["players"] if p["entry"] == one["entry"])
        press(laptop, f"Pay: {player['player']}")
        expect(phone.get_by_text("✓ paid")).to_have_count(number)
    picture(laptop, "paid")
    press(laptop, "Close: everything is paid")
    expect(phone.get_by_text("Closed · Manager")).to_be_visible()
    expect(screen.locator("[data-note]")).to_have_text("The tournament is closed")


@rule("LIVE-9", "LIVE-16", "LIVE-28", "LAMB-35")
def test_the_last_hands_of_a_day_the_bags_and_the_second_day_on_three_devices(
    boss: Client, devices: Devices, line: CuttableLine
) -> None:
    evening = Evening(boss, **CLUB)
    evening.start(*CLUB_PLAYERS[:8])
    laptop, phone, screen = devices.open(evening.floor, evening.screen())
    open_part(laptop, "Hand for hand, days")
    press(laptop, "Draw the last hands")
    press(sheet(laptop), "Draw the last hands")
    expect(sheet(laptop).get_by_role("alert")).to_contain_text("not the last level of the day")
    press(sheet(laptop), "Cancel")
    evening.do("set_clock", level=3, left_ms=600_000)
    caught_up(laptop, evening)
    press(laptop, "Draw the last hands")
    sheet(laptop).get_by_label("Card").fill("9")
    press(sheet(laptop), "Draw the last hands")
    expect(sheet(laptop).get_by_role("alert")).to_contain_text("3, 4, 5, 6, 7")
    sheet(laptop).get_by_label("Card").fill("3")
    press(sheet(laptop), "Draw the last hands")
    expect(screen.locator("[data-note]")).to_have_text("The last 3 hands of the day")

    # Both tables count down on the phone; then nothing is dealt any more.
    for number in (1, 2):
        for hands in (3, 2, 1):
            word = "hand" if hands == 1 else "hands"
            expect(table(phone, number)).to_contain_text(f"{hands} {word} to the end of the day")
            press(table(phone, number), "Hand over")
        expect(table(phone, number)).to_contain_text("The day is over here")
    expect(screen.locator("[data-note]")).to_have_text("The day is over")

    # Every stack goes into a bag: one at the phone, the others at other consoles.
    players = [one for seats in evening.tables().values() for one in seats]
    open_part(phone, "Hand for hand, days")
    press(phone, f"Bag: {players[0]['player']}")
    sheet(phone).get_by_label("Stack").fill("45000")
    sheet(phone).get_by_label("Number of the bag").fill("A1")
    press(sheet(phone), "Bag")
    expect(phone.get_by_text("1 of 8 bagged · In the bags 45,000 of 80,000")).to_be_visible()
    press(laptop, "Start day 2")
    expect(laptop.get_by_role("alert")).to_contain_text("Not bagged yet:")
    for place, one in enumerate(players[1:]):
        evening.do("bag_stack", entry=one["entry"], stack=5_000, bag=f"B{place}")
    caught_up(laptop, evening)
    press(laptop, "Start day 2")
    expect(laptop.get_by_text("Day 2 · Manager")).to_be_visible()
    expect(screen.get_by_text("Day 2")).to_be_visible()

    # New seats with the stacks of the bags, a button drawn again, and an ID of everybody.
    open_part(laptop, "Hall")
    expect(seat(laptop, players[0]["player"])).to_contain_text("no ID")
    expect(alerts(phone)).to_contain_text(f"{players[0]['player']} at table")
    for one in players:
        line_of = alerts(phone).get_by_role("listitem").filter(has_text=f"{one['player']} at")
        press(line_of, "ID shown")
        expect(line_of).to_have_count(0)
    expect(seat(laptop, players[0]["player"])).to_contain_text("45,000")
    press(laptop, "Draw all buttons")
    expect(laptop.get_by_role("button", name="Hand over", exact=True)).to_have_count(2)
    press(laptop, "Resume")
    expect(screen.locator("[data-blinds]")).to_contain_text("400 / 800")
