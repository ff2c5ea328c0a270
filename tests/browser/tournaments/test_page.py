"""The page of one tournament: everything about it, entering, and every refusal."""

import json
import re
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.accessibility import grave_findings
from tests.browser.test_every_page import picture
from tests.browser.tournaments.house import Organiser, as_guest, open_sheet
from tests.browser.visitors import Visit
from tests.rule import rule

BASE = 'format = "{format}"\nedition = "house"\n'
SUNDAY = """
name = "{name}"
format = "freezeout"
edition = "house"
price_cents = 1_100
fee_cents = 100
starting_stack = 4_000
ticket_word = "{word}"
[blinds]
level_s = 480
[registration]
late_levels = 6
max_entries = 3
"""
REBUY = """
name = "Rebuy Friday"
format = "rebuy"
edition = "house"
price_cents = 500
"""
GONE = re.compile(
    "The tournament is over|There is no such tournament any more|has closed meanwhile"
)
TOO_LATE = re.compile("Registration has closed meanwhile|Nobody can enter this tournament after")
"""By how far the start has come when the request arrives."""
POOR = "There is not enough money in the account."
FOREIGN = {
    "progressive": "",
    "vip": "",
    "satellite": '[satellite]\ntarget = "vegas"\nseat_price_cents = 99_900\npackage = "Vegas"\n',
    "freeroll": "",
    "multi-buy-in": "",
}
"""Formats with terms of their own, and what they need."""
TABS = ("Overview", "Players", "Tables", "Prizes", "Structure", "Satellites", "Chat")


def sunday(name: str, word: str = "sunday") -> str:
    return SUNDAY.format(name=name, word=word)


def money(cents: int) -> str:
    text = f"{cents / 100:,.2f}"
    return text.removesuffix(".00")


@rule("TRN-03", "BRK-02")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_overview_shows_every_field_of_the_definition(
    visit: Visit, house: Organiser, size: str
) -> None:
    visitor = visit(size)
    as_guest(visitor)
    for text in (sunday(f"Fields {size}"), REBUY.replace("Friday", size)):
        number = house.announce(text)
        page = visitor.go(f"/tournaments/{number}")
        view = house.boss.get(f"/api/tournaments/{number}")
        compare(page, view)
        picture(page, f"tournament-overview-{view['info']['marks'][0]}", size)
        for tab in TABS:
            page.get_by_role("tab", name=tab).click()
            assert grave_findings(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("tab", name="Structure").click()
        levels = view["info"]["levels"]
        expect(page.locator("[data-level-row]")).to_have_count(len(levels))
        for place, level in enumerate(levels):
            row = page.locator("[data-level-row]").nth(place)
            expect(row).to_contain_text(f"{level['small']:,}/{level['big']:,}")
        if view["breaks"]:
            notice = f"goes on break at {view['info']['break_minute']} minutes past the hour"
            expect(page.locator("[data-break-notice]")).to_contain_text(notice)
        picture(page, f"tournament-structure-{view['info']['marks'][0]}", size)


@rule("TRN-03")
@pytest.mark.parametrize(("language", "words"), [("nl", "uitschakelt"), ("fr", "élimine")])
def test_every_term_of_an_entry_is_in_the_language_of_the_player(
    visit: Visit, house: Organiser, language: str, words: str
) -> None:
    visitor = visit()
    as_guest(visitor)
    kept = json.dumps(json.dumps({"language": language}))
    visitor.page.add_init_script(f"localStorage.setItem('cardroom.settings', {kept})")
    for name, more in FOREIGN.items():
        text = f'name = "{name} {language}"\n' + BASE.format(format=name) + more
        number = house.announce(text)
        page = visitor.go(f"/tournaments/{number}")
        terms = len(house.boss.get(f"/api/tournaments/{number}")["info"]["terms"])
        # The fee and the rules have rows of their own.
        expect(page.locator("[data-term]")).to_have_count(terms + 2)
        assert page.locator("main [lang=en]").all_inner_texts() == []
        if name == "progressive":
            expect(page.locator("[data-term=bounty] dd")).to_contain_text(words)
        picture(page, f"terms-{name}-{language}", "desktop")
    visitor.go("/tournaments")
    expect(page.locator("[data-tournament]").first).to_be_visible()
    picture(page, f"list-{language}", "desktop")


def compare(page: Page, view: dict[str, Any]) -> None:
    """Every field of TRN-03, as the definition has it."""
    info = view["info"]

    def said(topic: str) -> Any:
        return expect(page.locator(f"[data-term='{topic}'] dd"))

    first, last = info["levels"][0], info["levels"][-1]
    said("blinds").to_contain_text(f"{len(info['levels'])} levels of {info['level_s'] // 60}")
    said("blinds").to_contain_text(f"{first['small']:,}/{first['big']:,}")
    said("blinds").to_contain_text(f"{last['small']:,}/{last['big']:,}")
    said("price").to_contain_text(money(info["price"]))
    said("fee").to_have_text(money(info["fee"]))
    said("stack").to_contain_text(f"{info['starting_stack']:,} chips")
    said("stack").to_contain_text(f"{info['seats']} seats")
    until = datetime.fromtimestamp(info["unregistration_until_ms"] / 1000)  # noqa: DTZ006
    said("unregistration").to_contain_text(until.strftime("%H:%M"))
    late = info["late_levels"]
    said("late_registration").to_contain_text(f"end of level {late}" if late else "Nobody")
    again = info["max_entries"]
    said("re_entry").to_contain_text(f"{again} entries in all" if again > 1 else "no re-entry")
    if info["rebuy"] is None:
        said("rebuy").to_have_text("There are no re-buys.")
    else:
        said("rebuy").to_contain_text(f"level {info['rebuy']['until_level']}")
    breaks = info["break_minute"]
    said("breaks").to_contain_text("no breaks" if breaks is None else f"{breaks} minutes past")
    said("prizes").to_contain_text("under Prizes")
    for term in info["terms"]:
        said(term["topic"]).not_to_be_empty()


@rule("TRN-11", "TRN-12", "TRN-13")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_player_registers_with_a_ticket_and_gets_it_back(
    visit: Visit, house: Organiser, size: str
) -> None:
    visitor = visit(size)
    player = as_guest(visitor).get("/api/me")["player"]
    number = house.announce(sunday(f"Ticketed {size}"))
    house.give_ticket(player, 1_100, target="sunday", expires_ms=2_000_000_000_000)
    page = visitor.go(f"/tournaments/{number}")
    sheet = open_sheet(page, "Register with ticket")
    expect(sheet.locator("[data-price]")).to_have_text("One ticket of 11")
    expect(sheet.locator("[data-after]")).to_have_text("10,000")
    expect(sheet.locator("[data-undo]")).to_contain_text("You can unregister until")
    picture(page, "tournament-ticket", size)
    assert grave_findings(page) == []
    sheet.get_by_role("button", name="Register with ticket").click()
    expect(page.locator("[data-next='unregister']")).to_be_visible()
    expect(page.locator("[data-registered]")).to_contain_text("taken to your table")
    expect(page.locator("header .balance")).to_have_text("10,000")
    visitor.go("/my-games")
    expect(page.locator("[data-own-tournament]")).to_contain_text(f"Ticketed {size}")
    expect(page.locator("[data-ticket]")).to_have_count(0)
    visitor.go(f"/tournaments/{number}")
    page.locator("[data-next='unregister'] button").click()
    expect(page.locator("[data-next='register']")).to_contain_text("Register with ticket")
    visitor.go("/my-games")
    expect(page.locator("[data-ticket]")).to_contain_text("sunday")
    expect(page.locator("[data-ticket]")).to_contain_text("Until 18 May 2033")
    picture(page, "my-games", size)
    assert grave_findings(page) == []
    visitor.go("/cashier")
    page.locator(".panel", has_text="1 × sunday").locator("[data-help=ticket]").click()
    help_sheet = page.get_by_role("dialog", name="Help")
    help_sheet.get_by_label("What is your question?").fill("Is it good for next week as well?")
    help_sheet.get_by_role("button", name="Send").click()
    expect(help_sheet.locator("[data-asked]")).to_be_visible()
    picture(page, "cashier-ticket", size)


@rule("FAIR-01")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_players_of_a_tournament_talk_and_others_read_along(
    visit: Visit, house: Organiser, size: str
) -> None:
    number = house.announce(sunday(f"Talk {size}"))
    player, rail = visit(size), visit(size)
    client = as_guest(player)
    as_guest(rail)
    client.post(f"/api/tournaments/{number}/register", id="in-talk")
    page, watching = (one.go(f"/tournaments/{number}?tab=chat") for one in (player, rail))
    expect(watching.get_by_text("Players of this tournament can write here.")).to_be_visible()
    expect(watching.get_by_label("Say something")).to_have_count(0)
    words = page.get_by_label("Say something")
    words.fill("visit www.example.com")
    words.press("Enter")
    expect(page.get_by_text("Links are not allowed in the chat.")).to_be_visible()
    words.fill("Good luck to all of you!")
    words.press("Enter")
    expect(words).to_have_value("")
    for one in (page, watching):
        expect(one.get_by_role("log")).to_contain_text("Good luck to all of you!")
        assert grave_findings(one) == []
        assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, "tournament-chat", size)
    # Whoever comes later reads it too, and may mute who said it.
    watching.reload()
    line = watching.get_by_role("log")
    expect(line).to_contain_text("Good luck to all of you!")
    line.get_by_role("button").click()
    watching.get_by_role("dialog").get_by_role("button", name="Mute").click()
    expect(watching.locator("[data-lines='0']")).to_be_visible()
    picture(watching, "tournament-chat-muted", size)


@rule("TRN-09", "TRN-11", "TYP-07")
def test_every_refusal_has_its_own_sentence(visit: Visit, house: Organiser) -> None:
    here = visit("small")
    client = as_guest(here)
    number = house.announce(sunday("Refused"))
    page = here.go(f"/tournaments/{number}")
    sheet = open_sheet(page)
    client.post(f"/api/tournaments/{number}/register", id="elsewhere-1")
    sheet.get_by_role("button", name="Register").click()
    expect(sheet.locator("[data-refused]")).to_contain_text("You are already registered.")
    assert grave_findings(page) == []
    picture(page, "tournament-refused", "small")
    page.keyboard.press("Escape")
    # The balance is gone meanwhile: the sheet says how much is missing.
    dear = 'name = "Dear"\n' + BASE.format(format="freezeout") + "price_cents = 1_000_000\n"
    other = house.announce(dear)
    here.go(f"/tournaments/{other}")
    sheet = open_sheet(page)
    expect(sheet).to_contain_text("11 short")
    expect(sheet.get_by_role("button", name="Register")).to_be_disabled()
    page.keyboard.press("Escape")
    # It is cancelled while somebody thinks about it.
    gone = house.announce(sunday("Gone", "gone"))
    here.go(f"/tournaments/{gone}")
    sheet = open_sheet(page)
    house.cancel(gone)
    sheet.get_by_role("button", name="Register").click()
    expect(sheet.locator("[data-refused]")).to_contain_text(GONE)


@rule("TRN-11")
def test_who_has_spent_the_money_meanwhile_hears_that_it_is_gone(
    visit: Visit, house: Organiser
) -> None:
    visitor = visit("small")
    client = as_guest(visitor)
    dear = 'name = "Nearly all"\n' + BASE.format(format="freezeout") + "price_cents = 999_500\n"
    wanted, other = house.announce(sunday("Too dear now")), house.announce(dear)
    is_late: list[bool] = []

    def slow(route: WebSocketRoute) -> None:
        """What the page hears of its own money is late, as on a line that stutters."""
        server = route.connect_to_server()

        def told(message: str | bytes) -> None:
            part = json.loads(message)
            heard = part if isinstance(part, list) else [part]
            passed = [one for one in heard if not is_late or one.get("ch") != "me"]
            if passed:
                route.send(json.dumps(passed))

        server.on_message(told)

    visitor.page.route_web_socket("**/api/socket*", slow)
    page = visitor.go(f"/tournaments/{wanted}")
    sheet = open_sheet(page)
    expect(sheet.locator("[data-after]")).to_have_text("9,989")
    is_late.append(True)
    client.post(f"/api/tournaments/{other}/register", id="all-of-it")
    sheet.get_by_role("button", name="Register").click()
    expect(sheet.locator("[data-refused]")).to_contain_text(POOR)
    assert grave_findings(page) == []
    picture(page, "tournament-money-gone", "small")


@rule("TRN-09")
def test_who_is_too_late_hears_that_registration_has_closed(visit: Visit, house: Organiser) -> None:
    visitor = visit("small")
    as_guest(visitor)
    others = [as_guest(visit()) for _ in range(2)]
    text = 'name = "Closing"\n' + BASE.format(format="freezeout") + "price_cents = 100\n"
    text += "[registration]\nlate_levels = 0\nmax_entries = 1\n"
    number = house.announce(text, in_ms=8_000)
    for place, other in enumerate(others):
        other.post(f"/api/tournaments/{number}/register", id=f"other-{place}")
    page = visitor.go(f"/tournaments/{number}")
    sheet = open_sheet(page)
    expect(page.locator("[data-figure='blinds']")).to_be_visible()
    sheet.get_by_role("button", name="Register").click()
    expect(sheet.locator("[data-refused]")).to_contain_text(TOO_LATE)


@rule("TYP-07")
def test_a_price_that_is_no_longer_true_is_refused(visit: Visit, house: Organiser) -> None:
    visitor = visit("small")
    as_guest(visitor)
    number = house.announce(sunday("Dearer"))

    def yesterday(route: WebSocketRoute) -> None:
        """The page believes in an old price: what the room says about it comes from yesterday."""
        server = route.connect_to_server()

        def told(message: str | bytes) -> None:
            text = str(message)
            for one in part if isinstance(part := json.loads(text), list) else [part]:
                if one.get("ch") == f"tournament:{number}" and one["t"] == "snapshot":
                    text = text.replace('"price":1100', '"price":900')
            route.send(text)

        server.on_message(told)

    visitor.page.route_web_socket("**/api/socket*", yesterday)
    page = visitor.go(f"/tournaments/{number}")
    sheet = open_sheet(page)
    expect(sheet.locator("[data-price]")).to_have_text("9")
    sheet.get_by_role("button", name="Register").click()
    expect(sheet.locator("[data-refused]")).to_contain_text("The price has changed meanwhile.")


@rule("CXL-02")
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_who_is_registered_hears_of_a_delay_and_a_cancellation_also_at_the_next_login(
    visit: Visit, house: Organiser, size: str
) -> None:
    visitor = visit(size)
    client = as_guest(visitor)
    for name in ("Here", "Away"):
        number = house.announce(sunday(f"{name} {size}"))
        client.post(f"/api/tournaments/{number}/register", id=f"in-{name}")
        page = visitor.go("/my-games")
        expect(page.locator("[data-own-tournament]")).to_contain_text(f"{name} {size}")
        expect(page.get_by_role("img", name="Connected")).to_be_visible()
        news = page.get_by_role("dialog", name="News for you")
        if name == "Away":
            page.goto("about:blank")
        else:
            house.delay(number)
            expect(news).to_contain_text(f"{name} {size} starts later")
            news.get_by_role("button", name="Close").first.click()
        house.cancel(number)
        if name == "Away":
            page = visitor.go("/lobby")
        expect(news).to_contain_text(f"{name} {size} was cancelled")
        assert grave_findings(page) == []
        picture(page, f"cancelled-{name.lower()}", size)
        news.get_by_role("button", name="Close").first.click()
    expect(page.locator("header .balance")).to_have_text("10,000")
