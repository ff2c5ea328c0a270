"""Moves at the console: who balances two tables and why, and a table that breaks."""

from playwright.sync_api import expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import alerts, at_console, bust, press, seat, sheet, table
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule


@rule("LIVE-14.p1", "LIVE-14.p2", "LIVE-22.p1")
def test_a_move_names_its_reason_and_the_player_reads_it_on_the_phone(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **CLUB)
    evening.start()
    page = at_console(visit, evening.floor, small=True)
    for one in evening.tables()[1][:2]:
        bust(page, one["player"])
    expect(alerts(page)).to_contain_text("never the small blind")
    (move, *_) = evening.state()["moves"]
    mover = next(one for one in evening.tables()[2] if one["seat"] == move["from_seat"])
    name, to = mover["player"], move["to_seat"]
    expect(alerts(page)).to_contain_text(
        f"{name}: Table 2, seat {move['from_seat']} → Table 1, seat {to}, "
        f"hands to the big blind: {move['hands_to_big_blind']}, never the small blind"
    )
    own = visit("phone").go(evening.phone(mover["entry"]))
    expect(own.locator("[data-table]")).to_have_text("2")
    press(alerts(page), "Move")
    expect(alerts(page)).to_contain_text(f"{name}: go to table 1, seat {to}; not there yet")
    expect(own.locator("[data-moving]")).to_be_visible()
    expect(own.locator("[data-table]")).to_have_text("1")
    press(alerts(page), "Arrived")
    expect(own.locator("[data-moving]")).to_have_count(0)
    expect(table(page, 1).locator("[data-entry]").filter(has_text=name)).to_be_visible()
    expect(alerts(page)).to_have_count(0)


@rule("LIVE-13.p1", "LIVE-14.p1")
def test_a_table_below_four_stops_and_the_last_one_opened_breaks(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **CLUB)
    evening.start()
    page = at_console(visit, evening.floor)
    (first, second) = evening.tables().values()
    for one in second[:3]:
        bust(page, one["player"])
    expect(alerts(page)).to_contain_text("Table 2 stops: fewer than four players")
    expect(table(page, 2)).to_contain_text("Stops: too few players")
    evening.hand(1, *(one["player"] for one in first[:3]),
                 **{one["player"]: 1_000 + one["seat"] for one in first[:3]})  # fmt: skip
    expect(alerts(page)).to_contain_text("Table 2 is no longer needed")
    press(alerts(page), "Break table 2")
    expect(sheet(page)).to_contain_text("Its players draw another table, then a seat.")
    press(sheet(page), "Break table 2")
    expect(table(page, 2)).to_have_count(0)
    expect(alerts(page)).to_contain_text("3 players are on the way")
    for one in second[3:]:
        expect(seat(page, one["player"])).to_contain_text("moving")
    press(alerts(page), "All have arrived")
    expect(alerts(page)).to_have_count(0)
    expect(table(page, 1).locator("[data-entry]")).to_have_count(6)
