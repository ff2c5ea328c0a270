"""Two tables that become one, hand for hand, a move, a reload and a deal: one player at a desktop,
one at a phone, and somebody on the rail."""

import re

from playwright.sync_api import Page, expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import picture
from tests.browser.tournaments.table.field import Field, Seated
from tests.browser.tournaments.table.pages import play_until, press_control, take_seat, told
from tests.browser.visitors import Visit
from tests.rule import rule

TWO_TABLES = """
name = "Two tables"
edition = "house"
kind = "scheduled"
price_cents = 1_000
starting_stack = 1_000
seats = 6
breaks = false
hand_for_hand_places = 8
[blinds]
level_s = 900
levels = [{ small = 10, big = 20 }, { small = 20, big = 40, ante = 5 }]
[timebank]
first_ms = 600_000
cap_ms = 600_000
[registration]
late_levels = 0
minimum_entries = 11
[bounty]
style = "regular"
"""
ENTRIES = 11
PAID = 3


def shares_on(page: Page) -> dict[str, str]:
    """What the panel of a deal promises everybody, by name."""
    rows = page.locator("[data-deal] tbody tr")
    rows.first.wait_for()
    names = rows.locator("th").all_inner_texts()
    return dict(zip(names, rows.locator("[data-share]").all_inner_texts(), strict=True))


@rule("BAL-02", "BAL-05", "H4H-02", "TAMB-98", "TYP-09", "TTB-03")
def test_two_tables_become_one_and_the_last_three_make_a_deal(visit: Visit, field: Field) -> None:
    people = field.people(ENTRIES)
    tournament = field.hold(TWO_TABLES, people)
    field.until(lambda: all(one.table for one in people), "nobody was seated")
    first = people[0]
    second = next(one for one in people if one.table != first.table)
    others = [one for one in people if one not in {first, second}]
    ana, bram = take_seat(visit, field, first, "desktop"), take_seat(visit, field, second, "phone")

    # The line over the felt, and nobody's cards for who watches.
    bar = ana.locator("[data-level='1']")
    expect(bar).to_contain_text("10/20")
    expect(bar.locator("[data-left='11']")).to_have_text("11/11", use_inner_text=True)
    expect(bar.locator("[data-average='1000']")).to_contain_text("50 BB")
    expect(bar.locator("[data-jump='8']")).to_be_visible()
    expect(ana.locator("[data-spoken]")).to_contain_text(re.compile(r"Level 1. 10 20. You are \d+"))
    expect(ana.locator(".pod.hero [data-card]")).to_have_count(2)
    before = bar.bounding_box()

    # The first table finishes its hand, and waits for the other one.
    here = [one for one in others if one.table == first.table]
    field.play("shove", *here)
    play_until(lambda: ana.locator("[data-hand-for-hand='1']").count(), "no waiting", ana)
    expect(ana.locator("[data-hand-for-hand]")).to_have_text("Hand for hand: waiting for one table")
    assert bar.bounding_box() == before
    picture(ana, "hand-for-hand", "desktop")
    assert grave_findings(ana) == []
    expect(ana.locator("[data-out]").first).to_be_visible()
    picture(ana, "knocked-out", "desktop")

    # The other one plays, and what is left of both is the final table, where nobody calls.
    field.play("fold", *here)
    field.play("shove", *(one for one in others if one not in here))

    sat_at = {page: page.url for page in (ana, bram)}

    def are_together() -> bool:
        final = all(page.locator("[data-final]").count() for page in (ana, bram))
        return final and ana.url.rpartition("/")[2] == bram.url.rpartition("/")[2]

    play_until(are_together, "no final table", ana, bram)
    field.play("fold", *others)
    # Whoever has to act there at once is taken along without a card.
    (moved,) = [page for page, before in sat_at.items() if page.url != before]
    (stayed,) = [page for page in sat_at if page is not moved]
    play_until(lambda: "This is the final table." in told(stayed), "no message", ana, bram)

    # Whoever was moved and comes back after a reload is at the new table.
    moved.reload()
    expect(moved.locator(".pod.hero")).to_be_visible()
    expect(moved.locator("[data-final]")).to_be_visible()
    picture(ana, "final-table", "desktop")
    picture(bram, "final-table", "phone")
    assert grave_findings(bram) == []

    # One more is out: the last three are in the money, and may share the prizes.
    field.play("shove", *others)
    play_until(
        lambda: field.page(tournament)["row"]["left"] <= PAID, "nobody is knocked out", ana, bram
    )
    field.play("fold", *others)
    deal(field, tournament, ana, bram, next(one for one in others if not one.is_out))


def deal(field: Field, tournament: int, ana: Page, bram: Page, third: Seated) -> None:
    """The phone proposes and the desktop refuses; then the other way round, and all agree."""
    press_control(bram, "deal")
    sheet = bram.get_by_role("dialog", name="Propose a deal")
    expect(sheet.locator("[data-share^='even:']")).to_have_count(PAID)
    picture(bram, "deal-sheet", "phone")
    assert grave_findings(bram) == []
    sheet.get_by_role("button", name="Propose this deal").click()
    play_until(lambda: ana.locator("[data-deal='icm']").count(), "no proposal", ana, bram)
    ana.get_by_role("button", name="Refuse").click()
    expect(bram.get_by_text("There is no deal. Play goes on.")).to_be_visible()

    press_control(ana, "deal")
    sheet = ana.get_by_role("dialog", name="Propose a deal")
    sheet.get_by_role("radio", name="Even").check()
    picture(ana, "deal-sheet", "desktop")
    sheet.get_by_role("button", name="Propose this deal").click()
    play_until(lambda: bram.locator("[data-deal='even']").count(), "no proposal", ana, bram)
    promised = shares_on(bram)
    assert len(promised) == PAID
    picture(ana, "deal", "desktop")
    picture(bram, "deal", "phone")
    assert grave_findings(ana) == []
    number = field.page(tournament)["deal"]["deal"]
    field.do(field.ask(third, f"/api/tournaments/{tournament}/deal/accept", deal=number))
    expect(ana.locator("[data-deal]")).to_contain_text("agrees")
    # Proposed in the middle of a hand that has changed the shares, it waits for her own answer too.
    own_answer = ana.get_by_role("button", name="Accept")
    if own_answer.is_visible():
        own_answer.click()
    bram.get_by_role("button", name="Accept").click()
    for page, size in ((ana, "desktop"), (bram, "phone")):
        result = page.locator("[data-result]")
        expect(result.locator("[data-prize]")).to_have_text(promised_to(page, promised))
        picture(page, "deal-result", size)
        assert grave_findings(page) == []


def promised_to(page: Page, promised: dict[str, str]) -> str:
    name = page.locator(".pod.hero").first.get_attribute("data-player")
    assert name is not None
    return promised[name]
