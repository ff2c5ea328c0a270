"""Void hands, statistics, cashier and rulebook."""

import re

from playwright.sync_api import expect

from tests.browser.past import ANA, PAST_HANDS, READ_HAND, READ_WHY
from tests.browser.visitors import Visit
from tests.rule import rule


@rule("AMB-69")
def test_a_hand_that_was_rolled_back_is_void_in_the_list_and_can_be_watched(visit: Visit) -> None:
    pia = visit()
    pia.log_in("Pia")
    page = pia.go("/hands")
    expect(page.locator("[data-hand]")).to_have_count(1)
    expect(page.locator("[data-hand] [data-void]")).to_have_text("void")
    page.locator("[data-hand]").click()
    expect(page.locator("[data-void]")).to_contain_text("the room rolled it back")
    expect(page.get_by_role("link", name="PHH")).to_have_count(0)


@rule("FAIR-03")
def test_players_find_which_of_their_hands_the_house_has_looked_at(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/hands")
    row = page.locator(f"[data-reading='{READ_HAND}']")
    expect(row).to_contain_text(READ_WHY)
    row.get_by_role("link").click()
    page.wait_for_url("**/hands/hand*")
    expect(page.locator("[data-line]").first).to_be_visible()


def test_statistics_draw_the_result_and_count_the_shares(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/statistics")
    expect(page.locator(".totals")).to_contain_text(str(2 * PAST_HANDS))
    expect(page.locator("[data-share=vpip]")).to_contain_text("%")
    graph = page.get_by_role("slider", name="Result over hands")
    expect(graph.locator("path.main")).to_be_visible()
    graph.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("figcaption")).to_contain_text("hand ")
    expect(page.get_by_role("row")).not_to_have_count(0)
    page.get_by_label("Time").select_option("day")
    expect(page.locator(".totals")).to_be_visible()


def test_statistics_of_who_has_not_played_lead_to_the_lobby(visit: Visit) -> None:
    boss = visit("phone")
    boss.log_in("Boss")
    page = boss.go("/statistics")
    page.get_by_role("link", name="To the lobby").click()
    page.wait_for_url("**/lobby")


def test_the_cashier_names_the_reason_of_every_transfer(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/cashier")
    lines = page.locator("[data-reason]")
    expect(page.locator("[data-reason=deposited]")).to_contain_text("+10,000")
    expect(page.locator("[data-reason=deposited]")).to_contain_text("Deposit")
    expect(page.locator("[data-reason=cashed_out]").first).to_contain_text("Table 2")
    balance = page.locator("[data-balance]").inner_text()
    expect(lines.first).to_contain_text(balance)


@rule("BET-08")
def test_the_rulebook_is_searched_and_shows_the_values_of_the_rooms_edition(visit: Visit) -> None:
    page = visit().go("/rules")
    page.get_by_placeholder("Search by number or word").fill("minimum raise")
    page.get_by_role("link", name="BET-08 Minimum raise").click()
    page.wait_for_url("**/rules/BET-08")
    article = page.get_by_role("article")
    expect(article).to_contain_text("The new total must exceed")
    expect(article.locator("[data-switch]").first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Choose a rule")).to_be_visible()


@rule("AMB-36")
def test_a_rule_shows_its_rulings_apart_from_what_house_rules_may_set(visit: Visit) -> None:
    article = visit().go("/rules/AMB-36").get_by_role("article")
    expect(article.get_by_role("heading", name="Rulings")).to_be_visible()
    ruled = article.locator("[data-ruling='cash.entry.dead_small_blind_charged']")
    expect(ruled).to_contain_text("never")
    expect(article.locator("[data-switch='cash.entry.missed_blinds']")).to_be_visible()


def test_every_kind_of_refusal_can_be_looked_up(visit: Visit) -> None:
    somebody = visit()
    article = somebody.go("/rules/NET-04").get_by_role("article")
    expect(article).to_contain_text("Nobody sends more than a person can")
    somebody.go("/rules?id=I7")
    expect(article).to_contain_text("A key is applied once")
    somebody.go("/rules/BET-999")
    expect(article.get_by_role("alert")).to_contain_text("no rule with this number")


def test_the_buy_in_says_by_which_rule_it_is_limited(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/lobby")
    page.get_by_role("tab", name="Omaha").click()
    page.locator("[data-stake='pl-omaha:ordinary:50:100'] button").click()
    page.get_by_role("dialog").get_by_role("link", name="Why?").click()
    page.wait_for_url("**/rules/*")
    expect(page.get_by_role("article").get_by_role("heading", level=2)).to_contain_text("-")
    ana.go("/lobby")
    page.get_by_role("button", name="Give the seat back").click()
    expect(page.get_by_role("dialog", name="Your seat is ready")).to_be_hidden()


def test_amounts_and_moments_are_written_as_the_language_does(visit: Visit) -> None:
    ana = visit(locale="fr-BE")
    ana.log_in(ANA)
    page = ana.go("/cashier")
    expect(page.locator("[data-balance]")).to_have_text(re.compile(r"9\s99\d,\d\d"))
    expect(page.locator("[data-reason=deposited]")).to_contain_text(re.compile(r"\d\d:\d\d"))
    ana.go("/statistics")
    expect(page.locator("[data-share=vpip]")).to_have_text(re.compile(r"\d+,\d\s%"))
    expect(page.locator("figure .axis").first).to_be_visible()
    assert "début" in page.locator("figure").inner_text()
