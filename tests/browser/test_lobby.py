"""Coming in and finding a seat."""

import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.coming_in import press_accept
from tests.browser.past import ANA, PASSWORD
from tests.browser.visitors import Visit
from tests.rule import rule

STAKE = "[data-stake='pl-omaha:ordinary:50:100']"
REQUESTS_MAX = 4
"""Questions to the server before a seat can be asked for: each costs a round trip."""


def test_a_guest_is_at_a_table_with_one_click(visit: Visit) -> None:
    guest = visit()
    page = guest.go("/")
    expect(page.get_by_text(re.compile(r"\d+ players at the tables now"))).to_be_visible()
    started = time.monotonic()
    page.get_by_role("button", name="Play now as a guest").click()
    press_accept(page)
    page.wait_for_url("**/table/*")
    print(f"from the click to the table: {time.monotonic() - started:.2f} s")
    table = page.url
    guest.go("/")
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/tables")
    assert page.locator("[data-table]").get_attribute("data-table") == table.rpartition("/")[2]


def test_the_lobby_can_be_used_after_few_requests(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    started = time.monotonic()
    page = ana.go("/lobby")
    page.locator("[data-stake] button").first.wait_for()
    before = [url for url in asked if "/api/" in url]
    took_s = time.monotonic() - started
    print(f"the lobby could be used after {took_s:.2f} s and {len(before)} questions")
    assert len(before) <= REQUESTS_MAX, before
    expect(page.locator("[data-stake]")).to_have_count(8)


@rule("CASH-19")
def test_the_ladders_show_every_stake_with_players_wait_and_buy_in(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/lobby")
    row = page.locator("[data-stake='nl-holdem:ordinary:5:10']")
    expect(row).to_contain_text("0.05/0.10")
    expect(row).to_contain_text("5 – 10")
    page.get_by_role("tab", name="Omaha").click()
    expect(page.locator("[data-stake^='pl-omaha']")).to_have_count(8)
    expect(page.locator(STAKE)).to_contain_text("under 10 s")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Banzai")).to_be_focused()
    expect(page.locator("[data-stake*=':banzai:']")).to_have_count(4)


@rule("CASH-16")
def test_who_registers_takes_a_seat_with_the_least_that_is_legal(visit: Visit) -> None:
    guest = visit()
    page = guest.go("/")
    page.get_by_role("tab", name="Register").click()
    page.locator("#enter input[name=name]").fill("Newcomer")
    page.locator("#enter input[name=password]").fill(PASSWORD)
    page.locator("#enter button[type=submit]").click()
    page.wait_for_url("**/lobby")
    page.get_by_role("tab", name="Omaha").click()
    page.locator(f"{STAKE} button").click()
    press_accept(page)
    sheet = page.get_by_role("dialog", name="Your seat is ready")
    expect(sheet.get_by_role("button", name="Sit down with 100")).to_be_visible()
    sheet.get_by_role("button", name="Minimum").click()
    sheet.get_by_role("button", name="Sit down with 50").click()
    page.wait_for_url("**/table/*")
    guest.go("/cashier")
    expect(page.locator("[data-reason=bought_in]")).to_contain_text("−50")
    expect(page.locator("[data-balance]")).to_have_text("9,950")
    guest.go("/lobby")
    expect(page.get_by_role("region", name="My games")).to_contain_text("Pot-limit Omaha 0.50/1")


def test_a_small_phone_shows_how_to_take_the_seat_without_scrolling(visit: Visit) -> None:
    ana = visit()
    ana.page.set_viewport_size({"width": 360, "height": 640})
    ana.log_in(ANA)
    page = ana.go("/lobby")
    page.get_by_role("tab", name="Omaha").click()
    page.locator("[data-stake='pl-omaha:ordinary:2:4'] button").click()
    expect(page.get_by_role("button", name="Sit down with")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Give the seat back").click()
    expect(page.get_by_role("dialog", name="Your seat is ready")).to_be_hidden()


def test_a_buy_in_that_is_not_possible_is_shown_before_it_is_taken(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/lobby")
    page.get_by_role("tab", name="Omaha").click()
    page.locator(f"{STAKE} button").click()
    sheet = page.get_by_role("dialog", name="Your seat is ready")
    sheet.get_by_label("Chips to bring").first.fill("7000")
    sheet.get_by_label("Chips to bring").first.press("Enter")
    expect(sheet.get_by_role("alert")).to_have_text("Enter an amount from 50 to 100.")
    expect(sheet.get_by_role("button", name="Sit down with 100")).to_be_visible()
    sheet.get_by_role("button", name="Give the seat back").click()
    expect(sheet).to_be_hidden()


def test_an_offered_seat_is_given_back(visit: Visit) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/lobby")
    page.get_by_role("tab", name="Omaha").click()
    page.locator(f"{STAKE} button").click()
    page.get_by_role("button", name="Give the seat back").click()
    expect(page.get_by_role("dialog", name="Your seat is ready")).to_be_hidden()


@pytest.mark.parametrize(
    ("language", "lobby", "play"),
    [("nl", "Kies een inzet", "Spelen"), ("fr", "Choisissez une limite", "Jouer")],
)
def test_the_language_is_switched_at_once_and_kept(
    visit: Visit, language: str, lobby: str, play: str
) -> None:
    ana = visit()
    ana.log_in(ANA)
    page = ana.go("/lobby")
    page.locator(".room select").select_option(language)
    expect(page.locator("main")).to_contain_text(lobby)
    expect(page.locator("[data-stake] button").first).to_have_text(play)
    page.reload()
    expect(page.locator("main")).to_contain_text(lobby)
    assert page.evaluate("document.documentElement.lang") == language


def test_a_browser_is_addressed_in_its_own_language(visit: Visit) -> None:
    page = visit(locale="fr-BE").go("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Asseyez-vous. Vous êtes servi.")


def test_a_wrong_password_is_refused_in_a_sentence(visit: Visit) -> None:
    page = visit().go("/")
    page.locator("#enter input[name=name]").fill(ANA)
    page.locator("#enter input[name=password]").fill("four large fish")
    page.locator("#enter button[type=submit]").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("alert")).not_to_contain_text("_")


@pytest.mark.parametrize(
    ("locale", "missing", "short"),
    [
        ("en-GB", "Fill this in.", "Use at least 8 characters."),
        ("nl-BE", "Vul dit in.", "Gebruik minstens 8 tekens."),
        ("fr-BE", "Remplissez ce champ.", "Utilisez au moins 8 caractères."),
    ],
)
def test_a_form_that_is_not_filled_in_says_so_in_the_players_language(
    visit: Visit, locale: str, missing: str, short: str
) -> None:
    page = visit(locale=locale).go("/")
    page.locator("#enter").get_by_role("tab").last.click()
    name, password = (page.locator(f"#enter input[name={one}]") for one in ("name", "password"))
    send = page.locator("#enter button[type=submit]")
    send.click()
    assert name.evaluate("field => field.validationMessage") == missing
    name.fill("Newcomer-2")
    password.press_sequentially("fish")
    send.click()
    assert password.evaluate("field => field.validationMessage") == short
    page.locator("#enter").get_by_role("tab").first.click()
    send.click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_guest_takes_a_name_and_keeps_his_money(visit: Visit) -> None:
    guest = visit("phone")
    page = guest.go("/")
    page.get_by_role("button", name="Play now as a guest").click()
    press_accept(page)
    page.wait_for_url("**/table/*")
    guest.go("/account")
    page.locator("input[name=name]").fill("Was-A-Guest")
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Was-A-Guest")
    guest.go("/cashier")
    expect(page.locator("[data-reason=bought_in]")).to_be_visible()


def test_a_guest_leaves_his_money_only_when_he_says_so_twice(visit: Visit) -> None:
    guest = visit()
    guest.context.request.post(f"{guest.address}/api/guest", data={})
    page = guest.go("/account")
    expect(page.get_by_role("button", name="Register")).to_be_visible()
    out = page.get_by_role("button", name="Log out")
    expect(out).to_have_count(1)
    out.click()
    page.get_by_role("button", name="Leave my money and log out").click()
    expect(page.get_by_role("button", name="Play now as a guest")).to_be_enabled()
