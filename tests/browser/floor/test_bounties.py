"""Bounties at the console: paid to who knocked the player out, each of them once."""

from playwright.sync_api import Page, expect

from tests.browser.floor.evening import CLUB, Evening
from tests.browser.floor.staff import at_console, bust, open_part, picture, press
from tests.browser.tournaments.house import Client
from tests.browser.visitors import Visit
from tests.rule import rule

PRICE = {"prize": 4_000, "bounty": 1_000, "fee": 500}
ONE_PRIZE = [{"entries": 1, "places": 1, "percents": [100]}]


def choices(page: Page, label: str) -> list[str]:
    return page.get_by_label(label).get_by_role("option").all_inner_texts()


def pay(page: Page, of: str, to: str) -> None:
    page.get_by_label("Bounty of").select_option(of)
    page.get_by_label("Paid to").select_option(to)
    press(page, "Pay the bounty")
    expect(page.get_by_role("listitem").filter(has_text=f"{of} → {to}")).to_be_visible()


@rule("LAMB-47")
def test_a_bounty_is_paid_once_and_the_last_player_gets_their_own(
    visit: Visit, boss: Client
) -> None:
    evening = Evening(boss, **{**CLUB, "expected": 6, "price": PRICE, "paid": ONE_PRIZE})
    evening.start("Ann", "Bert", "Chloe", "Dirk")
    page = at_console(visit, evening.floor)
    bust(page, "Dirk")
    open_part(page, "Money")
    assert choices(page, "Bounty of") == ["–", "Dirk"]
    pay(page, "Dirk", "Ann")
    assert choices(page, "Bounty of") == ["–"]
    assert evening.state()["money"]["pools"]["bounty"] == 3_000
    evening.do("set_clock", level=3, left_ms=600_000)
    evening.do("fix_prizes")
    evening.play_down(1)
    (last,) = (one["player"] for seats in evening.tables().values() for one in seats)
    expect(page.get_by_text("Over · Manager")).to_be_visible()
    for player in {"Ann", "Bert", "Chloe"} - {last}:
        pay(page, player, last)
    page.get_by_label("Bounty of").select_option(last)
    assert choices(page, "Paid to") == ["–", last]
    pay(page, last, last)
    picture(page, "bounties")
    press(page, f"Pay: {last}")
    press(page, "Close: everything is paid")
    expect(page.get_by_text("Closed · Manager")).to_be_visible()
