"""Who comes in, in the browser: forgotten passwords, invitations, requests, the house itself."""

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from cardroom.commands.staff import make_administrator
from tests.browser.accessibility import grave_findings
from tests.browser.past import BOSS, PASSWORD
from tests.browser.visitors import ROOT, Visitor
from tests.server.processes import RoomProcess, sqlite_in

PICTURES = ROOT / "build" / "screenshots"
NEW = "four large whales"
GENEROUS = {"CARDROOM_LIMITS_ENTRIES_BURST": "1000", "CARDROOM_LIMITS_REQUESTS_BURST": "10000"}
Open = Callable[..., Visitor]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RoomProcess]:
    """A room of its own, whose door the tests open and shut."""
    database = sqlite_in(tmp_path_factory.mktemp("reception"))
    # Playwright keeps an event loop in this thread.
    making = threading.Thread(
        target=lambda: asyncio.run(make_administrator(database, BOSS, PASSWORD))
    )
    making.start()
    making.join()
    with RoomProcess(database, environment=GENEROUS) as opened:
        yield opened


@pytest.fixture
def come(browser: Browser, house: RoomProcess) -> Iterator[Open]:
    """Opens browser windows; at the end none may have had an error."""
    opened: list[Visitor] = []

    def visitor(size: str = "desktop", **window: Any) -> Visitor:
        opened.append(Visitor(browser, house.address, {}, size=size, **window))
        return opened[-1]

    yield visitor
    errors = [error for one in opened for error in one.errors if "status of 4" not in error]
    for one in opened:
        one.context.close()
    assert errors == []


def look(page: Page, name: str) -> None:
    """A picture, and nothing that a screen reader or a small screen would trip over."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)
    assert grave_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def registered(visitor: Visitor, name: str) -> None:
    """Make an account without the form."""
    body = {"name": name, "password": PASSWORD}
    answer = visitor.context.request.post(f"{visitor.address}/api/register", data=body)
    assert answer.ok, answer.text()


def log_in_by_form(page: Page, name: str, password: str) -> None:
    form = page.locator("#entry-form")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password").fill(password)
    form.get_by_role("button", name="Log in").click()


@pytest.mark.parametrize("size", ["desktop", "small"])
def test_a_player_who_forgot_the_password_sets_a_new_one_by_a_link(come: Open, size: str) -> None:
    name = f"Dana-{size}"
    dana, boss = come(), come(size)
    registered(dana, name)
    boss.log_in(BOSS)
    page = boss.go(f"/operator/players?name={name}")
    page.get_by_role("button", name="Link for a new password").click()
    sheet = page.get_by_role("dialog")
    look(page, f"password-link-asked-{size}")
    sheet.get_by_label("Reason, for the record").fill("called us by telephone")
    sheet.locator("button[type=submit]").click()
    field = sheet.get_by_label("Link", exact=True)
    expect(field).to_be_visible()
    look(page, f"password-link-issued-{size}")
    link = field.input_value()
    sheet.get_by_role("button", name="Close").last.click()
    expect(page.locator("[data-link=open]")).to_contain_text("it works until")

    # Somebody without the password is told whom to ask, and sets a new one on the page of the link.
    player = come(size)
    start = player.go("/")
    log_in_by_form(start, name, "not this one")
    expect(start.get_by_text("Forgot your password?")).to_be_visible()
    start.goto(link)
    expect(start.get_by_role("heading", name=f"A new password for {name}")).to_be_visible()
    assert "#" not in start.url, "the word leaves the address at once"
    look(start, f"set-password-{size}")
    start.get_by_role("textbox", name="New password").fill(NEW)
    start.get_by_label("The same again").fill("another one")
    expect(start.get_by_text("The two passwords differ.")).to_be_visible()
    start.get_by_label("The same again").fill(NEW)
    start.keyboard.press("Enter")
    expect(start).to_have_url(re.compile("/lobby$"))
    expect(start.get_by_text("Your new password is set.")).to_be_visible()
    # It worked once; the operator sees that it did.
    late = come(size)
    late.page.goto(link)
    expect(late.page.get_by_text("This link has already been used.")).to_be_visible()
    look(late.page, f"link-over-{size}")
    page.reload()
    expect(page.locator("[data-link=used]")).to_be_visible()


def set_house(page: Page, reason: str = "the owner says so", **values: str) -> None:
    """Set doors, name or welcome on the operator's page."""
    form = page.locator("form", has=page.locator("select[name=guests]"))
    for name, value in values.items():
        field = form.locator(f"[name={name}]")
        if name in ("registration", "guests"):
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_label("Reason, for the record").fill(reason)
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Done.").first).to_be_visible()
    expect(form.get_by_role("button", name="Save")).to_be_disabled()


@pytest.fixture
def reception(come: Open) -> Iterator[Page]:
    """The administrator's page "Reception"; the doors are open again afterwards."""
    boss = come()
    boss.log_in(BOSS)
    page = boss.go("/operator/reception")
    yield page
    values = {"registration": "open", "guests": "open"}
    csrf = boss.context.request.get(f"{boss.address}/api/me").json()["csrf"]
    answer = boss.context.request.post(
        f"{boss.address}/api/admin/house",
        data={**values, "reason": "open again"},
        headers={"Origin": boss.address, "X-CSRF-Token": csrf},
    )
    assert answer.ok, answer.text()


def with_reason(page: Page, deed: str, **more: str) -> None:
    page.get_by_role("button", name=deed, exact=True).first.click()
    sheet = page.get_by_role("dialog")
    for label, text in more.items():
        sheet.get_by_label(label).fill(text)
    sheet.get_by_label("Reason, for the record").fill("looked into")
    sheet.locator("button[type=submit]").click()
    expect(sheet).to_be_hidden()


def test_an_invitation_lets_one_person_in_and_the_operator_sees_who(
    come: Open, reception: Page
) -> None:
    set_house(reception, registration="invitation", guests="invitation")
    form = reception.locator("form", has=reception.get_by_label("For how many people"))
    form.get_by_label("For how many people").fill("1")
    form.get_by_label("Note for the staff").fill("Friday night")
    form.get_by_label("Reason, for the record").fill("for the club")
    form.get_by_role("button", name="Issue a code").click()
    row = reception.locator("[data-invitation=good]").first
    expect(row).to_contain_text("0 of 1 came")
    look(reception, "reception-desktop")
    link = row.get_by_role("textbox").input_value()

    somebody = come("small")
    page = somebody.go("/")
    expect(page.get_by_role("button", name="Play now as a guest")).to_have_count(0)
    page.get_by_role("link", name="Come in").click()
    page.get_by_role("tab", name="Register").click()
    expect(page.get_by_label("Invitation code")).to_be_visible()
    look(page, "invitation-small")
    page.get_by_label("Name").fill("Ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Invitation code").fill("AAAA-BBBB-CCCC")
    page.locator("#entry-form button[type=submit]").click()
    expect(page.get_by_text("This code is not known here.")).to_be_visible()
    # The link fills the code in.
    other = come()
    other.page.goto(link)
    expect(other.page.get_by_label("Invitation code")).to_have_value(link.partition("=")[2])
    other.page.get_by_label("Name").fill("Ann")
    other.page.get_by_label("Password").fill(PASSWORD)
    other.page.keyboard.press("Enter")
    expect(other.page).to_have_url(re.compile("/lobby$"))
    reception.reload()
    used = reception.locator("[data-invitation=used_up]").first
    expect(used).to_contain_text("Came by it: Ann")


def test_an_applicant_sees_that_the_request_waits_and_comes_in_when_it_is_approved(
    come: Open, reception: Page
) -> None:
    set_house(reception, registration="approval", guests="approval")
    dana = come("small")
    page = dana.go("/")
    page.get_by_role("link", name="Come in").click()
    page.get_by_role("tab", name="Register").click()
    page.get_by_label("Name").fill("Dana")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Who are you?").fill("a friend of Ann")
    page.get_by_role("button", name="Ask to be let in").click()
    expect(page.get_by_text("Your request awaits approval.")).to_be_visible()
    look(page, "awaits-approval-small")
    # A guest asks, too, in another browser.
    guest = come()
    guest.go("/").get_by_role("tab", name="Guest").click()
    guest.page.get_by_label("Who are you?").fill("from next door")
    guest.page.get_by_role("button", name="Ask to be let in").click()
    expect(guest.page.locator("[data-application=waiting]")).to_be_visible()

    reception.reload()
    asked = reception.locator("[data-application=waiting]")
    expect(asked).to_have_count(2)
    expect(asked.first).to_contain_text("a friend of Ann")
    look(reception, "applications-desktop")
    with_reason(reception, "Approve")
    expect(asked).to_have_count(1)
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_text("You are approved.")).to_be_visible()
    page.locator("#entry-form").get_by_label("Name").fill("Dana")
    page.locator("#entry-form").get_by_label("Password").fill(PASSWORD)
    page.locator("#entry-form button[type=submit]").click()
    expect(page).to_have_url(re.compile("/lobby$"))
    with_reason(reception, "Refuse", **{"Answer that the applicant reads": "Members only."})
    guest.page.get_by_role("button", name="Look again").click()
    expect(guest.page.get_by_text("Members only.")).to_be_visible()
    look(guest.page, "refused-desktop")


def test_a_closed_house_says_so(come: Open, reception: Page) -> None:
    set_house(reception, registration="closed", guests="closed")
    page = come("small").go("/")
    page.get_by_role("link", name="Come in").click()
    page.get_by_role("tab", name="Register").click()
    expect(page.get_by_text("Registration is closed.")).to_be_visible()
    expect(page.locator("#entry-form input")).to_have_count(0)
    expect(page.get_by_role("tab")).to_have_count(2)
    look(page, "closed-small")


def test_a_house_shows_its_name_logo_and_welcome(come: Open, reception: Page) -> None:
    set_house(reception, house="The Velvet Club", welcome="Good evening.\nDrinks are on us.")
    expect(reception.locator("header .brand")).to_contain_text("The Velvet Club")
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90">'
    drawn += '<circle cx="4.5" cy="4.5" r="4" fill="gold"/></svg>'
    form = reception.locator("form", has=reception.locator("input[type=file]"))
    picture: FilePayload = {
        "name": "logo.svg", "mimeType": "image/svg+xml", "buffer": drawn.encode(),
    }  # fmt: skip
    form.locator("input[type=file]").set_input_files(picture)
    form.get_by_label("Reason, for the record").fill("we opened")
    form.get_by_role("button", name="Set the logo").click()
    expect(reception.locator("header .brand img")).to_be_visible()
    look(reception, "reception-house-desktop")
    for size in ("desktop", "small"):
        page = come(size).go("/")
        expect(page).to_have_title(re.compile("The Velvet Club$"))
        expect(page.locator(".house")).to_contain_text("The Velvet Club")
        expect(page.locator(".welcome")).to_contain_text("Drinks are on us.")
        loaded = page.locator(".house img").evaluate("one => one.complete && one.naturalWidth > 0")
        assert loaded
        look(page, f"house-{size}")
    with_reason(reception, "Remove the logo")
    expect(reception.locator("header .brand img")).to_have_count(0)
    set_house(reception, house="", welcome="")
    expect(reception.locator("header .brand")).to_contain_text("cardroom")


@pytest.mark.parametrize("language", ["nl-NL", "fr-FR"])
def test_reception_and_entrance_speak_the_players_language(
    come: Open, reception: Page, language: str
) -> None:
    set_house(reception, registration="approval", guests="invitation")
    words = {"nl-NL": "Gast", "fr-FR": "Invité"}
    page = come("small", locale=language).go("/")
    page.get_by_role("tab", name=words[language]).click()
    expect(page.locator("[data-door=invitation]")).to_be_visible()
    look(page, f"entrance-{language}")
    boss = come("small", locale=language)
    boss.log_in(BOSS)
    boss.go("/operator/reception").locator("select[name=guests]").wait_for()
    look(boss.page, f"reception-{language}")


def take(boss: Visitor, player: int, amount: int) -> None:
    """Take play money away, as the tables would."""
    csrf = boss.context.request.get(f"{boss.address}/api/me").json()["csrf"]
    booking = {
        "kind": "adjustment", "player": player, "amount": -amount, "reference": f"take-{player}",
        "reason": "lost in a test",
    }  # fmt: skip
    headers = {"Origin": boss.address, "X-CSRF-Token": csrf}
    path = f"{boss.address}/api/admin/cashier"
    answer = boss.context.request.post(path, data=booking, headers=headers)
    assert answer.ok, answer.text()


def test_a_player_with_little_left_refills_and_sees_when_the_next_is_possible(
    come: Open, reception: Page
) -> None:
    form = reception.locator("[data-refills]")
    form.get_by_label("Who has less than").fill("9500")
    form.get_by_label("Gets up to").fill("12000")
    form.get_by_label("At most once in this many hours").fill("6")
    form.get_by_label("Reason, for the record").fill("the club's birthday")
    form.get_by_role("button", name="Save").click()
    expect(reception.get_by_text("Done.").first).to_be_visible()
    boss, dana = come(), come("small")
    registered(dana, "Rita")
    player = dana.context.request.get(f"{dana.address}/api/me").json()["player"]
    page = dana.go("/cashier")
    expect(page.locator("[data-refill=enough]")).to_contain_text("once in 6 hours")
    look(page, "refill-enough-small")
    boss.log_in(BOSS)
    take(boss, player, 90_000)
    # The lobby offers it to who has little left, too.
    page = dana.go("/lobby")
    expect(page.locator("[data-refill=now]")).to_be_visible()
    look(page, "refill-lobby-small")
    page = dana.go("/cashier")
    page.reload()
    page.get_by_role("button", name="Refill my play money").click()
    expect(page.locator("[data-balance]")).to_contain_text("12,000")
    expect(page.get_by_text("refill of play money").first).to_be_visible()
    expect(page.locator("[data-refill=later]")).to_contain_text("Your next refill is possible on")
    expect(page.get_by_role("button", name="Refill my play money")).to_be_disabled()
    look(page, "refill-later-small")
